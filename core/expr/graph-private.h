/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of expr/: the storage of a graph, and exact rationals. */
#pragma once

#include "core/expr/graph.h"

/* Numerator and denominator of a rational stay within 53 bits, so that its double is one correctly rounded quotient of
 * two exact doubles. */
#define NOSLIP_RATIONAL_MOST ((gint64) 1 << 53)
#define NOSLIP_GRAPH_MOST_NODES (1u << 22)
#define NOSLIP_GRAPH_MOST_PARTS (1u << 23)

typedef struct {
  gint64 num, den; /* coprime, den > 0 */
} NoslipRational;

#define NOSLIP_RATIONAL_ONE ((NoslipRational){1, 1})

/* Exact arithmetic; FALSE, and *r untouched, if the result does not fit. */
gboolean noslip_rational_new(gint64 num, gint64 den, NoslipRational *r);
gboolean noslip_rational_add(NoslipRational a, NoslipRational b, NoslipRational *r);
gboolean noslip_rational_mul(NoslipRational a, NoslipRational b, NoslipRational *r);
gboolean noslip_rational_inverse(NoslipRational a, NoslipRational *r);
gboolean noslip_rational_pow(NoslipRational a, gint64 n, NoslipRational *r);
/* The n-th root of a > 0, n >= 2; FALSE if it is not rational. */
gboolean noslip_rational_root(NoslipRational a, gint64 n, NoslipRational *r);
double noslip_rational_value(NoslipRational a);
gint64 noslip_gcd(gint64 a, gint64 b);

static inline gboolean
noslip_rational_is(NoslipRational a, gint64 n)
{
  return a.num == n && a.den == 1;
}

static inline gboolean
noslip_rational_equal(NoslipRational a, NoslipRational b)
{
  return a.num == b.num && a.den == b.den;
}

/* One operand with its number: the coefficient in a SUM, the exponent in a PRODUCT, 1 elsewhere. A NUMBER has
 * one part with its value as the number, a REAL one with the bits of its double in number.num, a SYMBOL one
 * with the index of its name in expr. The constant of a SUM is the coefficient of NOSLIP_ONE. */
typedef struct {
  NoslipExpr expr;
  NoslipRational number;
} NoslipPart;

typedef struct {
  guint64 symbols; /* set of the symbols below: bit (number of the name) mod 64 */
  guint32 hash;
  guint32 start; /* index of its first part */
  guint32 n;
  guint8 op;
} NoslipNode;

/* Open hash table from 64-bit keys (never 0) to handles. */
typedef struct {
  guint64 *keys;
  NoslipExpr *values;
  guint n, size;
} NoslipMemo;

/* A symbol that stands for a function of another one, and its derivative. */
typedef struct {
  NoslipExpr symbol, variable, rate;
} NoslipFunction;

struct _NoslipGraph {
  NoslipNode *nodes;
  guint n_nodes, nodes_size;
  NoslipPart *parts;
  guint n_parts, parts_size;
  guint32 *table; /* handle + 1, 0 if free */
  guint table_size;
  GPtrArray *names;
  GArray *functions; /* of NoslipFunction; NULL: there are none */
  NoslipMemo derivatives, simplified;
  NoslipMemo unsimplified; /* nodes for which the budget of simplification was too small */
  guint64 simplify_work;
  guint most_nodes; /* NOSLIP_GRAPH_MOST_NODES, or less in a test of a full graph */
  gboolean failed;
};

/* d symbol / d variable of two different symbols: NOSLIP_ZERO unless the first is a function of the second. */
NoslipExpr noslip_graph_rate(const NoslipGraph *graph, NoslipExpr symbol, NoslipExpr variable);

/* A growing list of parts that starts on the stack. */
#define NOSLIP_PARTS_INPLACE 16
typedef struct {
  NoslipPart *items;
  guint n, size;
  NoslipPart inplace[NOSLIP_PARTS_INPLACE];
} NoslipParts;

void noslip_parts_init(NoslipParts *list);
void noslip_parts_clear(NoslipParts *list);
void noslip_parts_push(NoslipParts *list, NoslipExpr expr, NoslipRational number);
/* Sorts by handle. */
void noslip_parts_sort(NoslipParts *list);
/* Sorts, adds the numbers of equal expressions if the sum is exact, and removes parts whose number becomes 0. */
void noslip_parts_collect(NoslipParts *list);
/* Index of an expression among the first n of a sorted list, or -1. */
gint noslip_parts_find(const NoslipParts *list, guint n, NoslipExpr e);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipParts, noslip_parts_clear)

static inline const NoslipNode *
noslip_graph_node(const NoslipGraph *graph, NoslipExpr e)
{
  return &graph->nodes[e < graph->n_nodes ? e : 0];
}

static inline const NoslipPart *
noslip_graph_parts(const NoslipGraph *graph, NoslipExpr e)
{
  return &graph->parts[noslip_graph_node(graph, e)->start];
}

/* Whether the parts of this operator are operands (handles of nodes). */
static inline gboolean
noslip_op_has_operands(NoslipOp op)
{
  return op >= NOSLIP_OP_SUM;
}

/* FALSE only if the symbol `other` does not occur in e; examines no other node. */
static inline gboolean
noslip_graph_may_depend(const NoslipGraph *graph, NoslipExpr e, NoslipExpr other)
{
  return (noslip_graph_node(graph, e)->symbols & noslip_graph_node(graph, other)->symbols) != 0;
}

/* The node with this operator and these parts, created if it does not exist. `parts` must not point into the graph. */
NoslipExpr noslip_graph_intern(NoslipGraph *graph, NoslipOp op, guint n, const NoslipPart *parts);
/* The same without creating it; FALSE if it does not exist. */
gboolean noslip_graph_find(const NoslipGraph *graph, NoslipOp op, guint n, const NoslipPart *parts, NoslipExpr *e);
NoslipExpr noslip_graph_rational(NoslipGraph *graph, NoslipRational value);
NoslipExpr noslip_graph_real(NoslipGraph *graph, double value);
gboolean noslip_graph_is_rational(const NoslipGraph *graph, NoslipExpr e, NoslipRational *value);
double noslip_graph_number_value(const NoslipGraph *graph, NoslipExpr e); /* of a NUMBER, REAL or PI */

/* base^exponent for a rational exponent, and k e. */
NoslipExpr noslip_graph_power(NoslipGraph *graph, NoslipExpr base, NoslipRational exponent);
NoslipExpr noslip_graph_scale(NoslipGraph *graph, NoslipExpr e, NoslipRational k);
/* sum_i number_i expr_i and prod_i expr_i^number_i of parts that need not be canonical. */
NoslipExpr noslip_graph_sum(NoslipGraph *graph, guint n, const NoslipPart *parts);
NoslipExpr noslip_graph_product(NoslipGraph *graph, guint n, const NoslipPart *parts);
/* The node of the same operator as `node` of `from` with operands[i].expr in place of its operands. */
NoslipExpr noslip_graph_rebuild(NoslipGraph *graph, const NoslipGraph *from, NoslipExpr node,
                                const NoslipPart *operands);

/* All nodes below some roots, in ascending order: operands come first. Few nodes are stored inside the struct, so a
 * NoslipReach must not be moved. */
#define NOSLIP_REACH_INPLACE 32
typedef struct {
  guint n;
  NoslipExpr *exprs;
  guint32 *slots; /* open hash table of index + 1 */
  guint slots_size;
  NoslipExpr inplace[NOSLIP_REACH_INPLACE];
  guint32 inplace_slots[2 * NOSLIP_REACH_INPLACE];
} NoslipReach;

/* `stop`, if not NULL, returns TRUE for nodes whose operands are not visited. */
typedef gboolean (*NoslipReachStop)(const NoslipGraph *graph, NoslipExpr e, gpointer data);
void noslip_reach_init(NoslipReach *reach, const NoslipGraph *graph, guint n_roots, const NoslipExpr *roots,
                       NoslipReachStop stop, gpointer data);
void noslip_reach_clear(NoslipReach *reach);
/* The place of e in exprs; G_MAXUINT if it is not there. */
guint noslip_reach_index(const NoslipReach *reach, NoslipExpr e);
/* `node` with images[i] in place of each operand reach->exprs[i]; `node` itself if nothing changes. */
NoslipExpr noslip_graph_map(NoslipGraph *graph, const NoslipReach *reach, const NoslipExpr *images, NoslipExpr node);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipReach, noslip_reach_clear)

void noslip_memo_clear(NoslipMemo *memo);
void noslip_memo_put(NoslipMemo *memo, guint64 key, NoslipExpr value);
gboolean noslip_memo_get(const NoslipMemo *memo, guint64 key, NoslipExpr *value);

/* Values of operators, as ops.def names them; b is ignored by functions of one argument. */
double noslip_op_value(NoslipOp op, double a, double b);
double noslip_value_sign(double a);
double noslip_value_min(double a, double b);
double noslip_value_max(double a, double b);
guint noslip_op_arity(NoslipOp op);
const char *noslip_op_name(NoslipOp op);
