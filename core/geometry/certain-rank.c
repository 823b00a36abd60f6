/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/geometry/certain-rank.h"

#include <float.h>
#include <math.h>
#include <string.h>

#define CERTAIN 8 /* a pivot is at least this many times its error */

static void
swap_rows(gsize size, void *a, void *b)
{
  g_autofree void *kept = g_memdup2(a, size);
  memmove(a, b, size);
  memcpy(b, kept, size);
}

/* Gaussian elimination on rational numbers; FALSE if a number leaves their range. */
static gboolean
rational_rank(NoslipGraph *graph, guint rows, guint columns, NoslipExpr *a, guint *rank)
{
  *rank = 0;
  for (guint column = 0; column < columns && *rank < rows; column++) {
    guint pivot = *rank;
    while (pivot < rows && a[(gsize) pivot * columns + column] == NOSLIP_ZERO)
      pivot++;
    if (pivot == rows)
      continue;
    NoslipExpr *top = a + (gsize) *rank * columns;
    if (pivot != *rank)
      swap_rows(columns * sizeof *a, top, a + (gsize) pivot * columns);
    for (guint row = *rank + 1; row < rows; row++) {
      NoslipExpr *here = a + (gsize) row * columns;
      if (here[column] == NOSLIP_ZERO)
        continue;
      NoslipExpr factor = noslip_expr_div(graph, here[column], top[column]);
      for (guint j = column; j < columns; j++) {
        here[j] = noslip_expr_sub_product(graph, here[j], factor, top[j]);
        if (noslip_expr_op(graph, here[j]) != NOSLIP_OP_NUMBER)
          return FALSE;
      }
    }
    (*rank)++;
  }
  return TRUE;
}

/* Scales rows and columns by powers of two, which is exact. */
static void
equilibrate(guint rows, guint columns, NoslipCertain *a)
{
  for (guint pass = 0; pass < 4; pass++) {
    gboolean by_row = pass % 2 == 0;
    guint n = by_row ? rows : columns, other = by_row ? columns : rows;
    for (guint i = 0; i < n; i++) {
      double largest = 0;
      int exponent = 0;
      for (guint j = 0; j < other; j++)
        largest = fmax(largest, fabs(a[by_row ? (gsize) i * columns + j : (gsize) j * columns + i].value));
      if (largest > 0)
        frexp(largest, &exponent);
      for (guint j = 0; j < other && largest > 0; j++) {
        NoslipCertain *entry = &a[by_row ? (gsize) i * columns + j : (gsize) j * columns + i];
        entry->value = ldexp(entry->value, -exponent);
        entry->error = ldexp(entry->error, -exponent);
      }
    }
  }
}

/* The largest entry at or below (rank, rank) that exceeds its error. */
static gboolean
find_pivot(guint rows, guint columns, const NoslipCertain *a, guint rank, guint *row, guint *column)
{
  double largest = 0;
  for (guint i = rank; i < rows; i++)
    for (guint j = rank; j < columns; j++) {
      const NoslipCertain *entry = &a[(gsize) i * columns + j];
      if (fabs(entry->value) <= CERTAIN * entry->error || fabs(entry->value) <= largest)
        continue;
      largest = fabs(entry->value);
      *row = i;
      *column = j;
    }
  return largest > 0;
}

static void
eliminate(guint columns, NoslipCertain *here, const NoslipCertain *top, guint rank)
{
  const NoslipCertain *pivot = &top[rank];
  double factor = here[rank].value / pivot->value;
  double error = (here[rank].error + fabs(factor) * pivot->error) / fabs(pivot->value) + DBL_EPSILON * fabs(factor);
  for (guint j = rank + 1; j < columns; j++) {
    double product = factor * top[j].value;
    here[j].error += fabs(factor) * top[j].error + error * (fabs(top[j].value) + top[j].error) +
                     DBL_EPSILON * (fabs(product) + fabs(here[j].value));
    here[j].value -= product;
  }
}

static guint
bounded_rank(guint rows, guint columns, NoslipCertain *a)
{
  guint rank = 0, row = 0, column = 0;
  equilibrate(rows, columns, a);
  while (rank < MIN(rows, columns) && find_pivot(rows, columns, a, rank, &row, &column)) {
    if (row != rank)
      swap_rows(columns * sizeof *a, a + (gsize) rank * columns, a + (gsize) row * columns);
    for (guint i = 0; i < rows && column != rank; i++) {
      NoslipCertain kept = a[(gsize) i * columns + rank];
      a[(gsize) i * columns + rank] = a[(gsize) i * columns + column];
      a[(gsize) i * columns + column] = kept;
    }
    for (guint i = rank + 1; i < rows; i++)
      eliminate(columns, a + (gsize) i * columns, a + (gsize) rank * columns, rank);
    rank++;
  }
  return rank;
}

guint
noslip_certain_rank(NoslipGraph *graph, guint rows, guint columns, const NoslipCertain *entries)
{
  gsize size = (gsize) rows * columns;
  gboolean exact = TRUE;
  guint rank;
  g_autofree NoslipExpr *numbers = noslip_exprs_new(size);
  for (gsize i = 0; i < size; i++) {
    exact = exact && entries[i].is_exact;
    numbers[i] = entries[i].exact;
  }
  if (exact && rational_rank(graph, rows, columns, numbers, &rank))
    return rank;
  g_autofree NoslipCertain *copy = g_memdup2(entries, size * sizeof *entries);
  return copy != NULL ? bounded_rank(rows, columns, copy) : 0;
}
