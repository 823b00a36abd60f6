/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A conserved quantity is found, and lost by a small change of the system, whatever its units are; its coefficients are
 * found as sums of parameters, too. */
#include "core/finder/linear/fractions.h"
#include "core/system/state.h"
#include "tests/core/finder/conserved-find.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Lagrange's top loses the momentum along its axis if its moments of inertia differ by 1e-6, in SI and in g, mm and us; the
 * one about the vertical stays. */
static void
test_nearly(void)
{
  static const double units[][3] = {{1.3, 2.5, 1}, {1300, 2.5e-9, 1e-6}}; /* inertia, weight, rate */
  for (guint i = 0; i < G_N_ELEMENTS(units); i++)
    for (guint differ = 0; differ < 2; differ++) {
      g_autofree char *text = g_strdup_printf(
          "noslip 1\nparameter A = %.17g\nparameter B = %.17g\nparameter C = %.17g\nparameter P = %.17g\n"
          "coordinate g1 in -1 .. 1\ncoordinate g2 in -1 .. 1\ncoordinate g3 in -1 .. 1\n"
          "manifold g1^2 + g2^2 + g3^2 = 1\n"
          "section a anchor g2: g3, g3: -g2\nsection b anchor g1: -g3, g3: g1\nsection c anchor g1: g2, g2: -g1\n"
          "bracket [a, b] = c\nbracket [b, c] = a\nbracket [c, a] = b\n"
          "lagrangian (A*a^2 + B*b^2 + C*c^2)/2 - P*g3\ninitial g1 = 0.6\ninitial g3 = 0.8\n"
          "initial a = %.17g\ninitial b = 0\ninitial c = %.17g\n",
          units[i][0], units[i][0] * (1 + 1e-6 * differ), units[i][0] / 2, units[i][1], 0.3 * units[i][2],
          2 * units[i][2]);
      g_autoptr(NoslipConserved) found = test_find_conserved(text, 1, 1);
      g_assert_true(found->definite);
      g_assert_cmpuint(found->found->len, ==, 2 - differ);
    }
}

/* A skate conserves a momentum along its edge, its turn and the centre of its circle; a weak spring that pulls it over a
 * plane a million times longer than wide leaves only the turn. */
static void
test_ranges(void)
{
  for (guint pulled = 0; pulled < 2; pulled++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter e = %g\ncoordinate x in -1000 .. 1000\ncoordinate y in -1e-3 .. 1e-3\n"
        "coordinate h angle\nlagrangian (x'^2 + y'^2)/2 + h'^2 - e*x*y\nconstraint y'*cos(h) = x'*sin(h)\n"
        "initial x' = 1\ninitial h' = 0.4\n",
        1e-6 * pulled);
    g_autoptr(NoslipConserved) found = test_find_conserved(text, 1, 1);
    g_assert_true(found->definite);
    g_assert_cmpuint(found->found->len, ==, pulled ? 1 : 4);
  }
}

/* The centre of a homogeneous ball that rolls in a bowl moves on a paraboloid, as wide in both directions or not: a
 * quadratic integral, in m and in mm, which a term of fourth degree in the bowl's height takes away (A. V. Borisov, I. S.
 * Mamaev, A. A. Kilin: The rolling motion of a ball on a surface, Regul. Chaotic Dyn. 7, 2002). Known as a claim it is
 * divided out. Among the functions of this system with roots hundreds are almost combinations of others. */
static void
test_bowl(void)
{
  static const struct {
    double length, wide, fourth;
    gboolean known;
    guint found;
  } bowls[] = {{1, 1, 0, FALSE, 1}, {1000, 1.3, 0, FALSE, 1}, {1, 1, 0, TRUE, 0}, {1, 1.3, 0.1, FALSE, 0}};
  for (guint i = 0; i < G_N_ELEMENTS(bowls); i++) {
    double l = bowls[i].length;
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter R = %.17g\nparameter k = %.17g\nparameter g = %.17g\nparameter c = %.17g\n"
        "parameter d = %.17g\ncoordinate x in -%g .. %g\ncoordinate y in -%g .. %g\n"
        "section x'\nsection y'\nsection w1\nsection w2\nsection w3\n"
        "bracket [w2, w1] = w3\nbracket [w3, w2] = w1\nbracket [w1, w3] = w2\n"
        "let a = c*x + %g*x^3\nlet b = d*y\nlet s = sqrt(1 + a^2 + b^2)\nlet v = (x', y', a*x' + b*y')\n"
        "let w = (w1, w2, w3)\nlet u = cross(w, (-a/s, -b/s, 1/s))\nkinetic (dot(v, v) + k^2*dot(w, w))/2\n"
        "potential g*(c*x^2/2 + d*y^2/2 + %g*x^4/4)\nconstraint x' = R*u.x\nconstraint y' = R*u.y\n"
        "initial x = %g\ninitial y' = %g\ninitial w3 = 1\n%s",
        0.2 * l, 0.13 * l, 9 * l, 0.7 / l, 0.7 * bowls[i].wide / l, l, l, l, l, bowls[i].fourth, bowls[i].fourth, l / 2,
        0.6 * l,
        bowls[i].known ? "claim \"known\": d((c*x'^2 + d*y'^2)*s^2 + R^2*g/(R^2 + k^2)*(a^2 + b^2)) = 0\n" : "");
    g_autoptr(NoslipConserved) found = test_find_conserved(text, 2, 1);
    g_assert_true(found->definite);
    g_assert_cmpuint(found->n_unverified, ==, 0);
    g_assert_cmpuint(found->found->len, ==, bowls[i].found);
    for (guint j = 0; j < found->found->len; j++) {
      const NoslipConservedItem *item = found->found->pdata[j];
      g_assert_true(item->proved && item->general);
    }
  }
}

/* Coefficients that are sums of parameters. Henon and Heiles' system with the cubic term 2 y^3 has the quadratic integral
 * x^4 + 4 x^2 y^2 - 4 x' (x' y - y' x) + 4 A x^2 y + (4 A - B)(x'^2 + A x^2) for all A and B (Y. F. Chang, M. Tabor,
 * J. Weiss: Analytic structure of the Henon-Heiles Hamiltonian, J. Math. Phys. 23, 1982), with 1.9 y^3 none. */
static void
test_sums(void)
{
  for (guint i = 0; i < 2; i++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter A = 1.3\nparameter B = 0.7\ncoordinate x in -1 .. 1\ncoordinate y in -1 .. 1\n"
        "lagrangian (x'^2 + y'^2)/2 - (A*x^2 + B*y^2)/2 - x^2*y - %g*y^3\ninitial x = 0.1\ninitial x' = 0.2\n",
        i == 0 ? 2 : 1.9);
    g_autoptr(NoslipConserved) found = test_find_conserved(text, 2, 1);
    g_assert_true(found->definite);
    g_assert_cmpuint(found->found->len, ==, i == 0);
    for (guint j = 0; j < found->found->len; j++) {
      const NoslipConservedItem *item = found->found->pdata[j];
      g_assert_true(item->proved && item->general);
    }
  }
}

/* A ball rolls in a spherical bowl that turns with W; its centre is A from the bowl's: the energy minus W times the
 * momentum about the vertical of what moves with the bowl is conserved, with A + r in its coefficients. */
static void
test_turning_bowl(void)
{
  g_autoptr(NoslipConserved) found = test_find_conserved(
      "noslip 1\nparameter A = 1.3\nparameter r = 0.3\nparameter k = 0.2\nparameter g = 9.81\nparameter W = 0.7\n"
      "coordinate x in -0.6 .. 0.6\ncoordinate y in -0.6 .. 0.6\nrotation R (q0, q1, q2, q3) space (w1, w2, w3)\n"
      "let z = -sqrt(A^2 - x^2 - y^2)\n"
      "lagrangian (x'^2 + y'^2 + d(z)^2 + k^2*(w1^2 + w2^2 + w3^2))/2 - g*z\nlet n = (x, y, z)/A\n"
      "let slip = d((x, y, z)) + r*cross(omega(R), n) - cross((0, 0, W), (A + r)*n)\n"
      "constraint slip.x = 0\nconstraint slip.y = 0\ninitial x = 0.5\ninitial y' = 0.3\n",
      1, 1);
  guint moving = 0;
  g_assert_true(found->definite);
  for (guint j = 0; j < found->found->len; j++) {
    const NoslipConservedItem *item = found->found->pdata[j];
    g_assert_true(item->proved && item->general);
    moving += item->kind == NOSLIP_CONSERVED_MOVING_ENERGY;
  }
  g_assert_cmpuint(moving, ==, 1);
}

/* (a^2 - 3 b/2)/1 among products of two numbers is found; sin(a) and a sum with a root of 2 are not. */
static void
test_recognise_sum(void)
{
  enum { SETS = 12, N = 6 };
  double functions[SETS * N], values[3][SETS];
  gint64 p[N], q[N];
  for (guint s = 0; s < SETS; s++) {
    double a = 1.1 + 0.3 * sin(1.0 + 7 * s), b = 0.7 + 0.2 * cos(3.0 * s * s);
    const double row[N] = {1, a, b, a * a, a * b, b * b};
    memcpy(functions + s * N, row, sizeof row);
    values[0][s] = a * a - 1.5 * b;
    values[1][s] = sin(a);
    values[2][s] = a * a - sqrt(2) * b;
  }
  g_assert_true(noslip_recognise_sum(SETS, N, functions, values[0], 1000, p, q));
  for (guint k = 0; k < N; k++)
    g_assert_cmpfloat((double) p[k] / (double) q[k], ==, k == 3 ? 1 : k == 2 ? -1.5 : 0);
  g_assert_false(noslip_recognise_sum(SETS, N, functions, values[1], 1000, p, q));
  g_assert_false(noslip_recognise_sum(SETS, N, functions, values[2], 1000, p, q));
  g_assert_false(noslip_recognise_sum(N, N, functions, values[0], 1000, p, q)); /* nothing would confirm it */
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/conserved-units/nearly", test_nearly);
  g_test_add_func("/conserved-units/ranges", test_ranges);
  g_test_add_func("/conserved-units/bowl", test_bowl);
  g_test_add_func("/conserved-units/sums", test_sums);
  g_test_add_func("/conserved-units/turning-bowl", test_turning_bowl);
  g_test_add_func("/conserved-units/recognise-sum", test_recognise_sum);
  return g_test_run();
}
