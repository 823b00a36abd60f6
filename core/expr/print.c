/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/print-private.h"

#include "core/base/decimal.h"

#include <math.h>
#include <string.h>

char *
noslip_printer_run(const NoslipGraph *graph, NoslipExpr e,
                   void (*expand)(NoslipPrinter *printer, const NoslipPrintItem *item))
{
  return noslip_printer_run_numbers(graph, e, NULL, expand);
}

const char *
noslip_printer_number(const NoslipPrinter *printer, NoslipExpr e)
{
  for (guint i = 0; printer->numbers != NULL && i < printer->numbers->n; i++)
    if (printer->numbers->exprs[i] == e)
      return printer->numbers->numbers[i];
  return NULL;
}

char *
noslip_printer_run_numbers(const NoslipGraph *graph, NoslipExpr e, const NoslipPrintNumbers *numbers,
                           void (*expand)(NoslipPrinter *printer, const NoslipPrintItem *item))
{
  NoslipPrinter printer = {.graph = graph, .numbers = numbers, .expand = expand};
  printer.stack = g_array_new(FALSE, FALSE, sizeof(NoslipPrintItem));
  printer.queue = g_array_new(FALSE, FALSE, sizeof(NoslipPrintItem));
  printer.strings = g_string_chunk_new(256);
  GString *out = g_string_new(NULL);
  NoslipPrintItem item = {NOSLIP_PRINT_EXPR, NOSLIP_PRINT_ALONE, NULL, e, FALSE};
  g_array_append_val(printer.stack, item);
  while (printer.stack->len > 0) {
    item = g_array_index(printer.stack, NoslipPrintItem, printer.stack->len - 1);
    g_array_set_size(printer.stack, printer.stack->len - 1);
    if (out->len > NOSLIP_PRINT_MOST) {
      g_string_append(out, "…");
      break;
    }
    if (item.kind == NOSLIP_PRINT_LITERAL) {
      g_string_append(out, item.literal);
      continue;
    }
    expand(&printer, &item);
    for (guint i = printer.queue->len; i-- > 0;)
      g_array_append_val(printer.stack, g_array_index(printer.queue, NoslipPrintItem, i));
    g_array_set_size(printer.queue, 0);
  }
  g_array_unref(printer.stack);
  g_array_unref(printer.queue);
  g_string_chunk_free(printer.strings);
  return g_string_free(out, FALSE);
}

void
noslip_printer_literal(NoslipPrinter *printer, const char *text)
{
  NoslipPrintItem item = {.kind = NOSLIP_PRINT_LITERAL, .literal = text};
  g_array_append_val(printer->queue, item);
}

void
noslip_printer_format(NoslipPrinter *printer, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  g_autofree char *text = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  noslip_printer_literal(printer, g_string_chunk_insert(printer->strings, text));
}

void
noslip_printer_expr(NoslipPrinter *printer, NoslipExpr e, NoslipPrintPlace place, gboolean negated)
{
  NoslipPrintItem item = {NOSLIP_PRINT_EXPR, place, NULL, e, negated};
  g_array_append_val(printer->queue, item);
}

/* In reading order, see noslip_printer_sum(). */
static void
collect_terms(const NoslipGraph *graph, NoslipExpr sum, gboolean negated, NoslipParts *terms)
{
  const NoslipPart *parts = noslip_graph_parts(graph, sum);
  guint n = noslip_graph_node(graph, sum)->n, first = n, start = terms->n;
  for (guint i = n; i-- > 0;)
    if ((parts[i].number.num > 0) != negated && (parts[i].expr != NOSLIP_ONE || first == n))
      first = i;
  if (first < n)
    noslip_parts_push(terms, parts[first].expr, parts[first].number);
  for (guint i = 0; i < n; i++)
    if (i != first && parts[i].expr != NOSLIP_ONE)
      noslip_parts_push(terms, parts[i].expr, parts[i].number);
  if (n > 0 && first != 0 && parts[0].expr == NOSLIP_ONE)
    noslip_parts_push(terms, parts[0].expr, parts[0].number);
  for (guint i = start; negated && i < terms->n; i++)
    terms->items[i].number.num = -terms->items[i].number.num;
}

/* The factor of a negative term that reads better with its signs changed than with a minus before the term; NOSLIP_ZERO
 * if there is none. */
static NoslipExpr
flipped_factor(const NoslipGraph *graph, NoslipExpr term)
{
  if (noslip_expr_op(graph, term) != NOSLIP_OP_PRODUCT)
    return NOSLIP_ZERO;
  const NoslipPart *parts = noslip_graph_parts(graph, term);
  for (guint i = 0; i < noslip_graph_node(graph, term)->n; i++) {
    if (noslip_expr_op(graph, parts[i].expr) != NOSLIP_OP_SUM || parts[i].number.den != 1 ||
        parts[i].number.num % 2 == 0)
      continue;
    const NoslipPart *terms = noslip_graph_parts(graph, parts[i].expr);
    for (guint j = 0; j < noslip_graph_node(graph, parts[i].expr)->n; j++)
      if (terms[j].number.num < 0)
        return parts[i].expr;
  }
  return NOSLIP_ZERO;
}

void
noslip_printer_sum(NoslipPrinter *printer, const NoslipPrintItem *sum, const char *open, const char *close,
                   NoslipPrintTerm term)
{
  gboolean alone = sum->place == NOSLIP_PRINT_ALONE;
  g_auto(NoslipParts) terms;
  noslip_parts_init(&terms);
  collect_terms(printer->graph, sum->expr, sum->negated, &terms);
  noslip_printer_literal(printer, alone ? "" : open);
  for (guint i = 0; i < terms.n; i++) {
    NoslipRational k = terms.items[i].number;
    NoslipExpr flipped = k.num < 0 ? flipped_factor(printer->graph, terms.items[i].expr) : NOSLIP_ZERO;
    gboolean negative = k.num < 0 && flipped == NOSLIP_ZERO;
    k.num = ABS(k.num);
    if (i == 0)
      noslip_printer_literal(printer, negative ? "-" : "");
    else
      noslip_printer_literal(printer, negative ? " - " : " + ");
    term(printer, terms.items[i].expr, k, flipped);
  }
  noslip_printer_literal(printer, alone ? "" : close);
}

void
noslip_printer_operands(NoslipPrinter *printer, NoslipExpr e)
{
  for (guint i = 0; i < noslip_expr_n_operands(printer->graph, e); i++) {
    if (i > 0)
      noslip_printer_literal(printer, ", ");
    noslip_printer_expr(printer, noslip_expr_operand(printer->graph, e, i), NOSLIP_PRINT_ALONE, FALSE);
  }
}

static void
split_factors(const NoslipGraph *graph, NoslipExpr e, NoslipParts *above, NoslipParts *below)
{
  if (e == NOSLIP_ONE)
    return;
  if (noslip_expr_op(graph, e) != NOSLIP_OP_PRODUCT) {
    noslip_parts_push(above, e, NOSLIP_RATIONAL_ONE);
    return;
  }
  const NoslipPart *parts = noslip_graph_parts(graph, e);
  guint n = noslip_graph_node(graph, e)->n;
  /* Numbers first, then symbols in the order of their creation. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < n; i++) {
      NoslipRational exponent = parts[i].number;
      if ((noslip_expr_op(graph, parts[i].expr) <= NOSLIP_OP_PI) != (pass == 0))
        continue;
      NoslipParts *list = exponent.num > 0 ? above : below;
      exponent.num = ABS(exponent.num);
      noslip_parts_push(list, parts[i].expr, exponent);
    }
}

const char *
noslip_print_fraction(NoslipPrinter *printer, NoslipExpr e, NoslipRational *number, NoslipParts *above,
                      NoslipParts *below)
{
  split_factors(printer->graph, e, above, below);
  const char *text = noslip_print_rational(printer, *number);
  if (strchr(text, '/') != NULL)
    return noslip_print_rational(printer, (NoslipRational){number->num, 1});
  number->den = 1;
  return text;
}

const char *
noslip_print_rational(NoslipPrinter *printer, NoslipRational a)
{
  char fraction[64], decimal[64] = "";
  gint64 num = ABS(a.num);
  if (a.den == 1)
    g_snprintf(fraction, sizeof fraction, "%" G_GINT64_FORMAT, num);
  else
    g_snprintf(fraction, sizeof fraction, "%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT, num, a.den);
  gint64 power = 1, wide;
  int digits = 0;
  while (digits < 15 && power % a.den != 0) {
    power *= 10;
    digits++;
  }
  if (a.den > 1 && power % a.den == 0 && !__builtin_mul_overflow(num, power / a.den, &wide))
    g_snprintf(decimal, sizeof decimal, "%" G_GINT64_FORMAT ".%0*" G_GINT64_FORMAT, wide / power, digits, wide % power);
  gboolean shorter = decimal[0] != '\0' && strlen(decimal) < strlen(fraction);
  return g_string_chunk_insert(printer->strings, shorter ? decimal : fraction);
}

const char *
noslip_print_real(NoslipPrinter *printer, double value)
{
  char text[NOSLIP_DECIMAL_SIZE];
  return g_string_chunk_insert(printer->strings, noslip_decimal_text(value, text));
}
