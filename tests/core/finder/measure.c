/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant measures and multipliers of systems with known results. */
#include "core/finder/measure/measure.h"

#include "core/finder/measure/primitive.h"
#include "core/finder/states.h"
#include "core/geometry/divergence.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

static NoslipMeasure *
find(const char *what)
{
  g_autoptr(NoslipSystem) system = test_open(what);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  NoslipMeasure *measure = noslip_measure_find(system, system->dynamics, parameters, xy, 1, &error);
  g_assert_null(error);
  return measure;
}

/* The bracket of the sleigh's sections is not in D where the volume changes: no density, and the two sections are
 * named. */
static void
test_obstruction(void)
{
  g_autoptr(NoslipMeasure) sleigh = find("chaplygin-sleigh");
  g_assert_cmpint(sleigh->exact, ==, NOSLIP_NO);
  g_assert_cmpstr(sleigh->hindrance.of[0], ==, "omega");
  g_assert_cmpstr(sleigh->hindrance.of[1], ==, "[v1, omega]");
  g_assert_cmpstr(sleigh->hindrance.value, ==, "-m*a/(J + m*a^2)");
  /* all of the configuration is divided out, and two momenta have one bracket */
  g_assert_true(sleigh->multiplier.reduced);
  g_assert_cmpint(sleigh->multiplier.exists, ==, NOSLIP_YES);
  g_assert_cmpstr(sleigh->multiplier.phi, ==, "1");
}

/* The carriage: theta_1 = -2 k b with k = m a R^3/(2 (R^2 (J + m a^2) + 2 C b^2)) for its section with phi1' = 2 b, phi2'
 * = 0 is closed. sigma = k (phi1 + phi2) is a function of the positions, but not of the directions of the wheels: it
 * changes by 4 pi k when both wheels turn once, which is a path on a leaf of theta - R (phi2 - phi1)/(2 b). If the
 * wheels have their positions for coordinates, exp(sigma) is a density. */
static void
test_period(void)
{
  g_autoptr(NoslipMeasure) carriage = find("two-wheeled-carriage");
  const double m = 1, J = 0.1, C = 0.02, a = 0.3, b = 0.4, R = 0.25;
  double k = m * a * pow(R, 3) / (2 * (R * R * (J + m * a * a) + 2 * C * b * b));
  g_assert_cmpint(carriage->exact, ==, NOSLIP_NO);
  g_assert_true(carriage->locally);
  g_assert_true(carriage->proved);
  g_assert_null(carriage->density);
  g_assert_null(carriage->hindrance.value);
  g_assert_nonnull(carriage->hindrance.local);
  g_assert_cmpfloat_with_epsilon(carriage->hindrance.number, 4 * G_PI * k, 1e-9);
  g_autofree char *turns = noslip_hindrance_turns(&carriage->hindrance);
  g_assert_cmpstr(turns, ==, "phi1, phi2");
}

/* theta = c dphi, as pdot_z = c p_z phi' has the divergence c phi': on a line exp(-c phi) is a density. In an angle it is none, unless the angle has a torsional spring,
 * and is a line. */
static void
test_line(void)
{
  static const struct {
    const char *angle, *spring;
    NoslipAnswer answer;
  } cases[] = {{"", "", NOSLIP_YES}, {"angle", "", NOSLIP_NO}, {"angle", "- phi^2", NOSLIP_YES}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\nalgebroid quasi\nparameter c = 0.3\ncoordinate phi %s\ncoordinate z\n"
                        "lagrangian (phi'^2 + z'^2)/2 %s\nbracket [phi', z'] = c*z'\ninitial phi' = 1\n",
                        cases[i].angle, cases[i].spring);
    g_autoptr(NoslipMeasure) measure = find(text);
    g_assert_cmpint(measure->exact, ==, cases[i].answer);
    g_assert_cmpstr(cases[i].answer == NOSLIP_YES ? measure->density : measure->hindrance.local, ==, "exp(-c*phi)");
  }
}

/* Rotations about the vertical are divided out: on the sphere of the vertical Veselova's problem has two degrees of
 * freedom and a multiplier, Chaplygin's reducing one; the ball has three, and its bracket, whose characteristic
 * distribution is not integrable (L. C. Garcia-Naranjo 2007), none. */
static void
test_rotations(void)
{
  static const char *const vertical[] = {"R31", "R32", "R33"};
  g_autoptr(NoslipMeasure) veselova = find("veselova");
  g_autoptr(NoslipMeasure) ball = find("chaplygin-ball");
  for (guint k = 0; k < 3; k++) {
    g_assert_cmpstr(veselova->multiplier.space[k], ==, vertical[k]);
    g_assert_cmpstr(ball->multiplier.space[k], ==, vertical[k]);
  }
  g_assert_cmpint(veselova->multiplier.exists, ==, NOSLIP_YES);
  g_assert_true(veselova->multiplier.proved);
  g_assert_nonnull(veselova->multiplier.phi);
  g_assert_cmpint(ball->multiplier.exists, ==, NOSLIP_NO);
  g_assert_cmpfloat(ball->multiplier.hindrance.number, >, 1e4 * ball->multiplier.hindrance.noise);
}

/* Fields that are long when written out: the rattleback has no measure, and the obstruction is shown with its place,
 * well above its rounding. */
static void
test_long_fields(void)
{
  static const char *const systems[] = {"rattleback", "trailer"};
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_autoptr(NoslipMeasure) measure = find(systems[i]);
    g_assert_cmpint(measure->exact, ==, NOSLIP_NO);
    g_assert_nonnull(measure->hindrance.at);
    g_assert_cmpfloat(fabs(measure->hindrance.number), >, 1e4 * measure->hindrance.noise);
    g_assert_cmpfloat(fabs(g_ascii_strtod(measure->hindrance.value, NULL)), >, 0);
  }
}

/* Affine constraints. z' = y x' + W z: p_1 = x' + y z', p_2 = y', and x'' = -y (y' x' + W z')/(1 + y^2), y'' = 0, so that
 * the divergence of (x, y, z, p_1, p_2) is (W + y y')/(1 + y^2); with W = 0 it is a well-known system with a measure, and
 * only with this. x' = 1 + x^2 alone has 1/(1 + x^2). The blade that drifts sideways at the speed W: m v1' = m omega (W +
 * a omega), (J + m a^2) omega' = -m a v1 omega. The ball on a turning table has a linear motion without trace. */
static void
test_affine(void)
{
  static const struct {
    const char *statements, *theta, *drift, *zero, *density;
    guint section; /* whose theta is compared */
    NoslipAnswer exact;
  } cases[] = {
      {"parameter W = 0.7\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
       "constraint c: z' = y*x' + W*z\ninitial x' = 1\n",
       "y/(y^2 + 1)", "W/(y^2 + 1)", NULL, NULL, 1, NOSLIP_NO},
      {"parameter W = 0\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
       "constraint c: z' = y*x' + W*z\ninitial x' = 1\n",
       "y/(y^2 + 1)", NULL, "W", "1/sqrt(y^2 + 1)", 1, NOSLIP_YES},
      {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: x' = 1 + x^2\ninitial y' = 1\n", "0",
       "2*x", NULL, "1/sqrt((x^2 + 1)^2)", 0, NOSLIP_YES},
      {"parameter W = 0.7\nparameter m = 1\nparameter J = 0.5\nparameter a = 0.3\ncoordinate x\ncoordinate y\n"
       "coordinate theta angle\nvelocity v1 = cos(theta)*x' + sin(theta)*y'\n"
       "velocity v2 = -sin(theta)*x' + cos(theta)*y'\nvelocity omega = theta'\n"
       "lagrangian m/2*(v1^2 + (v2 + a*omega)^2) + J/2*omega^2\nconstraint c: v2 = W\ninitial v1 = 1\n",
       "-m*a/(J + m*a^2)", "0", NULL, NULL, 0, NOSLIP_NO},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat("noslip 1\n", cases[i].statements, NULL);
    g_autoptr(NoslipMeasure) measure = find(text);
    g_assert_cmpint(measure->exact, ==, cases[i].exact);
    g_assert_true(measure->proved);
    g_assert_cmpstr(measure->theta[cases[i].section], ==, cases[i].theta);
    g_assert_cmpstr(measure->drift_theta, ==, cases[i].drift);
    g_assert_cmpstr(measure->zeros[0], ==, cases[i].zero);
    g_assert_cmpstr(measure->density, ==, cases[i].density);
    g_assert_cmpint(measure->multiplier.exists != NOSLIP_UNKNOWN, ==, cases[i].drift == NULL);
  }
  g_autoptr(NoslipMeasure) table = find("ball-on-rotating-table");
  g_assert_cmpstr(table->density, ==, "1");
  g_assert_nonnull(table->drift);
}

#define PARTICLE "lagrangian (x'^2 + y'^2 + z'^2)/2 - %s\nconstraint c: z' = y*x'\ninitial x' = 1\n"

/* Chaplygin's reducing multiplier, for V(x, y): T^x_12 = -y/(1 + y^2) for the sections (d/dx + y d/dz, d/dy), so that
 * phi^-1 dphi/dy = y/(1 + y^2), in either order of the coordinates. Where V depends on z too, the bracket's image is D,
 * which is not integrable, and no multiple of the bracket is a Poisson bracket. */
static void
test_particle(void)
{
  static const struct {
    const char *coordinates, *potential, *multiplier; /* NULL: there is none */
    gboolean reduced;
  } cases[] = {
      {"coordinate x\ncoordinate y\ncoordinate z\n", "x^2*y", "sqrt(y^2 + 1)", TRUE},
      {"coordinate y\ncoordinate x\ncoordinate z\n", "x^2*y", "sqrt(y^2 + 1)", TRUE},
      {"coordinate x\ncoordinate y\ncoordinate z\n", "y^2", "1", TRUE},
      {"coordinate x\ncoordinate y\ncoordinate z\n", "cos(x) + y^2 + z^2", NULL, FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *body = g_strdup_printf(PARTICLE, cases[i].potential);
    g_autofree char *text = g_strconcat("noslip 1\n", cases[i].coordinates, body, NULL);
    g_autoptr(NoslipMeasure) measure = find(text);
    g_assert_cmpint(measure->exact, ==, NOSLIP_YES);
    g_assert_cmpstr(measure->density, ==, "1/sqrt(y^2 + 1)");
    g_assert_cmpint(measure->multiplier.reduced, ==, cases[i].reduced);
    g_assert_cmpint(measure->multiplier.exists, ==, cases[i].multiplier != NULL ? NOSLIP_YES : NOSLIP_NO);
    g_assert_cmpstr(measure->multiplier.phi, ==, cases[i].multiplier);
  }
}

/* The linear bracket of the heavy top is a Poisson bracket, on the sphere of the vertical too. */
static void
test_top(void)
{
  g_autoptr(NoslipMeasure) top = find("heavy-top");
  g_assert_cmpint(top->exact, ==, NOSLIP_YES);
  g_assert_cmpint(top->multiplier.exists, ==, NOSLIP_YES);
  g_assert_cmpstr(top->multiplier.phi, ==, "1");
}

/* Without coordinates a multiplier is a number, and the question is whether the projected bracket satisfies Jacobi: for
 * three sections of so(3) + R it does if D is so(3), and not if the projection along W mixes it with R. */
static void
test_momenta(void)
{
  static const struct {
    const char *lagrangian, *constraint;
    NoslipAnswer answer;
  } cases[] = {
      {"(w1^2 + 2*w2^2 + 3*w3^2 + w4^2)/2", "w4 = 0", NOSLIP_YES},
      {"(w1^2 + 2*w2^2 + 3*w3^2 + w4^2 + w1*w4)/2", "w4 = w2", NOSLIP_NO},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\nsection w1\nsection w2\nsection w3\nsection w4\nbracket [w1, w2] = w3\n"
                        "bracket [w2, w3] = w1 + %d*w4\nbracket [w3, w1] = w2\nlagrangian %s\nconstraint c: %s\n"
                        "initial w1 = 1\ninitial w2 = 0\ninitial w4 = 0\n",
                        i, cases[i].lagrangian, cases[i].constraint);
    g_autoptr(NoslipMeasure) measure = find(text);
    g_assert_cmpint(measure->multiplier.exists, ==, cases[i].answer);
  }
}

/* The question is decided if more than half of the states give a result, and is open otherwise: 4 states, without the
 * heading at some of them. */
static void
test_states(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("chaplygin-sleigh");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double xy[6];
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + 3, NULL, diagnostics));
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, NOSLIP_DYNAMICS_NONHOLONOMIC), system, &error);
  for (guint missing = 0; missing <= 4; missing++) {
    g_autoptr(NoslipMotion) motion = noslip_motion_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(motion->model, &error);
    g_autoptr(NoslipStates) states = noslip_states_new(dynamics, parameters, xy, 4, 1, &error);
    g_autoptr(NoslipAtoms) atoms = noslip_atoms_new(distribution, parameters, 0, NULL, FALSE);
    g_assert_null(error);
    NoslipExpr u[2];
    g_assert_true(noslip_divergence_theta(distribution, u, &error));
    for (guint a = 0; a < 2; a++)
      u[a] = noslip_expr_neg(motion->model->graph, u[a]);
    for (guint i = 0; i < missing; i++)
      states->rows[i * states->row_size + 3] = NAN;
    const NoslipPrimitiveSetting setting = {motion, distribution,     atoms, parameters, states->rows,
                                            4,      states->row_size, NULL,  0,          NULL};
    NoslipPrimitive primitive;
    noslip_primitive_find(&setting, u, &primitive);
    g_assert_cmpint(primitive.decided, ==, missing < 2);
    g_assert_false(primitive.exists);
    noslip_primitive_clear(&primitive);
  }
}

/* sigma = log(1 + x^2)/2 - log(3 + cos(y)) from its derivatives, of two functions that the metric has; and where the
 * second derivatives do not agree there is none. */
static void
test_two_functions(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\ncoordinate y\nlagrangian (1 + x^2)*x'^2/2 + (3 + cos(y))*y'^2/2\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  const double xy[4] = {0};
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, NOSLIP_DYNAMICS_NONHOLONOMIC), system, &error);
  for (guint wrong = 0; wrong < 2; wrong++) {
    g_autoptr(NoslipMotion) motion = noslip_motion_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC);
    g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(motion->model, &error);
    g_autoptr(NoslipStates) states = noslip_states_new(dynamics, NULL, xy, 8, 1, &error);
    g_autoptr(NoslipAtoms) atoms = noslip_atoms_new(distribution, NULL, 0, NULL, FALSE);
    NoslipGraph *graph = motion->model->graph;
    NoslipExpr x = motion->model->x[0], y = motion->model->x[1];
    NoslipExpr cosine =
        noslip_expr_add(graph, noslip_expr_number(graph, 3), noslip_expr_apply(graph, NOSLIP_OP_COS, 1, &y));
    NoslipExpr square = noslip_expr_add(graph, NOSLIP_ONE, noslip_expr_powi(graph, x, 2));
    const NoslipExpr u[2] = {
        noslip_expr_add(graph, noslip_expr_div(graph, x, square), wrong ? y : NOSLIP_ZERO),
        noslip_expr_div(graph, noslip_expr_apply(graph, NOSLIP_OP_SIN, 1, &y), cosine),
    };
    const NoslipPrimitiveSetting setting = {motion, distribution,     atoms, NULL, states->rows,
                                            8,      states->row_size, NULL,  0,    NULL};
    NoslipPrimitive primitive;
    noslip_primitive_find(&setting, u, &primitive);
    g_assert_true(primitive.decided);
    g_assert_cmpint(primitive.exists, ==, !wrong);
    g_assert_cmpint(primitive.in_symbols, ==, !wrong);
    if (!wrong) {
      g_autofree char *text = noslip_expr_text(graph, noslip_expr_simplify(graph, primitive.exponential));
      g_assert_cmpstr(text, ==, "sqrt(x^2 + 1)/(cos(y) + 3)");
    }
    noslip_primitive_clear(&primitive);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/measure/affine", test_affine);
  g_test_add_func("/measure/obstruction", test_obstruction);
  g_test_add_func("/measure/period", test_period);
  g_test_add_func("/measure/line", test_line);
  g_test_add_func("/measure/rotations", test_rotations);
  g_test_add_func("/measure/long-fields", test_long_fields);
  g_test_add_func("/measure/particle", test_particle);
  g_test_add_func("/measure/top", test_top);
  g_test_add_func("/measure/momenta", test_momenta);
  g_test_add_func("/measure/states", test_states);
  g_test_add_func("/measure/two-functions", test_two_functions);
  return g_test_run();
}
