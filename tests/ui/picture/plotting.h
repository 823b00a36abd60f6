/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A figure with its theme and display list, and series for it. */
#pragma once

#include "ui/picture/display.h"
#include "ui/picture/plot/plot.h"

typedef struct {
  NoslipFigure *figure;
  NoslipDisplay *display;
  NoslipTheme theme;
} Plotting;

static inline void
plotting_set_up(Plotting *f, gconstpointer data)
{
  f->figure = noslip_figure_new();
  f->display = noslip_display_new();
  noslip_theme_init(&f->theme, FALSE, 1);
}

static inline void
plotting_tear_down(Plotting *f, gconstpointer data)
{
  noslip_figure_free(f->figure);
  noslip_display_free(f->display);
}

/* Draws the figure again. */
static inline void
plotting_show(Plotting *f, double width, double height)
{
  noslip_display_clear(f->display);
  noslip_figure_display(f->figure, &f->theme, width, height, f->display);
}

static inline NoslipSeries
series_of(const double *x, const double *y, gsize n, gboolean increases)
{
  NoslipSeries series;
  noslip_series_init(&series);
  series.x = x;
  series.y = y;
  series.n = n;
  series.x_increases = increases;
  return series;
}
