/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pictures without a window: GL through EGL without a surface, or Cairo if that is not available. */
#pragma once

#include <cairo.h>

#include "ui/picture/gl/canvas-gl.h"
#include "ui/picture/scene/scene-overlay.h"

typedef enum {
  NOSLIP_OFFSCREEN_ANY, /* GL, else Cairo */
  NOSLIP_OFFSCREEN_GL,  /* GL, else an error */
  NOSLIP_OFFSCREEN_CAIRO,
} NoslipOffscreenWay;

#define NOSLIP_OFFSCREEN_MOST 16384 /* pixels, width and height */

/* A GL context without a surface, kept for many pictures; used by the thread that created it. NULL with an error. */
typedef struct _NoslipOffscreen NoslipOffscreen;
NoslipOffscreen *noslip_offscreen_new(NoslipOffscreenWay way, GError **error);
void noslip_offscreen_free(NoslipOffscreen *offscreen);
/* "OpenGL 4.5, llvmpipe …", or "Cairo". */
const char *noslip_offscreen_renderer(const NoslipOffscreen *offscreen);
/* Keeps the points of trails in buffers of GL also where the processor draws; a graphics card's driver always does. */
void noslip_offscreen_keep_trails(NoslipOffscreen *offscreen);
/* Points of trails sent to such buffers so far: each is sent once, and moved if there are more than expected. */
guint64 noslip_offscreen_uploaded(const NoslipOffscreen *offscreen);
/* Of solids and of heads of arrows, so far; 0 without GL. */
guint64 noslip_offscreen_triangles(const NoslipOffscreen *offscreen);
/* If a toolkit has a GL context of its own current in this thread, render in another thread: only EGL
 * contexts are restored afterwards. width and height in device pixels, `scale` device pixels per
 * logical pixel. overlay may be NULL. An image surface (ARGB32) that the caller destroys, or NULL with
 * an error. */
cairo_surface_t *noslip_offscreen_render(NoslipOffscreen *offscreen, NoslipScene *scene, const NoslipCamera *camera,
                                         const NoslipTheme *theme, const NoslipOverlay *overlay, int width, int height,
                                         double scale, GError **error);
/* An image surface as the bytes of a PNG; NULL with *error. */
GByteArray *noslip_picture_png(cairo_surface_t *surface, GError **error);
/* Writes a PNG; the file is complete or does not exist. */
gboolean noslip_picture_write_png(cairo_surface_t *surface, const char *file, GError **error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipOffscreen, noslip_offscreen_free)
