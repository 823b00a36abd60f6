/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find periodic: known periods and multipliers. */
#include "tests/app/cli/process.h"

#include <math.h>

static JsonObject *
periodic_of(JsonNode *node)
{
  return json_object_get_object_member(json_node_get_object(node), "periodic");
}

static double
multiplier(JsonObject *periodic, guint i, guint part)
{
  JsonArray *all = json_object_get_array_member(periodic, "multipliers");
  return json_array_get_double_element(json_array_get_array_element(all, i), part);
}

/* B. van der Pol's limit cycle at mu = 1: its period, and by Liouville's formula its multiplier. */
static void
test_limit_cycle(void)
{
  g_autofree char *file = scratch_write("cycle.noslip",
                                        "noslip 1\nparameter mu = 1\ncoordinate x\nkinetic x'^2/2\npotential x^2/2\n"
                                        "force x' = mu*(1 - x^2)*x'\ninitial x = 1.5\ninitial x' = 0.5\nrun to 10\n",
                                        -1);
  g_auto(Result) result = expect(0, "find periodic %s --period 6.5 --json", file);
  g_autoptr(JsonNode) node = json_of(&result);
  JsonObject *periodic = periodic_of(node);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(periodic, "period"), 6.6632868593, 1e-9);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic, 0, 0), 8.5970e-4, 1e-7);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic, 1, 0), 1, 1e-9);
  g_assert_true(json_object_get_boolean_member(periodic, "stable"));
  /* the smallest period */
  g_auto(Result) three = expect(0, "find periodic %s --period 20 --json", file);
  g_autoptr(JsonNode) turns = json_of(&three);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(periodic_of(turns), "period"), 6.6632868593, 1e-9);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic_of(turns), 0, 0), 8.5970e-4, 1e-7);
  /* backwards in time it repels */
  JsonObject *state = json_object_get_object_member(periodic, "state");
  g_auto(Result) other =
      expect(0, "find periodic %s --period 6.66 --set mu=-1 --initial x=%.9g --initial x\\'=%.9g --json", file,
             json_object_get_double_member(state, "x"), -json_object_get_double_member(state, "x'"));
  g_autoptr(JsonNode) repelling = json_of(&other);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic_of(repelling), 0, 0) * multiplier(periodic, 0, 0), 1, 1e-6);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic_of(repelling), 1, 0), 1, 1e-6);
  g_assert_false(json_object_get_boolean_member(periodic_of(repelling), "stable"));
}

/* Beside a damped oscillator, with exp(-T/2) twice: the multiplier of the motion's own direction is the last. */
static void
test_last(void)
{
  g_autofree char *file = scratch_write("beside.noslip",
                                        "noslip 1\ncoordinate y\ncoordinate x\nkinetic (x'^2 + y'^2)/2\n"
                                        "potential x^2/2 + y^2\nforce x' = (1 - x^2)*x'\nforce y' = -y'\n"
                                        "initial x = 2\ninitial x' = 0\ninitial y = 0\ninitial y' = 0\nrun to 10\n",
                                        -1);
  g_auto(Result) result = expect(0, "find periodic %s --period 6.6 --json", file);
  g_autoptr(JsonNode) node = json_of(&result);
  JsonObject *periodic = periodic_of(node);
  double period = json_object_get_double_member(periodic, "period");
  g_assert_cmpfloat_with_epsilon(period, 6.6632868593, 1e-9);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon(hypot(multiplier(periodic, i, 0), multiplier(periodic, i, 1)), exp(-period / 2),
                                   1e-7);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic, 2, 0), 8.5970e-4, 1e-7);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic, 3, 0), 1, 1e-8);
  g_assert_true(json_object_get_boolean_member(periodic, "stable"));
}

/* Two oscillators: along the first the second turns by sqrt(2) of a turn. */
static void
test_oscillators(void)
{
  g_autofree char *file = scratch_write("two.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate y\nkinetic (x'^2 + y'^2)/2\n"
                                        "potential x^2/2 + y^2\ninitial x = 1\ninitial x' = 0\ninitial y = 0.01\n"
                                        "initial y' = 0\nrun to 10\n",
                                        -1);
  g_auto(Result) result = expect(0, "find periodic %s --period 6.2 --json", file);
  g_autoptr(JsonNode) node = json_of(&result);
  JsonObject *periodic = periodic_of(node);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(periodic, "period"), 2 * G_PI, 1e-10);
  g_assert_cmpfloat_with_epsilon(multiplier(periodic, 0, 0), cos(2 * G_PI * G_SQRT2), 1e-8);
  g_assert_cmpfloat_with_epsilon(fabs(multiplier(periodic, 0, 1)), fabs(sin(2 * G_PI * G_SQRT2)), 1e-8);
  g_assert_true(json_object_get_null_member(periodic, "stable"));
}

/* Van der Pol's limit cycle in nanometres, nanoseconds and years: the same period and multipliers. */
static void
test_units(void)
{
  static const double units[][2] = {{1e-9, 1}, {1e6, 1}, {1, 1e-9}, {1e-9, 3e7}};
  for (guint u = 0; u < G_N_ELEMENTS(units); u++) {
    double x = units[u][0], t = units[u][1];
    g_autofree char *text = g_strdup_printf("noslip 1\nparameter X = %g\nparameter T = %g\ncoordinate x\n"
                                            "kinetic x'^2/2\npotential x^2/2/T^2\nforce x' = (1 - x^2/X^2)*x'/T\n"
                                            "initial x = 1.5*X\ninitial x' = 0.5*X/T\nrun to 10\n",
                                            x, t);
    g_autofree char *file = scratch_write("units.noslip", text, -1);
    g_auto(Result) result = expect(0, "find periodic %s --period %.17g --json", file, 6.5 * t);
    g_autoptr(JsonNode) node = json_of(&result);
    JsonObject *periodic = periodic_of(node);
    g_assert_cmpfloat_with_epsilon(json_object_get_double_member(periodic, "period") / t, 6.6632868593, 1e-8);
    g_assert_cmpfloat_with_epsilon(multiplier(periodic, 0, 0), 8.5970e-4, 1e-7);
    g_assert_cmpfloat_with_epsilon(multiplier(periodic, 1, 0), 1, 1e-8);
    g_assert_true(json_object_get_boolean_member(periodic, "stable"));
  }
}

/* A bead on a rotating hoop: the hoop's angle keeps increasing. A damped motion has no periodic orbit, and an
 * equilibrium does not count as one. */
static void
test_others(void)
{
  g_auto(Result) hoop = expect(0, "find periodic bead-on-hoop --period 1.2 --initial theta=1.2 --json");
  g_autofree char *damped = scratch_write("damped.noslip",
                                          "noslip 1\ncoordinate x\nkinetic x'^2/2\npotential x^2/2\n"
                                          "force x' = -0.3*x'\ninitial x = 1\ninitial x' = 0\nrun to 6\n",
                                          -1);
  g_auto(Result) none = expect(3, "find periodic %s", damped);
  g_auto(Result) negative = expect(2, "find periodic %s --period -1", damped);
  assert_contains(negative.messages, "--period");
  g_auto(Result) vakonomic = expect(2, "find periodic heisenberg");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/periodic/limit-cycle", test_limit_cycle);
  g_test_add_func("/cli/periodic/last", test_last);
  g_test_add_func("/cli/periodic/oscillators", test_oscillators);
  g_test_add_func("/cli/periodic/units", test_units);
  g_test_add_func("/cli/periodic/others", test_others);
  int status = g_test_run();
  scratch_remove();
  return status;
}
