/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the finder: from a start to a solution. Newton's method, homotopy where it fails, and the motion from the
 * solution's initial values as the check. */
#pragma once

#include "core/finder/steer-starts.h"

/* Nodes and multipliers of `shooting`: a solution near this start; FALSE where none was found. */
gboolean noslip_steer_solve(NoslipSteer *steer, const double *xy, const double *mu);
/* What the shooting has found, without conjugate times; NULL where the motion from its initial values leads elsewhere. */
NoslipSteering *noslip_steer_read(NoslipSteer *steer);
void noslip_steering_free(gpointer steering);
