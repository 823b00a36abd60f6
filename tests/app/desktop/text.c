/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Working on a text: what undo would take back, finding and replacing, help, and a file that others write too. */
#include "tests/app/desktop/editing.h"

#include "core/catalogue/catalogue.h"
#include "core/language/language.h"
#include "core/language/words.h"
#include "core/simulation/drafts.h"
#include "ui/widgets/common/sentence.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/editor/editor-notice.h"
#include "ui/widgets/editor/editor-search.h"
#include "ui/widgets/editor/problems.h"
#include "ui/widgets/help/help-window.h"
#include "ui/widgets/help/markdown.h"

#include <glib/gstdio.h>
#include <gtksourceview/gtksource.h>
#include <math.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>

#define GOOD "coordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"
#define BROKEN "coordinate x\nlagrangian x'^2/2 + nobody\n"

static char *folder;

/* The button whose tooltip begins with this, or NULL. */
static GtkWidget *
button_of(GtkWidget *from, const char *tooltip)
{
  const char *own = gtk_widget_get_tooltip_text(from);
  if (GTK_IS_BUTTON(from) && own && g_str_has_prefix(own, tooltip))
    return from;
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child(from); child && !found; child = gtk_widget_get_next_sibling(child))
    found = button_of(child, tooltip);
  return found;
}

/* The shown button with this text, or NULL. */
static GtkWidget *
button_saying(GtkWidget *from, const char *text)
{
  if (GTK_IS_BUTTON(from) && gtk_widget_is_visible(from) &&
      g_strcmp0(gtk_button_get_label(GTK_BUTTON(from)), text) == 0) {
    g_assert_true(!strchr(text, '_') || gtk_button_get_use_underline(GTK_BUTTON(from))); /* no underscore is shown */
    return from;
  }
  GtkWidget *found = NULL;
  for (GtkWidget *child = gtk_widget_get_first_child(from); child && !found; child = gtk_widget_get_next_sibling(child))
    found = button_saying(child, text);
  return found;
}

static void
assert_names(NoslipWindow *window, const char *undo, const char *redo)
{
  GtkWidget *editor = GTK_WIDGET(noslip_window_editor(window));
  GtkWidget *back = button_of(editor, "Undo"), *forth = button_of(editor, "Redo");
  g_autofree char *first = g_strdup_printf("%s (Ctrl+Z)", undo), *second = g_strdup_printf("%s (Ctrl+Shift+Z)", redo);
  g_assert_cmpstr(gtk_widget_get_tooltip_text(back), ==, first);
  g_assert_cmpstr(gtk_widget_get_tooltip_text(forth), ==, second);
  gtk_test_accessible_assert_property(back, GTK_ACCESSIBLE_PROPERTY_LABEL, undo);
}

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
  GtkWidget *insert = button_of(GTK_WIDGET(noslip_window_editor(window)), "Insert a statement");
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
  assert_names(window, "Undo", "Redo");
  editing_append(window, "# one\n");
  assert_names(window, "Undo typing", "Redo");
  paste(window, "# pasted, and more\n# than one line\n");
  assert_names(window, "Undo paste", "Redo");
  GtkTextIter start, end;
  gtk_text_buffer_get_end_iter(buffer, &end);
  gtk_text_buffer_get_iter_at_line(buffer, &start, gtk_text_iter_get_line(&end) - 1);
  gtk_text_buffer_delete_interactive(buffer, &start, &end, TRUE);
  assert_names(window, "Undo deletion", "Redo");
  choose_statement(window, "parameter");
  assert_names(window, "Undo new statement", "Redo");
  g_autofree char *whole = editing_text(window);
  g_assert_true(g_str_has_suffix(whole, "# pasted, and more\nparameter NAME = number"));

  static const char *const names[] = {"new statement", "deletion", "paste", "typing"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_autofree char *undo = i + 1 < G_N_ELEMENTS(names) ? g_strdup_printf("Undo %s", names[i + 1]) : g_strdup("Undo");
    g_autofree char *redo = g_strdup_printf("Redo %s", names[i]), *own = g_strdup_printf("Undo %s", names[i]);
    for (int step = 0; step < 8; step++) { /* the history may take one name in several steps */
      GtkWidget *button = button_of(GTK_WIDGET(noslip_window_editor(window)), own);
      if (button)
        gtk_text_buffer_undo(buffer);
    }
    assert_names(window, undo, redo);
  }
  g_autofree char *undone = editing_text(window);
  g_assert_cmpstr(undone, ==, text);
  g_assert_false(noslip_window_has_unsaved(window));
  while (gtk_text_buffer_get_can_redo(buffer))
    gtk_text_buffer_redo(buffer);
  assert_names(window, "Undo new statement", "Redo");
  g_autofree char *redone = editing_text(window);
  g_assert_cmpstr(redone, ==, whole);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.revert", NULL);
  assert_names(window, "Undo revert", "Redo");
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
  g_signal_emit_by_name(button_saying(search, "Replace _all"), "clicked");
  g_autofree char *replaced = editing_text(window);
  g_assert_null(strstr(replaced, "theta"));
  assert_names(window, "Undo replace", "Redo");
  gtk_text_buffer_undo(buffer);
  g_autofree char *undone = editing_text(window);
  g_assert_cmpstr(undone, ==, text);
  gtk_editable_set_text(GTK_EDITABLE(driven_find(search, GTK_TYPE_SEARCH_ENTRY, NULL)), "nowhere to be found");
  WAIT_FOR(driven_label(search, "not found"));
  noslip_editor_search_close(NOSLIP_EDITOR_SEARCH(search));
  g_assert_false(gtk_widget_get_visible(search));
  editing_close(window);
}

/* Every word leads to a place that the manual has. */
static void
test_help(void)
{
  g_autofree char *pages = noslip_catalogue_help();
  NoslipHelpWindow *manual = noslip_help_window_new(driven_application(), pages);
  g_assert_true(noslip_help_window_go(manual, "language.md"));
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(noslip_help_window_text(manual));
  g_autoptr(NoslipCompletion) completion = noslip_completion_new();
  for (int pass = 0; pass < 2; pass++) {
    g_autoptr(GPtrArray) names = noslip_completion_names(completion, "", pass == 0 ? "" : "let a = ");
    g_assert_cmpuint(names->len, >, 20);
    for (guint i = 0; i < names->len; i++) {
      g_autofree char *page = noslip_completion_page(completion, g_ptr_array_index(names, i));
      g_assert_true(g_str_has_prefix(page, "language.md#"));
      if (!gtk_text_buffer_get_mark(buffer, strchr(page, '#') + 1))
        g_error("%s: the manual has no %s", (char *) g_ptr_array_index(names, i), page);
    }
  }
  gtk_window_destroy(GTK_WINDOW(manual));

  /* names that a text declares, though it does not load */
  noslip_completion_set_text(completion, "coordinate zeta\nlet w = zeta' + \n parameter k2=3\nconstraint hinge: zeta");
  g_autoptr(GPtrArray) typed = noslip_completion_names(completion, "", "let a = ");
  static const char *const expected[] = {"zeta", "zeta'", "w", "k2", "hinge"};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++) {
    g_assert_true(noslip_completion_declares(completion, expected[i]));
    g_assert_true(g_ptr_array_find_with_equal_func(typed, expected[i], g_str_equal, NULL));
  }
  g_assert_false(noslip_completion_declares(completion, "sin"));
}

/* F1 on a word of the language opens the manual there; on a name it describes the name. */
static void
test_help_key(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  NoslipEditor *editor = noslip_window_editor(window);
  g_autofree char *text = editing_text(window);
  GtkTextIter iter;
  gtk_text_buffer_get_iter_at_offset(editing_buffer(window), &iter,
                                     (int) g_utf8_strlen(text, strstr(text, "\nconstraint") + 4 - text));
  gtk_text_buffer_place_cursor(editing_buffer(window), &iter);
  noslip_editor_show_help(editor);
  NoslipHelpWindow *manual = editing_manual();
  g_assert_nonnull(manual);
  g_assert_cmpstr(noslip_help_window_page(manual), ==, "language.md");
  GtkTextBuffer *buffer = gtk_text_view_get_buffer(noslip_help_window_text(manual));
  GtkTextIter at, wanted;
  gtk_text_buffer_get_iter_at_mark(buffer, &at, gtk_text_buffer_get_insert(buffer));
  gtk_text_buffer_get_iter_at_mark(buffer, &wanted, gtk_text_buffer_get_mark(buffer, "constraint"));
  g_assert_true(gtk_text_iter_equal(&at, &wanted));
  /* the place is in sight, once its page is laid out */
  GdkRectangle visible, line;
  WAIT_FOR((gtk_text_view_get_visible_rect(noslip_help_window_text(manual), &visible),
            gtk_text_view_get_iter_location(noslip_help_window_text(manual), &wanted, &line), visible.y > 0) &&
           line.y >= visible.y && line.y < visible.y + visible.height / 4);
  gtk_window_destroy(GTK_WINDOW(manual));

  gtk_text_buffer_get_iter_at_offset(editing_buffer(window), &iter,
                                     (int) g_utf8_strlen(text, strstr(text, "omega =") + 2 - text));
  gtk_text_buffer_place_cursor(editing_buffer(window), &iter);
  noslip_editor_show_help(editor);
  WAIT_FOR(driven_label(noslip_editor_text_widget(editor), "omega: velocity"));
  editing_close(window);
}

/* A lesson's link opens the system that it is about, in the window beside it. */
static void
test_lesson(void)
{
  NoslipWindow *window = editing_open("chaplygin-sleigh");
  g_action_group_activate_action(G_ACTION_GROUP(driven_application()), "help-page",
                                 g_variant_new_string("lessons/is-vakonomic-mechanics-mechanics.md"));
  NoslipHelpWindow *manual = editing_manual();
  g_assert_nonnull(manual);
  GtkTextView *text = noslip_help_window_text(manual);
  GtkTextIter iter;
  gtk_text_buffer_get_start_iter(gtk_text_view_get_buffer(text), &iter);
  const char *target = NULL;
  while (!target && gtk_text_iter_forward_to_tag_toggle(&iter, NULL))
    target = noslip_markdown_link_at(&iter);
  g_assert_cmpstr(target, ==, "system:heisenberg");
  gboolean taken = FALSE;
  g_signal_emit_by_name(text, "noslip-follow", target, &taken);
  g_assert_true(taken);
  WAIT_FOR(g_str_equal(driven_shown(window), "heisenberg"));
  gtk_window_destroy(GTK_WINDOW(manual));
  editing_close(window);
}

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
  assert_names(window, "Undo reading the file again", "Redo");

  editing_append(window, "# mine\n");
  g_free(file_with("shared.noslip", GOOD, "third"));
  WAIT_FOR(driven_label(notice, "“shared.noslip” was changed by another program, and here"));
  g_assert_true(holds(window, "# mine") && holds(window, "second"));
  /* saving does not write over it without a word */
  gtk_widget_activate_action(GTK_WIDGET(window), "win.save", NULL);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "The text is not saved"));
  g_autofree char *theirs = NULL, *ours = NULL, *text = NULL;
  g_assert_true(g_file_get_contents(file, &theirs, NULL, NULL));
  g_assert_nonnull(strstr(theirs, "third"));
  g_signal_emit_by_name(button_saying(notice, "_Save over it"), "clicked");
  WAIT_FOR(!noslip_window_has_unsaved(window));
  g_assert_true(g_file_get_contents(file, &ours, NULL, NULL));
  text = editing_text(window);
  g_assert_cmpstr(ours, ==, text);

  editing_append(window, "# mine again\n");
  g_free(file_with("shared.noslip", GOOD, "fourth"));
  WAIT_FOR(button_saying(notice, "_Load the file"));
  g_signal_emit_by_name(button_saying(notice, "_Load the file"), "clicked");
  WAIT_FOR(holds(window, "fourth") && !noslip_window_has_unsaved(window));
  gtk_text_buffer_undo(editing_buffer(window));
  g_assert_true(holds(window, "# mine again"));
  gtk_text_buffer_redo(editing_buffer(window));

  g_assert_cmpint(g_remove(file), ==, 0);
  WAIT_FOR(driven_label(notice, "“shared.noslip” is not there any more."));
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

/* A draft of a text whose file is newer: both can be looked at, and saving does not write over the newer one. */
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
      g_signal_emit_by_name(button_saying(notice, "_Difference"), "clicked");
      WAIT_FOR(window_titled("Difference: newer.noslip"));
      GtkWindow *difference = window_titled("Difference: newer.noslip");
      GtkWidget *view = driven_find(GTK_WIDGET(difference), GTK_TYPE_TEXT_VIEW, NULL);
      g_autofree char *shown = NULL;
      g_object_get(gtk_text_view_get_buffer(GTK_TEXT_VIEW(view)), "text", &shown, NULL);
      g_assert_nonnull(strstr(shown, "- title \"newer\"\n+ title \"old\"\n"));
      g_assert_nonnull(strstr(shown, "+ # typed before the crash\n"));
      gtk_window_destroy(difference);
      g_signal_emit_by_name(button_saying(notice, "_Save over it"), "clicked");
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

/* A file that cannot grow, as on a full disk: the old one stays, and the text is still unsaved. */
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

/* A file that cannot be the text of a system is reported, and the present system stays. */
static void
test_refused(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipSystem *system = noslip_simulation_system(simulation);
  g_autofree char *text = editing_text(window);
  const char *names[] = {"folder.noslip", "large.noslip", "binary.noslip", "pipe.noslip"};
  const char *said[] = {"is a folder", "too large", "not text", "not a regular file"};
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
    if (!strstr(problem->cause, said[i]))
      g_error("%s: %s", names[i], problem->cause);
    g_autofree char *shown = noslip_diagnostic_format(problem), *now = editing_text(window);
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
  noslip_simulation_play(simulation);
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

/* Thousands of lines come in one piece and go in one piece, and the window is there meanwhile. */
static void
test_long_paste(void)
{
  NoslipWindow *window = editing_open("rolling-disk");
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_simulation_play(simulation);
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
  assert_names(window, "Undo paste", "Redo");
  gtk_text_buffer_undo(editing_buffer(window));
  g_autofree char *undone = editing_text(window);
  g_assert_cmpstr(undone, ==, text);
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

/* The toolkit takes seconds to colour a line of tens of thousands of characters: it is shown without, and that is said
 * where it begins and no longer where it has gone. */
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

/* What the highlighting knows is what the language has. */
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
    gboolean told = FALSE;
    for (guint k = 0; k < n_words; k++)
      told = told || g_str_equal(words[k].name, functions[i]);
    if (!told)
      g_error("%s is not explained", functions[i]);
  }
  /* both schemes exist, and dress the text */
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
  /* what says something else is made anew, in its place, and moves its own parameter */
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

/* What the core says in a clause stands alone as a sentence; names stay as they are written. */
static void
test_sentences(void)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system("noslip 1\n" GOOD, -1, "good.noslip", "good", diagnostics);
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
  folder = g_dir_make_tmp("noslip-text-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_test_add_func("/text/undo-names", test_undo_names);
  g_test_add_func("/text/find-and-replace", test_find_and_replace);
  g_test_add_func("/text/help", test_help);
  g_test_add_func("/text/help-key", test_help_key);
  g_test_add_func("/text/lesson", test_lesson);
  g_test_add_func("/text/written-by-others", test_written_by_others);
  g_test_add_func("/text/recovered", test_recovered);
  g_test_add_func("/text/full-disk", test_full_disk);
  g_test_add_func("/text/refused", test_refused);
  g_test_add_func("/text/broken", test_broken);
  g_test_add_func("/text/long-paste", test_long_paste);
  g_test_add_func("/text/long-line", test_long_line);
  g_test_add_func("/text/highlighting", test_highlighting);
  g_test_add_func("/text/pane", test_pane);
  g_test_add_func("/text/sentences", test_sentences);
  int status = g_test_run();
  driven_end();
  editing_remove_data(folder);
  g_free(folder);
  return status;
}
