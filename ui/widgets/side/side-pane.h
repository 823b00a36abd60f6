/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The side pane: parameters, initial values, dynamics, formulation, overlays, method and tolerance. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SIDE_PANE (noslip_side_pane_get_type())
G_DECLARE_FINAL_TYPE(NoslipSidePane, noslip_side_pane, NOSLIP, SIDE_PANE, GtkWidget)

GtkWidget *noslip_side_pane_new(void);
void noslip_side_pane_set_simulation(NoslipSidePane *pane, NoslipSimulation *simulation);
void noslip_side_pane_changed(NoslipSidePane *pane, NoslipChange change);
