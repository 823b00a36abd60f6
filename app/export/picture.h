/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view as a file: whatever draws with Cairo, as SVG, PDF or PNG. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef enum { NOSLIP_EXPORT_SVG, NOSLIP_EXPORT_PDF, NOSLIP_EXPORT_PNG } NoslipExportFormat;

typedef void (*NoslipExportDraw)(cairo_t *cairo, gpointer data);

/* The format that a file's name asks for; FALSE where it ends in none of .svg, .pdf and .png. */
gboolean noslip_export_format(const char *file, NoslipExportFormat *format);
/* width and height in points (logical pixels); a PNG has `scale` pixels for each. The file is complete or as it was
 * before. */
gboolean noslip_export_picture(const char *file, NoslipExportFormat format, double width, double height, double scale,
                               NoslipExportDraw draw, gpointer data, GError **error);
