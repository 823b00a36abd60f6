/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legend in the scene's corner: the colours, what they mean, and the present magnitudes; then the motions of the
 * ghosts. */
#include "ui/picture/scene/scene-items.h"

#include <math.h>

#define MOST_BODIES 8
#define MOST_GHOSTS 6
#define MOST_COLUMNS 2

typedef struct {
  const NoslipBody *body; /* an arrow or a trail */
  char *words;
  double width; /* of the words */
} BodyEntry;

/* Ghosts are listed side by side, as many on a line as fit. */
typedef struct {
  const NoslipGhost *ghost;
  double x, y;
} GhostEntry;

typedef struct {
  const NoslipTheme *theme;
  NoslipDisplay *display;
  NoslipTextStyle name, value;
  double size, line, sign, sign_gap, value_gap, pad; /* pixels */
  BodyEntry bodies[MOST_BODIES];
  GhostEntry ghosts[MOST_GHOSTS];
  guint n_bodies, n_ghosts;
  guint rows;           /* of bodies in each column */
  double column;        /* from the left edge of one column to that of the next */
  double width, height; /* of the whole, without the pads */
} Legend;

/* Room for the number, and for most later values, so that the patch does not change its size. */
static double
value_room(const Legend *legend, const NoslipBody *body, const char *unit)
{
  if (!isfinite(noslip_body_value(body)))
    return 0;
  g_autofree char *now = noslip_body_value_text(body), *wide = g_strdup_printf("0.0888 %s", unit);
  double width[2];
  noslip_text_measure(legend->theme, &legend->value, now, &width[0], NULL, NULL);
  noslip_text_measure(legend->theme, &legend->value, wide, &width[1], NULL, NULL);
  return legend->value_gap + fmax(width[0], width[1]);
}

static void
add_body(Legend *legend, const NoslipBody *body)
{
  const char *unit;
  gsize unit_length;
  if (body->label == NULL || body->label_always || (body->kind != NOSLIP_BODY_ARROW && body->kind != NOSLIP_BODY_TRAIL))
    return;
  BodyEntry entry = {.body = body, .words = noslip_label_name(body->label, &unit, &unit_length)};
  g_autofree char *unit_text = g_strndup(unit, unit_length);
  double value = value_room(legend, body, unit_text);
  noslip_text_measure(legend->theme, &legend->name, entry.words, &entry.width, NULL, NULL);
  legend->width = fmax(legend->width, legend->sign + legend->sign_gap + entry.width + value);
  legend->bodies[legend->n_bodies++] = entry;
}

/* The bodies from top to bottom, column by column; until here the legend has the width of one column. */
static void
set_columns(Legend *legend, guint columns)
{
  legend->column = legend->width + 1.1 * legend->size;
  legend->rows = (legend->n_bodies + columns - 1) / columns;
  legend->height = legend->rows * legend->line;
  if (legend->n_bodies > legend->rows)
    legend->width += (columns - 1) * legend->column;
}

static void
add_ghosts(Legend *legend, const NoslipScene *scene)
{
  double widths[MOST_GHOSTS], swatch = 1.2 * legend->size, gap = 0.5 * legend->size, apart = 1.1 * legend->size, x = 0;
  legend->n_ghosts = MIN(scene->ghosts->len, MOST_GHOSTS);
  for (guint i = 0; i < legend->n_ghosts; i++) {
    const NoslipGhost *ghost = legend->ghosts[i].ghost = &g_array_index(scene->ghosts, NoslipGhost, i);
    noslip_text_measure(legend->theme, &legend->name, ghost->name, &widths[i], NULL, NULL);
    widths[i] += swatch + gap;
    legend->width = fmax(legend->width, widths[i]);
  }
  for (guint i = 0; i < legend->n_ghosts; i++) {
    if (i > 0 && x + widths[i] > legend->width) {
      x = 0;
      legend->height += legend->line;
    }
    legend->ghosts[i].x = x;
    legend->ghosts[i].y = legend->height;
    x += widths[i] + apart;
  }
  legend->height += legend->n_ghosts > 0 ? legend->line : 0;
}

/* A short arrow, or a stroke that fades like its trail. */
static void
draw_sign(const Legend *legend, const NoslipBody *body, double x, double y)
{
  const double width = 3.2 * legend->theme->scale, head = 9 * legend->theme->scale, length = legend->sign;
  NoslipDisplay *display = legend->display;
  if (body->kind == NOSLIP_BODY_ARROW) {
    NoslipStroke stroke = {body->color, width, NOSLIP_DASH_SOLID};
    noslip_display_segment(display, x, y, x + length - head, y, &stroke);
    noslip_display_move(display, x + length - head, y - 0.42 * head);
    noslip_display_line(display, x + length, y);
    noslip_display_line(display, x + length - head, y + 0.42 * head);
    noslip_display_close(display);
    noslip_display_fill(display, body->color);
    return;
  }
  for (guint k = 0; k < 4; k++) {
    double strength = body->trail_stays ? 1 : NOSLIP_TRAIL_FAINT + (1 - NOSLIP_TRAIL_FAINT) * k / 3.0;
    NoslipStroke stroke = {noslip_color_with_alpha(body->color, strength * body->color.a), width, NOSLIP_DASH_SOLID};
    noslip_display_segment(display, x + k * length / 4, y, x + (k + 1) * length / 4, y, &stroke);
  }
}

static void
draw_body(const Legend *legend, const BodyEntry *entry, double x, double y)
{
  double after = x + legend->sign + legend->sign_gap;
  draw_sign(legend, entry->body, x, y);
  noslip_display_text(legend->display, legend->theme, &legend->name, after, y, entry->words);
  if (!isfinite(noslip_body_value(entry->body)))
    return;
  g_autofree char *value = noslip_body_value_text(entry->body);
  noslip_display_text(legend->display, legend->theme, &legend->value, after + entry->width + legend->value_gap, y,
                      value);
}

static void
draw_ghost(const Legend *legend, const GhostEntry *entry, double x, double y)
{
  double height = 0.8 * legend->size, width = 1.2 * legend->size;
  noslip_display_rectangle(legend->display, x + entry->x, y + entry->y - height / 2, width, height, height / 4,
                           noslip_color_with_alpha(entry->ghost->color, 0.7));
  noslip_display_text(legend->display, legend->theme, &legend->name, x + entry->x + width + 0.5 * legend->size,
                      y + entry->y, entry->ghost->name);
}

#define RIGHT_MARGIN 56 /* pixels: beside the button of the menu */

/* The left edge of the legend: in the right corner where it would cover a body in the left one, and none there. */
static double
left_edge(const Legend *legend, const NoslipScene *scene, const NoslipCamera *camera, double width, double height)
{
  double left = 16 * legend->theme->scale, right = width - legend->width - RIGHT_MARGIN * legend->theme->scale;
  const double high = legend->height + 2 * legend->pad, wide = legend->width + 2 * legend->pad;
  const double patch[4] = {left - legend->pad, 14 * legend->theme->scale, wide, high};
  const double other[4] = {right - legend->pad, patch[1], wide, high};
  if (right < left + legend->width || !noslip_scene_covers(scene, camera, width, height, patch))
    return left;
  return noslip_scene_covers(scene, camera, width, height, other) ? left : right;
}

static void
measure(Legend *legend, const NoslipScene *scene, guint n_bodies, const NoslipTheme *theme, double size, guint columns,
        NoslipDisplay *display)
{
  *legend = (Legend){.theme = theme,
                     .display = display,
                     .name = {.size = size, .color = theme->text, .align_y = 0.5},
                     .value = {.size = size, .color = theme->text, .bold = TRUE, .align_y = 0.5},
                     .size = size,
                     .line = 1.55 * size,
                     .sign = 30 * theme->scale,
                     .sign_gap = 0.7 * size,
                     .value_gap = 0.6 * size,
                     .pad = 0.6 * size};
  for (guint i = 0; i < MIN(n_bodies, noslip_scene_n_bodies(scene)) && legend->n_bodies < MOST_BODIES; i++)
    add_body(legend, noslip_scene_body(scene, i));
  set_columns(legend, columns);
  add_ghosts(legend, scene);
}

static gboolean
fits(const Legend *legend, double width, double height)
{
  return legend->width + 3 * legend->pad < 0.8 * width && legend->height < 0.45 * height;
}

static void
clear(Legend *legend)
{
  for (guint i = 0; i < legend->n_bodies; i++)
    g_free(legend->bodies[i].words);
  legend->n_bodies = 0;
}

static void
draw(const Legend *legend, const NoslipScene *scene, const NoslipCamera *camera, double width, double height)
{
  double x = left_edge(legend, scene, camera, width, height), y = 14 * legend->theme->scale + legend->pad;
  double middle = y + 0.5 * legend->line - 0.15 * legend->size;
  noslip_display_rectangle(legend->display, x - legend->pad, y - legend->pad, legend->width + 2 * legend->pad,
                           legend->height + 2 * legend->pad - 0.3 * legend->size, 0.5 * legend->size,
                           noslip_color_with_alpha(legend->theme->surface, 0.66));
  for (guint i = 0; i < legend->n_bodies; i++)
    draw_body(legend, &legend->bodies[i], x + i / legend->rows * legend->column,
              middle + i % legend->rows * legend->line);
  for (guint i = 0; i < legend->n_ghosts; i++)
    draw_ghost(legend, &legend->ghosts[i], x, middle);
}

/* Where the list is too long, it stands in columns; enlarged type is made smaller where there is no room for it, down to
 * that of scale 1. */
void
noslip_legend_display(const NoslipScene *scene, const NoslipCamera *camera, guint n_bodies, const NoslipTheme *theme,
                      double width, double height, NoslipDisplay *display)
{
  const double least = theme->small_size / fmax(theme->scale, 1);
  double size = theme->small_size;
  guint columns = 1;
  Legend legend;
  measure(&legend, scene, n_bodies, theme, size, columns, display);
  while (!fits(&legend, width, height) && (columns < MOST_COLUMNS || size > least)) {
    clear(&legend);
    size = columns < MOST_COLUMNS ? size : fmax(least, 0.9 * size);
    columns = columns % MOST_COLUMNS + 1;
    measure(&legend, scene, n_bodies, theme, size, columns, display);
  }
  if (legend.height > 0 && fits(&legend, width, height))
    draw(&legend, scene, camera, width, height);
  clear(&legend);
}
