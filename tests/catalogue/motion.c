/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/catalogue/motion.h"

#include "core/catalogue/catalogue.h"
#include "core/dynamics/start.h"
#include "core/system/state.h"

static void
fail_on(const NoslipDiagnostics *diagnostics, NoslipSeverity least)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = diagnostics->list->pdata[i];
    g_autofree char *text = noslip_diagnostic_format(diagnostic);
    if (diagnostic->severity >= least)
      g_error("%s", text);
    g_test_message("%s", text);
  }
}

NoslipSystem *
motion_load(const char *id)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_catalogue_load(id, diagnostics);
  fail_on(diagnostics, NOSLIP_NOTE);
  g_assert_nonnull(system);
  return system;
}

void
motion_clear(Motion *motion)
{
  g_clear_pointer(&motion->rows, g_free);
}

static void
fail_on_error(const NoslipDiagnostic *error)
{
  if (error == NULL)
    return;
  g_autofree char *text = noslip_diagnostic_format(error);
  g_error("%s", text);
}

void
motion_compute(Motion *motion, const NoslipFormulation *formulation, NoslipSystem *system, const double *parameters,
               const double *xy, const double *mu, double to, double step, double rtol)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  fail_on_error(error);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.to = to;
  options.step = step;
  options.rtol = rtol;
  options.atol = rtol / 1e4; /* small velocities and momenta matter as well */
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, mu, &error);
  fail_on_error(error);
  motion->row_size = noslip_row_size(system);
  motion->n_rows = 0;
  guint n_samples = noslip_run_n_samples(run);
  motion->rows = g_new(double, (gsize) n_samples * motion->row_size);
  while (motion->n_rows < n_samples &&
         noslip_run_next(run, motion->rows + (gsize) motion->n_rows * motion->row_size, NULL, &error))
    motion->n_rows++;
  fail_on_error(error);
  g_assert_cmpuint(motion->n_rows, ==, n_samples);
}

double *
motion_start(const NoslipSystem *system, const double *parameters, double **mu)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  double *xy = g_new0(double, system->m + system->n + 1);
  *mu = g_new0(double, system->k + 1);
  gboolean good = noslip_start_state(system, system->dynamics, FALSE, parameters, 0, NULL, xy, xy + system->m, *mu,
                                     NULL, diagnostics);
  fail_on(diagnostics, NOSLIP_WARNING);
  g_assert_true(good);
  return xy;
}

double *
motion_observe(const Motion *motion, NoslipObserver *observer, const double *parameters)
{
  guint n = noslip_observer_n(observer);
  double *values = g_new(double, (gsize) motion->n_rows *n + 1);
  g_autoptr(NoslipObserverWorkspace) work = noslip_observer_workspace_new(observer);
  noslip_observer_set_parameters(work, parameters);
  noslip_observer_evaluate_rows(work, motion->n_rows, motion->rows, motion->row_size, values, n);
  return values;
}

guint
motion_add_text(NoslipObserver *observer, const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  int output = noslip_observer_add_text(observer, text, diagnostics);
  fail_on(diagnostics, NOSLIP_WARNING);
  g_assert_cmpint(output, >=, 0);
  return (guint) output;
}

void
motion_note(const char *what, double residual, double allowed)
{
  if (g_getenv("NOSLIP_RESIDUALS") != NULL)
    g_test_message("%s: %.2g, allowed %.2g", what, residual, allowed);
}
