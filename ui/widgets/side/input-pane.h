/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The inputs of a system: a slider for each, which moves it while the motion runs, its range and its keys. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_INPUT_PANE (noslip_input_pane_get_type())
G_DECLARE_FINAL_TYPE(NoslipInputPane, noslip_input_pane, NOSLIP, INPUT_PANE, GtkWidget)

/* Names and units of its rows have the widths of these groups. To be called before a simulation is set. */
void noslip_input_pane_align(NoslipInputPane *self, GtkSizeGroup *names, GtkSizeGroup *units);
/* NULL before the simulation is freed. */
void noslip_input_pane_set_simulation(NoslipInputPane *self, NoslipSimulation *simulation);
void noslip_input_pane_changed(NoslipInputPane *self, NoslipChange change);
