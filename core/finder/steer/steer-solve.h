/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the finder: from a start to a solution. Newton's method, homotopy where it fails, and the motion from the
 * solution's initial values as the check. */
#pragma once

#include "core/finder/steer/steer-starts.h"

/* Nodes and multipliers of `shooting`: a solution near this start; FALSE where none was found. */
gboolean noslip_steer_solve(NoslipSteer *steer, const double *xy, const double *mu);
/* The same from a path that was discretized (direct.h), for fixed times: the first are straight ways, with whole turns of
 * angles, the others random. */
gboolean noslip_steer_solve_path(NoslipSteer *steer, guint index);
/* From the nodes and multipliers that `shooting` has to a solution. */
gboolean noslip_steer_refine(NoslipSteer *steer);
/* What the shooting has found, without conjugate times; NULL where the motion from its initial values leads elsewhere. */
NoslipSteering *noslip_steer_read(NoslipSteer *steer);
void noslip_steering_free(gpointer steering);
