/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The allowed velocities of points against closed forms. */
#include "core/geometry/allowed.h"

#include "core/language/language.h"
#include "core/system/row.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define NEAR 1e-12

static NoslipSystem *
system_of(const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, -1, "test", "test", diagnostics);
  g_assert_cmpuint(diagnostics->n_errors, ==, 0);
  g_assert_nonnull(system);
  return system;
}

/* The point of the first trail at a row with these values, in the order of the row; lambda follows. */
static void
evaluate(const char *text, const double *x, const double *y, const double *lambda, NoslipAllowedAt *at)
{
  g_autoptr(NoslipSystem) system = system_of(text);
  g_autofree double *row = g_new0(double, noslip_row_size(system)),
                    *parameters = noslip_system_default_parameters(system);
  const NoslipDraw *trail = &system->draws[0];
  g_assert_cmpint(trail->kind, ==, NOSLIP_DRAW_TRAIL);
  memcpy(row + noslip_row_x(system), x, system->m * sizeof(double));
  memcpy(row + noslip_row_y(system), y, system->n * sizeof(double));
  memcpy(row + noslip_row_lambda(system), lambda, system->k * sizeof(double));
  g_autoptr(NoslipAllowed) allowed = noslip_allowed_new(system, 1, trail->at);
  noslip_allowed_set_parameters(allowed, parameters);
  g_assert_true(noslip_allowed_evaluate(allowed, 0, row, at));
}

static void
check_vector(const double *found, double x, double y, double z)
{
  g_assert_cmpfloat_with_epsilon(found[0], x, NEAR);
  g_assert_cmpfloat_with_epsilon(found[1], y, NEAR);
  g_assert_cmpfloat_with_epsilon(found[2], z, NEAR);
}

#define SLEIGH                                                                                                         \
  "noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta angle\n"                                                     \
  "velocity v1 = cos(theta)*x' + sin(theta)*y'\nvelocity v2 = -sin(theta)*x' + cos(theta)*y'\nvelocity w = theta'\n"   \
  "lagrangian (v1^2 + (v2 + 0.3*w)^2)/2 + w^2\nconstraint blade: v2 = 0\n"

/* The blade moves along itself, may not move across itself, and is pushed across itself by lambda. */
static void
test_blade(void)
{
  const double x[] = {1, 2, 0.5}, y[] = {3, 0, 0.7}, lambda[] = {-0.25};
  NoslipAllowedAt at;
  evaluate(SLEIGH "trail (x, y, 0)\n", x, y, lambda, &at);
  double c = cos(0.5), s = sin(0.5);
  check_vector(at.at, 1, 2, 0);
  check_vector(at.velocity, 3 * c, 3 * s, 0);
  check_vector(at.drift, 0, 0, 0);
  g_assert_cmpuint(at.n_allowed, ==, 1);
  g_assert_cmpfloat_with_epsilon(fabs(at.allowed[0][0] * c + at.allowed[0][1] * s), 1, NEAR);
  g_assert_cmpuint(at.n_forbidden, ==, 1);
  g_assert_cmpfloat_with_epsilon(fabs(-at.forbidden[0][0] * s + at.forbidden[0][1] * c), 1, NEAR);
  g_assert_true(at.has_reaction);
  check_vector(at.reaction, 0.25 * s, -0.25 * c, 0);
  /* a point ahead of the blade may go anywhere on the ice */
  evaluate(SLEIGH "trail (x + cos(theta), y + sin(theta), 0)\n", x, y, lambda, &at);
  g_assert_cmpuint(at.n_allowed, ==, 2);
  g_assert_cmpuint(at.n_forbidden, ==, 0);
}

/* z' = y x' + a: a plane with the normal (-y, 0, 1), shifted by the drift a (-y, 0, 1)/(1 + y^2); it contains the
 * velocity. */
static void
test_affine(void)
{
  const double q[] = {0.1, -0.6, 0.2}, v[] = {1, 0.7, -0.6 + 0.4}, lambda[] = {2};
  NoslipAllowedAt at;
  evaluate("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian 1.3*(x'^2 + y'^2 + z'^2)/2\n"
           "constraint slope: z' - y*x' = 0.4\ninitial z' = 0.4\ntrail (x, y, z)\n",
           q, v, lambda, &at);
  double norm = 1 + 0.36;
  g_assert_cmpuint(at.n_allowed, ==, 2);
  for (guint b = 0; b < 2; b++)
    g_assert_cmpfloat_with_epsilon(0.6 * at.allowed[b][0] + at.allowed[b][2], 0, NEAR);
  check_vector(at.drift, 0.4 * 0.6 / norm, 0, 0.4 / norm);
  g_assert_cmpuint(at.n_forbidden, ==, 1);
  g_assert_cmpfloat_with_epsilon(fabs(at.forbidden[0][2]), 1 / sqrt(norm), NEAR);
  check_vector(at.reaction, 2 * 0.6, 0, 2);
  /* where the plane contains the diagonal (1, 0, 1), across it is (-1, 0, 1) */
  const double diagonal[] = {0.1, 1, 0.2}, w[] = {1, 0.7, 1 + 0.4};
  evaluate("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian 1.3*(x'^2 + y'^2 + z'^2)/2\n"
           "constraint slope: z' - y*x' = 0.4\ninitial z' = 0.4\ntrail (x, y, z)\n",
           diagonal, w, lambda, &at);
  g_assert_cmpuint(at.n_allowed, ==, 2);
  g_assert_cmpuint(at.n_forbidden, ==, 1);
  g_assert_cmpfloat_with_epsilon(fabs(at.forbidden[0][2] - at.forbidden[0][0]), sqrt(2), NEAR);
}

/* Dido's problem: W has no inverse, and the covector mu (y/2, -x/2, 1) is shown as it is. */
static void
test_covector(void)
{
  const double q[] = {0.2, -0.1, 0.3}, v[] = {0.7, 0.4, 0.2 * 0.4 / 2 + 0.1 * 0.7 / 2}, mu[] = {1.1};
  NoslipAllowedAt at;
  evaluate("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\n"
           "constraint level: z' - (x*y' - y*x')/2 = 0\ndynamics vakonomic\ninitial mu(level) = 1\ntrail (x, y, z)\n",
           q, v, mu, &at);
  g_assert_cmpuint(at.n_allowed, ==, 2);
  check_vector(at.drift, 0, 0, 0);
  g_assert_true(at.has_reaction);
  check_vector(at.reaction, -0.1 / 2 * 1.1, -0.2 / 2 * 1.1, 1.1);
}

static void
test_field(void)
{
  g_autoptr(NoslipSystem) field = system_of("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                            "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint z' - y*x' = 0\n"
                                            "trail (x, z, y)\ntrail (x, z, 2*y)\ntrail (x, x', z)\n");
  NoslipExpr points[9];
  for (guint i = 0; i < 3; i++)
    memcpy(points + 3 * i, field->draws[i].at, 3 * sizeof(NoslipExpr));
  g_autoptr(NoslipAllowed) allowed = noslip_allowed_new(field, 3, points);
  g_autofree double *row = g_new0(double, noslip_row_size(field));
  guint index[3];
  NoslipAllowedAt at;
  g_assert_true(noslip_allowed_is_field(allowed, 0, index));
  g_assert_cmpuint(index[1], ==, 2);
  g_assert_false(noslip_allowed_is_field(allowed, 1, index));
  g_assert_true(noslip_allowed_evaluate(allowed, 1, row, &at));
  g_assert_false(noslip_allowed_evaluate(allowed, 2, row, &at)); /* it depends on a velocity */
  row[noslip_row_x(field)] = NAN;
  g_assert_false(noslip_allowed_evaluate(allowed, 0, row, &at));
  g_autoptr(NoslipSystem) unbound = system_of("noslip 1\ncoordinate x\nlagrangian x'^2/2\n");
  g_assert_null(noslip_allowed_new(unbound, 1, points));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/allowed/blade", test_blade);
  g_test_add_func("/allowed/affine", test_affine);
  g_test_add_func("/allowed/covector", test_covector);
  g_test_add_func("/allowed/field", test_field);
  return g_test_run();
}
