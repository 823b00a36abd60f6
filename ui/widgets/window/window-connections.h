/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Connections between the parts of a window: their signals, for window.c only. */
#pragma once

#include "ui/widgets/window/file-drop.h"
#include "ui/widgets/window/window.h"

/* Connects all parts; `drop` is a NoslipFileDrop. */
void noslip_window_connect_parts(NoslipWindow *window, GtkWidget *drop);
void noslip_window_show_problems(NoslipWindow *window); /* those of the text, or of the set-up, at the bottom of the
                                                         * window */
void noslip_window_update_title(NoslipWindow *window);
void noslip_window_update_look(NoslipWindow *window); /* theme and scale of all drawing */
