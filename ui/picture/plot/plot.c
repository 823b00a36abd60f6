/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The figure: its contents, and the ranges of its axes. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

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
  g_clear_pointer(&kept->all.straight, g_array_unref);
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
  figure->straight = g_array_new(FALSE, FALSE, sizeof(double));
  figure->samples = g_array_new(FALSE, FALSE, sizeof(guint));
  figure->kept = array_of(sizeof(NoslipKept), clear_kept);
  figure->traced = array_of(sizeof(NoslipTraced), noslip_traced_clear);
  figure->level_places = g_array_new(FALSE, FALSE, sizeof(NoslipLevelPlace));
  figure->cursor = NAN;
  figure->parts = NOSLIP_FIGURE_ON_SCREEN;
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
  figure->parts = NOSLIP_FIGURE_ON_SCREEN;
  figure->equal_units = FALSE;
  figure->least_left = figure->least_right = 0;
  g_clear_pointer(&figure->empty_text, g_free);
}

void
noslip_figure_set_parts(NoslipFigure *figure, guint parts)
{
  figure->parts = parts;
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
  g_array_unref(figure->straight);
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
  g_autofree char *name = series->label != NULL ? noslip_math_pretty(series->label) : NULL;
  g_autofree char *unit = noslip_math_unit(series->unit);
  copy.label = name != NULL && *unit != '\0' ? g_strdup_printf("%s (%s)", name, unit) : g_steal_pointer(&name);
  copy.unit = NULL; /* it is in the label */
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

gboolean
noslip_series_now(const NoslipFigure *figure, const NoslipSeries *series, double *x, double *y)
{
  double index = noslip_series_cursor(figure, series);
  return noslip_series_at(figure, series, isnan(series->cursor) ? index : floor(index), x, y);
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
    empty.all.straight = g_array_new(FALSE, FALSE, sizeof(double));
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

void
noslip_traced_forget_numbers(NoslipTraced *traced)
{
  g_clear_pointer(&traced->drawn, g_array_unref);
  g_clear_pointer(&traced->numbers, g_array_unref);
  g_clear_pointer(&traced->around, g_array_unref);
  g_clear_pointer(&traced->type, g_free);
}

void
noslip_traced_clear(gpointer item)
{
  NoslipTraced *traced = item;
  g_free(traced->values);
  g_clear_pointer(&traced->curves, g_array_unref);
  noslip_traced_forget_numbers(traced);
}
