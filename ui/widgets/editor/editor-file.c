/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The file of the text: writing it, and noticing changes by other programs. */
#include "ui/widgets/editor/editor-private.h"

#include "core/catalogue/catalogue.h"
#include "core/output/output.h"
#include "ui/widgets/editor/difference-window.h"

#include <glib/gi18n.h>
#include <string.h>

#define LOOK_AFTER 200 /* milliseconds from a change of the file to reading it */

/* Reading, on a thread: nothing waits for a disk */

typedef struct {
  char *path;
  char *text; /* NULL: there is no file, or it is not the text of a system */
  gboolean missing;
} Look;

static void
look_free(gpointer data)
{
  Look *look = data;
  g_free(look->path);
  g_free(look->text);
  g_free(look);
}

static void
read_file(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  Look *look = data;
  gsize length = 0;
  NoslipDiagnostics *ignored = noslip_diagnostics_new();
  g_autofree char *text = noslip_catalogue_read(look->path, &length, ignored);
  noslip_diagnostics_free(ignored);
  look->missing = !g_file_test(look->path, G_FILE_TEST_EXISTS);
  look->text = text ? g_utf8_make_valid(text, (gssize) length) : NULL;
  g_task_return_boolean(task, TRUE);
}

/* `done` gets a Look; it is not called if the editor shows another file by then. */
static void
look_at_file(NoslipEditor *self, GAsyncReadyCallback done, gpointer data)
{
  Look *look = g_new0(Look, 1);
  look->path = g_strdup(self->file);
  g_autoptr(GTask) task = g_task_new(self, self->looking, done, data);
  g_task_set_task_data(task, look, look_free);
  g_task_run_in_thread(task, read_file);
}

/* Another program's changes */

static void
take_from_disk(NoslipEditor *self, const char *text)
{
  noslip_editor_replace_text(self, text, NOSLIP_EDIT_RELOAD);
  noslip_editor_set_saved(self, text);
  gtk_text_buffer_set_modified(noslip_editor_buffer(self), FALSE);
  noslip_editor_forget_draft(self);
  noslip_editor_notify(self);
}

static void
loaded_again(GObject *source, GAsyncResult *result, gpointer data)
{
  Look *look = g_task_get_task_data(G_TASK(result));
  if (g_task_propagate_boolean(G_TASK(result), NULL) && look->text)
    take_from_disk(NOSLIP_EDITOR(source), look->text);
}

static void
show_difference(GObject *source, GAsyncResult *result, gpointer data)
{
  NoslipEditor *self = NOSLIP_EDITOR(source);
  Look *look = g_task_get_task_data(G_TASK(result));
  if (!g_task_propagate_boolean(G_TASK(result), NULL) || !look->text)
    return;
  GtkRoot *root = gtk_widget_get_root(GTK_WIDGET(self));
  g_autofree char *here = noslip_editor_text(self), *name = noslip_editor_name(self);
  gtk_window_present(
      GTK_WINDOW(noslip_difference_window_new(GTK_IS_WINDOW(root) ? GTK_WINDOW(root) : NULL, name, look->text, here)));
}

/* Asks the user to choose one of two texts: the file's, or that of the editor. */
static void
chosen(gpointer data, int way)
{
  NoslipEditor *self = data;
  if (way == 1)
    look_at_file(self, loaded_again, NULL);
  else if (way == 3)
    look_at_file(self, show_difference, NULL);
}

/* A notice about two texts: either can be taken, and they can be compared. */
static void
show_both(NoslipEditor *self, const char *text, const char *keep, NoslipNoticeAnswered answered)
{
  NoslipEditorNotice *notice = NOSLIP_EDITOR_NOTICE(self->notice);
  noslip_editor_notice_show(notice, text, _("_Load the file"), keep, answered, self);
  noslip_editor_notice_add_look(notice, _("_Difference"));
}

/* Whether the editor's text was made from this one. */
static gboolean
is_base(NoslipEditor *self, const char *text)
{
  g_autofree char *base = noslip_draft_base(text);
  return g_strcmp0(base, self->base) == 0;
}

static void
show_missing(NoslipEditor *self)
{
  g_autofree char *name = noslip_editor_name(self);
  g_autofree char *text = g_strdup_printf(_("“%s” no longer exists. Save writes it again."), name);
  gtk_text_buffer_set_modified(noslip_editor_buffer(self), TRUE);
  noslip_editor_notice_show(NOSLIP_EDITOR_NOTICE(self->notice), text, NULL, NULL, NULL, NULL);
}

static void
looked(GObject *source, GAsyncResult *result, gpointer data)
{
  NoslipEditor *self = NOSLIP_EDITOR(source);
  Look *look = g_task_get_task_data(G_TASK(result));
  if (!g_task_propagate_boolean(G_TASK(result), NULL) || !self->saved)
    return;
  if (look->missing) {
    show_missing(self);
    return;
  }
  g_autofree char *own = noslip_editor_text(self);
  if (!look->text || g_str_equal(look->text, self->saved)) {
    if (look->text && g_str_equal(look->text, own)) /* removed and created again */
      gtk_text_buffer_set_modified(noslip_editor_buffer(self), FALSE);
    return;
  }
  g_autofree char *name = noslip_editor_name(self);
  if (noslip_editor_is_modified(self) && !g_str_equal(look->text, own)) {
    g_autofree char *text =
        g_strdup_printf(_("“%s” was changed by another program, and there are unsaved changes here."), name);
    show_both(self, text, _("_Keep this text"), chosen);
    return;
  }
  take_from_disk(self, look->text);
  g_autofree char *text = g_strdup_printf(_("“%s” was changed by another program and has been read again."), name);
  noslip_editor_notice_show(NOSLIP_EDITOR_NOTICE(self->notice), text, NULL, NULL, NULL, NULL);
}

static void
compared(GObject *source, GAsyncResult *result, gpointer data)
{
  NoslipEditor *self = NOSLIP_EDITOR(source);
  Look *look = g_task_get_task_data(G_TASK(result));
  if (!g_task_propagate_boolean(G_TASK(result), NULL))
    return;
  if (look->missing) {
    show_missing(self);
    return;
  }
  g_autofree char *own = noslip_editor_text(self), *name = noslip_editor_name(self);
  if (!look->text || is_base(self, look->text) || g_str_equal(look->text, own))
    return;
  g_autofree char *text =
      g_strdup_printf(_("“%s” has changed since this text was made from it. Nothing has been written yet."), name);
  show_both(self, text, _("_Keep this text"), chosen);
}

void
noslip_editor_compare_with_file(NoslipEditor *self)
{
  if (self->file)
    look_at_file(self, compared, NULL);
}

static gboolean
look_now(gpointer data)
{
  NoslipEditor *self = data;
  self->look = 0;
  look_at_file(self, looked, NULL);
  return G_SOURCE_REMOVE;
}

static void
file_changed(GFileMonitor *monitor, GFile *file, GFile *other, GFileMonitorEvent event, NoslipEditor *self)
{
  if (event == G_FILE_MONITOR_EVENT_ATTRIBUTE_CHANGED)
    return;
  g_clear_handle_id(&self->look, g_source_remove);
  self->look = g_timeout_add_full(G_PRIORITY_DEFAULT, LOOK_AFTER, look_now, self, NULL);
}

void
noslip_editor_leave_file(NoslipEditor *self)
{
  g_clear_handle_id(&self->look, g_source_remove);
  if (self->looking)
    g_cancellable_cancel(self->looking);
  g_clear_object(&self->looking);
  if (self->monitor)
    g_signal_handlers_disconnect_by_data(self->monitor, self);
  g_clear_object(&self->monitor);
}

static gboolean
is_original(const char *file)
{
  g_autofree char *folder = g_path_get_dirname(file);
  g_auto(GStrv) folders = noslip_catalogue_folders();
  gboolean original = FALSE;
  for (guint i = 0; folders[i]; i++) {
    g_autofree char *absolute = g_canonicalize_filename(folders[i], NULL);
    g_autofree char *misprints = g_build_filename(absolute, "misprints", NULL);
    original =
        original || g_str_equal(absolute, folder) || g_str_equal(folders[i], folder) || g_str_equal(misprints, folder);
  }
  return original;
}

void
noslip_editor_set_file(NoslipEditor *self, const char *file)
{
  if (file != self->file) {
    g_free(self->file);
    self->file = g_strdup(file);
  }
  self->original = self->file && is_original(self->file);
  noslip_editor_leave_file(self);
  noslip_editor_notice_hide(NOSLIP_EDITOR_NOTICE(self->notice));
  if (!self->file)
    return;
  self->looking = g_cancellable_new();
  g_autoptr(GFile) place = g_file_new_for_path(self->file);
  self->monitor = g_file_monitor_file(place, G_FILE_MONITOR_WATCH_MOVES, NULL, NULL);
  if (self->monitor)
    g_signal_connect(self->monitor, "changed", G_CALLBACK(file_changed), self);
}

/* Saving */

typedef struct {
  NoslipEditor *editor;
  char *file, *text;
  guint64 revision;
  NoslipEditorSaved done;
  gpointer data;
} Save;

static void
save_done(Save *save, const char *error)
{
  if (save->done)
    save->done(save->editor, error, save->data);
  g_object_unref(save->editor);
  g_free(save->file);
  g_free(save->text);
  g_free(save);
}

static void
saved(GObject *source, GAsyncResult *result, gpointer data)
{
  Save *save = data;
  NoslipEditor *self = save->editor;
  g_autoptr(GError) error = NULL;
  if (g_task_propagate_boolean(G_TASK(result), &error)) {
    noslip_editor_set_file(self, save->file);
    noslip_editor_set_saved(self, save->text);
    if (self->revision == save->revision) {
      gtk_text_buffer_set_modified(noslip_editor_buffer(self), FALSE);
      noslip_editor_forget_draft(self);
    }
    noslip_editor_notify(self);
  }
  save_done(save, error ? error->message : NULL);
}

static void
write_text(GTask *task, gpointer source, gpointer data, GCancellable *cancellable)
{
  const Save *save = data;
  GError *error = NULL;
  if (noslip_output_write(save->file, save->text, strlen(save->text), NOSLIP_OUTPUT_REGULAR, NULL, &error))
    g_task_return_boolean(task, TRUE);
  else
    g_task_return_error(task, error);
}

/* On a thread: nothing waits for a disk. */
static void
write_file(Save *save)
{
  g_autoptr(GTask) task = g_task_new(save->editor, NULL, saved, save);
  save->editor->overwrite = FALSE;
  g_task_set_task_data(task, save, NULL);
  g_task_run_in_thread(task, write_text);
}

static void
decided(gpointer data, int way)
{
  NoslipEditor *self = data;
  if (way != 2)
    chosen(self, way);
  if (way != 2 || !self->file)
    return;
  self->overwrite = TRUE;
  gtk_widget_activate_action(GTK_WIDGET(self), "win.save", NULL);
}

/* Changes by another program are not overwritten without asking. */
static void
looked_before_saving(GObject *source, GAsyncResult *result, gpointer data)
{
  Save *save = data;
  NoslipEditor *self = save->editor;
  Look *look = g_task_get_task_data(G_TASK(result));
  gboolean here = g_task_propagate_boolean(G_TASK(result), NULL);
  if (!here || !look->text || is_base(self, look->text) || g_str_equal(look->text, save->text)) {
    write_file(save);
    return;
  }
  g_autofree char *name = noslip_editor_name(self);
  g_autofree char *text = g_strdup_printf(_("“%s” was changed by another program since it was read here."), name);
  show_both(self, text, _("_Save over it"), decided);
  save_done(save, text);
}

void
noslip_editor_save(NoslipEditor *self, const char *file, NoslipEditorSaved done, gpointer data)
{
  Save *save = g_new0(Save, 1);
  save->editor = g_object_ref(self);
  save->file = g_strdup(file);
  save->text = noslip_editor_text(self);
  save->revision = self->revision;
  save->done = done;
  save->data = data;
  if (!self->overwrite && g_strcmp0(file, self->file) == 0)
    look_at_file(self, looked_before_saving, save);
  else
    write_file(save);
}

void
noslip_editor_revert(NoslipEditor *self)
{
  if (!self->saved) {
    noslip_editor_discard(self);
    if (self->file && self->simulation)
      noslip_simulation_load(self->simulation, self->file);
    return;
  }
  noslip_editor_replace_text(self, self->saved, NOSLIP_EDIT_REVERT);
  gtk_text_buffer_set_modified(noslip_editor_buffer(self), FALSE);
  noslip_editor_forget_draft(self);
}
