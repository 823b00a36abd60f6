/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows that are driven as a person would: opened, looked at, and found about in by the names that screen readers
 * read. */
#pragma once

#include "app/desktop/desktop.h"

#define PATIENCE (60 * G_USEC_PER_SEC)

/* Runs the main loop until something holds. */
#define WAIT_FOR(condition)                                                                                            \
  do {                                                                                                                 \
    gint64 begun = g_get_monotonic_time();                                                                             \
    while (!(condition)) {                                                                                             \
      if (!g_main_context_iteration(NULL, FALSE))                                                                      \
        g_usleep(1000);                                                                                                \
      g_assert_cmpint(g_get_monotonic_time() - begun, <, PATIENCE);                                                    \
    }                                                                                                                  \
  } while (0)

void driving_begin(void); /* the application, before any window */
void driving_end(void);
GtkApplication *driving_application(void);
gboolean settled(NoslipWindow *window);
/* A window with this system at this time (NaN: at its start), settled. */
NoslipWindow *open_window(const char *id, double time);
void close_window(NoslipWindow *window);
/* Pixels of a widget as they are drawn, OpenGL included: ARGB32, *n of them. Free with g_free(). */
guint32 *pixels_of(NoslipWindow *window, GtkWidget *widget, int *n);
guint colours(const guint32 *pixels, int n);                          /* different ones, up to 1000 */
GtkWidget *find_named(GtkWidget *root, GType type, const char *name); /* or NULL */
