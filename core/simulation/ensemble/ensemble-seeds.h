/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the motions of an ensemble begin. Of the worker's thread. */
#pragma once

#include "core/simulation/ticket.h"

typedef struct _NoslipEnsembleSeeds NoslipEnsembleSeeds;
/* NULL with an error where the motion itself has no initial state. */
NoslipEnsembleSeeds *noslip_ensemble_seeds_new(const NoslipTicket *ticket, NoslipDiagnostic **error);
void noslip_ensemble_seeds_free(NoslipEnsembleSeeds *seeds);
/* The next motion's state xy[m + n], consistent with the constraints, its multipliers mu[k], and where in the first spread it lies (0 to 1).
 * Several multipliers that are spread lie in an ellipse (or ellipsoid) about those of the motion. FALSE where there is
 * none: *error (where it is still NULL) says why. */
gboolean noslip_ensemble_seeds_next(NoslipEnsembleSeeds *seeds, double *xy, double *mu, float *shade,
                                    NoslipDiagnostic **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEnsembleSeeds, noslip_ensemble_seeds_free)
