/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expression graph: hash-consed, canonical, with integer handles.
 *
 * Every expression is a node of a graph; equal expressions are the same node, so equality is `a == b`. Operands always
 * have smaller handles than the node that uses them: a loop over handles visits operands first, and nothing recurses
 * over the depth of a graph. A graph is built by one thread; once it is no longer changed, any number of threads may
 * read it. `noslip_graph_copy()` keeps all handles, so code that needs to derive more works on a copy.
 *
 * Canonical form. A SUM is  c + sum_i k_i t_i  with rational c, k_i and distinct terms t_i; a PRODUCT is prod_i
 * b_i^(e_i)  with distinct bases b_i and rational e_i (the rational factor of a product is kept in the sum above it).
 * Numbers that are written with decimals are exact rationals while numerator and denominator fit in 53 bits, else REAL
 * nodes that are never folded with others. Only exact results are folded. k R sin^2 u + k R cos^2 u becomes k R. Sums
 * are never multiplied out implicitly, see noslip_expr_simplify(). */
#pragma once

#include <glib.h>

typedef guint32 NoslipExpr; /* handle; 0 (NOSLIP_ZERO) is the number 0 and 1 (NOSLIP_ONE) the number 1 in every graph */
#define NOSLIP_ZERO ((NoslipExpr) 0)
#define NOSLIP_ONE ((NoslipExpr) 1)

/* n handles, all NOSLIP_ZERO, never NULL; free with g_free(). */
static inline NoslipExpr *
noslip_exprs_new(gsize n)
{
  return g_new0(NoslipExpr, MAX(n, 1));
}

typedef struct _NoslipGraph NoslipGraph;

/* Operators; one line each in ops.def: functions of one and two arguments, and the formal operators RATE d(f), BRACKET
 * {f, g} and JACOBIATOR jacobi(f, g, h), which have a meaning in observations only. */
typedef enum {
  NOSLIP_OP_NUMBER, /* exact rational */
  NOSLIP_OP_REAL,   /* any other double */
  NOSLIP_OP_PI,     /* the number pi, kept as such: sin(pi) is exactly 0 */
  NOSLIP_OP_SYMBOL,
  NOSLIP_OP_SUM,
  NOSLIP_OP_PRODUCT,
  NOSLIP_OP_POWER, /* base ^ exponent with an exponent that is not a rational number */
#define NOSLIP_OP(identifier, name, arity, ...) NOSLIP_OP_##identifier,
#include "core/expr/ops.def"
#undef NOSLIP_OP
  NOSLIP_N_OPS
} NoslipOp;

NoslipGraph *noslip_graph_new(void);
NoslipGraph *noslip_graph_copy(const NoslipGraph *graph);
void noslip_graph_free(NoslipGraph *graph);
guint noslip_graph_size(const NoslipGraph *graph);
/* Whether a tenth of its room is used: expressions that are needed only once should have a graph of their own. */
gboolean noslip_graph_is_crowded(const NoslipGraph *graph);
/* Whether the graph has reached its limit (some million nodes). From then on every new node is NOSLIP_ZERO and
 * expressions derived since are invalid; earlier ones stay valid. Check this after large derivations. */
gboolean noslip_graph_failed(const NoslipGraph *graph);

/* Creating nodes. `name` of a symbol is the name that is shown ("x", "x'", "omega"); two symbols with the same name are
 * the same node. */
NoslipExpr noslip_expr_number(NoslipGraph *graph, double value);
NoslipExpr noslip_expr_decimal(NoslipGraph *graph, const char *text); /* "0.1" is exactly 1/10 */
NoslipExpr noslip_expr_rational(NoslipGraph *graph, gint64 numerator, gint64 denominator);
NoslipExpr noslip_expr_pi(NoslipGraph *graph);
NoslipExpr noslip_expr_symbol(NoslipGraph *graph, const char *name);
/* A new symbol for a function of the symbol `variable`, with this derivative by it. */
NoslipExpr noslip_expr_function(NoslipGraph *graph, const char *name, NoslipExpr variable, NoslipExpr rate);
NoslipExpr noslip_expr_add(NoslipGraph *graph, NoslipExpr a, NoslipExpr b);
NoslipExpr noslip_expr_sub(NoslipGraph *graph, NoslipExpr a, NoslipExpr b);
NoslipExpr noslip_expr_neg(NoslipGraph *graph, NoslipExpr a);
NoslipExpr noslip_expr_mul(NoslipGraph *graph, NoslipExpr a, NoslipExpr b);
NoslipExpr noslip_expr_div(NoslipGraph *graph, NoslipExpr a, NoslipExpr b);
NoslipExpr noslip_expr_pow(NoslipGraph *graph, NoslipExpr base, NoslipExpr exponent);
NoslipExpr noslip_expr_powi(NoslipGraph *graph, NoslipExpr base, int exponent);
/* e + a b and e - a b */
NoslipExpr noslip_expr_add_product(NoslipGraph *graph, NoslipExpr e, NoslipExpr a, NoslipExpr b);
NoslipExpr noslip_expr_sub_product(NoslipGraph *graph, NoslipExpr e, NoslipExpr a, NoslipExpr b);
NoslipExpr noslip_expr_sum(NoslipGraph *graph, guint n, const NoslipExpr *terms);
/* sum_i a_i b_i */
NoslipExpr noslip_expr_dot(NoslipGraph *graph, guint n, const NoslipExpr *a, const NoslipExpr *b);
NoslipExpr noslip_expr_apply(NoslipGraph *graph, NoslipOp op, guint n, const NoslipExpr *arguments);

/* Properties of nodes. */
NoslipOp noslip_expr_op(const NoslipGraph *graph, NoslipExpr e);
gboolean noslip_expr_is_number(const NoslipGraph *graph, NoslipExpr e, double *value); /* NUMBER or REAL */
const char *noslip_expr_symbol_name(const NoslipGraph *graph, NoslipExpr e);
guint noslip_expr_n_operands(const NoslipGraph *graph, NoslipExpr e);
/* Arguments of functions and formal operators; terms of a SUM without coefficients (NOSLIP_ONE for the constant), bases
 * of a PRODUCT without exponents; base and exponent of a POWER. */
NoslipExpr noslip_expr_operand(const NoslipGraph *graph, NoslipExpr e, guint i);
/* The exponent of base i of a PRODUCT, the coefficient of term i of a SUM, 1 for any other operand. */
double noslip_expr_operand_number(const NoslipGraph *graph, NoslipExpr e, guint i);
/* Appends the additive terms of e (e itself if it is not a SUM), coefficients included, to `terms` (of NoslipExpr). */
void noslip_expr_terms(NoslipGraph *graph, NoslipExpr e, GArray *terms);
/* The same with products of sums multiplied out and equal terms added up. A sum that would have more than `most` terms
 * keeps its present ones; a product that would is one term. Nothing is appended for 0. */
void noslip_expr_expanded_terms(NoslipGraph *graph, NoslipExpr e, guint most, GArray *terms);
/* |t_1| + |t_2| + ... of the additive terms of e, products of sums multiplied out: the size relative to which
 * cancellation in e is measured. It does not depend on whether e or k*e is written, or on the factors. */
NoslipExpr noslip_expr_magnitude(NoslipGraph *graph, NoslipExpr e);
gboolean noslip_expr_depends(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols);
/* Whether e contains a node of this operator. */
gboolean noslip_expr_contains(const NoslipGraph *graph, NoslipExpr e, NoslipOp op);

/* d e / d symbol. Formal operators are constants, and symbols other than `symbol` that are no functions of it. */
NoslipExpr noslip_expr_derivative(NoslipGraph *graph, NoslipExpr e, NoslipExpr symbol);
/* e with symbols[i] replaced by replacements[i], all at once. Any nodes may be replaced, not only symbols. */
NoslipExpr noslip_expr_substitute(NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols,
                                  const NoslipExpr *replacements);
/* Copies e, whose handle belongs to `from`, to `graph`; symbols are matched by name. */
NoslipExpr noslip_expr_import(NoslipGraph *graph, const NoslipGraph *from, NoslipExpr e);
/* An equal expression that is never longer: common denominator, exact division by its factors, common factors taken
 * out, sin^2 + cos^2 = 1. Costly; used for display and for deciding whether an expression vanishes. */
NoslipExpr noslip_expr_simplify(NoslipGraph *graph, NoslipExpr e);
/* e with the sines and cosines of sums expanded into those of the terms, so that terms cancel between them. An integer
 * multiple n u, n up to `most_multiple`, counts as a sum of n terms: 1 leaves sin(2 u) unchanged. */
NoslipExpr noslip_expr_expand_angles(NoslipGraph *graph, NoslipExpr e, guint most_multiple);
/* The inverse, for display: cos a cos b + sin a sin b becomes cos(a - b), if both are in one sum with the same
 * factor. */
NoslipExpr noslip_expr_contract_angles(NoslipGraph *graph, NoslipExpr e);
/* Value at symbols[i] = values[i]; slow, for load-time checks. NaN if a symbol has no value. */
double noslip_expr_value(const NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *symbols,
                         const double *values);

/* "m*a/(J + m*a^2)*omega" in the system language; parsing the text gives the same node. Free with g_free(). */
char *noslip_expr_text(const NoslipGraph *graph, NoslipExpr e);
/* Length of e when written out: its nodes, shared ones counted at each use; at most `most` are counted. */
guint noslip_expr_size(const NoslipGraph *graph, NoslipExpr e, guint most);
/* The same as LaTeX mathematics, without dollar signs: omega becomes \omega, x' becomes \dot{x}, a/b a fraction. */
char *noslip_expr_latex(const NoslipGraph *graph, NoslipExpr e);
/* A name of the system language as LaTeX mathematics: x1' becomes \dot{x}_{1}. Free with g_free(). */
char *noslip_latex_name(const char *name);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipGraph, noslip_graph_free)
