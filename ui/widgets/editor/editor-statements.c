/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The list of statements: the chosen one is inserted on a new line, its parts as fields to fill in. And lines that
 * other parts of the window add. */
#include "ui/widgets/editor/editor-private.h"

#include <glib/gi18n.h>

static void
insert_statement(NoslipEditor *self, const NoslipStatementHelp *statement)
{
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  const char *form = statement->snippet;
  g_autoptr(GtkSourceSnippet) snippet = gtk_source_snippet_new_parsed(form, NULL);
  GtkTextIter at;
  gtk_text_buffer_get_iter_at_mark(buffer, &at, gtk_text_buffer_get_insert(buffer));
  noslip_undo_names_begin(self->names, NOSLIP_EDIT_STATEMENT);
  gtk_text_buffer_begin_user_action(buffer);
  if (!gtk_text_iter_ends_line(&at))
    gtk_text_iter_forward_to_line_end(&at);
  gtk_text_buffer_place_cursor(buffer, &at);
  if (!gtk_text_iter_starts_line(&at))
    gtk_text_buffer_insert(buffer, &at, "\n", 1);
  gtk_text_buffer_place_cursor(buffer, &at);
  if (snippet)
    gtk_source_view_push_snippet(GTK_SOURCE_VIEW(self->text), snippet, &at);
  else
    gtk_text_buffer_insert(buffer, &at, statement->example, -1);
  gtk_text_buffer_end_user_action(buffer);
  noslip_undo_names_end(self->names);
  gtk_text_view_scroll_mark_onscreen(GTK_TEXT_VIEW(self->text), gtk_text_buffer_get_insert(buffer));
}

void
noslip_editor_add_line(NoslipEditor *self, const char *line)
{
  GtkTextBuffer *buffer = noslip_editor_buffer(self);
  GtkTextIter end, last;
  gtk_text_buffer_get_end_iter(buffer, &end);
  last = end;
  gboolean fresh = !gtk_text_iter_backward_char(&last) || gtk_text_iter_get_char(&last) == '\n';
  g_autofree char *text = g_strdup_printf("%s%s\n", fresh ? "" : "\n", line);
  gtk_text_buffer_begin_user_action(buffer);
  gtk_text_buffer_insert(buffer, &end, text, -1);
  gtk_text_buffer_end_user_action(buffer);
  gtk_text_iter_backward_char(&end); /* the end of the new line */
  gtk_text_buffer_place_cursor(buffer, &end);
  noslip_editor_text_show_cursor_soon(NOSLIP_EDITOR_TEXT(self->text));
}

static void
row_activated(GtkListBox *list, GtkListBoxRow *row, NoslipEditor *self)
{
  guint n = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  guint index = (guint) gtk_list_box_row_get_index(row);
  gtk_popover_popdown(GTK_POPOVER(gtk_widget_get_ancestor(GTK_WIDGET(list), GTK_TYPE_POPOVER)));
  gtk_widget_grab_focus(self->text);
  if (index < n)
    insert_statement(self, &statements[index]);
}

static GtkWidget *
row_new(const NoslipStatementHelp *statement)
{
  GtkWidget *box = gtk_box_new(GTK_ORIENTATION_HORIZONTAL, 12), *row = gtk_list_box_row_new();
  GtkWidget *keyword = gtk_label_new(statement->keyword), *meaning = gtk_label_new(_(statement->meaning));
  gtk_widget_add_css_class(keyword, "monospace");
  gtk_label_set_xalign(GTK_LABEL(keyword), 0);
  gtk_label_set_width_chars(GTK_LABEL(keyword), 11);
  gtk_widget_add_css_class(meaning, "dim-label");
  gtk_label_set_xalign(GTK_LABEL(meaning), 0);
  gtk_label_set_ellipsize(GTK_LABEL(meaning), PANGO_ELLIPSIZE_END);
  gtk_widget_set_hexpand(meaning, TRUE);
  gtk_box_append(GTK_BOX(box), keyword);
  gtk_box_append(GTK_BOX(box), meaning);
  gtk_list_box_row_set_child(GTK_LIST_BOX_ROW(row), box);
  gtk_widget_set_tooltip_text(row, statement->form);
  gtk_accessible_update_property(GTK_ACCESSIBLE(row), GTK_ACCESSIBLE_PROPERTY_LABEL, statement->keyword,
                                 GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, _(statement->meaning), -1);
  return row;
}

GtkWidget *
noslip_editor_statements_new(NoslipEditor *self)
{
  guint n = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  GtkWidget *list = gtk_list_box_new(), *scroller = gtk_scrolled_window_new(), *popover = gtk_popover_new();
  gtk_list_box_set_selection_mode(GTK_LIST_BOX(list), GTK_SELECTION_NONE);
  gtk_accessible_update_property(GTK_ACCESSIBLE(list), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Statements"), -1);
  for (guint i = 0; i < n; i++)
    gtk_list_box_append(GTK_LIST_BOX(list), row_new(&statements[i]));
  g_signal_connect(list, "row-activated", G_CALLBACK(row_activated), self);
  gtk_scrolled_window_set_policy(GTK_SCROLLED_WINDOW(scroller), GTK_POLICY_NEVER, GTK_POLICY_AUTOMATIC);
  gtk_scrolled_window_set_propagate_natural_height(GTK_SCROLLED_WINDOW(scroller), TRUE);
  gtk_scrolled_window_set_max_content_height(GTK_SCROLLED_WINDOW(scroller), 320);
  gtk_scrolled_window_set_child(GTK_SCROLLED_WINDOW(scroller), list);
  gtk_widget_set_size_request(scroller, 460, -1);
  gtk_popover_set_child(GTK_POPOVER(popover), scroller);
  gtk_accessible_update_property(GTK_ACCESSIBLE(popover), GTK_ACCESSIBLE_PROPERTY_LABEL, _("Statements"), -1);
  return popover;
}
