/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that must not crash, hang or be folded wrongly: large numbers, deep graphs, full graphs, 0/0. */
#include "tests/core/expr/short.h"

#include "core/expr/tape.h"

#include <math.h>
#include <string.h>

#define VALUE(e) noslip_expr_value(g, e, 0, NULL, NULL)

static void
test_large_numbers(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr big = Q(9007199254740881, 1), x = S("x"); /* a prime near 2^53 */
  g_assert_cmpfloat(VALUE(MUL(big, big)), ==, 9007199254740881.0 * 9007199254740881.0);
  g_assert_cmpfloat(VALUE(ADD(big, big)), ==, 2 * 9007199254740881.0);
  g_assert_cmpfloat(VALUE(DIV(DIV(NOSLIP_ONE, big), big)), ==, 1 / 9007199254740881.0 / 9007199254740881.0);
  NoslipExpr scaled = MUL(big, MUL(big, x));
  double one = 1;
  g_assert_cmpfloat(noslip_expr_value(g, scaled, 1, &x, &one), ==, 9007199254740881.0 * 9007199254740881.0);
  NoslipExpr twice = ADD(MUL(big, x), MUL(big, x));
  g_assert_cmpfloat(noslip_expr_value(g, twice, 1, &x, &one), ==, 2 * 9007199254740881.0);
  g_assert_true(isinf(VALUE(POW(Q(2, 1), 1000000000))));
  g_assert_cmpfloat(VALUE(POW(Q(2, 1), -1000000000)), ==, 0);
  g_assert_cmpfloat(VALUE(POW(Q(2, 1), 100)), ==, 0x1p100);
  g_assert_cmpfloat(VALUE(POW(Q(-2, 1), 101)), ==, -0x1p101);
  g_assert_cmpuint(POW(Q(-1, 1), 1000000001), ==, Q(-1, 1));
  NoslipExpr huge = x;
  for (guint i = 0; i < 8; i++)
    huge = POW(huge, G_MAXINT);
  g_assert_cmpfloat(noslip_expr_value(g, huge, 1, &x, &one), ==, 1);
  g_assert_true(isfinite(VALUE(noslip_expr_rational(g, G_MININT64, 3))));
  g_assert_true(isinf(VALUE(noslip_expr_decimal(g, "1e999999999999"))));
  g_assert_cmpfloat(VALUE(noslip_expr_decimal(g, "1e-999999999999")), ==, 0);
  g_assert_cmpfloat(VALUE(noslip_expr_decimal(g, "123456789012345678901234567890")), ==,
                    123456789012345678901234567890.0);
  g_assert_cmpfloat(VALUE(noslip_expr_decimal(g, "0.1")), ==, 0.1);
}

static void
test_undefined(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), pole = POW(NOSLIP_ZERO, -1);
  g_assert_true(isinf(VALUE(pole)));
  g_assert_true(isnan(VALUE(DIV(NOSLIP_ZERO, NOSLIP_ZERO))));
  g_assert_true(isnan(VALUE(MUL(NOSLIP_ZERO, noslip_expr_number(g, INFINITY)))));
  g_assert_true(isnan(VALUE(noslip_expr_number(g, NAN))));
  g_assert_true(isnan(VALUE(F(SQRT, Q(-1, 1)))));
  g_assert_cmpuint(noslip_expr_simplify(g, ADD(pole, x)), ==, ADD(pole, x));
  g_assert_cmpint(noslip_expr_op(g, F(LOG, NOSLIP_ZERO)), ==, NOSLIP_OP_LOG);
  g_assert_true(isnan(VALUE(noslip_expr_apply(g, NOSLIP_OP_SIN, 2, (NoslipExpr[]){x, x}))));
}

/* Inexact values are not folded: sin(1)^2 + cos(1)^2 is 1 by the identity, 0.1 + 0.2 by exact decimals, and a REAL
 * stays distinct from its neighbours. */
static void
test_exact(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr third = noslip_expr_number(g, 1.0 / 3.0);
  g_assert_cmpuint(ADD(POW(F(SIN, NOSLIP_ONE), 2), POW(F(COS, NOSLIP_ONE), 2)), ==, NOSLIP_ONE);
  g_assert_cmpuint(ADD(noslip_expr_decimal(g, "0.1"), noslip_expr_decimal(g, "0.2")), ==, Q(3, 10));
  g_assert_cmpint(noslip_expr_op(g, ADD(third, NOSLIP_ONE)), ==, NOSLIP_OP_SUM);
  g_assert_cmpint(noslip_expr_op(g, MUL(third, third)), ==, NOSLIP_OP_PRODUCT);
  g_assert_cmpuint(MUL(Q(1, 1000000000), S("x")), !=, NOSLIP_ZERO);
}

static void
test_deep(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), e = x, y = S("y");
  for (guint i = 0; i < 100000; i++)
    e = F(SIN, e);
  double value = 0.5, result;
  g_assert_cmpfloat(noslip_expr_value(g, e, 1, &x, &value), >, 0);
  g_assert_true(noslip_expr_depends(g, e, 1, &x));
  g_assert_cmpuint(noslip_expr_substitute(g, e, 1, &x, &y), !=, e);
  g_assert_cmpuint(noslip_expr_simplify(g, e), ==, e);
  g_autofree char *text = noslip_expr_text(g, e), *latex = noslip_expr_latex(g, e);
  g_assert_cmpuint(strlen(text), ==, 5 * 100000 + 1);
  g_assert_cmpuint(strlen(latex), >, 100000);
  g_autoptr(NoslipGraph) other = noslip_graph_new();
  g_assert_cmpuint(noslip_expr_import(other, g, e), !=, NOSLIP_ZERO);
  g_autoptr(NoslipTape) tape = noslip_tape_new(g, 0, NULL, 1, &x, 1, &e);
  g_autoptr(NoslipTapeWorkspace) work = noslip_tape_workspace_new(tape);
  noslip_tape_evaluate(work, &value, &result);
  g_assert_cmpfloat(result, >, 0);
  /* d sin(sin(...)) is a product of 10^5 factors at each level: more than a graph holds, and this is reported. */
  NoslipExpr derivative = noslip_expr_derivative(g, e, x);
  g_assert_true(noslip_graph_failed(g) || derivative != NOSLIP_ZERO);
}

/* A graph of 60 doublings unfolds to 10^18 characters. */
static void
test_wide(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr e = S("x");
  for (guint i = 0; i < 60; i++)
    e = F(EXP, MUL(ADD(e, S("y")), ADD(F(SIN, e), NOSLIP_ONE)));
  g_autofree char *text = noslip_expr_text(g, e);
  g_assert_cmpuint(strlen(text), <, 1u << 21);
  g_assert_true(g_utf8_validate(text, -1, NULL));
  g_assert_cmpuint(noslip_expr_simplify(g, e), !=, NOSLIP_ZERO);
  g_assert_cmpuint(noslip_expr_derivative(g, e, S("x")), !=, NOSLIP_ZERO);
}

static void
test_full(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr sum = NOSLIP_ZERO, x = S("x");
  guint i = 0;
  for (; i < 100000 && !noslip_graph_failed(g); i++)
    sum = ADD(sum, F(EXP, MUL(Q(i + 1, 1), x)));
  g_assert_true(noslip_graph_failed(g));
  g_assert_cmpuint(POW(x, 7), ==, NOSLIP_ZERO);
  g_assert_cmpuint(S("new"), ==, NOSLIP_ZERO);
  g_assert_cmpuint(MUL(x, F(SIN, MUL(x, Q(77, 13)))), ==, NOSLIP_ZERO);
  noslip_expr_derivative(g, x, x);
  noslip_expr_simplify(g, F(SIN, x));
  g_autofree char *text = noslip_expr_text(g, x);
  g_assert_cmpstr(text, ==, "x");
  g_autoptr(NoslipGraph) copy = noslip_graph_copy(g);
  g_assert_true(noslip_graph_failed(copy));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expr/guards/large-numbers", test_large_numbers);
  g_test_add_func("/expr/guards/undefined", test_undefined);
  g_test_add_func("/expr/guards/exact", test_exact);
  g_test_add_func("/expr/guards/deep", test_deep);
  g_test_add_func("/expr/guards/wide", test_wide);
  g_test_add_func("/expr/guards/full", test_full);
  return g_test_run();
}
