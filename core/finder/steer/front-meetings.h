/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: where extremals of a wave front meet (Maxwell points). At such a point two different extremals
 * reach the same position after the same time; as they have the same energy, neither is the shortest beyond it.
 * Candidates are the extremals of the grid that come nearest to each other; Newton's method finds the meeting.
 * Extremals that meet just before a conjugate point of both (in the closed forms of the tests, less than a hundredth of
 * the time before it) have nearly the same initial velocity and are not distinguished. */
#pragma once

#include "core/finder/steer/front-extremals.h"

/* times[n_directions * n_multipliers]: the first meeting of each extremal with any other one, in (0, time]; INFINITY:
 * none was found. All are NaN if extremals do not meet in general, because there are more coordinates than dimensions
 * of the front and the time or some coordinates depend on others, or if L is not the kinetic energy alone, so that
 * equal times are not equal costs. FALSE if it was cancelled. */
gboolean noslip_front_meetings(NoslipFront *front, double *times);
