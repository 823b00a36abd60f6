/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the tests that drive the real window: waiting, finding widgets by their accessible names, reading pixels,
 * and real keyboard and pointer input (xdotool), under a display server of their own. */
#pragma once

#include "app/desktop/desktop.h"

#define DRIVEN_PATIENCE (240 * G_USEC_PER_SEC)

/* Runs the main loop until a condition holds. */
#define WAIT_FOR(condition)                                                                                            \
  do {                                                                                                                 \
    gint64 begun_ = g_get_monotonic_time();                                                                            \
    while (!(condition)) {                                                                                             \
      if (!g_main_context_iteration(NULL, FALSE))                                                                      \
        g_usleep(1000);                                                                                                \
      g_assert_cmpint(g_get_monotonic_time() - begun_, <, DRIVEN_PATIENCE);                                            \
    }                                                                                                                  \
  } while (0)

/* Initialises the toolkit and the application, before any window and until driven_end(). NULL: in a program that is not
 * a test. */
void driven_begin(int *argc, char ***argv);
void driven_end(void);
GtkApplication *driven_application(void);
gboolean driven_settled(NoslipWindow *window); /* requests frames until it is */
/* A window with its actions that shows `id` at `time` (NaN: 0), settled. */
NoslipWindow *driven_open(const char *id, double time);
const char *driven_shown(NoslipWindow *window); /* the id of its system */
NoslipCamera driven_camera(NoslipWindow *window);
double driven_target_moved(const NoslipCamera *one, const NoslipCamera *other); /* metres over the ground */
void driven_close(NoslipWindow *window);
void driven_run(double seconds); /* runs the main loop for this time */
void driven_drain(void);         /* runs the main loop until it is idle */
/* The first widget below (or at) `root` of this type with this accessible name (NULL: any), or NULL. */
GtkWidget *driven_find(GtkWidget *root, GType type, const char *name);
/* The first visible label below `root` that contains the text, or NULL. */
GtkWidget *driven_label(GtkWidget *root, const char *text);
/* Whether the text that describes the view contains this one. */
gboolean driven_describes(NoslipView *view, const char *text);
/* Requests a picture; returns whether the view is ready. */
gboolean driven_view_is_ready(NoslipView *view);
/* The dialog that is open now, or NULL. */
AdwMessageDialog *driven_question(void);
/* Pixels of a widget as they are drawn, OpenGL included: ARGB32, *n of them. Free with g_free(). */
guint32 *driven_pixels(GtkWidget *widget, int *n);
guint driven_colours(const guint32 *pixels, int n); /* different ones, up to 1000 */
/* How many of n pixels differ. */
int driven_different(const guint32 *one, const guint32 *other, int n);
/* Presses keys as on the keyboard ("space", "ctrl+shift+c"), and lets the window handle them. */
void driven_key(const char *keys);
void driven_hold(const char *key); /* down, and up again */
void driven_release(const char *key);
/* Waits until the window has handled all input that the display server has received so far. */
void driven_take_notice(void);
/* Runs a program to its end, which must succeed; the main loop runs meanwhile. environment NULL: ours. */
void driven_spawn(char **words, char **environment, GSpawnFlags flags);
/* Types a text of one line. */
void driven_type(const char *text);
void driven_move(const char *words); /* arguments of xdotool, for actions outside of our windows */
/* Moves the pointer to a place in a widget (in its pixels); clicks there; or drags from there to another place. */
void driven_point(GtkWidget *widget, double x, double y);
void driven_click(GtkWidget *widget, double x, double y);
void driven_click_on(GtkWidget *widget); /* in its middle, once it is shown */
void driven_drag(GtkWidget *widget, double x, double y, double to_x, double to_y);
/* With any button (4 and 5: the wheel, forwards and backwards), while a key is held (NULL: none). */
void driven_press(GtkWidget *widget, double x, double y, guint button, guint times, const char *held);
void driven_pull(GtkWidget *widget, double x, double y, double to_x, double to_y, guint button, const char *held);
/* The first controller of this type on a widget, or NULL. */
GtkEventController *driven_controller(GtkWidget *widget, GType type);
/* The open file dialog, or NULL. */
GtkWidget *driven_file_dialog(void);
/* Writes a file's name over the one that its dialog suggests (NULL: any), or leaves the dialog (path NULL). */
void driven_answer_file(const char *suggested, const char *path);
