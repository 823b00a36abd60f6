/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The spaces of the Geometry view against closed forms. */
#include "core/geometry/figure/space.h"

#include "core/language/language.h"
#include "core/system/row.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define NEAR 1e-12

typedef struct {
  NoslipSystem *system;
  NoslipSpaces *spaces;
  double *parameters, *row;
  NoslipSpace space[2];
  guint n;
} Case;

/* The spaces of a text at a row: x, y, then the multipliers. */
static void
case_open(Case *c, const char *text, NoslipSpaceKind kind, const double *x, const double *y, const double *mu)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  *c = (Case){.system = noslip_language_system(text, -1, "test", "test", diagnostics)};
  g_assert_cmpuint(diagnostics->n_errors, ==, 0);
  c->parameters = noslip_system_default_parameters(c->system);
  c->row = g_new0(double, noslip_row_size(c->system));
  memcpy(c->row + noslip_row_x(c->system), x, c->system->m * sizeof(double));
  memcpy(c->row + noslip_row_y(c->system), y, c->system->n * sizeof(double));
  if (mu)
    memcpy(c->row + noslip_row_lambda(c->system), mu, c->system->k * sizeof(double));
  c->spaces = noslip_spaces_new(c->system, c->system->dynamics);
  const NoslipSpaceQuery query = {.parameters = c->parameters, .row = c->row};
  c->n = noslip_spaces_evaluate(c->spaces, kind, &query, c->space);
}

static void
case_close(Case *c)
{
  noslip_space_clear(&c->space[0]);
  noslip_space_clear(&c->space[1]);
  noslip_spaces_free(c->spaces);
  noslip_system_unref(c->system);
  g_free(c->parameters);
  g_free(c->row);
}

static const NoslipMesh *
part(const NoslipSpace *space, NoslipPartRole role)
{
  const NoslipPart *found = noslip_space_part(space, role, 0);
  g_assert_nonnull(found);
  g_assert_cmpuint(noslip_mesh_n_points(found->mesh), >, 1);
  return found->mesh;
}

/* Level sets lie where the function vanishes: a sphere, and the circle in which a plane cuts it. */

static double
sphere(const double p[3], gpointer data)
{
  return p[0] * p[0] + p[1] * p[1] + p[2] * p[2] - 1;
}

static double
plane(const double p[3], gpointer data)
{
  return p[0] + 2 * p[1] - 0.5;
}

static void
test_level_sets(void)
{
  const double low[3] = {-1.5, -1.4, -1.3}, high[3] = {1.3, 1.4, 1.5};
  g_autoptr(NoslipMesh) surface = noslip_mesh_new(), circle = noslip_mesh_new(), curve = noslip_mesh_new();
  noslip_mesh_add_level(surface, 3, 12, low, high, sphere, NULL);
  g_assert_cmpuint(surface->triangles->len, >, 600);
  double reach[2] = {INFINITY, -INFINITY};
  for (guint i = 0; i < noslip_mesh_n_points(surface); i++) {
    const double *p = noslip_mesh_point(surface, i);
    g_assert_cmpfloat_with_epsilon(sphere(p, NULL), 0, 1e-6);
    reach[0] = fmin(reach[0], p[2]);
    reach[1] = fmax(reach[1], p[2]);
  }
  g_assert_cmpfloat_with_epsilon(reach[0], -1, 0.02);
  g_assert_cmpfloat_with_epsilon(reach[1], 1, 0.02);
  noslip_mesh_add_cut(surface, plane, NULL, circle);
  g_assert_cmpuint(circle->segments->len, >, 40);
  for (guint i = 0; i < noslip_mesh_n_points(circle); i++) {
    const double *p = noslip_mesh_point(circle, i);
    g_assert_cmpfloat_with_epsilon(plane(p, NULL), 0, 1e-9);
    g_assert_cmpfloat_with_epsilon(sphere(p, NULL), 0, 0.06); /* inside by the sagitta of a triangle */
  }
  const double flat_low[3] = {-1.5, -1.5, 0}, flat_high[3] = {1.5, 1.5, 0};
  noslip_mesh_add_level(curve, 2, 40, flat_low, flat_high, sphere, NULL);
  g_assert_cmpuint(curve->triangles->len, ==, 0);
  g_assert_cmpuint(curve->segments->len, >, 100);
  for (guint i = 0; i < noslip_mesh_n_points(curve); i++)
    g_assert_cmpfloat_with_epsilon(sphere(noslip_mesh_point(curve, i), NULL), 0, 1e-6);
}

/* The half axes of z^T shape^-1 z = 1, in any units of the axes, and for a flat ellipsoid. */
static void
test_half_axes(void)
{
  const double shape[9] = {2, 1, 0, 1, 2, 0, 0, 0, 0}; /* eigenvalues 3 and 1 */
  double axes[3][3], mixed[9];
  g_assert_cmpuint(noslip_mesh_half_axes(shape, axes), ==, 2);
  g_assert_cmpfloat_with_epsilon(fabs(axes[0][0]), sqrt(1.5), NEAR);
  g_assert_cmpfloat_with_epsilon(axes[0][0], axes[0][1], NEAR);
  g_assert_cmpfloat_with_epsilon(axes[1][0], -axes[1][1], NEAR);
  for (guint i = 0; i < 9; i++)
    mixed[i] = shape[i] * (i / 3 == 0 ? 1e6 : 1) * (i % 3 == 0 ? 1e6 : 1);
  g_assert_cmpuint(noslip_mesh_half_axes(mixed, axes), ==, 2);
  for (guint i = 0; i < 2; i++)
    for (guint j = 0; j < 2; j++) {
      double sum = axes[0][i] * axes[0][j] + axes[1][i] * axes[1][j];
      g_assert_cmpfloat_with_epsilon(sum / mixed[3 * i + j], 1, NEAR);
    }
}

#define SLEIGH                                                                                                         \
  "noslip 1\nparameter m = 1.4\nparameter J = 0.5\nparameter a = 0.3\ncoordinate x\ncoordinate y\n"                    \
  "coordinate theta angle\nvelocity v1 = cos(theta)*x' + sin(theta)*y'\n"                                              \
  "velocity v2 = -sin(theta)*x' + cos(theta)*y'\nvelocity w = theta'\n"                                                \
  "lagrangian m/2*(v1^2 + (v2 + a*w)^2) + J/2*w^2\nconstraint blade: v2 = 0\n"

/* The sleigh: an ellipsoid of equal energy, the plane v2 = 0, and the ellipse m v1^2 + (J + m a^2) w^2 = 2 E in it. */
static void
test_velocities(void)
{
  const double x[] = {1, 2, 0.5}, y[] = {3, 0, 0.7};
  Case c;
  case_open(&c, SLEIGH, NOSLIP_SPACE_VELOCITIES, x, y, NULL);
  g_assert_cmpuint(c.n, ==, 1);
  g_assert_cmpint(c.space[0].shown, ==, NOSLIP_SHOWN_WHOLE);
  double twice = 1.4 * (9 + 0.21 * 0.21) + 0.5 * 0.49;
  const NoslipMesh *energy = part(&c.space[0], NOSLIP_PART_ENERGY), *level = part(&c.space[0], NOSLIP_PART_LEVEL),
                   *allowed = part(&c.space[0], NOSLIP_PART_ALLOWED);
  for (guint i = 0; i < noslip_mesh_n_points(energy); i++) {
    const double *p = noslip_mesh_point(energy, i);
    double across = p[1] + 0.3 * p[2];
    g_assert_cmpfloat_with_epsilon(1.4 * (p[0] * p[0] + across * across) + 0.5 * p[2] * p[2], twice, 1e-11);
  }
  for (guint i = 0; i < noslip_mesh_n_points(level); i++) {
    const double *p = noslip_mesh_point(level, i);
    g_assert_cmpfloat_with_epsilon(p[1], 0, NEAR);
    g_assert_cmpfloat_with_epsilon(1.4 * p[0] * p[0] + (0.5 + 1.4 * 0.09) * p[2] * p[2], twice, 1e-11);
  }
  g_assert_cmpuint(noslip_mesh_n_points(allowed), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat_with_epsilon(noslip_mesh_point(allowed, i)[1], 0, NEAR);
  const double *now = noslip_mesh_point(part(&c.space[0], NOSLIP_PART_NOW), 1);
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat(now[i], ==, y[i]);
  case_close(&c);
}

#define BALL                                                                                                           \
  "noslip 1\nparameter r = 0.5\nparameter k = 0.3\nparameter Omega = 1.2\ncoordinate x\ncoordinate y\n"                \
  "section x'\nsection y'\nsection w1\nsection w2\nsection w3\n"                                                       \
  "bracket [w2, w1] = w3\nbracket [w3, w2] = w1\nbracket [w1, w3] = w2\n"                                              \
  "lagrangian (x'^2 + y'^2 + k^2*(w1^2 + w2^2 + w3^2))/2\n"                                                            \
  "constraint slip_x: x' - r*w2 + Omega*y = 0\nconstraint slip_y: y' + r*w1 - Omega*x = 0\n"

/* The ball on a table that turns: on M, w1 = (Omega x - y')/r and w2 = (x' + Omega y)/r, and the energy restricts x',
 * y', w3 to an ellipsoid, which is also its projection. */
static void
test_shadow(void)
{
  const double x[] = {0.7, -0.2}, w1 = (1.2 * 0.7 - 0.4) / 0.5, w2 = (0.3 - 0.24) / 0.5, y[] = {0.3, 0.4, w1, w2, 0.8};
  Case c;
  case_open(&c, BALL, NOSLIP_SPACE_VELOCITIES, x, y, NULL);
  g_assert_cmpint(c.space[0].shown, ==, NOSLIP_SHOWN_SHADOW);
  g_assert_cmpstr(c.space[0].axes[0], ==, "x'");
  g_assert_cmpstr(c.space[0].axes[1], ==, "y'");
  g_assert_cmpstr(c.space[0].axes[2], ==, "w3");
  double twice = 0.09 + 0.16 + 0.09 * (w1 * w1 + w2 * w2 + 0.64);
  const NoslipMesh *level = part(&c.space[0], NOSLIP_PART_LEVEL);
  g_assert_cmpuint(level->triangles->len, >, 0);
  for (guint i = 0; i < noslip_mesh_n_points(level); i++) {
    const double *p = noslip_mesh_point(level, i);
    double turned[] = {(1.2 * 0.7 - p[1]) / 0.5, (p[0] - 0.24) / 0.5};
    double energy = p[0] * p[0] + p[1] * p[1] + 0.09 * (turned[0] * turned[0] + turned[1] * turned[1] + p[2] * p[2]);
    g_assert_cmpfloat_with_epsilon(energy, twice, 1e-11);
  }
  case_close(&c);
}

#define BODY "noslip 1\nrotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlagrangian (2*w1^2 + 3*w2^2 + 4*w3^2)/2\n"

/* The rigid body: the sphere of its momentum, and the ellipsoid p1^2/2 + p2^2/3 + p3^2/4 = 2 E. */
static void
test_momentum_sphere(void)
{
  const double x[] = {1, 0, 0, 0}, y[] = {0.5, -1, 0.25};
  Case c;
  case_open(&c, BODY, NOSLIP_SPACE_MOMENTA, x, y, NULL);
  g_assert_cmpuint(c.n, ==, 1);
  g_assert_cmpint(noslip_spaces_default(c.spaces), ==, NOSLIP_SPACE_MOMENTA);
  const NoslipMesh *orbit = part(&c.space[0], NOSLIP_PART_ORBIT), *energy = part(&c.space[0], NOSLIP_PART_ENERGY);
  for (guint i = 0; i < noslip_mesh_n_points(orbit); i++) {
    const double *p = noslip_mesh_point(orbit, i);
    g_assert_cmpfloat_with_epsilon(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], 1 + 9 + 1, NEAR);
  }
  for (guint i = 0; i < noslip_mesh_n_points(energy); i++) {
    const double *p = noslip_mesh_point(energy, i);
    g_assert_cmpfloat_with_epsilon(p[0] * p[0] / 2 + p[1] * p[1] / 3 + p[2] * p[2] / 4, 0.5 + 3 + 0.25, 1e-11);
  }
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(c.space[0].now[i], (2 + i) * y[i], NEAR);
  case_close(&c);
}

#define TOP                                                                                                            \
  "noslip 1\ncoordinate g1\ncoordinate g2\ncoordinate g3\nmanifold g1^2 + g2^2 + g3^2 = 1\n"                           \
  "section w1 anchor g2: g3, g3: -g2\nsection w2 anchor g1: -g3, g3: g1\nsection w3 anchor g1: g2, g2: -g1\n"          \
  "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"                                              \
  "lagrangian (2*w1^2 + 3*w2^2 + 4*w3^2)/2 - g3\n"                                                                     \
  "initial g1 = 0.6\ninitial g3 = 0.8\n"

/* The heavy top: momenta in the plane of equal Gamma.p, Gamma on its sphere. */
static void
test_vector(void)
{
  const double x[] = {0.6, 0, 0.8}, y[] = {0.5, -1, 0.25};
  Case c;
  case_open(&c, TOP, NOSLIP_SPACE_MOMENTA, x, y, NULL);
  g_assert_cmpuint(c.n, ==, 2);
  const NoslipMesh *casimir = part(&c.space[0], NOSLIP_PART_CASIMIR), *orbit = part(&c.space[1], NOSLIP_PART_ORBIT);
  for (guint i = 0; i < 4; i++) {
    const double *p = noslip_mesh_point(casimir, i);
    g_assert_cmpfloat_with_epsilon(0.6 * p[0] + 0.8 * p[2], 0.6 * 1 + 0.8 * 1, NEAR);
  }
  for (guint i = 0; i < noslip_mesh_n_points(orbit); i++) {
    const double *p = noslip_mesh_point(orbit, i);
    g_assert_cmpfloat_with_epsilon(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], 1, NEAR);
  }
  case_close(&c);
}

/* L = -sqrt(1 - v^2), v of two components: leg_L maps the circle of equal energy to another, p = gamma v. */
static void
test_legendre(void)
{
  const double x[] = {0, 0}, y[] = {0.6, 0};
  Case c;
  case_open(&c, "noslip 1\ncoordinate x\ncoordinate y\nlagrangian -sqrt(1 - x'^2 - y'^2)\n", NOSLIP_SPACE_LEGENDRE, x,
            y, NULL);
  g_assert_cmpuint(c.n, ==, 2);
  const NoslipMesh *left = part(&c.space[0], NOSLIP_PART_ENERGY), *right = part(&c.space[1], NOSLIP_PART_ENERGY);
  g_assert_cmpuint(left->segments->len, >, 60);
  g_assert_cmpuint(noslip_mesh_n_points(left), ==, noslip_mesh_n_points(right));
  for (guint i = 0; i < noslip_mesh_n_points(left); i++) {
    const double *v = noslip_mesh_point(left, i), *p = noslip_mesh_point(right, i);
    g_assert_cmpfloat_with_epsilon(hypot(v[0], v[1]), 0.6, 1e-6);
    g_assert_cmpfloat_with_epsilon(p[0], v[0] / 0.8, 1e-5);
    g_assert_cmpfloat_with_epsilon(p[1], v[1] / 0.8, 1e-5);
  }
  g_assert_cmpfloat_with_epsilon(c.space[1].now[0], 0.75, NEAR);
  case_close(&c);
}

/* L = x'^2/2 - x'*y - y^2/2... has no acceleration of y: E_1 is y = -x', a line over the velocity of x. */
static void
test_chain(void)
{
  const double x[] = {0.4, -0.7}, y[] = {0.7, 0};
  Case c;
  case_open(&c,
            "noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 - x'*y - y^2/2\ninitial x = 0.4\n"
            "initial x' = 0.7\ninitial y = -0.7\n",
            NOSLIP_SPACE_STATES, x, y, NULL);
  g_assert_cmpint(noslip_spaces_default(c.spaces), ==, NOSLIP_SPACE_STATES);
  g_assert_cmpuint(c.n, ==, 1);
  const NoslipPart *first = noslip_space_part(&c.space[0], NOSLIP_PART_STEP, 0);
  g_assert_nonnull(first);
  g_assert_cmpstr(first->name, ==, "E_1");
  g_assert_cmpstr(c.space[0].axes[0], ==, "y");
  g_assert_cmpstr(c.space[0].axes[1], ==, "x'");
  for (guint i = 0; i < noslip_mesh_n_points(first->mesh); i++) {
    const double *p = noslip_mesh_point(first->mesh, i);
    g_assert_cmpfloat_with_epsilon(p[0], -p[1], 1e-6);
  }
  case_close(&c);
}

/* The chain of a singular vakonomic system, x' = u with the cost L = (x^2 + u^2)/2 of a coordinate u whose rate costs
 * nothing: W_1 is x' = u, and W_2 that the momentum of u, which is 0, stays so: u = mu. */
static void
test_vakonomic_chain(void)
{
  const double x[] = {0.5, 0.3}, y[] = {0.3, 0.5}, mu[] = {0.3};
  Case c;
  case_open(&c,
            "noslip 1\ncoordinate x\ncoordinate u\nlagrangian (x^2 + u^2)/2\nconstraint plant: x' - u = 0\n"
            "dynamics vakonomic\ninitial x = 0.5\ninitial u = 0.3\ninitial mu(plant) = 0.3\n",
            NOSLIP_SPACE_STATES, x, y, mu);
  g_assert_cmpuint(c.n, ==, 1);
  g_assert_cmpstr(c.space[0].axes[1], ==, "u");
  g_assert_cmpstr(c.space[0].axes[2], ==, "x'");
  for (guint step = 0; step < 2; step++) {
    const NoslipPart *found = noslip_space_part(&c.space[0], NOSLIP_PART_STEP, step);
    g_assert_nonnull(found);
    g_assert_cmpstr(found->name, ==, step == 0 ? "W_1" : "W_2");
    g_assert_cmpuint(noslip_mesh_n_points(found->mesh), >, 1);
    for (guint i = 0; i < noslip_mesh_n_points(found->mesh); i++) {
      const double *p = noslip_mesh_point(found->mesh, i);
      g_assert_cmpfloat_with_epsilon(p[1], p[2], 1e-6);
      if (step == 1)
        g_assert_cmpfloat_with_epsilon(p[1], 0.3, 1e-6);
    }
  }
  case_close(&c);
}

/* Appell and Hamel: z'^2 = x'^2 + y'^2 is a cone in the space of velocities, and meets equal energies in circles. */
static void
test_nonlinear(void)
{
  const double x[] = {0, 0, 0}, y[] = {0.3, 0.4, 0.5};
  Case c;
  case_open(&c,
            "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
            "constraint cone: z'^2 = x'^2 + y'^2\ninitial x' = 0.3\ninitial y' = 0.4\ninitial z' = 0.5\n",
            NOSLIP_SPACE_VELOCITIES, x, y, NULL);
  const NoslipMesh *cone = part(&c.space[0], NOSLIP_PART_ALLOWED), *level = part(&c.space[0], NOSLIP_PART_LEVEL);
  guint n = cone->triangles->len;
  g_assert_cmpuint(n, >, 300);
  for (guint i = 0; i < n; i++) {
    const double *p = noslip_mesh_point(cone, g_array_index(cone->triangles, guint, i));
    g_assert_cmpfloat_with_epsilon(p[2] * p[2], p[0] * p[0] + p[1] * p[1], 1e-6);
  }
  double widest = 0;
  for (guint i = 0; i < noslip_mesh_n_points(level); i++) {
    const double *p = noslip_mesh_point(level, i);
    g_assert_cmpfloat_with_epsilon(p[0] * p[0] + p[1] * p[1] + p[2] * p[2], 0.5, 1e-6);
    widest = fmax(widest, fabs(p[0]));
  }
  g_assert_cmpfloat(widest, >, 0.495); /* the circles are shown whole */
  case_close(&c);
}

/* Two separate cones, and their intersection. */
static void
test_two_cones(void)
{
  const double x[] = {0, 0, 0}, y[] = {0.3, 0.4, 0.5};
  Case c;
  case_open(&c,
            "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
            "constraint cone: z'^2 = x'^2 + y'^2\nconstraint other: 16*x'^2 = 9*y'^2\n"
            "initial x' = 0.3\ninitial y' = 0.4\ninitial z' = 0.5\n",
            NOSLIP_SPACE_VELOCITIES, x, y, NULL);
  const NoslipPart *parts[] = {noslip_space_part(&c.space[0], NOSLIP_PART_ALLOWED, 0),
                               noslip_space_part(&c.space[0], NOSLIP_PART_ALLOWED, 1)};
  g_assert_true(parts[0] != NULL && parts[1] != NULL);
  for (guint which = 0; which < 2; which++) {
    const NoslipMesh *mesh = parts[which]->mesh;
    g_assert_cmpuint(mesh->triangles->len, >, 100);
    for (guint i = 0; i < mesh->triangles->len; i++) {
      const double *p = noslip_mesh_point(mesh, g_array_index(mesh->triangles, guint, i));
      double off = which == 0 ? p[2] * p[2] - p[0] * p[0] - p[1] * p[1] : 16 * p[0] * p[0] - 9 * p[1] * p[1];
      g_assert_cmpfloat_with_epsilon(off, 0, 1e-5);
    }
  }
  case_close(&c);
}

/* The vakonomic covector: mu (0, 0, 1) - mu (-y, x, 0)/2 by its components, as L does not measure z'. */
static void
test_covector(void)
{
  const double x[] = {0.2, -0.1, 0.3}, y[] = {0.7, 0.4, (0.2 * 0.4 + 0.1 * 0.7) / 2}, mu[] = {1.1};
  Case c;
  case_open(&c,
            "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\n"
            "constraint horizontal: z' - (x*y' - y*x')/2 = 0\ndynamics vakonomic\ninitial mu(horizontal) = 1.1\n",
            NOSLIP_SPACE_VELOCITIES, x, y, mu);
  const double *to = noslip_mesh_point(part(&c.space[0], NOSLIP_PART_COVECTOR), 1);
  g_assert_cmpfloat_with_epsilon(to[0], 0.7 + 1.1 * -0.1 / 2, NEAR);
  g_assert_cmpfloat_with_epsilon(to[1], 0.4 - 1.1 * 0.2 / 2, NEAR);
  g_assert_cmpfloat_with_epsilon(to[2], y[2] + 1.1, NEAR);
  case_close(&c);
  /* where W is regular it is orthogonal to D: W^-1 mu dphi/dy */
  case_open(&c,
            "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + 4*z'^2)/2\n"
            "constraint horizontal: z' - (x*y' - y*x')/2 = 0\ndynamics vakonomic\ninitial mu(horizontal) = 1.1\n",
            NOSLIP_SPACE_VELOCITIES, x, y, mu);
  to = noslip_mesh_point(part(&c.space[0], NOSLIP_PART_COVECTOR), 1);
  g_assert_cmpfloat_with_epsilon(to[2], y[2] + 1.1 / 4, NEAR);
  case_close(&c);
}

/* If W is singular, the level set in D, here the circle x'^2 + y'^2 = 1, is shown whole for every velocity on it. */
static void
test_whole_level(void)
{
  for (guint turn = 0; turn < 4; turn++) {
    const double x[] = {0.2, -0.1, 0.3}, vx = cos(0.4 * turn), vy = sin(0.4 * turn), mu[] = {1.1};
    const double y[] = {vx, vy, (0.2 * vy + 0.1 * vx) / 2};
    double low[2] = {0}, high[2] = {0};
    Case c;
    case_open(&c,
              "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\n"
              "constraint horizontal: z' - (x*y' - y*x')/2 = 0\ndynamics vakonomic\ninitial mu(horizontal) = 1.1\n",
              NOSLIP_SPACE_VELOCITIES, x, y, mu);
    const NoslipMesh *level = part(&c.space[0], NOSLIP_PART_LEVEL);
    for (guint i = 0; i < noslip_mesh_n_points(level); i++) {
      const double *point = noslip_mesh_point(level, i);
      g_assert_cmpfloat_with_epsilon(hypot(point[0], point[1]), 1, 1e-3);
      for (guint axis = 0; axis < 2; axis++) {
        low[axis] = fmin(low[axis], point[axis]);
        high[axis] = fmax(high[axis], point[axis]);
      }
    }
    for (guint axis = 0; axis < 2; axis++) {
      g_assert_cmpfloat(low[axis], <, -0.98);
      g_assert_cmpfloat(high[axis], >, 0.98);
    }
    case_close(&c);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/figure/level-sets", test_level_sets);
  g_test_add_func("/figure/half-axes", test_half_axes);
  g_test_add_func("/figure/velocities", test_velocities);
  g_test_add_func("/figure/projection", test_shadow);
  g_test_add_func("/figure/momentum-sphere", test_momentum_sphere);
  g_test_add_func("/figure/vector", test_vector);
  g_test_add_func("/figure/legendre", test_legendre);
  g_test_add_func("/figure/chain", test_chain);
  g_test_add_func("/figure/vakonomic-chain", test_vakonomic_chain);
  g_test_add_func("/figure/nonlinear", test_nonlinear);
  g_test_add_func("/figure/two-cones", test_two_cones);
  g_test_add_func("/figure/covector", test_covector);
  g_test_add_func("/figure/whole-level", test_whole_level);
  return g_test_run();
}
