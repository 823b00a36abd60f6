/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/picture-private.h"

#include <math.h>

static gboolean
write_picture(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, const char *file,
              GError **error)
{
  int width = (int) ceil(page->width * page->scale), height = (int) ceil(page->height * page->scale);
  cairo_surface_t *pixels = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, width, height);
  cairo_status_t status = noslip_picture_draw(pixels, page->scale, draw, data);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_write_to_png_stream(pixels, noslip_picture_append, bytes);
  return noslip_picture_finish(pixels, status, file, error);
}

const NoslipPictureFormat noslip_picture_format_png = {.suffix = "png", .pixels = TRUE, .write = write_picture};
