/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equilibria of one system, and their stability, in other units of length and time. */
#include "core/finder/equilibria.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>

/* M. Hénon, C. Heiles, Astron. J. 69 (1964) 73: saddles at distance 1 from the minimum. */
#define TEXT                                                                                                           \
  "noslip 1\ncoordinate x in %.17g .. %.17g\ncoordinate y in %.17g .. %.17g\n%s"                                       \
  "potential %.17g*((x^2 + y^2)/2 + (x^2*y - y^3/3)/(%.17g))\ninitial x = %.17g\ninitial y = %.17g\n"                  \
  "initial x' = %.17g\n"
#define FREE "kinetic (x'^2 + y'^2)/2\n"
#define BOUND "coordinate z in %.17g .. %.17g\nkinetic (x'^2 + y'^2 + z'^2)/2\nconstraint lift: z' = x*y'/(%.17g)\n"

/* The saddle on the y axis, in these units. */
static const NoslipEquilibrium *
find_saddle(const NoslipEquilibria *found, double length)
{
  for (guint e = 0; e < found->equilibria->len; e++) {
    const NoslipEquilibrium *at = found->equilibria->pdata[e];
    if (fabs(at->state[0]) < 1e-6 * length && fabs(at->state[1] / length - 1) < 1e-6)
      return at;
  }
  return NULL;
}

static void
check_in_units(gboolean bound, double length, double rate, double speed)
{
  g_autofree char *lift = g_strdup_printf(BOUND, -2 * length, 2 * length, length);
  g_autofree char *text = g_strdup_printf(TEXT, -2 * length, 2 * length, -2 * length, 2 * length, bound ? lift : FREE,
                                          rate * rate, length, 0.1 * length, 0.2 * length, speed * length * rate);
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const NoslipEquilibriaOptions options = {.along = -1, .seed = 1};
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  g_autoptr(NoslipEquilibria) found =
      noslip_equilibria_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  g_assert_cmpuint(found->equilibria->len, ==, 4);
  const NoslipEquilibrium *at = find_saddle(found, length);
  g_assert_nonnull(at);
  g_assert_cmpuint(at->forced, ==, bound ? 1 : 0);
  g_assert_cmpint(at->stable, ==, 0);
  g_assert_cmpfloat_with_epsilon(at->eigenvalues[0] / rate, 1, 1e-9);
  g_assert_cmpfloat_with_epsilon(fabs(at->eigenvalues[3]) / rate, sqrt(3), 1e-9);
}

static void
test_units(gconstpointer data)
{
  gboolean bound = GPOINTER_TO_INT(data);
  check_in_units(bound, 1, 1, 0.3);
  check_in_units(bound, 1, 1e9, 0.3); /* time in nanoseconds */
  check_in_units(bound, 1, 1e-9, 0);  /* slow motions */
  check_in_units(bound, 1, 1e-6, 0);
  check_in_units(bound, 1, 1e-4, 0);
  check_in_units(bound, 1, 1e9, 0);
  check_in_units(bound, 1, 1e-9, 0.3);
  check_in_units(bound, 1e9, 1, 0.3); /* length in nanometres */
  check_in_units(bound, 1e-9, 1e9, 0.3);
}

static NoslipEquilibria *
find_all(const char *text, gboolean relative)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const NoslipEquilibriaOptions options = {.relative = relative, .along = -1, .seed = 1};
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  NoslipEquilibria *found = noslip_equilibria_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  return found;
}

/* The bottom of x^4 is a triple root of the force, to which Newton's method comes only slowly: one equilibrium, of which
 * the linearization tells nothing, in any unit of time. */
static void
test_multiple_root(void)
{
  static const double rates[] = {1, 1e-3, 1e-9, 1e9};
  for (guint i = 0; i < G_N_ELEMENTS(rates); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\nparameter r = %.17g\ncoordinate x in -2 .. 2\n"
                                            "kinetic x'^2/2\npotential r^2*x^4/4\ninitial x = 0.5\n",
                                            rates[i]);
    g_autoptr(NoslipEquilibria) found = find_all(text, FALSE);
    g_assert_cmpuint(found->equilibria->len, ==, 1);
    const NoslipEquilibrium *at = found->equilibria->pdata[0];
    g_assert_cmpint(at->stable, ==, -1);
    g_assert_cmpfloat(fabs(at->state[0]), <, 1e-3);
  }
}

/* Two atoms at the distance r of Lennard-Jones' potential rest at 2^(1/6) sigma, in SI units too, where the coordinate
 * has no range: the forces reach as far as a few sigma, and not a metre. */
static void
test_atoms(void)
{
  static const double sigmas[] = {1, 1e-5, 3.4e-10}, starts[] = {1.13, 1.3};
  for (guint i = 0; i < G_N_ELEMENTS(sigmas) * G_N_ELEMENTS(starts); i++) {
    double sigma = sigmas[i / 2];
    g_autofree char *text = g_strdup_printf("noslip 1\nparameter sigma = %.17g\ncoordinate r\ninitial r = %g*sigma\n"
                                            "kinetic 3.3e-26*r'^2\npotential 6.6e-21*((sigma/r)^12 - (sigma/r)^6)\n",
                                            sigma, starts[i % 2]);
    g_autoptr(NoslipEquilibria) found = find_all(text, FALSE);
    g_assert_cmpuint(found->n_singular, ==, 0);
    g_assert_cmpuint(found->equilibria->len, >=, 1);
    for (guint e = 0; e < found->equilibria->len; e++) { /* the potential is even in r */
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      g_assert_cmpfloat_with_epsilon(fabs(at->state[0]) / sigma, pow(2, 1.0 / 6), 1e-9);
      /* w^2 = 36 4^(1/3) epsilon / (mu sigma^2), mu = 6.6e-26, 4 epsilon = 6.6e-21 */
      g_assert_cmpfloat_with_epsilon(fabs(at->eigenvalues[1]) * sigma, sqrt(36 * cbrt(4) * 2.5e4), 1e-4);
    }
  }
}

/* Every motion of an upright disk is steady: however large the disk is, one family. */
static void
test_disk(void)
{
  static const double radii[] = {1, 10, 1e4};
  for (guint i = 0; i < G_N_ELEMENTS(radii); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\nparameter R = %.17g\ncoordinate x\ncoordinate y\ncoordinate phi angle\n"
                        "coordinate theta angle\nkinetic (x'^2 + y'^2)/2 + 0.5*R^2*theta'^2/2 + 0.25*R^2*phi'^2/2\n"
                        "constraint cx: x' = R*cos(phi)*theta'\nconstraint cy: y' = R*sin(phi)*theta'\n"
                        "initial phi = 0.3\ninitial theta' = 1\ninitial phi' = 0.5\n",
                        radii[i]);
    g_autoptr(NoslipEquilibria) found = find_all(text, TRUE);
    guint moving = 0;
    for (guint e = 0; e < found->equilibria->len; e++)
      moving += ((const NoslipEquilibrium *) found->equilibria->pdata[e])->relative;
    g_assert_cmpuint(moving, ==, 1);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/finder/equilibria/units", GINT_TO_POINTER(FALSE), test_units);
  g_test_add_data_func("/finder/equilibria/units-constraint", GINT_TO_POINTER(TRUE), test_units);
  g_test_add_func("/finder/equilibria/multiple-root", test_multiple_root);
  g_test_add_func("/finder/equilibria/atoms", test_atoms);
  g_test_add_func("/finder/equilibria/disk", test_disk);
  return g_test_run();
}
