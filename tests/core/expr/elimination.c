/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/elimination.h"

#include <string.h>

#define POINTS 3

typedef struct {
  NoslipGraph *graph;
  NoslipExpr u, v;
  NoslipExpr symbols[2];
  double values[2 * POINTS];
  NoslipSamples samples;
} Fixture;

static void
set_up(Fixture *f, gconstpointer unused)
{
  f->graph = noslip_graph_new();
  f->symbols[0] = f->u = noslip_expr_symbol(f->graph, "u");
  f->symbols[1] = f->v = noslip_expr_symbol(f->graph, "v");
  const double values[] = {0.3, 0.7, -0.8, 1.1, 1.9, -0.4};
  for (guint i = 0; i < 2 * POINTS; i++)
    f->values[i] = values[i];
  f->samples = (NoslipSamples){2, POINTS, f->symbols, f->values};
}

static void
tear_down(Fixture *f, gconstpointer unused)
{
  noslip_graph_free(f->graph);
}

static double
value(Fixture *f, NoslipExpr e, guint point)
{
  return noslip_expr_value(f->graph, e, 2, f->symbols, f->values + 2 * point);
}

/* a z = b at every point. */
static void
check_solution(Fixture *f, guint n, const NoslipExpr *a, guint r, const NoslipExpr *b, const NoslipExpr *z)
{
  for (guint point = 0; point < POINTS; point++)
    for (guint i = 0; i < n; i++)
      for (guint c = 0; c < r; c++) {
        double sum = -value(f, b[i * r + c], point);
        for (guint j = 0; j < n; j++)
          sum += value(f, a[i * n + j], point) * value(f, z[j * r + c], point);
        g_assert_cmpfloat_with_epsilon(sum, 0, 1e-13);
      }
}

static void
check_by_samples(Fixture *f, guint n, const NoslipExpr *a, guint r, const NoslipExpr *b)
{
  NoslipExpr z[16], pivots[4];
  NoslipPivots choice = noslip_pivots_by_samples(&f->samples, 1000);
  g_assert_cmpint(noslip_eliminate(f->graph, n, a, r, b, &choice, z, pivots), ==, NOSLIP_ELIMINATION_SOLVED);
  check_solution(f, n, a, r, b, z);
}

static NoslipExpr
apply(Fixture *f, NoslipOp op, NoslipExpr e)
{
  return noslip_expr_apply(f->graph, op, 1, &e);
}

static void
test_samples(Fixture *f, gconstpointer unused)
{
  NoslipExpr s = apply(f, NOSLIP_OP_SIN, f->u), c = apply(f, NOSLIP_OP_COS, f->u);
  NoslipExpr minus_s = noslip_expr_neg(f->graph, s);
  NoslipExpr two = noslip_expr_number(f->graph, 2);
  const NoslipExpr turn[] = {c, s, 0, minus_s, c, f->v, 0, two, 1};
  const NoslipExpr right[] = {1, 0, f->u, 1, f->v, s};
  check_by_samples(f, 3, turn, 2, right);
  /* A symmetric saddle point with zeros on its diagonal. */
  const NoslipExpr saddle[] = {two, 0, s, 0, 0, c, s, c, 0};
  check_by_samples(f, 3, saddle, 1, right);
  const NoslipExpr swap[] = {0, 1, 1, 0};
  check_by_samples(f, 2, swap, 1, right);
}

/* sin^2 + cos^2 - 1 is hidden in the last pivot: it must become exactly zero. */
static void
test_samples_singular(Fixture *f, gconstpointer unused)
{
  NoslipExpr s = apply(f, NOSLIP_OP_SIN, f->u), c = apply(f, NOSLIP_OP_COS, f->u);
  NoslipExpr s2 = noslip_expr_powi(f->graph, s, 2), c2 = noslip_expr_powi(f->graph, c, 2);
  const NoslipExpr a[] = {c, s, noslip_expr_mul(f->graph, s2, s), s2};
  const NoslipExpr b[] = {1, 1};
  NoslipExpr z[2], pivots[2];
  NoslipPivots choice = noslip_pivots_by_samples(&f->samples, 100);
  const NoslipExpr dependent[] = {c2, noslip_expr_mul(f->graph, c, s), noslip_expr_mul(f->graph, c, s),
                                  noslip_expr_sub(f->graph, NOSLIP_ONE, c2)};
  g_assert_cmpint(noslip_eliminate(f->graph, 2, dependent, 1, b, &choice, z, pivots), ==, NOSLIP_ELIMINATION_SINGULAR);
  check_by_samples(f, 2, a, 1, b);
  const NoslipExpr zero[4] = {0};
  g_assert_cmpint(noslip_eliminate(f->graph, 2, zero, 1, b, &choice, z, pivots), ==, NOSLIP_ELIMINATION_SINGULAR);
}

static void
test_samples_bounded(Fixture *f, gconstpointer unused)
{
  NoslipExpr a[16], b[4] = {1, 1, 1, 1}, z[4], pivots[4];
  NoslipPivots choice = noslip_pivots_by_samples(&f->samples, 5);
  for (guint i = 0; i < 16; i++) {
    NoslipExpr shift = noslip_expr_add(f->graph, f->u, noslip_expr_number(f->graph, i % 4 + i / 4));
    a[i] = apply(f, NOSLIP_OP_SIN, noslip_expr_mul(f->graph, shift, f->v));
    if (i / 4 == i % 4)
      a[i] = noslip_expr_add(f->graph, a[i], noslip_expr_number(f->graph, 3 + i));
  }
  g_assert_cmpint(noslip_eliminate(f->graph, 4, a, 1, b, &choice, z, pivots), ==, NOSLIP_ELIMINATION_TOO_LARGE);
  check_by_samples(f, 4, a, 1, b);
}

/* In the structure, a number comes before a variable entry, at any place on the diagonal. */
static void
test_structure(Fixture *f, gconstpointer unused)
{
  NoslipExpr two = noslip_expr_rational(f->graph, 2, 1), w = apply(f, NOSLIP_OP_EXP, f->u);
  const NoslipExpr a[] = {f->u, f->v, NOSLIP_ZERO, f->v, two, w, NOSLIP_ZERO, w, NOSLIP_ZERO};
  const NoslipExpr b[] = {NOSLIP_ONE, f->u, f->v, NOSLIP_ZERO, w, two};
  NoslipExpr x[6], pivots[3];
  NoslipPivots choice = noslip_pivots_by_structure(2, f->symbols);
  g_assert_cmpint(noslip_eliminate(f->graph, 3, a, 2, b, &choice, x, pivots), ==, NOSLIP_ELIMINATION_SOLVED);
  check_solution(f, 3, a, 2, b, x);
  g_assert_cmpuint(pivots[0], ==, two);
}

static void
test_prescribed(Fixture *f, gconstpointer unused)
{
  NoslipExpr w = apply(f, NOSLIP_OP_EXP, f->u);
  const NoslipExpr a[] = {NOSLIP_ZERO, f->u, f->v, w, NOSLIP_ONE, NOSLIP_ZERO, f->v, NOSLIP_ZERO, f->u};
  const NoslipExpr b[] = {NOSLIP_ONE, f->u, f->v, NOSLIP_ZERO, w, NOSLIP_ONE};
  const guint rows[] = {0, 1, 2}, columns[] = {2, 0, 1}, hopeless[] = {0, 1, 2};
  NoslipExpr x[6], pivots[3];
  memcpy(x, b, sizeof b);
  NoslipPivots choice = noslip_pivots_prescribed(rows, columns);
  g_assert_cmpint(noslip_eliminate(f->graph, 3, a, 2, x, &choice, x, pivots), ==, NOSLIP_ELIMINATION_SOLVED);
  check_solution(f, 3, a, 2, b, x);
  g_assert_cmpuint(pivots[0], ==, f->v);
  choice = noslip_pivots_prescribed(rows, hopeless);
  g_assert_cmpint(noslip_eliminate(f->graph, 3, a, 2, b, &choice, x, pivots), ==, NOSLIP_ELIMINATION_SINGULAR);
}

static void
test_structure_singular(Fixture *f, gconstpointer unused)
{
  const NoslipExpr a[] = {f->u, f->v, f->u, f->v}, b[] = {NOSLIP_ONE, NOSLIP_ZERO};
  NoslipExpr x[2];
  NoslipPivots choice = noslip_pivots_by_structure(2, f->symbols);
  g_assert_cmpint(noslip_eliminate(f->graph, 2, a, 1, b, &choice, x, NULL), ==, NOSLIP_ELIMINATION_SINGULAR);
  g_assert_cmpint(noslip_eliminate(f->graph, 0, NULL, 1, NULL, &choice, NULL, NULL), ==, NOSLIP_ELIMINATION_SOLVED);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/elimination/samples", Fixture, NULL, set_up, test_samples, tear_down);
  g_test_add("/elimination/samples/singular", Fixture, NULL, set_up, test_samples_singular, tear_down);
  g_test_add("/elimination/samples/bounded", Fixture, NULL, set_up, test_samples_bounded, tear_down);
  g_test_add("/elimination/structure", Fixture, NULL, set_up, test_structure, tear_down);
  g_test_add("/elimination/structure/singular", Fixture, NULL, set_up, test_structure_singular, tear_down);
  g_test_add("/elimination/prescribed", Fixture, NULL, set_up, test_prescribed, tear_down);
  return g_test_run();
}
