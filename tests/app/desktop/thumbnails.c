/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The gallery's pictures, and their cache. */
#include "ui/widgets/gallery/thumbnails.h"

#include "ui/widgets/gallery/thumbnail-cache.h"

#include <glib/gstdio.h>
#include <gsl/gsl_errno.h>
#include <string.h>
#include <sys/stat.h>
#include <utime.h>

#define WIDTH 96
#define HEIGHT 64
#define SYSTEM "chaplygin-sleigh"
#define RED 0xffff0000u
#define PATIENCE (240 * G_USEC_PER_SEC)

typedef guint32 Picture[WIDTH * HEIGHT];

static char *folder;

static void
ready(const char *id, GdkTexture *texture, gpointer data)
{
  g_assert_cmpint(gdk_texture_get_width(texture), ==, WIDTH);
  g_assert_cmpint(gdk_texture_get_height(texture), ==, HEIGHT);
  gdk_texture_download(texture, data, WIDTH * 4);
}

/* In a separate session. */
static void
get(const char *id, gboolean dark, const char *cache, Picture picture)
{
  NoslipThumbnails *thumbnails = noslip_thumbnails_new(WIDTH, HEIGHT, dark, cache, ready, picture);
  memset(picture, 0, sizeof(Picture));
  noslip_thumbnails_add(thumbnails, id);
  gint64 begun = g_get_monotonic_time();
  while (picture[0] == 0) { /* every picture covers its whole background */
    if (!g_main_context_iteration(NULL, FALSE))
      g_usleep(1000);
    g_assert_cmpint(g_get_monotonic_time() - begun, <, PATIENCE);
  }
  noslip_thumbnails_free(thumbnails);
}

static gboolean
same(const Picture one, const Picture other)
{
  return memcmp(one, other, sizeof(Picture)) == 0;
}

static guint
count_files(void)
{
  guint n = 0;
  GDir *dir = g_dir_open(folder, 0, NULL);
  while (dir && g_dir_read_name(dir))
    n++;
  g_clear_pointer(&dir, g_dir_close);
  return n;
}

/* The path of the only file. */
static char *
only_file(void)
{
  g_assert_cmpuint(count_files(), ==, 1);
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  return g_build_filename(folder, g_dir_read_name(dir), NULL);
}

static void
empty(void)
{
  GDir *dir = g_dir_open(folder, 0, NULL);
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    g_assert_cmpint(g_unlink(path), ==, 0);
  }
  g_clear_pointer(&dir, g_dir_close);
}

static void
paint_red(const char *path, int width, int height)
{
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, width, height);
  cairo_t *cairo = cairo_create(surface);
  cairo_set_source_rgb(cairo, 1, 0, 0);
  cairo_paint(cairo);
  cairo_destroy(cairo);
  g_assert_cmpint(cairo_surface_write_to_png(surface, path), ==, CAIRO_STATUS_SUCCESS);
  cairo_surface_destroy(surface);
}

static gboolean
all_red(const Picture picture)
{
  for (guint i = 0; i < WIDTH * HEIGHT; i++)
    if (picture[i] != RED)
      return FALSE;
  return TRUE;
}

/* The cache returns the picture that was stored, for that system only. */
static void
test_kept(void)
{
  Picture drawn, found, dark;
  get(SYSTEM, FALSE, NULL, drawn);
  g_assert_cmpuint(count_files(), ==, 0);
  get(SYSTEM, FALSE, folder, found);
  g_assert_true(same(drawn, found));
  g_autofree char *file = only_file();
  get(SYSTEM, FALSE, folder, found);
  g_assert_true(same(drawn, found));
  paint_red(file, WIDTH, HEIGHT);
  get(SYSTEM, FALSE, folder, found);
  g_assert_true(all_red(found));
  get(SYSTEM, TRUE, folder, dark);
  g_assert_false(all_red(dark));
  g_assert_false(same(drawn, dark));
  g_assert_cmpuint(count_files(), ==, 2);
  empty();
}

/* A changed text has another picture. */
static void
test_changed(void)
{
  static const char first[] = "noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\ndraw sphere at (x, 0, 0.2) "
                              "radius 0.2\n";
  g_autofree char *own = g_dir_make_tmp("noslip-own-XXXXXX", NULL);
  g_autofree char *path = g_build_filename(own, "own.noslip", NULL);
  Picture picture;
  g_assert_true(g_file_set_contents(path, first, -1, NULL));
  get(path, FALSE, folder, picture);
  g_autofree char *file = only_file();
  paint_red(file, WIDTH, HEIGHT);
  get(path, FALSE, folder, picture);
  g_assert_true(all_red(picture));
  g_autofree char *second = g_strconcat(first, "# longer\n", NULL);
  g_assert_true(g_file_set_contents(path, second, -1, NULL));
  get(path, FALSE, folder, picture);
  g_assert_false(all_red(picture));
  g_unlink(path);
  g_rmdir(own);
  empty();
}

/* Damaged in any way: drawn again, and valid afterwards. */
static void
test_damaged(void)
{
  Picture drawn, found;
  get(SYSTEM, FALSE, folder, drawn);
  g_autofree char *file = only_file(), *whole = NULL;
  gsize length;
  g_assert_true(g_file_get_contents(file, &whole, &length, NULL));
  for (int way = 0; way < 5; way++) {
    g_autofree char *bytes = g_memdup2(whole, length);
    bytes[length / 2] ^= 0x55;
    g_unlink(file);
    if (way == 0)
      g_assert_true(g_file_set_contents(file, whole, (gssize) length / 2, NULL));
    else if (way == 1)
      g_assert_true(g_file_set_contents(file, bytes, (gssize) length, NULL));
    else if (way == 2)
      g_assert_true(g_file_set_contents(file, "", 0, NULL));
    else if (way == 3)
      paint_red(file, WIDTH / 2, HEIGHT);
    else
      g_assert_cmpint(mkfifo(file, 0600), ==, 0); /* reading it would block forever */
    get(SYSTEM, FALSE, folder, found);
    g_assert_true(same(drawn, found));
    g_autofree char *again = NULL;
    gsize now = 0;
    g_assert_true(g_file_get_contents(file, &again, &now, NULL));
    g_assert_cmpmem(again, now, whole, length);
  }
  empty();
}

static void
test_unwritable(void)
{
  Picture drawn, found;
  get(SYSTEM, FALSE, NULL, drawn);
  g_autofree char *file = g_build_filename(folder, "file", NULL), *below = g_build_filename(file, "below", NULL);
  g_assert_true(g_file_set_contents(file, "not a folder", -1, NULL));
  get(SYSTEM, FALSE, below, found);
  g_assert_true(same(drawn, found));
  get(SYSTEM, FALSE, file, found);
  g_assert_true(same(drawn, found));
  empty();
}

/* The least recently used files are removed; files that are not thumbnails are kept. */
static void
test_bounded(void)
{
  Picture picture;
  g_autofree char *notes = g_build_filename(folder, "notes.txt", NULL);
  g_assert_true(g_file_set_contents(notes, "mine", -1, NULL));
  get(SYSTEM, FALSE, folder, picture);
  for (guint i = 0; i < NOSLIP_THUMBNAIL_CACHE_MOST + 50; i++) {
    g_autofree char *path = g_strdup_printf("%s/%064x.png", folder, i);
    g_assert_true(g_file_set_contents_full(path, "x", 1, G_FILE_SET_CONTENTS_NONE, 0600, NULL));
    struct utimbuf long_ago = {1000000 + (time_t) i, 1000000 + (time_t) i};
    g_assert_cmpint(utime(path, &long_ago), ==, 0);
  }
  get("snakeboard", FALSE, folder, picture);
  g_assert_cmpuint(count_files(), ==, NOSLIP_THUMBNAIL_CACHE_MOST + 1);
  g_assert_true(g_file_test(notes, G_FILE_TEST_EXISTS));
  g_autofree char *oldest = g_strdup_printf("%s/%064x.png", folder, 51);
  g_autofree char *newest = g_strdup_printf("%s/%064x.png", folder, NOSLIP_THUMBNAIL_CACHE_MOST + 49);
  g_assert_false(g_file_test(oldest, G_FILE_TEST_EXISTS));
  g_assert_true(g_file_test(newest, G_FILE_TEST_EXISTS));
  empty();
}

int
main(int argc, char **argv)
{
  folder = g_dir_make_tmp("noslip-thumbnails-XXXXXX", NULL);
  gsl_set_error_handler_off();
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/thumbnails/kept", test_kept);
  g_test_add_func("/thumbnails/changed", test_changed);
  g_test_add_func("/thumbnails/damaged", test_damaged);
  g_test_add_func("/thumbnails/unwritable", test_unwritable);
  g_test_add_func("/thumbnails/bounded", test_bounded);
  int status = g_test_run();
  g_rmdir(folder);
  g_free(folder);
  return status;
}
