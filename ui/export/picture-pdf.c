/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/picture-private.h"

#include <cairo-pdf.h>

/* The date of SOURCE_DATE_EPOCH (seconds since 1970) if it is set: the same picture then gives the same file. */
static void
set_date(cairo_surface_t *pdf)
{
  const char *epoch = g_getenv("SOURCE_DATE_EPOCH");
  gint64 seconds = 0;
  if (!epoch || !g_ascii_string_to_signed(epoch, 10, 0, G_MAXINT32, &seconds, NULL))
    return;
  g_autoptr(GDateTime) date = g_date_time_new_from_unix_utc(seconds);
  g_autofree char *text = g_date_time_format(date, "%Y-%m-%dT%H:%M:%SZ");
  cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_CREATE_DATE, text);
}

static gboolean
write_picture(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, const char *file,
              GError **error)
{
  cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(noslip_picture_append, bytes, page->width, page->height);
  if (page->title)
    cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, page->title);
  set_date(pdf);
  return noslip_picture_finish(pdf, noslip_picture_draw(pdf, 1, draw, data), file, error);
}

const NoslipPictureFormat noslip_picture_format_pdf = {.suffix = "pdf", .write = write_picture};
