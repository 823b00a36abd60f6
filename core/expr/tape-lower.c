/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lowers the n-ary nodes of a graph to values with one or two operands; equal values are shared. Each product is split
 * into a factor that depends only on constants, which is computed outside of the loop over states, and the rest. */
#include "core/expr/tape-private.h"

#include <math.h>
#include <string.h>

typedef struct {
  NoslipTapeValues *out;
  const NoslipGraph *graph;
  const NoslipReach *reach;
  NoslipMemo memo;    /* of (kind, a, b) */
  NoslipMemo numbers; /* of the bits of a double */
  NoslipMemo pairs;   /* of two factors: the number of products that contain both */
  /* node = factor * rest: `factor` of class NUMBER or CONSTANT, `rest` of class VARIABLE; NOSLIP_TAPE_NONE for 1 */
  struct {
    guint32 factor, rest;
  } * split;
  GArray *variables, *terms; /* of one product (Variable) and one sum (Term) */
} Lowering;

static NoslipTapeValue *
value_at(const Lowering *l, guint32 v)
{
  return &g_array_index(l->out->values, NoslipTapeValue, v);
}

static guint32
push(Lowering *l, NoslipTapeValue value)
{
  g_array_append_val(l->out->values, value);
  return l->out->values->len - 1;
}

static guint32
number(Lowering *l, double x)
{
  guint64 bits;
  memcpy(&bits, &x, sizeof bits);
  NoslipExpr known;
  if (bits != G_MAXUINT64 && noslip_memo_get(&l->numbers, bits + 1, &known))
    return known;
  guint32 v = push(l, (NoslipTapeValue){.kind = NOSLIP_TAPE_LEAF, .class = NOSLIP_TAPE_NUMBER, .number = x});
  if (bits != G_MAXUINT64)
    noslip_memo_put(&l->numbers, bits + 1, v);
  return v;
}

static guint32
operation(Lowering *l, NoslipTapeKind kind, guint32 a, guint32 b, guint32 c)
{
  if ((kind == NOSLIP_TAPE_ADD || kind == NOSLIP_TAPE_MUL) && a > b) {
    guint32 swap = a;
    a = b;
    b = swap;
  }
  NoslipTapeValue p = *value_at(l, a), q = b == NOSLIP_TAPE_NONE ? p : *value_at(l, b);
  guint8 class = MAX(p.class, q.class);
  if (class == NOSLIP_TAPE_NUMBER)
    return number(l, noslip_tape_kind_value(kind, p.number, q.number, (double) c));
  guint tag = kind == NOSLIP_TAPE_CALL ? NOSLIP_TAPE_N_KINDS + c : kind;
  guint64 key = (guint64) tag << 58 | (guint64) a << 29 | (b & ((1u << 29) - 1));
  NoslipExpr known;
  gboolean fits = a < 1u << 29 && (b < (1u << 29) - 1 || b == NOSLIP_TAPE_NONE);
  if (fits && noslip_memo_get(&l->memo, key, &known))
    return known;
  guint32 v = push(l, (NoslipTapeValue){.kind = (guint8) kind, .class = class, .a = a, .b = b, .c = c});
  if (fits)
    noslip_memo_put(&l->memo, key, v);
  return v;
}

static guint32
binary(Lowering *l, NoslipTapeKind kind, guint32 a, guint32 b)
{
  return operation(l, kind, a, b, NOSLIP_TAPE_NONE);
}

static gboolean
is_number(const Lowering *l, guint32 v, double x)
{
  const NoslipTapeValue *value = value_at(l, v);
  return value->class == NOSLIP_TAPE_NUMBER && value->number == x;
}

/* a * b; NOSLIP_TAPE_NONE stands for 1. */
static guint32
times(Lowering *l, guint32 a, guint32 b)
{
  if (a == NOSLIP_TAPE_NONE || b == NOSLIP_TAPE_NONE)
    return a == NOSLIP_TAPE_NONE ? b : a;
  if (is_number(l, a, 1.0) || is_number(l, b, 1.0))
    return is_number(l, a, 1.0) ? b : a;
  return binary(l, NOSLIP_TAPE_MUL, a, b);
}

/* The value of a node that has been lowered. */
static guint32
whole(Lowering *l, NoslipExpr e)
{
  guint i = noslip_reach_index(l->reach, e);
  return times(l, l->split[i].factor, l->split[i].rest);
}

static guint32
power(Lowering *l, guint32 base, NoslipRational exponent)
{
  gint64 n = ABS(exponent.num);
  if (exponent.den > 2 || n > 64)
    return operation(l, NOSLIP_TAPE_CALL, base, number(l, noslip_rational_value(exponent)), NOSLIP_OP_POWER);
  guint32 square = exponent.den == 2 ? operation(l, NOSLIP_TAPE_SQRT, base, NOSLIP_TAPE_NONE, NOSLIP_TAPE_NONE) : base;
  guint32 result = NOSLIP_TAPE_NONE;
  for (; n > 0; n >>= 1) {
    if ((n & 1) != 0)
      result = times(l, result, square);
    if (n > 1)
      square = binary(l, NOSLIP_TAPE_MUL, square, square);
  }
  return exponent.num < 0 ? binary(l, NOSLIP_TAPE_DIV, number(l, 1.0), result) : result;
}

/* A key for two factors, in either order. A collision of keys costs at most one operation. */
static guint64
pair_key(NoslipPart p, NoslipPart q)
{
  guint64 hash[2];
  for (guint i = 0; i < 2; i++) {
    NoslipPart part = i == 0 ? p : q;
    hash[i] = ((guint64) part.expr << 20) + (guint64) part.number.num * 64 + (guint64) part.number.den;
    hash[i] *= 0x9e3779b97f4a7c15u;
    hash[i] ^= hash[i] >> 29;
  }
  return (hash[0] + hash[1]) | 1;
}

#define MOST_PAIRED 12

static void
count_pairs(Lowering *l)
{
  for (guint i = 0; i < l->reach->n; i++) {
    const NoslipPart *parts = noslip_graph_parts(l->graph, l->reach->exprs[i]);
    guint n = noslip_expr_n_operands(l->graph, l->reach->exprs[i]);
    if (noslip_expr_op(l->graph, l->reach->exprs[i]) != NOSLIP_OP_PRODUCT || n > MOST_PAIRED)
      continue;
    for (guint j = 0; j < n; j++)
      for (guint k = 0; k < j; k++) {
        NoslipExpr count = 0;
        noslip_memo_get(&l->pairs, pair_key(parts[j], parts[k]), &count);
        noslip_memo_put(&l->pairs, pair_key(parts[j], parts[k]), count + 1);
      }
  }
}

/* One factor of a product whose value is of class VARIABLE. */
typedef struct {
  NoslipPart part;
  guint32 value;
} Variable;

/* The product of all factors. The pairs that most products contain are multiplied first, and so computed once. */
static guint32
multiply_variables(Lowering *l, GArray *variables)
{
  guint32 product = NOSLIP_TAPE_NONE;
  while (variables->len > 2 && variables->len <= MOST_PAIRED) {
    guint first = 1, second = 0;
    NoslipExpr most = 0, count;
    for (guint j = 0; j < variables->len; j++)
      for (guint k = 0; k < j; k++) {
        const Variable *p = &g_array_index(variables, Variable, j), *q = &g_array_index(variables, Variable, k);
        if (noslip_memo_get(&l->pairs, pair_key(p->part, q->part), &count) && count > most) {
          first = j;
          second = k;
          most = count;
        }
      }
    if (most < 2)
      break;
    guint32 pair =
        times(l, g_array_index(variables, Variable, first).value, g_array_index(variables, Variable, second).value);
    product = times(l, product, pair);
    g_array_remove_index(variables, first);
    g_array_remove_index(variables, second);
  }
  for (guint i = 0; i < variables->len; i++)
    product = times(l, product, g_array_index(variables, Variable, i).value);
  return product;
}

static void
lower_product(Lowering *l, guint index)
{
  NoslipExpr e = l->reach->exprs[index];
  const NoslipPart *parts = noslip_graph_parts(l->graph, e);
  guint32 factor = NOSLIP_TAPE_NONE;
  GArray *variables = l->variables;
  g_array_set_size(variables, 0);
  for (guint i = 0; i < noslip_graph_node(l->graph, e)->n; i++) {
    guint operand = noslip_reach_index(l->reach, parts[i].expr);
    guint32 base_factor = l->split[operand].factor, base_rest = l->split[operand].rest;
    if (parts[i].number.den != 1) {
      base_factor = whole(l, parts[i].expr);
      base_rest = NOSLIP_TAPE_NONE;
      if (value_at(l, base_factor)->class == NOSLIP_TAPE_VARIABLE) {
        base_rest = base_factor;
        base_factor = NOSLIP_TAPE_NONE;
      }
    }
    if (base_factor != NOSLIP_TAPE_NONE)
      factor = times(l, factor, power(l, base_factor, parts[i].number));
    if (base_rest != NOSLIP_TAPE_NONE) {
      Variable one = {parts[i], power(l, base_rest, parts[i].number)};
      g_array_append_val(variables, one);
    }
  }
  l->split[index].factor = factor;
  l->split[index].rest = multiply_variables(l, variables);
}

typedef struct {
  guint32 coefficient; /* of class NUMBER or CONSTANT, without the sign */
  guint32 rest;
  gboolean negative, done;
} Term;

/* sum + coefficient * rest; NOSLIP_TAPE_NONE stands for the sum 0 and the coefficient 1. */
static guint32
accumulate(Lowering *l, guint32 sum, guint32 coefficient, guint32 rest, gboolean negative)
{
  if (sum == NOSLIP_TAPE_NONE)
    return times(l, negative ? number(l, -1.0) : NOSLIP_TAPE_NONE, times(l, coefficient, rest));
  return binary(l, negative ? NOSLIP_TAPE_SUB : NOSLIP_TAPE_ADD, sum, times(l, coefficient, rest));
}

/* Terms with the same coefficient are added before the multiplication. */
static guint32
sum_group(Lowering *l, GArray *terms, guint first, guint32 sum)
{
  const Term *lead = &g_array_index(terms, Term, first);
  guint32 coefficient = lead->coefficient, inner = NOSLIP_TAPE_NONE;
  guint last = MIN(terms->len, first + 64), same = 0;
  for (guint i = first; i < last; i++) {
    const Term *term = &g_array_index(terms, Term, i);
    same += !term->done && term->coefficient == coefficient;
  }
  gboolean negative = lead->negative, grouped = same > 1 && coefficient != NOSLIP_TAPE_NONE;
  for (guint i = first; i < last; i++) {
    Term *term = &g_array_index(terms, Term, i);
    if (term->done || term->coefficient != coefficient)
      continue;
    term->done = TRUE;
    if (grouped)
      inner = accumulate(l, inner, NOSLIP_TAPE_NONE, term->rest, term->negative != negative);
    else
      sum = accumulate(l, sum, coefficient, term->rest, term->negative);
  }
  return grouped ? accumulate(l, sum, coefficient, inner, negative) : sum;
}

static void
lower_sum(Lowering *l, guint index)
{
  NoslipExpr e = l->reach->exprs[index];
  const NoslipPart *parts = noslip_graph_parts(l->graph, e);
  guint n = noslip_graph_node(l->graph, e)->n;
  guint32 fixed = NOSLIP_TAPE_NONE, sum;
  GArray *terms = l->terms;
  g_array_set_size(terms, 0);
  for (guint i = 0; i < n; i++) {
    guint operand = noslip_reach_index(l->reach, parts[i].expr);
    guint32 k = number(l, fabs(noslip_rational_value(parts[i].number)));
    Term term = {times(l, k, l->split[operand].factor), l->split[operand].rest, parts[i].number.num < 0, FALSE};
    if (n == 1 && term.negative) {
      term.coefficient = times(l, number(l, -1.0), term.coefficient);
      term.negative = FALSE;
    }
    if (is_number(l, term.coefficient, 1.0) && term.rest != NOSLIP_TAPE_NONE)
      term.coefficient = NOSLIP_TAPE_NONE;
    if (term.rest == NOSLIP_TAPE_NONE)
      fixed = accumulate(l, fixed, NOSLIP_TAPE_NONE, term.coefficient, term.negative);
    else
      g_array_append_val(terms, term);
  }
  if (terms->len == 1 && fixed == NOSLIP_TAPE_NONE) {
    const Term *only = &g_array_index(terms, Term, 0);
    l->split[index].factor = only->coefficient;
    l->split[index].rest = only->rest;
    return;
  }
  if (terms->len == 0) {
    l->split[index].factor = fixed;
    return;
  }
  sum = fixed;
  /* A positive term comes first, so that no sign change is needed. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < terms->len; i++) {
      const Term *term = &g_array_index(terms, Term, i);
      if (!term->done && (pass == 1 || sum != NOSLIP_TAPE_NONE || !term->negative))
        sum = sum_group(l, terms, i, sum);
    }
  l->split[index].rest = sum;
}

static void
set_whole(Lowering *l, guint index, guint32 v)
{
  gboolean variable = value_at(l, v)->class == NOSLIP_TAPE_VARIABLE;
  l->split[index].factor = variable ? NOSLIP_TAPE_NONE : v;
  l->split[index].rest = variable ? v : NOSLIP_TAPE_NONE;
}

static void
lower_node(Lowering *l, guint index)
{
  NoslipExpr e = l->reach->exprs[index];
  NoslipOp op = noslip_expr_op(l->graph, e);
  guint n = noslip_expr_n_operands(l->graph, e);
  l->split[index].factor = NOSLIP_TAPE_NONE;
  l->split[index].rest = NOSLIP_TAPE_NONE;
  if (op == NOSLIP_OP_SUM) {
    lower_sum(l, index);
  } else if (op == NOSLIP_OP_PRODUCT) {
    lower_product(l, index);
  } else if (n == 0) {
    set_whole(l, index, number(l, noslip_graph_number_value(l->graph, e)));
  } else {
    guint32 a = whole(l, noslip_expr_operand(l->graph, e, 0));
    guint32 b = n > 1 ? whole(l, noslip_expr_operand(l->graph, e, 1)) : NOSLIP_TAPE_NONE;
    NoslipTapeKind kind = op == NOSLIP_OP_SIN   ? NOSLIP_TAPE_SINCOS
                          : op == NOSLIP_OP_COS ? NOSLIP_TAPE_COS
                                                : NOSLIP_TAPE_CALL;
    set_whole(l, index, operation(l, kind, a, b, kind == NOSLIP_TAPE_CALL ? op : NOSLIP_TAPE_NONE));
  }
}

static guint32 *
lower_symbols(Lowering *l, guint n, const NoslipExpr *symbols, NoslipTapeClass class)
{
  guint32 *result = g_new(guint32, n + 1);
  for (guint i = 0; i < n; i++) {
    guint index = noslip_reach_index(l->reach, symbols[i]);
    result[i] = NOSLIP_TAPE_NONE;
    if (index == G_MAXUINT || l->split[index].factor != NOSLIP_TAPE_NONE || l->split[index].rest != NOSLIP_TAPE_NONE)
      continue;
    result[i] = push(l, (NoslipTapeValue){.kind = NOSLIP_TAPE_LEAF, .class = (guint8) class});
    set_whole(l, index, result[i]);
  }
  return result;
}

void
noslip_tape_lower(NoslipTapeValues *values, const NoslipGraph *graph, guint n_constants, const NoslipExpr *constants,
                  guint n_variables, const NoslipExpr *variables, guint n_outputs, const NoslipExpr *outputs)
{
  g_auto(NoslipReach) reach;
  noslip_reach_init(&reach, graph, n_outputs, outputs, NULL, NULL);
  values->values = g_array_sized_new(FALSE, FALSE, sizeof(NoslipTapeValue), 2 * reach.n + n_outputs);
  Lowering l = {.out = values, .graph = graph, .reach = &reach};
  l.split = g_malloc(reach.n * sizeof *l.split + 1);
  memset(l.split, 255, reach.n * sizeof *l.split);
  g_autoptr(GArray) factors = l.variables = g_array_sized_new(FALSE, FALSE, sizeof(Variable), 16);
  g_autoptr(GArray) terms = l.terms = g_array_sized_new(FALSE, FALSE, sizeof(Term), 16);
  values->variables = lower_symbols(&l, n_variables, variables, NOSLIP_TAPE_VARIABLE);
  values->constants = lower_symbols(&l, n_constants, constants, NOSLIP_TAPE_CONSTANT);
  count_pairs(&l);
  for (guint i = 0; i < reach.n; i++)
    if (l.split[i].factor == NOSLIP_TAPE_NONE && l.split[i].rest == NOSLIP_TAPE_NONE)
      lower_node(&l, i);
  values->outputs = g_new(guint32, n_outputs + 1);
  for (guint i = 0; i < n_outputs; i++)
    values->outputs[i] = whole(&l, outputs[i] < graph->n_nodes ? outputs[i] : NOSLIP_ZERO);
  noslip_memo_clear(&l.memo);
  noslip_memo_clear(&l.numbers);
  noslip_memo_clear(&l.pairs);
  g_free(l.split);
}

void
noslip_tape_values_clear(NoslipTapeValues *values)
{
  g_array_unref(values->values);
  g_free(values->constants);
  g_free(values->variables);
  g_free(values->outputs);
}
