/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/observer.h"

#include "core/language/language.h"
#include "core/system/program.h"
#include "core/system/reaction.h"
#include "core/trajectory/motion.h"

#include <math.h>
#include <string.h>

struct _NoslipObserver {
  NoslipMotion *motion;
  guint row_size;
  GArray *outputs;          /* NoslipExpr, formal operators expanded */
  NoslipTape *tape;         /* after seal() */
  NoslipReaction *reaction; /* if an output needs multipliers that may be missing in rows, else NULL */
  gatomicrefcount references;
};

struct _NoslipObserverWorkspace {
  NoslipObserver *observer;
  NoslipTapeWorkspace *tape;
  NoslipReactionWorkspace *reaction; /* or NULL */
  double *row;                       /* a row with its multipliers filled in */
  double *in, *out;                  /* lanes */
};

NoslipObserver *
noslip_observer_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  NoslipObserver *observer = g_new0(NoslipObserver, 1);
  observer->motion = noslip_motion_new(system, kind);
  observer->row_size = noslip_row_size(system);
  observer->outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_atomic_ref_count_init(&observer->references);
  return observer;
}

NoslipObserver *
noslip_observer_ref(NoslipObserver *observer)
{
  g_atomic_ref_count_inc(&observer->references);
  return observer;
}

void
noslip_observer_unref(NoslipObserver *observer)
{
  if (observer == NULL || !g_atomic_ref_count_dec(&observer->references))
    return;
  if (observer->tape != NULL)
    noslip_tape_unref(observer->tape);
  noslip_reaction_free(observer->reaction);
  g_array_unref(observer->outputs);
  noslip_motion_free(observer->motion);
  g_free(observer);
}

static int
append(NoslipObserver *observer, NoslipExpr expanded)
{
  g_return_val_if_fail(observer->tape == NULL, -1);
  g_array_append_val(observer->outputs, expanded);
  return (int) observer->outputs->len - 1;
}

static gboolean
expand(NoslipObserver *observer, NoslipExpr expr, NoslipExpr *expanded, NoslipDiagnostic **error)
{
  NoslipDiagnostic *local = NULL;
  if (noslip_motion_expand(observer->motion, expr, expanded, &local))
    return TRUE;
  if (error != NULL)
    *error = local;
  else
    noslip_diagnostic_free(local);
  return FALSE;
}

int
noslip_observer_add(NoslipObserver *observer, NoslipExpr expr, NoslipDiagnostic **error)
{
  NoslipExpr expanded;
  return expand(observer, expr, &expanded, error) ? append(observer, expanded) : -1;
}

int
noslip_observer_add_text(NoslipObserver *observer, const char *text, NoslipDiagnostics *diagnostics)
{
  NoslipExpr expr;
  NoslipDiagnostic *error = NULL;
  if (!noslip_language_expression(observer->motion->system, observer->motion->model->graph, text, &expr, diagnostics))
    return -1;
  int output = noslip_observer_add(observer, expr, &error);
  if (output < 0)
    noslip_diagnostics_add(diagnostics, error);
  return output;
}

static int
append_all(NoslipObserver *observer, const GArray *exprs, guint *first, guint *n)
{
  *first = observer->outputs->len;
  *n = exprs->len;
  for (guint i = 0; i < exprs->len; i++)
    append(observer, g_array_index(exprs, NoslipExpr, i));
  return (int) *first;
}

int
noslip_observer_add_terms(NoslipObserver *observer, NoslipExpr expr, guint *first, guint *n, NoslipDiagnostic **error)
{
  NoslipExpr expanded;
  if (!expand(observer, expr, &expanded, error))
    return -1;
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_expr_terms(observer->motion->model->graph, expanded, terms);
  return append_all(observer, terms, first, n);
}

int
noslip_observer_add_expanded_terms(NoslipObserver *observer, NoslipExpr expr, guint most, guint *first, guint *n,
                                   NoslipDiagnostic **error)
{
  NoslipExpr expanded;
  if (!expand(observer, expr, &expanded, error))
    return -1;
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_expr_expanded_terms(observer->motion->model->graph, expanded, most, terms);
  return append_all(observer, terms, first, n);
}

int
noslip_observer_add_rate_arguments(NoslipObserver *observer, NoslipExpr expr, guint *first, guint *n,
                                   NoslipDiagnostic **error)
{
  NoslipDiagnostic *local = NULL;
  g_autoptr(GArray) arguments = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  if (!noslip_motion_rate_arguments(observer->motion, expr, arguments, &local)) {
    if (error != NULL)
      *error = local;
    else
      noslip_diagnostic_free(local);
    return -1;
  }
  return append_all(observer, arguments, first, n);
}

int
noslip_observer_add_magnitude(NoslipObserver *observer, NoslipExpr expr, NoslipDiagnostic **error)
{
  NoslipExpr expanded;
  if (!expand(observer, expr, &expanded, error))
    return -1;
  return append(observer, noslip_motion_magnitude(observer->motion, expanded));
}

int
noslip_observer_add_undefined(NoslipObserver *observer)
{
  return append(observer, noslip_expr_number(observer->motion->model->graph, (double) NAN));
}

/* Whether an output reads a multiplier of a nonholonomic row. */
static gboolean
needs_reaction(const NoslipObserver *observer)
{
  const NoslipMotion *motion = observer->motion;
  if (motion->kind != NOSLIP_DYNAMICS_NONHOLONOMIC)
    return FALSE;
  for (guint c = 0; c < motion->system->k; c++)
    for (guint i = 0; i < observer->outputs->len; i++)
      if (noslip_expr_depends(motion->model->graph, g_array_index(observer->outputs, NoslipExpr, i), 1,
                              &motion->system->constraints[c].multiplier))
        return TRUE;
  return FALSE;
}

NoslipMotion *
noslip_observer_motion(NoslipObserver *observer)
{
  return observer->motion;
}

void
noslip_observer_seal(NoslipObserver *observer)
{
  const NoslipSystem *system = observer->motion->system;
  if (observer->tape != NULL)
    return;
  guint n_variables;
  g_autofree NoslipExpr *variables = noslip_system_row_symbols(system, observer->motion->kind, &n_variables);
  observer->tape = noslip_program_new(system, observer->motion->model->graph, n_variables, variables,
                                      observer->outputs->len, (const NoslipExpr *) (gpointer) observer->outputs->data);
  if (needs_reaction(observer))
    observer->reaction = noslip_reaction_new(system);
}

guint
noslip_observer_n(const NoslipObserver *observer)
{
  return observer->outputs->len;
}

NoslipExpr
noslip_observer_expr(const NoslipObserver *observer, guint output)
{
  return g_array_index(observer->outputs, NoslipExpr, output);
}

const NoslipGraph *
noslip_observer_graph(const NoslipObserver *observer)
{
  return observer->motion->model->graph;
}

NoslipObserverWorkspace *
noslip_observer_workspace_new(NoslipObserver *observer)
{
  g_return_val_if_fail(observer->tape != NULL, NULL);
  NoslipObserverWorkspace *work = g_new0(NoslipObserverWorkspace, 1);
  work->observer = noslip_observer_ref(observer);
  work->tape = noslip_tape_workspace_new(observer->tape);
  work->reaction = observer->reaction != NULL ? noslip_reaction_workspace_new(observer->reaction) : NULL;
  work->row = g_new0(double, observer->row_size);
  work->in = g_new0(double, (gsize) observer->row_size *NOSLIP_TAPE_LANES);
  work->out = g_new0(double, (gsize) MAX(observer->outputs->len, 1) * NOSLIP_TAPE_LANES);
  return work;
}

void
noslip_observer_workspace_free(NoslipObserverWorkspace *work)
{
  if (work == NULL)
    return;
  noslip_tape_workspace_free(work->tape);
  if (work->reaction != NULL)
    noslip_reaction_workspace_free(work->reaction);
  g_free(work->row);
  g_free(work->in);
  g_free(work->out);
  noslip_observer_unref(work->observer);
  g_free(work);
}

void
noslip_observer_set_parameters(NoslipObserverWorkspace *work, const double *parameters)
{
  noslip_tape_set_constants(work->tape, parameters);
  if (work->reaction != NULL)
    noslip_reaction_set_parameters(work->reaction, parameters);
}

/* The row itself, or a copy with its missing multipliers filled in. */
static const double *
complete(NoslipObserverWorkspace *work, const double *row)
{
  const NoslipSystem *system = work->observer->motion->system;
  guint lambda = noslip_row_lambda(system);
  gboolean open = FALSE;
  for (guint c = 0; c < system->k && work->reaction != NULL; c++)
    open = open || isnan(row[lambda + c]);
  if (!open)
    return row;
  memcpy(work->row, row, work->observer->row_size * sizeof(double));
  noslip_reaction_evaluate(work->reaction, row[0], row + noslip_row_x(system), row + noslip_row_y(system),
                           row + noslip_row_ydot(system), work->row + lambda);
  return work->row;
}

void
noslip_observer_evaluate(NoslipObserverWorkspace *work, const double *row, double *outputs)
{
  noslip_tape_evaluate(work->tape, complete(work, row), outputs);
}

void
noslip_observer_evaluate_rows(NoslipObserverWorkspace *work, guint n_rows, const double *rows, guint row_size,
                              double *outputs, guint stride)
{
  guint n = work->observer->outputs->len, size = work->observer->row_size;
  guint done = 0;
  /* For few rows a pass over all lanes is slower; both give identical bits. */
  for (; n_rows - done >= NOSLIP_TAPE_LANES / 4; done += MIN(n_rows - done, NOSLIP_TAPE_LANES)) {
    guint lanes = MIN(n_rows - done, NOSLIP_TAPE_LANES);
    for (guint lane = 0; lane < NOSLIP_TAPE_LANES; lane++) {
      const double *row = complete(work, rows + (gsize) (done + MIN(lane, lanes - 1)) * row_size);
      for (guint v = 0; v < size; v++)
        work->in[(gsize) v * NOSLIP_TAPE_LANES + lane] = row[v];
    }
    noslip_tape_evaluate_lanes(work->tape, work->in, work->out);
    for (guint lane = 0; lane < lanes; lane++)
      for (guint o = 0; o < n; o++)
        outputs[(gsize) (done + lane) * stride + o] = work->out[(gsize) o * NOSLIP_TAPE_LANES + lane];
  }
  for (; done < n_rows; done++)
    noslip_observer_evaluate(work, rows + (gsize) done * row_size, outputs + (gsize) done * stride);
}

gboolean
noslip_observer_has_lanes(const NoslipObserver *observer)
{
  return observer->tape != NULL && observer->reaction == NULL;
}

void
noslip_observer_set_parameters_lanes(NoslipObserverWorkspace *work, const double *parameters)
{
  noslip_tape_set_constants_lanes(work->tape, parameters);
}

void
noslip_observer_evaluate_lanes(NoslipObserverWorkspace *work, guint n, const double *rows, double *outputs)
{
  noslip_tape_use_lanes(work->tape, n);
  noslip_tape_evaluate_lanes(work->tape, rows, outputs);
}

void
noslip_observer_swap_lanes(NoslipObserverWorkspace *work, guint a, guint b)
{
  noslip_tape_swap_lanes(work->tape, a, b);
}
