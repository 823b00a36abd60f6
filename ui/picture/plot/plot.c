/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figure: what it holds, and the ranges that its axes show. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void
clear_series(gpointer item)
{
  g_free((char *) ((NoslipSeries *) item)->label);
  g_free((char *) ((NoslipSeries *) item)->reading);
  g_free((char *) ((NoslipSeries *) item)->overlay);
}

static void
clear_levels(gpointer item)
{
  g_free((double *) ((NoslipLevels *) item)->levels);
  g_free((char *) ((NoslipLevels *) item)->label);
}

static void
clear_mark(gpointer item)
{
  g_free((char *) ((NoslipMark *) item)->label);
}

static void
clear_reference(gpointer item)
{
  g_free(((NoslipReference *) item)->label);
}

static void
clear_kept(gpointer item)
{
  NoslipKept *kept = item;
  g_clear_pointer(&kept->blocks, g_array_unref);
  g_clear_pointer(&kept->all.points, g_array_unref);
  g_clear_pointer(&kept->all.samples, g_array_unref);
}

static GArray *
array_of(guint size, GDestroyNotify clear)
{
  GArray *array = g_array_new(FALSE, FALSE, size);
  g_array_set_clear_func(array, clear);
  return array;
}

NoslipFigure *
noslip_figure_new(void)
{
  NoslipFigure *figure = g_new0(NoslipFigure, 1);
  figure->series = array_of(sizeof(NoslipSeries), clear_series);
  figure->levels = array_of(sizeof(NoslipLevels), clear_levels);
  figure->marks = array_of(sizeof(NoslipMark), clear_mark);
  figure->references = array_of(sizeof(NoslipReference), clear_reference);
  figure->layers = g_array_new(FALSE, FALSE, sizeof(NoslipFigureLayer));
  figure->points = g_array_new(FALSE, FALSE, sizeof(double));
  figure->samples = g_array_new(FALSE, FALSE, sizeof(guint));
  figure->kept = array_of(sizeof(NoslipKept), clear_kept);
  figure->traced = array_of(sizeof(NoslipTraced), noslip_traced_clear);
  figure->level_places = g_array_new(FALSE, FALSE, sizeof(NoslipLevelPlace));
  figure->cursor = NAN;
  for (guint id = 0; id < 2; id++)
    noslip_axis_init(&figure->axis[id]);
  return figure;
}

static void
clear_axis(NoslipAxis *axis)
{
  g_free((char *) axis->quantity);
  g_free((char *) axis->unit);
  noslip_axis_init(axis);
}

void
noslip_figure_clear(NoslipFigure *figure)
{
  g_array_set_size(figure->series, 0);
  g_array_set_size(figure->levels, 0);
  g_array_set_size(figure->marks, 0);
  g_array_set_size(figure->references, 0);
  g_array_set_size(figure->layers, 0);
  clear_axis(&figure->axis[0]);
  clear_axis(&figure->axis[1]);
  figure->cursor = NAN;
  figure->equal_units = FALSE;
  figure->least_left = figure->least_right = 0;
  g_clear_pointer(&figure->empty_text, g_free);
}

void
noslip_figure_free(NoslipFigure *figure)
{
  if (figure == NULL)
    return;
  noslip_figure_clear(figure);
  g_array_unref(figure->series);
  g_array_unref(figure->levels);
  g_array_unref(figure->marks);
  g_array_unref(figure->references);
  g_array_unref(figure->layers);
  g_array_unref(figure->points);
  g_array_unref(figure->samples);
  g_array_unref(figure->kept);
  g_array_unref(figure->traced);
  g_array_unref(figure->level_places);
  g_free(figure);
}

void
noslip_axis_init(NoslipAxis *axis)
{
  *axis = (NoslipAxis){.low = NAN, .high = NAN, .minimum_span = NAN};
}

void
noslip_figure_set_axis(NoslipFigure *figure, NoslipAxisId id, const NoslipAxis *axis)
{
  NoslipAxis copy = *axis;
  copy.quantity = g_strdup(axis->quantity);
  copy.unit = g_strdup(axis->unit);
  clear_axis(&figure->axis[id]);
  figure->axis[id] = copy;
}

void
noslip_figure_axis(const NoslipFigure *figure, NoslipAxisId id, NoslipAxis *axis)
{
  *axis = figure->axis[id];
}

void
noslip_series_init(NoslipSeries *series)
{
  *series = (NoslipSeries){.x_stride = 1, .y_stride = 1, .cursor = NAN, .alpha = 1, .color = {0, 0, 0, 1}};
}

guint
noslip_figure_add_series(NoslipFigure *figure, const NoslipSeries *series)
{
  NoslipSeries copy = *series;
  copy.label = series->label != NULL ? noslip_math_pretty(series->label) : NULL;
  copy.reading = series->reading != NULL ? noslip_math_pretty(series->reading) : NULL;
  copy.overlay = g_strdup(series->overlay);
  if (copy.alpha == 0)
    copy.alpha = 1;
  if (copy.x == NULL || copy.y == NULL)
    copy.n = 0;
  g_array_append_val(figure->series, copy);
  return figure->series->len - 1;
}

void
noslip_figure_add_levels(NoslipFigure *figure, const NoslipLevels *levels)
{
  NoslipLevels copy = *levels;
  copy.label = g_strdup(levels->label);
  copy.levels = levels->levels != NULL ? g_memdup2(levels->levels, levels->n_levels * sizeof(double)) : NULL;
  g_array_append_val(figure->levels, copy);
}

void
noslip_figure_add_mark(NoslipFigure *figure, const NoslipMark *mark)
{
  NoslipMark copy = *mark;
  copy.label = g_strdup(mark->label);
  g_array_append_val(figure->marks, copy);
}

void
noslip_figure_add_reference(NoslipFigure *figure, double y, const char *label)
{
  NoslipReference reference = {y, g_strdup(label)};
  g_array_append_val(figure->references, reference);
}

void
noslip_figure_add_layer(NoslipFigure *figure, NoslipLayer draw, gpointer data)
{
  NoslipFigureLayer layer = {draw, data};
  g_array_append_val(figure->layers, layer);
}

void
noslip_figure_set_cursor(NoslipFigure *figure, double x)
{
  figure->cursor = x;
}

void
noslip_figure_set_empty_text(NoslipFigure *figure, const char *text)
{
  g_free(figure->empty_text);
  figure->empty_text = g_strdup(text);
}

void
noslip_figure_set_equal_units(NoslipFigure *figure, gboolean equal)
{
  figure->equal_units = equal;
}

void
noslip_figure_set_margins(NoslipFigure *figure, double left, double right)
{
  figure->least_left = left;
  figure->least_right = right;
}

double
noslip_series_value(const NoslipFigure *figure, const NoslipSeries *series, NoslipAxisId id, gsize i)
{
  double value = id == NOSLIP_AXIS_X ? series->x[i * series->x_stride] : series->y[i * series->y_stride];
  double period = figure->axis[id].period;
  return period > 0 ? remainder(value, period) : value;
}

gsize
noslip_series_after(const NoslipSeries *series, double x)
{
  gsize low = 0, high = series->n;
  while (low < high) {
    gsize middle = low + (high - low) / 2;
    if (series->x[middle * series->x_stride] <= x)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

/* Index (with fraction) at which an increasing x reaches `x`; NaN outside. */
static double
index_at(const NoslipSeries *series, double x)
{
  gsize low = noslip_series_after(series, x);
  if (low == 0)
    return NAN;
  double left = series->x[(low - 1) * series->x_stride];
  if (low == series->n)
    return x - left <= 1e-9 * fmax(fabs(x), fabs(left)) ? (double) (low - 1) : NAN;
  double right = series->x[low * series->x_stride];
  return (double) (low - 1) + (right > left ? (x - left) / (right - left) : 0);
}

double
noslip_series_cursor(const NoslipFigure *figure, const NoslipSeries *series)
{
  if (series->n == 0)
    return NAN;
  if (!isnan(series->cursor))
    return CLAMP(series->cursor, 0, (double) (series->n - 1));
  return series->x_increases && !isnan(figure->cursor) ? index_at(series, figure->cursor) : NAN;
}

gboolean
noslip_series_at(const NoslipFigure *figure, const NoslipSeries *series, double index, double *x, double *y)
{
  if (isnan(index) || series->n == 0)
    return FALSE;
  gsize i = (gsize) floor(index), j = MIN(i + 1, series->n - 1);
  double t = index - (double) i, value[2];
  for (guint id = 0; id < 2; id++) {
    double a = noslip_series_value(figure, series, id, i), b = noslip_series_value(figure, series, id, j);
    double period = figure->axis[id].period;
    if (period > 0)
      b = a + remainder(b - a, period);
    value[id] = t > 0 ? a + t * (b - a) : a;
    if (period > 0)
      value[id] = remainder(value[id], period);
  }
  *x = value[0];
  *y = value[1];
  return !isnan(*x) && !isnan(*y);
}

NoslipKept *
noslip_figure_kept(NoslipFigure *figure, const NoslipSeries *series)
{
  guint place = (guint) (series - &g_array_index(figure->series, NoslipSeries, 0));
  const double period[2] = {figure->axis[0].period, figure->axis[1].period};
  if (series->source == 0)
    return NULL;
  while (figure->kept->len <= place) {
    NoslipKept empty = {.blocks = g_array_new(FALSE, FALSE, sizeof(NoslipBlock))};
    empty.all.points = g_array_new(FALSE, FALSE, sizeof(double));
    empty.all.samples = g_array_new(FALSE, FALSE, sizeof(guint));
    g_array_append_val(figure->kept, empty);
  }
  NoslipKept *kept = &g_array_index(figure->kept, NoslipKept, place);
  if (kept->source != series->source || memcmp(kept->period, period, sizeof period) != 0) {
    kept->source = series->source;
    memcpy(kept->period, period, sizeof period);
    kept->spanned[0] = kept->spanned[1] = 0;
    kept->looked_at = 0;
    kept->all.n = 0;
    g_array_set_size(kept->blocks, 0);
  }
  return kept;
}

const GArray *
noslip_figure_blocks(NoslipFigure *figure, const NoslipSeries *series)
{
  NoslipKept *kept = noslip_figure_kept(figure, series);
  if (!kept || !series->x_increases || figure->axis[0].period > 0 || figure->axis[1].period > 0)
    return NULL;
  noslip_blocks_extend(kept->blocks, series->n, series->x, series->x_stride, series->y, series->y_stride);
  return kept->blocks;
}

/* The extremes of all samples; only new ones are scanned. FALSE where they are unknown. */
static gboolean
span_kept(NoslipFigure *figure, const NoslipSeries *series, NoslipAxisId id, double *low, double *high)
{
  const NoslipAxis *axis = &figure->axis[id], *time = &figure->axis[NOSLIP_AXIS_X];
  NoslipKept *kept = id == NOSLIP_AXIS_Y && series->x_increases && !isnan(time->low)
                         ? NULL /* those in the window alone count */
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

/* Adds what a series spans to low and high; where the x window is given, only what lies in it counts for y. */
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

#define REACH 0.5 /* of what the motion spans: so far to either side the axes reach out for overlays */

/* An overlay that explodes does not flatten the motion. What does not change has no span of its own: its size counts.
 */
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

#define FLAT 1e-6      /* of the largest value: an axis shows no less by itself */
#define ROUNDING 1e-11 /* of the same: what differs by less is a constant, and is shown as one */

/* Room about the data, and no less than the axis must show. */
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
  /* What differs by rounding alone is a flat curve. */
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
      /* Level curves fill a window that is given; else there is nothing to show. */
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

char *
noslip_axis_title(const NoslipAxis *axis, int exponent)
{
  g_autofree char *quantity = noslip_math_pretty(axis->quantity);
  GString *title = g_string_new(quantity);
  g_autofree char *unit = noslip_math_unit(axis->unit);
  if (exponent != 0) {
    g_autofree char *spelled = g_strdup_printf("10^%d", exponent), *power = noslip_math_unit(spelled);
    g_string_append_printf(title, "%s(%s%s%s)", title->len > 0 ? " " : "", power, *unit != '\0' ? " " : "", unit);
  } else if (*unit != '\0') {
    g_string_append_printf(title, "%s(%s)", title->len > 0 ? " " : "", unit);
  }
  return g_string_free(title, FALSE);
}
