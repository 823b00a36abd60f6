/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PGF, for LaTeX. */
#include "ui/export/picture-private.h"

#include "ui/picture/cairo/canvas-pgf.h"

#include <glib/gi18n.h>
#include <string.h>

static gboolean
write_picture(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, const char *file,
              GError **error)
{
  cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL); /* never drawn on */
  cairo_t *cairo = cairo_create(surface);
  NoslipPgf *pgf = noslip_pgf_new(page->title, page->width, page->height);
  noslip_pgf_attach(pgf, cairo);
  draw(cairo, data);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  g_autofree char *text = noslip_pgf_free(pgf);
  if (text != NULL) {
    g_byte_array_append(bytes, (const guint8 *) text, (guint) strlen(text));
    return TRUE;
  }
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
              _("%s cannot be drawn: it has an image of more cells than LaTeX holds; take .pdf"), file);
  return FALSE;
}

const NoslipPictureFormat noslip_picture_format_pgf = {.suffix = "pgf", .without_scene = TRUE, .write = write_picture};
