/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window on a large screen. */
#include "tests/app/desktop/driven.h"

/* All views in a wide window stand in two columns; few of them in one. */
static void
test_two_columns(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  int one = gtk_widget_get_width(GTK_WIDGET(tiles));
  gtk_window_set_default_size(GTK_WINDOW(window), 1900, 780);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(window)) > 1800 && driven_settled(window));
  g_assert_cmpint(gtk_widget_get_width(GTK_WIDGET(tiles)), <, one + 40);
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    noslip_tiles_set_open(tiles, noslip_view_kinds()[i], TRUE);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(tiles)) > 2 * one && driven_settled(window));
  graphene_rect_t first, last;
  guint n = noslip_tiles_n_open(tiles);
  g_assert_true(gtk_widget_compute_bounds(GTK_WIDGET(noslip_tiles_nth_open(tiles, 0)), GTK_WIDGET(tiles), &first));
  g_assert_true(gtk_widget_compute_bounds(GTK_WIDGET(noslip_tiles_nth_open(tiles, n - 1)), GTK_WIDGET(tiles), &last));
  g_assert_cmpfloat(last.origin.x, >, first.origin.x + (float) one - 40);
  for (guint i = 3; noslip_view_kinds()[i]; i++)
    noslip_tiles_set_open(tiles, noslip_view_kinds()[i], FALSE);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(tiles)) < one + 40 && driven_settled(window));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/wide/two-columns", test_two_columns);
  int status = g_test_run();
  driven_end();
  return status;
}
