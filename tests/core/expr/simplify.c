/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/expr/short.h"

#include <math.h>
#include <string.h>

#define SIMPLE(e) noslip_expr_simplify(g, e)

#define assert_simple(e, expected)                                                                                     \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *text = noslip_expr_text(g, SIMPLE(e));                                                            \
    g_assert_cmpstr(text, ==, expected);                                                                               \
  }                                                                                                                    \
  G_STMT_END

static void
test_zero(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr x = S("x"), y = S("y"), s = F(SIN, x), c = F(COS, x), r = F(SQRT, ADD(POW(x, 2), y));
  NoslipExpr square = SUB(POW(ADD(x, y), 2), ADD(ADD(POW(x, 2), POW(y, 2)), MUL(Q(2, 1), MUL(x, y))));
  g_assert_cmpuint(square, !=, NOSLIP_ZERO);
  g_assert_cmpuint(SIMPLE(square), ==, NOSLIP_ZERO);
  /* 1/x - 1/y = (y - x)/(x y) */
  g_assert_cmpuint(SIMPLE(SUB(SUB(POW(x, -1), POW(y, -1)), DIV(SUB(y, x), MUL(x, y)))), ==, NOSLIP_ZERO);
  /* (s c)^2 = s^2 - s^4 */
  g_assert_cmpuint(SIMPLE(SUB(POW(MUL(s, c), 2), SUB(POW(s, 2), POW(s, 4)))), ==, NOSLIP_ZERO);
  /* (1 + r)(1 - r) = 1 - x^2 - y for r = sqrt(x^2 + y) */
  NoslipExpr roots = SUB(MUL(ADD(NOSLIP_ONE, r), SUB(NOSLIP_ONE, r)), SUB(SUB(NOSLIP_ONE, POW(x, 2)), y));
  g_assert_cmpuint(SIMPLE(roots), ==, NOSLIP_ZERO);
  /* 1/(r + 1) = (r - 1)/(x^2 + y - 1) */
  NoslipExpr one_over = SUB(POW(ADD(r, NOSLIP_ONE), -1), DIV(SUB(r, NOSLIP_ONE), SUB(ADD(POW(x, 2), y), NOSLIP_ONE)));
  g_assert_cmpuint(SIMPLE(one_over), ==, NOSLIP_ZERO);
  g_assert_cmpuint(SIMPLE(F(SIN, square)), ==, NOSLIP_ZERO);
  g_assert_cmpuint(SIMPLE(SUB(POW(F(COSH, y), 2), ADD(POW(F(SINH, y), 2), NOSLIP_ONE))), ==, NOSLIP_ZERO);
  g_assert_cmpuint(SIMPLE(SUB(POW(s, 2), c)), !=, NOSLIP_ZERO);
}

/* The four addition theorems from right to left, with factors before them and within other sums; also compared by
 * value, since wrong signs or a wrong order of the angles are easily overlooked. */
static void
test_contract(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr a = S("a"), b = S("b"), c = S("c"), m = S("m");
  NoslipExpr sa = F(SIN, a), sb = F(SIN, b), ca = F(COS, a), cb = F(COS, b);
  NoslipExpr k = MUL(Q(3, 2), MUL(m, POW(F(COS, c), 2)));
  const NoslipExpr symbols[] = {a, b, c, m};
  const double values[] = {0.7, -1.9, 0.4, 1.3};
  const struct {
    NoslipExpr sum;
    guint terms;
  } cases[] = {
      {ADD(MUL(ca, cb), MUL(sa, sb)), 0},
      {SUB(MUL(sa, sb), MUL(ca, cb)), 0},
      {SUB(MUL(ca, cb), MUL(sa, sb)), 0},
      {ADD(MUL(sa, cb), MUL(ca, sb)), 0},
      {SUB(MUL(sa, cb), MUL(ca, sb)), 0},
      {SUB(MUL(ca, sb), MUL(sa, cb)), 0},
      {ADD(m, MUL(k, SUB(MUL(sb, ca), MUL(cb, sa)))), 2},
      {ADD(ADD(MUL(MUL(k, ca), cb), m), MUL(MUL(k, sa), sb)), 2},
      {MUL(m, ADD(c, ADD(MUL(MUL(c, ca), cb), MUL(MUL(c, sa), sb)))), 0},
      {F(SQRT, ADD(NOSLIP_ONE, ADD(MUL(ca, cb), MUL(sa, sb)))), 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipExpr e = noslip_expr_contract_angles(g, cases[i].sum);
    g_assert_cmpuint(e, !=, cases[i].sum);
    g_assert_false(noslip_expr_depends(g, e, 2, (NoslipExpr[]){sa, sb}));
    g_assert_cmpfloat_with_epsilon(noslip_expr_value(g, e, 4, symbols, values),
                                   noslip_expr_value(g, cases[i].sum, 4, symbols, values), 1e-14);
    if (cases[i].terms > 0)
      g_assert_cmpuint(noslip_expr_n_operands(g, e), ==, cases[i].terms);
  }
  /* Other factors, other angles, the same angle twice: nothing to combine. */
  NoslipExpr others[] = {ADD(MUL(MUL(m, ca), cb), MUL(sa, sb)), ADD(MUL(ca, cb), MUL(sa, F(SIN, c))),
                         SUB(POW(ca, 2), POW(sa, 2)), ADD(MUL(sa, cb), MUL(sb, sa))};
  for (guint i = 0; i < G_N_ELEMENTS(others); i++)
    g_assert_cmpuint(noslip_expr_contract_angles(g, others[i]), ==, others[i]);
}

static void
test_fractions(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr m = S("m"), a = S("a"), J = S("J"), x = S("x"), y = S("y");
  NoslipExpr inertia = ADD(J, MUL(m, POW(a, 2)));
  assert_simple(DIV(MUL(MUL(a, m), inertia), POW(inertia, 2)), "m*a/(J + m*a^2)");
  NoslipExpr expanded = ADD(MUL(MUL(a, m), J), MUL(POW(m, 2), POW(a, 3)));
  assert_simple(DIV(expanded, POW(inertia, 2)), "m*a/(J + m*a^2)");
  assert_simple(DIV(SUB(POW(x, 2), NOSLIP_ONE), SUB(x, NOSLIP_ONE)), "x + 1");
  assert_simple(DIV(SUB(x, NOSLIP_ONE), SUB(POW(x, 2), NOSLIP_ONE)), "1/(x + 1)");
  assert_simple(ADD(MUL(MUL(m, a), x), MUL(MUL(m, a), y)), "m*a*(x + y)");
  NoslipExpr parts = ADD(DIV(J, inertia), DIV(MUL(m, POW(a, 2)), inertia));
  g_assert_cmpuint(SIMPLE(parts), ==, NOSLIP_ONE);
  /* Expressions that are already short are unchanged. */
  g_assert_cmpuint(SIMPLE(POW(ADD(x, y), 7)), ==, POW(ADD(x, y), 7));
  NoslipExpr product = ADD(a, MUL(a, m)); /* a*(m + 1) is not shorter */
  g_assert_cmpuint(SIMPLE(product), ==, product);
  NoslipExpr apart = ADD(DIV(x, ADD(a, J)), DIV(y, ADD(m, J)));
  g_assert_cmpuint(SIMPLE(apart), ==, apart);
}

/* The Hamel symbols of the frame v1 = cos(th) x' + sin(th) y', v2 = -sin(th) x' + cos(th) y', w = th': with
 * the dual basis rho = alpha^-1 (by cofactors, so that the determinant has to cancel), C^g_ab = rho^i_a
 * rho^j_b (d_j alpha^g_i - d_i alpha^g_j). */
static void
test_hamel(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr q[3] = {S("x"), S("y"), S("th")};
  NoslipExpr s = F(SIN, q[2]), c = F(COS, q[2]);
  NoslipExpr alpha[3][3] = {{c, s, 0}, {NEG(s), c, 0}, {0, 0, 1}}, rho[3][3];
  NoslipExpr determinant = SUB(MUL(c, c), MUL(s, NEG(s)));
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < 3; j++)
      rho[i][j] = i == 2 || j == 2 ? alpha[i][j] : DIV(i == j ? alpha[1 - i][1 - j] : NEG(alpha[i][j]), determinant);
  int nonzero = 0;
  for (guint k = 0; k < 3; k++)
    for (guint a = 0; a < 3; a++)
      for (guint b = 0; b < 3; b++) {
        NoslipExpr sum = NOSLIP_ZERO;
        for (guint i = 0; i < 3; i++)
          for (guint j = 0; j < 3; j++) {
            NoslipExpr curl =
                SUB(noslip_expr_derivative(g, alpha[k][i], q[j]), noslip_expr_derivative(g, alpha[k][j], q[i]));
            sum = ADD(sum, MUL(MUL(rho[i][a], rho[j][b]), curl));
          }
        double value;
        g_assert_true(noslip_expr_is_number(g, SIMPLE(sum), &value));
        /* [e_1, e_w] = -e_2, [e_2, e_w] = e_1 */
        double expected = k == 1 && a == 0 && b == 2   ? -1
                          : k == 1 && a == 2 && b == 0 ? 1
                          : k == 0 && a == 1 && b == 2 ? 1
                          : k == 0 && a == 2 && b == 1 ? -1
                                                       : 0;
        g_assert_cmpfloat(value, ==, expected);
        nonzero += value != 0;
      }
  g_assert_cmpint(nonzero, ==, 4);
}

/* An expression that exceeds the budget is returned unsimplified, and soon. */
static void
test_budget(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr sum = NOSLIP_ONE;
  for (guint i = 0; i < 40; i++) {
    g_autofree char *name = g_strdup_printf("x%u", i);
    sum = ADD(sum, S(name));
  }
  NoslipExpr e = SUB(POW(sum, 30), POW(sum, 29));
  NoslipExpr simple = SIMPLE(e);
  g_assert_cmpuint(simple, !=, NOSLIP_ZERO);
  NoslipExpr deep = S("x");
  for (guint i = 0; i < 400; i++)
    deep = ADD(POW(deep, 2), POW(ADD(deep, NOSLIP_ONE), -1));
  g_assert_cmpuint(SIMPLE(deep), !=, NOSLIP_ZERO);
  g_assert_false(noslip_graph_failed(g));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expr/simplify/zero", test_zero);
  g_test_add_func("/expr/simplify/contract", test_contract);
  g_test_add_func("/expr/simplify/fractions", test_fractions);
  g_test_add_func("/expr/simplify/hamel", test_hamel);
  g_test_add_func("/expr/simplify/budget", test_budget);
  return g_test_run();
}
