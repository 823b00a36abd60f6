/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbolic derivatives against finite differences, for every operator of ops.def and for random expressions. */
#include "core/expr/graph.h"
#include "tests/core/expr/random.h"

#include <math.h>
#include <string.h>

static double
value_at(const NoslipGraph *g, NoslipExpr e, NoslipExpr symbol, double x, NoslipExpr other, double y)
{
  NoslipExpr symbols[2] = {symbol, other};
  double values[2] = {x, y};
  return noslip_expr_value(g, e, 2, symbols, values);
}

/* (8 (f(x + h) - f(x - h)) - (f(x + 2h) - f(x - 2h)))/(12 h): error h^4 f'''''/30 and 1e-16/h, some 1e-12
 * here. */
static double
difference(const NoslipGraph *g, NoslipExpr e, NoslipExpr symbol, double x, NoslipExpr other, double y)
{
  const double h = 1e-3;
  double near = value_at(g, e, symbol, x + h, other, y) - value_at(g, e, symbol, x - h, other, y);
  double far = value_at(g, e, symbol, x + 2 * h, other, y) - value_at(g, e, symbol, x - 2 * h, other, y);
  return (8 * near - far) / (12 * h);
}

static void
check(NoslipGraph *g, NoslipExpr e, NoslipExpr symbol, double x, NoslipExpr other, double y)
{
  NoslipExpr derivative = noslip_expr_derivative(g, e, symbol);
  double exact = value_at(g, derivative, symbol, x, other, y);
  double estimate = difference(g, e, symbol, x, other, y);
  g_assert_true(isfinite(exact) && exact != 0);
  g_assert_cmpfloat_with_epsilon(exact, estimate, 1e-9 * MAX(1, fabs(exact)));
  /* Two different computations do not share all their bits; equal bits would mean that something is compared with
   * itself. */
  g_assert_true(memcmp(&exact, &estimate, sizeof exact) != 0);
}

static gboolean
is_flat(NoslipOp op)
{
  gboolean formal = op == NOSLIP_OP_RATE || op == NOSLIP_OP_BRACKET || op == NOSLIP_OP_JACOBIATOR;
  gboolean condition = op >= NOSLIP_OP_LESS && op <= NOSLIP_OP_NOT;
  return op == NOSLIP_OP_SIGN || formal || condition;
}
#define N_FLAT 9

static guint
arity(NoslipOp op)
{
  static const guint arities[] = {
#define NOSLIP_OP(identifier, name, n, ...) n,
#include "core/expr/ops.def"
#undef NOSLIP_OP
  };
  return arities[op - NOSLIP_OP_POWER - 1];
}

static void
test_operators(void)
{
  guint checked = 0;
  for (NoslipOp op = NOSLIP_OP_POWER + 1; op < NOSLIP_N_OPS; op++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr x = noslip_expr_symbol(g, "x"), y = noslip_expr_symbol(g, "y");
    /* Arguments that vary in both symbols and stay within (-1, 1) for asin, above 0 for log. */
    NoslipExpr xy = noslip_expr_mul(g, x, y);
    NoslipExpr arguments[3] = {noslip_expr_div(g, noslip_expr_add(g, xy, x), noslip_expr_rational(g, 3, 1)),
                               noslip_expr_sub(g, xy, noslip_expr_mul(g, y, y)), x};
    guint n = arity(op);
    if (op == NOSLIP_OP_WHEN) /* a condition that holds at the places below */
      arguments[0] = noslip_expr_apply(g, NOSLIP_OP_LESS, 2, (NoslipExpr[]){NOSLIP_ZERO, xy});
    NoslipExpr e = noslip_expr_apply(g, op, n, arguments);
    if (is_flat(op)) {
      g_assert_cmpuint(noslip_expr_derivative(g, e, x), ==, NOSLIP_ZERO);
      continue;
    }
    check(g, e, x, 0.83, y, 0.71);
    check(g, e, y, 0.53, x, 1.17);
    checked++;
    if (n == 2 && op != NOSLIP_OP_WHEN) { /* the other order, for min and max and the quadrants of atan2 */
      NoslipExpr swapped[2] = {arguments[1], arguments[0]};
      e = noslip_expr_apply(g, op, 2, swapped);
      check(g, e, x, 0.83, y, 0.71);
      check(g, e, y, 0.53, x, -1.17);
    }
  }
  g_assert_cmpuint(checked, ==, NOSLIP_N_OPS - NOSLIP_OP_POWER - 1 - N_FLAT);
}

static void
test_powers(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = noslip_expr_symbol(g, "x"), y = noslip_expr_symbol(g, "y");
  static const gint64 exponents[][2] = {{2, 1}, {-1, 1}, {7, 1}, {-3, 1}, {1, 2}, {-1, 2}, {3, 2}, {2, 3}, {-5, 3}};
  for (guint i = 0; i < G_N_ELEMENTS(exponents); i++) {
    NoslipExpr exponent = noslip_expr_rational(g, exponents[i][0], exponents[i][1]);
    check(g, noslip_expr_pow(g, noslip_expr_add(g, x, noslip_expr_mul(g, x, y)), exponent), x, 0.9, y, 0.4);
  }
  check(g, noslip_expr_pow(g, x, y), x, 1.3, y, 0.7);
  check(g, noslip_expr_pow(g, x, y), y, 0.7, x, 1.3);
  check(g, noslip_expr_pow(g, noslip_expr_rational(g, 2, 1), x), x, 0.6, y, 0);
}

static void
test_random(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(11);
  guint checked = 0;
  for (guint round = 0; round < 200; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr symbols[2];
    random_symbols(g, 2, symbols);
    NoslipExpr e = random_expr(g, rand, 2, symbols, 6);
    double x = g_rand_double_range(rand, 0.3, 1), y = g_rand_double_range(rand, 0.3, 1);
    double exact = value_at(g, noslip_expr_derivative(g, e, symbols[0]), symbols[0], x, symbols[1], y);
    double estimate = difference(g, e, symbols[0], x, symbols[1], y);
    double size = fabs(value_at(g, e, symbols[0], x, symbols[1], y)) + fabs(exact) + 1;
    if (!isfinite(exact) || size > 100) /* the fifth derivative is too large there */
      continue;
    g_assert_cmpfloat_with_epsilon(exact, estimate, 1e-6 * size);
    checked += exact != 0;
  }
  g_assert_cmpuint(checked, >, 100);
}

/* d(a f + b g) = a df + b dg, as nodes after simplification or as values. */
static void
test_linear(void)
{
  g_autoptr(GRand) rand = g_rand_new_with_seed(12);
  for (guint round = 0; round < 100; round++) {
    g_autoptr(NoslipGraph) g = noslip_graph_new();
    NoslipExpr symbols[3];
    random_symbols(g, 3, symbols);
    NoslipExpr f = random_expr(g, rand, 2, symbols, 8), h = random_expr(g, rand, 2, symbols, 8);
    NoslipExpr a = symbols[2], b = noslip_expr_rational(g, 3, 7);
    NoslipExpr whole =
        noslip_expr_derivative(g, noslip_expr_add(g, noslip_expr_mul(g, a, f), noslip_expr_mul(g, b, h)), symbols[0]);
    NoslipExpr parts = noslip_expr_add(g, noslip_expr_mul(g, a, noslip_expr_derivative(g, f, symbols[0])),
                                       noslip_expr_mul(g, b, noslip_expr_derivative(g, h, symbols[0])));
    double values[3] = {0.6, 0.8, 1.1};
    double p = noslip_expr_value(g, whole, 3, symbols, values), q = noslip_expr_value(g, parts, 3, symbols, values);
    if (isfinite(p) && isfinite(q) && fabs(p) < 1e6)
      g_assert_cmpfloat_with_epsilon(p, q, 1e-9 * MAX(1, fabs(p)));
  }
}

/* d/dt of a symbol u that is a function of t: u t + u^2 has the rate u + t u' + 2 u u', also in a copy of the graph and
 * with more names than a word has bits. */
static void
test_function(void)
{
  for (guint n_names = 0; n_names <= 100; n_names += 100) {
    g_autoptr(NoslipGraph) original = noslip_graph_new();
    for (guint i = 0; i < n_names; i++) {
      g_autofree char *name = g_strdup_printf("a%u", i);
      noslip_expr_symbol(original, name);
    }
    NoslipExpr t = noslip_expr_symbol(original, "t"), x = noslip_expr_symbol(original, "x");
    NoslipExpr rate = noslip_expr_symbol(original, "u'"), u = noslip_expr_function(original, "u", t, rate);
    g_autoptr(NoslipGraph) g = noslip_graph_copy(original);
    NoslipExpr e = noslip_expr_add(g, noslip_expr_mul(g, u, t), noslip_expr_powi(g, u, 2));
    g_autofree char *text = noslip_expr_text(g, noslip_expr_derivative(g, e, t));
    NoslipExpr by_hand = noslip_expr_add(
        g, u, noslip_expr_mul(g, rate, noslip_expr_add(g, t, noslip_expr_mul(g, noslip_expr_number(g, 2), u))));
    NoslipExpr difference = noslip_expr_sub(g, noslip_expr_derivative(g, e, t), by_hand);
    g_test_message("%s", text);
    g_assert_true(noslip_expr_simplify(g, difference) == NOSLIP_ZERO);
    g_assert_true(noslip_expr_derivative(g, rate, t) == NOSLIP_ZERO);
    g_assert_true(noslip_expr_derivative(g, noslip_expr_mul(g, u, x), x) == u);
    g_assert_true(noslip_expr_depends(g, noslip_expr_mul(g, u, x), 1, &t));
    g_assert_false(noslip_expr_depends(g, noslip_expr_mul(g, t, x), 1, &u));
    g_assert_false(noslip_expr_depends(g, noslip_expr_mul(g, rate, x), 1, &t));
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expr/derivative/operators", test_operators);
  g_test_add_func("/expr/derivative/powers", test_powers);
  g_test_add_func("/expr/derivative/random", test_random);
  g_test_add_func("/expr/derivative/linear", test_linear);
  g_test_add_func("/expr/derivative/function", test_function);
  return g_test_run();
}
