/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble on its worker thread: its initial values, each motion against a separate run, and changes of values;
 * also run under ThreadSanitizer. */
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static void
set_ensemble(NoslipSimulation *simulation, guint n, guint32 seed, const char *first, double width, const char *second,
             double other)
{
  NoslipEnsembleSettings ensemble;
  noslip_ensemble_settings_init(&ensemble);
  ensemble.on = TRUE;
  ensemble.n = n;
  ensemble.seed = seed;
  noslip_ensemble_settings_spread(&ensemble, first, width);
  if (second)
    noslip_ensemble_settings_spread(&ensemble, second, other);
  noslip_ensemble_run_set(noslip_simulation_ensemble(simulation), &ensemble);
  noslip_ensemble_settings_clear(&ensemble);
}

/* A value of a motion at a frame. */
static double
value(const NoslipEnsembleView *view, guint motion, guint frame, guint column)
{
  guint block = motion / NOSLIP_ENSEMBLE_LANES;
  return (double) noslip_ensemble_view_values(view, block, frame, column)[motion % NOSLIP_ENSEMBLE_LANES];
}

static guint
last_frame(const NoslipEnsembleView *view)
{
  return noslip_ensemble_view_n_frames(view, 0) - 1;
}

static void
check_whole(const NoslipSimulation *simulation, const NoslipEnsembleView *view, guint n)
{
  g_assert_nonnull(view->layout);
  g_assert_true(view->finished);
  g_assert_false(view->pending);
  g_assert_cmpuint(view->layout->n_motions, ==, n);
  g_assert_cmpfloat(view->progress, ==, 1);
  g_assert_cmpfloat_with_epsilon(view->computed, noslip_simulation_playhead(simulation)->end, 1e-9);
  for (guint f = 0; f + 1 < view->times->len; f++)
    g_assert_cmpfloat(g_array_index(view->times, double, f), <, g_array_index(view->times, double, f + 1));
  for (guint b = 0; b < view->layout->n_blocks; b++)
    g_assert_cmpuint(noslip_ensemble_view_n_frames(view, b), ==, view->times->len);
}

/* The range of each column is that of its values in all frames. */
static void
check_range(const NoslipEnsembleView *view)
{
  for (guint c = 0; c < view->layout->n_columns; c++) {
    double low = INFINITY, high = -INFINITY;
    for (guint i = 0; i < view->layout->n_motions; i++)
      for (guint f = 0; f < view->times->len; f++) {
        low = fmin(low, value(view, i, f, c));
        high = fmax(high, value(view, i, f, c));
      }
    g_assert_cmpfloat((double) view->low[c], ==, low);
    g_assert_cmpfloat((double) view->high[c], ==, high);
  }
}

/* Evenly distributed around the motion's own start, within the half width; the constraint holds everywhere. */
static void
test_start(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  set_ensemble(simulation, 500, 7, "theta", 0.5, "omega", 0.25);
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  check_whole(simulation, view, 500);
  check_range(view);
  g_assert_cmpuint(view->n_lost, ==, 0);
  double low = INFINITY, high = -INFINITY, sum = 0;
  for (guint i = 0; i < 500; i++) {
    double theta = value(view, i, 0, 2) - 0.4, omega = value(view, i, 0, 5) - 1.5;
    g_assert_cmpfloat(fabs(theta), <=, 0.5 + 1e-6);
    g_assert_cmpfloat(fabs(omega), <=, 0.25 + 1e-6);
    g_assert_cmpfloat_with_epsilon(value(view, i, 0, 0), 0.2, 1e-6);
    g_assert_cmpfloat_with_epsilon(value(view, i, 0, 3), 0.4, 1e-6);
    g_assert_cmpfloat_with_epsilon((double) view->shades[i], 0.5 + theta, 1e-5);
    low = fmin(low, theta);
    high = fmax(high, theta);
    sum += theta;
    for (guint f = 0; f < view->times->len; f += 97)
      g_assert_cmpfloat(fabs(value(view, i, f, 4)), <, 1e-9); /* v2, across the blade */
  }
  /* the mean of 500 even draws of width 1 has the deviation 1/sqrt(12 * 500) = 0.013 */
  g_assert_cmpfloat(fabs(sum / 500), <, 0.06);
  g_assert_cmpfloat(low, <, -0.45);
  g_assert_cmpfloat(high, >, 0.45);
  noslip_simulation_free(simulation);
}

/* Some motions against separate runs from the same start, by another formulation and method. */
static void
check_alone(const char *id, const char *spread, double width, const char *formulation)
{
  NoslipSimulation *simulation = support_opened(id);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  set_ensemble(simulation, 40, 3, spread, width, NULL, 0);
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  check_whole(simulation, view, 40);
  for (guint i = 1; i < 40; i += 19) {
    g_autoptr(NoslipVariant) variant = noslip_variant_new("alone");
    variant->formulation = noslip_formulation_find(formulation);
    for (guint c = 0; c < system->m + system->n; c++)
      if (g_str_equal(noslip_state_name(system, c), spread))
        noslip_variant_set(variant, spread, value(view, i, 0, c));
    guint overlay = noslip_overlays_add(noslip_simulation_overlays(simulation), variant);
    support_wait(simulation);
    const NoslipRunView *run =
        noslip_runs_view(noslip_simulation_runs(simulation), noslip_runs_n(noslip_simulation_runs(simulation)) - 1);
    g_assert_null(run->report.error);
    double worst = 0;
    for (guint f = 0; f < view->times->len; f += 50) {
      guint row = noslip_trajectory_find(run->trajectory, g_array_index(view->times, double, f) + 1e-9);
      const double *alone = noslip_trajectory_row(run->trajectory, row, NULL);
      for (guint c = 0; c < system->m + system->n; c++)
        worst = fmax(worst, fabs(value(view, i, f, c) - alone[1 + c]) / (1 + fabs(alone[1 + c])));
    }
    g_test_message("%s, motion %u: %g from a run of its own", id, i, worst);
    g_assert_cmpfloat(worst, <, 1e-5);
    noslip_overlays_remove(noslip_simulation_overlays(simulation), overlay);
  }
  noslip_simulation_free(simulation);
}

static void
test_alone(void)
{
  check_alone("chaplygin-sleigh", "omega", 0.5, "projection");
  check_alone("snakeboard", "psi'", 0.2, "gibbs-appell");
  check_alone("heisenberg", "x", 0.2, "vakonomic"); /* without lanes: one after another */
}

/* The same seed gives the same motions, another seed different ones. */
static void
test_seed(void)
{
  double x[3];
  for (guint pass = 0; pass < 3; pass++) {
    NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
    set_ensemble(simulation, 33, pass == 2 ? 6 : 5, "theta", 0.5, NULL, 0);
    support_wait(simulation);
    const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
    x[pass] = value(view, 32, last_frame(view), 0);
    noslip_simulation_free(simulation);
  }
  g_assert_cmpfloat(x[0], ==, x[1]);
  g_assert_cmpfloat(x[0], !=, x[2]);
}

/* A slider during the computation: earlier rows stay, and the motions continue from their current states. */
static void
test_follow(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  set_ensemble(simulation, 64, 1, "theta", 0.3, NULL, 0);
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  guint at = 500, last = last_frame(view);
  double before = value(view, 40, at - 1, 0), here = value(view, 40, at, 0), end = value(view, 40, last, 0);
  noslip_playback_seek(noslip_simulation_playback(simulation), 5);
  noslip_simulation_set_parameter(simulation, 2, 0.6);
  support_wait(simulation);
  view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  check_whole(simulation, view, 64);
  g_assert_cmpuint(last_frame(view), ==, last);
  g_assert_cmpfloat(value(view, 40, at - 1, 0), ==, before);
  g_assert_cmpfloat_with_epsilon(value(view, 40, at, 0), here, 1e-6);
  g_assert_cmpfloat(fabs(value(view, 40, last, 0) - end), >, 1e-3);
  /* another start computes everything again */
  noslip_simulation_set_initial(simulation, 0, 2);
  support_wait(simulation);
  check_whole(simulation, view, 64);
  g_assert_cmpfloat_with_epsilon(value(view, 40, 0, 0), 2, 1e-6);
  noslip_simulation_free(simulation);
}

/* A velocity that the constraints determine: it is neither lost nor spread, and all motions satisfy the rolling
 * constraint. */
static void
test_constraints(void)
{
  NoslipSimulation *simulation = support_opened("rolling-ball-reduced");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  set_ensemble(simulation, 100, 1, "x'", 0.4, NULL, 0);
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  check_whole(simulation, view, 100);
  double r = noslip_start_parameter(noslip_simulation_start(simulation), (guint) noslip_system_parameter(system, "r"));
  double low = INFINITY, high = -INFINITY;
  for (guint i = 0; i < 100; i++) {
    for (guint f = 0; f < view->times->len; f += 100)
      g_assert_cmpfloat_with_epsilon(value(view, i, f, 2), r * value(view, i, f, 5), 1e-5); /* x' = r w2 */
    low = fmin(low, value(view, i, 0, 2));
    high = fmax(high, value(view, i, 0, 2));
  }
  g_test_message("x' from %g to %g", low, high);
  g_assert_cmpfloat(high - low, >, 0.6);
  noslip_simulation_free(simulation);
}

/* A fan of multipliers: on the Heisenberg group the velocity turns at the constant rate mu. */
static void
test_fan(void)
{
  NoslipSimulation *simulation = support_opened("heisenberg");
  guint mu = noslip_simulation_system(simulation)->m + noslip_simulation_system(simulation)->n;
  g_assert_cmpstr(noslip_start_name(noslip_simulation_system(simulation), mu), ==, "mu(horizontal)");
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), mu), ==, 1.1);
  noslip_simulation_set_initial(simulation, mu, 0.5);
  set_ensemble(simulation, 60, 3, "mu(horizontal)", 0.8, NULL, 0);
  support_wait(simulation);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), mu), ==, 0.5);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  check_whole(simulation, view, 60);
  g_assert_cmpuint(view->layout->mu, ==, mu);
  guint f = 100;
  double t = g_array_index(view->times, double, f), low = INFINITY, high = -INFINITY;
  for (guint i = 0; i < 60; i++) {
    double rate = value(view, i, 0, mu), c = cos(rate * t), s = sin(rate * t);
    g_assert_cmpfloat(value(view, i, f, mu), ==, rate);
    g_assert_cmpfloat_with_epsilon(value(view, i, f, 3), 0.7 * c - 0.4 * s, 1e-5);
    g_assert_cmpfloat_with_epsilon(value(view, i, f, 4), 0.7 * s + 0.4 * c, 1e-5);
    low = fmin(low, rate);
    high = fmax(high, rate);
  }
  g_assert_cmpfloat(low, >=, 0.5 - 0.8 - 1e-6);
  g_assert_cmpfloat(high, <=, 0.5 + 0.8 + 1e-6);
  g_assert_cmpfloat(high - low, >, 1.3);
  noslip_simulation_free(simulation);
}

/* Two multipliers are spread over a disk; when a parameter changes during the motion, each motion keeps its own. */
static void
test_disk(void)
{
  NoslipSimulation *simulation = support_opened("plate-ball");
  const NoslipSystem *system = noslip_simulation_system(simulation);
  guint mu = system->m + system->n;
  double first = noslip_start_initial(noslip_simulation_start(simulation), mu),
         second = noslip_start_initial(noslip_simulation_start(simulation), mu + 1);
  set_ensemble(simulation, 64, 2, noslip_start_name(system, mu), 0.2, noslip_start_name(system, mu + 1), 0.1);
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  check_whole(simulation, view, 64);
  double reach = 0;
  for (guint i = 0; i < 64; i++)
    reach = fmax(reach, hypot((value(view, i, 0, mu) - first) / 0.2, (value(view, i, 0, mu + 1) - second) / 0.1));
  g_assert_cmpfloat(reach, <=, 1 + 1e-5);
  g_assert_cmpfloat(reach, >, 0.9);
  guint at = last_frame(view) / 2;
  double t = g_array_index(view->times, double, at), here = value(view, 40, at, mu), other = value(view, 41, at, mu);
  g_assert_cmpfloat(fabs(here - other), >, 1e-3);
  noslip_playback_seek(noslip_simulation_playback(simulation), t);
  noslip_simulation_set_parameter(simulation, 0, 0.01 + noslip_start_parameter(noslip_simulation_start(simulation), 0));
  support_wait(simulation);
  view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  g_assert_cmpfloat_with_epsilon(value(view, 40, at, mu), here, 1e-5);
  g_assert_cmpfloat_with_epsilon(value(view, 41, at, mu), other, 1e-5);
  noslip_simulation_free(simulation);
}

/* The column of an input is its course, also if the text plots nothing. */
static void
test_input(void)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation,
                              "noslip 1\ncoordinate x\ninput a = 0.5 + t/8 in 0 .. 2\n"
                              "lagrangian x'^2/2 - a*x\nrun to 4 step 0.01\n",
                              "text.noslip");
  support_wait(simulation);
  set_ensemble(simulation, 8, 1, "x", 0.1, NULL, 0);
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  check_whole(simulation, view, 8);
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  int column = noslip_ensemble_view_column(view, noslip_quantities_find(primary->quantities, "a"));
  g_assert_cmpint(column, >=, 0);
  for (guint f = 0; f < view->times->len; f++)
    g_assert_cmpfloat_with_epsilon(value(view, 3, f, (guint) column), 0.5 + g_array_index(view->times, double, f) / 8,
                                   1e-6);
  noslip_simulation_free(simulation);
}

static void
test_words(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  set_ensemble(simulation, 20, 1, "nobody", 0.4, NULL, 0);
  support_wait(simulation);
  const NoslipEnsembleView *view = noslip_ensemble_run_view(noslip_simulation_ensemble(simulation));
  g_assert_null(view->layout);
  g_assert_true(view->finished);
  g_assert_nonnull(strstr(view->why, "nobody"));
  NoslipEnsembleSettings off;
  noslip_ensemble_settings_init(&off);
  noslip_ensemble_run_set(noslip_simulation_ensemble(simulation), &off);
  g_assert_null(noslip_ensemble_run_view(noslip_simulation_ensemble(simulation)));
  noslip_simulation_free(simulation);
}

static void
note_changes(NoslipSimulation *simulation, NoslipChange change, gpointer data)
{
  (void) simulation;
  *(NoslipChange *) data |= change;
}

/* A listener is called for new motions, and once when they are stopped. */
static void
test_listener(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  NoslipChange changes = 0;
  noslip_simulation_set_listener(simulation, note_changes, &changes);
  set_ensemble(simulation, 40, 1, "theta", 0.4, NULL, 0);
  changes = 0;
  support_wait(simulation);
  g_assert_true((changes & NOSLIP_CHANGED_ENSEMBLE) != 0);
  for (guint i = 0; i < 2; i++) {
    changes = 0;
    noslip_ensemble_run_stop(noslip_simulation_ensemble(simulation));
    g_assert_true(((changes & NOSLIP_CHANGED_ENSEMBLE) != 0) == (i == 0));
  }
  noslip_simulation_free(simulation);
}

/* Ensembles, sliders and stops in quick succession; the last one counts. */
static void
test_many_changes(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  for (guint i = 0; i < 120; i++) {
    if (i % 5 == 0)
      set_ensemble(simulation, 1 + (i * 37) % 500, i, i % 2 ? "theta" : "omega", 0.2, NULL, 0);
    if (i % 7 == 0)
      noslip_playback_seek(noslip_simulation_playback(simulation), 12.0 * (i % 50) / 50);
    if (i % 3 == 0)
      noslip_simulation_set_parameter(simulation, i % 4, 0.2 + 0.001 * i);
    if (i % 31 == 0)
      noslip_ensemble_run_stop(noslip_simulation_ensemble(simulation));
    if (i % 40 == 39)
      noslip_simulation_load(simulation, i % 80 == 39 ? "rolling-disk" : "chaplygin-sleigh");
    noslip_simulation_poll(simulation);
    noslip_playback_advance(noslip_simulation_playback(simulation), g_get_monotonic_time());
    g_usleep(300 * (i % 9));
  }
  noslip_simulation_load(simulation, "chaplygin-sleigh");
  support_wait(simulation);
  set_ensemble(simulation, 100, 1, "theta", 0.2, NULL, 0);
  support_wait(simulation);
  check_whole(simulation, noslip_ensemble_run_view(noslip_simulation_ensemble(simulation)), 100);
  noslip_simulation_free(simulation);
  /* freed during the computation */
  for (guint i = 0; i < 6; i++) {
    simulation = support_opened("snakeboard");
    set_ensemble(simulation, 500, 1, "theta", 0.2, NULL, 0);
    g_usleep(4000 * i);
    noslip_simulation_free(simulation);
  }
  while (g_main_context_iteration(NULL, FALSE))
    ;
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/ensemble-runs/start", test_start);
  g_test_add_func("/ensemble-runs/alone", test_alone);
  g_test_add_func("/ensemble-runs/seed", test_seed);
  g_test_add_func("/ensemble-runs/follow", test_follow);
  g_test_add_func("/ensemble-runs/constraints", test_constraints);
  g_test_add_func("/ensemble-runs/fan", test_fan);
  g_test_add_func("/ensemble-runs/disk", test_disk);
  g_test_add_func("/ensemble-runs/input", test_input);
  g_test_add_func("/ensemble-runs/words", test_words);
  g_test_add_func("/ensemble-runs/listener", test_listener);
  g_test_add_func("/ensemble-runs/many-changes", test_many_changes);
  return g_test_run();
}
