/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display lists as PGF. tests/app/desktop/documents.c compiles them with LaTeX. */
#include <cairo.h>
#include <glib.h>
#include <string.h>

#include "tests/ui/picture/drawing.h"
#include "ui/picture/cairo/canvas-pgf.h"

static const NoslipStroke stroke = {{1, 0, 0.5, 0.25}, 2, NOSLIP_DASH_SOLID};

/* The PGF of the list on a canvas of 100 by 50 points, scaled by one half. */
static char *
written(const NoslipDisplay *display)
{
  cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cairo = cairo_create(surface);
  NoslipCanvasWriter *pgf = noslip_pgf_new("a title\nin two lines", 100, 50);
  cairo_scale(cairo, 0.5, 0.5);
  g_assert_null(noslip_canvas_writer_attached(cairo));
  noslip_canvas_writer_attach(pgf, cairo);
  noslip_display_draw(display, cairo);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return noslip_canvas_writer_end(pgf);
}

static void
assert_has(const char *text, const char *part)
{
  if (strstr(text, part) == NULL)
    g_error("no %s in\n%s", part, text);
}

static void
test_paths(Drawing *f, gconstpointer data)
{
  noslip_display_push_clip(f->display, 0, 0, 20, 10);
  noslip_display_segment(f->display, 10, 20, 30, 40, &stroke);
  noslip_display_pop_clip(f->display);
  noslip_display_circle(f->display, 50, 50, 20, (NoslipColor){0, 0, 0, 1}, NULL);
  g_autofree char *text = written(f->display);
  g_assert_true(g_str_has_prefix(text, "%% a title in two lines\n%% Needs "));
  assert_has(text,
             "\\pgfpathrectangle{\\pgfpointorigin}{\\pgfqpoint{100.000bp}{50.000bp}}\\pgfusepath{use as bounding box}");
  assert_has(text,
             "\\pgfpathrectangle{\\pgfqpoint{0.000bp}{45.000bp}}{\\pgfqpoint{10.000bp}{5.000bp}}\\pgfusepath{clip}");
  assert_has(text,
             "\\pgfpathmoveto{\\pgfqpoint{5.000bp}{40.000bp}}\n\\pgfpathlineto{\\pgfqpoint{15.000bp}{30.000bp}}\n");
  assert_has(text, "\\pgfsetlinewidth{1.000bp}");
  assert_has(text, "\\definecolor{noslip}{rgb}{1.000,0.000,0.500}");
  assert_has(text, "\\pgfsetstrokeopacity{0.250}");
  assert_has(text,
             "\\pgfpathmoveto{\\pgfqpoint{35.000bp}{25.000bp}}\n\\pgfpathcurveto{"); /* on the right of the circle */
  assert_has(text, "\\pgfusepath{fill}");
  g_assert_true(g_str_has_suffix(text, "\\end{pgfpicture}\\endgroup\n"));
}

static void
test_words(Drawing *f, gconstpointer data)
{
  static const struct {
    const char *words, *latex;
  } cases[] = {
      {"energy (J)", "energy (J)"},
      {"50% & {#}", "50\\% \\& \\{\\#\\}"},
      {"slip_x of \316\270", "slip\\ensuremath{_{\\mbox{\\scriptsize x}}} of \\ensuremath{\\theta}"},
      {"\342\210\2220.5", "\\ensuremath{-}0.5"},
      {"\317\211\342\202\201", "\\ensuremath{\\omega}\\ensuremath{_1}"},
      {"\316\270\314\207 = 1", "\\ensuremath{\\dot{\\ensuremath{\\theta}}} = 1"},
      {"\345\271\263", "?"},
      {"\303\251", "\303\251"},
      {"v\342\202\201 (m/s)", "\\ensuremath{v}\\ensuremath{_1} (m/s)"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipTextStyle style = {.size = 16, .color = {0, 0, 0, 1}, .align_x = 1, .align_y = NOSLIP_ALIGN_BASELINE};
    style.angle = G_PI / 2;
    style.symbols = f->theme.symbols = TRUE;
    noslip_display_clear(f->display);
    noslip_display_text(f->display, &f->theme, &style, 40, 60, cases[i].words);
    g_autofree char *text = written(f->display);
    g_autofree char *expected = g_strconcat("\\selectfont ", cases[i].latex, "}\\end{pgfscope}", NULL);
    assert_has(text, "\\pgftext[x=20.000bp,y=20.000bp,right,base,rotate=-90.000]{\\fontsize{8.000bp}{9.600bp}");
    assert_has(text, expected);
  }
}

/* Adjacent equal cells are one rectangle; an image with too many cells is rejected. */
static void
test_images(Drawing *f, gconstpointer data)
{
  for (int side = 2; side <= 200; side += 198) {
    cairo_surface_t *image = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, side, side);
    guint32 *pixels = (guint32 *) (gpointer) cairo_image_surface_get_data(image);
    for (int i = 0; i < side * side; i++)
      pixels[i] = side == 2 ? (i < 2 ? 0xffff0000 : i == 2 ? 0 : 0x80000080) : 0xff000000 | (guint32) i;
    cairo_surface_mark_dirty(image);
    noslip_display_clear(f->display);
    noslip_display_image(f->display, image, 20, 20, 40, 40, 1);
    cairo_surface_destroy(image);
    g_autofree char *text = written(f->display);
    g_assert_true((text != NULL) == (side == 2));
    if (text == NULL)
      continue;
    assert_has(text, "{rgb}{1.000,0.000,0.000}\\pgfsetfillcolor{noslip}\n"
                     "\\pgfpathrectangle{\\pgfqpoint{10.000bp}{30.000bp}}{\\pgfqpoint{20.000bp}{10.000bp}}");
    assert_has(text, "{rgb}{0.000,0.000,1.000}\\pgfsetfillcolor{noslip}\\pgfsetfillopacity{0.502}\n"
                     "\\pgfpathrectangle{\\pgfqpoint{20.000bp}{20.000bp}}{\\pgfqpoint{10.000bp}{10.000bp}}");
    const char *second = strstr(strstr(text, "{fill}") + 1, "{fill}");
    g_assert_null(strstr(second + 1, "{fill}")); /* transparent cells are omitted */
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add("/pgf/paths", Drawing, NULL, drawing_set_up, test_paths, drawing_tear_down);
  g_test_add("/pgf/words", Drawing, NULL, drawing_set_up, test_words, drawing_tear_down);
  g_test_add("/pgf/images", Drawing, NULL, drawing_set_up, test_images, drawing_tear_down);
  return g_test_run();
}
