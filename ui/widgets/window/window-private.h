/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/simulation/value-history.h"
#include "ui/widgets/common/toasts.h"
#include "ui/widgets/editor/problems.h"
#include "ui/widgets/side/side-pane.h"
#include "ui/widgets/side/status.h"
#include "ui/widgets/window/timeline.h"
#include "ui/widgets/window/tour.h"
#include "ui/widgets/window/welcome.h"
#include "ui/widgets/window/window.h"

struct _NoslipWindow {
  AdwApplicationWindow parent;
  NoslipSimulation *simulation;
  NoslipMeter meter;
  gboolean two_columns; /* of views, because they are many */
  guint n_warnings;     /* of the motion that were shown */
  NoslipValueHistory *values;
  GtkWidget *toasts, *header, *title, *flap, *paned, *scene_box, *scene, *status, *tiles, *side_pane, *timeline,
      *problems, *works, *bottom, *scene_paned, *editor, *question;
  GtkWidget *gallery_button, *open, *play, *restart, *back, *forward, *speed, *view_menu, *main_menu, *side_toggle;
  NoslipToasts *toast_queue;
  guint tick;
  gboolean presentation, narrow, updating, editing;
  /* what was asked for with the system that is being opened */
  gboolean play_when_open;
  double time_when_open;
  gboolean play_when_saved; /* the same, while unsaved changes are asked about */
  double time_when_saved;
  /* the set-up whose system is being opened, or that waits for what is unsaved; and what is wrong with it */
  NoslipSetup *setup, *setup_when_saved;
  NoslipDiagnostics *setup_problems, *setup_told;
  char *setup_name;
  NoslipSetup *story;                      /* that is shown, or NULL */
  GtkWidget *caption, *asked;              /* of the story; and that it waits */
  GtkWidget *above, *announcement, *key;   /* over everything: short announcements */
  GtkWidget *drop_note;                    /* the same, while files are carried over the window */
  GtkWidget *scene_above, *welcome, *tour; /* over the scene; the latter two NULL where they are not shown */
  guint announced, key_shown;              /* sources */
  GtkWidget *focus_before;                 /* had the focus when a menu was opened: a weak pointer */
  gboolean shows_keys;
  gboolean side_before; /* while presenting: whether there was a side pane */
  NoslipWindowSizes sizes;
  int paned_width, split_size; /* of the two dividers at their last move: where it is the same, the user moved it */
  guint placed;                /* frames since the divider was placed */
  guint release;               /* tick callback */
  gboolean side_wide;          /* there was one when the window was wide last */
  guint settled_frames;        /* frames drawn since the last change */
  gint64 last_change;          /* monotonic, microseconds */
};

#define NOSLIP_WINDOW_NARROW 1100 /* pixels: below this the views are tabs under the scene */

/* window-header.c */
void noslip_window_build_header(NoslipWindow *window);
void noslip_window_update_header(NoslipWindow *window, NoslipChange change);
void noslip_window_update_title(NoslipWindow *window);
/* window-layout.c */
void noslip_window_build_layout(NoslipWindow *window);
void noslip_window_update_look(NoslipWindow *window);
void noslip_window_update_width(NoslipWindow *window);
void noslip_window_place_divider(NoslipWindow *window);
/* window-setup.c */
void noslip_window_give_setup(NoslipWindow *window); /* to the system that it was opened for */
void noslip_window_forget_setup(NoslipWindow *window);
gboolean noslip_window_is_setup_file(const char *path);
void noslip_window_open_setup_files(NoslipWindow *window, GPtrArray *paths); /* of char *: one list */
/* As noslip_window_open(); FALSE: the file is none. */
gboolean noslip_window_open_setups(NoslipWindow *window, const char *path, gboolean play, double time);
/* window-story.c */
GtkWidget *noslip_window_build_caption(NoslipWindow *window);
void noslip_window_set_story(NoslipWindow *window, NoslipSetup *setup); /* where it is one; NULL: none is shown */
void noslip_window_update_story(NoslipWindow *window, NoslipChange change);
/* window-above.c */
void noslip_window_build_above(NoslipWindow *window, GtkWidget *content);
void noslip_window_clear_above(NoslipWindow *window);
/* window-drop.c: files that are dropped on the window. */
void noslip_window_build_drop(NoslipWindow *window);
/* window-values.c */
void noslip_window_class_add_value_keys(GtkWidgetClass *class);
/* window-document.c */
void noslip_window_build_document(NoslipWindow *window);
void noslip_window_place_editor(NoslipWindow *window);
void noslip_window_show_problems(NoslipWindow *window);
gboolean noslip_window_ask_before_closing(NoslipWindow *window); /* TRUE: it does not close yet */
