/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Between values and pixels in a figure that is laid out, and values as texts at the resolution of an axis. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

#include <glib/gi18n.h>
#include <math.h>

/* The position of the title of the y axis; further rows of a legend are below it. */
double
noslip_figure_title_line(const NoslipFigure *figure, const NoslipTheme *theme)
{
  return 8 * theme->scale + 0.65 * theme->small_size;
}

#define STEPS 2500 /* resolution of an axis: about a tenth of a pixel */

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
