/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A view as a file: any drawing by Cairo, in one of the formats of picture-formats.def. */
#pragma once

#include <cairo.h>
#include <gio/gio.h>

typedef struct {
  const char *title;    /* what a PDF is called, or NULL */
  double width, height; /* points: logical pixels */
  double scale;         /* pixels of a PNG for each */
  gboolean on_paper;    /* sizes are in points for an SVG too, so that it has a size on paper; else in pixels */
  gboolean live_text;   /* letters of an SVG stay letters; for views alone, as of without_scene */
} NoslipExportPage;

typedef void (*NoslipExportDraw)(cairo_t *cairo, gpointer data);

typedef struct {
  const char *suffix;     /* "svg": of its files */
  gboolean pixels;        /* it consists of pixels and looks like the window; others are printed on white paper */
  gboolean without_scene; /* only views, not scenes: the format supports only what noslip_display_draw() draws */
  /* Appends the whole file to `bytes`; FALSE with *error, which names the file. */
  gboolean (*write)(GByteArray *bytes, const NoslipExportPage *page, NoslipExportDraw draw, gpointer data,
                    const char *file, GError **error);
} NoslipPictureFormat;

/* The format by the suffix of a file's name, ignoring case; NULL if it has none of the suffixes. */
const NoslipPictureFormat *noslip_picture_format_of(const char *file);
/* The suffixes of files for views, or for scenes: "svg", …; NULL-terminated, in a new array. */
const char **noslip_picture_suffixes(gboolean scene);
/* The file is complete or unchanged; it must not be one of `reads`, the input files, NULL-terminated or
 * NULL. */
gboolean noslip_export_picture(const char *file, const char *const *reads, const NoslipPictureFormat *format,
                               const NoslipExportPage *page, NoslipExportDraw draw, gpointer data, GError **error);
