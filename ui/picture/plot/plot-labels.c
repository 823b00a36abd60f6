/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and values of curves: at their ends if there is room, else in a row above the axes; values at the cursor. */
#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/plot-items.h"

#include <math.h>

#define MOST_LABELS 24
#define MOST_PASSED 100000 /* samples read for each one that is drawn */

typedef struct {
  double y, wanted; /* middle; its preferred value */
  const char *text; /* of the series, or NULL */
  char *value;      /* at the cursor, owned, or NULL */
  NoslipColor color;
} Label;

static int
compare_labels(gconstpointer a, gconstpointer b)
{
  double ya = ((const Label *) a)->wanted, yb = ((const Label *) b)->wanted;
  return (ya > yb) - (ya < yb);
}

/* Moves labels to distances of at least `height`, inside [top, bottom]: downwards first, then back up from the end. */
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

#define MOST_NAME 0.38 /* relative to the whole width: a longer name is not placed at the end of its curve */
#define MOST_ROOM 0.45 /* relative to the same: for names and values */

/* Whether names and values are placed at the ends of the curves: all run with x, and there is height for all. Returns
 * the width of the widest. */
static gboolean
at_ends(const NoslipFigure *figure, const NoslipTheme *theme, double whole, double height, double *widest)
{
  guint n = 0;
  double gap = 6 * theme->scale, value = noslip_figure_value_room(figure, theme);
  *widest = 0;
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    if ((series->label == NULL && !noslip_figure_reads(figure, series)) || series->n == 0)
      continue;
    if (!series->x_increases || ++n > MOST_LABELS)
      return FALSE;
    NoslipTextStyle style = noslip_label_style(theme, theme->text);
    double width = 0;
    style.bold = TRUE;
    noslip_text_measure(theme, &style, series->label, &width, NULL, NULL);
    if (width > MOST_NAME * whole)
      return FALSE;
    *widest = fmax(*widest, width + (noslip_figure_reads(figure, series) ? value + (width > 0 ? gap : 0) : 0));
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

/* Where the last sample inside the window is drawn. Curves that a logarithmic axis cannot show, because only zeros are
 * left, have their names at its bottom. */
static gboolean
visible_end(const NoslipFigure *figure, const NoslipSeries *series, double *py)
{
  const NoslipFigureLayout *at = &figure->layout;
  gboolean any = FALSE;
  const gsize n = noslip_series_shown(series);
  for (gsize i = n; i-- > 0 && n - i <= MOST_PASSED;) {
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

/* A name without a value is not repeated at the edge for a curve that ends outside, if the arrow where it leaves
 * already has it. */
static gboolean
named_at_arrow(NoslipFigure *figure, const NoslipSeries *series, double py)
{
  const NoslipFigureLayout *at = &figure->layout;
  return (py < at->top || py > at->top + at->height) && !noslip_figure_reads(figure, series) &&
         g_strcmp0(series->label, series->overlay) == 0 && noslip_figure_points_out(figure, series);
}

static void
draw_end_labels(NoslipFigure *figure, const NoslipTheme *theme, double width, NoslipDisplay *display)
{
  const NoslipFigureLayout *at = &figure->layout;
  g_autoptr(GArray) labels = labels_new();
  for (guint s = 0; s < figure->series->len; s++) {
    const NoslipSeries *series = &g_array_index(figure->series, NoslipSeries, s);
    double py;
    if ((series->label == NULL && !noslip_figure_reads(figure, series)) || series->n == 0 ||
        !visible_end(figure, series, &py) || named_at_arrow(figure, series, py))
      continue;
    /* whole pixels: curves that differ only by rounding keep their order */
    Label label = {
        .wanted = round(CLAMP(py, at->top, at->top + at->height)), .color = series->color, .text = series->label};
    label.value = noslip_figure_value_now(figure, series);
    g_array_append_val(labels, label);
  }
  /* closer in a low figure, so that they do not run into the title above */
  double top = at->top - 0.5 * theme->small_size, bottom = at->top + at->height + 0.5 * theme->small_size;
  double closest = fmax(theme->small_size, (bottom - top) / fmax(labels->len, 1));
  spread(labels, fmin(label_pitch(theme), closest), top, bottom);
  for (guint i = 0; i < labels->len; i++) {
    const Label *label = &g_array_index(labels, Label, i);
    NoslipTextStyle style = noslip_label_style(theme, noslip_theme_type_color(theme, label->color));
    style.align_x = 1;
    noslip_display_text(display, theme, &style, width - 6 * theme->scale, label->y, label->value);
    style.bold = TRUE;
    style.align_x = 0;
    noslip_display_text(display, theme, &style, at->left + at->width + 6 * theme->scale, label->y, label->text);
  }
}

/* A word on a patch of the surface colour, so that curves do not cross it. */
static void
patch_text(const NoslipTheme *theme, double x, double y, double align, NoslipColor color, const char *text,
           NoslipDisplay *display)
{
  double width = noslip_label_width(theme, text), pad = 3 * theme->scale;
  /* a rim, to set it off from the curve below it */
  for (int rim = 1; rim >= 0; rim--)
    noslip_display_rectangle(display, x - align * width - pad - rim, y - 0.68 * theme->small_size - rim,
                             width + 2 * (pad + rim), 1.36 * theme->small_size + 2 * rim, 3 * theme->scale,
                             rim ? noslip_color_with_alpha(theme->text, 0.2)
                                 : noslip_color_with_alpha(theme->surface, 0.94));
  NoslipTextStyle style = noslip_label_style(theme, color);
  style.align_x = align;
  noslip_display_text(display, theme, &style, x, y, text);
}

void
noslip_figure_draw_labels(NoslipFigure *figure, const NoslipTheme *theme, double width, double height, double room,
                          NoslipDisplay *display)
{
  if (room > 0)
    draw_end_labels(figure, theme, width, display);
  else
    noslip_figure_legend(figure, theme, width, height, display);
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
  /* inside the figure, over the axes if there is room */
  double width = noslip_label_width(theme, text), edge = 5 * theme->scale;
  double right = fmin(fmax(at->left + at->width, at->left + width), at->whole - edge);
  double left = fmax(edge, CLAMP(hover->px - width / 2, fmin(at->left, right - width), right - width));
  double above = hover->py - 1.6 * theme->small_size;
  patch_text(theme, left, above < at->top ? hover->py + 1.6 * theme->small_size : above, 0, theme->text, text, display);
}
