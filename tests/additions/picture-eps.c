/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Encapsulated PostScript, the format of pictures that the test adds. */
#include "ui/export/picture-private.h"

#include <cairo-ps.h>

static gboolean
write_picture(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, const char *file,
              GError **error)
{
  cairo_surface_t *eps = cairo_ps_surface_create_for_stream(noslip_picture_append, bytes, page->width, page->height);
  cairo_ps_surface_set_eps(eps, TRUE);
  return noslip_picture_finish(eps, noslip_picture_draw(eps, 1, draw, data), file, error);
}

const NoslipPictureFormat noslip_picture_format_eps = {.suffix = "eps", .write = write_picture};
