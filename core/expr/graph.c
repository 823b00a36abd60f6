/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Storage of the graph: nodes, their parts, and the hash table that makes equal nodes one. */
#include "core/base/decimal.h"
#include "core/expr/graph-private.h"

#include <math.h>
#include <string.h>

static guint64
mix(guint64 x)
{
  x ^= x >> 31;
  x *= 0x9e3779b97f4a7c15u;
  x ^= x >> 29;
  return x;
}

static guint32
hash_parts(const NoslipGraph *graph, NoslipOp op, guint n, const NoslipPart *parts)
{
  if (op == NOSLIP_OP_SYMBOL)
    return g_str_hash(g_ptr_array_index(graph->names, parts[0].expr)) * 2654435761u;
  guint64 h = mix((guint64) op + 1);
  for (guint i = 0; i < n; i++) {
    h = mix(h + parts[i].expr);
    h = mix(h + (guint64) parts[i].number.num * 3 + (guint64) parts[i].number.den);
  }
  return (guint32) (h ^ (h >> 32));
}

static gboolean
same(const NoslipGraph *graph, const NoslipNode *node, NoslipOp op, guint n, const NoslipPart *parts)
{
  if (node->op != op || node->n != n)
    return FALSE;
  const NoslipPart *own = &graph->parts[node->start];
  if (op == NOSLIP_OP_SYMBOL)
    return own[0].expr == parts[0].expr;
  for (guint i = 0; i < n; i++)
    if (own[i].expr != parts[i].expr || !noslip_rational_equal(own[i].number, parts[i].number))
      return FALSE;
  return TRUE;
}

static void
table_grow(NoslipGraph *graph)
{
  guint size = graph->table_size * 2;
  guint32 *table = g_new0(guint32, size);
  for (guint e = 0; e < graph->n_nodes; e++) {
    guint slot = graph->nodes[e].hash & (size - 1);
    while (table[slot] != 0)
      slot = (slot + 1) & (size - 1);
    table[slot] = e + 1;
  }
  g_free(graph->table);
  graph->table = table;
  graph->table_size = size;
}

/* The slot of the node, or the free slot for it. */
static guint
table_slot(const NoslipGraph *graph, guint32 hash, NoslipOp op, guint n, const NoslipPart *parts)
{
  guint mask = graph->table_size - 1;
  guint slot = hash & mask;
  while (graph->table[slot] != 0) {
    const NoslipNode *node = &graph->nodes[graph->table[slot] - 1];
    if (node->hash == hash && same(graph, node, op, n, parts))
      break;
    slot = (slot + 1) & mask;
  }
  return slot;
}

gboolean
noslip_graph_find(const NoslipGraph *graph, NoslipOp op, guint n, const NoslipPart *parts, NoslipExpr *e)
{
  guint slot = table_slot(graph, hash_parts(graph, op, n, parts), op, n, parts);
  if (graph->table[slot] == 0)
    return FALSE;
  *e = graph->table[slot] - 1;
  return TRUE;
}

static guint64
symbols_below(const NoslipGraph *graph, NoslipOp op, guint n, const NoslipPart *parts)
{
  guint64 symbols = 0;
  if (op == NOSLIP_OP_SYMBOL)
    return G_GUINT64_CONSTANT(1) << (parts[0].expr % 64);
  for (guint i = 0; noslip_op_has_operands(op) && i < n; i++)
    symbols |= noslip_graph_node(graph, parts[i].expr)->symbols;
  return symbols;
}

NoslipExpr
noslip_graph_intern(NoslipGraph *graph, NoslipOp op, guint n, const NoslipPart *parts)
{
  if (graph->failed)
    return NOSLIP_ZERO;
  guint32 hash = hash_parts(graph, op, n, parts);
  guint slot = table_slot(graph, hash, op, n, parts);
  if (graph->table[slot] != 0)
    return graph->table[slot] - 1;
  if (graph->n_nodes >= graph->most_nodes || n > NOSLIP_GRAPH_MOST_PARTS - graph->n_parts) {
    graph->failed = TRUE;
    return NOSLIP_ZERO;
  }
  if (graph->n_nodes == graph->nodes_size) {
    graph->nodes_size *= 2;
    graph->nodes = g_renew(NoslipNode, graph->nodes, graph->nodes_size);
  }
  if (graph->n_parts + n > graph->parts_size) {
    graph->parts_size = MAX(graph->parts_size * 2, graph->n_parts + n);
    graph->parts = g_renew(NoslipPart, graph->parts, graph->parts_size);
  }
  guint64 symbols = symbols_below(graph, op, n, parts);
  NoslipExpr e = graph->n_nodes++;
  graph->nodes[e] = (NoslipNode){.symbols = symbols, .hash = hash, .start = graph->n_parts, .n = n, .op = (guint8) op};
  if (n > 0)
    memcpy(&graph->parts[graph->n_parts], parts, n * sizeof *parts);
  graph->n_parts += n;
  graph->table[slot] = e + 1;
  if (graph->n_nodes * 2 > graph->table_size)
    table_grow(graph);
  return e;
}

NoslipGraph *
noslip_graph_new(void)
{
  NoslipGraph *graph = g_new0(NoslipGraph, 1);
  graph->nodes_size = 256;
  graph->nodes = g_new(NoslipNode, graph->nodes_size);
  graph->parts_size = 512;
  graph->parts = g_new(NoslipPart, graph->parts_size);
  graph->most_nodes = NOSLIP_GRAPH_MOST_NODES;
  graph->table_size = 1024;
  graph->table = g_new0(guint32, graph->table_size);
  graph->names = g_ptr_array_new_with_free_func(g_free);
  noslip_graph_rational(graph, (NoslipRational){0, 1});
  noslip_graph_rational(graph, NOSLIP_RATIONAL_ONE);
  noslip_expr_pi(graph);
  return graph;
}

NoslipGraph *
noslip_graph_copy(const NoslipGraph *graph)
{
  NoslipGraph *copy = g_new0(NoslipGraph, 1);
  copy->n_nodes = graph->n_nodes;
  copy->nodes_size = graph->nodes_size;
  copy->nodes = g_new(NoslipNode, copy->nodes_size);
  memcpy(copy->nodes, graph->nodes, graph->n_nodes * sizeof *graph->nodes);
  copy->n_parts = graph->n_parts;
  copy->parts_size = graph->parts_size;
  copy->parts = g_new(NoslipPart, copy->parts_size);
  memcpy(copy->parts, graph->parts, graph->n_parts * sizeof *graph->parts);
  copy->table_size = graph->table_size;
  copy->table = g_new(guint32, copy->table_size);
  memcpy(copy->table, graph->table, graph->table_size * sizeof *graph->table);
  copy->names = g_ptr_array_new_with_free_func(g_free);
  for (guint i = 0; i < graph->names->len; i++)
    g_ptr_array_add(copy->names, g_strdup(g_ptr_array_index(graph->names, i)));
  if (graph->functions != NULL)
    copy->functions = g_array_copy(graph->functions);
  copy->most_nodes = graph->most_nodes;
  copy->failed = graph->failed;
  return copy;
}

void
noslip_graph_free(NoslipGraph *graph)
{
  if (graph == NULL)
    return;
  g_free(graph->nodes);
  g_free(graph->parts);
  g_free(graph->table);
  g_ptr_array_unref(graph->names);
  if (graph->functions != NULL)
    g_array_unref(graph->functions);
  noslip_memo_clear(&graph->derivatives);
  noslip_memo_clear(&graph->simplified);
  noslip_memo_clear(&graph->unsimplified);
  g_free(graph);
}

guint
noslip_graph_size(const NoslipGraph *graph)
{
  return graph->n_nodes;
}

gboolean
noslip_graph_is_crowded(const NoslipGraph *graph)
{
  return graph->n_nodes > graph->most_nodes / 10;
}

gboolean
noslip_graph_failed(const NoslipGraph *graph)
{
  return graph->failed;
}

NoslipExpr
noslip_graph_rational(NoslipGraph *graph, NoslipRational value)
{
  NoslipPart part = {.expr = 0, .number = value};
  return noslip_graph_intern(graph, NOSLIP_OP_NUMBER, 1, &part);
}

NoslipExpr
noslip_graph_real(NoslipGraph *graph, double value)
{
  if (value == 0)
    return NOSLIP_ZERO;
  if (isnan(value))
    value = (double) NAN;
  NoslipPart part = {.expr = 0, .number = {0, 1}};
  memcpy(&part.number.num, &value, sizeof value);
  return noslip_graph_intern(graph, NOSLIP_OP_REAL, 1, &part);
}

NoslipExpr
noslip_expr_pi(NoslipGraph *graph)
{
  return noslip_graph_intern(graph, NOSLIP_OP_PI, 0, NULL);
}

NoslipExpr
noslip_expr_rational(NoslipGraph *graph, gint64 numerator, gint64 denominator)
{
  NoslipRational value;
  if (noslip_rational_new(numerator, denominator, &value))
    return noslip_graph_rational(graph, value);
  return noslip_graph_real(graph, (double) numerator / (double) denominator);
}

/* digits [. digits] [e digits] as num / den, both within 53 bits. */
static gboolean
exact_decimal(const char *text, NoslipRational *value)
{
  gint64 num = 0, scale = 0, exponent = 0;
  gboolean negative = *text == '-', point = FALSE;
  if (*text == '-' || *text == '+')
    text++;
  for (; g_ascii_isdigit(*text) || (*text == '.' && !point); text++) {
    if (*text == '.') {
      point = TRUE;
      continue;
    }
    if (num > NOSLIP_RATIONAL_MOST / 10)
      return FALSE;
    num = num * 10 + (*text - '0');
    scale += point;
  }
  if (*text == 'e' || *text == 'E') {
    exponent = g_ascii_strtoll(text + 1, NULL, 10);
    exponent = CLAMP(exponent, -1000, 1000);
  }
  exponent -= scale;
  gint64 den = 1;
  if (num == 0)
    exponent = 0;
  for (; exponent < 0 && num % 10 == 0; exponent++)
    num /= 10;
  for (; exponent > 0; exponent--) {
    if (num > NOSLIP_RATIONAL_MOST / 10)
      return FALSE;
    num *= 10;
  }
  for (; exponent < 0; exponent++) {
    if (den > NOSLIP_RATIONAL_MOST / 10)
      return FALSE;
    den *= 10;
  }
  return noslip_rational_new(negative ? -num : num, den, value);
}

NoslipExpr
noslip_expr_decimal(NoslipGraph *graph, const char *text)
{
  NoslipRational value;
  if (exact_decimal(text, &value))
    return noslip_graph_rational(graph, value);
  return noslip_graph_real(graph, noslip_decimal_value(text));
}

NoslipExpr
noslip_expr_number(NoslipGraph *graph, double value)
{
  if (!isfinite(value))
    return noslip_graph_real(graph, value);
  if (fabs(value) <= (double) NOSLIP_RATIONAL_MOST && value == floor(value))
    return noslip_expr_rational(graph, (gint64) value, 1);
  char text[NOSLIP_DECIMAL_SIZE];
  NoslipRational exact;
  if (exact_decimal(noslip_decimal_text(value, text), &exact) && noslip_rational_value(exact) == value)
    return noslip_graph_rational(graph, exact);
  return noslip_graph_real(graph, value);
}

NoslipExpr
noslip_expr_symbol(NoslipGraph *graph, const char *name)
{
  if (graph->failed)
    return NOSLIP_ZERO;
  guint32 hash = g_str_hash(name) * 2654435761u;
  guint mask = graph->table_size - 1;
  for (guint slot = hash & mask; graph->table[slot] != 0; slot = (slot + 1) & mask) {
    NoslipExpr e = graph->table[slot] - 1;
    if (graph->nodes[e].hash == hash && graph->nodes[e].op == NOSLIP_OP_SYMBOL &&
        strcmp(noslip_expr_symbol_name(graph, e), name) == 0)
      return e;
  }
  NoslipPart part = {.expr = graph->names->len, .number = NOSLIP_RATIONAL_ONE};
  g_ptr_array_add(graph->names, g_strdup(name));
  return noslip_graph_intern(graph, NOSLIP_OP_SYMBOL, 1, &part);
}

NoslipExpr
noslip_expr_function(NoslipGraph *graph, const char *name, NoslipExpr variable, NoslipExpr rate)
{
  NoslipExpr symbol = noslip_expr_symbol(graph, name);
  if (graph->failed)
    return symbol;
  if (graph->functions == NULL)
    graph->functions = g_array_new(FALSE, FALSE, sizeof(NoslipFunction));
  graph->nodes[symbol].symbols |= graph->nodes[variable].symbols;
  const NoslipFunction function = {symbol, variable, rate};
  g_array_append_val(graph->functions, function);
  return symbol;
}

NoslipExpr
noslip_graph_rate(const NoslipGraph *graph, NoslipExpr symbol, NoslipExpr variable)
{
  for (guint i = 0; graph->functions != NULL && i < graph->functions->len; i++) {
    const NoslipFunction *function = &g_array_index(graph->functions, NoslipFunction, i);
    if (function->symbol == symbol && function->variable == variable)
      return function->rate;
  }
  return NOSLIP_ZERO;
}

NoslipOp
noslip_expr_op(const NoslipGraph *graph, NoslipExpr e)
{
  return (NoslipOp) noslip_graph_node(graph, e)->op;
}

gboolean
noslip_graph_is_rational(const NoslipGraph *graph, NoslipExpr e, NoslipRational *value)
{
  if (noslip_expr_op(graph, e) != NOSLIP_OP_NUMBER)
    return FALSE;
  *value = noslip_graph_parts(graph, e)->number;
  return TRUE;
}

double
noslip_graph_number_value(const NoslipGraph *graph, NoslipExpr e)
{
  const NoslipPart *part = noslip_graph_parts(graph, e);
  double value;
  switch (noslip_expr_op(graph, e)) {
  case NOSLIP_OP_NUMBER:
    return noslip_rational_value(part->number);
  case NOSLIP_OP_REAL:
    memcpy(&value, &part->number.num, sizeof value);
    return value;
  case NOSLIP_OP_PI:
    return G_PI;
  default:
    return (double) NAN;
  }
}

gboolean
noslip_expr_is_number(const NoslipGraph *graph, NoslipExpr e, double *value)
{
  NoslipOp op = noslip_expr_op(graph, e);
  if (op != NOSLIP_OP_NUMBER && op != NOSLIP_OP_REAL)
    return FALSE;
  if (value != NULL)
    *value = noslip_graph_number_value(graph, e);
  return TRUE;
}

const char *
noslip_expr_symbol_name(const NoslipGraph *graph, NoslipExpr e)
{
  if (noslip_expr_op(graph, e) != NOSLIP_OP_SYMBOL)
    return NULL;
  return g_ptr_array_index(graph->names, noslip_graph_parts(graph, e)->expr);
}

guint
noslip_expr_n_operands(const NoslipGraph *graph, NoslipExpr e)
{
  const NoslipNode *node = noslip_graph_node(graph, e);
  return noslip_op_has_operands((NoslipOp) node->op) ? node->n : 0;
}

NoslipExpr
noslip_expr_operand(const NoslipGraph *graph, NoslipExpr e, guint i)
{
  return i < noslip_expr_n_operands(graph, e) ? noslip_graph_parts(graph, e)[i].expr : NOSLIP_ZERO;
}

double
noslip_expr_operand_number(const NoslipGraph *graph, NoslipExpr e, guint i)
{
  NoslipOp op = noslip_expr_op(graph, e);
  if ((op != NOSLIP_OP_SUM && op != NOSLIP_OP_PRODUCT) || i >= noslip_expr_n_operands(graph, e))
    return 1;
  return noslip_rational_value(noslip_graph_parts(graph, e)[i].number);
}
