/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a system through all checks: parsed, built, evaluated along a short motion, its claims judged, its rows
 * written. */
#include "tests/fuzz/fuzz.h"

#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "core/trajectory/csv.h"
#include "core/verdict/claims.h"

#include <gsl/gsl_errno.h>
#include <math.h>

#define ROWS_MOST 6
#define STEP_MOST 0.05 /* seconds between two rows: the motion stays short */

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  gsl_set_error_handler_off();
  fuzz_gently = TRUE;
  return 0;
}

static void
check_verdicts(const NoslipClaims *claims)
{
  for (guint i = 0; i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    /* A value that is not a number confirms nothing. */
    g_assert_false(verdict.applies && verdict.good && verdict.kind != NOSLIP_VERDICT_PROVED && isnan(verdict.residual));
  }
}

static void
follow(NoslipSystem *system, NoslipDynamics *dynamics, const double *parameters, const double *xy, const double *mu)
{
  NoslipDynamicsKind kind = noslip_dynamics_formulation(dynamics)->kind;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipClaims) claims = noslip_claims_new(system, kind, diagnostics);
  g_autoptr(NoslipCsv) csv = noslip_csv_new(system, kind, diagnostics);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.rtol = 1e-6;
  options.step = MIN(system->run_step > 0 ? system->run_step : STEP_MOST, STEP_MOST);
  options.to = ROWS_MOST * options.step;
  g_autoptr(NoslipRun) run =
      noslip_run_new(dynamics, &options, parameters, 0, xy, kind == NOSLIP_DYNAMICS_VAKONOMIC ? mu : NULL, &error);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  g_autoptr(GString) text = g_string_new(NULL);
  if (csv != NULL)
    noslip_csv_header(csv, text);
  const int *deadline = fuzz_deadline();
  guint n_rows = 0;
  while (run != NULL && noslip_run_next(run, row, deadline, &error)) {
    n_rows++;
    if (claims != NULL)
      noslip_claims_add_rows(claims, parameters, 1, row);
    if (csv != NULL)
      noslip_csv_rows(csv, parameters, 1, row, text);
  }
  g_assert_true(g_utf8_validate(text->str, (gssize) text->len, NULL));
  if (claims != NULL && n_rows > 0)
    check_verdicts(claims);
  fuzz_count(claims != NULL ? "motions judged" : "motions without claims that can be judged");
}

static void
move(NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1), *mu = g_new0(double, system->k + 1);
  if (!noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, mu, diagnostics))
    return;
  const NoslipFormulation *formulation = noslip_formulation_for(system, system->dynamics);
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  if (dynamics != NULL)
    follow(system, dynamics, parameters, xy, mu);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system =
      noslip_language_system((const char *) data, (gssize) size, "fuzz.noslip", "fuzz", diagnostics);
  g_assert_true((system == NULL) == (diagnostics->n_errors > 0));
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_assert_true(g_utf8_validate(line, -1, NULL));
  }
  fuzz_accepted = system != NULL;
  fuzz_count(system != NULL ? "systems built" : "texts refused");
  if (system != NULL)
    move(system);
  return 0;
}
