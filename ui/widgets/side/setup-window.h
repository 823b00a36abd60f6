/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of set-ups in a window of its own: showing one, adding the present one, order, names, removing. It activates
 * "win.add-setup", "win.show-setup", "win.open" and "win.save-setups" of its window. */
#pragma once

#include "ui/widgets/side/setup-list.h"

#include <adwaita.h>

#define NOSLIP_TYPE_SETUP_WINDOW (noslip_setup_window_get_type())
G_DECLARE_FINAL_TYPE(NoslipSetupWindow, noslip_setup_window, NOSLIP, SETUP_WINDOW, AdwWindow)

GtkWidget *noslip_setup_window_new(GtkWindow *parent, NoslipSetupList *list);
