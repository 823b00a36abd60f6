/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the equations of an equilibrium are small, or have slopes that vanish, without a family of equilibria. */
#include "core/finder/equilibria.h"
#include "tests/core/finder/equilibria-find.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* A force that only tends to 0, as that of an exponential or of Lennard-Jones' potential, ends nowhere. */
static void
test_decays(void)
{
  static const struct {
    const char *text;
    double only; /* the equilibrium, or NAN */
  } cases[] = {
      {"coordinate x in -3 .. 3\nlagrangian x'^2/2 - exp(-5*x)\nforce x' = -x'\n", NAN},
      {"coordinate x in -3 .. 3\nlagrangian x'^2/2 - exp(-x)\n", NAN},
      {"coordinate x in -3 .. 3\nlagrangian x'^2/2 - tanh(3*x)\nforce x' = -x'\n", NAN},
      {"coordinate x in 0.5 .. 20\nlagrangian x'^2/2 - 1/x^6\ninitial x = 2\n", NAN},
      {"coordinate x in 0.5 .. 5\nlagrangian x'^2/2 - 4*(1/x^12 - 1/x^6)\nforce x' = -x'\ninitial x = 2\n",
       1.122462048309373}, /* 2^(1/6) */
      {"coordinate x in -2 .. 20\nlagrangian x'^2/2 - (1 - exp(-x))^2\nforce x' = -x'\n", 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    for (guint seed = 1; seed <= 2; seed++) {
      g_autofree char *text = g_strconcat("noslip 1\n", cases[i].text, NULL);
      g_autoptr(NoslipSystem) system = test_text(text);
      g_autoptr(NoslipEquilibria) found =
          test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1, .seed = seed}, 0, NULL);
      if (isnan(cases[i].only)) {
        g_assert_cmpuint(found->equilibria->len, ==, 0);
        continue;
      }
      g_assert_cmpuint(found->equilibria->len, ==, 1);
      const NoslipEquilibrium *at = test_first_equilibrium(found);
      g_assert_cmpfloat_with_epsilon(at->state[0], cases[i].only, 1e-9);
      g_assert_cmpint(at->stable, ==, 1);
      g_assert_cmpuint(at->dimension, ==, 0);
    }
}

/* y'' = (y - 1)^5 - y' has one state of rest, a fivefold root, which is unstable: the linearization, with the eigenvalues 0
 * and -1, does not decide it, and no family forces the 0. */
static void
test_multiple_root(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate y in -2 .. 2\nlagrangian y'^2/2 + (y - 1)^6/6\nforce y' = -y'\n");
  for (guint seed = 1; seed <= 3; seed++) {
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1, .seed = seed}, 0, NULL);
    g_assert_cmpuint(found->equilibria->len, ==, 1);
    const NoslipEquilibrium *at = test_first_equilibrium(found);
    g_assert_cmpfloat_with_epsilon(at->state[0], 1, 1e-9);
    g_assert_cmpint(at->stable, ==, -1);
    g_assert_cmpuint(at->forced, ==, 0);
    g_assert_cmpuint(at->dimension, ==, 0);
  }
}

/* V = -x^2 y^2/2 has the axes as equilibria, which cross at the origin: that is unstable along x = y. */
static void
test_crossing(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x in -2 .. 2\ncoordinate y in -2 .. 2\nlagrangian (x'^2 + y'^2)/2 + "
                "x^2*y^2/2\nforce x' = -x'\nforce y' = -y'\n");
  const Value origin[] = {{"x", 0}, {"y", 0}};
  g_autoptr(NoslipEquilibria) found =
      test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, G_N_ELEMENTS(origin), origin);
  g_assert_cmpint(test_first_equilibrium(found)->stable, ==, -1);
}

/* On sl(2) with L = (a h^2 + b e^2 + c f^2)/2: p_h' = 2 (f p_f - e p_e), so that h = 0 and b e^2 = c f^2 are two lines of
 * equilibria; e = f = 0 is a third. They cross at 0, to which Newton's method leads from everywhere, and which none of them
 * is represented by. */
static void
test_lines(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nsection h\nsection e\nsection f\nbracket [h,e] = 2*e\nbracket [h,f] = -2*f\n"
                "bracket [e,f] = h\nlagrangian h^2/2 + 2*e^2/2 + 3*f^2/2\ninitial h = 1\ninitial e = 0.3\n"
                "initial f = 0.4\n");
  for (guint seed = 1; seed <= 3; seed++) {
    guint alone = 0, lines = 0;
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1, .seed = seed}, 0, NULL);
    for (guint i = 0; i < found->equilibria->len; i++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[i];
      double h = at->state[0], e = at->state[1], f = at->state[2];
      g_assert_cmpfloat(hypot(h, hypot(e, f)), >, 1e-3);
      g_assert_cmpuint(at->dimension, ==, 1);
      alone += fabs(e) < 1e-9 && fabs(f) < 1e-9;
      lines += fabs(h) < 1e-9 && fabs(2 * e * e - 3 * f * f) < 1e-9;
    }
    g_assert_cmpuint(alone, ==, 1);
    g_assert_cmpuint(lines, >=, 1);
    g_assert_cmpuint(alone + lines, ==, found->equilibria->len);
  }
}

/* Where forces are far larger elsewhere in the range, velocities are too: the eigenvalues here are those of the slopes here,
 * and the states beside it are not at rest. */
static void
test_large_forces_elsewhere(void)
{
  static const struct {
    const char *text;
    double at, re, im; /* the one equilibrium and its pair of eigenvalues */
    guint n;           /* eigenvalues */
  } cases[] = {
      {"coordinate x in -60 .. 60\nlagrangian x'^2/2 - exp(-x) - x\ninitial x = 0.5\n", 0, 0, 1, 2},
      /* Lennard-Jones: V'' = 72/r^2 at its minimum, where V = -1 */
      {"coordinate x in 0.5e-3 .. 1\nlagrangian x'^2/2 - ((1e-3/x)^12 - 2*(1e-3/x)^6)\ninitial x = 1.03e-3\n", 1e-3, 0,
       8485.281374238571, 2},
      {"coordinate x in 0.5e-3 .. 1\ncoordinate y in -1 .. 1\nlagrangian (x'^2 + y'^2)/2 - ((1e-3/x)^12 - "
       "2*(1e-3/x)^6) - "
       "y^2/2\ninitial x = 1.03e-3\n",
       1e-3, 0, 8485.281374238571, 4},
      {"coordinate x in 0.5e-3 .. 1\nlagrangian x'^2/2 - ((1e-3/x)^12 - 2*(1e-3/x)^6)\nforce x' = -100*x'\n"
       "initial x = 1.03e-3\n",
       1e-3, -50, 8485.134059614728, 2}, /* sqrt(72e6 - 50^2) */
      /* Morse: V'' = 2/s^2, without a range */
      {"coordinate x\nlagrangian x'^2/2 - (1 - exp(-(x - 0.01)/0.01))^2\ninitial x = 0.0103\n", 0.01, 0,
       141.4213562373095, 2},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    for (guint seed = 1; seed <= 2; seed++) {
      g_autofree char *text = g_strconcat("noslip 1\n", cases[i].text, NULL);
      g_autoptr(NoslipSystem) system = test_text(text);
      g_autoptr(NoslipEquilibria) found =
          test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1, .seed = seed}, 0, NULL);
      g_assert_cmpuint(found->equilibria->len, ==, 1);
      const NoslipEquilibrium *at = test_first_equilibrium(found);
      g_assert_cmpfloat_with_epsilon(at->state[0], cases[i].at, 1e-9);
      g_assert_cmpuint(at->n, ==, cases[i].n);
      g_assert_cmpuint(at->forced, ==, 0);
      g_assert_cmpuint(at->dimension, ==, 0);
      for (guint k = 0; k < 2; k++) {
        g_assert_cmpfloat_with_epsilon(at->eigenvalues[2 * k], cases[i].re, 1e-7 * cases[i].im);
        g_assert_cmpfloat_with_epsilon(at->eigenvalues[2 * k + 1], k == 0 ? cases[i].im : -cases[i].im,
                                       1e-7 * cases[i].im);
      }
    }
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x in -60 .. 60\nlagrangian x'^2/2 - exp(-x) - x\n");
  const Value beside = {"x", 3};
  g_autoptr(NoslipEquilibria) none = test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, 1, &beside);
  for (guint e = 0; e < none->equilibria->len; e++)
    g_assert_cmpfloat_with_epsilon(((const NoslipEquilibrium *) none->equilibria->pdata[e])->state[0], 0, 1e-9);
}

/* A stiff round valley that is slightly tilted has isolated equilibria only, near x = -1 and 1 and at the top: along
 * the valley the tilt is far smaller than the terms of the force, and still no rounding. Without it the valley is a
 * family. */
static void
test_tilted_valley(void)
{
  static const struct {
    double stiffness, tilt;
  } cases[] = {{1e9, 0.01}, {1e9, 0}, {1e12, 1}, {1, 1e-12}, {1, 0}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\ncoordinate x in -2 .. 2\ncoordinate y in -2 .. 2\nkinetic (x'^2 + y'^2)/2\n"
                        "potential %.17g*(x^2 + y^2 - 1)^2 + %.17g*x\ninitial x = 0\ninitial y = -1\n",
                        cases[i].stiffness, cases[i].tilt);
    g_autoptr(NoslipSystem) system = test_text(text);
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, 0, NULL);
    g_assert_cmpuint(found->equilibria->len, ==, cases[i].tilt > 0 ? 3 : 2);
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      double r = hypot(at->state[0], at->state[1]);
      g_assert_cmpuint(at->dimension, ==, cases[i].tilt == 0 && r > 0.5 ? 1 : 0);
      g_assert_cmpint(at->stable, ==, r > 0.5 ? -1 : 0);
      g_assert_true(r < 1e-9 || fabs(r - 1) < 1e-9);
      g_assert_true(cases[i].tilt == 0 || fabs(at->state[1]) < 1e-9);
    }
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/equilibria/decays", test_decays);
  g_test_add_func("/equilibria/multiple-root", test_multiple_root);
  g_test_add_func("/equilibria/crossing", test_crossing);
  g_test_add_func("/equilibria/lines", test_lines);
  g_test_add_func("/equilibria/tilted-valley", test_tilted_valley);
  g_test_add_func("/equilibria/large-forces-elsewhere", test_large_forces_elsewhere);
  return g_test_run();
}
