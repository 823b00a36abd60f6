/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Bundles of curves: the position and coverage of their pixels, and when the image is started again. */
#include "ui/picture/plot/curves.h"
#include "ui/picture/display.h"

#include <math.h>

#define SIDE 64

static const NoslipCurvesPlace whole = {.width = SIDE, .height = SIDE, .scale = {1, -1}, .offset = {0, SIDE}};

static NoslipCurves *
placed(void)
{
  NoslipCurves *curves = noslip_curves_new();
  gboolean emptied = TRUE;
  g_assert_false(noslip_curves_place(curves, &whole, &emptied)); /* requested once */
  g_assert_false(emptied);
  g_assert_null(noslip_curves_surface(curves));
  g_assert_true(noslip_curves_place(curves, &whole, &emptied));
  g_assert_true(emptied);
  return curves;
}

static guint32
pixel(NoslipCurves *curves, int x, int y)
{
  cairo_surface_t *surface = noslip_curves_surface(curves);
  cairo_surface_flush(surface);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data(surface);
  return pixels[y * cairo_image_surface_get_stride(surface) / 4 + x];
}

/* The sum of alpha in a column, in pixels. */
static double
covered(NoslipCurves *curves, int x)
{
  double sum = 0;
  for (int y = 0; y < SIDE; y++)
    sum += (pixel(curves, x, y) >> 24) / 255.0;
  return sum;
}

/* In each column one pixel is covered, shared by the two pixels around the line, with the mean on the line. */
static void
test_line(void)
{
  g_autoptr(NoslipCurves) curves = placed();
  const NoslipColor color = {1, 0.5, 0, 1};
  noslip_curves_line(curves, color, 8, 10, 40, 26);
  for (int x = 8; x < 40; x++) {
    double middle = 0, sum = covered(curves, x);
    g_assert_cmpfloat_with_epsilon(sum, 1, 0.02);
    for (int y = 0; y < SIDE; y++)
      middle += (pixel(curves, x, y) >> 24) / 255.0 * (y + 0.5) / sum;
    g_assert_cmpfloat_with_epsilon(middle, SIDE - (10 + (x + 0.5 - 8) / 2), 0.02);
  }
  g_assert_cmpfloat(covered(curves, 7) + covered(curves, 40), ==, 0);
  noslip_curves_clear(curves);
  noslip_curves_line(curves, color, 10, 32.5, 20, 32.5);
  g_assert_cmphex(pixel(curves, 12, 31), ==, 0xffff8000);
  g_assert_cmphex(pixel(curves, 12, 32), ==, 0);
}

/* Points outside, or not a number, are omitted; a line across the edge is clipped there. */
static void
test_edges(void)
{
  g_autoptr(NoslipCurves) curves = placed();
  const NoslipColor color = {0, 0, 0, 0.5};
  noslip_curves_line(curves, color, -1e9, 20.5, 1e9, 20.5);
  for (int x = 0; x < SIDE; x++)
    g_assert_cmpfloat_with_epsilon(covered(curves, x), 0.5, 0.01);
  noslip_curves_clear(curves);
  noslip_curves_line(curves, color, NAN, 1, 5, 5);
  noslip_curves_line(curves, color, 1, 1, INFINITY, 5);
  noslip_curves_line(curves, color, 100, 100, 200, 120);
  noslip_curves_line(curves, color, 5, -1e12, 6, -1e11);
  for (int x = 0; x < SIDE; x++)
    g_assert_cmpfloat(covered(curves, x), ==, 0);
}

/* A position that is requested once changes nothing; the second request starts a new curve. */
static void
test_place(void)
{
  g_autoptr(NoslipCurves) curves = placed();
  NoslipCurvesPlace other = whole;
  gboolean emptied = FALSE;
  noslip_curves_line(curves, (NoslipColor){0, 0, 0, 1}, 0, 20.5, 64, 20.5);
  other.scale[0] = 2;
  g_assert_false(noslip_curves_place(curves, &other, &emptied));
  g_assert_true(noslip_curves_place(curves, &whole, &emptied));
  g_assert_false(emptied);
  g_assert_cmpfloat(covered(curves, 30), >, 0.9);
  g_assert_false(noslip_curves_place(curves, &other, &emptied));
  g_assert_true(noslip_curves_place(curves, &other, &emptied));
  g_assert_true(emptied);
  g_assert_cmpfloat(covered(curves, 30), ==, 0);
}

/* A dot has the area of its disk, is drawn over the curves, and is absent from the next picture. */
static void
test_dots(void)
{
  g_autoptr(NoslipCurves) curves = placed();
  noslip_curves_line(curves, (NoslipColor){0, 0, 0, 1}, 0, 20.5, 64, 20.5);
  noslip_curves_begin_dots(curves);
  noslip_curves_dot(curves, (NoslipColor){1, 0, 0, 1}, 30.3, 40.6, 4);
  noslip_curves_dot(curves, (NoslipColor){1, 0, 0, 1}, 30, 20.5, 4);
  noslip_curves_dot(curves, (NoslipColor){1, 0, 0, 1}, -1e9, 20.5, 4);
  double area = 0;
  for (int x = 0; x < SIDE; x++)
    for (int y = 0; y < 32; y++)
      area += (pixel(curves, x, y) >> 24) / 255.0;
  g_assert_cmpfloat_with_epsilon(area, G_PI * 16, 0.6);
  g_assert_cmphex(pixel(curves, 30, SIDE - 21), ==, 0xffff0000);
  g_assert_cmphex(pixel(curves, 50, SIDE - 21), ==, 0xff000000);
  noslip_curves_begin_dots(curves);
  g_assert_cmphex(pixel(curves, 30, SIDE - 21), ==, 0xff000000);
}

/* In a display list: stretched over its rectangle, with its alpha. */
static void
test_image(void)
{
  g_autoptr(NoslipCurves) curves = placed();
  for (int y = 0; y < SIDE; y++)
    noslip_curves_line(curves, (NoslipColor){0, 0, 0, 1}, 0, y + 0.5, 64, y + 0.5);
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  noslip_display_image(display, noslip_curves_surface(curves), 10, 20, 32, 32, 0.5);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, SIDE, SIDE);
  cairo_t *cairo = cairo_create(surface);
  noslip_display_draw(display, cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data(surface);
  int stride = cairo_image_surface_get_stride(surface) / 4;
  g_assert_cmpfloat_with_epsilon((pixels[30 * stride + 20] >> 24) / 255.0, 0.5, 0.02);
  g_assert_cmphex(pixels[30 * stride + 50], ==, 0);
  g_assert_cmphex(pixels[10 * stride + 20], ==, 0);
  cairo_surface_destroy(surface);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/curves/line", test_line);
  g_test_add_func("/curves/edges", test_edges);
  g_test_add_func("/curves/place", test_place);
  g_test_add_func("/curves/dots", test_dots);
  g_test_add_func("/curves/image", test_image);
  return g_test_run();
}
