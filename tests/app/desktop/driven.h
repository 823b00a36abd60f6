/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What tests that drive the real window share: waiting, finding widgets by their accessible names, and real keys and
 * a real pointer (xdotool), under a display server of their own. */
#pragma once

#include "app/desktop/desktop.h"

#define DRIVEN_PATIENCE (60 * G_USEC_PER_SEC)

/* Runs the main loop until something holds. */
#define WAIT_FOR(condition)                                                                                            \
  do {                                                                                                                 \
    gint64 begun_ = g_get_monotonic_time();                                                                            \
    while (!(condition)) {                                                                                             \
      if (!g_main_context_iteration(NULL, FALSE))                                                                      \
        g_usleep(1000);                                                                                                \
      g_assert_cmpint(g_get_monotonic_time() - begun_, <, DRIVEN_PATIENCE);                                            \
    }                                                                                                                  \
  } while (0)

/* The application, registered; free with g_object_unref(). */
NoslipApplication *driven_application(int *argc, char ***argv);
gboolean driven_settled(NoslipWindow *window); /* asks for frames until it is */
/* A window with its actions that shows `id` at `time` (NaN: 0), settled. */
NoslipWindow *driven_open(NoslipApplication *application, const char *id, double time);
void driven_close(NoslipWindow *window);
void driven_run(double seconds); /* the main loop, for so long */
/* The first widget below (or at) `root` of this type with this accessible name, or NULL. */
GtkWidget *driven_find(GtkWidget *root, GType type, const char *name);
/* The first visible label below `root` that contains the text, or NULL. */
GtkWidget *driven_label(GtkWidget *root, const char *text);
/* Presses keys as the keyboard would ("space", "ctrl+shift+c"), and lets the window take notice. */
void driven_key(const char *keys);
/* Types a text of one line. */
void driven_type(const char *text);
/* The pointer to a place of a widget (its own pixels), or drags from there to another. */
void driven_point(GtkWidget *widget, double x, double y);
void driven_click(GtkWidget *widget, double x, double y);
void driven_drag(GtkWidget *widget, double x, double y, double to_x, double to_y);
