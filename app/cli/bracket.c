/* SPDX-License-Identifier: GPL-3.0-or-later */
/* bracket: the nonholonomic bracket of any observables at a state. */
#include "app/cli/cli.h"
#include "app/cli/json.h"

#include "core/bracket/bracket.h"
#include "core/bracket/holonomic.h"
#include "core/bracket/noether.h"
#include "core/language/language.h"
#include "core/trajectory/observer.h"

#include <math.h>
#include <string.h>

#define MOST_NAMES 64 /* 41664 triples */

typedef struct {
  CliProblem problem;
  NoslipModel *model;
  NoslipDistribution *distribution;
  GPtrArray *names; /* char *: as they are shown */
  GPtrArray *texts; /* char *: in the language */
  double *matrix;   /* n x n */
  double *triples;  /* n (n - 1) (n - 2) / 6 in lexical order */
  double *structure; /* r x r x r */
} Table;

static void
table_clear(Table *table)
{
  g_clear_pointer(&table->names, g_ptr_array_unref);
  g_clear_pointer(&table->texts, g_ptr_array_unref);
  g_clear_pointer(&table->distribution, noslip_distribution_free);
  g_clear_pointer(&table->model, noslip_model_free);
  g_free(table->matrix);
  g_free(table->triples);
  g_free(table->structure);
  cli_problem_clear(&table->problem);
}

static void
add_name(Table *table, const char *name, const char *text)
{
  g_ptr_array_add(table->names, g_strdup(name));
  g_ptr_array_add(table->texts, g_strdup(text));
}

/* Splits at the commas outside parentheses, brackets and braces. */
static char **
split_list(const char *list)
{
  GStrvBuilder *parts = g_strv_builder_new();
  int depth = 0;
  const char *start = list;
  for (const char *c = list;; c++) {
    if (*c == '(' || *c == '[' || *c == '{')
      depth++;
    else if (*c == ')' || *c == ']' || *c == '}')
      depth--;
    if (*c == '\0' || (*c == ',' && depth <= 0)) {
      g_autofree char *part = g_strndup(start, (gsize) (c - start));
      g_strv_builder_add(parts, g_strstrip(part));
      start = c + 1;
    }
    if (*c == '\0')
      break;
  }
  char **result = g_strv_builder_end(parts);
  g_strv_builder_unref(parts);
  return result;
}

/* The index of p_1 … p_r, or -1. */
static int
basis_momentum(const Table *table, const char *text)
{
  guint64 index;
  if (!g_str_has_prefix(text, "p_") || !g_ascii_string_to_unsigned(text + 2, 10, 1, table->distribution->r, &index, NULL))
    return -1;
  return (int) index - 1;
}

static gboolean
add_given(Table *table, const char *text)
{
  int momentum = basis_momentum(table, text);
  NoslipExpr known;
  if (momentum >= 0 && !noslip_system_lookup(table->problem.system, text, &known)) {
    add_name(table, text, table->distribution->momenta_text[momentum]);
    return TRUE;
  }
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(table->problem.system->graph);
  NoslipExpr expr;
  if (!noslip_language_expression(table->problem.system, graph, text, &expr, diagnostics)) {
    cli_report(diagnostics);
    return FALSE;
  }
  add_name(table, text, text);
  return TRUE;
}

static gboolean
add_names(Table *table, const char *list)
{
  const NoslipSystem *system = table->problem.system;
  table->names = g_ptr_array_new_with_free_func(g_free);
  table->texts = g_ptr_array_new_with_free_func(g_free);
  if (list == NULL) {
    for (guint i = 0; i < system->m; i++)
      add_name(table, system->coordinates[i].name, system->coordinates[i].name);
    for (guint a = 0; a < table->distribution->r; a++) {
      g_autofree char *name = g_strdup_printf("p_%u", a + 1);
      add_name(table, name, table->distribution->momenta_text[a]);
    }
    return TRUE;
  }
  gboolean good = TRUE;
  g_auto(GStrv) parts = split_list(list);
  for (guint i = 0; parts[i] != NULL; i++)
    good = add_given(table, parts[i]) && good;
  if (table->names->len > MOST_NAMES) {
    cli_message("error: --of takes at most %d names, not %u", MOST_NAMES, table->names->len);
    return FALSE;
  }
  return good;
}

static gboolean
add_output(NoslipObserver *observer, const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  if (noslip_observer_add_text(observer, text, diagnostics) >= 0)
    return TRUE;
  cli_report(diagnostics);
  return FALSE;
}

/* {f, g} for f before g, then jacobi(f, g, h), in lexical order. */
static gboolean
add_outputs(const Table *table, NoslipObserver *observer)
{
  char **texts = (char **) table->texts->pdata;
  guint n = table->texts->len;
  gboolean good = TRUE;
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n && good; j++) {
      g_autofree char *text = g_strdup_printf("{%s, %s}", texts[i], texts[j]);
      good = add_output(observer, text);
    }
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint l = j + 1; l < n && good; l++) {
        g_autofree char *text = g_strdup_printf("jacobi(%s, %s, %s)", texts[i], texts[j], texts[l]);
        good = add_output(observer, text);
      }
  return good;
}

static void
evaluate_structure(Table *table)
{
  const NoslipSystem *system = table->problem.system;
  guint n = system->n_parameters + system->m + system->n, r = table->distribution->r;
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, n + 1);
  g_autofree double *values = g_new(double, n + 1);
  guint at = 0;
  for (guint i = 0; i < system->n_parameters; i++, at++) {
    symbols[at] = system->parameters[i].symbol;
    values[at] = table->problem.parameters[i];
  }
  for (guint i = 0; i < system->m; i++)
    symbols[at + i] = system->coordinates[i].symbol;
  for (guint i = 0; i < system->n; i++)
    symbols[at + system->m + i] = system->fibres[i].symbol;
  memcpy(values + at, table->problem.xy, (system->m + system->n) * sizeof(double));
  table->structure = g_new0(double, (gsize) r * r * r + 1);
  for (guint i = 0; i < r * r * r; i++)
    table->structure[i] = noslip_expr_value(table->model->graph, table->distribution->structure[i], n, symbols, values);
}

static gboolean
evaluate(Table *table)
{
  const NoslipSystem *system = table->problem.system;
  guint n = table->texts->len;
  g_autoptr(NoslipObserver) observer = noslip_observer_new(table->problem.system, NOSLIP_DYNAMICS_NONHOLONOMIC);
  if (!add_outputs(table, observer))
    return FALSE;
  noslip_observer_seal(observer);
  NoslipObserverWork *work = noslip_observer_work_new(observer);
  noslip_observer_set_parameters(work, table->problem.parameters);
  g_autofree double *row = g_new(double, noslip_row_size(system));
  for (guint i = 0; i < noslip_row_size(system); i++)
    row[i] = NAN;
  row[0] = 0;
  memcpy(row + noslip_row_x(system), table->problem.xy, (system->m + system->n) * sizeof(double));
  g_autofree double *outputs = g_new0(double, noslip_observer_n(observer) + 1);
  noslip_observer_evaluate(work, row, outputs);
  noslip_observer_work_free(work);
  table->matrix = g_new0(double, (gsize) n * n + 1);
  guint output = 0;
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++, output++) {
      table->matrix[i * n + j] = outputs[output];
      table->matrix[j * n + i] = -outputs[output];
    }
  table->triples = g_memdup2(outputs + output, (noslip_observer_n(observer) - output + 1) * sizeof(double));
  evaluate_structure(table);
  return TRUE;
}

static void
build_state(JsonBuilder *builder, const CliProblem *problem)
{
  const NoslipSystem *system = problem->system;
  json_builder_begin_object(builder);
  for (guint i = 0; i < system->m; i++)
    cli_json_member_number(builder, system->coordinates[i].name, problem->xy[i]);
  for (guint i = 0; i < system->n; i++)
    cli_json_member_number(builder, system->fibres[i].name, problem->xy[system->m + i]);
  json_builder_end_object(builder);
}

static void
build_named(JsonBuilder *builder, const char *member, const char *prefix, char **texts, guint n)
{
  json_builder_set_member_name(builder, member);
  json_builder_begin_object(builder);
  for (guint i = 0; i < n; i++) {
    g_autofree char *name = g_strdup_printf("%s_%u", prefix, i + 1);
    cli_json_member_string(builder, name, texts[i]);
  }
  json_builder_end_object(builder);
}

static void
build_names(JsonBuilder *builder, guint n, const char *const *names)
{
  json_builder_set_member_name(builder, "of");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_string_value(builder, names[i]);
  json_builder_end_array(builder);
}

static void
build_jacobiator(JsonBuilder *builder, const Table *table)
{
  guint n = table->names->len, at = 0;
  char **names = (char **) table->names->pdata;
  json_builder_set_member_name(builder, "jacobiator");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint l = j + 1; l < n; l++, at++) {
        if (table->triples[at] == 0)
          continue;
        json_builder_begin_object(builder);
        build_names(builder, 3, (const char *[]){ names[i], names[j], names[l] });
        cli_json_member_number(builder, "value", table->triples[at]);
        json_builder_end_object(builder);
      }
  json_builder_end_array(builder);
}

/* Where the constraints are nonlinear there is no projected bracket. */
static gboolean
has_structure(const Table *table)
{
  return noslip_system_constraint_class(table->problem.system) != NOSLIP_NONLINEAR;
}

static void
build_structure(JsonBuilder *builder, const Table *table)
{
  guint r = table->distribution->r;
  json_builder_set_member_name(builder, "structure");
  json_builder_begin_array(builder);
  for (guint a = 0; a < r && has_structure(table); a++)
    for (guint b = a + 1; b < r; b++) {
      g_autofree char *first = g_strdup_printf("e_%u", a + 1);
      g_autofree char *second = g_strdup_printf("e_%u", b + 1);
      json_builder_begin_object(builder);
      build_names(builder, 2, (const char *[]){ first, second });
      json_builder_set_member_name(builder, "value");
      json_builder_begin_object(builder);
      for (guint c = 0; c < r; c++) {
        g_autofree char *along = g_strdup_printf("e_%u", c + 1);
        if (table->structure[(c * r + a) * r + b] != 0)
          cli_json_member_number(builder, along, table->structure[(c * r + a) * r + b]);
      }
      json_builder_end_object(builder);
      json_builder_end_object(builder);
    }
  json_builder_end_array(builder);
}

static int
print_json(const Table *table)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  guint n = table->names->len, r = table->distribution->r;
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "system", table->problem.system->id);
  json_builder_set_member_name(builder, "state");
  build_state(builder, &table->problem);
  json_builder_set_member_name(builder, "names");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++)
    json_builder_add_string_value(builder, table->names->pdata[i]);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "matrix");
  json_builder_begin_array(builder);
  for (guint i = 0; i < n; i++) {
    json_builder_begin_array(builder);
    for (guint j = 0; j < n; j++)
      cli_json_number(builder, table->matrix[i * n + j]);
    json_builder_end_array(builder);
  }
  json_builder_end_array(builder);
  build_jacobiator(builder, table);
  build_structure(builder, table);
  build_named(builder, "basis", "e", table->distribution->basis_text, r);
  build_named(builder, "momenta", "p", table->distribution->momenta_text, r);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}

static void
append_cell(GString *text, const char *cell, int width)
{
  g_string_append_printf(text, "%*s%s", MAX(1, width - (int) g_utf8_strlen(cell, -1)), "", cell);
}

static void
append_matrix(const Table *table, GString *text)
{
  guint n = table->names->len;
  char **names = (char **) table->names->pdata;
  int width = 12, first = 4;
  for (guint i = 0; i < n; i++) {
    width = MAX(width, (int) g_utf8_strlen(names[i], -1) + 2);
    first = MAX(first, (int) g_utf8_strlen(names[i], -1) + 1);
  }
  append_cell(text, "", first + 1);
  for (guint j = 0; j < n; j++)
    append_cell(text, names[j], width);
  g_string_append_c(text, '\n');
  for (guint i = 0; i < n; i++) {
    append_cell(text, names[i], first);
    g_string_append_c(text, ' ');
    for (guint j = 0; j < n; j++) {
      double value = table->matrix[i * n + j];
      g_autofree char *cell = g_strdup_printf("%.6g", value == 0 ? 0 : value);
      append_cell(text, cell, width);
    }
    g_string_append_c(text, '\n');
  }
}

static void
append_basis(const Table *table, GString *text)
{
  const NoslipDistribution *distribution = table->distribution;
  guint r = distribution->r;
  g_string_append(text, "\nBasis of D, and its momenta:\n");
  for (guint a = 0; a < r; a++)
    g_string_append_printf(text, "  e_%u = %s    p_%u = %s\n", a + 1, distribution->basis_text[a], a + 1,
                           distribution->momenta_text[a]);
  if (!has_structure(table))
    return;
  g_string_append(text, "\nProjected brackets here (show has them in symbols):\n");
  for (guint a = 0; a < r; a++)
    for (guint b = a + 1; b < r; b++) {
      g_string_append_printf(text, "  [e_%u, e_%u] =", a + 1, b + 1);
      gboolean any = FALSE;
      for (guint c = 0; c < r; c++) {
        double value = table->structure[(c * r + a) * r + b];
        if (value == 0)
          continue;
        g_string_append_printf(text, " %s %.6g e_%u", value < 0 ? "-" : any ? "+" : "", fabs(value), c + 1);
        any = TRUE;
      }
      g_string_append(text, any ? "\n" : " 0\n");
    }
}

/* How D fails to be involutive, and the combinations of its momenta that are conserved. */
static void
append_geometry(const Table *table, GString *text)
{
  NoslipDistribution *distribution = table->distribution;
  guint r = distribution->r;
  NoslipGrowth growth;
  if (noslip_distribution_growth(distribution, &growth)) {
    g_string_append(text, "\nGrowth vector of D:");
    for (guint i = 0; i < growth.n; i++)
      g_string_append_printf(text, " %u", growth.ranks[i]);
    g_string_append(text, growth.involutive ? " (involutive)\n"
                          : growth.complete ? " (completely nonholonomic)\n" : "\n");
  }
  g_autofree double *coefficients = g_new0(double, (gsize) r * r + 1);
  guint n = noslip_noether_integrals(distribution, table->problem.parameters, coefficients);
  for (guint i = 0; i < n; i++) {
    gboolean any = FALSE;
    g_string_append(text, i == 0 ? "\nConserved momenta:\n  " : "  ");
    for (guint a = 0; a < r; a++) {
      double c = coefficients[i * r + a];
      if (c == 0)
        continue;
      g_string_append(text, any ? (c < 0 ? " - " : " + ") : (c < 0 ? "-" : ""));
      if (fabs(c) != 1)
        g_string_append_printf(text, "%.10g*", fabs(c));
      g_string_append_printf(text, "p_%u", a + 1);
      any = TRUE;
    }
    g_string_append_c(text, '\n');
  }
}

static int
print_text(const Table *table)
{
  GString *text = g_string_new(NULL);
  const NoslipSystem *system = table->problem.system;
  g_string_append_printf(text, "%s at", system->id);
  for (guint i = 0; i < system->m + system->n; i++)
    g_string_append_printf(text, "%s %s = %.6g", i > 0 ? "," : "",
                           i < system->m ? system->coordinates[i].name : system->fibres[i - system->m].name,
                           table->problem.xy[i]);
  g_string_append(text, "\n\n");
  append_matrix(table, text);
  guint n = table->names->len, at = 0;
  char **names = (char **) table->names->pdata;
  g_string_append(text, "\nJacobiator:\n");
  gsize before = text->len;
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint l = j + 1; l < n; l++, at++)
        if (table->triples[at] != 0)
          g_string_append_printf(text, "  %s, %s, %s: %.6g\n", names[i], names[j], names[l], table->triples[at]);
  if (text->len == before)
    g_string_append(text, "  vanishes\n");
  append_basis(table, text);
  append_geometry(table, text);
  int status = cli_print(text->str);
  g_string_free(text, TRUE);
  return status;
}

static int
show_bracket(Table *table, const char *name, char **set, char **at, const char *list, gboolean json)
{
  int status = cli_problem_load(&table->problem, name, NULL);
  if (status != CLI_DONE)
    return status;
  gboolean good = cli_problem_set(&table->problem, set);
  good = cli_problem_override(&table->problem, "--at", at) && good;
  if (!good)
    return CLI_INPUT;
  table->problem.kind = NOSLIP_DYNAMICS_NONHOLONOMIC;
  if ((status = cli_problem_start(&table->problem, FALSE)) != CLI_DONE)
    return status;
  g_autoptr(NoslipDiagnostic) error = NULL;
  table->model = noslip_model_new(table->problem.system);
  table->distribution = noslip_distribution_new(table->model, &error);
  if (table->distribution == NULL)
    return cli_report_one(error);
  if (!add_names(table, list) || !evaluate(table))
    return CLI_INPUT;
  return json ? print_json(table) : print_text(table);
}

static int
run(int argc, char **argv)
{
  g_auto(GStrv) set = NULL;
  g_auto(GStrv) at = NULL;
  g_autofree char *list = NULL;
  gboolean json = FALSE;
  const GOptionEntry entries[] = {
    { "of", 0, 0, G_OPTION_ARG_FILENAME, &list, "Names and expressions, separated by commas", "NAME,NAME" },
    { "at", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &at, "Coordinate or velocity of the state (may repeat)", "NAME=VALUE" },
    { "set", 0, 0, G_OPTION_ARG_FILENAME_ARRAY, &set, "Value of a parameter (may repeat)", "NAME=VALUE" },
    { "json", 0, 0, G_OPTION_ARG_NONE, &json, "Print JSON", NULL },
    { NULL },
  };
  Table table = { 0 };
  int status = CLI_INPUT;
  if (cli_parse(&cli_bracket, entries, &argc, &argv, 1, 1))
    status = show_bracket(&table, argv[0], set, at, list, json);
  table_clear(&table);
  return status;
}

const CliCommand cli_bracket = {
  .name = "bracket",
  .usage = "SYSTEM",
  .summary = "Show the nonholonomic bracket of observables at a state.",
  .example = "noslip-cli bracket chaplygin-sleigh --of \"x, theta, p(v1), p(omega)\" --at theta=0.5",
  .run = run,
};
