/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A film: pictures of one size, one after the other, as a WebM file (VP8 in Matroska), encoded by GStreamer.
 */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef struct _NoslipWebm NoslipWebm;

/* FALSE where this build or this machine cannot write one; *error says which package is missing. */
gboolean noslip_webm_is_available(GError **error);
/* width and height in pixels, fps frames a second. Until it is closed the film has a name of its own beside `file`,
 * which cannot be one of `reads`, the files of what is shown (NULL-terminated, or NULL). The same frames give the same bytes. */
NoslipWebm *noslip_webm_new(const char *file, const char *const *reads, int width, int height, int fps, GError **error);
/* Appends a frame: an image surface (ARGB32 or RGB24) of that size; waits while the encoder is behind. */
gboolean noslip_webm_add(NoslipWebm *webm, cairo_surface_t *frame, GError **error);
/* Ends it and gives it its name. FALSE where it could not be written; whatever was there before stays then.
 */
gboolean noslip_webm_close(NoslipWebm *webm, GError **error);
/* Where it was not closed, nothing of it is left. */
void noslip_webm_free(NoslipWebm *webm);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipWebm, noslip_webm_free)
