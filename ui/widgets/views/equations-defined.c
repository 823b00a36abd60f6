/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/equations-defined.h"

#include "core/expr/numbers.h"

#include <math.h>

#define DEEPEST 8 /* definitions that use one another */

static double defined_to(const GPtrArray *lines, guint id, const char *name, NoslipSymbols *symbols, guint depth);

/* The right side of a line at the shared time. */
static double
line_value(const GPtrArray *lines, guint id, NoslipSymbols *symbols, guint depth)
{
  const NoslipDocumentLine *line = lines->pdata[id];
  g_autoptr(GArray) found = noslip_expr_symbols(line->graph, line->right_expr);
  g_autofree double *values = g_new0(double, found->len + 1);
  for (guint i = 0; i < found->len; i++) {
    const char *name = noslip_expr_symbol_name(line->graph, g_array_index(found, NoslipExpr, i));
    values[i] = noslip_symbols_value(symbols, name);
    if (isnan(values[i]))
      values[i] = defined_to(lines, id, name, symbols, depth + 1);
  }
  return noslip_expr_value(line->graph, line->right_expr, found->len, (const NoslipExpr *) (gpointer) found->data,
                           values);
}

/* As a line of the same section defines it. */
static double
defined_to(const GPtrArray *lines, guint id, const char *name, NoslipSymbols *symbols, guint depth)
{
  guint first = id;
  while (first > 0 && !((const NoslipDocumentLine *) lines->pdata[first])->title)
    first--;
  for (guint i = first; i < lines->len && depth < DEEPEST; i++) {
    const NoslipDocumentLine *line = lines->pdata[i];
    if (i > first && line->title)
      break;
    gboolean defines = line->graph && noslip_expr_op(line->graph, line->left_expr) == NOSLIP_OP_SYMBOL &&
                       g_str_equal(noslip_expr_symbol_name(line->graph, line->left_expr), name);
    if (defines && !noslip_expr_depends(line->graph, line->right_expr, 1, &line->left_expr))
      return line_value(lines, i, symbols, depth);
  }
  return NAN;
}

double
noslip_equations_defined(const GPtrArray *lines, guint id, const char *name, NoslipSymbols *symbols)
{
  return defined_to(lines, id, name, symbols, 0);
}
