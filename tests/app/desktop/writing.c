/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor under a real pointer: a statement from the list, undo by its button, a problem that moves the cursor to
 * its place, and the question before a text is closed. */
#include "tests/app/desktop/editing.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static GtkWidget *
in_editor(NoslipWindow *window, GType type, const char *name)
{
  return driven_find(GTK_WIDGET(noslip_window_editor(window)), type, name);
}

/* The editor, opened with its key, the cursor at the end of its text. */
static NoslipWindow *
open_by_key(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 300);
  driven_key("ctrl+e");
  GtkWidget *text = noslip_editor_text_widget(noslip_window_editor(window));
  WAIT_FOR(gtk_widget_get_mapped(text) && gtk_widget_has_focus(text));
  driven_key("ctrl+End");
  return window;
}

static gboolean
is_text(NoslipWindow *window, const char *wanted)
{
  g_autofree char *text = editing_text(window);
  return g_str_equal(text, wanted);
}

/* The name in the tooltip of the undo button. */
static const char *
undo_name(NoslipWindow *window)
{
  static const char *const names[] = {"Undo typing", "Undo deletion", "Undo new statement"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    if (in_editor(window, GTK_TYPE_BUTTON, names[i]))
      return names[i];
  g_error("the button of undo does not say what it undoes");
}

/* Its parts are filled in field by field; edits are undone by name, one after the other. */
static void
test_statement(void)
{
  NoslipWindow *window = open_by_key();
  g_autofree char *before = editing_text(window);
  driven_click_on(in_editor(window, GTK_TYPE_MENU_BUTTON, "Insert a statement"));
  GtkWidget *row = NULL;
  WAIT_FOR((row = in_editor(window, GTK_TYPE_LIST_BOX_ROW, "parameter")) && gtk_widget_get_mapped(row));
  driven_run(0.3); /* it slides */
  driven_click(row, 30, 10);
  WAIT_FOR(editing_ends_with(window, "parameter NAME = number"));
  driven_type("zeta");
  driven_key("Tab");
  driven_type("3");
  WAIT_FOR(editing_ends_with(window, "parameter zeta = 3"));
  WAIT_FOR(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "zeta")); /* the motion already has it */
  const char *last = NULL;
  g_assert_nonnull(in_editor(window, GTK_TYPE_BUTTON, "Undo typing"));
  for (int i = 0; i < 30 && !is_text(window, before); i++) {
    last = undo_name(window);
    driven_click_on(in_editor(window, GTK_TYPE_BUTTON, last));
  }
  g_assert_cmpstr(last, ==, "Undo new statement");
  int cursor = 0;
  g_object_get(editing_buffer(window), "cursor-position", &cursor, NULL);
  g_assert_cmpint(cursor, >, 1000); /* it stays where the change was */
  g_assert_true(is_text(window, before));
  driven_click_on(in_editor(window, GTK_TYPE_BUTTON, "Redo new statement"));
  WAIT_FOR(!is_text(window, before));
  editing_close(window);
}

/* An error is listed under the text; a click there moves the cursor to it. */
static void
test_problem(void)
{
  NoslipWindow *window = open_by_key();
  driven_type("observable twice = 2*nobody ");
  GtkWidget *label = NULL;
  WAIT_FOR((label = driven_label(GTK_WIDGET(noslip_window_editor(window)), "there is no nobody")));
  driven_key("ctrl+Home");
  driven_run(0.3);
  GtkWidget *list = in_editor(window, GTK_TYPE_LIST_BOX, "Problems");
  driven_click_on(GTK_WIDGET(gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), 0)));
  GtkTextBuffer *buffer = editing_buffer(window);
  GtkTextIter cursor, end;
  WAIT_FOR((gtk_text_buffer_get_iter_at_mark(buffer, &cursor, gtk_text_buffer_get_insert(buffer)),
            gtk_text_iter_get_offset(&cursor) > 0));
  end = cursor;
  gtk_text_iter_forward_chars(&end, (int) strlen("nobody"));
  g_autofree char *word = gtk_text_iter_get_text(&cursor, &end);
  g_assert_cmpstr(word, ==, "nobody");
  editing_close(window);
}

static void
on_window_destroyed(gpointer data, GObject *window)
{
  *(gboolean *) data = TRUE;
}

/* There is a question before unsaved changes are discarded; the catalogue's text is saved to another file. */
static void
test_left(void)
{
  NoslipWindow *window = open_by_key();
  gboolean closed = FALSE;
  g_object_weak_ref(G_OBJECT(window), on_window_destroyed, &closed);
  driven_type("# mine");
  WAIT_FOR(noslip_window_has_unsaved(window));
  driven_key("ctrl+s");
  WAIT_FOR(driven_file_dialog());
  driven_run(0.3);
  driven_key("Escape");
  WAIT_FOR(!driven_file_dialog());
  g_assert_true(noslip_window_has_unsaved(window));
  driven_key("ctrl+n");
  editing_answer("Cancel");
  g_assert_true(editing_ends_with(window, "# mine"));
  driven_key("ctrl+w");
  editing_answer("Discard");
  WAIT_FOR(closed);
}

int
main(int argc, char **argv)
{
  g_autofree char *folder = g_dir_make_tmp("noslip-writing-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  /* GTK's own file chooser has no session bus; GtkSourceView 5.6 warns of the scrollbars of its own list */
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  g_test_add_func("/writing/statement", test_statement);
  g_test_add_func("/writing/problem", test_problem);
  g_test_add_func("/writing/left", test_left);
  int status = g_test_run();
  driven_end();
  editing_remove_data(folder);
  return status;
}
