/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by labels and legends: their type, and the values at the cursor. */
#include "ui/picture/plot/plot-items.h"

#include <math.h>

NoslipTextStyle
noslip_label_style(const NoslipTheme *theme, NoslipColor color)
{
  return (NoslipTextStyle){.size = theme->small_size, .color = color, .symbols = TRUE, .align_y = 0.5};
}

double
noslip_label_width(const NoslipTheme *theme, const char *text)
{
  NoslipTextStyle style = noslip_label_style(theme, theme->text);
  double width = 0;
  noslip_text_measure(theme, &style, text, &width, NULL, NULL);
  return width;
}

gboolean
noslip_figure_reads(const NoslipFigure *figure, const NoslipSeries *series)
{
  return (figure->parts & NOSLIP_FIGURE_READINGS) && !isnan(figure->cursor) && series->x_increases && !series->quiet &&
         series->n > 0;
}

double
noslip_figure_value_room(const NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipFigureLayout *at = &figure->layout;
  double widest = 0;
  gboolean any = FALSE;
  for (guint s = 0; s < figure->series->len && !any; s++)
    any = noslip_figure_reads(figure, &g_array_index(figure->series, NoslipSeries, s));
  for (guint k = 0; any && k < 2; k++) {
    g_autofree char *text = noslip_figure_value_text(figure, k ? at->high[1] : at->low[1]);
    widest = fmax(widest, noslip_label_width(theme, text));
  }
  return widest;
}

char *
noslip_figure_value_now(const NoslipFigure *figure, const NoslipSeries *series)
{
  double x, y;
  if (!noslip_figure_reads(figure, series) || !noslip_series_now(figure, series, &x, &y))
    return NULL;
  return noslip_figure_value_text(figure, y);
}
