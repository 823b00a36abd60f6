/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sentences as LaTeX: which parts are mathematics, and which are not. */
#include "core/equations/words-latex.h"

static void
test_words(void)
{
  static const struct {
    const char *words, *latex;
  } cases[] = {
      {"E_0 = E is final: the Lagrangian is regular", "$E_{0} = E$ is final: the Lagrangian is regular"},
      {"E_1 in E_0: x1 = 0, y1 = 0", "$E_{1}$ in $E_{0}$: $x_{1} = 0$, $y_{1} = 0$"},
      {"E_1 in E_0: x^2 + y*(2*y - m*g)/m = 0", "$E_{1}$ in $E_{0}$: $x^{2} + y\\,(2\\,y - m\\,g)/m = 0$"},
      {"B^A_ab = phi^A([e_a, e_b])", "$B^{A}_{ab} = \\phi^{A}([e_{a}, e_{b}])$"},
      {"B^roll_x_12: none", "$B^{\\mathrm{roll}_{x}}_{12}$: none"},
      {"Gamma^V_x'", "$\\Gamma^{V}_{\\dot{x}}$"},
      {"(theta_L and omega_L)", "($\\theta_{L}$ and $\\omega_{L}$)"},
      {"the dual E* of E", "the dual $E^{*}$ of E"},
      {"W_0 = M x E* over the base", "$W_{0} = M$ x $E^{*}$ over the base"},
      {"p = dL/dy + mu dphi/dy", "$p = dL/dy + \\mu$ $d\\phi/dy$"},
      {"Hamilton's equations, and the motions' ends", "Hamilton's equations, and the motions' ends"},
      {"Lagrange-d'Alembert (I 4.1-4.3): 50 % & more", "Lagrange-d'Alembert (I 4.1-4.3): 50 \\% \\& more"},
      {"Delta is tangent to M: Pbar(xi_L) is the motion, and R_L = 0",
       "$\\Delta$ is tangent to M: $\\bar{P}(\\xi_{L})$ is the motion, and $R_{L} = 0$"},
      {"a bar, and crowbars", "a bar, and crowbars"},
      {"a line - a point", "a line - a point"},
      {"", ""},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GString) text = g_string_new(NULL);
    noslip_latex_append_words(text, cases[i].words);
    g_assert_cmpstr(text->str, ==, cases[i].latex);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/equations/words", test_words);
  return g_test_run();
}
