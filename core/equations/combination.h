/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sums of coefficients times names, as they are usually written. */
#pragma once

#include "core/expr/graph.h"

/* "x" + "-2*a*e_1 + (a + b)*e_2": coefficients[i * stride] times names[i], 0 if all vanish; terms are joined by their
 * signs, sums are in parentheses. The graph grows. */
void noslip_combination_append(GString *text, NoslipGraph *graph, guint n, const NoslipExpr *coefficients, guint stride,
                               char *const *names, gboolean latex);
/* Whether [a, b] vanishes, of n sections; structure[c][a][b], n x n x n. */
gboolean noslip_combination_is_zero_bracket(guint n, const NoslipExpr *structure, guint a, guint b);
/* All nonvanishing brackets of n sections: calls back with a < b and the text of the value; with a >= b too if the
 * bracket is not skew-symmetric. Returns their number. */
typedef void (*NoslipBracketLine)(guint a, guint b, const char *value, gpointer data);
guint noslip_combination_each_bracket(NoslipGraph *graph, guint n, const NoslipExpr *structure, char *const *names,
                                      gboolean latex, NoslipBracketLine line, gpointer data);
