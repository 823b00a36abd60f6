/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Table view: its rows follow the time, a click and keys choose one, the wheel moves the table alone, and rows are
 * copied with all digits. */
#include "tests/app/desktop/plots.h"

#include <math.h>
#include <string.h>

static char *
clipboard_text(GtkWidget *widget)
{
  char *text = NULL;
  GdkClipboard *clipboard = gtk_widget_get_clipboard(widget);
  GdkContentProvider *content = gdk_clipboard_get_content(clipboard);
  GValue value = G_VALUE_INIT;
  g_value_init(&value, G_TYPE_STRING);
  if (content && gdk_content_provider_get_value(content, &value, NULL))
    text = g_value_dup_string(&value);
  g_value_unset(&value);
  return text;
}

static double
time_of(NoslipWindow *window)
{
  return noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window)));
}

/* One row per sample; its cells are the columns of the motion, and read back as the same numbers. */
static void
check_rows(const char *text, const NoslipRunView *run, guint n)
{
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, n + 2); /* names, and an empty one at the end */
  g_auto(GStrv) names = g_strsplit(lines[0], "\t", -1);
  g_assert_cmpstr(names[0], ==, "t");
  guint first = noslip_trajectory_find(run->trajectory, g_ascii_strtod(lines[1], NULL));
  for (guint row = 0; row < n; row++) {
    g_auto(GStrv) cells = g_strsplit(lines[row + 1], "\t", -1);
    g_assert_cmpuint(g_strv_length(cells), ==, g_strv_length(names));
    for (guint i = 0; cells[i]; i++) {
      int column = noslip_quantities_find(run->quantities, names[i]);
      g_assert_cmpint(column, >=, 0);
      double value = noslip_columns_value(run->values, first + row, (guint) column);
      g_assert_cmpfloat(g_ascii_strtod(cells[i], NULL), ==, value);
    }
  }
}

static NoslipView *
open_table(NoslipWindow *window)
{
  GtkWidget *found = NULL;
  noslip_tiles_maximise(noslip_window_tiles(window), noslip_view_kind_find("table"));
  WAIT_FOR((found = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Table")) && gtk_widget_get_mapped(found));
  WAIT_FOR(gtk_widget_get_height(found) > 300 && driven_view_is_ready(NOSLIP_VIEW(found)));
  return NOSLIP_VIEW(found);
}

static void
test_rows(void)
{
  NoslipWindow *window = driven_open("snakeboard", 0);
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(noslip_window_simulation(window)));
  NoslipView *view = open_table(window);
  g_autofree char *all = g_strdup_printf("row 1 of %u; t = 0; x = 0; y = 0.1", run->n_rows);
  WAIT_FOR(driven_describes(view, all));
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), 2.001); /* after the sample at 2 */
  WAIT_FOR(driven_describes(view, "; t = 2; ") && plots_drawn_with(view, 0, "2.00000"));
  g_assert_false(plots_drawn_with(view, 0, "0.00000"));
  driven_key("alt+Down");
  driven_click(GTK_WIDGET(view), 200, gtk_widget_get_height(GTK_WIDGET(view)) - 60);
  WAIT_FOR(time_of(window) > 2.004);
  double clicked = time_of(window);
  g_assert_cmpfloat_with_epsilon(clicked / 0.005, round(clicked / 0.005), 1e-6); /* a sample */
  driven_key("alt+Up");
  WAIT_FOR(fabs(time_of(window) - clicked + 0.005) < 1e-6);
  driven_key("alt+Down");
  WAIT_FOR(fabs(time_of(window) - clicked) < 1e-6);
  driven_close(window);
}

/* Columns that do not fit, and the rows before the time. */
static void
test_scrolling(void)
{
  NoslipWindow *window = driven_open("snakeboard", 2);
  NoslipView *view = open_table(window);
  WAIT_FOR(plots_drawn_with(view, 0, "2.00000"));
  driven_click(GTK_WIDGET(view), 200, 10); /* the head: the time stays */
  driven_press(GTK_WIDGET(view), 200, 200, 4, 40, NULL);
  WAIT_FOR(!plots_drawn_with(view, 0, "2.00000"));
  g_assert_cmpfloat(time_of(window), ==, 2);
  noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), 1);
  WAIT_FOR(plots_drawn_with(view, 0, "1.00000")); /* around the time again */
  g_assert_true(plots_drawn_with(view, 0, "θ"));
  g_assert_false(plots_drawn_with(view, 0, "‹"));
  for (guint i = 0; i < 10; i++) /* one more than there are */
    driven_key("alt+Right");
  WAIT_FOR(!plots_drawn_with(view, 0, "ψ"));
  g_assert_true(plots_drawn_with(view, 0, "φ") && plots_drawn_with(view, 0, "‹"));
  g_assert_true(plots_drawn_with(view, 0, "1.00000")); /* the time stays */
  driven_close(window);
}

static void
test_copying(void)
{
  NoslipWindow *window = driven_open("snakeboard", 1);
  const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(noslip_window_simulation(window)));
  NoslipView *view = open_table(window);
  g_autofree char *seen = noslip_view_values(view);
  guint n = 0;
  for (const char *c = seen; (c = strchr(c, '\n')); c++)
    n++;
  g_assert_cmpuint(n, >, 5);
  g_assert_cmpuint(n, <, 100);
  check_rows(seen, run, n - 1);
  GtkWidget *popover = plots_open_menu(window, "Choices of Table");
  g_assert_true(plots_has_choice(view, "columns", "theta")); /* shown columns are ticked */
  g_assert_false(plots_has_choice(view, "columns", "energy"));
  plots_click_item(popover, "Copy all rows");
  g_autofree char *all = NULL;
  WAIT_FOR((all = clipboard_text(GTK_WIDGET(view))));
  check_rows(all, run, run->n_rows);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/table/rows", test_rows);
  g_test_add_func("/table/scrolling", test_scrolling);
  g_test_add_func("/table/copying", test_copying);
  int status = g_test_run();
  driven_end();
  return status;
}
