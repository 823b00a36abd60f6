/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/app/desktop/editing.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

NoslipWindow *
editing_open(const char *id)
{
  NoslipWindow *window = driven_open(id, NAN);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.editor", NULL);
  g_assert_true(noslip_window_has_editor(window));
  return window;
}

GtkTextBuffer *
editing_buffer(NoslipWindow *window)
{
  return noslip_editor_buffer(noslip_window_editor(window));
}

char *
editing_text(NoslipWindow *window)
{
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(editing_buffer(window), &start, &end);
  return gtk_text_buffer_get_text(editing_buffer(window), &start, &end, TRUE);
}

gboolean
editing_ends_with(NoslipWindow *window, const char *end)
{
  g_autofree char *text = editing_text(window);
  return g_str_has_suffix(text, end);
}

void
editing_append(NoslipWindow *window, const char *text)
{
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(editing_buffer(window), &end);
  gtk_text_buffer_begin_user_action(editing_buffer(window));
  gtk_text_buffer_insert(editing_buffer(window), &end, text, -1);
  gtk_text_buffer_end_user_action(editing_buffer(window));
}

void
editing_close(NoslipWindow *window)
{
  noslip_editor_discard(noslip_window_editor(window));
  driven_close(window);
}

void
editing_answer(const char *label)
{
  WAIT_FOR(driven_question() && gtk_widget_get_mapped(GTK_WIDGET(driven_question())));
  driven_run(0.3);
  GtkWidget *found = driven_label(GTK_WIDGET(driven_question()), label);
  if (!found)
    g_error("the question has no answer %s", label);
  driven_click_on(found);
  WAIT_FOR(!driven_question());
}

NoslipHelpWindow *
editing_manual(void)
{
  for (GList *l = gtk_application_get_windows(driven_application()); l; l = l->next)
    if (NOSLIP_IS_HELP_WINDOW(l->data))
      return l->data;
  return NULL;
}

typedef struct {
  GtkTextView *view;
  GtkTextTag *tag; /* to apply; NULL: all tags are removed, and the end is scrolled to */
} FrameChange;

static void
change_in_frame(GdkFrameClock *clock, FrameChange *change)
{
  g_signal_handlers_disconnect_by_data(clock, change);
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(change->view);
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  if (change->tag)
    gtk_text_buffer_apply_tag(buffer, change->tag, &start, &end);
  else {
    gtk_text_buffer_remove_all_tags(buffer, &start, &end);
    gtk_text_buffer_place_cursor(buffer, &end);
    gtk_text_view_scroll_mark_onscreen(change->view, gtk_text_buffer_get_insert(buffer));
  }
  gtk_widget_queue_draw(GTK_WIDGET(change->view));
}

static void
change_late(GtkTextView *view, GtkTextTag *tag)
{
  FrameChange change = {view, tag};
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(view));
  gulong handler = g_signal_connect_after(clock, "layout", G_CALLBACK(change_in_frame), &change);
  gdk_frame_clock_request_phase(clock, GDK_FRAME_CLOCK_PHASE_LAYOUT);
  WAIT_FOR(!g_signal_handler_is_connected(clock, handler));
  driven_run(0.3);
}

void
editing_change_in_frame(GtkTextView *view)
{
  GtkAdjustment *scroll = gtk_scrollable_get_vadjustment(GTK_SCROLLABLE(view));
  GtkTextTag *large = gtk_text_buffer_create_tag(gtk_text_view_get_buffer(view), NULL, "scale", 5.0, NULL);
  GtkWidget *scrolled = gtk_widget_get_ancestor(GTK_WIDGET(view), GTK_TYPE_SCROLLED_WINDOW);
  gtk_scrolled_window_set_overlay_scrolling(GTK_SCROLLED_WINDOW(scrolled), FALSE); /* its bars are drawn */
  driven_run(0.5);
  double upper = gtk_adjustment_get_upper(scroll);
  change_late(view, large);
  WAIT_FOR(gtk_adjustment_get_upper(scroll) > upper);
  change_late(view, NULL);
  WAIT_FOR(gtk_adjustment_get_upper(scroll) == upper);
}

void
editing_remove_data(const char *folder)
{
  static const char *const parts[] = {"noslip/drafts", "noslip", ""};
  for (guint i = 0; i < G_N_ELEMENTS(parts); i++) {
    g_autofree char *path = g_build_filename(folder, parts[i], NULL);
    g_rmdir(path);
  }
}

GtkWidget *
editing_button_of(GtkWidget *from, const char *tooltip)
{
  const char *own = gtk_widget_get_tooltip_text(from);
  if (GTK_IS_BUTTON(from) && own && g_str_has_prefix(own, tooltip))
    return from;
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child(from); child && !found; child = gtk_widget_get_next_sibling(child))
    found = editing_button_of(child, tooltip);
  return found;
}

GtkWidget *
editing_button_saying(GtkWidget *from, const char *text)
{
  if (GTK_IS_BUTTON(from) && gtk_widget_is_visible(from) &&
      g_strcmp0(gtk_button_get_label(GTK_BUTTON(from)), text) == 0) {
    g_assert_true(!strchr(text, '_') || gtk_button_get_use_underline(GTK_BUTTON(from))); /* no underscore is shown */
    return from;
  }
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child(from); child && !found; child = gtk_widget_get_next_sibling(child))
    found = editing_button_saying(child, text);
  return found;
}

void
editing_assert_names(NoslipWindow *window, const char *undo, const char *redo)
{
  GtkWidget *editor = GTK_WIDGET(noslip_window_editor(window));
  GtkWidget *back = editing_button_of(editor, "Undo"), *forth = editing_button_of(editor, "Redo");
  g_autofree char *first = g_strdup_printf("%s (Ctrl+Z)", undo), *second = g_strdup_printf("%s (Ctrl+Shift+Z)", redo);
  g_assert_cmpstr(gtk_widget_get_tooltip_text(back), ==, first);
  g_assert_cmpstr(gtk_widget_get_tooltip_text(forth), ==, second);
  gtk_test_accessible_assert_property(back, GTK_ACCESSIBLE_PROPERTY_LABEL, undo);
}
