/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions as LaTeX mathematics. */
#include "core/expr/print-private.h"

#include <math.h>
#include <string.h>

static const char *
command(NoslipOp op)
{
  switch (op) {
#define NOSLIP_OP(identifier, name, arity, value, d_a, d_b, domain, latex)                                             \
  case NOSLIP_OP_##identifier:                                                                                         \
    return latex;
#include "core/expr/ops.def"
#undef NOSLIP_OP
  default:
    return "";
  }
}

/* "9.81", "\frac{1}{3}", "1.5 \cdot 10^{-20}" */
static void
queue_number(NoslipPrinter *printer, NoslipExpr e, NoslipPrintPlace place)
{
  double value = noslip_graph_number_value(printer->graph, e);
  NoslipRational exact;
  g_autofree char *text = NULL;
  if (noslip_graph_is_rational(printer->graph, e, &exact)) {
    text = g_strdup(noslip_print_rational(printer, exact));
    if (strchr(text, '/') != NULL) {
      g_free(text);
      text = g_strdup_printf("\\frac{%" G_GINT64_FORMAT "}{%" G_GINT64_FORMAT "}", ABS(exact.num), exact.den);
    }
  } else if (isfinite(value)) {
    g_auto(GStrv) halves = g_strsplit(noslip_print_real(printer, fabs(value)), "e", 2);
    text = halves[1] == NULL ? g_strdup(halves[0])
                             : g_strdup_printf("%s \\cdot 10^{%" G_GINT64_FORMAT "}", halves[0],
                                               g_ascii_strtoll(halves[1], NULL, 10));
  } else {
    text = g_strdup(isnan(value) ? "\\mathrm{NaN}" : "\\infty");
  }
  gboolean parentheses =
      (place != NOSLIP_PRINT_ALONE && value < 0) || (place == NOSLIP_PRINT_BASE && strchr(text, '\\') != NULL);
  noslip_printer_format(printer, "%s%s%s%s", parentheses ? "\\left(" : "", value < 0 ? "-" : "", text,
                        parentheses ? "\\right)" : "");
}

static void
queue_exponent(NoslipPrinter *printer, NoslipRational exponent)
{
  if (exponent.den != 1)
    noslip_printer_format(printer, "^{%" G_GINT64_FORMAT "/%" G_GINT64_FORMAT "}", exponent.num, exponent.den);
  else if (exponent.num != 1)
    noslip_printer_format(printer, "^{%" G_GINT64_FORMAT "}", exponent.num);
}

/* A condition of if( ), infix. */
static gboolean
queue_condition(NoslipPrinter *printer, NoslipExpr e)
{
  static const char *const signs[] = {" < ", " \\le ", " \\operatorname{and} ", " \\operatorname{or} ",
                                      "\\operatorname{not} "};
  NoslipOp op = noslip_expr_op(printer->graph, e);
  if (op < NOSLIP_OP_LESS || op > NOSLIP_OP_NOT)
    return FALSE;
  noslip_printer_literal(printer, "\\left(");
  if (op != NOSLIP_OP_NOT)
    noslip_printer_expr(printer, noslip_expr_operand(printer->graph, e, 0), NOSLIP_PRINT_ALONE, FALSE);
  noslip_printer_literal(printer, signs[op - NOSLIP_OP_LESS]);
  noslip_printer_expr(printer, noslip_expr_operand(printer->graph, e, op == NOSLIP_OP_NOT ? 0 : 1), NOSLIP_PRINT_ALONE,
                      FALSE);
  noslip_printer_literal(printer, "\\right)");
  return TRUE;
}

/* A function, with its exponent if it is raised to a power: \sin^{2}\left(x\right). */
static void
queue_call(NoslipPrinter *printer, NoslipExpr e, NoslipRational exponent)
{
  if (queue_condition(printer, e))
    return;
  const NoslipGraph *graph = printer->graph;
  NoslipOp op = noslip_expr_op(graph, e);
  const char *open = "\\left(", *close = "\\right)";
  if (op == NOSLIP_OP_RATE)
    noslip_printer_literal(printer, "\\frac{d}{dt}");
  else if (op == NOSLIP_OP_ABS)
    open = "\\left|", close = "\\right|";
  else if (op == NOSLIP_OP_BRACKET)
    open = "\\left\\{", close = "\\right\\}";
  else if (*command(op) != '\0')
    noslip_printer_literal(printer, command(op));
  else
    noslip_printer_format(printer, "\\operatorname{%s}", noslip_op_name(op));
  gboolean named = *command(op) != '\0';
  NoslipOp inner = noslip_expr_op(graph, noslip_expr_operand(graph, e, 0));
  if (named)
    queue_exponent(printer, exponent);
  if (op == NOSLIP_OP_RATE && (inner == NOSLIP_OP_SYMBOL || inner == NOSLIP_OP_PI)) {
    open = " ";
    close = "";
  }
  noslip_printer_literal(printer, open);
  noslip_printer_operands(printer, e);
  if (op == NOSLIP_OP_WHEN)
    noslip_printer_literal(printer, ", 0");
  noslip_printer_literal(printer, close);
  if (!named)
    queue_exponent(printer, exponent);
}

static void
queue_factor(NoslipPrinter *printer, NoslipPart factor, gboolean alone, gboolean negated)
{
  NoslipOp op = noslip_expr_op(printer->graph, factor.expr);
  gboolean plain = noslip_rational_is(factor.number, 1), written = noslip_printer_number(printer, factor.expr) != NULL;
  if (factor.number.num == 1 && factor.number.den == 2) {
    noslip_printer_literal(printer, "\\sqrt{");
    noslip_printer_expr(printer, factor.expr, NOSLIP_PRINT_ALONE, FALSE);
    noslip_printer_literal(printer, "}");
  } else if (op > NOSLIP_OP_POWER && op != NOSLIP_OP_RATE && !written) {
    queue_call(printer, factor.expr, factor.number);
  } else {
    NoslipPrintPlace place = plain ? alone ? NOSLIP_PRINT_ALONE : NOSLIP_PRINT_FACTOR : NOSLIP_PRINT_BASE;
    noslip_printer_expr(printer, factor.expr, place, negated);
    queue_exponent(printer, factor.number);
  }
}

static void
queue_factors(NoslipPrinter *printer, const char *number, const NoslipParts *factors, NoslipExpr flipped)
{
  gboolean with_number = factors->n == 0 || strcmp(number, "1") != 0;
  if (with_number)
    noslip_printer_literal(printer, number);
  for (guint i = 0; i < factors->n; i++) {
    NoslipPart factor = factors->items[i];
    gboolean digits = noslip_expr_op(printer->graph, factor.expr) <= NOSLIP_OP_REAL ||
                      noslip_printer_number(printer, factor.expr) != NULL;
    if (i > 0 || with_number)
      noslip_printer_literal(printer, digits ? " \\cdot " : " ");
    queue_factor(printer, factor, factors->n == 1 && !with_number, factor.expr == flipped && flipped != NOSLIP_ZERO);
  }
}

/* number * e, as a fraction if it has a denominator. */
static void
queue_term(NoslipPrinter *printer, NoslipExpr e, NoslipRational number, NoslipExpr flipped)
{
  g_auto(NoslipParts) above, below;
  noslip_parts_init(&above);
  noslip_parts_init(&below);
  const char *text = noslip_print_fraction(printer, e, &number, &above, &below);
  if (below.n == 0 && number.den == 1) {
    gboolean single = above.n == 1 && strcmp(text, "1") == 0;
    if (single)
      queue_factor(printer, above.items[0], FALSE, above.items[0].expr == flipped && flipped != NOSLIP_ZERO);
    else
      queue_factors(printer, text, &above, flipped);
    return;
  }
  noslip_printer_literal(printer, "\\frac{");
  queue_factors(printer, text, &above, flipped);
  noslip_printer_literal(printer, "}{");
  queue_factors(printer, noslip_print_rational(printer, (NoslipRational){number.den, 1}), &below, flipped);
  noslip_printer_literal(printer, "}");
}

/* Queues the number written in place of a node: \symbol{omega}{0.816}. */
static gboolean
queue_instead(NoslipPrinter *printer, const NoslipPrintItem *item)
{
  const char *number = noslip_printer_number(printer, item->expr);
  if (number == NULL)
    return FALSE;
  g_autofree char *name = noslip_expr_text(printer->graph, item->expr);
  g_auto(GStrv) halves = g_strsplit(number, "e", 2);
  g_autofree char *power =
      halves[1] != NULL ? g_strdup_printf(" \\cdot 10^{%" G_GINT64_FORMAT "}", g_ascii_strtoll(halves[1], NULL, 10))
                        : g_strdup("");
  gboolean parentheses = (item->place != NOSLIP_PRINT_ALONE && number[0] == '-') ||
                         (item->place == NOSLIP_PRINT_BASE && halves[1] != NULL);
  noslip_printer_format(printer, "\\symbol{%s}{%s%s%s%s}", name, parentheses ? "\\left(" : "", halves[0], power,
                        parentheses ? "\\right)" : "");
  return TRUE;
}

static void
expand(NoslipPrinter *printer, const NoslipPrintItem *item)
{
  const NoslipGraph *graph = printer->graph;
  if (queue_instead(printer, item))
    return;
  NoslipOp op = noslip_expr_op(graph, item->expr);
  gboolean parentheses =
      item->place == NOSLIP_PRINT_BASE && (op == NOSLIP_OP_PRODUCT || op == NOSLIP_OP_POWER || op == NOSLIP_OP_RATE);
  noslip_printer_literal(printer, parentheses ? "\\left(" : "");
  switch (op) {
  case NOSLIP_OP_NUMBER:
  case NOSLIP_OP_REAL:
    queue_number(printer, item->expr, item->place);
    break;
  case NOSLIP_OP_PI:
    noslip_printer_literal(printer, "\\pi");
    break;
  case NOSLIP_OP_SYMBOL: {
    g_autofree char *name = noslip_latex_name(noslip_expr_symbol_name(graph, item->expr));
    noslip_printer_literal(printer, g_string_chunk_insert(printer->strings, name));
    break;
  }
  case NOSLIP_OP_SUM:
    noslip_printer_sum(printer, item, "\\left(", "\\right)", queue_term);
    break;
  case NOSLIP_OP_PRODUCT:
    queue_term(printer, item->expr, NOSLIP_RATIONAL_ONE, NOSLIP_ZERO);
    break;
  case NOSLIP_OP_POWER:
    noslip_printer_expr(printer, noslip_expr_operand(graph, item->expr, 0), NOSLIP_PRINT_BASE, FALSE);
    noslip_printer_literal(printer, "^{");
    noslip_printer_expr(printer, noslip_expr_operand(graph, item->expr, 1), NOSLIP_PRINT_ALONE, FALSE);
    noslip_printer_literal(printer, "}");
    break;
  default:
    queue_call(printer, item->expr, NOSLIP_RATIONAL_ONE);
  }
  noslip_printer_literal(printer, parentheses ? "\\right)" : "");
}

char *
noslip_expr_latex(const NoslipGraph *graph, NoslipExpr e)
{
  return noslip_printer_run(graph, e, expand);
}

char *
noslip_print_latex_numbers(const NoslipGraph *graph, NoslipExpr e, const NoslipPrintNumbers *numbers)
{
  return noslip_printer_run_numbers(graph, e, numbers, expand);
}
