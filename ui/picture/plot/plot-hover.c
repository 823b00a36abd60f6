/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample nearest to the pointer. It is computed whenever a figure is drawn under the pointer, so it must not take a
 * step for each of a million samples. */
#include "ui/picture/plot/plot-items.h"

#include <math.h>

#define MOST_SAMPLES 2000 /* of the part of a curve over time that is within reach */

#define HURRY 12 /* weight of a pixel of time relative to one of values, for steep curves */

typedef struct {
  double px, py; /* of the pointer */
  double hurry;  /* weight of a pixel sideways */
  double best;   /* squared distance of the nearest so far */
  NoslipHover *hover;
} Search;

static void
consider(Search *search, guint place, double x, double y, double sx, double sy)
{
  double dx = search->hurry * (sx - search->px), dy = sy - search->py, distance = dx * dx + dy * dy;
  if (!(distance <= search->best))
    return;
  search->best = distance;
  *search->hover = (NoslipHover){place, x, y, sx, sy};
}

static void
search_samples(const NoslipFigure *figure, guint place, gsize from, gsize to, gsize step, Search *search)
{
  const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, place);
  for (gsize i = from; i < to; i += step) {
    double x = noslip_series_value(figure, series, NOSLIP_AXIS_X, i);
    double y = noslip_series_value(figure, series, NOSLIP_AXIS_Y, i), sx, sy;
    noslip_figure_to_pixels(figure, x, y, &sx, &sy);
    consider(search, place, x, y, sx, sy);
  }
}

/* Only samples that were reduced to pixels are searched: the others are within a pixel of these. */
static void
search_kept(const NoslipFigure *figure, guint place, const NoslipKeptPoints *kept, Search *search)
{
  const NoslipAxisMap *map = figure->layout.map;
  gsize shown = noslip_series_shown(&g_array_index(figure->series, NoslipSeries, place));
  for (guint i = 0; i + 1 < kept->points->len; i += 2) {
    if (i / 2 < kept->samples->len && g_array_index(kept->samples, guint, i / 2) >= shown)
      break;
    double sx = g_array_index(kept->points, double, i), sy = g_array_index(kept->points, double, i + 1);
    consider(search, place, noslip_axis_unmap(&map[0], sx), noslip_axis_unmap(&map[1], sy), sx, sy);
  }
}

static const NoslipKeptPoints *
kept_of(const NoslipFigure *figure, guint place)
{
  const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, place);
  if (series->source == 0 || place >= figure->kept->len)
    return NULL;
  const NoslipKept *kept = &g_array_index(figure->kept, NoslipKept, place);
  return kept->source == series->source && kept->all.n == series->n ? &kept->all : NULL;
}

gboolean
noslip_figure_hover(const NoslipFigure *figure, double px, double py, double reach, NoslipHover *hover)
{
  const NoslipFigureLayout *at = &figure->layout;
  Search over_time = {px, py, HURRY, INFINITY, hover}, anywhere = {px, py, 1, reach * reach, hover};
  *hover = (NoslipHover){.series = G_MAXUINT};
  if (!at->valid)
    return FALSE;
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    const NoslipKeptPoints *kept = kept_of(figure, s);
    if (series->x_increases && figure->axis[0].period == 0) {
      double left = fmax(px - reach, at->left), right = fmin(px + reach, at->left + at->width);
      if (left > right)
        continue;
      gsize from = noslip_series_after(series, noslip_axis_unmap(&at->map[0], left));
      gsize to = noslip_series_after(series, noslip_axis_unmap(&at->map[0], right));
      to = MAX(from, MIN(to, noslip_series_shown(series)));
      search_samples(figure, s, from, to, 1 + (to - from) / MOST_SAMPLES, &over_time);
    } else if (kept) {
      search_kept(figure, s, kept, &anywhere);
    } else {
      search_samples(figure, s, 0, noslip_series_shown(series), 1, &anywhere);
    }
  }
  return hover->series != G_MAXUINT;
}
