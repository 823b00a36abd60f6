/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The initial states of the motions of an ensemble. Used by the worker's thread. */
#pragma once

#include "core/simulation/ticket.h"

typedef struct _NoslipEnsembleSeeds NoslipEnsembleSeeds;
/* NULL with an error if the motion itself has no initial state. */
NoslipEnsembleSeeds *noslip_ensemble_seeds_new(const NoslipTicket *ticket, NoslipDiagnostic **error);
void noslip_ensemble_seeds_free(NoslipEnsembleSeeds *seeds);
/* The next motion's state xy[m + n], consistent with the constraints, its multipliers mu[k], and its position in the
 * first spread (0 to 1). Several spread multipliers lie in an ellipse (or ellipsoid) about those of the motion. FALSE
 * if there is none: *error (if it is still NULL) has the reason. */
gboolean noslip_ensemble_seeds_next(NoslipEnsembleSeeds *seeds, double *xy, double *mu, float *shade,
                                    NoslipDiagnostic **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEnsembleSeeds, noslip_ensemble_seeds_free)
