/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "What is conserved?": the finder's answer for the system of a window, searched in the background
 * (core/finder/conserved.h). */
#pragma once

#include "ui/widgets/window/window.h"

#define NOSLIP_TYPE_CONSERVED_WINDOW (noslip_conserved_window_get_type())
G_DECLARE_FINAL_TYPE(NoslipConservedWindow, noslip_conserved_window, NOSLIP, CONSERVED_WINDOW, AdwWindow)

/* Starts the search if a system is open. */
GtkWidget *noslip_conserved_window_new(NoslipWindow *window);
