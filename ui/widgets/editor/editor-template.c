/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The initial text of a new system: a skate on ice, complete enough to run; its words are in the reader's language.
 * Translations must not contain quotation marks. */
#include "ui/widgets/editor/editor.h"

#include <glib/gi18n.h>

char *
noslip_editor_template(void)
{
  return g_strdup_printf("noslip 1\n"
                         "title \"%s\"\n"
                         "\n"
                         "parameter m = 1    in 0.1 .. 10  unit \"kg\"      \"%s\"\n"
                         "parameter J = 0.3  in 0.05 .. 5  unit \"kg m^2\"  \"%s\"\n"
                         "\n"
                         "coordinate x            unit \"m\"\n"
                         "coordinate y            unit \"m\"\n"
                         "coordinate theta angle  unit \"rad\"  \"%s\"\n"
                         "\n"
                         "lagrangian m/2*(x'^2 + y'^2) + J/2*theta'^2\n"
                         "\n"
                         "constraint blade: cos(theta)*y' - sin(theta)*x' = 0  \"%s\"\n"
                         "\n"
                         "initial x' = 1\n"
                         "initial theta' = 0.8\n"
                         "run to 10 step 0.01\n"
                         "\n"
                         "claim \"%s\": d(energy) = 0\n"
                         "\n"
                         "draw ground\n"
                         "draw box at (x, y, 0.1) size (0.6, 0.3, 0.1) turn z theta\n"
                         "trail (x, y, 0)\n",
                         _("New system"), _("mass"), _("moment of inertia"), _("heading"), _("no sideways slip"),
                         _("energy is conserved"));
}
