/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window on a large screen. */
#include "tests/app/desktop/driven.h"

/* In a wide window all views are in two columns, few views in one. */
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

/* Views opened in a smaller window move to two columns when it becomes wide, and back to one when it becomes narrow. */
static void
test_widened(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  int one = gtk_widget_get_width(GTK_WIDGET(tiles));
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    noslip_tiles_set_open(tiles, noslip_view_kinds()[i], TRUE);
  WAIT_FOR(driven_settled(window));
  g_assert_cmpint(gtk_widget_get_width(GTK_WIDGET(tiles)), <, one + 40);
  gtk_window_set_default_size(GTK_WINDOW(window), 1900, 1000);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(tiles)) > 2 * one && driven_settled(window));
  gtk_window_set_default_size(GTK_WINDOW(window), 1280, 780);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(tiles)) < one + 40 && driven_settled(window));
  driven_close(window);
}

/* Nine views that are opened one after the other fit in two columns of a projector's height. */
static void
test_nine_views(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  gtk_window_set_default_size(GTK_WINDOW(window), 1900, 1060);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(window)) > 1800 && driven_settled(window));
  for (guint i = 0; i < 9; i++) {
    noslip_tiles_set_open(tiles, noslip_view_kinds()[i], TRUE);
    WAIT_FOR(driven_settled(window));
  }
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 9);
  GtkWidget *scroller = driven_find(GTK_WIDGET(tiles), GTK_TYPE_SCROLLED_WINDOW, NULL);
  GtkAdjustment *place = gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller));
  g_assert_cmpfloat(gtk_adjustment_get_upper(place), <=, gtk_adjustment_get_page_size(place));
  driven_close(window);
}

static int
height_of(NoslipTiles *tiles, const char *kind)
{
  return gtk_widget_get_height(GTK_WIDGET(noslip_tiles_view(tiles, noslip_view_kind_find(kind))));
}

/* Opens a view and waits for its place; settled alone can mean that the new arrangement has not begun. */
static void
open_view(NoslipWindow *window, const char *kind)
{
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, noslip_view_kind_find(kind), TRUE);
  WAIT_FOR(height_of(tiles, kind) > 0 && driven_settled(window));
}

/* Views opened one after the other share a column by what they need, not by when they were opened; a fifth would make
 * them low on a screen of 1920x1080, so that all move to two columns. */
static void
test_opened_in_turn(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  gtk_window_set_default_size(GTK_WINDOW(window), 1900, 1060);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(window)) > 1800 && driven_settled(window));
  noslip_tiles_set_open(tiles, noslip_view_kind_find("bracket"), FALSE);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("path"), FALSE);
  WAIT_FOR(!gtk_widget_get_mapped(GTK_WIDGET(noslip_tiles_view(tiles, noslip_view_kind_find("path")))));
  open_view(window, "time");
  open_view(window, "constraints");
  open_view(window, "path");
  int one = gtk_widget_get_width(GTK_WIDGET(tiles));
  g_assert_cmpfloat_with_epsilon(height_of(tiles, "path"), height_of(tiles, "time"), 20);
  g_assert_cmpint(height_of(tiles, "energy"), >, height_of(tiles, "time"));
  int four = height_of(tiles, "time");
  noslip_tiles_set_open(tiles, noslip_view_kind_find("momenta"), TRUE);
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(tiles)) > 2 * one && height_of(tiles, "time") >= four);
  driven_close(window);
}

static const NoslipTheme *
scene_theme(NoslipWindow *window)
{
  NoslipSceneLook look;
  noslip_scene_view_get_look(noslip_window_scene(window), &look);
  return look.theme;
}

static int
least_height(GtkWidget *view)
{
  int least = 0;
  gtk_widget_measure(view, GTK_ORIENTATION_VERTICAL, -1, &least, NULL, NULL, NULL);
  return least;
}

/* A larger font of the desktop is used in everything drawn: plots, bracket, legend and scale bar. */
static void
test_text_scale(void)
{
  static const char *const shown[] = {"energy", "bracket", "claims"};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipTiles *tiles = noslip_window_tiles(window);
  GtkSettings *settings = gtk_settings_get_default();
  double type[G_N_ELEMENTS(shown)], line[G_N_ELEMENTS(shown)], scene = scene_theme(window)->text_size;
  GtkWidget *energy = GTK_WIDGET(noslip_tiles_view(tiles, noslip_view_kind_find("energy")));
  int dpi = 0, n = 0;
  for (guint i = 0; noslip_view_kinds()[i]; i++)
    noslip_tiles_set_open(tiles, noslip_view_kinds()[i], FALSE);
  for (guint i = 0; i < G_N_ELEMENTS(shown); i++)
    noslip_tiles_set_open(tiles, noslip_view_kind_find(shown[i]), TRUE);
  WAIT_FOR(driven_settled(window));
  for (guint i = 0; i < G_N_ELEMENTS(shown); i++) {
    const NoslipTheme *theme = noslip_view_theme(noslip_tiles_view(tiles, noslip_view_kind_find(shown[i])));
    type[i] = theme->text_size;
    line[i] = theme->small_size;
  }
  g_autofree guint32 *before = driven_pixels(GTK_WIDGET(noslip_window_scene(window)), &n);
  int least = least_height(energy);
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "omega");
  int number = gtk_widget_get_width(entry) - 10; /* without the padding */
  g_object_get(settings, "gtk-xft-dpi", &dpi, NULL);
  g_object_set(settings, "gtk-xft-dpi", 144 * 1024, NULL);
  WAIT_FOR(scene_theme(window)->text_size > 1.4 * scene && driven_settled(window));
  g_assert_cmpfloat_with_epsilon(scene_theme(window)->text_size, 1.5 * scene, 1e-9);
  for (guint i = 0; i < G_N_ELEMENTS(shown); i++) {
    const NoslipTheme *theme = noslip_view_theme(noslip_tiles_view(tiles, noslip_view_kind_find(shown[i])));
    g_assert_cmpfloat_with_epsilon(theme->text_size, 1.5 * type[i], 1e-9);
    g_assert_cmpfloat_with_epsilon(theme->small_size, 1.5 * line[i], 1e-9);
  }
  g_assert_cmpint(least_height(energy), ==, (int) ceil(1.5 * least)); /* or the curves have no room */
  WAIT_FOR(gtk_widget_get_width(entry) - 10 >= (int) (1.5 * number)); /* or numbers of five digits are cut */
  int now = 0;
  g_autofree guint32 *after = driven_pixels(GTK_WIDGET(noslip_window_scene(window)), &now);
  g_assert_true(now != n || driven_different(before, after, n) > 1000); /* legend and scale bar at least */
  g_object_set(settings, "gtk-xft-dpi", dpi, NULL);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/wide/two-columns", test_two_columns);
  g_test_add_func("/wide/widened", test_widened);
  g_test_add_func("/wide/nine-views", test_nine_views);
  g_test_add_func("/wide/opened-in-turn", test_opened_in_turn);
  g_test_add_func("/wide/text-scale", test_text_scale);
  int status = g_test_run();
  driven_end();
  return status;
}
