/* SPDX-License-Identifier: GPL-3.0-or-later */
/* GIF 89a, written here because GStreamer has no GIF encoder in the supported distributions: a frame is the rectangle
 * that has changed, with 256 colours of its own (gif-palette.h), compressed by LZW as the format specifies. Numbers are
 * little-endian. */
#include "ui/export/film-private.h"
#include "ui/export/gif-palette.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#define CODES 4096 /* of LZW */
#define CLEAR 256  /* forget the codes */
#define STOP 257
#define BLOCK 255 /* bytes of a block of data */

typedef struct {
  guint32 *before;   /* the previous frame, height x width */
  GByteArray *bytes; /* of a frame */
  GByteArray *codes;
  guint16 (*next)[256]; /* the code of a code's colours plus one more; 0: none yet */
} Gif;

static gboolean
is_available(const NoslipFilmKind *kind, GError **error)
{
  return TRUE;
}

static gboolean
write_bytes(const NoslipFilmWriter *writer, const guint8 *bytes, gsize n, GError **error)
{
  while (n > 0) {
    gssize written = write(writer->fd, bytes, n);
    if (written < 0 && errno == EINTR)
      continue;
    if (written <= 0)
      return noslip_film_fail(writer, g_strerror(written < 0 ? errno : ENOSPC), error);
    bytes += written;
    n -= (gsize) written;
  }
  return TRUE;
}

static void
append_number(GByteArray *bytes, guint number)
{
  g_byte_array_append(bytes, (const guint8[]){(guint8) number, (guint8) (number >> 8)}, 2);
}

static gboolean
start(NoslipFilmWriter *writer, GError **error)
{
  Gif *gif = writer->encoder = g_new0(Gif, 1);
  gif->before = g_new0(guint32, (gsize) writer->width * (gsize) writer->height);
  gif->bytes = g_byte_array_new();
  gif->codes = g_byte_array_new();
  gif->next = g_malloc(CODES * sizeof *gif->next);
  g_byte_array_append(gif->bytes, (const guint8 *) "GIF89a", 6);
  append_number(gif->bytes, (guint) writer->width);
  append_number(gif->bytes, (guint) writer->height);
  g_byte_array_append(gif->bytes, (const guint8[]){0x70, 0, 0}, 3); /* 8 bits per colour, no global colour table */
  /* repeat for ever */
  g_byte_array_append(gif->bytes, (const guint8 *) "\x21\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00", 19);
  return write_bytes(writer, gif->bytes->data, gif->bytes->len, error);
}

typedef struct {
  GByteArray *bytes;
  guint32 bits; /* bits that do not fill a byte yet, the first one lowest */
  guint n_bits;
} Bits;

static void
append_code(Bits *bits, guint code, guint width)
{
  bits->bits |= (guint32) code << bits->n_bits;
  for (bits->n_bits += width; bits->n_bits >= 8; bits->n_bits -= 8) {
    guint8 byte = (guint8) bits->bits;
    g_byte_array_append(bits->bytes, &byte, 1);
    bits->bits >>= 8;
  }
}

/* Codes get one bit longer when all codes of a length are used. */
static void
compress(Gif *gif, gsize n, const guint8 *colors)
{
  Bits bits = {.bytes = gif->codes};
  guint width = 9, n_codes = STOP + 1, code = colors[0];
  g_byte_array_set_size(gif->codes, 0);
  memset(gif->next, 0, CODES * sizeof *gif->next);
  append_code(&bits, CLEAR, width);
  for (gsize i = 1; i < n; i++) {
    guint16 *next = &gif->next[code][colors[i]];
    if (*next != 0) {
      code = *next;
      continue;
    }
    append_code(&bits, code, width);
    code = colors[i];
    if (n_codes < CODES) {
      if (n_codes == 1u << width)
        width++;
      *next = (guint16) n_codes++;
      continue;
    }
    append_code(&bits, CLEAR, width);
    memset(gif->next, 0, CODES * sizeof *gif->next);
    width = 9;
    n_codes = STOP + 1;
  }
  append_code(&bits, code, width);
  if (n_codes == 1u << width && width < 12)
    width++;
  append_code(&bits, STOP, width);
  append_code(&bits, 0, 7); /* the last bits */
}

typedef struct {
  int x, y, width, height;
} Area;

/* The rectangle in which the frames differ; a single pixel if they do not. */
static Area
changed(const NoslipFilmWriter *writer, const guint32 *before, const guint8 *data, int stride)
{
  int left = writer->width, right = -1, top = writer->height, bottom = -1;
  for (int y = 0; y < writer->height; y++) {
    const guint32 *old = before + (gsize) y * (gsize) writer->width;
    const guint32 *row = (const guint32 *) (const void *) (data + (gsize) y * (gsize) stride);
    for (int x = 0; x < writer->width; x++)
      if (((old[x] ^ row[x]) & 0xffffff) != 0 || writer->n_frames == 0) {
        left = MIN(left, x);
        right = MAX(right, x);
        top = MIN(top, y);
        bottom = y;
      }
  }
  return right < 0 ? (Area){0, 0, 1, 1} : (Area){left, top, right - left + 1, bottom - top + 1};
}

/* Hundredths of a second: rounded at the end of each frame, so that rounding errors do not add up. */
static guint
delay_of(const NoslipFilmWriter *writer)
{
  guint64 n = writer->n_frames, fps = (guint64) writer->fps;
  return (guint) (((n + 1) * 200 + fps) / (2 * fps) - (n * 200 + fps) / (2 * fps));
}

static void
append_frame(const NoslipFilmWriter *writer, const Area *area, const NoslipGifPalette *palette, const guint8 *colors)
{
  Gif *gif = writer->encoder;
  g_byte_array_set_size(gif->bytes, 0);
  g_byte_array_append(gif->bytes, (const guint8[]){0x21, 0xf9, 4, 1 << 2}, 4); /* keep the previous picture */
  append_number(gif->bytes, delay_of(writer));
  g_byte_array_append(gif->bytes, (const guint8[]){0, 0, 0x2c}, 3);
  append_number(gif->bytes, (guint) area->x);
  append_number(gif->bytes, (guint) area->y);
  append_number(gif->bytes, (guint) area->width);
  append_number(gif->bytes, (guint) area->height);
  g_byte_array_append(gif->bytes, (const guint8[]){0x87}, 1); /* 256 colours follow */
  g_byte_array_append(gif->bytes, palette->rgb, sizeof palette->rgb);
  g_byte_array_append(gif->bytes, (const guint8[]){8}, 1);
  compress(gif, (gsize) area->width * (gsize) area->height, colors);
  for (guint at = 0; at < gif->codes->len; at += BLOCK) {
    guint8 n = (guint8) MIN(BLOCK, gif->codes->len - at);
    g_byte_array_append(gif->bytes, &n, 1);
    g_byte_array_append(gif->bytes, gif->codes->data + at, n);
  }
  g_byte_array_append(gif->bytes, (const guint8[]){0}, 1);
}

static gboolean
add(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error)
{
  Gif *gif = writer->encoder;
  const guint8 *data = cairo_image_surface_get_data(frame);
  int stride = cairo_image_surface_get_stride(frame);
  Area area = changed(writer, gif->before, data, stride);
  gsize n = (gsize) area.width * (gsize) area.height;
  g_autofree guint32 *pixels = g_new(guint32, n);
  g_autofree guint8 *colors = g_new(guint8, n);
  g_autofree NoslipGifPalette *palette = g_new(NoslipGifPalette, 1);
  for (int y = 0; y < area.height; y++)
    memcpy(pixels + (gsize) y * (gsize) area.width, data + (gsize) (area.y + y) * (gsize) stride + 4 * (gsize) area.x,
           4 * (gsize) area.width);
  noslip_gif_palette_fill(palette, n, pixels);
  for (gsize i = 0; i < n; i++)
    colors[i] = palette->index[noslip_gif_cell(pixels[i])];
  append_frame(writer, &area, palette, colors);
  for (int y = 0; y < writer->height; y++)
    memcpy(gif->before + (gsize) y * (gsize) writer->width, data + (gsize) y * (gsize) stride,
           4 * (gsize) writer->width);
  return write_bytes(writer, gif->bytes->data, gif->bytes->len, error);
}

static gboolean
end(NoslipFilmWriter *writer, GError **error)
{
  return write_bytes(writer, (const guint8[]){0x3b}, 1, error);
}

static void
clear(NoslipFilmWriter *writer)
{
  Gif *gif = writer->encoder;
  if (gif == NULL)
    return;
  g_byte_array_unref(gif->bytes);
  g_byte_array_unref(gif->codes);
  g_free(gif->before);
  g_free(gif->next);
  g_free(gif);
}

const NoslipFilmKind noslip_film_gif = {".gif", is_available, start, add, end, clear};
