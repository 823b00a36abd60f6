/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views under a real pointer: their readings, the ranges of their axes, and their menus. */
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
/* Opens a view of this kind beside the others, and waits until it is mapped. */
NoslipView *plots_open(NoslipWindow *window, const char *kind);
/* Sets a choice to one value. */
void plots_choose(NoslipView *view, const char *name, const char *value);
/* TRUE if a text in the view's picture contains this; in a view with figures, in this figure. */
gboolean plots_drawn_with(NoslipView *view, guint figure, const char *text);
/* The place of the first text that contains this in the picture of a figure. FALSE if there is none. */
gboolean plots_place_of(NoslipView *view, guint figure, const char *text, double *x, double *y);
/* The reading at the pointer: "NAME = VALUE,  t = TIME"; NULL: none. */
const char *plots_read_off(NoslipView *view, guint figure);
/* The value and the time in it. */
void plots_values(const char *reading, double *value, double *time);
/* Moves the pointer to a place of a figure and waits for its reading. */
const char *plots_point(NoslipView *view, guint figure, double time, double value);
void plots_range(NoslipView *view, guint figure, double x[2], double y[2]);
/* TRUE if the axes of a figure are those; requests another picture. */
gboolean plots_shows(NoslipView *view, guint figure, const double x[2], const double y[2]);
/* The fraction of the earlier range that is shown. */
void plots_part(NoslipView *view, guint figure, const double x[2], const double y[2], double *of_x, double *of_y);
/* Opens a menu with the pointer. Returns its popover. */
GtkWidget *plots_open_menu(NoslipWindow *window, const char *name);
void plots_click_item(GtkWidget *popover, const char *title);
void plots_close_menu(GtkWidget *popover);
gboolean plots_has_choice(NoslipView *view, const char *name, const char *value);
