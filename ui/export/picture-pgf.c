/* SPDX-License-Identifier: GPL-3.0-or-later */
/* PGF, for LaTeX. */
#include "ui/export/picture-private.h"

#include "ui/picture/cairo/canvas-pgf.h"

#include <glib/gi18n.h>

static gboolean
write_picture(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, const char *file,
              GError **error)
{
  if (noslip_picture_write(noslip_pgf_new(page->title, page->width, page->height), draw, data, bytes))
    return TRUE;
  g_set_error(error, G_IO_ERROR, G_IO_ERROR_FAILED,
              _("%s cannot be drawn: it has an image with more cells than LaTeX can hold; use .pdf"), file);
  return FALSE;
}

const NoslipPictureFormat noslip_picture_format_pgf = {.suffix = "pgf", .without_scene = TRUE, .write = write_picture};
