/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/finder/holonomy-pen.h"

#include "ui/widgets/finder/holonomy-gait.h"
#include "ui/widgets/views/view-private.h"

#include <math.h>

#define NEAR 6   /* least distance between two points of a line drawn by the pointer, in pixels */
#define STEPS 40 /* of the cross-hair, over the map */

static const double *
point_of(const NoslipGaitPen *pen, guint point)
{
  return &g_array_index(pen->line, double, (gsize) 2 * point);
}

gboolean
noslip_gait_pen_drop(NoslipGaitPen *pen)
{
  gboolean unfinished = pen->line != NULL;
  g_clear_pointer(&pen->line, g_array_unref);
  pen->pressed = pen->by_keys = FALSE;
  return unfinished;
}

static void
finish(NoslipView *view, NoslipGaitPen *pen)
{
  g_autoptr(GArray) line = g_steal_pointer(&pen->line);
  pen->by_keys = FALSE;
  noslip_gait_take_drawn(view, line);
}

/* The pointer */

static void
draw_to(NoslipView *view, NoslipGaitPen *pen, const double at[2])
{
  if (!pen->line || pen->by_keys) {
    noslip_gait_pen_drop(pen);
    pen->pressed = TRUE;
    pen->line = g_array_new(FALSE, FALSE, sizeof(double));
    g_array_append_vals(pen->line, pen->from, 2);
  }
  const double *last = point_of(pen, pen->line->len / 2 - 1);
  double last_x, last_y, x, y;
  noslip_figure_to_pixels(view->figures[0], last[0], last[1], &last_x, &last_y);
  noslip_figure_to_pixels(view->figures[0], at[0], at[1], &x, &y);
  if (hypot(x - last_x, y - last_y) >= NEAR)
    g_array_append_vals(pen->line, at, 2);
}

void
noslip_gait_pen_stroke(NoslipView *view, NoslipGaitPen *pen, NoslipDragPhase phase, const double at[2])
{
  if (phase == NOSLIP_DRAG_BEGINS) {
    pen->pressed = TRUE;
    pen->from[0] = at[0];
    pen->from[1] = at[1];
  } else if (phase == NOSLIP_DRAG_GOES_ON && pen->pressed) {
    draw_to(view, pen, at);
  } else if (phase == NOSLIP_DRAG_ENDS && pen->pressed) {
    pen->pressed = FALSE;
    if (pen->line && !pen->by_keys) /* otherwise a click */
      finish(view, pen);
  }
}

/* Keys */

static gboolean
is_at(const NoslipGaitPen *pen, guint point)
{
  return point_of(pen, point)[0] == pen->at[0] && point_of(pen, point)[1] == pen->at[1];
}

/* Steps are counted from the middle of the box, so that the cross-hair returns exactly to a corner. */
static double
place_of(double step, double low, double high)
{
  return (low + high) / 2 + step * (high - low) / STEPS;
}

static double
step_at(double at, double low, double high)
{
  return round((at - (low + high) / 2) / (high - low) * STEPS);
}

void
noslip_gait_pen_move(NoslipGaitPen *pen, int right, int up, const double low[2], const double high[2])
{
  const int by[2] = {right, up};
  for (guint s = 0; s < 2; s++) {
    double step = step_at(pen->at[s], low[s], high[s]) + by[s];
    pen->at[s] = place_of(CLAMP(step, -STEPS / 2, STEPS / 2), low[s], high[s]);
  }
}

void
noslip_gait_pen_press(NoslipView *view, NoslipGaitPen *pen, const double low[2], const double high[2])
{
  if (!pen->by_keys) {
    noslip_gait_pen_drop(pen);
    pen->line = g_array_new(FALSE, FALSE, sizeof(double));
    pen->by_keys = TRUE;
    for (guint s = 0; s < 2; s++)
      pen->at[s] = place_of(0, low[s], high[s]);
    return;
  }
  guint n = pen->line->len / 2;
  if (n > 0 && (is_at(pen, 0) || is_at(pen, n - 1))) {
    if (n >= 3)
      finish(view, pen);
    return;
  }
  g_array_append_vals(pen->line, pen->at, 2);
}

void
noslip_gait_pen_back(NoslipGaitPen *pen)
{
  if (pen->line->len == 0) {
    noslip_gait_pen_drop(pen);
    return;
  }
  g_array_set_size(pen->line, pen->line->len - 2);
}

/* Drawing */

/* Over the whole figure, and a line to it from the last corner. */
static void
display_cross_hair(const NoslipGaitPen *pen, double from_x, double from_y, const NoslipFigure *figure,
                   const NoslipStroke *stroke, NoslipDisplay *display)
{
  double x, y, left, top, width, height;
  noslip_figure_to_pixels(figure, pen->at[0], pen->at[1], &x, &y);
  noslip_figure_area(figure, &left, &top, &width, &height);
  if (pen->line->len > 0)
    noslip_display_segment(display, from_x, from_y, x, y, stroke);
  noslip_display_segment(display, x, top, x, top + height, stroke);
  noslip_display_segment(display, left, y, left + width, y, stroke);
}

void
noslip_gait_pen_display(const NoslipGaitPen *pen, const NoslipFigure *figure, const NoslipTheme *theme,
                        NoslipDisplay *display)
{
  const NoslipStroke stroke = {theme->text, theme->hair_width, NOSLIP_DASH_SOLID};
  double x, y, width, height, from_x = 0, from_y = 0;
  if (!pen->by_keys)
    return;
  noslip_figure_area(figure, &x, &y, &width, &height);
  noslip_display_push_clip(display, x, y, width, height);
  for (guint i = 0; i < pen->line->len / 2; i++) {
    noslip_figure_to_pixels(figure, point_of(pen, i)[0], point_of(pen, i)[1], &from_x, &from_y);
    noslip_display_circle(display, from_x, from_y, 2.5 * theme->line_width, theme->text, NULL);
  }
  display_cross_hair(pen, from_x, from_y, figure, &stroke, display);
  noslip_display_pop_clip(display);
}
