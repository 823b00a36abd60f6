/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Series for tests of figures. */
#pragma once

#include "ui/picture/plot.h"

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
