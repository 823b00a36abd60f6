/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of every expression: simplification, substitution, import and copies keep values. */
#include "core/expr/graph.h"
#include "tests/core/expr/random.h"

#include <math.h>
#include <string.h>

#define N 4

static void
assert_close(double a, double b, double tolerance)
{
  if (isfinite(a) && fabs(a) < 1e8)
    g_assert_cmpfloat_with_epsilon(a, b, tolerance * MAX(1, fabs(a)));
}

static void
test_simplify(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(21);
  guint changed = 0;
  for (guint round = 0; round < 400; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr symbols[N];
    double values[N];
    random_symbols(g, N, symbols);
    NoslipExpr e = random_expr(g, rand, N, symbols, 3 + round % 10);
    if (round % 2 == 0)
      e = noslip_expr_derivative(g, e, symbols[0]);
    NoslipExpr simple = noslip_expr_simplify(g, e);
    changed += simple != e;
    for (guint i = 0; i < 4 * N; i++) {
      values[i % N] = g_rand_double_range(rand, 0.3, 1.2);
      if (i % N == N - 1)
        assert_close(noslip_expr_value(g, e, N, symbols, values), noslip_expr_value(g, simple, N, symbols, values),
                     1e-12 * 100);
    }
    g_assert_cmpuint(noslip_expr_simplify(g, noslip_expr_sub(g, e, simple)), ==, NOSLIP_ZERO);
  }
  g_assert_cmpuint(changed, >, 5);
}

/* (p q - q p') where p' is p multiplied out vanishes, and p q / q is p. */
static void
test_identities(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(22);
  for (guint round = 0; round < 100; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr s[N];
    random_symbols(g, N, s);
    NoslipExpr p = random_expr(g, rand, N, s, 3), q = random_expr(g, rand, N, s, 3), r = random_expr(g, rand, N, s, 3);
    NoslipExpr left = noslip_expr_mul(g, noslip_expr_add(g, p, q), noslip_expr_add(g, p, r));
    NoslipExpr terms[4] = {noslip_expr_mul(g, p, p), noslip_expr_mul(g, p, q), noslip_expr_mul(g, p, r),
                           noslip_expr_mul(g, q, r)};
    g_assert_cmpuint(noslip_expr_simplify(g, noslip_expr_sub(g, left, noslip_expr_sum(g, 4, terms))), ==, NOSLIP_ZERO);
    /* 1/p - 1/q = (q - p)/(p q) */
    if (p == NOSLIP_ZERO || q == NOSLIP_ZERO)
      continue;
    NoslipExpr apart = noslip_expr_sub(g, noslip_expr_powi(g, p, -1), noslip_expr_powi(g, q, -1));
    NoslipExpr over = noslip_expr_div(g, noslip_expr_sub(g, q, p), noslip_expr_mul(g, p, q));
    g_assert_cmpuint(noslip_expr_simplify(g, noslip_expr_sub(g, apart, over)), ==, NOSLIP_ZERO);
  }
}

static void
test_substitute(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(23);
  for (guint round = 0; round < 200; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr s[N], by[2];
    double values[N], swapped[N];
    random_symbols(g, N, s);
    NoslipExpr e = random_expr(g, rand, N, s, 8);
    /* all at once: the first two symbols are swapped */
    by[0] = s[1];
    by[1] = s[0];
    NoslipExpr image = noslip_expr_substitute(g, e, 2, s, by);
    for (guint i = 0; i < N; i++)
      values[i] = g_rand_double_range(rand, 0.3, 1.2);
    memcpy(swapped, values, sizeof values);
    swapped[0] = values[1];
    swapped[1] = values[0];
    assert_close(noslip_expr_value(g, e, N, s, swapped), noslip_expr_value(g, image, N, s, values), 1e-11);
    g_assert_cmpuint(noslip_expr_substitute(g, image, 2, s, by), ==, e);
  }
}

static void
test_import(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(24);
  for (guint round = 0; round < 100; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new(), other = noslip_graph_new();
    NoslipExpr s[N], t[N];
    random_symbols(g, N, s);
    noslip_expr_symbol(other, "first");
    random_symbols(other, N, t);
    NoslipExpr e = random_expr(g, rand, N, s, 12);
    g_autoptr(NoslipGraph) copy = noslip_graph_copy(g);
    NoslipExpr there = noslip_expr_import(other, g, e);
    double values[N] = {0.4, 0.7, 0.9, 1.1};
    double expected = noslip_expr_value(g, e, N, s, values);
    assert_close(expected, noslip_expr_value(other, there, N, t, values), 1e-11);
    if (isfinite(expected))
      g_assert_cmpfloat(expected, ==, noslip_expr_value(copy, e, N, s, values));
    g_assert_cmpuint(noslip_expr_import(g, other, there), ==, e);
    g_assert_cmpuint(noslip_expr_derivative(copy, e, s[0]), ==, noslip_expr_derivative(g, e, s[0]));
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expr/properties/simplify", test_simplify);
  g_test_add_func("/expr/properties/identities", test_identities);
  g_test_add_func("/expr/properties/substitute", test_substitute);
  g_test_add_func("/expr/properties/import", test_import);
  return g_test_run();
}
