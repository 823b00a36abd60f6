/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files with the encodings and line ends of other programs: Latin-1, CR LF, no newline at the end. */
#include "tests/app/desktop/editing.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

static char *folder;

static char *
written(const char *name, const char *text)
{
  char *file = g_build_filename(folder, name, NULL);
  g_assert_true(g_file_set_contents(file, text, -1, NULL));
  return file;
}

static void
answer(const char *response)
{
  WAIT_FOR(driven_question());
  AdwMessageDialog *dialog = driven_question();
  adw_message_dialog_response(dialog, response);
  gtk_window_destroy(GTK_WINDOW(dialog));
  WAIT_FOR(!driven_question());
}

static char *
contents(const char *name)
{
  g_autofree char *file = g_build_filename(folder, name, NULL);
  char *text = NULL;
  g_file_get_contents(file, &text, NULL, NULL);
  return text;
}

static gboolean
has(const char *name, const char *text)
{
  g_autofree char *found = contents(name);
  return g_strcmp0(found, text) == 0;
}

/* Latin-1 is opened as an unsaved text; the file is unchanged until it is saved. */
static void
test_latin_1(void)
{
  static const char latin[] = "noslip 1\ntitle \"M\xf6"
                              "bius\"\ncoordinate x\nlagrangian x'^2/2\n";
  static const char utf8[] = "noslip 1\ntitle \"Möbius\"\ncoordinate x\nlagrangian x'^2/2\n";
  g_autofree char *file = written("latin.noslip", latin);
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  noslip_window_open(window, file, FALSE, NAN);
  answer("cancel");
  g_assert_false(noslip_window_has_editor(window));
  noslip_window_open(window, file, FALSE, NAN);
  answer("convert");
  WAIT_FOR(noslip_window_has_editor(window) &&
           g_strcmp0(noslip_simulation_system(noslip_window_simulation(window))->title, "Möbius") == 0);
  g_autofree char *text = editing_text(window);
  g_assert_cmpstr(text, ==, utf8);
  g_assert_true(noslip_window_has_unsaved(window));
  g_assert_true(has("latin.noslip", latin));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  WAIT_FOR(!noslip_window_has_unsaved(window));
  g_assert_true(has("latin.noslip", utf8));
  editing_close(window);
  g_unlink(file);
}

/* New lines have the line ends of the file. */
static void
test_crlf(void)
{
  g_autofree char *file = written("crlf.noslip", "noslip 1\r\ncoordinate x\r\nlagrangian x'^2/2\r\n");
  NoslipWindow *window = editing_open(file);
  gtk_widget_grab_focus(noslip_editor_text_widget(noslip_window_editor(window)));
  driven_key("ctrl+End");
  driven_key("numbersign");
  driven_key("Return");
  WAIT_FOR(editing_ends_with(window, "/2\r\n#\r\n"));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  WAIT_FOR(has("crlf.noslip", "noslip 1\r\ncoordinate x\r\nlagrangian x'^2/2\r\n#\r\n"));
  editing_close(window);
  g_unlink(file);
}

/* A new file is named after its title and gets the usual suffix; an existing file is not replaced without a
 * question. */
static void
test_names(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.new-system", NULL);
  WAIT_FOR(noslip_window_has_editor(window) && g_strcmp0(driven_shown(window), "chaplygin-sleigh") != 0);
  GtkTextIter start, end;
  gtk_text_buffer_get_bounds(editing_buffer(window), &start, &end);
  gtk_text_buffer_delete(editing_buffer(window), &start, &end);
  editing_append(window, "noslip 1\ntitle \"My ball, rolling\"\ncoordinate x\nlagrangian x'^2\n");
  WAIT_FOR(g_strcmp0(noslip_simulation_system(noslip_window_simulation(window))->title, "My ball, rolling") == 0);
  g_autofree char *there = written("there.noslip", "kept"), *plain = g_build_filename(folder, "there", NULL);
  g_autofree char *ball = g_build_filename(folder, "ball", NULL);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  driven_answer_file("my-ball-rolling.noslip", plain);
  WAIT_FOR(driven_label(GTK_WIDGET(window),
                        "The text is not saved: “there.noslip” exists already; choose it to replace it"));
  g_assert_true(has("there.noslip", "kept"));
  g_assert_true(noslip_window_has_unsaved(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  driven_answer_file("my-ball-rolling.noslip", ball);
  WAIT_FOR(!noslip_window_has_unsaved(window));
  g_autofree char *text = contents("ball.noslip");
  g_assert_nonnull(strstr(text, "My ball, rolling"));
  g_autofree char *whole = g_build_filename(folder, "ball.noslip", NULL);
  editing_close(window);
  g_unlink(whole);
  g_unlink(there);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  folder = g_dir_make_tmp("noslip-XXXXXX", NULL);
  g_test_add_func("/opening/latin-1", test_latin_1);
  g_test_add_func("/opening/crlf", test_crlf);
  g_test_add_func("/opening/names", test_names);
  int status = g_test_run();
  driven_end();
  g_rmdir(folder);
  g_free(folder);
  return status;
}
