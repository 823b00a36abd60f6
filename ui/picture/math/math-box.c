/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/math/math-box.h"

#include <math.h>
#include <string.h>

/* Heights of letters in ems: with the font's own boxes fractions would be too loose. */
#define LETTER_ASCENT 0.74
#define LETTER_DESCENT 0.2

static void
clear_mark(gpointer mark)
{
  g_free(((NoslipMathMark *) mark)->text);
}

NoslipMath *
noslip_math_empty(const NoslipTheme *theme)
{
  NoslipMath *math = g_new0(NoslipMath, 1);
  math->own_theme = *theme;
  math->theme = &math->own_theme;
  math->marks = g_array_new(FALSE, FALSE, sizeof(NoslipMathMark));
  g_array_set_clear_func(math->marks, clear_mark);
  return math;
}

void
noslip_math_free(NoslipMath *math)
{
  if (math == NULL)
    return;
  g_array_unref(math->marks);
  g_free(math);
}

static NoslipTextStyle
text_style(const NoslipMathMark *mark, NoslipColor color)
{
  return (NoslipTextStyle){.size = mark->size,
                           .italic = mark->italic,
                           .bold = mark->bold,
                           .mathematics = TRUE,
                           .color = color,
                           .align_y = NOSLIP_ALIGN_BASELINE};
}

static NoslipMath *
text_in(const NoslipTheme *theme, const char *text, double size, gboolean italic, gboolean bold)
{
  NoslipMath *math = noslip_math_empty(theme);
  NoslipMathMark mark = {
      .kind = NOSLIP_MARK_TEXT, .size = size, .italic = italic, .bold = bold, .text = g_strdup(text)};
  NoslipTextStyle style = text_style(&mark, theme->text);
  noslip_text_measure(theme, &style, text, &math->width, NULL, NULL);
  math->ascent = LETTER_ASCENT * size;
  math->descent = LETTER_DESCENT * size;
  g_array_append_val(math->marks, mark);
  return math;
}

NoslipMath *
noslip_math_text(const NoslipTheme *theme, const char *text, double size, gboolean italic)
{
  return text_in(theme, text, size, italic, FALSE);
}

NoslipMath *
noslip_math_bold(const NoslipTheme *theme, const char *text, double size)
{
  return text_in(theme, text, size, FALSE, TRUE);
}

void
noslip_math_space(NoslipMath *row, double width)
{
  row->width += width;
}

void
noslip_math_put(NoslipMath *row, NoslipMath *box, double x, double y)
{
  for (guint i = 0; i < box->marks->len; i++) {
    NoslipMathMark mark = g_array_index(box->marks, NoslipMathMark, i);
    mark.x += x;
    mark.y += y;
    g_array_append_val(row->marks, mark);
  }
  row->width = fmax(row->width, x + box->width);
  row->ascent = fmax(row->ascent, box->ascent - y);
  row->descent = fmax(row->descent, box->descent + y);
  /* The strings have moved. */
  g_array_set_clear_func(box->marks, NULL);
  noslip_math_free(box);
}

void
noslip_math_append(NoslipMath *row, NoslipMath *box, double raise)
{
  noslip_math_put(row, box, row->width, -raise);
}

NoslipMath *
noslip_math_fraction(NoslipMath *above, NoslipMath *below, double size)
{
  NoslipMath *math = noslip_math_empty(above->theme);
  double pad = 0.12 * size, gap = 0.13 * size, thick = fmax(1, 0.055 * size);
  double width = fmax(above->width, below->width) + 2 * pad, axis = NOSLIP_MATH_AXIS * size;
  NoslipMathMark rule = {.kind = NOSLIP_MARK_RULE, .x = 0.04 * size, .y = -axis - thick / 2};
  rule.width = width - 0.08 * size;
  rule.height = thick;
  g_array_append_val(math->marks, rule);
  double up = axis + thick / 2 + gap + above->descent, down = below->ascent + gap + thick / 2 - axis;
  noslip_math_put(math, above, (width - above->width) / 2, -up);
  noslip_math_put(math, below, (width - below->width) / 2, down);
  math->width = width;
  return math;
}

NoslipMath *
noslip_math_root(NoslipMath *inside, double size)
{
  NoslipMath *math = noslip_math_empty(inside->theme);
  double hook = 0.55 * size, gap = 0.12 * size, thick = fmax(1, 0.055 * size);
  double top = inside->ascent + gap + thick, height = top + inside->descent;
  NoslipMathMark radical = {.kind = NOSLIP_MARK_RADICAL, .y = -top, .width = hook, .height = height, .size = thick};
  NoslipMathMark rule = {.kind = NOSLIP_MARK_RULE, .x = hook, .y = -top, .height = thick};
  rule.width = inside->width + 0.1 * size;
  g_array_append_val(math->marks, radical);
  g_array_append_val(math->marks, rule);
  double width = hook + rule.width;
  noslip_math_put(math, inside, hook + 0.05 * size, 0);
  math->ascent = top;
  math->width = width;
  return math;
}

NoslipMath *
noslip_math_bracketed(NoslipMath *inside, const char *open, const char *close, double size)
{
  NoslipMath *math = noslip_math_empty(inside->theme);
  double axis = NOSLIP_MATH_AXIS * size;
  /* Symmetric about the axis, as high as the contents. */
  double reach = fmax(fmax(inside->ascent - axis, inside->descent + axis) + 0.04 * size, 0.52 * size);
  double width = (strcmp(open, "|") == 0 ? 0.2 : 0.26) * size + 0.05 * reach;
  NoslipMathMark left = {.kind = NOSLIP_MARK_BRACKET, .x = 0.04 * size, .y = -axis - reach, .height = 2 * reach};
  left.width = width;
  left.size = fmax(1, 0.06 * size);
  left.text = g_strdup(open);
  if (strcmp(open, ".") != 0)
    g_array_append_val(math->marks, left);
  else
    g_free(left.text);
  double right_x = width + 0.1 * size + inside->width;
  noslip_math_put(math, inside, width + 0.08 * size, 0);
  NoslipMathMark right = left;
  right.x = right_x;
  right.text = g_strdup(close);
  if (strcmp(close, ".") != 0)
    g_array_append_val(math->marks, right);
  else
    g_free(right.text);
  math->width = right_x + width + 0.04 * size;
  math->ascent = fmax(math->ascent, reach + axis);
  math->descent = fmax(math->descent, reach - axis);
  return math;
}

NoslipMath *
noslip_math_dotted(NoslipMath *inside, guint dots, double size)
{
  double radius = 0.055 * size, pitch = 0.2 * size;
  double height = inside->ascent;
  if (inside->marks->len == 1) {
    /* For a single letter: its own height, which often differs from that of its box. */
    const NoslipMathMark *letter = &g_array_index(inside->marks, NoslipMathMark, 0);
    NoslipTextStyle style = text_style(letter, inside->theme->text);
    if (letter->kind == NOSLIP_MARK_TEXT)
      height = noslip_text_ink_ascent(inside->theme, &style, letter->text);
  }
  double y = -height - 0.14 * size;
  for (guint i = 0; i < dots; i++) {
    NoslipMathMark dot = {.kind = NOSLIP_MARK_DOT, .y = y, .width = radius};
    dot.x = inside->width / 2 + (i - (dots - 1) / 2.0) * pitch + 0.04 * size;
    g_array_append_val(inside->marks, dot);
  }
  inside->ascent = fmax(inside->ascent, -y + 1.5 * radius);
  return inside;
}

/* The distance of a superscript from a tall letter that leans over its right end; 0 for anything but one letter, and
 * for low ones, which it stands above. */
static double
overhang(const NoslipMath *box)
{
  const NoslipMathMark *letter = &g_array_index(box->marks, NoslipMathMark, 0);
  if (box->marks->len != 1 || letter->kind != NOSLIP_MARK_TEXT)
    return 0;
  NoslipTextStyle style = text_style(letter, box->theme->text);
  if (noslip_text_ink_ascent(box->theme, &style, letter->text) < 0.55 * letter->size)
    return 0;
  return 0.7 * fmax(noslip_text_overhang(box->theme, &style, letter->text), 0);
}

NoslipMath *
noslip_math_scripted(NoslipMath *base, NoslipMath *above, NoslipMath *below, double size)
{
  double x = base->width + 0.03 * size;
  if (above != NULL)
    noslip_math_put(base, above, x + overhang(base), -fmax(0.36 * size, base->ascent - 0.4 * size));
  if (below != NULL)
    noslip_math_put(base, below, x - 0.03 * size, fmax(0.17 * size, base->descent - 0.05 * size));
  base->width += 0.03 * size;
  return base;
}

void
noslip_math_size(const NoslipMath *math, double *width, double *ascent, double *descent)
{
  if (width != NULL)
    *width = math->width;
  if (ascent != NULL)
    *ascent = math->ascent;
  if (descent != NULL)
    *descent = math->descent;
}

static void
draw_bracket(const NoslipMathMark *mark, double x, double y, NoslipColor color, NoslipDisplay *display)
{
  NoslipStroke stroke = {color, mark->size, NOSLIP_DASH_SOLID};
  char c = mark->text[0];
  gboolean opens = c == '(' || c == '[' || c == '{';
  double near_x = opens ? x + mark->width * 0.85 : x + mark->width * 0.15; /* the ends */
  double far_x = opens ? x + mark->width * 0.2 : x + mark->width * 0.8;    /* the back */
  double h = mark->height, bend = far_x + (far_x - near_x) * 0.25;
  if (c == '|') {
    noslip_display_segment(display, x + mark->width / 2, y, x + mark->width / 2, y + h, &stroke);
    return;
  }
  noslip_display_move(display, near_x, y);
  if (c == '(' || c == ')') {
    noslip_display_curve(display, bend, y + 0.22 * h, bend, y + 0.78 * h, near_x, y + h);
  } else if (c == '[' || c == ']') {
    noslip_display_line(display, far_x, y);
    noslip_display_line(display, far_x, y + h);
    noslip_display_line(display, near_x, y + h);
  } else {
    double tip = far_x + (far_x - near_x) * 0.4, middle = (near_x + far_x) / 2;
    noslip_display_curve(display, middle, y, middle, y + 0.05 * h, middle, y + 0.25 * h);
    noslip_display_curve(display, middle, y + 0.42 * h, middle, y + 0.48 * h, tip, y + 0.5 * h);
    noslip_display_curve(display, middle, y + 0.52 * h, middle, y + 0.58 * h, middle, y + 0.75 * h);
    noslip_display_curve(display, middle, y + 0.95 * h, middle, y + h, near_x, y + h);
  }
  noslip_display_stroke(display, &stroke);
}

void
noslip_math_display(const NoslipMath *math, double x, double y, NoslipColor color, NoslipDisplay *display)
{
  for (guint i = 0; i < math->marks->len; i++) {
    const NoslipMathMark *mark = &g_array_index(math->marks, NoslipMathMark, i);
    double mx = x + mark->x, my = y + mark->y;
    NoslipTextStyle style = text_style(mark, color);
    NoslipStroke stroke = {color, mark->size, NOSLIP_DASH_SOLID};
    switch (mark->kind) {
    case NOSLIP_MARK_TEXT:
      noslip_display_text(display, math->theme, &style, mx, my, mark->text);
      break;
    case NOSLIP_MARK_RULE:
      noslip_display_rectangle(display, mx, my, mark->width, mark->height, 0, color);
      break;
    case NOSLIP_MARK_DOT:
      noslip_display_circle(display, mx, my, mark->width, color, NULL);
      break;
    case NOSLIP_MARK_BRACKET:
      draw_bracket(mark, mx, my, color, display);
      break;
    case NOSLIP_MARK_SYMBOL:
      break;
    case NOSLIP_MARK_RADICAL:
      noslip_display_move(display, mx + 0.08 * mark->width, my + 0.62 * mark->height);
      noslip_display_line(display, mx + 0.3 * mark->width, my + 0.55 * mark->height);
      noslip_display_line(display, mx + 0.55 * mark->width, my + mark->height);
      noslip_display_line(display, mx + mark->width, my + mark->size / 2);
      noslip_display_stroke(display, &stroke);
      break;
    }
  }
}
