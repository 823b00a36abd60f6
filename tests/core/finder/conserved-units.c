/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A conserved quantity is lost by a small change of the system, whatever its units are. */
#include "core/finder/conserved.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>

/* Of degree 1. */
static NoslipConserved *
find(const char *text)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  const NoslipConservedOptions options = {.degree = 1, .seed = 1};
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  NoslipConserved *found = noslip_conserved_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  return found;
}

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
      g_autoptr(NoslipConserved) found = find(text);
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
    g_autoptr(NoslipConserved) found = find(text);
    g_assert_true(found->definite);
    g_assert_cmpuint(found->found->len, ==, pulled ? 1 : 4);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/conserved-units/nearly", test_nearly);
  g_test_add_func("/conserved-units/ranges", test_ranges);
  return g_test_run();
}
