/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor's document: its text, its file's name, unsaved changes, and their draft. */
#include "ui/widgets/editor/editor-private.h"

#include <glib/gi18n.h>

#define KEEP_AFTER 1000 /* milliseconds from a change to its draft */

GtkTextBuffer *
noslip_editor_buffer(NoslipEditor *self)
{
  return gtk_text_view_get_buffer(GTK_TEXT_VIEW(self->text));
}

GtkWidget *
noslip_editor_text_widget(NoslipEditor *self)
{
  return self->text;
}

char *
noslip_editor_text(NoslipEditor *self)
{
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(noslip_editor_buffer(self), &start, &end);
  return gtk_text_buffer_get_text(noslip_editor_buffer(self), &start, &end, TRUE);
}

const char *
noslip_editor_file(NoslipEditor *self)
{
  return self->file;
}

char *
noslip_editor_name(NoslipEditor *self)
{
  g_autofree char *base = self->file ? g_path_get_basename(self->file) : g_strdup(UNTITLED);
  return g_filename_display_name(base);
}

gboolean
noslip_editor_is_original(NoslipEditor *self)
{
  return self->original;
}

gboolean
noslip_editor_is_modified(NoslipEditor *self)
{
  return gtk_text_buffer_get_modified(noslip_editor_buffer(self));
}

void
noslip_editor_notify(NoslipEditor *self)
{
  g_autofree char *name = noslip_editor_name(self);
  g_autofree char *title = noslip_editor_is_modified(self) ? g_strdup_printf(_("• %s, not saved"), name)
                           : self->original                ? g_strdup_printf(_("%s, from the catalogue"), name)
                                                           : g_strdup(name);
  noslip_editor_head_set_title(NOSLIP_EDITOR_HEAD(self->head), title);
  g_signal_emit_by_name(self, "changed");
}

void
noslip_editor_forget_draft(NoslipEditor *self)
{
  g_clear_handle_id(&self->keep, g_source_remove);
  self->unkept = FALSE;
  if (self->drafted)
    noslip_draft_discard(self->draft);
  self->drafted = FALSE;
}

void
noslip_editor_keep_draft(NoslipEditor *self)
{
  if (!noslip_editor_is_modified(self)) {
    noslip_editor_forget_draft(self);
    return;
  }
  if (!self->draft) {
    g_autofree char *folder = noslip_drafts_folder();
    self->draft = noslip_draft_new(folder);
  }
  g_autofree char *text = noslip_editor_text(self);
  noslip_draft_keep(self->draft, self->file, self->base, text);
  self->drafted = TRUE;
}

/* The user must know if drafts cannot be written; once is enough. */
static void
warn_unkept(NoslipEditor *self)
{
  g_autofree char *error = self->draft && !self->warned ? noslip_draft_error(self->draft) : NULL;
  if (!error)
    return;
  g_autofree char *text = g_strdup_printf(_("No draft can be saved (%s): a crash would lose unsaved changes."), error);
  self->warned = TRUE;
  noslip_editor_notice_show(NOSLIP_EDITOR_NOTICE(self->notice), text, NULL, NULL, NULL, NULL);
}

/* Writes a draft of the changes, and checks the result a little later. */
static gboolean
keep_now(gpointer data)
{
  NoslipEditor *self = data;
  if (self->unkept) {
    self->unkept = FALSE;
    noslip_editor_keep_draft(self);
    return G_SOURCE_CONTINUE;
  }
  self->keep = 0;
  warn_unkept(self);
  return G_SOURCE_REMOVE;
}

void
noslip_editor_discard(NoslipEditor *self)
{
  gtk_text_buffer_set_modified(noslip_editor_buffer(self), FALSE);
  noslip_editor_forget_draft(self);
}

gboolean
noslip_editor_flush_draft(NoslipEditor *self)
{
  g_clear_handle_id(&self->keep, g_source_remove);
  if (self->unkept)
    noslip_editor_keep_draft(self);
  self->unkept = FALSE;
  g_autofree char *error = self->draft ? noslip_draft_flush(self->draft) : NULL;
  return error == NULL;
}

void
noslip_editor_keep_draft_soon(NoslipEditor *self)
{
  self->unkept = TRUE;
  if (!self->keep)
    self->keep = g_timeout_add_full(G_PRIORITY_DEFAULT, KEEP_AFTER, keep_now, self, NULL);
}

void
noslip_editor_replace_text(NoslipEditor *self, const char *text, NoslipEdit edit)
{
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  GtkTextIter start, end, cursor;
  gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer));
  int line = gtk_text_iter_get_line(&cursor);
  noslip_undo_names_begin(self->names, edit);
  gtk_text_buffer_begin_user_action(buffer);
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  gtk_text_buffer_delete(buffer, &start, &end);
  gtk_text_buffer_insert(buffer, &start, text, -1);
  gtk_text_buffer_end_user_action(buffer);
  noslip_undo_names_end(self->names);
  gtk_text_buffer_get_iter_at_line(buffer, &cursor, line);
  gtk_text_buffer_place_cursor(buffer, &cursor);
}

void
noslip_editor_set_saved(NoslipEditor *self, const char *text)
{
  g_free(self->saved);
  g_free(self->base);
  self->saved = g_strdup(text);
  self->base = noslip_draft_base(text);
}
