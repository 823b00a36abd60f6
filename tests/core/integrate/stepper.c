/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The stepper alone, on equations with known solutions. */
#include "core/integrate/stepper.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

typedef enum { OSCILLATOR, COSINE, STIFF, WALL, RAY, BLOW_UP, CHIRP } Equation;

typedef struct {
  Equation equation;
  guint accepts;
  double last_accept;
  int *cancel_after; /* set to 1 once there were this many steps */
  guint cancel_at;
  guint jacobians;
  gboolean chart; /* accept() turns the state by a quarter and says so */
} Toy;

static NoslipStepStatus
toy_rates(gpointer work, double t, const double *z, double *zdot)
{
  Toy *toy = work;
  switch (toy->equation) {
  case OSCILLATOR:
    zdot[0] = z[1];
    zdot[1] = -z[0];
    break;
  case COSINE: /* a pendulum with a push, not autonomous */
    zdot[0] = z[1];
    zdot[1] = -sin(z[0]) + cos(t);
    break;
  case STIFF: /* z0 = cos t */
    zdot[0] = -1e6 * (z[0] - cos(t)) - sin(t);
    zdot[1] = 0;
    break;
  case WALL: /* z0 = -sqrt(1 - t), not a number beyond t = 1 */
    if (z[0] >= 0)
      return NOSLIP_STEP_RANK_LOST;
    zdot[0] = -0.5 / z[0];
    zdot[1] = 0;
    break;
  case RAY: /* sqrt(1 - t), without a status of its own */
    zdot[0] = sqrt(1 - t);
    zdot[1] = 0;
    break;
  case BLOW_UP: /* z0 = 1 / (1 - t) */
    zdot[0] = z[0] * z[0];
    zdot[1] = 0;
    break;
  case CHIRP: /* turns by exp(t) - 1 until t */
    zdot[0] = exp(t) * z[1];
    zdot[1] = -exp(t) * z[0];
    break;
  }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
toy_jacobian(gpointer work, double t, const double *z, double *dfdz, double *dfdt)
{
  Toy *toy = work;
  toy->jacobians++;
  memset(dfdz, 0, 4 * sizeof(double));
  memset(dfdt, 0, 2 * sizeof(double));
  switch (toy->equation) {
  case STIFF:
    dfdz[0] = -1e6;
    dfdt[0] = -1e6 * sin(t) - cos(t);
    break;
  case COSINE:
    dfdz[1] = 1;
    dfdz[2] = -cos(z[0]);
    dfdt[1] = -sin(t);
    break;
  default:
    dfdz[1] = 1;
    dfdz[2] = -1;
  }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
toy_accept(gpointer work, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Toy *toy = work;
  g_assert_true(t > toy->last_accept);
  toy->last_accept = t;
  toy->accepts++;
  if (toy->cancel_after && toy->accepts == toy->cancel_at)
    g_atomic_int_set(toy->cancel_after, 1);
  *changed = FALSE;
  if (toy->chart) { /* the oscillator's symmetry: a quarter turn */
    double first = z[0];
    z[0] = z[1];
    z[1] = -first;
    *changed = TRUE;
  }
  return NOSLIP_STEP_OK;
}

static const NoslipFormulation toy_formulation = {
    .id = "toy", .rates = toy_rates, .accept = toy_accept, .jacobian = toy_jacobian};

static NoslipStepper *
start(Toy *toy, const char *method, double rtol, double fixed, double z0, double z1)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, NULL);
  options.method = noslip_method_find(method);
  g_assert_nonnull(options.method);
  options.rtol = rtol;
  options.atol = rtol;
  options.fixed_step = fixed;
  toy->last_accept = -1;
  NoslipStepper *stepper = noslip_stepper_new(&toy_formulation, toy, 2, NULL, NULL, &options, NULL);
  stepper->z[0] = z0;
  stepper->z[1] = z1;
  noslip_stepper_start(stepper, 0);
  return stepper;
}

/* The value of the pushed pendulum at t = 2, to the rounding of doubles. */
static void
pendulum_at_two(double exact[2])
{
  Toy toy = {COSINE};
  NoslipStepper *stepper = start(&toy, "rk8pd", 1e-14, 0, 0.3, 0.4);
  g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_OK);
  memcpy(exact, stepper->z, 2 * sizeof(double));
  noslip_stepper_free(stepper);
}

static double
error_with_step(const char *method, double step, const double exact[2])
{
  Toy toy = {COSINE};
  NoslipStepper *stepper = start(&toy, method, 1e-13, step, 0.3, 0.4);
  g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_OK);
  double error = hypot(stepper->z[0] - exact[0], stepper->z[1] - exact[1]);
  g_assert_cmpuint(stepper->n_steps, ==, (guint) round(2 / step));
  noslip_stepper_free(stepper);
  return error;
}

/* The error of a method of very high order: the oscillator at t = 12. */
static double
oscillator_error(double step)
{
  Toy toy = {OSCILLATOR};
  NoslipStepper *stepper = start(&toy, "bsimp", 1e-13, step, 1, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 12, NULL), ==, NOSLIP_ADVANCE_OK);
  double error = hypot(stepper->z[0] - cos(12), stepper->z[1] + sin(12));
  noslip_stepper_free(stepper);
  return error;
}

static void
test_orders(void)
{
  const struct {
    const char *method;
    double step, order;
  } cases[] = {{"rk4", 0.1, 4}, {"rkf45", 0.05, 5}, {"rkck", 0.1, 5}, {"rk8pd", 0.5, 8}, {"rk4imp", 0.1, 4}};
  double exact[2];
  pendulum_at_two(exact);
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    double coarse = error_with_step(cases[i].method, cases[i].step, exact);
    double fine = error_with_step(cases[i].method, cases[i].step / 2, exact);
    double order = log2(coarse / fine);
    g_test_message("%s: errors %.2e, %.2e, order %.2f", cases[i].method, coarse, fine, order);
    g_assert_cmpfloat(coarse, >, 1e-10); /* else rounding is measured */
    g_assert_cmpfloat(fabs(order - cases[i].order), <, 0.7);
  }
  double order = log2(oscillator_error(3) / oscillator_error(1.5));
  g_test_message("bsimp: order %.2f", order);
  g_assert_cmpfloat(fabs(order - noslip_method_find("bsimp")->order), <, 0.7);
}

/* The implicit methods use the exact Jacobian, at least once for each step, and the explicit ones never. A Jacobian
 * with a wrong sign would make Newton's method of a step of 0.1 on the stiff equation fail. */
static void
test_jacobian(void)
{
  for (guint i = 0; noslip_methods()[i]; i++) {
    if (noslip_methods()[i]->kind == NOSLIP_METHOD_GEOMETRIC || noslip_methods()[i]->own_steps)
      continue;
    Toy toy = {COSINE};
    NoslipStepper *stepper = start(&toy, noslip_methods()[i]->id, 1e-10, 0.1, 0.3, 0.4);
    g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_OK);
    g_assert_cmpuint(stepper->n_steps, ==, 20);
    if (noslip_methods()[i]->kind == NOSLIP_METHOD_IMPLICIT)
      g_assert_cmpuint(toy.jacobians, >=, 20);
    else
      g_assert_cmpuint(toy.jacobians, ==, 0);
    noslip_stepper_free(stepper);
  }
  static const char *const implicit[] = {"rk4imp", "bsimp"};
  for (guint i = 0; i < 2; i++) {
    Toy toy = {STIFF};
    NoslipStepper *stepper = start(&toy, implicit[i], 1e-8, 0.1, 1, 0);
    g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_OK);
    g_test_message("%s: stiff, off by %.1e", implicit[i], fabs(stepper->z[0] - cos(2)));
    g_assert_cmpfloat(fabs(stepper->z[0] - cos(2)), <, 1e-3);
    noslip_stepper_free(stepper);
  }
}

/* Sample times are hit exactly, with no more steps than necessary: the natural step size survives short steps. */
static void
test_landing(void)
{
  Toy toy = {OSCILLATOR};
  NoslipStepper *free_run = start(&toy, "rk8pd", 1e-12, 0, 1, 0);
  g_assert_cmpint(noslip_stepper_advance(free_run, 20, NULL), ==, NOSLIP_ADVANCE_OK);
  NoslipStepper *landing = start(&toy, "rk8pd", 1e-12, 0, 1, 0);
  for (guint i = 1; i <= 5; i++) {
    double t = i < 5 ? 4.0 * i - (i % 2) * 3.999 : 20;
    g_assert_cmpint(noslip_stepper_advance(landing, t, NULL), ==, NOSLIP_ADVANCE_OK);
    g_assert_true(landing->t == t);
    g_assert_cmpfloat(fabs(landing->z[0] - cos(t)), <, 1e-10);
  }
  g_assert_cmpuint(landing->n_steps, <=, free_run->n_steps + 10);
  /* a first derivative evaluation, then 13 a step: the end of a step is the beginning of the next */
  g_assert_cmpuint(free_run->n_evaluations, <, 14 * free_run->n_steps + 60);
  noslip_stepper_free(free_run);
  noslip_stepper_free(landing);
}

static void
test_energy(void)
{
  Toy toy = {OSCILLATOR};
  NoslipStepper *stepper = start(&toy, "rk8pd", 1e-13, 0, 1, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 10000, NULL), ==, NOSLIP_ADVANCE_OK);
  double energy = stepper->z[0] * stepper->z[0] + stepper->z[1] * stepper->z[1];
  g_test_message("energy drift %.2e in %u steps", energy - 1, (guint) stepper->n_steps);
  g_assert_cmpfloat(fabs(energy - 1), <, 1e-10);
  noslip_stepper_free(stepper);
}

static void
test_changed_state(void)
{
  const char *ids[] = {"rk8pd", "rk4", "rk4imp"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    Toy toy = {OSCILLATOR, .chart = TRUE};
    NoslipStepper *stepper = start(&toy, ids[i], 1e-10, 0.01, 1, 0);
    g_assert_cmpint(noslip_stepper_advance(stepper, 1, NULL), ==, NOSLIP_ADVANCE_OK);
    /* each of the steps turned by a quarter */
    double phase = 1 + toy.accepts * G_PI / 2;
    g_assert_cmpuint(toy.accepts, ==, 100);
    g_assert_cmpfloat(fabs(stepper->z[0] - cos(phase)), <, 1e-8);
    noslip_stepper_free(stepper);
  }
}

static void
test_stiff(void)
{
  Toy toy = {STIFF};
  NoslipStepper *stepper = start(&toy, "bsimp", 1e-8, 0, 1, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 3, NULL), ==, NOSLIP_ADVANCE_OK);
  g_assert_cmpfloat(fabs(stepper->z[0] - cos(3)), <, 1e-6);
  g_assert_cmpuint(stepper->n_steps, <, 20000); /* an explicit method needs about a million */
  noslip_stepper_free(stepper);
}

/* A component that is almost zero at first, as the velocity of a block when friction releases it, causes no short
 * steps. */
static void
test_almost_zero(void)
{
  static const double firsts[] = {0, 1e-300, -1e-30, 1e-16};
  for (guint i = 0; noslip_methods()[i]; i++)
    for (guint j = 0; j < G_N_ELEMENTS(firsts); j++) {
      const NoslipMethod *method = noslip_methods()[i];
      if (!noslip_method_is_adaptive(method))
        continue;
      Toy toy = {OSCILLATOR};
      NoslipStepper *stepper = start(&toy, method->id, 1e-8, 0, 1, firsts[j]);
      g_assert_cmpint(noslip_stepper_advance(stepper, 1, NULL), ==, NOSLIP_ADVANCE_OK);
      g_test_message("%s from %g: %u steps", method->id, firsts[j], (guint) stepper->n_steps);
      g_assert_cmpfloat(fabs(stepper->z[0] - cos(1)), <, 1e-6);
      g_assert_cmpuint(stepper->n_steps, <, 1000);
      noslip_stepper_free(stepper);
    }
}

static void
test_walls(void)
{
  Toy wall = {WALL}, ray = {RAY}, blow_up = {BLOW_UP};
  NoslipStepper *stepper = start(&wall, "rk8pd", 1e-10, 0, -1, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_STATUS);
  g_assert_cmpint(stepper->status, ==, NOSLIP_STEP_RANK_LOST);
  g_assert_cmpfloat(fabs(stepper->t - 1), <, 1e-6);
  g_assert_true(isfinite(stepper->z[0]));
  noslip_stepper_free(stepper);

  stepper = start(&ray, "rk8pd", 1e-10, 0, 0, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_UNDEFINED);
  g_assert_cmpfloat(fabs(stepper->t - 1), <, 1e-6);
  noslip_stepper_free(stepper);

  stepper = start(&blow_up, "rk8pd", 1e-10, 0, 1, 0);
  NoslipAdvance advance = noslip_stepper_advance(stepper, 2, NULL);
  g_assert_true(advance == NOSLIP_ADVANCE_UNDERFLOW || advance == NOSLIP_ADVANCE_UNDEFINED);
  g_assert_cmpfloat(fabs(stepper->t - 1), <, 1e-3);
  noslip_stepper_free(stepper);

  stepper = start(&ray, "rk4", 1e-10, 0.01, 0, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_UNDEFINED);
  g_assert_cmpfloat(stepper->t, <=, 1.01);
  noslip_stepper_free(stepper);

  stepper = start(&ray, "rk4", 1e-10, 1e-9, 0, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 2, NULL), ==, NOSLIP_ADVANCE_TOO_MANY);
  noslip_stepper_free(stepper);
}

static void
test_cancel(void)
{
  const double fixed[] = {0, 0.001};
  for (guint i = 0; i < 2; i++) {
    int cancel = 0;
    Toy toy = {OSCILLATOR, .cancel_after = &cancel, .cancel_at = 7};
    NoslipStepper *stepper = start(&toy, "rk8pd", 1e-10, fixed[i], 1, 0);
    g_assert_cmpint(noslip_stepper_advance(stepper, 1000, &cancel), ==, NOSLIP_ADVANCE_CANCELLED);
    g_assert_cmpuint(stepper->n_steps, ==, 7);
    g_assert_cmpfloat(fabs(stepper->z[0] - cos(stepper->t)), <, 1e-6);
    noslip_stepper_free(stepper);
  }
}

/* A motion that turns ever faster is ended after a million steps that are 1e-4 of its longest one: at t = 9.2 they
 * are, and there the motion has turned by 1e4; in a million steps more it turns by some 1e6. */
static void
test_crawling(void)
{
  Toy toy = {CHIRP};
  NoslipStepper *stepper = start(&toy, "rk8pd", 1e-6, 0, 1, 0);
  g_assert_cmpint(noslip_stepper_advance(stepper, 4, NULL), ==, NOSLIP_ADVANCE_OK);
  g_assert_cmpint(noslip_stepper_advance(stepper, 100, NULL), ==, NOSLIP_ADVANCE_CRAWLING);
  g_test_message("%" G_GUINT64_FORMAT " steps until t = %g", (guint64) stepper->n_steps, stepper->t);
  g_assert_cmpuint(stepper->n_steps, >, 1000000 + 4000);
  g_assert_cmpuint(stepper->n_steps, <, 1000000 + 40000);
  noslip_stepper_free(stepper);
}

/* The pairs compared with those of the GNU Scientific Library: the same step, and the same estimate of its error. */
static int
library_rates(double t, const double z[], double zdot[], void *toy)
{
  return toy_rates(toy, t, z, zdot) == NOSLIP_STEP_OK ? GSL_SUCCESS : GSL_EBADFUNC;
}

static void
test_coefficients(void)
{
  const struct {
    const char *id;
    const gsl_odeiv2_step_type *type;
  } pairs[] = {{"rk8pd", gsl_odeiv2_step_rk8pd}, {"rkf45", gsl_odeiv2_step_rkf45}, {"rkck", gsl_odeiv2_step_rkck}};
  for (guint i = 0; i < G_N_ELEMENTS(pairs); i++) {
    Toy toy = {COSINE};
    const gsl_odeiv2_system equations = {library_rates, NULL, 2, &toy};
    const NoslipMethod *method = noslip_method_find(pairs[i].id);
    const NoslipMethodProblem problem = {.equations = &equations, .rtol = 1e-10, .atol = 1e-10};
    double before[2], ours[2] = {0.3, 0.4}, theirs[2] = {0.3, 0.4}, error[2], their_error[2], after[2], their_after[2];
    library_rates(1, ours, before, &toy);
    gpointer work = method->create(method, &problem, NULL);
    gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(pairs[i].type, 2);
    const NoslipMethodStep one = {ours, before, error, after};
    g_assert_cmpint(method->step(work, 1, 0.5, &one), ==, NOSLIP_STEP_OK);
    g_assert_cmpint(gsl_odeiv2_step_apply(step, 1, 0.5, theirs, their_error, before, their_after, &equations), ==, 0);
    g_assert_cmpuint(gsl_odeiv2_step_order(step), ==, method->order);
    for (guint j = 0; j < 2; j++) {
      g_assert_cmpfloat_with_epsilon(ours[j], theirs[j], 4e-16);
      g_assert_cmpfloat_with_epsilon(error[j], their_error[j], 1e-14);
      g_assert_cmpfloat(fabs(error[j]), >, 1e-12);
      g_assert_cmpfloat_with_epsilon(after[j], their_after[j], 4e-16);
    }
    gsl_odeiv2_step_free(step);
    method->free(work);
  }
}

/* The step control compared with that of the library. */
static void
test_control(void)
{
  gsl_odeiv2_step *step = gsl_odeiv2_step_alloc(gsl_odeiv2_step_rk8pd, 2);
  gsl_odeiv2_control *control = gsl_odeiv2_control_y_new(1e-10, 1e-8);
  Toy toy = {COSINE};
  const gsl_odeiv2_system equations = {library_rates, NULL, 2, &toy};
  const NoslipMethod *method = noslip_method_find("rk8pd");
  const NoslipMethodProblem problem = {.equations = &equations, .rtol = 1e-8, .atol = 1e-10};
  gpointer work = method->create(method, &problem, NULL);
  for (double size = 1e-16; size < 1e-2; size *= 1.7) {
    double state[2] = {0.5, -0.2}, error[2] = {size, 0.1 * size}, rates[2] = {0}, ours = 0.1, theirs = 0.1;
    const NoslipMethodStep one = {state, rates, error, rates};
    int expected = gsl_odeiv2_control_hadjust(control, step, state, error, rates, &theirs);
    g_assert_cmpint(method->adjust(work, &one, &ours), ==, expected);
    g_assert_cmpfloat_with_epsilon(ours, theirs, 1e-15);
  }
  method->free(work);
  gsl_odeiv2_control_free(control);
  gsl_odeiv2_step_free(step);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/stepper/coefficients", test_coefficients);
  g_test_add_func("/stepper/control", test_control);
  g_test_add_func("/integrate/crawling", test_crawling);
  g_test_add_func("/integrate/orders", test_orders);
  g_test_add_func("/integrate/jacobian", test_jacobian);
  g_test_add_func("/integrate/landing", test_landing);
  g_test_add_func("/integrate/energy", test_energy);
  g_test_add_func("/integrate/changed-state", test_changed_state);
  g_test_add_func("/integrate/stiff", test_stiff);
  g_test_add_func("/integrate/almost-zero", test_almost_zero);
  g_test_add_func("/integrate/walls", test_walls);
  g_test_add_func("/integrate/cancel", test_cancel);
  return g_test_run();
}
