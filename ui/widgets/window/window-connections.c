/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/window/window-connections.h"
#include "ui/widgets/finder/fit-view.h"

#include "core/base/words.h"
#include "ui/widgets/window/window-setup.h"

#include <glib/gi18n.h>
#include <math.h>

/* The editor shows the problems of its text; if it is closed, or if there was no text to read, the window shows them,
 * but not during a presentation. */
void
noslip_window_show_problems(NoslipWindow *self)
{
  const NoslipTextSource *source = noslip_simulation_source(noslip_window_simulation(self));
  const char *name = NULL;
  const NoslipDiagnostics *of_setup = noslip_opening_problems(noslip_window_opening(self), &name);
  if (of_setup && !(source->problems && source->problems->n_errors > 0)) {
    noslip_problems_show(noslip_window_problems(self), name, of_setup);
    return;
  }
  NoslipEditor *editor = noslip_system_document_existing_editor(noslip_window_document(self));
  gboolean in_editor = editor && gtk_widget_get_visible(GTK_WIDGET(editor)) && source->text;
  gboolean presented = noslip_presentation_is_active(noslip_window_presentation(self)) &&
                       noslip_simulation_system(noslip_window_simulation(self));
  noslip_problems_show(noslip_window_problems(self), source->problems_name,
                       in_editor || presented ? NULL : source->problems);
}

/* The title of the system, marked if its text is not saved. */
void
noslip_window_update_title(NoslipWindow *self)
{
  const NoslipSystem *system = noslip_simulation_system(noslip_window_simulation(self));
  const char *title =
      system ? (system->title && system->title[0] ? noslip_words(system->title) : noslip_words(system->id)) : NULL;
  g_autofree char *marked =
      title && noslip_system_document_has_unsaved(noslip_window_document(self)) ? g_strdup_printf("• %s", title) : NULL;
  if (marked)
    title = marked;
  g_autofree char *window_title = title ? g_strdup_printf(_("%s – Noslip"), title) : g_strdup("Noslip");
  gtk_window_set_title(GTK_WINDOW(self), window_title);
  noslip_header_set_title(noslip_window_header(self), title ? title : "Noslip");
}

/* Connections between the parts */

static void
on_document_changed(NoslipSystemDocument *document, NoslipWindow *self)
{
  noslip_window_update_title(self);
  g_signal_emit_by_name(self, "document-changed");
}

static void
on_editor_created(NoslipSystemDocument *document, GtkWidget *editor, NoslipWindow *self)
{
  noslip_editor_set_dark(NOSLIP_EDITOR(editor), noslip_presentation_is_dark(noslip_window_presentation(self)));
  noslip_layout_set_editor(noslip_window_layout(self), editor);
}

static void
on_editing(NoslipSystemDocument *document, GParamSpec *pspec, NoslipWindow *self)
{
  gboolean editing = noslip_system_document_is_editing(document);
  noslip_layout_set_editing(noslip_window_layout(self), editing);
  noslip_window_show_problems(self);
  gtk_widget_grab_focus(editing && !noslip_presentation_is_active(noslip_window_presentation(self))
                            ? noslip_editor_text_widget(noslip_system_document_editor(document))
                            : GTK_WIDGET(noslip_window_scene(self)));
  g_signal_emit_by_name(self, "document-changed");
}

static void
on_place_activated(NoslipProblems *problems, guint line, guint column, NoslipWindow *self)
{
  const char *name;
  if (noslip_opening_problems(noslip_window_opening(self), &name))
    return; /* a place in a set-up, not in the text */
  noslip_system_document_set_editing(noslip_window_document(self), TRUE);
  noslip_editor_go_to(noslip_system_document_editor(noslip_window_document(self)), line, column);
}

static void
on_system_requested(NoslipOpening *opening, NoslipWindow *self)
{
  noslip_scene_pane_welcome(noslip_window_scene_pane(self), FALSE); /* it is about the previous system */
}

static void
on_setup_shown(NoslipOpening *opening, NoslipSetup *setup, NoslipWindow *self)
{
  noslip_scene_pane_set_story(noslip_window_scene_pane(self), setup);
}

static void
on_setup_ready(NoslipOpening *opening, NoslipSetup *setup, NoslipDiagnostics *problems, NoslipWindow *self)
{
  noslip_window_give_setup(self, setup, problems);
}

void
noslip_window_update_look(NoslipWindow *self)
{
  gboolean dark = noslip_presentation_is_dark(noslip_window_presentation(self));
  double scale = noslip_presentation_scale(noslip_window_presentation(self));
  NoslipEditor *editor = noslip_system_document_existing_editor(noslip_window_document(self));
  noslip_tiles_set_look(noslip_window_tiles(self), dark, scale);
  if (editor)
    noslip_editor_set_dark(editor, dark);
  noslip_scene_view_set_look(noslip_window_scene(self), dark, scale);
}

static void
on_presentation(NoslipPresentation *presentation, GParamSpec *pspec, NoslipWindow *self)
{
  gboolean active = noslip_presentation_is_active(presentation);
  gtk_widget_set_visible(GTK_WIDGET(noslip_window_header(self)), !active);
  gtk_widget_set_visible(noslip_window_timeline(self), !active);
  noslip_scene_pane_set_clock(noslip_window_scene_pane(self), active); /* the timeline had the focus */
  if (active) {
    noslip_scene_pane_welcome(noslip_window_scene_pane(self), FALSE);
    gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(self)));
  }
  noslip_layout_set_presentation(noslip_window_layout(self), active);
  noslip_window_show_problems(self);
}

/* The first file is opened here, each other one in a new window. */
static void
on_dropped(NoslipFileDrop *drop, GPtrArray *paths, gboolean all_setups, NoslipWindow *self)
{
  if (all_setups) {
    noslip_opening_open_setup_files(noslip_window_opening(self), paths);
    return;
  }
  for (guint i = paths->len; i-- > 1;)
    gtk_widget_activate_action(GTK_WIDGET(self), "app.open-window", "s", paths->pdata[i]);
  gtk_window_present(GTK_WINDOW(self));
  noslip_window_open(self, paths->pdata[0], FALSE, NAN);
}

/* Measured data are for the Fit view of the system that is open. */
static void
on_data_dropped(NoslipFileDrop *drop, const char *path, NoslipWindow *self)
{
  NoslipTiles *tiles = noslip_window_tiles(self);
  gtk_window_present(GTK_WINDOW(self));
  noslip_tiles_set_open(tiles, &noslip_fit_view, TRUE);
  noslip_fit_view_take_data(noslip_tiles_view(tiles, &noslip_fit_view), path);
}

void
noslip_window_connect_parts(NoslipWindow *self, GtkWidget *drop)
{
  g_signal_connect_object(noslip_window_presentation(self), "notify::active", G_CALLBACK(on_presentation), self, 0);
  g_signal_connect_object(noslip_window_presentation(self), "look-changed", G_CALLBACK(noslip_window_update_look), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(noslip_window_document(self), "changed", G_CALLBACK(on_document_changed), self, 0);
  g_signal_connect_object(noslip_window_document(self), "notify::editing", G_CALLBACK(on_editing), self, 0);
  g_signal_connect_object(noslip_window_document(self), "editor-created", G_CALLBACK(on_editor_created), self, 0);
  g_signal_connect_object(noslip_window_document(self), "message", G_CALLBACK(noslip_window_toast), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(noslip_window_scene(self), "message", G_CALLBACK(noslip_window_toast), self,
                          G_CONNECT_SWAPPED);
  g_signal_connect_object(noslip_window_opening(self), "system-wanted", G_CALLBACK(on_system_requested), self, 0);
  g_signal_connect_object(noslip_window_opening(self), "setup-shown", G_CALLBACK(on_setup_shown), self, 0);
  g_signal_connect_object(noslip_window_opening(self), "setup-ready", G_CALLBACK(on_setup_ready), self, 0);
  g_signal_connect_object(noslip_window_opening(self), "problems-changed", G_CALLBACK(noslip_window_show_problems),
                          self, G_CONNECT_SWAPPED);
  g_signal_connect_object(noslip_window_problems(self), "place-activated", G_CALLBACK(on_place_activated), self, 0);
  g_signal_connect_object(drop, "dropped", G_CALLBACK(on_dropped), self, 0);
  g_signal_connect_object(drop, "data-dropped", G_CALLBACK(on_data_dropped), self, 0);
  g_signal_connect_object(drop, "refused", G_CALLBACK(noslip_window_toast), self, G_CONNECT_SWAPPED);
}
