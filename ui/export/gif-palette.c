/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/gif-palette.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
  guint32 cell, n; /* pixels in the cell */
  guint64 sum[3];  /* of their red, green and blue */
} Cell;

typedef struct {
  guint first, n; /* of the cells */
  guint64 n_pixels;
  guint axis, width; /* the longest side: 0 red, 1 green, 2 blue; in cells */
} Box;

static guint
coordinate(const Cell *cell, guint axis)
{
  return cell->cell >> (10 - 5 * axis) & 0x1f;
}

static int
compare(const void *a, const void *b, guint axis)
{
  const Cell *one = a, *other = b;
  int apart = (int) coordinate(one, axis) - (int) coordinate(other, axis);
  return apart != 0 ? apart : (int) one->cell - (int) other->cell; /* a fixed order, whatever the sort does */
}

static int
by_red(const void *a, const void *b)
{
  return compare(a, b, 0);
}

static int
by_green(const void *a, const void *b)
{
  return compare(a, b, 1);
}

static int
by_blue(const void *a, const void *b)
{
  return compare(a, b, 2);
}

static void
measure(Box *box, const Cell *cells)
{
  box->n_pixels = box->width = 0;
  for (guint axis = 0; axis < 3; axis++) {
    guint low = 31, high = 0;
    for (guint i = 0; i < box->n; i++) {
      low = MIN(low, coordinate(&cells[box->first + i], axis));
      high = MAX(high, coordinate(&cells[box->first + i], axis));
    }
    if (high - low > box->width) {
      box->width = high - low;
      box->axis = axis;
    }
  }
  for (guint i = 0; i < box->n; i++)
    box->n_pixels += cells[box->first + i].n;
}

/* Cuts where half of the pixels are on each side; both halves have at least one cell. */
static void
cut(Box *box, Box *other, Cell *cells)
{
  static int (*const orders[])(const void *, const void *) = {by_red, by_green, by_blue};
  qsort(cells + box->first, box->n, sizeof *cells, orders[box->axis]);
  guint64 half = box->n_pixels / 2, passed = 0;
  guint at = 0;
  while (at < box->n - 1 && (at == 0 || passed + cells[box->first + at].n <= half))
    passed += cells[box->first + at++].n;
  *other = (Box){.first = box->first + at, .n = box->n - at};
  box->n = at;
  measure(box, cells);
  measure(other, cells);
}

static guint
largest(guint n, const Box *boxes)
{
  guint best = n;
  for (guint i = 0; i < n; i++)
    if (boxes[i].n > 1 && (best == n || boxes[i].n_pixels * boxes[i].width > boxes[best].n_pixels * boxes[best].width))
      best = i;
  return best;
}

/* The cells that have pixels. */
static Cell *
count(gsize n, const guint32 *pixels, guint *n_cells)
{
  Cell *cells = g_new0(Cell, NOSLIP_GIF_CELLS);
  for (gsize i = 0; i < n; i++) {
    Cell *cell = &cells[noslip_gif_cell(pixels[i])];
    cell->n++;
    for (guint axis = 0; axis < 3; axis++)
      cell->sum[axis] += pixels[i] >> (16 - 8 * axis) & 0xff;
  }
  *n_cells = 0;
  for (guint i = 0; i < NOSLIP_GIF_CELLS; i++)
    if (cells[i].n > 0) {
      cells[*n_cells] = cells[i];
      cells[(*n_cells)++].cell = i;
    }
  return cells;
}

void
noslip_gif_palette_fill(NoslipGifPalette *palette, gsize n, const guint32 *pixels)
{
  guint n_cells, n_boxes = 1;
  g_autofree Cell *cells = count(n, pixels, &n_cells);
  Box boxes[NOSLIP_GIF_COLORS] = {{.first = 0, .n = n_cells}};
  measure(&boxes[0], cells);
  for (guint i; n_boxes < NOSLIP_GIF_COLORS && (i = largest(n_boxes, boxes)) < n_boxes; n_boxes++)
    cut(&boxes[i], &boxes[n_boxes], cells);
  memset(palette, 0, sizeof *palette);
  for (guint b = 0; b < n_boxes; b++) {
    guint64 sum[3] = {0};
    for (guint i = boxes[b].first; i < boxes[b].first + boxes[b].n; i++) {
      palette->index[cells[i].cell] = (guint8) b;
      for (guint axis = 0; axis < 3; axis++)
        sum[axis] += cells[i].sum[axis];
    }
    for (guint axis = 0; axis < 3 && boxes[b].n_pixels > 0; axis++)
      palette->rgb[3 * b + axis] = (guint8) ((sum[axis] + boxes[b].n_pixels / 2) / boxes[b].n_pixels);
  }
}
