/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/state-velocity-private.h"

#include <string.h>

static void
request_init(StateRequest *request, const NoslipSystem *system, const double *parameters, guint n_overrides,
             const NoslipOverride *overrides, const GArray *given)
{
  guint q = given->len;
  request->targets = g_new0(NoslipExpr, (gsize) q + 1);
  request->values = g_new0(NoslipExpr, (gsize) q + 1);
  request->overridden = g_new0(gboolean, (gsize) q + 1);
  request->numbers = g_new0(double, (gsize) q + 1);
  request->given_x = g_new0(gboolean, (gsize) system->m + 1);
  noslip_state_given_coordinates(system, n_overrides, overrides, request->given_x);
  for (guint j = 0; j < q; j++) {
    const Given *one = &g_array_index(given, Given, j);
    request->targets[j] = one->target;
    request->values[j] = one->value;
    request->overridden[j] = one->overridden;
    request->numbers[j] = one->number;
  }
  request->known = (NoslipKnown){parameters,          request->given_x, q, request->targets, request->values,
                                 request->overridden, request->numbers};
}

void
noslip_state_request_clear(StateRequest *request)
{
  g_free(request->targets);
  g_free(request->values);
  g_free(request->overridden);
  g_free(request->numbers);
  g_free(request->given_x);
}

/* The velocities at x that satisfy the given values and the functions of `problem`. */
static NoslipVelocityStatus
solve_velocities(NoslipStarter *starter, const double *parameters, const double *x, const GArray *given,
                 NoslipTapeWorkspace *work, guint k, gboolean nonlinear, double *y, guint *which, double *residual,
                 NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autofree double *targets = g_new0(double, (gsize) given->len * system->n + 1);
  g_autofree double *values = g_new0(double, (gsize) given->len + 1);
  if (!noslip_state_evaluate_given(starter, parameters, x, given, targets, values, diagnostics))
    return NOSLIP_VELOCITY_UNDEFINED;
  noslip_tape_set_constants(work, parameters);
  NoslipVelocityProblem problem = {
      .m = system->m,
      .n = system->n,
      .k = k,
      .q = given->len,
      .is_nonlinear = nonlinear,
      .work = work,
      .x = x,
      .targets = targets,
      .given = values,
  };
  return noslip_velocity_solve(&problem, y, which, residual);
}

/* The conditions on velocities, as a problem of least energy. Returns their number. */
static guint
prepare_conditioned(NoslipStarter *starter)
{
  const NoslipSystem *system = starter->system;
  guint n = noslip_conditions_n(starter->conditions), count = 0;
  const NoslipExpr *functions = noslip_conditions_functions(starter->conditions);
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(noslip_conditions_graph(starter->conditions));
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autofree NoslipExpr *phi = g_new(NoslipExpr, (gsize) n + 1);
  g_autofree gboolean *nonlinear = g_new0(gboolean, (gsize) n + 1);
  const NoslipExpr *y = symbols + 1 + system->m;
  starter->conditioned_nonlinear = FALSE;
  for (guint f = 0; f < n; f++) {
    if (!noslip_expr_depends(graph, functions[f], system->n, y))
      continue;
    for (guint a = 0; a < system->n; a++)
      nonlinear[count] |= noslip_expr_depends(graph, noslip_expr_derivative(graph, functions[f], y[a]), system->n, y);
    starter->conditioned_nonlinear |= nonlinear[count];
    phi[count++] = functions[f];
  }
  if (starter->conditioned == NULL) {
    g_autoptr(NoslipTape) tape = noslip_state_compile_functions(system, graph, count, phi, nonlinear);
    starter->conditioned = noslip_tape_workspace_new(tape);
  }
  return count;
}

/* Moves (x, y) onto the starter's conditions: given values are kept, replaced or refused. */
static gboolean
meet_conditions(NoslipStarter *starter, const StateRequest *request, const GArray *given, double *x, double *y,
                NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  const double *parameters = request->known.parameters;
  g_autofree double *requested_x = g_new0(double, (gsize) system->m + 1);
  if (system->m > 0)
    memcpy(requested_x, x, system->m * sizeof(double));
  guint which = 0;
  double residual = 0;
  NoslipConditionsStatus kept = noslip_conditions_keep(starter->conditions, &request->known, x, y, &which, &residual);
  if (kept == NOSLIP_CONDITIONS_NOT_UNIQUE)
    return noslip_state_refuse_ambiguous(system, diagnostics);
  if (kept == NOSLIP_CONDITIONS_NOT_MET)
    return noslip_state_refuse_condition(starter, request, given, requested_x, which, residual, x, y, diagnostics);
  g_autofree double *least = g_new0(double, (gsize) system->n + 1);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  guint count = prepare_conditioned(starter);
  NoslipVelocityStatus status = solve_velocities(starter, parameters, x, given, starter->conditioned, count,
                                                 starter->conditioned_nonlinear, least, &which, &residual, ignored);
  if (status == NOSLIP_VELOCITY_NOT_UNIQUE)
    return noslip_state_refuse_ambiguous(system, diagnostics);
  /* a value that is small compared to other velocities was rounded to 0, but a condition may need it */
  if (status == NOSLIP_VELOCITY_FOUND &&
      noslip_conditions_residual(starter->conditions, parameters, x, least) <= NOSLIP_CONDITION_CONSISTENT)
    memcpy(y, least, system->n * sizeof(double));
  return TRUE;
}

gboolean
noslip_state_velocities(NoslipStarter *starter, const double *parameters, guint n_overrides,
                        const NoslipOverride *overrides, double *x, double *y, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  g_autoptr(GArray) given = noslip_state_given(system, n_overrides, overrides);
  g_auto(StateRequest) request;
  request_init(&request, system, parameters, n_overrides, overrides, given);
  if (starter->problem == NULL) {
    g_autofree guint *all = g_new(guint, (gsize) system->k + 1);
    for (guint c = 0; c < system->k; c++)
      all[c] = c;
    g_autoptr(NoslipTape) tape = noslip_state_compile_problem(system, system->k, all);
    starter->problem = noslip_tape_workspace_new(tape);
  }
  guint which = 0, errors = diagnostics->n_raised;
  double residual = 0;
  NoslipVelocityStatus status =
      solve_velocities(starter, parameters, x, given, starter->problem, system->k,
                       noslip_system_constraint_class(system) == NOSLIP_NONLINEAR, y, &which, &residual, diagnostics);
  if (diagnostics->n_raised > errors)
    return FALSE;
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS &&
      (noslip_state_explain_contradiction(system, parameters, x, diagnostics) ||
       !noslip_state_explain_failure(starter, &request, given, which, residual, x, y, diagnostics)))
    return FALSE;
  if (status != NOSLIP_VELOCITY_FOUND && status != NOSLIP_VELOCITY_CONSTRAINT_FAILS) {
    noslip_state_explain(system, given, status, which, residual, diagnostics);
    return FALSE;
  }
  if (starter->conditions != NULL && !meet_conditions(starter, &request, given, x, y, diagnostics))
    return FALSE;
  noslip_state_note_choice(starter, given, request.given_x, x, y, diagnostics);
  return TRUE;
}
