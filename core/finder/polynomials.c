/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/polynomials.h"

#define MOST_TERMS 200    /* of the potential, multiplied out */
#define MOST_MONOMIALS 90 /* of degrees above 2 */
#define LEAST_DEGREE 3
#define MOST_DEGREE 10

typedef struct {
  const NoslipModel *model;
  GArray *free; /* of NoslipExpr: the coordinates */
} Plan;

static gboolean
is_free(const Plan *plan, NoslipExpr e)
{
  for (guint i = 0; i < plan->free->len; i++)
    if (g_array_index(plan->free, NoslipExpr, i) == e)
      return TRUE;
  return FALSE;
}

/* The degree of e in the free coordinates; other functions of them count as constants. */
static guint
degree_of(const Plan *plan, NoslipExpr e)
{
  const NoslipGraph *graph = plan->model->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  guint degree = op == NOSLIP_OP_SYMBOL && is_free(plan, e);
  if (op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT)
    return degree;
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    guint part = degree_of(plan, noslip_expr_operand(graph, e, i));
    double exponent = op == NOSLIP_OP_PRODUCT ? noslip_expr_operand_number(graph, e, i) : 1;
    gboolean plain = exponent >= 1 && exponent <= MOST_TERMS && exponent == (guint) exponent;
    if (op == NOSLIP_OP_SUM)
      degree = MAX(degree, part);
    else
      degree += plain ? part * (guint) exponent : 0;
  }
  return degree;
}

static guint
degree_of_potential(const Plan *plan)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  guint degree = 0;
  noslip_expr_expanded_terms(plan->model->graph, plan->model->system->potential, MOST_TERMS, terms);
  for (guint i = 0; i < terms->len; i++)
    degree = MAX(degree, degree_of(plan, g_array_index(terms, NoslipExpr, i)));
  return degree;
}

static GArray *
free_coordinates(const NoslipModel *model)
{
  const NoslipSystem *system = model->system;
  GArray *free = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr x = model->x[i];
    gboolean fits = !system->coordinates[i].angle && noslip_expr_depends(model->graph, system->potential, 1, &x);
    for (guint j = 0; j < system->n_manifolds; j++)
      fits = fits && !noslip_expr_depends(model->graph, system->manifolds[j], 1, &x);
    if (fits)
      g_array_append_val(free, x);
  }
  return free;
}

/* The number of monomials of degrees from LEAST_DEGREE to `degree` in n coordinates. */
static double
count_monomials(guint n, guint degree)
{
  double of_degree = 1, count = 0;
  for (guint d = 1; d <= degree; d++) {
    of_degree *= (double) (n + d - 1) / d;
    count += d >= LEAST_DEGREE ? of_degree : 0;
  }
  return count;
}

static void
add_monomials(const Plan *plan, NoslipExpr product, guint first, guint degree, GArray *monomials)
{
  if (degree == 0) {
    g_array_append_val(monomials, product);
    return;
  }
  for (guint i = first; i < plan->free->len; i++)
    add_monomials(plan, noslip_expr_mul(plan->model->graph, product, g_array_index(plan->free, NoslipExpr, i)), i,
                  degree - 1, monomials);
}

GArray *
noslip_polynomials_monomials(const NoslipModel *model, guint degree)
{
  GArray *monomials = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) free = free_coordinates(model);
  const Plan plan = {model, free};
  guint of_potential = degree_of_potential(&plan), highest = degree > 2 ? 2 * of_potential : of_potential + 2;
  if (of_potential < LEAST_DEGREE)
    return monomials;
  highest = MIN(highest, MOST_DEGREE);
  while (highest >= LEAST_DEGREE && count_monomials(free->len, highest) > MOST_MONOMIALS)
    highest--;
  for (guint d = LEAST_DEGREE; d <= highest; d++)
    add_monomials(&plan, NOSLIP_ONE, 0, d, monomials);
  return monomials;
}
