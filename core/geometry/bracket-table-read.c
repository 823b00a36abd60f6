/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contents of a table of brackets: names, formulas and values. */
#include "core/expr/naming.h"
#include "core/geometry/bracket-table-private.h"
#include "core/geometry/bracket-table.h"
#include "core/system/equations.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

#define ROUNDING 1e-12 /* a Jacobiator counts as 0 up to this fraction of its absolute terms */

guint
noslip_bracket_table_n_pairs(guint n)
{
  return n > 1 ? n * (n - 1) / 2 : 0;
}

int
noslip_bracket_table_momentum_index(const NoslipBracketTable *table, const char *text)
{
  guint64 index;
  NoslipExpr known;
  if (!g_str_has_prefix(text, "p_") || noslip_system_lookup(table->system, text, &known) ||
      !g_ascii_string_to_unsigned(text + 2, 10, 1, MAX(table->r, 1), &index, NULL) || index > table->r)
    return -1;
  return (int) index - 1;
}

NoslipExpr
noslip_bracket_table_bracket(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g)
{
  return table->vakonomic != NULL ? noslip_vakonomic_bracket(table->vakonomic, f, g)
                                  : noslip_bracket(table->distribution, f, g);
}

NoslipExpr
noslip_bracket_table_jacobiator_entry(NoslipBracketTable *table, NoslipExpr f, NoslipExpr g, NoslipExpr h)
{
  return table->vakonomic != NULL ? noslip_vakonomic_bracket_jacobiator(table->vakonomic, f, g, h)
                                  : noslip_bracket_jacobiator(table->distribution, f, g, h);
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
  int momentum = noslip_bracket_table_momentum_index(table, table->names[i]);
  return momentum >= 0 ? g_strdup_printf("p_{%d}", momentum + 1)
                       : noslip_expr_latex(table->model->graph, table->observables[i]);
}

/* left = right with names for parts, followed by their definitions; NULL if that needs too many names. */
static char *
named_latex(const NoslipBracketTable *table, const char *left, NoslipExpr right)
{
  g_autoptr(NoslipNaming) naming =
      noslip_naming_new(table->model->graph, 1, &right, NOSLIP_EQUATIONS_MOST_NODES, NOSLIP_EQUATIONS_MOST_NAMES,
                        noslip_equations_is_name, (gpointer) table->model->system);
  if (naming == NULL)
    return NULL;
  GString *text = g_string_new(left);
  g_autofree char *value =
      noslip_expr_latex(naming->graph, noslip_expr_contract_angles(naming->graph, naming->exprs[0]));
  g_string_append_printf(text, " = %s", value);
  for (guint i = 0; i < naming->n; i++) {
    g_autofree char *name = noslip_expr_latex(naming->graph, naming->name[i]);
    g_autofree char *part =
        noslip_expr_latex(naming->graph, noslip_expr_contract_angles(naming->graph, naming->value[i]));
    g_string_append_printf(text, "\n%s = %s", name, part);
  }
  return g_string_free(text, FALSE);
}

/* Takes ownership of `left`. */
static char *
equation_latex(NoslipBracketTable *table, char *left, NoslipExpr right, guint most)
{
  g_autofree char *owned = left;
  NoslipGraph *graph = table->model->graph;
  if (table->vakonomic != NULL)
    right = noslip_expr_substitute(graph, right, table->r, table->vakonomic->p, table->vakonomic->momentum);
  right = noslip_symbolic_tidy(graph, right);
  if (noslip_graph_failed(graph))
    return NULL;
  if (noslip_expr_size(graph, right, most + 1) > most)
    return named_latex(table, owned, right);
  g_autofree char *value = noslip_expr_latex(graph, right);
  return g_strdup_printf("%s = %s", owned, value);
}

char *
noslip_bracket_table_latex(NoslipBracketTable *table, guint i, guint j, guint most)
{
  g_autofree char *f = noslip_bracket_table_name_latex(table, i), *g = noslip_bracket_table_name_latex(table, j);
  return equation_latex(table, g_strdup_printf("\\left\\{%s, %s\\right\\}", f, g),
                        noslip_bracket_table_bracket(table, table->observables[i], table->observables[j]), most);
}

char *
noslip_bracket_table_jacobiator_latex(NoslipBracketTable *table, guint i, guint j, guint k, guint most)
{
  g_autofree char *f = noslip_bracket_table_name_latex(table, i), *g = noslip_bracket_table_name_latex(table, j),
                  *h = noslip_bracket_table_name_latex(table, k);
  return equation_latex(
      table, g_strdup_printf("\\operatorname{jacobi}\\left(%s, %s, %s\\right)", f, g, h),
      noslip_bracket_table_jacobiator_entry(table, table->observables[i], table->observables[j], table->observables[k]),
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
  while (first + 2 < n && triple >= noslip_bracket_table_n_pairs(n - first - 1))
    triple -= noslip_bracket_table_n_pairs(n - ++first);
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
  out = table->outputs + n + noslip_bracket_table_n_pairs(n);
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
