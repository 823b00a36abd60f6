/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

#include "core/geometry/bracket-table.h"

#include <math.h>

struct _NoslipBrackets {
  gatomicrefcount references;
  guint n, n_triples;
  char **names;
  double *matrix, *jacobiator;
  guint (*triples)[3];
};

G_DEFINE_BOXED_TYPE(NoslipBrackets, noslip_brackets, noslip_brackets_ref, noslip_brackets_unref)

static NoslipBrackets *
brackets_new(NoslipBracketTable *table, const LibraryStart *start)
{
  NoslipBrackets *brackets = g_new0(NoslipBrackets, 1);
  guint n = brackets->n = noslip_bracket_table_n(table);
  g_atomic_ref_count_init(&brackets->references);
  brackets->n_triples = noslip_bracket_table_n_triples(table);
  brackets->names = g_new0(char *, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    brackets->names[i] = g_strdup(noslip_bracket_table_name(table, i));
  brackets->matrix = g_new0(double, (gsize) n *n + 1);
  brackets->jacobiator = g_new0(double, (gsize) brackets->n_triples + 1);
  brackets->triples = g_malloc0_n((gsize) brackets->n_triples + 1, sizeof *brackets->triples);
  for (guint t = 0; t < brackets->n_triples; t++)
    noslip_bracket_table_triple(table, t, &brackets->triples[t][0], &brackets->triples[t][1], &brackets->triples[t][2]);
  noslip_bracket_table_evaluate(table, start->parameters, start->xy, start->xy + start->system->m, start->mu, NULL,
                                brackets->matrix, brackets->jacobiator, NULL);
  return brackets;
}

NoslipBrackets *
noslip_brackets_compute(NoslipSystem *system, const char *of, const char *const *values, const char *dynamics,
                        NoslipDiagnostics *diagnostics)
{
  LibraryStart start;
  NoslipBrackets *brackets = NULL;
  if (library_start_init(&start, system, values, dynamics, diagnostics) && library_start_state(&start, diagnostics)) {
    g_auto(GStrv) names = of != NULL ? noslip_bracket_names_split(of) : NULL;
    const NoslipBracketTableOptions options = {start.kind, TRUE, start.parameters, start.xy, start.xy + system->m};
    g_autoptr(NoslipBracketTable) table = noslip_bracket_table_new_with(
        start.system, names != NULL ? g_strv_length(names) : 0, (const char *const *) names, &options, diagnostics);
    brackets = table != NULL ? brackets_new(table, &start) : NULL;
  }
  library_start_clear(&start);
  return brackets;
}

NoslipBrackets *
noslip_brackets_ref(NoslipBrackets *brackets)
{
  g_atomic_ref_count_inc(&brackets->references);
  return brackets;
}

void
noslip_brackets_unref(NoslipBrackets *brackets)
{
  if (brackets == NULL || !g_atomic_ref_count_dec(&brackets->references))
    return;
  g_strfreev(brackets->names);
  g_free(brackets->matrix);
  g_free(brackets->jacobiator);
  g_free(brackets->triples);
  g_free(brackets);
}

char **
noslip_brackets_list_names(const NoslipBrackets *brackets)
{
  return g_strdupv(brackets->names);
}

const double *
noslip_brackets_get_matrix(const NoslipBrackets *brackets, guint *n)
{
  *n = brackets->n * brackets->n;
  return brackets->matrix;
}

guint
noslip_brackets_get_n_triples(const NoslipBrackets *brackets)
{
  return brackets->n_triples;
}

double
noslip_brackets_get_triple(const NoslipBrackets *brackets, guint index, guint *i, guint *j, guint *k)
{
  *i = *j = *k = 0;
  if (index >= brackets->n_triples)
    return NAN;
  *i = brackets->triples[index][0];
  *j = brackets->triples[index][1];
  *k = brackets->triples[index][2];
  return brackets->jacobiator[index];
}
