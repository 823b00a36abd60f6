/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and values of curves: at their ends where there is room, else in a row above the axes; values at the cursor. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

#include <math.h>

#define MOST_LABELS 24
#define MOST_PASSED 100000 /* samples that are looked at for one that is drawn */

typedef struct {
  double y, wanted; /* middle; where it would like to be */
  const char *text; /* of the series, or NULL */
  char *value;      /* at the cursor, owned, or NULL */
  NoslipColor color;
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
  g_free(((Label *) item)->value);
}

static GArray *
labels_new(void)
{
  GArray *labels = g_array_new(FALSE, FALSE, sizeof(Label));
  g_array_set_clear_func(labels, clear_label);
  return labels;
}

static double
label_pitch(const NoslipTheme *theme)
{
  return 1.25 * theme->small_size;
}

/* Whether a series has a value at the cursor line. */
static gboolean
is_read(const NoslipFigure *figure, const NoslipSeries *series)
{
  return !isnan(figure->cursor) && series->x_increases && !series->quiet && series->n > 0;
}

/* What any value inside the axes takes, so that nothing moves while the cursor does. */
static double
value_width(const NoslipFigure *figure, const NoslipTheme *theme)
{
  const NoslipFigureLayout *at = &figure->layout;
  double widest = 0;
  for (guint k = 0; k < 2; k++) {
    g_autofree char *text = noslip_figure_value_text(figure, k ? at->high[1] : at->low[1]);
    widest = fmax(widest, text_width(theme, text));
  }
  return widest;
}

static gboolean
reads_any(const NoslipFigure *figure)
{
  for (guint s = 0; s < figure->series->len; s++)
    if (is_read(figure, &g_array_index(figure->series, NoslipSeries, s)))
      return TRUE;
  return FALSE;
}

#define MOST_NAME 0.38 /* of the whole width: a longer name does not stand at the end of its curve */
#define MOST_ROOM 0.45 /* of the same: for names and values */

/* Whether names and values stand at the ends of the curves: all run with x, and there is height for all. The width of
 * the widest is returned. */
static gboolean
at_ends(const NoslipFigure *figure, const NoslipTheme *theme, double whole, double height, double *widest)
{
  guint n = 0;
  double gap = 6 * theme->scale, value = reads_any(figure) ? value_width(figure, theme) : 0;
  *widest = 0;
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if ((series->label == NULL && !is_read(figure, series)) || series->n == 0)
      continue;
    if (!series->x_increases || ++n > MOST_LABELS)
      return FALSE;
    NoslipTextStyle style = label_style(theme, theme->text);
    double width = 0;
    style.bold = TRUE;
    noslip_text_measure(theme, &style, series->label, &width, NULL, NULL);
    if (width > MOST_NAME * whole)
      return FALSE;
    *widest = fmax(*widest, width + (is_read(figure, series) ? value + (width > 0 ? gap : 0) : 0));
  }
  return n > 0 && n * label_pitch(theme) <= height;
}

double
noslip_figure_label_room(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height)
{
  double widest;
  double axes = height - noslip_figure_title_line(figure, theme) - (figure->axis[0].bare ? 0.5 : 2) * theme->small_size;
  if (!at_ends(figure, theme, width, axes, &widest))
    return 0;
  double room = widest + 10 * theme->scale;
  return room <= MOST_ROOM * width ? room : 0;
}

/* Where the last sample inside the window is drawn. Curves that a logarithmic axis cannot show, as all that is left of
 * them is zero, have their names at its foot. */
static gboolean
visible_end(const NoslipFigure *figure, const NoslipSeries *series, double *py)
{
  const NoslipFigureLayout *at = &figure->layout;
  gboolean any = FALSE;
  for (gsize i = series->n; i-- > 0 && series->n - i <= MOST_PASSED;) {
    double x = noslip_series_value(figure, series, NOSLIP_AXIS_X, i);
    double y = noslip_series_value(figure, series, NOSLIP_AXIS_Y, i), px;
    if (x > at->high[0])
      continue;
    noslip_figure_to_pixels(figure, x, y, &px, py);
    if (!isnan(*py))
      return TRUE;
    any = any || !isnan(y);
  }
  *py = at->top + at->height;
  return any;
}

/* The value at the cursor, or NULL. Free with g_free(). */
static char *
value_now(const NoslipFigure *figure, const NoslipSeries *series)
{
  double x, y;
  if (!is_read(figure, series) || !noslip_series_at(figure, series, noslip_series_cursor(figure, series), &x, &y))
    return NULL;
  return noslip_figure_value_text(figure, y);
}

static void
draw_end_labels(const NoslipFigure *figure, const NoslipTheme *theme, double width, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  g_autoptr(GArray) labels = labels_new();
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double py;
    if ((series->label == NULL && !is_read(figure, series)) || series->n == 0 || !visible_end(figure, series, &py))
      continue;
    /* whole pixels: curves that differ by rounding keep their order */
    Label label = {
        .wanted = round(CLAMP(py, at->top, at->top + at->height)), .color = series->color, .text = series->label};
    label.value = value_now(figure, series);
    g_array_append_val(labels, label);
  }
  spread(labels, label_pitch(theme), at->top - 0.5 * theme->small_size, at->top + at->height + 0.5 * theme->small_size);
  for (guint i = 0; i < labels->len; i++) {
    const Label *label = &g_array_index(labels, Label, i);
    NoslipTextStyle style = label_style(theme, noslip_theme_type_color(theme, label->color));
    style.align_x = 1;
    noslip_display_text(display, theme, &style, width - 6 * theme->scale, label->y, label->value);
    style.bold = TRUE;
    style.align_x = 0;
    noslip_display_text(display, theme, &style, at->left + at->width + 6 * theme->scale, label->y, label->text);
  }
}

/* One entry of the legend: a dash, the name and the present value, which is `value` wide. Returns its width. */
static double
legend_entry(const NoslipFigure *figure, const NoslipTheme *theme, const NoslipSeries *series, double value,
             double right, double y, NoslipDisplay *display)
{
  double sample = 18 * theme->scale, gap = 5 * theme->scale, name = text_width(theme, series->label);
  value = is_read(figure, series) ? value + gap : 0;
  if (display != NULL) {
    NoslipTextStyle style = label_style(theme, theme->text);
    NoslipStroke stroke = {series->color, theme->line_width, series->dash};
    double left = right - value - name;
    noslip_display_text(display, theme, &style, left, y, series->label);
    noslip_display_segment(display, left - gap - sample, y, left - gap, y, &stroke);
    g_autofree char *now = value_now(figure, series);
    style.color = noslip_theme_type_color(theme, series->color);
    noslip_display_text(display, theme, &style, left + name + gap, y, now);
  }
  return sample + gap + name + value;
}

/* Dashes, names and values above the axes, in rows that end at the right margin; the first leaves the axis title its
 * room. Where they would take more than a third of the height, they are shown under the pointer only. */
guint
noslip_figure_legend(const NoslipFigure *figure, const NoslipTheme *theme, double width, double height,
                     NoslipDisplay *display)
{
  double gap = 5 * theme->scale, margin = 8 * theme->scale, pitch = 1.35 * theme->small_size;
  double value = reads_any(figure) ? value_width(figure, theme) : 0;
  guint most = MAX(2, (guint) fmax(0, height / 3 / pitch));
  g_autofree char *title = noslip_axis_title(&figure->axis[1], 0);
  double taken = margin + text_width(theme, title) + 8 * gap, x = width - margin;
  double y = noslip_figure_title_line(figure, theme);
  guint rows = 0;
  for (guint s = figure->series->len; s-- > 0;) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if (series->label == NULL || series->n == 0)
      continue;
    double entry = legend_entry(figure, theme, series, value, x, y, NULL);
    if (rows == 0 || x - entry < (rows == 1 ? taken : margin)) {
      /* Even the first row is skipped where not one name fits beside the title. */
      gboolean beside = rows == 0 && width - margin - entry >= taken;
      if (rows == most)
        break;
      y += beside ? 0 : pitch;
      rows += rows == 0 && !beside ? 2 : 1;
      x = width - margin;
    }
    x -= legend_entry(figure, theme, series, value, x, y, display) + 3 * gap;
  }
  return rows;
}

/* Where a curve in a plane is now: both values, in the line of the title, where no curve is. */
static void
draw_place(const NoslipFigure *figure, const NoslipTheme *theme, double width, NoslipDisplay *display)
{
  for (guint s = figure->series->len; s-- > 0;) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double x, y;
    if (series->x_increases || series->label != NULL || isnan(series->cursor) ||
        !noslip_series_at(figure, series, noslip_series_cursor(figure, series), &x, &y))
      continue;
    g_autofree char *name_x = noslip_math_pretty(figure->axis[0].quantity);
    g_autofree char *name_y = noslip_math_pretty(figure->axis[1].quantity);
    g_autofree char *now_x = noslip_figure_axis_value_text(figure, NOSLIP_AXIS_X, x);
    g_autofree char *now_y = noslip_figure_axis_value_text(figure, NOSLIP_AXIS_Y, y);
    g_autofree char *text = g_strdup_printf("%s %s   %s %s", name_x ? name_x : "", now_x, name_y ? name_y : "", now_y);
    g_autofree char *title = noslip_axis_title(&figure->axis[1], 0);
    NoslipTextStyle style = label_style(theme, noslip_theme_type_color(theme, series->color));
    style.align_x = 1;
    if (text_width(theme, title) + text_width(theme, text) + 30 * theme->scale < width)
      noslip_display_text(display, theme, &style, width - 8 * theme->scale, noslip_figure_title_line(figure, theme),
                          text);
    return;
  }
}

/* A word on a patch of the surface, so that curves do not run through it. */
static void
patch_text(const NoslipTheme *theme, double x, double y, double align, NoslipColor color, const char *text,
           NoslipDisplay *display)
{
  double width = text_width(theme, text), pad = 3 * theme->scale;
  /* a rim, so that it stands off the curve that it covers */
  for (int rim = 1; rim >= 0; rim--)
    noslip_display_rectangle(display, x - align * width - pad - rim, y - 0.68 * theme->small_size - rim,
                             width + 2 * (pad + rim), 1.36 * theme->small_size + 2 * rim, 3 * theme->scale,
                             rim ? noslip_color_with_alpha(theme->text, 0.2)
                                 : noslip_color_with_alpha(theme->surface, 0.94));
  NoslipTextStyle style = label_style(theme, color);
  style.align_x = align;
  noslip_display_text(display, theme, &style, x, y, text);
}

void
noslip_figure_draw_labels(NoslipFigure *figure, const NoslipTheme *theme, double width, double height, double room,
                          NoslipDisplay *display)
{
  if (room > 0)
    draw_end_labels(figure, theme, width, display);
  else if (noslip_figure_legend(figure, theme, width, height, display) == 0)
    draw_place(figure, theme, width, display);
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
  g_autofree char *x = noslip_number_text(hover->x, 6), *y = noslip_number_text(hover->y, 6);
  g_autofree char *name_x = noslip_math_pretty(figure->axis[0].quantity);
  g_autofree char *name_y = noslip_math_pretty(figure->axis[1].quantity);
  const char *name = series->reading ? series->reading : series->label ? series->label : name_y;
  g_autofree char *text = g_strdup_printf("%s%s%s,  %s%s%s", name[0] ? name : "", name[0] ? " = " : "", y, name_x,
                                          name_x[0] ? " = " : "", x);
  /* inside the figure, over the axes where it has the room */
  double width = text_width(theme, text), edge = 5 * theme->scale;
  double right = fmin(fmax(at->left + at->width, at->left + width), at->whole - edge);
  double left = fmax(edge, CLAMP(hover->px - width / 2, fmin(at->left, right - width), right - width));
  double above = hover->py - 1.6 * theme->small_size;
  patch_text(theme, left, above < at->top ? hover->py + 1.6 * theme->small_size : above, 0, theme->text, text, display);
}
