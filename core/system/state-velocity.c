/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/state-velocity-private.h"

#include <string.h>

static void
asked_init(Asked *asked, const NoslipSystem *system, const double *parameters, guint n_overrides,
           const NoslipOverride *overrides, const GArray *given)
{
  guint q = given->len;
  asked->targets = g_new0(NoslipExpr, (gsize) q + 1);
  asked->values = g_new0(NoslipExpr, (gsize) q + 1);
  asked->overridden = g_new0(gboolean, (gsize) q + 1);
  asked->numbers = g_new0(double, (gsize) q + 1);
  asked->given_x = g_new0(gboolean, (gsize) system->m + 1);
  noslip_state_given_coordinates(system, n_overrides, overrides, asked->given_x);
  for (guint j = 0; j < q; j++) {
    const Given *one = &g_array_index(given, Given, j);
    asked->targets[j] = one->target;
    asked->values[j] = one->value;
    asked->overridden[j] = one->overridden;
    asked->numbers[j] = one->number;
  }
  asked->known =
      (NoslipKnown){parameters, asked->given_x, q, asked->targets, asked->values, asked->overridden, asked->numbers};
}

void
noslip_state_asked_clear(Asked *asked)
{
  g_free(asked->targets);
  g_free(asked->values);
  g_free(asked->overridden);
  g_free(asked->numbers);
  g_free(asked->given_x);
}

/* The velocities at x that satisfy the given values and the functions of `problem`. */
static NoslipVelocityStatus
solve_velocities(NoslipStarter *starter, const double *parameters, const double *x, const GArray *given,
                 NoslipTapeWork *work, guint k, gboolean nonlinear, double *y, guint *which, double *residual,
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

/* The conditions that restrict velocities, as a problem of least energy. Returns their number. */
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
    starter->conditioned = noslip_tape_work_new(tape);
  }
  return count;
}

/* (x, y) on the starter's conditions: given values are kept, replaced or refused. */
static gboolean
meet_conditions(NoslipStarter *starter, const Asked *asked, const GArray *given, double *x, double *y,
                NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = starter->system;
  const double *parameters = asked->known.parameters;
  g_autofree double *wish_x = g_new0(double, (gsize) system->m + 1);
  if (system->m > 0)
    memcpy(wish_x, x, system->m * sizeof(double));
  guint which = 0;
  double residual = 0;
  NoslipConditionsStatus kept = noslip_conditions_keep(starter->conditions, &asked->known, x, y, &which, &residual);
  if (kept == NOSLIP_CONDITIONS_NOT_UNIQUE)
    return noslip_state_refuse_ambiguous(system, diagnostics);
  if (kept == NOSLIP_CONDITIONS_NOT_MET)
    return noslip_state_refuse_condition(starter, asked, given, wish_x, which, residual, x, y, diagnostics);
  g_autofree double *least = g_new0(double, (gsize) system->n + 1);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  guint count = prepare_conditioned(starter);
  NoslipVelocityStatus status = solve_velocities(starter, parameters, x, given, starter->conditioned, count,
                                                 starter->conditioned_nonlinear, least, &which, &residual, ignored);
  if (status == NOSLIP_VELOCITY_NOT_UNIQUE)
    return noslip_state_refuse_ambiguous(system, diagnostics);
  /* what is small beside other velocities was rounded to 0, and may be all that a condition has */
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
  g_auto(Asked) asked;
  asked_init(&asked, system, parameters, n_overrides, overrides, given);
  if (starter->problem == NULL) {
    g_autofree guint *all = g_new(guint, (gsize) system->k + 1);
    for (guint c = 0; c < system->k; c++)
      all[c] = c;
    g_autoptr(NoslipTape) tape = noslip_state_compile_problem(system, system->k, all);
    starter->problem = noslip_tape_work_new(tape);
  }
  guint which = 0, errors = diagnostics->n_errors;
  double residual = 0;
  NoslipVelocityStatus status =
      solve_velocities(starter, parameters, x, given, starter->problem, system->k,
                       noslip_system_constraint_class(system) == NOSLIP_NONLINEAR, y, &which, &residual, diagnostics);
  if (diagnostics->n_errors > errors)
    return FALSE;
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS &&
      (noslip_state_explain_contradiction(system, parameters, x, diagnostics) ||
       !noslip_state_explain_failure(starter, &asked, given, which, residual, x, y, diagnostics)))
    return FALSE;
  if (status != NOSLIP_VELOCITY_FOUND && status != NOSLIP_VELOCITY_CONSTRAINT_FAILS) {
    noslip_state_explain(system, given, status, which, residual, diagnostics);
    return FALSE;
  }
  if (starter->conditions != NULL && !meet_conditions(starter, &asked, given, x, y, diagnostics))
    return FALSE;
  noslip_state_note_choice(starter, given, asked.given_x, x, y, diagnostics);
  return TRUE;
}
