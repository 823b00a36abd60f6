/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/decimate.h"

#include <math.h>

double
noslip_axis_map(const NoslipAxisMap *map, double value)
{
  if (map->logarithmic)
    value = value > 0 ? log10(value) : NAN;
  double pixel = map->offset + map->scale * value;
  /* Canvases use fixed-point numbers: far-away values are clamped. */
  return isnan(pixel) ? NAN : CLAMP(pixel, -1e6, 1e6);
}

double
noslip_axis_unmap(const NoslipAxisMap *map, double pixel)
{
  double value = (pixel - map->offset) / map->scale;
  return map->logarithmic ? pow(10, value) : value;
}

gboolean
noslip_axis_map_is_same(const NoslipAxisMap *a, const NoslipAxisMap *b)
{
  return a->offset == b->offset && a->scale == b->scale && a->logarithmic == b->logarithmic;
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

/* The minimum and maximum of some samples: their indices and values. */
typedef struct {
  gsize low, high;
  double least, most;
} Extremes;

static void
reach_out(Extremes *extremes, const Extremes *more)
{
  if (more->least < extremes->least) {
    extremes->low = more->low;
    extremes->least = more->least;
  }
  if (more->most > extremes->most) {
    extremes->high = more->high;
    extremes->most = more->most;
  }
}

/* The samples of one pixel column. */
typedef struct {
  gboolean any;
  double column;
  gsize first, last;
  Extremes extremes;
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
  const Extremes *at = &column->extremes;
  gsize order[4] = {column->first, MIN(at->low, at->high), MAX(at->low, at->high), column->last};
  for (guint i = 0; i < 4; i++)
    if (i == 0 || order[i] != order[i - 1])
      emit_sample(curve, order[i]);
  column->any = FALSE;
}

static gboolean
is_before(const Curve *curve, gsize i, double pixel)
{
  double at = noslip_axis_map(curve->map_x, curve->x[i * curve->x_stride]);
  return isnan(at) || at < pixel;
}

/* Index of the first sample from `low` to before `high` whose pixel is >= pixel; found by bisection, because x
 * increases. */
static gsize
first_at(const Curve *curve, gsize low, gsize high, double pixel)
{
  while (low < high) {
    gsize middle = low + (high - low) / 2;
    if (is_before(curve, middle, pixel))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* The same, if it is expected near a sample: reads fewer samples, which are far apart in memory. */
static gsize
first_near(const Curve *curve, gsize low, gsize high, gsize expected, double pixel)
{
  gsize at = CLAMP(expected, low, high);
  for (gsize step = 1; at < high && is_before(curve, at, pixel); step *= 2) {
    low = at + 1;
    at = MIN(high, at + step);
  }
  high = at;
  for (gsize step = 1; at > low; step *= 2) {
    at = at - low > step ? at - step : low;
    if (is_before(curve, at, pixel)) {
      low = at + 1;
      break;
    }
    high = at;
  }
  return first_at(curve, low, high, pixel);
}

/* Adds the samples from first to last to their column, or starts one. */
static void
join(const Curve *curve, Column *column, double pixel, gsize first, const Extremes *extremes, gsize last)
{
  if (column->any && floor(pixel) != column->column)
    flush_column(curve, column);
  if (!column->any)
    *column = (Column){TRUE, floor(pixel), first, last, *extremes};
  column->last = last;
  reach_out(&column->extremes, extremes);
}

/* The samples from i to before end all lie in one pixel column, and are read by blocks. FALSE if there is a gap among
 * them. */
static gboolean
join_blocks(const Curve *curve, Column *column, const GArray *blocks, double pixel, gsize i, gsize end)
{
  Extremes found = {i, i, curve->y[i * curve->y_stride], curve->y[i * curve->y_stride]};
  for (gsize at = i; at < end; at++) {
    if (at % NOSLIP_BLOCK == 0 && at + NOSLIP_BLOCK <= end && at / NOSLIP_BLOCK < blocks->len) {
      const NoslipBlock *block = &g_array_index(blocks, NoslipBlock, at / NOSLIP_BLOCK);
      if (block->gap)
        return FALSE;
      reach_out(&found, &(Extremes){at + block->low, at + block->high, block->least, block->most});
      at += NOSLIP_BLOCK - 1;
    } else {
      double value = curve->y[at * curve->y_stride];
      if (isnan(value))
        return FALSE;
      reach_out(&found, &(Extremes){at, at, value, value});
    }
  }
  if (isnan(noslip_axis_map(curve->map_y, found.least)))
    return FALSE;
  join(curve, column, pixel, i, &found, end - 1);
  return TRUE;
}

static void
join_samples(const Curve *curve, Column *column, gsize i, gsize end)
{
  for (; i < end; i++) {
    double px = noslip_axis_map(curve->map_x, curve->x[i * curve->x_stride]), value = curve->y[i * curve->y_stride];
    if (isnan(px) || isnan(noslip_axis_map(curve->map_y, value))) {
      flush_column(curve, column);
      emit_gap(curve->points);
    } else {
      join(curve, column, px, i, &(Extremes){i, i, value, value}, i);
    }
  }
}

/* The first sample to read: of a curve that is continued the first of its last column, unless it is left of the area,
 * where a later sample may be the one before it. */
static gsize
begin_columns(const Curve *curve, gsize n, double from, NoslipPixelColumns *columns)
{
  gboolean continues = columns->sample > 0 && columns->sample < n && !is_before(curve, columns->sample, from);
  g_array_set_size(curve->points, continues || columns->sample == 0 ? columns->len : 0);
  if (continues)
    return columns->sample;
  *columns = (NoslipPixelColumns){0, curve->points->len};
  gsize begin = first_at(curve, 0, n, from);
  return begin > 0 ? begin - 1 : 0;
}

void
noslip_decimate_columns_on(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                           const GArray *blocks, const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double from,
                           double to, GArray *points, NoslipPixelColumns *columns)
{
  Curve curve = {x, y, x_stride, y_stride, map_x, map_y, points};
  Column column = {FALSE};
  gsize begin = begin_columns(&curve, n, from, columns), end = MIN(first_at(&curve, 0, n, to) + 2, n);
  if (blocks == NULL)
    join_samples(&curve, &column, begin, end);
  for (gsize i = begin, next, width = 1; blocks && i < end; i = next) {
    double px = noslip_axis_map(map_x, x[i * x_stride]);
    if (column.any && floor(px) != column.column)
      flush_column(&curve, &column);
    if (!column.any && !isnan(px))
      *columns = (NoslipPixelColumns){i, points->len};
    next = isnan(px) ? i + 1 : MAX(first_near(&curve, i, end, i + width, floor(px) + 1), i + 1);
    width = next - i; /* columns have about as many samples as the previous one */
    if (isnan(px) || !join_blocks(&curve, &column, blocks, px, i, next))
      join_samples(&curve, &column, i, next);
  }
  flush_column(&curve, &column);
}

void
noslip_decimate_columns(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride, const GArray *blocks,
                        const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double from, double to, GArray *points)
{
  NoslipPixelColumns columns = {0, points->len};
  noslip_decimate_columns_on(n, x, x_stride, y, y_stride, blocks, map_x, map_y, from, to, points, &columns);
}

void
noslip_blocks_extend(GArray *blocks, gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride)
{
  for (gsize b = blocks->len; (b + 1) * NOSLIP_BLOCK <= n; b++) {
    const double *bx = x + b * NOSLIP_BLOCK * x_stride, *by = y + b * NOSLIP_BLOCK * y_stride;
    NoslipBlock block = {0};
    for (guint i = 0; i < NOSLIP_BLOCK; i++) {
      block.gap |= isnan(bx[i * x_stride]) || isnan(by[i * y_stride]);
      if (by[i * y_stride] < by[block.low * y_stride])
        block.low = (guint8) i;
      if (by[i * y_stride] > by[block.high * y_stride])
        block.high = (guint8) i;
    }
    block.least = by[block.low * y_stride];
    block.most = by[block.high * y_stride];
    g_array_append_val(blocks, block);
  }
}

void
noslip_blocks_span(const GArray *blocks, const double *y, gsize y_stride, gsize first, gsize last, gboolean logarithmic,
                   double *low, double *high)
{
  for (gsize i = first; i < last; i++) {
    double least = y[i * y_stride], most = least;
    gboolean aligned = blocks && i % NOSLIP_BLOCK == 0 && i + NOSLIP_BLOCK <= last && i / NOSLIP_BLOCK < blocks->len;
    const NoslipBlock *block = aligned ? &g_array_index(blocks, NoslipBlock, i / NOSLIP_BLOCK) : NULL;
    if (block && !block->gap && isfinite(block->least) && isfinite(block->most) &&
        !(logarithmic && block->least <= 0)) {
      least = block->least;
      most = block->most;
      i += NOSLIP_BLOCK - 1;
    }
    if (!isfinite(least) || !isfinite(most) || (logarithmic && least <= 0))
      continue;
    *low = fmin(*low, least);
    *high = fmax(*high, most);
  }
}

/* Pairs, and the samples to which they belong. */
typedef struct {
  GArray *points, *samples; /* the latter may be NULL */
} Path;

static void
emit_of(const Path *path, double x, double y, gsize sample)
{
  const guint number = (guint) sample;
  emit(path->points, x, y);
  if (path->samples != NULL)
    g_array_append_val(path->samples, number);
}

void
noslip_decimate_path(gsize n, const double *x, gsize x_stride, const double *y, gsize y_stride,
                     const NoslipAxisMap *map_x, const NoslipAxisMap *map_y, double tolerance, GArray *points,
                     GArray *samples)
{
  const Path path = {points, samples};
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
      emit_of(&path, wait_x, wait_y, i - 1);
    wait_x = wait_y = NAN;
    if (!gap)
      emit_of(&path, px, py, i);
    else if (points->len > 0 && !isnan(g_array_index(points, double, points->len - 1)))
      emit_of(&path, NAN, NAN, i);
    last_x = gap ? NAN : px;
    last_y = gap ? NAN : py;
  }
  if (!isnan(wait_x))
    emit_of(&path, wait_x, wait_y, n - 1);
}

/* The ends of a piece, rounded to half a pixel, as a nonzero number. */
static guint64
piece_key(const double *p)
{
  guint64 key = 0;
  for (guint i = 0; i < 4; i++)
    key = key << 16 | (guint64) ((gint64) floor(2 * p[i]) & 0xffff);
  return key * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) | 1;
}

/* Whether the key is new; it is stored then. `mask` is the size of the table, a power of two, minus one. */
static gboolean
is_new(guint64 *table, guint64 mask, guint64 key)
{
  guint64 at = key >> 20 & mask;
  while (table[at] != 0 && table[at] != key)
    at = (at + 1) & mask;
  gboolean new = table[at] == 0;
  table[at] = key;
  return new;
}

/* Replaces the pairs of one path, from a given one on, by those of another. */
static void
replace(const Path *path, guint first, const Path *by)
{
  g_array_set_size(path->points, 2 * first);
  g_array_append_vals(path->points, by->points->data, by->points->len);
  if (path->samples != NULL) {
    g_array_set_size(path->samples, first);
    g_array_append_vals(path->samples, by->samples->data, by->samples->len);
  }
}

void
noslip_decimate_retraced(GArray *points, GArray *samples, guint first)
{
  g_autoptr(GArray) new_points = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) new_samples = g_array_new(FALSE, FALSE, sizeof(guint));
  const Path path = {points, samples}, new = {new_points, new_samples};
  const double *p = &g_array_index(points, double, 0);
  const guint n = points->len / 2;
  guint64 size = 1024;
  while (size < 2 * (guint64) (n - first))
    size *= 2;
  g_autofree guint64 *table = g_new0(guint64, size);
  gboolean pen_down = FALSE;
  for (guint i = first; i < n; i++) {
    guint sample = samples != NULL ? g_array_index(samples, guint, i) : 0;
    gboolean gap = i + 1 == n || isnan(p[2 * i]) || isnan(p[2 * i + 2]);
    gboolean drawn = !gap && is_new(table, size - 1, piece_key(p + 2 * i));
    if (drawn || pen_down) /* where a piece starts, or the last one ends */
      emit_of(&new, p[2 * i], p[2 * i + 1], sample);
    if (pen_down && !drawn && i + 1 < n)
      emit_of(&new, NAN, NAN, sample);
    pen_down = drawn;
  }
  replace(&path, first, &new);
}
