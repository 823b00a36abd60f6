/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wave fronts: the positions that all normal extremals of one energy reach after a given time.
 *
 * They start at one configuration with velocities of one size in a plane that the constraints allow, and with a
 * multiplier between -most and most. No extremal is the shortest beyond its first conjugate point, nor beyond the point
 * where it meets another one (a Maxwell point); the earlier of these is the cut. The ends of extremals without a cut
 * before their end form the sphere. In the Heisenberg group both points coincide; in Martinet's flat case and on SE(2)
 * the Maxwell point is first. */
#pragma once

#include "core/finder/steer/front-options.h"

/* One extremal. Times are INFINITY if there is no such point up to the end, and NaN if it is not known (yet). */
typedef struct {
  const double *velocity; /* n: the initial velocity */
  double multiplier;
  const double *end; /* m; NULL if the extremal could not be continued to the end */
  double conjugate;  /* s, the first conjugate time */
  double cut; /* s; unknown too for systems whose extremals do not meet in general (see front-meetings.h): other than
               * three coordinates, dependent coordinates, or potential energy */
} NoslipFrontPoint;
/* Called for each extremal up to three times: with its end, then with the conjugate time, then with the cut. */
typedef void (*NoslipFrontFound)(guint direction, guint multiplier, const NoslipFrontPoint *point, gpointer data);

/* Computes all extremals on the calling thread. FALSE with *error if there is no front: no constraint, fewer than two
 * directions, or equations that do not determine the extremals. A cancelled run returns TRUE. */
gboolean noslip_front_run(const NoslipSystem *system, const double *parameters, const NoslipFrontOptions *options,
                          NoslipFrontFound found, gpointer data, const int *cancel, NoslipDiagnostic **error);
