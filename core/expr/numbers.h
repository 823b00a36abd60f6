/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions with numbers written in place of symbols, so that a value can be checked with a pocket calculator. */
#pragma once

#include "core/expr/graph.h"

/* A node, a symbol as a rule, and its value. */
typedef struct {
  NoslipExpr expr;
  double value;     /* NaN: unknown */
  gboolean written; /* its number is written instead of it */
} NoslipExprNumber;

typedef struct {
  char *text;        /* in the system language: "0.1296*(0.816*0.228 - 0.05)/0.34" */
  char *latex;       /* the same; a number is written as \symbol{NAME}{NUMBER}, NAME being the node's text */
  double total;      /* the value of the expression, from all digits of the values; NaN if unknown */
  char *total_text;  /* the total as it is shown: "0.0356" */
  char *total_latex; /* "3.56 \cdot 10^{-5}" */
  guint digits;      /* number of digits of the written numbers */
  gboolean agrees;   /* the written numbers give the written total */
} NoslipNumbers;

/* Digits of the total, and the smallest and largest number of digits of the numbers. */
#define NOSLIP_NUMBERS_TOTAL 4
#define NOSLIP_NUMBERS_MOST 9

/* Writes e with the numbers of those of the n nodes that are to be written and whose values are known. They get as many
 * digits as are needed to reproduce the written total; if NOSLIP_NUMBERS_MOST are not enough, because the terms cancel,
 * NOSLIP_NUMBERS_TOTAL. `total` is the value of e if it is known already, or NaN: then it is computed. */
void noslip_numbers_write(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExprNumber *nodes, double total,
                          NoslipNumbers *numbers);
void noslip_numbers_clear(NoslipNumbers *numbers);
/* The symbols of e, each once. Array of NoslipExpr. */
GArray *noslip_expr_symbols(const NoslipGraph *graph, NoslipExpr e);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipNumbers, noslip_numbers_clear)
