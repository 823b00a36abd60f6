/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/bracket-table.h"

#include "core/geometry/bracket-table-private.h"
#include "core/language/language.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static gboolean
has_brackets(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_contains(graph, e, NOSLIP_OP_BRACKET) || noslip_expr_contains(graph, e, NOSLIP_OP_JACOBIATOR);
}

/* A bracket in e that contains no other bracket; e must contain a bracket. */
static NoslipExpr
innermost(const NoslipGraph *graph, NoslipExpr e)
{
  for (guint i = 0; i < noslip_expr_n_operands(graph, e);) {
    NoslipExpr operand = noslip_expr_operand(graph, e, i);
    gboolean below = has_brackets(graph, operand);
    e = below ? operand : e;
    i = below ? 0 : i + 1;
  }
  return e;
}

/* e with every {f, g} and jacobi(f, g, h) replaced by its expression, inner ones first. */
static NoslipExpr
work_out(NoslipBracketTable *table, NoslipExpr e)
{
  NoslipGraph *graph = table->model->graph;
  while (has_brackets(graph, e) && !noslip_graph_failed(graph)) {
    NoslipExpr node = innermost(graph, e);
    NoslipExpr f = noslip_expr_operand(graph, node, 0), g = noslip_expr_operand(graph, node, 1);
    NoslipExpr value = noslip_expr_op(graph, node) == NOSLIP_OP_BRACKET
                           ? noslip_bracket_table_bracket(table, f, g)
                           : noslip_bracket_table_jacobiator_entry(table, f, g, noslip_expr_operand(graph, node, 2));
    value = noslip_symbolic_tidy(graph, value);
    e = noslip_expr_substitute(graph, e, 1, &node, &value);
  }
  return e;
}

/* Why e has no bracket, or NULL: e must be a function of the state. */
static const char *
no_function(const NoslipBracketTable *table, NoslipExpr e)
{
  const NoslipSystem *system = table->system;
  const NoslipGraph *graph = table->model->graph;
  if (noslip_expr_contains(graph, e, NOSLIP_OP_RATE))
    return _("a time derivative of velocities is not a function of the state");
  if (noslip_expr_depends(graph, e, 1, &system->t))
    return _("t is not a function of the state");
  for (guint i = 0; i < system->k; i++) {
    if (noslip_expr_depends(graph, e, 1, &system->constraints[i].multiplier))
      return _("a multiplier is a reaction, not a function of the state");
    if (table->kind != NOSLIP_DYNAMICS_VAKONOMIC && noslip_expr_depends(graph, e, 1, &system->constraints[i].mu))
      return _("mu( ) belongs to vakonomic dynamics");
  }
  return NULL;
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
    int momentum = names == NULL ? (int) (i - system->m) : noslip_bracket_table_momentum_index(table, names[i]);
    if (momentum >= 0) {
      table->observables[i] = table->momenta[momentum];
      continue;
    }
    if (!noslip_language_expression(system, table->model->graph, names[i], &table->observables[i], diagnostics)) {
      good = FALSE;
      continue;
    }
    const char *reason = no_function(table, table->observables[i]);
    if (reason == NULL)
      table->observables[i] = work_out(table, table->observables[i]);
    if (reason != NULL) {
      noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_ARGUMENT, NULL,
                                                                _("write it in coordinates, velocities and momenta"),
                                                                _("\"%s\" has no bracket: %s"), names[i], reason));
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
  const NoslipExpr *f = table->observables;
  guint n = table->n, r = table->r;
  for (guint i = 0; i < n; i++)
    push(outputs, f[i]);
  for (guint i = 0; i < n; i++)
    for (guint j = i + 1; j < n; j++)
      push(outputs, noslip_bracket_table_bracket(table, f[i], f[j]));
  for (guint i = 0; i < n && table->with_jacobiator; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint k = j + 1; k < n; k++)
        push(outputs, noslip_bracket_table_jacobiator_entry(table, f[i], f[j], f[k]));
  for (guint c = 0; c < r; c++)
    for (guint a = 0; a < r; a++)
      for (guint b = a + 1; b < r; b++)
        push(outputs, table->structure[(c * r + a) * r + b]);
}

/* Adds the magnitudes of the Jacobiators as the last outputs. */
static void
derive_sizes(NoslipBracketTable *table, GArray *outputs)
{
  guint first = table->n + noslip_bracket_table_n_pairs(table->n);
  table->sizes = outputs->len;
  for (guint triple = 0; triple < table->n_triples; triple++)
    push(outputs, noslip_expr_magnitude(table->model->graph, g_array_index(outputs, NoslipExpr, first + triple)));
}

/* The vakonomic p_alpha as functions of (x, y, mu), the variables of a state. */
static void
substitute_momenta(NoslipBracketTable *table, GArray *outputs)
{
  for (guint i = 0; i < outputs->len && table->vakonomic != NULL; i++) {
    NoslipExpr *e = &g_array_index(outputs, NoslipExpr, i);
    *e = noslip_expr_substitute(table->model->graph, *e, table->r, table->vakonomic->p, table->vakonomic->momentum);
  }
}

static void
compile(NoslipBracketTable *table, const GArray *outputs)
{
  const NoslipSystem *system = table->system;
  guint n_variables = system->m + system->n + system->k + 1;
  g_autofree NoslipExpr *variables = g_new0(NoslipExpr, n_variables);
  memcpy(variables, table->model->x, system->m * sizeof(NoslipExpr));
  memcpy(variables + system->m, table->model->y, system->n * sizeof(NoslipExpr));
  for (guint c = 0; c < system->k; c++)
    variables[system->m + system->n + c] = system->constraints[c].mu;
  variables[n_variables - 1] = system->t;
  g_autoptr(NoslipTape) tape = noslip_program_new(system, table->model->graph, n_variables, variables, outputs->len,
                                                  (const NoslipExpr *) (gconstpointer) outputs->data);
  table->work = noslip_tape_workspace_new(tape);
  table->variables = g_new0(double, n_variables);
  table->outputs = g_new0(double, MAX(outputs->len, 1));
}

/* The basis and momenta denoted by p_1 … p_r. */
static NoslipDiagnostic *
build_on(NoslipBracketTable *table, const NoslipBracketTableOptions *options)
{
  NoslipDiagnostic *error = NULL;
  NoslipModel *model = table->model;
  const NoslipSystem *system = table->system;
  if (options->kind != NOSLIP_DYNAMICS_NONHOLONOMIC) {
    if (options->kind == NOSLIP_DYNAMICS_FREE)
      model->k = 0;
    table->vakonomic = noslip_vakonomic_bracket_new(model, &error);
    if (table->vakonomic == NULL)
      return error;
    table->r = system->n;
    table->basis = g_new0(char *, table->r + 1);
    table->momenta_text = g_new0(char *, table->r + 1);
    for (guint a = 0; a < table->r; a++) {
      table->basis[a] = g_strdup(system->fibres[a].name);
      table->momenta_text[a] = noslip_expr_text(model->graph, table->vakonomic->momentum[a]);
    }
    table->momenta = table->vakonomic->p;
    table->structure = system->structure;
    return NULL;
  }
  table->distribution = options->x != NULL
                            ? noslip_distribution_new_at(model, options->parameters, options->x, options->y, &error)
                            : noslip_distribution_new(model, &error);
  if (table->distribution == NULL)
    return error;
  table->r = table->distribution->r;
  table->basis = table->distribution->basis_text;
  table->momenta_text = table->distribution->momenta_text;
  table->momenta = table->distribution->momenta;
  table->structure = table->distribution->structure;
  return NULL;
}

NoslipBracketTable *
noslip_bracket_table_new(NoslipSystem *system, guint n, const char *const *names, gboolean with_jacobiator,
                         NoslipDiagnostics *diagnostics)
{
  const NoslipBracketTableOptions options = {NOSLIP_DYNAMICS_NONHOLONOMIC, with_jacobiator, NULL, NULL, NULL};
  return noslip_bracket_table_new_with(system, n, names, &options, diagnostics);
}

NoslipBracketTable *
noslip_bracket_table_new_with(NoslipSystem *system, guint n, const char *const *names,
                              const NoslipBracketTableOptions *options, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipBracketTable) table = g_new0(NoslipBracketTable, 1);
  gboolean with_jacobiator = options->with_jacobiator;
  table->system = noslip_system_ref(system);
  table->kind = options->kind;
  table->model = noslip_model_new(system);
  NoslipDiagnostic *error = build_on(table, options);
  if (error != NULL) {
    noslip_diagnostics_add(diagnostics, error);
    return NULL;
  }
  table->n = names != NULL ? n : system->m + table->r;
  if (table->n > NOSLIP_BRACKET_TABLE_MOST) {
    noslip_diagnostics_add(diagnostics,
                           noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                                 _("name those that you want to see"),
                                                 _("a bracket table of %u observables is too large; %d are the most"),
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
  substitute_momenta(table, outputs);
  derive_sizes(table, outputs);
  if (noslip_graph_failed(table->model->graph)) {
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                                              _("ask for fewer observables"),
                                                              _("the brackets grow beyond the limits")));
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
    noslip_tape_workspace_free(table->work);
  if (table->vakonomic != NULL) {
    g_strfreev(table->basis);
    g_strfreev(table->momenta_text);
  }
  noslip_vakonomic_bracket_free(table->vakonomic);
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
