/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Momentum equations, first integrals and the derived flag. */
#include "core/geometry/noether.h"

#include "core/geometry/holonomic.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/geometry/support.h"

#include <math.h>
#include <string.h>

/* d_T X (L) + X^alpha Q_alpha, from the components of the complete lift (G (5.2)-(5.4)). */
static double
lifted(TestCase *c, const NoslipExpr *section)
{
  NoslipGraph *graph = c->model->graph;
  guint m = c->model->m, n = c->model->n;
  g_autofree NoslipExpr *lift = g_new0(NoslipExpr, m + n + 1);
  NoslipExpr sum = NOSLIP_ZERO;
  noslip_noether_lift(c->distribution, section, lift);
  for (guint i = 0; i < m; i++)
    sum = noslip_expr_add_product(graph, sum, lift[i],
                                  noslip_expr_derivative(graph, c->system->lagrangian, c->model->x[i]));
  for (guint a = 0; a < n; a++) {
    sum = noslip_expr_add_product(graph, sum, lift[m + a], c->model->momentum[a]);
    if (c->system->forces != NULL)
      sum = noslip_expr_add_product(graph, sum, section[a], c->system->forces[a]);
  }
  return test_case_value(c, sum);
}

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
      test_close(lifted(&c, section), rate, 1e-12, "the complete lift of L");
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
  /* in other units of L and of a coordinate the same quantities are conserved */
  const char *const form = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian %s*((x'^2 + 1e-12*y'^2)/2 - x^2%s)\n";
  g_autofree char *small = g_strdup_printf(form, "1e-30", ""), *none = g_strdup_printf(form, "1e-30", " - 1e-6*y");
  g_autofree char *large = g_strdup_printf(form, "1e30", "");
  double of_units[4] = {0};
  g_assert_cmpuint(integrals(none, of_units), ==, 0);
  g_assert_cmpuint(integrals(large, of_units), ==, 1);
  g_assert_cmpuint(integrals(small, of_units), ==, 1);
  g_assert_true(of_units[0] == 0 && of_units[1] == 1);
  double c[64];
  g_assert_cmpuint(integrals("ball-on-rotating-table", c), ==, 3); /* M: pi_1, pi_2, pi_3 are conserved */
  for (guint i = 0; i < 9; i++)
    g_assert_cmpfloat(c[i], ==, i % 4 == 0 ? 1 : 0);
  g_assert_cmpuint(integrals("chaplygin-sleigh", c), ==, 0);
  g_assert_cmpuint(integrals("snakeboard", c), ==, 2); /* without springs: rotor and steering */
  g_assert_cmpfloat(c[0], ==, 0);
  g_assert_cmpfloat(c[1], ==, 1);
  g_assert_cmpfloat(c[5], ==, 1);
  /* dL/dx = z'^2/2 vanishes where the constraint holds, and nowhere else */
  g_assert_cmpuint(integrals("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                             "lagrangian (x'^2 + y'^2 + (2 + x)*z'^2)/2\nconstraint c: z' = 0\n",
                             c),
                   ==, 2);
  /* An oblique symmetry: only shifts along x - 2 y are symmetries. */
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
  g_assert_true(noslip_distribution_growth(c.distribution, c.parameters, NULL, &growth));
  g_assert_cmpuint(growth.n_generic, ==, n);
  for (guint i = 0; i < n; i++)
    g_assert_cmpuint(growth.generic[i], ==, ranks[i]);
  g_assert_true(growth.involutive == (n == 1));
  g_assert_true(growth.complete == complete);
  g_assert_false(growth.bound);
  g_assert_cmpuint(growth.n_at, ==, n == 1 && complete ? 1 : 0);
  test_case_close(&c);
}

/* At a point x, with D chosen well there: "2 3" at the point, then at generic ones. */
static void
check_growth_at_as(const char *text, const double *x, const char *at, const char *generic, gboolean bound,
                   gboolean involutive, gboolean complete)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *y = g_new0(double, system->n + 1);
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new_at(model, parameters, x, y, &error);
  g_assert_null(error);
  NoslipGrowth growth;
  g_assert_true(noslip_distribution_growth(distribution, parameters, x, &growth));
  g_autoptr(GString) found = g_string_new(NULL);
  for (guint i = 0; i < growth.n_at; i++)
    g_string_append_printf(found, "%s%u", i > 0 ? " " : "", growth.at[i]);
  g_assert_cmpstr(found->str, ==, at);
  g_string_truncate(found, 0);
  for (guint i = 0; i < growth.n_generic; i++)
    g_string_append_printf(found, "%s%u", i > 0 ? " " : "", growth.generic[i]);
  g_assert_cmpstr(found->str, ==, generic);
  g_assert_cmpint(growth.bound, ==, bound);
  g_assert_cmpint(growth.involutive, ==, involutive);
  g_assert_cmpint(growth.complete, ==, complete);
}

static void
check_growth_at(const char *text, const double *x, const char *at, const char *generic, gboolean bound)
{
  gboolean complete = g_str_has_suffix(generic, "3") && strstr(text, "coordinate w") == NULL;
  check_growth_at_as(text, x, at, generic, bound, strchr(generic, ' ') == NULL, complete);
}

#define SPACE "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"

/* With X = d/dx and Y = d/dy + f(x) d/dz the iterated brackets of X with Y are f', f'', ... times d/dz. */
static void
test_growth_at(void)
{
  const double origin[] = {0, 0, 0}, apart[] = {0.1, 2, 3}, close[] = {1e-5, 0, 0};
  check_growth_at(SPACE "constraint c: z' = x^2*y'\n", origin, "2 2 3", "2 3", FALSE); /* Martinet */
  check_growth_at(SPACE "constraint c: z' = x^2*y'\n", apart, "2 3", "2 3", FALSE);
  check_growth_at(SPACE "constraint c: z' = x^3*y'\n", origin, "2 2 2 3", "2 3", FALSE);
  check_growth_at(SPACE "constraint c: z' = x^3*y'\n", close, "2 3", "2 3", FALSE);
  check_growth_at(SPACE "constraint c: 1e9*z' = 1e-9*x^3*y'\n", close, "2 3", "2 3", FALSE); /* whatever the unit */
  check_growth_at(SPACE "constraint c: z' = sin(x)^2*y'\n", origin, "2 2 3", "2 3", FALSE);
  /* Not rational: the first bracket is -sin(x), and pi is rounded. */
  const double pi[] = {G_PI, 0, 0}, near_pi[] = {G_PI + 1e-6, 0, 0};
  check_growth_at(SPACE "constraint c: z' = cos(x)*y'\n", pi, "2 2 3", "2 3", FALSE);
  check_growth_at(SPACE "constraint c: z' = cos(x)*y'\n", near_pi, "2 3", "2 3", FALSE);
  /* Involutivity is a property of the distribution: this one is not involutive, although it seems so up to high
   * order. */
  check_growth_at(SPACE "constraint c: z' = x^20*y'\n", origin, "2 2 2 2 2 2 2 2 2 2 2 2", "2 3", TRUE);
  check_growth_at(SPACE "constraint c: z' = 2*x*x' + 3*y'\n", origin, "2", "2", FALSE);
  /* Without z nothing grows beyond y: the flag of this one ends at 3 of 4. */
  check_growth_at(SPACE "coordinate w\nconstraint c: z' = x^2*y'\nconstraint d: w' = 0\n", (const double[]){0, 0, 0, 0},
                  "2 2 3", "2 3", FALSE);
}

/* [d/dx, d/dy + sqrt(x) d/dz] = d/dz/(2 sqrt(x)) is not finite at x = 0: no growth vector is reported there. */
static void
test_growth_at_pole(void)
{
  g_autoptr(NoslipSystem) system = test_text(SPACE "constraint c: z' = sqrt(x)*y'\ninitial x = 1\n");
  const double rest[] = {0, 0, 0};
  for (guint i = 0; i < 2; i++) {
    const double x[] = {i, 0, 0};
    g_autoptr(NoslipModel) model = noslip_model_new(system);
    NoslipDiagnostic *error = NULL;
    g_autoptr(NoslipDistribution) distribution = noslip_distribution_new_at(model, NULL, x, rest, &error);
    g_assert_null(error);
    NoslipGrowth growth;
    g_assert_cmpint(noslip_distribution_growth(distribution, NULL, x, &growth), ==, i > 0);
    g_assert_true(i == 0 || (growth.n_at == 2 && growth.at[0] == 2 && growth.at[1] == 3));
  }
}

/* Where D has a kink nothing is reported at the state, and a property of one side is not reported for D. */
static void
test_growth_at_kink(void)
{
  const double origin[] = {0, 0, 0}, apart[] = {0.5, 0, 0};
  check_growth_at_as(SPACE "constraint c: z' = abs(x)*y'\n", origin, "", "2 3", FALSE, FALSE, TRUE);
  check_growth_at_as(SPACE "constraint c: z' = abs(x)*y'\n", apart, "2 3", "2 3", FALSE, FALSE, TRUE);
  check_growth_at_as(SPACE "constraint c: z' = max(x, 0)*y'\n", origin, "", "2 3", FALSE, FALSE, FALSE);
  check_growth_at_as(SPACE "constraint c: z' = max(x, 0)*y'\n", apart, "2 3", "2 3", FALSE, FALSE, FALSE);
  check_growth_at_as(SPACE "constraint c: z' = if(x > 20, x, 0)*y'\n", apart, "2", "2", FALSE, FALSE, FALSE);
  check_growth_at_as(SPACE "constraint c: z' = abs(y)*y'\n", apart, "", "2", FALSE, TRUE, FALSE);
  check_growth_at_as(SPACE "constraint c: z' = abs(y - 1)*y'\n", apart, "2", "2", FALSE, TRUE, FALSE);
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

/* Constraints are independent in any units of the coordinates; the remainder of the second one is small only relative
 * to its row. */
static void
test_units(void)
{
  TestCase c;
  test_case_open(&c, test_open("noslip 1\ncoordinate x\ncoordinate z\ncoordinate w\n"
                               "lagrangian x'^2/2 + 1e-24*(z'^2 + w'^2)/2\n"
                               "constraint a: x' + 1e-12*z' = 0\nconstraint b: x' - 1e-12*w' = 0\n"));
  g_assert_cmpuint(c.distribution->r, ==, 1);
  test_case_close(&c);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/noether/momentum/sleigh", "chaplygin-sleigh", test_momentum_equation);
  g_test_add_data_func("/noether/momentum/snakeboard", "snakeboard", test_momentum_equation);
  g_test_add_data_func("/noether/momentum/particle", "nonholonomic-particle", test_momentum_equation);
  g_test_add_func("/noether/integrals", test_integrals);
  g_test_add_func("/noether/units", test_units);
  g_test_add_func("/noether/section", test_section);
  g_test_add_func("/holonomic/growth", test_growth);
  g_test_add_func("/holonomic/growth-at", test_growth_at);
  g_test_add_func("/holonomic/growth-at-pole", test_growth_at_pole);
  g_test_add_func("/holonomic/growth-at-kink", test_growth_at_kink);
  return g_test_run();
}
