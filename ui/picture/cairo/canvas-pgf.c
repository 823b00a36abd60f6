/* SPDX-License-Identifier: GPL-3.0-or-later */
/* In PGF y grows upwards from the lower left corner, in a display list downwards from the upper left one. */
#include "ui/picture/cairo/canvas-pgf.h"

#include "core/equations/words-latex.h"
#include "ui/picture/cairo/canvas-path.h"

#include <math.h>
#include <string.h>

/* Adjacent cells of one colour are joined into a rectangle; TeX can hold at most this many of them in a picture. */
#define RECTANGLES_MOST 20000

typedef struct {
  NoslipCanvasWriter base;
  double height; /* points */
  guint n_rectangles;
} Pgf;

static void
append_number(GString *text, double value)
{
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  g_string_append(text, g_ascii_formatd(number, sizeof number, "%.3f", isfinite(value) ? value + 0.0 : 0));
}

static void
append_length(GString *text, double points)
{
  g_string_append_c(text, '{');
  append_number(text, points);
  g_string_append(text, "bp}");
}

static void
append_point(Pgf *pgf, const char *command, double x, double y)
{
  g_string_append_printf(pgf->base.text, "%s{\\pgfqpoint", command);
  append_length(pgf->base.text, x);
  append_length(pgf->base.text, pgf->height - y);
  g_string_append_c(pgf->base.text, '}');
}

static void
append_color(Pgf *pgf, NoslipColor color, const char *kind)
{
  g_string_append(pgf->base.text, "\\definecolor{noslip}{rgb}{");
  append_number(pgf->base.text, color.r);
  g_string_append_c(pgf->base.text, ',');
  append_number(pgf->base.text, color.g);
  g_string_append_c(pgf->base.text, ',');
  append_number(pgf->base.text, color.b);
  g_string_append_printf(pgf->base.text, "}\\pgfset%scolor{noslip}", kind);
  if (color.a < 1 && kind[0] != '\0') {
    g_string_append_printf(pgf->base.text, "\\pgfset%sopacity{", kind);
    append_number(pgf->base.text, color.a);
    g_string_append_c(pgf->base.text, '}');
  }
  g_string_append_c(pgf->base.text, '\n');
}

/* The path of the canvas, transformed. */
static void
append_path(Pgf *pgf, cairo_t *cairo)
{
  cairo_path_t *path = cairo_copy_path(cairo);
  for (int i = 0; i < path->num_data; i += path->data[i].header.length) {
    const cairo_path_data_t *part = &path->data[i];
    double p[6] = {0};
    for (int j = 0; j + 1 < part->header.length && j < 3; j++) {
      p[2 * j] = part[j + 1].point.x;
      p[2 * j + 1] = part[j + 1].point.y;
      cairo_user_to_device(cairo, &p[2 * j], &p[2 * j + 1]);
    }
    switch (part->header.type) {
    case CAIRO_PATH_MOVE_TO:
      append_point(pgf, "\\pgfpathmoveto", p[0], p[1]);
      break;
    case CAIRO_PATH_LINE_TO:
      append_point(pgf, "\\pgfpathlineto", p[0], p[1]);
      break;
    case CAIRO_PATH_CURVE_TO:
      append_point(pgf, "\\pgfpathcurveto", p[0], p[1]);
      append_point(pgf, "", p[2], p[3]);
      append_point(pgf, "", p[4], p[5]);
      break;
    case CAIRO_PATH_CLOSE_PATH:
      g_string_append(pgf->base.text, "\\pgfpathclose");
      break;
    }
    g_string_append_c(pgf->base.text, '\n');
  }
  cairo_path_destroy(path);
  cairo_new_path(cairo);
}

static void
write_stroke(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  Pgf *pgf = (Pgf *) writer;
  int n = 0;
  const double *units = noslip_dash_pattern(item->dash, &n);
  double width = item->width * noslip_canvas_scale(cairo);
  g_string_append(pgf->base.text, "\\begin{pgfscope}\\pgfsetlinewidth");
  append_length(pgf->base.text, width);
  g_string_append(pgf->base.text, n > 0 ? "\\pgfsetbuttcap\\pgfsetdash{" : "\\pgfsetroundcap");
  for (int i = 0; i < n; i++)
    append_length(pgf->base.text, units[i] * width);
  g_string_append(pgf->base.text, n > 0 ? "}{0bp}" : "");
  append_color(pgf, item->color, "stroke");
  noslip_canvas_path(display, item, cairo);
  append_path(pgf, cairo);
  g_string_append(pgf->base.text, "\\pgfusepath{stroke}\\end{pgfscope}\n");
}

static void
write_fill(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  Pgf *pgf = (Pgf *) writer;
  g_string_append(pgf->base.text, "\\begin{pgfscope}");
  append_color(pgf, item->color, "fill");
  noslip_canvas_path(display, item, cairo);
  append_path(pgf, cairo);
  g_string_append(pgf->base.text, "\\pgfusepath{fill}\\end{pgfscope}\n");
}

static void
append_rectangle(Pgf *pgf, cairo_t *cairo, const double box[4])
{
  double x = box[0], y = box[1] + box[3], width = box[2], height = box[3];
  cairo_user_to_device(cairo, &x, &y);
  cairo_user_to_device_distance(cairo, &width, &height);
  append_point(pgf, "\\pgfpathrectangle", x, y);
  g_string_append(pgf->base.text, "{\\pgfqpoint");
  append_length(pgf->base.text, width);
  append_length(pgf->base.text, height);
  g_string_append_c(pgf->base.text, '}');
}

/* Colours of an image are premultiplied by their alpha. */
static NoslipColor
color_of(guint32 pixel, double alpha)
{
  double a = pixel >> 24, most = fmax(a, 1);
  return (NoslipColor){(pixel >> 16 & 0xff) / most, (pixel >> 8 & 0xff) / most, (pixel & 0xff) / most, a / 255 * alpha};
}

static void
write_image(NoslipCanvasWriter *writer, const NoslipItem *item, cairo_t *cairo)
{
  Pgf *pgf = (Pgf *) writer;
  int width = cairo_image_surface_get_width(item->image), height = cairo_image_surface_get_height(item->image);
  cairo_surface_flush(item->image);
  const guchar *data = cairo_image_surface_get_data(item->image);
  int stride = cairo_image_surface_get_stride(item->image);
  double cell[2] = {item->box_width / width, item->box_height / height};
  for (int j = 0; j < height && pgf->n_rectangles <= RECTANGLES_MOST; j++) {
    const guint32 *row = (const guint32 *) (gconstpointer) (data + (gssize) j * stride);
    for (int i = 0, end; i < width; i = end) {
      for (end = i + 1; end < width && row[end] == row[i];)
        end++;
      NoslipColor color = color_of(row[i], item->color.a);
      if (color.a <= 0)
        continue;
      const double box[4] = {item->x + i * cell[0], item->y + j * cell[1], (end - i) * cell[0], cell[1]};
      pgf->n_rectangles++;
      g_string_append(pgf->base.text, "\\begin{pgfscope}");
      append_color(pgf, color, "fill");
      append_rectangle(pgf, cairo, box);
      g_string_append(pgf->base.text, "\\pgfusepath{fill}\\end{pgfscope}\n");
    }
  }
}

/* Texts */

/* The LaTeX command of a mathematical sign; NULL for an ordinary letter. */
static const char *
sign_of(gunichar c)
{
  static const char *const greek[] = {
      "\\alpha", "\\beta",   "\\gamma",   "\\delta",  "\\varepsilon", "\\zeta", "\\eta",  "\\theta", "\\iota",
      "\\kappa", "\\lambda", "\\mu",      "\\nu",     "\\xi",         "o",      "\\pi",   "\\rho",   "\\varsigma",
      "\\sigma", "\\tau",    "\\upsilon", "\\varphi", "\\chi",        "\\psi",  "\\omega"};
  static const char *const capitals[] = {
      "A",    "B", "\\Gamma", "\\Delta", "E", "Z",       "H", "\\Theta",   "I",     "K", "\\Lambda", "M",      "N",
      "\\Xi", "O", "\\Pi",    "P",       "",  "\\Sigma", "T", "\\Upsilon", "\\Phi", "X", "\\Psi",    "\\Omega"};
  static const struct {
    gunichar sign;
    const char *latex;
  } signs[] = {{0x2212, "-"},
               {0xd7, "\\times"},
               {0xb7, "\\cdot"},
               {0xb1, "\\pm"},
               {0x2248, "\\approx"},
               {0x2192, "\\to"},
               {0x221e, "\\infty"},
               {0x2202, "\\partial"},
               {0x2113, "\\ell"},
               {0x27e8, "\\langle"},
               {0x27e9, "\\rangle"},
               {0x2297, "\\otimes"},
               {0x2283, "\\supset"},
               {0x22ef, "\\cdots"},
               {0x2264, "\\leq"},
               {0x2265, "\\geq"},
               {0x2260, "\\neq"},
               {0x2032, "{}'"},
               {0x3d1, "\\vartheta"},
               {0x3d5, "\\phi"},
               {0x25e6, "\\circ"},
               {0xb0, "^\\circ"},
               {0xb2, "^2"},
               {0xb3, "^3"},
               {0x2020, "\\dagger"},
               {0x2022, "\\bullet"},
               {0x2207, "\\nabla"},
               {0x2208, "\\in"},
               {0x2220, "\\angle"},
               {0x26a0, "{}!"},
               {0x27fa, "\\Leftrightarrow"},
               {0x2e3, "^x"},
               {0x1d40, "^T"},
               {0x207b, "^{-}"}};
  if (c >= 0x3b1 && c <= 0x3c9)
    return greek[c - 0x3b1];
  if (c >= 0x391 && c <= 0x3a9)
    return capitals[c - 0x391];
  for (guint i = 0; i < G_N_ELEMENTS(signs); i++)
    if (signs[i].sign == c)
      return signs[i].latex;
  return NULL;
}

static void
append_letter(GString *text, const char *at)
{
  gunichar c = g_utf8_get_char(at);
  const char *sign = sign_of(c);
  char letter[8] = "";
  letter[g_unichar_to_utf8(c, letter)] = '\0';
  if (sign != NULL)
    g_string_append_printf(text, "\\ensuremath{%s}", sign);
  else if (c >= 0x2080 && c <= 0x2089)
    g_string_append_printf(text, "\\ensuremath{_%u}", c - 0x2080);
  else if (c >= 0x2070 && c <= 0x2079)
    g_string_append_printf(text, "\\ensuremath{^%u}", c - 0x2070);
  else if (c == '<' || c == '>' || c == '|')
    g_string_append_printf(text, "\\ensuremath{%c}", (char) c);
  else if (c < 0x250 || (c >= 0x2010 && c <= 0x2026))
    noslip_latex_escape(text, letter);
  else
    g_string_append_c(text, '?'); /* no letter of LaTeX's fonts */
}

/* One or two dots above the preceding letter. */
static const char *
accent_of(gunichar c)
{
  return c == 0x307 ? "\\dot" : c == 0x308 ? "\\ddot" : NULL;
}

/* One line of a picture as LaTeX: the index behind an underscore is set below the line, and symbols as in formulas, as
 * noslip_text_prepare() does. */
static void
append_words(GString *text, const char *words, gboolean symbols)
{
  for (const char *c = words; *c != '\0';) {
    if (symbols && g_ascii_isalpha(*c) && noslip_text_symbol(words, c) == 1) {
      g_string_append_printf(text, "\\ensuremath{%c}", *c++);
      continue;
    }
    const char *next = g_utf8_next_char(c), *accent = *next != '\0' ? accent_of(g_utf8_get_char(next)) : NULL;
    gsize index = noslip_text_index(words, c);
    if (index > 0) {
      g_autofree char *name = g_strndup(c + 1, index);
      g_string_append(text, "\\ensuremath{_{\\mbox{\\scriptsize ");
      append_words(text, name, FALSE);
      g_string_append(text, "}}}");
      c += 1 + index;
    } else if (accent != NULL) {
      g_string_append_printf(text, "\\ensuremath{%s{", accent);
      append_letter(text, c);
      g_string_append(text, "}}");
      c = g_utf8_next_char(next);
    } else {
      append_letter(text, c);
      c = next;
    }
  }
}

static void
write_text(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  Pgf *pgf = (Pgf *) writer;
  const NoslipTextStyle *style = &item->style;
  double x = item->x, y = item->y, size = style->size * noslip_canvas_scale(cairo);
  cairo_user_to_device(cairo, &x, &y);
  g_string_append(pgf->base.text, "\\begin{pgfscope}");
  append_color(pgf, item->color, "");
  if (item->color.a < 1) {
    g_string_append(pgf->base.text, "\\pgfsetfillopacity{");
    append_number(pgf->base.text, item->color.a);
    g_string_append(pgf->base.text, "}");
  }
  g_string_append(pgf->base.text, "\\pgftext[x=");
  append_number(pgf->base.text, x);
  g_string_append(pgf->base.text, "bp,y=");
  append_number(pgf->base.text, pgf->height - y);
  g_string_append(pgf->base.text, style->align_x < 0.25 ? "bp,left" : style->align_x > 0.75 ? "bp,right" : "bp");
  if (style->align_y == NOSLIP_ALIGN_BASELINE)
    g_string_append(pgf->base.text, ",base");
  else
    g_string_append(pgf->base.text, style->align_y < 0.25 ? ",top" : style->align_y > 0.75 ? ",bottom" : "");
  if (style->angle != 0) {
    g_string_append(pgf->base.text, ",rotate=");
    append_number(pgf->base.text, -style->angle * 180 / G_PI);
  }
  g_string_append(pgf->base.text, "]{\\fontsize");
  append_length(pgf->base.text, size);
  append_length(pgf->base.text, 1.2 * size);
  g_string_append(pgf->base.text, "\\selectfont");
  g_string_append_printf(pgf->base.text, "%s%s ", style->bold ? "\\bfseries" : "",
                         style->italic || style->mathematics ? "\\itshape" : "");
  append_words(pgf->base.text, display->strings->str + item->text, style->symbols);
  g_string_append(pgf->base.text, "}\\end{pgfscope}\n");
}

static void
push_clip(NoslipCanvasWriter *writer, const NoslipItem *item, cairo_t *cairo)
{
  Pgf *pgf = (Pgf *) writer;
  g_string_append(pgf->base.text, "\\begin{pgfscope}");
  append_rectangle(pgf, cairo, (const double[]){item->x, item->y, item->box_width, item->box_height});
  g_string_append(pgf->base.text, "\\pgfusepath{clip}\n");
}

static gboolean
is_good(const NoslipCanvasWriter *writer)
{
  return ((const Pgf *) writer)->n_rectangles <= RECTANGLES_MOST;
}

static const NoslipCanvasFormat format = {.stroke = write_stroke,
                                          .fill = write_fill,
                                          .text = write_text,
                                          .image = write_image,
                                          .push_clip = push_clip,
                                          .pop_clip = "\\end{pgfscope}\n",
                                          .end = "\\end{pgfpicture}\\endgroup\n",
                                          .is_good = is_good};

NoslipCanvasWriter *
noslip_pgf_new(const char *title, double width, double height)
{
  Pgf *pgf = g_new0(Pgf, 1);
  pgf->base.text = g_string_new("%% Needs \\usepackage{pgf} or {tikz}; place it with \\input.\n");
  pgf->height = height;
  pgf->base.format = &format;
  if (title != NULL) {
    g_autofree char *line = g_strdelimit(g_strdup(title), "\r\n", ' ');
    g_string_prepend(pgf->base.text, "\n");
    g_string_prepend(pgf->base.text, line);
    g_string_prepend(pgf->base.text, "%% ");
  }
  g_string_append(pgf->base.text, "\\begingroup\\begin{pgfpicture}\n\\pgfpathrectangle{\\pgfpointorigin}{\\pgfqpoint");
  append_length(pgf->base.text, width);
  append_length(pgf->base.text, height);
  g_string_append(pgf->base.text, "}\\pgfusepath{use as bounding box}\n\\pgfsetroundjoin\n");
  return &pgf->base;
}
