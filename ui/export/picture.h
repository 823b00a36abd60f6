/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view as a file: whatever draws with Cairo, as SVG, PDF, PNG or PGF. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef enum {
  NOSLIP_EXPORT_SVG,
  NOSLIP_EXPORT_PDF,
  NOSLIP_EXPORT_PNG,
  NOSLIP_EXPORT_PGF, /* for LaTeX; holds what is drawn by noslip_display_draw() */
} NoslipExportFormat;

typedef struct {
  const char *title;    /* what a PDF is called, or NULL */
  double width, height; /* points: logical pixels */
  double scale;         /* pixels of a PNG for each */
  gboolean on_paper;    /* an SVG counts in points, too, so that it has a size on paper; else in pixels */
} NoslipExportPage;

typedef void (*NoslipExportDraw)(cairo_t *cairo, gpointer data);

/* The format by the ending of a file's name; FALSE where it ends in none of .svg, .pdf, .png and .pgf. */
gboolean noslip_export_format(const char *file, NoslipExportFormat *format);
/* The file is complete or as it was before; it cannot be one of `reads`, the files of what is drawn, NULL-terminated
 * or NULL. */
gboolean noslip_export_picture(const char *file, const char *const *reads, NoslipExportFormat format,
                               const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, GError **error);
