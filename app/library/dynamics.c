/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include <math.h>
#include <string.h>

G_DEFINE_BOXED_TYPE(NoslipDynamics, noslip_dynamics, noslip_dynamics_ref, noslip_dynamics_unref)

NoslipDynamics *
library_dynamics(NoslipSystem *system, NoslipDynamicsKind kind, const char *formulation, NoslipDiagnostics *diagnostics)
{
  const NoslipFormulation *found =
      formulation != NULL ? noslip_formulation_find(formulation) : noslip_formulation_for(system, kind);
  if (found == NULL || (formulation != NULL && (found->automatic || kind != NOSLIP_DYNAMICS_NONHOLONOMIC))) {
    if (formulation == NULL)
      library_error(diagnostics, NULL, "these motions cannot be computed");
    else if (kind != NOSLIP_DYNAMICS_NONHOLONOMIC)
      library_error(diagnostics, "leave it out", "vakonomic and free motions take no formulation");
    else
      library_error(diagnostics, NULL, "there is no formulation '%s'", formulation);
    return NULL;
  }
  NoslipDiagnostic *error = NULL;
  NoslipDynamics *dynamics = noslip_dynamics_new(found, system, &error);
  if (dynamics == NULL)
    noslip_diagnostics_add(diagnostics, error);
  return dynamics;
}

NoslipDynamics *
noslip_dynamics_compile(NoslipSystem *system, const char *dynamics, const char *formulation,
                        NoslipDiagnostics *diagnostics)
{
  LibraryStart start;
  NoslipDynamics *compiled = NULL;
  if (library_start_init(&start, system, NULL, dynamics, diagnostics))
    compiled = library_dynamics(system, start.kind, formulation, diagnostics);
  library_start_clear(&start);
  return compiled;
}

const char *
noslip_dynamics_get_name(const NoslipDynamics *dynamics)
{
  return noslip_dynamics_formulation(dynamics)->id;
}

/* xdot = rho y */
static void
evaluate_anchor(const NoslipSystem *system, const double *parameters, double t, const double *state, double *xdot)
{
  guint m = system->m, n = system->n;
  g_autofree NoslipExpr *constants = g_new0(NoslipExpr, (gsize) system->n_parameters + 1);
  g_autofree NoslipExpr *variables = g_new0(NoslipExpr, (gsize) 1 + m);
  g_autofree double *values = g_new0(double, (gsize) 1 + m), *rho = g_new0(double, (gsize) m *n + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    constants[i] = system->parameters[i].symbol;
  variables[0] = system->t;
  values[0] = t;
  for (guint i = 0; i < m; i++) {
    variables[1 + i] = system->coordinates[i].symbol;
    values[1 + i] = state[i];
  }
  g_autoptr(NoslipTape) tape =
      noslip_tape_new(system->graph, system->n_parameters, constants, 1 + m, variables, m * n, system->anchor);
  g_autoptr(NoslipTapeWork) work = noslip_tape_work_new(tape);
  noslip_tape_set_constants(work, parameters);
  noslip_tape_evaluate(work, values, rho);
  for (guint i = 0; i < m; i++)
    for (guint alpha = 0; alpha < n; alpha++)
      xdot[i] += rho[i * n + alpha] * state[m + alpha];
}

static gboolean
check_arguments(NoslipDynamics *dynamics, guint n_parameters, guint n_state, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  if (noslip_dynamics_formulation(dynamics)->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    return library_error(diagnostics, "run the motion",
                         "the state (x, y) has no rates of its own in vakonomic dynamics");
  if (n_parameters != system->n_parameters)
    return library_error(diagnostics, NULL, "%s has %u parameters, not %u", system->id, system->n_parameters,
                         n_parameters);
  if (n_state != system->m + system->n)
    return library_error(diagnostics, NULL, "the state of %s has %u entries, not %u", system->id, system->m + system->n,
                         n_state);
  return TRUE;
}

double *
noslip_dynamics_rates(NoslipDynamics *dynamics, double t, const double *parameters, guint n_parameters,
                      const double *state, guint n_state, guint *n, NoslipDiagnostics *diagnostics)
{
  *n = 0;
  if (!check_arguments(dynamics, n_parameters, n_state, diagnostics))
    return NULL;
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  g_autofree double *xy = g_new0(double, (gsize) n_state + system->k + 1);
  g_autofree double *z = g_new0(double, (gsize) formulation->size(data) + 1);
  g_autofree double *full = g_new0(double, (gsize) n_state + 1), *lambda = g_new0(double, (gsize) system->k + 1);
  double *rates = g_new0(double, (gsize) n_state + 1);
  memcpy(xy, state, n_state * sizeof *xy);
  gpointer work = formulation->work_new(data);
  formulation->set_parameters(work, parameters);
  NoslipStepStatus status = formulation->enter(work, t, xy, z);
  if (status == NOSLIP_STEP_OK)
    status = formulation->observe(work, t, z, full, full + system->m, rates + system->m, lambda);
  formulation->work_free(work);
  if (status != NOSLIP_STEP_OK) {
    library_error(diagnostics, NULL, "%s has no rates at this state: %s", system->id,
                  status == NOSLIP_STEP_RANK_LOST ? "a matrix lost its rank" : "a value is not defined");
    g_free(rates);
    return NULL;
  }
  evaluate_anchor(system, parameters, t, full, rates);
  *n = n_state;
  return rates;
}
