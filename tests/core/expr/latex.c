/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Samples of LaTeX, compared with careful typesetting by hand. */
#include "tests/core/expr/short.h"

#define assert_latex(e, expected)                                                                                      \
  G_STMT_START                                                                                                         \
  {                                                                                                                    \
    g_autofree char *latex = noslip_expr_latex(g, e);                                                                  \
    g_assert_cmpstr(latex, ==, expected);                                                                              \
  }                                                                                                                    \
  G_STMT_END

static void
test_names(void)
{
  static const char *const samples[][2] = {
      {"x", "x"},
      {"theta", "\\theta"},
      {"θ", "\\theta"},
      {"Omega", "\\Omega"},
      {"Ω", "\\Omega"},
      {"w1", "w_{1}"},
      {"w_1", "w_{1}"},
      {"w₁", "w_{1}"},
      {"ω₁", "\\omega_{1}"},
      {"R11", "R_{11}"},
      {"x'", "\\dot{x}"},
      {"x''", "\\ddot{x}"},
      {"theta'", "\\dot{\\theta}"},
      {"x1'", "\\dot{x}_{1}"},
      {"lambda(blade)", "\\lambda_{\\mathrm{blade}}"},
      {"lambda(c1)", "\\lambda_{c_{1}}"},
      {"p(omega)", "p_{\\omega}"},
      {"p(x')", "p_{\\dot{x}}"},
      {"mass", "\\mathrm{mass}"},
      {"slip_x", "\\mathrm{slip}_{x}"},
      {"_", "\\_"},
      {"gamma_max", "\\gamma_{\\mathrm{max}}"},
  };
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  for (guint i = 0; i < G_N_ELEMENTS(samples); i++)
    assert_latex(S(samples[i][0]), samples[i][1]);
}

static void
test_forms(void)
{
  g_autoptr(NoslipGraph) g = noslip_graph_new();
  NoslipExpr m = S("m"), a = S("a"), J = S("J"), x = S("x"), theta = S("theta"), omega = S("omega");
  NoslipExpr inertia = ADD(J, MUL(m, POW(a, 2)));
  assert_latex(MUL(DIV(MUL(m, a), inertia), omega), "\\frac{m a \\omega}{J + m a^{2}}");
  assert_latex(DIV(x, noslip_expr_rational(g, 2, 1)), "\\frac{x}{2}");
  assert_latex(noslip_expr_rational(g, -1, 3), "-\\frac{1}{3}");
  assert_latex(POW(F(SIN, theta), 2), "\\sin^{2}\\left(\\theta\\right)");
  assert_latex(F(SQRT, ADD(x, a)), "\\sqrt{a + x}");
  assert_latex(MUL(m, SUB(x, a)), "m \\left(x - a\\right)");
  assert_latex(F(RATE, omega), "\\frac{d}{dt} \\omega");
  assert_latex(F(RATE, MUL(m, x)), "\\frac{d}{dt}\\left(m x\\right)");
  assert_latex(F(ABS, x), "\\left|x\\right|");
  assert_latex(noslip_expr_apply(g, NOSLIP_OP_BRACKET, 2, (NoslipExpr[]){x, m}), "\\left\\{x, m\\right\\}");
  assert_latex(noslip_expr_pow(g, x, a), "x^{a}");
  assert_latex(noslip_expr_pi(g), "\\pi");
  assert_latex(noslip_expr_number(g, 1.5e-20), "1.5 \\cdot 10^{-20}");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/expr/latex/names", test_names);
  g_test_add_func("/expr/latex/forms", test_forms);
  return g_test_run();
}
