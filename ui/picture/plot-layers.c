/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stands inside the axes: series, marks and the cursor. */
#include "ui/picture/plot-items.h"

#include <math.h>
#include <string.h>

void
noslip_figure_stroke_points(NoslipFigure *figure, const NoslipStroke *stroke, NoslipDisplay *display)
{
  const double *p = &g_array_index(figure->points, double, 0);
  gboolean pen_down = FALSE;
  for (guint i = 0; i + 1 < figure->points->len; i += 2) {
    if (isnan(p[i]) || isnan(p[i + 1])) {
      pen_down = FALSE;
      continue;
    }
    if (pen_down)
      noslip_display_line(display, p[i], p[i + 1]);
    else
      noslip_display_move(display, p[i], p[i + 1]);
    /* A single sample between gaps is still a dot, by the round cap. */
    if (!pen_down && (i + 3 >= figure->points->len || isnan(p[i + 2])))
      noslip_display_line(display, p[i], p[i + 1]);
    pen_down = TRUE;
  }
  noslip_display_stroke(display, stroke);
}

/* Values from `first` on modulo the periods, with a gap inserted where they jump. */
static gsize
unroll(const NoslipFigure *figure, const NoslipSeries *series, gsize first, gsize n, GArray *x, GArray *y)
{
  for (gsize i = first; i < n; i++) {
    double value[2] = {noslip_series_value(figure, series, NOSLIP_AXIS_X, i),
                       noslip_series_value(figure, series, NOSLIP_AXIS_Y, i)};
    if (i > first) {
      double last[2] = {g_array_index(x, double, x->len - 1), g_array_index(y, double, y->len - 1)};
      for (guint id = 0; id < 2; id++)
        if (figure->axis[id].period > 0 && fabs(value[id] - last[id]) > figure->axis[id].period / 2) {
          double gap = NAN;
          /* An increasing x stays increasing. */
          g_array_append_vals(x, series->x_increases ? &last[0] : &gap, 1);
          g_array_append_val(y, gap);
          break;
        }
    }
    g_array_append_val(x, value[0]);
    g_array_append_val(y, value[1]);
  }
  return x->len;
}

#define MANY 8192 /* points of a curve in the plane: one that has more goes over itself */

/* Brings samples from `first` to n down to pixels, behind those of figure->points. */
static void
decimate_rows(NoslipFigure *figure, const NoslipSeries *series, gsize first, gsize n)
{
  const NoslipFigureLayout *at = &figure->layout;
  gsize x_stride = series->x_stride, y_stride = series->y_stride;
  const double *x = series->x + first * x_stride, *y = series->y + first * y_stride;
  g_autoptr(GArray) flat_x = NULL, flat_y = NULL;
  guint before = figure->points->len;
  if (figure->axis[0].period > 0 || figure->axis[1].period > 0) {
    flat_x = g_array_new(FALSE, FALSE, sizeof(double));
    flat_y = g_array_new(FALSE, FALSE, sizeof(double));
    n = first + unroll(figure, series, first, n, flat_x, flat_y);
    x = &g_array_index(flat_x, double, 0);
    y = &g_array_index(flat_y, double, 0);
    x_stride = y_stride = 1;
  }
  n -= first;
  if (series->x_increases && figure->axis[0].period == 0)
    noslip_decimate_columns(n, x, x_stride, y, y_stride, noslip_figure_blocks(figure, series), &at->map[0], &at->map[1],
                            at->left, at->left + at->width, figure->points);
  else
    noslip_decimate_path(n, x, x_stride, y, y_stride, &at->map[0], &at->map[1], series->points ? 1.0 : 0.4,
                         figure->points);
  if (!series->points && figure->points->len - before > 2 * MANY)
    noslip_decimate_retraced(figure->points, before);
}

#define STRIDE 1024 /* samples by which the kept part of a growing curve grows */

/* What is kept shows the same samples in the same place, or the first of them and is to go on from there. */
static gboolean
can_go_on(const NoslipFigureLayout *at, const NoslipSeries *series, const NoslipKeptPoints *kept, gsize n)
{
  return kept->n > 0 && (series->x_increases ? kept->n == n : kept->n <= n) &&
         noslip_axis_map_is_same(&kept->map[0], &at->map[0]) && noslip_axis_map_is_same(&kept->map[1], &at->map[1]) &&
         kept->left == at->left && kept->width == at->width;
}

/* Brings what is kept up to n samples. A curve in the plane goes on where it ended. */
static void
keep(NoslipFigure *figure, const NoslipSeries *series, NoslipKeptPoints *kept, gsize n)
{
  const NoslipFigureLayout *at = &figure->layout;
  gboolean goes_on = can_go_on(at, series, kept, n);
  g_array_set_size(figure->points, 0);
  if (goes_on)
    g_array_append_vals(figure->points, kept->points->data, kept->points->len);
  if (goes_on && kept->n == n)
    return;
  decimate_rows(figure, series, goes_on ? kept->n - 1 : 0, n);
  if (goes_on && !series->points && figure->points->len > 4 * MANY)
    noslip_decimate_retraced(figure->points, 0);
  g_array_set_size(kept->points, 0);
  g_array_append_vals(kept->points, figure->points->data, figure->points->len);
  kept->n = n;
  kept->left = at->left;
  kept->width = at->width;
  memcpy(kept->map, at->map, sizeof kept->map);
}

/* What the last picture made of them is taken again: of a curve that grows with the cursor all but its end. */
void
noslip_figure_decimate(NoslipFigure *figure, const NoslipSeries *series, gsize n)
{
  NoslipKept *known = noslip_figure_kept(figure, series);
  gboolean grows = n < series->n && !series->x_increases;
  gsize whole = grows ? n / STRIDE * STRIDE : n;
  g_array_set_size(figure->points, 0);
  if (known == NULL || whole == 0) {
    decimate_rows(figure, series, 0, n);
    return;
  }
  keep(figure, series, &known->part[grows ? 1 : 0], whole);
  if (whole < n)
    decimate_rows(figure, series, whole - 1, n);
}

static void
draw_dots(NoslipFigure *figure, double radius, NoslipColor color, NoslipDisplay *display)
{
  for (guint i = 0; i + 1 < figure->points->len; i += 2) {
    double px = g_array_index(figure->points, double, i), py = g_array_index(figure->points, double, i + 1);
    if (!isnan(px) && !isnan(py)) {
      noslip_display_arc(display, px, py, radius, 0, 2 * G_PI);
      noslip_display_close(display);
    }
  }
  noslip_display_fill(display, color);
}

static void
draw_one(NoslipFigure *figure, const NoslipSeries *series, const NoslipTheme *theme, NoslipDisplay *display)
{
  double width = series->width > 0 ? series->width * theme->scale : theme->line_width;
  NoslipStroke stroke = {series->color, width, series->dash};
  double now = noslip_series_cursor(figure, series);
  gboolean faint = series->hide_after_cursor && !isnan(now);
  stroke.color.a *= series->alpha * (faint ? 0.3 : 1);
  noslip_figure_decimate(figure, series, series->n);
  if (series->points) {
    draw_dots(figure, 1.5 * width, stroke.color, display);
    return;
  }
  noslip_figure_stroke_points(figure, &stroke, display);
  if (faint) {
    stroke.color.a = series->color.a * series->alpha;
    noslip_figure_decimate(figure, series, MIN(series->n, (gsize) floor(now) + 1));
    double x, y;
    if (noslip_series_at(figure, series, now, &x, &y)) {
      const double tip[2] = {noslip_axis_map(&figure->layout.map[0], x), noslip_axis_map(&figure->layout.map[1], y)};
      g_array_append_vals(figure->points, tip, 2);
    }
    noslip_figure_stroke_points(figure, &stroke, display);
  }
}

void
noslip_figure_draw_series(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  NoslipStroke line = {noslip_color_with_alpha(theme->text, 0.5), theme->hair_width, NOSLIP_DASH_DASHED};
  const NoslipFigureLayout *at = &figure->layout;
  for (guint k = 0; k < figure->references->len; k++) {
    const NoslipReference *reference = &g_array_index(figure->references, NoslipReference, k);
    double py = noslip_axis_map(&at->map[1], reference->y);
    if (isnan(py))
      continue;
    noslip_display_segment(display, at->left, py, at->left + at->width, py, &line);
    NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_y = 1};
    /* Above the line, or below it where it runs along the top. */
    style.align_y = py - at->top < 1.3 * theme->small_size ? 0 : 1;
    noslip_display_text(display, theme, &style, at->left + 4 * theme->scale, py, reference->label);
  }
  for (guint s = 0; s < figure->series->len; s++)
    draw_one(figure, &g_array_index(figure->series, NoslipSeries, s), theme, display);
}

#define MARKS_APART 15 /* pixels */

/* Whether one of the marks before k stands where this one would, in a curve of them. */
static gboolean
is_crowded(const NoslipFigure *figure, const NoslipTheme *theme, guint k, const GArray *drawn)
{
  const NoslipMark *mark = &g_array_index(figure->marks, NoslipMark, k);
  double px, py, qx, qy;
  noslip_figure_to_pixels(figure, mark->x, mark->y, &px, &py);
  for (guint i = 0; mark->one_of_many && i < drawn->len; i++) {
    const NoslipMark *other = &g_array_index(figure->marks, NoslipMark, g_array_index(drawn, guint, i));
    noslip_figure_to_pixels(figure, other->x, other->y, &qx, &qy);
    if (hypot(px - qx, py - qy) < MARKS_APART * theme->scale - 0.5)
      return TRUE;
  }
  return FALSE;
}

void
noslip_figure_draw_marks(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  NoslipColor quiet = noslip_color_mix(theme->surface, theme->text, 0.6); /* the motion is the hero */
  g_autoptr(GArray) drawn = g_array_new(FALSE, FALSE, sizeof(guint));
  NoslipFigureLayout *at = &figure->layout;
  at->n_marks = at->n_hollow = 0;
  for (guint k = 0; k < figure->marks->len; k++) {
    const NoslipMark *mark = &g_array_index(figure->marks, NoslipMark, k);
    double px, py;
    noslip_figure_to_pixels(figure, mark->x, mark->y, &px, &py);
    if (!(fabs(px - at->left - at->width / 2) <= at->width / 2 &&
          fabs(py - at->top - at->height / 2) <= at->height / 2) ||
        is_crowded(figure, theme, k, drawn))
      continue;
    g_array_append_val(drawn, k);
    at->n_marks++;
    at->n_hollow += mark->hollow;
    NoslipStroke ring = {quiet, (mark->one_of_many ? 1 : 1.5) * theme->scale, NOSLIP_DASH_SOLID};
    double radius = (mark->one_of_many ? 1.8 : 3) * theme->scale;
    noslip_display_circle(display, px, py, radius, mark->hollow ? theme->surface : quiet, &ring);
    NoslipTextStyle style = {.size = theme->small_size, .color = theme->text, .align_y = 1};
    style.align_x = px > at->left + 0.7 * at->width ? 1 : 0;
    noslip_display_text(display, theme, &style, px + (style.align_x > 0 ? -7 : 7) * theme->scale, py - 3 * theme->scale,
                        mark->label);
  }
}

/* Dots that say "now", one for each series; the line itself where the figure has a cursor. */
void
noslip_figure_draw_cursor(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  double px = isnan(figure->cursor) ? NAN : noslip_axis_map(&at->map[0], figure->cursor);
  if (!isnan(px) && px >= at->left - 0.5 && px <= at->left + at->width + 0.5) {
    NoslipStroke line = {noslip_color_with_alpha(theme->text, 0.55), theme->hair_width, NOSLIP_DASH_SOLID};
    noslip_display_segment(display, px, at->top, px, at->top + at->height, &line);
  }
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y, sx, sy;
    if (!noslip_series_at(figure, series, noslip_series_cursor(figure, series), &x, &y))
      continue;
    noslip_figure_to_pixels(figure, x, y, &sx, &sy);
    if (isnan(sx) || isnan(sy))
      continue;
    NoslipStroke halo = {theme->surface, 1.5 * theme->scale, NOSLIP_DASH_SOLID};
    noslip_display_circle(display, sx, sy, 4 * theme->scale, series->color, &halo);
  }
}
