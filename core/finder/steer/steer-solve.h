/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: from a start to a solution. Newton's method, homotopy if it fails, and the motion from the
 * solution's initial values as a check. */
#pragma once

#include "core/finder/steer/steer-starts.h"

/* Fills the nodes and multipliers of `shooting` with a solution near this start; FALSE if none was found. */
gboolean noslip_steer_solve(NoslipSteer *steer, const double *xy, const double *mu);
/* The same from a discretized path (direct.h), for fixed times: the first ones are straight, with whole turns of
 * angles, the others random. */
gboolean noslip_steer_solve_path(NoslipSteer *steer, guint index);
/* The same from a discretized path that may slip at first (slip.h). */
gboolean noslip_steer_solve_slip(NoslipSteer *steer, guint index);
/* Refines the nodes and multipliers of `shooting` to a solution. */
gboolean noslip_steer_refine(NoslipSteer *steer);
/* The motion of the formulation from the initial values: its error at the end (steer.h). */
double noslip_steer_miss(const NoslipSteer *steer, const NoslipSteering *steering);
/* The same in pieces, one for each arc of `shooting`; fills them, and the cost. */
double noslip_steer_miss_in_pieces(NoslipSteer *steer, NoslipSteering *steering);
/* The result of the shooting, without conjugate times; NULL if the motion from its initial values misses the target. */
NoslipSteering *noslip_steer_read(NoslipSteer *steer);
void noslip_steering_free(gpointer steering);
