/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Draws a scene into the current GL context: OpenGL 3.3 core or OpenGL ES 3.0. All functions need that context to be
 * current, except noslip_gl_canvas_abandon(). */
#pragma once

#include "ui/picture/scene/scene.h"

#define NOSLIP_PICTURE_ERROR (noslip_picture_error_quark())
typedef enum {
  NOSLIP_PICTURE_ERROR_GL,     /* no usable context, or a shader that the driver rejects */
  NOSLIP_PICTURE_ERROR_MEMORY, /* a picture too large */
  NOSLIP_PICTURE_ERROR_FILE,
} NoslipPictureError;
GQuark noslip_picture_error_quark(void);

typedef struct _NoslipGlCanvas NoslipGlCanvas;

/* NULL with an error that has the reason: version too low, the compiler's log of a shader. */
NoslipGlCanvas *noslip_gl_canvas_new(GError **error);
void noslip_gl_canvas_free(NoslipGlCanvas *canvas);
/* The context is already lost: frees memory without calling GL. */
void noslip_gl_canvas_abandon(NoslipGlCanvas *canvas);
/* Samples per pixel: 1, 2 or 4. The default is 4 if the driver supports it, and 1 with software GL, for speed. */
void noslip_gl_canvas_set_samples(NoslipGlCanvas *canvas, guint samples);
/* "OpenGL 4.5, llvmpipe …" for the about dialogue and troubleshooting. */
const char *noslip_gl_canvas_renderer(const NoslipGlCanvas *canvas);
gboolean noslip_gl_canvas_is_software(const NoslipGlCanvas *canvas);
/* Keeps the points of trails in buffers of GL, as is the default except with software GL. */
void noslip_gl_canvas_keep_trails(NoslipGlCanvas *canvas);
/* Points of trails sent to kept buffers so far, or moved to a larger buffer. */
guint64 noslip_gl_canvas_uploaded(const NoslipGlCanvas *canvas);
/* Triangles of solids and of heads of arrows drawn so far. */
guint64 noslip_gl_canvas_triangles(const NoslipGlCanvas *canvas);
/* Draws into the bound framebuffer. width and height in device pixels; `scale` device pixels per logical pixel, for the
 * widths of lines. Computes the scene's shadows if necessary. */
gboolean noslip_gl_canvas_draw(NoslipGlCanvas *canvas, NoslipScene *scene, const NoslipCamera *camera,
                               const NoslipTheme *theme, int width, int height, double scale, GError **error);
