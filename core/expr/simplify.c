/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simplification: each sum and product is brought over one denominator, divided by the factors of the denominator and
 * by its content, and written in the shortest form found, which may be the original one. */
#include "core/expr/fraction.h"

#include <string.h>

/* Budgets in polynomial terms, some 50 ns each: for one sum or product, for one expression, and for a graph; beyond the
 * last one only short expressions are simplified. */
#define MOST_WORK_ONCE 40000
#define MOST_WORK_ALL 400000
#define MOST_WORK_GRAPH 8000000
#define LEAST_WORK_ONCE 2000

/* The length of the written node: leaves, signs, exponents. Shared nodes count at each use. */
static guint64
node_length(const NoslipGraph *graph, const NoslipReach *reach, const guint64 *lengths, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(graph, e);
  const NoslipPart *parts = noslip_graph_parts(graph, e);
  guint n = noslip_expr_n_operands(graph, e);
  guint64 length = 1;
  for (guint i = 0; i < n; i++) {
    guint64 operand = lengths[noslip_reach_index(reach, parts[i].expr)];
    length += operand;
    if (op == NOSLIP_OP_SUM && parts[i].expr != NOSLIP_ONE)
      length += (ABS(parts[i].number.num) != 1) + (parts[i].number.den != 1);
    if (op == NOSLIP_OP_PRODUCT)
      length += !noslip_rational_is(parts[i].number, 1) && !noslip_rational_is(parts[i].number, -1);
  }
  return MIN(length, (guint64) 1 << 60);
}

static guint64
expr_length(const NoslipGraph *graph, NoslipExpr e)
{
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  g_autofree guint64 *lengths = g_new(guint64, reach.n);
  for (guint i = 0; i < reach.n; i++)
    lengths[i] = node_length(graph, &reach, lengths, reach.exprs[i]);
  return lengths[reach.n - 1];
}

static void
push_monomial(const NoslipFractions *s, const guint8 *exponents, gint64 power, NoslipParts *factors)
{
  for (guint i = 0; i < s->n_atoms; i++) {
    NoslipRational exponent;
    if (exponents[i] != 0 && noslip_rational_new(exponents[i] * power, s->atoms[i].root, &exponent))
      noslip_parts_push(factors, s->atoms[i].base, exponent);
  }
}

static NoslipExpr
poly_expr(NoslipFractions *s, NoslipPoly a)
{
  g_auto(NoslipParts) terms, factors;
  noslip_parts_init(&terms);
  noslip_parts_init(&factors);
  for (guint i = 0; i < a.n; i++) {
    factors.n = 0;
    push_monomial(s, noslip_poly_exponents(&s->poly, a, i), 1, &factors);
    NoslipExpr term = noslip_graph_product(s->graph, factors.n, factors.items);
    noslip_parts_push(&terms, term, *noslip_poly_coefficient(&s->poly, a, i));
  }
  return noslip_graph_sum(s->graph, terms.n, terms.items);
}

#define MOST_COLLECTED 64

/* Finds the terms of a with this atom, and their common factor; returns the number of atoms saved by factoring it
 * out. */
static guint
group_saving(const NoslipFractions *s, NoslipPoly a, guint atom)
{
  guint8 common[NOSLIP_FRACTION_MOST_ATOMS];
  guint count = 0, atoms = 0;
  memset(common, 255, sizeof common);
  for (guint i = 0; i < a.n; i++) {
    const guint8 *exponents = noslip_poly_exponents(&s->poly, a, i);
    if (exponents[atom] == 0)
      continue;
    count++;
    for (guint j = 0; j < s->n_atoms; j++)
      common[j] = MIN(common[j], exponents[j]);
  }
  for (guint j = 0; j < s->n_atoms && count > 0; j++)
    atoms += common[j] != 0;
  return count > 0 ? (count - 1) * atoms : 0;
}

/* Moves the terms with this atom from *a to the result. */
static NoslipPoly
take_group(NoslipFractions *s, NoslipPoly *a, guint atom)
{
  NoslipPoly group = {0, noslip_poly_alloc(&s->poly, (gsize) a->n * s->poly.stride)};
  NoslipPoly rest = {0, noslip_poly_alloc(&s->poly, (gsize) a->n * s->poly.stride)};
  for (guint i = 0; i < a->n; i++) {
    NoslipPoly *to = noslip_poly_exponents(&s->poly, *a, i)[atom] != 0 ? &group : &rest;
    memcpy(to->terms + (gsize) to->n * s->poly.stride, a->terms + (gsize) i * s->poly.stride, s->poly.stride);
    to->n++;
  }
  *a = rest;
  return group;
}

/* a with atoms that some of its terms share factored out: J w + m a^2 w + m a v is J w + m a (a w + v). */
static NoslipExpr
collected(NoslipFractions *s, NoslipPoly a, guint depth)
{
  g_auto(NoslipParts) terms, factors;
  noslip_parts_init(&terms);
  noslip_parts_init(&factors);
  while (a.n > 1 && a.n <= MOST_COLLECTED && depth < 16 && !s->poly.failed) {
    guint best = 0, most = 0;
    for (guint atom = 0; atom < s->n_atoms; atom++) {
      guint saving = group_saving(s, a, atom);
      if (saving > most) {
        best = atom;
        most = saving;
      }
    }
    if (most == 0)
      break;
    guint8 monomial[NOSLIP_FRACTION_MOST_ATOMS];
    NoslipRational k;
    NoslipPoly group = noslip_poly_primitive(&s->poly, take_group(s, &a, best), &k, monomial);
    factors.n = 0;
    push_monomial(s, monomial, 1, &factors);
    noslip_parts_push(&factors, collected(s, group, depth + 1), NOSLIP_RATIONAL_ONE);
    noslip_parts_push(&terms, noslip_graph_product(s->graph, factors.n, factors.items), k);
  }
  noslip_parts_push(&terms, poly_expr(s, a), NOSLIP_RATIONAL_ONE);
  return noslip_graph_sum(s->graph, terms.n, terms.items);
}

/* Whether collected() would factor out anything. */
static gboolean
is_collectable(const NoslipFractions *s, NoslipPoly a)
{
  if (a.n > 1 && a.n <= MOST_COLLECTED)
    for (guint atom = 0; atom < s->n_atoms; atom++)
      if (group_saving(s, a, atom) > 0)
        return TRUE;
  return FALSE;
}

/* Appends a^power, with common numbers and atoms as separate factors. */
static void
push_poly(NoslipFractions *s, NoslipPoly a, gint64 power, NoslipParts *factors)
{
  guint8 monomial[NOSLIP_FRACTION_MOST_ATOMS];
  NoslipRational k;
  a = noslip_poly_primitive(&s->poly, a, &k, monomial);
  if (s->poly.failed)
    return;
  noslip_parts_push(factors, noslip_graph_rational(s->graph, k), (NoslipRational){power, 1});
  push_monomial(s, monomial, power, factors);
  if (noslip_poly_is_constant(&s->poly, a, &k))
    return;
  s->collectable = s->collectable || is_collectable(s, a);
  noslip_parts_push(factors, s->collect ? collected(s, a, 0) : poly_expr(s, a), (NoslipRational){power, 1});
}

/* Divides *num by the largest exact power of f up to `exponent`, and appends the remaining power to the denominator. */
static void
cancel(NoslipFractions *s, NoslipPoly *num, NoslipPoly f, guint exponent, NoslipParts *factors)
{
  guint8 monomial[NOSLIP_FRACTION_MOST_ATOMS];
  NoslipRational k;
  NoslipPoly quotient;
  while (exponent > 0 && noslip_poly_divide(&s->poly, *num, f, &quotient)) {
    *num = quotient;
    exponent--;
  }
  if (exponent == 0)
    return;
  NoslipPoly p = noslip_poly_primitive(&s->poly, *num, &k, monomial);
  if (p.n > 1 && p.n <= f.n && noslip_poly_divide(&s->poly, f, p, &quotient)) {
    noslip_poly_divide(&s->poly, *num, p, num);
    push_poly(s, quotient, -1, factors);
    exponent--;
  }
  if (exponent > 0)
    push_poly(s, f, -(gint64) exponent, factors);
}

/* The fraction as an expression, with the squares (of sine or cosine) that are chosen for each pair. */
static NoslipExpr
build(NoslipFractions *s, const NoslipFraction *fraction)
{
  g_auto(NoslipParts) factors;
  noslip_parts_init(&factors);
  NoslipPoly num = noslip_fractions_reduce(s, fraction->num), quotient;
  if (num.n == 0)
    return NOSLIP_ZERO;
  for (guint i = 0; i < fraction->n; i++) {
    NoslipPoly f = noslip_fractions_reduce(s, fraction->below[i].f);
    cancel(s, &num, f, fraction->below[i].exponent, &factors);
  }
  for (guint i = 0; i < s->known->len && !s->poly.failed; i++) {
    NoslipPoly f = noslip_fractions_reduce(s, g_array_index(s->known, NoslipPoly, i));
    while (f.n > 1 && f.n < num.n && noslip_poly_divide(&s->poly, num, f, &quotient)) {
      num = quotient;
      push_poly(s, f, 1, &factors);
    }
  }
  push_poly(s, num, 1, &factors);
  return noslip_graph_product(s->graph, factors.n, factors.items);
}

static guint
written_atoms(NoslipFractions *s, NoslipPoly a)
{
  guint count = 0;
  for (guint i = 0; i < a.n; i++)
    for (guint atom = 0; atom < s->n_atoms; atom++)
      count += noslip_poly_exponents(&s->poly, a, i)[atom] != 0;
  return count + a.n;
}

/* Chooses for each pair the squares that leave the shorter numerator. */
static void
choose_pairs(NoslipFractions *s, NoslipPoly num)
{
  guint least = written_atoms(s, noslip_fractions_reduce(s, num));
  for (guint i = 0; i < s->n_pairs; i++) {
    s->pairs[i].keep_sine = !s->pairs[i].keep_sine;
    guint count = written_atoms(s, noslip_fractions_reduce(s, num));
    if (count < least)
      least = count;
    else
      s->pairs[i].keep_sine = !s->pairs[i].keep_sine;
  }
}

static void
set_pairs(NoslipFractions *s, gboolean keep_sine)
{
  for (guint i = 0; i < s->n_pairs; i++)
    s->pairs[i].keep_sine = keep_sine;
}

static NoslipExpr
shorter(NoslipFractions *s, NoslipExpr best, NoslipExpr e, guint64 *length)
{
  guint64 own = s->poly.failed || s->graph->failed ? G_MAXUINT64 : expr_length(s->graph, e);
  if (own >= *length)
    return best;
  *length = own;
  return e;
}

/* e over one denominator, if that is shorter; functions in e are atoms. *fits: whether the budget was sufficient. */
static NoslipExpr
simplify_flat(NoslipGraph *graph, NoslipExpr e, gboolean *fits)
{
  NoslipFractions s;
  NoslipFraction fraction;
  NoslipExpr best = e;
  guint64 length = expr_length(graph, e);
  guint64 most = graph->simplify_work < MOST_WORK_GRAPH ? MOST_WORK_ONCE : LEAST_WORK_ONCE;
  *fits = noslip_fractions_init(&s, graph, e, most, &fraction);
  for (guint form = 0; *fits && form < (s.n_pairs > 0 ? 3 : 1) && best != NOSLIP_ZERO; form++) {
    set_pairs(&s, form == 1);
    if (form == 2)
      choose_pairs(&s, fraction.num);
    s.collectable = FALSE;
    /* Without common atoms the second pass would build the same expression again. */
    for (guint pass = 0; pass < (s.collectable ? 2 : 1) && best != NOSLIP_ZERO && !s.poly.failed; pass++) {
      s.collect = pass == 1;
      best = shorter(&s, best, build(&s, &fraction), &length);
    }
  }
  graph->simplify_work += s.poly.work + 16;
  noslip_fractions_clear(&s);
  return best;
}

/* Whether the budget was too small for a part of the sum or product e; then it is too small for e. */
static gboolean
is_beyond(const NoslipGraph *graph, NoslipExpr e)
{
  NoslipExpr mark;
  gboolean beyond = noslip_memo_get(&graph->unsimplified, (guint64) e + 1, &mark);
  for (guint i = 0; i < noslip_expr_n_operands(graph, e) && !beyond; i++)
    beyond = noslip_memo_get(&graph->unsimplified, (guint64) noslip_expr_operand(graph, e, i) + 1, &mark);
  return beyond;
}

/* The same for a node with simplified operands; skips nodes that cannot become shorter. */
static NoslipExpr
simplify_node(NoslipGraph *graph, NoslipExpr e)
{
  gboolean fits = !is_beyond(graph, e);
  NoslipExpr result = fits ? simplify_flat(graph, e, &fits) : e;
  if (!fits)
    noslip_memo_put(&graph->unsimplified, (guint64) e + 1, NOSLIP_ONE);
  return result;
}

/* Whether a product contains a sum or roots; other products cannot be simplified. */
static gboolean
worth_it(const NoslipGraph *graph, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(graph, e);
  if (op != NOSLIP_OP_PRODUCT)
    return op == NOSLIP_OP_SUM && noslip_graph_node(graph, e)->n > 1;
  for (guint i = 0; i < noslip_graph_node(graph, e)->n; i++)
    if (noslip_expr_op(graph, noslip_expr_operand(graph, e, i)) == NOSLIP_OP_SUM)
      return TRUE;
  return FALSE;
}

NoslipExpr
noslip_expr_simplify(NoslipGraph *graph, NoslipExpr e)
{
  NoslipExpr known;
  if (noslip_expr_n_operands(graph, e) == 0)
    return e;
  if (noslip_memo_get(&graph->simplified, (guint64) e + 1, &known))
    return known;
  guint64 most = graph->simplify_work + MOST_WORK_ALL;
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, 1, &e, NULL, NULL);
  g_autofree NoslipExpr *images = g_new(NoslipExpr, reach.n);
  for (guint i = 0; i < reach.n; i++) {
    NoslipExpr node = reach.exprs[i];
    if (noslip_memo_get(&graph->simplified, (guint64) node + 1, &images[i]))
      continue;
    images[i] = noslip_graph_map(graph, &reach, images, node);
    if (graph->simplify_work < most && worth_it(graph, images[i])) {
      images[i] = simplify_node(graph, images[i]);
      if (!graph->failed)
        noslip_memo_put(&graph->simplified, (guint64) node + 1, images[i]);
    }
  }
  NoslipExpr result = images[noslip_reach_index(&reach, e)];
  if (graph->failed || (result != e && expr_length(graph, result) > expr_length(graph, e)))
    result = e;
  if (!graph->failed) {
    noslip_memo_put(&graph->simplified, (guint64) e + 1, result);
    noslip_memo_put(&graph->simplified, (guint64) result + 1, result);
  }
  return result;
}
