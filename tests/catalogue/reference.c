/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every formulation against the reference solutions, which were computed by other methods and programs. */
#include "tests/catalogue/motion.h"

#include "core/catalogue/catalogue.h"
#include "core/system/state.h"
#include "tests/files.h"

#include <gsl/gsl_errno.h>
#include <json-glib/json-glib.h>
#include <math.h>
#include <string.h>

#define ALLOWED 1e-9 /* of a column's largest value, at rtol 1e-12 */

typedef struct {
  char *path;
  const NoslipFormulation *formulation; /* NULL: the default of the file's dynamics */
} Case;

static JsonObject *
read_reference(const char *path, JsonParser *parser)
{
  g_autoptr(GError) error = NULL;
  json_parser_load_from_file(parser, path, &error);
  g_assert_no_error(error);
  return json_node_get_object(json_parser_get_root(parser));
}

static double
largest(JsonArray *values)
{
  double most = 0;
  for (guint i = 0; i < json_array_get_length(values); i++)
    most = MAX(most, fabs(json_array_get_double_element(values, i)));
  return most;
}

/* Parameters and the full initial state are those of the file, exactly. */
static void
start(const NoslipSystem *system, JsonObject *reference, double **parameters, double **xy, double **mu)
{
  JsonObject *given = json_object_get_object_member(reference, "parameters");
  g_autoptr(GList) names = json_object_get_members(given);
  g_assert_cmpuint(g_list_length(names), ==, system->n_parameters);
  *parameters = noslip_system_default_parameters(system);
  for (GList *name = names; name != NULL; name = name->next) {
    int parameter = noslip_system_parameter(system, name->data);
    g_assert_cmpint(parameter, >=, 0);
    (*parameters)[parameter] = json_object_get_double_member(given, name->data);
  }
  JsonObject *initial = json_object_get_object_member(reference, "initial");
  *xy = g_new0(double, system->m + system->n + 1);
  *mu = g_new0(double, system->k + 1);
  for (guint i = 0; i < system->m; i++)
    (*xy)[i] = json_object_get_double_member(initial, system->coordinates[i].name);
  for (guint i = 0; i < system->n; i++)
    (*xy)[system->m + i] = json_object_get_double_member(initial, system->fibres[i].name);
  for (guint i = 0; i < system->k; i++) {
    g_autofree char *name = g_strdup_printf("mu(%s)", system->constraints[i].name);
    if (json_object_has_member(initial, name))
      (*mu)[i] = json_object_get_double_member(initial, name);
  }
}

/* Columns to compare: an output of the observer, and its reference values. */
typedef struct {
  char *name;
  guint output;
  JsonArray *values;
} Column;

static void
column_clear(gpointer column)
{
  g_free(((Column *) column)->name);
}

static void
add_column(GArray *columns, NoslipObserver *observer, const char *name, const char *text, JsonArray *values)
{
  g_array_append_val(columns, ((Column){g_strdup(name), motion_add_text(observer, text), values}));
}

static GArray *
columns_of(const NoslipSystem *system, NoslipObserver *observer, JsonObject *reference)
{
  GArray *columns = g_array_new(FALSE, FALSE, sizeof(Column));
  g_array_set_clear_func(columns, column_clear);
  JsonObject *state = json_object_get_object_member(reference, "columns");
  g_autoptr(GList) names = json_object_get_members(state);
  g_assert_cmpuint(g_list_length(names), ==, system->m + system->n + 1);
  for (GList *name = names; name != NULL; name = name->next)
    add_column(columns, observer, name->data, name->data, json_object_get_array_member(state, name->data));
  JsonObject *multipliers =
      json_object_has_member(reference, "multipliers") ? json_object_get_object_member(reference, "multipliers") : NULL;
  gboolean vakonomic = strcmp(json_object_get_string_member(reference, "dynamics"), "vakonomic") == 0;
  g_assert_cmpuint(multipliers != NULL ? json_object_get_size(multipliers) : 0, ==, system->k);
  for (guint i = 0; i < system->k; i++) {
    JsonObject *multiplier = json_object_get_object_member(multipliers, system->constraints[i].name);
    g_autofree char *text = g_strdup_printf("%s(%s)", vakonomic ? "mu" : "lambda", system->constraints[i].name);
    add_column(columns, observer, text, text, json_object_get_array_member(multiplier, "values"));
  }
  JsonObject *derived =
      json_object_has_member(reference, "derived") ? json_object_get_object_member(reference, "derived") : NULL;
  g_autoptr(GList) more = derived != NULL ? json_object_get_members(derived) : NULL;
  for (GList *name = more; name != NULL; name = name->next) {
    JsonObject *quantity = json_object_get_object_member(derived, name->data);
    if (strcmp(name->data, "work") != 0) /* an integral, which is not an expression of the language */
      add_column(columns, observer, name->data, json_object_get_string_member(quantity, "expression"),
                 json_object_get_array_member(quantity, "values"));
  }
  return columns;
}

/* The largest coordinate or velocity: the size of a column that vanishes identically. */
static double
size_of_motion(JsonObject *reference)
{
  JsonObject *state = json_object_get_object_member(reference, "columns");
  g_autoptr(GList) names = json_object_get_members(state);
  double most = 0;
  for (GList *name = names; name != NULL; name = name->next)
    if (strcmp(name->data, "energy") != 0)
      most = MAX(most, largest(json_object_get_array_member(state, name->data)));
  return most;
}

static void
compare_columns(const GArray *columns, const double *values, guint n_outputs, guint n_rows, JsonObject *reference)
{
  double motion = size_of_motion(reference);
  for (guint c = 0; c < columns->len; c++) {
    const Column *column = &g_array_index(columns, Column, c);
    double size = largest(column->values), apart = 0;
    guint worst = 0;
    g_assert_cmpuint(json_array_get_length(column->values), ==, n_rows);
    for (guint row = 0; row < n_rows; row++) {
      double here = fabs(values[row * n_outputs + column->output] - json_array_get_double_element(column->values, row));
      g_assert_true(isfinite(here));
      if (here > apart) {
        apart = here;
        worst = row;
      }
    }
    double residual = apart / (size > 1e-6 * motion ? size : motion);
    motion_note(column->name, residual, ALLOWED);
    if (!(residual <= ALLOWED))
      g_error("%s is %.3g of its size away from the reference in row %u", column->name, residual, worst);
  }
}

static void
test_reference(gconstpointer data)
{
  const Case *test = data;
  g_autoptr(JsonParser) parser = json_parser_new();
  JsonObject *reference = read_reference(test->path, parser);
  const char *id = json_object_get_string_member(reference, "id");
  g_autoptr(NoslipSystem) system = motion_load(id);
  gboolean vakonomic = strcmp(json_object_get_string_member(reference, "dynamics"), "vakonomic") == 0;
  NoslipDynamicsKind kind = vakonomic ? NOSLIP_DYNAMICS_VAKONOMIC : NOSLIP_DYNAMICS_NONHOLONOMIC;
  g_assert_cmpint(system->dynamics, ==, kind);
  const NoslipFormulation *formulation = test->formulation;
  if (formulation == NULL)
    formulation = noslip_formulation_for(system, kind);
  g_autofree char *refusal = noslip_formulation_refusal(formulation, system);
  if (refusal != NULL) {
    g_test_skip(refusal);
    return;
  }
  double *parameters = NULL, *xy = NULL, *mu = NULL;
  start(system, reference, &parameters, &xy, &mu);
  JsonArray *times = json_object_get_array_member(reference, "t");
  guint n_rows = json_array_get_length(times);
  double to = json_array_get_double_element(times, n_rows - 1);
  Motion motion = {0};
  motion_compute(&motion, formulation, system, parameters, xy, vakonomic ? mu : NULL, to, to / (n_rows - 1), 1e-12);
  g_assert_cmpuint(motion.n_rows, ==, n_rows);
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, kind);
  g_autoptr(GArray) columns = columns_of(system, observer, reference);
  noslip_observer_seal(observer);
  g_autofree double *values = motion_observe(&motion, observer, parameters);
  compare_columns(columns, values, noslip_observer_n(observer), n_rows, reference);
  motion_clear(&motion);
  g_free(parameters);
  g_free(xy);
  g_free(mu);
}

/* The catalogue's own parameters and initial values are those of the reference file. */
static void
test_defaults(gconstpointer data)
{
  const Case *test = data;
  g_autoptr(JsonParser) parser = json_parser_new();
  JsonObject *reference = read_reference(test->path, parser);
  g_autoptr(NoslipSystem) system = motion_load(json_object_get_string_member(reference, "id"));
  double *parameters = NULL, *xy = NULL, *mu = NULL;
  start(system, reference, &parameters, &xy, &mu);
  g_autofree double *own = noslip_system_default_parameters(system);
  for (guint i = 0; i < system->n_parameters; i++)
    g_assert_cmpfloat(own[i], ==, parameters[i]);
  double *own_mu = NULL;
  g_autofree double *own_xy = motion_start(system, own, &own_mu);
  for (guint i = 0; i < system->m + system->n; i++) {
    g_assert_cmpfloat_with_epsilon(own_xy[i], xy[i], 2e-15);
    if (i < system->m)
      g_assert_cmpfloat(own_xy[i], ==, xy[i]);
  }
  for (guint i = 0; i < system->k && system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC; i++)
    g_assert_cmpfloat(own_mu[i], ==, mu[i]);
  g_free(own_mu);
  g_free(parameters);
  g_free(xy);
  g_free(mu);
}

static void
case_free(gpointer data)
{
  g_free(((Case *) data)->path);
  g_free(data);
}

static void
add_case(const char *prefix, const char *name, const char *path, const NoslipFormulation *formulation,
         GTestDataFunc function)
{
  Case *test = g_new0(Case, 1);
  test->path = g_strdup(path);
  test->formulation = formulation;
  g_autofree char *label = g_strdup_printf("/%s/%s%s%s", prefix, name, formulation != NULL ? "/" : "",
                                           formulation != NULL ? formulation->id : "");
  g_test_add_data_func_full(label, test, function, case_free);
}

/* Files for systems that are not yet in the catalogue are skipped. */
static void
add_file(const char *path)
{
  g_autofree char *name = test_files_stem(path);
  g_autofree char *id = g_strndup(name, strcspn(name, "."));
  g_autofree char *system = noslip_catalogue_path(id);
  g_autoptr(JsonParser) parser = json_parser_new();
  if (system == NULL)
    return;
  JsonObject *reference = read_reference(path, parser);
  if (strcmp(id, name) == 0)
    add_case("defaults", name, path, NULL, test_defaults);
  /* Vakonomic dynamics and degenerate Lagrangians have one formulation each. */
  gboolean single = strcmp(json_object_get_string_member(reference, "dynamics"), "vakonomic") == 0 ||
                    g_str_has_prefix(id, "capri-kobayashi");
  if (single) {
    add_case("reference", name, path, NULL, test_reference);
    return;
  }
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++)
    if (!(*f)->automatic)
      add_case("reference", name, path, *f, test_reference);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_autofree char *folder = g_build_filename(g_getenv("NOSLIP_TESTS"), "reference", NULL);
  g_autoptr(GPtrArray) paths = test_files(folder, ".json");
  g_assert_cmpuint(paths->len, >=, 30);
  for (guint i = 0; i < paths->len; i++)
    add_file(paths->pdata[i]);
  return g_test_run();
}
