/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/heatmap.h"

#include "ui/picture/plot/ticks.h"

#include <math.h>
#include <string.h>

typedef struct {
  double left, top, cell_width, cell_height;
  double heads;   /* height of the column names */
  gboolean scale; /* there is enough height for the colour scale */
} Layout;

#define LEAST_ROW 1.5 /* relative to the small type: below this row height the colour scale is left out */

static NoslipTextStyle
number_style(const NoslipTheme *theme)
{
  return (NoslipTextStyle){.size = theme->small_size, .color = theme->text, .align_x = 0.5, .align_y = 0.5};
}

/* Names are slightly larger than numbers, because italics are smaller. */
static NoslipMath *
set_name(const NoslipTheme *theme, const char *latex)
{
  return noslip_math_new(theme, latex, 1.12 * theme->small_size);
}

/* `align`: which point of the name is at x; its middle is at y. */
static void
draw_name(const NoslipTheme *theme, const char *latex, double x, double y, double align, gboolean highlighted,
          NoslipDisplay *display)
{
  g_autoptr(NoslipMath) name = set_name(theme, latex);
  double width = 0, ascent = 0, descent = 0;
  noslip_math_size(name, &width, &ascent, &descent);
  noslip_math_display(name, x - align * width, y + (ascent - descent) / 2,
                      highlighted ? noslip_theme_type_color(theme, theme->accent) : theme->text, display);
}

static gboolean
lay_out(const NoslipHeatmap *map, const NoslipTheme *theme, double width, double height, Layout *layout)
{
  if (map->n_rows == 0 || map->n_columns == 0 || map->values == NULL || width < 8 || height < 8)
    return FALSE;
  double widest = 0, tallest = 0, margin = 8 * theme->scale;
  for (guint i = 0; i < map->n_rows; i++) {
    g_autoptr(NoslipMath) name = set_name(theme, map->row_names[i]);
    double w = 0, ascent = 0, descent = 0;
    noslip_math_size(name, &w, &ascent, &descent);
    widest = fmax(widest, w);
    tallest = fmax(tallest, ascent + descent);
  }
  layout->left = margin + fmin(widest, width / 3) + margin;
  layout->heads = fmax(1.8 * theme->small_size, tallest + 0.5 * theme->small_size);
  layout->top = margin + (map->title != NULL ? 1.7 * theme->text_size : 0) + layout->heads;
  double bar = 2.6 * theme->small_size; /* the scale of colours below */
  double room_x = width - layout->left - margin, room_y = height - layout->top - margin / 2;
  layout->scale = room_y - bar - margin / 2 >= LEAST_ROW * theme->small_size * map->n_rows;
  if (layout->scale)
    room_y -= bar + margin / 2;
  if (room_x <= 0 || room_y <= 0)
    return FALSE;
  /* Cells are at most twice as wide as high, and the map is centred. */
  layout->cell_width = room_x / map->n_columns;
  layout->cell_height = room_y / map->n_rows;
  layout->cell_width = fmin(layout->cell_width, 2.2 * layout->cell_height);
  layout->cell_height = fmin(layout->cell_height, layout->cell_width);
  layout->left += (room_x - layout->cell_width * map->n_columns) / 2;
  return TRUE;
}

static double
colour_limit(const NoslipHeatmap *map)
{
  double limit = fabs(map->limit);
  if (limit > 0 && isfinite(limit))
    return limit;
  limit = 0;
  for (gsize i = 0; i < (gsize) map->n_rows * map->n_columns; i++)
    if (isfinite(map->values[i]))
      limit = fmax(limit, fabs(map->values[i]));
  return limit;
}

#define ROUNDING 1e-14 /* relative to the largest: a smaller value is 0 to the rounding of a sum of such numbers */

static double
resolved(const NoslipHeatmap *map, double limit, gsize i)
{
  return fabs(map->values[i]) < ROUNDING * limit ? 0 : map->values[i];
}

/* Widths of the characters of numbers, at the size of the theme's small type; figures are tabular. */
typedef struct {
  double figure, point, sign, other, height;
} NumberWidths;

typedef struct {
  double size; /* size of the type relative to the theme's small type, the same for all cells */
  NumberWidths widths;
} NumberLook;

#define SMALLEST 0.72 /* of the small type */
#define MOST_DIGITS 4
#define GOOD_DIGITS 2 /* the type is made smaller before the number of digits falls below this */
#define MINUS "\342\210\222"

static NumberWidths
measure_characters(const NoslipTheme *theme)
{
  NoslipTextStyle style = number_style(theme);
  NumberWidths widths;
  double ascent = 0, descent = 0;
  noslip_text_measure(theme, &style, "0", &widths.figure, &ascent, &descent);
  noslip_text_measure(theme, &style, ".", &widths.point, NULL, NULL);
  noslip_text_measure(theme, &style, MINUS, &widths.sign, NULL, NULL);
  noslip_text_measure(theme, &style, "e", &widths.other, NULL, NULL);
  widths.height = ascent + descent;
  return widths;
}

static double
number_width(const NumberWidths *widths, const char *text)
{
  double width = 0;
  for (const char *c = text; *c != '\0'; c = g_utf8_next_char(c)) {
    gunichar character = g_utf8_get_char(c);
    width += g_unichar_isdigit(character) ? widths->figure
             : character == '.'           ? widths->point
             : character == 0x2212        ? widths->sign
                                          : widths->other;
  }
  return width;
}

/* "0.79" -> ".79", as in narrow tables; NULL if there is no such zero. */
static char *
without_zero(const char *text)
{
  if (g_str_has_prefix(text, "0."))
    return g_strdup(text + 1);
  if (g_str_has_prefix(text, MINUS "0."))
    return g_strconcat(MINUS, text + strlen(MINUS "0"), NULL);
  return NULL;
}

/* A number other than 0 must fit with either sign: a matrix has it twice, and the digits of both are the same. */
static gboolean
fits(const NumberLook *look, const NoslipTheme *theme, const Layout *layout, const char *text)
{
  double margin = (layout->cell_width < 30 * theme->scale ? 3 : 6) * theme->scale;
  gboolean has_sign = g_str_has_prefix(text, MINUS) || g_str_equal(text, "0");
  double width = number_width(&look->widths, text) + (has_sign ? 0 : look->widths.sign);
  return look->size * width <= layout->cell_width - margin &&
         0.8 * look->size * look->widths.height <= layout->cell_height;
}

/* -0.0001234 -> "-1e-4", which is shorter than "-.0001". */
static char *
in_powers(double value)
{
  double exponent = floor(log10(fabs(value))), digit = round(fabs(value) / pow(10, exponent));
  if (digit >= 10) {
    digit = 1;
    exponent++;
  }
  return g_strdup_printf("%s%.0fe%s%.0f", value < 0 ? MINUS : "", digit, exponent < 0 ? MINUS : "", fabs(exponent));
}

/* The number with as many digits as fit, down to `fewest`; the leading zero is dropped before the second digit, and one
 * digit with a power of ten is used if that is enough. NULL if none fits. */
static char *
fitting_text(const NumberLook *look, const NoslipTheme *theme, const Layout *layout, double value, guint fewest)
{
  for (guint digits = MOST_DIGITS; digits >= fewest && digits > 0; digits--) {
    g_autofree char *text = value == 0 ? g_strdup("0") : noslip_number_text(value, digits);
    if (fits(look, theme, layout, text))
      return g_steal_pointer(&text);
    g_autofree char *shorter = digits <= GOOD_DIGITS ? without_zero(text) : NULL;
    if (shorter != NULL && fits(look, theme, layout, shorter))
      return g_steal_pointer(&shorter);
  }
  g_autofree char *powers = fewest == 1 && value != 0 && isfinite(value) ? in_powers(value) : NULL;
  return powers != NULL && fits(look, theme, layout, powers) ? g_steal_pointer(&powers) : NULL;
}

#define LARGEST 1.6 /* of the small type */

/* The largest type in which every number has two digits, else the smallest; large cells have larger type. */
static NumberLook
number_look(const NoslipHeatmap *map, const NoslipTheme *theme, const Layout *layout, double limit)
{
  NumberLook look = {1, measure_characters(theme)};
  look.size = CLAMP(0.42 * layout->cell_height / look.widths.height, 1, LARGEST);
  for (;;) {
    gboolean good = TRUE;
    for (gsize i = 0; i < (gsize) map->n_rows * map->n_columns && good; i++) {
      g_autofree char *text = fitting_text(&look, theme, layout, resolved(map, limit, i), GOOD_DIGITS);
      good = text != NULL;
    }
    if (good || look.size <= SMALLEST)
      break;
    look.size = fmax(SMALLEST, look.size - 0.09);
  }
  return look;
}

static void
cell_number(const NoslipTheme *theme, const Layout *layout, const NumberLook *look, double x, double y, double value,
            NoslipColor background, NoslipDisplay *display)
{
  g_autofree char *text = fitting_text(look, theme, layout, value, 1);
  if (text == NULL)
    return;
  NoslipTextStyle style = number_style(theme);
  style.size *= look->size;
  style.color = value == 0 ? theme->dim : noslip_theme_text_on(theme, background);
  noslip_display_text(display, theme, &style, x + layout->cell_width / 2, y + layout->cell_height / 2, text);
}

static void
draw_cell(const NoslipHeatmap *map, const NoslipTheme *theme, const Layout *layout, const NumberLook *look, guint i,
          guint j, double limit, NoslipDisplay *display)
{
  double value = resolved(map, limit, (gsize) i * map->n_columns + j);
  double x = layout->left + j * layout->cell_width, y = layout->top + i * layout->cell_height;
  double gap = theme->scale;
  NoslipColor color = noslip_theme_diverging(theme, limit > 0 ? value / limit : 0);
  NoslipColor empty = noslip_color_with_alpha(theme->text, 0.04);
  noslip_display_rectangle(display, x + gap, y + gap, layout->cell_width - 2 * gap, layout->cell_height - 2 * gap,
                           3 * theme->scale, value == 0 ? empty : color);
  cell_number(theme, layout, look, x, y, value, value == 0 || isnan(value) ? theme->surface : color, display);
  if ((int) i == map->row && (int) j == map->column) {
    double cw = layout->cell_width, ch = layout->cell_height;
    NoslipStroke frame = {theme->text, 2 * theme->scale, NOSLIP_DASH_SOLID};
    noslip_display_move(display, x, y);
    noslip_display_line(display, x + cw, y);
    noslip_display_line(display, x + cw, y + ch);
    noslip_display_line(display, x, y + ch);
    noslip_display_close(display);
    noslip_display_stroke(display, &frame);
  }
}

static void
draw_scale(const NoslipHeatmap *map, const NoslipTheme *theme, const Layout *layout, double limit,
           NoslipDisplay *display)
{
  NoslipTextStyle style = number_style(theme);
  style.color = theme->dim;
  g_autofree char *low = noslip_number_text(-limit, 3), *high = noslip_number_text(limit, 3);
  double number = 0, gap = 6 * theme->scale, whole = layout->cell_width * map->n_columns;
  noslip_text_measure(theme, &style, low, &number, NULL, NULL);
  double width = fmin(whole - 2 * (number + gap), 160 * theme->scale), h = 6 * theme->scale;
  double x = layout->left + (whole - width) / 2;
  double y = layout->top + layout->cell_height * map->n_rows + 0.9 * theme->small_size;
  const int steps = 41;
  if (!layout->scale || !(limit > 0) || width < 4 * gap)
    return;
  for (int k = 0; k < steps; k++)
    noslip_display_rectangle(display, x + k * width / steps, y, width / steps + 0.5, h, 0,
                             noslip_theme_diverging(theme, 2.0 * k / (steps - 1) - 1));
  style.align_x = 1;
  noslip_display_text(display, theme, &style, x - gap, y + h / 2, low);
  style.align_x = 0;
  noslip_display_text(display, theme, &style, x + width + gap, y + h / 2, high);
}

void
noslip_heatmap_display(const NoslipHeatmap *map, const NoslipTheme *theme, double width, double height,
                       NoslipDisplay *display)
{
  Layout layout;
  NoslipTextStyle style = number_style(theme);
  if (!lay_out(map, theme, width, height, &layout)) {
    style.size = theme->text_size;
    style.color = theme->dim;
    noslip_display_text(display, theme, &style, width / 2, height / 2, map->empty_text);
    return;
  }
  double limit = colour_limit(map);
  NumberLook look = number_look(map, theme, &layout, limit);
  for (guint i = 0; i < map->n_rows; i++)
    for (guint j = 0; j < map->n_columns; j++)
      draw_cell(map, theme, &layout, &look, i, j, limit, display);
  for (guint j = 0; j < map->n_columns; j++)
    draw_name(theme, map->column_names[j], layout.left + (j + 0.5) * layout.cell_width, layout.top - layout.heads / 2,
              0.5, (int) j == map->column, display);
  for (guint i = 0; i < map->n_rows; i++)
    draw_name(theme, map->row_names[i], layout.left - 8 * theme->scale, layout.top + (i + 0.5) * layout.cell_height, 1,
              (int) i == map->row, display);
  draw_scale(map, theme, &layout, limit, display);
  if (map->title != NULL) {
    NoslipTextStyle title = {.size = theme->text_size, .color = theme->text, .bold = TRUE};
    noslip_display_text(display, theme, &title, 8 * theme->scale, 6 * theme->scale, map->title);
  }
}

gboolean
noslip_heatmap_hit(const NoslipHeatmap *map, const NoslipTheme *theme, double width, double height, double px,
                   double py, int *row, int *column)
{
  Layout layout;
  if (!lay_out(map, theme, width, height, &layout))
    return FALSE;
  double j = floor((px - layout.left) / layout.cell_width), i = floor((py - layout.top) / layout.cell_height);
  if (!(i >= 0 && j >= 0 && i < map->n_rows && j < map->n_columns))
    return FALSE;
  *row = (int) i;
  *column = (int) j;
  return TRUE;
}
