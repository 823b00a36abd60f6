/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Discrete mechanics on Lie groupoids: groups (SO(3), SE(3)), the pair groupoid, action groupoids. */
#include "core/integrate/method.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>
#include <string.h>

/* A motion in n equal steps to `to`; xy: m + n, the initial state before, the last one after. */
static void
follow(NoslipSystem *system, double to, guint n, double *xy)
{
  const NoslipMethod *method = noslip_method_find("groupoid");
  guint64 n_evaluations = 0;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_default(NOSLIP_DYNAMICS_NONHOLONOMIC), system, &error);
  const NoslipMethodProblem problem = {.dynamics = dynamics, .parameters = parameters, .n_evaluations = &n_evaluations};
  gpointer work = method->create(method, &problem, &error);
  g_assert_null(error);
  g_assert_nonnull(work);
  for (guint i = 0; i < n; i++) {
    const NoslipMethodStep step = {.state = xy};
    g_assert_cmpint(method->step(work, i * to / n, to / n, &step), ==, NOSLIP_STEP_OK);
  }
  method->free(work);
}

static double *
initial(const NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double *xy = g_new0(double, system->m + system->n + 1);
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  return xy;
}

#define SO3                                                                                                            \
  "noslip 1\nsection w1\nsection w2\nsection w3\nbracket [w1, w2] = w3\nbracket [w2, w3] = w1\n"                       \
  "bracket [w3, w1] = w2\nlagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2\ninitial w1 = 1\ninitial w2 = 0.7\ninitial w3 = "      \
  "-0.4\n"
#define SE3                                                                                                            \
  "noslip 1\nsection w1\nsection w2\nsection w3\nsection v1\nsection v2\nsection v3\n"                                 \
  "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"                                              \
  "bracket [w1, v2] = v3\nbracket [w2, v3] = v1\nbracket [w3, v1] = v2\n"                                              \
  "bracket [w1, v3] = -v2\nbracket [w2, v1] = -v3\nbracket [w3, v2] = -v1\n"                                           \
  "lagrangian (w1^2 + 2*w2^2 + 3*w3^2 + v1^2 + 2*v2^2 + 4*v3^2)/2 + w1*v1/5\n"                                         \
  "initial w1 = 1\ninitial w2 = 0.7\ninitial w3 = -0.4\ninitial v1 = 0.5\ninitial v2 = 0.3\ninitial v3 = -0.2\n"
/* a top: the vertical g in the body, which turns with it: g' = g x w */
#define TOP                                                                                                            \
  "noslip 1\ncoordinate g1\ncoordinate g2\ncoordinate g3\n"                                                            \
  "section w1 anchor g2: g3, g3: -g2\nsection w2 anchor g1: -g3, g3: g1\nsection w3 anchor g1: g2, g2: -g1\n"          \
  "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"                                              \
  "lagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2 - 2*g3 - g1/2\ninitial g1 = 0.6\ninitial g3 = 0.8\ninitial w1 = 1\n"          \
  "initial w2 = 0.7\ninitial w3 = 2\n"
#define SKATE                                                                                                          \
  "noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta\n"                                                           \
  "lagrangian (x'^2 + y'^2)/2 + 0.2*theta'^2*(1 + x^2) - sin(x)*y\n"                                                   \
  "constraint blade: sin(theta)*x' - cos(theta)*y' = 0\ninitial x = 0.3\ninitial x' = 1\ninitial theta = 0.4\n"        \
  "initial theta' = 0.7\n"
/* Suslov's problem on SO(3): w1 = 0 with products of inertia */
#define SUSLOV                                                                                                         \
  "noslip 1\nsection w1\nsection w2\nsection w3\nbracket [w1, w2] = w3\nbracket [w2, w3] = w1\n"                       \
  "bracket [w3, w1] = w2\nlagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2 + 0.4*w1*w2 + 0.3*w1*w3\nconstraint c: w1 = 0\n"       \
  "initial w2 = 0.7\ninitial w3 = -0.4\n"

/* Halving the step divides the error by 4: the difference of two steps against that of the next two. */
static void
test_order(gconstpointer text)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  guint size = system->m + system->n;
  double difference[2] = {0, 0};
  double *states[3] = {initial(system), initial(system), initial(system)};
  for (guint i = 0; i < 3; i++)
    follow(system, 1, 25u << i, states[i]);
  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < 2; j++)
      difference[j] = fmax(difference[j], fabs(states[j + 1][i] - states[j][i]));
  g_test_message("%g, %g", difference[0], difference[1]);
  g_assert_cmpfloat(difference[1], >, 1e-7);
  g_assert_cmpfloat(difference[0] / difference[1], >, 3.8);
  g_assert_cmpfloat(difference[0] / difference[1], <, 4.2);
  for (guint i = 0; i < 3; i++)
    g_free(states[i]);
}

/* On SO(3) and SE(3) the coadjoint orbit is not left, whatever the step: |M|^2; |P|^2 and M.P. */
static void
test_casimirs(void)
{
  g_autoptr(NoslipSystem) body = test_text(SO3), fish = test_text(SE3);
  g_autofree double *w = initial(body), *u = initial(fish);
  double before[3], after[3];
  for (guint pass = 0; pass < 2; pass++) {
    double *out = pass == 0 ? before : after;
    double M[3] = {u[0] + u[3] / 5, 2 * u[1], 3 * u[2]}, P[3] = {u[3] + u[0] / 5, 2 * u[4], 4 * u[5]};
    out[0] = w[0] * w[0] + 4 * w[1] * w[1] + 9 * w[2] * w[2];
    out[1] = P[0] * P[0] + P[1] * P[1] + P[2] * P[2];
    out[2] = M[0] * P[0] + M[1] * P[1] + M[2] * P[2];
    if (pass == 0) {
      follow(body, 50, 200, w);
      follow(fish, 50, 200, u);
    }
  }
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat_with_epsilon(after[i], before[i], 1e-12);
  g_assert_cmpfloat(fabs(w[0] - 1), >, 1e-2); /* it moves */
}

/* On the action groupoid of the top |g|^2 and the momentum about the vertical, M.g, are kept. */
static void
test_momentum(void)
{
  g_autoptr(NoslipSystem) top = test_text(TOP);
  g_autofree double *xy = initial(top);
  double before[2], after[2];
  for (guint pass = 0; pass < 2; pass++) {
    double *out = pass == 0 ? before : after;
    out[0] = xy[0] * xy[0] + xy[1] * xy[1] + xy[2] * xy[2];
    out[1] = xy[3] * xy[0] + 2 * xy[4] * xy[1] + 3 * xy[5] * xy[2];
    if (pass == 0)
      follow(top, 10, 1000, xy);
  }
  g_assert_cmpfloat_with_epsilon(after[0], before[0], 1e-12);
  g_assert_cmpfloat_with_epsilon(after[1], before[1], 1e-11);
  g_assert_cmpfloat(fabs(xy[2] - 0.8), >, 1e-2);
}

/* The momentum of a symmetry in D: a ball that rolls, in natural coordinates and with its angular velocity, keeps its
 * spin about the vertical, and the nonholonomic momentum equations along D hold at each node. */
static void
test_nonholonomic_momentum(void)
{
  g_autoptr(NoslipSystem) ball = test_text("noslip 1\ncoordinate x\ncoordinate y\nrotation R (q0, q1, q2, q3) space "
                                           "(w1, w2, w3)\nlagrangian (x'^2 + y'^2)/2 + (w1^2 + w2^2 + w3^2)/5 - x*y/3\n"
                                           "constraint a: x' - w2 = 0\nconstraint b: y' + w1 = 0\ninitial x = 0.5\n"
                                           "initial x' = 0.4\ninitial y' = -0.3\ninitial w3 = 0.8\n");
  g_autofree double *xy = initial(ball);
  guint spin = 6 + 4; /* after x, y, q and x', y', w1, w2 */
  const double h = 0.1;
  double x[3], v[3];
  for (guint i = 0; i < 3; i++) {
    x[i] = xy[0];
    v[i] = xy[1];
    if (i < 2)
      follow(ball, h, 1, xy);
  }
  /* of the reduced motion: (7/5) x'' = -y/3, and x_k+1 - 2 x_k + x_k-1 = h^2 x''(y_k) as for the pair groupoid */
  g_assert_cmpfloat_with_epsilon(1.4 * (x[2] - 2 * x[1] + x[0]), -h * h * v[1] / 3, 1e-13);
  follow(ball, 10, 500, xy);
  g_assert_cmpfloat_with_epsilon(xy[spin], 0.8, 1e-12);
}

/* On the pair groupoid without constraints it is the rule of Stoermer and Verlet. */
static void
test_pair(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2 + cos(x)\ninitial x = 1\n"
                                             "initial x' = 0.3\n");
  g_autofree double *xy = initial(system);
  double h = 0.2, x = 1, v = 0.3, middle;
  for (guint i = 0; i < 10; i++) {
    middle = v - h / 2 * sin(x);
    x += h * middle;
    v = middle - h / 2 * sin(x);
  }
  follow(system, 10 * h, 10, xy);
  g_assert_cmpfloat_with_epsilon(xy[0], x, 1e-12);
  g_assert_cmpfloat_with_epsilon(xy[1], v, 1e-12);
}

/* Brackets that depend on the position are not those of an action. */
static void
test_refused(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate y\nvelocity u = x'*(1 + y^2)\n"
                                             "velocity v = y'\nlagrangian (u^2 + v^2)/2\ninitial u = 1\n");
  guint64 n_evaluations = 0;
  const NoslipMethod *method = noslip_method_find("groupoid");
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_default(NOSLIP_DYNAMICS_NONHOLONOMIC), system, &error);
  const NoslipMethodProblem problem = {.dynamics = dynamics, .n_evaluations = &n_evaluations};
  g_assert_null(method->create(method, &problem, &error));
  g_assert_nonnull(error);
  g_assert_nonnull(strstr(error->cause, "constant structure functions"));
  noslip_diagnostic_free(error);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/groupoid/order/so3", SO3, test_order);
  g_test_add_data_func("/groupoid/order/se3", SE3, test_order);
  g_test_add_data_func("/groupoid/order/action", TOP, test_order);
  g_test_add_data_func("/groupoid/order/pair", SKATE, test_order);
  g_test_add_data_func("/groupoid/order/suslov", SUSLOV, test_order);
  g_test_add_func("/groupoid/casimirs", test_casimirs);
  g_test_add_func("/groupoid/momentum", test_momentum);
  g_test_add_func("/groupoid/nonholonomic-momentum", test_nonholonomic_momentum);
  g_test_add_func("/groupoid/pair", test_pair);
  g_test_add_func("/groupoid/refused", test_refused);
  return g_test_run();
}
