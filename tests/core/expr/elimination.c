/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/elimination.h"

#include <math.h>

typedef struct {
  NoslipGraph *graph;
  NoslipExpr symbols[3];
  double values[3];
} Fixture;

static void
set_up(Fixture *fixture, gconstpointer data)
{
  fixture->graph = noslip_graph_new();
  for (guint i = 0; i < 3; i++) {
    const char name[] = {(char) ('a' + i), '\0'};
    fixture->symbols[i] = noslip_expr_symbol(fixture->graph, name);
    fixture->values[i] = 0.3 + 0.7 * i;
  }
}

static void
tear_down(Fixture *fixture, gconstpointer data)
{
  noslip_graph_free(fixture->graph);
}

static double
value(const Fixture *fixture, NoslipExpr e)
{
  return noslip_expr_value(fixture->graph, e, 3, fixture->symbols, fixture->values);
}

/* A X - B for matrices of 3 x 3 and 3 x 2 */
static void
check(const Fixture *fixture, const NoslipExpr *a, const NoslipExpr *b, const NoslipExpr *x)
{
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 2; j++) {
      double sum = -value(fixture, b[i * 2 + j]);
      for (guint k = 0; k < 3; k++)
        sum += value(fixture, a[i * 3 + k]) * value(fixture, x[k * 2 + j]);
      g_assert_cmpfloat(fabs(sum), <, 1e-13);
    }
}

static void
test_solve(Fixture *fixture, gconstpointer data)
{
  NoslipExpr s = fixture->symbols[0], t = fixture->symbols[1], u = fixture->symbols[2];
  NoslipExpr two = noslip_expr_rational(fixture->graph, 2, 1);
  const NoslipExpr a[] = {s, t, NOSLIP_ZERO, t, two, u, NOSLIP_ZERO, u, NOSLIP_ZERO};
  const NoslipExpr b[] = {NOSLIP_ONE, s, t, NOSLIP_ZERO, u, two};
  NoslipExpr left[9], x[6], pivots[3];
  for (guint i = 0; i < 9; i++)
    left[i] = a[i];
  for (guint i = 0; i < 6; i++)
    x[i] = b[i];
  g_assert_true(noslip_elimination_solve(fixture->graph, 3, left, 2, x, pivots, 3, fixture->symbols));
  check(fixture, a, b, x);
  g_assert_cmpuint(pivots[0], ==, two); /* a number comes before what varies */
}

static void
test_ordered(Fixture *fixture, gconstpointer data)
{
  NoslipExpr s = fixture->symbols[0], t = fixture->symbols[1], u = fixture->symbols[2];
  const NoslipExpr a[] = {NOSLIP_ZERO, s, t, u, NOSLIP_ONE, NOSLIP_ZERO, t, NOSLIP_ZERO, s};
  const NoslipExpr b[] = {NOSLIP_ONE, s, t, NOSLIP_ZERO, u, NOSLIP_ONE};
  const guint rows[] = {0, 1, 2}, columns[] = {2, 0, 1}, hopeless[] = {0, 1, 2};
  NoslipExpr left[9], x[6], pivots[3];
  for (guint i = 0; i < 9; i++)
    left[i] = a[i];
  for (guint i = 0; i < 6; i++)
    x[i] = b[i];
  g_assert_true(noslip_elimination_solve_ordered(fixture->graph, 3, left, 2, x, pivots, rows, columns));
  check(fixture, a, b, x);
  g_assert_cmpuint(pivots[0], ==, t);
  for (guint i = 0; i < 9; i++)
    left[i] = a[i];
  g_assert_false(noslip_elimination_solve_ordered(fixture->graph, 3, left, 2, x, pivots, rows, hopeless));
}

static void
test_singular(Fixture *fixture, gconstpointer data)
{
  NoslipExpr s = fixture->symbols[0], t = fixture->symbols[1];
  NoslipExpr a[] = {s, t, s, t}, b[] = {NOSLIP_ONE, NOSLIP_ZERO};
  g_assert_false(noslip_elimination_solve(fixture->graph, 2, a, 1, b, NULL, 3, fixture->symbols));
  g_assert_true(noslip_elimination_solve(fixture->graph, 0, NULL, 1, NULL, NULL, 0, NULL));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/elimination/solve", Fixture, NULL, set_up, test_solve, tear_down);
  g_test_add("/elimination/ordered", Fixture, NULL, set_up, test_ordered, tear_down);
  g_test_add("/elimination/singular", Fixture, NULL, set_up, test_singular, tear_down);
  return g_test_run();
}
