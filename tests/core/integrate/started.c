/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/integrate/started.h"

#include "core/language/language.h"

const char started_sleigh[] =
    "noslip 1\nparameter a = 0.3\ncoordinate x\ncoordinate y\ncoordinate theta\n"
    "lagrangian ((x' - a*sin(theta)*theta')^2 + (y' + a*cos(theta)*theta')^2)/2 + 0.2*theta'^2\n"
    "constraint blade: sin(theta)*x' - cos(theta)*y' = 0\n"
    "run to 1 step 0.25\n";

NoslipDynamics *
started_dynamics(const char *text, const char *formulation)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  for (guint i = 0; !system && i < diagnostics->list->len; i++) {
    g_autofree char *message = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_test_message("%s", message);
  }
  g_assert_nonnull(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipDynamics *dynamics = noslip_dynamics_new(noslip_formulation_find(formulation), system, &error);
  g_assert_nonnull(dynamics);
  return dynamics;
}

NoslipRunOptions
started_options(NoslipDynamics *dynamics, double to, double step)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, noslip_dynamics_system(dynamics));
  options.to = to;
  options.step = step;
  return options;
}

NoslipRun *
started_run(NoslipDynamics *dynamics, const NoslipRunOptions *options, double t0, const double *xy)
{
  const double a = 0.3;
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipRun *run = noslip_run_new(dynamics, options, &a, t0, xy, NULL, &error);
  g_assert_null(error);
  g_assert_nonnull(run);
  return run;
}

const double started_at[] = {0.1, 0.2, 0, 0.5, 0, 0.7};

const char *const *
started_formulations(void)
{
  static const char *ids[32];
  guint n = 0;
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL && n < G_N_ELEMENTS(ids) - 1; f++)
    if (!(*f)->automatic)
      ids[n++] = (*f)->id;
  g_assert_cmpuint(n, >=, 5);
  return ids;
}
