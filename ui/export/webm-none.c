/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Films in a build without GStreamer: there are none. */
#include "ui/export/webm.h"

#include <glib/gi18n.h>

gboolean
noslip_webm_is_available(GError **error)
{
  g_set_error_literal(error, G_IO_ERROR, G_IO_ERROR_NOT_SUPPORTED,
                      _("this program was built without GStreamer; build it where the packages libgstreamer1.0-dev and "
                        "libgstreamer-plugins-base1.0-dev are installed"));
  return FALSE;
}

NoslipWebm *
noslip_webm_new(const char *file, const char *const *reads, int width, int height, int fps, GError **error)
{
  noslip_webm_is_available(error);
  return NULL;
}

gboolean
noslip_webm_add(NoslipWebm *webm, cairo_surface_t *frame, GError **error)
{
  return noslip_webm_is_available(error);
}

gboolean
noslip_webm_close(NoslipWebm *webm, GError **error)
{
  return noslip_webm_is_available(error);
}

void
noslip_webm_free(NoslipWebm *webm)
{
}
