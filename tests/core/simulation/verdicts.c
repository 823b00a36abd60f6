/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verdicts on a motion: initial values that were chosen or are contradictory, warnings, the witness. */
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* A particle on skates: y' = x x'. */
#define SKATES                                                                                                         \
  "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"                            \
  "constraint skate: y' = x*x'\nobservable root = sqrt(1/2 - z)\nobservable good = x\n"                                \
  "initial x = 1\ninitial x' = 1\ninitial z' = 1\nrun to 1 step 0.1\n"
enum { X, Y, Z, VX, VY, VZ };

static NoslipSimulation *
opened(const char *text)
{
  NoslipSimulation *simulation = noslip_simulation_new();
  noslip_simulation_load_text(simulation, text, "skates.noslip");
  support_wait(simulation);
  g_assert_nonnull(noslip_simulation_system(simulation));
  return simulation;
}

/* y' follows from the constraint; it is no longer chosen once the user sets it. */
static void
test_chosen(void)
{
  NoslipSimulation *simulation = opened(SKATES);
  for (guint i = 0; i < 6; i++)
    g_assert_cmpint(noslip_start_initial_is_chosen(noslip_simulation_start(simulation), i), ==, i == VY);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), VY), ==, 1);
  noslip_simulation_set_initial(simulation, VY, 1);
  support_wait(simulation);
  noslip_simulation_set_initial(simulation, VY, 1 + 1e-12); /* next to it */
  g_assert_false(noslip_start_initial_is_chosen(noslip_simulation_start(simulation), VY));
  noslip_simulation_reset(simulation);
  support_wait(simulation);
  g_assert_true(noslip_start_initial_is_chosen(noslip_simulation_start(simulation), VY));
  noslip_simulation_free(simulation);
}

/* The velocities nearest to x' = 1, y' = 3 with y' = x' are 2 and 2; nothing changes before the user accepts them. */
static void
test_nearest(void)
{
  g_autofree char *contradiction = NULL, *values = NULL, *none = NULL, *nothing = NULL;
  NoslipSimulation *simulation = opened(SKATES);
  g_assert_false(noslip_remarks_nearest(noslip_simulation_remarks(simulation), noslip_simulation_start(simulation),
                                        &none, &nothing));
  noslip_simulation_set_initial(simulation, VY, 3);
  support_wait(simulation);
  g_assert_true(noslip_remarks_nearest(noslip_simulation_remarks(simulation), noslip_simulation_start(simulation),
                                       &contradiction, &values));
  g_assert_nonnull(strstr(contradiction, "skate"));
  g_assert_cmpstr(values, ==, "x' = 2, y' = 2");
  g_autoptr(NoslipDiagnostic) error = noslip_runs_take_error(noslip_simulation_runs(simulation));
  g_assert_nonnull(error);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), VY), ==, 3);
  noslip_simulation_take_nearest(simulation);
  support_wait(simulation);
  g_assert_false(noslip_remarks_nearest(noslip_simulation_remarks(simulation), noslip_simulation_start(simulation),
                                        &none, &nothing));
  g_assert_null(noslip_runs_take_error(noslip_simulation_runs(simulation)));
  g_assert_cmpfloat_with_epsilon(noslip_start_initial(noslip_simulation_start(simulation), VX), 2, 1e-12);
  g_assert_cmpfloat_with_epsilon(noslip_start_initial(noslip_simulation_start(simulation), VY), 2, 1e-12);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), VZ), ==, 1);
  g_assert_cmpfloat(noslip_runs_primary(noslip_simulation_runs(simulation))->report.computed, ==, 1);
  noslip_simulation_set_initial(simulation, VX, 1); /* the slider contradicts again, and can be reset */
  support_wait(simulation);
  noslip_simulation_set_initial(simulation, VX, 2);
  support_wait(simulation);
  g_assert_false(noslip_remarks_nearest(noslip_simulation_remarks(simulation), noslip_simulation_start(simulation),
                                        &none, &nothing));
  noslip_simulation_free(simulation);
}

/* On a degenerate Lagrangian the constraint algorithm determines a velocity, and a slider sets another one. */
static void
test_nearest_singular(void)
{
  g_autofree char *contradiction = NULL, *values = NULL;
  NoslipSimulation *simulation = opened("noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 + x*y' - y^2/2\n"
                                        "initial x' = 1\nrun to 1 step 0.1\n");
  for (guint i = 0; i < 4; i++)
    g_assert_cmpint(noslip_start_initial_is_chosen(noslip_simulation_start(simulation), i), ==, i == 1);
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 1), ==, -1);
  noslip_simulation_set_initial(simulation, 1, 5);
  support_wait(simulation);
  if (!noslip_remarks_nearest(noslip_simulation_remarks(simulation), noslip_simulation_start(simulation),
                              &contradiction, &values))
    g_error("there is no nearest state");
  g_assert_nonnull(strstr(contradiction, "E_1"));
  g_assert_cmpstr(values, ==, "y = 2, x' = -2"); /* y = -x' */
  g_autoptr(NoslipDiagnostic) error = noslip_runs_take_error(noslip_simulation_runs(simulation));
  g_assert_nonnull(error);
  noslip_simulation_take_nearest(simulation);
  support_wait(simulation);

  g_assert_null(noslip_runs_take_error(noslip_simulation_runs(simulation)));
  g_assert_cmpfloat(noslip_runs_primary(noslip_simulation_runs(simulation))->report.computed, ==, 1);
  noslip_simulation_free(simulation);
}

static guint
warnings_of(const NoslipSimulation *simulation, const char *text)
{
  const NoslipDiagnostics *warnings = noslip_simulation_remarks(simulation)->warnings;
  guint n = 0;
  for (guint i = 0; warnings && i < warnings->list->len; i++)
    n += strcmp(((const NoslipDiagnostic *) g_ptr_array_index(warnings->list, i))->cause, text) == 0;
  return n;
}

/* The observable `root` is not a number where z > 0.5. A motion that gets there is reported once, and one that stays
 * below is not. */
static void
test_undefined(void)
{
  const char *warning = "the observable root is not a number at t = 0.6";
  NoslipSimulation *simulation = opened(SKATES);
  g_autoptr(NoslipDiagnostic) none = noslip_runs_take_error(noslip_simulation_runs(simulation));
  g_assert_null(none);
  g_assert_cmpuint(warnings_of(simulation, warning), ==, 1);
  g_assert_cmpuint(warnings_of(simulation, "chosen: y' = 1 (least energy)"), ==, 1);
  noslip_simulation_set_initial(simulation, VZ, 0.25);
  support_wait(simulation);
  g_assert_cmpuint(warnings_of(simulation, warning), ==, 0);
  noslip_simulation_free(simulation);
}

/* The verdict is on the present motion: what an earlier one of the same system showed is forgotten. */
static void
test_another_motion(void)
{
  NoslipSimulation *simulation = opened("noslip 1\nparameter k = 2\ncoordinate x\nlagrangian x'^2/2\n"
                                        "initial x' = 1\nrun to 1 step 0.1\nclaim \"speed\": x' = k\n");
  for (guint i = 0; i < 4; i++) {
    noslip_simulation_set_parameter(simulation, 0, i % 2 ? 1 : 2);
    support_wait(simulation);
    const NoslipReport *report = &noslip_runs_primary(noslip_simulation_runs(simulation))->report;
    g_assert_cmpuint(report->n_verdicts, ==, 1);
    g_assert_cmpint(report->verdicts[0].good, ==, i % 2);
  }
  noslip_simulation_free(simulation);
}

static void
test_witness(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  g_assert_null(noslip_simulation_remarks(simulation)->testimony);
  noslip_remarks_request_witness(noslip_simulation_remarks(simulation));
  g_assert_true(noslip_simulation_remarks(simulation)->witness_requested);
  support_wait(simulation);
  const NoslipTestimony *warning = noslip_simulation_remarks(simulation)->testimony;
  g_assert_nonnull(warning);
  g_assert_true(warning->checked && warning->holds);
  g_assert_cmpfloat(warning->residual, <, 1e-11);
  g_assert_cmpuint(warning->n_rows, >, 100);
  noslip_playback_seek(noslip_simulation_playback(simulation), 8);
  noslip_simulation_set_parameter(simulation, 0, 1.5 * noslip_start_parameter(noslip_simulation_start(simulation), 0));
  g_assert_null(noslip_simulation_remarks(simulation)->testimony); /* another motion */
  g_assert_false(noslip_simulation_remarks(simulation)->witness_requested);
  support_wait(simulation);
  noslip_remarks_request_witness(noslip_simulation_remarks(simulation)); /* rows with two values of the parameter */
  support_wait(simulation);
  g_assert_true(noslip_simulation_remarks(simulation)->testimony->holds);
  noslip_simulation_load(simulation, "falling-disk"); /* during a request, and with two requests */
  noslip_remarks_request_witness(noslip_simulation_remarks(simulation));
  noslip_remarks_request_witness(noslip_simulation_remarks(simulation));
  support_wait(simulation);
  g_assert_null(noslip_simulation_remarks(simulation)->testimony);
  noslip_remarks_request_witness(noslip_simulation_remarks(simulation));
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/verdicts/chosen", test_chosen);
  g_test_add_func("/verdicts/nearest", test_nearest);
  g_test_add_func("/verdicts/nearest-singular", test_nearest_singular);
  g_test_add_func("/verdicts/undefined", test_undefined);
  g_test_add_func("/verdicts/another-motion", test_another_motion);
  g_test_add_func("/verdicts/witness", test_witness);
  return g_test_run();
}
