/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/bracket-table.h"

#include "core/language/language.h"
#include "core/system/program.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ROUNDING 1e-12 /* of its absolute terms: a Jacobiator that is not above it is 0 */

struct _NoslipBracketTable {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  NoslipModel *model;
  NoslipDistribution *distribution;  /* nonholonomic, else NULL */
  guint sizes;                       /* the first output that is the size of a Jacobiator */
  NoslipVakonomicBracket *vakonomic; /* vakonomic, else NULL */
  guint r;                           /* momenta */
  char **basis, **momenta_text;      /* r each, of the distribution or owned with `vakonomic` */
  const NoslipExpr *momenta;         /* r */
  const NoslipExpr *structure;       /* r x r x r */
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
      !g_ascii_string_to_unsigned(text + 2, 10, 1, MAX(table->r, 1), &index, NULL) || index > table->r)
    return -1;
  return (int) index - 1;
}

static NoslipExpr
bracket_of(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g)
{
  return table->vakonomic != NULL ? noslip_vakonomic_bracket(table->vakonomic, f, g)
                                  : noslip_bracket(table->distribution, f, g);
}

static NoslipExpr
jacobiator_of(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g, NoslipExpr h)
{
  return table->vakonomic != NULL ? noslip_vakonomic_bracket_jacobiator(table->vakonomic, f, g, h)
                                  : noslip_bracket_jacobiator(table->distribution, f, g, h);
}

static gboolean
has_brackets(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_expr_contains(graph, e, NOSLIP_OP_BRACKET) || noslip_expr_contains(graph, e, NOSLIP_OP_JACOBIATOR);
}

/* A bracket of e in which no other stands; e has one. */
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

/* e with every {f, g} and jacobi(f, g, h) in it worked out, from the inside: they are functions of the state too. */
static NoslipExpr
work_out(NoslipBracketTable *table, NoslipExpr e)
{
  NoslipGraph *graph = table->model->graph;
  while (has_brackets(graph, e) && !noslip_graph_failed(graph)) {
    NoslipExpr node = innermost(graph, e);
    NoslipExpr f = noslip_expr_operand(graph, node, 0), g = noslip_expr_operand(graph, node, 1);
    NoslipExpr value = noslip_expr_op(graph, node) == NOSLIP_OP_BRACKET
                           ? bracket_of(table, f, g)
                           : jacobiator_of(table, f, g, noslip_expr_operand(graph, node, 2));
    value = noslip_symbolic_tidy(graph, value);
    e = noslip_expr_substitute(graph, e, 1, &node, &value);
  }
  return e;
}

/* Why e has no bracket, or NULL: it must be a function of the state. */
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
    int momentum = names == NULL ? (int) (i - system->m) : momentum_index(table, names[i]);
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
      push(outputs, bracket_of(table, f[i], f[j]));
  for (guint i = 0; i < n && table->with_jacobiator; i++)
    for (guint j = i + 1; j < n; j++)
      for (guint k = j + 1; k < n; k++)
        push(outputs, jacobiator_of(table, f[i], f[j], f[k]));
  for (guint c = 0; c < r; c++)
    for (guint a = 0; a < r; a++)
      for (guint b = a + 1; b < r; b++)
        push(outputs, table->structure[(c * r + a) * r + b]);
}

/* The magnitudes of the Jacobiators, last. */
static void
derive_sizes(NoslipBracketTable *table, GArray *outputs)
{
  guint first = table->n + n_pairs(table->n);
  table->sizes = outputs->len;
  for (guint triple = 0; triple < table->n_triples; triple++)
    push(outputs, noslip_expr_magnitude(table->model->graph, g_array_index(outputs, NoslipExpr, first + triple)));
}

/* The vakonomic p_alpha as functions of (x, y, mu), which a state gives. */
static void
settle_momenta(NoslipBracketTable *table, GArray *outputs)
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
  table->work = noslip_tape_work_new(tape);
  table->variables = g_new0(double, n_variables);
  table->outputs = g_new0(double, MAX(outputs->len, 1));
}

/* The basis and momenta that p_1 … p_r stand for. */
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
  if (noslip_graph_failed(table->model->graph)) {
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                                              _("ask for fewer observables"),
                                                              _("the brackets grow beyond the limits")));
    return NULL;
  }
  settle_momenta(table, outputs);
  derive_sizes(table, outputs);
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

NoslipDynamicsKind
noslip_bracket_table_kind(const NoslipBracketTable *table)
{
  return table->kind;
}

NoslipDistribution *
noslip_bracket_table_distribution(NoslipBracketTable *table)
{
  return table->distribution;
}

NoslipVakonomicBracket *
noslip_bracket_table_vakonomic(NoslipBracketTable *table)
{
  return table->vakonomic;
}

guint
noslip_bracket_table_rank(const NoslipBracketTable *table)
{
  return table->r;
}

const char *
noslip_bracket_table_basis(const NoslipBracketTable *table, guint a)
{
  return table->basis[a];
}

const char *
noslip_bracket_table_momentum(const NoslipBracketTable *table, guint a)
{
  return table->momenta_text[a];
}

char *
noslip_bracket_table_name_latex(const NoslipBracketTable *table, guint i)
{
  int momentum = momentum_index(table, table->names[i]);
  return momentum >= 0 ? g_strdup_printf("p_{%d}", momentum + 1)
                       : noslip_expr_latex(table->model->graph, table->observables[i]);
}

/* Takes `left`. */
static char *
equation_latex(NoslipBracketTable *table, char *left, NoslipExpr right, guint most)
{
  g_autofree char *owned = left;
  NoslipGraph *graph = table->model->graph;
  if (table->vakonomic != NULL)
    right = noslip_expr_substitute(graph, right, table->r, table->vakonomic->p, table->vakonomic->momentum);
  right = noslip_symbolic_tidy(graph, right);
  if (noslip_graph_failed(graph) || noslip_expr_size(graph, right, most + 1) > most)
    return NULL;
  g_autofree char *value = noslip_expr_latex(graph, right);
  return g_strdup_printf("%s = %s", owned, value);
}

char *
noslip_bracket_table_latex(NoslipBracketTable *table, guint i, guint j, guint most)
{
  g_autofree char *f = noslip_bracket_table_name_latex(table, i), *g = noslip_bracket_table_name_latex(table, j);
  return equation_latex(table, g_strdup_printf("\\left\\{%s, %s\\right\\}", f, g),
                        bracket_of(table, table->observables[i], table->observables[j]), most);
}

char *
noslip_bracket_table_jacobiator_latex(NoslipBracketTable *table, guint i, guint j, guint k, guint most)
{
  g_autofree char *f = noslip_bracket_table_name_latex(table, i), *g = noslip_bracket_table_name_latex(table, j),
                  *h = noslip_bracket_table_name_latex(table, k);
  return equation_latex(table, g_strdup_printf("\\operatorname{jacobi}\\left(%s, %s, %s\\right)", f, g, h),
                        jacobiator_of(table, table->observables[i], table->observables[j], table->observables[k]),
                        most);
}

char **
noslip_bracket_names_split(const char *list)
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
noslip_bracket_table_set_time(NoslipBracketTable *table, double t)
{
  table->variables[table->system->m + table->system->n + table->system->k] = t;
}

void
noslip_bracket_table_evaluate(NoslipBracketTable *table, const double *parameters, const double *x, const double *y,
                              const double *mu, double *values, double *matrix, double *jacobiator, double *structure)
{
  guint n = table->n, m = table->system->m, r = table->r;
  noslip_tape_set_constants(table->work, parameters);
  for (guint i = 0; i < m; i++)
    table->variables[i] = x[i];
  for (guint i = 0; i < table->system->n; i++)
    table->variables[m + i] = y[i];
  for (guint i = 0; i < table->system->k; i++)
    table->variables[m + table->system->n + i] = mu != NULL ? mu[i] : 0;
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
  const double *sizes = table->outputs + table->sizes;
  for (guint triple = 0; triple < table->n_triples && jacobiator != NULL; triple++)
    jacobiator[triple] = fabs(out[triple]) <= ROUNDING * sizes[triple] ? 0 : out[triple];
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

const double *
noslip_bracket_table_jacobiator_sizes(const NoslipBracketTable *table)
{
  return table->outputs + table->sizes;
}
