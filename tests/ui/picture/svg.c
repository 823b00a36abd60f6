/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display lists as SVG with texts, and which letters of a text are symbols. */
#include <cairo.h>
#include <glib.h>
#include <string.h>

#include "tests/ui/picture/drawing.h"
#include "ui/picture/cairo/canvas-svg.h"
#include "ui/picture/display-items.h"

/* The SVG of the list on a canvas of 100 by 50 points, scaled by one half. */
static char *
written(const NoslipDisplay *display)
{
  cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cairo = cairo_create(surface);
  NoslipCanvasWriter *svg = noslip_svg_new("a < b", 100, 50, "pt");
  cairo_scale(cairo, 0.5, 0.5);
  g_assert_null(noslip_canvas_writer_attached(cairo));
  noslip_canvas_writer_attach(svg, cairo);
  noslip_display_draw(display, cairo);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return noslip_canvas_writer_end(svg);
}

static void
assert_has(const char *text, const char *part)
{
  if (strstr(text, part) == NULL)
    g_error("no %s in\n%s", part, text);
}

/* It is XML, and every element is closed. */
static void
assert_well_formed(const char *text)
{
  static const GMarkupParser nothing = {NULL};
  g_autoptr(GError) error = NULL;
  g_autoptr(GMarkupParseContext) context = g_markup_parse_context_new(&nothing, 0, NULL, NULL);
  g_assert_true(g_markup_parse_context_parse(context, text, -1, &error));
  g_assert_true(g_markup_parse_context_end_parse(context, &error));
  g_assert_no_error(error);
}

static void
test_paths(Drawing *f, gconstpointer data)
{
  const NoslipStroke stroke = {{1, 0, 0.5, 0.25}, 2, NOSLIP_DASH_DASHED};
  noslip_display_push_clip(f->display, 0, 0, 20, 10);
  noslip_display_segment(f->display, 10, 20, 30, 40, &stroke);
  noslip_display_pop_clip(f->display);
  noslip_display_push_clip(f->display, 0, 0, 20, 10); /* closed nevertheless */
  noslip_display_circle(f->display, 50, 50, 20, (NoslipColor){0, 0, 0, 1}, NULL);
  g_autofree char *text = written(f->display);
  assert_well_formed(text);
  assert_has(text, "width=\"100.000pt\" height=\"50.000pt\" viewBox=\"0 0 100.000 50.000\"");
  assert_has(text, "<title>a &lt; b</title>");
  assert_has(text, "<clipPath id=\"clip1\"><rect x=\"0.000\" y=\"0.000\" width=\"10.000\" height=\"5.000\"/>");
  assert_has(text, "<path d=\"M5.000 10.000L15.000 20.000\" stroke=\"#ff0080\" stroke-opacity=\"0.250\" "
                   "fill=\"none\" stroke-width=\"1.000\"");
  assert_has(text, "stroke-dasharray=\"");
  assert_has(text, "\" fill=\"#000000\"/>");
}

/* Texts remain texts: escaped, with their indices below the line, symbols in the font of formulas. */
static void
test_words(Drawing *f, gconstpointer data)
{
  static const struct {
    const char *words, *svg;
    gboolean symbols;
  } cases[] = {
      {"50% & <bold>", ">50% &amp; &lt;bold&gt;</text>", TRUE},
      {"energy (J)", ">energy (J)</text>", TRUE},
      {"v\342\202\201 (m/s)",
       " font-style=\"italic\">v</tspan><tspan dy=\"1.280\" font-size=\"6.000\">1</tspan>"
       "<tspan dy=\"-1.280\"> (m/s)</tspan></text>",
       TRUE},
      {"v\342\202\201 (m/s)", "><tspan>v</tspan><tspan dy=\"1.280\"", FALSE},
      {"slip_x", "><tspan>slip</tspan><tspan dy=\"1.280\" font-size=\"6.000\">x</tspan></text>", TRUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipTextStyle style = {.size = 16, .color = {0, 0, 0, 1}, .align_x = 1, .align_y = NOSLIP_ALIGN_BASELINE};
    style.angle = G_PI / 2;
    style.symbols = TRUE;
    f->theme.symbols = cases[i].symbols;
    noslip_display_clear(f->display);
    noslip_display_text(f->display, &f->theme, &style, 40, 60, cases[i].words);
    g_autofree char *text = written(f->display);
    assert_well_formed(text);
    assert_has(text, "<text transform=\"translate(20.000 30.000) rotate(90.000)\" y=\"0.000\"");
    assert_has(text, "font-size=\"8.000\" text-anchor=\"end\"");
    assert_has(text, cases[i].svg);
  }
}

static void
test_images(Drawing *f, gconstpointer data)
{
  cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 2, 2);
  noslip_display_image(f->display, image, 20, 20, 40, 40, 0.5);
  cairo_surface_destroy(image);
  g_autofree char *text = written(f->display);
  assert_well_formed(text);
  assert_has(text, " x=\"10.000\" y=\"10.000\" width=\"20.000\" height=\"20.000\" opacity=\"0.500\"");
  assert_has(text, "data:image/png;base64,iVBOR");
}

/* Single letters of names are symbols; units, words and numbers are not. */
static void
test_symbols(void)
{
  static const struct {
    const char *words, *symbols;
  } cases[] = {
      {"\317\211 (rad/s)", "\317\211"},
      {"v\342\202\201 (m/s)", "v"},
      {"x\314\207", "x\314\207"},
      {"p(v)", "pv"},
      {"a ball", ""},
      {"E = 0.5 (the motion's)", "E"},
      {"slip_x", ""},
      {"x 1.5   y 2", "xy"},
      {"dE/dt", ""},
      {"equilibria", ""},
      {"L_x (J s)", "Lx"},
      {"x = 3e\342\210\22218", "x"},
      {"e = 1e-7 2e+3 4e5", "e"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GString) found = g_string_new(NULL);
    for (const char *c = cases[i].words; *c != '\0'; c = g_utf8_next_char(c))
      g_string_append_len(found, c, (gssize) noslip_text_symbol(cases[i].words, c));
    g_assert_cmpstr(found->str, ==, cases[i].symbols);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/svg/paths", Drawing, NULL, drawing_set_up, test_paths, drawing_tear_down);
  g_test_add("/svg/words", Drawing, NULL, drawing_set_up, test_words, drawing_tear_down);
  g_test_add("/svg/images", Drawing, NULL, drawing_set_up, test_images, drawing_tear_down);
  g_test_add_func("/svg/symbols", test_symbols);
  return g_test_run();
}
