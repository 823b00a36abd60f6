/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/picture-private.h"

#include "ui/picture/cairo/canvas-svg.h"

#include <cairo-svg.h>

static gboolean
write_picture(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, const char *file,
              GError **error)
{
  if (page->live_text)
    return noslip_picture_write(noslip_svg_new(page->title, page->width, page->height, page->on_paper ? "pt" : "px"),
                                draw, data, bytes);
  cairo_surface_t *svg = cairo_svg_surface_create_for_stream(noslip_picture_append, bytes, page->width, page->height);
  cairo_svg_surface_set_document_unit(svg, page->on_paper ? CAIRO_SVG_UNIT_PT : CAIRO_SVG_UNIT_PX);
  return noslip_picture_finish(svg, noslip_picture_draw(svg, 1, draw, data), file, error);
}

const NoslipPictureFormat noslip_picture_format_svg = {.suffix = "svg", .write = write_picture};
