/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cloud of initial values: whether it runs, how many motions, what is spread and how far, and how far it is. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_CLOUD_PANE (noslip_cloud_pane_get_type())
G_DECLARE_FINAL_TYPE(NoslipCloudPane, noslip_cloud_pane, NOSLIP, CLOUD_PANE, GtkBox)

/* For one system: it is made anew with the next one. The simulation is borrowed. */
GtkWidget *noslip_cloud_pane_new(NoslipSimulation *simulation);
void noslip_cloud_pane_changed(NoslipCloudPane *pane, NoslipChange change);
