/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of pictures, and the common parts of those that are Cairo surfaces. */
#pragma once

#include "ui/export/picture.h"
#include "ui/picture/cairo/canvas-writer.h"

#define PICTURE(name) extern const NoslipPictureFormat noslip_picture_format_##name;
#include "ui/export/picture-formats.def"
#undef PICTURE

/* A cairo_write_func_t for a GByteArray. */
cairo_status_t noslip_picture_append(void *bytes, const unsigned char *data, unsigned int length);
/* Draws on a surface at this scale. */
cairo_status_t noslip_picture_draw(cairo_surface_t *surface, double scale, NoslipExportDraw draw, gpointer data);
/* Finishes the surface, which writes its buffered data, and releases it. FALSE with *error if that or an earlier step
 * with this status failed. */
gboolean noslip_picture_finish(cairo_surface_t *surface, cairo_status_t status, const char *file, GError **error);
/* Writes the picture as text into the buffer and frees the writer. FALSE if its format cannot hold the picture. */
gboolean noslip_picture_write(NoslipCanvasWriter *writer, NoslipExportDraw draw, gpointer data, GByteArray *bytes);
