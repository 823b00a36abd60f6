/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The conditions that are equations between expressions, each a list of terms that must cancel: in symbols if the sum
 * simplifies to zero, else in numbers relative to the sum of the absolute terms. */
#include "core/geometry/form.h"
#include "core/geometry/reduction/reduction-private.h"
#include "core/geometry/symbolic.h"

#include <math.h>

/* Brackets are not checked if n x n x n' exceeds this. */
#define MOST_BRACKETS 2000000u

typedef struct {
  NoslipReductionKind kind;
  guint first, n; /* its terms */
  char *what;
} Equation;

static void
equation_clear(gpointer equation)
{
  g_free(((Equation *) equation)->what);
}

static NoslipGraph *
graph_of(const NoslipReductionWorkspace *work)
{
  return work->morphism->model->graph;
}

/* On phi = 0, y and y - right phi are equal, and the latter satisfies linear and affine constraints for any y. */
static NoslipExpr
restrict_to_m(NoslipReductionWorkspace *work, NoslipExpr e)
{
  const NoslipModel *model = work->morphism->model;
  NoslipGraph *graph = model->graph;
  if (work->distribution == NULL || model->k == 0 || noslip_system_constraint_class(model->system) == NOSLIP_NONLINEAR)
    return e;
  g_autofree NoslipExpr *images = g_new(NoslipExpr, model->n);
  for (guint a = 0; a < model->n; a++)
    images[a] = noslip_expr_sub(
        graph, model->y[a],
        noslip_expr_dot(graph, model->k, work->distribution->form->right + (gsize) a * model->k, model->phi));
  return noslip_expr_substitute(graph, e, model->n, model->y, images);
}

/* Adds terms that must cancel; takes ownership of `what`. A sum that vanishes symbolically needs no further check. */
static void
add_equation(NoslipReductionWorkspace *work, NoslipReductionKind kind, guint n, const NoslipExpr *terms, char *what)
{
  NoslipGraph *graph = graph_of(work);
  NoslipExpr sum = noslip_symbolic_tidy(graph, noslip_expr_sum(graph, n, terms));
  if (sum != NOSLIP_ZERO && kind == NOSLIP_REDUCTION_CONSTRAINTS)
    sum = noslip_symbolic_tidy(graph, restrict_to_m(work, sum));
  if (sum == NOSLIP_ZERO) {
    g_free(what);
    return;
  }
  Equation equation = {kind, work->terms->len, n, what};
  g_array_append_vals(work->terms, terms, n);
  g_array_append_val(work->equations, equation);
}

/* left - right, each with its additive terms. */
static void
add_difference(NoslipReductionWorkspace *work, NoslipReductionKind kind, NoslipExpr left, NoslipExpr right, char *what)
{
  NoslipGraph *graph = graph_of(work);
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  if (left != NOSLIP_ZERO)
    noslip_expr_terms(graph, left, terms);
  if (right != NOSLIP_ZERO)
    noslip_expr_terms(graph, noslip_expr_neg(graph, right), terms);
  add_equation(work, kind, terms->len, (const NoslipExpr *) (gpointer) terms->data, what);
}

static void
add_manifolds(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  for (guint g = 0; g < morphism->target->n_manifolds; g++)
    add_difference(work, NOSLIP_REDUCTION_MANIFOLD, noslip_morphism_pull(morphism, morphism->target->manifolds[g]),
                   NOSLIP_ZERO, g_strdup_printf("equation %u", g + 1));
  if (morphism->target->n_manifolds == 0)
    noslip_reduction_skip(work, NOSLIP_REDUCTION_MANIFOLD, NULL);
}

/* rho(e_a)(f) = rho^i_a d_i f */
static NoslipExpr
along(const NoslipModel *model, guint a, NoslipExpr f)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr rho = model->system->anchor[(gsize) i * model->n + a];
    if (rho != NOSLIP_ZERO && noslip_expr_depends(model->graph, f, 1, &model->x[i]))
      sum = noslip_expr_add_product(model->graph, sum, rho, noslip_expr_derivative(model->graph, f, model->x[i]));
  }
  return sum;
}

/* rho^i_a d_i phi^j = rho'^j_mu Phi^mu_a */
static void
add_anchors(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  const NoslipModel *model = morphism->model;
  const NoslipSystem *target = morphism->target;
  for (guint j = 0; j < target->m; j++) {
    g_autofree NoslipExpr *anchor = g_new0(NoslipExpr, MAX(target->n, 1));
    for (guint mu = 0; mu < target->n; mu++)
      anchor[mu] = noslip_morphism_pull(morphism, target->anchor[(gsize) j * target->n + mu]);
    for (guint a = 0; a < model->n; a++) {
      NoslipExpr image = NOSLIP_ZERO;
      for (guint mu = 0; mu < target->n; mu++)
        image = noslip_expr_add_product(model->graph, image, anchor[mu], morphism->slopes[(gsize) mu * model->n + a]);
      add_difference(work, NOSLIP_REDUCTION_ANCHOR, along(model, a, morphism->base[j]), image,
                     g_strdup_printf("%s' for %s", target->coordinates[j].name, model->system->fibres[a].name));
    }
  }
  if (target->m == 0)
    noslip_reduction_skip(work, NOSLIP_REDUCTION_ANCHOR, NULL);
}

static void
append_term(GArray **list, NoslipExpr term)
{
  if (term == NOSLIP_ZERO)
    return;
  if (*list == NULL)
    *list = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(*list, term);
}

/* Collects the terms of all pairs a < b for one component g of S'; pairs is n x n. */
static void
collect_brackets(NoslipReductionWorkspace *work, guint g, GArray **pairs)
{
  NoslipMorphism *morphism = work->morphism;
  const NoslipModel *model = morphism->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, n_target = morphism->target->n;
  const NoslipExpr *slopes = morphism->slopes;
  for (guint a = 0; a < n; a++)
    for (guint b = a + 1; b < n; b++) {
      append_term(&pairs[a * n + b], along(model, a, slopes[(gsize) g * n + b]));
      append_term(&pairs[a * n + b], noslip_expr_neg(graph, along(model, b, slopes[(gsize) g * n + a])));
    }
  for (guint c = 0; c < n; c++)
    for (guint a = 0; a < n && slopes[(gsize) g * n + c] != NOSLIP_ZERO; a++)
      for (guint b = a + 1; b < n; b++)
        append_term(&pairs[a * n + b],
                    noslip_expr_neg(graph, noslip_expr_mul(graph, model->system->structure[((gsize) c * n + a) * n + b],
                                                           slopes[(gsize) g * n + c])));
  for (guint mu = 0; mu < n_target; mu++)
    for (guint nu = 0; nu < n_target; nu++) {
      NoslipExpr structure = morphism->target->structure[((gsize) g * n_target + mu) * n_target + nu];
      if (structure == NOSLIP_ZERO)
        continue;
      structure = noslip_morphism_pull(morphism, structure);
      for (guint a = 0; a < n; a++)
        for (guint b = a + 1; b < n && slopes[(gsize) mu * n + a] != NOSLIP_ZERO; b++)
          append_term(&pairs[a * n + b],
                      noslip_expr_mul(graph, structure,
                                      noslip_expr_mul(graph, slopes[(gsize) mu * n + a], slopes[(gsize) nu * n + b])));
    }
}

static void
add_brackets(NoslipReductionWorkspace *work)
{
  const NoslipMorphism *morphism = work->morphism;
  const NoslipFibre *fibres = morphism->source->fibres;
  guint n = morphism->source->n, n_target = morphism->target->n;
  if ((guint64) n * n * n_target > MOST_BRACKETS) {
    noslip_reduction_skip(work, NOSLIP_REDUCTION_BRACKET, "there are too many brackets");
    return;
  }
  g_autofree GArray **pairs = g_new0(GArray *, (gsize) n * n + 1);
  for (guint g = 0; g < n_target; g++) {
    collect_brackets(work, g, pairs);
    for (guint a = 0; a < n; a++)
      for (guint b = a + 1; b < n; b++) {
        GArray *terms = g_steal_pointer(&pairs[a * n + b]);
        if (terms == NULL)
          continue;
        add_equation(
            work, NOSLIP_REDUCTION_BRACKET, terms->len, (const NoslipExpr *) (gpointer) terms->data,
            g_strdup_printf("%s of [%s, %s]", morphism->target->fibres[g].name, fibres[a].name, fibres[b].name));
        g_array_unref(terms);
      }
  }
}

/* Q_a = Phi^mu_a Q'_mu */
static void
add_forces(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  const NoslipModel *model = morphism->model;
  const NoslipSystem *target = morphism->target;
  gboolean any = FALSE;
  g_autofree NoslipExpr *forces = g_new0(NoslipExpr, MAX(target->n, 1));
  for (guint mu = 0; mu < target->n; mu++) {
    any = any || target->forces[mu] != NOSLIP_ZERO;
    forces[mu] = noslip_morphism_pull(morphism, target->forces[mu]);
  }
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr image = NOSLIP_ZERO;
    any = any || model->system->forces[a] != NOSLIP_ZERO;
    for (guint mu = 0; mu < target->n; mu++)
      image = noslip_expr_add_product(model->graph, image, forces[mu], morphism->slopes[(gsize) mu * model->n + a]);
    add_difference(work, NOSLIP_REDUCTION_FORCES, model->system->forces[a], image,
                   g_strdup_printf("along %s", model->system->fibres[a].name));
  }
  if (!any)
    noslip_reduction_skip(work, NOSLIP_REDUCTION_FORCES, NULL);
}

/* phi'^B o Phi = 0 on M */
static void
add_constraints(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  const NoslipSystem *target = morphism->target;
  for (guint b = 0; b < target->k; b++)
    add_difference(work, NOSLIP_REDUCTION_CONSTRAINTS, noslip_morphism_pull(morphism, target->constraints[b].phi),
                   NOSLIP_ZERO, g_strdup(target->constraints[b].name));
  if (target->k == 0 && morphism->source->k == 0)
    noslip_reduction_skip(work, NOSLIP_REDUCTION_CONSTRAINTS, NULL);
}

/* Computes |sum of terms| / sum of |terms| for each equation, the largest over the points where it is finite. On M
 * every term of a constraint may vanish: there the velocities, of size 1, are the reference. */
static void
evaluate(NoslipReductionWorkspace *work)
{
  guint n_terms = work->terms->len;
  if (n_terms == 0)
    return;
  g_autoptr(NoslipTape) tape = noslip_tape_new(graph_of(work), 0, NULL, work->points->n_symbols, work->points->symbols,
                                               n_terms, (const NoslipExpr *) (gpointer) work->terms->data);
  g_autoptr(NoslipTapeWorkspace) tape_workspace = noslip_tape_workspace_new(tape);
  g_autofree double *anywhere = g_new(double, n_terms), *on_m = g_new(double, n_terms);
  g_autofree guint *n_finite = g_new0(guint, work->equations->len);
  noslip_tape_set_constants(tape_workspace, NULL);
  for (guint point = 0; point < NOSLIP_REDUCTION_POINTS; point++) {
    gsize at = (gsize) point * work->points->n_symbols;
    noslip_tape_evaluate(tape_workspace, work->points->values + at, anywhere);
    noslip_tape_evaluate(tape_workspace, work->on_m->values + at, on_m);
    for (guint i = 0; i < work->equations->len; i++) {
      const Equation *equation = &g_array_index(work->equations, Equation, i);
      gboolean constraint = equation->kind == NOSLIP_REDUCTION_CONSTRAINTS;
      const double *values = (constraint ? on_m : anywhere) + equation->first;
      double sum = 0, size = constraint ? 1 : 0;
      for (guint term = 0; term < equation->n; term++) {
        sum += values[term];
        size += fabs(values[term]);
      }
      if (!isfinite(size))
        continue;
      n_finite[i]++;
      noslip_reduction_take(work, equation->kind, sum == 0 ? 0 : fabs(sum) / size, equation->what,
                            constraint ? work->on_m : work->points, point);
    }
  }
  for (guint i = 0; i < work->equations->len; i++)
    if (n_finite[i] == 0) {
      const Equation *equation = &g_array_index(work->equations, Equation, i);
      noslip_reduction_take(work, equation->kind, INFINITY, equation->what, NULL, 0);
    }
}

void
noslip_reduction_equations(NoslipReductionWorkspace *work)
{
  NoslipMorphism *morphism = work->morphism;
  work->terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  work->equations = g_array_new(FALSE, FALSE, sizeof(Equation));
  g_array_set_clear_func(work->equations, equation_clear);
  add_manifolds(work);
  add_anchors(work);
  add_brackets(work);
  add_difference(work, NOSLIP_REDUCTION_LAGRANGIAN, morphism->source->lagrangian,
                 noslip_morphism_pull(morphism, morphism->target->lagrangian), g_strdup("L"));
  add_forces(work);
  add_constraints(work);
  evaluate(work);
}
