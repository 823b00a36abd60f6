/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/ui/picture/pictures.h"

#include "ui/picture/gl/offscreen.h"

#include <math.h>
#include <string.h>

Pixel
picture_pixel(cairo_surface_t *picture, int x, int y)
{
  guint32 value;
  cairo_surface_flush(picture);
  const guint8 *data = cairo_image_surface_get_data(picture);
  memcpy(&value, data + (gsize) y * (gsize) cairo_image_surface_get_stride(picture) + 4 * (gsize) x, sizeof value);
  return (Pixel){(value >> 16 & 0xff) / 255.0, (value >> 8 & 0xff) / 255.0, (value & 0xff) / 255.0};
}

static double
largest(Pixel a, Pixel b)
{
  return fmax(fabs(a.r - b.r), fmax(fabs(a.g - b.g), fabs(a.b - b.b)));
}

guint
picture_count(cairo_surface_t *picture, NoslipColor color, double tolerance)
{
  guint n = 0;
  for (int y = 0; y < cairo_image_surface_get_height(picture); y++)
    for (int x = 0; x < cairo_image_surface_get_width(picture); x++)
      n += largest(picture_pixel(picture, x, y), (Pixel){color.r, color.g, color.b}) <= tolerance;
  return n;
}

guint
picture_differing(cairo_surface_t *a, cairo_surface_t *b, double tolerance)
{
  guint n = 0;
  for (int y = 0; y < cairo_image_surface_get_height(a); y++)
    for (int x = 0; x < cairo_image_surface_get_width(a); x++)
      n += largest(picture_pixel(a, x, y), picture_pixel(b, x, y)) > tolerance;
  return n;
}

static Pixel
block_mean(cairo_surface_t *picture, int x0, int y0, int block)
{
  Pixel sum = {0, 0, 0};
  for (int y = y0; y < y0 + block; y++)
    for (int x = x0; x < x0 + block; x++) {
      Pixel p = picture_pixel(picture, x, y);
      sum.r += p.r;
      sum.g += p.g;
      sum.b += p.b;
    }
  double n = block * block;
  return (Pixel){sum.r / n, sum.g / n, sum.b / n};
}

double
picture_block_difference(cairo_surface_t *a, cairo_surface_t *b, int block)
{
  double worst = 0;
  for (int y = 0; y + block <= cairo_image_surface_get_height(a); y += block)
    for (int x = 0; x + block <= cairo_image_surface_get_width(a); x += block)
      worst = fmax(worst, largest(block_mean(a, x, y, block), block_mean(b, x, y, block)));
  return worst;
}

static void
write_picture(const char *name, const char *suffix, cairo_surface_t *picture)
{
  g_autofree char *base = g_strconcat(name, suffix, NULL);
  g_autofree char *file = g_test_build_filename(G_TEST_BUILT, base, NULL);
  noslip_picture_write_png(picture, file, NULL);
  g_test_message("see %s", file);
}

void
picture_assert_similar(const char *name, cairo_surface_t *a, cairo_surface_t *b, int block, double tolerance)
{
  g_assert_cmpint(cairo_image_surface_get_width(a), ==, cairo_image_surface_get_width(b));
  g_assert_cmpint(cairo_image_surface_get_height(a), ==, cairo_image_surface_get_height(b));
  double worst = picture_block_difference(a, b, block);
  g_test_message("%s: blocks differ by %.3f at most", name, worst);
  if (worst > tolerance) {
    cairo_surface_t *difference = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, cairo_image_surface_get_width(a),
                                                             cairo_image_surface_get_height(a));
    cairo_t *cairo = cairo_create(difference);
    cairo_set_source_surface(cairo, a, 0, 0);
    cairo_paint(cairo);
    cairo_set_operator(cairo, CAIRO_OPERATOR_DIFFERENCE);
    cairo_set_source_surface(cairo, b, 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    write_picture(name, "-a.png", a);
    write_picture(name, "-b.png", b);
    write_picture(name, "-diff.png", difference);
    cairo_surface_destroy(difference);
  }
  g_assert_cmpfloat(worst, <=, tolerance);
}
