/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli fit: parameters and initial values from data. */
#include "app/cli/cli.h"
#include "app/cli/json.h"
#include "app/cli/progress.h"
#include "core/catalogue/catalogue.h"
#include "core/finder/fit-data.h"

#include <math.h>
#include <string.h>

static NoslipFitTable *
read_data(const NoslipSystem *system, const char *path)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  gsize length;
  g_autofree char *text = noslip_catalogue_read_data(path, &length, diagnostics);
  if (text == NULL) {
    cli_report(diagnostics);
    return NULL;
  }
  NoslipFitTable *table = noslip_fit_table_read(system, text, &error);
  if (table == NULL)
    cli_message("error: %s", error->cause);
  return table;
}

/* Names of parameters, or of initial values, that are fitted, beginning with their present values. */
static gboolean
add_unknowns(const CliProblem *problem, gboolean parameters, char **names, GArray *unknowns)
{
  const NoslipSystem *system = problem->system;
  for (guint i = 0; names != NULL && names[i] != NULL; i++) {
    NoslipFitUnknown unknown = {g_intern_string(g_strstrip(names[i])), -1, 0};
    gboolean known = FALSE;
    if (parameters) {
      unknown.parameter = noslip_system_parameter(system, unknown.name);
      known = unknown.parameter >= 0;
      unknown.start = known ? problem->parameters[unknown.parameter] : 0;
    }
    for (guint j = 0; !parameters && j < system->m + system->n; j++)
      if (strcmp(noslip_state_name(system, j), unknown.name) == 0) {
        unknown.start = problem->xy[j];
        known = TRUE;
      }
    if (!known) {
      cli_message("error: %s has no %s '%s'", system->id, parameters ? "parameter" : "coordinate or velocity",
                  unknown.name);
      return FALSE;
    }
    g_array_append_val(unknowns, unknown);
  }
  return TRUE;
}

static const char *
verdict(const NoslipFit *fit)
{
  if (fit->identifiable)
    return "identifiable";
  return fit->n_measured == fit->n && isfinite(fit->condition) ? "not identifiable from these data (as many values as "
                                                                 "unknowns leave no residuals to scale the errors by; "
                                                                 "give --weights)"
                                                               : "not identifiable from these data";
}

static int
print_text(const NoslipFitUnknown *unknowns, const NoslipFit *fit)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint u = 0; u < fit->n; u++)
    g_string_append_printf(text, "%s = %.9g +- %.2g\n", unknowns[u].name, fit->values[u], fit->errors[u]);
  g_string_append_printf(text, "chi2 %.6g over %u values", fit->chi2, fit->n_measured);
  if (fit->n_missing > 0)
    g_string_append_printf(text, " (left out: %u that are empty or nan)", fit->n_missing);
  g_string_append_printf(text, ", condition %.3g: %s\n", fit->condition, verdict(fit));
  if (!fit->converged)
    g_string_append(text, "the fit did not converge\n");
  return cli_print_text(text->str);
}

static int
print_json(const NoslipSystem *system, const NoslipFitUnknown *unknowns, const NoslipFit *fit)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  cli_json_begin(builder, "noslip-find-1");
  cli_json_member_string(builder, "system", system->id);
  json_builder_set_member_name(builder, "estimates");
  json_builder_begin_object(builder);
  for (guint u = 0; u < fit->n; u++) {
    json_builder_set_member_name(builder, unknowns[u].name);
    json_builder_begin_object(builder);
    cli_json_member_number(builder, "value", fit->values[u]);
    cli_json_member_number(builder, "error", fit->errors[u]);
    json_builder_end_object(builder);
  }
  json_builder_end_object(builder);
  cli_json_member_number(builder, "chi2", fit->chi2);
  cli_json_member_number(builder, "condition", fit->condition);
  cli_json_member_boolean(builder, "identifiable", fit->identifiable);
  cli_json_member_boolean(builder, "converged", fit->converged);
  cli_json_member_int(builder, "measured", fit->n_measured);
  cli_json_member_int(builder, "missing", fit->n_missing);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

typedef struct {
  CliSetup setup;
  char **initial; /* NAME=VALUE, and lists of names to fit */
  char *data, *parameters, *weights;
  gboolean json;
  int seed;
} Options;

/* --initial takes an assignment, or names. */
static char **
split_initial(Options *options)
{
  GPtrArray *assignments = g_ptr_array_new(), *names = g_ptr_array_new();
  for (guint i = 0; options->initial != NULL && options->initial[i] != NULL; i++) {
    if (strchr(options->initial[i], '=') != NULL) {
      g_ptr_array_add(assignments, g_strdup(options->initial[i]));
      continue;
    }
    g_auto(GStrv) list = g_strsplit(options->initial[i], ",", -1);
    for (guint j = 0; list[j] != NULL; j++)
      g_ptr_array_add(names, g_strdup(list[j]));
  }
  g_ptr_array_add(assignments, NULL);
  g_ptr_array_add(names, NULL);
  options->setup.initial = (char **) g_ptr_array_free(assignments, FALSE);
  return (char **) g_ptr_array_free(names, FALSE);
}

static gboolean
read_weights(const char *text, guint n, double *weights)
{
  g_auto(GStrv) list = g_strsplit(text, ",", -1);
  if (g_strv_length(list) != n) {
    cli_message("error: --weights needs %u numbers, one for each column that is measured", n);
    return FALSE;
  }
  for (guint i = 0; i < n; i++) {
    if (!cli_number("--weights", list[i], &weights[i]))
      return FALSE;
    if (weights[i] < 0) {
      cli_message("error: --weights must not be negative");
      return FALSE;
    }
  }
  return TRUE;
}

static int
find(const CliProblem *problem, const Options *options, const GArray *unknowns, const NoslipFitTable *table)
{
  const NoslipFitUnknown *names = (const NoslipFitUnknown *) (gpointer) unknowns->data;
  guint done = 0;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autofree double *weights = g_new0(double, (gsize) table->exprs->len + 1);
  if (options->weights != NULL && !read_weights(options->weights, table->exprs->len, weights))
    return CLI_INPUT;
  const NoslipFitData data = noslip_fit_table_data(table, problem->system, options->weights != NULL ? weights : NULL);
  cli_progress_begin("starts", &done, 1 + NOSLIP_FIT_STARTS);
  g_autoptr(NoslipFit) fit = noslip_fit_find(problem->system, problem->kind, problem->parameters, problem->overrides,
                                             &data, unknowns->len, names, &cli_cancelled, &done, &error);
  cli_progress_end();
  if (fit == NULL)
    return cli_report_one(error);
  int status = options->json ? print_json(problem->system, names, fit) : print_text(names, fit);
  return cli_worse(status, fit->identifiable && fit->converged ? CLI_DONE : CLI_FAILED);
}

static int
prepare(CliProblem *problem, const Options *options, char **initial, GArray *unknowns, NoslipFitTable **table)
{
  if (options->data == NULL || (options->parameters == NULL && initial[0] == NULL)) {
    cli_message("error: fit needs --data FILE.csv and --parameters NAME,... or --initial NAME,...");
    return CLI_INPUT;
  }
  g_auto(GStrv) parameters = options->parameters != NULL ? g_strsplit(options->parameters, ",", -1) : NULL;
  if (!add_unknowns(problem, TRUE, parameters, unknowns) || !add_unknowns(problem, FALSE, initial, unknowns))
    return CLI_INPUT;
  *table = read_data(problem->system, options->data);
  return *table != NULL ? CLI_DONE : CLI_INPUT;
}

static int
run(int argc, char **argv)
{
  Options options = {0};
  CliProblem problem = {0};
  g_autoptr(NoslipFitTable) table = NULL;
  int status = CLI_INPUT;
  const GOptionEntry entries[] = {
      {"data", 0, 0, G_OPTION_ARG_FILENAME, &options.data, "The data: a column t, and measured columns", "FILE.csv"},
      {"parameters", 0, 0, G_OPTION_ARG_FILENAME, &options.parameters, "Parameters to fit", "NAME,..."},
      {"initial", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.initial,
       "Initial values to fit; or one that is given (may repeat)", "NAME,...|NAME=VALUE"},
      {"weights", 0, 0, G_OPTION_ARG_FILENAME, &options.weights,
       "Weights of the squares, one for each measured column: 1/sigma^2", "W,..."},
      {"set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &options.setup.set, "Value of a parameter (may repeat)", "NAME=VALUE"},
      {"dynamics", 0, 0, G_OPTION_ARG_FILENAME, &options.setup.dynamics,
       "nonholonomic, vakonomic or free (the system's if not given)", "D"},
      CLI_SEED_ENTRY(&options.seed),
      CLI_JSON_ENTRY(&options.json),
      {NULL},
  };
  if (cli_parse(&cli_fit, entries, &argc, &argv, 1, 1)) {
    g_auto(GStrv) initial = split_initial(&options);
    g_autoptr(GArray) unknowns = g_array_new(FALSE, FALSE, sizeof(NoslipFitUnknown));
    status = cli_problem_load(&problem, argv[0], &options.setup);
    if (status == CLI_DONE)
      status = cli_problem_start(&problem, FALSE);
    if (status == CLI_DONE)
      status = prepare(&problem, &options, initial, unknowns, &table);
    cli_catch_interrupts();
    if (status == CLI_DONE)
      status = find(&problem, &options, unknowns, table);
    cli_problem_clear(&problem);
  }
  g_strfreev(options.initial);
  g_free(options.data);
  g_free(options.parameters);
  g_free(options.weights);
  cli_setup_clear(&options.setup);
  return status;
}

const CliCommand cli_fit = {
    .name = "fit",
    .usage = "SYSTEM",
    .summary = "Fit parameters and initial values to data.",
    .details = "Least squares; errors are standard errors, scaled by the residuals where no weights are given. Status "
               "1: the data\n"
               "do not determine the fitted values, or the fit did not converge.",
    .example = "noslip-cli fit chaplygin-sleigh --data sleigh.csv --parameters a,J --initial omega",
    .run = run,
};
