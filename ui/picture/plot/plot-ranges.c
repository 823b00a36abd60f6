/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ranges that a figure's axes have to show, from its series and overlays. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

#include <float.h>
#include <math.h>

/* The extremes of all samples; only new ones are scanned. FALSE if they are unknown. */
static gboolean
span_kept(NoslipFigure *figure, const NoslipSeries *series, NoslipAxisId id, double *low, double *high)
{
  const NoslipAxis *axis = &figure->axis[id], *time = &figure->axis[NOSLIP_AXIS_X];
  NoslipKept *kept = id == NOSLIP_AXIS_Y && series->x_increases && !isnan(time->low)
                         ? NULL /* only those in the window count */
                         : noslip_figure_kept(figure, series);
  if (kept == NULL)
    return FALSE;
  if (kept->spanned[id] == 0 || kept->spanned[id] > series->n || kept->logarithmic[id] != axis->logarithmic) {
    kept->spanned[id] = 0;
    kept->low[id] = INFINITY;
    kept->high[id] = -INFINITY;
    kept->logarithmic[id] = axis->logarithmic;
  }
  for (gsize i = kept->spanned[id]; i < series->n; i++) {
    double value = noslip_series_value(figure, series, id, i);
    if (!isfinite(value) || (axis->logarithmic && value <= 0))
      continue;
    kept->low[id] = fmin(kept->low[id], value);
    kept->high[id] = fmax(kept->high[id], value);
  }
  kept->spanned[id] = series->n;
  *low = fmin(*low, kept->low[id]);
  *high = fmax(*high, kept->high[id]);
  return TRUE;
}

/* Extends low and high by the range of a series; if the x window is given, only samples in it count for y. */
static void
span_series(NoslipFigure *figure, const NoslipSeries *series, NoslipAxisId id, double *low, double *high)
{
  if (span_kept(figure, series, id, low, high))
    return;
  const NoslipAxis *axis = &figure->axis[id], *other = &figure->axis[NOSLIP_AXIS_X];
  gboolean windowed = id == NOSLIP_AXIS_Y && series->x_increases && !isnan(other->low) && other->period == 0;
  gsize first = windowed ? noslip_series_after(series, other->low) : 0;
  gsize last = windowed ? noslip_series_after(series, other->high) : series->n;
  if (windowed && first > 0 && series->x[(first - 1) * series->x_stride] == other->low)
    first--;
  const GArray *blocks = windowed ? noslip_figure_blocks(figure, series) : NULL;
  if (blocks) {
    noslip_blocks_span(blocks, series->y, series->y_stride, first, last, axis->logarithmic, low, high);
    return;
  }
  for (gsize i = first; i < last; i++) {
    double value = noslip_series_value(figure, series, id, i);
    if (!isfinite(value) || (axis->logarithmic && value <= 0))
      continue;
    *low = fmin(*low, value);
    *high = fmax(*high, value);
  }
}

#define REACH 0.5 /* relative to the range of the motion: the axes extend this far to either side for overlays */

/* An overlay that diverges does not flatten the motion. For a constant its size is used instead of the range. */
static void
span_overlays(NoslipFigure *figure, NoslipAxisId id, double *low, double *high)
{
  double least = INFINITY, most = -INFINITY;
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (series->overlay != NULL)
      span_series(figure, series, id, &least, &most);
  }
  if (!(least <= most))
    return;
  double size = fmax(fabs(*low), fabs(*high)), span = fmax(*high - *low, 0.25 * size);
  gboolean bounded = *low <= *high && span > 0 && !figure->axis[id].logarithmic;
  *low = fmin(*low, bounded ? fmax(least, *low - REACH * span) : least);
  *high = fmax(*high, bounded ? fmin(most, *high + REACH * span) : most);
}

static void
span_data(NoslipFigure *figure, NoslipAxisId id, double *low, double *high)
{
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (series->overlay == NULL || (id == NOSLIP_AXIS_X && series->x_increases))
      span_series(figure, series, id, low, high);
  }
  for (guint k = 0; k < figure->marks->len; k++) {
    const NoslipMark *mark = &g_array_index(figure->marks, NoslipMark, k);
    double value = id == NOSLIP_AXIS_X ? mark->x : mark->y;
    if (isfinite(value) && !mark->passive) {
      *low = fmin(*low, value);
      *high = fmax(*high, value);
    }
  }
  if (id == NOSLIP_AXIS_Y && figure->series->len > 0)
    for (guint k = 0; k < figure->references->len; k++) {
      double y = g_array_index(figure->references, NoslipReference, k).y;
      if (isfinite(y) && (!figure->axis[id].logarithmic || y > 0)) {
        *low = fmin(*low, y);
        *high = fmax(*high, y);
      }
    }
  span_overlays(figure, id, low, high);
}

#define FLAT 1e-6      /* relative to the largest value: an axis shows at least this range by default */
#define ROUNDING 1e-11 /* relative to the same: a smaller variation is a constant, and is shown as one */

/* A margin around the data, and at least the minimum span of the axis. */
static void
widen(const NoslipAxis *axis, gboolean time_like, double *low, double *high)
{
  if (axis->include_zero && !axis->logarithmic) {
    *low = fmin(*low, 0);
    *high = fmax(*high, 0);
  }
  if (axis->logarithmic) {
    double margin = fmax(0.06 * log10(*high / *low), 0.15);
    *low *= pow(10, -margin);
    *high *= pow(10, margin);
    return;
  }
  double middle = *low + (*high - *low) / 2, size = fmax(fabs(*low), fabs(*high));
  /* Values that differ only by rounding are a flat curve. */
  double least = isnan(axis->minimum_span) ? FLAT * size : fmax(axis->minimum_span, 64 * DBL_EPSILON * size);
  if (isnan(axis->minimum_span) && *high - *low < ROUNDING * size)
    *low = *high = middle;
  if ((*high > *low || !isnan(axis->minimum_span)) && *high - *low < least) {
    *low = middle - least / 2;
    *high = middle + least / 2;
  }
  if (!(*high > *low)) {
    double half = size > 0 ? 0.5 * size : 0.5;
    *low = middle - half;
    *high = middle + half;
  } else if (!time_like) {
    double margin = 0.06 * (*high - *low);
    *low -= margin;
    *high += margin;
  }
}

static gboolean
all_increase(const NoslipFigure *figure)
{
  for (guint s = 0; s < figure->series->len; s++)
    if (!g_array_index(figure->series, NoslipSeries, s).x_increases)
      return FALSE;
  return figure->series->len > 0;
}

gboolean
noslip_figure_find_ranges(NoslipFigure *figure)
{
  for (NoslipAxisId id = NOSLIP_AXIS_X; id <= NOSLIP_AXIS_Y; id++) {
    const NoslipAxis *axis = &figure->axis[id];
    double low = INFINITY, high = -INFINITY;
    span_data(figure, id, &low, &high);
    gboolean given =
        isfinite(axis->low) && isfinite(axis->high) && axis->high > axis->low && (!axis->logarithmic || axis->low > 0);
    if (!(low <= high)) {
      /* Level curves fill a given window; without one there is nothing to show. */
      if (!given || (figure->levels->len == 0 && figure->series->len == 0))
        return FALSE;
    } else if (!given) {
      if (axis->period > 0 && high - low > 0.7 * axis->period) {
        low = -axis->period / 2;
        high = axis->period / 2;
      }
      widen(axis, id == NOSLIP_AXIS_X && all_increase(figure), &low, &high);
    }
    figure->layout.low[id] = given ? axis->low : low;
    figure->layout.high[id] = given ? axis->high : high;
  }
  return TRUE;
}
