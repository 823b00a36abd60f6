/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working on a text: undo, finding and replacing, long texts and colours. */
#include "tests/app/desktop/editing.h"

#include "core/catalogue/catalogue.h"
#include "core/language/language.h"
#include "core/language/words.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/editor-notice.h"
#include "ui/widgets/editor/editor-search.h"
#include "ui/widgets/editor/problems.h"

#include <gtksourceview/gtksource.h>
#include <math.h>
#include <string.h>

static void
paste(NoslipWindow *window, const char *text)
{
  GtkTextView *view = GTK_TEXT_VIEW(noslip_editor_text_widget(noslip_window_editor(window)));
  int before = gtk_text_buffer_get_char_count(editing_buffer(window));
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(editing_buffer(window), &end);
  gtk_text_buffer_place_cursor(editing_buffer(window), &end);
  gdk_clipboard_set_text(gtk_widget_get_clipboard(GTK_WIDGET(view)), text);
  g_signal_emit_by_name(view, "paste-clipboard");
  WAIT_FOR(gtk_text_buffer_get_char_count(editing_buffer(window)) == before + (int) g_utf8_strlen(text, -1));
}

static void
choose_statement(NoslipWindow *window, const char *keyword)
{
  guint n = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  GtkWidget *insert = editing_button_of(GTK_WIDGET(noslip_window_editor(window)), "Insert a statement");
  if (!insert) /* the tooltip is the menu button's */
    insert = driven_find(GTK_WIDGET(noslip_window_editor(window)), GTK_TYPE_MENU_BUTTON, NULL);
  GtkWidget *list =
      driven_find(GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(insert))), GTK_TYPE_LIST_BOX, NULL);
  for (guint i = 0; i < n; i++)
    if (g_str_equal(statements[i].keyword, keyword))
      g_signal_emit_by_name(list, "row-activated", gtk_list_box_get_row_at_index(GTK_LIST_BOX(list), (int) i));
}

static void
test_undo_names(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  GtkTextBuffer *buffer = editing_buffer(window);
  g_autofree char *text = editing_text(window);
  editing_assert_names(window, "Undo", "Redo");
  editing_append(window, "# one\n");
  editing_assert_names(window, "Undo typing", "Redo");
  paste(window, "# pasted, and more\n# than one line\n");
  editing_assert_names(window, "Undo paste", "Redo");
  GtkTextIter start, end;
  gtk_text_buffer_get_end_iter(buffer, &end);
  gtk_text_buffer_get_iter_at_line(buffer, &start, gtk_text_iter_get_line(&end) - 1);
  gtk_text_buffer_delete_interactive(buffer, &start, &end, TRUE);
  editing_assert_names(window, "Undo deletion", "Redo");
  choose_statement(window, "parameter");
  editing_assert_names(window, "Undo new statement", "Redo");
  g_autofree char *whole = editing_text(window);
  g_assert_true(g_str_has_suffix(whole, "# pasted, and more\nparameter NAME = number"));

  static const char *const names[] = {"new statement", "deletion", "paste", "typing"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *undo = i + 1 < G_N_ELEMENTS(names) ? g_strdup_printf("Undo %s", names[i + 1]) : g_strdup("Undo");
    g_autofree char *redo = g_strdup_printf("Redo %s", names[i]), *own = g_strdup_printf("Undo %s", names[i]);
    for (int step = 0; step < 8; step++) { /* the history may contain one name in several steps */
      GtkWidget *button = editing_button_of(GTK_WIDGET(noslip_window_editor(window)), own);
      if (button)
        gtk_text_buffer_undo(buffer);
    }
    editing_assert_names(window, undo, redo);
  }
  g_autofree char *undone = editing_text(window);
  g_assert_cmpstr(undone, ==, text);
  g_assert_false(noslip_window_has_unsaved(window));
  while (gtk_text_buffer_get_can_redo(buffer))
    gtk_text_buffer_redo(buffer);
  editing_assert_names(window, "Undo new statement", "Redo");
  g_autofree char *redone = editing_text(window);
  g_assert_cmpstr(redone, ==, whole);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.revert", NULL);
  editing_assert_names(window, "Undo revert", "Redo");
  editing_close(window);
}

static void
test_find_and_replace(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  GtkTextBuffer *buffer = editing_buffer(window);
  GtkWidget *search = driven_find(GTK_WIDGET(noslip_window_editor(window)), NOSLIP_TYPE_EDITOR_SEARCH, NULL);
  g_assert_false(gtk_widget_get_visible(search));
  g_autofree char *text = editing_text(window);
  guint n = 0;
  for (const char *c = text; (c = strstr(c, "theta")); c += strlen("theta"))
    n++;
  noslip_editor_search_open(NOSLIP_EDITOR_SEARCH(search), TRUE);
  g_assert_true(gtk_widget_get_visible(search));
  gtk_editable_set_text(GTK_EDITABLE(driven_find(search, GTK_TYPE_SEARCH_ENTRY, NULL)), "theta");
  g_autofree char *first = g_strdup_printf("1 of %u", n), *second = g_strdup_printf("2 of %u", n);
  WAIT_FOR(driven_label(search, first));
  GtkTextIter start, end;
  g_assert_true(gtk_text_buffer_get_selection_bounds(buffer, &start, &end));
  g_autofree char *found = gtk_text_iter_get_text(&start, &end);
  g_assert_cmpstr(found, ==, "theta");
  noslip_editor_search_next(NOSLIP_EDITOR_SEARCH(search), TRUE);
  g_assert_true(driven_label(search, second));
  noslip_editor_search_next(NOSLIP_EDITOR_SEARCH(search), FALSE);
  g_assert_true(driven_label(search, first));

  GtkWidget *with = driven_find(search, GTK_TYPE_ENTRY, NULL);
  gtk_editable_set_text(GTK_EDITABLE(with), "heading");
  g_signal_emit_by_name(editing_button_saying(search, "Replace _all"), "clicked");
  g_autofree char *replaced = editing_text(window);
  g_assert_null(strstr(replaced, "theta"));
  editing_assert_names(window, "Undo replace", "Redo");
  gtk_text_buffer_undo(buffer);
  g_autofree char *undone = editing_text(window);
  g_assert_cmpstr(undone, ==, text);
  gtk_editable_set_text(GTK_EDITABLE(driven_find(search, GTK_TYPE_SEARCH_ENTRY, NULL)), "nowhere to be found");
  WAIT_FOR(driven_label(search, "not found"));
  noslip_editor_search_close(NOSLIP_EDITOR_SEARCH(search));
  g_assert_false(gtk_widget_get_visible(search));
  editing_close(window);
}

/* Thousands of lines are inserted and removed in one step, and the window stays responsive. */
static void
test_long_paste(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_playback_play(noslip_simulation_playback(simulation));
  g_autofree char *text = editing_text(window);
  g_autoptr(GString) lines = g_string_new(NULL);
  for (int i = 0; i < 5000; i++)
    g_string_append_printf(lines, "let pasted%d = %d*x + sin(theta)  # line %d\n", i, i, i);
  paste(window, lines->str);
  gint64 longest = 0, last = g_get_monotonic_time();
  const NoslipSystem *before = noslip_simulation_system(simulation);
  while (noslip_simulation_system(simulation) == before) {
    if (!g_main_context_iteration(NULL, FALSE))
      g_usleep(500);
    gint64 now = g_get_monotonic_time();
    longest = MAX(longest, now - last);
    last = now;
    g_assert_false(noslip_simulation_source(simulation)->problems->n_errors > 0);
  }
  g_test_message("the main loop was away for %.1f ms at most", (double) longest / 1000);
  g_assert_cmpuint(noslip_simulation_system(simulation)->n_lets, >=, 5000);
  editing_assert_names(window, "Undo paste", "Redo");
  gtk_text_buffer_undo(editing_buffer(window));
  g_autofree char *undone = editing_text(window);
  g_assert_cmpstr(undone, ==, text);
  editing_close(window);
}

/* The pointer stays beside lines that are no longer in sight. A warning of GtkSourceView ends the test. */
static void
test_gutter(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  GtkWidget *view = GTK_WIDGET(noslip_editor_text_widget(noslip_window_editor(window)));
  g_autofree char *lines = g_strnfill(100, '\n');
  editing_append(window, lines);
  driven_run(0.3);
  int height = gtk_widget_get_height(view);
  GtkSourceGutter *gutter = gtk_source_view_get_gutter(GTK_SOURCE_VIEW(view), GTK_TEXT_WINDOW_LEFT);
  GtkEventController *motion = driven_controller(GTK_WIDGET(gutter), GTK_TYPE_EVENT_CONTROLLER_MOTION);
  g_signal_emit_by_name(motion, "motion", 2.0, height - 2.0);
  gtk_widget_set_margin_bottom(gtk_widget_get_ancestor(view, GTK_TYPE_SCROLLED_WINDOW), height / 2);
  WAIT_FOR(gtk_widget_get_height(view) < height);
  driven_run(0.3);
  editing_close(window);
}

/* A warning of GTK ends the test. */
static void
test_changed_in_frame(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  editing_change_in_frame(GTK_TEXT_VIEW(noslip_editor_text_widget(noslip_window_editor(window))));
  editing_close(window);
}

static GtkWidget *
notice_of(NoslipWindow *window)
{
  return driven_find(GTK_WIDGET(noslip_window_editor(window)), NOSLIP_TYPE_EDITOR_NOTICE, NULL);
}

static gboolean
is_coloured(NoslipWindow *window)
{
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER(editing_buffer(window));
  GtkTextIter start;
  gtk_text_buffer_get_start_iter(editing_buffer(window), &start);
  gtk_source_buffer_ensure_highlight(buffer, &start, &start);
  return gtk_text_iter_starts_tag(&start, NULL); /* "noslip", the first word */
}

/* The toolkit takes seconds to highlight a line of tens of thousands of characters: such a text is shown without
 * colours, with a notice that disappears with the line. */
static void
test_long_line(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  GtkWidget *notice = notice_of(window);
  g_autoptr(GString) line = g_string_new("let long = 0");
  for (int i = 0; i < 2500; i++)
    g_string_append_printf(line, " + m*sin(%d)", i);
  WAIT_FOR(is_coloured(window));
  paste(window, "# short\n");
  g_assert_true(is_coloured(window));
  g_assert_false(gtk_widget_get_visible(notice));
  paste(window, line->str);
  g_assert_false(is_coloured(window));
  g_assert_true(gtk_widget_get_visible(notice));
  g_assert_nonnull(driven_label(notice, "without colours"));
  gtk_text_buffer_undo(editing_buffer(window));
  g_assert_false(gtk_widget_get_visible(notice));
  WAIT_FOR(is_coloured(window));
  editing_close(window);
}

/* The highlighting has exactly the words of the language. */
static void
test_highlighting(void)
{
  g_autoptr(GBytes) bytes = g_resources_lookup_data("/org/noslip/Noslip/language-specs/noslip.lang", 0, NULL);
  g_assert_nonnull(bytes);
  const char *definition = g_bytes_get_data(bytes, NULL);
  guint n = 0, n_words = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  for (guint i = 0; i < n; i++) {
    g_autofree char *keyword = g_strdup_printf("<keyword>%s</keyword>", statements[i].keyword);
    g_assert_nonnull(strstr(definition, keyword));
  }
  const char *const *functions = noslip_language_functions(&n);
  const NoslipWordHelp *words = noslip_language_words(&n_words);
  for (guint i = 0; i < n; i++) {
    g_autofree char *keyword = g_strdup_printf("<keyword>%s</keyword>", functions[i]);
    g_assert_nonnull(strstr(definition, keyword));
    gboolean is_listed = FALSE;
    for (guint k = 0; k < n_words; k++)
      is_listed = is_listed || g_str_equal(words[k].name, functions[i]);
    if (!is_listed)
      g_error("%s is not explained", functions[i]);
  }
  /* both schemes exist and are applied */
  NoslipWindow *window = editing_open("rolling-disk");
  GtkSourceBuffer *buffer = GTK_SOURCE_BUFFER(editing_buffer(window));
  noslip_editor_set_dark(noslip_window_editor(window), TRUE);
  g_autofree char *dark = g_strdup(gtk_source_style_scheme_get_id(gtk_source_buffer_get_style_scheme(buffer)));
  noslip_editor_set_dark(noslip_window_editor(window), FALSE);
  g_assert_cmpstr(gtk_source_style_scheme_get_id(gtk_source_buffer_get_style_scheme(buffer)), !=, dark);
  editing_close(window);
}

static GtkWidget *
slider(NoslipWindow *window, const char *name)
{
  return driven_find(GTK_WIDGET(window), GTK_TYPE_RANGE, name);
}

/* Rows of the side pane whose values did not change in the text keep their widgets and the focus. */
static void
test_pane(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *m = slider(window, "m"), *omega = slider(window, "omega");
  GtkWidget *method = driven_find(GTK_WIDGET(window), GTK_TYPE_DROP_DOWN, "Method");
  g_assert_nonnull(m);
  g_assert_nonnull(omega);
  gtk_widget_grab_focus(omega);
  const NoslipSystem *before = noslip_simulation_system(simulation);
  editing_append(window, "\nparameter zeta = 3 \"new\"\nparameter eta = 4\n");
  WAIT_FOR(noslip_simulation_system(simulation) != before);
  WAIT_FOR(slider(window, "zeta") && slider(window, "eta"));
  g_assert_true(slider(window, "m") == m);
  g_assert_true(slider(window, "omega") == omega);
  g_assert_true(driven_find(GTK_WIDGET(window), GTK_TYPE_DROP_DOWN, "Method") == method);
  g_assert_true(gtk_root_get_focus(GTK_ROOT(window)) == omega);
  /* a row with a new description is rebuilt in its place, and changes its own parameter */
  before = noslip_simulation_system(simulation);
  GtkTextBuffer *buffer = editing_buffer(window);
  GtkTextIter start, end, from;
  gtk_text_buffer_get_start_iter(buffer, &from);
  g_assert_true(gtk_text_iter_forward_search(&from, "parameter zeta = 3 \"new\"\n", 0, &start, &end, NULL));
  gtk_text_buffer_delete(buffer, &start, &end);
  WAIT_FOR(noslip_simulation_system(simulation) != before);
  WAIT_FOR(!slider(window, "zeta"));
  gtk_range_set_value(GTK_RANGE(slider(window, "eta")), 5);
  int eta = noslip_system_parameter(noslip_simulation_system(simulation), "eta");
  WAIT_FOR(noslip_start_parameter(noslip_simulation_start(simulation), (guint) eta) == 5);
  editing_close(window);
}

static void
assert_sentence(const NoslipSystem *system, const char *clause, const char *wanted)
{
  g_autofree char *text = noslip_sentence(system, clause);
  g_assert_cmpstr(text, ==, wanted);
}

/* A clause of a core message is shown as a sentence; names are unchanged. */
static void
test_sentences(void)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n",
                                                          -1, "good.noslip", "good", diagnostics);
  g_assert_nonnull(system);
  assert_sentence(system, "the metric is degenerate", "The metric is degenerate.");
  assert_sentence(system, "x is not there", "x is not there.");
  assert_sentence(system, "x' is not there", "x' is not there.");
  assert_sentence(system, "v is not there", "V is not there.");
  assert_sentence(NULL, "nothing to wait for!", "Nothing to wait for!");
  assert_sentence(NULL, "\303\251t\303\251", "\303\211t\303\251.");
  assert_sentence(NULL, "", "");
}

int
main(int argc, char **argv)
{
  char *folder = g_dir_make_tmp("noslip-text-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_test_add_func("/text/undo-names", test_undo_names);
  g_test_add_func("/text/find-and-replace", test_find_and_replace);
  g_test_add_func("/text/long-paste", test_long_paste);
  g_test_add_func("/text/long-line", test_long_line);
  g_test_add_func("/text/changed-in-frame", test_changed_in_frame);
  g_test_add_func("/text/gutter", test_gutter);
  g_test_add_func("/text/highlighting", test_highlighting);
  g_test_add_func("/text/pane", test_pane);
  g_test_add_func("/text/sentences", test_sentences);
  int status = g_test_run();
  driven_end();
  editing_remove_data(folder);
  g_free(folder);
  return status;
}
