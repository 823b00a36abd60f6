/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/fraction.h"

#include <string.h>

NoslipPoly
noslip_fractions_reduce(NoslipFractions *s, NoslipPoly a)
{
  NoslipPolyContext *poly = &s->poly;
  /* Inner roots have smaller handles, so one pass from the last atom down also removes the roots that the outer ones
   * leave. */
  for (guint i = s->n_atoms; i-- > 0;)
    if (s->atoms[i].has_rule)
      a = noslip_poly_reduce(poly, a, i, s->atoms[i].root, s->atoms[i].by);
  for (guint i = 0; i < s->n_pairs && a.n > 0; i++) {
    NoslipPair pair = s->pairs[i];
    guint eliminated = pair.keep_sine ? pair.cosine : pair.sine, kept = pair.keep_sine ? pair.sine : pair.cosine;
    /* sin^2 = 1 - cos^2, cos^2 = 1 - sin^2, sinh^2 = cosh^2 - 1, cosh^2 = 1 + sinh^2 */
    NoslipRational constant = {pair.hyperbolic && !pair.keep_sine ? -1 : 1, 1};
    NoslipRational square = {pair.hyperbolic ? 1 : -1, 1};
    NoslipPoly by =
        noslip_poly_add(poly, noslip_poly_constant(poly, constant), square, noslip_poly_atom(poly, kept, 2));
    a = noslip_poly_reduce(poly, a, eliminated, 2, by);
  }
  return a;
}

static void
below_push(NoslipFractions *s, NoslipFraction *fraction, NoslipPoly f, guint exponent)
{
  for (guint i = 0; i < fraction->n; i++)
    if (noslip_poly_equal(&s->poly, fraction->below[i].f, f)) {
      fraction->below[i].exponent += exponent;
      return;
    }
  NoslipFactor *below = noslip_poly_alloc(&s->poly, (fraction->n + 1) * sizeof *below);
  if (fraction->n > 0)
    memcpy(below, fraction->below, fraction->n * sizeof *below);
  below[fraction->n] = (NoslipFactor){f, exponent};
  fraction->below = below;
  fraction->n++;
}

/* fraction / p^exponent. Roots are moved to the numerator: 1/r^m = r^(t q - m)/b^t for r = b^(1/q). */
static void
divide_by(NoslipFractions *s, NoslipFraction *fraction, NoslipPoly p, guint exponent)
{
  guint8 monomial[NOSLIP_FRACTION_MOST_ATOMS];
  NoslipRational k;
  p = noslip_poly_primitive(&s->poly, noslip_fractions_reduce(s, p), &k, monomial);
  if (p.n == 0 || exponent > 255 || !noslip_rational_pow(k, -(gint64) exponent, &k))
    s->poly.failed = TRUE;
  if (s->poly.failed)
    return;
  fraction->num = noslip_poly_mul(&s->poly, fraction->num, noslip_poly_constant(&s->poly, k));
  for (guint i = 0; i < s->n_atoms && !s->poly.failed; i++) {
    guint m = monomial[i] * exponent, q = s->atoms[i].root;
    if (m == 0)
      continue;
    if (!s->atoms[i].has_rule) {
      below_push(s, fraction, noslip_poly_atom(&s->poly, i, 1), m);
      continue;
    }
    guint t = (m + q - 1) / q;
    fraction->num = noslip_poly_mul(&s->poly, fraction->num, noslip_poly_atom(&s->poly, i, t * q - m));
    divide_by(s, fraction, s->atoms[i].by, t);
  }
  if (!noslip_poly_is_constant(&s->poly, p, &k))
    below_push(s, fraction, p, exponent);
}

static NoslipFraction
constant(NoslipFractions *s, NoslipRational k)
{
  return (NoslipFraction){.num = noslip_poly_constant(&s->poly, k)};
}

static guint
exponent_below(const NoslipFractions *s, const NoslipFraction *fraction, NoslipPoly f)
{
  for (guint i = 0; i < fraction->n; i++)
    if (noslip_poly_equal(&s->poly, fraction->below[i].f, f))
      return fraction->below[i].exponent;
  return 0;
}

/* a + k b over the least common denominator. */
static NoslipFraction
fraction_add(NoslipFractions *s, NoslipFraction a, NoslipRational k, NoslipFraction b)
{
  NoslipPoly a_num = a.num, b_num = b.num;
  for (guint i = 0; i < a.n; i++) {
    guint have = exponent_below(s, &b, a.below[i].f), want = a.below[i].exponent;
    if (want > have)
      b_num = noslip_poly_mul(&s->poly, b_num, noslip_poly_pow(&s->poly, a.below[i].f, want - have));
  }
  NoslipFraction sum = {.n = a.n, .below = a.below};
  for (guint i = 0; i < b.n; i++) {
    guint have = exponent_below(s, &a, b.below[i].f), want = b.below[i].exponent;
    if (want <= have)
      continue;
    a_num = noslip_poly_mul(&s->poly, a_num, noslip_poly_pow(&s->poly, b.below[i].f, want - have));
    if (sum.below == a.below && sum.n > 0) {
      sum.below = noslip_poly_alloc(&s->poly, sum.n * sizeof *sum.below);
      memcpy(sum.below, a.below, a.n * sizeof *sum.below);
    }
    below_push(s, &sum, b.below[i].f, want - have);
  }
  sum.num = noslip_poly_add(&s->poly, noslip_fractions_reduce(s, a_num), k, noslip_fractions_reduce(s, b_num));
  return sum;
}

/* a * b^exponent */
static NoslipFraction
fraction_mul(NoslipFractions *s, NoslipFraction a, NoslipFraction b, gint64 exponent)
{
  guint n = (guint) MIN(ABS(exponent), 256);
  NoslipFraction product = {.num = a.num};
  for (guint i = 0; i < a.n; i++)
    below_push(s, &product, a.below[i].f, a.below[i].exponent);
  if (exponent > 0)
    product.num = noslip_poly_mul(&s->poly, product.num, noslip_poly_pow(&s->poly, b.num, n));
  for (guint i = 0; i < b.n && !s->poly.failed; i++) {
    if (exponent > 0)
      below_push(s, &product, b.below[i].f, b.below[i].exponent * n);
    else
      product.num =
          noslip_poly_mul(&s->poly, product.num, noslip_poly_pow(&s->poly, b.below[i].f, b.below[i].exponent * n));
  }
  if (exponent < 0)
    divide_by(s, &product, b.num, n);
  product.num = noslip_fractions_reduce(s, product.num);
  return product;
}

static guint
find_atom(const NoslipFractions *s, NoslipExpr base, gboolean root)
{
  guint i = 0;
  while (i < s->n_atoms && (s->atoms[i].base != base || (s->atoms[i].root > 1) != root))
    i++;
  return i;
}

static gboolean
add_atom(NoslipFractions *s, NoslipExpr base, gint64 root)
{
  guint i = find_atom(s, base, root > 1);
  if (i == NOSLIP_FRACTION_MOST_ATOMS || root > 12)
    return FALSE;
  if (i == s->n_atoms)
    s->atoms[s->n_atoms++] = (NoslipAtom){.base = base, .root = (guint) root};
  gint64 common = s->atoms[i].root * (root / noslip_gcd(s->atoms[i].root, root));
  s->atoms[i].root = (guint) common;
  return common <= 12;
}

static gboolean
is_atom(NoslipOp op)
{
  return op != NOSLIP_OP_NUMBER && op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT;
}

static gboolean
stop_at_atoms(const NoslipGraph *graph, NoslipExpr e, gpointer data)
{
  return is_atom(noslip_expr_op(graph, e));
}

static gboolean
collect_atoms(NoslipFractions *s, const NoslipReach *reach)
{
  for (guint i = 0; i < reach->n; i++) {
    NoslipExpr e = reach->exprs[i];
    const NoslipNode *node = noslip_graph_node(s->graph, e);
    if (is_atom((NoslipOp) node->op) && !add_atom(s, e, 1))
      return FALSE;
    for (guint j = 0; node->op == NOSLIP_OP_PRODUCT && j < node->n; j++) {
      NoslipPart part = s->graph->parts[node->start + j];
      if (part.number.den > 1 && !add_atom(s, part.expr, part.number.den))
        return FALSE;
    }
  }
  return TRUE;
}

static void
collect_pairs(NoslipFractions *s)
{
  for (guint i = 0; i < s->n_atoms; i++) {
    NoslipOp op = noslip_expr_op(s->graph, s->atoms[i].base);
    NoslipOp other = op == NOSLIP_OP_SIN ? NOSLIP_OP_COS : NOSLIP_OP_COSH;
    if (s->atoms[i].root > 1 || (op != NOSLIP_OP_SIN && op != NOSLIP_OP_SINH))
      continue;
    NoslipPart argument = {noslip_expr_operand(s->graph, s->atoms[i].base, 0), NOSLIP_RATIONAL_ONE};
    NoslipExpr cosine;
    if (!noslip_graph_find(s->graph, other, 1, &argument, &cosine))
      continue;
    guint c = find_atom(s, cosine, FALSE);
    if (c < s->n_atoms)
      s->pairs[s->n_pairs++] = (NoslipPair){.sine = i, .cosine = c, .hyperbolic = op == NOSLIP_OP_SINH};
  }
}

/* Stores sums that can be written without a denominator: e may be divisible by them. */
static void
remember(NoslipFractions *s, NoslipFraction fraction)
{
  guint8 monomial[NOSLIP_FRACTION_MOST_ATOMS];
  NoslipRational k;
  if (fraction.n > 0 || fraction.num.n < 2 || fraction.num.n > 8 || s->known->len >= 12)
    return;
  NoslipPoly p = noslip_poly_primitive(&s->poly, fraction.num, &k, monomial);
  if (!s->poly.failed && p.n > 1)
    g_array_append_val(s->known, p);
}

static NoslipFraction
node_fraction(NoslipFractions *s, const NoslipReach *reach, const NoslipFraction *fractions, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(s->graph, e);
  const NoslipPart *parts = noslip_graph_parts(s->graph, e);
  guint n = noslip_graph_node(s->graph, e)->n;
  NoslipFraction result = constant(s, (NoslipRational){op == NOSLIP_OP_PRODUCT, 1});
  if (op == NOSLIP_OP_NUMBER)
    return constant(s, parts->number);
  if (is_atom(op))
    return (NoslipFraction){.num = noslip_poly_atom(&s->poly, find_atom(s, e, FALSE), 1)};
  for (guint i = 0; i < n && !s->poly.failed; i++) {
    NoslipFraction operand = fractions[noslip_reach_index(reach, parts[i].expr)];
    NoslipRational number = parts[i].number;
    if (op == NOSLIP_OP_SUM) {
      result = fraction_add(s, result, number, operand);
      continue;
    }
    gint64 exponent = number.num;
    if (number.den > 1) {
      guint atom = find_atom(s, parts[i].expr, TRUE);
      NoslipAtom *root = &s->atoms[atom];
      /* The base comes before the product in the order of handles, so its polynomial is already known. */
      if (!root->has_rule && operand.n == 0) {
        root->by = operand.num;
        root->has_rule = TRUE;
      }
      exponent = number.num * (gint64) (root->root / number.den);
      operand = (NoslipFraction){.num = noslip_poly_atom(&s->poly, atom, 1)};
    }
    result = fraction_mul(s, result, operand, exponent);
  }
  if (op == NOSLIP_OP_SUM)
    remember(s, result);
  return result;
}

gboolean
noslip_fractions_init(NoslipFractions *s, NoslipGraph *graph, NoslipExpr e, guint64 most_work, NoslipFraction *fraction)
{
  g_auto(NoslipReach) reach;
  *s = (NoslipFractions){.graph = graph};
  s->known = g_array_new(FALSE, FALSE, sizeof(NoslipPoly));
  noslip_reach_init(&reach, graph, 1, &e, stop_at_atoms, NULL);
  gboolean fits = reach.n <= 4096 && collect_atoms(s, &reach);
  noslip_poly_context_init(&s->poly, s->n_atoms, most_work);
  if (!fits)
    return FALSE;
  collect_pairs(s);
  g_autofree NoslipFraction *fractions = g_new0(NoslipFraction, reach.n);
  for (guint i = 0; i < reach.n && !s->poly.failed; i++)
    fractions[i] = node_fraction(s, &reach, fractions, reach.exprs[i]);
  *fraction = fractions[reach.n - 1];
  return !s->poly.failed;
}

void
noslip_fractions_clear(NoslipFractions *s)
{
  noslip_poly_context_clear(&s->poly);
  g_array_unref(s->known);
}
