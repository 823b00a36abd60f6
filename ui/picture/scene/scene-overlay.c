/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/scene/scene-overlay.h"

#include "ui/picture/plot/ticks.h"
#include "ui/picture/scene/scene-items.h"

#include <math.h>
#include <string.h>

#define AXIS_PARTS 64 /* number of positions along an axis where its name is tried */

typedef struct {
  const NoslipCamera *camera;
  const NoslipTheme *theme;
  double width, height;
  NoslipDisplay *display;
} View;

void
noslip_overlay_init(NoslipOverlay *overlay)
{
  *overlay = (NoslipOverlay){.hovered = -1, .scale_bar = TRUE};
}

/* Words on a patch, so that they are readable over anything. (x, y) is the middle of the left, centre or right by
 * `align`. */
static void
patch_text(const View *view, double x, double y, double align, double size, NoslipColor color, gboolean bold,
           const char *text)
{
  NoslipTextStyle style = {.size = size, .color = color, .bold = bold, .align_y = 0.5};
  double width = 0, pad = 0.45 * size;
  noslip_text_measure(view->theme, &style, text, &width, NULL, NULL);
  x = CLAMP(x - align * width, pad, fmax(pad, view->width - width - pad));
  noslip_display_rectangle(view->display, x - pad, y - 0.8 * size, width + 2 * pad, 1.6 * size, 0.4 * size,
                           noslip_color_with_alpha(view->theme->surface, 0.78));
  noslip_display_text(view->display, view->theme, &style, x, y, text);
}

/* The name of an axis: beside its tip, or where the axis leaves the picture. */
static void
draw_axis_name(const View *view, const NoslipBody *body)
{
  double away = 0.9 * view->theme->text_size, wide, high, px, py, depth, at[3];
  NoslipTextStyle style = {
      .size = view->theme->text_size, .color = view->theme->text, .mathematics = TRUE, .align_x = 0.5, .align_y = 0.5};
  noslip_text_measure(view->theme, &style, body->label, &wide, &high, NULL);
  double room_x = fmax(wide / 2, away), room_y = fmax(high / 2, away);
  for (guint k = AXIS_PARTS; k > 0; k--) {
    for (guint i = 0; i < 3; i++)
      at[i] = body->from[i] + (body->to[i] - body->from[i]) * k / AXIS_PARTS;
    if (!noslip_camera_project(view->camera, view->width, view->height, at, &px, &py, &depth))
      continue;
    px += away;
    py -= away;
    if (px < room_x || px > view->width - room_x || py < room_y || py > view->height - room_y)
      continue;
    noslip_display_text(view->display, view->theme, &style, px, py, body->label);
    return;
  }
}

static void
draw_body_labels(const View *view, const NoslipScene *scene, int hovered)
{
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    double px, py, depth, at[3];
    if (body->label == NULL || body->kind == NOSLIP_BODY_TRAIL || !(body->label_always || (int) i == hovered))
      continue;
    if (body->label_always) {
      draw_axis_name(view, body);
      continue;
    }
    gboolean thin = body->kind == NOSLIP_BODY_ARROW || body->kind == NOSLIP_BODY_LINE;
    memcpy(at, thin ? body->to : body->transform + 12, sizeof at);
    if (!noslip_camera_project(view->camera, view->width, view->height, at, &px, &py, &depth))
      continue;
    double away = 0.9 * view->theme->text_size;
    g_autofree char *words = noslip_body_words(body);
    patch_text(view, px, py - 1.6 * away, 0.5, view->theme->text_size, view->theme->text, FALSE, words);
  }
}

/* A length bar of a round size at the depth of the target, about a tenth of the width, on a patch as words are. */
static void
draw_scale_bar(const View *view, const char *unit)
{
  const NoslipTheme *theme = view->theme;
  double pixel = noslip_camera_pixel_size(view->camera, view->height);
  double wish = fmin(0.14 * view->width, 130 * theme->scale) * pixel;
  double decade = pow(10, floor(log10(wish))), ratio = wish / decade;
  double length = decade * (ratio >= 5 ? 5 : ratio >= 2 ? 2 : 1), pixels = length / pixel;
  double x = 16 * theme->scale, y = view->height - 14 * theme->scale;
  if (!isfinite(pixels) || pixels < 4 || view->width < 220 * theme->scale)
    return;
  g_autofree char *number = noslip_number_text(length, 3);
  g_autofree char *text =
      unit != NULL && *unit != '\0' ? g_strdup_printf("%s %s", number, unit) : g_steal_pointer(&number);
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->text, .align_x = 0.5, .align_y = 1};
  double wide, pad = 6 * theme->scale, tick = 4 * theme->scale;
  noslip_text_measure(theme, &style, text, &wide, NULL, NULL);
  wide = fmax(wide, pixels) + 2 * pad;
  noslip_display_rectangle(view->display, x + (pixels - wide) / 2, y - tick - 1.4 * theme->small_size, wide,
                           tick + 1.4 * theme->small_size + pad, 0.4 * theme->small_size,
                           noslip_color_with_alpha(theme->surface, 0.78));
  NoslipStroke line = {theme->text, 2 * theme->scale, NOSLIP_DASH_SOLID};
  noslip_display_move(view->display, x, y - tick);
  noslip_display_line(view->display, x, y);
  noslip_display_line(view->display, x + pixels, y);
  noslip_display_line(view->display, x + pixels, y - tick);
  noslip_display_stroke(view->display, &line);
  noslip_display_text(view->display, theme, &style, x + pixels / 2, y - tick, text);
}

static NoslipColor
status_color(const NoslipTheme *theme, const NoslipStatus *status)
{
  if (isnan(status->value) || isnan(status->tolerance))
    return theme->text;
  return fabs(status->value) <= status->tolerance ? theme->good : theme->caution;
}

/* Names in the text's colour, numbers green or amber; centred, on one patch. Returns FALSE if it does not fit. */
static gboolean
status_line(const View *view, const NoslipOverlay *overlay, double size, double left_limit)
{
  const NoslipTheme *theme = view->theme;
  NoslipTextStyle name = {.size = size, .color = theme->text, .align_y = 0.5};
  NoslipTextStyle value = {.size = size, .bold = TRUE, .align_y = 0.5};
  double total = 0, gap = 1.4 * size, small_gap = 0.45 * size, pad = 0.7 * size;
  g_autoptr(GPtrArray) numbers = g_ptr_array_new_with_free_func(g_free);
  g_autoptr(GArray) widths = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < overlay->n_status; i++) {
    const NoslipStatus *s = &overlay->status[i];
    char *number = s->sign ? noslip_number_signed_text(s->value, 2) : noslip_number_text(s->value, 2);
    double w[2] = {0, 0};
    g_ptr_array_add(numbers, number);
    noslip_text_measure(theme, &name, s->name, &w[0], NULL, NULL);
    noslip_text_measure(theme, &value, number, &w[1], NULL, NULL);
    g_array_append_vals(widths, w, 2);
    total += w[0] + small_gap + w[1] + (i > 0 ? gap : 0);
  }
  double room = view->width - left_limit - pad;
  if (total + 2 * pad > room)
    return FALSE;
  double x = fmax(left_limit + pad, (view->width - total) / 2), y = view->height - 1.25 * size - 2 * theme->scale;
  noslip_display_rectangle(view->display, x - pad, y - size, total + 2 * pad, 2 * size, size,
                           noslip_color_with_alpha(theme->surface, 0.82));
  for (guint i = 0; i < overlay->n_status; i++) {
    value.color = status_color(theme, &overlay->status[i]);
    noslip_display_text(view->display, theme, &name, x, y, overlay->status[i].name);
    x += g_array_index(widths, double, 2 * i) + small_gap;
    noslip_display_text(view->display, theme, &value, x, y, g_ptr_array_index(numbers, i));
    x += g_array_index(widths, double, 2 * i + 1) + gap;
  }
  return TRUE;
}

static void
draw_status(const View *view, const NoslipOverlay *overlay)
{
  const NoslipTheme *theme = view->theme;
  double bar = overlay->scale_bar ? fmin(0.14 * view->width, 130 * theme->scale) + 28 * theme->scale : 0;
  double size = theme->text_size;
  if (overlay->n_status == 0)
    return;
  /* Reduced rather than left out: these numbers must always be visible. */
  for (guint attempt = 0; attempt < 5; attempt++, size *= 0.88)
    if (status_line(view, overlay, size, bar))
      return;
  status_line(&(View){view->camera, view->theme, fmax(view->width, 400 * theme->scale), view->height, view->display},
              overlay, size, 0);
}

/* The words of a caption that fit on a line, from `text` on; returns their length in bytes. */
static gsize
line_length(const View *view, const NoslipTextStyle *style, const char *text, double room)
{
  gsize fits = 0;
  for (const char *end = text; *end != '\0';) {
    end += strspn(end, " ");
    end += strcspn(end, " ");
    g_autofree char *line = g_strndup(text, (gsize) (end - text));
    double width = 0;
    noslip_text_measure(view->theme, style, line, &width, NULL, NULL);
    if (width > room && fits > 0)
      break;
    fits = (gsize) (end - text);
  }
  return fits;
}

/* In lines, centred, above the lower edge. */
static void
draw_caption(const View *view, const char *caption)
{
  const NoslipTheme *theme = view->theme;
  double size = 1.25 * theme->text_size, room = 0.68 * view->width, widest = 0;
  NoslipTextStyle style = {.size = size, .color = theme->text, .align_x = 0.5, .align_y = 0.5};
  g_autoptr(GPtrArray) lines = g_ptr_array_new_with_free_func(g_free);
  for (const char *c = caption; *c != '\0'; c += strspn(c, " ")) {
    gsize length = line_length(view, &style, c, room);
    char *line = g_strndup(c, length);
    double width = 0;
    noslip_text_measure(theme, &style, line, &width, NULL, NULL);
    widest = fmax(widest, width);
    g_ptr_array_add(lines, line);
    c += length;
  }
  double height = 1.4 * size * lines->len, top = view->height - height - 1.2 * size;
  noslip_display_rectangle(view->display, (view->width - widest) / 2 - size, top - 0.4 * size, widest + 2 * size,
                           height + 0.8 * size, 0.5 * size, noslip_color_with_alpha(theme->surface, 0.88));
  for (guint i = 0; i < lines->len; i++)
    noslip_display_text(view->display, theme, &style, view->width / 2, top + (i + 0.5) * 1.4 * size, lines->pdata[i]);
}

void
noslip_scene_overlay_display(const NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme,
                             double width, double height, const NoslipOverlay *overlay, NoslipDisplay *display)
{
  View view = {camera, theme, width, height, display};
  draw_body_labels(&view, scene, overlay->hovered);
  if (overlay->legend > 0)
    noslip_legend_display(scene, camera, overlay->legend, theme, width, height, display);
  if (overlay->scale_bar)
    draw_scale_bar(&view, overlay->unit);
  draw_status(&view, overlay);
  if (overlay->caption != NULL)
    draw_caption(&view, overlay->caption);
  if (overlay->message != NULL)
    patch_text(&view, width / 2, height / 2, 0.5, theme->text_size, theme->text, FALSE, overlay->message);
  if (overlay->keys != NULL)
    patch_text(&view, width - 16 * theme->scale, 28 * theme->scale, 1, theme->title_size, theme->text, TRUE,
               overlay->keys);
}

void
noslip_scene_overlay_draw(const NoslipScene *scene, const NoslipCamera *camera, const NoslipTheme *theme, double width,
                          double height, const NoslipOverlay *overlay, cairo_t *cairo)
{
  g_autoptr(NoslipDisplay) display = noslip_display_new();
  noslip_scene_overlay_display(scene, camera, theme, width, height, overlay, display);
  noslip_display_draw(display, cairo);
}
