/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Overlays that leave the axes: an arrow at the frame at that place, and their name. */
#include "ui/picture/plot/plot-items.h"

#include <math.h>
#include <string.h>

#define ARROW 5.0 /* pixels: half the width of an arrow */

static gboolean
is_outside(const NoslipFigure *figure, const NoslipSeries *series, gsize i)
{
  const NoslipFigureLayout *at = &figure->layout;
  for (guint id = series->x_increases ? NOSLIP_AXIS_Y : NOSLIP_AXIS_X; id <= NOSLIP_AXIS_Y; id++) {
    double value = noslip_series_value(figure, series, id, i);
    if (value < at->low[id] || value > at->high[id])
      return TRUE;
  }
  return FALSE;
}

/* From `first` on; n if there is none. */
static gsize
find_outside(const NoslipFigure *figure, const NoslipSeries *series, gsize first)
{
  while (first < series->n && !is_outside(figure, series, first))
    first++;
  return first;
}

gboolean
noslip_figure_leaves(NoslipFigure *figure, const NoslipSeries *series, gsize *sample)
{
  const NoslipFigureLayout *at = &figure->layout;
  for (guint id = 0; id < 2; id++) /* not for a chosen window, which cuts curves on purpose, and not for the distant
                                    * ends of logarithmic axes */
    if (series->overlay == NULL || !at->valid || figure->axis[id].logarithmic || figure->axis[id].period > 0 ||
        !isnan(figure->axis[id].low))
      return FALSE;
  NoslipKept *kept = noslip_figure_kept(figure, series);
  if (kept == NULL) {
    *sample = find_outside(figure, series, 0);
    return *sample < noslip_series_shown(series);
  }
  if (kept->looked_at == 0 || kept->looked_at > series->n || memcmp(kept->inside_low, at->low, sizeof at->low) != 0 ||
      memcmp(kept->inside_high, at->high, sizeof at->high) != 0) {
    memcpy(kept->inside_low, at->low, sizeof at->low);
    memcpy(kept->inside_high, at->high, sizeof at->high);
    kept->looked_at = kept->outside = 0;
  }
  if (kept->outside == kept->looked_at) /* none so far */
    kept->outside = find_outside(figure, series, kept->looked_at);
  kept->looked_at = series->n;
  *sample = kept->outside;
  return kept->outside < noslip_series_shown(series);
}

/* Where the piece from sample i - 1 to i crosses the frame, in pixels, and the outward direction. */
static gboolean
find_crossing(const NoslipFigure *figure, const NoslipSeries *series, gsize i, double p[2], double out[2])
{
  const NoslipFigureLayout *at = &figure->layout;
  const double low[2] = {at->left, at->top}, size[2] = {at->width, at->height};
  double from[2], to[2], part = 1;
  gsize before = i > 0 ? i - 1 : 0;
  noslip_figure_to_pixels(figure, series->x[before * series->x_stride], series->y[before * series->y_stride], &from[0],
                          &from[1]);
  noslip_figure_to_pixels(figure, series->x[i * series->x_stride], series->y[i * series->y_stride], &to[0], &to[1]);
  if (!isfinite(from[0] + from[1] + to[0] + to[1]))
    return FALSE;
  out[0] = out[1] = 0;
  for (guint k = 0; k < 2; k++) {
    double edge = to[k] < low[k] ? low[k] : low[k] + size[k], d = to[k] - from[k];
    if (to[k] >= low[k] && to[k] <= low[k] + size[k])
      continue;
    double here = d != 0 ? CLAMP((edge - from[k]) / d, 0, 1) : 0;
    if (here > part)
      continue;
    part = here;
    out[0] = out[1] = 0;
    out[k] = to[k] < low[k] ? -1 : 1;
  }
  for (guint k = 0; k < 2; k++)
    p[k] = CLAMP(from[k] + part * (to[k] - from[k]), low[k], low[k] + size[k]);
  return out[0] != 0 || out[1] != 0;
}

gboolean
noslip_figure_points_out(NoslipFigure *figure, const NoslipSeries *series)
{
  gsize sample;
  double p[2], out[2];
  return noslip_figure_leaves(figure, series, &sample) && find_crossing(figure, series, sample, p, out);
}

/* The tip at p, and the name next to it, inside the frame; `row` is the number of names that are already there. */
static void
draw_arrow(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipSeries *series, const double p[2],
           const double out[2], guint row, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  double a = ARROW * theme->scale, back[2] = {p[0] - 1.6 * a * out[0], p[1] - 1.6 * a * out[1]};
  noslip_display_move(display, p[0], p[1]);
  noslip_display_line(display, back[0] - a * out[1], back[1] + a * out[0]);
  noslip_display_line(display, back[0] + a * out[1], back[1] - a * out[0]);
  noslip_display_close(display);
  noslip_display_fill(display, series->color);
  gboolean right = p[0] > at->left + 0.6 * at->width; /* then the name is left of it */
  NoslipTextStyle style = {.size = theme->small_size,
                           .color = noslip_theme_type_color(theme, series->color),
                           .align_x = right ? 1 : 0,
                           .align_y = 0.5};
  double down = out[1] < 0 ? 1 : out[1] > 0 ? -1 : p[1] < at->top + at->height / 2 ? 1 : -1;
  double y = p[1] + down * (0.8 + 1.3 * row) * theme->small_size;
  noslip_display_text(display, theme, &style, p[0] + (right ? -2.2 : 2.2) * a, y, series->overlay);
}

void
noslip_figure_draw_leaving(NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  guint rows = 0;
  gsize sample;
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double p[2], out[2];
    gboolean named = FALSE; /* by another curve of the same overlay */
    if (!noslip_figure_leaves(figure, series, &sample) || !find_crossing(figure, series, sample, p, out))
      continue;
    for (guint other = 0; other < s; other++) {
      const NoslipSeries *before = &g_array_index(figure->series, NoslipSeries, other);
      named = named || g_strcmp0(before->overlay, series->overlay) == 0;
    }
    if (!named)
      draw_arrow(figure, theme, series, p, out, rows++, display);
  }
}
