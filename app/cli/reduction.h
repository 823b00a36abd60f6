/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "app/cli/cli.h"

/* What holds of a `reduction` Phi along the default motion (M "Morphisms and reduction"), as largest differences
 * relative to the sizes of what is compared; NaN where it could not be computed. */
typedef struct {
  double lagrangian;  /* L against L' o Phi */
  double constraints; /* phi' o Phi against 0, over the size of the velocities: Phi(D) lies in D' */
  double admissible;  /* rho'(Phi(y)) against the rate of Phi's base part: Phi is a morphism of anchored bundles */
  double motion;      /* Phi of the motion against the motion from Phi of the start */
} CliReduction;

/* FALSE after a message where the other system cannot be loaded or run. */
gboolean cli_reduction_measure(const CliProblem *problem, guint reduction, CliReduction *result);
