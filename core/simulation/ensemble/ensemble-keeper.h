/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stored part of the motions of an ensemble: coordinates, velocities, the quantities that are expressions, and the
 * point that represents a motion, as frames of floats. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/ticket.h"

#define NOSLIP_ENSEMBLE_FRAMES 64 /* limit of the frames of a message */

typedef struct _NoslipEnsembleKeeper NoslipEnsembleKeeper;
/* For the ticket's ensemble with n_samples samples, with columns for these quantities. The ticket and its system must
 * outlive it. */
NoslipEnsembleKeeper *noslip_ensemble_keeper_new(const NoslipTicket *ticket, const NoslipQuantities *quantities,
                                                 guint n_samples);
void noslip_ensemble_keeper_free(NoslipEnsembleKeeper *keeper, NoslipChannel *channel);
NoslipEnsembleLayout *noslip_ensemble_keeper_layout(const NoslipEnsembleKeeper *keeper); /* borrowed */
/* An empty set of frames of this block, which starts at the block's frame `first`. */
NoslipEnsembleFrames *noslip_ensemble_keeper_frames(const NoslipEnsembleKeeper *keeper, guint block, guint first);
/* Adds the frame of a block's n rows (in lanes) at this time; lost motions are NaN. */
void noslip_ensemble_keeper_add(NoslipEnsembleKeeper *keeper, guint n, const gboolean *lost, const double *rows,
                                double time, NoslipEnsembleFrames *frames);
