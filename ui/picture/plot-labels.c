/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and values of curves: at their ends where there is room, else in a row above the axes; values at the cursor. */
#include "ui/picture/plot-items.h"

#include <math.h>

#define MOST_LABELS 24

typedef struct {
  double x, y, wanted; /* left, middle; where it would like to be */
  double width;
  char *text;          /* owned */
  NoslipColor color;
  NoslipDash dash;
} Label;

static NoslipTextStyle
label_style(const NoslipTheme *theme, NoslipColor color)
{
  return (NoslipTextStyle){.size = theme->small_size, .color = color, .align_y = 0.5};
}

static double
text_width(const NoslipTheme *theme, const char *text)
{
  NoslipTextStyle style = label_style(theme, theme->text);
  double width = 0;
  noslip_text_measure(theme, &style, text, &width, NULL, NULL);
  return width;
}

static int
compare_labels(gconstpointer a, gconstpointer b)
{
  double ya = ((const Label *) a)->wanted, yb = ((const Label *) b)->wanted;
  return (ya > yb) - (ya < yb);
}

/* Pushes labels apart to at least `height`, inside [top, bottom]: downwards first, then back up from the end. */
static void
spread(GArray *labels, double height, double top, double bottom)
{
  g_array_sort(labels, compare_labels);
  double free_from = top + height / 2;
  for (guint i = 0; i < labels->len; i++) {
    Label *label = &g_array_index(labels, Label, i);
    label->y = fmax(label->wanted, free_from);
    free_from = label->y + height;
  }
  double free_to = bottom - height / 2;
  for (guint i = labels->len; i-- > 0;) {
    Label *label = &g_array_index(labels, Label, i);
    label->y = fmin(label->y, free_to);
    free_to = label->y - height;
  }
}

static void
clear_label(gpointer item)
{
  g_free(((Label *) item)->text);
}

static GArray *
labels_new(void)
{
  GArray *labels = g_array_new(FALSE, FALSE, sizeof(Label));
  g_array_set_clear_func(labels, clear_label);
  return labels;
}

/* Whether names stand at the ends of the curves: all run with x, and there is height for all. */
static gboolean
at_ends(const NoslipFigure *figure, double *widest, const NoslipTheme *theme)
{
  guint n = 0;
  *widest = 0;
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (series->label == NULL || series->n == 0)
      continue;
    if (!series->x_increases || ++n > MOST_LABELS)
      return FALSE;
    NoslipTextStyle style = label_style(theme, theme->text);
    double width = 0;
    style.bold = TRUE;
    noslip_text_measure(theme, &style, series->label, &width, NULL, NULL);
    *widest = fmax(*widest, width);
  }
  return n > 0;
}

double
noslip_figure_label_room(const NoslipFigure *figure, const NoslipTheme *theme, double width)
{
  double widest;
  if (!at_ends(figure, &widest, theme) || widest > 0.3 * width)
    return 0;
  return widest + 10 * theme->scale;
}

/* The last sample inside the window. */
static gboolean
visible_end(const NoslipFigure *figure, const NoslipSeries *series, double *py)
{
  for (gsize i = series->n; i-- > 0;) {
    double x = noslip_series_value(figure, series, NOSLIP_AXIS_X, i);
    double y = noslip_series_value(figure, series, NOSLIP_AXIS_Y, i), px;
    if (x > figure->layout.high[0])
      continue;
    noslip_figure_to_pixels(figure, x, y, &px, py);
    if (!isnan(*py))
      return TRUE;
    if (series->n - i > 100000)
      break;
  }
  return FALSE;
}

static void
draw_end_labels(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  g_autoptr(GArray) labels = labels_new();
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double py;
    if (series->label == NULL || series->n == 0 || !visible_end(figure, series, &py))
      continue;
    Label label = {.wanted = CLAMP(py, at->top, at->top + at->height), .color = series->color};
    label.text = g_strdup(series->label);
    g_array_append_val(labels, label);
  }
  spread(labels, 1.25 * theme->small_size, at->top - 0.5 * theme->small_size,
         at->top + at->height + 0.5 * theme->small_size);
  for (guint i = 0; i < labels->len; i++) {
    const Label *label = &g_array_index(labels, Label, i);
    NoslipTextStyle style = label_style(theme, label->color);
    style.bold = TRUE;
    noslip_display_text(display, theme, &style, at->left + at->width + 6 * theme->scale, label->y, label->text);
  }
}

/* Dashes and names above the axes, in rows that end at the right margin; the first leaves the axis title its room. */
guint
noslip_figure_legend(const NoslipFigure *figure, const NoslipTheme *theme, double width, NoslipDisplay *display)
{
  double sample = 18 * theme->scale, gap = 5 * theme->scale, margin = 8 * theme->scale;
  g_autofree char *title = noslip_axis_title(&figure->axis[1], 0);
  double taken = margin + text_width(theme, title) + 8 * gap, x = width - margin;
  double y = noslip_figure_title_line(figure, theme);
  guint rows = 0;
  for (guint s = figure->series->len; s-- > 0;) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (series->label == NULL || series->n == 0)
      continue;
    double label = text_width(theme, series->label);
    if (rows == 0 || x - label - gap - sample < (rows == 1 ? taken : margin)) {
      /* Even the first row is skipped where not one name fits beside the title. */
      gboolean beside = rows == 0 && width - margin - label - gap - sample >= taken;
      y += beside ? 0 : 1.35 * theme->small_size;
      rows += rows == 0 && !beside ? 2 : 1;
      x = width - margin;
    }
    x -= label;
    if (display != NULL) {
      NoslipTextStyle style = label_style(theme, theme->text);
      NoslipStroke stroke = {series->color, theme->line_width, series->dash};
      noslip_display_text(display, theme, &style, x, y, series->label);
      noslip_display_segment(display, x - gap - sample, y, x - gap, y, &stroke);
    }
    x -= gap + sample + 3 * gap;
  }
  return rows;
}

/* A word on a patch of the surface, so that curves do not run through it. */
static void
patch_text(const NoslipTheme *theme, double x, double y, double align, NoslipColor color, const char *text,
           NoslipDisplay *display)
{
  double width = text_width(theme, text), pad = 3 * theme->scale;
  noslip_display_rectangle(display, x - align * width - pad, y - 0.68 * theme->small_size, width + 2 * pad,
                           1.36 * theme->small_size, 3 * theme->scale,
                           noslip_color_with_alpha(theme->surface, 0.85));
  NoslipTextStyle style = label_style(theme, color);
  style.align_x = align;
  noslip_display_text(display, theme, &style, x, y, text);
}

static void
draw_cursor_values(const NoslipFigure *figure, const NoslipTheme *theme, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  double px = noslip_axis_map(&at->map[0], figure->cursor);
  if (isnan(px) || px < at->left - 0.5 || px > at->left + at->width + 0.5)
    return;
  g_autoptr(GArray) labels = labels_new();
  double widest = 0;
  for (guint s = 0; s < figure->series->len && labels->len < MOST_LABELS; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y, sx, sy;
    if (!noslip_series_at(figure, series, noslip_series_cursor(figure, series), &x, &y))
      continue;
    noslip_figure_to_pixels(figure, x, y, &sx, &sy);
    if (isnan(sy) || sy < at->top || sy > at->top + at->height)
      continue;
    Label label = {.wanted = sy, .color = series->color, .text = noslip_number_text(y, 4)};
    label.width = text_width(theme, label.text);
    widest = fmax(widest, label.width);
    g_array_append_val(labels, label);
  }
  double height = 1.36 * theme->small_size;
  if (labels->len * height > at->height)
    return;
  spread(labels, height, at->top, at->top + at->height);
  gboolean to_left = px + widest + 16 * theme->scale > at->left + at->width;
  for (guint i = 0; i < labels->len; i++) {
    const Label *label = &g_array_index(labels, Label, i);
    patch_text(theme, px + (to_left ? -10 : 10) * theme->scale, label->y, to_left ? 1 : 0, label->color, label->text,
               display);
  }
}

void
noslip_figure_draw_labels(NoslipFigure *figure, const NoslipTheme *theme, double width, double room,
                          NoslipDisplay *display)
{
  if (room > 0)
    draw_end_labels(figure, theme, display);
  else
    noslip_figure_legend(figure, theme, width, display);
  if (!isnan(figure->cursor))
    draw_cursor_values(figure, theme, display);
}

void
noslip_figure_display_hover(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipHover *hover,
                            NoslipDisplay *display)
{
  if (hover->series >= figure->series->len || !figure->layout.valid)
    return;
  const NoslipFigureLayout *at = &figure->layout;
  const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, hover->series);
  NoslipStroke ring = {series->color, 2 * theme->scale, NOSLIP_DASH_SOLID};
  noslip_display_circle(display, hover->px, hover->py, 5 * theme->scale, theme->surface, &ring);
  g_autofree char *x = noslip_number_text(hover->x, 5), *y = noslip_number_text(hover->y, 5);
  g_autofree char *text = g_strdup_printf("%s%s%s, %s", series->label != NULL ? series->label : "",
                                          series->label != NULL ? ": " : "", x, y);
  double width = text_width(theme, text);
  double left = CLAMP(hover->px - width / 2, at->left, fmax(at->left, at->left + at->width - width));
  double above = hover->py - 1.6 * theme->small_size;
  patch_text(theme, left, above < at->top ? hover->py + 1.6 * theme->small_size : above, 0, theme->text, text,
             display);
}
