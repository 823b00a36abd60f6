/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/algebroid/algebroid.h"
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Loads a text; NULL if everything holds, else the first error, to free. */
static NoslipDiagnostic *
load(const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "check.noslip", "check", diagnostics);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity == NOSLIP_ERROR) {
      g_assert_null(system);
      return noslip_diagnostic_copy(diagnostic);
    }
  }
  g_assert_nonnull(system);
  return NULL;
}

static void
expect(const char *text, NoslipCode code, guint line, const char *word)
{
  g_autoptr(NoslipDiagnostic) error = load(text);
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, code);
  g_assert_cmpuint(error->place.line, ==, line);
  g_assert_nonnull(strstr(error->cause, word));
  g_assert_cmpstr(error->file, ==, "check.noslip");
  g_assert_nonnull(error->source_line);
}

static void
expect_good(const char *text)
{
  g_autoptr(NoslipDiagnostic) error = load(text);
  if (error != NULL)
    g_test_message("%s", error->cause);
  g_assert_null(error);
}

static void
test_good(void)
{
  /* The Atiyah algebroid of the Martinet distribution, so(3), and a rotation acting on its own quaternion. */
  expect_good("noslip 1\ncoordinate x\nsection x'\nsection y1\nsection y2\nbracket [x', y1] = x*y2\n"
              "lagrangian (x'^2 + y1^2 + y2^2)/2\n");
  expect_good("noslip 1\nsection a\nsection b\nsection c\nbracket [a, b] = c\nbracket [b, c] = a\nbracket "
              "[c, a] = b\n"
              "lagrangian (a^2 + b^2 + c^2)/2\n");
  expect_good("noslip 1\nrotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlagrangian (w1^2 + w2^2 + 2*w3^2)/2\n");
  expect_good("noslip 1\nrotation R (q0, q1, q2, q3) space (w1, w2, w3)\nlagrangian (w1^2 + w2^2 + 2*w3^2)/2\n");
  /* A frame of vector fields that do not commute. */
  expect_good("noslip 1\ncoordinate x\ncoordinate y\nsection e anchor x: 1\nsection f anchor y: exp(x)\n"
              "bracket [e, f] = f\nlagrangian (e^2 + f^2)/2\n");
}

static void
test_jacobi(void)
{
  expect("noslip 1\nsection a\nsection b\nsection c\nbracket [a, b] = c\nbracket [b, c] = a\nbracket [c, a] "
         "= b + a\n"
         "lagrangian (a^2 + b^2 + c^2)/2\n",
         NOSLIP_CODE_JACOBI, 7, "a, b and c");
  /* The derivative term is included: d_i C along the anchor. */
  expect("noslip 1\ncoordinate x\nsection a anchor x: 1\nsection b\nsection c\nsection d\nbracket [b, c] = x*d\n"
         "lagrangian (a^2 + b^2 + c^2 + d^2)/2\n",
         NOSLIP_CODE_JACOBI, 7, "along d the residual is 1");
}

static void
test_anchor(void)
{
  expect("noslip 1\ncoordinate x\ncoordinate y\nsection e anchor x: 1\nsection f anchor y: exp(x)\n"
         "lagrangian (e^2 + f^2)/2\n",
         NOSLIP_CODE_ANCHOR, 5, "e and f");
  expect("noslip 1\ncoordinate x\ncoordinate y\nsection e anchor x: 1\nsection f anchor y: exp(x)\n"
         "bracket [e, f] = 2*f\nlagrangian (e^2 + f^2)/2\n",
         NOSLIP_CODE_ANCHOR, 6, "along y");
}

/* The report gives at most eight coordinates of the point where it fails. */
static void
test_point(void)
{
  g_autoptr(GString) text = g_string_new("noslip 1\n");
  for (guint i = 1; i <= 9; i++)
    g_string_append_printf(text, "coordinate x%u\n", i);
  g_string_append(text, "section e anchor x1: 1\nsection f anchor x2: exp(x1)\nlagrangian (e^2 + f^2)/2\n");
  g_autoptr(NoslipDiagnostic) many = load(text->str);
  g_assert_nonnull(strstr(many->cause, " at x1 = "));
  g_assert_nonnull(strstr(many->cause, ", x8 = "));
  g_assert_null(strstr(many->cause, "x9"));
  g_assert_true(g_str_has_suffix(many->cause, ", …"));
  g_autoptr(NoslipDiagnostic) few = load("noslip 1\ncoordinate x\ncoordinate y\nsection e anchor x: 1\n"
                                         "section f anchor y: exp(x)\nlagrangian (e^2 + f^2)/2\n");
  g_assert_nonnull(strstr(few->cause, " at x = "));
  g_assert_null(strstr(few->cause, "…"));
}

static void
test_tangent(void)
{
  expect("noslip 1\ncoordinate x\ncoordinate y\nmanifold x^2 + y^2 = 1\nsection e anchor x: -y, y: 1.001*x\n"
         "lagrangian e^2/2\ninitial x = 1\n",
         NOSLIP_CODE_TANGENT, 4, "section e");
  expect_good("noslip 1\ncoordinate x\ncoordinate y\nmanifold x^2 + y^2 = 1\nsection e anchor x: -y, y: x\n"
              "lagrangian e^2/2\ninitial x = 1\n");
}

/* Long chains and large algebras are checked in a bounded time; the algebra of 40 sections is so(3) many
 * times. */
static void
test_large(void)
{
  g_autoptr(GString) text = g_string_new("noslip 1\n");
  g_autoptr(GString) energy = g_string_new("lagrangian (");
  for (guint i = 0; i < 120; i++) {
    g_string_append_printf(text, "coordinate x%u\n", i);
    g_string_append_printf(energy, "%sx%u'^2", i > 0 ? " + " : "", i);
  }
  g_string_append_printf(text, "%s)/2\n", energy->str);
  expect_good(text->str);
  g_string_assign(text, "noslip 1\n");
  g_string_assign(energy, "lagrangian (");
  for (guint i = 0; i < 40; i++) {
    g_string_append_printf(text, "section a%u\nsection b%u\nsection c%u\n", i, i, i);
    g_string_append_printf(text, "bracket [a%u, b%u] = c%u\nbracket [b%u, c%u] = a%u\nbracket [c%u, a%u] = b%u%s\n", i,
                           i, i, i, i, i, i, i, i, i == 39 ? " + a39" : "");
    g_string_append_printf(energy, "%sa%u^2 + b%u^2 + c%u^2", i > 0 ? " + " : "", i, i, i);
  }
  g_string_append_printf(text, "%s)/2\n", energy->str);
  expect(text->str, NOSLIP_CODE_JACOBI, 1 + 40 * 6, "a39, b39 and c39");
}

/* The brackets of a frame, which loading derives and does not check, are evaluated if the residual is requested: it is
 * small if they are correct, and the check fails if a sign is wrong. */
static void
test_frame(void)
{
  static const char *const text =
      "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nvelocity u = exp(y)*x' + y*z'\n"
      "velocity v = y' - sin(x)*x'\nvelocity w = z'/(2 + cos(y))\nlagrangian (u^2 + v^2 + w^2)/2\n";
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "check.noslip", "check", diagnostics);
  g_assert_nonnull(system);
  double residual;
  g_assert_true(noslip_algebroid_check_residual(system, diagnostics, &residual));
  g_test_message("residual %g", residual);
  g_assert_cmpfloat(residual, >, 0);
  g_assert_cmpfloat(residual, <, 1e-14);
  guint n = system->n, changed = 0;
  for (guint i = 0; i < n * n * n; i++) {
    changed += system->structure[i] != NOSLIP_ZERO;
    system->structure[i] = noslip_expr_neg(system->graph, system->structure[i]);
  }
  g_assert_cmpuint(changed, >, 0);
  g_assert_false(noslip_algebroid_check_residual(system, diagnostics, &residual));
  g_assert_cmpfloat(residual, >, 0.1);
  /* Brackets that satisfy the equations of pairs cannot fail those of triples; without a base there are only
   * triples. */
  g_autoptr(NoslipSystem) so3 = noslip_language_system(
      "noslip 1\nsection a\nsection b\nsection c\nbracket [a, b] = c\nbracket [b, c] = a\nbracket [c, a] = b\n"
      "lagrangian (a^2 + b^2 + c^2)/2\n",
      -1, "check.noslip", "check", diagnostics);
  so3->structure[(0 * 3 + 0) * 3 + 1] = NOSLIP_ONE; /* [a, b] = a + c */
  so3->structure[(0 * 3 + 1) * 3 + 0] = noslip_expr_number(so3->graph, -1);
  g_assert_false(noslip_algebroid_check_residual(so3, diagnostics, &residual));
  g_assert_cmpfloat(residual, >, 0.1);
}

/* If no value is finite at any point, no residual was computed. */
static void
test_not_computed(void)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system =
      noslip_language_system("noslip 1\ncoordinate x in 1 .. 2\nsection e anchor x: sqrt(x)\nsection f anchor x: 1\n"
                             "bracket [e, f] = -f/(2*sqrt(x))\nlagrangian (e^2 + f^2)/2\ninitial x = 1\n",
                             -1, "check.noslip", "check", diagnostics);
  g_assert_nonnull(system);
  double residual = 0;
  g_assert_true(noslip_algebroid_check_residual(system, diagnostics, &residual));
  g_assert_cmpfloat(residual, <, 1e-14);
  system->anchor[0] = noslip_expr_number(system->graph, NAN);
  noslip_algebroid_check_residual(system, diagnostics, &residual);
  g_assert_true(isnan(residual));
}

static NoslipSystem *
built(const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, -1, "check.noslip", "check", diagnostics);
  g_assert_nonnull(system);
  return system;
}

/* Equations that a kind of algebroid does not require are measured; those that it requires must still hold. [a, b] = c,
 * [b, c] = a, [c, a] = b + a has Jacobi's c-term jacobi = [c, c] + [a, a] + [b, b + a] = -c, of one term:
 * residual 1. */
static void
test_kinds(void)
{
  const char *lie = "noslip 1\nsection a\nsection b\nsection c\nbracket [a, b] = c\nbracket [b, c] = a\n"
                    "bracket [c, a] = b + a\nlagrangian (a^2 + b^2 + c^2)/2\n";
  const char *plane = "coordinate x\ncoordinate y\nsection x'\nsection y'\nbracket [x', y'] = x'\n"
                      "lagrangian (x'^2 + y'^2)/2\n";
  NoslipStructureResiduals found;
  g_autofree char *almost = g_strconcat(lie, "algebroid almost\n", NULL);
  g_autoptr(NoslipSystem) first = built(almost);
  noslip_algebroid_measure(first, &found);
  g_assert_cmpfloat(found.anchor, ==, 0);
  g_assert_cmpfloat(found.jacobi, ==, 1);
  g_autofree char *bad = g_strconcat("noslip 1\nalgebroid almost\n", plane, NULL);
  expect(bad, NOSLIP_CODE_ANCHOR, 7, "homomorphism");
  g_autofree char *quasi = g_strconcat("noslip 1\nalgebroid skew\n", plane, NULL);
  g_autoptr(NoslipSystem) second = built(quasi);
  g_assert_cmpint(second->algebroid, ==, NOSLIP_ALGEBROID_QUASI);
  noslip_algebroid_measure(second, &found);
  g_assert_cmpfloat(found.anchor, ==, 1);
  g_assert_cmpfloat(found.jacobi, ==, 0);
  g_autoptr(NoslipSystem) third = built("noslip 1\nsection a\nlagrangian a^2/2\n");
  noslip_algebroid_measure(third, &found);
  g_assert_cmpfloat(MAX(found.skew, MAX(found.anchor, found.jacobi)), ==, 0);
}

/* G Theorem 2.1: skew-symmetric, and hence quasi-Lie, if the brackets are skew and the anchors the same. */
static void
test_general(void)
{
  NoslipStructureResiduals found;
  g_autoptr(NoslipSystem) two = built("noslip 1\ncoordinate x\nalgebroid general\n"
                                      "section u anchor left x: 1, right x: 3\nlagrangian u^2/2\n");
  noslip_algebroid_measure(two, &found);
  g_assert_cmpfloat_with_epsilon(found.skew, 0.5, 1e-15); /* |1 - 3|/(1 + 3) */
  g_autoptr(NoslipSystem) skew = built("noslip 1\nalgebroid general\nsection a\nsection b\nbracket [a, b] = a\n"
                                       "bracket [b, a] = -a\nlagrangian (a^2 + b^2)/2\n");
  g_assert_null(skew->right_anchor);
  noslip_algebroid_measure(skew, &found);
  g_assert_cmpfloat(MAX(found.skew, MAX(found.anchor, found.jacobi)), ==, 0);
  g_autoptr(NoslipSystem) half = built("noslip 1\nalgebroid general\nsection a\nsection b\nbracket [a, b] = a\n"
                                       "lagrangian (a^2 + b^2)/2\n");
  noslip_algebroid_measure(half, &found);
  g_assert_cmpfloat(found.skew, ==, 1);
  expect("noslip 1\ncoordinate x\nsection u anchor left x: 1, right x: 3\nlagrangian u^2/2\n", NOSLIP_CODE_MISPLACED, 3,
         "anchors");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/algebroid/check/good", test_good);
  g_test_add_func("/algebroid/check/jacobi", test_jacobi);
  g_test_add_func("/algebroid/check/anchor", test_anchor);
  g_test_add_func("/algebroid/check/point", test_point);
  g_test_add_func("/algebroid/check/tangent", test_tangent);
  g_test_add_func("/algebroid/check/large", test_large);
  g_test_add_func("/algebroid/check/frame", test_frame);
  g_test_add_func("/algebroid/check/not-computed", test_not_computed);
  g_test_add_func("/algebroid/check/kinds", test_kinds);
  g_test_add_func("/algebroid/check/general", test_general);
  return g_test_run();
}
