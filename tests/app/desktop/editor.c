/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor, driven by user input: typing, mistakes, saving, closing, and a crash. */
#include "tests/app/desktop/editing.h"

#include "core/language/words.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/problems.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/wait.h>

#define CHILD "--crash"
#define TYPED "# typed before the crash\n"

static char *program, *data_folder;

/* The characters that are underlined as errors. */
static char *
underlined(NoslipWindow *window)
{
  g_autoptr(GString) text = g_string_new(NULL);
  GtkTextIter iter;
  gtk_text_buffer_get_start_iter(editing_buffer(window), &iter);
  for (; !gtk_text_iter_is_end(&iter); gtk_text_iter_forward_char(&iter)) {
    g_autoptr(GSList) tags = gtk_text_iter_get_tags(&iter);
    for (GSList *l = tags; l; l = l->next) {
      PangoUnderline underline;
      g_object_get(l->data, "underline", &underline, NULL);
      if (underline == PANGO_UNDERLINE_ERROR)
        g_string_append_unichar(text, gtk_text_iter_get_char(&iter));
    }
  }
  return g_strdup(text->str);
}

static gboolean
underlined_is(NoslipWindow *window, const char *expected)
{
  g_autofree char *text = underlined(window);
  return g_str_equal(text, expected);
}

static GtkListBox *
problems_of(NoslipWindow *window)
{
  GtkWidget *problems = driven_find(GTK_WIDGET(noslip_window_editor(window)), NOSLIP_TYPE_PROBLEMS, NULL);
  g_assert_nonnull(problems);
  return GTK_LIST_BOX(driven_find(problems, GTK_TYPE_LIST_BOX, NULL));
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

static guint
n_drafts(void)
{
  g_autofree char *folder = g_build_filename(data_folder, "noslip", "drafts", NULL);
  g_autoptr(GDir) directory = g_dir_open(folder, 0, NULL);
  guint n = 0;
  for (const char *name; directory && (name = g_dir_read_name(directory));)
    n += g_str_has_suffix(name, ".draft");
  return n;
}

static void
test_mistake(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipSystem *system = noslip_simulation_system(simulation);
  g_autofree char *text = editing_text(window);
  g_assert_cmpstr(text, ==, system->text);
  GtkWidget *view = noslip_editor_text_widget(noslip_window_editor(window));
  gtk_test_accessible_assert_property(view, GTK_ACCESSIBLE_PROPERTY_LABEL, "System text");
  g_assert_nonnull(gtk_source_buffer_get_language(GTK_SOURCE_BUFFER(editing_buffer(window))));
  g_assert_false(noslip_window_has_unsaved(window));
  noslip_playback_seek(noslip_simulation_playback(simulation), 2);
  noslip_playback_play(noslip_simulation_playback(simulation));

  editing_append(window, "\nobservable speed2 = v1*nobody\n");
  g_assert_true(noslip_window_has_unsaved(window));
  WAIT_FOR(underlined_is(window, "nobody"));
  GtkListBoxRow *row = gtk_list_box_get_row_at_index(problems_of(window), 0);
  g_assert_nonnull(row);
  g_assert_null(gtk_list_box_get_row_at_index(problems_of(window), 1));
  /* the motion continues */
  g_assert_true(noslip_simulation_system(simulation) == system);
  double t = noslip_playhead_time(noslip_simulation_playhead(simulation));
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > t + 0.05);
  /* the problem moves the cursor to its place */
  g_signal_emit_by_name(problems_of(window), "row-activated", row);
  GtkTextIter cursor;
  gtk_text_buffer_get_iter_at_mark(editing_buffer(window), &cursor, gtk_text_buffer_get_insert(editing_buffer(window)));
  GtkTextIter end = cursor;
  gtk_text_iter_forward_chars(&end, 6);
  g_autofree char *there = gtk_text_iter_get_text(&cursor, &end);
  g_assert_cmpstr(there, ==, "nobody");

  gtk_text_buffer_begin_user_action(editing_buffer(window));
  gtk_text_buffer_delete(editing_buffer(window), &cursor, &end);
  gtk_text_buffer_insert(editing_buffer(window), &cursor, "v1", -1);
  gtk_text_buffer_end_user_action(editing_buffer(window));
  WAIT_FOR(noslip_simulation_system(simulation) != system);
  WAIT_FOR(underlined_is(window, ""));
  g_assert_null(gtk_list_box_get_row_at_index(problems_of(window), 0));
  g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(simulation)), >=, t);
  g_assert_cmpint(noslip_simulation_playhead(simulation)->state, ==, NOSLIP_PLAYING);
  system = noslip_simulation_system(simulation);
  gboolean has = FALSE;
  for (guint i = 0; i < system->n_observables; i++)
    has = has || g_str_equal(system->observables[i].name, "speed2");
  g_assert_true(has);

  /* back to the saved text, and undone */
  gtk_widget_activate_action(GTK_WIDGET(window), "win.revert", NULL);
  g_autofree char *reverted = editing_text(window);
  g_assert_cmpstr(reverted, ==, text);
  g_assert_false(noslip_window_has_unsaved(window));
  gtk_text_buffer_undo(editing_buffer(window));
  g_autofree char *undone = editing_text(window);
  g_assert_nonnull(strstr(undone, "speed2 = v1*v1"));
  editing_close(window);
}

static void
test_saving(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  g_assert_true(noslip_editor_is_original(noslip_window_editor(window)));
  editing_append(window, "# mine\n");
  g_assert_true(g_str_has_prefix(gtk_window_get_title(GTK_WINDOW(window)), "• Chaplygin sleigh"));
  WAIT_FOR(n_drafts() == 1);
  g_autofree char *folder = g_dir_make_tmp("noslip-editor-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "mine.noslip", NULL);
  g_autofree char *nowhere = g_build_filename(folder, "no", "such", "mine.noslip", NULL);
  noslip_system_document_save_to(noslip_window_document(window), nowhere);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "The text is not saved"));
  g_assert_true(noslip_window_has_unsaved(window));
  g_assert_cmpuint(n_drafts(), ==, 1);

  noslip_system_document_save_to(noslip_window_document(window), file);
  WAIT_FOR(!noslip_window_has_unsaved(window));
  WAIT_FOR(n_drafts() == 0);
  g_assert_cmpstr(noslip_editor_file(noslip_window_editor(window)), ==, file);
  g_assert_false(noslip_editor_is_original(noslip_window_editor(window)));
  g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, "Chaplygin sleigh – Noslip");
  g_autofree char *text = editing_text(window), *written = NULL;
  g_assert_true(g_file_get_contents(file, &written, NULL, NULL));
  g_assert_cmpstr(written, ==, text);
  /* now it has a file name */
  editing_append(window, "# more\n");
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  WAIT_FOR(!noslip_window_has_unsaved(window));
  g_free(written);
  g_assert_true(g_file_get_contents(file, &written, NULL, NULL));
  g_assert_true(g_str_has_suffix(written, "# mine\n# more\n"));
  g_remove(file);
  g_rmdir(folder);
  editing_close(window);
}

/* If no draft can be written, a message says so. */
static void
test_no_drafts(void)
{
  g_autofree char *parent = g_build_filename(data_folder, "noslip", NULL),
                  *folder = g_build_filename(parent, "drafts", NULL);
  g_mkdir_with_parents(folder, 0700);
  g_assert_cmpint(g_rmdir(folder), ==, 0);
  g_assert_true(g_file_set_contents(folder, "in the way", -1, NULL));
  NoslipWindow *window = editing_open("rolling-disk");
  editing_append(window, "# mine\n");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "No draft can be saved"));
  editing_append(window, "# more\n");
  g_autofree char *text = editing_text(window);
  g_assert_true(g_str_has_suffix(text, "# mine\n# more\n"));
  editing_close(window);
  g_remove(folder);
}

static void
on_window_destroyed(gpointer data, GObject *window)
{
  *(gboolean *) data = TRUE;
}

static void
test_closing_asks(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  gboolean closed = FALSE;
  g_object_weak_ref(G_OBJECT(window), on_window_destroyed, &closed);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipSystem *system = noslip_simulation_system(simulation);
  editing_append(window, "# not saved\n");
  gtk_window_close(GTK_WINDOW(window));
  answer("cancel");
  g_assert_false(closed);
  g_assert_true(noslip_window_has_unsaved(window));
  /* opening another system asks as well */
  noslip_window_open(window, "snakeboard", FALSE, NAN);
  answer("cancel");
  WAIT_FOR(noslip_simulation_is_settled(simulation));
  g_assert_cmpstr(noslip_simulation_system(simulation)->id, ==, system->id);
  noslip_window_open(window, "snakeboard", FALSE, NAN);
  answer("discard");
  WAIT_FOR(g_str_equal(noslip_simulation_system(simulation)->id, "snakeboard"));
  g_autofree char *text = editing_text(window);
  g_assert_null(strstr(text, "# not saved"));
  g_assert_false(noslip_window_has_unsaved(window));

  editing_append(window, "# not saved\n");
  WAIT_FOR(n_drafts() == 1);
  gtk_window_close(GTK_WINDOW(window));
  answer("discard");
  WAIT_FOR(closed);
  g_assert_cmpuint(n_drafts(), ==, 0);
}

static void
test_new_and_presentation(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.new-system", NULL);
  WAIT_FOR(g_strcmp0(noslip_simulation_system(simulation)->title, "New system") == 0);
  WAIT_FOR(noslip_simulation_is_settled(simulation));
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, ==, 0);
  g_assert_null(noslip_runs_primary(noslip_simulation_runs(simulation))->report.error);
  g_autofree char *text = editing_text(window), *template = noslip_editor_template();
  g_assert_cmpstr(text, ==, template);
  g_assert_null(noslip_editor_file(noslip_window_editor(window)));
  GtkWidget *editor = GTK_WIDGET(noslip_window_editor(window));
  WAIT_FOR(gtk_widget_get_mapped(editor));
  noslip_window_set_presentation(window, TRUE);
  g_assert_false(gtk_widget_get_visible(editor));
  noslip_window_set_presentation(window, FALSE);
  g_assert_true(gtk_widget_get_visible(editor));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.editor", NULL);
  g_assert_false(gtk_widget_get_visible(editor));
  editing_close(window);
}

/* The sleigh on its distribution D is a separate text: two sections and no constraint. */
static void
test_on_distribution(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.reduce-to-distribution", NULL);
  WAIT_FOR(noslip_simulation_system(simulation)->k == 0 && noslip_simulation_is_settled(simulation));
  const NoslipSystem *system = noslip_simulation_system(simulation);
  g_assert_cmpint(system->algebroid, ==, NOSLIP_ALGEBROID_QUASI);
  g_assert_cmpuint(system->n, ==, 2);
  g_assert_cmpuint(noslip_simulation_source(simulation)->problems->n_errors, ==, 0);
  g_assert_null(noslip_editor_file(noslip_window_editor(window)));
  g_assert_null(noslip_runs_primary(noslip_simulation_runs(simulation))->report.error);
  editing_close(window);
}

static gboolean
has_name(GPtrArray *names, const char *name)
{
  for (guint i = 0; i < names->len; i++)
    if (g_str_equal(g_ptr_array_index(names, i), name))
      return TRUE;
  return FALSE;
}

static void
test_names(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  g_autoptr(NoslipCompletion) completion = noslip_completion_new();
  noslip_completion_set_system(completion, noslip_simulation_system(noslip_window_simulation(window)));
  g_autoptr(GPtrArray) statements = noslip_completion_names(completion, "co", "  ");
  g_assert_true(has_name(statements, "coordinate"));
  g_assert_true(has_name(statements, "constraint"));
  g_assert_false(has_name(statements, "cos"));
  g_autoptr(GPtrArray) names = noslip_completion_names(completion, "", "let a = ");
  const char *expected[] = {"m", "x", "x'", "theta'", "v1", "omega", "blade", "Jc", "speed", "cos", "p", "energy"};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
    if (!has_name(names, expected[i]))
      g_error("%s is not completed", expected[i]);
  g_autofree char *help = noslip_completion_help(completion, "a");
  g_assert_nonnull(strstr(help, "centre of mass ahead of the blade"));
  g_autofree char *none = noslip_completion_help(completion, "nobody");
  g_assert_null(none);
  guint n = 0;
  const NoslipStatementHelp *table = noslip_language_statements(&n);
  for (guint i = 0; i < n; i++) {
    const char *form = table[i].snippet;
    g_autofree char *meaning = noslip_completion_help(completion, table[i].keyword);
    g_assert_nonnull(meaning);
    g_assert_true(g_str_has_prefix(form, table[i].keyword));
    g_assert_null(strchr(form, '|'));
    g_autoptr(GError) error = NULL;
    g_autoptr(GtkSourceSnippet) snippet = gtk_source_snippet_new_parsed(form, &error);
    g_assert_no_error(error);
    g_assert_nonnull(snippet);
    if (g_str_equal(table[i].keyword, "parameter"))
      g_assert_cmpstr(form, ==, "parameter ${1:NAME} = ${2:number}");
    if (g_str_equal(table[i].keyword, "bracket"))
      g_assert_cmpstr(form, ==, "bracket [${1:NAME}, ${2:NAME}] = ${3:expr}");
  }
  editing_close(window);
}

/* After `draw` the shapes of the language's table, after a shape those of its arguments that are not given. */
static void
test_shapes(void)
{
  g_autoptr(NoslipCompletion) completion = noslip_completion_new();
  guint n = 0;
  const NoslipShapeWords *shapes = noslip_language_shapes(&n);
  g_assert_cmpuint(n, >=, 10);
  g_autoptr(GPtrArray) after_draw = noslip_completion_names(completion, "", "body bob mass 2 at (x, 0, 0) draw ");
  g_assert_cmpuint(after_draw->len, ==, n);
  for (guint i = 0; i < n; i++) {
    g_assert_true(has_name(after_draw, shapes[i].name));
    g_autofree char *help = noslip_completion_help(completion, shapes[i].name);
    g_assert_nonnull(strstr(help, shapes[i].form));
    g_autofree char *before = g_strdup_printf("draw %s ", shapes[i].name);
    g_autoptr(GPtrArray) names = noslip_completion_names(completion, "", before);
    g_auto(GStrv) needs = g_strsplit(shapes[i].needs, " ", -1);
    for (guint k = 0; needs[k]; k++)
      g_assert_true(!needs[k][0] || has_name(names, needs[k]));
  }
  g_autoptr(GPtrArray) given = noslip_completion_names(completion, "", "draw box at (x, y, 0.1) ");
  g_assert_true(has_name(given, "size"));
  g_assert_true(has_name(given, "turn"));
  g_assert_true(has_name(given, "cos"));
  g_assert_false(has_name(given, "at"));
  g_assert_false(has_name(given, "radius"));
  g_autoptr(GPtrArray) beginning = noslip_completion_names(completion, "si", "\tdraw box at (x, y, 0.1) ");
  g_assert_true(has_name(beginning, "size"));
  g_assert_true(has_name(beginning, "sin"));
  g_assert_false(has_name(beginning, "turn"));
}

/* Another process, which is killed while it has unsaved changes. */
static void
crash(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  editing_append(window, TYPED);
  WAIT_FOR(n_drafts() == 1);
  noslip_editor_flush_draft(noslip_window_editor(window));
  raise(SIGKILL);
}

static void
test_crash(void)
{
  char *arguments[] = {program, (char *) CHILD, NULL};
  int status = 0;
  g_autoptr(GError) error = NULL;
  g_assert_true(
      g_spawn_sync(NULL, arguments, NULL, G_SPAWN_STDOUT_TO_DEV_NULL, NULL, NULL, NULL, NULL, &status, &error));
  g_assert_no_error(error);
  g_assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
  g_assert_cmpuint(n_drafts(), ==, 1);

  NoslipWindow *window = editing_open("rolling-disk");
  g_assert_nonnull(noslip_desktop_offer_drafts(window, NULL, NULL));
  answer("later");
  g_assert_cmpuint(n_drafts(), ==, 1);
  g_assert_nonnull(noslip_desktop_offer_drafts(window, NULL, NULL));
  answer("recover");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  WAIT_FOR(g_str_equal(noslip_simulation_system(simulation)->id, "chaplygin-sleigh"));
  g_autofree char *text = editing_text(window);
  g_assert_true(g_str_has_suffix(text, TYPED));
  g_assert_true(noslip_window_has_unsaved(window));
  g_assert_true(noslip_editor_is_original(noslip_window_editor(window)));
  g_assert_cmpuint(n_drafts(), ==, 1);
  g_assert_null(noslip_desktop_offer_drafts(window, NULL, NULL));
  editing_close(window);
  g_assert_cmpuint(n_drafts(), ==, 0);
}

/* Whether an open view shows this pair. */
static gboolean
has_path(NoslipWindow *window, const char *x, const char *y)
{
  NoslipView *view;
  for (guint i = 0; (view = noslip_tiles_nth_open(noslip_window_tiles(window), i)); i++) {
    const char *const *across = noslip_view_choice(view, "x"), *const *up = noslip_view_choice(view, "y");
    if (g_str_equal(noslip_view_kind(view)->id, "path") && across && up && g_strcmp0(across[0], x) == 0 &&
        g_strcmp0(up[0], y) == 0)
      return TRUE;
  }
  return FALSE;
}

/* The graph of a plot opens when its statement is typed; while that grows, the graph follows it. */
static void
test_plot(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  NoslipTiles *tiles = noslip_window_tiles(window);
  guint n = noslip_tiles_n_open(tiles);
  g_assert_false(noslip_tiles_is_open(tiles, &noslip_time_view));
  editing_append(window, "\nplot x");
  WAIT_FOR(noslip_tiles_is_open(tiles, &noslip_time_view));
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, n + 1);
  editing_append(window, " against y"); /* the sleigh has a path of its own: this is the second */
  WAIT_FOR(!noslip_tiles_is_open(tiles, &noslip_time_view) && has_path(window, "y", "x"));
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, n + 1);
  editing_append(window, "'");
  WAIT_FOR(has_path(window, "y'", "x"));
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, n + 1);
  editing_append(window, "\nplot theta");
  WAIT_FOR(noslip_tiles_is_open(tiles, &noslip_time_view));
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, n + 2);
  editing_close(window);
}

/* Without a plot, the path of a system with one coordinate is its phase plane. */
static void
test_phase_plane(void)
{
  g_autofree char *path = g_build_filename(data_folder, "one.noslip", NULL);
  g_assert_true(g_file_set_contents(
      path, "noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\nrun to 1\n", -1, NULL));
  NoslipWindow *window = editing_open(path);
  NoslipView *view = noslip_tiles_view(noslip_window_tiles(window), &noslip_path_view);
  const char *caption = noslip_view_caption(view);
  g_assert_nonnull(strstr(caption, "against x"));
  g_assert_null(strstr(caption, "energy"));
  editing_close(window);
  g_assert_cmpint(g_unlink(path), ==, 0);
}

int
main(int argc, char **argv)
{
  gboolean child = argc > 1 && g_str_equal(argv[1], CHILD);
  data_folder = child ? g_strdup(g_getenv("XDG_DATA_HOME")) : g_dir_make_tmp("noslip-data-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", data_folder, TRUE);
  program = g_canonicalize_filename(argv[0], NULL);
  driven_begin(&argc, &argv);
  if (child)
    crash();
  g_test_add_func("/editor/mistake", test_mistake);
  g_test_add_func("/editor/saving", test_saving);
  g_test_add_func("/editor/no-drafts", test_no_drafts);
  g_test_add_func("/editor/closing-asks", test_closing_asks);
  g_test_add_func("/editor/new-and-presentation", test_new_and_presentation);
  g_test_add_func("/editor/on-distribution", test_on_distribution);
  g_test_add_func("/editor/names", test_names);
  g_test_add_func("/editor/plot", test_plot);
  g_test_add_func("/editor/phase-plane", test_phase_plane);
  g_test_add_func("/editor/shapes", test_shapes);
  g_test_add_func("/editor/crash", test_crash);
  int status = g_test_run();
  driven_end();
  editing_remove_data(data_folder);
  return status;
}
