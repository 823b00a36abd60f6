/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which extremals make a wave front (front.h). */
#pragma once

#include "core/system/system.h"

typedef struct {
  const double *xy; /* m + n: the configuration; the velocities are ignored */
  double time;      /* s */
  double speed;     /* size of the velocities in the kinetic metric: 1 means an energy of 1/2 */
  guint n_directions, n_multipliers;
  guint constraint; /* constraint whose multiplier varies; the other multipliers are 0 */
  double most;      /* 0: largest multiplier; 0: the one at which the velocity turns twice within the time, at a
                     * constant rate */
} NoslipFrontOptions;
