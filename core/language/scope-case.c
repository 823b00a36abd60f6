/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions, and if(condition, a, b). */
#include "core/language/scope-private.h"

#include <glib/gi18n-lib.h>

static void
refuse(Work *work, guint row, const Node *node, const char *remedy, const char *cause)
{
  work->bad[row] = TRUE;
  noslip_worker_run_say(work, NOSLIP_CODE_MISPLACED, noslip_source_token(work->source, node->token)->place, remedy,
                        "%s", cause);
}

static void
comparison_node(Work *work, guint row, const Node *node, guint a, guint b)
{
  gboolean swapped = node->op == '>' || node->op == OP_GREATER_EQUAL;
  NoslipOp op = node->op == '<' || node->op == '>' ? NOSLIP_OP_LESS : NOSLIP_OP_AT_MOST;
  NoslipExpr sides[2] = {work->value[swapped ? b : a], work->value[swapped ? a : b]};
  if (work->shape[a] != SHAPE_NUMBER || work->shape[b] != SHAPE_NUMBER) {
    refuse(work, row, node, _("compare numbers; join conditions by and, or"), _("only numbers are compared"));
    return;
  }
  work->value[row] = noslip_expr_apply(work->scope->graph, op, 2, sides);
  work->shape[row] = SHAPE_CONDITION;
}

static void
joined_node(Work *work, guint row, const Node *node, const guint *operand, guint n)
{
  NoslipOp op = node->kind == NODE_AND ? NOSLIP_OP_AND : node->kind == NODE_OR ? NOSLIP_OP_OR : NOSLIP_OP_NOT;
  NoslipExpr sides[2] = {work->value[operand[0]], n > 1 ? work->value[operand[1]] : NOSLIP_ZERO};
  for (guint i = 0; i < n; i++)
    if (work->shape[operand[i]] != SHAPE_CONDITION) {
      refuse(work, row, node, _("compare two numbers by <, <=, > or >="),
             _("and, or, not stand between conditions, and this is a number"));
      return;
    }
  work->value[row] = noslip_expr_apply(work->scope->graph, op, n, sides);
  work->shape[row] = SHAPE_CONDITION;
}

/* if(c, a, b) = WHEN(c, a) + WHEN(not c, b), by components. */
static void
if_node(Work *work, guint row, const Node *node, const guint *operand)
{
  NoslipGraph *graph = work->scope->graph;
  guint a = operand[1], b = operand[2];
  NoslipExpr c = work->value[operand[0]], otherwise, out[3] = {0};
  if (work->shape[operand[0]] != SHAPE_CONDITION) {
    refuse(work, row, node, _("write if(x > 0, a, b)"), _("the first argument of if is no condition"));
    return;
  }
  if (work->shape[a] != work->shape[b] || work->shape[a] > SHAPE_TRIPLE) {
    refuse(work, row, node, _("write numbers in both, or vectors of as many components"),
           _("the two branches of if are not of one kind"));
    return;
  }
  otherwise = noslip_expr_apply(graph, NOSLIP_OP_NOT, 1, &c);
  for (guint i = 0; i < work->shape[a]; i++) {
    NoslipExpr yes[2] = {c, noslip_worker_run_component(work, a, i)},
               no[2] = {otherwise, noslip_worker_run_component(work, b, i)};
    out[i] = noslip_expr_add(graph, noslip_expr_apply(graph, NOSLIP_OP_WHEN, 2, yes),
                             noslip_expr_apply(graph, NOSLIP_OP_WHEN, 2, no));
  }
  noslip_worker_run_set(work, row, work->shape[a], out);
}

gboolean
noslip_worker_run_case_node(Work *work, guint row, const Node *node, const guint *operand)
{
  switch ((NodeKind) node->kind) {
  case NODE_COMPARE:
    comparison_node(work, row, node, operand[0], operand[1]);
    return TRUE;
  case NODE_AND:
  case NODE_OR:
    joined_node(work, row, node, operand, 2);
    return TRUE;
  case NODE_NOT:
    joined_node(work, row, node, operand, 1);
    return TRUE;
  case NODE_IF:
    if_node(work, row, node, operand);
    return TRUE;
  default:
    return FALSE;
  }
}
