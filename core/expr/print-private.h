/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the printers of text and LaTeX. A printer keeps a stack of items still to be written instead of recursing:
 * the parts of an item are queued in reading order and then replace the item. */
#pragma once

#include "core/expr/graph-private.h"

/* The context of an expression, from loose to tight. */
typedef enum {
  NOSLIP_PRINT_ALONE,
  NOSLIP_PRINT_FACTOR, /* in a product: sums need parentheses */
  NOSLIP_PRINT_BASE,   /* with an exponent: everything but a name or a call needs parentheses */
} NoslipPrintPlace;

typedef enum { NOSLIP_PRINT_LITERAL, NOSLIP_PRINT_EXPR } NoslipPrintKind;

typedef struct {
  NoslipPrintKind kind;
  NoslipPrintPlace place;
  const char *literal;
  NoslipExpr expr;
  gboolean negated; /* EXPR: the sum is written with its signs changed */
} NoslipPrintItem;

/* Numbers written in place of nodes. */
typedef struct {
  guint n;
  const NoslipExpr *exprs;
  const char *const *numbers; /* "0.816", "-2.5e-20"; NULL: the node is written */
} NoslipPrintNumbers;

typedef struct _NoslipPrinter NoslipPrinter;
struct _NoslipPrinter {
  const NoslipGraph *graph;
  const NoslipPrintNumbers *numbers; /* or NULL */
  void (*expand)(NoslipPrinter *printer, const NoslipPrintItem *item);
  GArray *stack, *queue; /* of NoslipPrintItem */
  GStringChunk *strings;
};

/* Texts are cut with an ellipsis at this length: unfolded shared nodes can exceed the memory. */
#define NOSLIP_PRINT_MOST (1u << 20)

char *noslip_printer_run(const NoslipGraph *graph, NoslipExpr e,
                         void (*expand)(NoslipPrinter *printer, const NoslipPrintItem *item));
/* The same with numbers in place of nodes. */
char *noslip_printer_run_numbers(const NoslipGraph *graph, NoslipExpr e, const NoslipPrintNumbers *numbers,
                                 void (*expand)(NoslipPrinter *printer, const NoslipPrintItem *item));
/* The number written in place of e, or NULL. */
const char *noslip_printer_number(const NoslipPrinter *printer, NoslipExpr e);
/* Texts and LaTeX with numbers in place of nodes (text.c, latex.c); in LaTeX a number is written as
 * \symbol{NAME}{NUMBER}, where NAME is the text of the node. Free with g_free(). */
char *noslip_print_text_numbers(const NoslipGraph *graph, NoslipExpr e, const NoslipPrintNumbers *numbers);
char *noslip_print_latex_numbers(const NoslipGraph *graph, NoslipExpr e, const NoslipPrintNumbers *numbers);
void noslip_printer_literal(NoslipPrinter *printer, const char *text); /* text must outlive the printer */
void noslip_printer_format(NoslipPrinter *printer, const char *format, ...) G_GNUC_PRINTF(2, 3);
void noslip_printer_expr(NoslipPrinter *printer, NoslipExpr e, NoslipPrintPlace place, gboolean negated);
/* Writes number * e, where number > 0; the sum `flipped` among its factors (NOSLIP_ZERO: none) with its signs
 * changed. */
typedef void (*NoslipPrintTerm)(NoslipPrinter *printer, NoslipExpr e, NoslipRational number, NoslipExpr flipped);
/* Queues the terms of a sum in reading order with their signs: a positive one first, the constant last unless it is the
 * only positive one; between `open` and `close` if the sum needs parentheses. A negative term in which a factor reads
 * better with its signs changed counts as positive. */
void noslip_printer_sum(NoslipPrinter *printer, const NoslipPrintItem *sum, const char *open, const char *close,
                        NoslipPrintTerm term);
/* Queues the operands, separated by commas. */
void noslip_printer_operands(NoslipPrinter *printer, NoslipExpr e);

/* Splits number * e, number > 0, as a fraction: the factors of e above and below the bar, with positive exponents, in
 * reading order. Returns the part of `number` above the bar; its denominator belongs below the bar, and is 1 if the
 * number is written as a decimal. */
const char *noslip_print_fraction(NoslipPrinter *printer, NoslipExpr e, NoslipRational *number, NoslipParts *above,
                                  NoslipParts *below);
/* |a| as "3", "3/4" or "9.81", whichever is shortest. */
const char *noslip_print_rational(NoslipPrinter *printer, NoslipRational a);
/* value as the shortest decimal text that reads back as the same double. */
const char *noslip_print_real(NoslipPrinter *printer, double value);
