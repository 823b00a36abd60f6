/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lists of parts: expressions with coefficients or exponents. */
#include "core/expr/graph-private.h"

#include <stdlib.h>
#include <string.h>

void
noslip_parts_init(NoslipParts *list)
{
  list->items = list->inplace;
  list->n = 0;
  list->size = NOSLIP_PARTS_INPLACE;
}

void
noslip_parts_clear(NoslipParts *list)
{
  if (list->items != list->inplace)
    g_free(list->items);
  noslip_parts_init(list);
}

void
noslip_parts_push(NoslipParts *list, NoslipExpr expr, NoslipRational number)
{
  if (list->n == list->size) {
    gboolean was_inplace = list->items == list->inplace;
    list->size *= 2;
    list->items = g_renew(NoslipPart, was_inplace ? NULL : list->items, list->size);
    if (was_inplace)
      memcpy(list->items, list->inplace, sizeof list->inplace);
  }
  list->items[list->n++] = (NoslipPart){.expr = expr, .number = number};
}

static int
compare_parts(const void *a, const void *b)
{
  const NoslipPart *p = a, *q = b;
  return (p->expr > q->expr) - (p->expr < q->expr);
}

void
noslip_parts_sort(NoslipParts *list)
{
  guint descents = 0;
  for (guint i = 1; i < list->n; i++)
    descents += list->items[i - 1].expr > list->items[i].expr;
  /* A term added to a long sum leaves one inversion, which one pass of insertion repairs. */
  if (list->n > 24 && descents > 4) {
    qsort(list->items, list->n, sizeof *list->items, compare_parts);
    return;
  }
  for (guint i = 1; i < list->n; i++) {
    NoslipPart part = list->items[i];
    guint j = i;
    for (; j > 0 && list->items[j - 1].expr > part.expr; j--)
      list->items[j] = list->items[j - 1];
    list->items[j] = part;
  }
}

void
noslip_parts_collect(NoslipParts *list)
{
  noslip_parts_sort(list);
  guint n = 0;
  for (guint i = 0; i < list->n; i++) {
    NoslipPart part = list->items[i];
    if (n > 0 && list->items[n - 1].expr == part.expr &&
        noslip_rational_add(list->items[n - 1].number, part.number, &list->items[n - 1].number))
      continue;
    if (n > 0 && list->items[n - 1].number.num == 0)
      n--;
    list->items[n++] = part;
  }
  if (n > 0 && list->items[n - 1].number.num == 0)
    n--;
  list->n = n;
}

gint
noslip_parts_find(const NoslipParts *list, guint n, NoslipExpr e)
{
  guint low = 0, high = n;
  while (low < high) {
    guint middle = (low + high) / 2;
    if (list->items[middle].expr < e)
      low = middle + 1;
    else
      high = middle;
  }
  return low < n && list->items[low].expr == e ? (gint) low : -1;
}
