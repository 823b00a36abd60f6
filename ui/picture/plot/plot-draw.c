/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Drawing a figure: its axes, layers, series, marks and labels, in this order. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"
#include "ui/picture/plot/plot-layout.h"

#include <glib/gi18n.h>
#include <math.h>

#define LEAST_TYPE 0.6 /* relative to the size of titles: a title that is too wide is reduced down to this */

/* Of an axis title: it is highlighted while the pointer is on it. */
static NoslipColor
title_color(const NoslipFigure *figure, const NoslipTheme *theme, guint axis)
{
  return figure->axis[axis].lit ? noslip_theme_type_color(theme, theme->accent) : theme->text;
}

/* Numbers are placed where there is height for them: zero first, as the most important, then the others from below. */
static void
draw_y_numbers(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_x = 1, .align_y = 0.5};
  double zero = NAN, last = INFINITY;
  for (guint i = 0; i < ticks->n; i++)
    if (ticks->value[i] == 0)
      zero = noslip_axis_map(&at->map[1], 0);
  for (guint i = 0; i < ticks->n; i++) {
    double py = noslip_axis_map(&at->map[1], ticks->value[i]), least = 0.95 * theme->small_size;
    if (ticks->value[i] != 0 && (last - py < least || fabs(py - zero) < least))
      continue;
    last = py;
    noslip_display_text(display, theme, &style, at->left - 6 * theme->scale, py, ticks->label[i]);
  }
}

/* A line of the grid; without a grid a tick, where it begins. */
static void
draw_grid_line(const NoslipFigure *figure, const NoslipTheme *theme, double x1, double y1, double x2, double y2,
               NoslipDisplay *display)
{
  NoslipStroke grid = {theme->grid, theme->hair_width, NOSLIP_DASH_SOLID};
  NoslipStroke axis = {theme->text, theme->hair_width, NOSLIP_DASH_SOLID};
  double tick = 4 * theme->scale;
  if (figure->parts & NOSLIP_FIGURE_GRID)
    noslip_display_segment(display, x1, y1, x2, y2, &grid);
  else
    noslip_display_segment(display, x1, y1, x1 == x2 ? x1 : x1 + tick, y1 == y2 ? y1 : y1 - tick, &axis);
}

/* The two axes themselves, where no grid shows them. */
static void
draw_axis_lines(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  NoslipStroke axis = {theme->text, theme->hair_width, NOSLIP_DASH_SOLID};
  if (figure->parts & NOSLIP_FIGURE_GRID)
    return;
  noslip_display_segment(display, at->left, at->top, at->left, at->top + at->height, &axis);
  noslip_display_segment(display, at->left, at->top + at->height, at->left + at->width, at->top + at->height, &axis);
}

static void
draw_y_axis(NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks, double width,
            NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  for (guint i = 0; i < ticks->n; i++) {
    double py = noslip_axis_map(&at->map[1], ticks->value[i]);
    draw_grid_line(figure, theme, at->left, py, at->left + at->width, py, display);
  }
  draw_y_numbers(figure, theme, ticks, display);
  g_autofree char *title = noslip_axis_title(&figure->axis[1], ticks->exponent);
  NoslipTextStyle words = {
      .size = theme->small_size, .color = title_color(figure, theme, 1), .symbols = TRUE, .align_y = 0.5};
  double margin = 8 * theme->scale, taken = 0;
  noslip_text_measure(theme, &words, title, &taken, NULL, NULL);
  if (taken > width - 2 * margin) /* reduced rather than cut off */
    words.size *= fmax((width - 2 * margin) / taken, LEAST_TYPE);
  noslip_display_text(display, theme, &words, margin, noslip_figure_title_line(figure, theme), title);
}

static void
draw_x_axis(NoslipFigure *figure, const NoslipTheme *theme, const NoslipTicks *ticks, double right,
            NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  double y = at->top + at->height + 4 * theme->scale, title_width = 0;
  NoslipTextStyle words = {
      .size = theme->small_size, .color = title_color(figure, theme, 0), .symbols = TRUE, .align_x = 1};
  g_autofree char *title = noslip_axis_title(&figure->axis[0], ticks->exponent);
  noslip_text_measure(theme, &words, title, &title_width, NULL, NULL);
  if (!figure->axis[0].bare)
    noslip_display_text(display, theme, &words, right, y + at->title_drop, title);
  for (guint i = 0; i < ticks->n; i++) {
    double px = noslip_axis_map(&at->map[0], ticks->value[i]), width = 0;
    NoslipTextStyle style = {.size = theme->small_size, .color = theme->dim, .align_x = 0.5};
    draw_grid_line(figure, theme, px, at->top + at->height, px, at->top, display);
    if (figure->axis[0].bare)
      continue;
    noslip_text_measure(theme, &style, ticks->label[i], &width, NULL, NULL);
    if (at->title_drop > 0 || *title == '\0' || px + width / 2 + 6 * theme->scale < right - title_width)
      noslip_display_text(display, theme, &style, px, y, ticks->label[i]);
  }
}

static void
draw_empty(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height, NoslipDisplay *display)
{
  NoslipTextStyle style = {.size = theme->text_size, .color = theme->dim, .align_x = 0.5, .align_y = 0.5};
  const char *text = figure->empty_text != NULL ? figure->empty_text : _("Nothing to show yet");
  g_auto(GStrv) lines = noslip_text_lines(theme, &style, text, 0.86 * width);
  guint n = g_strv_length(lines);
  double pitch = 1.4 * theme->text_size, y = height / 2 - pitch * (n - 1) / 2.0;
  for (guint i = 0; i < n; i++)
    noslip_display_text(display, theme, &style, width / 2, y + i * pitch, lines[i]);
}

void
noslip_figure_display(NoslipFigure *figure, const NoslipTheme *theme, double width, double height,
                      NoslipDisplay *display)
{
  NoslipFigureLayout *at = &figure->layout;
  NoslipTicks ticks[2];
  at->valid = FALSE;
  if (!(width > 24) || !(height > 24))
    return;
  if (!noslip_figure_find_ranges(figure)) {
    draw_empty(figure, theme, width, height, display);
    return;
  }
  double room = noslip_figure_label_room(figure, theme, width, height);
  noslip_figure_lay_out(figure, theme, width, height, room, ticks);
  draw_y_axis(figure, theme, &ticks[1], width, display);
  draw_x_axis(figure, theme, &ticks[0], width - 8 * theme->scale, display);
  draw_axis_lines(figure, theme, display);
  double bleed = theme->line_width;
  noslip_display_push_clip(display, at->left - bleed, at->top - bleed, at->width + 2 * bleed, at->height + 2 * bleed);
  noslip_figure_draw_levels(figure, theme, display);
  for (guint i = 0; i < figure->layers->len; i++) {
    const NoslipFigureLayer *layer = &g_array_index(figure->layers, NoslipFigureLayer, i);
    layer->draw(figure, theme, display, layer->data);
  }
  noslip_figure_draw_series(figure, theme, display);
  noslip_display_pop_clip(display);
  double dot = 6 * theme->scale; /* dots at the edge stay whole */
  noslip_display_push_clip(display, at->left - dot, at->top - dot, at->width + 2 * dot, at->height + 2 * dot);
  noslip_figure_draw_marks(figure, theme, display);
  noslip_figure_draw_leaving(figure, theme, display);
  noslip_figure_draw_cursor(figure, theme, display);
  noslip_display_pop_clip(display);
  noslip_figure_draw_labels(figure, theme, width, height, room, display);
}
