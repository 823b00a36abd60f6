/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The witness of the default motion of each system that is named. Built once with the core as it is, where it must hold,
 * and once for each error that meson.build plants in a copy of one of its files, where it must fail. */
#include "core/integrate/run.h"
#include "core/system/state.h"
#include "core/verdict/witness.h"

#include "tests/core/load.h"

#include <math.h>

#define ROWS 40

static void
test_witness(gconstpointer data)
{
  g_autoptr(NoslipSystem) system = test_catalogue(data);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + system->k + 1);
  double *mu = xy + system->m + system->n;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, mu, diagnostics));
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, &error);
  g_assert_null(error);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.to = system->run_to / 4;
  options.step = options.to / ROWS;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy,
                                            system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &error);
  g_assert_null(error);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autoptr(NoslipWitness) witness = noslip_witness_new(system, system->dynamics);
  noslip_witness_follow(witness, dynamics);
  while (noslip_run_next(run, row, NULL, &error))
    noslip_witness_add_row(witness, parameters, row);
  NoslipWitnessResult result;
  noslip_witness_result(witness, &result);
  g_test_message("%s: %g in %s at t = %g, %u rows", (const char *) data, result.residual, result.where, result.time,
                 result.n_rows);
  g_assert_true(result.checked);
  g_assert_cmpuint(result.n_rows, >, 0);
  if (MUST_HOLD) {
    g_assert_cmpuint(result.n_rows, ==, ROWS + 1);
    g_assert_true(result.holds);
    g_assert_cmpfloat(result.residual, <, 1e-12);
  } else {
    g_assert_false(result.holds);
    g_assert_false(result.residual < 1e-4);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (int i = 1; i < argc; i++) {
    g_autofree char *path = g_strdup_printf("/witness/%s", argv[i]);
    g_test_add_data_func(path, argv[i], test_witness);
  }
  return g_test_run();
}
