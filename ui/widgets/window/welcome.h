/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The caption of the first start: what moves, what is conserved and what changes, and how to interact with it. It
 * activates "win.tour"; signal "dismissed" when it is closed. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_WELCOME (noslip_welcome_get_type())
G_DECLARE_FINAL_TYPE(NoslipWelcome, noslip_welcome, NOSLIP, WELCOME, GtkWidget)

GtkWidget *noslip_welcome_new(void);
void noslip_welcome_set_simulation(NoslipWelcome *welcome,
                                   NoslipSimulation *simulation); /* borrowed; NULL releases it */
void noslip_welcome_changed(NoslipWelcome *welcome, NoslipChange change);
