/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for parts of long or wide expressions. */
#include "core/equations/document-private.h"
#include "core/equations/latex-lines.h"
#include "core/expr/walk.h"

#include <string.h>

#define LEAST_SAVED 40 /* characters that a name for a part must save */
#define MOST_NAMES 4   /* limit of names for parts in a section */
#define PART_MOST 60   /* limit of nodes for a part of a fraction that gets a name */
#define PART_LEAST 6   /* least nodes of a part of a fraction that gets a name */
#define PARTS_MOST 24  /* limit of the number of such names in a section */

typedef struct {
  const NoslipGraph *graph;
  gboolean found;
} OtherSymbol;

typedef struct {
  const NoslipGraph *graph;
  NoslipExpr whole, best;
  guint size; /* size of the best part */
} LargestPart;

/* Counts the sums below e, once per occurrence. */
static void
count_sums(const NoslipGraph *graph, NoslipExpr e, GHashTable *counts)
{
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_val(stack, e);
  for (guint steps = 0; stack->len > 0 && steps < 20000; steps++) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (node != e && noslip_expr_op(graph, node) == NOSLIP_OP_SUM && noslip_expr_n_operands(graph, node) > 1)
      g_hash_table_insert(counts, GUINT_TO_POINTER(node),
                          GUINT_TO_POINTER(GPOINTER_TO_UINT(g_hash_table_lookup(counts, GUINT_TO_POINTER(node))) + 1));
    if (noslip_expr_op(graph, node) == NOSLIP_OP_SIN || noslip_expr_op(graph, node) == NOSLIP_OP_COS)
      continue; /* sin(theta1 - theta2) is easier to read than sin(A) */
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
}

static gboolean
find_other_symbol(NoslipExpr e, gpointer data)
{
  OtherSymbol *other = data;
  other->found = other->found || noslip_expr_op(other->graph, e) == NOSLIP_OP_SYMBOL;
  return !other->found;
}

/* Whether e contains only parameters and coordinates. */
static gboolean
is_of_place(const NoslipDocument *document, NoslipExpr e)
{
  const NoslipSystem *system = document->system;
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  OtherSymbol other = {document->graph, FALSE};
  for (guint i = 0; i < system->n_parameters; i++)
    g_hash_table_add(seen, GUINT_TO_POINTER(system->parameters[i].symbol));
  for (guint i = 0; i < system->m; i++)
    g_hash_table_add(seen, GUINT_TO_POINTER(system->coordinates[i].symbol));
  noslip_expr_walk(document->graph, 1, &e, seen, find_other_symbol, &other);
  return !other.found;
}

/* The part for which a name saves the most characters, or NOSLIP_ZERO. */
static NoslipExpr
worth_naming(const NoslipDocument *document, const NoslipSection *section)
{
  g_autoptr(GHashTable) counts = g_hash_table_new(NULL, NULL);
  for (guint i = 0; i < section->items->len; i++) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    if (noslip_item_has_exprs(item) && noslip_document_is_readable(document, item->formula.left) &&
        noslip_document_is_readable(document, item->formula.right)) {
      count_sums(document->graph, item->formula.left, counts);
      count_sums(document->graph, item->formula.right, counts);
    }
  }
  GHashTableIter iter;
  gpointer node, count;
  NoslipExpr best = NOSLIP_ZERO;
  gint64 most = LEAST_SAVED;
  g_hash_table_iter_init(&iter, counts);
  while (g_hash_table_iter_next(&iter, &node, &count)) {
    if (GPOINTER_TO_UINT(count) < 2)
      continue;
    g_autofree char *text = noslip_expr_text(document->graph, GPOINTER_TO_UINT(node));
    gint64 length = (gint64) strlen(text);
    gint64 saved = GPOINTER_TO_UINT(count) * (length + 1) - length - 8;
    gboolean better = saved > most || (saved == most && GPOINTER_TO_UINT(node) < best);
    if (better && is_of_place(document, GPOINTER_TO_UINT(node))) {
      most = saved;
      best = GPOINTER_TO_UINT(node);
    }
  }
  return best;
}

static void
substitute(NoslipDocument *document, NoslipDocumentItem *item, NoslipExpr part, NoslipExpr name)
{
  if (item->kind != NOSLIP_DOCUMENT_FORMULA)
    return;
  item->formula.left = noslip_expr_substitute(document->graph, item->formula.left, 1, &part, &name);
  item->formula.right = noslip_expr_substitute(document->graph, item->formula.right, 1, &part, &name);
}

void
noslip_document_name_parts(NoslipDocument *document, NoslipSection *section)
{
  static const char *const letters[] = {"A", "B", "C", "D", "K", "M", "N", "S", "U", "Z"};
  guint n_named = 0, first = noslip_section_n_rows(section);
  if (section->named || noslip_document_name_long(document, section))
    return;
  section->named = TRUE;
  for (guint l = 0; l < G_N_ELEMENTS(letters) && n_named < MOST_NAMES; l++) {
    NoslipExpr known, part = worth_naming(document, section);
    if (part == NOSLIP_ZERO)
      return;
    if (noslip_system_lookup(document->system, letters[l], &known))
      continue;
    NoslipExpr name = noslip_expr_symbol(document->graph, letters[l]);
    for (guint i = 0; i < section->items->len; i++) {
      substitute(document, &g_array_index(section->items, NoslipDocumentItem, i), part, name);
    }
    /* Parts of this part are found later and are inserted before it. */
    NoslipDocumentItem named = noslip_item_definition(section, name, part);
    g_array_insert_val(section->items, first, named);
    n_named++;
  }
}

static gboolean
find_largest_part(NoslipExpr e, gpointer data)
{
  LargestPart *part = data;
  guint size = noslip_expr_size(part->graph, e, PART_MOST + 1);
  if (e != part->whole && noslip_expr_op(part->graph, e) == NOSLIP_OP_SUM && size <= PART_MOST && size > part->size) {
    part->best = e;
    part->size = size;
  }
  return TRUE;
}

/* The largest sum below e that is no longer than PART_MOST, or NOSLIP_ZERO. */
static NoslipExpr
part_of(const NoslipDocument *document, NoslipExpr e)
{
  LargestPart part = {document->graph, e, NOSLIP_ZERO, PART_LEAST};
  noslip_expr_walk(document->graph, 1, &e, NULL, find_largest_part, &part);
  return part.best;
}

/* A part of a term of e with a fraction wider than `room`, or NOSLIP_ZERO. */
static NoslipExpr
part_of_wide_fraction(const NoslipDocument *document, double room, NoslipExpr e)
{
  g_autoptr(GArray) terms = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  if (!noslip_document_is_readable(document, e))
    return NOSLIP_ZERO;
  noslip_expr_terms(document->graph, e, terms);
  for (guint i = 0; i < terms->len; i++) {
    NoslipExpr term = g_array_index(terms, NoslipExpr, i);
    g_autofree char *latex = noslip_expr_latex(document->graph, term);
    if (noslip_latex_widest_fraction(latex) > room - 6)
      return part_of(document, term);
  }
  return NOSLIP_ZERO;
}

/* Gives names K_1, K_2, ... to parts of formulas that do not fit a line, until everything fits. */
void
noslip_document_name_wide_parts(NoslipDocument *document, NoslipSection *section, double room)
{
  guint n_named = 0, number = 0, first = noslip_section_n_rows(section);
  while (first < section->items->len &&
         noslip_item_is_definition(&g_array_index(section->items, NoslipDocumentItem, first)))
    first++;
  for (guint i = 0; i < section->items->len && n_named < PARTS_MOST;) {
    const NoslipDocumentItem *item = &g_array_index(section->items, NoslipDocumentItem, i);
    NoslipExpr part = NOSLIP_ZERO, known;
    if (noslip_item_has_exprs(item))
      part = part_of_wide_fraction(document, room, item->formula.left);
    if (part == NOSLIP_ZERO && noslip_item_has_exprs(item))
      part = part_of_wide_fraction(document, room, item->formula.right);
    if (part == NOSLIP_ZERO) {
      i++;
      continue;
    }
    g_autofree char *letter = g_strdup_printf("K_%u", ++number);
    if (noslip_system_lookup(document->system, letter, &known))
      continue;
    NoslipExpr name = noslip_expr_symbol(document->graph, letter);
    for (guint l = 0; l < section->items->len; l++) {
      substitute(document, &g_array_index(section->items, NoslipDocumentItem, l), part, name);
    }
    NoslipDocumentItem named = noslip_item_definition(section, name, part);
    g_array_insert_val(section->items, first, named);
    first++;
    i++;
    n_named++;
  }
}
