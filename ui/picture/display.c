/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/display-items.h"

#include <math.h>
#include <pango/pangocairo.h>
#include <string.h>

static void
clear_item(gpointer data)
{
  NoslipItem *item = data;
  if (item->kind == NOSLIP_ITEM_IMAGE)
    cairo_surface_destroy(item->image);
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
  noslip_text_layouts_free(display->layouts);
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

void
noslip_display_keep_texts(NoslipDisplay *display)
{
  if (display->layouts == NULL)
    display->layouts = noslip_text_layouts_new();
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
noslip_display_lines(NoslipDisplay *display, guint n, const double *xy)
{
  guint before = display->verbs->len;
  if (n == 0)
    return;
  g_byte_array_set_size(display->verbs, before + n);
  memset(display->verbs->data + before, NOSLIP_PATH_LINE, n);
  g_array_append_vals(display->numbers, xy, 2 * n);
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

/* Ends the path that is being built; it becomes one item. */
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
  item.style.symbols = style->symbols && theme->symbols;
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
