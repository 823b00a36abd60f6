/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The methods of SUNDIALS, on equations with known solutions; if the program was built without it, the error
 * message. */
#include "core/integrate/optional.h"
#include "core/integrate/stepper.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char *const ids[] = {"bdf", "adams", "ida"};

#ifdef NOSLIP_HAS_SUNDIALS

typedef enum { OSCILLATOR, STIFF, VAN_DER_POL, WALL, RAY, CIRCLE } Equation;

typedef struct {
  Equation equation;
  double nudge;   /* accept() changes the state by this much, as a correction does */
  gboolean turns; /* accept() turns the oscillator by a quarter */
  guint accepts, cancel_at;
  int cancel;
} Toy;

static NoslipStepStatus
toy_rates(gpointer work, double t, const double *z, double *zdot)
{
  const Toy *toy = work;
  zdot[0] = z[1];
  switch (toy->equation) {
  case OSCILLATOR:
  case CIRCLE: /* kept on its circle by accept() */
    zdot[1] = -z[0];
    break;
  case STIFF: /* z0 = cos t */
    zdot[0] = -1e6 * (z[0] - cos(t)) - sin(t);
    zdot[1] = 0;
    break;
  case VAN_DER_POL:
    zdot[1] = 1000 * (1 - z[0] * z[0]) * z[1] - z[0];
    break;
  case WALL: /* z0 = -sqrt(1 - t) */
    if (z[0] >= 0)
      return NOSLIP_STEP_RANK_LOST;
    zdot[0] = -0.5 / z[0];
    zdot[1] = 0;
    break;
  case RAY: /* without a status of its own */
    zdot[0] = sqrt(1 - t);
    zdot[1] = 0;
    break;
  }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
toy_jacobian(gpointer work, double t, const double *z, double *dfdz, double *dfdt)
{
  const Toy *toy = work;
  memset(dfdz, 0, 4 * sizeof(double));
  memset(dfdt, 0, 2 * sizeof(double));
  if (toy->equation == STIFF) {
    dfdz[0] = -1e6;
  } else if (toy->equation == WALL) {
    dfdz[0] = 0.5 / (z[0] * z[0]);
  } else if (toy->equation != RAY) {
    gboolean pol = toy->equation == VAN_DER_POL;
    dfdz[1] = 1;
    dfdz[2] = pol ? -2000 * z[0] * z[1] - 1 : -1;
    dfdz[3] = pol ? 1000 * (1 - z[0] * z[0]) : 0;
  }
  return NOSLIP_STEP_OK;
}

static NoslipStepStatus
toy_accept(gpointer work, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Toy *toy = work;
  toy->accepts++;
  if (toy->cancel_at > 0 && toy->accepts == toy->cancel_at)
    g_atomic_int_set(&toy->cancel, 1);
  *changed = toy->equation == CIRCLE || toy->nudge != 0 || toy->turns;
  if (toy->equation == CIRCLE) {
    double size = hypot(z[0], z[1]);
    z[0] /= size;
    z[1] /= size;
  }
  z[0] += toy->nudge;
  if (toy->turns) {
    double first = z[0];
    z[0] = z[1];
    z[1] = -first;
  }
  return NOSLIP_STEP_OK;
}

static const NoslipFormulation toy_formulation = {
    .id = "toy", .rates = toy_rates, .accept = toy_accept, .jacobian = toy_jacobian};

static NoslipStepper *
start(Toy *toy, const char *method, double tolerance, double z0, double z1)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, NULL);
  options.method = noslip_method_find(method);
  g_assert_nonnull(options.method);
  options.rtol = options.atol = tolerance;
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipStepper *stepper = noslip_stepper_new(&toy_formulation, toy, 2, NULL, NULL, &options, &error);
  g_assert_nonnull(stepper);
  stepper->z[0] = z0;
  stepper->z[1] = z1;
  noslip_stepper_start(stepper, 0);
  return stepper;
}

static void
advance(NoslipStepper *stepper, double to)
{
  g_assert_cmpint(noslip_stepper_advance(stepper, to, NULL), ==, NOSLIP_ADVANCE_OK);
  g_assert_true(stepper->t == to);
}

/* The error follows the tolerance, lands on samples exactly, and does not grow when there are many. */
static void
test_closed_form(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++)
    for (guint samples = 1; samples <= 1000; samples *= 1000) {
      double errors[2];
      for (guint j = 0; j < 2; j++) {
        Toy toy = {OSCILLATOR};
        g_autoptr(NoslipStepper) stepper = start(&toy, ids[i], j == 0 ? 1e-6 : 1e-10, 1, 0);
        for (guint k = 1; k <= samples; k++)
          advance(stepper, 10.0 * k / samples);
        errors[j] = hypot(stepper->z[0] - cos(10), stepper->z[1] + sin(10));
        g_test_message("%s, %u samples: error %.1e in %u steps, %u evaluations", ids[i], samples, errors[j],
                       (guint) stepper->n_steps, (guint) stepper->n_evaluations);
      }
      g_assert_cmpfloat(errors[0], <, 1e-3);
      g_assert_cmpfloat(errors[0], >, 1e-9); /* it is not another method */
      g_assert_cmpfloat(errors[1], <, 1e-6);
      g_assert_cmpfloat(errors[1], <, errors[0] / 15); /* ida takes several steps a sample for the smaller one */
    }
}

/* An explicit method takes about a million steps for stability alone. */
static void
test_stiff(gconstpointer method)
{
  Toy toy = {STIFF};
  g_autoptr(NoslipStepper) stepper = start(&toy, method, 1e-8, 1, 0);
  advance(stepper, 3);
  g_assert_cmpfloat(fabs(stepper->z[0] - cos(3)), <, 1e-7);
  g_assert_cmpuint(stepper->n_evaluations, <, 5000);
}

/* The relaxation oscillation, through two of its jumps, against an implicit method of another family. */
static void
test_van_der_pol(gconstpointer method)
{
  Toy toy = {VAN_DER_POL}, other = {VAN_DER_POL};
  g_autoptr(NoslipStepper) stepper = start(&toy, method, 1e-10, 2, 0);
  g_autoptr(NoslipStepper) expected = start(&other, "bsimp", 1e-12, 2, 0);
  for (double t = 250; t <= 2000; t += 250) {
    advance(stepper, t);
    advance(expected, t);
    g_assert_cmpfloat(fabs(stepper->z[0] - expected->z[0]), <, 2e-6);
  }
  g_assert_cmpfloat(stepper->z[0], >, 1); /* back on the first branch */
  g_assert_cmpuint(stepper->n_evaluations, <, 40000);
}

static void
test_repeats(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    double ends[3][2];
    for (guint j = 0; j < 3; j++) {
      Toy toy = {VAN_DER_POL};
      g_autoptr(NoslipStepper) stepper = start(&toy, ids[i], 1e-8, 2, 0);
      if (j == 2) { /* from the start again with the same memory */
        advance(stepper, 0.5);
        stepper->z[0] = 2;
        stepper->z[1] = 0;
        noslip_stepper_start(stepper, 0);
      }
      for (double t = 0.25; t <= 1; t += 0.25)
        advance(stepper, t);
      memcpy(ends[j], stepper->z, sizeof ends[j]);
    }
    g_assert_cmpmem(ends[0], sizeof ends[0], ends[1], sizeof ends[1]);
    g_assert_cmpmem(ends[0], sizeof ends[0], ends[2], sizeof ends[2]);
  }
}

/* A state that is corrected by about the error of a step keeps the method's history: it costs hardly more. One that is
 * turned by a quarter restarts it. */
static void
test_changed_state(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    Toy free = {OSCILLATOR}, circle = {CIRCLE}, turned = {OSCILLATOR, .turns = TRUE},
        moved = {OSCILLATOR, .nudge = 1e-9};
    g_autoptr(NoslipStepper) alone = start(&free, ids[i], 1e-8, 1, 0);
    g_autoptr(NoslipStepper) kept = start(&circle, ids[i], 1e-8, 1, 0);
    g_autoptr(NoslipStepper) turning = start(&turned, ids[i], 1e-8, 1, 0);
    g_autoptr(NoslipStepper) moving = start(&moved, ids[i], 1e-8, 1, 0);
    advance(alone, 20);
    advance(kept, 20);
    advance(turning, 1);
    advance(moving, 20);
    g_assert_cmpuint(kept->n_evaluations, <, 3 * alone->n_evaluations / 2);
    g_assert_cmpfloat_with_epsilon(hypot(kept->z[0], kept->z[1]), 1, 1e-15);
    g_assert_cmpfloat_with_epsilon(kept->z[0], cos(20), 1e-5);
    double phase = 1 + turned.accepts * G_PI / 2;
    g_assert_cmpfloat_with_epsilon(turning->z[0], cos(phase), 1e-4);
    /* The corrections of all steps are part of the motion: of the order of their number, and not lost. */
    double added = moved.accepts * moved.nudge;
    g_assert_cmpfloat(hypot(moving->z[0] - alone->z[0], moving->z[1] - alone->z[1]), >, added / 1000);
    g_assert_cmpfloat(hypot(moving->z[0] - alone->z[0], moving->z[1] - alone->z[1]), <, 10 * added + 1e-5);
  }
}

/* Beyond t = 1 the first has a second branch of its implicit equations, which is not a motion. */
static void
test_walls(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    Toy wall = {WALL}, ray = {RAY};
    g_autoptr(NoslipStepper) lost = start(&wall, ids[i], 1e-8, -1, 0);
    NoslipAdvance end = noslip_stepper_advance(lost, 2, NULL);
    g_assert_true(end == NOSLIP_ADVANCE_STATUS || end == NOSLIP_ADVANCE_UNDERFLOW);
    g_assert_cmpfloat_with_epsilon(lost->t, 1, 1e-5);
    g_assert_cmpfloat(fabs(lost->z[0]), <, 0.01);
    g_autoptr(NoslipStepper) undefined = start(&ray, ids[i], 1e-8, 0, 0);
    end = noslip_stepper_advance(undefined, 2, NULL);
    g_assert_true(end == NOSLIP_ADVANCE_UNDEFINED || end == NOSLIP_ADVANCE_UNDERFLOW);
    g_assert_cmpfloat_with_epsilon(undefined->t, 1, 1e-5);
    g_assert_true(isfinite(undefined->z[0]));
  }
}

static void
test_cancelled(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    Toy toy = {OSCILLATOR, .cancel_at = 7};
    g_autoptr(NoslipStepper) stepper = start(&toy, ids[i], 1e-8, 1, 0);
    g_assert_cmpint(noslip_stepper_advance(stepper, 1e6, &toy.cancel), ==, NOSLIP_ADVANCE_CANCELLED);
    g_assert_cmpuint(stepper->n_steps, ==, 7);
    g_assert_cmpfloat_with_epsilon(stepper->z[0], cos(stepper->t), 1e-6);
  }
}

#endif

/* Without SUNDIALS its methods are missing, and the error names the package. They have no fixed steps. */
static void
test_offered(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    const NoslipMethod *method = noslip_method_find(ids[i]);
#ifndef NOSLIP_HAS_SUNDIALS
    g_assert_null(method);
    g_assert_cmpstr(noslip_method_library(ids[i]), ==, "SUNDIALS");
#else
    g_assert_nonnull(method);
    g_assert_null(noslip_method_library(ids[i]));
    NoslipRunOptions options;
    noslip_run_options_default(&options, NULL);
    options.method = method;
    g_assert_null(noslip_run_options_check(&options));
    options.fixed_step = 0.1;
    g_autoptr(NoslipDiagnostic) error = noslip_run_options_check(&options);
    g_assert_nonnull(strstr(error->cause, ids[i]));
    g_assert_nonnull(error->remedy);
#endif
  }
  g_assert_null(noslip_method_library("euler"));
  g_assert_null(noslip_method_library(NULL));
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cvode/offered", test_offered);
#ifdef NOSLIP_HAS_SUNDIALS
  g_test_add_func("/cvode/closed-form", test_closed_form);
  g_test_add_data_func("/cvode/stiff", "bdf", test_stiff);
  g_test_add_data_func("/cvode/van-der-pol", "bdf", test_van_der_pol);
  g_test_add_data_func("/ida/stiff", "ida", test_stiff);
  g_test_add_data_func("/ida/van-der-pol", "ida", test_van_der_pol);
  g_test_add_func("/cvode/repeats", test_repeats);
  g_test_add_func("/cvode/changed-state", test_changed_state);
  g_test_add_func("/cvode/walls", test_walls);
  g_test_add_func("/cvode/cancelled", test_cancelled);
#endif
  return g_test_run();
}
