/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions in the system language. */
#include "core/expr/print-private.h"

#include <math.h>
#include <string.h>

static void
queue_number(NoslipPrinter *printer, NoslipExpr e, NoslipPrintPlace place)
{
  double value = noslip_graph_number_value(printer->graph, e);
  NoslipRational exact;
  const char *text;
  gboolean rational = noslip_graph_is_rational(printer->graph, e, &exact);
  if (rational)
    text = noslip_print_rational(printer, exact);
  else if (isfinite(value))
    text = noslip_print_real(printer, fabs(value));
  else
    text = isnan(value) ? "0/0" : "1/0";
  gboolean parentheses = place != NOSLIP_PRINT_ALONE && (value < 0 || strchr(text, '/') != NULL);
  noslip_printer_format(printer, "%s%s%s%s", parentheses ? "(" : "", value < 0 ? "-" : "", text,
                        parentheses ? ")" : "");
}

static void
queue_factor(NoslipPrinter *printer, NoslipPart factor, gboolean negated)
{
  if (factor.number.num == 1 && factor.number.den == 2) {
    noslip_printer_literal(printer, "sqrt(");
    noslip_printer_expr(printer, factor.expr, NOSLIP_PRINT_ALONE, FALSE);
    noslip_printer_literal(printer, ")");
    return;
  }
  gboolean plain = noslip_rational_is(factor.number, 1);
  noslip_printer_expr(printer, factor.expr, plain ? NOSLIP_PRINT_FACTOR : NOSLIP_PRINT_BASE, negated);
  if (plain)
    return;
  if (factor.number.den == 1)
    noslip_printer_format(printer, "^%" G_GINT64_FORMAT, factor.number.num);
  else
    noslip_printer_format(printer, "^(%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT ")", factor.number.num,
                          factor.number.den);
}

/* number * e as a*b/(c*d). */
static void
queue_term(NoslipPrinter *printer, NoslipExpr e, NoslipRational number, NoslipExpr flipped)
{
  g_auto(NoslipParts) above, below;
  noslip_parts_init(&above);
  noslip_parts_init(&below);
  const char *text = noslip_print_fraction(printer, e, &number, &above, &below);
  gboolean with_number = above.n == 0 || strcmp(text, "1") != 0;
  if (with_number)
    noslip_printer_literal(printer, text);
  for (guint i = 0; i < above.n; i++) {
    if (i > 0 || with_number)
      noslip_printer_literal(printer, "*");
    queue_factor(printer, above.items[i], above.items[i].expr == flipped && flipped != NOSLIP_ZERO);
  }
  guint n_below = below.n + (number.den != 1);
  if (n_below == 0)
    return;
  noslip_printer_literal(printer, n_below > 1 ? "/(" : "/");
  if (number.den != 1)
    noslip_printer_format(printer, "%" G_GINT64_FORMAT "%s", number.den, below.n > 0 ? "*" : "");
  for (guint i = 0; i < below.n; i++) {
    if (i > 0)
      noslip_printer_literal(printer, "*");
    queue_factor(printer, below.items[i], below.items[i].expr == flipped && flipped != NOSLIP_ZERO);
  }
  if (n_below > 1)
    noslip_printer_literal(printer, ")");
}

/* Conditions in the language's syntax, each in parentheses: (x < y), (a and b), not a. */
static gboolean
queue_condition(NoslipPrinter *printer, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(printer->graph, e);
  if (op < NOSLIP_OP_LESS || op > NOSLIP_OP_NOT)
    return FALSE;
  noslip_printer_literal(printer, op == NOSLIP_OP_NOT ? "(not " : "(");
  noslip_printer_expr(printer, noslip_expr_operand(printer->graph, e, 0), NOSLIP_PRINT_ALONE, FALSE);
  if (op != NOSLIP_OP_NOT) {
    noslip_printer_format(printer, " %s ", noslip_op_name(op));
    noslip_printer_expr(printer, noslip_expr_operand(printer->graph, e, 1), NOSLIP_PRINT_ALONE, FALSE);
  }
  noslip_printer_literal(printer, ")");
  return TRUE;
}

static void
queue_call(NoslipPrinter *printer, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(printer->graph, e);
  if (queue_condition(printer, e))
    return;
  gboolean bracket = op == NOSLIP_OP_BRACKET;
  if (!bracket)
    noslip_printer_literal(printer, noslip_op_name(op));
  noslip_printer_literal(printer, bracket ? "{" : "(");
  noslip_printer_operands(printer, e);
  if (op == NOSLIP_OP_WHEN)
    noslip_printer_literal(printer, ", 0");
  noslip_printer_literal(printer, bracket ? "}" : ")");
}

/* Queues the number written in place of a node. */
static gboolean
queue_instead(NoslipPrinter *printer, const NoslipPrintItem *item)
{
  const char *number = noslip_printer_number(printer, item->expr);
  if (number == NULL)
    return FALSE;
  gboolean parentheses = item->place != NOSLIP_PRINT_ALONE && number[0] == '-';
  noslip_printer_format(printer, parentheses ? "(%s)" : "%s", number);
  return TRUE;
}

static void
expand(NoslipPrinter *printer, const NoslipPrintItem *item)
{
  const NoslipGraph *graph = printer->graph;
  if (queue_instead(printer, item))
    return;
  NoslipOp op = noslip_expr_op(graph, item->expr);
  gboolean parentheses = item->place == NOSLIP_PRINT_BASE && (op == NOSLIP_OP_PRODUCT || op == NOSLIP_OP_POWER);
  if (parentheses)
    noslip_printer_literal(printer, "(");
  switch (op) {
  case NOSLIP_OP_NUMBER:
  case NOSLIP_OP_REAL:
    queue_number(printer, item->expr, item->place);
    break;
  case NOSLIP_OP_PI:
    noslip_printer_literal(printer, "pi");
    break;
  case NOSLIP_OP_SYMBOL:
    noslip_printer_literal(printer, noslip_expr_symbol_name(graph, item->expr));
    break;
  case NOSLIP_OP_SUM:
    noslip_printer_sum(printer, item, "(", ")", queue_term);
    break;
  case NOSLIP_OP_PRODUCT:
    queue_term(printer, item->expr, NOSLIP_RATIONAL_ONE, NOSLIP_ZERO);
    break;
  case NOSLIP_OP_POWER:
    noslip_printer_expr(printer, noslip_expr_operand(graph, item->expr, 0), NOSLIP_PRINT_BASE, FALSE);
    noslip_printer_literal(printer, "^");
    noslip_printer_expr(printer, noslip_expr_operand(graph, item->expr, 1), NOSLIP_PRINT_BASE, FALSE);
    break;
  default:
    queue_call(printer, item->expr);
  }
  if (parentheses)
    noslip_printer_literal(printer, ")");
}

char *
noslip_expr_text(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_printer_run(graph, e, expand);
}

char *
noslip_print_text_numbers(const NoslipGraph *graph, NoslipExpr e, const NoslipPrintNumbers *numbers)
{
  return noslip_printer_run_numbers(graph, e, numbers, expand);
}

guint
noslip_expr_size(const NoslipGraph *graph, NoslipExpr e, guint most)
{
  guint n = 0;
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  for (; stack->len > 0 && n < most; n++) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
  return n;
}
