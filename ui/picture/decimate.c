/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/decimate.h"

#include <math.h>

double
noslip_axis_map(const NoslipAxisMap *map, double value)
{
  if (map->logarithmic)
    value = value > 0 ? log10(value) : NAN;
  double pixel = map->offset + map->scale * value;
  /* Canvases work in fixed point: far outside is far enough. */
  return isnan(pixel) ? NAN : CLAMP(pixel, -1e6, 1e6);
}

double
noslip_axis_unmap(const NoslipAxisMap *map, double pixel)
{
  double value = (pixel - map->offset) / map->scale;
  return map->logarithmic ? pow(10, value) : value;
}

static void
emit(GArray *points, double x, double y)
{
  const double pair[2] = {x, y};
  g_array_append_vals(points, pair, 2);
}

static void
emit_gap(GArray *points)
{
  if (points->len > 0 && !isnan(g_array_index(points, double, points->len - 1)))
    emit(points, NAN, NAN);
}

/* The samples of one pixel column, by index. */
typedef struct {
  gboolean any;
  double column;
  gsize first, low, high, last;
  double low_y, high_y;
} Column;

typedef struct {
  const double *x, *y;
  gsize x_stride, y_stride;
  const NoslipAxisMap *map_x, *map_y;
  GArray *points;
} Curve;

static void
emit_sample(const Curve *curve, gsize i)
{
  emit(curve->points, noslip_axis_map(curve->map_x, curve->x[i * curve->x_stride]),
       noslip_axis_map(curve->map_y, curve->y[i * curve->y_stride]));
}

static void
flush_column(const Curve *curve, Column *column)
{
  if (!column->any)
    return;
  gsize order[4] = {column->first, MIN(column->low, column->high), MAX(column->low, column->high), column->last};
  for (guint i = 0; i < 4; i++)
    if (i == 0 || order[i] != order[i - 1])
      emit_sample(curve, order[i]);
  column->any = FALSE;
}

/* Index of the first sample whose pixel is >= pixel; x increases, so the search is a bisection. */
static gsize
first_at(const Curve *curve, gsize n, double pixel)
{
  gsize low = 0, high = n;
  while (low < high) {
    gsize middle = low + (high - low) / 2;
    double at = noslip_axis_map(curve->map_x, curve->x[middle * curve->x_stride]);
    if (isnan(at) || at < pixel)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void
noslip_decimate_columns(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                        const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double from, double to, GArray *points)
{
  Curve curve = {x, y, x_stride, y_stride, map_x, map_y, points};
  Column column = {FALSE};
  gsize begin = first_at(&curve, n, from), end = first_at(&curve, n, to);
  begin = begin > 0 ? begin - 1 : 0;
  end = MIN(end + 2, n);
  for (gsize i = begin; i < end; i++) {
    double px = noslip_axis_map(map_x, x[i * x_stride]);
    double value = y[i * y_stride];
    if (isnan(px) || isnan(noslip_axis_map(map_y, value))) {
      flush_column(&curve, &column);
      emit_gap(points);
      continue;
    }
    if (column.any && floor(px) != column.column)
      flush_column(&curve, &column);
    if (!column.any)
      column = (Column){TRUE, floor(px), i, i, i, i, value, value};
    column.last = i;
    if (value < column.low_y) {
      column.low = i;
      column.low_y = value;
    }
    if (value > column.high_y) {
      column.high = i;
      column.high_y = value;
    }
  }
  flush_column(&curve, &column);
}

void
noslip_decimate_path(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                     const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double tolerance, GArray *points)
{
  double last_x = NAN, last_y = NAN; /* the last point kept */
  double wait_x = NAN, wait_y = NAN; /* the last point left out, kept if the curve ends there */
  for (gsize i = 0; i < n; i++) {
    double px = noslip_axis_map(map_x, x[i * x_stride]), py = noslip_axis_map(map_y, y[i * y_stride]);
    gboolean gap = isnan(px) || isnan(py);
    if (!gap && fabs(px - last_x) < tolerance && fabs(py - last_y) < tolerance) {
      wait_x = px;
      wait_y = py;
      continue;
    }
    if (gap && !isnan(wait_x))
      emit(points, wait_x, wait_y);
    wait_x = wait_y = NAN;
    if (gap)
      emit_gap(points);
    else
      emit(points, px, py);
    last_x = gap ? NAN : px;
    last_y = gap ? NAN : py;
  }
  if (!isnan(wait_x))
    emit(points, wait_x, wait_y);
}
