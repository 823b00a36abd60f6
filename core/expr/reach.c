/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Walking a graph without recursion: the set of nodes below some roots, and a memo keyed by nodes. */
#include "core/expr/graph-private.h"

#include <stdlib.h>
#include <string.h>

static guint
spread(guint64 key, guint size)
{
  key *= 0x9e3779b97f4a7c15u;
  return (guint) (key >> 32) & (size - 1);
}

static void
slots_fill(NoslipReach *reach, guint size)
{
  if (size > reach->slots_size) {
    if (reach->slots != reach->inplace_slots)
      g_free(reach->slots);
    reach->slots = g_new(guint32, size);
    reach->slots_size = size;
  }
  memset(reach->slots, 0, size * sizeof *reach->slots);
  for (guint i = 0; i < reach->n; i++) {
    guint slot = spread(reach->exprs[i], size);
    while (reach->slots[slot] != 0)
      slot = (slot + 1) & (size - 1);
    reach->slots[slot] = i + 1;
  }
}

static void
exprs_grow(NoslipReach *reach, guint size)
{
  if (reach->exprs != reach->inplace) {
    reach->exprs = g_renew(NoslipExpr, reach->exprs, size);
    return;
  }
  reach->exprs = g_new(NoslipExpr, size);
  memcpy(reach->exprs, reach->inplace, sizeof reach->inplace);
}

/* Appends e unless it is present. `exprs` and `slots` grow together; `slots` is at most half full. */
static void
reach_add(NoslipReach *reach, NoslipExpr e)
{
  guint mask = reach->slots_size - 1;
  guint slot = spread(e, reach->slots_size);
  for (; reach->slots[slot] != 0; slot = (slot + 1) & mask)
    if (reach->exprs[reach->slots[slot] - 1] == e)
      return;
  reach->exprs[reach->n] = e;
  reach->slots[slot] = ++reach->n;
  if (reach->n * 2 >= reach->slots_size) {
    exprs_grow(reach, reach->slots_size);
    slots_fill(reach, reach->slots_size * 2);
  }
}

static int
compare_exprs(const void *a, const void *b)
{
  NoslipExpr p = *(const NoslipExpr *) a, q = *(const NoslipExpr *) b;
  return (p > q) - (p < q);
}

/* Sorts in ascending order. The nodes were found from the roots down, so that after reversal few are far from their
 * places. */
static void
sort_exprs(guint n, NoslipExpr *exprs)
{
  if (n > 4 * NOSLIP_REACH_INPLACE) {
    qsort(exprs, n, sizeof *exprs, compare_exprs);
    return;
  }
  for (guint i = 0; i < n / 2; i++) {
    NoslipExpr kept = exprs[i];
    exprs[i] = exprs[n - 1 - i];
    exprs[n - 1 - i] = kept;
  }
  for (guint i = 1; i < n; i++) {
    NoslipExpr e = exprs[i];
    guint place = i;
    for (; place > 0 && exprs[place - 1] > e; place--)
      exprs[place] = exprs[place - 1];
    exprs[place] = e;
  }
}

void
noslip_reach_init(NoslipReach *reach, const NoslipGraph *graph, guint n_roots, const NoslipExpr *roots,
                  NoslipReachStop stop, gpointer data)
{
  reach->n = 0;
  reach->exprs = reach->inplace;
  reach->slots = reach->inplace_slots;
  reach->slots_size = G_N_ELEMENTS(reach->inplace_slots);
  slots_fill(reach, reach->slots_size);
  for (guint i = 0; i < n_roots; i++)
    reach_add(reach, roots[i] < graph->n_nodes ? roots[i] : NOSLIP_ZERO);
  for (guint i = 0; i < reach->n; i++) {
    NoslipExpr e = reach->exprs[i];
    const NoslipNode *node = noslip_graph_node(graph, e);
    if (!noslip_op_has_operands((NoslipOp) node->op) || (stop != NULL && stop(graph, e, data)))
      continue;
    for (guint j = 0; j < node->n; j++)
      reach_add(reach, graph->parts[node->start + j].expr);
  }
  if (reach->n > 1) {
    sort_exprs(reach->n, reach->exprs);
    slots_fill(reach, reach->slots_size);
  }
}

void
noslip_reach_clear(NoslipReach *reach)
{
  if (reach->exprs != reach->inplace)
    g_free(reach->exprs);
  if (reach->slots != reach->inplace_slots)
    g_free(reach->slots);
  reach->exprs = NULL;
  reach->slots = NULL;
  reach->n = 0;
}

guint
noslip_reach_index(const NoslipReach *reach, NoslipExpr e)
{
  guint mask = reach->slots_size - 1;
  for (guint slot = spread(e, reach->slots_size); reach->slots[slot] != 0; slot = (slot + 1) & mask)
    if (reach->exprs[reach->slots[slot] - 1] == e)
      return reach->slots[slot] - 1;
  return G_MAXUINT;
}

void
noslip_memo_clear(NoslipMemo *memo)
{
  g_free(memo->keys);
  g_free(memo->values);
  *memo = (NoslipMemo){0};
}

static void
memo_grow(NoslipMemo *memo)
{
  NoslipMemo old = *memo;
  memo->size = MAX(old.size * 2, 64);
  memo->n = 0;
  memo->keys = g_new0(guint64, memo->size);
  memo->values = g_new(NoslipExpr, memo->size);
  for (guint i = 0; i < old.size; i++)
    if (old.keys[i] != 0)
      noslip_memo_put(memo, old.keys[i], old.values[i]);
  noslip_memo_clear(&old);
}

void
noslip_memo_put(NoslipMemo *memo, guint64 key, NoslipExpr value)
{
  if (memo->n * 2 >= memo->size)
    memo_grow(memo);
  guint slot = spread(key, memo->size);
  while (memo->keys[slot] != 0 && memo->keys[slot] != key)
    slot = (slot + 1) & (memo->size - 1);
  memo->n += memo->keys[slot] == 0;
  memo->keys[slot] = key;
  memo->values[slot] = value;
}

gboolean
noslip_memo_get(const NoslipMemo *memo, guint64 key, NoslipExpr *value)
{
  if (memo->size == 0)
    return FALSE;
  for (guint slot = spread(key, memo->size); memo->keys[slot] != 0; slot = (slot + 1) & (memo->size - 1))
    if (memo->keys[slot] == key) {
      *value = memo->values[slot];
      return TRUE;
    }
  return FALSE;
}
