/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Passes over an expression from its leaves up: dependence, substitution, import and value. */
#include "core/expr/values.h"

#include "core/expr/graph-private.h"

#include <math.h>

gboolean
noslip_expr_depends(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols)
{
  gboolean found = FALSE, possible = FALSE, all_symbols = TRUE;
  for (guint i = 0; i < n; i++) {
    gboolean is_symbol = noslip_expr_op(graph, symbols[i]) == NOSLIP_OP_SYMBOL;
    all_symbols = all_symbols && is_symbol;
    possible = possible || !is_symbol || noslip_graph_may_depend(graph, e, symbols[i]);
  }
  if (!possible || (all_symbols && graph->names->len <= 64 && graph->functions == NULL)) /* one bit for each name */
    return possible;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  for (guint i = 0; i < n && !found; i++)
    found = noslip_reach_index(&reach, symbols[i]) != G_MAXUINT;
  for (guint f = 0; graph->functions != NULL && f < graph->functions->len && !found; f++) {
    const NoslipFunction *function = &g_array_index(graph->functions, NoslipFunction, f);
    for (guint i = 0; i < n && !found; i++)
      found = function->variable == symbols[i] && noslip_reach_index(&reach, function->symbol) != G_MAXUINT;
  }
  return found;
}

gboolean
noslip_expr_contains(const NoslipGraph *graph, NoslipExpr e, NoslipOp op)
{
  gboolean found = FALSE;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  for (guint i = 0; i < reach.n && !found; i++)
    found = noslip_expr_op(graph, reach.exprs[i]) == op;
  return found;
}

static guint
find_symbol(guint n, const NoslipExpr *symbols, NoslipExpr e)
{
  guint i = 0;
  while (i < n && symbols[i] != e)
    i++;
  return i;
}

NoslipExpr
noslip_graph_map(NoslipGraph *graph, const NoslipReach *reach, const NoslipExpr *images, NoslipExpr node)
{
  guint n = noslip_expr_n_operands(graph, node);
  g_auto(NoslipParts) operands;
  noslip_parts_init(&operands);
  gboolean changed = FALSE;
  for (guint i = 0; i < n; i++) {
    NoslipExpr operand = noslip_expr_operand(graph, node, i), image = images[noslip_reach_index(reach, operand)];
    changed = changed || image != operand;
    noslip_parts_push(&operands, image, NOSLIP_RATIONAL_ONE);
  }
  return changed ? noslip_graph_rebuild(graph, graph, node, operands.items) : node;
}

NoslipExpr
noslip_expr_substitute(NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols,
                       const NoslipExpr *replacements)
{
  if (noslip_expr_n_operands(graph, e) == 0 && noslip_expr_op(graph, e) != NOSLIP_OP_SYMBOL)
    return e;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  g_autofree NoslipExpr *images = g_new(NoslipExpr, reach.n);
  for (guint i = 0; i < reach.n; i++) {
    guint symbol = find_symbol(n, symbols, reach.exprs[i]);
    images[i] = symbol < n ? replacements[symbol] : noslip_graph_map(graph, &reach, images, reach.exprs[i]);
  }
  return images[noslip_reach_index(&reach, e)];
}

NoslipExpr
noslip_expr_import(NoslipGraph *graph, const NoslipGraph *from, NoslipExpr e)
{
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, from, 1, &e, NULL, NULL);
  g_autofree NoslipExpr *images = g_new(NoslipExpr, reach.n);
  g_auto(NoslipParts) operands;
  noslip_parts_init(&operands);
  for (guint i = 0; i < reach.n; i++) {
    operands.n = 0;
    for (guint j = 0; j < noslip_expr_n_operands(from, reach.exprs[i]); j++) {
      NoslipExpr operand = noslip_expr_operand(from, reach.exprs[i], j);
      noslip_parts_push(&operands, images[noslip_reach_index(&reach, operand)], NOSLIP_RATIONAL_ONE);
    }
    images[i] = noslip_graph_rebuild(graph, from, reach.exprs[i], operands.items);
  }
  return images[noslip_reach_index(&reach, e)];
}

static double
power(double base, NoslipRational exponent)
{
  if (exponent.den > 2 || ABS(exponent.num) > 64)
    return pow(base, noslip_rational_value(exponent));
  double square = exponent.den == 2 ? sqrt(base) : base, power = 1.0;
  for (gint64 left = ABS(exponent.num); left > 0; left >>= 1) {
    if ((left & 1) != 0)
      power *= square;
    square *= square;
  }
  return exponent.num < 0 ? 1.0 / power : power;
}

static double
node_value(const NoslipGraph *graph, const NoslipReach *reach, const double *values, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(graph, e);
  const NoslipPart *parts = noslip_graph_parts(graph, e);
  guint n = noslip_expr_n_operands(graph, e);
  double value = op == NOSLIP_OP_PRODUCT ? 1.0 : 0.0;
  double arguments[2] = {(double) NAN, (double) NAN};
  if (n == 0)
    return noslip_graph_number_value(graph, e);
  for (guint i = 0; i < n; i++) {
    double operand = values[noslip_reach_index(reach, parts[i].expr)];
    if (op == NOSLIP_OP_SUM)
      value += noslip_rational_value(parts[i].number) * operand;
    else if (op == NOSLIP_OP_PRODUCT)
      value *= power(operand, parts[i].number);
    else if (i < 2)
      arguments[i] = operand;
  }
  return op == NOSLIP_OP_SUM || op == NOSLIP_OP_PRODUCT ? value : noslip_op_value(op, arguments[0], arguments[1]);
}

double
noslip_expr_value(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols, const double *values)
{
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  g_autofree double *results = g_new(double, reach.n);
  for (guint i = 0; i < reach.n; i++) {
    guint symbol = find_symbol(n, symbols, reach.exprs[i]);
    results[i] = symbol < n ? values[symbol] : node_value(graph, &reach, results, reach.exprs[i]);
  }
  return results[noslip_reach_index(&reach, e)];
}

struct _NoslipValues {
  const NoslipGraph *graph;
  NoslipReach reach;
  guint *symbols;  /* for each node: its index among the symbols, or their number */
  double *results; /* of each node */
  guint n, root;
};

NoslipValues *
noslip_values_new(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols)
{
  NoslipValues *values = g_new(NoslipValues, 1);
  values->graph = graph;
  values->n = n;
  noslip_reach_init(&values->reach, graph, 1, &e, NULL, NULL);
  values->symbols = g_new(guint, values->reach.n);
  values->results = g_new(double, values->reach.n);
  for (guint i = 0; i < values->reach.n; i++)
    values->symbols[i] = find_symbol(n, symbols, values->reach.exprs[i]);
  values->root = noslip_reach_index(&values->reach, e);
  return values;
}

void
noslip_values_free(NoslipValues *values)
{
  noslip_reach_clear(&values->reach);
  g_free(values->symbols);
  g_free(values->results);
  g_free(values);
}

double
noslip_values_at(NoslipValues *values, const double *at)
{
  for (guint i = 0; i < values->reach.n; i++)
    values->results[i] = values->symbols[i] < values->n
                             ? at[values->symbols[i]]
                             : node_value(values->graph, &values->reach, values->results, values->reach.exprs[i]);
  return values->results[values->root];
}

double
noslip_values_of(const NoslipValues *values, NoslipExpr node)
{
  return values->results[noslip_reach_index(&values->reach, node)];
}
