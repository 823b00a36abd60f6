/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formats of pictures, and what those that are Cairo surfaces share. */
#pragma once

#include "ui/export/picture.h"

#define PICTURE(name) extern const NoslipPictureFormat noslip_picture_format_##name;
#include "ui/export/picture-formats.def"
#undef PICTURE

/* A cairo_write_func_t for a GByteArray. */
cairo_status_t noslip_picture_append(void *bytes, const unsigned char *data, unsigned int length);
/* Draws on a surface at this scale. */
cairo_status_t noslip_picture_draw(cairo_surface_t *surface, double scale, NoslipExportDraw draw, gpointer data);
/* Finishes the surface, which writes what it still holds, and gives it up. FALSE with *error where it, or what was done
 * before with this status, failed. */
gboolean noslip_picture_finish(cairo_surface_t *surface, cairo_status_t status, const char *file, GError **error);
