/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/cairo/canvas-writer.h"

#include <math.h>

static const cairo_user_data_key_t attached;

void
noslip_canvas_writer_attach(NoslipCanvasWriter *writer, cairo_t *cairo)
{
  cairo_set_user_data(cairo, &attached, writer, NULL);
}

NoslipCanvasWriter *
noslip_canvas_writer_attached(cairo_t *cairo)
{
  return cairo_get_user_data(cairo, &attached);
}

char *
noslip_canvas_writer_end(NoslipCanvasWriter *writer)
{
  gboolean good = writer->format->is_good == NULL || writer->format->is_good(writer);
  g_string_append(writer->text, writer->format->end);
  char *text = g_string_free(writer->text, !good);
  g_free(writer);
  return text;
}

double
noslip_canvas_scale(cairo_t *cairo)
{
  double x = 1, y = 0;
  cairo_user_to_device_distance(cairo, &x, &y);
  return hypot(x, y);
}

static void
write_item(NoslipCanvasWriter *writer, const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo,
           guint *depth)
{
  switch (item->kind) {
  case NOSLIP_ITEM_STROKE:
    writer->format->stroke(writer, display, item, cairo);
    break;
  case NOSLIP_ITEM_FILL:
    writer->format->fill(writer, display, item, cairo);
    break;
  case NOSLIP_ITEM_TEXT:
    writer->format->text(writer, display, item, cairo);
    break;
  case NOSLIP_ITEM_IMAGE:
    writer->format->image(writer, item, cairo);
    break;
  case NOSLIP_ITEM_PUSH_CLIP:
    writer->format->push_clip(writer, item, cairo);
    ++*depth;
    break;
  case NOSLIP_ITEM_POP_CLIP:
    if (*depth > 0) {
      g_string_append(writer->text, writer->format->pop_clip);
      --*depth;
    }
    break;
  }
}

void
noslip_canvas_writer_draw(NoslipCanvasWriter *writer, const NoslipDisplay *display, cairo_t *cairo)
{
  guint depth = 0;
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF); /* as on any other canvas */
  cairo_set_font_options(cairo, options);
  cairo_font_options_destroy(options);
  for (guint i = 0; i < display->items->len; i++)
    write_item(writer, display, &g_array_index(display->items, NoslipItem, i), cairo, &depth);
  while (depth-- > 0) /* clips that the list left open */
    g_string_append(writer->text, writer->format->pop_clip);
}
