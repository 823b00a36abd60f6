/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/graded.h"

#include "core/geometry/symbolic.h"

#define MOST_TERMS 200 /* of the potential, multiplied out */
#define MOST_FUNCTIONS 400

/* Whether the kinetic energy or a constraint depends on a coordinate of this atom. */
static gboolean
is_of_metric(const NoslipModel *model, NoslipExpr kinetic, NoslipExpr atom)
{
  for (guint i = 0; i < model->m; i++) {
    const NoslipExpr *x = &model->x[i];
    gboolean in_metric = noslip_expr_depends(model->graph, kinetic, 1, x);
    for (guint c = 0; c < model->k; c++)
      in_metric = in_metric || noslip_expr_depends(model->graph, model->phi[c], 1, x);
    if (in_metric && noslip_expr_depends(model->graph, atom, 1, x))
      return TRUE;
  }
  return FALSE;
}

/* The degree of e as a polynomial in the atoms. */
static guint
degree_of(const NoslipGraph *graph, NoslipExpr e, const GArray *atoms)
{
  NoslipOp op = noslip_expr_op(graph, e);
  guint degree = 0;
  for (guint i = 0; i < atoms->len; i++)
    if (g_array_index(atoms, NoslipExpr, i) == e)
      return 1;
  if (op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT)
    return 0;
  for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++) {
    guint part = degree_of(graph, noslip_expr_operand(graph, e, i), atoms);
    double exponent = op == NOSLIP_OP_PRODUCT ? noslip_expr_operand_number(graph, e, i) : 1;
    if (op == NOSLIP_OP_SUM)
      degree = MAX(degree, part);
    else if (exponent > 0 && exponent <= MOST_TERMS)
      degree += part * (guint) exponent;
  }
  return degree;
}

static guint
degree_of_potential(const NoslipModel *model, const GArray *atoms)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  guint degree = 0;
  noslip_expr_expanded_terms(model->graph, model->system->potential, MOST_TERMS, terms);
  for (guint i = 0; i < terms->len; i++)
    degree = MAX(degree, degree_of(model->graph, g_array_index(terms, NoslipExpr, i), atoms));
  return degree;
}

/* The products of exactly `degree` atoms. */
static void
add_products(NoslipGraph *graph, NoslipExpr product, const GArray *atoms, guint first, guint degree, GArray *products)
{
  if (degree == 0) {
    g_array_append_val(products, product);
    return;
  }
  for (guint i = first; i < atoms->len && products->len <= MOST_FUNCTIONS; i++)
    add_products(graph, noslip_expr_mul(graph, product, g_array_index(atoms, NoslipExpr, i)), atoms, i, degree - 1,
                 products);
}

GArray *
noslip_graded_functions(const NoslipModel *model, const NoslipAtoms *atoms, guint degree, guint ends[NOSLIP_GRADES])
{
  NoslipGraph *graph = model->graph;
  GArray *functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) of_metric = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) others = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) metric = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr kinetic =
      noslip_symbolic_tidy(graph, noslip_expr_add(graph, model->system->lagrangian, model->system->potential));
  for (guint i = 0; i < atoms->atoms->len; i++) {
    NoslipExpr atom = g_array_index(atoms->atoms, NoslipExpr, i);
    if (g_array_index(atoms->occurs, gboolean, i))
      g_array_append_val(is_of_metric(model, kinetic, atom) ? of_metric : others, atom);
  }
  for (guint d = 0; d <= degree; d++)
    add_products(graph, NOSLIP_ONE, of_metric, 0, d, metric);
  guint of_potential = degree_of_potential(model, others);
  for (guint grade = 0; grade < NOSLIP_GRADES; grade++) {
    g_autoptr(GArray) products = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
    for (guint d = grade == 0 ? 0 : (grade - 1) * of_potential + 1; d <= grade * of_potential; d++)
      add_products(graph, NOSLIP_ONE, others, 0, d, products);
    for (guint i = 0; i < products->len && functions->len <= MOST_FUNCTIONS; i++)
      for (guint j = 0; j < metric->len; j++) {
        NoslipExpr f =
            noslip_expr_mul(graph, g_array_index(products, NoslipExpr, i), g_array_index(metric, NoslipExpr, j));
        g_array_append_val(functions, f);
      }
    ends[grade] = functions->len;
  }
  if (functions->len > MOST_FUNCTIONS)
    g_array_set_size(functions, 0);
  return functions;
}
