/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Steer view: ways to an end that is typed, dragged in the view, or dragged as a ghost in the scene, against the
 * geodesics of the Heisenberg group in closed form. */
#include "core/simulation/destination.h"
#include "tests/app/desktop/plots.h"
#include "ui/widgets/scene/scene-private.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static const NoslipWay *
cheapest(NoslipWindow *window)
{
  const GPtrArray *ways = noslip_destination_ways(noslip_simulation_destination(noslip_window_simulation(window)));
  g_assert_nonnull(ways);
  g_assert_cmpuint(ways->len, >, 0);
  return ways->pdata[0];
}

/* Straight up by h in the Heisenberg group: a circle that encloses the area h, of length 2 sqrt(pi h), so the cost is 2
 * pi h / T; mu = 2 pi / T, and the end is the cut point. */
static void
test_typed(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_open(window, "steer");
  const double h = 0.5, T = 4;
  GtkWidget *popover = plots_open_menu(window, "Choices of Steer"), *entry;
  g_assert_nonnull((entry = driven_find(popover, GTK_TYPE_ENTRY, "End of z")));
  driven_click_on(entry);
  driven_type("0.8");
  driven_key("Return");
  WAIT_FOR(plots_has_choice(view, "to-z", "0.8"));
  plots_close_menu(popover);
  plots_choose(view, "to-x", "0.2");
  plots_choose(view, "time", "4");
  plots_choose(view, "solutions", "1");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "way 1: cost"));
  const NoslipWay *way = cheapest(window);
  g_assert_cmpfloat_with_epsilon(way->cost, 2 * G_PI * h / T, 1e-7);
  g_assert_cmpfloat_with_epsilon(fabs(way->mu[0]), 2 * G_PI / T, 1e-6);
  g_assert_cmpuint(way->conjugate->len, ==, 1);
  g_assert_cmpfloat_with_epsilon(g_array_index(way->conjugate, double, 0), T, 1e-4);
  double y0 = way->xy[4]; /* the way is played: the window's motion has this end */
  gtk_widget_grab_focus(GTK_WIDGET(view));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "steer.play", NULL));
  WAIT_FOR(driven_describes(view, "way 1 plays"));
  noslip_playback_pause(noslip_simulation_playback(simulation));
  WAIT_FOR(driven_settled(window));
  noslip_playback_seek(noslip_simulation_playback(simulation), T);
  WAIT_FOR(driven_settled(window));
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat_with_epsilon(row[0], T, 1e-9);
  g_assert_cmpfloat_with_epsilon(row[1], 0.2, 1e-6);
  g_assert_cmpfloat_with_epsilon(row[2], -0.1, 1e-6);
  g_assert_cmpfloat_with_epsilon(row[3], 0.8, 1e-6);
  g_assert_cmpfloat_with_epsilon(noslip_simulation_start(simulation)->found[4], y0, 1e-9);
  driven_close(window);
}

/* The path follows while the end is dragged. */
static void
test_dragged(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipDestination *destination = noslip_simulation_destination(simulation);
  NoslipView *view = plots_open(window, "steer");
  plots_choose(view, "solutions", "1");
  plots_choose(view, "to-z", "free");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "way 1: cost"));
  WAIT_FOR(plots_drawn_with(view, 0, "end"));
  double px, py, cost = cheapest(window)->cost;
  g_assert_cmpfloat_with_epsilon(cost, 1.0 / (2 * 10), 1e-8); /* z is free: straight on by 1 in 10 s */
  noslip_figure_to_pixels(view->figures[0], 1.2, -0.1, &px, &py);
  driven_drag(GTK_WIDGET(view), px, py, px - 30, py - 40);
  WAIT_FOR(driven_view_is_ready(view) && cheapest(window)->cost != cost);
  const double *x = noslip_destination_x(destination);
  g_assert_cmpfloat(x[0], <, 1.15);
  g_assert_cmpfloat(x[1], >, -0.05);
  WAIT_FOR(driven_view_is_ready(view) &&
           fabs(cheapest(window)->cost - (pow(x[0] - 0.2, 2) + pow(x[1] + 0.1, 2)) / 20) < 1e-8);
  driven_close(window);
}

/* The ghost in the scene. */
static void
test_ghost(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipDestination *destination = noslip_simulation_destination(simulation);
  NoslipView *view = plots_open(window, "steer");
  NoslipSceneView *scene = noslip_window_scene(window);
  plots_choose(view, "solutions", "1");
  plots_choose(view, "to-y", "0.9");
  plots_choose(view, "to-z", "0.4");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "way 1: cost"));
  WAIT_FOR(noslip_scene_view_is_drawn(scene) && scene->destination_end > scene->destination_first);
  double x, y, depth, end[3];
  const double *at = noslip_destination_x(destination);
  memcpy(end, at, sizeof end);
  driven_run(0.5); /* the camera has come to rest */
  NoslipCamera camera = driven_camera(window);
  GtkWidget *widget = GTK_WIDGET(scene);
  g_assert_true(
      noslip_camera_project(&camera, gtk_widget_get_width(widget), gtk_widget_get_height(widget), end, &x, &y, &depth));
  driven_drag(widget, x, y, x - 40, y + 30);
  WAIT_FOR(hypot(noslip_destination_x(destination)[0] - end[0], noslip_destination_x(destination)[1] - end[1]) > 0.05);
  WAIT_FOR(!noslip_destination_is_held(destination));
  g_assert_cmpfloat_with_epsilon(noslip_destination_x(destination)[2], end[2], 1e-12);
  g_assert_nonnull(noslip_view_choice(view, "to-x"));
  WAIT_FOR(driven_view_is_ready(view));
  const NoslipWay *way = cheapest(window);
  guint size = 1 + 3 + 3 + 3 + 1;
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(way->rows[(gsize) (way->n_rows - 1) * size + 1 + i],
                                   noslip_destination_x(destination)[i], 1e-5);
  /* the motion itself has not changed */
  g_assert_cmpfloat_with_epsilon(noslip_simulation_start(simulation)->found[0], 0.2, 1e-12);
  noslip_tiles_set_open(noslip_window_tiles(window), noslip_view_kind_find("steer"), FALSE);
  WAIT_FOR(!noslip_destination_x(destination)); /* without the view there is no ghost */
  driven_close(window);
}

/* The wave front of the Heisenberg group: of multipliers up to 4 pi / T, those up to 2 pi / T have no conjugate point until T, and
 * their ends are the sphere. */
static void
test_front(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipView *view = plots_open(window, "steer");
  plots_choose(view, "time", "2");
  plots_choose(view, "x", "x");
  plots_choose(view, "y", "z");
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "steer.front", NULL));
  WAIT_FOR(driven_describes(view, "wave front of"));
  WAIT_FOR(driven_view_is_ready(view));
  g_autofree char *description = noslip_view_description(view);
  const char *at = strstr(description, "wave front of");
  guint all = 0, behind = 0, before = 0;
  g_assert_cmpint(
      sscanf(at, "wave front of %u extremals, %u of them with a conjugate point, %u", &all, &behind, &before), ==, 3);
  g_assert_cmpuint(behind + before, ==, all);
  g_assert_cmpfloat_with_epsilon((double) before / all, 0.5, 0.06);
  guint sphere = 0;
  g_assert_nonnull(strstr(at, " with none; "));
  g_assert_cmpint(sscanf(strstr(at, " with none; "), " with none; %u before their cut: the sphere", &sphere), ==, 1);
  g_assert_cmpfloat_with_epsilon((double) sphere / all, 0.5, 0.06);
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "steer.sphere", NULL));
  WAIT_FOR(noslip_view_choice(view, "sphere"));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "steer.front", NULL));
  WAIT_FOR(!driven_describes(view, "wave front of"));
  driven_close(window);
}

/* The best way is shown while others are still searched, and remains when the search is cancelled. */
static void
test_best(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipView *view = plots_open(window, "steer");
  plots_choose(view, "solutions", "20");
  plots_choose(view, "time", "4");
  plots_choose(view, "to-x", "0.5");
  plots_choose(view, "to-z", "0.8");
  WAIT_FOR(driven_describes(view, "way 1: cost") && driven_describes(view, "searching"));
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Escape");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "cancelled"));
  g_assert_true(driven_describes(view, "way 1: cost"));
  g_assert_false(driven_describes(view, "way 2"));
  driven_close(window);
}

/* Ways to one end are not said to lead to another one, neither while these are searched for nor after a cancelled
 * search. */
static void
test_earlier(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipDestination *destination = noslip_simulation_destination(noslip_window_simulation(window));
  NoslipView *view = plots_open(window, "steer");
  const double end[] = {5, -4, 90};
  plots_choose(view, "solutions", "1");
  plots_choose(view, "to-z", "0.8");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "way 1: cost"));
  plots_choose(view, "to-x", "5");
  plots_choose(view, "to-y", "-4");
  plots_choose(view, "to-z", "90");
  g_assert_true(driven_describes(view, "waiting"));
  g_assert_false(driven_describes(view, "way 1"));
  WAIT_FOR(driven_describes(view, "searching"));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "steer.stop", NULL));
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "cancelled"));
  const GPtrArray *ways = noslip_destination_ways(destination);
  for (guint i = 0; ways && i < ways->len; i++) { /* none, if the search had found none */
    const NoslipWay *way = ways->pdata[i];
    const double *last = way->rows + (gsize) (way->n_rows - 1) * (1 + 3 + 3 + 3 + 1) + 1;
    for (guint k = 0; k < 3; k++)
      g_assert_cmpfloat_with_epsilon(last[k], end[k], 1e-3);
  }
  g_assert_cmpint(driven_describes(view, "way 1"), ==, ways && ways->len > 0);
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "steer.again", NULL));
  WAIT_FOR(driven_describes(view, "way 1: cost")); /* while others are searched */
  driven_close(window);
}

/* Before an end is chosen, and before the scene has it, the first picture shows where it would be; axes without it say
 * what fills them. */
static void
test_first(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipView *view = plots_open(window, "steer");
  NoslipDestination *destination = noslip_simulation_destination(noslip_window_simulation(window));
  WAIT_FOR(noslip_destination_x(destination));
  noslip_destination_set(destination, 0, NULL);
  g_assert_true(plots_drawn_with(view, 0, "start")); /* with the end */
  g_assert_null(noslip_destination_x(destination));
  plots_choose(view, "x", "x'");
  g_assert_false(plots_drawn_with(view, 0, "Nothing to show yet"));
  g_assert_true(plots_drawn_with(view, 0, "Ways appear here as soon as their end"));
  driven_close(window);
}

/* Impossible ends, and a search that takes long. */
static void
test_refused(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipView *view = plots_open(window, "steer");
  plots_choose(view, "to-x", "far");
  WAIT_FOR(driven_describes(view, "The end of x is a number, or free"));
  plots_choose(view, "to-x", "free");
  plots_choose(view, "to-y", "free");
  plots_choose(view, "to-z", "free");
  WAIT_FOR(driven_describes(view, "All coordinates of the end are free"));
  plots_choose(view, "to-x", "1");
  plots_choose(view, "time", "-1");
  WAIT_FOR(driven_describes(view, "The time is a positive number"));
  plots_choose(view, "time", "1");
  plots_choose(view, "solutions", "0");
  WAIT_FOR(driven_describes(view, "a whole number from 1 to 20, not “0”"));
  plots_choose(view, "solutions", "1");
  plots_choose(view, "time", "free");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "only rest is left"));
  driven_close(window);
  window = driven_open("trailer", 0);
  view = plots_open(window, "steer");
  plots_choose(view, "to-x", "0");
  plots_choose(view, "to-y", "1");
  plots_choose(view, "to-phi", "0");
  WAIT_FOR(driven_describes(view, "searching"));
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Escape");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "cancelled"));
  driven_close(window);
  window = driven_open("chaplygin-sleigh-reduced", 0);
  view = plots_open(window, "steer");
  WAIT_FOR(driven_describes(view, "no coordinates"));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/steering/typed", test_typed);
  g_test_add_func("/steering/dragged", test_dragged);
  g_test_add_func("/steering/ghost", test_ghost);
  g_test_add_func("/steering/front", test_front);
  g_test_add_func("/steering/best", test_best);
  g_test_add_func("/steering/earlier", test_earlier);
  g_test_add_func("/steering/first", test_first);
  g_test_add_func("/steering/refused", test_refused);
  int status = g_test_run();
  driven_end();
  return status;
}
