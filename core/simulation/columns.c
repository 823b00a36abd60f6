/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/columns.h"

#include <math.h>

/* Rows that were added together. */
typedef struct {
  guint first, n; /* row numbers */
  double *values; /* n x width */
} Piece;

/* The cached values of one column. */
typedef struct {
  GArray *values;  /* double: gathered from the first rows; NULL before first use */
  GArray *largest; /* double: largest magnitude up to the end of each piece, for the first pieces; may be NULL too */
} Column;

struct _NoslipColumns {
  guint width, n_rows, expected;
  GArray *pieces;  /* Piece, in the order of rows */
  Column *columns; /* width */
};

static void
clear_piece(gpointer item)
{
  g_free(((Piece *) item)->values);
}

NoslipColumns *
noslip_columns_new(void)
{
  NoslipColumns *self = g_new0(NoslipColumns, 1);
  self->pieces = g_array_new(FALSE, FALSE, sizeof(Piece));
  g_array_set_clear_func(self->pieces, clear_piece);
  return self;
}

void
noslip_columns_reset(NoslipColumns *self, guint width)
{
  for (guint c = 0; c < self->width; c++) {
    g_clear_pointer(&self->columns[c].values, g_array_unref);
    g_clear_pointer(&self->columns[c].largest, g_array_unref);
  }
  g_free(self->columns);
  g_array_set_size(self->pieces, 0);
  self->width = width;
  self->n_rows = 0;
  self->columns = g_new0(Column, width);
}

void
noslip_columns_free(NoslipColumns *self)
{
  if (self == NULL)
    return;
  noslip_columns_reset(self, 0);
  g_array_unref(self->pieces);
  g_free(self);
}

NoslipColumns *
noslip_columns_copy(const NoslipColumns *self)
{
  NoslipColumns *copy = noslip_columns_new();
  noslip_columns_reset(copy, self->width);
  for (guint i = 0; i < self->pieces->len; i++) {
    const Piece *piece = &g_array_index(self->pieces, Piece, i);
    noslip_columns_take(copy, piece->n, g_memdup2(piece->values, (gsize) piece->n * self->width * sizeof(double)));
  }
  return copy;
}

void
noslip_columns_take(NoslipColumns *self, guint n_rows, double *values)
{
  Piece piece = {self->n_rows, n_rows, values};
  g_array_append_val(self->pieces, piece);
  self->n_rows += n_rows;
}

void
noslip_columns_truncate(NoslipColumns *self, guint n_rows)
{
  if (n_rows >= self->n_rows)
    return;
  guint keep = self->pieces->len;
  while (keep > 0 && g_array_index(self->pieces, Piece, keep - 1).first >= n_rows)
    keep--;
  g_array_set_size(self->pieces, keep);
  if (keep > 0) {
    Piece *last = &g_array_index(self->pieces, Piece, keep - 1);
    last->n = n_rows - last->first;
  }
  self->n_rows = n_rows;
  for (guint c = 0; c < self->width; c++) {
    Column *column = &self->columns[c];
    if (column->values != NULL)
      g_array_set_size(column->values, MIN(column->values->len, n_rows));
    /* the last piece may have had its largest value in the removed rows */
    if (column->largest != NULL)
      g_array_set_size(column->largest, MIN(column->largest->len, keep > 0 ? keep - 1 : 0));
  }
}

void
noslip_columns_expect(NoslipColumns *self, guint n_rows)
{
  self->expected = n_rows;
}

guint
noslip_columns_n_rows(const NoslipColumns *self)
{
  return self->n_rows;
}

/* The piece that has a row. */
static guint
find(const NoslipColumns *self, guint row)
{
  guint low = 0, high = self->pieces->len;
  while (high - low > 1) {
    guint middle = low + (high - low) / 2;
    if (g_array_index(self->pieces, Piece, middle).first <= row)
      low = middle;
    else
      high = middle;
  }
  return low;
}

double
noslip_columns_value(const NoslipColumns *self, guint row, guint column)
{
  if (row >= self->n_rows || column >= self->width)
    return NAN;
  const Piece *piece = &g_array_index(self->pieces, Piece, find(self, row));
  return piece->values[(gsize) (row - piece->first) * self->width + column];
}

const double *
noslip_columns_gather(NoslipColumns *self, guint column)
{
  if (column >= self->width || self->n_rows == 0)
    return NULL;
  Column *known = &self->columns[column];
  if (known->values == NULL)
    known->values = g_array_sized_new(FALSE, FALSE, sizeof(double), self->expected);
  guint from = known->values->len;
  g_array_set_size(known->values, self->n_rows);
  double *to = (double *) (gpointer) known->values->data;
  for (guint i = from < self->n_rows ? find(self, from) : self->pieces->len; i < self->pieces->len; i++) {
    const Piece *piece = &g_array_index(self->pieces, Piece, i);
    for (guint row = MAX(from, piece->first); row < piece->first + piece->n; row++)
      to[row] = piece->values[(gsize) (row - piece->first) * self->width + column];
  }
  return to;
}

/* The largest of `found` and the magnitudes in the first n rows of a piece; NaN counts as the largest. */
static double
reach_out(const NoslipColumns *self, const Piece *piece, guint column, guint n, double largest)
{
  for (guint i = 0; i < n && !isnan(largest); i++) {
    double magnitude = fabs(piece->values[(gsize) i * self->width + column]);
    if (!(magnitude <= largest))
      largest = magnitude;
  }
  return largest;
}

double
noslip_columns_largest(NoslipColumns *self, guint column, guint n_rows)
{
  n_rows = MIN(n_rows, self->n_rows);
  if (column >= self->width || n_rows == 0)
    return 0;
  Column *known = &self->columns[column];
  if (known->largest == NULL)
    known->largest = g_array_new(FALSE, FALSE, sizeof(double));
  /* covers all rows: each is read once when it arrives, not all when they are requested */
  for (guint i = known->largest->len; i < self->pieces->len; i++) {
    const Piece *piece = &g_array_index(self->pieces, Piece, i);
    double before = i > 0 ? g_array_index(known->largest, double, i - 1) : 0;
    double largest = reach_out(self, piece, column, piece->n, before);
    g_array_append_val(known->largest, largest);
  }
  guint last = find(self, n_rows - 1);
  const Piece *piece = &g_array_index(self->pieces, Piece, last);
  double before = last > 0 ? g_array_index(known->largest, double, last - 1) : 0;
  return reach_out(self, piece, column, n_rows - piece->first, before);
}
