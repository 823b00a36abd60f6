/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A text and its file: a file that other programs write too, drafts, a full disk and broken files. */
#include "tests/app/desktop/editing.h"

#include "core/catalogue/catalogue.h"
#include "core/language/language.h"
#include "core/simulation/drafts.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/editor-notice.h"

#include <glib/gstdio.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define GOOD "coordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"
#define BROKEN "coordinate x\nlagrangian x'^2/2 + nobody\n"
static char *folder;

static char *
file_with(const char *name, const char *rest, const char *title)
{
  char *path = g_build_filename(folder, name, NULL);
  g_autofree char *text = g_strdup_printf("noslip 1\ntitle \"%s\"\n%s", title, rest);
  g_assert_true(g_file_set_contents(path, text, -1, NULL));
  return path;
}

static gboolean
holds(NoslipWindow *window, const char *words)
{
  g_autofree char *text = editing_text(window);
  return strstr(text, words) != NULL;
}

static void
test_written_by_others(void)
{
  g_autofree char *file = file_with("shared.noslip", GOOD, "first");
  NoslipWindow *window = editing_open(file);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipEditor *editor = noslip_window_editor(window);
  GtkWidget *notice = driven_find(GTK_WIDGET(editor), NOSLIP_TYPE_EDITOR_NOTICE, NULL);
  g_free(file_with("shared.noslip", GOOD, "second"));
  WAIT_FOR(holds(window, "second"));
  WAIT_FOR(g_strcmp0(noslip_simulation_system(simulation)->title, "second") == 0);
  g_assert_false(noslip_window_has_unsaved(window));
  g_assert_true(driven_label(notice, "“shared.noslip” was changed by another program and has been read again."));
  editing_assert_names(window, "Undo reading the file again", "Redo");

  editing_append(window, "# mine\n");
  g_free(file_with("shared.noslip", GOOD, "third"));
  WAIT_FOR(driven_label(notice, "“shared.noslip” was changed by another program, and there are unsaved changes here"));
  g_assert_true(holds(window, "# mine") && holds(window, "second"));
  /* saving does not overwrite it without a question */
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "The text is not saved"));
  g_autofree char *theirs = NULL, *ours = NULL, *text = NULL;
  g_assert_true(g_file_get_contents(file, &theirs, NULL, NULL));
  g_assert_nonnull(strstr(theirs, "third"));
  g_signal_emit_by_name(editing_button_saying(notice, "_Save over it"), "clicked");
  WAIT_FOR(!noslip_window_has_unsaved(window));
  g_assert_true(g_file_get_contents(file, &ours, NULL, NULL));
  text = editing_text(window);
  g_assert_cmpstr(ours, ==, text);

  editing_append(window, "# mine again\n");
  g_free(file_with("shared.noslip", GOOD, "fourth"));
  WAIT_FOR(editing_button_saying(notice, "_Load the file"));
  g_signal_emit_by_name(editing_button_saying(notice, "_Load the file"), "clicked");
  WAIT_FOR(holds(window, "fourth") && !noslip_window_has_unsaved(window));
  gtk_text_buffer_undo(editing_buffer(window));
  g_assert_true(holds(window, "# mine again"));
  gtk_text_buffer_redo(editing_buffer(window));

  g_assert_cmpint(g_remove(file), ==, 0);
  WAIT_FOR(driven_label(notice, "“shared.noslip” no longer exists."));
  g_assert_true(noslip_window_has_unsaved(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  WAIT_FOR(!noslip_window_has_unsaved(window));
  g_assert_true(g_file_test(file, G_FILE_TEST_IS_REGULAR));
  g_remove(file);
  editing_close(window);
}

static GtkWindow *
window_titled(const char *title)
{
  g_autoptr(GList) windows = gtk_window_list_toplevels();
  for (GList *l = windows; l; l = l->next)
    if (g_strcmp0(gtk_window_get_title(l->data), title) == 0)
      return l->data;
  return NULL;
}

/* A draft of a text whose file is newer: both can be viewed, and saving does not overwrite the newer one. */
static void
test_recovered(void)
{
  g_autofree char *file = file_with("newer.noslip", GOOD, "old"), *base = NULL, *old = NULL, *now = NULL;
  g_assert_true(g_file_get_contents(file, &old, NULL, NULL));
  base = noslip_draft_base(old);
  g_autofree char *draft = g_strconcat(old, "# typed before the crash\n", NULL);
  for (guint newer = 0; newer < 2; newer++) {
    NoslipWindow *window = editing_open("rolling-disk");
    GtkWidget *notice = driven_find(GTK_WIDGET(noslip_window_editor(window)), NOSLIP_TYPE_EDITOR_NOTICE, NULL);
    g_free(file_with("newer.noslip", GOOD, newer ? "newer" : "old"));
    noslip_system_document_recover(noslip_window_document(window), file, base, draft);
    if (newer) {
      WAIT_FOR(driven_label(notice, "“newer.noslip” has changed since this text was made from it."));
      gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
      WAIT_FOR(driven_label(GTK_WIDGET(window), "The text is not saved"));
      g_assert_true(g_file_get_contents(file, &now, NULL, NULL));
      g_assert_nonnull(strstr(now, "newer"));
      g_signal_emit_by_name(editing_button_saying(notice, "_Difference"), "clicked");
      WAIT_FOR(window_titled("Difference: newer.noslip"));
      GtkWindow *difference = window_titled("Difference: newer.noslip");
      GtkWidget *view = driven_find(GTK_WIDGET(difference), GTK_TYPE_TEXT_VIEW, NULL);
      g_autofree char *shown = NULL;
      g_object_get(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), "text", &shown, NULL);
      g_assert_nonnull(strstr(shown, "- title \"newer\"\n+ title \"old\"\n"));
      g_assert_nonnull(strstr(shown, "+ # typed before the crash\n"));
      gtk_window_destroy(difference);
      g_signal_emit_by_name(editing_button_saying(notice, "_Save over it"), "clicked");
    } else {
      gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
    }
    WAIT_FOR(!noslip_window_has_unsaved(window));
    g_clear_pointer(&now, g_free);
    g_assert_true(g_file_get_contents(file, &now, NULL, NULL));
    g_assert_cmpstr(now, ==, draft);
    g_clear_pointer(&now, g_free);
    editing_close(window);
  }
  g_remove(file);
}

/* A file that cannot grow, as on a full disk: the old one is unchanged, and the text is still unsaved. */
static void
test_full_disk(void)
{
  g_autofree char *file = file_with("full.noslip", GOOD, "old"), *old = NULL, *now = NULL;
  g_assert_true(g_file_get_contents(file, &old, NULL, NULL));
  NoslipWindow *window = editing_open(file);
  struct rlimit limit, none;
  g_assert_cmpint(getrlimit(RLIMIT_FSIZE, &limit), ==, 0);
  none = (struct rlimit){8, limit.rlim_max};
  signal(SIGXFSZ, SIG_IGN);
  editing_append(window, "# mine\n");
  g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &none), ==, 0);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "The text is not saved"));
  g_assert_cmpint(setrlimit(RLIMIT_FSIZE, &limit), ==, 0);
  g_assert_true(g_file_get_contents(file, &now, NULL, NULL));
  g_assert_cmpstr(now, ==, old);
  g_assert_true(noslip_window_has_unsaved(window));
  g_remove(file);
  editing_close(window);
}

/* A file that cannot be the text of a system is reported, and the present system stays open. */
static void
test_refused(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipSystem *system = noslip_simulation_system(simulation);
  g_autofree char *text = editing_text(window);
  const char *names[] = {"folder.noslip", "large.noslip", "binary.noslip", "pipe.noslip"};
  const char *reasons[] = {"is a folder", "too large", "not text", "not a regular file"};
  char *paths[G_N_ELEMENTS(names)];
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    paths[i] = g_build_filename(folder, names[i], NULL);
  g_assert_cmpint(g_mkdir(paths[0], 0700), ==, 0);
  g_assert_true(g_file_set_contents(paths[1], "", 0, NULL));
  g_assert_cmpint(truncate(paths[1], 100 * 1000 * 1000), ==, 0);
  g_assert_true(g_file_set_contents(paths[2],
                                    "\x7f"
                                    "ELF\0\0\0\0\0\0\0\0\0\0\0\0\xff\xfe\x80",
                                    19, NULL));
  g_assert_cmpint(mkfifo(paths[3], 0600), ==, 0);
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    noslip_window_open(window, paths[i], FALSE, NAN);
    WAIT_FOR(noslip_simulation_is_settled(simulation) && noslip_simulation_source(simulation)->problems->n_errors > 0 &&
             strstr(noslip_simulation_source(simulation)->problems_name, names[i]));
    const NoslipDiagnostic *problem = g_ptr_array_index(noslip_simulation_source(simulation)->problems->list, 0);
    if (!strstr(problem->cause, reasons[i]))
      g_error("%s: %s", names[i], problem->cause);
    g_autofree char *now = editing_text(window);
    g_assert_cmpstr(now, ==, text);
    g_assert_true(noslip_simulation_system(simulation) == system);
    g_autofree char *title = g_strdup_printf("1 problem in %s", names[i]);
    WAIT_FOR(driven_label(GTK_WIDGET(window), title) || noslip_simulation_source(simulation)->problems->list->len != 1);
    g_remove(paths[i]);
    g_free(paths[i]);
  }
  editing_close(window);
}

/* A text with errors opens with its problems listed; the present motion keeps running. */
static void
test_broken(void)
{
  g_autofree char *file = file_with("broken.noslip", BROKEN, "broken");
  NoslipWindow *window = editing_open("rolling-disk");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipSystem *system = noslip_simulation_system(simulation);
  noslip_playback_play(noslip_simulation_playback(simulation));
  noslip_window_open(window, file, FALSE, NAN);
  WAIT_FOR(holds(window, "nobody"));
  WAIT_FOR(driven_label(GTK_WIDGET(noslip_window_editor(window)), "there is no nobody"));
  g_assert_true(noslip_simulation_system(simulation) == system);
  double t = noslip_playhead_time(noslip_simulation_playhead(simulation));
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > t + 0.02);
  g_assert_cmpstr(noslip_editor_file(noslip_window_editor(window)), ==, file);
  g_remove(file);
  editing_close(window);
}

/* If a text with errors is the first to be opened, the window says so, not that nothing is open. */
static void
test_broken_alone(void)
{
  g_autofree char *file = file_with("broken.noslip", BROKEN, "broken");
  NoslipWindow *window = driven_open(file, NAN);
  WAIT_FOR(driven_label(GTK_WIDGET(noslip_window_editor(window)), "there is no nobody"));
  g_assert_true(driven_label(GTK_WIDGET(window), "The text has errors"));
  g_assert_false(driven_label(GTK_WIDGET(window), "No system is open"));
  GtkWidget *view = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, NULL);
  g_assert_nonnull(view);
  WAIT_FOR(driven_describes(NOSLIP_VIEW(view), "The text has errors."));
  g_remove(file);
  driven_close(window);
}

/* A mistake is fixed with its button, and the next one with a key; each fix can be undone by its name. */
static void
test_fixes(void)
{
  g_autofree char *file =
      file_with("slips.noslip", "coordinate x\nlagrangian xdot^2/2 - 2 x\ninitial x' = 1\n", "slips");
  NoslipWindow *window = editing_open("rolling-disk");
  noslip_window_open(window, file, FALSE, NAN);
  GtkWidget *editor = GTK_WIDGET(noslip_window_editor(window));
  GtkWidget *fix;
  WAIT_FOR(holds(window, "xdot") && (fix = driven_find(editor, GTK_TYPE_BUTTON, "Fix line 4")) != NULL);
  g_assert_cmpstr(gtk_widget_get_tooltip_text(fix), ==, "Write x' (Alt+Enter)");
  g_signal_emit_by_name(fix, "clicked");
  WAIT_FOR(holds(window, "lagrangian x'^2/2 - 2 x\n"));
  editing_assert_names(window, "Undo fix", "Redo");
  WAIT_FOR((fix = driven_find(editor, GTK_TYPE_BUTTON, "Fix line 4")) != NULL &&
           g_str_equal(gtk_widget_get_tooltip_text(fix), "Write * (Alt+Enter)"));
  driven_key("alt+Return");
  WAIT_FOR(holds(window, "lagrangian x'^2/2 - 2*x\n"));
  WAIT_FOR(g_strcmp0(noslip_simulation_system(noslip_window_simulation(window))->title, "slips") == 0);
  g_assert_null(driven_find(editor, GTK_TYPE_BUTTON, "Fix line 4"));
  gtk_text_buffer_undo(editing_buffer(window));
  gtk_text_buffer_undo(editing_buffer(window));
  g_assert_true(holds(window, "lagrangian xdot^2/2 - 2 x\n"));
  g_remove(file);
  editing_close(window);
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("noslip-text-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_test_add_func("/text/changed-by-others", test_written_by_others);
  g_test_add_func("/text/recovered", test_recovered);
  g_test_add_func("/text/full-disk", test_full_disk);
  g_test_add_func("/text/refused", test_refused);
  g_test_add_func("/text/broken", test_broken);
  g_test_add_func("/text/broken-alone", test_broken_alone);
  g_test_add_func("/text/fixes", test_fixes);
  int status = g_test_run();
  driven_end();
  editing_remove_data(folder);
  g_free(folder);
  return status;
}
