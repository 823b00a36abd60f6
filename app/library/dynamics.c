/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/geometry/bracket-table.h"
#include "core/system/row.h"

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
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
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

/* The row of a state (core/system/row.h). Its accelerations and multipliers are not numbers where the status is not
 * NOSLIP_STEP_OK. */
static NoslipStepStatus
fill_row(NoslipDynamics *dynamics, double t, const double *parameters, const double *state, double *row)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  guint size = system->m + system->n;
  g_autofree double *xy = g_new0(double, (gsize) size + system->k + 1);
  g_autofree double *z = g_new0(double, (gsize) formulation->size(data) + 1);
  memcpy(xy, state, size * sizeof *xy);
  row[0] = t;
  gpointer work = formulation->work_new(data);
  formulation->set_parameters(work, parameters);
  NoslipStepStatus status = formulation->enter(work, t, xy, z);
  if (status == NOSLIP_STEP_OK)
    status = formulation->observe(work, t, z, row + noslip_row_x(system), row + noslip_row_y(system),
                                  row + noslip_row_ydot(system), row + noslip_row_lambda(system));
  formulation->work_free(work);
  for (guint i = noslip_row_ydot(system); status != NOSLIP_STEP_OK && i < noslip_row_size(system); i++)
    row[i] = NAN;
  return status;
}

double *
noslip_dynamics_rates(NoslipDynamics *dynamics, double t, const double *parameters, guint n_parameters,
                      const double *state, guint n_state, guint *n, NoslipDiagnostics *diagnostics)
{
  *n = 0;
  if (!check_arguments(dynamics, n_parameters, n_state, diagnostics))
    return NULL;
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  NoslipStepStatus status = fill_row(dynamics, t, parameters, state, row);
  if (status != NOSLIP_STEP_OK) {
    library_error(diagnostics, NULL, "%s has no rates at this state: %s", system->id,
                  status == NOSLIP_STEP_RANK_LOST ? "a matrix lost its rank" : "a value is not defined");
    return NULL;
  }
  double *rates = g_new0(double, (gsize) n_state + 1);
  memcpy(rates + system->m, row + noslip_row_ydot(system), system->n * sizeof *rates);
  evaluate_anchor(system, parameters, t, row + noslip_row_x(system), rates);
  *n = n_state;
  return rates;
}

double *
noslip_dynamics_observe(NoslipDynamics *dynamics, const char *of, double t, const double *parameters,
                        guint n_parameters, const double *state, guint n_state, guint *n,
                        NoslipDiagnostics *diagnostics)
{
  *n = 0;
  if (!check_arguments(dynamics, n_parameters, n_state, diagnostics))
    return NULL;
  NoslipSystem *system = noslip_dynamics_system(dynamics);
  g_auto(GStrv) texts = noslip_bracket_names_split(of);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, noslip_dynamics_formulation(dynamics)->kind);
  gboolean good = TRUE;
  for (guint i = 0; texts[i] != NULL; i++)
    good = noslip_observer_add_text(observer, texts[i], diagnostics) >= 0 && good;
  if (!good)
    return NULL;
  noslip_observer_seal(observer);
  g_autoptr(NoslipObserverWorkspace) work = noslip_observer_workspace_new(observer);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  fill_row(dynamics, t, parameters, state, row);
  memcpy(row + noslip_row_x(system), state, n_state * sizeof *row);
  double *values = g_new0(double, (gsize) noslip_observer_n(observer) + 1);
  noslip_observer_set_parameters(work, parameters);
  noslip_observer_evaluate(work, row, values);
  *n = noslip_observer_n(observer);
  return values;
}
