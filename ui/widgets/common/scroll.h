/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wheels and touchpads report distances in units of their own. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_SCROLL_STEP 15 /* pixels that two fingers move for one step of a wheel */

/* Inside the signal "scroll": its distance, in steps of a wheel. */
void noslip_scroll_to_steps(GtkEventControllerScroll *controller, double *dx, double *dy);
/* Inside the signal: two fingers on a touchpad, and no wheel. */
gboolean noslip_scroll_is_touchpad(GtkEventControllerScroll *controller);
/* A range that leaves wheels to what it stands in: who scrolls past a slider means no number. */
void noslip_scroll_pass(GtkWidget *range);
/* What a scrolled window shows stays where it is when something in it gets the focus: what is larger than the window is
 * not moved to its end. */
void noslip_scroll_keep(GtkWidget *scrolled_window);
