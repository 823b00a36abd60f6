/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/export/picture-private.h"

#include "ui/picture/file.h"

#include <glib/gi18n.h>
#include <string.h>

static const NoslipPictureFormat *const formats[] = {
#define PICTURE(name) &noslip_picture_format_##name,
#include "ui/export/picture-formats.def"
#undef PICTURE
    NULL,
};

const NoslipPictureFormat *
noslip_picture_format_of(const char *file)
{
  const char *dot = strrchr(file, '.');
  for (guint i = 0; dot != NULL && formats[i] != NULL; i++)
    if (g_ascii_strcasecmp(dot + 1, formats[i]->suffix) == 0)
      return formats[i];
  return NULL;
}

const char **
noslip_picture_suffixes(gboolean scene)
{
  GPtrArray *suffixes = g_ptr_array_new();
  for (guint i = 0; formats[i] != NULL; i++)
    if (!scene || !formats[i]->without_scene)
      g_ptr_array_add(suffixes, (gpointer) formats[i]->suffix);
  g_ptr_array_add(suffixes, NULL);
  return (const char **) g_ptr_array_free(suffixes, FALSE);
}

cairo_status_t
noslip_picture_append(void *bytes, const unsigned char *data, unsigned int length)
{
  g_byte_array_append(bytes, data, length);
  return CAIRO_STATUS_SUCCESS;
}

cairo_status_t
noslip_picture_draw(cairo_surface_t *surface, double scale, NoslipExportDraw draw, gpointer data)
{
  cairo_t *cairo = cairo_create(surface);
  cairo_scale(cairo, scale, scale);
  draw(cairo, data);
  cairo_status_t status = cairo_status(cairo);
  cairo_destroy(cairo);
  return status;
}

gboolean
noslip_picture_finish(cairo_surface_t *surface, cairo_status_t status, const char *file, GError **error)
{
  cairo_surface_finish(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    status = cairo_surface_status(surface);
  cairo_surface_destroy(surface);
  if (status == CAIRO_STATUS_SUCCESS)
    return TRUE;
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED, _("%s cannot be drawn: %s"), file, cairo_status_to_string(status));
  return FALSE;
}

gboolean
noslip_picture_write(NoslipCanvasWriter *writer, NoslipExportDraw draw, gpointer data, GByteArray *bytes)
{
  cairo_surface_t *surface = cairo_recording_surface_create(CAIRO_CONTENT_COLOR_ALPHA, NULL); /* never drawn on */
  cairo_t *cairo = cairo_create(surface);
  noslip_canvas_writer_attach(writer, cairo);
  draw(cairo, data);
  cairo_destroy(cairo);
  cairo_surface_destroy(surface);
  g_autofree char *text = noslip_canvas_writer_end(writer);
  if (text != NULL)
    g_byte_array_append(bytes, (const guint8 *) text, (guint) strlen(text));
  return text != NULL;
}

gboolean
noslip_export_picture(const char *file, const char *const *reads, const NoslipPictureFormat *format,
                      const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, GError **error)
{
  g_autoptr(GByteArray) bytes = g_byte_array_new();
  return format->write(bytes, page, draw, data, file, error) &&
         noslip_file_write(file, reads, bytes->data, bytes->len, NULL, NULL, error);
}
