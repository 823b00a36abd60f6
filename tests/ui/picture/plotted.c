/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/picture/plotted.h"

#include "ui/picture/plot/plot-items.h"

#include <glib.h>
#include <math.h>

void
plotted_set_up(Plotted *f, gconstpointer data)
{
  plotting_set_up(&f->plot, data);
  for (guint i = 0; i < PLOTTED_N; i++) {
    f->t[i] = i * 0.01;
    f->y[i] = sin(f->t[i]);
    f->z[i] = 0.02 + sin(f->t[i]);
  }
}

void
plotted_tear_down(Plotted *f, gconstpointer data)
{
  plotting_tear_down(&f->plot, data);
}

void
plotted_add(Plotted *f, const double *x, const double *y, gboolean increases, const char *label)
{
  NoslipSeries series = series_of(x, y, PLOTTED_N, increases);
  series.label = label;
  series.color = f->plot.theme.text;
  noslip_figure_add_series(f->plot.figure, &series);
}

void
plotted_show(Plotted *f)
{
  plotting_show(&f->plot, 360, 240);
}
