/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equations between forms, on rows with given values. */
#include "core/verdict/identities.h"

#include "core/geometry/regularity.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>

static void
measure(const char *text, const double *row, double *forms, double *energy)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipIdentities) identities = noslip_identities_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_assert_nonnull(identities);
  noslip_identities_add_row(identities, parameters, row);
  *forms = noslip_identities_residual(identities, NOSLIP_IDENTITY_FORMS);
  *energy = noslip_identities_residual(identities, NOSLIP_IDENTITY_ENERGY);
}

/* A skate that a force of size f turns: u' = 0, theta'' = f/J, lambda = m u theta'. The force does work, the blade does
 * none. */
static void
test_skate(void)
{
  static const char *const text =
      "noslip 1\nparameter m = 2\nparameter J = 0.5\nparameter f = 0.3\ncoordinate x\ncoordinate y\ncoordinate theta\n"
      "velocity u = cos(theta)*x' + sin(theta)*y'\nvelocity v = -sin(theta)*x' + cos(theta)*y'\nvelocity w = theta'\n"
      "lagrangian m/2*(u^2 + v^2) + J/2*w^2\nconstraint blade: v = 0\nforce w = f\ninitial u = 1\n";
  double forms, energy, u = 0.8, w = 1.5, row[] = {0, 0.1, 0.2, 0.7, u, 0, w, 0, 0, 0.3 / 0.5, 2 * u * w};
  measure(text, row, &forms, &energy);
  g_assert_cmpfloat(forms, <, 1e-15);
  g_assert_cmpfloat(energy, <, 1e-15);
  row[10] = -row[10]; /* a reaction of the wrong sign violates it, although it does no work */
  measure(text, row, &forms, &energy);
  g_assert_cmpfloat(forms, >, 0.1);
  g_assert_cmpfloat(energy, <, 1e-15);
  row[10] = -row[10];
  row[9] *= 1.001;
  measure(text, row, &forms, &energy);
  g_assert_cmpfloat(forms, >, 1e-4);
  g_assert_cmpfloat(energy, >, 1e-4);
}

/* A belt that moves at the speed c under a transverse blade, with friction of its own: x' = c + k y is affine,
 * Delta(phi) = x' on it, and the belt does the work lambda x'. L = (x'^2 + y'^2)/2: x'' = k y' = lambda, y'' = 0. */
static void
test_affine(void)
{
  static const char *const text = "noslip 1\nparameter c = 2\nparameter k = 0.5\ncoordinate x\ncoordinate y\n"
                                  "lagrangian (x'^2 + y'^2)/2\nconstraint belt: x' = c + k*y\n";
  double forms, energy, row[] = {0, 0.3, 0.4, 2.2, 0.7, 0.35, 0, 0.35};
  measure(text, row, &forms, &energy);
  g_assert_cmpfloat(forms, <, 1e-15);
  g_assert_cmpfloat(energy, <, 1e-15);
  row[7] = 0.36;
  measure(text, row, &forms, &energy);
  g_assert_cmpfloat(forms, >, 1e-3);
  g_assert_cmpfloat(energy, >, 1e-3);
  row[7] = INFINITY;
  measure(text, row, &forms, &energy);
  g_assert_true(isnan(forms) && isnan(energy));
}

/* Systems to which the equations do not apply. */
static void
test_not_stated(void)
{
  static const char *const texts[] = {
      "noslip 1\ncoordinate x\nlagrangian (1 + t)*x'^2/2\n",
      "noslip 1\ncoordinate x\nlagrangian x'^2/2\nfriction x' = 1\n",
      "noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 - y^2\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(NoslipSystem) system = test_text(texts[i]);
    g_assert_null(noslip_identities_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC));
  }
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\n");
  g_assert_null(noslip_identities_new(system, NOSLIP_DYNAMICS_FREE));
  g_autoptr(NoslipIdentities) identities = noslip_identities_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  g_assert_true(isnan(noslip_identities_residual(identities, NOSLIP_IDENTITY_FORMS)));
}

/* dphi = 2 y' dy' - dx of y'^2 = x: at y' = 0 it has no component along the fibre. */
static void
test_admissible(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y'^2 = x\n"
                "initial x = 1\ninitial y' = 1\n");
  const double x[] = {1, 0}, y[] = {0, 1}, at_rest[] = {0, 0}, nowhere[] = {0, NAN};
  guint all, fibre;
  g_assert_true(noslip_admissibility_at(system, NULL, x, y, &all, &fibre));
  g_assert_true(all == 1 && fibre == 1);
  g_assert_true(noslip_admissibility_at(system, NULL, x, at_rest, &all, &fibre));
  g_assert_true(all == 1 && fibre == 0);
  g_assert_false(noslip_admissibility_at(system, NULL, x, nowhere, &all, &fibre));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/identities/skate", test_skate);
  g_test_add_func("/identities/affine", test_affine);
  g_test_add_func("/identities/not-stated", test_not_stated);
  g_test_add_func("/identities/admissible", test_admissible);
  return g_test_run();
}
