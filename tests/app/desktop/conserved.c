/* SPDX-License-Identifier: GPL-3.0-or-later */
/* "What is conserved?" in the window: the results, copying them, adding them to the text, and the case of no result. */
#include "tests/app/desktop/plots.h"
#include "ui/widgets/window/conserved-search.h"
#include "ui/widgets/window/conserved-window.h"

#include <string.h>

/* The window that the command opens. */
static GtkWidget *
ask(NoslipWindow *window)
{
  g_action_group_activate_action(G_ACTION_GROUP(window), "find-conserved", NULL);
  g_autoptr(GList) windows = gtk_window_list_toplevels();
  for (GList *l = windows; l; l = l->next)
    if (NOSLIP_IS_CONSERVED_WINDOW(l->data))
      return l->data;
  g_assert_not_reached();
}

static gboolean
is_shown(GtkWidget *widget)
{
  return widget && gtk_widget_get_mapped(widget);
}

static char *
text_of(NoslipWindow *window)
{
  GtkTextIter start, end;
  GtkTextBuffer *buffer = noslip_editor_buffer(noslip_window_editor(window));
  gtk_text_buffer_get_bounds(buffer, &start, &end);
  return gtk_text_buffer_get_text(buffer, &start, &end, TRUE);
}

/* Whether the last line of the text is in sight. */
static gboolean
added_is_seen(NoslipWindow *window)
{
  GtkWidget *text = noslip_editor_text_widget(noslip_window_editor(window));
  GdkRectangle line, visible;
  GtkTextIter end;
  gtk_text_buffer_get_end_iter(noslip_editor_buffer(noslip_window_editor(window)), &end);
  gtk_text_iter_backward_char(&end);
  gtk_text_view_get_iter_location(GTK_TEXT_VIEW(text), &end, &line);
  gtk_text_view_get_visible_rect(GTK_TEXT_VIEW(text), &visible);
  return gtk_widget_get_mapped(text) && line.y >= visible.y && line.y + line.height <= visible.y + visible.height;
}

/* G 6.2: without springs the snakeboard conserves a gauge momentum. It is shown with its proof; its claim can be added
 * to the text, where it holds, and undo removes it. */
static void
test_snakeboard(void)
{
  NoslipWindow *window = driven_open("snakeboard", 0);
  GtkWidget *dialog = ask(window), *add = NULL;
  WAIT_FOR(is_shown(driven_label(dialog, "proved in symbols, with the present parameters")));
  WAIT_FOR(is_shown(driven_label(dialog, "Gauge momentum")));
  g_assert_nonnull(driven_label(dialog, "dimension"));
  g_assert_nonnull(driven_find(dialog, GTK_TYPE_BUTTON, "Copy as claim"));
  guint before = noslip_simulation_system(noslip_window_simulation(window))->n_claims;
  g_assert_nonnull((add = driven_find(dialog, GTK_TYPE_BUTTON, "Add to text")));
  driven_click_on(add);
  WAIT_FOR(noslip_simulation_system(noslip_window_simulation(window))->n_claims == before + 1);
  g_assert_false(gtk_widget_get_sensitive(add));
  g_autofree char *text = text_of(window);
  g_assert_nonnull(strstr(text, "\nclaim \"gauge momentum 1\": d("));
  WAIT_FOR(added_is_seen(window)); /* the editor was hidden, and the text is longer than it */
  GtkTextBuffer *buffer = noslip_editor_buffer(noslip_window_editor(window));
  gtk_text_buffer_undo(buffer);
  WAIT_FOR(noslip_simulation_system(noslip_window_simulation(window))->n_claims == before);
  gtk_window_destroy(GTK_WINDOW(dialog));
  noslip_editor_discard(noslip_window_editor(window));
  driven_close(window);
}

/* The phase volume of the particle: its density is shown, and its claim can be added to the text, where it holds. */
static void
test_measure(void)
{
  NoslipWindow *window = driven_open("nonholonomic-particle", 0);
  GtkWidget *dialog = ask(window), *add = NULL, *rows = NULL, *last = NULL;
  WAIT_FOR(is_shown(driven_label(dialog, "The density of dx dp")));
  g_assert_nonnull(driven_label(dialog, "Invariant measure"));
  g_assert_nonnull((rows = driven_find(dialog, GTK_TYPE_LIST_BOX, NULL)));
  last = gtk_widget_get_last_child(rows);
  g_assert_nonnull((add = driven_find(last, GTK_TYPE_BUTTON, "Add to text")));
  guint before = noslip_simulation_system(noslip_window_simulation(window))->n_claims;
  driven_click_on(add);
  WAIT_FOR(noslip_simulation_system(noslip_window_simulation(window))->n_claims == before + 1);
  g_autofree char *text = text_of(window);
  g_assert_nonnull(strstr(text, "\nclaim \"invariant measure\": divergence = -d(log(1/sqrt(y^2 + 1)))\n"));
  gtk_window_destroy(GTK_WINDOW(dialog));
  noslip_editor_discard(noslip_window_editor(window));
  driven_close(window);
}

/* The sleigh conserves its energy and nothing else of these degrees; dimension and gap are shown, and the obstruction
 * to a measure. */
static void
test_none(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  GtkWidget *dialog = ask(window);
  WAIT_FOR(is_shown(driven_label(dialog, "None in this space")));
  g_assert_nonnull(driven_label(dialog, "Nothing else in this space is conserved."));
  g_assert_nonnull(driven_label(dialog, "dimension"));
  g_assert_nonnull(driven_label(dialog, "gap"));
  g_assert_nonnull(driven_label(dialog, "No invariant measure"));
  g_assert_nonnull(driven_label(dialog, "omega and [v1, omega] obstruct it"));
  gtk_window_destroy(GTK_WINDOW(dialog));
  driven_close(window);
}

/* A long search ends at once when it is cancelled, and another one can begin. */
static void
test_cancelled(void)
{
  NoslipWindow *window = driven_open("snakeboard", 0);
  GtkWidget *dialog = ask(window);
  WAIT_FOR(is_shown(driven_find(dialog, GTK_TYPE_BUTTON, "Cancel")));
  driven_click_on(driven_find(dialog, GTK_TYPE_BUTTON, "Cancel"));
  WAIT_FOR(is_shown(driven_label(dialog, "The search was cancelled before it had an answer.")));
  driven_click_on(driven_find(dialog, GTK_TYPE_BUTTON, "Search again"));
  WAIT_FOR(is_shown(driven_label(dialog, "Gauge momentum")));
  gtk_window_destroy(GTK_WINDOW(dialog));
  driven_close(window);
}

/* What a search has left out is said, as the command line does. */
static void
test_left_out(void)
{
  g_autoptr(GPtrArray) none = g_ptr_array_new();
  NoslipConserved conserved = {.degree = 1, .dimension = 994, .gap = 6.2e4, .found = none, .known = none};
  NoslipConservedSearch search = {.conserved = &conserved};
  g_autofree char *plain = noslip_conserved_search_words(&search);
  g_assert_nonnull(strstr(plain, "have no gap of 1e6"));
  g_assert_null(strstr(plain, "Left out"));
  conserved.n_almost = 198;
  conserved.n_long = 4;
  conserved.gap = 1e9;
  g_autofree char *whole = noslip_conserved_search_words(&search);
  g_assert_nonnull(strstr(whole, "larger than rounding errors"));
  g_assert_nonnull(strstr(whole, "almost combinations of others: 198 functions"));
  g_assert_nonnull(strstr(whole, "too long: the roots of 4 functions"));
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/conserved/snakeboard", test_snakeboard);
  g_test_add_func("/conserved/measure", test_measure);
  g_test_add_func("/conserved/none", test_none);
  g_test_add_func("/conserved/cancelled", test_cancelled);
  g_test_add_func("/conserved/left-out", test_left_out);
  int status = g_test_run();
  driven_end();
  return status;
}
