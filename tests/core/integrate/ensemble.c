/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions side by side have the bits of motions alone, whatever their companions, in one thread or in many, by fixed
 * steps and with error control. */
#include "core/integrate/ensemble.h"

#include "core/expr/tape.h"
#include "core/language/language.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define MOTIONS 90 /* three times the lanes, the last ones not full */

/* Two constraints whose directions turn, a force of time, a potential. */
static const char board[] =
    "noslip 1\nparameter m = 2\nparameter r = 0.6\nparameter k = 0.3\n"
    "coordinate x\ncoordinate y\ncoordinate theta\ncoordinate psi\ncoordinate phi\n"
    "kinetic m*(x'^2 + y'^2)/2 + 0.52*theta'^2/2 + 0.2*(theta' + psi')^2/2 + 0.05*phi'^2\n"
    "potential k*phi^2/2\nforce psi' = 0.1*sin(3*t)\n"
    "constraint back:  -x'*sin(theta + phi) + y'*cos(theta + phi) - r*theta'*cos(phi) = 0\n"
    "constraint front: -x'*sin(theta - phi) + y'*cos(theta - phi) + r*theta'*cos(phi) = 0\n"
    "initial phi = 0.3\ninitial x' = -0.5\ninitial psi' = 1.1\ninitial phi' = 0.25\nrun to 1 step 0.02\n";
/* A base manifold; no constraint. */
static const char top[] =
    "noslip 1\nparameter m = 1\nparameter r = 0.2\nparameter k = 1\nrotation R (q0, q1, q2, q3) body (w1, w2, w3)\n"
    "lagrangian m*(w1^2 + 2*w2^2 + (3 + r)*w3^2)/2 - k*q1\n"
    "initial w1 = 0.4\ninitial w2 = 1\nrun to 1 step 0.02\n";
/* A base manifold of two equations. */
static const char torus[] =
    "noslip 1\nparameter m = 1\nparameter r = 0.2\nparameter k = 1\ncoordinate a\ncoordinate b\ncoordinate c\n"
    "coordinate d\nmanifold a^2 + b^2 = 1\nmanifold c^2 + d^2 = 1\nsection e anchor a: -b, b: a\n"
    "section f anchor c: -d, d: c\nlagrangian m*(e^2 + (2 + r)*f^2)/2 - k*a*(1 + c)\ninitial a = 1\ninitial c = 1\n"
    "initial e = 1.3\ninitial f = 2\nrun to 1 step 0.02\n";
/* At x = 0 the second constraint coincides with the first. */
static const char fading[] =
    "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
    "lagrangian m*(x'^2 + y'^2 + r*z'^2)/2 - 0.1*k*x*y\nconstraint first: y' = 0\n"
    "constraint second: x*z' + y' = 0\ninitial x = -0.55\ninitial x' = 1\nrun to 1 step 0.02\n";
/* The same, but rounding hides the sign of the small product by which lanes notice it. */
static const char faint[] =
    "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
    "lagrangian m*(x'^2 + y'^2 + r*z'^2)/2 - 0.1*k*x*y\nconstraint first: y' = 0\n"
    "constraint second: 1e-6*x*z' + y' = 0\ninitial x = -0.55\ninitial x' = 1.7 - k\nrun to 1 step 0.02\n";
/* The potential ends at x = 1. */
static const char cliff[] = "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 1\ncoordinate x\ncoordinate y\n"
                            "lagrangian m*(x'^2 + r*y'^2)/2 + k*sqrt(1 - x)\nconstraint line: y' = 0\n"
                            "initial x = 0.5\ninitial x' = 1.5\nrun to 1 step 0.02\n";

/* The force has a pole at x = 1, which a step may jump over: a fast motion reaches it, a slow one does not. */
static const char pole[] = "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 1\ncoordinate x\ncoordinate y\n"
                           "lagrangian m*(x'^2 + r*y'^2)/2 - 1e-3/(x - 1)\nconstraint line: y' = 0\ninitial x = 0.4\n"
                           "initial x' = 1.7 - k\nrun to 1 step 0.02\n";
/* The same with so small a residue that the energy does not reveal the pole. */
static const char faint_pole[] =
    "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 1\ncoordinate x\ncoordinate y\n"
    "lagrangian m*(x'^2 + r*y'^2)/2 - 1e-9/(x - 1)\nconstraint line: y' = 0\ninitial x = 0.4\n"
    "initial x' = 1.7 - k\nrun to 1 step 0.02\n";
/* The mass vanishes on the way where k is large, and is negative afterwards. */
static const char mass[] = "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 0.5\ncoordinate x\ncoordinate y\n"
                           "lagrangian m*(1 - k*x/3)*x'^2/2 + r*y'^2/2 - m*x\nconstraint line: y' = 0\n"
                           "initial x' = 3\nrun to 2 step 0.02\n";
/* A force with two branches. */
static const char branches[] =
    "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 1\ncoordinate x\ncoordinate y\n"
    "lagrangian m*(x'^2 + r*y'^2)/2 - if(x < 0.5, 0, k*(x - 0.5))\nconstraint line: y' = 0\ninitial x' = 1\n"
    "run to 1 step 0.02\n";
/* Dry friction: the velocity changes its sign again and again, unless it is 0 by chance. */
static const char sticking[] =
    "noslip 1\nparameter m = 1\nparameter r = 1\nparameter k = 0.1\ncoordinate x\ncoordinate y\n"
    "lagrangian (x'^2 + r*y'^2)/2\nforce x' = -k*m*9.81*sign(x')\nconstraint line: y' = 0\ninitial x' = 1\n"
    "run to 1 step 0.02\n";

typedef struct {
  NoslipDynamics *dynamics;
  NoslipRunOptions options;
  guint n_parameters, state, row;
  double *parameters; /* MOTIONS x n_parameters */
  double *xy;         /* MOTIONS x state */
  double *rows;       /* MOTIONS x row: the last ones, of single runs */
  guint *samples;     /* MOTIONS: how far each run alone came */
  guint n_samples;
} Case;

static void
run_alone(Case *c, guint motion)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *row = g_new(double, c->row);
  g_autoptr(NoslipRun) run = noslip_run_new(c->dynamics, &c->options, c->parameters + motion * c->n_parameters, 0,
                                            c->xy + motion * c->state, NULL, &error);
  c->samples[motion] = 0;
  while (run != NULL && noslip_run_next(run, row, NULL, NULL)) {
    memcpy(c->rows + motion * c->row, row, c->row * sizeof(double));
    c->samples[motion]++;
  }
  if (run != NULL)
    c->n_samples = noslip_run_n_samples(run);
}

/* With error control, except by rk4: three steps a sample. */
static void
case_init(Case *c, const char *text, const char *formulation, const char *method, gboolean stabilise)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  g_assert_nonnull(system);
  *c = (Case){.n_parameters = system->n_parameters, .state = system->m + system->n, .row = noslip_row_size(system)};
  c->dynamics = noslip_dynamics_new(noslip_formulation_find(formulation), system, NULL);
  g_assert_nonnull(c->dynamics);
  noslip_run_options_default(&c->options, system);
  c->options.method = noslip_method_find(method);
  c->options.fixed_step = 0.007;
  if (noslip_method_is_adaptive(c->options.method)) {
    c->options.fixed_step = 0;
    c->options.step = 0.25;
    c->options.rtol = c->options.atol = 1e-6;
  }
  c->options.stabilise = stabilise;
  c->parameters = g_new0(double, MOTIONS *(gsize) c->n_parameters);
  c->xy = g_new0(double, MOTIONS *(gsize) c->state);
  c->rows = g_new0(double, MOTIONS *(gsize) c->row);
  c->samples = g_new0(guint, MOTIONS);
  g_autofree double *defaults = noslip_system_default_parameters(system);
  for (guint motion = 0; motion < MOTIONS; motion++) {
    double *parameters = c->parameters + motion * c->n_parameters, *xy = c->xy + motion * c->state;
    memcpy(parameters, defaults, c->n_parameters * sizeof(double));
    parameters[0] *= 1 + 0.01 * (motion % 10);
    parameters[2] *= 1 + 0.1 * (motion / 10);
    g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
    run_alone(c, motion);
  }
}

static void
case_clear(Case *c)
{
  noslip_dynamics_unref(c->dynamics);
  g_free(c->parameters);
  g_free(c->xy);
  g_free(c->rows);
  g_free(c->samples);
}

/* Motions first .. first + n - 1 in lanes. Returns how many of them the lanes computed to the end. */
static guint
compare(const Case *c, guint first, guint n)
{
  g_autoptr(NoslipEnsemble) ensemble = noslip_ensemble_new(c->dynamics, &c->options);
  g_assert_nonnull(ensemble);
  g_autofree double *rows = g_new(double, NOSLIP_TAPE_LANES *(gsize) c->row);
  guint followed = 0, samples = 0;
  noslip_ensemble_start(ensemble, n, c->parameters + first * c->n_parameters, c->xy + first * c->state);
  while (noslip_ensemble_next(ensemble, NULL))
    samples++;
  noslip_ensemble_rows(ensemble, rows);
  for (guint i = 0; i < n; i++) {
    if (!noslip_ensemble_holds(ensemble, i))
      continue;
    g_assert_cmpuint(samples, ==, noslip_ensemble_n_samples(ensemble));
    g_assert_cmpuint(c->samples[first + i], ==, samples);
    g_assert_cmpmem(rows + i * (gsize) c->row, c->row * sizeof(double), c->rows + (first + i) * (gsize) c->row,
                    c->row * sizeof(double));
    followed++;
  }
  return followed;
}

static guint
compare_all(const Case *c, guint group)
{
  guint followed = 0;
  for (guint first = 0; first < MOTIONS; first += group)
    followed += compare(c, first, MIN(group, MOTIONS - first));
  return followed;
}

static guint
finished(const Case *c)
{
  guint n = 0;
  for (guint motion = 0; motion < MOTIONS; motion++)
    n += c->samples[motion] == c->n_samples;
  return n;
}

static void
test_bits(gconstpointer text)
{
  for (guint i = 0; i < 3; i++) {
    Case c;
    case_init(&c, text, i == 2 ? "free" : "multipliers", "rk4", i != 1);
    g_assert_cmpuint(finished(&c), ==, MOTIONS);
    g_assert_cmpuint(compare_all(&c, NOSLIP_TAPE_LANES), ==, MOTIONS);
    g_assert_cmpuint(compare_all(&c, 7), ==, MOTIONS);
    case_clear(&c);
  }
}

/* Every motion chooses its own steps: several between two samples, some of them repeated, so that motions wait for each
 * other. */
static void
test_own_steps(gconstpointer text)
{
  const char *const methods[] = {"rk8pd", "rk8pd", "rkf45", "rkck"};
  for (guint i = 0; i < G_N_ELEMENTS(methods); i++) {
    Case c;
    case_init(&c, text, i == 3 ? "free" : "multipliers", methods[i], i != 1);
    g_assert_cmpuint(finished(&c), ==, MOTIONS);
    g_assert_cmpuint(compare_all(&c, NOSLIP_TAPE_LANES), ==, MOTIONS);
    if (i == 1)
      g_assert_cmpuint(compare_all(&c, 7), ==, MOTIONS);
    case_clear(&c);
  }
}

/* Motions first .. first + n - 1, each stepwise until it has the number of rows that `last` gives it; all rows are those
 * of noslip_run_step(). Returns how many motions the lanes computed to their last row, or to the end of the run. */
static guint
compare_steps(const Case *c, guint first, guint n)
{
  g_autoptr(NoslipEnsemble) ensemble = noslip_ensemble_new(c->dynamics, &c->options);
  NoslipRun *runs[NOSLIP_TAPE_LANES];
  guint left[NOSLIP_TAPE_LANES], followed = 0;
  g_autofree double *rows = g_new(double, NOSLIP_TAPE_LANES *(gsize) c->row);
  g_autofree double *row = g_new(double, c->row);
  for (guint i = 0; i < n; i++) {
    runs[i] = noslip_run_new(c->dynamics, &c->options, c->parameters + (first + i) * c->n_parameters, 0,
                             c->xy + (first + i) * c->state, NULL, NULL);
    left[i] = 1 + 7 * i % 31;
  }
  noslip_ensemble_start(ensemble, n, c->parameters + first * c->n_parameters, c->xy + first * c->state);
  for (guint32 stepped; (stepped = noslip_ensemble_step(ensemble, rows, NULL)) != 0;)
    for (guint i = 0; i < n; i++) {
      if (!(stepped >> i & 1))
        continue;
      g_assert_true(noslip_run_step(runs[i], row, NULL, NULL));
      g_assert_cmpmem(rows + i * (gsize) c->row, c->row * sizeof(double), row, c->row * sizeof(double));
      if (--left[i] == 0)
        noslip_ensemble_drop(ensemble, i);
    }
  for (guint i = 0; i < n; i++) {
    gboolean whole = left[i] == 0 || noslip_ensemble_holds(ensemble, i);
    if (whole && left[i] > 0)
      g_assert_false(noslip_run_step(runs[i], row, NULL, NULL));
    followed += whole;
    noslip_run_free(runs[i]);
  }
  return followed;
}

/* As motions are dropped, the others move to the first lanes, and fewer lanes are computed. */
static void
test_steps(gconstpointer text)
{
  const char *const formulations[] = {"multipliers", "free"};
  for (guint i = 0; i < G_N_ELEMENTS(formulations); i++) {
    Case c;
    case_init(&c, text, formulations[i], "rk8pd", TRUE);
    c.options.rtol = c.options.atol = 1e-11;
    guint followed = 0;
    for (guint first = 0; first < MOTIONS; first += NOSLIP_TAPE_LANES)
      followed += compare_steps(&c, first, MIN(NOSLIP_TAPE_LANES, MOTIONS - first));
    g_assert_cmpuint(followed, ==, MOTIONS);
    case_clear(&c);
  }
}

/* A cause that ends a motion alone makes it leave the lanes; the others continue to the end, except a few that the
 * lanes reject. */
static void
test_own_steps_leave(gconstpointer text)
{
  Case c;
  case_init(&c, text, "multipliers", "rk8pd", TRUE);
  guint good = finished(&c), followed = compare_all(&c, NOSLIP_TAPE_LANES);
  g_test_message("%u of %u come to the end, %u side by side", good, MOTIONS, followed);
  g_assert_cmpuint(good, <, MOTIONS);
  g_assert_cmpuint(followed, <=, good);
  case_clear(&c);
}

/* Some motions end early: they leave the lanes, and the others are not disturbed. */
static void
test_leaving(gconstpointer text)
{
  Case c;
  case_init(&c, text, "multipliers", "rk4", TRUE);
  guint ended = MOTIONS - finished(&c);
  g_assert_cmpuint(ended, >, 0);
  guint followed = compare_all(&c, NOSLIP_TAPE_LANES);
  g_assert_cmpuint(followed, <=, MOTIONS - ended);
  g_assert_cmpuint(followed + 2, >=, MOTIONS - ended); /* near the end the lanes reject some */
  case_clear(&c);
}

/* Motions that end early leave; if the lanes cannot decide which, all of them leave. */
static void
test_doubt(gconstpointer text)
{
  Case c;
  case_init(&c, text, "multipliers", "rk4", TRUE);
  g_assert_cmpuint(finished(&c), <, MOTIONS);
  g_assert_cmpuint(compare_all(&c, NOSLIP_TAPE_LANES), <=, finished(&c));
  case_clear(&c);
}

/* A single run stops motions at poles, where the mass changes its sign, and where sign( ) holds them: the lanes do not
 * compute these to the end. */
static void
test_guards(gconstpointer text)
{
  Case c;
  case_init(&c, text, "multipliers", "rk4", TRUE);
  guint good = finished(&c), followed = compare_all(&c, NOSLIP_TAPE_LANES);
  g_test_message("%u of %u come to the end, %u side by side", good, MOTIONS, followed);
  g_assert_cmpuint(good, <, MOTIONS);
  g_assert_cmpuint(good, >, 0);
  g_assert_cmpuint(followed, >, 0);
  g_assert_cmpuint(followed, <=, good);
  case_clear(&c);
}

static gpointer
compare_in_thread(gpointer c)
{
  return GUINT_TO_POINTER(compare_all(c, NOSLIP_TAPE_LANES));
}

static void
test_threads(gconstpointer method)
{
  Case c;
  GThread *threads[8];
  case_init(&c, board, "multipliers", method, TRUE);
  guint most = noslip_method_is_adaptive(c.options.method) ? 2 : G_N_ELEMENTS(threads);
  for (guint n = 1; n <= most; n *= 2) {
    for (guint i = 0; i < n; i++)
      threads[i] = g_thread_new("ensemble", compare_in_thread, &c);
    for (guint i = 0; i < n; i++)
      g_assert_cmpuint(GPOINTER_TO_UINT(g_thread_join(threads[i])), ==, MOTIONS);
  }
  case_clear(&c);
}

static void
test_refusal(void)
{
  Case c;
  const char *const others[] = {"dla", "bsimp", "rk4imp"};
  case_init(&c, board, "multipliers", "rk4", TRUE);
  for (guint i = 0; i < G_N_ELEMENTS(others); i++) {
    c.options.method = noslip_method_find(others[i]);
    g_assert_null(noslip_ensemble_new(c.dynamics, &c.options));
  }
  c.options.method = noslip_method_find("rk8pd"); /* with fixed steps */
  g_assert_null(noslip_ensemble_new(c.dynamics, &c.options));
  c.options.fixed_step = 0;
  g_autoptr(NoslipEnsemble) own_steps = noslip_ensemble_new(c.dynamics, &c.options);
  g_assert_nonnull(own_steps);
  c.options.to = -1;
  g_assert_null(noslip_ensemble_new(c.dynamics, &c.options));
  case_clear(&c);
  case_init(&c, board, "projection", "rk4", TRUE);
  g_assert_null(noslip_ensemble_new(c.dynamics, &c.options));
  case_clear(&c);
  case_init(&c, branches, "multipliers", "rk8pd", TRUE); /* steps that end at the switch */
  g_assert_null(noslip_ensemble_new(c.dynamics, &c.options));
  case_clear(&c);
}

static void
test_cancel(void)
{
  Case c;
  int cancel = 0;
  case_init(&c, board, "multipliers", "rk4", TRUE);
  g_autoptr(NoslipEnsemble) ensemble = noslip_ensemble_new(c.dynamics, &c.options);
  noslip_ensemble_start(ensemble, 5, c.parameters, c.xy);
  g_assert_true(noslip_ensemble_next(ensemble, &cancel));
  g_assert_true(noslip_ensemble_next(ensemble, &cancel));
  cancel = 1;
  g_assert_false(noslip_ensemble_next(ensemble, &cancel));
  g_assert_cmpuint(compare(&c, 0, 5), ==, 5);
  case_clear(&c);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/ensemble/bits/constraints", board, test_bits);
  g_test_add_data_func("/ensemble/bits/manifold", top, test_bits);
  g_test_add_data_func("/ensemble/bits/manifolds", torus, test_bits);
  g_test_add_data_func("/ensemble/guards/pole", pole, test_guards);
  g_test_add_data_func("/ensemble/guards/faint-pole", faint_pole, test_guards);
  g_test_add_data_func("/ensemble/guards/mass", mass, test_guards);
  g_test_add_data_func("/ensemble/guards/sticking", sticking, test_guards);
  g_test_add_data_func("/ensemble/leaving/rank", fading, test_leaving);
  g_test_add_data_func("/ensemble/leaving/faint-rank", faint, test_doubt);
  g_test_add_data_func("/ensemble/leaving/undefined", cliff, test_leaving);
  g_test_add_data_func("/ensemble/steps/constraints", board, test_steps);
  g_test_add_data_func("/ensemble/steps/manifold", top, test_steps);
  g_test_add_data_func("/ensemble/steps/manifolds", torus, test_steps);
  g_test_add_data_func("/ensemble/own-steps/constraints", board, test_own_steps);
  g_test_add_data_func("/ensemble/own-steps/manifold", top, test_own_steps);
  g_test_add_data_func("/ensemble/own-steps/pole", pole, test_own_steps_leave);
  g_test_add_data_func("/ensemble/own-steps/rank", fading, test_own_steps_leave);
  g_test_add_data_func("/ensemble/own-steps/undefined", cliff, test_own_steps_leave);
  g_test_add_data_func("/ensemble/own-steps/mass", mass, test_own_steps_leave);
  g_test_add_data_func("/ensemble/threads/fixed-steps", "rk4", test_threads);
  g_test_add_data_func("/ensemble/threads/own-steps", "rk8pd", test_threads);
  g_test_add_func("/ensemble/refusal", test_refusal);
  g_test_add_func("/ensemble/cancel", test_cancel);
  return g_test_run();
}
