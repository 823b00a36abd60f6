/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Section view: crossings of one motion and of several, the readings of its points, and errors in its choices. */
#include "tests/app/desktop/plots.h"
#include "ui/picture/math/mathtext.h"

#include <math.h>
#include <string.h>

/* A pendulum passes its lowest point to the left once a period, always with the same speed. The section is chosen in
 * the menu; a click on the point starts the motion there. */
static void
test_pendulum(void)
{
  NoslipWindow *window = driven_open("pendulum", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_open(window, "section");
  WAIT_FOR(driven_describes(view, "Choose in this view"));
  GtkWidget *popover = plots_open_menu(window, "Choices of Section"), *entry;
  g_assert_nonnull((entry = driven_find(popover, GTK_TYPE_ENTRY, "Section where this is zero")));
  driven_click_on(entry);
  driven_type("x");
  driven_key("Return");
  WAIT_FOR(plots_has_choice(view, "event", "x"));
  plots_close_menu(popover);
  plots_choose(view, "direction", "falling");
  plots_choose(view, "count", "7");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "7 crossings"));
  WAIT_FOR(plots_drawn_with(view, 0, "z"));
  double px, py;
  const NoslipFigure *figure = view->figures[0];
  NoslipHover hover;
  double left, top, width, height;
  noslip_figure_area(figure, &left, &top, &width, &height);
  g_assert_true(noslip_figure_hover(figure, left + width / 2, top + height / 2, 10 * width, &hover));
  px = hover.px;
  py = hover.py;
  driven_click(GTK_WIDGET(view), px, py);
  WAIT_FOR(driven_describes(view, "shown is the motion through"));
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 0);
  noslip_playback_pause(noslip_simulation_playback(simulation));
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  driven_settled(window);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double fastest = sqrt(2 * 9.81 * 0.4); /* it starts 0.4 m above its lowest point */
  g_assert_cmpfloat_with_epsilon(hover.y, -fastest, 1e-8);
  g_assert_cmpfloat_with_epsilon(row[1], 0, 1e-8);
  g_assert_cmpfloat_with_epsilon(row[2], -1, 1e-8);
  g_assert_cmpfloat_with_epsilon(row[3], -fastest, 1e-8);
  g_assert_true(driven_describes(view, "7 crossings")); /* the section is still that of the previous motion */
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Return"); /* the motion of the next point plays */
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 0);
  driven_close(window);
}

/* Motions from other initial states, and errors. */
static void
test_several(void)
{
  NoslipWindow *window = driven_open("bead-on-hoop", 0);
  NoslipView *view = plots_open(window, "section");
  plots_choose(view, "event", "theta'");
  plots_choose(view, "count", "5");
  plots_choose(view, "motions", "theta=0.2..0.8:4");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "20 crossings of 4 motions"));
  g_assert_true(g_str_has_suffix(noslip_view_caption(view), "20 crossings")); /* for the tile's narrow header */
  plots_choose(view, "motions", "tetha=0.2..0.8:4");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "neither a parameter nor an initial value"));
  plots_choose(view, "motions", "theta=0.2");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "is not NAME=LO..HI:N"));
  noslip_view_set_choice(view, "motions", NULL);
  plots_choose(view, "count", "many");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "from 1 to 100000, not “many”"));
  plots_choose(view, "count", "5");
  plots_choose(view, "event", "theta' +");
  WAIT_FOR(driven_view_is_ready(view) && !driven_describes(view, "crossings"));
  plots_choose(view, "event", "cos(theta) + 2"); /* never ends by itself: until the time limit, or until cancelled */
  WAIT_FOR(driven_describes(view, "continues") || driven_describes(view, "No motion crosses"));
  driven_run(0.3);
  gtk_widget_grab_focus(GTK_WIDGET(view));
  driven_key("Escape");
  WAIT_FOR(driven_view_is_ready(view) &&
           (driven_describes(view, "cancelled") || driven_describes(view, "No motion crosses")));
  driven_close(window);
}

/* A hoop that a motor turns: the holonomic constraint phi = Omega t holds at each time, and another section is that of
 * the same motion. Along it R theta'^2/2 - R Omega^2 sin^2 theta/2 - g cos theta is constant, from which the velocity at
 * a place follows. Points after the end of the run are shown too. */
static void
test_timed(void)
{
  NoslipWindow *window = driven_open("bead-on-hoop", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  NoslipView *view = plots_open(window, "section");
  plots_choose(view, "event", "theta'");
  plots_choose(view, "count", "20");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "20 crossings"));
  double end = playhead->end, before = 0, R = 0.5, Omega = 6, g = 9.81;
  for (guint i = 0; i < 16; i++) {
    gtk_widget_activate_action(GTK_WIDGET(view), "section.next-point", NULL);
    noslip_playback_pause(noslip_simulation_playback(simulation));
    WAIT_FOR(driven_settled(window));
    g_assert_cmpfloat(noslip_playhead_time(playhead), >, before);
    before = noslip_playhead_time(playhead);
    const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
    g_assert_cmpfloat_with_epsilon(row[0], before, 1e-9);
    g_assert_cmpfloat_with_epsilon(row[2], Omega * before, 1e-6);
    g_assert_cmpfloat(fabs(row[3]), <, g / R * 0.01); /* at most a sample away from the crossing */
    g_assert_true(driven_describes(view, "20 crossings"));
  }
  g_assert_cmpfloat(playhead->end, >, end);
  plots_choose(view, "event", "theta - 0.6");
  plots_choose(view, "direction", "rising");
  plots_choose(view, "y", "theta'");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "20 crossings"));
  gtk_widget_activate_action(GTK_WIDGET(view), "section.next-point", NULL);
  double from = sin(0.3), to = sin(0.6);
  double rate = sqrt(Omega * Omega * (to * to - from * from) + 2 * g / R * (cos(0.6) - cos(0.3)));
  g_autofree char *text = noslip_view_description(view);
  g_autofree char *name = noslip_math_pretty("theta'"), *before_number = g_strconcat(name, " = ", NULL);
  const char *shown = strstr(text, "shown is");
  g_assert_true(shown && (shown = strstr(shown, before_number)));
  g_assert_cmpfloat_with_epsilon(g_ascii_strtod(shown + strlen(before_number), NULL), rate, 1e-3 * rate);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/section/pendulum", test_pendulum);
  g_test_add_func("/section/several", test_several);
  g_test_add_func("/section/timed", test_timed);
  int status = g_test_run();
  driven_end();
  return status;
}
