/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Runs of every formulation at rtol 1e-12 against the independent solutions in tests/reference. */
#include "core/integrate/run.h"
#include "tests/core/load.h"
#include "tests/files.h"

#include <gsl/gsl_errno.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

typedef struct {
  JsonObject *json;
  JsonParser *parser;
  NoslipSystem *system;
  double *parameters, *xy, *mu;
  guint n_times;
  double to;
} Reference;

static JsonObject *
member(JsonObject *object, const char *name)
{
  return json_object_get_object_member(object, name);
}

static double *
numbers(JsonObject *object, const char *name, guint *n)
{
  JsonArray *array = json_object_get_array_member(object, name);
  *n = json_array_get_length(array);
  double *values = g_new0(double, *n + 1);
  for (guint i = 0; i < *n; i++)
    values[i] = json_array_get_double_element(array, i);
  return values;
}

static Reference *
reference_open(const char *path)
{
  Reference *reference = g_new0(Reference, 1);
  reference->parser = json_parser_new();
  g_assert_true(json_parser_load_from_file(reference->parser, path, NULL));
  reference->json = json_node_get_object(json_parser_get_root(reference->parser));
  reference->system = test_catalogue(json_object_get_string_member(reference->json, "id"));
  const NoslipSystem *system = reference->system;
  JsonObject *parameters = member(reference->json, "parameters"), *initial = member(reference->json, "initial");
  reference->parameters = g_new0(double, system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    reference->parameters[i] = json_object_get_double_member(parameters, system->parameters[i].name);
  reference->xy = g_new0(double, system->m + system->n + 1);
  for (guint i = 0; i < system->m; i++)
    reference->xy[i] = json_object_get_double_member(initial, system->coordinates[i].name);
  for (guint i = 0; i < system->n; i++)
    reference->xy[system->m + i] = json_object_get_double_member(initial, system->fibres[i].name);
  reference->mu = g_new0(double, system->k + 1);
  for (guint i = 0; i < system->k; i++) {
    g_autofree char *name = g_strdup_printf("mu(%s)", system->constraints[i].name);
    if (json_object_has_member(initial, name))
      reference->mu[i] = json_object_get_double_member(initial, name);
  }
  g_autofree double *t = numbers(reference->json, "t", &reference->n_times);
  reference->to = t[reference->n_times - 1];
  return reference;
}

static void
reference_close(Reference *reference)
{
  noslip_system_unref(reference->system);
  g_object_unref(reference->parser);
  g_free(reference->parameters);
  g_free(reference->xy);
  g_free(reference->mu);
  g_free(reference);
}

/* Largest difference of a column of rows from the reference, over the column's largest value or 1. A column that the
 * reference lacks fails the test. */
static double
column_error(JsonObject *columns, const char *name, const double *rows, guint row_size, guint column)
{
  if (!json_object_has_member(columns, name))
    g_test_message("the reference has no column %s", name);
  g_assert_true(json_object_has_member(columns, name));
  guint n;
  g_autofree double *exact = numbers(columns, name, &n);
  double scale = 1, worst = 0;
  for (guint i = 0; i < n; i++)
    scale = fmax(scale, fabs(exact[i]));
  for (guint i = 0; i < n; i++) {
    double off = fabs(rows[i * row_size + column] - exact[i]);
    worst = isfinite(off) ? fmax(worst, off) : INFINITY;
  }
  return worst / scale;
}

static double
compare(const Reference *reference, const double *rows)
{
  const NoslipSystem *system = reference->system;
  JsonObject *columns = member(reference->json, "columns");
  guint size = noslip_row_size(system);
  double worst = 0;
  for (guint i = 0; i < system->m; i++)
    worst = fmax(worst, column_error(columns, system->coordinates[i].name, rows, size, noslip_row_x(system) + i));
  for (guint i = 0; i < system->n; i++)
    worst = fmax(worst, column_error(columns, system->fibres[i].name, rows, size, noslip_row_y(system) + i));
  return worst;
}

static double
compare_multipliers(const Reference *reference, const double *rows)
{
  const NoslipSystem *system = reference->system;
  double worst = 0;
  if (system->k == 0)
    return 0;
  JsonObject *multipliers = member(reference->json, "multipliers");
  for (guint i = 0; i < system->k; i++)
    worst = fmax(worst, column_error(member(multipliers, system->constraints[i].name), "values", rows,
                                     noslip_row_size(system), noslip_row_lambda(system) + i));
  return worst;
}

static double *
run_rows(const Reference *reference, const NoslipFormulation *formulation, NoslipRunOptions *options, guint64 *steps)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, reference->system, &error);
  g_assert_nonnull(dynamics);
  g_autoptr(NoslipRun) run =
      noslip_run_new(dynamics, options, reference->parameters, 0, reference->xy, reference->mu, &error);
  g_assert_nonnull(run);
  g_assert_cmpuint(noslip_run_n_samples(run), ==, reference->n_times);
  guint size = noslip_row_size(reference->system);
  double *rows = g_new0(double, size * reference->n_times);
  for (guint i = 0; i < reference->n_times; i++) {
    gboolean going = noslip_run_next(run, rows + i * size, NULL, &error);
    if (!going && error) {
      g_autofree char *message = noslip_diagnostic_format(error);
      g_test_message("%s", message);
    }
    g_assert_true(going);
    g_assert_true(rows[i * size] == noslip_run_sample_time(run, i));
  }
  g_assert_false(noslip_run_next(run, rows, NULL, &error));
  g_assert_null(error);
  *steps = noslip_run_n_steps(run);
  return rows;
}

static void
compare_formulation(const Reference *reference, const NoslipFormulation *formulation)
{
  g_autofree char *reason = noslip_formulation_refusal(formulation, reference->system);
  g_assert_null(reason);
  NoslipRunOptions options;
  noslip_run_options_default(&options, reference->system);
  options.rtol = 1e-12;
  options.atol = 1e-14;
  options.to = reference->to;
  options.step = reference->to / (reference->n_times - 1);
  guint64 steps;
  g_autofree double *rows = run_rows(reference, formulation, &options, &steps);
  double motion = compare(reference, rows), multipliers = compare_multipliers(reference, rows);
  g_test_message("%s: motion to %.1e, multipliers to %.1e, %u steps", formulation->id, motion, multipliers,
                 (guint) steps);
  g_assert_cmpfloat(motion, <, 1e-9);
  g_assert_cmpfloat(multipliers, <, 1e-9);
}

/* Every formulation that the user may name; for a vakonomic or degenerate system, its only one. */
static void
test_reference(gconstpointer data)
{
  Reference *reference = reference_open(data);
  const NoslipFormulation *usual = noslip_formulation_for(reference->system, reference->system->dynamics);
  if (usual->automatic)
    compare_formulation(reference, usual);
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL && !usual->automatic; f++)
    if (!(*f)->automatic)
      compare_formulation(reference, *f);
  reference_close(reference);
}

static gboolean
has_system(const char *path)
{
  g_autoptr(JsonParser) parser = json_parser_new();
  g_assert_true(json_parser_load_from_file(parser, path, NULL));
  JsonObject *json = json_node_get_object(json_parser_get_root(parser));
  g_autofree char *name = g_strconcat(json_object_get_string_member(json, "id"), ".noslip", NULL);
  g_autofree char *system = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
  return g_file_test(system, G_FILE_TEST_EXISTS);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_autofree char *folder = g_build_filename(g_getenv("NOSLIP_TESTS"), "reference", NULL);
  g_autoptr(GPtrArray) paths = test_files(folder, ".json");
  guint n = 0;
  for (guint i = 0; i < paths->len; i++) {
    if (!has_system(paths->pdata[i]))
      continue;
    g_autofree char *stem = test_files_stem(paths->pdata[i]);
    g_autofree char *name = g_strconcat("/dynamics/reference/", stem, NULL);
    g_test_add_data_func(name, paths->pdata[i], test_reference);
    n++;
  }
  g_assert_cmpuint(n, >, 15);
  return g_test_run();
}
