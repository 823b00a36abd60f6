/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views Holonomy, Basins, Bifurcation and Exponents: gaits drawn with the pointer, maps and diagrams against closed
 * forms, the motions of their points, and exponents of motions whose volume or torus is known. */
#include "core/finder/lyapunov/lyapunov.h"
#include "core/integrate/run.h"
#include "tests/app/desktop/plots.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The number after a word in the description of the view. */
static double
number_after(NoslipView *view, const char *word)
{
  g_autofree char *text = noslip_view_description(view);
  const char *at = strstr(text, word);
  g_assert_nonnull(at);
  g_auto(GStrv) parts = g_strsplit(at + strlen(word), "−", 2); /* a minus sign, as it is printed */
  g_autofree char *plain = g_strjoinv("-", parts);
  return g_ascii_strtod(plain, NULL);
}

/* In the Heisenberg group z moves by the area that the loop of (x, y) encloses, as the curvature is 1. */
static void
test_gait(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipView *view = plots_open(window, "holonomy");
  plots_choose(view, "a", "x");
  plots_choose(view, "b", "y");
  plots_choose(view, "loop", "ellipse(0.5,0.2,0.6,0.4)");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "moves by"));
  g_assert_true(driven_describes(view, "Curvature of z over x and y, at most 1"));
  g_assert_cmpfloat_with_epsilon(number_after(view, "moves by "), G_PI * 0.24, 1e-4);
  g_assert_cmpfloat_with_epsilon(number_after(view, "area rule "), G_PI * 0.24, 1e-4);
  double tx, ty, left, right, y; /* the text is on the other side of the map */
  plots_choose(view, "loop", "ellipse(-2.3,2.3,0.5,0.5)");
  WAIT_FOR(driven_view_is_ready(view) && plots_place_of(view, 0, "moves by", &tx, &ty));
  noslip_figure_to_pixels(view->figures[0], -1.8, 2.3, &right, &y);
  WAIT_FOR(plots_place_of(view, 0, "moves by", &tx, &ty) && tx > right);
  plots_choose(view, "loop", "ellipse(2.3,2.3,0.5,0.5)");
  noslip_figure_to_pixels(view->figures[0], 1.8, 2.3, &left, &y);
  WAIT_FOR(plots_place_of(view, 0, "moves by", &tx, &ty) && tx < right && tx < left);
  plots_choose(view, "loop", "circle");
  WAIT_FOR(driven_describes(view, "the typed text is not a gait"));
  noslip_view_set_choice(view, "loop", NULL);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "moves by") && plots_drawn_with(view, 0, "moves by"));
  double px[4], py[4]; /* a square of side 2, drawn with the pointer */
  const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (guint i = 0; i < 4; i++)
    noslip_figure_to_pixels(view->figures[0], corners[i][0], corners[i][1], &px[i], &py[i]);
  driven_point(GTK_WIDGET(view), px[0], py[0]);
  driven_move("mousedown 1");
  for (guint i = 1; i <= 8; i++) { /* halves of the sides; each place is drawn before the next */
    guint side = (i - 1) / 2, next = (side + 1) % 4;
    double part = (i - side * 2) / 2.0;
    driven_point(GTK_WIDGET(view), px[side] + part * (px[next] - px[side]), py[side] + part * (py[next] - py[side]));
    driven_run(0.1);
  }
  driven_move("mouseup 1");
  WAIT_FOR(noslip_view_choice(view, "drawn"));
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "moves by"));
  double moved = number_after(view, "moves by "), rule = number_after(view, "area rule ");
  g_assert_cmpfloat_with_epsilon(moved, 4, 0.3); /* places are rounded to pixels */
  g_assert_cmpfloat_with_epsilon(moved, rule, 1e-3);
  g_assert_cmpfloat_with_epsilon(number_after(view, "a gait of area "), moved, 1e-3);
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Delete");
  WAIT_FOR(!noslip_view_choice(view, "drawn"));
  driven_close(window);
  window = driven_open("pendulum", 0);
  view = plots_open(window, "holonomy");
  WAIT_FOR(driven_describes(view, "A gait needs two coordinates"));
  driven_close(window);
}

static void
press(const char *key, guint times)
{
  for (guint i = 0; i < times; i++)
    driven_key(key);
}

/* A square of 20 steps, each a fortieth of the map, corner by corner, with one corner too much; z moves by its area. */
static void
test_gait_by_keys(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(noslip_window_simulation(window));
  NoslipView *view = plots_open(window, "holonomy");
  plots_choose(view, "a", "x");
  plots_choose(view, "b", "y");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "moves by") && plots_drawn_with(view, 0, "moves by"));
  double x[2], y[2], time = noslip_playhead_time(playhead);
  plots_range(view, 0, x, y);
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Return");
  WAIT_FOR(driven_describes(view, "cross-hair at x = 0, y = 0; a gait of 0 corners is being drawn"));
  driven_key("Return");
  driven_key("ctrl+Right");
  press("Right", 9);
  press("Right", 1);
  driven_key("Return");
  WAIT_FOR(driven_describes(view, "a gait of 2 corners"));
  driven_key("ctrl+Up");
  driven_key("Return");
  driven_key("BackSpace");
  WAIT_FOR(driven_describes(view, "a gait of 2 corners"));
  driven_key("ctrl+Up");
  driven_key("Return");
  press("ctrl+Left", 2);
  driven_key("Return");
  WAIT_FOR(driven_describes(view, "a gait of 4 corners") && !noslip_view_choice(view, "drawn"));
  press("ctrl+Down", 2);
  driven_key("Return");
  WAIT_FOR(noslip_view_choice(view, "drawn") && driven_view_is_ready(view) && driven_describes(view, "moves by"));
  double area = (x[1] - x[0]) * (y[1] - y[0]) / 4;
  g_assert_cmpfloat_with_epsilon(fabs(number_after(view, "moves by ")), area, 1e-3 * area);
  g_assert_cmpfloat(noslip_playhead_time(playhead), ==, time); /* the arrows did not step in time */
  /* Other variables, or Escape, drop the next gait, and this one stays; the arrows then step in time again. */
  driven_key("Return");
  WAIT_FOR(driven_describes(view, "being drawn"));
  plots_choose(view, "b", "z");
  WAIT_FOR(!driven_describes(view, "being drawn"));
  plots_choose(view, "b", "y");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "moves by"));
  press("Return", 2);
  WAIT_FOR(driven_describes(view, "a gait of 1 corner is being drawn"));
  driven_key("Escape");
  WAIT_FOR(!driven_describes(view, "being drawn"));
  g_assert_nonnull(noslip_view_choice(view, "drawn"));
  driven_key("Right");
  WAIT_FOR(noslip_playhead_time(playhead) > time);
  driven_key("BackSpace"); /* and this key, as Delete, removes the gait */
  WAIT_FOR(!noslip_view_choice(view, "drawn"));
  driven_close(window);
}

/* While a gait is being drawn with the pointer, Escape drops it, and the rest of the drag draws nothing. */
static void
test_gait_dropped(void)
{
  NoslipWindow *window = driven_open("heisenberg", 0);
  NoslipTiles *tiles = noslip_window_tiles(window);
  NoslipView *view = plots_open(window, "holonomy");
  plots_choose(view, "a", "x");
  plots_choose(view, "b", "y");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "moves by"));
  plots_choose(view, "loop", "ellipse(0.1,0.2,0.3,0.4)");
  g_assert_true(driven_describes(view, "computing the displacement")); /* it has begun, and is not taken yet */
  g_assert_true(plots_drawn_with(view, 1, "Computing the displacement"));
  WAIT_FOR(driven_view_is_ready(view) && !driven_describes(view, "computing the displacement"));
  double px[4], py[4];
  const double corners[4][2] = {{-1, -1}, {1, -1}, {1, 1}, {-1, 1}};
  for (guint i = 0; i < 4; i++)
    noslip_figure_to_pixels(view->figures[0], corners[i][0], corners[i][1], &px[i], &py[i]);
  driven_point(GTK_WIDGET(view), px[0], py[0]);
  driven_move("mousedown 1");
  driven_point(GTK_WIDGET(view), px[1], py[1]);
  driven_point(GTK_WIDGET(view), px[2], py[2]);
  WAIT_FOR(driven_describes(view, "a gait is being drawn"));
  driven_key("Escape");
  WAIT_FOR(!driven_describes(view, "a gait is being drawn"));
  driven_point(GTK_WIDGET(view), px[3], py[3]);
  driven_point(GTK_WIDGET(view), px[0], py[0]);
  driven_move("mouseup 1");
  driven_take_notice();
  g_assert_null(noslip_view_choice(view, "drawn"));
  g_assert_nonnull(noslip_view_choice(view, "loop"));
  for (guint i = 0; i < 2; i++) { /* Delete removes a gait each time, then closes the view */
    plots_choose(view, "loop", "ellipse(0.1,0.2,0.3,0.4)");
    WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "moves by"));
    gtk_widget_grab_focus(GTK_WIDGET(view));
    driven_key("Delete");
    WAIT_FOR(!noslip_view_choice(view, "loop"));
    g_assert_true(noslip_tiles_is_open(tiles, &noslip_holonomy_view));
  }
  WAIT_FOR(driven_view_is_ready(view));
  driven_key("Delete");
  WAIT_FOR(!noslip_tiles_is_open(tiles, &noslip_holonomy_view));
  driven_close(window);
}

/* The sleigh's v1 at the end: for omega = 0 it does not change. */
static void
test_basins(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_open(window, "basins");
  WAIT_FOR(driven_describes(view, "Enter an expression in this view's menu"));
  plots_choose(view, "first", "v1=0.2..1:5");
  plots_choose(view, "second", "omega=0..0:1");
  plots_choose(view, "classify", "v1");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "5 motions"));
  g_assert_true(driven_describes(view, "; 0.2 in 20 percent; 0.4 in 20 percent"));
  plots_choose(view, "classify", "v1 +");
  WAIT_FOR(driven_view_is_ready(view) && !driven_describes(view, "motions"));
  plots_choose(view, "classify", "v1");
  plots_choose(view, "second", "v1=0..1:3");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "different names"));
  plots_choose(view, "second", "omega=-1..1:5");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "25 motions"));
  WAIT_FOR(plots_drawn_with(view, 0, "v"));
  double px, py;
  noslip_figure_to_pixels(view->figures[0], 0.6, 0.5, &px, &py);
  driven_click(GTK_WIDGET(view), px, py);
  WAIT_FOR(driven_describes(view, "shown is"));
  const NoslipStart *start = noslip_simulation_start(simulation);
  WAIT_FOR(start->is_found && fabs(start->found[3] - 0.6) < 1e-9 && fabs(start->found[5] - 0.5) < 1e-9);
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 0);
  g_assert_true(driven_describes(view, "25 motions")); /* the map is still the same */
  plots_choose(view, "time", "long");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "a positive number of seconds, not “long”"));
  noslip_view_set_choice(view, "time", NULL);
  plots_choose(view, "first", "v1=-1..1:200");
  plots_choose(view, "second", "omega=-2..2:200");
  WAIT_FOR(driven_describes(view, "growing"));
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Escape");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "cancelled"));
  plots_choose(view, "first", "v1=-1..1:201"); /* from the button of the view's menu */
  WAIT_FOR(driven_describes(view, "growing"));
  GtkWidget *menu = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "Choices of Basins");
  g_assert_nonnull(menu);
  gtk_widget_grab_focus(menu);
  driven_key("Escape");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "cancelled"));
  driven_close(window);
}

/* The speed of a pendulum at its lowest point is v = sqrt(2 g h): independent of m, growing with g. */
static void
test_bifurcation(void)
{
  NoslipWindow *window = driven_open("pendulum", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_open(window, "bifurcation");
  WAIT_FOR(driven_describes(view, "Enter an expression in this view's menu"));
  plots_choose(view, "skip", "2");
  plots_choose(view, "keep", "3");
  plots_choose(view, "of", "x'");
  plots_choose(view, "vary", "g=5..10:6");
  plots_choose(view, "event", "x");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "18 points of 6 motions"));
  WAIT_FOR(plots_drawn_with(view, 0, "g (m/s²)"));
  WAIT_FOR(strstr(noslip_view_caption(view), "18 points of 6 motions"));
  double fastest = sqrt(2 * 8 * 0.4);   /* it starts 0.4 m above its lowest point */
  for (guint i = 0; i < 3 * 3 + 1; i++) /* by keys: over the points of g = 5, 6, 7 */
    g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "bifurcation.next-point", NULL));
  WAIT_FOR(driven_describes(view, "shown is the motion with g = 8"));
  int g = noslip_system_parameter(noslip_simulation_system(simulation), "g");
  g_assert_cmpfloat_with_epsilon(noslip_simulation_start(simulation)->parameters[g], 8, 1e-12);
  noslip_playback_pause(noslip_simulation_playback(simulation));
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  WAIT_FOR(driven_settled(window));
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  g_assert_cmpfloat_with_epsilon(row[3], fastest, 1e-7);
  double px, py; /* a click on a point of another motion */
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "18 points of 6 motions"));
  noslip_figure_to_pixels(view->figures[0], 6, sqrt(2 * 6 * 0.4), &px, &py);
  driven_click(GTK_WIDGET(view), px, py);
  WAIT_FOR(driven_describes(view, "shown is the motion with g = 6"));
  g_assert_cmpfloat_with_epsilon(noslip_simulation_start(simulation)->parameters[g], 6, 1e-12);
  plots_choose(view, "vary", "gg=5..10:6");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "neither a parameter nor an initial value"));
  plots_choose(view, "skip", "-2");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "a whole number from 0 to 100000, not “-2”"));
  plots_choose(view, "skip", "2");
  plots_choose(view, "vary", "g=5..10:500");
  plots_choose(view, "keep", "900");
  WAIT_FOR(driven_describes(view, "growing"));
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Escape");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, " of 500 motions; cancelled"));
  driven_close(window);
}

/* The present exponents of the view, which must be those of the core for the present start; at most `most`. */
static void
check_exponents(NoslipView *view, double to, double most)
{
  const NoslipSimulation *simulation = noslip_view_simulation(view);
  NoslipSystem *system = noslip_simulation_system(simulation);
  const NoslipStart *start = noslip_simulation_start(simulation);
  NoslipRunOptions usual;
  noslip_run_options_default(&usual, system);
  const NoslipLyapunovOptions options = {.to = to, .rtol = usual.rtol, .atol = usual.atol, .seed = 1};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipLyapunov) found = noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, start->parameters,
                                                         start->found, &options, NULL, &error);
  g_autofree char *text = noslip_view_values(view);
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, found->n + 2); /* the sum, and nothing after the last end of a line */
  g_assert_cmpuint(found->n, ==, 5);
  for (guint k = 0; k <= found->n; k++) {
    g_auto(GStrv) parts = g_strsplit(lines[k], "\t", -1);
    g_assert_cmpuint(g_strv_length(parts), ==, 3);
    double value = g_ascii_strtod(parts[1], NULL), width = g_ascii_strtod(parts[2], NULL);
    g_assert_cmpfloat(value, ==, k < found->n ? found->exponents[k] : found->sum);
    g_assert_cmpfloat(width, ==, k < found->n ? found->errors[k] : found->sum_error);
    g_assert_cmpfloat(fabs(value), <, most);
  }
  g_assert_cmpfloat_with_epsilon(found->sum, 0, 1e-9); /* a top keeps the volume */
}

/* The exponents of a top; of one without weight, whose motion is on a torus, so that vectors grow with the time. */
static void
test_exponents(void)
{
  NoslipWindow *window = driven_open("heavy-top", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_open(window, "exponents");
  WAIT_FOR(driven_describes(view, "Press Enter to compute the Lyapunov exponents"));
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Return");
  WAIT_FOR(driven_view_is_ready(view) &&
           driven_describes(view, "Lyapunov exponents in 1/s, over 18.1818 s; ")); /* of 20 s */
  check_exponents(view, 20, 1);
  g_assert_true(driven_describes(view, " ± ") && driven_describes(view, "; their sum is "));
  WAIT_FOR(plots_drawn_with(view, 0, "1: ") && plots_drawn_with(view, 0, " ± "));
  driven_key("m");
  WAIT_FOR(gtk_widget_get_width(GTK_WIDGET(view)) > 600 && plots_drawn_with(view, 0, "1: ") &&
           plots_drawn_with(view, 0, "5: ") && plots_drawn_with(view, 0, "sum: "));
  int weight = noslip_system_parameter(noslip_simulation_system(simulation), "mgl");
  noslip_simulation_set_parameter(simulation, (guint) weight, 0);
  WAIT_FOR(driven_settled(window) && driven_describes(view, "for earlier values, over 18.1818 s; "));
  plots_choose(view, "time", "330");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "Lyapunov exponents in 1/s, over 300 s; "));
  check_exponents(view, 330, 2 * log(330) / 330);
  noslip_simulation_set_parameter(simulation, (guint) weight, 1);
  WAIT_FOR(driven_settled(window) && driven_describes(view, "for earlier values, over 300 s; "));
  driven_key("Return");
  WAIT_FOR(driven_view_is_ready(view) && !driven_describes(view, "earlier"));
  check_exponents(view, 330, 1);
  plots_choose(view, "time", "-3");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "a positive number of seconds, not “-3”"));
  plots_choose(view, "time", "1e5");
  WAIT_FOR(driven_describes(view, "of 22 blocks of time"));
  driven_key("Escape");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, " s; cancelled; "));
  g_assert_nonnull(noslip_tiles_maximised(noslip_window_tiles(window)));
  driven_key("Escape"); /* nothing is left to cancel */
  WAIT_FOR(!noslip_tiles_maximised(noslip_window_tiles(window)));
  driven_close(window);
  window = driven_open("martinet", 0);
  view = plots_open(window, "exponents");
  plots_choose(view, "time", "3");
  WAIT_FOR(driven_view_is_ready(view) &&
           driven_describes(view, "Exponents are computed for nonholonomic and free motions; choose other dynamics."));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/mapping/gait", test_gait);
  g_test_add_func("/mapping/gait-by-keys", test_gait_by_keys);
  g_test_add_func("/mapping/gait-dropped", test_gait_dropped);
  g_test_add_func("/mapping/basins", test_basins);
  g_test_add_func("/mapping/bifurcation", test_bifurcation);
  g_test_add_func("/mapping/exponents", test_exponents);
  int status = g_test_run();
  driven_end();
  return status;
}
