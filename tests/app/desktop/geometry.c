/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Geometry view under real keyboard and pointer input: the description of its spaces, turning them, and choosing
 * them. */
#include "tests/app/desktop/plots.h"

#include <math.h>
#include <string.h>

static double
turned(NoslipView *view, guint which, double otherwise)
{
  const char *const *turn = noslip_view_choice(view, "turn");
  return turn ? g_ascii_strtod(turn[which], NULL) : otherwise;
}

/* The rigid body's momentum stays on its sphere; the view is turned with the pointer and with keys. */
static void
test_turning(void)
{
  NoslipWindow *window = driven_open("rigid-body", 3);
  NoslipView *view = plots_alone(window, "0", "Geometry");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "momentum sphere"));
  WAIT_FOR(plots_drawn_with(view, 0, "momentum sphere"));
  g_assert_true(driven_describes(view, "equal energy"));
  double width = gtk_widget_get_width(GTK_WIDGET(view)), height = gtk_widget_get_height(GTK_WIDGET(view));
  int n;
  g_autofree guint32 *before = driven_pixels(GTK_WIDGET(view), &n);
  driven_drag(GTK_WIDGET(view), width / 2, height / 2, width / 2 + 80, height / 2 + 20);
  WAIT_FOR(noslip_view_choice(view, "turn"));
  driven_run(0.3);
  double azimuth = turned(view, 0, NAN), elevation = turned(view, 1, NAN);
  g_assert_cmpfloat(azimuth, <, -60 - 10);
  g_assert_cmpfloat(elevation, >, 24 + 2);
  driven_key("alt+Right");
  WAIT_FOR(fabs(turned(view, 0, NAN) - azimuth - 7.5) < 1e-6);
  driven_key("alt+Up");
  WAIT_FOR(fabs(turned(view, 1, NAN) - elevation - 7.5) < 1e-6);
  driven_settled(window);
  g_autofree guint32 *after = driven_pixels(GTK_WIDGET(view), &n);
  g_assert_cmpint(driven_different(before, after, n), >, n / 100);
  driven_close(window);
}

/* The menu chooses the space and its axes; a name that is not an axis leaves the default axes. */
static void
test_choosing(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipView *view = plots_alone(window, "0", "Geometry");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "D or M: constraints"));
  GtkWidget *popover = plots_open_menu(window, "Choices of Geometry");
  GtkWidget *axes = driven_find(popover, GTK_TYPE_ENTRY, "Axes");
  g_assert_nonnull(driven_find(popover, GTK_TYPE_DROP_DOWN, "Space"));
  driven_click_on(axes);
  driven_type("omega, v1");
  driven_key("Return");
  WAIT_FOR(plots_has_choice(view, "axes", "omega, v1"));
  plots_close_menu(popover);
  WAIT_FOR(driven_view_is_ready(view) && !driven_describes(view, "v\342\202\202 ="));
  g_assert_true(driven_describes(view, "Projection"));
  noslip_view_set_choice(view, "axes", (const char *const[]){"x, y", NULL}); /* no velocities */
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "v\342\202\202 ="));
  noslip_view_set_choice(view, "axes", NULL);
  noslip_view_set_choice(view, "space", (const char *const[]){"states", NULL});
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "Cut") && driven_describes(view, "M"));
  noslip_view_set_choice(view, "space", (const char *const[]){"legendre", NULL});
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "p(v\342\202\201) ="));
  driven_close(window);
}

/* The spaces follow the dynamics: a vakonomic motion has its covector, a degenerate Lagrangian its chain. */
static void
test_dynamics(void)
{
  NoslipWindow *window = driven_open("martinet", 1);
  NoslipView *view = plots_alone(window, "0", "Geometry");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "vakonomic covector"));
  driven_close(window);
  window = driven_open("tension-pendulum", 1);
  view = plots_alone(window, "0", "Geometry");
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "E\342\202\201"));
  g_assert_true(driven_describes(view, "E\342\202\202"));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/geometry/turning", test_turning);
  g_test_add_func("/geometry/choosing", test_choosing);
  g_test_add_func("/geometry/dynamics", test_dynamics);
  int status = g_test_run();
  driven_end();
  return status;
}
