/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two buttons at the end of the status line: the witness, which a click starts, and the list of warnings. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_FOOT_BUTTONS (noslip_foot_buttons_get_type())
G_DECLARE_FINAL_TYPE(NoslipFootButtons, noslip_foot_buttons, NOSLIP, FOOT_BUTTONS, GtkWidget)

GtkWidget *noslip_foot_buttons_new(void);
void noslip_foot_buttons_set_simulation(NoslipFootButtons *buttons, NoslipSimulation *simulation);
/* Shows the present messages. `briefly`: the witness only after a click. */
void noslip_foot_buttons_update(NoslipFootButtons *buttons, gboolean briefly);
