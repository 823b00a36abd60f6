/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The nonholonomic bracket against the reference brackets, at five states of each system: matrix, Jacobiator, rates,
 * and the two parts of the rates, {f, E} and R_L. */
#include "tests/catalogue/motion.h"

#include "core/catalogue/catalogue.h"
#include "core/system/state.h"

#include <gsl/gsl_errno.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define ALLOWED 1e-10 /* relative to the largest value of a kind; the reference is rounded to 2e-15 */

typedef struct {
  NoslipSystem *system;
  double *parameters;
  JsonObject *brackets;
  guint n;
  char **texts; /* the observables, in the language */
  NoslipObserver *observer;
  guint first_jacobiator, first_rate;
} Subject;

static JsonArray *
names_of(JsonObject *brackets)
{
  return json_object_get_array_member(brackets, "names");
}

/* Base coordinates are used directly, momenta by their expressions. */
static char **
texts_of(JsonObject *brackets)
{
  JsonObject *momenta = json_object_get_object_member(brackets, "momenta");
  JsonArray *names = names_of(brackets);
  guint n = json_array_get_length(names);
  char **texts = g_new0(char *, n + 1);
  for (guint i = 0; i < n; i++) {
    const char *name = json_array_get_string_element(names, i);
    texts[i] = g_strdup(json_object_has_member(momenta, name) ? json_object_get_string_member(momenta, name) : name);
  }
  return texts;
}

/* {f, g} for all f and g, jacobi(f, g, h) for f < g < h, then d(f) and {f, energy} for all f. */
static void
add_outputs(Subject *subject)
{
  guint n = subject->n;
  char **texts = subject->texts;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++) {
      g_autofree char *text = g_strdup_printf("{%s, %s}", texts[i], texts[j]);
      motion_add_text(subject->observer, text);
    }
  subject->first_jacobiator = n * n;
  subject->first_rate = n * n;
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint l = j + 1; l < n; l++) {
        g_autofree char *text = g_strdup_printf("jacobi(%s, %s, %s)", texts[i], texts[j], texts[l]);
        subject->first_rate = motion_add_text(subject->observer, text) + 1;
      }
  for (guint i = 0; i < n; i++) {
    g_autofree char *rate = g_strdup_printf("d(%s)", texts[i]);
    g_autofree char *bracket = g_strdup_printf("{%s, energy}", texts[i]);
    motion_add_text(subject->observer, rate);
    motion_add_text(subject->observer, bracket);
  }
  noslip_observer_seal(subject->observer);
}

static void
assert_near(const char *what, double value, double expected, double size)
{
  double residual = fabs(value - expected) / MAX(size, 1e-3);
  motion_note(what, residual, ALLOWED);
  if (!(residual <= ALLOWED))
    g_error("%s is %.17g, the reference has %.17g", what, value, expected);
}

static double
jacobiator_of(JsonArray *listed, const char *f, const char *g, const char *h)
{
  for (guint i = 0; i < json_array_get_length(listed); i++) {
    JsonObject *entry = json_array_get_object_element(listed, i);
    JsonArray *of = json_object_get_array_member(entry, "of");
    if (strcmp(json_array_get_string_element(of, 0), f) == 0 && strcmp(json_array_get_string_element(of, 1), g) == 0 &&
        strcmp(json_array_get_string_element(of, 2), h) == 0)
      return json_object_get_double_member(entry, "value");
  }
  return 0; /* triples that are not listed vanish */
}

static void
compare_matrix(const Subject *subject, JsonObject *state, const double *values)
{
  JsonArray *matrix = json_object_get_array_member(state, "matrix");
  for (guint i = 0; i < subject->n; i++) {
    JsonArray *row = json_array_get_array_element(matrix, i);
    for (guint j = 0; j < subject->n; j++) {
      g_autofree char *what = g_strdup_printf("{%s, %s}", subject->texts[i], subject->texts[j]);
      assert_near(what, values[i * subject->n + j], json_array_get_double_element(row, j), 1);
    }
  }
}

static void
compare_jacobiator(const Subject *subject, JsonObject *state, const double *values)
{
  JsonArray *listed = json_object_get_array_member(state, "jacobiator");
  JsonArray *names = names_of(subject->brackets);
  guint at = subject->first_jacobiator;
  for (guint i = 0; i < subject->n; i++)
    for (guint j = i + 1; j < subject->n; j++)
      for (guint l = j + 1; l < subject->n; l++, at++) {
        double expected =
            jacobiator_of(listed, json_array_get_string_element(names, i), json_array_get_string_element(names, j),
                          json_array_get_string_element(names, l));
        g_autofree char *what =
            g_strdup_printf("jacobi(%s, %s, %s)", subject->texts[i], subject->texts[j], subject->texts[l]);
        assert_near(what, values[at], expected, MAX(1, fabs(expected)));
      }
}

static void
compare_rates(const Subject *subject, JsonObject *state, const double *values)
{
  JsonArray *rates = json_object_get_array_member(state, "rates");
  JsonArray *brackets = json_object_get_array_member(state, "bracket_with_energy");
  JsonArray *residual = json_object_get_array_member(state, "R_L");
  for (guint i = 0; i < subject->n; i++) {
    double rate = values[subject->first_rate + 2 * i], bracket = values[subject->first_rate + 2 * i + 1];
    assert_near("d(f)", rate, json_array_get_double_element(rates, i), 1);
    assert_near("{f, energy}", bracket, json_array_get_double_element(brackets, i), 1);
    assert_near("R_L(f)", rate - bracket, json_array_get_double_element(residual, i), 1);
  }
}

/* A row of the trajectory at this state: the rates are those of the multipliers' formulation. */
static double *
row_at(const Subject *subject, JsonObject *given)
{
  const NoslipSystem *system = subject->system;
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipFormulation *formulation = noslip_formulation_find("multipliers");
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, subject->system, &error);
  g_assert_nonnull(dynamics);
  gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
  formulation->set_parameters(work, subject->parameters);
  g_autofree double *xy = g_new(double, system->m + system->n + 1);
  for (guint i = 0; i < system->m; i++)
    xy[i] = json_object_get_double_member(given, system->coordinates[i].name);
  for (guint i = 0; i < system->n; i++)
    xy[system->m + i] = json_object_get_double_member(given, system->fibres[i].name);
  g_autofree double *z = g_new0(double, formulation->size(noslip_dynamics_data(dynamics)) + 1);
  double *row = g_new0(double, noslip_row_size(system));
  g_assert_cmpint(formulation->enter(work, 0, xy, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->observe(work, 0, z, row + noslip_row_x(system), row + noslip_row_y(system),
                                       row + noslip_row_ydot(system), row + noslip_row_lambda(system)),
                  ==, NOSLIP_STEP_OK);
  formulation->work_free(work);
  return row;
}

static void
test_brackets(gconstpointer data)
{
  g_autoptr(JsonParser) parser = json_parser_new();
  g_assert_true(json_parser_load_from_file(parser, data, NULL));
  JsonObject *reference = json_node_get_object(json_parser_get_root(parser));
  Subject subject = {.system = motion_load(json_object_get_string_member(reference, "id")),
                     .brackets = json_object_get_object_member(reference, "brackets")};
  subject.parameters = noslip_system_default_parameters(subject.system);
  subject.n = json_array_get_length(names_of(subject.brackets));
  subject.texts = texts_of(subject.brackets);
  subject.observer = noslip_observer_new(subject.system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  add_outputs(&subject);
  JsonArray *states = json_object_get_array_member(subject.brackets, "states");
  g_assert_cmpuint(json_array_get_length(states), ==, 5);
  g_autofree double *values = g_new0(double, noslip_observer_n(subject.observer));
  g_autoptr(NoslipObserverWorkspace) work = noslip_observer_workspace_new(subject.observer);
  noslip_observer_set_parameters(work, subject.parameters);
  for (guint i = 0; i < json_array_get_length(states); i++) {
    JsonObject *state = json_array_get_object_element(states, i);
    g_autofree double *row = row_at(&subject, json_object_get_object_member(state, "state"));
    noslip_observer_evaluate(work, row, values);
    compare_matrix(&subject, state, values);
    compare_jacobiator(&subject, state, values);
    compare_rates(&subject, state, values);
  }
  noslip_observer_unref(subject.observer);
  g_strfreev(subject.texts);
  g_free(subject.parameters);
  noslip_system_unref(subject.system);
}

int
main(int argc, char **argv)
{
  static const char *const ids[] = {
      "ball-on-rotating-table", "ball-on-rotating-table-reduced",
      "chaplygin-sleigh",       "chaplygin-sleigh-reduced",
      "nonholonomic-particle",  "rolling-ball",
      "rolling-ball-reduced",   "snakeboard",
  };
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autofree char *file = g_strconcat(ids[i], ".json", NULL);
    g_autofree char *label = g_strconcat("/brackets/", ids[i], NULL);
    char *path = g_build_filename(g_getenv("NOSLIP_TESTS"), "reference", file, NULL);
    g_test_add_data_func_full(label, path, test_brackets, g_free);
  }
  return g_test_run();
}
