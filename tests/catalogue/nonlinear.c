/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Constraints that are not linear in the velocities, by Chetaev's rule, against closed forms: every formulation that
 * the theory allows, and a reason from every other. */
#include "tests/catalogue/motion.h"

#include "core/language/language.h"
#include "core/system/state.h"
#include "core/verdict/claims.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define HEADING 0.7
#define SPEED 1.5
#define GRAVITY 2.0
#define MASS 1.3

/* Gravity turns the particle but does not change its speed. */
static const char *const constant_speed =
    "noslip 1\nparameter m = 1.3\nparameter g = 2\nparameter c = 1.5\n"
    "coordinate x\ncoordinate y\n"
    "kinetic m*(x'^2 + y'^2)/2\npotential m*g*y\n"
    "constraint speed: x'^2 + y'^2 = c^2\n"
    "initial x' = c*cos(0.7)\ninitial y' = c*sin(0.7)\n"
    "claim \"the speed stays\": d(kinetic) = 0\n"
    "claim \"the energy does not\": d(energy) = 0 expected to fail\n"
    "claim \"its rate is the power of the constraint\": d(energy) = 2*lambda(speed)*(x'^2 + y'^2)\n"
    "claim \"the projector takes the speed's direction out\": {x, p(x')} = 1 - x'^2/c^2\n"
    "claim \"and mixes the others\": {x, p(y')} = -x'*y'/c^2\n";

/* The force lambda dphi/dy is along the velocity, so across it gravity turns the heading h: dh/dt = -(g/c) cos h. With
 * cos h = sech s and sin h = tanh s the parameter s falls uniformly, and  x' = c sech s,  y' = c tanh s,
 * x = -(c^2/g) (gd s - gd s0),  y = -(c^2/g) (ln cosh s - ln cosh s0),  2 lambda c^2 = m g y'. */
static void
expected_speed(double t, double *values)
{
  double s0 = atanh(sin(HEADING)), s = s0 - GRAVITY * t / SPEED, length = SPEED * SPEED / GRAVITY;
  values[0] = -length * (atan(sinh(s)) - atan(sinh(s0)));
  values[1] = -length * (log(cosh(s)) - log(cosh(s0)));
  values[2] = SPEED / cosh(s);
  values[3] = SPEED * tanh(s);
  values[4] = MASS * GRAVITY * values[3] / (2 * SPEED * SPEED);
}

/* Uniform acceleration down a cone of velocities, from z' = -1 with the sideways velocity along (0.6, 0.8): the
 * catalogue's own values a = 0.8, g = 9.81, m = 1. */
static void
expected_appell(double t, double *values)
{
  const double a = 0.8, g = 9.81;
  double fall = -1 - g * t / (1 + a * a), drop = -t - g * t * t / 2 / (1 + a * a);
  values[0] = -0.6 * a * drop;
  values[1] = -0.8 * a * drop;
  values[2] = 3 + drop;
  values[3] = -0.6 * a * fall;
  values[4] = -0.8 * a * fall;
  values[5] = fall;
  values[6] = g / (1 + a * a) / (-2 * fall);
}

typedef struct {
  const char *text; /* NULL: the catalogue's */
  void (*expected)(double t, double *values);
  guint columns;
} Closed;

static const Closed speed_case = {constant_speed, expected_speed, 5};
static const Closed appell_case = {NULL, expected_appell, 7};

static NoslipSystem *
open_case(const Closed *closed)
{
  if (closed->text == NULL)
    return motion_load("appell-hamel");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(closed->text, -1, "speed.noslip", "speed", diagnostics);
  g_assert_nonnull(system);
  return system;
}

static void
compare(const NoslipSystem *system, const Motion *motion, const Closed *closed)
{
  double values[8];
  for (guint i = 0; i < motion->n_rows; i++) {
    const double *row = motion->rows + (gsize) i * motion->row_size;
    closed->expected(row[0], values);
    for (guint j = 0; j < closed->columns; j++) {
      guint n = system->m + system->n;
      double found = j < system->m ? row[noslip_row_x(system) + j]
                     : j < n       ? row[noslip_row_y(system) + j - system->m]
                                   : row[noslip_row_lambda(system) + j - n];
      g_assert_cmpfloat(fabs(found - values[j]), <=, 1e-10 * (1 + fabs(values[j])));
    }
  }
}

static void
test_closed_form(gconstpointer data)
{
  const Closed *closed = data;
  g_autoptr(NoslipSystem) system = open_case(closed);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double *mu = NULL;
  g_autofree double *xy = motion_start(system, parameters, &mu);
  guint n_run = 0;
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_autofree char *refusal = noslip_formulation_refusal(*f, system);
    if ((*f)->automatic)
      continue;
    gboolean on_bundle = strcmp((*f)->id, "lagrange-dalembert") == 0 || strcmp((*f)->id, "hamiltonian") == 0;
    g_assert_true(on_bundle == (refusal != NULL));
    if (refusal != NULL) {
      g_assert_nonnull(strstr(refusal, "not linear or affine in the velocities"));
      continue;
    }
    Motion motion = {0};
    motion_compute(&motion, *f, system, parameters, xy, NULL, 1, 0.02, 1e-12);
    compare(system, &motion, closed);
    motion_clear(&motion);
    n_run++;
  }
  g_assert_cmpuint(n_run, ==, 3);
  g_free(mu);
}

/* The projector P and the bracket by its definition, along the motion. */
static void
test_claims(gconstpointer data)
{
  g_autoptr(NoslipSystem) system = open_case(data);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double *mu = NULL;
  g_autofree double *xy = motion_start(system, parameters, &mu);
  Motion motion = {0};
  motion_compute(&motion, noslip_formulation_find("multipliers"), system, parameters, xy, NULL, 1, 0.02, 1e-12);
  g_autoptr(NoslipClaims) claims = noslip_claims_new(system, NOSLIP_DYNAMICS_NONHOLONOMIC, diagnostics);
  g_assert_nonnull(claims);
  noslip_claims_add_rows(claims, parameters, motion.n_rows, motion.rows);
  for (guint i = 0; i < noslip_claims_n(claims); i++) {
    NoslipVerdict verdict;
    noslip_claims_verdict(claims, i, &verdict);
    if (!verdict.applies || !verdict.good)
      g_error("claim \"%s\": residual %.3g", verdict.claim->title, verdict.residual);
  }
  motion_clear(&motion);
  g_free(mu);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/nonlinear/constant-speed", &speed_case, test_closed_form);
  g_test_add_data_func("/nonlinear/appell-hamel", &appell_case, test_closed_form);
  g_test_add_data_func("/nonlinear/bracket", &speed_case, test_claims);
  return g_test_run();
}
