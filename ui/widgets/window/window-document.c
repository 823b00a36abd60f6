/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of the window's system: the editor beside the scene, saving, and asking before unsaved changes would go. */
#include "ui/widgets/common/file-dialog.h"
#include "ui/widgets/window/window-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define WIDE 1500 /* pixels: from here on the editor stands beside the scene, not below */

/* What is to be done once nothing is unsaved any more. */
typedef struct {
  NoslipWindow *window;  /* weak: the program may end before an answer comes */
  NoslipWindowThen then; /* or NULL */
  char *what;
} Next;

static Next *
next_new(NoslipWindow *window, NoslipWindowThen then, const char *what)
{
  Next *next = g_new0(Next, 1);
  g_set_weak_pointer(&next->window, window);
  next->then = then;
  next->what = g_strdup(what);
  return next;
}

static void
next_free(Next *next)
{
  g_clear_weak_pointer(&next->window);
  g_free(next->what);
  g_free(next);
}

/* The title and the actions follow the document */

static void
document_changed(NoslipEditor *editor, NoslipWindow *self)
{
  noslip_window_update_title(self);
  g_signal_emit_by_name(self, "document-changed");
}

gboolean
noslip_window_has_unsaved(NoslipWindow *self)
{
  return self->editor && noslip_editor_is_modified(NOSLIP_EDITOR(self->editor));
}

static void
place_activated(NoslipProblems *problems, guint line, guint column, NoslipWindow *self)
{
  if (self->setup_problems)
    return; /* a place in a set-up, not in the text */
  noslip_window_set_editor(self, TRUE);
  noslip_editor_go_to(NOSLIP_EDITOR(self->editor), line, column);
}

/* How the scene and the editor divide what there is stays as the user left it. */
static void
divider_moved(GtkPaned *paned, GParamSpec *pspec, NoslipWindow *self)
{
  gboolean beside = gtk_orientable_get_orientation(GTK_ORIENTABLE(paned)) == GTK_ORIENTATION_HORIZONTAL;
  int room = beside ? gtk_widget_get_width(GTK_WIDGET(paned)) : gtk_widget_get_height(GTK_WIDGET(paned));
  gboolean same = room == self->split_size;
  self->split_size = room;
  if (same && room > 0 && self->editor && gtk_widget_get_mapped(self->editor) && gtk_widget_get_mapped(self->scene))
    self->sizes.scene[beside ? 0 : 1] = CLAMP((double) gtk_paned_get_position(paned) / room, 0.1, 0.9);
}

void
noslip_window_build_document(NoslipWindow *self)
{
  self->scene_paned = gtk_paned_new(GTK_ORIENTATION_VERTICAL);
  gtk_paned_set_start_child(GTK_PANED(self->scene_paned), self->scene_box);
  gtk_paned_set_shrink_start_child(GTK_PANED(self->scene_paned), FALSE);
  gtk_paned_set_shrink_end_child(GTK_PANED(self->scene_paned), FALSE);
  g_signal_connect_object(self->scene_paned, "notify::position", G_CALLBACK(divider_moved), self, 0);
  g_signal_connect_object(self->problems, "place-activated", G_CALLBACK(place_activated), self, 0);
}

/* Built when it is first asked for: who only looks on pays nothing for it. */
NoslipEditor *
noslip_window_editor(NoslipWindow *self)
{
  if (!self->editor) {
    self->editor = noslip_editor_new();
    gtk_widget_set_visible(self->editor, FALSE);
    noslip_editor_set_dark(NOSLIP_EDITOR(self->editor), adw_style_manager_get_dark(adw_style_manager_get_default()));
    noslip_editor_set_simulation(NOSLIP_EDITOR(self->editor), self->simulation);
    g_signal_connect_object(self->editor, "changed", G_CALLBACK(document_changed), self, 0);
    gtk_paned_set_end_child(GTK_PANED(self->scene_paned), self->editor);
  }
  return NOSLIP_EDITOR(self->editor);
}

void
noslip_window_place_editor(NoslipWindow *self)
{
  gboolean shown = self->editing && !self->presentation;
  if (self->editor)
    gtk_widget_set_visible(self->editor, shown);
  noslip_window_show_problems(self);
  if (!shown)
    return;
  int width = gtk_widget_get_width(GTK_WIDGET(self));
  gboolean beside = width >= WIDE;
  gtk_orientable_set_orientation(GTK_ORIENTABLE(self->scene_paned),
                                 beside ? GTK_ORIENTATION_HORIZONTAL : GTK_ORIENTATION_VERTICAL);
  int room = beside ? gtk_widget_get_width(self->scene_paned) : gtk_widget_get_height(self->scene_paned);
  if (room > 0)
    gtk_paned_set_position(GTK_PANED(self->scene_paned), (int) (room * self->sizes.scene[beside ? 0 : 1]));
}

void
noslip_window_set_editor(NoslipWindow *self, gboolean visible)
{
  if (self->editing == !!visible)
    return;
  self->editing = !!visible;
  if (visible)
    noslip_window_editor(self);
  noslip_window_place_editor(self);
  gtk_widget_grab_focus(visible && !self->presentation ? noslip_editor_text_widget(NOSLIP_EDITOR(self->editor))
                                                       : self->scene);
  g_signal_emit_by_name(self, "document-changed");
}

gboolean
noslip_window_has_editor(NoslipWindow *self)
{
  return self->editing;
}

/* The editor shows those of its text; elsewhere, and where there was no text to read, the window does. */
void
noslip_window_show_problems(NoslipWindow *self)
{
  const NoslipDiagnostics *problems = noslip_simulation_source(self->simulation)->problems;
  if (self->setup_problems && !(problems && problems->n_errors > 0)) {
    noslip_problems_show(NOSLIP_PROBLEMS(self->problems), self->setup_name, self->setup_problems);
    return;
  }
  gboolean beside =
      self->editor && gtk_widget_get_visible(self->editor) && noslip_simulation_source(self->simulation)->text;
  noslip_problems_show(NOSLIP_PROBLEMS(self->problems), noslip_simulation_source(self->simulation)->problems_name,
                       beside ? NULL : problems);
}

/* Saving */

static void
saved(NoslipEditor *editor, const char *error, gpointer data)
{
  Next *next = data;
  if (error && next->window) {
    g_autofree char *text = g_strdup_printf(_("The text is not saved: %s"), error);
    noslip_window_toast(next->window, text);
  } else if (next->window && next->then && !noslip_window_has_unsaved(next->window)) {
    next->then(next->window, next->what);
  }
  next_free(next);
}

/* With the ending that systems have. */
void
noslip_window_save_to(NoslipWindow *self, const char *file)
{
  noslip_editor_save(noslip_window_editor(self), file, saved, next_new(self, NULL, NULL));
}

static void
place_chosen(GtkNativeDialog *dialog, int response, gpointer data)
{
  Next *next = data;
  NoslipWindow *self = next->window;
  g_autoptr(GFile) chosen =
      response == GTK_RESPONSE_ACCEPT ? gtk_file_chooser_get_file(GTK_FILE_CHOOSER(dialog)) : NULL;
  g_autofree char *path = chosen ? g_file_get_path(chosen) : NULL;
  if (path && self)
    noslip_editor_save(noslip_window_editor(self), path, saved, next);
  else
    next_free(next);
  noslip_file_dialog_end(dialog);
}

static void
choose_place(Next *next)
{
  NoslipEditor *editor = noslip_window_editor(next->window);
  GtkFileChooserNative *dialog = gtk_file_chooser_native_new(_("Save the system"), GTK_WINDOW(next->window),
                                                             GTK_FILE_CHOOSER_ACTION_SAVE, _("_Save"), _("_Cancel"));
  g_autofree char *name = noslip_editor_name(editor);
  if (noslip_editor_file(editor) && !noslip_editor_is_original(editor)) {
    g_autoptr(GFile) file = g_file_new_for_path(noslip_editor_file(editor));
    gtk_file_chooser_set_file(GTK_FILE_CHOOSER(dialog), file, NULL);
  } else {
    gtk_file_chooser_set_current_name(GTK_FILE_CHOOSER(dialog), name);
  }
  g_autoptr(GtkFileFilter) systems = gtk_file_filter_new();
  gtk_file_filter_set_name(systems, _("Systems (*.noslip)"));
  gtk_file_filter_add_suffix(systems, "noslip");
  gtk_file_chooser_add_filter(GTK_FILE_CHOOSER(dialog), systems);
  gtk_native_dialog_set_modal(GTK_NATIVE_DIALOG(dialog), TRUE);
  g_signal_connect(dialog, "response", G_CALLBACK(place_chosen), next);
  gtk_native_dialog_show(GTK_NATIVE_DIALOG(dialog));
}

static void
save(Next *next)
{
  NoslipEditor *editor = noslip_window_editor(next->window);
  if (!noslip_editor_file(editor) || noslip_editor_is_original(editor))
    choose_place(next);
  else
    noslip_editor_save(editor, noslip_editor_file(editor), saved, next);
}

void
noslip_window_save(NoslipWindow *self)
{
  save(next_new(self, NULL, NULL));
}

void
noslip_window_save_as(NoslipWindow *self)
{
  choose_place(next_new(self, NULL, NULL));
}

void
noslip_window_revert(NoslipWindow *self)
{
  if (noslip_window_has_unsaved(self))
    noslip_editor_revert(NOSLIP_EDITOR(self->editor));
}

/* Asking */

/* The dialog went without an answer: so does what waited for it. */
static void
unanswered(GtkWidget *dialog, Next *next)
{
  if (next->window)
    next->window->question = NULL;
  next_free(next);
}

static gboolean
go_on(gpointer data)
{
  Next *next = data;
  if (next->window)
    next->then(next->window, next->what);
  return G_SOURCE_REMOVE;
}

static void
answered(AdwMessageDialog *dialog, const char *response, gpointer data)
{
  Next *next = data;
  NoslipWindow *self = next->window;
  g_signal_handlers_disconnect_by_data(dialog, next); /* one answer */
  if (!self) {
    next_free(next);
    return;
  }
  self->question = NULL;
  if (g_str_equal(response, "save")) {
    save(next);
    return;
  }
  if (g_str_equal(response, "discard")) {
    /* once the dialog is gone: its window may be what is closed */
    noslip_editor_discard(noslip_window_editor(self));
    g_idle_add_full(G_PRIORITY_DEFAULT, go_on, next, (GDestroyNotify) next_free);
    return;
  }
  next_free(next);
}

void
noslip_window_when_saved(NoslipWindow *self, NoslipWindowThen then, const char *what)
{
  if (!noslip_window_has_unsaved(self)) {
    then(self, what);
    return;
  }
  if (self->question) {
    gtk_window_present(GTK_WINDOW(self->question));
    return;
  }
  g_autofree char *name = noslip_editor_name(NOSLIP_EDITOR(self->editor));
  GtkWidget *dialog = adw_message_dialog_new(GTK_WINDOW(self), _("Save changes?"), NULL);
  adw_message_dialog_format_body(ADW_MESSAGE_DIALOG(dialog),
                                 _("The text of “%s” has changes that are not saved. Without saving they are lost."),
                                 name);
  adw_message_dialog_add_responses(ADW_MESSAGE_DIALOG(dialog), "cancel", _("_Cancel"), "discard", _("_Discard"), "save",
                                   _("_Save"), NULL);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "discard", ADW_RESPONSE_DESTRUCTIVE);
  adw_message_dialog_set_response_appearance(ADW_MESSAGE_DIALOG(dialog), "save", ADW_RESPONSE_SUGGESTED);
  adw_message_dialog_set_default_response(ADW_MESSAGE_DIALOG(dialog), "save");
  adw_message_dialog_set_close_response(ADW_MESSAGE_DIALOG(dialog), "cancel");
  Next *next = next_new(self, then, what);
  g_signal_connect(dialog, "response", G_CALLBACK(answered), next);
  g_signal_connect(dialog, "destroy", G_CALLBACK(unanswered), next);
  gtk_window_set_destroy_with_parent(GTK_WINDOW(dialog), TRUE);
  self->question = dialog;
  gtk_window_present(GTK_WINDOW(dialog));
}

static void
close_now(NoslipWindow *self, const char *what)
{
  gtk_window_destroy(GTK_WINDOW(self));
}

gboolean
noslip_window_ask_before_closing(NoslipWindow *self)
{
  if (!noslip_window_has_unsaved(self))
    return FALSE;
  noslip_window_when_saved(self, close_now, NULL);
  return TRUE;
}

/* New texts */

static void
begin_new(NoslipWindow *self, const char *what)
{
  noslip_window_set_editor(self, TRUE);
  g_autofree char *text = noslip_editor_template();
  noslip_simulation_load_text(self->simulation, text, "new-system.noslip");
}

void
noslip_window_new_system(NoslipWindow *self)
{
  noslip_window_when_saved(self, begin_new, NULL);
}

void
noslip_window_recover(NoslipWindow *self, const char *file, const char *base, const char *text)
{
  noslip_window_set_editor(self, TRUE);
  noslip_editor_recover(NOSLIP_EDITOR(self->editor), file, base, text);
}
