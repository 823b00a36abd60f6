/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Axes and series of a view's figures, with the user's scale and window. */
#include "ui/widgets/common/run-style.h"
#include "ui/widgets/views/view-private.h"

#include <math.h>

/* The quantity that the pointer is on, or NULL. */
static const NoslipQuantity *
pointed(NoslipView *self)
{
  const NoslipQuantities *quantities = noslip_view_quantities(self);
  const char *name = quantities ? noslip_simulation_pointed(self->simulation) : NULL;
  int column = name ? noslip_quantities_find(quantities, name) : -1;
  return column >= 0 ? &quantities->list[column] : NULL;
}

/* Of a highlighted curve, pixels. */
#define LIT_WIDTH 4

/* The number of rows that would answer the question of a story. A document shows all of the motion. */
static guint
rows_ahead(NoslipView *self, const NoslipRunView *view)
{
  double horizon = noslip_playhead_horizon(noslip_simulation_playhead(self->simulation));
  if (self->document || isinf(horizon))
    return 0;
  guint shown = noslip_trajectory_find(view->trajectory, horizon) + 1;
  return view->n_rows - MIN(shown, view->n_rows);
}

gboolean
noslip_view_series(NoslipView *self, guint run, int column_x, int column_y, NoslipSeries *series)
{
  const NoslipRunView *view = noslip_runs_view(noslip_simulation_runs(self->simulation), run);
  noslip_series_init(series);
  if (!view || view->n_rows == 0 || column_x < 0 || column_y < 0)
    return FALSE;
  series->y = noslip_columns_gather(view->values, (guint) column_y);
  series->x = noslip_columns_gather(view->values, (guint) column_x);
  series->n = view->n_rows;
  series->hidden = rows_ahead(self, view);
  series->x_increases = column_x == 0;
  series->cursor = noslip_runs_cursor(noslip_simulation_runs(self->simulation), run);
  series->overlay = run > 0 && view->shown ? noslip_run_title(view) : NULL;
  const NoslipQuantity *lit = self->document ? NULL : pointed(self);
  if (lit && column_x == 0 && g_str_equal(lit->name, view->quantities->list[column_y].name))
    series->width = LIT_WIDTH;
  /* generations change with every system and every change of its computation, revisions with every change of rows */
  series->source = ((guint64) view->id + 1) << 48 ^ view->generation << 24 ^ (view->revision + 1);
  series->source =
      series->source * G_GUINT64_CONSTANT(0x9e3779b97f4a7c15) + ((guint64) column_x << 16 | (guint) column_y);
  return TRUE;
}

void
noslip_view_axis(NoslipAxis *axis, const NoslipQuantity *quantity)
{
  noslip_axis_init(axis);
  if (!quantity)
    return;
  axis->quantity = noslip_quantity_words(quantity);
  axis->unit = quantity->unit;
  if (quantity->angle)
    axis->period = 2 * G_PI;
}

void
noslip_view_set_axis(NoslipView *self, guint index, NoslipFigure *figure, NoslipAxisId id, NoslipAxis *axis)
{
  if (id == NOSLIP_AXIS_Y && noslip_view_is_flipped(self, index)) {
    axis->logarithmic = !axis->logarithmic;
    if (axis->logarithmic)
      axis->include_zero = FALSE;
  }
  const NoslipQuantity *lit = self->document ? NULL : pointed(self);
  axis->lit = lit && g_strcmp0(axis->quantity, noslip_quantity_words(lit)) == 0;
  if (isfinite(self->low[index][id]) && isfinite(self->high[index][id])) {
    axis->low = self->low[index][id];
    axis->high = self->high[index][id];
  }
  noslip_figure_set_axis(figure, id, axis);
}

void
noslip_view_time_axis(NoslipView *self, guint index, NoslipFigure *figure)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = "t";
  axis.unit = "s";
  self->timed[index] = TRUE;
  noslip_view_set_axis(self, index, figure, NOSLIP_AXIS_X, &axis);
  noslip_figure_set_cursor(figure, noslip_playhead_time(noslip_simulation_playhead(self->simulation)));
}

void
noslip_view_scale_choice(guint figure, char *name, gsize size)
{
  g_snprintf(name, size, "logarithmic-%u", figure);
}

gboolean
noslip_view_is_flipped(NoslipView *self, guint figure)
{
  char name[32];
  noslip_view_scale_choice(figure, name, sizeof name);
  return noslip_view_choice(self, name) != NULL;
}
