/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One pass over the nodes, operands first, stores for each node its image in terms of the names and the length of the
 * image. */
#include "core/expr/naming.h"

#include "core/expr/graph-private.h"

#include <string.h>

#define LEAST_NAMED 6  /* least number of nodes of a part that gets a name: sin(a - b) is more readable than a name */
#define LEAST_SAVED 12 /* nodes that a name for a shared part must save */

typedef struct {
  NoslipGraph *graph;
  NoslipReach reach; /* the nodes of the expressions; images, sizes and uses have its indices */
  NoslipExpr *images;
  guint *sizes; /* nodes of the image when written */
  guint *uses;  /* uses by nodes above and by the expressions */
  guint most, number;
  GArray *names, *values; /* of NoslipExpr */
  GArray *stack;          /* of NoslipExpr, for measure() */
  GHashTable *symbols;    /* the names of the symbols of the graph, borrowed */
  gboolean (*is_taken)(const char *name, gpointer data);
  gpointer data;
} Namer;

static NoslipExpr
define(Namer *namer, NoslipExpr value)
{
  g_autofree char *text = NULL;
  do {
    g_free(text);
    text = g_strdup_printf("A%u", ++namer->number);
  } while (g_hash_table_contains(namer->symbols, text) ||
           (namer->is_taken != NULL && namer->is_taken(text, namer->data)));
  NoslipExpr name = noslip_expr_symbol(namer->graph, text);
  g_array_append_val(namer->names, name);
  g_array_append_val(namer->values, value);
  return name;
}

static void
name_place(Namer *namer, guint place)
{
  namer->images[place] = define(namer, namer->images[place]);
  namer->sizes[place] = 1;
}

/* The number of nodes of e when written, at most `most` + 1. The numeric factor of a product makes it longer than its
 * parts, so it is counted too. */
static guint
measure(Namer *namer, NoslipExpr e)
{
  guint size = 0;
  g_array_set_size(namer->stack, 0);
  g_array_append_val(namer->stack, e);
  for (; namer->stack->len > 0 && size <= namer->most; size++) {
    NoslipExpr node = g_array_index(namer->stack, NoslipExpr, namer->stack->len - 1);
    g_array_set_size(namer->stack, namer->stack->len - 1);
    for (guint i = 0; i < noslip_expr_n_operands(namer->graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(namer->graph, node, i);
      g_array_append_val(namer->stack, operand);
    }
  }
  return size;
}

/* The approximate length of `node` with the images of its operands. */
static guint
size_of(const Namer *namer, NoslipExpr node)
{
  guint size = 1;
  for (guint i = 0; i < noslip_expr_n_operands(namer->graph, node); i++)
    size += namer->sizes[noslip_reach_index(&namer->reach, noslip_expr_operand(namer->graph, node, i))];
  return size;
}

/* Names the longest operand of `node` that has `least` nodes or more; FALSE if there is none. */
static gboolean
name_longest(Namer *namer, NoslipExpr node, guint least)
{
  guint longest = 0, size = 0;
  for (guint i = 0; i < noslip_expr_n_operands(namer->graph, node); i++) {
    guint place = noslip_reach_index(&namer->reach, noslip_expr_operand(namer->graph, node, i));
    if (namer->sizes[place] > size) {
      longest = place;
      size = namer->sizes[place];
    }
  }
  if (size < least)
    return FALSE;
  name_place(namer, longest);
  return TRUE;
}

static NoslipExpr
join(Namer *namer, NoslipOp op, const NoslipParts *parts, guint first, guint last)
{
  const NoslipPart *items = parts->items + first;
  return op == NOSLIP_OP_SUM ? noslip_graph_sum(namer->graph, last - first, items)
                             : noslip_graph_product(namer->graph, last - first, items);
}

/* Replaces runs of neighbouring parts, each as long as a definition may be, by names; sizes[] is updated too. */
static void
name_runs(Namer *namer, NoslipOp op, NoslipParts *parts, guint *sizes)
{
  guint kept = 0;
  for (guint first = 0, last; first < parts->n; first = last) {
    guint size = 1;
    for (last = first; last < parts->n && size + sizes[last] <= namer->most; last++)
      size += sizes[last];
    while (last > first + 1 && measure(namer, join(namer, op, parts, first, last)) > namer->most)
      last--;
    last = MAX(last, first + 1);
    NoslipPart part = parts->items[first];
    guint part_size = sizes[first];
    if (last > first + 1) {
      part = (NoslipPart){define(namer, join(namer, op, parts, first, last)), NOSLIP_RATIONAL_ONE};
      part_size = 1;
    }
    parts->items[kept] = part;
    sizes[kept++] = part_size;
  }
  parts->n = kept;
}

/* Rewrites a sum or product with too many parts with names for runs of parts. */
static NoslipExpr
shorten(Namer *namer, NoslipExpr node)
{
  NoslipOp op = noslip_expr_op(namer->graph, node);
  guint n = noslip_expr_n_operands(namer->graph, node), before;
  g_autofree guint *sizes = g_new(guint, n);
  g_auto(NoslipParts) parts;
  noslip_parts_init(&parts);
  for (guint i = 0; i < n; i++) {
    NoslipPart part = noslip_graph_parts(namer->graph, node)[i];
    guint place = noslip_reach_index(&namer->reach, part.expr);
    noslip_parts_push(&parts, namer->images[place], part.number);
    sizes[i] = namer->sizes[place];
  }
  NoslipExpr image;
  do {
    before = parts.n;
    name_runs(namer, op, &parts, sizes);
    image = join(namer, op, &parts, 0, parts.n);
  } while (measure(namer, image) > namer->most && parts.n < before);
  return image;
}

static gboolean
is_worth(const Namer *namer, guint place)
{
  guint size = namer->sizes[place], uses = namer->uses[place];
  return size >= LEAST_NAMED && uses > 1 && (gint64) (uses - 1) * (size - 1) >= LEAST_SAVED;
}

static void
visit(Namer *namer, guint place)
{
  NoslipExpr node = namer->reach.exprs[place], *image = &namer->images[place];
  NoslipOp op = noslip_expr_op(namer->graph, node);
  gboolean can_split = op == NOSLIP_OP_SUM || op == NOSLIP_OP_PRODUCT;
  guint least = can_split ? namer->most / 2 - 1 : 2; /* so that each run has at least two parts */
  while (op == NOSLIP_OP_PRODUCT && size_of(namer, node) > namer->most / 2) /* a fraction is written on one line */
    if (!name_longest(namer, node, LEAST_NAMED))
      break;
  do
    *image = noslip_graph_map(namer->graph, &namer->reach, namer->images, node);
  while (measure(namer, *image) > namer->most && name_longest(namer, node, least));
  if (can_split && measure(namer, *image) > namer->most)
    *image = shorten(namer, node);
  namer->sizes[place] = measure(namer, *image);
  if (is_worth(namer, place))
    name_place(namer, place);
}

static void
count_uses(Namer *namer, guint n_exprs, const NoslipExpr *exprs)
{
  for (guint i = 0; i < n_exprs; i++)
    namer->uses[noslip_reach_index(&namer->reach, exprs[i])]++;
  for (guint i = 0; i < namer->reach.n; i++)
    for (guint j = 0; j < noslip_expr_n_operands(namer->graph, namer->reach.exprs[i]); j++)
      namer->uses[noslip_reach_index(&namer->reach, noslip_expr_operand(namer->graph, namer->reach.exprs[i], j))]++;
}

static NoslipNaming *
naming_of(Namer *namer, guint n_exprs, const NoslipExpr *exprs)
{
  NoslipNaming *naming = g_new0(NoslipNaming, 1);
  naming->exprs = noslip_exprs_new(n_exprs);
  naming->n_exprs = n_exprs;
  for (guint i = 0; i < n_exprs; i++)
    naming->exprs[i] = namer->images[noslip_reach_index(&namer->reach, exprs[i])];
  naming->n = namer->names->len;
  naming->name = (NoslipExpr *) (gpointer) g_array_free(namer->names, FALSE);
  naming->value = (NoslipExpr *) (gpointer) g_array_free(namer->values, FALSE);
  naming->graph = namer->graph;
  return naming;
}

NoslipNaming *
noslip_naming_new(const NoslipGraph *graph, guint n_exprs, const NoslipExpr *exprs, guint most, guint most_names,
                  gboolean (*is_taken)(const char *name, gpointer data), gpointer data)
{
  Namer namer = {.graph = noslip_graph_copy(graph), .is_taken = is_taken, .data = data};
  namer.most = MAX(most, NOSLIP_NAMING_LEAST);
  namer.names = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  namer.values = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  namer.stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  namer.symbols = g_hash_table_new(g_str_hash, g_str_equal);
  for (guint i = 0; i < graph->names->len; i++)
    g_hash_table_add(namer.symbols, graph->names->pdata[i]);
  noslip_reach_init(&namer.reach, namer.graph, n_exprs, exprs, NULL, NULL);
  namer.images = noslip_exprs_new(namer.reach.n);
  namer.sizes = g_new0(guint, namer.reach.n + 1);
  namer.uses = g_new0(guint, namer.reach.n + 1);
  count_uses(&namer, n_exprs, exprs);
  for (guint i = 0; i < namer.reach.n && namer.names->len <= most_names; i++)
    visit(&namer, i);
  NoslipNaming *naming = naming_of(&namer, n_exprs, exprs);
  noslip_reach_clear(&namer.reach);
  g_array_unref(namer.stack);
  g_hash_table_unref(namer.symbols);
  g_free(namer.images);
  g_free(namer.sizes);
  g_free(namer.uses);
  if (noslip_graph_failed(naming->graph) || naming->n > most_names)
    g_clear_pointer(&naming, noslip_naming_free);
  return naming;
}

void
noslip_naming_free(NoslipNaming *naming)
{
  if (naming == NULL)
    return;
  noslip_graph_free(naming->graph);
  g_free(naming->name);
  g_free(naming->value);
  g_free(naming->exprs);
  g_free(naming);
}
