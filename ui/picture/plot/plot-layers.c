/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The contents of the axes: series, marks and the cursor. */
#include "ui/picture/plot/plot-items.h"

#include <math.h>
#include <string.h>

#define STRAIGHT 0.03 /* pixels by which a drawn curve may differ from its points: not visible */

void
noslip_figure_straighten(const GArray *points, GArray *straight)
{
  const double *p = (const double *) (gconstpointer) points->data, gap[2] = {NAN, NAN};
  const guint n = points->len / 2;
  g_array_set_size(straight, 0);
  for (guint i = 0; i < n; i++) {
    guint end = i;
    while (end < n && !isnan(p[2 * end]) && !isnan(p[2 * end + 1]))
      end++;
    if (end == i)
      continue;
    if (straight->len > 0)
      g_array_append_vals(straight, gap, 2);
    noslip_decimate_straight(end - i, p + 2 * i, STRAIGHT, straight);
    i = end;
  }
}

void
noslip_figure_stroke_straight(const GArray *straight, const NoslipStroke *stroke, NoslipDisplay *display)
{
  const double *p = (const double *) (gconstpointer) straight->data;
  const guint n = straight->len / 2;
  for (guint i = 0; i < n; i++) {
    guint end = i;
    while (end < n && !isnan(p[2 * end]))
      end++;
    /* A single sample between gaps is shown as a dot, by the round cap. */
    guint first = end > i + 1 ? i + 1 : i;
    noslip_display_move(display, p[2 * i], p[2 * i + 1]);
    noslip_display_lines(display, end - first, p + 2 * first);
    i = end;
  }
  noslip_display_stroke(display, stroke);
}

void
noslip_figure_stroke_points(NoslipFigure *figure, const NoslipStroke *stroke, NoslipDisplay *display)
{
  noslip_figure_straighten(figure->points, figure->straight);
  noslip_figure_stroke_straight(figure->straight, stroke, display);
}

/* Values modulo the periods, and the samples to which they belong. */
typedef struct {
  GArray *x, *y, *samples;
} Unrolled;

/* The samples from `first` on, with a gap inserted at each jump. */
static void
unroll(const NoslipFigure *figure, const NoslipSeries *series, gsize first, gsize n, const Unrolled *to)
{
  for (gsize i = first; i < n; i++) {
    const guint sample = (guint) i;
    double value[2] = {noslip_series_value(figure, series, NOSLIP_AXIS_X, i),
                       noslip_series_value(figure, series, NOSLIP_AXIS_Y, i)};
    if (i > first) {
      double last[2] = {g_array_index(to->x, double, to->x->len - 1), g_array_index(to->y, double, to->y->len - 1)};
      for (guint id = 0; id < 2; id++)
        if (figure->axis[id].period > 0 && fabs(value[id] - last[id]) > figure->axis[id].period / 2) {
          double gap = NAN;
          /* An increasing x stays increasing. */
          g_array_append_vals(to->x, series->x_increases ? &last[0] : &gap, 1);
          g_array_append_val(to->y, gap);
          g_array_append_val(to->samples, sample);
          break;
        }
    }
    g_array_append_val(to->x, value[0]);
    g_array_append_val(to->y, value[1]);
    g_array_append_val(to->samples, sample);
  }
}

#define MANY 8192 /* limit of the points of a curve in the plane: a longer one covers itself */

/* Common to both: samples of a curve that are reduced to pixels, after those of the figure. */
static void
decimate(NoslipFigure *figure, const NoslipSeries *series, gsize n, const double *x, gsize x_stride, const double *y,
         gsize y_stride, const GArray *blocks)
{
  const NoslipFigureLayout *at = &figure->layout;
  if (series->x_increases && figure->axis[0].period == 0)
    noslip_decimate_columns(n, x, x_stride, y, y_stride, blocks, &at->map[0], &at->map[1], at->left,
                            at->left + at->width, figure->points);
  else
    noslip_decimate_path(n, x, x_stride, y, y_stride, &at->map[0], &at->map[1], series->points ? 1.0 : 0.4,
                         figure->points, figure->samples);
}

/* Reduces samples from `first` to n to pixels, after those of figure->points; figure->samples is parallel to them if x
 * does not increase. */
static void
decimate_rows(NoslipFigure *figure, const NoslipSeries *series, gsize first, gsize n)
{
  guint before = figure->points->len / 2, known = figure->samples->len;
  if (figure->axis[0].period > 0 || figure->axis[1].period > 0) {
    g_autoptr(GArray) x = g_array_new(FALSE, FALSE, sizeof(double)), y = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) samples = g_array_new(FALSE, FALSE, sizeof(guint));
    unroll(figure, series, first, n, &(Unrolled){x, y, samples});
    decimate(figure, series, x->len, &g_array_index(x, double, 0), 1, &g_array_index(y, double, 0), 1, NULL);
    for (guint k = known; k < figure->samples->len; k++)
      g_array_index(figure->samples, guint, k) =
          g_array_index(samples, guint, g_array_index(figure->samples, guint, k));
  } else {
    /* blocks are counted from the first sample of all */
    decimate(figure, series, n - first, series->x + first * series->x_stride, series->x_stride,
             series->y + first * series->y_stride, series->y_stride,
             first == 0 ? noslip_figure_blocks(figure, series) : NULL);
    for (guint k = known; k < figure->samples->len; k++)
      g_array_index(figure->samples, guint, k) += (guint) first;
  }
  if (!series->points && figure->points->len / 2 - before > MANY)
    noslip_decimate_retraced(figure->points, series->x_increases ? NULL : figure->samples, before);
}

/* The cache shows the same samples at the same place, or the first of them and can be extended. */
static gboolean
can_continue(const NoslipFigureLayout *at, const NoslipSeries *series, const NoslipKeptPoints *kept, gsize n)
{
  gboolean extends = kept->n <= n && (!series->x_increases || kept->columns.sample > 0);
  return kept->n > 0 && (kept->n == n || extends) && noslip_axis_map_is_same(&kept->map[0], &at->map[0]) &&
         noslip_axis_map_is_same(&kept->map[1], &at->map[1]) && kept->left == at->left && kept->width == at->width;
}

static void
copy(GArray *to, const GArray *from)
{
  g_array_set_size(to, 0);
  g_array_append_vals(to, from->data, from->len);
}

/* Extends figure->points up to n samples of a curve with increasing x: from its last column on. */
static void
decimate_on(NoslipFigure *figure, const NoslipSeries *series, const GArray *blocks, NoslipPixelColumns *columns,
            gsize n)
{
  const NoslipFigureLayout *at = &figure->layout;
  noslip_decimate_columns_on(n, series->x, series->x_stride, series->y, series->y_stride, blocks, &at->map[0],
                             &at->map[1], at->left, at->left + at->width, figure->points, columns);
  if (series->points || figure->points->len / 2 <= MANY)
    return;
  noslip_decimate_retraced(figure->points, NULL, 0);
  *columns = (NoslipPixelColumns){0};
}

/* Extends the cache up to n samples. A curve in the plane continues at its end. */
static void
keep(NoslipFigure *figure, const NoslipSeries *series, NoslipKeptPoints *kept, gsize n)
{
  const NoslipFigureLayout *at = &figure->layout;
  gboolean continues = can_continue(at, series, kept, n);
  if (continues && kept->n == n)
    return;
  g_array_set_size(figure->points, 0);
  g_array_set_size(figure->samples, 0);
  if (continues) {
    copy(figure->points, kept->points);
    copy(figure->samples, kept->samples);
  }
  const GArray *blocks = noslip_figure_blocks(figure, series);
  if (!continues)
    kept->columns = (NoslipPixelColumns){0};
  if (blocks)
    decimate_on(figure, series, blocks, &kept->columns, n);
  else
    decimate_rows(figure, series, continues ? kept->n - 1 : 0, n);
  if (continues && !blocks && !series->points && figure->points->len > 4 * MANY)
    noslip_decimate_retraced(figure->points, figure->samples, 0);
  copy(kept->points, figure->points);
  copy(kept->samples, figure->samples);
  g_array_set_size(kept->straight, 0);
  kept->version++;
  kept->n = n;
  kept->left = at->left;
  kept->width = at->width;
  memcpy(kept->map, at->map, sizeof kept->map);
}

#define TAIL 1024 /* samples before the cursor that are reduced to pixels for each picture */

/* The first n samples of a completely cached curve in the plane: the points of these samples, and their end. */
static void
take_first(NoslipFigure *figure, const NoslipSeries *series, const NoslipKeptPoints *kept, gsize n)
{
  const double gap[2] = {NAN, NAN};
  guint low = 0, high = kept->samples->len;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (g_array_index(kept->samples, guint, middle) < n)
      low = middle + 1;
    else
      high = middle;
  }
  g_array_append_vals(figure->points, kept->points->data, 2 * low);
  gsize last = low > 0 ? g_array_index(kept->samples, guint, low - 1) : 0;
  if (last + TAIL < n) { /* later points have been drawn over it */
    g_array_append_vals(figure->points, gap, 2);
    last = n - TAIL;
  }
  decimate_rows(figure, series, last, n);
}

/* Reuses the result of the last picture. */
void
noslip_figure_decimate(NoslipFigure *figure, const NoslipSeries *series, gsize n)
{
  NoslipKept *known = noslip_figure_kept(figure, series);
  gboolean first = known != NULL && n < series->n && !series->x_increases;
  if (known != NULL && n > 0)
    keep(figure, series, &known->all, first ? series->n : n);
  g_array_set_size(figure->points, 0);
  g_array_set_size(figure->samples, 0);
  if (known == NULL || n == 0)
    decimate_rows(figure, series, 0, n);
  else if (first)
    take_first(figure, series, &known->all, n);
  else
    copy(figure->points, known->all.points);
}

gboolean
noslip_figure_decimate_shown(NoslipFigure *figure, const NoslipSeries *series)
{
  const gsize n = noslip_series_shown(series);
  noslip_figure_decimate(figure, series, n);
  const NoslipKept *known = noslip_figure_kept(figure, series);
  return known != NULL && n > 0 && known->all.n == n;
}

/* All samples that are shown. What lies on straight lines is known from the last picture. */
static void
stroke_shown(NoslipFigure *figure, const NoslipSeries *series, const NoslipStroke *stroke, NoslipDisplay *display)
{
  if (!noslip_figure_decimate_shown(figure, series)) {
    noslip_figure_stroke_points(figure, stroke, display);
    return;
  }
  const NoslipKeptPoints *kept = &noslip_figure_kept(figure, series)->all;
  if (kept->straight->len == 0)
    noslip_figure_straighten(kept->points, kept->straight);
  noslip_figure_stroke_straight(kept->straight, stroke, display);
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
  gboolean faint = series->hide_after_cursor && !isnan(now) && (figure->parts & NOSLIP_FIGURE_CURSOR);
  stroke.color.a *= series->alpha * (faint ? 0.3 : 1);
  if (series->points) {
    noslip_figure_decimate(figure, series, noslip_series_shown(series));
    draw_dots(figure, 1.5 * width, stroke.color, display);
    return;
  }
  stroke_shown(figure, series, &stroke, display);
  if (faint) {
    stroke.color.a = series->color.a * series->alpha;
    noslip_figure_decimate(figure, series, MIN(noslip_series_shown(series), (gsize) floor(now) + 1));
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
    /* Above the line, or below it if it runs along the top. */
    style.align_y = py - at->top < 1.3 * theme->small_size ? 0 : 1;
    noslip_display_text(display, theme, &style, at->left + 4 * theme->scale, py, reference->label);
  }
  for (guint s = 0; s < figure->series->len; s++)
    draw_one(figure, &g_array_index(figure->series, NoslipSeries, s), theme, display);
}

#define MARKS_APART 15 /* pixels */

/* Whether one of the marks before k covers the position of this one, in a curve of marks. */
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
noslip_figure_draw_mark(const NoslipMark *mark, const NoslipTheme *theme, double px, double py, NoslipDisplay *display)
{
  NoslipColor quiet = noslip_color_mix(theme->surface, theme->text, 0.6); /* less than the motion */
  NoslipStroke ring = {quiet, (mark->one_of_many ? 1 : 1.5) * theme->scale, NOSLIP_DASH_SOLID};
  double radius = (mark->one_of_many ? 1.8 : 3) * theme->scale;
  noslip_display_circle(display, px, py, radius, mark->hollow ? theme->surface : quiet, &ring);
}

typedef struct {
  double left, top, right, bottom;
} Box;

static gboolean
is_free(const GArray *taken, const Box *box)
{
  for (guint i = 0; i < taken->len; i++) {
    const Box *other = &g_array_index(taken, Box, i);
    if (box->left < other->right && other->left < box->right && box->top < other->bottom && other->top < box->bottom)
      return FALSE;
  }
  return TRUE;
}

#define LABEL_LINES 4 /* how many lines a label may move up or down from its mark */

/* Beside the mark, above or below, and further up or down if other labels, marks or the plot's edge are in the way. A
 * label without a free place inside the plot is left out: outside of it are the names and numbers of the axes. */
static void
draw_label(const NoslipFigureLayout *at, const NoslipTheme *theme, const char *label, double px, double py,
           GArray *taken, NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->text, .align_y = 1};
  double width, ascent, descent, gap = 7 * theme->scale, rise = 3 * theme->scale;
  gboolean left = px > at->left + 0.7 * at->width;
  if (label == NULL)
    return;
  noslip_text_measure(theme, &style, label, &width, &ascent, &descent);
  double height = ascent + descent;
  for (guint i = 0; i < 4 * LABEL_LINES; i++) {
    gboolean below = i / 2 % 2 == 1, other_side = i % 2 == 1;
    double line = i / 4, bottom = below ? py + rise + (line + 1) * height : py - rise - line * height;
    gboolean to_left = left != other_side;
    Box box = {to_left ? px - gap - width : px + gap, bottom - height, to_left ? px - gap : px + gap + width, bottom};
    gboolean inside = box.top >= at->top && box.bottom <= at->top + at->height && box.left >= at->left &&
                      box.right <= at->left + at->width;
    if (!inside || !is_free(taken, &box))
      continue;
    style.align_x = to_left ? 1 : 0;
    noslip_display_text(display, theme, &style, to_left ? px - gap : px + gap, bottom, label);
    g_array_append_val(taken, box);
    return;
  }
}

void
noslip_figure_draw_marks(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  g_autoptr(GArray) drawn = g_array_new(FALSE, FALSE, sizeof(guint));
  g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(Box)); /* by labels */
  NoslipFigureLayout *at = &figure->layout;
  at->n_rest = at->n_unstable = 0;
  for (guint k = 0; k < figure->marks->len; k++) {
    const NoslipMark *mark = &g_array_index(figure->marks, NoslipMark, k);
    double px, py;
    noslip_figure_to_pixels(figure, mark->x, mark->y, &px, &py);
    if (!(fabs(px - at->left - at->width / 2) <= at->width / 2 &&
          fabs(py - at->top - at->height / 2) <= at->height / 2) ||
        is_crowded(figure, theme, k, drawn))
      continue;
    g_array_append_val(drawn, k);
    at->n_rest += mark->rest;
    at->n_unstable += mark->rest && mark->hollow;
    noslip_figure_draw_mark(mark, theme, px, py, display);
    draw_label(at, theme, mark->label, px, py, taken, display);
  }
}

/* Dots at the present time, one for each series; or the line if the figure has a cursor. */
void
noslip_figure_draw_cursor(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  if (!(figure->parts & NOSLIP_FIGURE_CURSOR))
    return;
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
