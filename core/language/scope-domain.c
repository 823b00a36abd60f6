/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where an expression is defined, as it was written: the graph cancels x/x and sqrt(x)^2, the text does not. */
#include "core/language/scope-private.h"

#include <string.h>

typedef struct {
  guint row; /* of the evaluation */
  NoslipExpr value;
} Portion;

GArray *
noslip_evaluation_parts_new(void)
{
  return g_array_new(FALSE, FALSE, sizeof(Portion));
}

static void
add_part(Evaluation *evaluation, guint row, NoslipExpr value)
{
  double number;
  Portion part = {row, value};
  if (!noslip_expr_is_number(evaluation->scope->graph, value, &number))
    g_array_append_val(evaluation->parts, part);
}

/* Whether the exponent is a number that every base may have: 0, 1, 2 … */
static gboolean
is_whole(const NoslipGraph *graph, NoslipExpr exponent)
{
  double number;
  return noslip_expr_is_number(graph, exponent, &number) && number >= 0 && number <= G_MAXINT && number == (int) number;
}

void
noslip_evaluation_note_part(Evaluation *evaluation, guint row, const Node *node)
{
  NoslipGraph *graph = evaluation->scope->graph;
  if (evaluation->parts == NULL || evaluation->bad[row])
    return;
  guint second = node->operand[1] - evaluation->first; /* of quotients and powers */
  if (node->kind == NODE_DIV)
    add_part(evaluation, row, noslip_expr_div(graph, NOSLIP_ONE, evaluation->value[second]));
  else if (node->kind == NODE_POW && !is_whole(graph, evaluation->value[second]))
    add_part(evaluation, row, evaluation->value[row]);
  else if (node->kind == NODE_FUNCTION && (node->op == NOSLIP_OP_SQRT || node->op == NOSLIP_OP_LOG ||
                                           node->op == NOSLIP_OP_ASIN || node->op == NOSLIP_OP_ACOS))
    add_part(evaluation, row, evaluation->value[row]);
}

/* The rows of an operand follow those of the operand before it. */
void
noslip_evaluation_part_branches(Evaluation *evaluation, guint row, const guint *operand)
{
  if (evaluation->parts == NULL || evaluation->bad[row])
    return;
  NoslipGraph *graph = evaluation->scope->graph;
  NoslipExpr condition = evaluation->value[operand[0]];
  NoslipExpr otherwise = noslip_expr_apply(graph, NOSLIP_OP_NOT, 1, &condition);
  for (guint i = 0; i < evaluation->parts->len; i++) {
    Portion *part = &g_array_index(evaluation->parts, Portion, i);
    NoslipExpr taken[2] = {part->row > operand[1] ? otherwise : condition, part->value};
    if (part->row > operand[0] && part->row <= operand[2])
      part->value = noslip_expr_apply(graph, NOSLIP_OP_WHEN, 2, taken);
  }
}

void
noslip_evaluation_note_name(Evaluation *evaluation, guint row, const Name *name)
{
  GHashTable *domains = evaluation->scope->domains;
  const GArray *parts = domains != NULL ? g_hash_table_lookup(domains, name) : NULL;
  for (guint i = 0; evaluation->parts != NULL && parts != NULL && i < parts->len; i++)
    add_part(evaluation, row, g_array_index(parts, NoslipExpr, i));
}

void
noslip_scope_keep_domain(Scope *scope, GArray *parts)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_array_set_size(scope->domain, 0);
  for (guint i = 0; i < parts->len; i++) {
    NoslipExpr value = g_array_index(parts, Portion, i).value;
    if (value != NOSLIP_ZERO && g_hash_table_add(seen, GUINT_TO_POINTER(value)))
      g_array_append_val(scope->domain, value);
  }
}

void
noslip_scope_name_domain(Scope *scope, const Name *name)
{
  if (scope->domain->len == 0)
    g_hash_table_remove(scope->domains, name);
  else
    g_hash_table_insert(scope->domains, (gpointer) name, g_array_copy(scope->domain));
}

void
noslip_scope_note_domains(Scope *scope)
{
  scope->domain = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  scope->domains = g_hash_table_new_full(NULL, NULL, NULL, (GDestroyNotify) g_array_unref);
}
