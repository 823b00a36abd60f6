/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Help on the word at the cursor, its key, and the lessons. */
#include "tests/app/desktop/editing.h"

#include "core/catalogue/catalogue.h"
#include "ui/widgets/editor/completion.h"
#include "ui/widgets/help/help-window.h"
#include "ui/widgets/help/markdown.h"

#include <math.h>
#include <string.h>

/* Every word has an existing place in the manual. */
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

  /* names that a text declares, although it has errors */
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
  /* the place is visible, once its page is laid out */
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

/* A lesson's link opens the system that it is about, in the main window. */
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

/* A warning of GTK ends the test. */
static void
test_changed_in_frame(void)
{
  g_autofree char *pages = noslip_catalogue_help();
  NoslipHelpWindow *manual = noslip_help_window_new(driven_application(), pages);
  g_assert_true(noslip_help_window_go(manual, "language.md"));
  gtk_window_present(GTK_WINDOW(manual));
  g_autofree char *lines = g_strnfill(100, '\n');
  gtk_text_buffer_set_text(gtk_text_view_get_buffer(noslip_help_window_text(manual)), lines, -1);
  editing_change_in_frame(noslip_help_window_text(manual));
  gtk_window_destroy(GTK_WINDOW(manual));
}

int
main(int argc, char **argv)
{
  char *folder = g_dir_make_tmp("noslip-text-XXXXXX", NULL);
  g_setenv("XDG_DATA_HOME", folder, TRUE);
  driven_begin(&argc, &argv);
  g_test_add_func("/text/help", test_help);
  g_test_add_func("/text/help-key", test_help_key);
  g_test_add_func("/text/lesson", test_lesson);
  g_test_add_func("/text/manual-changed-in-frame", test_changed_in_frame);
  int status = g_test_run();
  driven_end();
  editing_remove_data(folder);
  g_free(folder);
  return status;
}
