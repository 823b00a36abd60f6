/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wheels and touchpads report distances in units of their own. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_SCROLL_STEP 15 /* pixels that two fingers move for one step of a wheel */

/* Inside the signal "scroll": its distance, in steps of a wheel. */
void noslip_scroll_to_steps(GtkEventControllerScroll *controller, double *dx, double *dy);
/* Inside the signal: two fingers on a touchpad, and no wheel. */
gboolean noslip_scroll_is_touchpad(GtkEventControllerScroll *controller);
/* A range that passes wheel events to its parent: scrolling past a slider must not change it. */
void noslip_scroll_pass(GtkWidget *range);
/* A scrolled window keeps its position when a child gets the focus: a child larger than the window is not scrolled to
 * its end. */
void noslip_scroll_keep(GtkWidget *scrolled_window);
/* A change of a text's extent within an allocation reaches its scroll bars after this frame. */
void noslip_scroll_hold_extent(GtkScrollable *text);
/* Draws a text. Lines that have changed since the layout of this frame (by input; or by GtkSourceView, which colours
 * lines before it draws them) are measured when they are drawn, and then a scroll that waited for them takes place. The
 * scroll bars, which are drawn after the text, would lack an allocation: it reaches them after this frame. */
void noslip_scroll_draw_text(GtkWidget *text, GtkSnapshot *snapshot, void (*draw)(GtkWidget *text, GtkSnapshot *));
