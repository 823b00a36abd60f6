/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vectors of two or three numbers, and rotations applied to them. */
#include "core/language/scope-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

static void
refuse(Evaluation *evaluation, guint row, const Node *node, const char *remedy, const char *cause)
{
  evaluation->bad[row] = TRUE;
  noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED,
                           noslip_source_token(evaluation->source, node->token)->place, remedy, "%s", cause);
}

static NoslipExpr
dot(const Evaluation *evaluation, guint a, guint b)
{
  NoslipGraph *graph = evaluation->scope->graph;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < evaluation->shape[a]; i++)
    sum = noslip_expr_add_product(graph, sum, noslip_evaluation_component(evaluation, a, i),
                                  noslip_evaluation_component(evaluation, b, i));
  return sum;
}

/* The cross product; for two pairs only its third component, a number. */
static void
cross_node(Evaluation *evaluation, guint row, guint a, guint b)
{
  NoslipGraph *graph = evaluation->scope->graph;
  NoslipExpr out[3];
  gboolean pairs = evaluation->shape[a] == SHAPE_PAIR;
  for (guint i = 0; i < 3; i++) {
    guint j = (i + 1) % 3, k = (i + 2) % 3;
    out[i] = noslip_expr_sub_product(graph,
                                     noslip_expr_mul(graph, noslip_evaluation_component(evaluation, a, j),
                                                     noslip_evaluation_component(evaluation, b, k)),
                                     noslip_evaluation_component(evaluation, a, k),
                                     noslip_evaluation_component(evaluation, b, j));
  }
  noslip_evaluation_set(evaluation, row, pairs ? SHAPE_NUMBER : SHAPE_TRIPLE, pairs ? out + 2 : out);
}

/* R = (q0^2 - |v|^2) 1 + 2 v v^T + 2 q0 [v]x with v = (q1, q2, q3). */
NoslipExpr
noslip_rotation_entry(NoslipGraph *graph, const NoslipExpr *q, guint row, guint column)
{
  guint i = row + 1, j = column + 1;
  NoslipExpr two = noslip_expr_rational(graph, 2, 1);
  if (i == j) {
    NoslipExpr sum = noslip_expr_powi(graph, q[0], 2);
    for (guint c = 1; c <= 3; c++) {
      NoslipExpr square = noslip_expr_powi(graph, q[c], 2);
      sum = c == i ? noslip_expr_add(graph, sum, square) : noslip_expr_sub(graph, sum, square);
    }
    return sum;
  }
  guint third = 6 - i - j;
  NoslipExpr turn = noslip_expr_mul(graph, q[0], q[third]);
  gboolean minus = j == i % 3 + 1; /* entry (1,2) of [v]x is -v3, and cyclic */
  NoslipExpr product = noslip_expr_mul(graph, q[i], q[j]);
  NoslipExpr sum = minus ? noslip_expr_sub(graph, product, turn) : noslip_expr_add(graph, product, turn);
  return noslip_expr_mul(graph, two, sum);
}

/* R u, or R^T u. */
static void
turned_node(Evaluation *evaluation, guint row, const Node *node, guint rotation, guint vector)
{
  const Scope *scope = evaluation->scope;
  gboolean transposed = evaluation->value[rotation] >= scope->n_rotations;
  const NoslipRotation *R = &scope->rotations[evaluation->value[rotation] % scope->n_rotations];
  NoslipExpr out[3];
  if (evaluation->shape[vector] != SHAPE_TRIPLE) {
    refuse(evaluation, row, node, _("write a vector of three components after it"),
           _("a rotation turns vectors of three components"));
    return;
  }
  for (guint i = 0; i < 3; i++) {
    out[i] = NOSLIP_ZERO;
    for (guint j = 0; j < 3; j++)
      out[i] = noslip_expr_add_product(
          scope->graph, out[i],
          noslip_rotation_entry(scope->graph, R->quaternion, transposed ? j : i, transposed ? i : j),
          noslip_evaluation_component(evaluation, vector, j));
  }
  noslip_evaluation_set(evaluation, row, SHAPE_TRIPLE, out);
}

static void
product_node(Evaluation *evaluation, guint row, const Node *node, guint a, guint b)
{
  NoslipGraph *graph = evaluation->scope->graph;
  if (evaluation->shape[a] == SHAPE_ROTATION) {
    turned_node(evaluation, row, node, a, b);
    return;
  }
  if (evaluation->shape[b] == SHAPE_ROTATION) {
    refuse(evaluation, row, node, _("write R*u, with the rotation before the vector"),
           _("a rotation is not followed by a vector"));
    return;
  }
  if (noslip_evaluation_is_vector(evaluation, a) && noslip_evaluation_is_vector(evaluation, b)) {
    refuse(evaluation, row, node, _("write dot(u, v) or cross(u, v)"), _("two vectors have no product without a name"));
    return;
  }
  guint vector = noslip_evaluation_is_vector(evaluation, a) ? a : b, number = vector == a ? b : a;
  NoslipExpr out[3] = {0};
  for (guint i = 0; i < evaluation->shape[vector]; i++)
    out[i] = noslip_expr_mul(graph, evaluation->value[number], noslip_evaluation_component(evaluation, vector, i));
  noslip_evaluation_set(evaluation, row, evaluation->shape[vector], out);
}

static void
quotient_node(Evaluation *evaluation, guint row, const Node *node, guint a, guint b)
{
  NoslipExpr out[3] = {0};
  if (evaluation->shape[b] != SHAPE_NUMBER) {
    refuse(evaluation, row, node, _("divide by norm(v), or by a component"), _("nothing is divided by a vector"));
    return;
  }
  if (evaluation->value[b] == NOSLIP_ZERO) {
    refuse(evaluation, row, node, _("check the denominator"), _("this divides by zero"));
    return;
  }
  for (guint i = 0; i < evaluation->shape[a]; i++)
    out[i] =
        noslip_expr_div(evaluation->scope->graph, noslip_evaluation_component(evaluation, a, i), evaluation->value[b]);
  noslip_evaluation_set(evaluation, row, evaluation->shape[a], out);
}

/* Whether both are numbers or vectors of the same size. The number 0, the value of an empty sum, is a zero vector
 * too. */
static gboolean
are_of_one_kind(const Evaluation *evaluation, guint a, guint b)
{
  gboolean a_is_zero = evaluation->shape[a] == SHAPE_NUMBER && evaluation->value[a] == NOSLIP_ZERO;
  gboolean b_is_zero = evaluation->shape[b] == SHAPE_NUMBER && evaluation->value[b] == NOSLIP_ZERO;
  return evaluation->shape[a] == evaluation->shape[b] || (a_is_zero && noslip_evaluation_is_vector(evaluation, b)) ||
         (b_is_zero && noslip_evaluation_is_vector(evaluation, a));
}

static void
sum_node(Evaluation *evaluation, guint row, const Node *node, guint a, guint b)
{
  NoslipGraph *graph = evaluation->scope->graph;
  NoslipExpr out[3] = {0};
  if (!are_of_one_kind(evaluation, a, b)) {
    refuse(evaluation, row, node, _("add numbers to numbers, and vectors to vectors of as many components"),
           _("the two sides of this sign are not of one kind"));
    return;
  }
  guint shape = MAX(evaluation->shape[a], evaluation->shape[b]);
  for (guint i = 0; i < shape; i++) {
    NoslipExpr p = noslip_evaluation_component(evaluation, a, i), q = noslip_evaluation_component(evaluation, b, i);
    out[i] = node->kind == NODE_ADD ? noslip_expr_add(graph, p, q) : noslip_expr_sub(graph, p, q);
  }
  noslip_evaluation_set(evaluation, row, shape, out);
}

static void
component_node(Evaluation *evaluation, guint row, const Node *node, guint a)
{
  guint i = (guint) (node->op - 'x');
  if (!noslip_evaluation_is_vector(evaluation, a)) {
    refuse(evaluation, row, node, _("leave it out"), _("this is a number and has no components"));
  } else if (i >= evaluation->shape[a]) {
    refuse(evaluation, row, node, _("write .x or .y"), _("the vector has two components"));
  } else {
    NoslipExpr component = noslip_evaluation_component(evaluation, a, i);
    noslip_evaluation_set(evaluation, row, SHAPE_NUMBER, &component);
  }
}

static void
vector_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand)
{
  NoslipExpr out[3] = {0};
  for (guint i = 0; i < node->op; i++) {
    if (evaluation->shape[operand[i]] != SHAPE_NUMBER) {
      refuse(evaluation, row, node, _("write numbers between the commas"), _("a component of a vector is a number"));
      return;
    }
    out[i] = evaluation->value[operand[i]];
  }
  noslip_evaluation_set(evaluation, row, node->op, out);
}

/* dot, cross, norm */
static void
named_product_node(Evaluation *evaluation, guint row, const Node *node, guint a, guint b)
{
  if (!noslip_evaluation_is_vector(evaluation, a) ||
      (node->kind != NODE_NORM && evaluation->shape[a] != evaluation->shape[b])) {
    refuse(evaluation, row, node,
           node->kind == NODE_NORM ? _("write abs(x) for a number") : _("write vectors of as many components"),
           node->kind == NODE_NORM ? _("norm takes a vector") : _("this takes two vectors of one kind"));
    return;
  }
  if (node->kind == NODE_CROSS) {
    cross_node(evaluation, row, a, b);
    return;
  }
  NoslipExpr value = dot(evaluation, a, node->kind == NODE_NORM ? a : b);
  if (node->kind == NODE_NORM)
    value = noslip_expr_apply(evaluation->scope->graph, NOSLIP_OP_SQRT, 1, &value);
  noslip_evaluation_set(evaluation, row, SHAPE_NUMBER, &value);
}

gboolean
noslip_evaluation_vector_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand)
{
  guint a = operand[0], b = operand[1];
  NoslipExpr out[3] = {0};
  if (evaluation->shape[a] == SHAPE_CONDITION || evaluation->shape[b] == SHAPE_CONDITION)
    return FALSE; /* not a number: the caller reports it */
  switch ((NodeKind) node->kind) {
  case NODE_VECTOR:
    vector_node(evaluation, row, node, operand);
    return TRUE;
  case NODE_COMPONENT:
    component_node(evaluation, row, node, a);
    return TRUE;
  case NODE_DOT:
  case NODE_CROSS:
  case NODE_NORM:
    named_product_node(evaluation, row, node, a, b);
    return TRUE;
  case NODE_ADD:
  case NODE_SUB:
    if (!noslip_evaluation_is_vector(evaluation, a) && !noslip_evaluation_is_vector(evaluation, b))
      return FALSE;
    sum_node(evaluation, row, node, a, b);
    return TRUE;
  case NODE_MUL:
    if (evaluation->shape[a] == SHAPE_NUMBER && evaluation->shape[b] == SHAPE_NUMBER)
      return FALSE;
    product_node(evaluation, row, node, a, b);
    return TRUE;
  case NODE_DIV:
    if (!noslip_evaluation_is_vector(evaluation, a) && !noslip_evaluation_is_vector(evaluation, b))
      return FALSE;
    quotient_node(evaluation, row, node, a, b);
    return TRUE;
  case NODE_NEG:
    for (guint i = 0; noslip_evaluation_is_vector(evaluation, a) && i < evaluation->shape[a]; i++)
      out[i] = noslip_expr_neg(evaluation->scope->graph, noslip_evaluation_component(evaluation, a, i));
    if (noslip_evaluation_is_vector(evaluation, a))
      noslip_evaluation_set(evaluation, row, evaluation->shape[a], out);
    return noslip_evaluation_is_vector(evaluation, a);
  default:
    return FALSE;
  }
}

void
noslip_evaluation_rotation_node(Evaluation *evaluation, guint row, const Node *node, const Token *token)
{
  Scope *scope = evaluation->scope;
  guint i = 0;
  while (i < scope->n_rotations && strcmp(scope->rotations[i].name, token->text) != 0)
    i++;
  if (i >= scope->n_rotations) {
    evaluation->bad[row] = TRUE;
    if (noslip_scope_name(scope, token->text) != NULL)
      noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED, token->place, _("name a rotation"),
                               _("%s is not a rotation"), token->text);
    else
      noslip_scope_unknown(scope, evaluation->source, token->place, token->text, _("declare it with rotation"));
    return;
  }
  const NoslipRotation *rotation = &scope->rotations[i];
  if (node->kind != NODE_SPIN) {
    evaluation->shape[row] = SHAPE_ROTATION;
    evaluation->value[row] = i + (node->kind == NODE_TRANSPOSE ? scope->n_rotations : 0);
    evaluation->uses[row] = USES_COORDINATES;
    return;
  }
  NoslipExpr out[3];
  for (guint r = 0; r < 3; r++) {
    out[r] = rotation->body ? NOSLIP_ZERO : rotation->omega[r];
    for (guint c = 0; rotation->body && c < 3; c++)
      out[r] = noslip_expr_add_product(
          scope->graph, out[r], noslip_rotation_entry(scope->graph, rotation->quaternion, r, c), rotation->omega[c]);
  }
  noslip_evaluation_set(evaluation, row, SHAPE_TRIPLE, out);
  evaluation->uses[row] = USES_VELOCITIES | (rotation->body ? USES_COORDINATES : 0);
}
