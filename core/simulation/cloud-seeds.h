/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the motions of a cloud begin. Of the worker's thread. */
#pragma once

#include "core/simulation/ticket.h"

typedef struct _NoslipCloudSeeds NoslipCloudSeeds;
/* NULL with an error where the motion itself has no initial state. */
NoslipCloudSeeds *noslip_cloud_seeds_new(const NoslipTicket *ticket, NoslipDiagnostic **error);
void noslip_cloud_seeds_free(NoslipCloudSeeds *seeds);
const double *noslip_cloud_seeds_mu(const NoslipCloudSeeds *seeds); /* k: of every motion */
/* The next motion's state xy[m + n], consistent with the constraints, and where in the first spread it lies (0 to 1).
 * FALSE where there is none: *error (where it is still NULL) says why. */
gboolean noslip_cloud_seeds_next(NoslipCloudSeeds *seeds, double *xy, float *shade, NoslipDiagnostic **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipCloudSeeds, noslip_cloud_seeds_free)
