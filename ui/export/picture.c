/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/picture.h"

#include "ui/picture/cairo/canvas-pgf.h"
#include "ui/picture/file.h"

#include <cairo-pdf.h>
#include <cairo-svg.h>
#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

gboolean
noslip_export_format(const char *file, NoslipExportFormat *format)
{
  static const struct {
    const char *suffix;
    NoslipExportFormat format;
  } formats[] = {{".svg", NOSLIP_EXPORT_SVG},
                 {".pdf", NOSLIP_EXPORT_PDF},
                 {".png", NOSLIP_EXPORT_PNG},
                 {".pgf", NOSLIP_EXPORT_PGF}};
  g_autofree char *lower = g_ascii_strdown(file, -1);
  for (guint i = 0; i < G_N_ELEMENTS(formats); i++)
    if (g_str_has_suffix(lower, formats[i].suffix)) {
      *format = formats[i].format;
      return TRUE;
    }
  return FALSE;
}

static cairo_status_t
append(void *closure, const unsigned char *data, unsigned int length)
{
  g_byte_array_append(closure, data, length);
  return CAIRO_STATUS_SUCCESS;
}

/* The date of SOURCE_DATE_EPOCH (seconds since 1970) where the environment has it: the same picture is the same file. */
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

static cairo_surface_t *
surface_new(NoslipExportFormat format, const NoslipExportPage *page, GByteArray *bytes)
{
  double width = page->width, height = page->height, scale = page->scale;
  if (format == NOSLIP_EXPORT_SVG) {
    cairo_surface_t *svg = cairo_svg_surface_create_for_stream(append, bytes, width, height);
    cairo_svg_surface_set_document_unit(svg, page->on_paper ? CAIRO_SVG_UNIT_PT : CAIRO_SVG_UNIT_PX);
    return svg;
  }
  if (format == NOSLIP_EXPORT_PDF) {
    cairo_surface_t *pdf = cairo_pdf_surface_create_for_stream(append, bytes, width, height);
    if (page->title)
      cairo_pdf_surface_set_metadata(pdf, CAIRO_PDF_METADATA_TITLE, page->title);
    set_date(pdf);
    return pdf;
  }
  return cairo_image_surface_create(CAIRO_FORMAT_ARGB32, (int) ceil(width * scale), (int) ceil(height * scale));
}

/* The canvas is never drawn on. */
static char *
pgf_text(const NoslipExportPage *page, NoslipExportDraw draw, gpointer data)
{
  cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL);
  cairo_t *cairo = cairo_create(surface);
  NoslipPgf *pgf = noslip_pgf_new(page->title, page->width, page->height);
  noslip_pgf_attach(pgf, cairo);
  draw(cairo, data);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  return noslip_pgf_free(pgf);
}

static gboolean
write_pgf(const char *file, const char *const *reads, const NoslipExportPage *page, NoslipExportDraw draw,
          gpointer data, GError **error)
{
  g_autofree char *text = pgf_text(page, draw, data);
  if (text != NULL)
    return noslip_file_write(file, reads, text, strlen(text), NULL, NULL, error);
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
              _("%s cannot be drawn: it has an image of more cells than LaTeX holds; take .pdf"), file);
  return FALSE;
}

gboolean
noslip_export_picture(const char *file, const char *const *reads, NoslipExportFormat format,
                      const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, GError **error)
{
  if (format == NOSLIP_EXPORT_PGF)
    return write_pgf(file, reads, page, draw, data, error);
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  cairo_surface_t *surface = surface_new(format, page, bytes);
  cairo_t *cairo = cairo_create(surface);
  if (format == NOSLIP_EXPORT_PNG)
    cairo_scale(cairo, page->scale, page->scale);
  draw(cairo, data);
  cairo_status_t status = cairo_status(cairo);
  cairo_destroy(cairo);
  if (status == CAIRO_STATUS_SUCCESS && format == NOSLIP_EXPORT_PNG)
    status = cairo_surface_write_to_png_stream(surface, append, bytes);
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (status != CAIRO_STATUS_SUCCESS) {
    g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be drawn: %s"), file,
                cairo_status_to_string(status));
    return FALSE;
  }
  return noslip_file_write(file, reads, bytes->data, bytes->len, NULL, NULL, error);
}
