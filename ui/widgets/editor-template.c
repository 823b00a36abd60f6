/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a new system begins as: a skate on ice, complete enough to run. */
#include "ui/widgets/editor.h"

const char *
noslip_editor_template(void)
{
  return "noslip 1\n"
         "title \"New system\"\n"
         "\n"
         "parameter m = 1    in 0.1 .. 10  unit \"kg\"      \"mass\"\n"
         "parameter J = 0.3  in 0.05 .. 5  unit \"kg m^2\"  \"moment of inertia\"\n"
         "\n"
         "coordinate x            unit \"m\"\n"
         "coordinate y            unit \"m\"\n"
         "coordinate theta angle  unit \"rad\"  \"heading\"\n"
         "\n"
         "lagrangian m/2*(x'^2 + y'^2) + J/2*theta'^2\n"
         "\n"
         "constraint blade: cos(theta)*y' - sin(theta)*x' = 0  \"no sideways slip\"\n"
         "\n"
         "initial x' = 1\n"
         "initial theta' = 0.8\n"
         "run to 10 step 0.01\n"
         "\n"
         "claim \"energy is conserved\": d(energy) = 0\n"
         "\n"
         "draw ground\n"
         "draw box at (x, y, 0.1) size (0.6, 0.3, 0.1) turn z theta\n"
         "trail (x, y, 0)\n";
}
