/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/formulas/equations-defined.h"

#include "core/expr/numbers.h"

#include <math.h>

#define DEEPEST 2000 /* depth of definitions that use each other */

typedef struct {
  const GPtrArray *lines;
  guint first, end; /* of the section and its definitions */
  NoslipSymbols *symbols;
  GHashTable *values; /* by name: what is known, and NAN for what is being evaluated */
} Definitions;

static double defined_to(const Definitions *definitions, const char *name, guint depth);

/* The right side of a line at the shared time. */
static double
line_value(const Definitions *definitions, guint id, guint depth)
{
  const NoslipDocumentLine *line = definitions->lines->pdata[id];
  g_autoptr(GArray) found = noslip_expr_symbols(line->graph, line->right_expr);
  g_autofree double *values = g_new0(double, found->len + 1);
  for (guint i = 0; i < found->len; i++) {
    const char *name = noslip_expr_symbol_name(line->graph, g_array_index(found, NoslipExpr, i));
    values[i] = noslip_symbols_value(definitions->symbols, name);
    if (isnan(values[i]))
      values[i] = defined_to(definitions, name, depth + 1);
  }
  return noslip_expr_value(line->graph, line->right_expr, found->len, (const NoslipExpr *) (gpointer) found->data,
                           values);
}

static gboolean
defines(const NoslipDocumentLine *line, const char *name)
{
  return line->graph && noslip_expr_op(line->graph, line->left_expr) == NOSLIP_OP_SYMBOL &&
         g_str_equal(noslip_expr_symbol_name(line->graph, line->left_expr), name) &&
         !noslip_expr_depends(line->graph, line->right_expr, 1, &line->left_expr);
}

/* The value of a name that a line of the section defines, else NAN. */
static double
defined_to(const Definitions *definitions, const char *name, guint depth)
{
  const double *known = g_hash_table_lookup(definitions->values, name);
  if (known || depth > DEEPEST)
    return known ? *known : NAN;
  double *value = g_new(double, 1);
  *value = NAN;
  g_hash_table_insert(definitions->values, g_strdup(name), value);
  for (guint i = definitions->first; i < definitions->end; i++)
    if (defines(definitions->lines->pdata[i], name)) {
      *value = line_value(definitions, i, depth);
      break;
    }
  return *value;
}

static gboolean
begins_section(const GPtrArray *lines, guint i)
{
  const NoslipDocumentLine *line = lines->pdata[i];
  return line->title && line->n_names == 0;
}

double
noslip_equations_defined(const GPtrArray *lines, guint id, const char *name, NoslipSymbols *symbols)
{
  g_autoptr(GHashTable) values = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free);
  Definitions definitions = {lines, id, id + 1, symbols, values};
  while (definitions.first > 0 && !begins_section(lines, definitions.first))
    definitions.first--;
  while (definitions.end < lines->len && !begins_section(lines, definitions.end))
    definitions.end++;
  return defined_to(&definitions, name, 0);
}
