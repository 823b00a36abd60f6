/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/display-items.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

static void
clear_item(gpointer item)
{
  cairo_surface_t *image = ((NoslipItem *) item)->image;
  if (image != NULL)
    cairo_surface_destroy(image);
}

NoslipDisplay *
noslip_display_new(void)
{
  NoslipDisplay *display = g_new0(NoslipDisplay, 1);
  display->items = g_array_new(FALSE, FALSE, sizeof(NoslipItem));
  g_array_set_clear_func(display->items, clear_item);
  display->verbs = g_byte_array_new();
  display->numbers = g_array_new(FALSE, FALSE, sizeof(double));
  display->strings = g_string_new(NULL);
  return display;
}

void
noslip_display_free(NoslipDisplay *display)
{
  if (display == NULL)
    return;
  g_array_unref(display->items);
  g_byte_array_unref(display->verbs);
  g_array_unref(display->numbers);
  g_string_free(display->strings, TRUE);
  g_free(display);
}

void
noslip_display_clear(NoslipDisplay *display)
{
  g_array_set_size(display->items, 0);
  g_byte_array_set_size(display->verbs, 0);
  g_array_set_size(display->numbers, 0);
  g_string_truncate(display->strings, 0);
  display->path_verb = display->path_number = 0;
}

static void
add_verb(NoslipDisplay *display, NoslipPathVerb verb, guint n, const double *numbers)
{
  guint8 byte = (guint8) verb;
  g_byte_array_append(display->verbs, &byte, 1);
  g_array_append_vals(display->numbers, numbers, n);
}

void
noslip_display_move(NoslipDisplay *display, double x, double y)
{
  add_verb(display, NOSLIP_PATH_MOVE, 2, (double[]){x, y});
}

void
noslip_display_line(NoslipDisplay *display, double x, double y)
{
  add_verb(display, NOSLIP_PATH_LINE, 2, (double[]){x, y});
}

void
noslip_display_curve(NoslipDisplay *display, double x1, double y1, double x2, double y2, double x, double y)
{
  add_verb(display, NOSLIP_PATH_CURVE, 6, (double[]){x1, y1, x2, y2, x, y});
}

void
noslip_display_arc(NoslipDisplay *display, double x, double y, double radius, double from, double to)
{
  add_verb(display, NOSLIP_PATH_ARC, 5, (double[]){x, y, radius, from, to});
}

void
noslip_display_close(NoslipDisplay *display)
{
  add_verb(display, NOSLIP_PATH_CLOSE, 0, NULL);
}

/* Ends the path that is being built as one item. */
static NoslipItem *
end_path(NoslipDisplay *display, NoslipItemKind kind, NoslipColor color)
{
  NoslipItem item = {
      .kind = kind,
      .color = color,
      .first_verb = display->path_verb,
      .n_verbs = display->verbs->len - display->path_verb,
      .first_number = display->path_number,
  };
  display->path_verb = display->verbs->len;
  display->path_number = display->numbers->len;
  g_array_append_val(display->items, item);
  return &g_array_index(display->items, NoslipItem, display->items->len - 1);
}

void
noslip_display_stroke(NoslipDisplay *display, const NoslipStroke *stroke)
{
  NoslipItem *item = end_path(display, NOSLIP_ITEM_STROKE, stroke->color);
  item->width = stroke->width;
  item->dash = stroke->dash;
}

void
noslip_display_fill(NoslipDisplay *display, NoslipColor color)
{
  end_path(display, NOSLIP_ITEM_FILL, color);
}

void
noslip_display_rectangle(NoslipDisplay *display, double x, double y, double width, double height, double radius,
                         NoslipColor fill)
{
  if (radius > 0) {
    radius = fmin(radius, fmin(width, height) / 2);
    noslip_display_arc(display, x + width - radius, y + radius, radius, -G_PI_2, 0);
    noslip_display_arc(display, x + width - radius, y + height - radius, radius, 0, G_PI_2);
    noslip_display_arc(display, x + radius, y + height - radius, radius, G_PI_2, G_PI);
    noslip_display_arc(display, x + radius, y + radius, radius, G_PI, 1.5 * G_PI);
  } else {
    noslip_display_move(display, x, y);
    noslip_display_line(display, x + width, y);
    noslip_display_line(display, x + width, y + height);
    noslip_display_line(display, x, y + height);
  }
  noslip_display_close(display);
  noslip_display_fill(display, fill);
}

void
noslip_display_segment(NoslipDisplay *display, double x1, double y1, double x2, double y2, const NoslipStroke *stroke)
{
  noslip_display_move(display, x1, y1);
  noslip_display_line(display, x2, y2);
  noslip_display_stroke(display, stroke);
}

void
noslip_display_circle(NoslipDisplay *display, double x, double y, double radius, NoslipColor fill,
                      const NoslipStroke *stroke)
{
  noslip_display_arc(display, x, y, radius, 0, 2 * G_PI);
  noslip_display_close(display);
  noslip_display_fill(display, fill);
  if (stroke == NULL)
    return;
  noslip_display_arc(display, x, y, radius, 0, 2 * G_PI);
  noslip_display_close(display);
  noslip_display_stroke(display, stroke);
}

void
noslip_display_text(NoslipDisplay *display, const NoslipTheme *theme, const NoslipTextStyle *style, double x, double y,
                    const char *text)
{
  if (text == NULL || *text == '\0')
    return;
  NoslipItem item = {
      .kind = NOSLIP_ITEM_TEXT,
      .color = style->color,
      .x = x,
      .y = y,
      .style = *style,
      .font = theme->font,
      .text = (guint) display->strings->len,
  };
  g_autofree char *valid = g_utf8_make_valid(text, -1);
  g_string_append_len(display->strings, valid, (gssize) strlen(valid) + 1);
  g_array_append_val(display->items, item);
}

void
noslip_display_image(NoslipDisplay *display, cairo_surface_t *image, double x, double y, double width, double height,
                     double alpha)
{
  NoslipItem item = {.kind = NOSLIP_ITEM_IMAGE, .x = x, .y = y, .box_width = width, .box_height = height};
  item.image = cairo_surface_reference(image);
  item.color.a = alpha;
  g_array_append_val(display->items, item);
}

void
noslip_display_push_clip(NoslipDisplay *display, double x, double y, double width, double height)
{
  NoslipItem item = {.kind = NOSLIP_ITEM_PUSH_CLIP, .x = x, .y = y, .box_width = width, .box_height = height};
  g_array_append_val(display->items, item);
}

void
noslip_display_pop_clip(NoslipDisplay *display)
{
  NoslipItem item = {.kind = NOSLIP_ITEM_POP_CLIP};
  g_array_append_val(display->items, item);
}

guint
noslip_display_n_items(const NoslipDisplay *display)
{
  return display->items->len;
}

guint
noslip_display_n_points(const NoslipDisplay *display)
{
  guint n = 0;
  for (guint i = 0; i < display->verbs->len; i++)
    n += display->verbs->data[i] != NOSLIP_PATH_CLOSE;
  return n;
}

gboolean
noslip_display_has_text(const NoslipDisplay *display, const char *text)
{
  for (guint i = 0; i < display->items->len; i++) {
    const NoslipItem *item = &g_array_index(display->items, NoslipItem, i);
    if (item->kind == NOSLIP_ITEM_TEXT && strstr(display->strings->str + item->text, text) != NULL)
      return TRUE;
  }
  return FALSE;
}

/* A layout of the calling thread's default font map, with metrics that do not depend on a canvas. */
static PangoLayout *
measuring_layout(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  PangoContext *context = pango_font_map_create_context(pango_cairo_font_map_get_default());
  cairo_font_options_t *options = cairo_font_options_create();
  cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
  pango_cairo_context_set_font_options(context, options);
  PangoLayout *layout = pango_layout_new(context);
  g_autofree char *valid = g_utf8_make_valid(text != NULL ? text : "", -1);
  noslip_text_prepare(layout, theme->font, style, valid);
  cairo_font_options_destroy(options);
  g_object_unref(context);
  return layout;
}

void
noslip_text_measure(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text, double *width,
                    double *ascent, double *descent)
{
  g_autoptr(PangoLayout) layout = measuring_layout(theme, style, text);
  PangoRectangle logical;
  pango_layout_get_extents(layout, NULL, &logical);
  double baseline = (double) pango_layout_get_baseline(layout) / PANGO_SCALE;
  if (width != NULL)
    *width = (double) logical.width / PANGO_SCALE;
  if (ascent != NULL)
    *ascent = baseline;
  if (descent != NULL)
    *descent = (double) logical.height / PANGO_SCALE - baseline;
}

char **
noslip_text_lines(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text, double width)
{
  g_auto(GStrv) words = g_strsplit(text, " ", -1);
  g_autoptr(GPtrArray) lines = g_ptr_array_new();
  g_autoptr(GString) line = g_string_new(NULL);
  for (char **word = words; *word != NULL; word++) {
    g_autofree char *longer = g_strconcat(line->str, line->len > 0 ? " " : "", *word, NULL);
    double w = 0;
    noslip_text_measure(theme, style, longer, &w, NULL, NULL);
    if (w > width && line->len > 0) {
      g_ptr_array_add(lines, g_strdup(line->str));
      g_string_assign(line, *word);
    } else {
      g_string_assign(line, longer);
    }
  }
  g_ptr_array_add(lines, g_strdup(line->str));
  g_ptr_array_add(lines, NULL);
  return (char **) g_ptr_array_free(g_steal_pointer(&lines), FALSE);
}

double
noslip_text_ink_ascent(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  g_autoptr(PangoLayout) layout = measuring_layout(theme, style, text);
  PangoRectangle ink;
  pango_layout_get_extents(layout, &ink, NULL);
  return (double) (pango_layout_get_baseline(layout) - ink.y) / PANGO_SCALE;
}

double
noslip_text_overhang(const NoslipTheme *theme, const NoslipTextStyle *style, const char *text)
{
  g_autoptr(PangoLayout) layout = measuring_layout(theme, style, text);
  PangoRectangle ink, logical;
  pango_layout_get_extents(layout, &ink, &logical);
  return (double) (ink.x + ink.width - logical.x - logical.width) / PANGO_SCALE;
}
