/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/cairo/canvas-path.h"
#include "ui/picture/cairo/canvas-writer.h"

#include <math.h>
#include <pango/pangocairo.h>

static void
set_color(cairo_t *cairo, NoslipColor color)
{
  cairo_set_source_rgba(cairo, color.r, color.g, color.b, color.a);
}

static void
draw_stroke(const NoslipDisplay *display, const NoslipItem *item, cairo_t *cairo)
{
  int n = 0;
  double pattern[6];
  const double *units = noslip_dash_pattern(item->dash, &n);
  for (int i = 0; i < n; i++)
    pattern[i] = units[i] * item->width;
  noslip_canvas_path(display, item, cairo);
  set_color(cairo, item->color);
  cairo_set_line_width(cairo, item->width);
  cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
  cairo_set_line_cap(cairo, n > 0 ? CAIRO_LINE_CAP_BUTT : CAIRO_LINE_CAP_ROUND);
  cairo_set_dash(cairo, pattern, n, 0);
  cairo_stroke(cairo);
}

/* The top left corner of a text from its anchor. */
static void
place_text(const NoslipTextStyle *style, double width, double height, double baseline, double *dx, double *dy)
{
  *dx = -style->align_x * width;
  *dy = style->align_y == NOSLIP_ALIGN_BASELINE ? -baseline : -style->align_y * height;
}

static void
draw_layout(const NoslipItem *item, PangoLayout *layout, cairo_t *cairo)
{
  PangoRectangle logical;
  double dx, dy;
  pango_layout_get_extents(layout, NULL, &logical);
  place_text(&item->style, (double) logical.width / PANGO_SCALE, (double) logical.height / PANGO_SCALE,
             (double) pango_layout_get_baseline(layout) / PANGO_SCALE, &dx, &dy);
  cairo_save(cairo);
  cairo_translate(cairo, item->x, item->y);
  if (item->style.angle != 0)
    cairo_rotate(cairo, item->style.angle);
  cairo_move_to(cairo, dx, dy);
  pango_cairo_show_layout(cairo, layout);
  cairo_restore(cairo);
}

/* Fonts are set in a saved state: Cairo would use the font of the last text, without the rotation of this one. */
static void
draw_glyphs(const NoslipItem *item, const NoslipTextGlyphs *glyphs, const char *text, cairo_t *cairo)
{
  double width, height, baseline, dx, dy;
  noslip_text_glyphs_size(glyphs, &width, &height, &baseline);
  place_text(&item->style, width, height, baseline, &dx, &dy);
  cairo_save(cairo);
  if (item->style.angle != 0) {
    cairo_translate(cairo, item->x, item->y);
    cairo_rotate(cairo, item->style.angle);
    noslip_text_glyphs_show(glyphs, text, dx, dy, cairo);
  } else {
    noslip_text_glyphs_show(glyphs, text, item->x + dx, item->y + dy, cairo);
  }
  cairo_restore(cairo);
}

/* Whether a canvas has pixels alone; another one has texts to search and to copy, which glyphs have not. */
static gboolean
is_screen(cairo_t *cairo)
{
  cairo_surface_type_t type = cairo_surface_get_type(cairo_get_target(cairo));
  return type == CAIRO_SURFACE_TYPE_IMAGE || type == CAIRO_SURFACE_TYPE_RECORDING;
}

static void
draw_text(const NoslipDisplay *display, const NoslipItem *item, PangoLayout *shared, cairo_t *cairo)
{
  const char *text = display->strings->str + item->text;
  set_color(cairo, item->color);
  if (shared != NULL) {
    noslip_text_prepare(shared, item->font, &item->style, text);
    draw_layout(item, shared, cairo);
    return;
  }
  const NoslipTextGlyphs *glyphs =
      is_screen(cairo) ? noslip_text_layouts_glyphs(display->layouts, item->font, &item->style, text) : NULL;
  if (glyphs != NULL)
    draw_glyphs(item, glyphs, text, cairo);
  else
    draw_layout(item, noslip_text_layouts_get(display->layouts, item->font, &item->style, text), cairo);
}

static void
draw_image(const NoslipItem *item, cairo_t *cairo)
{
  double width = cairo_image_surface_get_width(item->image), height = cairo_image_surface_get_height(item->image);
  cairo_save(cairo);
  cairo_translate(cairo, item->x, item->y);
  cairo_scale(cairo, item->box_width / width, item->box_height / height);
  cairo_set_source_surface(cairo, item->image, 0, 0);
  cairo_pattern_set_filter(cairo_get_source(cairo), CAIRO_FILTER_NEAREST); /* made for these pixels */
  cairo_paint_with_alpha(cairo, item->color.a);
  cairo_restore(cairo);
}

void
noslip_display_draw(const NoslipDisplay *display, cairo_t *cairo)
{
  guint depth = 0;
  NoslipCanvasWriter *writer = noslip_canvas_writer_attached(cairo);
  if (writer != NULL) {
    noslip_canvas_writer_draw(writer, display, cairo);
    return;
  }
  cairo_font_options_t *options = cairo_font_options_create();
  g_autoptr(PangoLayout) layout = NULL;

  cairo_save(cairo);
  /* Positions of glyphs do not depend on the scale of the canvas, so that export and window break lines alike. */
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  cairo_set_font_options(cairo, options);
  cairo_font_options_destroy(options);
  if (display->layouts != NULL)
    noslip_text_layouts_begin(display->layouts, cairo);
  else
    layout = pango_cairo_create_layout(cairo);
  for (guint i = 0; i < display->items->len; i++) {
    const NoslipItem *item = &g_array_index(display->items, NoslipItem, i);
    switch (item->kind) {
    case NOSLIP_ITEM_STROKE:
      draw_stroke(display, item, cairo);
      break;
    case NOSLIP_ITEM_FILL:
      noslip_canvas_path(display, item, cairo);
      set_color(cairo, item->color);
      cairo_fill(cairo);
      break;
    case NOSLIP_ITEM_TEXT:
      draw_text(display, item, layout, cairo);
      break;
    case NOSLIP_ITEM_IMAGE:
      draw_image(item, cairo);
      break;
    case NOSLIP_ITEM_PUSH_CLIP:
      cairo_save(cairo);
      cairo_rectangle(cairo, item->x, item->y, item->box_width, item->box_height);
      cairo_clip(cairo);
      depth++;
      break;
    case NOSLIP_ITEM_POP_CLIP:
      if (depth > 0) {
        cairo_restore(cairo);
        depth--;
      }
      break;
    }
  }
  while (depth-- > 0)
    cairo_restore(cairo);
  cairo_restore(cairo);
}
