/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/saddle-private.h"

#include "core/system/model.h"
#include "core/system/points.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Beyond this number of products a symbolic program is no faster than a dense factorisation. */
#define PRODUCTS_MOST 100000
#define POINTS 4

static void
append(GArray *outputs, gsize n, const NoslipExpr *exprs)
{
  if (n > 0)
    g_array_append_vals(outputs, exprs, (guint) n);
}

static NoslipTape *
compile(const NoslipModel *model, const GArray *outputs)
{
  return noslip_program_of_state(model->system, model->graph, outputs->len,
                                 (const NoslipExpr *) (gpointer) outputs->data);
}

static void
compile_dense(NoslipSaddle *saddle, NoslipModel *model)
{
  guint n = model->n, k = saddle->k;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  append(outputs, model->m, model->velocity);
  append(outputs, n, model->force);
  for (guint c = 0; c < k; c++) {
    NoslipExpr right = noslip_expr_neg(model->graph, model->drift[c]);
    append(outputs, 1, &right);
  }
  append(outputs, (gsize) n * n, model->mass);
  append(outputs, (gsize) k * n, model->jacobian);
  saddle->dense = compile(model, outputs);
}

static void
compile_constraints(NoslipSaddle *saddle, NoslipModel *model)
{
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  append(outputs, saddle->k, model->phi);
  for (guint c = 0; c < saddle->k; c++) {
    NoslipExpr terms = noslip_expr_magnitude(model->graph, model->phi[c]);
    append(outputs, 1, &terms);
  }
  append(outputs, (gsize) saddle->k * model->n, model->jacobian);
  saddle->constraints = compile(model, outputs);
}

static gboolean
varies(const NoslipModel *model, gsize n, const NoslipExpr *exprs)
{
  for (gsize i = 0; i < n; i++)
    if (noslip_expr_depends(model->graph, exprs[i], 1, &model->system->t) ||
        noslip_expr_depends(model->graph, exprs[i], model->m, model->x) ||
        noslip_expr_depends(model->graph, exprs[i], model->n, model->y))
      return TRUE;
  return FALSE;
}

NoslipEliminationStatus
noslip_saddle_eliminate(const NoslipSaddle *saddle, NoslipModel *model, const NoslipPivots *choice, guint r,
                        const NoslipExpr *right, NoslipExpr *z, NoslipExpr *pivots)
{
  guint n = model->n, k = saddle->k, size = n + k;
  g_autofree NoslipExpr *matrix = g_new0(NoslipExpr, (gsize) size * size + 1);
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b < n; b++)
      matrix[(gsize) a * size + b] = model->mass[(gsize) a * n + b];
    for (guint c = 0; c < k; c++) {
      NoslipExpr entry = model->jacobian[(gsize) c * n + a];
      matrix[(gsize) a * size + n + c] = noslip_expr_neg(model->graph, entry);
      matrix[((gsize) n + c) * size + a] = entry;
    }
  }
  if (choice != NULL)
    return noslip_eliminate(model->graph, size, matrix, r, right, choice, z, pivots);
  g_autoptr(NoslipPoints) points = noslip_points_new(model->system, POINTS, TRUE);
  NoslipSamples samples = noslip_points_samples(points);
  NoslipPivots sampled = noslip_pivots_by_samples(&samples, PRODUCTS_MOST);
  return noslip_eliminate(model->graph, size, matrix, r, right, &sampled, z, pivots);
}

/* One elimination with two right hand sides: (F, -drift) for the motion, (0, -phi) for the projection onto phi = 0,
 * which is the W-orthogonal one, ydelta = -W^-1 Phi^T C^-1 phi. */
static NoslipEliminationStatus
solve_in_symbols(NoslipSaddle *saddle, NoslipModel *model, const NoslipPivots *choice)
{
  guint n = model->n, k = saddle->k, size = n + k;
  NoslipGraph *graph = model->graph;
  g_autofree NoslipExpr *right = g_new0(NoslipExpr, 2 * (gsize) size + 1);
  g_autofree NoslipExpr *z = g_new0(NoslipExpr, 2 * (gsize) size + 1);
  g_autofree NoslipExpr *pivots = g_new0(NoslipExpr, (gsize) size + 1);
  for (guint a = 0; a < n; a++)
    right[2 * a] = model->force[a];
  for (guint c = 0; c < k; c++) {
    right[2 * (n + c)] = noslip_expr_neg(graph, model->drift[c]);
    right[2 * (n + c) + 1] = noslip_expr_neg(graph, model->phi[c]);
  }
  NoslipEliminationStatus status = noslip_saddle_eliminate(saddle, model, choice, 2, right, z, pivots);
  if (status != NOSLIP_ELIMINATION_SOLVED)
    return status;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) back = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  append(outputs, model->m, model->velocity);
  for (guint i = 0; i < size; i++)
    append(outputs, 1, &z[2 * i]);
  append(outputs, size, pivots);
  for (guint a = 0; a < n; a++)
    append(back, 1, &z[2 * a + 1]);
  noslip_tape_unref(saddle->rates);
  noslip_tape_unref(saddle->projection);
  saddle->rates = compile(model, outputs);
  saddle->projection = compile(model, back);
  saddle->pivots_vary = varies(model, size, pivots);
  return status;
}

static guint
degree(guint size, const gboolean *filled, const gboolean *done, guint i)
{
  guint count = 0;
  for (guint j = 0; j < size; j++)
    count += filled[(gsize) i * size + j] && !done[j];
  return count;
}

/* The row in first .. end that has the fewest entries left. */
static guint
sparsest(guint first, guint end, guint size, const gboolean *filled, const gboolean *done)
{
  guint best = size, least = G_MAXUINT;
  for (guint i = first; i < end; i++) {
    guint count = done[i] ? G_MAXUINT : degree(size, filled, done, i);
    if (count < least) {
      best = i;
      least = count;
    }
  }
  return best;
}

/* An order of pivots that fills in few entries: the velocities, then the constraints. The product of the first n is
 * det W, that of the others det(Phi W^-1 Phi^T): if W is positive definite, all are positive unless Phi loses rank.
 * `entries`: whether an entry of the matrix is not zero, (n + k) x (n + k); order: n + k. */
static void
find_order(guint n, guint k, const gboolean *entries, guint *order)
{
  guint size = n + k;
  g_autofree gboolean *filled = g_memdup2(entries, (gsize) size * size * sizeof(gboolean));
  g_autofree gboolean *done = g_new0(gboolean, (gsize) size + 1);
  for (guint s = 0; s < size; s++) {
    guint pivot = s < n ? sparsest(0, n, size, filled, done) : sparsest(n, size, size, filled, done);
    order[s] = pivot;
    done[pivot] = TRUE;
    for (guint i = 0; i < size; i++)
      for (guint j = 0; j < size && filled[(gsize) i * size + pivot]; j++)
        filled[(gsize) i * size + j] |= filled[(gsize) pivot * size + j];
  }
}

void
noslip_saddle_take_velocities_first(NoslipSaddle *saddle)
{
  g_autoptr(NoslipModel) model = noslip_model_new(saddle->system);
  guint n = saddle->n, k = saddle->k, size = n + k;
  g_autofree gboolean *entries = g_new0(gboolean, (gsize) size * size + 1);
  g_autofree guint *order = g_new0(guint, (gsize) size + 1);
  for (guint a = 0; a < n; a++) {
    for (guint b = 0; b < n; b++)
      entries[(gsize) a * size + b] = model->mass[(gsize) a * n + b] != NOSLIP_ZERO;
    for (guint c = 0; c < k; c++)
      entries[(gsize) a * size + n + c] = entries[((gsize) n + c) * size + a] =
          model->jacobian[(gsize) c * n + a] != NOSLIP_ZERO;
  }
  find_order(n, k, entries, order);
  NoslipPivots choice = noslip_pivots_prescribed(order, order);
  choice.most_operations = PRODUCTS_MOST;
  solve_in_symbols(saddle, model, &choice);
}

/* The constraint that depends on the others at every point, or -1. */
static int
dependent_constraint(const NoslipSaddle *saddle)
{
  const NoslipSystem *system = saddle->system;
  guint n = saddle->n, k = saddle->k, m = saddle->m, weakest = 0;
  g_autoptr(NoslipPoints) points = noslip_points_new(system, POINTS, FALSE);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(saddle->constraints);
  g_autofree double *in = g_new(double, 1 + (gsize) m + n);
  g_autofree double *out = g_new(double, 2 * (gsize) k + (gsize) k * n + 1);
  g_autofree double *unit = g_new(double, (gsize) n + 1);
  g_autofree double *gram = g_new(double, (gsize) k *n + 1);
  for (guint a = 0; a < n; a++)
    unit[a] = 1;
  for (guint point = 0; point < points->n_points && k > 0; point++) {
    const double *values = points->values + (gsize) point * points->n_symbols;
    noslip_tape_set_constants(work, values + 1);
    in[0] = values[0];
    memcpy(in + 1, values + points->x, ((gsize) m + n) * sizeof(double));
    noslip_tape_evaluate(work, in, out);
    double part;
    weakest = noslip_saddle_weakest_row(n, k, out + 2 * k, unit, gram, &part);
    if (!(part < 1e-9))
      return -1;
  }
  return k > 0 ? (int) weakest : -1;
}

/* The cause of a matrix that is singular everywhere: constraints that depend on each other, or the Lagrangian. */
static NoslipDiagnostic *
explain_singular(const NoslipSaddle *saddle)
{
  const NoslipSystem *system = saddle->system;
  int dependent = dependent_constraint(saddle);
  if (dependent >= 0)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, &system->constraints[dependent].place,
                                 _("leave it out, or change it"), _("constraint '%s' depends on the others"),
                                 system->constraints[dependent].name);
  if (!saddle->constrained && system->k > 0)
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL,
                                 _("choose nonholonomic or vakonomic dynamics, in which the constraints hold"),
                                 _("without the constraints the Lagrangian does not determine the accelerations: "
                                   "its second derivatives by the velocities are singular"));
  return noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL,
      saddle->constrained && saddle->k > 0
          ? _("give every velocity that the constraints leave free a kinetic energy")
          : _("leave the formulation out, and the constraint algorithm runs; or give every velocity a kinetic energy"),
      saddle->constrained && saddle->k > 0 ? _("the Lagrangian and the constraints do not determine the accelerations")
                                           : _("the Lagrangian does not determine the accelerations: its second "
                                               "derivatives by the velocities are singular"));
}

gpointer
noslip_saddle_new(const NoslipSystem *system, gboolean constrained, NoslipDiagnostic **error)
{
  NoslipSaddle *saddle = g_new0(NoslipSaddle, 1);
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  saddle->system = system;
  saddle->constrained = constrained;
  saddle->m = system->m;
  saddle->n = system->n;
  saddle->k = constrained ? system->k : 0;
  pthread_mutex_init(&saddle->lock, NULL);
  saddle->manifold = noslip_manifold_new(system, constrained);
  compile_dense(saddle, model);
  compile_constraints(saddle, model);
  saddle->directions_vary = varies(model, (gsize) saddle->k * saddle->n, model->jacobian);
  if (solve_in_symbols(saddle, model, NULL) == NOSLIP_ELIMINATION_SINGULAR) {
    *error = explain_singular(saddle);
    noslip_saddle_free(saddle);
    return NULL;
  }
  return saddle;
}

void
noslip_saddle_free(gpointer data)
{
  NoslipSaddle *saddle = data;
  if (saddle == NULL)
    return;
  noslip_manifold_free(saddle->manifold);
  noslip_tape_unref(saddle->rates);
  noslip_tape_unref(saddle->projection);
  noslip_tape_unref(saddle->dense);
  noslip_tape_unref(saddle->constraints);
  noslip_tape_unref(saddle->slopes);
  noslip_tape_unref(saddle->linear);
  pthread_mutex_destroy(&saddle->lock);
  g_free(saddle);
}

guint
noslip_saddle_size(gconstpointer data)
{
  const NoslipSaddle *saddle = data;
  return saddle->m + saddle->n;
}
