/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Fixes of problems, applied by one key or click. */
#include "ui/widgets/editor/editor-text-private.h"
#include "ui/widgets/editor/editor-text.h"

static void
write_fix(NoslipEditorText *self, const EditorProblem *problem)
{
  GtkTextBuffer *buffer = noslip_editor_text_buffer(self);
  GtkTextIter start, end;
  gtk_text_buffer_get_iter_at_mark(buffer, &start, problem->fix_start);
  gtk_text_buffer_get_iter_at_mark(buffer, &end, problem->fix_end);
  g_autofree char *fix = g_strdup(problem->fix); /* the list of problems may be rebuilt meanwhile */
  gtk_text_buffer_begin_user_action(buffer);
  gtk_text_buffer_delete(buffer, &start, &end);
  gtk_text_buffer_insert(buffer, &start, fix, -1);
  gtk_text_buffer_end_user_action(buffer);
  gtk_text_buffer_place_cursor(buffer, &start);
  gtk_text_view_scroll_mark_onscreen(GTK_TEXT_VIEW(self), gtk_text_buffer_get_insert(buffer));
}

gboolean
noslip_editor_text_fix(NoslipEditorText *self, guint index)
{
  for (guint i = 0; i < self->problems->len; i++) {
    EditorProblem *problem = g_ptr_array_index(self->problems, i);
    if (problem->index != index || problem->fix == NULL || problem->fixed)
      continue;
    problem->fixed = TRUE; /* until the text is read again */
    write_fix(self, problem);
    return TRUE;
  }
  return FALSE;
}

int
noslip_editor_text_fix_here(NoslipEditorText *self)
{
  GtkTextBuffer *buffer = noslip_editor_text_buffer(self);
  GtkTextIter cursor, start;
  int first = -1;
  gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer));
  for (guint i = 0; i < self->problems->len; i++) {
    const EditorProblem *problem = g_ptr_array_index(self->problems, i);
    if (problem->fix == NULL || problem->fixed)
      continue;
    gtk_text_buffer_get_iter_at_mark(buffer, &start, problem->start);
    if (gtk_text_iter_get_line(&start) == gtk_text_iter_get_line(&cursor))
      return (int) problem->index;
    if (first < 0)
      first = (int) problem->index;
  }
  return first;
}
