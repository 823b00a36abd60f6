/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view as a file: whatever draws with Cairo, in one of the formats of picture-formats.def. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef struct {
  const char *title;    /* what a PDF is called, or NULL */
  double width, height; /* points: logical pixels */
  double scale;         /* pixels of a PNG for each */
  gboolean on_paper;    /* an SVG counts in points, too, so that it has a size on paper; else in pixels */
} NoslipExportPage;

typedef void (*NoslipExportDraw)(cairo_t *cairo, gpointer data);

typedef struct {
  const char *suffix;     /* "svg": of its files */
  gboolean pixels;        /* it consists of pixels and looks as the window does; others are printed on white paper */
  gboolean without_scene; /* it holds views alone: only what noslip_display_draw() draws */
  /* Appends the whole file to `bytes`; FALSE with *error, which names the file. */
  gboolean (*write)(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data,
                    const char *file, GError **error);
} NoslipPictureFormat;

/* All formats, NULL-terminated. */
const NoslipPictureFormat *const *noslip_picture_formats(void);
/* The format by the ending of a file's name, in letters of any size; NULL where it ends in none of them. */
const NoslipPictureFormat *noslip_picture_format_of(const char *file);
/* The endings of the files that a view can be written to, or a scene: "svg", …; NULL-terminated, in a new array. */
const char **noslip_picture_suffixes(gboolean scene);
/* The file is complete or as it was before; it cannot be one of `reads`, the files of what is drawn, NULL-terminated
 * or NULL. */
gboolean noslip_export_picture(const char *file, const char *const *reads, const NoslipPictureFormat *format,
                               const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, GError **error);
