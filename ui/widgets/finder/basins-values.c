/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/basins-private.h"
#include "ui/widgets/finder/finder-choices.h"

#include <math.h>

#define MOST_CLASSES 7 /* with colours of their own; more are shown as a range */
#define SAME 1e-6      /* relative difference of two values of a class */

NoslipBasinsView *
noslip_basins_view_of(NoslipView *view)
{
  return noslip_view_state(view);
}

NoslipBasinsWork *
noslip_basins_view_work(const NoslipBasinsView *basins)
{
  return noslip_search_data(basins->search);
}

static int
by_value(gconstpointer a, gconstpointer b)
{
  double one = *(const double *) a, other = *(const double *) b;
  return one < other ? -1 : one > other;
}

guint
noslip_basins_view_points(const NoslipBasinsView *basins)
{
  return noslip_basins_axis(noslip_basins_view_work(basins), 0)->n *
         noslip_basins_axis(noslip_basins_view_work(basins), 1)->n;
}

int
noslip_basins_view_class(const NoslipBasinsView *basins, double value)
{
  for (guint i = 0; i < basins->classes->len; i++) {
    double one = g_array_index(basins->classes, double, i);
    if (fabs(one - value) <= SAME * (1 + fabs(one)))
      return (int) i;
  }
  return -1;
}

void
noslip_basins_view_take_values(NoslipBasinsView *basins)
{
  g_free(basins->values);
  basins->values = noslip_basins_values(noslip_basins_view_work(basins), &basins->n_done);
  basins->low = INFINITY;
  basins->high = -INFINITY;
  gboolean few = TRUE;
  g_array_set_size(basins->classes, 0);
  for (guint i = 0; i < noslip_basins_view_points(basins); i++) {
    double value = basins->values[i];
    if (!isfinite(value))
      continue;
    basins->low = fmin(basins->low, value);
    basins->high = fmax(basins->high, value);
    if (!few || noslip_basins_view_class(basins, value) >= 0)
      continue;
    few = basins->classes->len < MOST_CLASSES;
    if (few)
      g_array_append_val(basins->classes, value);
    else
      g_array_set_size(basins->classes, 0);
  }
  g_array_sort(basins->classes, by_value);
}

NoslipColor
noslip_basins_view_color(const NoslipBasinsView *basins, const NoslipTheme *theme, double value)
{
  if (!isfinite(value))
    return theme->grid;
  int class = noslip_basins_view_class(basins, value);
  if (class >= 0)
    return noslip_theme_series_color(theme, (guint) class);
  return noslip_theme_gradient(theme,
                               basins->high > basins->low ? (value - basins->low) / (basins->high - basins->low) : 0.5);
}

double
noslip_basins_view_time(NoslipView *view)
{
  return noslip_finder_seconds(view, noslip_finder_system(view)->run_to);
}
