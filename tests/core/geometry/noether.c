/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Momentum equations, first integrals and the derived flag. */
#include "core/geometry/noether.h"

#include "core/geometry/holonomic.h"
#include "core/language/language.h"
#include "tests/core/geometry/support.h"

#include <math.h>
#include <string.h>

/* d/dt <p, e_a> three ways: the momentum equation in E; R_L + {., E}; and, for linear constraints, G (5.6) on
 * D with the projected bracket: rho(e_b)(l) + C^c_ab y^a dl/dy^c. */
static void
test_momentum_equation(gconstpointer id)
{
  TestCase c;
  test_case_open(&c, test_open(id));
  NoslipGraph *graph = c.model->graph;
  guint n = c.model->n, r = c.distribution->r, n_nonzero = 0;
  g_autofree NoslipExpr *section = g_new0(NoslipExpr, n);
  for (guint32 seed = 1; seed <= 3; seed++) {
    test_seeded_state(c.system, c.parameters, seed, c.x, c.y);
    for (guint b = 0; b < r; b++) {
      for (guint alpha = 0; alpha < n; alpha++)
        section[alpha] = c.distribution->basis[alpha * r + b];
      NoslipExpr momentum = noslip_noether_momentum(c.distribution, section);
      double rate = test_case_value(&c, noslip_noether_rate(c.distribution, section));
      double evolution = test_case_value(&c, noslip_bracket(c.distribution, momentum, c.system->energy)) +
                         test_case_value(&c, noslip_bracket_residual_field(c.distribution, momentum));
      n_nonzero += fabs(rate) > 1e-3;
      test_close(rate, evolution, 1e-10, "momentum equation");
      if (noslip_system_constraint_class(c.system) != NOSLIP_LINEAR)
        continue;
      /* l = G_ab y^a y^b / 2 - V with y^a = G^ab p_b. */
      g_autofree double *gram = g_new0(double, (gsize) r *(r + 1));
      for (guint i = 0; i < r; i++) {
        for (guint j = 0; j < r; j++)
          gram[i * (r + 1) + j] = test_case_value(&c, c.distribution->metric[i * r + j]);
        gram[i * (r + 1) + r] = test_case_value(&c, c.distribution->momenta[i]);
      }
      for (guint step = 0; step < r; step++)
        for (guint i = 0; i < r; i++) {
          double factor = gram[i * (r + 1) + step] / gram[step * (r + 1) + step];
          for (guint j = 0; j <= r && i != step; j++)
            gram[i * (r + 1) + j] -= factor * gram[step * (r + 1) + j];
        }
      double projected = 0;
      for (guint a = 0; a < r; a++) {
        double ya = gram[a * (r + 1) + r] / gram[a * (r + 1) + a];
        for (guint s = 0; s < r; s++)
          projected += test_case_value(&c, c.distribution->structure[(s * r + a) * r + b]) * ya *
                       test_case_value(&c, c.distribution->momenta[s]);
        for (guint d = 0; d < r; d++) {
          double yd = gram[d * (r + 1) + r] / gram[d * (r + 1) + d];
          for (guint i = 0; i < c.model->m; i++)
            projected +=
                test_case_value(&c, c.distribution->anchor[i * r + b]) * ya * yd / 2 *
                test_case_value(&c, noslip_expr_derivative(graph, c.distribution->metric[a * r + d], c.model->x[i]));
        }
      }
      for (guint i = 0; i < c.model->m; i++)
        projected -= test_case_value(&c, c.distribution->anchor[i * r + b]) *
                     test_case_value(&c, noslip_expr_derivative(graph, c.system->potential, c.model->x[i]));
      test_close(rate, projected, 1e-10, "G (5.6)");
    }
  }
  g_assert_cmpuint(n_nonzero, >, 0);
  test_case_close(&c);
}

static guint
integrals(const char *id, double *coefficients)
{
  TestCase c;
  test_case_open(&c, test_open(id));
  guint count = noslip_noether_integrals(c.distribution, c.parameters, coefficients);
  test_case_close(&c);
  return count;
}

static void
test_integrals(void)
{
  double c[64];
  g_assert_cmpuint(integrals("ball-on-rotating-table", c), ==, 3); /* M: pi_1, pi_2, pi_3 are conserved */
  for (guint i = 0; i < 9; i++)
    g_assert_cmpfloat(c[i], ==, i % 4 == 0 ? 1 : 0);
  g_assert_cmpuint(integrals("chaplygin-sleigh", c), ==, 0);
  g_assert_cmpuint(integrals("snakeboard", c), ==, 2); /* without springs: rotor and steering */
  g_assert_cmpfloat(c[0], ==, 0);
  g_assert_cmpfloat(c[1], ==, 1);
  g_assert_cmpfloat(c[5], ==, 1);
  /* An oblique symmetry: only x - 2 y is free to shift. */
  g_assert_cmpuint(integrals("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - cos(2*x + y)\n", c),
                   ==, 1);
  g_assert_cmpfloat(c[0], ==, 1);
  test_close(c[1], -2, 1e-9, "coefficient");
}

static void
test_section(void)
{
  TestCase c;
  NoslipExpr section[5], e;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  test_case_open(&c, test_open("rolling-ball-reduced"));
  const struct {
    const char *text;
    gboolean good;
  } cases[] = {
      {"r*x' + w2", TRUE}, {"x*(r*x' + w2) - sin(y)*w3", TRUE}, {"x' + w2", FALSE}, {"w3 + 1", FALSE}, {"w3^2", FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipDiagnostic *error = NULL;
    g_assert_true(noslip_language_expression(c.system, c.model->graph, cases[i].text, &e, diagnostics));
    g_assert_true(noslip_noether_section(c.distribution, e, section, &error) == cases[i].good);
    g_assert_true((error == NULL) == cases[i].good);
    noslip_diagnostic_free(error);
  }
  test_case_close(&c);
}

static void
check_growth(const char *what, guint n, const guint *ranks, gboolean complete)
{
  TestCase c;
  NoslipGrowth growth;
  test_case_open(&c, test_open(what));
  g_assert_true(noslip_distribution_growth(c.distribution, &growth));
  g_assert_cmpuint(growth.n, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint(growth.ranks[i], ==, ranks[i]);
  g_assert_true(growth.involutive == (n == 1));
  g_assert_true(growth.complete == complete);
  test_case_close(&c);
}

static void
test_growth(void)
{
  check_growth("nonholonomic-particle", 2, (guint[]){2, 3}, TRUE);
  check_growth("rolling-disk", 3, (guint[]){2, 3, 4}, TRUE);      /* the Engel distribution */
  check_growth("rolling-ball-reduced", 2, (guint[]){3, 5}, TRUE); /* spinning gives both at once */
  check_growth("rigid-body", 1, (guint[]){3}, TRUE);
  check_growth("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
               "constraint c: z' = 2*x*x' + cos(y)*y'\n",
               1, (guint[]){2}, FALSE);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/noether/momentum/sleigh", "chaplygin-sleigh", test_momentum_equation);
  g_test_add_data_func("/noether/momentum/snakeboard", "snakeboard", test_momentum_equation);
  g_test_add_data_func("/noether/momentum/particle", "nonholonomic-particle", test_momentum_equation);
  g_test_add_func("/noether/integrals", test_integrals);
  g_test_add_func("/noether/section", test_section);
  g_test_add_func("/holonomic/growth", test_growth);
  return g_test_run();
}
