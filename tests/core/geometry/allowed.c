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

/* The places where the constraints act, at a row with these coordinates; returns their number. */
static guint
contacts(NoslipSystem *system, guint n, const NoslipAllowedPlace *places, const double *x, guint *acts, gboolean *all,
         NoslipAllowedAt *at)
{
  g_autoptr(NoslipAllowed) allowed = noslip_allowed_new_of_places(system, n, places);
  g_autofree double *row = g_new0(double, noslip_row_size(system)),
                    *parameters = noslip_system_default_parameters(system);
  memcpy(row + noslip_row_x(system), x, system->m * sizeof(double));
  noslip_allowed_set_parameters(allowed, parameters);
  guint found = noslip_allowed_contacts(allowed, row, acts, all);
  for (guint i = 0; i < found; i++)
    g_assert_true(noslip_allowed_evaluate(allowed, acts[i], row, &at[i]));
  return found;
}

/* A board on two axles: at each of these one constraint acts, and none at its centre or at another place. */
static void
test_axles(void)
{
  g_autoptr(NoslipSystem) system =
      system_of("noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta angle\ncoordinate phi angle\n"
                "lagrangian (x'^2 + y'^2 + theta'^2 + phi'^2)/2\n"
                "constraint back:  -x'*sin(theta + phi) + y'*cos(theta + phi) - 0.6*theta'*cos(phi) = 0\n"
                "constraint front: -x'*sin(theta - phi) + y'*cos(theta - phi) + 0.6*theta'*cos(phi) = 0\n"
                "trail (x, y, 0)\ndraw box at (x, y, 0.1) size (1, 1, 0.1) turn z theta\n"
                "draw cylinder from (x - 0.6*cos(theta) - sin(theta), y - 0.6*sin(theta) + cos(theta), 0) "
                "to (x - 0.6*cos(theta) + sin(theta), y - 0.6*sin(theta) - cos(theta), 0) radius 0.1\n"
                "draw sphere at (x + 0.6*cos(theta), y + 0.6*sin(theta), 0.2) radius 0.1\n"
                "draw sphere at (x + 0.5*cos(theta), y + 0.5*sin(theta), 0.2) radius 0.1\n");
  const double x[] = {1, 2, 0.5, 0.3};
  NoslipAllowedPlace places[5] = {{NULL, NULL}};
  NoslipAllowedAt at[5];
  guint acts[5];
  gboolean all;
  for (guint i = 0; i < 5; i++)
    places[i].draw = &system->draws[i];
  g_assert_cmpuint(contacts(system, 5, places, x, acts, &all, at), ==, 2);
  g_assert_true(all);
  g_assert_cmpuint(acts[0], ==, 2);
  check_vector(at[0].at, 1 - 0.6 * cos(0.5), 2 - 0.6 * sin(0.5), 0);
  g_assert_cmpuint(at[0].n_allowed, ==, 1);
  g_assert_cmpfloat_with_epsilon(fabs(at[0].allowed[0][0] * cos(0.8) + at[0].allowed[0][1] * sin(0.8)), 1, NEAR);
  g_assert_cmpuint(acts[1], ==, 3);
  check_vector(at[1].at, 1 + 0.6 * cos(0.5), 2 + 0.6 * sin(0.5), 0.2);
  g_assert_cmpfloat_with_epsilon(fabs(at[1].allowed[0][0] * cos(0.2) + at[1].allowed[0][1] * sin(0.2)), 1, NEAR);
  g_assert_cmpuint(contacts(system, 3, places, x, acts, &all, at), ==, 1);
  g_assert_false(all); /* that of the front wheels acts at none of these */
}

/* Two wheels that roll: the constraints act where these touch the ground, two at each, and not at their hubs. */
static void
test_wheels(void)
{
  g_autoptr(NoslipSystem) system =
      system_of("noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta angle\ncoordinate l angle\ncoordinate r angle\n"
                "let v = x'*cos(theta) + y'*sin(theta)\n"
                "lagrangian (x'^2 + y'^2 + theta'^2 + l'^2 + r'^2)/2\n"
                "constraint -x'*sin(theta) + y'*cos(theta) = 0\n"
                "constraint v - 0.4*theta' - 0.25*l' = 0\nconstraint v + 0.4*theta' - 0.25*r' = 0\n"
                "trail (x, y, 0)\n"
                "draw disk at (x - 0.4*sin(theta), y + 0.4*cos(theta), 0.25) radius 0.25 axis (0, 0, 1) "
                "turn z pi/2 - l x pi/2 z theta\n"
                "draw disk at (x + 0.4*sin(theta), y - 0.4*cos(theta), 0.25) radius 0.25 axis (0, 0, 1) "
                "turn z pi/2 - r x pi/2 z theta\n");
  const double x[] = {1, 2, 0.5, 0.3, -0.7};
  const NoslipDraw *trail = &system->draws[0], *left = &system->draws[1], *right = &system->draws[2];
  const NoslipAllowedPlace places[] = {{trail, NULL}, {left, NULL}, {right, NULL}, {NULL, left}, {NULL, right}};
  NoslipAllowedAt at[5];
  guint acts[5];
  gboolean all;
  g_assert_cmpuint(contacts(system, 5, places, x, acts, &all, at), ==, 2);
  g_assert_true(all);
  g_assert_cmpuint(acts[0], ==, 3);
  g_assert_cmpuint(acts[1], ==, 4);
  check_vector(at[0].at, 1 - 0.4 * sin(0.5), 2 + 0.4 * cos(0.5), 0);
  check_vector(at[1].at, 1 + 0.4 * sin(0.5), 2 - 0.4 * cos(0.5), 0);
  g_assert_cmpuint(at[0].n_allowed, ==, 1); /* the place itself moves along the wheel */
  g_assert_cmpfloat_with_epsilon(fabs(at[0].allowed[0][0] * cos(0.5) + at[0].allowed[0][1] * sin(0.5)), 1, NEAR);
}

/* A stone that rolls on the ground, turned about its long axis: its lowest point by a closed form. */
static void
test_lowest(void)
{
  g_autoptr(NoslipSystem) system =
      system_of("noslip 1\ncoordinate x\ncoordinate y\nrotation R (q0, q1, q2, q3) body (w1, w2, w3)\n"
                "let h = sqrt(25*R31^2 + 9*R32^2 + 4*R33^2)\nlet s = (25*R31, 9*R32, 4*R33)/h\n"
                "let u = R*cross(s, (w1, w2, w3))\nlagrangian (x'^2 + y'^2 + d(h)^2 + w1^2 + w2^2 + w3^2)/2\n"
                "constraint x' + u.x = 0\nconstraint y' + u.y = 0\n"
                "trail (x, y, h) + 4*(R11, R21, R31)\n"
                "draw ellipsoid at (x, y, h) size (10, 6, 4) turn quaternion (q0, q1, q2, q3)\n");
  const double angle = 0.4, x[] = {1, 2, cos(angle / 2), sin(angle / 2), 0, 0};
  double c = cos(angle), s = sin(angle), h = sqrt(9 * s * s + 4 * c * c);
  const NoslipDraw *trail = &system->draws[0], *stone = &system->draws[1];
  const NoslipAllowedPlace places[] = {{trail, NULL}, {stone, NULL}, {trail, stone}, {NULL, stone}};
  NoslipAllowedAt at[4];
  guint acts[4];
  gboolean all;
  g_assert_cmpuint(contacts(system, 4, places, x, acts, &all, at), ==, 1);
  g_assert_true(all);
  g_assert_cmpuint(acts[0], ==, 3);
  check_vector(at[0].at, 1, 2 - 5 * s * c / h, 0);
  g_assert_cmpuint(at[0].n_allowed, ==, 2); /* anywhere on the ground */
  g_assert_cmpfloat_with_epsilon(at[0].allowed[0][2], 0, NEAR);
  g_assert_cmpfloat_with_epsilon(at[0].allowed[1][2], 0, NEAR);
}

/* A ball that rolls inside a vertical cylinder touches it at its side: there both constraints act, at its lowest point
 * only one. */
static void
test_side(void)
{
  g_autoptr(NoslipSystem) system =
      system_of("noslip 1\ncoordinate phi angle\ncoordinate z\nrotation R (q0, q1, q2, q3) space (w1, w2, w3)\n"
                "lagrangian (phi'^2 + z'^2 + w1^2 + w2^2 + w3^2)/2\n"
                "constraint 2*phi' + 0.5*w3 = 0\nconstraint z' - 0.5*(-w1*sin(phi) + w2*cos(phi)) = 0\n"
                "trail (2.5*cos(phi), 2.5*sin(phi), z)\n"
                "draw sphere at (2*cos(phi), 2*sin(phi), z) radius 0.5 turn quaternion (q0, q1, q2, q3)\n");
  const double x[] = {0.3, 1, cos(0.2), sin(0.2), 0, 0};
  const NoslipDraw *trail = &system->draws[0], *ball = &system->draws[1];
  const NoslipAllowedPlace places[] = {{trail, NULL}, {NULL, ball}, {ball, NULL}, {trail, ball}};
  NoslipAllowedAt at[4];
  guint acts[4];
  gboolean all;
  g_assert_cmpuint(contacts(system, 4, places, x, acts, &all, at), ==, 1);
  g_assert_true(all);
  g_assert_cmpuint(acts[0], ==, 3);
  check_vector(at[0].at, 2.5 * cos(0.3), 2.5 * sin(0.3), 1);
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
  g_test_add_func("/allowed/axles", test_axles);
  g_test_add_func("/allowed/wheels", test_wheels);
  g_test_add_func("/allowed/lowest", test_lowest);
  g_test_add_func("/allowed/side", test_side);
  return g_test_run();
}
