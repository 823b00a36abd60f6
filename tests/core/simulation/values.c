/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Undo and redo of values that were set: their order and their names. */
#include "core/language/language.h"
#include "core/simulation/quantities.h"
#include "core/simulation/value-history.h"
#include "tests/core/simulation/support.h"

#include <gsl/gsl_errno.h>

static void
listen(NoslipSimulation *simulation, NoslipChange change, gpointer data)
{
  noslip_value_history_changed(data, change);
}

static guint
parameter(NoslipSimulation *simulation, const char *name)
{
  int index = noslip_system_parameter(noslip_simulation_system(simulation), name);
  g_assert_cmpint(index, >=, 0);
  return (guint) index;
}

static void
assert_taken(char *what, const char *expected)
{
  g_assert_cmpstr(what, ==, expected);
  g_free(what);
}

static void
test_undo(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  NoslipValueHistory *history = noslip_value_history_new(simulation);
  noslip_simulation_set_listener(simulation, listen, history);
  guint m = parameter(simulation, "m"), a = parameter(simulation, "a");
  double m0 = noslip_start_parameter(noslip_simulation_start(simulation), m),
         a0 = noslip_start_parameter(noslip_simulation_start(simulation), a);
  g_assert_null(noslip_value_history_undo(history));
  /* a moving slider is one step */
  noslip_simulation_set_parameter(simulation, m, 2);
  noslip_simulation_set_parameter(simulation, m, 2.5);
  noslip_simulation_set_parameter(simulation, m, 3);
  noslip_simulation_set_parameter(simulation, a, 0.5);
  double x0 = noslip_start_initial(noslip_simulation_start(simulation), 0);
  noslip_simulation_set_initial(simulation, 0, x0 + 1);
  support_wait(simulation);

  g_autofree char *named = noslip_value_history_undo(history);
  g_assert_true(g_str_has_prefix(named, "x = "));
  g_assert_cmpfloat(noslip_start_initial(noslip_simulation_start(simulation), 0), ==, x0);
  assert_taken(noslip_value_history_undo(history), "a = 0.5");
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), a), ==, a0);
  assert_taken(noslip_value_history_undo(history), "m = 3");
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, m0);
  g_assert_null(noslip_value_history_undo(history));
  assert_taken(noslip_value_history_redo(history), "m = 3");
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, 3);
  /* a new value replaces what could be redone */
  noslip_simulation_set_parameter(simulation, m, 4);
  g_assert_null(noslip_value_history_redo(history));
  assert_taken(noslip_value_history_undo(history), "m = 4");
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, 3);

  /* all values at once are one step */
  noslip_simulation_set_parameter(simulation, a, -0.5);
  noslip_simulation_reset(simulation);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, m0);
  char *reset = noslip_value_history_undo(history);
  g_assert_nonnull(reset);
  g_free(reset);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), m), ==, 3);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), a), ==, -0.5);

  /* another system starts anew */
  noslip_simulation_load(simulation, "snakeboard");
  support_wait(simulation);
  g_assert_null(noslip_value_history_undo(history));
  noslip_simulation_set_listener(simulation, NULL, NULL);
  noslip_value_history_free(history);
  noslip_simulation_free(simulation);
}

/* The history holds two hundred steps. */
static void
test_most(void)
{
  NoslipSimulation *simulation = support_opened("chaplygin-sleigh");
  NoslipValueHistory *history = noslip_value_history_new(simulation);
  noslip_simulation_set_listener(simulation, listen, history);
  guint m = parameter(simulation, "m"), a = parameter(simulation, "a"), undone = 0;
  for (guint i = 0; i < 210; i++) /* alternating values; moving one value is one step */
    noslip_simulation_set_parameter(simulation, i % 2 == 0 ? m : a, 1 + 0.01 * i);
  for (char *what; (what = noslip_value_history_undo(history)) != NULL; undone++)
    g_free(what);
  g_assert_cmpuint(undone, ==, 200);
  g_assert_cmpfloat(noslip_start_parameter(noslip_simulation_start(simulation), a), ==, 1 + 0.01 * 9);
  noslip_simulation_set_listener(simulation, NULL, NULL);
  noslip_value_history_free(history);
  noslip_simulation_free(simulation);
}

/* A fibre coordinate has its own unit; a natural velocity has its coordinate's unit per second. */
static void
test_units_of_velocities(void)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system = noslip_language_system(
      "noslip 1\ncoordinate x unit \"m\"\ncoordinate xx unit \"km\"\ncoordinate phi angle\ncoordinate q\n"
      "lagrangian (x'^2 + xx'^2 + phi'^2 + q'^2)/2\n",
      -1, "test.noslip", "test", diagnostics);
  g_assert_nonnull(system);
  static const char *const units[] = {"m/s", "km/s", "rad/s", NULL};
  for (guint a = 0; a < G_N_ELEMENTS(units); a++) {
    g_autofree char *unit = noslip_quantities_fibre_unit(system, a);
    g_assert_cmpstr(unit, ==, units[a]);
  }
  g_autoptr(NoslipSystem) frame =
      noslip_language_system("noslip 1\ncoordinate x unit \"m\"\nvelocity v = 2*x' unit \"ft/s\"\nlagrangian v^2/2\n",
                             -1, "test.noslip", "test", diagnostics);
  g_assert_nonnull(frame);
  g_autofree char *unit = noslip_quantities_fibre_unit(frame, 0);
  g_assert_cmpstr(unit, ==, "ft/s");
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/values/undo", test_undo);
  g_test_add_func("/values/most", test_most);
  g_test_add_func("/values/units-of-velocities", test_units_of_velocities);
  return g_test_run();
}
