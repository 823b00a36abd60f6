/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/cairo/canvas-svg.h"

#include "ui/picture/cairo/canvas-path.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

#define SYMBOLS "STIX Two Text, STIXGeneral, DejaVu Serif, serif"

typedef struct {
  NoslipCanvasWriter base;
  guint n_clips;
} Svg;

static void
append_number(GString *text, const char *before, double value, const char *after)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_ascii_formatd(number, sizeof number, "%.3f", isfinite(value) ? value + 0.0 : 0);
  g_string_append_printf(text, "%s%s%s", before, number, after);
}

/* A colour as the attribute "fill" or "stroke". */
static void
append_color(GString *text, const char *attribute, NoslipColor color)
{
  g_string_append_printf(text, " %s=\"#%02x%02x%02x\"", attribute, (guint) rint(CLAMP(color.r, 0, 1) * 255),
                         (guint) rint(CLAMP(color.g, 0, 1) * 255), (guint) rint(CLAMP(color.b, 0, 1) * 255));
  if (color.a < 1) {
    g_string_append_printf(text, " %s-opacity=", attribute);
    append_number(text, "\"", color.a, "\"");
  }
}

/* The item's path, transformed, as the attribute "d". */
static void
append_path(GString *text, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  static const char letters[] = {'M', 'L', 'C', 'Z'}; /* by cairo_path_data_type_t */
  noslip_canvas_path(display, item, cairo);
  cairo_path_t *path = cairo_copy_path(cairo);
  g_string_append(text, "<path d=\"");
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    const cairo_path_data_t *part = &path->data[i];
    g_string_append_c(text, letters[part->header.type]);
    for (int j = 1; j < part->header.length; j++) {
      double x = part[j].point.x, y = part[j].point.y;
      cairo_user_to_device(cairo, &x, &y);
      append_number(text, j > 1 ? " " : "", x, " ");
      append_number(text, "", y, "");
    }
  }
  g_string_append_c(text, '"');
  cairo_path_destroy(path);
  cairo_new_path(cairo);
}

static void
write_stroke(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  Svg *svg = (Svg *) writer;
  int n = 0;
  const double *units = noslip_dash_pattern(item->dash, &n);
  double width = item->width * noslip_canvas_scale(cairo);
  append_path(svg->base.text, display, item, cairo);
  append_color(svg->base.text, "stroke", item->color);
  append_number(svg->base.text, " fill=\"none\" stroke-width=\"", width, "\" stroke-linejoin=\"round\"");
  g_string_append(svg->base.text, n > 0 ? " stroke-dasharray=\"" : " stroke-linecap=\"round");
  for (int i = 0; i < n; i++)
    append_number(svg->base.text, i > 0 ? " " : "", units[i] * width, "");
  g_string_append(svg->base.text, "\"/>\n");
}

static void
write_fill(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  Svg *svg = (Svg *) writer;
  append_path(svg->base.text, display, item, cairo);
  append_color(svg->base.text, "fill", item->color);
  g_string_append(svg->base.text, "/>\n");
}

/* The attributes of an item's box. */
static void
append_box(GString *text, const NoslipItem *item, cairo_t *cairo)
{
  double x = item->x, y = item->y, width = item->box_width, height = item->box_height;
  cairo_user_to_device(cairo, &x, &y);
  cairo_user_to_device_distance(cairo, &width, &height);
  append_number(text, " x=\"", x, "\"");
  append_number(text, " y=\"", y, "\"");
  append_number(text, " width=\"", width, "\"");
  append_number(text, " height=\"", height, "\"");
}

static cairo_status_t
append_bytes(void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append(bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

static void
write_image(NoslipCanvasWriter *writer, const NoslipItem *item, cairo_t *cairo)
{
  Svg *svg = (Svg *) writer;
  g_autoptr(GByteArray) png = g_byte_array_new();
  cairo_surface_write_to_png_stream(item->image, append_bytes, png);
  g_autofree char *encoded = g_base64_encode(png->data, png->len);
  g_string_append(svg->base.text, "<image preserveAspectRatio=\"none\" style=\"image-rendering:pixelated\"");
  append_box(svg->base.text, item, cairo);
  append_number(svg->base.text, " opacity=\"", item->color.a, "\"");
  g_string_append_printf(svg->base.text, " xlink:href=\"data:image/png;base64,%s\"/>\n", encoded);
}

static void
append_escaped(GString *text, const char *words, gsize length)
{
  g_autofree char *escaped = g_markup_escape_text(words, (gssize) length);
  g_string_append(text, escaped);
}

/* The figure of a low one ("₁"), else 0. */
static char
low_figure(gunichar c)
{
  return c >= 0x2080 && c <= 0x2089 ? (char) ('0' + (c - 0x2080)) : 0;
}

/* Bytes until the next index or symbol. */
static gsize
plain_length(const char *words, const char *from, const NoslipTextStyle *style)
{
  const char *c = from;
  while (*c != '\0' && (style->mathematics || (noslip_text_index(words, c) == 0 && !low_figure(g_utf8_get_char(c)) &&
                                               !(style->symbols && noslip_text_symbol(words, c) > 0))))
    c = g_utf8_next_char(c);
  return (gsize) (c - from);
}

/* A line with its indices below it, and symbols as in formulas, as noslip_text_prepare() sets it. `size` is that of the
 * letters. */
static void
append_words(GString *text, const char *words, double size, const NoslipTextStyle *style)
{
  const double drop = 0.16 * size;
  gboolean low = FALSE; /* what was written last is below the line */
  for (const char *c = words; *c != '\0';) {
    gsize index = style->mathematics ? 0 : noslip_text_index(words, c);
    gsize symbol = style->symbols ? noslip_text_symbol(words, c) : 0;
    char figure = style->mathematics ? 0 : low_figure(g_utf8_get_char(c));
    gboolean sinks = index > 0 || figure != 0;
    gsize length = sinks ? (gsize) (g_utf8_next_char(c) - c) : symbol > 0 ? symbol : plain_length(words, c, style);
    g_string_append(text, "<tspan");
    if (sinks != low)
      append_number(text, " dy=\"", sinks ? drop : -drop, "\"");
    if (sinks)
      append_number(text, " font-size=\"", 0.75 * size, "\"");
    if (symbol > 0)
      g_string_append(text, " font-family=\"" SYMBOLS "\" font-style=\"italic\"");
    g_string_append_c(text, '>');
    if (figure != 0)
      g_string_append_c(text, figure);
    else
      append_escaped(text, index > 0 ? c + 1 : c, index > 0 ? index : length);
    g_string_append(text, "</tspan>");
    low = sinks;
    c += index > 0 ? 1 + index : length;
  }
}

/* How far the baseline is below the anchor, in units of the list. */
static double
baseline_of(const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  g_autoptr(PangoLayout) layout = pango_cairo_create_layout(cairo);
  PangoRectangle logical;
  if (item->style.align_y == NOSLIP_ALIGN_BASELINE)
    return 0;
  noslip_text_prepare(layout, item->font, &item->style, display->strings->str + item->text);
  pango_layout_get_extents(layout, NULL, &logical);
  return ((double) pango_layout_get_baseline(layout) - item->style.align_y * logical.height) / PANGO_SCALE;
}

static void
write_text(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  Svg *svg = (Svg *) writer;
  const NoslipTextStyle *style = &item->style;
  const char *words = display->strings->str + item->text;
  double x = item->x, y = item->y, scale = noslip_canvas_scale(cairo), size = style->size * scale;
  g_autofree char *family = g_markup_escape_text(style->mathematics ? SYMBOLS : item->font, -1);
  cairo_user_to_device(cairo, &x, &y);
  append_number(svg->base.text, "<text transform=\"translate(", x, " ");
  append_number(svg->base.text, "", y, ")");
  if (style->angle != 0)
    append_number(svg->base.text, " rotate(", style->angle * 180 / G_PI, ")");
  append_number(svg->base.text, "\" y=\"", baseline_of(display, item, cairo) * scale, "\"");
  append_color(svg->base.text, "fill", item->color);
  g_string_append_printf(svg->base.text, " font-family=\"%s\"", family);
  append_number(svg->base.text, " font-size=\"", size, "\"");
  g_string_append_printf(svg->base.text, "%s%s text-anchor=\"%s\">", style->bold ? " font-weight=\"bold\"" : "",
                         style->italic ? " font-style=\"italic\"" : "",
                         style->align_x < 0.25   ? "start"
                         : style->align_x > 0.75 ? "end"
                                                 : "middle");
  if (plain_length(words, words, style) == strlen(words))
    append_escaped(svg->base.text, words, strlen(words));
  else
    append_words(svg->base.text, words, size, style);
  g_string_append(svg->base.text, "</text>\n");
}

static void
push_clip(NoslipCanvasWriter *writer, const NoslipItem *item, cairo_t *cairo)
{
  Svg *svg = (Svg *) writer;
  guint n = svg->n_clips++;
  g_string_append_printf(svg->base.text, "<clipPath id=\"clip%u\"><rect", n);
  append_box(svg->base.text, item, cairo);
  g_string_append_printf(svg->base.text, "/></clipPath>\n<g clip-path=\"url(#clip%u)\">\n", n);
}

static const NoslipCanvasFormat format = {.stroke = write_stroke,
                                          .fill = write_fill,
                                          .text = write_text,
                                          .image = write_image,
                                          .push_clip = push_clip,
                                          .pop_clip = "</g>\n",
                                          .end = "</svg>\n"};

NoslipCanvasWriter *
noslip_svg_new(const char *title, double width, double height, const char *unit)
{
  Svg *svg = g_new0(Svg, 1);
  svg->base.format = &format;
  GString *text = svg->base.text = g_string_new("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n");
  append_number(text,
                "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
                "xml:space=\"preserve\" width=\"",
                width, unit);
  append_number(text, "\" height=\"", height, unit);
  append_number(text, "\" viewBox=\"0 0 ", width, " ");
  append_number(text, "", height, "\">\n");
  if (title != NULL) {
    g_autofree char *escaped = g_markup_escape_text(title, -1);
    g_string_append_printf(text, "<title>%s</title>\n", escaped);
  }
  return &svg->base;
}
