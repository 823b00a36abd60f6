/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/editing.h"

#include <math.h>

NoslipWindow *
open_editor(const char *id)
{
  NoslipWindow *window = open_window(id, NAN);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.editor", NULL);
  g_assert_true(noslip_window_has_editor(window));
  return window;
}

GtkTextBuffer *
buffer_of(NoslipWindow *window)
{
  return noslip_editor_buffer(noslip_window_editor(window));
}

char *
text_of(NoslipWindow *window)
{
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer_of(window), &start, &end);
  return gtk_text_buffer_get_text(buffer_of(window), &start, &end, TRUE);
}

void
type_at_end(NoslipWindow *window, const char *text)
{
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(buffer_of(window), &end);
  gtk_text_buffer_begin_user_action(buffer_of(window));
  gtk_text_buffer_insert(buffer_of(window), &end, text, -1);
  gtk_text_buffer_end_user_action(buffer_of(window));
}

void
close_editor(NoslipWindow *window)
{
  noslip_editor_discard(noslip_window_editor(window));
  close_window(window);
}

GtkWidget *
find_type(GtkWidget *from, GType type)
{
  if (G_TYPE_CHECK_INSTANCE_TYPE(from, type))
    return from;
  for (GtkWidget *child = gtk_widget_get_first_child(from); child; child = gtk_widget_get_next_sibling(child)) {
    GtkWidget *found = find_type(child, type);
    if (found)
      return found;
  }
  return NULL;
}

gboolean
says(GtkWidget *from, const char *text)
{
  if (GTK_IS_LABEL(from) && g_str_has_prefix(gtk_label_get_text(GTK_LABEL(from)), text))
    return TRUE;
  for (GtkWidget *child = gtk_widget_get_first_child(from); child; child = gtk_widget_get_next_sibling(child))
    if (says(child, text))
      return TRUE;
  return FALSE;
}

