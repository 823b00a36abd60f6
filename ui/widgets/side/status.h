/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The status line below the scene: the measures of the motion's reliability, always visible. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_STATUS (noslip_status_get_type())
G_DECLARE_FINAL_TYPE(NoslipStatusLine, noslip_status, NOSLIP, STATUS, GtkWidget)

void noslip_status_set_simulation(NoslipStatusLine *status, NoslipSimulation *simulation);
/* TRUE to show the time as well. */
void noslip_status_set_clock(NoslipStatusLine *status, gboolean shown);
void noslip_status_changed(NoslipStatusLine *status, NoslipChange change);
