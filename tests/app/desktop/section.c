/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Section view: crossings of one motion and of several, what its points show, and what is wrong with a wish. */
#include "tests/app/desktop/plots.h"

#include <math.h>
#include <string.h>

static NoslipView *
open_section(NoslipWindow *window)
{
  GtkWidget *found = NULL;
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  noslip_tiles_set_open(noslip_window_tiles(window), noslip_view_kind_find("section"), TRUE);
  WAIT_FOR((found = driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Section")) && gtk_widget_get_mapped(found));
  return NOSLIP_VIEW(found);
}

static void
choose(NoslipView *view, const char *name, const char *value)
{
  noslip_view_set_choice(view, name, (const char *const[]){value, NULL});
}

/* A pendulum passes its lowest point to the left once a period, always with the same speed. It is chosen in the menu; a click
 * on the point begins the motion there. */
static void
test_pendulum(void)
{
  NoslipWindow *window = driven_open("pendulum", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = open_section(window);
  WAIT_FOR(driven_describes(view, "Choose in this view"));
  GtkWidget *popover = plots_open_menu(window, "Choices of Section"), *entry;
  g_assert_nonnull((entry = driven_find(popover, GTK_TYPE_ENTRY, "Section where this is zero")));
  driven_click_on(entry);
  driven_type("x");
  driven_key("Return");
  WAIT_FOR(plots_has_choice(view, "event", "x"));
  plots_close_menu(popover);
  choose(view, "direction", "falling");
  choose(view, "count", "7");
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
  noslip_simulation_pause(simulation);
  noslip_simulation_seek(simulation, 0);
  driven_settled(window);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double fastest = sqrt(2 * 9.81 * 0.4); /* it starts 0.4 m above its lowest point */
  g_assert_cmpfloat_with_epsilon(hover.y, -fastest, 1e-8);
  g_assert_cmpfloat_with_epsilon(row[1], 0, 1e-8);
  g_assert_cmpfloat_with_epsilon(row[2], -1, 1e-8);
  g_assert_cmpfloat_with_epsilon(row[3], -fastest, 1e-8);
  g_assert_true(driven_describes(view, "7 crossings")); /* the section is still that of the motion before */
  driven_close(window);
}

/* Motions that begin elsewhere, and what is wrong. */
static void
test_several(void)
{
  NoslipWindow *window = driven_open("bead-on-hoop", 0);
  NoslipView *view = open_section(window);
  choose(view, "event", "theta'");
  choose(view, "count", "5");
  choose(view, "motions", "theta=0.2..0.8:4");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "20 crossings of 4 motions"));
  choose(view, "motions", "tetha=0.2..0.8:4");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "neither a parameter nor an initial value"));
  choose(view, "motions", "theta=0.2");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "is not NAME=LO..HI:N"));
  noslip_view_set_choice(view, "motions", NULL);
  choose(view, "event", "theta' +");
  WAIT_FOR(driven_view_is_ready(view) && !driven_describes(view, "crossings"));
  choose(view, "event", "cos(theta) + 2"); /* never: until the time is over, or it is cancelled */
  WAIT_FOR(driven_describes(view, "goes on") || driven_describes(view, "No motion crosses"));
  driven_run(0.3);
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "section.stop", NULL));
  WAIT_FOR(driven_view_is_ready(view) &&
           (driven_describes(view, "cancelled") || driven_describes(view, "No motion crosses")));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/section/pendulum", test_pendulum);
  g_test_add_func("/section/several", test_several);
  int status = g_test_run();
  driven_end();
  return status;
}
