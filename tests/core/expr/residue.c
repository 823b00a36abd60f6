/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Zero test by values modulo a prime: identities that vanish, and near misses that do not. */
#include "core/expr/residue.h"
#include "core/language/language.h"

#include <string.h>

static const char *const text = "noslip 1\nparameter k = 2\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                "lagrangian x'^2 + y'^2 + z'^2\n";

/* The number of points at which an expression of the language is 0, and at which it is defined. */
static guint
count_zeros(const char *expr, guint *defined)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  NoslipExpr e;
  g_assert_true(noslip_language_expression(system, graph, expr, &e, diagnostics));
  g_autoptr(NoslipResidues) residues = noslip_residues_new(graph);
  guint zeros = 0;
  *defined = 0;
  for (guint point = 0; point < 64; point++) {
    guint64 value;
    noslip_residues_start(residues, point);
    if (!noslip_residues_value(residues, e, &value))
      continue;
    (*defined)++;
    zeros += value == 0;
  }
  return zeros;
}

static void
test_identities(void)
{
  static const char *const identities[] = {
      "(x + y)^3 - x^3 - 3*x^2*y - 3*x*y^2 - y^3",
      "(x^2 - y^2)/(x - y) - x - y",
      "1/(x - y) + 1/(x + y) - 2*x/(x^2 - y^2)",
      "sin(x + y) - sin(x)*cos(y) - cos(x)*sin(y)",
      "cos(3*x) - 4*cos(x)^3 + 3*cos(x)",
      "sin(x) - 2*sin(x/2)*cos(x/2)",
      "tan(2*x)*(1 - tan(x)^2) - 2*tan(x)",
      "sin(x + pi/2) - cos(x)",
      "cos(k*x - y)^2 + sin(k*x - y)^2 - 1",
      "exp(x - 2*y)*exp(2*y) - exp(x)",
      "cosh(x)^2 - sinh(x)^2 - 1",
      "tanh(x) - (exp(2*x) - 1)/(exp(2*x) + 1)",
      "sqrt(x*y) - sqrt(x)*sqrt(y)",
      "sqrt(x)^4 - x^2",
      "(x^(1/3))^3 - x",
      "(x^(1/3) + 1)*(x^(2/3) - x^(1/3) + 1) - x - 1",
      "(x^(1/5) - y)*(x^(4/5) + x^(3/5)*y + x^(2/5)*y^2 + x^(1/5)*y^3 + y^4) - x + y^5",
      "abs(x*y) - abs(x)*abs(y)",
      "abs(x)^2 - x^2",
      "log(x + y) - log(y + x)",
      "0.1*x + 0.2*x - 0.3*x",
      "1e-320*x - x*1e-320",
      "2*(1e-320*x) - 2e-320*x",
      "4*(1.7e300*x) - 6.8e300*x",
      "sin(1e-6*x - y) - sin(1e-6*x)*cos(y) + cos(1e-6*x)*sin(y)",
      "sin(2e6*x + y) - 2*sin(1e6*x)*cos(1e6*x)*cos(y) - (1 - 2*sin(1e6*x)^2)*sin(y)",
      "cos(x/7 + y) - cos(x/7)*cos(y) + sin(x/7)*sin(y)",
      "exp(1e-6*x + y) - exp(1e-6*x)*exp(y)",
      "(1e6*x + y)^4 - (1e6*x)^4 - 4*(1e6*x)^3*y - 6*(1e6*x)^2*y^2 - 4e6*x*y^3 - y^4",
      "(3e6*x)^3*(7e6*y)^3 - (2.1e13*x*y)^3",
      "(3e6*x + 0.7e-6*y)^3*(3e6*x - 0.7e-6*y)^3 - (9e12*x^2 - 0.49e-12*y^2)^3",
  };
  for (guint i = 0; i < G_N_ELEMENTS(identities); i++) {
    guint defined, zeros = count_zeros(identities[i], &defined);
    g_test_message("%s: %u of %u", identities[i], zeros, defined);
    g_assert_cmpuint(defined, >=, 4);
    g_assert_cmpuint(zeros, ==, defined);
  }
}

static void
test_no_identities(void)
{
  static const char *const others[] = {
      "(x + y)^3 - x^3 - 3*x^2*y - 3*x*y^2 - 1.0000001*y^3",
      "sin(1e-6*x - y) - sin(1e-6*x)*cos(y) + cos(1e-9*x)*sin(y)",
      "sin(2e6*x) - 2*sin(1e3*x)*cos(1e6*x)",
      "sin(x + y) - sin(x)*cos(y) + cos(x)*sin(y)",
      "sin(2*x) - 2*sin(x)",
      "cos(x) - 1 + x^2/2",
      "exp(x + y) - exp(x) - exp(y)",
      "cosh(x) - cos(x)",
      "sqrt((x - 1)^2) - x + 1",
      "sqrt(x + y) - sqrt(x) - sqrt(y)",
      "abs(x) - x",
      "sign(x) - 1",
      "abs(x + y) - abs(x) - abs(y)",
      "k - 2",
      "x*y - y*z",
      "max(x, y) - x",
      "1e-300*x",
      "1e-30*(x - y)",
      "1e-320*x - 2e-320*x", /* numbers that differ only by a power of 2 */
      "1.7e300*x - 3.4e300*x",
  };
  for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
    guint defined, zeros = count_zeros(others[i], &defined);
    g_test_message("%s: %u of %u", others[i], zeros, defined);
    g_assert_cmpuint(defined, >=, 4);
    g_assert_cmpuint(zeros, <, defined);
  }
}

static void
test_undefined(void)
{
  guint defined;
  count_zeros("1/((x + y)^2 - x^2 - 2*x*y - y^2)", &defined);
  g_assert_cmpuint(defined, ==, 0);
  count_zeros("sqrt(-x^2)", &defined); /* -1 is no square */
  g_assert_cmpuint(defined, ==, 0);
}

/* a / a = 1, roots square to what they are of, and a system is solved exactly. */
static void
test_field(void)
{
  guint64 root, a[4] = {3, 5, 7, 11}, b[2] = {1, 2}, x[2];
  g_assert_cmpuint(noslip_residue_mul(123456789, noslip_residue_inverse(123456789)), ==, 1);
  g_assert_cmpuint(noslip_residue_add(noslip_residue_sub(0, 5), 5), ==, 0);
  g_assert_true(noslip_residue_sqrt(2, &root));
  g_assert_cmpuint(noslip_residue_mul(root, root), ==, 2);
  g_assert_false(noslip_residue_sqrt(noslip_residue_sub(0, 1), &root));
  guint64 matrix[4];
  memcpy(matrix, a, sizeof a);
  memcpy(x, b, sizeof b);
  g_assert_true(noslip_residue_solve(2, matrix, x));
  for (guint i = 0; i < 2; i++)
    g_assert_cmpuint(noslip_residue_add(noslip_residue_mul(a[2 * i], x[0]), noslip_residue_mul(a[2 * i + 1], x[1])), ==,
                     b[i]);
  guint64 singular[4] = {1, 2, 2, 4};
  g_assert_false(noslip_residue_solve(2, singular, b));
  guint64 rows[4] = {1, 2, 2, 4}, right[2] = {3, 6}, z[2] = {0, 10};
  g_assert_true(noslip_residue_project(2, 2, rows, right, z)); /* the same equation twice */
  g_assert_cmpuint(noslip_residue_add(z[0], noslip_residue_mul(2, z[1])), ==, 3);
  guint64 again[4] = {1, 2, 2, 4}, wrong[2] = {3, 7};
  g_assert_false(noslip_residue_project(2, 2, again, wrong, z));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/residue/identities", test_identities);
  g_test_add_func("/residue/no-identities", test_no_identities);
  g_test_add_func("/residue/undefined", test_undefined);
  g_test_add_func("/residue/field", test_field);
  return g_test_run();
}
