/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Stability view: eigenvalues that are known, and that move with the parameters. */
#include "tests/app/desktop/plots.h"

#include <string.h>

static gboolean
says(NoslipView *view, const char *text)
{
  g_autofree char *words = noslip_view_description(view);
  return strstr(words, text) != NULL;
}

static gboolean
is_ready(NoslipView *view)
{
  gtk_widget_queue_draw(GTK_WIDGET(view));
  return noslip_view_is_ready(view);
}

/* A bead on a hoop that turns at Omega rests where cos(theta) = g/(R Omega^2), and swings there at Omega sin(theta); below
 * Omega^2 = g/R it rests at the bottom alone, and swings at sqrt(g/R - Omega^2). */
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
  WAIT_FOR(is_ready(view) && says(view, "1.903i"));
  g_assert_true(says(view, "the linearization does not decide"));
  g_assert_true(says(view, "zeros that symmetry and family force: 1"));
  WAIT_FOR(plots_drawn_with(view, 0, "1.903i"));
  noslip_simulation_set_parameter(simulation, omega, 5); /* g/(R Omega^2) = 0.7848 */
  WAIT_FOR(is_ready(view) && (says(view, "3.099i") || says(view, "2.320")));
  g_assert_false(says(view, "1.903i"));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/stability/hoop", test_hoop);
  int status = g_test_run();
  driven_end();
  return status;
}
