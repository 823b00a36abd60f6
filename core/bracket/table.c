/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/bracket/table.h"

#include "core/bracket/bracket.h"
#include "core/expr/tape.h"
#include "core/language/language.h"

#include <string.h>

struct _NoslipBracketTable {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipDistribution *distribution;
  guint n;
  char **names;
  NoslipExpr *observables; /* n */
  gboolean with_jacobiator;
  guint n_triples;
  /* Outputs of the tape: observables, brackets i < j, triples, structure a < b. */
  NoslipTapeWork *work;
  double *variables, *outputs;
};

static guint
n_pairs(guint n)
{
  return n > 1 ? n * (n - 1) / 2 : 0;
}

/* The index of p_1 … p_r where the system has nothing of that name, else -1. */
static int
momentum_index(const NoslipBracketTable *table, const char *text)
{
  guint64 index;
  NoslipExpr known;
  if (!g_str_has_prefix(text, "p_") || noslip_system_lookup(table->system, text, &known) ||
      !g_ascii_string_to_unsigned(text + 2, 10, 1, MAX(table->distribution->r, 1), &index, NULL) ||
      index > table->distribution->r)
    return -1;
  return (int) index - 1;
}

static gboolean
add_observables(NoslipBracketTable *table, const char *const *names, NoslipDiagnostics *diagnostics)
{
  const NoslipSystem *system = table->system;
  gboolean good = TRUE;
  for (guint i = 0; i < table->n; i++) {
    if (names == NULL && i < system->m) {
      table->names[i] = g_strdup(system->coordinates[i].name);
      table->observables[i] = table->model->x[i];
      continue;
    }
    table->names[i] = names != NULL ? g_strdup(names[i]) : g_strdup_printf("p_%u", i - system->m + 1);
    int momentum = names == NULL ? (int) (i - system->m) : momentum_index(table, names[i]);
    if (momentum >= 0) {
      table->observables[i] = table->distribution->momenta[momentum];
      continue;
    }
    if (!noslip_language_expression(system, table->model->graph, names[i], &table->observables[i], diagnostics)) {
      good = FALSE;
      continue;
    }
    const NoslipGraph *graph = table->model->graph;
    NoslipExpr e = table->observables[i];
    if (noslip_expr_contains(graph, e, NOSLIP_OP_RATE) || noslip_expr_contains(graph, e, NOSLIP_OP_BRACKET) ||
        noslip_expr_contains(graph, e, NOSLIP_OP_JACOBIATOR)) {
      noslip_diagnostics_add(diagnostics,
                             noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL,
                                                   "write it in coordinates, velocities and momenta",
                                                   "\"%s\" is not a function of the state", names[i]));
      good = FALSE;
    }
  }
  return good;
}

static void
push(GArray *list, NoslipExpr e)
{
  g_array_append_val(list, e);
}

static void
derive(NoslipBracketTable *table, GArray *outputs)
{
  NoslipDistribution *distribution = table->distribution;
  const NoslipExpr *f = table->observables;
  guint n = table->n, r = distribution->r;
  for (guint i = 0; i < n; i++)
    push(outputs, f[i]);
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      push(outputs, noslip_bracket(distribution, f[i], f[j]));
  for (guint i = 0; i < n && table->with_jacobiator; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint k = j + 1; k < n; k++)
        push(outputs, noslip_bracket_jacobiator(distribution, f[i], f[j], f[k]));
  for (guint c = 0; c < r; c++)
    for (guint a = 0; a < r; a++)
      for (guint b = a + 1; b < r; b++)
        push(outputs, distribution->structure[(c * r + a) * r + b]);
}

static void
compile(NoslipBracketTable *table, const GArray *outputs)
{
  const NoslipSystem *system = table->system;
  g_autofree NoslipExpr *constants = g_new0(NoslipExpr, MAX(system->n_parameters, 1));
  g_autofree NoslipExpr *variables = g_new0(NoslipExpr, MAX(system->m + system->n, 1));
  for (guint i = 0; i < system->n_parameters; i++)
    constants[i] = system->parameters[i].symbol;
  memcpy(variables, table->model->x, system->m * sizeof(NoslipExpr));
  memcpy(variables + system->m, table->model->y, system->n * sizeof(NoslipExpr));
  g_autoptr(NoslipTape) tape =
    noslip_tape_new(table->model->graph, system->n_parameters, constants, system->m + system->n, variables,
                    outputs->len, (const NoslipExpr *) (gconstpointer) outputs->data);
  table->work = noslip_tape_work_new(tape);
  table->variables = g_new0(double, MAX(system->m + system->n, 1));
  table->outputs = g_new0(double, MAX(outputs->len, 1));
}

NoslipBracketTable *
noslip_bracket_table_new(NoslipSystem *system, guint n, const char *const *names, gboolean with_jacobiator,
                         NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipBracketTable) table = g_new0(NoslipBracketTable, 1);
  NoslipDiagnostic *error = NULL;
  table->system = noslip_system_ref(system);
  table->model = noslip_model_new(system);
  table->distribution = noslip_distribution_new(table->model, &error);
  if (table->distribution == NULL) {
    noslip_diagnostics_add(diagnostics, error);
    return NULL;
  }
  table->n = names != NULL ? n : system->m + table->distribution->r;
  if (table->n > NOSLIP_BRACKET_TABLE_MOST) {
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                                              "name those that you want to see",
                                                              "a bracket table of %u observables is too large; %d are the most",
                                                              table->n, NOSLIP_BRACKET_TABLE_MOST));
    return NULL;
  }
  table->with_jacobiator = with_jacobiator;
  table->n_triples = with_jacobiator && table->n > 2 ? table->n * (table->n - 1) * (table->n - 2) / 6 : 0;
  table->names = g_new0(char *, table->n + 1);
  table->observables = g_new0(NoslipExpr, MAX(table->n, 1));
  if (!add_observables(table, names, diagnostics))
    return NULL;
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  derive(table, outputs);
  if (noslip_graph_failed(table->model->graph)) {
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                                              "ask for fewer observables",
                                                              "the brackets grow beyond the limits"));
    return NULL;
  }
  compile(table, outputs);
  return g_steal_pointer(&table);
}

void
noslip_bracket_table_free(NoslipBracketTable *table)
{
  if (table == NULL)
    return;
  if (table->work != NULL)
    noslip_tape_work_free(table->work);
  noslip_distribution_free(table->distribution);
  noslip_model_free(table->model);
  g_free(table->variables);
  g_free(table->outputs);
  g_free(table->observables);
  for (guint i = 0; i < table->n && table->names != NULL; i++)
    g_free(table->names[i]);
  g_free(table->names);
  noslip_system_unref(table->system);
  g_free(table);
}

guint
noslip_bracket_table_n(const NoslipBracketTable *table)
{
  return table->n;
}

const char *
noslip_bracket_table_name(const NoslipBracketTable *table, guint i)
{
  return table->names[i];
}

guint
noslip_bracket_table_rank(const NoslipBracketTable *table)
{
  return table->distribution->r;
}

const char *
noslip_bracket_table_basis(const NoslipBracketTable *table, guint a)
{
  return table->distribution->basis_text[a];
}

const char *
noslip_bracket_table_momentum(const NoslipBracketTable *table, guint a)
{
  return table->distribution->momenta_text[a];
}

char *
noslip_bracket_table_structure_text(const NoslipBracketTable *table, guint c, guint a, guint b)
{
  guint r = table->distribution->r;
  return noslip_expr_text(table->model->graph, table->distribution->structure[(c * r + a) * r + b]);
}

guint
noslip_bracket_table_n_triples(const NoslipBracketTable *table)
{
  return table->n_triples;
}

void
noslip_bracket_table_triple(const NoslipBracketTable *table, guint triple, guint *i, guint *j, guint *k)
{
  guint n = table->n, first = 0, second;
  while (first + 2 < n && triple >= n_pairs(n - first - 1))
    triple -= n_pairs(n - ++first);
  second = first + 1;
  while (second + 1 < n && triple >= n - second - 1)
    triple -= n - ++second;
  *i = first;
  *j = second;
  *k = second + 1 + triple;
}

void
noslip_bracket_table_evaluate(NoslipBracketTable *table, const double *parameters, const double *x, const double *y,
                              double *values, double *matrix, double *jacobiator, double *structure)
{
  guint n = table->n, m = table->system->m, r = table->distribution->r;
  noslip_tape_set_constants(table->work, parameters);
  for (guint i = 0; i < m; i++)
    table->variables[i] = x[i];
  for (guint i = 0; i < table->system->n; i++)
    table->variables[m + i] = y[i];
  noslip_tape_evaluate(table->work, table->variables, table->outputs);
  const double *out = table->outputs;
  if (values != NULL)
    memcpy(values, out, n * sizeof(double));
  out += n;
  for (guint i = 0; i < n && matrix != NULL; i++) {
    matrix[i * n + i] = 0;
    for (guint j = i + 1; j < n; j++) {
      double value = *out++;
      matrix[i * n + j] = value;
      matrix[j * n + i] = value == 0 ? 0 : -value;
    }
  }
  out = table->outputs + n + n_pairs(n);
  if (jacobiator != NULL && table->n_triples > 0)
    memcpy(jacobiator, out, table->n_triples * sizeof(double));
  out += table->n_triples;
  for (guint c = 0; c < r && structure != NULL; c++)
    for (guint a = 0; a < r; a++) {
      structure[(c * r + a) * r + a] = 0;
      for (guint b = a + 1; b < r; b++) {
        double value = *out++;
        structure[(c * r + a) * r + b] = value;
        structure[(c * r + b) * r + a] = value == 0 ? 0 : -value;
      }
    }
}
