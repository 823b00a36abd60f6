/* SPDX-License-Identifier: GPL-3.0-or-later */
/* WebM and MP4 in a build without GStreamer: not available. */
#include "ui/export/film-private.h"

#include <glib/gi18n.h>

static gboolean
is_available(const NoslipFilmKind *kind, GError **error)
{
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                      _("this program was built without GStreamer; build it where the packages libgstreamer1.0-dev and "
                        "libgstreamer-plugins-base1.0-dev are installed"));
  return FALSE;
}

static gboolean
start(NoslipFilmWriter *writer, GError **error)
{
  return is_available(writer->kind, error);
}

static gboolean
add(NoslipFilmWriter *writer, cairo_surface_t *frame, GError **error)
{
  return is_available(writer->kind, error);
}

static void
clear(NoslipFilmWriter *writer)
{
}

const NoslipFilmKind noslip_film_webm = {".webm", is_available, start, add, start, clear};
const NoslipFilmKind noslip_film_mp4 = {".mp4", is_available, start, add, start, clear};
