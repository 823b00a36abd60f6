/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a figure: axes, grid and ticks; and the conversion from pixels to data. */
#include "ui/picture/plot/plot-layout.h"

#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

#include <glib/gi18n.h>
#include <math.h>

static void
set_map(NoslipFigure *figure, NoslipAxisId id)
{
  NoslipFigureLayout *at = &figure->layout;
  gboolean logarithmic = figure->axis[id].logarithmic;
  double low = logarithmic ? log10(at->low[id]) : at->low[id];
  double high = logarithmic ? log10(at->high[id]) : at->high[id];
  NoslipAxisMap *map = &at->map[id];
  map->logarithmic = logarithmic;
  if (id == NOSLIP_AXIS_X) {
    map->scale = at->width / (high - low);
    map->offset = at->left - map->scale * low;
  } else {
    map->scale = -at->height / (high - low);
    map->offset = at->top - map->scale * high;
  }
}

/* An axis with extra pixels shows a larger range, so that units have equal length on both. */
static void
equalise(NoslipFigure *figure)
{
  NoslipFigureLayout *at = &figure->layout;
  double pixels[2] = {at->width, at->height}, unit[2];
  for (guint id = 0; id < 2; id++)
    unit[id] = (at->high[id] - at->low[id]) / pixels[id];
  guint id = unit[0] < unit[1] ? 0 : 1;
  double more = (unit[1 - id] * pixels[id] - (at->high[id] - at->low[id])) / 2;
  at->low[id] -= more;
  at->high[id] += more;
}

static void
find_ticks(const NoslipFigure *figure, NoslipAxisId id, guint most, NoslipTicks *ticks)
{
  const NoslipFigureLayout *at = &figure->layout;
  if (figure->axis[id].logarithmic)
    noslip_ticks_log(ticks, at->low[id], at->high[id], most);
  else
    noslip_ticks_linear(ticks, at->low[id], at->high[id], most);
}

static double
widest_label(const NoslipTheme *theme, const NoslipTicks *ticks)
{
  NoslipTextStyle style = {.size = theme->small_size};
  double widest = 0;
  for (guint i = 0; i < ticks->n; i++) {
    double width = 0;
    noslip_text_measure(theme, &style, ticks->label[i], &width, NULL, NULL);
    widest = fmax(widest, width);
  }
  return widest;
}

static guint
ticks_that_fit(double pixels, double each)
{
  return (guint) CLAMP(pixels / each, 3, 6);
}

/* Whether the title of the x axis fits on the line of its labels, of which at least three must remain. */
static gboolean
title_fits(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks, double right)
{
  const NoslipFigureLayout *at = &figure->layout;
  NoslipTextStyle style = {.size = theme->small_size};
  g_autofree char *title = noslip_axis_title(&figure->axis[0], ticks->exponent);
  double title_width = noslip_label_width(theme, title);
  guint n_omitted = 0;
  for (guint i = 0; i < ticks->n && *title != '\0'; i++) {
    double width = 0;
    noslip_text_measure(theme, &style, ticks->label[i], &width, NULL, NULL);
    n_omitted += noslip_axis_map(&at->map[0], ticks->value[i]) + width / 2 + 6 * theme->scale >= right - title_width;
  }
  return n_omitted == 0 || ticks->n >= n_omitted + 3;
}

/* The y axis: its ticks depend on the height, and the left margin on their labels. */
static void
lay_out_y(NoslipFigure *figure, const NoslipTheme *theme, double width, double bottom, double room, NoslipTicks *ticks)
{
  NoslipFigureLayout *at = &figure->layout;
  double margin = 8 * theme->scale;
  at->whole = width;
  at->height = fmax(1, bottom - at->top);
  find_ticks(figure, NOSLIP_AXIS_Y, ticks_that_fit(at->height, 2 * theme->small_size), ticks);
  at->natural_left = margin + widest_label(theme, ticks) + 6 * theme->scale;
  at->natural_right = room > 0 ? room + 4 * theme->scale : 1.6 * margin;
  at->left = fmax(at->natural_left, figure->least_left);
  at->width = fmax(1, width - at->left - fmax(at->natural_right, figure->least_right));
}

/* Whether the labels of the x axis are apart. */
static gboolean
labels_apart(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks)
{
  const NoslipAxisMap *map = &figure->layout.map[NOSLIP_AXIS_X];
  double least = widest_label(theme, ticks) + 0.5 * theme->small_size;
  for (guint i = 1; i < ticks->n; i++)
    if (fabs(noslip_axis_map(map, ticks->value[i]) - noslip_axis_map(map, ticks->value[i - 1])) < least)
      return FALSE;
  return TRUE;
}

/* Long numbers leave room for fewer ticks. */
static void
lay_out_x(NoslipFigure *figure, const NoslipTheme *theme, NoslipTicks ticks[2])
{
  NoslipFigureLayout *at = &figure->layout;
  if (figure->equal_units && !figure->axis[0].logarithmic && !figure->axis[1].logarithmic) {
    equalise(figure);
    find_ticks(figure, NOSLIP_AXIS_Y, ticks_that_fit(at->height, 2 * theme->small_size), &ticks[1]);
  }
  set_map(figure, NOSLIP_AXIS_X);
  set_map(figure, NOSLIP_AXIS_Y);
  guint most = ticks_that_fit(at->width, 4 * theme->small_size);
  find_ticks(figure, NOSLIP_AXIS_X, most, &ticks[0]);
  while (ticks[0].n > 2 && !figure->axis[0].bare && !labels_apart(figure, theme, &ticks[0]) && most-- > 2)
    find_ticks(figure, NOSLIP_AXIS_X, most, &ticks[0]);
}

void
noslip_figure_lay_out(NoslipFigure *figure, const NoslipTheme *theme, double width, double height, double room,
                      NoslipTicks ticks[2])
{
  NoslipFigureLayout *at = &figure->layout;
  double margin = 8 * theme->scale, line = 1.35 * theme->small_size;
  guint rows = room > 0 ? 0 : noslip_figure_legend(figure, theme, width, height, NULL);
  at->top = margin + 1.95 * theme->small_size + (rows > 1 ? (rows - 1) * line : 0);
  at->title_drop = 0;
  double bottom = figure->axis[0].bare ? height - margin / 2 : height - margin - 1.5 * theme->small_size;
  lay_out_y(figure, theme, width, bottom, room, &ticks[1]);
  lay_out_x(figure, theme, ticks);
  if (!figure->axis[0].bare && !title_fits(figure, theme, &ticks[0], width - margin)) {
    at->title_drop = line;
    lay_out_y(figure, theme, width, bottom - line, room, &ticks[1]);
    lay_out_x(figure, theme, ticks);
  }
  at->valid = TRUE;
}

gboolean
noslip_figure_has_data(NoslipFigure *figure)
{
  return noslip_figure_find_ranges(figure);
}

void
noslip_figure_set_bare(NoslipFigure *figure, NoslipAxisId id, gboolean bare)
{
  figure->axis[id].bare = bare;
}

void
noslip_figure_measure(NoslipFigure *figure, const NoslipTheme *theme, double width, double height)
{
  NoslipTicks ticks[2];
  figure->layout.valid = FALSE;
  if (width > 24 && height > 24 && noslip_figure_find_ranges(figure))
    noslip_figure_lay_out(figure, theme, width, height, noslip_figure_label_room(figure, theme, width, height), ticks);
}

/* The next step of a wheel may come before the next picture: it continues from this one's result. */
static void
show_window(NoslipFigure *figure, NoslipAxisId id, double low, double high)
{
  figure->layout.low[id] = low;
  figure->layout.high[id] = high;
  set_map(figure, id);
}

void
noslip_figure_zoomed(NoslipFigure *figure, NoslipAxisId id, double factor, double px, double py, double *low,
                     double *high)
{
  const NoslipFigureLayout *at = &figure->layout;
  noslip_figure_range(figure, id, low, high);
  if (!at->valid || !(factor > 0))
    return;
  double centre = id == NOSLIP_AXIS_X ? px : py;
  double first = id == NOSLIP_AXIS_X ? at->left : at->top + at->height;
  double last = id == NOSLIP_AXIS_X ? at->left + at->width : at->top;
  *low = noslip_axis_unmap(&at->map[id], centre + (first - centre) / factor);
  *high = noslip_axis_unmap(&at->map[id], centre + (last - centre) / factor);
  show_window(figure, id, *low, *high);
}

void
noslip_figure_panned(NoslipFigure *figure, NoslipAxisId id, double dx, double dy, double *low, double *high)
{
  const NoslipFigureLayout *at = &figure->layout;
  noslip_figure_range(figure, id, low, high);
  if (!at->valid)
    return;
  double move = id == NOSLIP_AXIS_X ? dx : dy;
  double first = id == NOSLIP_AXIS_X ? at->left : at->top + at->height;
  double last = id == NOSLIP_AXIS_X ? at->left + at->width : at->top;
  *low = noslip_axis_unmap(&at->map[id], first - move);
  *high = noslip_axis_unmap(&at->map[id], last - move);
  show_window(figure, id, *low, *high);
}

static char *
place_text(const NoslipFigure *figure, double x, double y)
{
  g_autofree char *name_x = noslip_math_pretty(figure->axis[0].quantity);
  g_autofree char *name_y = noslip_math_pretty(figure->axis[1].quantity);
  g_autofree char *now_x = noslip_figure_axis_value_text(figure, NOSLIP_AXIS_X, x);
  g_autofree char *now_y = noslip_figure_axis_value_text(figure, NOSLIP_AXIS_Y, y);
  return g_strdup_printf("%s %s, %s %s", name_x ? name_x : "", now_x, name_y ? name_y : "", now_y);
}

/* The positions of the curves at the cursor; one in a plane has two values. */
static void
append_now(const NoslipFigure *figure, GString *text)
{
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y;
    if (!noslip_series_now(figure, series, &x, &y))
      continue;
    g_autofree char *now = series->x_increases ? noslip_figure_value_text(figure, y) : place_text(figure, x, y);
    if (series->label == NULL && !series->x_increases)
      g_string_append_printf(text, _("; now %s"), now);
    else
      g_string_append_printf(text, _("; %s now %s"), series->label != NULL ? series->label : _("curve"), now);
  }
}

static void
append_leaving(const NoslipFigure *figure, GString *text)
{
  gsize sample;
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (noslip_figure_leaves((NoslipFigure *) figure, series, &sample)) /* its cached data must be recomputed */
      g_string_append_printf(text, _("; %s leaves the axes"), series->overlay);
  }
}

char *
noslip_figure_description(const NoslipFigure *figure)
{
  if (!figure->layout.valid)
    return g_strdup(figure->empty_text != NULL ? figure->empty_text : _("Nothing to show yet"));
  GString *text = g_string_new(NULL);
  for (guint k = 0; k < 2; k++) {
    NoslipAxisId id = k == 0 ? NOSLIP_AXIS_Y : NOSLIP_AXIS_X;
    g_autofree char *title = noslip_axis_title(&figure->axis[id], 0);
    g_autofree char *low = noslip_number_text(figure->layout.low[id], 3);
    g_autofree char *high = noslip_number_text(figure->layout.high[id], 3);
    const char *name = *title != '\0' ? title : id == NOSLIP_AXIS_X ? _("horizontal") : _("vertical");
    g_string_append_printf(text, k > 0 ? _(", against %s from %s to %s") : _("%s from %s to %s"), name, low, high);
  }
  append_now(figure, text);
  append_leaving(figure, text);
  for (guint k = 0; k < figure->level_places->len && figure->levels->len > 0; k++) {
    g_autofree char *level = noslip_number_text(g_array_index(figure->level_places, NoslipLevelPlace, k).level, 6);
    const char *label = g_array_index(figure->levels, NoslipLevels, 0).label;
    if (k == 0)
      g_string_append_printf(text, _("; level curves of %s at %s"), label != NULL ? label : _("curve"), level);
    else
      g_string_append_printf(text, ", %s", level);
  }
  if (figure->layout.n_rest > 0)
    g_string_append_printf(text, _("; %u points of rest marked, %u of them unstable"), figure->layout.n_rest,
                           figure->layout.n_unstable);
  return g_string_free(text, FALSE);
}

char *
noslip_figure_values(const NoslipFigure *figure)
{
  GString *text = g_string_new(NULL);
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y;
    if (!noslip_series_now(figure, series, &x, &y))
      continue;
    const char *name = series->label != NULL ? series->label : figure->axis[1].quantity;
    if (!series->x_increases)
      g_string_append_printf(text, "%s\t%.17g\n", figure->axis[0].quantity != NULL ? figure->axis[0].quantity : "x", x);
    g_string_append_printf(text, "%s\t%.17g\n", name != NULL ? name : "y", y);
  }
  return g_string_free(text, FALSE);
}
