/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a figure: axes, grid and ticks; and from pixels back to data. */
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

/* The axis that has pixels to spare shows more, so that a unit is as long on both. */
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

/* Where the y axis has its title; a legend's further rows stand below it. */
double
noslip_figure_title_line(const NoslipFigure *figure, const NoslipTheme *theme)
{
  return 8 * theme->scale + 0.65 * theme->small_size;
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

/* Of an axis' title: one that is pointed at stands out. */
static NoslipColor
title_color(const NoslipFigure *figure, const NoslipTheme *theme, guint axis)
{
  return figure->axis[axis].lit ? noslip_theme_type_color(theme, theme->accent) : theme->text;
}

static void
draw_y_axis(NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  NoslipStroke grid = {theme->grid, theme->hair_width, NOSLIP_DASH_SOLID};
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_x = 1, .align_y = 0.5};
  double last = INFINITY;
  for (guint i = 0; i < ticks->n; i++) {
    double py = noslip_axis_map(&at->map[1], ticks->value[i]);
    noslip_display_segment(display, at->left, py, at->left + at->width, py, &grid);
    if (last - py < 0.95 * theme->small_size)
      continue; /* no height for the number */
    last = py;
    noslip_display_text(display, theme, &style, at->left - 6 * theme->scale, py, ticks->label[i]);
  }
  g_autofree char *title = noslip_axis_title(&figure->axis[1], ticks->exponent);
  NoslipTextStyle words = {.size = theme->small_size, .color = title_color(figure, theme, 1), .align_y = 0.5};
  noslip_display_text(display, theme, &words, 8 * theme->scale, noslip_figure_title_line(figure, theme), title);
}

static void
draw_x_axis(NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks, double right,
            NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  NoslipStroke grid = {theme->grid, theme->hair_width, NOSLIP_DASH_SOLID};
  double y = at->top + at->height + 4 * theme->scale, title_width = 0;
  NoslipTextStyle words = {.size = theme->small_size, .color = title_color(figure, theme, 0), .align_x = 1};
  g_autofree char *title = noslip_axis_title(&figure->axis[0], ticks->exponent);
  noslip_text_measure(theme, &words, title, &title_width, NULL, NULL);
  if (!figure->axis[0].bare)
    noslip_display_text(display, theme, &words, right, y + at->title_drop, title);
  for (guint i = 0; i < ticks->n; i++) {
    double px = noslip_axis_map(&at->map[0], ticks->value[i]), width = 0;
    NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_x = 0.5};
    noslip_display_segment(display, px, at->top, px, at->top + at->height, &grid);
    if (figure->axis[0].bare)
      continue;
    noslip_text_measure(theme, &style, ticks->label[i], &width, NULL, NULL);
    if (at->title_drop > 0 || *title == '\0' || px + width / 2 + 6 * theme->scale < right - title_width)
      noslip_display_text(display, theme, &style, px, y, ticks->label[i]);
  }
}

/* Whether the title of the x axis has room on the line of its labels, of which three at least must stay. */
static gboolean
title_fits(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks, double right)
{
  const NoslipFigureLayout *at = &figure->layout;
  NoslipTextStyle style = {.size = theme->small_size};
  double title_width = 0;
  g_autofree char *title = noslip_axis_title(&figure->axis[0], ticks->exponent);
  noslip_text_measure(theme, &style, title, &title_width, NULL, NULL);
  guint left_out = 0;
  for (guint i = 0; i < ticks->n && *title != '\0'; i++) {
    double width = 0;
    noslip_text_measure(theme, &style, ticks->label[i], &width, NULL, NULL);
    left_out += noslip_axis_map(&at->map[0], ticks->value[i]) + width / 2 + 6 * theme->scale >= right - title_width;
  }
  return left_out == 0 || ticks->n >= left_out + 3;
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

static void
lay_out_x(NoslipFigure *figure, const NoslipTheme *theme, NoslipTicks ticks[2])
{
  NoslipFigureLayout *at = &figure->layout;
  if (figure->equal_units && !figure->axis[0].logarithmic && !figure->axis[1].logarithmic) {
    equalise(figure);
    find_ticks(figure, NOSLIP_AXIS_Y, ticks_that_fit(at->height, 2 * theme->small_size), &ticks[1]);
  }
  find_ticks(figure, NOSLIP_AXIS_X, ticks_that_fit(at->width, 4 * theme->small_size), &ticks[0]);
  set_map(figure, NOSLIP_AXIS_X);
  set_map(figure, NOSLIP_AXIS_Y);
}

static void
lay_out(NoslipFigure *figure, const NoslipTheme *theme, double width, double height, double room, NoslipTicks ticks[2])
{
  NoslipFigureLayout *at = &figure->layout;
  double margin = 8 * theme->scale, line = 1.35 * theme->small_size;
  guint rows = room > 0 ? 0 : noslip_figure_legend(figure, theme, width, height, NULL);
  at->top = margin + 1.7 * theme->small_size + (rows > 1 ? (rows - 1) * line : 0);
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

static void
draw_empty(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim, .align_x = 0.5, .align_y = 0.5};
  const char *text = figure->empty_text != NULL ? figure->empty_text : _("Nothing to show yet");
  g_auto(GStrv) lines = noslip_text_lines(theme, &style, text, 0.86 * width);
  guint n = g_strv_length(lines);
  double pitch = 1.4 * theme->text_size, y = height / 2 - pitch * (n - 1) / 2.0;
  for (guint i = 0; i < n; i++)
    noslip_display_text(display, theme, &style, width / 2, y + i * pitch, lines[i]);
}

#define STEPS 2500 /* that an axis resolves: a tenth of a pixel or so */

char *
noslip_figure_axis_value_text(const NoslipFigure *figure, NoslipAxisId id, double value)
{
  const NoslipFigureLayout *at = &figure->layout;
  if (figure->axis[id].logarithmic)
    return noslip_number_text(value, 2);
  return noslip_number_at_resolution(value, (at->high[id] - at->low[id]) / STEPS);
}

char *
noslip_figure_value_text(const NoslipFigure *figure, double y)
{
  return noslip_figure_axis_value_text(figure, NOSLIP_AXIS_Y, y);
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
    lay_out(figure, theme, width, height, noslip_figure_label_room(figure, theme, width, height), ticks);
}

void
noslip_figure_display(NoslipFigure *figure, const NoslipTheme *theme, double width, double height,
                      NoslipDisplay *display)
{
  NoslipFigureLayout *at = &figure->layout;
  NoslipTicks ticks[2];
  at->valid = FALSE;
  if (!(width > 24) || !(height > 24))
    return;
  if (!noslip_figure_find_ranges(figure)) {
    draw_empty(figure, theme, width, height, display);
    return;
  }
  double room = noslip_figure_label_room(figure, theme, width, height);
  lay_out(figure, theme, width, height, room, ticks);
  draw_y_axis(figure, theme, &ticks[1], display);
  draw_x_axis(figure, theme, &ticks[0], width - 8 * theme->scale, display);
  double bleed = theme->line_width;
  noslip_display_push_clip(display, at->left - bleed, at->top - bleed, at->width + 2 * bleed, at->height + 2 * bleed);
  noslip_figure_draw_levels(figure, theme, display);
  for (guint i = 0; i < figure->layers->len; i++) {
    const NoslipFigureLayer *layer = &g_array_index(figure->layers, NoslipFigureLayer, i);
    layer->draw(figure, theme, display, layer->data);
  }
  noslip_figure_draw_series(figure, theme, display);
  noslip_display_pop_clip(display);
  double dot = 6 * theme->scale; /* dots at the edge stay whole */
  noslip_display_push_clip(display, at->left - dot, at->top - dot, at->width + 2 * dot, at->height + 2 * dot);
  noslip_figure_draw_marks(figure, theme, display);
  noslip_figure_draw_leaving(figure, theme, display);
  noslip_figure_draw_cursor(figure, theme, display);
  noslip_display_pop_clip(display);
  noslip_figure_draw_labels(figure, theme, width, height, room, display);
}

gboolean
noslip_figure_to_data(const NoslipFigure *figure, double px, double py, double *x, double *y)
{
  const NoslipFigureLayout *at = &figure->layout;
  if (!at->valid) {
    *x = *y = NAN;
    return FALSE;
  }
  *x = noslip_axis_unmap(&at->map[0], px);
  *y = noslip_axis_unmap(&at->map[1], py);
  return px >= at->left && px <= at->left + at->width && py >= at->top && py <= at->top + at->height;
}

void
noslip_figure_to_pixels(const NoslipFigure *figure, double x, double y, double *px, double *py)
{
  *px = figure->layout.valid ? noslip_axis_map(&figure->layout.map[0], x) : NAN;
  *py = figure->layout.valid ? noslip_axis_map(&figure->layout.map[1], y) : NAN;
}

void
noslip_figure_range(const NoslipFigure *figure, NoslipAxisId id, double *low, double *high)
{
  *low = figure->layout.valid ? figure->layout.low[id] : NAN;
  *high = figure->layout.valid ? figure->layout.high[id] : NAN;
}

void
noslip_figure_area(const NoslipFigure *figure, double *x, double *y, double *width, double *height)
{
  *x = figure->layout.left;
  *y = figure->layout.top;
  *width = figure->layout.valid ? figure->layout.width : 0;
  *height = figure->layout.valid ? figure->layout.height : 0;
}

void
noslip_figure_margins(const NoslipFigure *figure, double *left, double *right)
{
  *left = figure->layout.valid ? figure->layout.natural_left : 0;
  *right = figure->layout.valid ? figure->layout.natural_right : 0;
}

/* The next step of a wheel may come before the next picture: it begins where this one ended. */
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

/* Where the curves are at the cursor; one in a plane is at two values. */
static void
append_now(const NoslipFigure *figure, GString *text)
{
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y;
    if (!noslip_series_at(figure, series, noslip_series_cursor(figure, series), &x, &y))
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
    if (noslip_figure_leaves((NoslipFigure *) figure, series, &sample)) /* what it keeps is found out again */
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
  if (figure->layout.n_marks > 0)
    g_string_append_printf(text, _("; %u points of rest marked, %u of them unstable"), figure->layout.n_marks,
                           figure->layout.n_hollow);
  return g_string_free(text, FALSE);
}

char *
noslip_figure_values(const NoslipFigure *figure)
{
  GString *text = g_string_new(NULL);
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y;
    if (!noslip_series_at(figure, series, noslip_series_cursor(figure, series), &x, &y))
      continue;
    const char *name = series->label != NULL ? series->label : figure->axis[1].quantity;
    if (!series->x_increases)
      g_string_append_printf(text, "%s\t%.17g\n", figure->axis[0].quantity != NULL ? figure->axis[0].quantity : "x", x);
    g_string_append_printf(text, "%s\t%.17g\n", name != NULL ? name : "y", y);
  }
  return g_string_free(text, FALSE);
}
