/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The comparisons of the motion: the list of overlays, and ways to add them. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_COMPARE_PANE (noslip_compare_pane_get_type())
G_DECLARE_FINAL_TYPE(NoslipComparePane, noslip_compare_pane, NOSLIP, COMPARE_PANE, GtkBox)

/* For one system: the next one gets a new pane. The simulation is borrowed. */
GtkWidget *noslip_compare_pane_new(NoslipSimulation *simulation);
void noslip_compare_pane_changed(NoslipComparePane *pane, NoslipChange change);
