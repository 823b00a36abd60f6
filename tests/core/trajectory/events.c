/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event times against closed forms. */
#include "core/trajectory/events.h"

#include "tests/core/geometry/support.h"

#include "core/system/state.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>

static const char *const oscillator =
    "noslip 1\ncoordinate x\nlagrangian (x'^2 - x^2)/2\ninitial x = 1\nrun to 1 step 1\n"; /* x = cos t */
static const char *const straight =
    "noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\nrun to 1 step 1\n"; /* x = t */

typedef struct {
  NoslipSystem *system;
  NoslipDynamics *dynamics;
  NoslipRunOptions options;
  double *parameters, *xy, *mu;
  GArray *times, *indices, *rising; /* what was found */
} Case;

static Case
case_new(NoslipSystem *system, double to, double step)
{
  Case own = {.system = system};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  own.dynamics = noslip_dynamics_new(noslip_formulation_default(system->dynamics), system, &error);
  g_assert_nonnull(own.dynamics);
  noslip_run_options_default(&own.options, system);
  own.options.rtol = 1e-13;
  own.options.atol = 1e-15;
  own.options.to = to;
  own.options.step = step;
  own.parameters = noslip_system_default_parameters(system);
  own.xy = g_new0(double, system->m + system->n + 1);
  own.mu = system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC ? g_new0(double, system->k + 1) : NULL;
  own.times = g_array_new(FALSE, FALSE, sizeof(double));
  own.indices = g_array_new(FALSE, FALSE, sizeof(guint));
  own.rising = g_array_new(FALSE, FALSE, sizeof(gboolean));
  g_assert_true(noslip_state_initial(system, own.parameters, 0, NULL, own.xy, own.xy + system->m, own.mu, diagnostics));
  return own;
}

static void
case_clear(Case *own)
{
  noslip_dynamics_unref(own->dynamics);
  noslip_system_unref(own->system);
  g_free(own->parameters);
  g_free(own->xy);
  g_free(own->mu);
  g_array_unref(own->times);
  g_array_unref(own->indices);
  g_array_unref(own->rising);
}

/* Runs to the end; returns the number of events. The first output is evaluated at each as a check of its row. */
static guint
find(Case *own, guint n, const char *const *texts, NoslipEventDirection direction)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipRun) run = noslip_run_new(own->dynamics, &own->options, own->parameters, 0, own->xy, own->mu, &error);
  g_assert_nonnull(run);
  g_autoptr(NoslipEvents) events = noslip_events_new(own->dynamics, &own->options, own->parameters);
  g_autofree double *row = g_new0(double, noslip_row_size(own->system));
  for (guint i = 0; i < n; i++)
    g_assert_true(noslip_events_add(events, texts[i], direction, diagnostics));
  g_array_set_size(own->times, 0);
  g_array_set_size(own->indices, 0);
  g_array_set_size(own->rising, 0);
  while (noslip_run_next(run, row, NULL, &error)) {
    g_assert_true(noslip_events_feed(events, row, NULL, &error));
    for (guint i = 0; i < noslip_events_n(events); i++) {
      NoslipEvent event = noslip_events_get(events, i);
      g_array_append_val(own->times, event.row[0]);
      g_array_append_val(own->indices, event.index);
      g_array_append_val(own->rising, event.rising);
    }
  }
  g_assert_null(error);
  return own->times->len;
}

static guint
find_one(Case *own, const char *text, NoslipEventDirection direction)
{
  return find(own, 1, &text, direction);
}

static double
time_of(const Case *own, guint i)
{
  g_assert_cmpuint(i, <, own->times->len);
  return g_array_index(own->times, double, i);
}

/* Zeros of the cosine at (i + 1/2) pi; also with samples so far apart that two zeros lie between them. */
static void
test_oscillator(void)
{
  const double steps[] = {0.1, 1, 4, 2.9};
  for (guint k = 0; k < G_N_ELEMENTS(steps); k++) {
    Case own = case_new(test_text(oscillator), 20, steps[k]);
    g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_BOTH), ==, 6);
    for (guint i = 0; i < 6; i++) {
      g_assert_cmpfloat(fabs(time_of(&own, i) - (i + 0.5) * G_PI), <, 1e-12);
      g_assert_true(g_array_index(own.rising, gboolean, i) == (i % 2 == 1));
    }
    g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_FALLING), ==, 3);
    g_assert_cmpfloat(fabs(time_of(&own, 1) - 2.5 * G_PI), <, 1e-12);
    g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_RISING), ==, 3);
    g_assert_cmpfloat(fabs(time_of(&own, 0) - 1.5 * G_PI), <, 1e-12);
    case_clear(&own);
  }
}

/* x'' = 6 t: the zero is found at its own sample, not at another one. */
static void
test_time(void)
{
  Case own = case_new(test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\nforce x' = 6*t\ninitial x = -2\n"), 2, 0.3);
  g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_BOTH), ==, 1);
  g_assert_cmpfloat_with_epsilon(time_of(&own, 0), cbrt(2), 1e-12);
  case_clear(&own);
}

/* 1/x has no zero where x has one, with or without a row there. */
static void
test_pole(void)
{
  static const double steps[] = {0.5, 0.3, 0.25};
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
    Case own =
        case_new(test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x = -1\ninitial x' = 1\n"), 3, steps[i]);
    g_assert_cmpuint(find_one(&own, "1/x", NOSLIP_EVENT_BOTH), ==, 0);
    g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_BOTH), ==, 1);
    g_assert_cmpuint(find_one(&own, "1/x - 1", NOSLIP_EVENT_BOTH), ==, 1);
    g_assert_cmpfloat_with_epsilon(time_of(&own, 0), 2, 1e-12);
    case_clear(&own);
  }
}

/* The state at an event is that of the motion, by any method; the error of a fixed step is in the time, not in the
 * residual. */
static void
test_methods(void)
{
  for (guint m = 0; noslip_methods()[m]; m++) {
    Case own = case_new(test_text(oscillator), 8, 0.05);
    own.options.method = noslip_methods()[m];
    own.options.rtol = 1e-12;
    own.options.atol = 1e-14;
    guint order = own.options.method->order;
    g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_BOTH), ==, 3);
    for (guint i = 0; i < 3; i++) {
      double off = fabs(time_of(&own, i) - (i + 0.5) * G_PI);
      g_test_message("%s: event %u off by %.1e", own.options.method->id, i, off);
      g_assert_cmpfloat(off, <, noslip_method_is_adaptive(own.options.method) ? 1e-10 : 2 * pow(0.05, order));
    }
    case_clear(&own);
  }
}

/* x = t: zeros at samples, at the start, at the end, and zeros without a change of sign. */
static void
test_samples(void)
{
  Case own = case_new(test_text(straight), 4, 0.1);
  g_assert_cmpuint(find_one(&own, "(x - 1)*(x - 2)*(x - 2.3)", NOSLIP_EVENT_BOTH), ==, 3);
  g_assert_cmpfloat(fabs(time_of(&own, 0) - 1), <, 1e-12);
  g_assert_cmpfloat(fabs(time_of(&own, 1) - 2), <, 1e-12);
  g_assert_cmpfloat(fabs(time_of(&own, 2) - 2.3), <, 1e-12);
  for (guint i = 1; i < 40; i++) {
    g_autofree char *text = g_strdup_printf("x - %u/10", i);
    g_assert_cmpuint(find_one(&own, text, NOSLIP_EVENT_BOTH), ==, 1);
    g_assert_cmpfloat(fabs(time_of(&own, 0) - i / 10.0), <, 1e-12);
  }
  g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_BOTH), ==, 0);         /* starts at zero */
  g_assert_cmpuint(find_one(&own, "x - 4", NOSLIP_EVENT_BOTH), ==, 1);     /* ends at zero */
  g_assert_cmpuint(find_one(&own, "(x - 2)^2", NOSLIP_EVENT_BOTH), ==, 0); /* touches zero */
  g_assert_cmpuint(find_one(&own, "(x - 2.05)^2", NOSLIP_EVENT_BOTH), ==, 0);
  g_assert_cmpuint(find_one(&own, "d((x - 2.05)^2)", NOSLIP_EVENT_BOTH), ==, 1);
  g_assert_cmpfloat(fabs(time_of(&own, 0) - 2.05), <, 1e-12);
  g_assert_cmpuint(find_one(&own, "(x - 2.05)^2 - 0.0001", NOSLIP_EVENT_BOTH), ==, 2); /* between two samples */
  g_assert_cmpfloat(fabs(time_of(&own, 0) - 2.04), <, 1e-12);
  g_assert_cmpfloat(fabs(time_of(&own, 1) - 2.06), <, 1e-12);
  g_assert_cmpuint(find_one(&own, "x - x", NOSLIP_EVENT_BOTH), ==, 0);           /* always zero */
  g_assert_cmpuint(find_one(&own, "sqrt(x - 1) - 1", NOSLIP_EVENT_BOTH), ==, 1); /* not a number before 1 */
  g_assert_cmpfloat(fabs(time_of(&own, 0) - 2), <, 1e-12);
  case_clear(&own);
}

static void
test_several(void)
{
  static const char *const texts[] = {"x - 1.25", "x - 1.21", "x - 2.5", "x - 1.23"};
  const guint order[] = {1, 3, 0, 2};
  Case own = case_new(test_text(straight), 4, 0.1);
  g_assert_cmpuint(find(&own, 4, texts, NOSLIP_EVENT_BOTH), ==, 4);
  for (guint i = 0; i < 4; i++)
    g_assert_cmpuint(g_array_index(own.indices, guint, i), ==, order[i]);
  case_clear(&own);
}

/* The pendulum's quarter period is K(sin(theta_0/2)); AGM. */
static void
test_pendulum(void)
{
  Case own = case_new(test_text("noslip 1\ncoordinate theta\nlagrangian theta'^2/2 + cos(theta)\n"
                                "initial theta = 2\nrun to 1 step 1\n"),
                      30, 0.1);
  double a = 1, b = cos(1.0);
  for (guint i = 0; i < 8; i++) {
    double mean = (a + b) / 2;
    b = sqrt(a * b);
    a = mean;
  }
  double quarter = G_PI / (2 * a);
  static const char *const texts[] = {"theta", "theta'"};
  guint n = find(&own, 2, texts, NOSLIP_EVENT_BOTH);
  g_assert_cmpuint(n, ==, (guint) floor(30 / quarter));
  for (guint i = 0; i < n; i++) {
    g_assert_cmpfloat(fabs(time_of(&own, i) - (i + 1) * quarter), <, 2e-12);
    g_assert_cmpuint(g_array_index(own.indices, guint, i), ==, i % 2);
  }
  case_clear(&own);
}

/* The sleigh with the centre of mass ahead of the blade: v1 = A tanh k(t - t0), omega = B sech k(t - t0) with A^2 =
 * v1(0)^2 + (Jc/m) omega(0)^2, k = m a A/Jc. It reverses at v1 = 0, where omega is largest. */
static void
test_sleigh(void)
{
  static const char *const text =
      "noslip 1\nparameter m = 1.3\nparameter J = 0.4\nparameter a = 0.3\ncoordinate x\ncoordinate y\ncoordinate "
      "theta\n"
      "velocity v1 = cos(theta)*x' + sin(theta)*y'\nvelocity v2 = -sin(theta)*x' + cos(theta)*y'\n"
      "velocity omega = theta'\nlagrangian m/2*(v1^2 + (v2 + a*omega)^2) + J/2*omega^2\nconstraint blade: v2 = 0\n"
      "initial v1 = -0.9\ninitial omega = 0.7\nrun to 10 step 0.1\n";
  const double m = 1.3, a = 0.3, inertia = 0.4 + 1.3 * 0.09;
  double speed = sqrt(0.81 + inertia / m * 0.49), k = m * a * speed / inertia, t0 = atanh(0.9 / speed) / k;
  double omega = sqrt(m / inertia) * speed, level = acosh(omega / 1.0) / k;
  static const char *const texts[] = {"v1", "d(omega)", "omega - 1"};
  Case own = case_new(test_text(text), 10, 0.1);
  g_assert_cmpfloat(omega, >, 1.1);
  g_assert_cmpuint(find(&own, 3, texts, NOSLIP_EVENT_BOTH), ==, 4);
  const double exact[] = {t0 - level, t0, t0, t0 + level};
  const double *times = (const double *) (gpointer) own.times->data;
  for (guint i = 0; i < 4; i++)
    g_assert_cmpfloat(fabs(times[i] - exact[i]), <, 1e-12);
  g_assert_cmpuint(g_array_index(own.indices, guint, 0), ==, 2);
  g_assert_cmpuint(g_array_index(own.indices, guint, 3), ==, 2);
  case_clear(&own);
}

/* x = t - 1, whose samples include zero. A function that only touches zero there has no event, one that crosses with
 * rate 0 has it at that row, and later crossings are not mistaken for it. */
static void
test_touching(void)
{
  static const char *const text = "noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x = -1\ninitial x' = 1\n";
  Case own = case_new(test_text(text), 4, 0.25);
  g_assert_cmpuint(find_one(&own, "x^2", NOSLIP_EVENT_BOTH), ==, 0);
  g_assert_cmpuint(find_one(&own, "-x^4", NOSLIP_EVENT_BOTH), ==, 0);
  g_assert_cmpuint(find_one(&own, "x^3", NOSLIP_EVENT_BOTH), ==, 1);
  g_assert_true(time_of(&own, 0) == 1);
  g_assert_true(g_array_index(own.rising, gboolean, 0));
  g_assert_cmpuint(find_one(&own, "x^3", NOSLIP_EVENT_FALLING), ==, 0);
  g_assert_cmpuint(find_one(&own, "-x^3", NOSLIP_EVENT_BOTH), ==, 1);
  g_assert_false(g_array_index(own.rising, gboolean, 0));
  g_assert_cmpuint(find_one(&own, "x^2*(x - 1.1)", NOSLIP_EVENT_BOTH), ==, 1);
  g_assert_cmpfloat(fabs(time_of(&own, 0) - 2.1), <, 1e-12);
  g_assert_cmpuint(find_one(&own, "x^3*(x - 1.1)", NOSLIP_EVENT_BOTH), ==, 2);
  g_assert_true(time_of(&own, 0) == 1);
  g_assert_cmpfloat(fabs(time_of(&own, 1) - 2.1), <, 1e-12);
  case_clear(&own);
}

/* Rounding errors near zero are no change of sign, along a motion and near the start. */
static void
test_round_off(void)
{
  Case own = case_new(test_text(oscillator), 20, 0.1);
  g_assert_cmpuint(find_one(&own, "atan(tan(x)) - x", NOSLIP_EVENT_BOTH), ==, 0);
  g_assert_cmpuint(find_one(&own, "exp(log(x + 2)) - 2 - x", NOSLIP_EVENT_BOTH), ==, 0);
  case_clear(&own);
  /* A start on the zero set up to rounding is no crossing: the next zero of sin t is at pi. */
  static const char *const near[] = {"0", "1e-17", "-1e-17", "5e-14", "-5e-14"};
  for (guint i = 0; i < G_N_ELEMENTS(near); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\ncoordinate x\nlagrangian (x'^2 - x^2)/2\ninitial x = %s\ninitial x' = 1\n", near[i]);
    own = case_new(test_text(text), 4, 0.1);
    g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_BOTH), ==, 1);
    g_assert_cmpfloat(fabs(time_of(&own, 0) - G_PI), <, 1e-12);
    case_clear(&own);
  }
}

/* Functions of parameters; and vakonomic motions, which are integrated again with their multipliers. */
/* A sample just before zero does not count as zero; after a value that is not a number the search starts again. */
static void
test_near_samples(void)
{
  Case own = case_new(
      test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x = -1.00000000001\ninitial x' = 1\n"), 4, 0.5);
  g_assert_cmpuint(find_one(&own, "x", NOSLIP_EVENT_BOTH), ==, 1);
  g_assert_cmpfloat(fabs(time_of(&own, 0) - 1.00000000001), <, 1e-14);
  case_clear(&own);
  own = case_new(test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x = -1\ninitial x' = 1\n"), 4, 0.5);
  g_assert_cmpuint(find_one(&own, "x^2*sqrt(abs(x - 0.5) - 0.2)", NOSLIP_EVENT_BOTH), ==, 0);
  case_clear(&own);
}

static void
test_values(void)
{
  Case own =
      case_new(test_text("noslip 1\nparameter a = 1.5\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"), 4, 0.2);
  g_assert_cmpuint(find_one(&own, "x - a", NOSLIP_EVENT_BOTH), ==, 1);
  g_assert_cmpfloat(fabs(time_of(&own, 0) - 1.5), <, 1e-12);
  case_clear(&own);
  const double steps[] = {0.02, 0.7};
  double times[2];
  for (guint i = 0; i < 2; i++) {
    own = case_new(test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                             "constraint c: z' = y*x'\ndynamics vakonomic\n"
                             "initial x' = 1\ninitial y' = 0.3\ninitial mu(c) = 0.8\n"),
                   3, steps[i]);
    g_assert_cmpuint(find_one(&own, "x - 0.5 - 0.3*y", NOSLIP_EVENT_BOTH), >, 0);
    times[i] = time_of(&own, own.times->len - 1);
    g_test_message("step %g: %u events, the last at %.15g", steps[i], own.times->len, times[i]);
    case_clear(&own);
  }
  g_assert_cmpfloat(times[0], >, 0.05);
  g_assert_cmpfloat(fabs(times[0] - times[1]), <, 1e-11);
}

/* The function at its zeros is what one rounding of the time can change, also late, where the last correction is
 * smaller than the spacing of times: bisection from there ends some roundings away. */
static void
test_last_correction(void)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  Case own = case_new(test_text(oscillator), 4000, 0.5);
  own.options.rtol = 1e-9;
  own.options.atol = 1e-11;
  g_autoptr(NoslipRun) run = noslip_run_new(own.dynamics, &own.options, own.parameters, 0, own.xy, own.mu, &error);
  g_autoptr(NoslipEvents) events = noslip_events_new(own.dynamics, &own.options, own.parameters);
  g_autofree double *row = g_new0(double, noslip_row_size(own.system));
  guint n = 0;
  g_assert_true(noslip_events_add(events, "x", NOSLIP_EVENT_BOTH, diagnostics));
  while (noslip_run_next(run, row, NULL, &error)) {
    g_assert_true(noslip_events_feed(events, row, NULL, &error));
    for (guint i = 0; i < noslip_events_n(events); i++, n++) {
      const double *at = noslip_events_get(events, i).row;
      double x = at[noslip_row_x(own.system)], rate = at[noslip_row_y(own.system)];
      g_assert_cmpfloat(fabs(x), <=, 2 * DBL_EPSILON * at[0] * fabs(rate));
    }
  }
  g_assert_cmpuint(n, ==, (guint) (4000 / G_PI + 0.5));
  case_clear(&own);
}

/* A row near another one is that of the same motion, a rotation by the time between them, before and after it. */
static void
test_nudge(void)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  Case own = case_new(test_text(oscillator), 1, 1);
  gsize x = noslip_row_x(own.system), y = noslip_row_y(own.system);
  g_autofree double *row = g_new0(double, 2 * (gsize) noslip_row_size(own.system));
  double *near = row + noslip_row_size(own.system);
  const double times[] = {1e-5, -1e-5, 1e-4, -1e-9};
  g_autoptr(NoslipRun) run = noslip_run_new(own.dynamics, &own.options, own.parameters, 0, own.xy, own.mu, &error);
  g_assert_true(noslip_run_next(run, row, NULL, &error) && noslip_run_next(run, row, NULL, &error));
  for (guint i = 0; i < G_N_ELEMENTS(times); i++) {
    g_assert_true(noslip_run_nudge(run, 1 + times[i], near));
    double angle = near[0] - row[0], c = cos(angle), s = sin(angle);
    g_assert_cmpfloat(near[0], ==, 1 + times[i]);
    g_assert_cmpfloat(fabs(near[x] - (row[x] * c + row[y] * s)), <=, 4 * DBL_EPSILON);
    g_assert_cmpfloat(fabs(near[y] - (row[y] * c - row[x] * s)), <=, 4 * DBL_EPSILON);
  }
  g_assert_false(noslip_run_nudge(run, 1.1, near)); /* too far */
  noslip_run_free(run);
  own.options.fixed_step = 0.1;
  run = noslip_run_new(own.dynamics, &own.options, own.parameters, 0, own.xy, own.mu, &error);
  g_assert_true(noslip_run_next(run, row, NULL, &error) && noslip_run_next(run, row, NULL, &error));
  g_assert_false(noslip_run_nudge(run, 1 + 1e-9, near)); /* no step of its own */
  case_clear(&own);
}

/* Whether the events of a step of 1 s of `straight` can be found from the rows at its ends. Between these x is the
 * cubic with the rate 6 (t - a) (t - b) and the value `low` at its minimum b. */
static gboolean
resolves(const char *text, double a, double b, double low)
{
  Case own = case_new(test_text(straight), 1, 0.01);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipEvents) events = noslip_events_new(own.dynamics, &own.options, own.parameters);
  double start = low - b * b * (3 * a - b); /* 2 t^3 - 3 (a + b) t^2 + 6 a b t + start */
  double rows[2][4] = {{0, start, 6 * a * b, -6 * (a + b)},
                       {1, start + 2 - 3 * (a + b) + 6 * a * b, 6 * (1 - a) * (1 - b), 6 * (2 - a - b)}};
  g_assert_cmpuint(noslip_row_size(own.system), ==, 4);
  g_assert_true(noslip_events_add(events, text, NOSLIP_EVENT_BOTH, diagnostics));
  g_assert_true(noslip_events_feed(events, rows[0], NULL, &error));
  gboolean resolved = noslip_events_resolve(events, rows[1]);
  case_clear(&own);
  return resolved;
}

/* A function that is below zero for a moment within a step that looks even at its ends: as an expression that is affine
 * in the state, and as one that is not. */
static void
test_between(void)
{
  static const char *const texts[] = {"x",          "-2*x",         "x + x'/1e9",    "sin(x/10)",
                                      "min(x, 10)", "x + x'^2/1e9", "abs(x + 1) - 1"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_assert_false(resolves(texts[i], 0.005, 0.105, -2e-4));
    g_assert_true(resolves(texts[i], 0.005, 0.105, 2e-4));
  }
}

static void
test_errors(void)
{
  Case own = case_new(test_text(straight), 4, 0.1);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipEvents) events = noslip_events_new(own.dynamics, &own.options, own.parameters);
  g_assert_false(noslip_events_add(events, "x - nothing", NOSLIP_EVENT_BOTH, diagnostics));
  g_assert_cmpuint(diagnostics->n_errors, >, 0);
  g_assert_true(noslip_events_add(events, "x - 1 # a comment", NOSLIP_EVENT_BOTH, diagnostics));
  case_clear(&own);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/events/oscillator", test_oscillator);
  g_test_add_func("/events/time", test_time);
  g_test_add_func("/events/pole", test_pole);
  g_test_add_func("/events/methods", test_methods);
  g_test_add_func("/events/samples", test_samples);
  g_test_add_func("/events/several", test_several);
  g_test_add_func("/events/pendulum", test_pendulum);
  g_test_add_func("/events/sleigh", test_sleigh);
  g_test_add_func("/events/touching", test_touching);
  g_test_add_func("/events/round-off", test_round_off);
  g_test_add_func("/events/values", test_values);
  g_test_add_func("/events/near-samples", test_near_samples);
  g_test_add_func("/events/last-correction", test_last_correction);
  g_test_add_func("/events/nudge", test_nudge);
  g_test_add_func("/events/between", test_between);
  g_test_add_func("/events/errors", test_errors);
  return g_test_run();
}
