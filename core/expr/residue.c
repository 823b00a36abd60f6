/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/expr/residue.h"

#include "core/expr/graph-private.h"
#include "core/expr/residue-private.h"

#include <math.h>

/* The elements of a term u of an angle or exponent are those of u / PARTS: sin(u/2) and sin(u/3) are then powers of the
 * same element. */
#define PARTS 24
/* Larger multiples of a term, and fractions that are no multiple of 1 / PARTS, have separate elements. */
#define MOST_MULTIPLE 64
#define THOUSANDS_MOST 100

struct _NoslipResidues {
  const NoslipGraph *graph;
  guint n; /* nodes */
  guint64 *values;
  guint32 *valid; /* values[i] is valid if valid[i] is `round` */
  guint32 round;
  guint64 *given; /* of symbols, where given_at[i] is `start` */
  guint32 *given_at;
  guint32 start;
  guint64 seed, state;
  gboolean branched;
  GArray *stack; /* of NoslipExpr */
};

NoslipResidues *
noslip_residues_new(const NoslipGraph *graph)
{
  NoslipResidues *residues = g_new0(NoslipResidues, 1);
  residues->graph = graph;
  residues->n = noslip_graph_size(graph);
  residues->values = g_new0(guint64, (gsize) residues->n + 1);
  residues->valid = g_new0(guint32, (gsize) residues->n + 1);
  residues->given = g_new0(guint64, (gsize) residues->n + 1);
  residues->given_at = g_new0(guint32, (gsize) residues->n + 1);
  residues->stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  noslip_residues_start(residues, 0);
  return residues;
}

void
noslip_residues_free(NoslipResidues *residues)
{
  if (residues == NULL)
    return;
  g_free(residues->values);
  g_free(residues->valid);
  g_free(residues->given);
  g_free(residues->given_at);
  g_array_unref(residues->stack);
  g_free(residues);
}

/* Sebastiano Vigna's splitmix64. */
static guint64
mix(guint64 z)
{
  z += 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void
noslip_residues_start(NoslipResidues *residues, guint64 seed)
{
  residues->round++;
  residues->start++;
  residues->seed = mix(seed);
  residues->state = mix(residues->seed);
  residues->branched = FALSE;
}

guint64
noslip_residues_random(NoslipResidues *residues)
{
  residues->state = mix(residues->state);
  return residues->state % NOSLIP_RESIDUE_PRIME;
}

/* The random element of an expression at this point; `use` distinguishes several elements of one expression. */
static guint64
element(const NoslipResidues *residues, NoslipExpr e, guint use)
{
  return mix(residues->seed ^ mix(((guint64) use << 32) + e)) % NOSLIP_RESIDUE_PRIME;
}

/* The same in a unit: elements of one expression in different units are independent. Unit 0 is the plain one. */
static guint64
element_in(const NoslipResidues *residues, NoslipExpr e, guint use, guint64 unit)
{
  guint64 at = ((guint64) use << 32) + e;
  return mix(residues->seed ^ mix(unit == 0 ? at : at ^ mix(unit))) % NOSLIP_RESIDUE_PRIME;
}

enum { USE_VALUE, USE_CIRCLE, USE_EXPONENTIAL };

void
noslip_residues_set(NoslipResidues *residues, NoslipExpr symbol, guint64 value)
{
  g_return_if_fail(symbol < residues->n);
  residues->given[symbol] = value;
  residues->given_at[symbol] = residues->start;
  residues->round++;
}

gboolean
noslip_residues_branched(const NoslipResidues *residues)
{
  return residues->branched;
}

static gboolean
real_value(double value, guint64 *residue)
{
  int exponent;
  if (!isfinite(value))
    return FALSE;
  double mantissa = frexp(value, &exponent);
  *residue = noslip_residue_integer((gint64) ldexp(mantissa, 53));
  guint64 power = noslip_residue_pow(2, (guint64) ABS(exponent - 53));
  *residue = noslip_residue_mul(*residue, exponent < 53 ? noslip_residue_inverse(power) : power);
  return TRUE;
}

static guint64
rational_value(NoslipRational number)
{
  guint64 value = noslip_residue_integer(number.num);
  if (number.den == 1)
    return value;
  return noslip_residue_mul(value, noslip_residue_inverse(noslip_residue_integer(number.den)));
}

/* base^(num / den): square roots as long as den is even, then the one odd root. */
static gboolean
power_value(NoslipResidues *residues, guint64 base, NoslipRational exponent, guint64 *value)
{
  guint64 odd = (guint64) exponent.den, n = (guint64) ABS(exponent.num), root = base;
  for (; odd % 2 == 0; odd /= 2) {
    residues->branched = TRUE;
    if (!noslip_residue_sqrt(root, &root))
      return FALSE;
  }
  if (odd > 1) { /* with odd * inverse = 1 modulo p - 1, which is one of the numbers (1 + s (p - 1)) / odd */
    guint64 inverse = 0;
    for (guint64 s = 1; s < odd && odd < 100 && inverse == 0; s++) {
      guint64 rest = (1 + s * ((NOSLIP_RESIDUE_PRIME - 1) % odd)) % odd;
      if (rest == 0)
        inverse = (NOSLIP_RESIDUE_PRIME - 1) / odd * s + (1 + s * ((NOSLIP_RESIDUE_PRIME - 1) % odd)) / odd;
    }
    if (inverse == 0)
      return FALSE;
    root = noslip_residue_pow(root, inverse);
  }
  if (exponent.num < 0 && root == 0)
    return FALSE;
  *value = noslip_residue_pow(root, n);
  if (exponent.num < 0)
    *value = noslip_residue_inverse(*value);
  return TRUE;
}

/* c + s i with c^2 + s^2 = 1. */
typedef struct {
  guint64 c, s;
} Circle;

static Circle
circle_mul(Circle a, Circle b)
{
  return (Circle){
      noslip_residue_sub(noslip_residue_mul(a.c, b.c), noslip_residue_mul(a.s, b.s)),
      noslip_residue_add(noslip_residue_mul(a.c, b.s), noslip_residue_mul(a.s, b.c)),
  };
}

/* The point of the circle for u / PARTS: ((1 - h^2) / (1 + h^2), 2 h / (1 + h^2)); 1 + h^2 is never 0. */
static Circle
circle_of(const NoslipResidues *residues, NoslipExpr u, guint64 unit)
{
  guint64 h = element_in(residues, u, USE_CIRCLE, unit), square = noslip_residue_mul(h, h);
  guint64 inverse = noslip_residue_inverse(noslip_residue_add(1, square));
  return (Circle){noslip_residue_mul(noslip_residue_sub(1, square), inverse),
                  noslip_residue_mul(noslip_residue_add(h, h), inverse)};
}

static Circle
circle_pow(Circle a, gint64 n)
{
  Circle power = {1, 0};
  if (n < 0)
    a.s = noslip_residue_sub(0, a.s);
  for (guint64 left = (guint64) ABS(n); left > 0; left >>= 1) {
    if ((left & 1) != 0)
      power = circle_mul(power, a);
    a = circle_mul(a, a);
  }
  return power;
}

/* The integer k with k u / PARTS = number * u; FALSE if it is not an integer, or too large. */
static gboolean
multiple_of(NoslipRational number, gint64 *multiple)
{
  if (PARTS % number.den != 0 || ABS(number.num) > MOST_MULTIPLE * number.den)
    return FALSE;
  *multiple = number.num * (PARTS / number.den);
  return TRUE;
}

/* number * u as a multiple of the elements of u / PARTS in a unit. Numbers that are not small multiples belong to the
 * unit of a power of a thousand, like an angle in microradians, or to a unit of their own. */
static guint64
unit_of(NoslipRational number, gint64 *multiple)
{
  if (multiple_of(number, multiple))
    return 0;
  int thousands = (int) lround(log10(fabs(noslip_rational_value(number))) / 3);
  NoslipRational power, rest;
  if (thousands != 0 && noslip_rational_pow((NoslipRational){1000, 1}, -thousands, &power) &&
      noslip_rational_mul(number, power, &rest) && multiple_of(rest, multiple))
    return (guint64) (THOUSANDS_MOST + thousands);
  *multiple = number.num < 0 ? -1 : 1;
  return mix((guint64) ABS(number.num)) ^ mix(mix((guint64) number.den));
}

/* The terms of an argument: those of a sum, or the argument itself. */
static guint
argument_terms(const NoslipGraph *graph, NoslipExpr argument, const NoslipPart **terms, NoslipPart *self)
{
  const NoslipNode *node = noslip_graph_node(graph, argument);
  *self = (NoslipPart){argument, NOSLIP_RATIONAL_ONE};
  *terms = node->op == NOSLIP_OP_SUM ? noslip_graph_parts(graph, argument) : self;
  return node->op == NOSLIP_OP_SUM ? node->n : 1;
}

/* The cosine and sine of an argument. Halves of pi rotate by quarter turns. */
static Circle
angle(const NoslipResidues *residues, NoslipExpr argument)
{
  NoslipPart self;
  const NoslipPart *terms;
  Circle sum = {1, 0};
  if (argument == NOSLIP_ZERO)
    return sum;
  guint n = argument_terms(residues->graph, argument, &terms, &self);
  for (guint i = 0; i < n; i++) {
    gint64 multiple = 0;
    gboolean is_pi = noslip_expr_op(residues->graph, terms[i].expr) == NOSLIP_OP_PI;
    guint64 unit = unit_of(terms[i].number, &multiple);
    if (is_pi && unit == 0 && multiple % (PARTS / 2) == 0)
      sum = circle_mul(sum, circle_pow((Circle){0, 1}, multiple / (PARTS / 2)));
    else
      sum = circle_mul(sum, circle_pow(circle_of(residues, terms[i].expr, unit), multiple));
  }
  return sum;
}

static guint64
exponential(const NoslipResidues *residues, NoslipExpr argument)
{
  NoslipPart self;
  const NoslipPart *terms;
  guint64 product = 1;
  if (argument == NOSLIP_ZERO)
    return product;
  guint n = argument_terms(residues->graph, argument, &terms, &self);
  for (guint i = 0; i < n; i++) {
    gint64 multiple = 0;
    guint64 unit = unit_of(terms[i].number, &multiple);
    guint64 base = element_in(residues, terms[i].expr, USE_EXPONENTIAL, unit);
    guint64 power = noslip_residue_pow(base, (guint64) ABS(multiple));
    product = noslip_residue_mul(product, multiple < 0 ? noslip_residue_inverse(power) : power);
  }
  return product;
}

static gboolean
quotient(guint64 a, guint64 b, guint64 *value)
{
  *value = noslip_residue_mul(a, noslip_residue_inverse(b));
  return b != 0;
}

static gboolean
function_value(NoslipResidues *residues, NoslipExpr e, NoslipOp op, guint64 *value)
{
  NoslipExpr argument = noslip_expr_operand(residues->graph, e, 0);
  guint64 a = residues->values[argument];
  Circle circle = {1, 0};
  guint64 grown = 1, shrunk = 1;
  if (op == NOSLIP_OP_SIN || op == NOSLIP_OP_COS || op == NOSLIP_OP_TAN)
    circle = angle(residues, argument);
  if (op == NOSLIP_OP_EXP || op == NOSLIP_OP_SINH || op == NOSLIP_OP_COSH || op == NOSLIP_OP_TANH) {
    grown = exponential(residues, argument);
    shrunk = noslip_residue_inverse(grown);
  }
  switch (op) {
  case NOSLIP_OP_SIN:
    *value = circle.s;
    return TRUE;
  case NOSLIP_OP_COS:
    *value = circle.c;
    return TRUE;
  case NOSLIP_OP_TAN:
    return quotient(circle.s, circle.c, value);
  case NOSLIP_OP_EXP:
    *value = grown;
    return TRUE;
  case NOSLIP_OP_SINH:
    return quotient(noslip_residue_sub(grown, shrunk), 2, value);
  case NOSLIP_OP_COSH:
    return quotient(noslip_residue_add(grown, shrunk), 2, value);
  case NOSLIP_OP_TANH:
    return quotient(noslip_residue_sub(grown, shrunk), noslip_residue_add(grown, shrunk), value);
  case NOSLIP_OP_SQRT:
    return power_value(residues, a, (NoslipRational){1, 2}, value);
  case NOSLIP_OP_SIGN:
  case NOSLIP_OP_ABS:
    residues->branched = TRUE;
    *value = noslip_residue_sign(a);
    if (op == NOSLIP_OP_ABS)
      *value = noslip_residue_mul(*value, a);
    return TRUE;
  case NOSLIP_OP_RATE:
  case NOSLIP_OP_BRACKET:
  case NOSLIP_OP_JACOBIATOR:
    return FALSE;
  default:
    *value = element(residues, e, USE_VALUE);
    return TRUE;
  }
}

static gboolean
sum_value(const NoslipResidues *residues, guint n, const NoslipPart *parts, guint64 *value)
{
  *value = 0;
  for (guint i = 0; i < n; i++)
    *value = noslip_residue_add(*value,
                                noslip_residue_mul(rational_value(parts[i].number), residues->values[parts[i].expr]));
  return TRUE;
}

static gboolean
product_value(NoslipResidues *residues, guint n, const NoslipPart *parts, guint64 *value)
{
  *value = 1;
  for (guint i = 0; i < n; i++) {
    guint64 factor;
    if (!power_value(residues, residues->values[parts[i].expr], parts[i].number, &factor))
      return FALSE;
    *value = noslip_residue_mul(*value, factor);
  }
  return TRUE;
}

/* The value of a node whose operands have values. */
static gboolean
node_value(NoslipResidues *residues, NoslipExpr e, guint64 *value)
{
  const NoslipGraph *graph = residues->graph;
  const NoslipNode *node = noslip_graph_node(graph, e);
  const NoslipPart *parts = noslip_graph_parts(graph, e);
  switch ((NoslipOp) node->op) {
  case NOSLIP_OP_NUMBER:
    *value = rational_value(parts[0].number);
    return TRUE;
  case NOSLIP_OP_REAL:
    return real_value(noslip_graph_number_value(graph, e), value);
  case NOSLIP_OP_SYMBOL:
    *value = residues->given_at[e] == residues->start ? residues->given[e] : element(residues, e, USE_VALUE);
    return TRUE;
  case NOSLIP_OP_SUM:
    return sum_value(residues, node->n, parts, value);
  case NOSLIP_OP_PRODUCT:
    return product_value(residues, node->n, parts, value);
  case NOSLIP_OP_PI:
  case NOSLIP_OP_POWER:
    *value = element(residues, e, USE_VALUE);
    return TRUE;
  default:
    return function_value(residues, e, (NoslipOp) node->op, value);
  }
}

/* Pushes the operands of a node that have no value yet; returns their number. */
static guint
push_operands(NoslipResidues *residues, NoslipExpr e)
{
  const NoslipNode *node = noslip_graph_node(residues->graph, e);
  const NoslipPart *parts = noslip_graph_parts(residues->graph, e);
  guint pushed = 0;
  for (guint i = 0; i < node->n && noslip_op_has_operands((NoslipOp) node->op); i++)
    if (residues->valid[parts[i].expr] != residues->round) {
      g_array_append_val(residues->stack, parts[i].expr);
      pushed++;
    }
  return pushed;
}

gboolean
noslip_residues_value(NoslipResidues *residues, NoslipExpr e, guint64 *value)
{
  g_return_val_if_fail(e < residues->n, FALSE);
  g_array_set_size(residues->stack, 0);
  g_array_append_val(residues->stack, e);
  while (residues->stack->len > 0) {
    NoslipExpr node = g_array_index(residues->stack, NoslipExpr, residues->stack->len - 1);
    if (residues->valid[node] != residues->round) {
      if (push_operands(residues, node) > 0)
        continue;
      if (!node_value(residues, node, &residues->values[node]))
        return FALSE;
      residues->valid[node] = residues->round;
    }
    g_array_set_size(residues->stack, residues->stack->len - 1);
  }
  *value = residues->values[e];
  return TRUE;
}
