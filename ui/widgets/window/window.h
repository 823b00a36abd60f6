/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window: scene, views, side pane and timeline around one simulation. It connects its parts, each of which has its
 * own state and signals; app/desktop adds the actions. */
#pragma once

#include "core/simulation/value-history.h"
#include "ui/widgets/editor/problems.h"
#include "ui/widgets/side/job-row.h"
#include "ui/widgets/side/lecture.h"
#include "ui/widgets/views/meter.h"
#include "ui/widgets/window/announcements.h"
#include "ui/widgets/window/header.h"
#include "ui/widgets/window/layout.h"
#include "ui/widgets/window/opening.h"
#include "ui/widgets/window/pointer-focus.h"
#include "ui/widgets/window/presentation.h"
#include "ui/widgets/window/scene-pane.h"

#define NOSLIP_TYPE_WINDOW (noslip_window_get_type())
G_DECLARE_FINAL_TYPE(NoslipWindow, noslip_window, NOSLIP, WINDOW, AdwApplicationWindow)

NoslipWindow *noslip_window_new(GtkApplication *application);

/* The parts. */
NoslipSimulation *noslip_window_simulation(NoslipWindow *window);
NoslipHeader *noslip_window_header(NoslipWindow *window);
NoslipLayout *noslip_window_layout(NoslipWindow *window);
NoslipScenePane *noslip_window_scene_pane(NoslipWindow *window);
NoslipSceneView *noslip_window_scene(NoslipWindow *window);
NoslipTiles *noslip_window_tiles(NoslipWindow *window);
GtkWidget *noslip_window_timeline(NoslipWindow *window);
NoslipAnnouncements *noslip_window_announcements(NoslipWindow *window);
NoslipSystemDocument *noslip_window_document(NoslipWindow *window);
NoslipOpening *noslip_window_opening(NoslipWindow *window);
NoslipPresentation *noslip_window_presentation(NoslipWindow *window);
NoslipLecture *noslip_window_lecture(NoslipWindow *window);
NoslipPointerFocus *noslip_window_pointer_focus(NoslipWindow *window);
NoslipProblems *noslip_window_problems(NoslipWindow *window);
NoslipValueHistory *noslip_window_values(NoslipWindow *window);
NoslipMeter *noslip_window_meter(NoslipWindow *window);

/* Everything requested on opening (the system, the time) is loaded, computed and drawn. */
gboolean noslip_window_is_settled(NoslipWindow *window);
/* The signal "document-changed" is emitted when the text is saved, changed, shown or hidden. */
/* See toasts.h; takes ownership of the toast. */
void noslip_window_add_toast(NoslipWindow *window, AdwToast *toast);
void noslip_window_toast(NoslipWindow *window, const char *text);
/* Widgets of background work are shown above the timeline, all at once, until removed. */
void noslip_window_add_work(NoslipWindow *window, NoslipJobRow *row);
void noslip_window_remove_work(NoslipWindow *window, NoslipJobRow *row);
void noslip_window_tour(NoslipWindow *window);
/* window-distribution.c: D with the projected bracket and the restricted Lagrangian as a new text. */
void noslip_window_reduce_to_distribution(NoslipWindow *window);
/* window-setup.c: its present contents (setup.h); NULL: nothing yet. */
NoslipSetup *noslip_window_get_setup(NoslipWindow *window);
/* window-values.c: undoes (redoes) the last change of a parameter or initial value, and shows which; FALSE: there is
 * none. */
gboolean noslip_window_undo_value(NoslipWindow *window);
gboolean noslip_window_redo_value(NoslipWindow *window);

/* window-calls.c: shortcuts to functions of the parts; see there. */
void noslip_window_open(NoslipWindow *window, const char *id_or_path, gboolean play, double time);
NoslipEditor *noslip_window_editor(NoslipWindow *window);
void noslip_window_set_editor(NoslipWindow *window, gboolean visible);
gboolean noslip_window_has_editor(NoslipWindow *window);
gboolean noslip_window_has_unsaved(NoslipWindow *window);
void noslip_window_set_presentation(NoslipWindow *window, gboolean presentation);
gboolean noslip_window_is_presentation(NoslipWindow *window);
void noslip_window_set_side_pane(NoslipWindow *window, gboolean visible);
gboolean noslip_window_has_side_pane(NoslipWindow *window);
void noslip_window_show_gallery(NoslipWindow *window);

/* numbers.c: copies the value of the slider that has the focus, else the number under the pointer, else the time and
 * every coordinate and velocity as the scene describes them. */
void noslip_window_copy(NoslipWindow *window);

/* regions.c: moves the focus to the next visible region of the window (header, values, scene, text, views, timeline),
 * or with -1 to the previous one. */
void noslip_window_go_to_region(NoslipWindow *window, int direction);
