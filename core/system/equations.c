/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/equations.h"

#include "core/system/pivots.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define MOST_SYMBOLS 5000 /* limit on the length of one equation when written out */

/* Elimination. Row-reducing [Phi | drift] gives, for k dependent velocities,
 *   y_dep = -S y_ind - s,    a_dep = -S a_ind - d,    so a = B a_ind + c,  B = (1, -S), c = (0, -d),
 * and B^T (W a - F) = B^T Phi^T lambda = 0 leaves r equations (B^T W B) a_ind = B^T (F - W c). The multipliers follow
 * from the dependent rows of Phi^T lambda = W a - F. */
typedef struct {
  NoslipModel *model;
  NoslipGraph *graph;
  NoslipEquations *equations;
  NoslipExpr *reduced; /* k x (n + 2): Phi, phi at y = 0, drift; row-reduced */
  NoslipPivots pivots;
} Work;

/* e with composite angles expanded: functions of angles such as theta + phi and theta - phi (directions of wheels)
 * share terms. */
static NoslipExpr
apart(Work *work, NoslipExpr e)
{
  return noslip_pivots_simplify(&work->pivots, noslip_expr_expand_angles(work->graph, e, 1));
}

static NoslipExpr
at_rest(Work *work, NoslipExpr e)
{
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, work->model->n + 1);
  return noslip_expr_substitute(work->graph, e, work->model->n, work->model->y, zeros);
}

/* Chooses the dependent velocities and solves the constraints for them. */
static gboolean
solve_constraints(Work *work)
{
  const NoslipModel *model = work->model;
  NoslipEquations *equations = work->equations;
  guint n = model->n, k = model->k, width = n + 2;
  work->reduced = g_new0(NoslipExpr, (gsize) k * width + 1);
  for (guint i = 0; i < k; i++) {
    for (guint j = 0; j < n; j++)
      work->reduced[i * width + j] = apart(work, model->jacobian[i * n + j]);
    work->reduced[i * width + n] = at_rest(work, apart(work, model->phi[i]));
    work->reduced[i * width + n + 1] = apart(work, model->drift[i]);
  }
  if (!noslip_pivots_reduce(&work->pivots, work->reduced, k, n, width, work->pivots.units, equations->dependent))
    return FALSE;
  guint at = 0;
  for (guint j = 0; j < n; j++) {
    gboolean taken = FALSE;
    for (guint i = 0; i < k; i++)
      taken = taken || equations->dependent[i] == j;
    if (!taken)
      equations->independent[at++] = j;
  }
  equations->solved = noslip_system_constraint_class(model->system) != NOSLIP_NONLINEAR;
  for (guint i = 0; i < k && equations->solved; i++) {
    NoslipExpr sum = work->reduced[i * width + n];
    for (guint a = 0; a < equations->r; a++) {
      guint j = equations->independent[a];
      sum = noslip_expr_add_product(work->graph, sum, work->reduced[i * width + j], model->y[j]);
    }
    equations->value[i] = noslip_pivots_simplify(&work->pivots, noslip_expr_neg(work->graph, sum));
  }
  return TRUE;
}

/* e restricted to the constraint submanifold. */
static NoslipExpr
restrict_to(Work *work, NoslipExpr e)
{
  const NoslipEquations *equations = work->equations;
  guint k = work->model->k;
  if (!equations->solved || k == 0)
    return e;
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, k);
  for (guint i = 0; i < k; i++)
    symbols[i] = work->model->y[equations->dependent[i]];
  e = noslip_expr_expand_angles(work->graph, e, 1);
  return noslip_expr_substitute(work->graph, e, k, symbols, equations->value);
}

/* basis[alpha * r + a] = B, offset[alpha] = c of the comment above. */
static void
admissible_accelerations(Work *work, NoslipExpr *basis, NoslipExpr *offset)
{
  const NoslipEquations *equations = work->equations;
  guint n = work->model->n, k = work->model->k, r = equations->r;
  for (guint a = 0; a < r; a++)
    basis[equations->independent[a] * r + a] = NOSLIP_ONE;
  for (guint i = 0; i < k; i++) {
    guint row = equations->dependent[i];
    for (guint a = 0; a < r; a++)
      basis[row * r + a] = noslip_expr_neg(work->graph, work->reduced[i * (n + 2) + equations->independent[a]]);
    offset[row] = noslip_pivots_simplify(
        &work->pivots, restrict_to(work, noslip_expr_neg(work->graph, work->reduced[i * (n + 2) + n + 1])));
  }
}

/* W_alpha . v, v with the given stride. */
static NoslipExpr
mass_times(Work *work, guint alpha, const NoslipExpr *v, guint stride)
{
  guint n = work->model->n;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint beta = 0; beta < n; beta++) {
    NoslipExpr mass = restrict_to(work, work->model->mass[alpha * n + beta]);
    sum = noslip_expr_add_product(work->graph, sum, mass, v[beta * stride]);
  }
  return sum;
}

/* The r equations for the independent accelerations; FALSE if they are singular. */
static gboolean
solve_accelerations(Work *work, const NoslipExpr *basis, const NoslipExpr *offset)
{
  NoslipGraph *graph = work->graph;
  NoslipEquations *equations = work->equations;
  guint n = work->model->n, r = equations->r;
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, (gsize) r * (r + 1) + 1);
  for (guint alpha = 0; alpha < n; alpha++) {
    NoslipExpr rest =
        noslip_expr_sub(graph, restrict_to(work, work->model->force[alpha]), mass_times(work, alpha, offset, 1));
    for (guint a = 0; a < r; a++) {
      NoslipExpr left = basis[alpha * r + a];
      if (left == NOSLIP_ZERO)
        continue;
      for (guint b = 0; b < r; b++) {
        NoslipExpr *entry = &matrix[a * (r + 1) + b];
        *entry = noslip_expr_add_product(graph, *entry, left, mass_times(work, alpha, basis + b, r));
      }
      NoslipExpr *right = &matrix[a * (r + 1) + r];
      *right = noslip_expr_add_product(graph, *right, left, rest);
    }
  }
  for (guint i = 0; i < r * (r + 1); i++)
    matrix[i] = noslip_pivots_simplify(&work->pivots, matrix[i]);
  g_autofree guint *pivot_of = g_new0(guint, r + 1);
  g_autofree double *units = g_new0(double, (gsize) r + 1);
  for (guint a = 0; a < r; a++)
    units[a] = work->pivots.units[equations->independent[a]];
  if (!noslip_pivots_reduce(&work->pivots, matrix, r, r, r + 1, units, pivot_of))
    return FALSE;
  for (guint alpha = 0; alpha < n; alpha++) {
    NoslipExpr sum = offset[alpha];
    for (guint row = 0; row < r; row++)
      sum = noslip_expr_add_product(graph, sum, basis[alpha * r + pivot_of[row]], matrix[row * (r + 1) + r]);
    equations->ydot[alpha] = noslip_pivots_simplify(&work->pivots, sum);
  }
  return TRUE;
}

/* Phi_dep^T lambda = (W a - F)_dep. */
static gboolean
solve_multipliers(Work *work)
{
  NoslipGraph *graph = work->graph;
  NoslipEquations *equations = work->equations;
  guint n = work->model->n, k = work->model->k;
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, (gsize) k * (k + 1) + 1);
  for (guint row = 0; row < k; row++) {
    guint alpha = equations->dependent[row];
    for (guint i = 0; i < k; i++)
      matrix[row * (k + 1) + i] =
          noslip_pivots_simplify(&work->pivots, restrict_to(work, work->model->jacobian[i * n + alpha]));
    NoslipExpr right = noslip_expr_sub(graph, mass_times(work, alpha, equations->ydot, 1),
                                       restrict_to(work, work->model->force[alpha]));
    matrix[row * (k + 1) + k] = noslip_pivots_simplify(&work->pivots, right);
  }
  g_autofree guint *pivot_of = g_new0(guint, k + 1);
  if (!noslip_pivots_reduce(&work->pivots, matrix, k, k, k + 1, NULL, pivot_of))
    return FALSE;
  for (guint row = 0; row < k; row++)
    equations->multiplier[pivot_of[row]] = matrix[row * (k + 1) + k];
  return TRUE;
}

static gboolean
solve(Work *work)
{
  const NoslipModel *model = work->model;
  NoslipEquations *equations = work->equations;
  g_autofree NoslipExpr *basis = g_new0(NoslipExpr, (gsize) model->n * equations->r + 1);
  g_autofree NoslipExpr *offset = g_new0(NoslipExpr, model->n + 1);
  if (!solve_constraints(work))
    return FALSE;
  admissible_accelerations(work, basis, offset);
  if (!solve_accelerations(work, basis, offset) || !solve_multipliers(work))
    return FALSE;
  for (guint i = 0; i < model->m; i++)
    equations->xdot[i] = noslip_pivots_simplify(&work->pivots, restrict_to(work, model->velocity[i]));
  return TRUE;
}

/* Whether one of the equations is longer than MOST_SYMBOLS when written out, shared parts repeated. */
static gboolean
unreadable(const Work *work)
{
  const NoslipEquations *equations = work->equations;
  guint n_nodes = noslip_graph_size(work->graph);
  g_autofree double *length = g_new(double, n_nodes + 1);
  for (guint e = 0; e < n_nodes; e++) {
    length[e] = 1;
    for (guint i = 0; i < noslip_expr_n_operands(work->graph, e); i++)
      length[e] += length[noslip_expr_operand(work->graph, e, i)];
  }
  double most = 0;
  for (guint i = 0; i < work->model->n; i++)
    most = MAX(most, length[equations->ydot[i]]);
  for (guint i = 0; i < work->model->k; i++)
    most = MAX(most, length[equations->multiplier[i]]);
  return most > MOST_SYMBOLS;
}

gboolean
noslip_equations_is_name(const char *name, gpointer system)
{
  NoslipExpr known;
  return noslip_system_lookup(system, name, &known);
}

/* Rewrites the equations with names for shared parts; FALSE if there would be too many. */
static gboolean
name_parts(NoslipEquations *equations)
{
  NoslipExpr *lists[] = {equations->value, equations->xdot, equations->ydot, equations->multiplier};
  const NoslipModel *model = equations->model;
  const guint lengths[] = {model->k, model->m, model->n, model->k};
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(model->graph); /* a copy: the order of symbols in the model's graph
                                                                   * is kept */
  g_autoptr(GArray) exprs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < G_N_ELEMENTS(lists); i++)
    for (guint j = 0; j < lengths[i]; j++) {
      NoslipExpr contracted = noslip_expr_contract_angles(graph, lists[i][j]);
      g_array_append_val(exprs, contracted);
    }
  equations->naming =
      noslip_naming_new(graph, exprs->len, (const NoslipExpr *) (gpointer) exprs->data, NOSLIP_EQUATIONS_MOST_NODES,
                        NOSLIP_EQUATIONS_MOST_NAMES, noslip_equations_is_name, (gpointer) model->system);
  if (equations->naming == NULL)
    return FALSE;
  const NoslipExpr *next = equations->naming->exprs;
  for (guint i = 0; i < G_N_ELEMENTS(lists); next += lengths[i++])
    memcpy(lists[i], next, lengths[i] * sizeof *next);
  equations->graph = equations->naming->graph;
  return TRUE;
}

static NoslipEquations *
equations_new(const NoslipModel *model)
{
  NoslipEquations *equations = g_new0(NoslipEquations, 1);
  equations->model = model;
  equations->graph = model->graph;
  equations->r = model->n - model->k;
  equations->independent = g_new0(guint, equations->r + 1);
  equations->dependent = g_new0(guint, model->k + 1);
  equations->value = g_new0(NoslipExpr, model->k + 1);
  equations->xdot = g_new0(NoslipExpr, model->m + 1);
  equations->ydot = g_new0(NoslipExpr, model->n + 1);
  equations->multiplier = g_new0(NoslipExpr, model->k + 1);
  return equations;
}

static NoslipEquations *
solved_equations(NoslipModel *model, gboolean with_names, NoslipDiagnostic **error)
{
  if (model->k > model->n) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, NULL, _("leave some out"),
                                   _("there are more constraints than velocities"));
    return NULL;
  }
  NoslipEquations *equations = equations_new(model);
  Work work = {.model = model, .graph = model->graph, .equations = equations};
  noslip_pivots_init(&work.pivots, model);
  gboolean regular = solve(&work);
  g_free(work.reduced);
  noslip_pivots_clear(&work.pivots);
  if (regular && !work.pivots.too_large && (!unreadable(&work) || (with_names && name_parts(equations))))
    return equations;
  noslip_equations_free(equations);
  const char *remedy = _("the motion is computed nevertheless");
  if (regular || work.pivots.too_large)
    *error =
        work.pivots.too_large
            ? noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL, remedy,
                                    _("the equations of motion take more than %u terms, and are not written"),
                                    NOSLIP_PIVOTS_MOST_NODES)
            : noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL, remedy,
                                    _("the equations of motion need more than %u definitions, and are not written"),
                                    NOSLIP_EQUATIONS_MOST_NAMES);
  else
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL, _("look at its constraint algorithm"),
                                   _("the equations of motion cannot be solved for the accelerations"));
  return NULL;
}

NoslipEquations *
noslip_equations_new(NoslipModel *model, NoslipDiagnostic **error)
{
  return solved_equations(model, FALSE, error);
}

NoslipEquations *
noslip_equations_new_named(NoslipModel *model, NoslipDiagnostic **error)
{
  return solved_equations(model, TRUE, error);
}

void
noslip_equations_free(NoslipEquations *equations)
{
  if (equations == NULL)
    return;
  g_free(equations->independent);
  g_free(equations->dependent);
  g_free(equations->value);
  g_free(equations->xdot);
  g_free(equations->ydot);
  g_free(equations->multiplier);
  noslip_naming_free(equations->naming);
  g_free(equations);
}
