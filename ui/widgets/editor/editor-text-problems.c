/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Problems in the editor's text: marked lines, and messages drawn after them. */
#include "ui/widgets/editor/editor-text-private.h"
#include "ui/widgets/editor/editor-text.h"

#include <glib/gi18n.h>

#define GAP 24    /* pixels between the end of a line and its message */
#define LEAST 200 /* pixels: a message with less room is drawn over the end of the line */

GtkTextBuffer *
noslip_editor_text_buffer(NoslipEditorText *self)
{
  return gtk_text_view_get_buffer(GTK_TEXT_VIEW(self));
}

void
noslip_editor_text_iter_at(GtkTextBuffer *buffer, guint line, guint column, GtkTextIter *iter)
{
  if (!gtk_text_buffer_get_iter_at_line(buffer, iter, line > 0 ? (int) line - 1 : 0)) {
    gtk_text_buffer_get_end_iter(buffer, iter);
    return;
  }
  for (guint i = 1; i < column && !gtk_text_iter_ends_line(iter); i++)
    gtk_text_iter_forward_char(iter);
}

static void
range_of(GtkTextBuffer *buffer, const NoslipPlace *place, GtkTextIter *start, GtkTextIter *end)
{
  noslip_editor_text_iter_at(buffer, place->line, place->column, start);
  *end = *start;
  for (guint i = 0; i < MAX(1, place->length) && !gtk_text_iter_ends_line(end); i++)
    gtk_text_iter_forward_char(end);
  /* at the end of a line only the text before it can be underlined */
  while (gtk_text_iter_equal(start, end) && !gtk_text_iter_starts_line(start))
    gtk_text_iter_backward_char(start);
}

static void
clear_problems(NoslipEditorText *self)
{
  GtkTextBuffer *buffer = noslip_editor_text_buffer(self);
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  gtk_text_buffer_remove_tag(buffer, self->error, &start, &end);
  gtk_text_buffer_remove_tag(buffer, self->warning, &start, &end);
  gtk_source_buffer_remove_source_marks(GTK_SOURCE_BUFFER(buffer), &start, &end, NULL);
  for (guint i = 0; i < self->problems->len; i++) {
    EditorProblem *problem = g_ptr_array_index(self->problems, i);
    gtk_text_buffer_delete_mark(buffer, problem->start);
    gtk_text_buffer_delete_mark(buffer, problem->end);
    if (problem->fix) {
      gtk_text_buffer_delete_mark(buffer, problem->fix_start);
      gtk_text_buffer_delete_mark(buffer, problem->fix_end);
    }
  }
  g_ptr_array_set_size(self->problems, 0);
}

/* The place of the fix is marked, so that it moves with the text. */
static void
mark_fix(NoslipEditorText *self, EditorProblem *problem, const NoslipDiagnostic *diagnostic)
{
  const NoslipPlace *place = &diagnostic->fixed;
  if (diagnostic->fix == NULL)
    return;
  GtkTextBuffer *buffer = noslip_editor_text_buffer(self);
  GtkTextIter start, end;
  noslip_editor_text_iter_at(buffer, place->line, place->column, &start);
  end = start;
  for (guint i = 0; i < place->length && !gtk_text_iter_ends_line(&end); i++)
    gtk_text_iter_forward_char(&end);
  problem->fix = g_strdup(diagnostic->fix);
  problem->fix_start = g_object_ref(gtk_text_buffer_create_mark(buffer, NULL, &start, TRUE));
  problem->fix_end = g_object_ref(gtk_text_buffer_create_mark(buffer, NULL, &end, TRUE));
}

static void
add_problem(NoslipEditorText *self, guint index, const NoslipDiagnostic *diagnostic)
{
  GtkTextBuffer *buffer = noslip_editor_text_buffer(self);
  gboolean error = diagnostic->severity == NOSLIP_ERROR;
  GtkTextIter start, end;
  range_of(buffer, &diagnostic->place, &start, &end);
  gtk_text_buffer_apply_tag(buffer, error ? self->error : self->warning, &start, &end);
  EditorProblem *problem = g_new0(EditorProblem, 1);
  problem->severity = diagnostic->severity;
  problem->start = g_object_ref(gtk_text_buffer_create_mark(buffer, NULL, &start, TRUE));
  problem->end = g_object_ref(gtk_text_buffer_create_mark(buffer, NULL, &end, FALSE));
  problem->message = diagnostic->remedy ? g_strdup_printf("%s; %s", diagnostic->cause, diagnostic->remedy)
                                        : g_strdup(diagnostic->cause);
  problem->whole = diagnostic->remedy ? g_strdup_printf("%s\n%s", diagnostic->cause, diagnostic->remedy)
                                      : g_strdup(diagnostic->cause);
  problem->index = index;
  mark_fix(self, problem, diagnostic);
  g_ptr_array_add(self->problems, problem);
  gtk_text_iter_set_line_offset(&start, 0);
  gtk_source_buffer_create_source_mark(GTK_SOURCE_BUFFER(buffer), NULL, error ? MARK_ERROR : MARK_WARNING, &start);
}

void
noslip_editor_text_show_problems(NoslipEditorText *self, const NoslipDiagnostics *diagnostics)
{
  clear_problems(self);
  for (guint i = 0; diagnostics && i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity != NOSLIP_NOTE && diagnostic->place.line > 0)
      add_problem(self, i, diagnostic);
  }
  gtk_widget_queue_draw(GTK_WIDGET(self));
}

void
noslip_editor_text_problem_range(NoslipEditorText *self, const EditorProblem *problem, GtkTextIter *start,
                                 GtkTextIter *end)
{
  gtk_text_buffer_get_iter_at_mark(noslip_editor_text_buffer(self), start, problem->start);
  gtk_text_buffer_get_iter_at_mark(noslip_editor_text_buffer(self), end, problem->end);
}

char *
noslip_editor_text_problem_at(NoslipEditorText *self, const GtkTextIter *iter)
{
  for (guint i = 0; i < self->problems->len; i++) {
    const EditorProblem *problem = g_ptr_array_index(self->problems, i);
    GtkTextIter start, end;
    noslip_editor_text_problem_range(self, problem, &start, &end);
    if (gtk_text_iter_in_range(iter, &start, &end))
      return g_strdup(problem->whole);
  }
  return NULL;
}

void
noslip_editor_text_color_messages(NoslipEditorText *self, NoslipSeverity severity, GdkRGBA *ink, GdkRGBA *paper)
{
  gdk_rgba_parse(ink, severity == NOSLIP_ERROR ? (self->dark ? "#ff8f84" : "#b3161e")
                                               : (self->dark ? "#f5c35c" : "#8a5a00"));
  gdk_rgba_parse(paper, self->dark ? "#1e1e1e" : "#ffffff");
  /* a slight tint of the text's background */
  float share = 0.1f;
  paper->red = paper->red * (1 - share) + ink->red * share;
  paper->green = paper->green * (1 - share) + ink->green * share;
  paper->blue = paper->blue * (1 - share) + ink->blue * share;
}

/* Where the message of a line starts, and its largest width. FALSE if the line is not visible. */
static gboolean
place_message(NoslipEditorText *self, const GtkTextIter *on, const GdkRectangle *visible, int wanted, GdkRectangle *box)
{
  GtkTextView *view = GTK_TEXT_VIEW(self);
  GtkTextIter end = *on, cursor;
  GdkRectangle last;
  if (!gtk_text_iter_ends_line(&end))
    gtk_text_iter_forward_to_line_end(&end);
  gtk_text_view_get_iter_location(view, &end, &last);
  if (last.y + last.height < visible->y || last.y > visible->y + visible->height)
    return FALSE;
  int right = visible->x + visible->width, x = last.x + GAP, room = right - x - 8;
  if (room < MIN(LEAST, wanted)) {
    room = MIN(wanted, visible->width * 3 / 5);
    x = right - room - 8;
    /* but never over the text being typed */
    gtk_text_buffer_get_iter_at_mark(noslip_editor_text_buffer(self), &cursor,
                                     gtk_text_buffer_get_insert(noslip_editor_text_buffer(self)));
    GdkRectangle caret;
    gtk_text_view_get_iter_location(view, &cursor, &caret);
    if (gtk_text_iter_get_line(&cursor) == gtk_text_iter_get_line(on) && caret.x > x - GAP)
      return FALSE;
  }
  *box = (GdkRectangle){x, last.y, MIN(room, wanted), last.height};
  return TRUE;
}

void
noslip_editor_text_draw_message(NoslipEditorText *self, GtkSnapshot *snapshot, const EditorProblem *problem,
                                const GdkRectangle *visible)
{
  GtkTextIter start, end;
  noslip_editor_text_problem_range(self, problem, &start, &end);
  g_autoptr(PangoLayout) layout = gtk_widget_create_pango_layout(GTK_WIDGET(self), problem->message);
  PangoFontDescription *font =
      pango_font_description_copy(pango_context_get_font_description(gtk_widget_get_pango_context(GTK_WIDGET(self))));
  pango_font_description_set_family(font, "sans-serif");
  pango_layout_set_font_description(layout, font);
  pango_font_description_free(font);
  int width, height;
  pango_layout_get_pixel_size(layout, &width, &height);
  GdkRectangle box;
  if (!place_message(self, &end, visible, width + 16, &box))
    return;
  pango_layout_set_width(layout, MAX(1, box.width - 16) * PANGO_SCALE);
  pango_layout_set_ellipsize(layout, PANGO_ELLIPSIZE_END);
  GdkRGBA ink, paper;
  noslip_editor_text_color_messages(self, problem->severity, &ink, &paper);
  GskRoundedRect outline;
  gsk_rounded_rect_init_from_rect(
      &outline, &GRAPHENE_RECT_INIT((float) box.x, (float) box.y, (float) box.width, (float) box.height), 4);
  gtk_snapshot_push_rounded_clip(snapshot, &outline);
  gtk_snapshot_append_color(snapshot, &paper, &outline.bounds);
  gtk_snapshot_pop(snapshot);
  gtk_snapshot_save(snapshot);
  gtk_snapshot_translate(snapshot,
                         &GRAPHENE_POINT_INIT((float) box.x + 8, (float) box.y + (float) (box.height - height) / 2));
  gtk_snapshot_append_layout(snapshot, layout, &ink);
  gtk_snapshot_restore(snapshot);
}
