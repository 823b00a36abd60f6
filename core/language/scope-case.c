/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions, and if(condition, a, b). */
#include "core/language/scope-private.h"

#include <glib/gi18n-lib.h>

static void
refuse(Evaluation *evaluation, guint row, const Node *node, const char *remedy, const char *cause)
{
  evaluation->bad[row] = TRUE;
  noslip_evaluation_report(evaluation, NOSLIP_CODE_MISPLACED,
                           noslip_source_token(evaluation->source, node->token)->place, remedy, "%s", cause);
}

static void
comparison_node(Evaluation *evaluation, guint row, const Node *node, guint a, guint b)
{
  gboolean swapped = node->op == '>' || node->op == OP_GREATER_EQUAL;
  NoslipOp op = node->op == '<' || node->op == '>' ? NOSLIP_OP_LESS : NOSLIP_OP_AT_MOST;
  NoslipExpr sides[2] = {evaluation->value[swapped ? b : a], evaluation->value[swapped ? a : b]};
  if (evaluation->shape[a] != SHAPE_NUMBER || evaluation->shape[b] != SHAPE_NUMBER) {
    refuse(evaluation, row, node, _("compare numbers; join conditions by and, or"), _("only numbers are compared"));
    return;
  }
  evaluation->value[row] = noslip_expr_apply(evaluation->scope->graph, op, 2, sides);
  evaluation->shape[row] = SHAPE_CONDITION;
}

static void
joined_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand, guint n)
{
  NoslipOp op = node->kind == NODE_AND ? NOSLIP_OP_AND : node->kind == NODE_OR ? NOSLIP_OP_OR : NOSLIP_OP_NOT;
  NoslipExpr sides[2] = {evaluation->value[operand[0]], n > 1 ? evaluation->value[operand[1]] : NOSLIP_ZERO};
  for (guint i = 0; i < n; i++)
    if (evaluation->shape[operand[i]] != SHAPE_CONDITION) {
      refuse(evaluation, row, node, _("compare two numbers by <, <=, > or >="),
             _("and, or, not stand between conditions, and this is a number"));
      return;
    }
  evaluation->value[row] = noslip_expr_apply(evaluation->scope->graph, op, n, sides);
  evaluation->shape[row] = SHAPE_CONDITION;
}

/* if(c, a, b) = WHEN(c, a) + WHEN(not c, b), by components. */
static void
if_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand)
{
  NoslipGraph *graph = evaluation->scope->graph;
  guint a = operand[1], b = operand[2];
  NoslipExpr c = evaluation->value[operand[0]], otherwise, out[3] = {0};
  if (evaluation->shape[operand[0]] != SHAPE_CONDITION) {
    refuse(evaluation, row, node, _("write if(x > 0, a, b)"), _("the first argument of if is not a condition"));
    return;
  }
  if (evaluation->shape[a] != evaluation->shape[b] || evaluation->shape[a] > SHAPE_TRIPLE) {
    refuse(evaluation, row, node, _("write numbers in both, or vectors of as many components"),
           _("the two branches of if are not of one kind"));
    return;
  }
  otherwise = noslip_expr_apply(graph, NOSLIP_OP_NOT, 1, &c);
  for (guint i = 0; i < evaluation->shape[a]; i++) {
    NoslipExpr yes[2] = {c, noslip_evaluation_component(evaluation, a, i)},
               no[2] = {otherwise, noslip_evaluation_component(evaluation, b, i)};
    out[i] = noslip_expr_add(graph, noslip_expr_apply(graph, NOSLIP_OP_WHEN, 2, yes),
                             noslip_expr_apply(graph, NOSLIP_OP_WHEN, 2, no));
  }
  noslip_evaluation_set(evaluation, row, evaluation->shape[a], out);
}

gboolean
noslip_evaluation_case_node(Evaluation *evaluation, guint row, const Node *node, const guint *operand)
{
  switch ((NodeKind) node->kind) {
  case NODE_COMPARE:
    comparison_node(evaluation, row, node, operand[0], operand[1]);
    return TRUE;
  case NODE_AND:
  case NODE_OR:
    joined_node(evaluation, row, node, operand, 2);
    return TRUE;
  case NODE_NOT:
    joined_node(evaluation, row, node, operand, 1);
    return TRUE;
  case NODE_IF:
    if_node(evaluation, row, node, operand);
    noslip_evaluation_part_branches(evaluation, row, operand);
    return TRUE;
  default:
    return FALSE;
  }
}
