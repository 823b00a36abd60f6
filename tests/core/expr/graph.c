/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canonical form: expressions that are equal by the rules of graph.h are one node. */
#include "tests/core/expr/short.h"

#include "core/expr/tape.h"
#include "core/expr/values.h"

#include <math.h>

#define assert_text(e, expected)                                                                                       \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *text = noslip_expr_text(g, e);                                                                    \
    g_assert_cmpstr(text, ==, expected);                                                                               \
  }                                                                                                                    \
  G_STMT_END

static void
test_sums(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), y = S("y"), z = S("z");
  g_assert_cmpuint(SUB(x, x), ==, NOSLIP_ZERO);
  g_assert_cmpuint(ADD(x, y), ==, ADD(y, x));
  g_assert_cmpuint(ADD(ADD(x, y), z), ==, ADD(x, ADD(y, z)));
  g_assert_cmpuint(ADD(x, x), ==, MUL(Q(2, 1), x));
  g_assert_cmpuint(SUB(z, SUB(x, y)), ==, ADD(SUB(z, x), y));
  g_assert_cmpuint(MUL(Q(2, 1), ADD(x, y)), ==, ADD(ADD(x, y), ADD(x, y)));
  g_assert_cmpuint(ADD(Q(1, 3), Q(2, 3)), ==, NOSLIP_ONE);
  g_assert_cmpuint(x, !=, y);
  g_assert_cmpuint(ADD(x, y), !=, SUB(x, y));
  g_assert_cmpuint(noslip_expr_decimal(g, "0.1"), ==, Q(1, 10));
  g_assert_cmpuint(noslip_expr_number(g, 0.1), ==, Q(1, 10));
  g_assert_cmpuint(noslip_expr_decimal(g, "1e3"), ==, Q(1000, 1));
  g_assert_cmpint(noslip_expr_op(g, noslip_expr_number(g, 1.0 / 3.0)), ==, NOSLIP_OP_REAL);
}

static void
test_products(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), y = S("y"), a = S("a"), b = S("b");
  g_assert_cmpuint(MUL(x, y), ==, MUL(y, x));
  g_assert_cmpuint(DIV(x, x), ==, NOSLIP_ONE);
  g_assert_cmpuint(MUL(x, x), ==, POW(x, 2));
  g_assert_cmpuint(DIV(SUB(a, b), SUB(b, a)), ==, Q(-1, 1));
  g_assert_cmpuint(DIV(MUL(Q(2, 1), ADD(a, b)), ADD(a, b)), ==, Q(2, 1));
  g_assert_cmpuint(POW(MUL(x, y), 3), ==, MUL(POW(x, 3), POW(y, 3)));
  g_assert_cmpuint(POW(F(SQRT, x), 2), ==, x);
  g_assert_cmpuint(F(SQRT, POW(x, 2)), !=, x);
  g_assert_cmpuint(F(SQRT, Q(4, 9)), ==, Q(2, 3));
  g_assert_cmpuint(MUL(F(SQRT, Q(2, 1)), F(SQRT, Q(2, 1))), ==, Q(2, 1));
  g_assert_cmpuint(POW(x, 0), ==, NOSLIP_ONE);
  g_assert_cmpuint(MUL(x, NOSLIP_ZERO), ==, NOSLIP_ZERO);
  g_assert_cmpuint(MUL(POW(Q(2, 1), 100), POW(Q(2, 1), -98)), ==, Q(4, 1));
}

static void
test_pythagoras(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr k = S("k"), J = S("J"), u = S("u");
  NoslipExpr s2 = POW(F(SIN, u), 2), c2 = POW(F(COS, u), 2);
  g_assert_cmpuint(ADD(s2, c2), ==, NOSLIP_ONE);
  g_assert_cmpuint(ADD(MUL(MUL(k, J), s2), MUL(MUL(k, J), c2)), ==, MUL(k, J));
  g_assert_cmpuint(ADD(MUL(ADD(k, J), s2), MUL(ADD(k, J), c2)), ==, ADD(k, J));
  g_assert_cmpuint(ADD(MUL(s2, s2), MUL(s2, c2)), ==, s2);
  g_assert_cmpuint(ADD(MUL(k, s2), MUL(J, c2)), !=, k);
}

static void
test_functions(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), y = S("y"), pi = noslip_expr_pi(g);
  g_assert_cmpuint(F(SIN, NOSLIP_ZERO), ==, NOSLIP_ZERO);
  g_assert_cmpuint(F(COS, NOSLIP_ZERO), ==, NOSLIP_ONE);
  g_assert_cmpuint(F(SIN, SUB(x, y)), ==, NEG(F(SIN, SUB(y, x))));
  g_assert_cmpuint(F(COS, SUB(x, y)), ==, F(COS, SUB(y, x)));
  g_assert_cmpuint(F(SIN, pi), ==, NOSLIP_ZERO);
  g_assert_cmpuint(F(COS, pi), ==, Q(-1, 1));
  g_assert_cmpuint(F(SIN, MUL(Q(-1, 2), pi)), ==, Q(-1, 1));
  g_assert_cmpint(noslip_expr_op(g, F(SIN, NOSLIP_ONE)), ==, NOSLIP_OP_SIN);
  g_assert_cmpint(noslip_expr_op(g, F(EXP, NOSLIP_ONE)), ==, NOSLIP_OP_EXP);
}

static void
test_text(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr m = S("m"), a = S("a"), J = S("J"), x = S("x"), omega = S("omega");
  NoslipExpr inertia = ADD(J, MUL(m, POW(a, 2)));
  assert_text(MUL(DIV(MUL(m, a), inertia), omega), "m*a*omega/(J + m*a^2)");
  assert_text(DIV(POW(x, 2), Q(2, 1)), "x^2/2");
  assert_text(SUB(x, omega), "x - omega");
  assert_text(NEG(x), "-x");
  assert_text(SUB(NOSLIP_ONE, F(COS, x)), "1 - cos(x)");
  assert_text(SUB(POW(x, 2), NOSLIP_ONE), "x^2 - 1");
  assert_text(MUL(m, SUB(NOSLIP_ONE, F(COS, x))), "m*(1 - cos(x))");
  assert_text(F(SQRT, ADD(x, NOSLIP_ONE)), "sqrt(x + 1)");
  assert_text(MUL(noslip_expr_decimal(g, "9.81"), m), "9.81*m");
  assert_text(DIV(NOSLIP_ONE, MUL(m, x)), "1/(m*x)");
  assert_text(POW(NOSLIP_ZERO, -1), "1/0");
  assert_text(noslip_expr_pow(g, x, NEG(m)), "x^(-m)");
}

static void
test_derivative(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), y = S("y");
  g_assert_cmpuint(noslip_expr_derivative(g, MUL(F(SIN, x), y), x), ==, MUL(F(COS, x), y));
  g_assert_cmpuint(noslip_expr_derivative(g, POW(x, 5), x), ==, MUL(Q(5, 1), POW(x, 4)));
  g_assert_cmpuint(noslip_expr_derivative(g, POW(y, 5), x), ==, NOSLIP_ZERO);
}

static void
test_value(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), y = S("y"), e = ADD(DIV(F(SIN, x), y), POW(x, 3));
  double value, values[2] = {0.7, 0.3};
  NoslipExpr symbols[2] = {x, y};
  double expected = sin(0.7) / 0.3 + 0.7 * 0.7 * 0.7;
  g_assert_cmpfloat_with_epsilon(noslip_expr_value(g, e, 2, symbols, values), expected, 1e-14);
  g_assert_true(isnan(noslip_expr_value(g, e, 1, symbols, values)));
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, 0, NULL, 2, symbols, 1, &e);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_evaluate(work, values, &value);
  g_assert_cmpfloat_with_epsilon(value, expected, 1e-14);
}

/* At many points, of a node below it, and of expressions of more nodes than are kept in place. */
static void
test_values(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), y = S("y"), symbols[2] = {x, y};
  for (guint n = 1; n <= 60; n++) {
    NoslipExpr e = y, sine = F(SIN, MUL(Q(2, 1), x));
    for (guint i = 1; i <= n; i++)
      e = ADD(F(COS, MUL(e, x)), MUL(sine, POW(y, (int) i)));
    g_autoptr(NoslipValues) values = noslip_values_new(g, e, 2, symbols);
    for (guint p = 0; p < 3; p++) {
      double at[2] = {0.3 + p, 0.7 - p};
      g_assert_cmpfloat(noslip_values_at(values, at), ==, noslip_expr_value(g, e, 2, symbols, at));
      g_assert_cmpfloat(noslip_values_of(values, sine), ==, noslip_expr_value(g, sine, 2, symbols, at));
      g_assert_cmpfloat_with_epsilon(noslip_values_of(values, sine), sin(2 * at[0]), 1e-15);
    }
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expr/graph/sums", test_sums);
  g_test_add_func("/expr/graph/products", test_products);
  g_test_add_func("/expr/graph/pythagoras", test_pythagoras);
  g_test_add_func("/expr/graph/functions", test_functions);
  g_test_add_func("/expr/graph/text", test_text);
  g_test_add_func("/expr/graph/derivative", test_derivative);
  g_test_add_func("/expr/graph/value", test_value);
  g_test_add_func("/expr/graph/values", test_values);
  return g_test_run();
}
