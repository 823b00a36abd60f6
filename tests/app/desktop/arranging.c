/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arranging the views by hand: their buttons, menus and keys, the dividers between them, and a window that is narrow
 * for a while. */
#include "tests/app/desktop/plots.h"
#include "ui/picture/plot/plot-items.h"

#include <math.h>
#include <string.h>

static void
click_button(NoslipWindow *window, const char *name)
{
  GtkWidget *button = driven_find(GTK_WIDGET(window), GTK_TYPE_WIDGET, name);
  if (!button)
    g_error("nothing is named %s", name);
  driven_click_on(button);
}

/* Maximised, closed, duplicated and opened again: with buttons, keys and menus. */
static void
test_buttons(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  click_button(window, "Maximise Path");
  WAIT_FOR(!gtk_widget_get_mapped(scene) && noslip_tiles_maximised(tiles) == &noslip_path_view);
  WAIT_FOR(driven_settled(window));
  click_button(window, "Restore Path");
  WAIT_FOR(gtk_widget_get_mapped(scene) && driven_settled(window));
  driven_click_on(GTK_WIDGET(plots_view(window, "Path"))); /* now it has the keyboard focus */
  driven_key("m");
  WAIT_FOR(!gtk_widget_get_mapped(scene));
  driven_key("m");
  WAIT_FOR(gtk_widget_get_mapped(scene));
  driven_key("ctrl+d");
  WAIT_FOR(noslip_tiles_n_open(tiles) == 4);
  g_assert_true(noslip_view_kind(noslip_tiles_nth_open(tiles, 2)) == &noslip_path_view);
  driven_key("Delete");
  WAIT_FOR(noslip_tiles_n_open(tiles) == 3);
  click_button(window, "Close Energy");
  WAIT_FOR(!noslip_tiles_is_open(tiles, &noslip_energy_view));
  driven_point(scene, 100, 100);
  driven_key("1");
  WAIT_FOR(noslip_tiles_is_open(tiles, &noslip_energy_view));
  plots_click_item(plots_open_menu(window, "Choices of Path"), "Duplicate");
  WAIT_FOR(noslip_tiles_n_open(tiles) == 4);
  plots_click_item(plots_open_menu(window, "Choices of Path"), "Views as the system plots them");
  WAIT_FOR(noslip_tiles_n_open(tiles) == 3 && driven_settled(window));
  GtkWidget *menu = plots_open_menu(window, "Views");
  plots_click_item(menu, "Momenta"); /* the menu stays open for more choices */
  WAIT_FOR(noslip_tiles_is_open(tiles, &noslip_momenta_view));
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(menu));
  driven_close(window);
}

/* The contents of a view are chosen in its menu. */
static void
test_choices(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipView *path = plots_view(window, "Path");
  g_assert_cmpuint(path->figures[0]->levels->len, ==, 1); /* a plane of velocities has level curves of the energy */
  GtkWidget *popover = plots_open_menu(window, "Choices of Path");
  GtkWidget *vertical = driven_find(popover, GTK_TYPE_DROP_DOWN, "Vertical");
  g_assert_nonnull(vertical);
  gtk_widget_grab_focus(vertical);
  GListModel *names = gtk_drop_down_get_model(GTK_DROP_DOWN(vertical));
  for (guint i = 0; i < g_list_model_get_n_items(names); i++)
    if (g_str_equal(gtk_string_list_get_string(GTK_STRING_LIST(names), i), "theta"))
      gtk_drop_down_set_selected(GTK_DROP_DOWN(vertical), i);
  WAIT_FOR(plots_has_choice(path, "y", "theta") && driven_settled(window));
  WAIT_FOR(path->figures[0]->levels->len == 0);
  WAIT_FOR(strstr(noslip_view_caption(path), "\316\270 against")); /* theta */
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(popover));
  popover = plots_open_menu(window, "Choices of Path");
  driven_click(driven_label(popover, "Logarithmic scale"), 20, 8);
  WAIT_FOR(noslip_view_is_flipped(path, 0));
  driven_key("Escape");
  driven_key("3");
  WAIT_FOR(plots_view(window, "Time") && driven_settled(window));
  popover = plots_open_menu(window, "Choices of Time");
  plots_click_item(popover, "v1");
  WAIT_FOR(plots_has_choice(plots_view(window, "Time"), "shown", "v1") && driven_settled(window));
  g_assert_cmpuint(plots_view(window, "Time")->figures[0]->series->len, ==, 1);
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(popover));
  popover = plots_open_menu(window, "Choices of Bracket");
  driven_click_on(driven_find(popover, GTK_TYPE_ENTRY, "Observables"));
  driven_type("x*y, p(omega)");
  driven_key("Return");
  WAIT_FOR(plots_has_choice(plots_view(window, "Bracket"), "of", "x*y, p(omega)"));
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(popover));
  driven_close(window);
}

static int
height_of(NoslipTiles *tiles, guint nth)
{
  return gtk_widget_get_height(GTK_WIDGET(noslip_tiles_nth_open(tiles, nth)));
}

/* The dividers are dragged with the pointer: between two views, and between the scene and the views. */
static void
test_dividers(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window)), *energy = GTK_WIDGET(noslip_tiles_nth_open(tiles, 0));
  int first = height_of(tiles, 0), others = height_of(tiles, 1) + height_of(tiles, 2),
      width = gtk_widget_get_width(scene);
  double x = gtk_widget_get_width(energy) / 2.0, edge = gtk_widget_get_height(energy);
  driven_drag(energy, x, edge, x, edge - 60);
  WAIT_FOR(height_of(tiles, 0) < first - 40 && driven_settled(window));
  g_assert_cmpint(height_of(tiles, 1) + height_of(tiles, 2), >=, others + 40);
  driven_drag(scene, width, 300, width - 120, 300);
  WAIT_FOR(gtk_widget_get_width(scene) < width - 80 && driven_settled(window));
  driven_close(window);
}

/* Below 1100 pixels views are tabs under the scene; in a wide window the arrangement is restored. */
static void
test_narrow(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  GtkWidget *bracket = GTK_WIDGET(plots_view(window, "Bracket")), *scene = GTK_WIDGET(noslip_window_scene(window));
  g_assert_true(noslip_window_has_side_pane(window));
  gtk_window_set_default_size(GTK_WINDOW(window), 1024, 768);
  WAIT_FOR(!gtk_widget_get_mapped(bracket) && driven_settled(window));
  g_assert_false(noslip_window_has_side_pane(window));
  WAIT_FOR(gtk_widget_get_width(scene) > 960 && driven_settled(window));
  driven_run(0.3);
  GtkWidget *book = driven_find(GTK_WIDGET(tiles), GTK_TYPE_NOTEBOOK, NULL);
  g_assert_nonnull(book);
  driven_click_on(gtk_notebook_get_tab_label(GTK_NOTEBOOK(book), gtk_notebook_get_nth_page(GTK_NOTEBOOK(book), 2)));
  WAIT_FOR(gtk_widget_get_mapped(bracket));
  gtk_window_set_default_size(GTK_WINDOW(window), 1240, 780);
  WAIT_FOR(gtk_widget_get_mapped(GTK_WIDGET(plots_view(window, "Energy"))) && gtk_widget_get_mapped(bracket));
  WAIT_FOR(noslip_window_has_side_pane(window) && driven_settled(window));
  driven_close(window);
}

static gboolean
is_selected(NoslipTiles *tiles, const char *kind)
{
  return gtk_widget_get_mapped(GTK_WIDGET(noslip_tiles_view(tiles, noslip_view_kind_find(kind))));
}

/* A view that is opened in tabs is shown; closed, it gives way to the one beside it, and others that open and close, or
 * a restored view, do not change the selected tab. */
static void
test_selected_tab(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_tabs(tiles, TRUE);
  WAIT_FOR(is_selected(tiles, "energy"));
  noslip_tiles_set_open(tiles, noslip_view_kind_find("claims"), TRUE);
  WAIT_FOR(is_selected(tiles, "claims") && !is_selected(tiles, "energy"));
  noslip_tiles_set_open(tiles, noslip_view_kind_find("energy"), FALSE);
  WAIT_FOR(is_selected(tiles, "claims"));
  noslip_tiles_maximise(tiles, noslip_view_kind_find("path"));
  WAIT_FOR(is_selected(tiles, "path"));
  noslip_tiles_maximise(tiles, NULL);
  WAIT_FOR(is_selected(tiles, "path") && !is_selected(tiles, "claims"));
  noslip_tiles_set_open(tiles, noslip_view_kind_find("path"), FALSE);
  WAIT_FOR(is_selected(tiles, "bracket"));
  /* by keys: the first press selects the tab of an open view, the second closes the view */
  gtk_widget_grab_focus(GTK_WIDGET(noslip_window_scene(window)));
  driven_key("9");
  WAIT_FOR(is_selected(tiles, "claims"));
  g_assert_true(noslip_tiles_is_open(tiles, noslip_view_kind_find("bracket")));
  driven_key("9");
  WAIT_FOR(!noslip_tiles_is_open(tiles, noslip_view_kind_find("claims")) && is_selected(tiles, "bracket"));
  noslip_tiles_set_tabs(tiles, FALSE);
  noslip_tiles_reset(tiles);
  driven_close(window);
}

/* A view that is opened while the others are still empty stays in sight when these grow, until the user scrolls. */
static void
test_early(void)
{
  NoslipWindow *window = noslip_window_new(driven_application());
  GtkWidget *tiles = GTK_WIDGET(noslip_window_tiles(window));
  graphene_rect_t bounds;
  noslip_desktop_add_actions(window);
  noslip_window_open(window, "whipple-bicycle", FALSE, 0);
  gtk_window_present(GTK_WINDOW(window));
  GtkWidget *view = GTK_WIDGET(plots_open(window, "stability"));
  WAIT_FOR(driven_settled(window));
  driven_run(0.2);
  g_assert_true(gtk_widget_compute_bounds(view, tiles, &bounds));
  g_assert_cmpfloat(bounds.origin.y, >, 0);
  g_assert_cmpfloat(bounds.origin.y + bounds.size.height, <=, gtk_widget_get_height(tiles) + 1);
  GtkWidget *scroller = gtk_widget_get_ancestor(view, GTK_TYPE_SCROLLED_WINDOW);
  gtk_adjustment_set_value(gtk_scrolled_window_get_vadjustment(GTK_SCROLLED_WINDOW(scroller)), 0);
  gtk_widget_queue_resize(tiles);
  driven_run(0.2);
  g_assert_true(gtk_widget_compute_bounds(view, tiles, &bounds));
  g_assert_cmpfloat(bounds.origin.y + bounds.size.height, >, gtk_widget_get_height(tiles) + 20);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/arranging/buttons", test_buttons);
  g_test_add_func("/arranging/choices", test_choices);
  g_test_add_func("/arranging/dividers", test_dividers);
  g_test_add_func("/arranging/narrow", test_narrow);
  g_test_add_func("/arranging/early", test_early);
  g_test_add_func("/arranging/selected-tab", test_selected_tab);
  int status = g_test_run();
  driven_end();
  return status;
}
