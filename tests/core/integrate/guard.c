/* SPDX-License-Identifier: GPL-3.0-or-later */
/* No method steps over a pole, a loss of rank or a force that sticks; false alarms do not stop a run. */
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

typedef struct {
  const char *text;
  double end; /* no row may be later */
  const char *word;
} Stop;

static const Stop stops[] = {
    {"coordinate x\nlagrangian x'^2/2\nforce x' = 1/(1 - t)^2\nrun to 3 step 0.05\n", 1, NULL},
    {"coordinate x\nlagrangian x'^2/2\nforce x' = tan(t*pi/2)\nrun to 3 step 0.05\n", 1, NULL},
    {"coordinate x\nlagrangian x'^2/2 + x^4/2\ninitial x = 1\ninitial x' = 1\nrun to 3 step 0.05\n", 1, NULL},
    {"coordinate x\nlagrangian x'^2/2 + 1/x\ninitial x = 1\nrun to 3 step 0.05\n", 1.1107207345395915, NULL},
    {"coordinate x\nlagrangian x*x'^2/2\ninitial x = 1\ninitial x' = -1\nrun to 3 step 0.05\n", 2.0 / 3, NULL},
    {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: (1 - x)*y' = (1 - x)^2*x'\n"
     "initial x = 0.5\ninitial x' = 1\ninitial y' = 0.5\nrun to 3 step 0.05\n",
     0.7, NULL},
    {"coordinate x\nlagrangian x'^2/2\nforce x' = -0.5*sign(x')\ninitial x' = 1\nrun to 5 step 0.1\n", 4, "sticks"},
};

static NoslipSystem *
system_of(const char *body)
{
  g_autofree char *text = g_strconcat("noslip 1\n", body, NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  g_assert_nonnull(system);
  return system;
}

/* The last row's time; *error is what ended the run before its time, or NULL. */
static double
run_until(const char *body, const char *method, double h, NoslipDiagnostic **error)
{
  g_autoptr(NoslipSystem) system = system_of(body);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  double xy[8] = {0}, row[32] = {0}, parameters[1] = {0};
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.method = noslip_method_find(method);
  options.fixed_step = h;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), system, error);
  g_assert_nonnull(dynamics);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, NULL, error);
  g_assert_nonnull(run);
  for (guint i = 0; i < noslip_run_n_samples(run); i++)
    if (!noslip_run_next(run, row, NULL, error))
      break;
  return row[0];
}

static void
test_stops(void)
{
  const struct {
    const char *method;
    double h;
  } ways[] = {{"rk8pd", 0},  {"rkf45", 0},   {"rk4", 0.03},   {"rk4", 0.007},
              {"dla", 0.03}, {"dla", 0.007}, {"rk4imp", 0.02}};
  for (guint i = 0; i < G_N_ELEMENTS(stops); i++)
    for (guint j = 0; j < G_N_ELEMENTS(ways); j++) {
      g_autoptr(NoslipDiagnostic) error = NULL;
      double last = run_until(stops[i].text, ways[j].method, ways[j].h, &error);
      g_test_message("%u %s %g: %.17g %s", i, ways[j].method, ways[j].h, last, error ? error->cause : "");
      g_assert_nonnull(error);
      g_assert_cmpint(noslip_diagnostic_status(error), ==, 3);
      g_assert_cmpfloat(last, <=, stops[i].end + 1e-9);
      if (stops[i].word)
        g_assert_nonnull(strstr(error->cause, stops[i].word));
    }
}

/* Friction written with if( ) that has to hold the motion: the message names the condition. */
static void
test_condition(void)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  double last = run_until("coordinate x\nlagrangian x'^2/2\nforce x' = if(x' > 0, -0.3, if(x' < 0, 0.3, 0))\n"
                          "initial x' = 0.5\nrun to 4 step 0.1\n",
                          "rk8pd", 0, &error);
  g_assert_nonnull(error);
  g_assert_cmpint(noslip_diagnostic_status(error), ==, 3);
  g_assert_cmpfloat_with_epsilon(last, 1.6, 1e-9); /* it sticks at 5/3 */
  g_test_message("%s", error->cause);
  g_assert_nonnull(strstr(error->cause, "sticks"));
  /* rounding decides which of the two changes last */
  g_assert_true(strstr(error->cause, "the condition (0 < x')") != NULL ||
                strstr(error->cause, "the condition (x' < 0)") != NULL);
  g_assert_nonnull(strstr(error->remedy, "friction"));
  g_autoptr(NoslipDiagnostic) none = NULL;
  run_until("coordinate z\nlagrangian z'^2/2 - z - if(z < 0, 500*z^2, 0)\nforce z' = if(z < 0, -40*z', 0)\n"
            "initial z = 0.2\nrun to 9 step 0.1\n",
            "rk8pd", 0, &none);
  g_assert_null(none); /* a soft floor that takes the energy */
}

/* A kick that the steps happen to hit is detected by the energy, and a pole too weak for that by its change of sign. */
static void
test_one_sign(void)
{
  static const Stop one[] = {
      {"coordinate x\nlagrangian x'^2/2\nforce x' = 1e3*exp(-((t - 0.9)/1e-3)^2)\ninitial x' = 1\nrun to 3 step 0.1\n",
       1, "energy"},
      {"coordinate x\nlagrangian x'^2/2\nforce x' = 5*exp(-((t - 0.9)/1e-3)^2)\ninitial x' = 1\nrun to 3 step 0.1\n", 1,
       "energy"},
      {"coordinate x\nlagrangian x'^2/2\nforce x' = 1e-9/(x - 1)\ninitial x = 3\ninitial x' = -1\nrun to 3 step 0.1\n",
       2, NULL},
      {"coordinate x\nlagrangian x'^2/2\nforce x' = 1e-9/(x - 1)\ninitial x' = 1\nrun to 3 step 0.1\n", 1, NULL},
      {"coordinate x\nlagrangian x'^2/2\nforce x' = 1e-9/(x - 5) + 1e-9/(x - 1)\ninitial x' = 1\nrun to 3 step 0.1\n",
       1, NULL},
  };
  for (guint i = 0; i < G_N_ELEMENTS(one); i++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    double last = run_until(one[i].text, "rk4", one[i].word ? 0.1 : 0.027, &error);
    g_test_message("%u: %.17g %s", i, last, error ? error->cause : "");
    g_assert_nonnull(error);
    g_assert_cmpint(noslip_diagnostic_status(error), ==, 3);
    g_assert_cmpfloat(last, <=, one[i].end + 1e-9);
    if (one[i].word)
      g_assert_nonnull(strstr(error->cause, one[i].word));
  }
}

/* A removable singularity, a force that changes its side once a period, coarse steps, a motion that comes to rest. */
static void
test_let_through(void)
{
  const char *const texts[] = {
      "coordinate x\nlagrangian x'^2/2 + sin(x)/x\ninitial x = 1.003\ninitial x' = -0.7001\nrun to 2 step 0.1\n",
      "coordinate x\nlagrangian x'^2/2 - abs(x)\ninitial x = 1.003\nrun to 9 step 0.1\n",
      "coordinate x\nlagrangian x'^2/2 - x^2/2\nforce x' = -3*x'\ninitial x = 1\nrun to 30 step 0.5\n",
      "coordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\nrun to 30 step 0.5\n",
      "coordinate x\nlagrangian x'^2/2\nforce x' = t\nrun to 3 step 0.5\n",
      "coordinate x\nlagrangian x'^2/2 - 1/(2 + cos(x))\ninitial x' = 3\nrun to 9 step 0.5\n",
  };
  const char *const methods[] = {"rk8pd", "rk4", "dla"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS(methods); j++) {
      g_autoptr(NoslipDiagnostic) error = NULL;
      run_until(texts[i], methods[j], j == 0 ? 0 : i == 1 ? 0.01 : 0.25, &error);
      g_test_message("%u %s: %s", i, methods[j], error ? error->cause : "");
      g_assert_null(error);
    }
}

/* Steps so long that each gains or loses most of the energy follow no motion, though half their length would be good. */
static void
test_too_long(void)
{
  static const char oscillator[] = "coordinate x\nlagrangian (x'^2 - x^2)/2\ninitial x = 1\nrun to 25 step 5\n";
  static const struct {
    const char *method;
    double h;
    gboolean good;
  } ways[] = {{"rk4", 2.5, FALSE},   {"groupoid", 2.5, FALSE}, {"rk4", 0.5, TRUE},
              {"groupoid", 1, TRUE}, {"dla", 2.5, TRUE},       {"rk4imp", 2.5, TRUE}};
  for (guint i = 0; i < G_N_ELEMENTS(ways); i++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    double last = run_until(oscillator, ways[i].method, ways[i].h, &error);
    g_test_message("%s %g: %g %s", ways[i].method, ways[i].h, last, error ? error->cause : "");
    if (ways[i].good) {
      g_assert_null(error);
      continue;
    }
    g_assert_nonnull(error);
    g_assert_cmpint(noslip_diagnostic_status(error), ==, 3);
    g_assert_nonnull(strstr(error->cause, "energy"));
    g_assert_cmpfloat(last, ==, 0);
  }
}

/* A force that brings the body to rest once a period: its energy passes 0 there, in steps that follow it well. */
static void
test_momentary_rest(void)
{
  static const char *const texts[] = {
      "coordinate x\nlagrangian x'^2/2\nforce x' = sin(t)\nrun to 20 step 1\n",
      "coordinate x\nlagrangian 50*x'^2\nforce x' = 100*sin(t)\nrun to 20 step 1\n",
      "coordinate x\nlagrangian x'^2/2 - x^2/8\nforce x' = sin(t)\nrun to 20 step 1\n",
  };
  const char *const methods[] = {"rk4", "rk4imp", "groupoid", "dla"};
  const double steps[] = {0.05, 0.1, 0.2, 0.25, 0.3};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    for (guint j = 0; j < G_N_ELEMENTS(methods); j++)
      for (guint s = 0; s < G_N_ELEMENTS(steps); s++) {
        g_autoptr(NoslipDiagnostic) error = NULL;
        double last = run_until(texts[i], methods[j], steps[s], &error);
        g_test_message("%u %s %g: %s", i, methods[j], steps[s], error ? error->cause : "");
        g_assert_null(error);
        g_assert_cmpfloat(last, ==, 20);
      }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/guard/stops", test_stops);
  g_test_add_func("/guard/condition", test_condition);
  g_test_add_func("/guard/one-sign", test_one_sign);
  g_test_add_func("/guard/no-false-alarm", test_let_through);
  g_test_add_func("/guard/too-long", test_too_long);
  g_test_add_func("/guard/momentary-rest", test_momentary_rest);
  return g_test_run();
}
