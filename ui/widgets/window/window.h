/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: scene, views, side pane and timeline around one simulation. Its actions are added by app/desktop. */
#pragma once

#include "core/simulation/setup/setup.h"
#include "ui/widgets/editor/editor.h"
#include "ui/widgets/scene/scene-view.h"
#include "ui/widgets/side/job-row.h"
#include "ui/widgets/views/meter.h"
#include "ui/widgets/window/tiles.h"

#include <adwaita.h>

#define NOSLIP_TYPE_WINDOW (noslip_window_get_type())
G_DECLARE_FINAL_TYPE(NoslipWindow, noslip_window, NOSLIP, WINDOW, AdwApplicationWindow)

/* What the user dragged dividers to: pixels of the column of views and of the side pane, and the scene's share of what it
 * divides with the editor, beside it and above it. */
typedef struct {
  int views, side;
  double scene[2];
} NoslipWindowSizes;

NoslipWindow *noslip_window_new(GtkApplication *application);
NoslipSimulation *noslip_window_simulation(NoslipWindow *window);
NoslipSceneView *noslip_window_scene(NoslipWindow *window);
NoslipTiles *noslip_window_tiles(NoslipWindow *window);
NoslipMeter *noslip_window_meter(NoslipWindow *window);
/* Opens a catalogue id or a file; `play`: runs as soon as it is there; `time`: where the playhead goes (NaN: 0, or
 * where the set-up says). */
void noslip_window_open(NoslipWindow *window, const char *id_or_path, gboolean play, double time);
/* What was asked for on opening (the system, the time) is there and everything is computed and drawn. */
gboolean noslip_window_is_settled(NoslipWindow *window);
/* The text, its editor and its file. Signal "document-changed": whether it is saved, or shown, changed. */
NoslipEditor *noslip_window_editor(NoslipWindow *window);
void noslip_window_set_editor(NoslipWindow *window, gboolean visible);
gboolean noslip_window_has_editor(NoslipWindow *window);
gboolean noslip_window_has_unsaved(NoslipWindow *window);
void noslip_window_save(NoslipWindow *window); /* asks for a place where it has none of its own */
void noslip_window_save_as(NoslipWindow *window);
void noslip_window_save_to(NoslipWindow *window, const char *file);
void noslip_window_revert(NoslipWindow *window);
void noslip_window_new_system(NoslipWindow *window);
/* D with the projected bracket and the restricted Lagrangian as a new text. */
void noslip_window_reduce_to_distribution(NoslipWindow *window);
/* A text that a crash left unsaved; `file` may be NULL. */
void noslip_window_recover(NoslipWindow *window, const char *file, const char *base, const char *text);
/* Does something (with a copy of `what`) now, or after unsaved changes were asked about; never where the user
 * cancels. */
typedef void (*NoslipWindowThen)(NoslipWindow *window, const char *what);
void noslip_window_when_saved(NoslipWindow *window, NoslipWindowThen then, const char *what);
/* See toasts.h; takes the toast. */
void noslip_window_add_toast(NoslipWindow *window, AdwToast *toast);
void noslip_window_toast(NoslipWindow *window, const char *text);
/* What goes on beside the window stands above the line of time, all of it at once, until it is removed. */
void noslip_window_add_work(NoslipWindow *window, NoslipJobRow *row);
void noslip_window_remove_work(NoslipWindow *window, NoslipJobRow *row);
/* Set-ups (setup.h). Signals: "setups-opened" (GPtrArray of NoslipSetup *): a file or text with more than one was
 * opened; "setup-file-opened" (its path): a file with any. */
NoslipSetup *noslip_window_get_setup(NoslipWindow *window); /* what it shows now; NULL: nothing yet */
void noslip_window_show_setup(NoslipWindow *window, NoslipSetup *setup);
/* Shows the first of those that were read from `name`. Takes the diagnostics, and tells them. */
void noslip_window_take_setups(NoslipWindow *window, GPtrArray *setups, const char *name,
                               NoslipDiagnostics *diagnostics);
NoslipSetup *noslip_window_story(NoslipWindow *window); /* that is shown (story.h), or NULL */
/* Large and for a moment: where a lecture is; and keys as they are pressed, while that is wanted. */
void noslip_window_announce(NoslipWindow *window, const char *text);
void noslip_window_set_shows_keys(NoslipWindow *window, gboolean shown);
gboolean noslip_window_shows_keys(NoslipWindow *window);
void noslip_window_show_key(NoslipWindow *window, const char *text);
void noslip_window_welcome(NoslipWindow *window, gboolean shown); /* the caption of the first start */
void noslip_window_tour(NoslipWindow *window);
/* Takes back (brings back) the parameter or initial value that was set last, and tells which; FALSE: there is none. */
gboolean noslip_window_undo_value(NoslipWindow *window);
gboolean noslip_window_redo_value(NoslipWindow *window);
void noslip_window_set_presentation(NoslipWindow *window, gboolean presentation);
gboolean noslip_window_is_presentation(NoslipWindow *window);
void noslip_window_set_side_pane(NoslipWindow *window, gboolean visible);
gboolean noslip_window_has_side_pane(NoslipWindow *window);
gboolean noslip_window_is_narrow(NoslipWindow *window); /* the views are tabs, and the side pane waits */
void noslip_window_get_sizes(NoslipWindow *window, NoslipWindowSizes *sizes);
void noslip_window_set_sizes(NoslipWindow *window, const NoslipWindowSizes *sizes);
void noslip_window_show_gallery(NoslipWindow *window);
void noslip_window_set_speed(NoslipWindow *window, int steps); /* so many places faster (slower) in the list */
/* The menus, which app/desktop fills. */
void noslip_window_set_menus(NoslipWindow *window, GMenuModel *views, GMenuModel *main);
