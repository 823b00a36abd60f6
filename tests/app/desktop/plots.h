/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views under a real pointer: what they read off, what their axes show, and their menus. */
#pragma once

#include "tests/app/desktop/driven.h"
#include "ui/widgets/views/view-private.h"

/* driven_begin() for tests that open menus with the pointer, which do not slide: GTK 4.8 warns of its own count of
 * pressed widgets at the second one. */
void plots_begin(int *argc, char ***argv);
/* The view of this name, which must be there. */
NoslipView *plots_view(NoslipWindow *window, const char *name);
/* Opens a view with its key, alone in the window, and waits until it is drawn. */
NoslipView *plots_alone(NoslipWindow *window, const char *key, const char *name);
/* TRUE if a text in the view's picture contains this; in a view with figures, in this figure. */
gboolean plots_drawn_with(NoslipView *view, guint figure, const char *text);
/* What is read off at the pointer: "NAME = VALUE,  t = TIME"; NULL: nothing. */
const char *plots_read_off(NoslipView *view, guint figure);
/* The value and the time in it. */
void plots_values(const char *reading, double *value, double *time);
/* Moves the pointer to a place of a figure and waits for its reading. */
const char *plots_point(NoslipView *view, guint figure, double time, double value);
void plots_range(NoslipView *view, guint figure, double x[2], double y[2]);
/* TRUE if the axes of a figure are those; requests another picture. */
gboolean plots_shows(NoslipView *view, guint figure, const double x[2], const double y[2]);
/* How much is shown of what was. */
void plots_part(NoslipView *view, guint figure, const double x[2], const double y[2], double *of_x, double *of_y);
/* Opens a menu with the pointer. Returns what popped up. */
GtkWidget *plots_open_menu(NoslipWindow *window, const char *name);
void plots_click_item(GtkWidget *popover, const char *title);
void plots_close_menu(GtkWidget *popover);
gboolean plots_has_choice(NoslipView *view, const char *name, const char *value);
