/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/numbers.h"

#include "core/base/decimal.h"
#include "core/expr/print-private.h"
#include "core/expr/walk.h"

#include <math.h>
#include <string.h>

#define HALF 1e-6 /* of the last digit */

/* The value with this many digits at most (up to NOSLIP_NUMBERS_MOST): "0.0356", "-2.5e-20". a value that misses the
 * half of the last digit by at most HALF is rounded away from zero, so that 0.41375 with an error of rounding is 0.4138.
 * Free with g_free(). */
static char *
numbers_text(double value, guint digits)
{
  char text[NOSLIP_DECIMAL_SIZE], format[16];
  g_snprintf(format, sizeof format, "%%.%ug", digits);
  return g_strdup(g_ascii_formatd(text, sizeof text, format, value * (1 + HALF * pow(10, -(double) digits))));
}

/* "-2.5e-20" as LaTeX. */
static char *
number_latex(const char *number)
{
  g_auto(GStrv) halves = g_strsplit(number, "e", 2);
  if (halves[0] == NULL || halves[1] == NULL)
    return g_strdup(number);
  return g_strdup_printf("%s \\cdot 10^{%" G_GINT64_FORMAT "}", halves[0], g_ascii_strtoll(halves[1], NULL, 10));
}

/* The value of e if each known value was written with this many digits. */
static double
rounded_value(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExprNumber *nodes, guint digits)
{
  g_autofree NoslipExpr *exprs = noslip_exprs_new(n);
  g_autofree double *values = g_new0(double, MAX(n, 1));
  for (guint i = 0; i < n; i++) {
    g_autofree char *text = numbers_text(nodes[i].value, digits);
    exprs[i] = nodes[i].expr;
    values[i] = isfinite(nodes[i].value) ? noslip_decimal_value(text) : nodes[i].value;
  }
  return noslip_expr_value(graph, e, n, exprs, values);
}

static void
choose_digits(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExprNumber *nodes, NoslipNumbers *numbers)
{
  for (guint digits = NOSLIP_NUMBERS_TOTAL; digits <= NOSLIP_NUMBERS_MOST; digits++) {
    g_autofree char *text = numbers_text(rounded_value(graph, e, n, nodes, digits), NOSLIP_NUMBERS_TOTAL);
    if (!g_str_equal(text, numbers->total_text))
      continue;
    numbers->digits = digits;
    numbers->agrees = TRUE;
    return;
  }
  numbers->digits = NOSLIP_NUMBERS_TOTAL;
  numbers->agrees = FALSE;
}

static double
value_of(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExprNumber *nodes)
{
  g_autofree NoslipExpr *exprs = noslip_exprs_new(n);
  g_autofree double *values = g_new0(double, MAX(n, 1));
  for (guint i = 0; i < n; i++) {
    exprs[i] = nodes[i].expr;
    values[i] = nodes[i].value;
  }
  return noslip_expr_value(graph, e, n, exprs, values);
}

void
noslip_numbers_write(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExprNumber *nodes, double total,
                     NoslipNumbers *numbers)
{
  numbers->total = isnan(total) ? value_of(graph, e, n, nodes) : total;
  numbers->total_text = numbers_text(numbers->total, NOSLIP_NUMBERS_TOTAL);
  numbers->total_latex = number_latex(numbers->total_text);
  choose_digits(graph, e, n, nodes, numbers);
  g_autofree NoslipExpr *exprs = noslip_exprs_new(n);
  g_autoptr(GPtrArray) owned = g_ptr_array_new_with_free_func(g_free);
  g_autofree const char **written = g_new0(const char *, MAX(n, 1));
  for (guint i = 0; i < n; i++) {
    exprs[i] = nodes[i].expr;
    if (!nodes[i].written || !isfinite(nodes[i].value))
      continue;
    g_ptr_array_add(owned, numbers_text(nodes[i].value, numbers->digits));
    written[i] = owned->pdata[owned->len - 1];
  }
  const NoslipPrintNumbers print = {n, exprs, written};
  numbers->text = noslip_print_text_numbers(graph, e, &print);
  numbers->latex = noslip_print_latex_numbers(graph, e, &print);
}

void
noslip_numbers_clear(NoslipNumbers *numbers)
{
  g_clear_pointer(&numbers->text, g_free);
  g_clear_pointer(&numbers->latex, g_free);
  g_clear_pointer(&numbers->total_text, g_free);
  g_clear_pointer(&numbers->total_latex, g_free);
}

typedef struct {
  const NoslipGraph *graph;
  GArray *found;
} Search;

static gboolean
note_symbol(NoslipExpr e, gpointer data)
{
  Search *search = data;
  if (noslip_expr_op(search->graph, e) == NOSLIP_OP_SYMBOL)
    g_array_append_val(search->found, e);
  return TRUE;
}

GArray *
noslip_expr_symbols(const NoslipGraph *graph, NoslipExpr e)
{
  Search search = {graph, g_array_new(FALSE, FALSE, sizeof(NoslipExpr))};
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  noslip_expr_walk(graph, 1, &e, seen, note_symbol, &search);
  return search.found;
}
