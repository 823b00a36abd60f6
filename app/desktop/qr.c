/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/desktop/qr.h"

#ifdef NOSLIP_HAS_QRENCODE

#include <qrencode.h>
#include <string.h>

#define MARGIN 4 /* modules, by the standard */

gboolean
noslip_qr_is_there(void)
{
  return TRUE;
}

/* One byte for a pixel, 0 black and 255 white, expanded to three bytes. */
static void
paint(const QRcode *code, int scale, guchar *pixels)
{
  int side = (code->width + 2 * MARGIN) * scale;
  memset(pixels, 0xff, (gsize) side * side * 3);
  for (int y = 0; y < code->width * scale; y++)
    for (int x = 0; x < code->width * scale; x++)
      if (code->data[y / scale * code->width + x / scale] & 1)
        memset(pixels + 3 * ((gsize) (y + MARGIN * scale) * side + x + MARGIN * scale), 0, 3);
}

GdkTexture *
noslip_qr_texture(const char *text, int size)
{
  QRcode *code = QRcode_encodeString8bit(text, 0, QR_ECLEVEL_L);
  if (!code)
    return NULL;
  int scale = MAX(2, size / (code->width + 2 * MARGIN)), side = (code->width + 2 * MARGIN) * scale;
  guchar *pixels = g_malloc((gsize) side * side * 3);
  paint(code, scale, pixels);
  QRcode_free(code);
  g_autoptr(GBytes) bytes = g_bytes_new_take(pixels, (gsize) side * side * 3);
  return gdk_memory_texture_new(side, side, GDK_MEMORY_R8G8B8, bytes, (gsize) side * 3);
}

#else

gboolean
noslip_qr_is_there(void)
{
  return FALSE;
}

GdkTexture *
noslip_qr_texture(const char *text, int size)
{
  return NULL;
}

#endif
