/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Canvases that write a display list as text: each format is a table of functions that write one item. */
#pragma once

#include "ui/picture/display-items.h"
#include "ui/picture/display.h"

typedef struct _NoslipCanvasWriter NoslipCanvasWriter;

typedef struct {
  void (*stroke)(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo);
  void (*fill)(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo);
  void (*text)(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo);
  void (*image)(NoslipCanvasWriter *writer, const NoslipItem *item, cairo_t *cairo);
  void (*push_clip)(NoslipCanvasWriter *writer, const NoslipItem *item, cairo_t *cairo);
  const char *pop_clip, *end; /* the texts that end a clip and the file */
  /* FALSE if the format cannot hold what was written; or NULL. */
  gboolean (*is_good)(const NoslipCanvasWriter *writer);
} NoslipCanvasFormat;

/* The first field of each writer. */
struct _NoslipCanvasWriter {
  const NoslipCanvasFormat *format;
  GString *text;
};

/* From now on noslip_display_draw() with this canvas writes into `writer` and draws nothing. */
void noslip_canvas_writer_attach(NoslipCanvasWriter *writer, cairo_t *cairo);
/* The attached writer, or NULL. */
NoslipCanvasWriter *noslip_canvas_writer_attached(cairo_t *cairo);
void noslip_canvas_writer_draw(NoslipCanvasWriter *writer, const NoslipDisplay *display, cairo_t *cairo);
/* Frees the writer. Returns the text of the file, to be freed with g_free(); NULL if the format cannot hold the picture. */
char *noslip_canvas_writer_end(NoslipCanvasWriter *writer);
/* The length in the picture of a unit of the display list. */
double noslip_canvas_scale(cairo_t *cairo);
