/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/gallery/thumbnail-cache.h"

#include "core/output/output.h"

#include <fcntl.h>
#include <glib/gstdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define KEY_LENGTH 64            /* of SHA-256 in hexadecimal digits */
#define MOST_OF_ONE (512 * 1024) /* bytes: far more than any picture has */
#define SUFFIX ".png"

char *
noslip_thumbnail_cache_folder(void)
{
  return g_build_filename(g_get_user_cache_dir(), "noslip", "thumbnails", NULL);
}

char *
noslip_thumbnail_cache_key(const char *text, gsize length, int width, int height, gboolean dark)
{
  g_autoptr(GChecksum) sum = g_checksum_new(G_CHECKSUM_SHA256);
  struct stat program = {0};
  /* a development version may draw differently every day */
  if (stat("/proc/self/exe", &program) != 0)
    memset(&program, 0, sizeof program);
  g_autofree char *how = g_strdup_printf("noslip %s %" G_GINT64_FORMAT " %dx%d %s\n", NOSLIP_VERSION,
                                         (gint64) program.st_mtime, width, height, dark ? "dark" : "light");
  g_checksum_update(sum, (const guchar *) how, -1);
  g_checksum_update(sum, (const guchar *) text, (gssize) length);
  return g_strdup(g_checksum_get_string(sum));
}

static char *
path_of(const char *folder, const char *key)
{
  g_autofree char *name = g_strconcat(key, SUFFIX, NULL);
  return g_build_filename(folder, name, NULL);
}

/* Reading */

static GByteArray *
read_file(const char *path)
{
  struct stat status;
  int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW);
  if (fd < 0)
    return NULL;
  GByteArray *bytes = NULL;
  if (fstat(fd, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0 && status.st_size <= MOST_OF_ONE) {
    bytes = g_byte_array_sized_new((guint) status.st_size);
    g_byte_array_set_size(bytes, (guint) status.st_size);
    gssize got = read(fd, bytes->data, bytes->len);
    g_byte_array_set_size(bytes, got > 0 ? (guint) got : 0);
    futimens(fd, NULL);
  }
  close(fd);
  return bytes;
}

typedef struct {
  const GByteArray *bytes;
  guint at;
} Reader;

static cairo_status_t
read_more(void *data, unsigned char *to, unsigned int n)
{
  Reader *reader = data;
  if (n > reader->bytes->len - reader->at)
    return CAIRO_STATUS_READ_ERROR;
  memcpy(to, reader->bytes->data + reader->at, n);
  reader->at += n;
  return CAIRO_STATUS_SUCCESS;
}

cairo_surface_t *
noslip_thumbnail_cache_find(const char *folder, const char *key, int width, int height)
{
  g_autofree char *path = path_of(folder, key);
  g_autoptr(GByteArray) bytes = read_file(path);
  if (!bytes)
    return NULL;
  Reader reader = {bytes, 0};
  cairo_surface_t *read = cairo_image_surface_create_from_png_stream(read_more, &reader), *surface = NULL;
  if (cairo_surface_status(read) == CAIRO_STATUS_SUCCESS && cairo_image_surface_get_width(read) == width &&
      cairo_image_surface_get_height(read) == height) {
    /* with an alpha channel, like drawn pictures, whatever the file has */
    surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
    cairo_t *cairo = cairo_create(surface);
    cairo_set_source_surface(cairo, read, 0, 0);
    cairo_paint(cairo);
    cairo_destroy(cairo);
    cairo_surface_flush(surface);
  }
  cairo_surface_destroy(read);
  return surface;
}

/* Writing */

typedef struct {
  char *path;
  gint64 used;
  goffset size;
} Kept;

static void
kept_clear(gpointer data)
{
  g_free(((Kept *) data)->path);
}

static int
older_first(gconstpointer a, gconstpointer b)
{
  const Kept *one = a, *other = b;
  return (one->used > other->used) - (one->used < other->used);
}

/* Our files are named by a key; so are incomplete ones. */
static gboolean
is_ours(const char *name)
{
  name += *name == '.';
  return strspn(name, "0123456789abcdef") == KEY_LENGTH && name[KEY_LENGTH] == '.';
}

static void
drop_oldest(const char *folder)
{
  g_autoptr(GDir) dir = g_dir_open(folder, 0, NULL);
  g_autoptr(GArray) all = g_array_new(FALSE, FALSE, sizeof(Kept));
  g_array_set_clear_func(all, kept_clear);
  goffset bytes = 0;
  for (const char *name; dir && (name = g_dir_read_name(dir));) {
    g_autofree char *path = g_build_filename(folder, name, NULL);
    GStatBuf status;
    if (!is_ours(name) || g_lstat(path, &status) != 0)
      continue;
    Kept kept = {g_steal_pointer(&path),
                 (gint64) status.st_mtim.tv_sec * G_USEC_PER_SEC + status.st_mtim.tv_nsec / 1000, status.st_size};
    bytes += kept.size;
    g_array_append_val(all, kept);
  }
  g_array_sort(all, older_first);
  for (guint i = 0; i < all->len; i++) {
    const Kept *kept = &g_array_index(all, Kept, i);
    if (all->len - i <= NOSLIP_THUMBNAIL_CACHE_MOST && bytes <= NOSLIP_THUMBNAIL_CACHE_MOST_BYTES)
      break;
    g_unlink(kept->path);
    bytes -= kept->size;
  }
}

static cairo_status_t
write_more(void *data, const unsigned char *from, unsigned int n)
{
  g_byte_array_append(data, from, n);
  return CAIRO_STATUS_SUCCESS;
}

void
noslip_thumbnail_cache_keep(const char *folder, const char *key, cairo_surface_t *surface)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  g_autofree char *path = path_of(folder, key);
  if (cairo_surface_write_to_png_stream(surface, write_more, bytes) != CAIRO_STATUS_SUCCESS ||
      bytes->len > MOST_OF_ONE || g_mkdir_with_parents(folder, 0700) != 0)
    return;
  GStatBuf status;
  if (g_lstat(path, &status) == 0 && !S_ISREG(status.st_mode))
    g_unlink(path); /* a link or a pipe of this name is not one of ours */
  if (noslip_output_write(path, bytes->data, bytes->len, NOSLIP_OUTPUT_REGULAR | NOSLIP_OUTPUT_PRIVATE, NULL, NULL))
    drop_oldest(folder);
}
