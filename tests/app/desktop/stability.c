/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Stability view: known eigenvalues, and their change with the parameters. */
#include "tests/app/desktop/plots.h"

#include <math.h>
#include <string.h>

/* The darkest pixel of a column of the figure, between the eigenvalues 0 and 1.903i, on white. */
static guint
darkest(NoslipView *view, double x)
{
  double px, py[2];
  int n;
  guint least = 0xff, width = (guint) gtk_widget_get_width(GTK_WIDGET(view));
  noslip_figure_to_pixels(view->figures[0], x, 1.4, &px, &py[0]);
  noslip_figure_to_pixels(view->figures[0], x, 0.5, &px, &py[1]);
  g_autofree guint32 *pixels = driven_pixels(GTK_WIDGET(view), &n);
  for (guint y = (guint) py[0]; y < (guint) py[1]; y++)
    for (guint column = (guint) px - 1; column <= (guint) px + 1; column++)
      least = MIN(least, (pixels[y * width + column] & 0xff) + 0xff - (pixels[y * width + column] >> 24));
  return least;
}

/* A bead on a hoop that turns at Omega rests where cos(theta) = g/(R Omega^2), and swings there at Omega sin(theta);
 * below Omega^2 = g/R it rests at the bottom alone, and swings at sqrt(g/R - Omega^2). */
static void
test_hoop(void)
{
  NoslipWindow *window = driven_open("bead-on-hoop", 0);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window)), *found = NULL;
  NoslipSimulation *simulation = noslip_window_simulation(window);
  driven_point(scene, 100, 100);
  noslip_tiles_set_open(noslip_window_tiles(window), noslip_view_kind_find("stability"), TRUE);
  WAIT_FOR((found = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Stability")) && gtk_widget_get_mapped(found));
  NoslipView *view = NOSLIP_VIEW(found);
  guint omega = (guint) noslip_system_parameter(noslip_simulation_system(simulation), "Omega");
  noslip_simulation_set_parameter(simulation, omega, 4);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "1.903i"));
  g_assert_true(driven_describes(view, "the linearization does not decide"));
  g_assert_true(driven_describes(view, "zeros forced by symmetry or family: 1"));
  WAIT_FOR(plots_drawn_with(view, 0, "1.903i"));
  double x[2], y[2];
  noslip_tiles_maximise(noslip_window_tiles(window), noslip_view_kind_find("stability"));
  WAIT_FOR(gtk_widget_get_width(found) > 600 && driven_settled(window) && plots_drawn_with(view, 0, "1.903i"));
  plots_range(view, 0, x, y);
  g_assert_cmpuint(darkest(view, 0), <, 160); /* between decay and growth is a line */
  g_assert_cmpuint(darkest(view, 0.9 * x[1]), >, 160);
  noslip_simulation_set_parameter(simulation, omega, 5); /* g/(R Omega^2) = 0.7848 */
  WAIT_FOR(driven_view_is_ready(view) && (driven_describes(view, "3.099i") || driven_describes(view, "2.320")));
  g_assert_false(driven_describes(view, "1.903i"));
  plots_choose(view, "over", "Omega");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "; diagram over Ω from 0 to 15; "));
  WAIT_FOR(driven_describes(view, " at 4.429")); /* sqrt(g/R) */
  WAIT_FOR(plots_drawn_with(view, 1, "imaginary part"));
  double px, py, top, height;
  noslip_view_figure_area(view, 1, gtk_widget_get_width(found), gtk_widget_get_height(found), &top, &height);
  noslip_figure_to_pixels(view->figures[1], 7, 1, &px, &py);
  driven_click(found, px, top + py); /* gives the parameter this value */
  WAIT_FOR(fabs(noslip_simulation_start(simulation)->parameters[omega] - 7) < 0.1);
  driven_close(window);
}

/* Two equal rods hang down: their modes have w = omega^2 l/g = 3 +- 6/sqrt(7) and b/a = 3 w/(3 - 2 w). A click on an
 * eigenvalue starts a motion near rest in that mode, and so does the menu. */
static void
test_modes(void)
{
  NoslipWindow *window = driven_open("double-pendulum", 0);
  GtkWidget *found = NULL;
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_simulation_set_initial(simulation, 0, 0.1);
  noslip_simulation_set_initial(simulation, 1, 0.1);
  driven_settled(window);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  noslip_tiles_set_open(noslip_window_tiles(window), noslip_view_kind_find("stability"), TRUE);
  WAIT_FOR((found = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Stability")) && gtk_widget_get_mapped(found));
  NoslipView *view = NOSLIP_VIEW(found);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "Equilibrium") && driven_describes(view, "2.68i") &&
           driven_describes(view, "7.189i"));
  WAIT_FOR(plots_drawn_with(view, 0, "7.189i"));
  for (guint k = 0; k < 2; k++) {
    double w = 3 + (k == 0 ? 6 : -6) / sqrt(7), px, py;
    WAIT_FOR(driven_settled(window)); /* the view stays where it is */
    driven_take_notice();
    noslip_figure_to_pixels(view->figures[0], 0, sqrt(9.81 * w), &px, &py);
    driven_click(GTK_WIDGET(view), px, py);
    WAIT_FOR(driven_describes(view, k == 0 ? "the mode of 0 + 7.189i plays" : "the mode of 0 + 2.68i plays"));
    WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 0);
    noslip_playback_pause(noslip_simulation_playback(simulation));
    noslip_playback_seek(noslip_simulation_playback(simulation), 0);
    driven_settled(window);
    const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
    guint from = fabs(row[1]) > 1e-3 ? 1 : 3; /* the phase is arbitrary: coordinates or velocities */
    g_assert_cmpfloat_with_epsilon(row[from + 1] / row[from], 3 * w / (3 - 2 * w), 1e-6);
    g_assert_cmpfloat(fmax(fabs(row[1]), fabs(row[2])), <, 0.11);
    WAIT_FOR(driven_view_is_ready(view) && plots_drawn_with(view, 0, "7.189i"));
  }
  GtkWidget *popover = plots_open_menu(window, "Choices of Stability");
  g_assert_nonnull(driven_find(popover, GTK_TYPE_BUTTON, "Play the mode of 0 + 2.68i"));
  plots_close_menu(popover);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/stability/hoop", test_hoop);
  g_test_add_func("/stability/modes", test_modes);
  int status = g_test_run();
  driven_end();
  return status;
}
