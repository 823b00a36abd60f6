/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/simulation/support.h"

#include <math.h>

#define PATIENCE (240 * G_USEC_PER_SEC)

void
support_wait(NoslipSimulation *simulation)
{
  gint64 begun = g_get_monotonic_time();
  while (!noslip_simulation_is_settled(simulation)) {
    g_main_context_iteration(NULL, FALSE);
    g_usleep(500);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, PATIENCE);
  }
  noslip_simulation_poll(simulation);
}

NoslipSimulation *
support_opened(const char *id)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load(simulation, id);
  support_wait(simulation);
  g_assert_nonnull(noslip_simulation_system(simulation));
  return simulation;
}

static double
time_of_row(const NoslipRunView *run, guint row)
{
  return noslip_trajectory_row(run->trajectory, row, NULL)[0];
}

void
support_check_run(const NoslipSimulation *simulation, const NoslipRunView *run)
{
  g_assert_cmpuint(run->n_rows, ==, noslip_trajectory_n_rows(run->trajectory));
  g_assert_cmpuint(noslip_columns_n_rows(run->values), ==, run->n_rows);
  g_assert_cmpfloat_with_epsilon(time_of_row(run, run->n_rows - 1), noslip_simulation_playhead(simulation)->end, 1e-9);
  for (guint i = 0; i + 1 < run->n_rows; i++)
    g_assert_cmpfloat(time_of_row(run, i), <, time_of_row(run, i + 1));
  for (guint i = 0; i < run->n_rows; i++)
    g_assert_cmpfloat(noslip_columns_value(run->values, i, 0), ==, time_of_row(run, i));
}
