/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of the witness: a row for each node, a number or a vector of jets. */
#include "core/base/decimal.h"
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

static gboolean
is_vector(const WitnessValue *value)
{
  return value->shape == WITNESS_PAIR || value->shape == WITNESS_TRIPLE;
}

/* a x b; of two pairs its third component, a number. */
static void
cross(WitnessTree *tree, WitnessValue *a, const WitnessValue *b)
{
  WitnessValue out = {0};
  NoslipJet *term = noslip_witness_take(tree);
  guint first = a->shape == WITNESS_PAIR ? 2 : 0;
  noslip_witness_value_resize(tree, &out, a->shape == WITNESS_PAIR ? WITNESS_NUMBER : WITNESS_TRIPLE);
  for (guint i = 0; i < out.shape; i++) {
    guint j = (first + i + 1) % 3, k = (first + i + 2) % 3;
    noslip_jet_copy(out.jet[i], a->jet[j]);
    noslip_jet_multiply(out.jet[i], b->jet[k]);
    noslip_jet_copy(term, a->jet[k]);
    noslip_jet_multiply(term, b->jet[j]);
    noslip_jet_add(out.jet[i], term, -1);
  }
  noslip_witness_give(tree, term);
  noslip_witness_value_copy(tree, a, &out);
  noslip_witness_value_clear(tree, &out);
}

/* `a`, a rotation, becomes R b or its inverse times b. */
static gboolean
turn(WitnessTree *tree, WitnessValue *a, const WitnessValue *b)
{
  if (b->shape != WITNESS_TRIPLE)
    return noslip_witness_unknown_form(tree);
  const WitnessRotation *rotation = &g_array_index(tree->rotations, WitnessRotation, a->rotation);
  gboolean inverse = a->inverse;
  NoslipJet *entry = noslip_witness_take(tree);
  noslip_witness_value_resize(tree, a, 0);
  noslip_witness_value_resize(tree, a, WITNESS_TRIPLE);
  for (guint i = 0; i < 3; i++) {
    noslip_jet_set_constant(a->jet[i], 0);
    for (guint j = 0; j < 3; j++) {
      noslip_witness_rotation_entry(tree, rotation, 1 + (inverse ? j : i), 1 + (inverse ? i : j), entry);
      noslip_jet_multiply(entry, b->jet[j]);
      noslip_jet_add(a->jet[i], entry, 1);
    }
  }
  noslip_witness_give(tree, entry);
  return TRUE;
}

static gboolean
multiply(WitnessTree *tree, WitnessValue *a, const WitnessValue *b)
{
  if (a->shape == WITNESS_TURN)
    return turn(tree, a, b);
  if ((is_vector(a) && is_vector(b)) || b->shape == WITNESS_TURN)
    return noslip_witness_unknown_form(tree);
  if (is_vector(b)) {
    WitnessValue factor = {0};
    noslip_witness_value_copy(tree, &factor, a);
    noslip_witness_value_copy(tree, a, b);
    for (guint i = 0; i < a->shape; i++)
      noslip_jet_multiply(a->jet[i], factor.jet[0]);
    noslip_witness_value_clear(tree, &factor);
    return TRUE;
  }
  for (guint i = 0; i < a->shape; i++)
    noslip_jet_multiply(a->jet[i], b->jet[0]);
  return TRUE;
}

static gboolean
is_plain_zero(const WitnessValue *value)
{
  return value->shape == WITNESS_NUMBER && value->jet[0]->constant && value->jet[0]->series[0].value[0] == 0 &&
         value->jet[0]->series[0].value[1] == 0;
}

/* A sum with a plain 0 instead of a vector, the result of an empty sum( ). FALSE if it is not such a sum. */
static gboolean
add_zero(WitnessTree *tree, const Node *node, WitnessValue *a, const WitnessValue *b)
{
  if (b == NULL || a->shape == b->shape || (node->kind != NODE_ADD && node->kind != NODE_SUB))
    return FALSE;
  if (is_vector(a) && is_plain_zero(b))
    return TRUE;
  if (!is_vector(b) || !is_plain_zero(a))
    return FALSE;
  noslip_witness_value_copy(tree, a, b);
  for (guint i = 0; i < a->shape && node->kind == NODE_SUB; i++)
    noslip_jet_scale(a->jet[i], -1);
  return TRUE;
}

/* Sums, quotients, signs and rates, component by component. */
static gboolean
each_component(WitnessTree *tree, const Node *node, WitnessValue *a, const WitnessValue *b)
{
  if (add_zero(tree, node, a, b))
    return TRUE;
  if (a->shape == WITNESS_TURN || (b != NULL && b->shape != (node->kind == NODE_DIV ? WITNESS_NUMBER : a->shape)))
    return noslip_witness_unknown_form(tree);
  for (guint i = 0; i < a->shape; i++)
    switch ((NodeKind) node->kind) {
    case NODE_ADD:
      noslip_jet_add(a->jet[i], b->jet[i], 1);
      break;
    case NODE_SUB:
      noslip_jet_add(a->jet[i], b->jet[i], -1);
      break;
    case NODE_DIV:
      noslip_jet_divide(a->jet[i], b->jet[0]);
      break;
    case NODE_NEG:
      noslip_jet_scale(a->jet[i], -1);
      break;
    default:
      noslip_witness_rate(tree, a->jet[i]);
      break;
    }
  return TRUE;
}

/* dot, cross and norm, and the construction and components of a vector. */
static gboolean
vector_node(WitnessTree *tree, const Node *node, WitnessValue *a, const WitnessValue *b, const WitnessValue *c)
{
  if (node->kind == NODE_VECTOR) {
    if (a->shape != WITNESS_NUMBER || b->shape != WITNESS_NUMBER || (c != NULL && c->shape != WITNESS_NUMBER))
      return noslip_witness_unknown_form(tree);
    noslip_witness_value_resize(tree, a, node->op);
    noslip_jet_copy(a->jet[1], b->jet[0]);
    if (c != NULL)
      noslip_jet_copy(a->jet[2], c->jet[0]);
    return TRUE;
  }
  if (!is_vector(a) || (b != NULL && b->shape != a->shape))
    return noslip_witness_unknown_form(tree);
  if (node->kind == NODE_CROSS) {
    cross(tree, a, b);
    return TRUE;
  }
  NoslipJet *result = noslip_witness_take(tree);
  guint i = (guint) (node->op - 'x');
  if (node->kind == NODE_COMPONENT)
    noslip_jet_copy(result, a->jet[MIN(i, a->shape - 1)]);
  else
    noslip_witness_dot(tree, a, node->kind == NODE_NORM ? a : b, result);
  if (node->kind == NODE_NORM)
    noslip_jet_function("sqrt", result);
  noslip_witness_value_resize(tree, a, WITNESS_NUMBER);
  noslip_jet_copy(a->jet[0], result);
  noslip_witness_give(tree, result);
  return TRUE;
}

/* transpose(R), and the angular velocity omega(R) along axes fixed in space. */
static gboolean
rotation_node(WitnessTree *tree, const Node *node, const Token *token, WitnessValue *a)
{
  guint component;
  const WitnessName *name = noslip_witness_find_name(tree, token->text, &component);
  if (name == NULL || name->is != IS_ROTATION)
    return noslip_witness_fail(tree, _("%s is not known"), token->text);
  const WitnessRotation *rotation = &g_array_index(tree->rotations, WitnessRotation, name->index);
  if (node->kind == NODE_SPIN) {
    WitnessValue omega = {0};
    noslip_witness_value_resize(tree, &omega, WITNESS_TRIPLE);
    for (guint i = 0; i < 3; i++)
      if (tree->at_rest)
        noslip_jet_set_constant(omega.jet[i], 0);
      else
        noslip_jet_copy(omega.jet[i], tree->y[rotation->omega[i]]);
    noslip_witness_value_copy(tree, a, &omega);
    if (rotation->body) {
      noslip_witness_value_resize(tree, a, WITNESS_TURN);
      a->rotation = name->index;
      a->inverse = FALSE;
      turn(tree, a, &omega);
    }
    noslip_witness_value_clear(tree, &omega);
    return TRUE;
  }
  noslip_witness_value_resize(tree, a, WITNESS_TURN);
  a->rotation = name->index;
  a->inverse = TRUE;
  return TRUE;
}

static gboolean
evaluate_function(WitnessTree *tree, const char *name, WitnessValue *a, const WitnessValue *b)
{
  return (b != NULL ? noslip_jet_function_of_two(name, a->jet[0], b->jet[0]) : noslip_jet_function(name, a->jet[0])) ||
         noslip_witness_fail(tree, _("the function %s is not known"), name);
}

/* The number of operands of the node, or -1 if the witness cannot evaluate it. */
static int
n_operands(const Node *node, const char *text)
{
  switch ((NodeKind) node->kind) {
  case NODE_NUMBER:
  case NODE_DEGREES:
  case NODE_PI:
  case NODE_NAME:
  case NODE_LAMBDA:
  case NODE_MOMENTUM:
  case NODE_TRANSPOSE:
  case NODE_SPIN:
    return 0;
  case NODE_NEG:
  case NODE_RATE:
  case NODE_NOT:
  case NODE_NORM:
  case NODE_COMPONENT:
    return 1;
  case NODE_IF:
    return 3;
  case NODE_VECTOR:
    return node->op;
  case NODE_COMPARE:
  case NODE_AND:
  case NODE_OR:
  case NODE_ADD:
  case NODE_SUB:
  case NODE_MUL:
  case NODE_DIV:
  case NODE_POW:
  case NODE_DOT:
  case NODE_CROSS:
    return 2;
  case NODE_FUNCTION:
    return strcmp(text, "atan2") == 0 || strcmp(text, "min") == 0 || strcmp(text, "max") == 0 ? 2 : 1;
  default:
    return -1;
  }
}

/* Whether the condition holds; comparisons and conditions are 1 or 0. */
static gboolean
holds(const Node *node, double a, double b)
{
  switch ((NodeKind) node->kind) {
  case NODE_AND:
    return a != 0 && b != 0;
  case NODE_OR:
    return a != 0 || b != 0;
  case NODE_NOT:
    return a == 0;
  case NODE_COMPARE:
    return node->op == '<' ? a < b : node->op == '>' ? a > b : node->op == OP_LESS_EQUAL ? a <= b : a >= b;
  default:
    return FALSE;
  }
}

/* A node without operands. */
static gboolean
evaluate_leaf(WitnessTree *tree, const Node *node, const Token *token, WitnessValue *a)
{
  switch ((NodeKind) node->kind) {
  case NODE_NUMBER:
    noslip_jet_set_constant(a->jet[0], noslip_decimal_value(token->text));
    return TRUE;
  case NODE_DEGREES:
    noslip_jet_set_constant(a->jet[0], noslip_decimal_value(token->text) * G_PI / 180);
    return TRUE;
  case NODE_PI:
    noslip_jet_set_constant(a->jet[0], G_PI);
    return TRUE;
  case NODE_NAME:
    return noslip_witness_evaluate_name(tree, token, a);
  case NODE_LAMBDA:
    return noslip_witness_evaluate_multiplier(tree, token->text, a->jet[0]);
  case NODE_MOMENTUM:
    return noslip_witness_evaluate_momentum(tree, token->text, a->jet[0]);
  default:
    return rotation_node(tree, node, token, a);
  }
}

/* A node of numbers alone. */
static gboolean
evaluate_numbers(WitnessTree *tree, const Node *node, const Token *token, WitnessValue *a, const WitnessValue *b)
{
  if (a->shape != WITNESS_NUMBER || (b != NULL && b->shape != WITNESS_NUMBER))
    return noslip_witness_unknown_form(tree);
  if (node->kind == NODE_POW)
    noslip_jet_power(a->jet[0], b->jet[0]);
  else if (node->kind == NODE_FUNCTION)
    return evaluate_function(tree, token->text, a, b);
  else
    noslip_jet_set_constant(a->jet[0],
                            holds(node, a->jet[0]->series[0].value[0], b != NULL ? b->jet[0]->series[0].value[0] : 0));
  return TRUE;
}

/* `a` becomes the value of the node with the operands a, b and c. */
static gboolean
evaluate_node(WitnessTree *tree, const Node *node, WitnessValue *a, const WitnessValue *b, const WitnessValue *c)
{
  const Token *token = noslip_source_token(tree->source, node->token);
  switch ((NodeKind) node->kind) {
  case NODE_MUL:
    return multiply(tree, a, b);
  case NODE_ADD:
  case NODE_SUB:
  case NODE_DIV:
  case NODE_NEG:
  case NODE_RATE:
    return each_component(tree, node, a, b);
  case NODE_VECTOR:
  case NODE_COMPONENT:
  case NODE_DOT:
  case NODE_CROSS:
  case NODE_NORM:
    return vector_node(tree, node, a, b, c);
  case NODE_IF:
    if (a->shape != WITNESS_NUMBER)
      return noslip_witness_unknown_form(tree);
    noslip_witness_value_copy(tree, a, a->jet[0]->series[0].value[0] != 0 ? b : c);
    return TRUE;
  case NODE_POW:
  case NODE_FUNCTION:
  case NODE_COMPARE:
  case NODE_AND:
  case NODE_OR:
  case NODE_NOT:
    return evaluate_numbers(tree, node, token, a, b);
  default:
    return evaluate_leaf(tree, node, token, a);
  }
}

/* One row: its operands are taken from the rows before. */
static gboolean
evaluate_row(WitnessTree *tree, const Span *span, WitnessValue *rows, guint row)
{
  const Node *node = noslip_source_node(tree->source, span->first + row);
  int count = n_operands(node, noslip_source_token(tree->source, node->token)->text);
  WitnessValue operand[3] = {0};
  if (count < 0) {
    g_autofree char *form = noslip_source_slice(tree->source, span->token, span->last);
    return noslip_witness_fail(tree, _("the text has a form that the witness does not support: %s"), form);
  }
  for (int i = 0; i < count; i++) {
    WitnessValue *from = &rows[node->operand[i] - span->first];
    operand[i] = *from;
    *from = (WitnessValue){0};
  }
  if (count == 0)
    noslip_witness_value_resize(tree, &operand[0], WITNESS_NUMBER);
  gboolean good =
      evaluate_node(tree, node, &operand[0], count > 1 ? &operand[1] : NULL, count > 2 ? &operand[2] : NULL);
  rows[row] = operand[0];
  noslip_witness_value_clear(tree, &operand[1]);
  noslip_witness_value_clear(tree, &operand[2]);
  return good;
}

gboolean
noslip_witness_evaluate_span(WitnessTree *tree, const Span *span, WitnessValue *result)
{
  guint n = span->root - span->first + 1;
  g_autofree WitnessValue *rows = g_new0(WitnessValue, n);
  gboolean good = TRUE;
  for (guint row = 0; row < n && good; row++)
    good = evaluate_row(tree, span, rows, row);
  if (good)
    noslip_witness_value_copy(tree, result, &rows[n - 1]);
  for (guint row = 0; row < n; row++)
    noslip_witness_value_clear(tree, &rows[row]);
  return good;
}
