/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The loop interval, marked over a scale: a band between two handles, which are moved by the pointer or, with the
 * focus, by the arrow keys. Nothing is shown if the interval is the whole scale. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_LOOP_MARKS (noslip_loop_marks_get_type())
G_DECLARE_FINAL_TYPE(NoslipLoopMarks, noslip_loop_marks, NOSLIP, LOOP_MARKS, GtkWidget)

/* Placed over `range`, in the same overlay. Signals: "moved" (double from, double to), "cleared". */
GtkWidget *noslip_loop_marks_new(GtkRange *range);
/* In the units of the range. */
void noslip_loop_marks_set(NoslipLoopMarks *marks, double from, double to, gboolean looping);
