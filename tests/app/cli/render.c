/* SPDX-License-Identifier: GPL-3.0-or-later */
#define GLIB_DISABLE_DEPRECATION_WARNINGS /* GdkPixbuf counts in GTimeVal */
/* Pictures and films of the scene in each format except WebM (film.c), and their sizes. */
#include "tests/app/cli/process.h"
#include "tests/app/films.h"
#include "ui/export/film.h"

#include <cairo.h>
#include <gdk-pixbuf/gdk-pixbuf.h>
#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Root of the mean square of the differences of all colours, 0 to 255. */
static double
difference(const GdkPixbuf *a, const GdkPixbuf *b)
{
  int width = gdk_pixbuf_get_width(a), height = gdk_pixbuf_get_height(a);
  g_assert_cmpint(gdk_pixbuf_get_width(b), ==, width);
  g_assert_cmpint(gdk_pixbuf_get_height(b), ==, height);
  const guint8 *one = gdk_pixbuf_read_pixels(a), *other = gdk_pixbuf_read_pixels(b);
  double sum = 0;
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++)
      for (int c = 0; c < 3; c++) {
        double d = one[y * gdk_pixbuf_get_rowstride(a) + x * gdk_pixbuf_get_n_channels(a) + c];
        d -= other[y * gdk_pixbuf_get_rowstride(b) + x * gdk_pixbuf_get_n_channels(b) + c];
        sum += d * d;
      }
  return sqrt(sum / (3.0 * width * height));
}

static GdkPixbuf *
picture(const char *options)
{
  g_autoptr(GError) error = NULL;
  g_autofree char *png = g_build_filename(scratch(), "picture.png", NULL);
  g_auto(Result) drawn = expect(0, "render chaplygin-sleigh %s --output '%s'", options, png);
  GdkPixbuf *pixbuf = gdk_pixbuf_new_from_file(png, &error);
  g_assert_no_error(error);
  g_unlink(png);
  return pixbuf;
}

/* The same picture with more pixels: strokes, arrows and letters have the same width relative to the picture. */
static void
test_scale(void)
{
  g_autoptr(GdkPixbuf) small = picture("--time 2 --size 500x300");
  g_autoptr(GdkPixbuf) large = picture("--time 2 --size 500x300 --scale 3");
  g_autoptr(GdkPixbuf) other = picture("--time 2 --size 1500x900");
  g_autoptr(GdkPixbuf) later = picture("--time 3 --size 500x300");
  g_assert_cmpint(gdk_pixbuf_get_width(large), ==, 1500);
  g_assert_cmpint(gdk_pixbuf_get_height(large), ==, 900);
  g_assert_cmpfloat(difference(large, other), ==, 0);
  g_autoptr(GdkPixbuf) shrunk = gdk_pixbuf_scale_simple(large, 500, 300, GDK_INTERP_TILES);
  double apart = difference(shrunk, small), moved = difference(small, later);
  g_test_message("three times the pixels: %.2f of 255 apart; a second later: %.2f", apart, moved);
  g_assert_cmpfloat(apart, <, 0.5 * moved);
  static const char *const refused[] = {"0", "-1", "nan", "40", "1e-9"};
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_auto(Result) result = expect(2, "render chaplygin-sleigh --size 500x300 --scale %s --output x.png", refused[i]);
    assert_contains(result.messages, "--scale");
  }
}

/* A page of a PDF, with text that can be selected and no picture in it; the same as SVG. */
static void
test_vectors(void)
{
  g_autofree char *pdf = g_build_filename(scratch(), "scene.pdf", NULL);
  g_autofree char *svg = g_build_filename(scratch(), "scene.svg", NULL);
  g_autofree char *words = NULL, *images = NULL, *info = NULL, *text = NULL;
  g_auto(Result) drawn = expect(0, "render chaplygin-sleigh --time 2 --size 640x400 --output '%s'", pdf);
  g_autofree char *read = g_strdup_printf("pdftotext '%s' -", pdf);
  g_autofree char *list = g_strdup_printf("pdfimages -list '%s'", pdf);
  g_autofree char *page = g_strdup_printf("pdfinfo '%s'", pdf);
  g_assert_true(g_spawn_command_line_sync(read, &words, NULL, NULL, NULL));
  g_assert_nonnull(strstr(words, " m"));
  g_assert_true(g_spawn_command_line_sync(page, &info, NULL, NULL, NULL));
  g_assert_nonnull(strstr(info, "640 x 400 pts"));
  g_assert_true(g_spawn_command_line_sync(list, &images, NULL, NULL, NULL));
  g_assert_null(strstr(images, " image "));
  g_auto(Result) also = expect(0, "render chaplygin-sleigh --time 2 --size 640x400 --output '%s'", svg);
  g_assert_true(g_file_get_contents(svg, &text, NULL, NULL));
  g_assert_nonnull(strstr(text, "<svg"));
  g_unlink(pdf);
  g_unlink(svg);
}

static GdkPixbuf *
pixbuf_of(cairo_surface_t *surface)
{
  int width = cairo_image_surface_get_width(surface), height = cairo_image_surface_get_height(surface);
  GdkPixbuf *pixbuf = gdk_pixbuf_new(GDK_COLORSPACE_RGB, FALSE, 8, width, height);
  for (int y = 0; y < height; y++)
    for (int x = 0; x < width; x++) {
      guint32 pixel;
      guint8 *to = gdk_pixbuf_get_pixels(pixbuf) + y * gdk_pixbuf_get_rowstride(pixbuf) + 3 * x;
      memcpy(&pixel, cairo_image_surface_get_data(surface) + y * cairo_image_surface_get_stride(surface) + 4 * x,
             sizeof pixel);
      for (int c = 0; c < 3; c++)
        to[c] = (guint8) (pixel >> (16 - 8 * c));
    }
  return pixbuf;
}

static GdkPixbufAnimationIter *
frames_of(const char *gif, GTimeVal *time)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GdkPixbufAnimation) film = gdk_pixbuf_animation_new_from_file(gif, &error);
  g_assert_no_error(error);
  return gdk_pixbuf_animation_get_iter(film, time);
}

/* Advances to the next frame; returns the time that this one is shown, in milliseconds. */
static int
advance(GdkPixbufAnimationIter *iter, GTimeVal *time)
{
  int delay = gdk_pixbuf_animation_iter_get_delay_time(iter);
  time->tv_usec += 1000 * delay + 10;
  time->tv_sec += time->tv_usec / G_USEC_PER_SEC;
  time->tv_usec %= G_USEC_PER_SEC;
  g_assert_true(gdk_pixbuf_animation_iter_advance(iter, time));
  return delay;
}

/* A GIF of one moment matches its picture, except for the number of colours. */
static void
test_gif(void)
{
  GTimeVal time = {0, 0};
  g_autofree char *gif = g_build_filename(scratch(), "motion.gif", NULL);
  g_auto(Result) moment = expect(0, "render chaplygin-sleigh --from 2 --to 2 --size 321x200 --output '%s'", gif);
  g_autoptr(GdkPixbufAnimationIter) still = frames_of(gif, &time);
  g_autoptr(GdkPixbuf) end = picture("--time 2 --size 321x200"), later = picture("--time 2.2 --size 321x200");
  double apart = difference(gdk_pixbuf_animation_iter_get_pixbuf(still), end), moved = difference(later, end);
  g_test_message("%.2f of 255 from its picture; 0.2 s later %.2f", apart, moved);
  g_assert_cmpfloat(apart, <, 0.5 * moved);
  g_auto(Result) film = expect(0, "render chaplygin-sleigh --to 2 --size 64x48 --fps 3 --output '%s'", gif);
  g_autoptr(GdkPixbufAnimationIter) iter = frames_of(gif, &time);
  int total = 0;
  for (guint frame = 0; frame < 6; frame++) /* 2 s have seven frames: 33, 34, 33, ... hundredths of a second */
    total += advance(iter, &time);
  g_assert_cmpint(total, ==, 2000);
  g_unlink(gif);
}

/* A pixel of one of 200 colours, one cell each. */
static guint32
color_of(guint i)
{
  return (i % 6 * 40) << 16 | (i / 6 % 6 * 40) << 8 | i / 36 * 40;
}

static void
paint(cairo_surface_t *frame, GRand *rand, guint number)
{
  int stride = cairo_image_surface_get_stride(frame);
  guint8 *data = cairo_image_surface_get_data(frame);
  guint from = number == 0 ? 0 : (guint) g_rand_int_range(rand, 0, 100), side = number == 0 ? 150 : 5 * number;
  for (guint y = from; y < MIN(150, from + side); y++)
    for (guint x = from; x < MIN(200, from + 2 * side); x++) {
      guint32 pixel = color_of(number % 3 == 2 ? number : (guint) g_rand_int_range(rand, 0, 200));
      memcpy(data + y * (guint) stride + 4 * x, &pixel, sizeof pixel);
    }
  cairo_surface_mark_dirty(frame);
}

/* Up to 256 colours a frame are exact: frames of noise, which fill the table of codes many times, patches and nothing
 * new. */
static void
test_exact_gif(void)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(GRand) rand = g_rand_new_with_seed(5);
  g_autofree char *gif = g_build_filename(scratch(), "noise.gif", NULL);
  cairo_surface_t *frames[9];
  g_autoptr(NoslipFilmWriter) writer = noslip_film_writer_new(gif, NULL, 200, 150, 10, &error);
  g_assert_no_error(error);
  for (guint i = 0; i < G_N_ELEMENTS(frames); i++) {
    frames[i] = cairo_image_surface_create(CAIRO_FORMAT_RGB24, 200, 150);
    if (i > 0)
      memcpy(cairo_image_surface_get_data(frames[i]), cairo_image_surface_get_data(frames[i - 1]),
             150 * (gsize) cairo_image_surface_get_stride(frames[i]));
    if (i != 4)
      paint(frames[i], rand, i);
    g_assert_true(noslip_film_writer_add(writer, frames[i], &error));
  }
  g_assert_true(noslip_film_writer_close(writer, &error));
  GTimeVal time = {0, 0};
  g_autoptr(GdkPixbufAnimationIter) iter = frames_of(gif, &time);
  for (guint i = 0; i < G_N_ELEMENTS(frames); i++) {
    g_autoptr(GdkPixbuf) frame = pixbuf_of(frames[i]);
    g_assert_cmpfloat(difference(gdk_pixbuf_animation_iter_get_pixbuf(iter), frame), ==, 0);
    if (i + 1 < G_N_ELEMENTS(frames))
      g_assert_cmpint(advance(iter, &time), ==, 100);
    cairo_surface_destroy(frames[i]);
  }
  g_unlink(gif);
}

/* The same command gives the same bytes at any time of day; a size that does not fit the chroma subsampling is
 * rejected. */
static void
test_mp4(void)
{
  if (!have_film(".mp4"))
    return;
  g_autofree char *mp4 = g_build_filename(scratch(), "motion.mp4", NULL);
  g_autofree char *first = NULL, *second = NULL;
  gsize lengths[2];
#define MP4 "render chaplygin-sleigh --to 1 --size 320x200 --fps 10 --output '%s'"
  g_auto(Result) one = expect(0, MP4, mp4);
  g_assert_true(g_file_get_contents(mp4, &first, &lengths[0], NULL));
  g_assert_cmpmem(first + 4, 4, "ftyp", 4);
  g_usleep(1100000); /* its dates count seconds */
  g_auto(Result) two = expect(0, MP4, mp4);
  g_assert_true(g_file_get_contents(mp4, &second, &lengths[1], NULL));
  g_assert_cmpmem(first, lengths[0], second, lengths[1]);
  g_unlink(mp4);
  g_auto(Result) odd = expect(2, "render chaplygin-sleigh --to 1 --size 321x200 --output '%s'", mp4);
  assert_contains(odd.messages, "even number");
  g_assert_true(scratch_is_empty_but(NULL));
}

static void
test_other_formats(void)
{
  static const char *const names[] = {"scene.jpg", "scene.avi", "a.b/scene.bmp"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++) {
    g_auto(Result) refused = expect(2, "render chaplygin-sleigh --time 1 --output %s", names[i]);
    assert_contains(refused.messages, ".gif");
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/render/scale", test_scale);
  g_test_add_func("/render/vectors", test_vectors);
  g_test_add_func("/render/gif", test_gif);
  g_test_add_func("/render/exact-gif", test_exact_gif);
  g_test_add_func("/render/mp4", test_mp4);
  g_test_add_func("/render/other-formats", test_other_formats);
  int status = g_test_run();
  scratch_remove();
  return status;
}
