/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/space-plot.h"

#include "ui/picture/math/mathtext.h"
#include "ui/picture/plot/ticks.h"

#include <math.h>

#define SHADES 4        /* of lines, from far to near */
#define FAINTEST 0.3    /* the farthest, relative to full strength */
#define HALF_BOX 1.62   /* the visible extent of a box of sides 2, from its middle */
#define HALF_WIDTH 1.42 /* of such a box, at most */
#define MOST_TICKS 4

typedef struct {
  const NoslipSpace *space;
  const NoslipTheme *theme;
  NoslipDisplay *display;
  double right[3], up[3], eye[3]; /* in units in which the box is [-1, 1] on each axis */
  double x, y, scale[2];          /* of the box's middle; pixels per unit */
} Plot;

/* Colours */

static NoslipColor
color_of(const NoslipTheme *theme, const NoslipPart *part)
{
  switch (part->role) {
  case NOSLIP_PART_ENERGY:
    return noslip_theme_series_color(theme, 0);
  case NOSLIP_PART_ALLOWED:
    return noslip_theme_series_color(theme, 2);
  case NOSLIP_PART_LEVEL:
    return theme->text;
  case NOSLIP_PART_ORBIT:
    return noslip_theme_series_color(theme, 4);
  case NOSLIP_PART_CASIMIR:
    return noslip_theme_series_color(theme, 2);
  case NOSLIP_PART_STEP: {
    static const guint colors[] = {0, 2, 4, 5};
    return noslip_theme_series_color(theme, colors[part->nth % G_N_ELEMENTS(colors)]);
  }
  case NOSLIP_PART_COVECTOR:
    return noslip_theme_series_color(theme, 4);
  case NOSLIP_PART_MOTION:
  case NOSLIP_PART_NOW:
    break;
  }
  return theme->accent;
}

/* Places */

static void
to_box(const Plot *plot, const double point[3], double unit[3])
{
  const NoslipSpace *space = plot->space;
  for (guint c = 0; c < 3; c++)
    unit[c] = 2 * (point[c] - space->low[c]) / (space->high[c] - space->low[c]) - 1;
  if (space->dimension < 3)
    unit[2] = 0;
}

static double
dot(const double a[3], const double b[3])
{
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

static void
to_pixels(const Plot *plot, const double unit[3], double *px, double *py)
{
  *px = plot->x + plot->scale[0] * dot(plot->right, unit);
  *py = plot->y - plot->scale[1] * dot(plot->up, unit);
}

static void
place(const Plot *plot, const double point[3], double *px, double *py, double *depth)
{
  double unit[3];
  to_box(plot, point, unit);
  to_pixels(plot, unit, px, py);
  *depth = dot(plot->eye, unit);
}

static void
look_from(Plot *plot, const NoslipSpaceLook *look, double width, double height)
{
  gboolean flat = plot->space->dimension < 3;
  double ca = cos(look->azimuth), sa = sin(look->azimuth), ce = cos(look->elevation), se = sin(look->elevation);
  const double right[2][3] = {{-sa, ca, 0}, {1, 0, 0}}, up[2][3] = {{-se * ca, -se * sa, ce}, {0, 1, 0}},
               eye[2][3] = {{ce * ca, ce * sa, se}, {0, 0, 1}};
  for (guint c = 0; c < 3; c++) {
    plot->right[c] = right[flat][c];
    plot->up[c] = up[flat][c];
    plot->eye[c] = eye[flat][c];
  }
  double least = fmin(width, height) / 2 * look->zoom;
  plot->scale[0] = flat && !plot->space->equal ? width / 2 * look->zoom : flat ? least : least / HALF_BOX;
  plot->scale[1] = flat && !plot->space->equal ? height / 2 * look->zoom : plot->scale[0];
}

/* Parts */

/* All triangles as one area, so that they have uniform transparency. */
static void
fill(const Plot *plot, const NoslipMesh *mesh, NoslipColor color)
{
  for (guint t = 0; t + 3 <= mesh->triangles->len; t += 3) {
    double px[3], py[3], depth;
    for (guint c = 0; c < 3; c++)
      place(plot, noslip_mesh_point(mesh, g_array_index(mesh->triangles, guint, t + c)), &px[c], &py[c], &depth);
    /* all have the same orientation, so that overlapping ones do not cancel */
    gboolean turned = (px[1] - px[0]) * (py[2] - py[0]) < (px[2] - px[0]) * (py[1] - py[0]);
    noslip_display_move(plot->display, px[0], py[0]);
    noslip_display_line(plot->display, px[turned ? 2 : 1], py[turned ? 2 : 1]);
    noslip_display_line(plot->display, px[turned ? 1 : 2], py[turned ? 1 : 2]);
    noslip_display_close(plot->display);
  }
  if (mesh->triangles->len)
    noslip_display_fill(plot->display, color);
}

/* Lines, nearer ones stronger. */
static void
draw_lines(const Plot *plot, const NoslipMesh *mesh, NoslipColor color, double width, double strength)
{
  for (guint shade = 0; shade < SHADES; shade++) {
    gboolean any = FALSE;
    for (guint s = 0; s + 2 <= mesh->segments->len; s += 2) {
      double ax, ay, bx, by, near_a, near_b;
      place(plot, noslip_mesh_point(mesh, g_array_index(mesh->segments, guint, s)), &ax, &ay, &near_a);
      place(plot, noslip_mesh_point(mesh, g_array_index(mesh->segments, guint, s + 1)), &bx, &by, &near_b);
      double share = plot->space->dimension < 3 ? 0.999 : CLAMP(0.5 + (near_a + near_b) / 4, 0, 0.999);
      if ((guint) (share * SHADES) != shade || !isfinite(ax + ay + bx + by))
        continue;
      noslip_display_move(plot->display, ax, ay);
      noslip_display_line(plot->display, bx, by);
      any = TRUE;
    }
    if (!any)
      continue;
    double alpha = strength * (FAINTEST + (1 - FAINTEST) * shade / (SHADES - 1));
    NoslipStroke stroke = {noslip_color_with_alpha(color, alpha), width, NOSLIP_DASH_SOLID};
    noslip_display_stroke(plot->display, &stroke);
  }
}

#define HEAD 9 /* pixels at scale 1: length of an arrow's head */

static void
draw_arrow(const Plot *plot, const NoslipMesh *mesh, NoslipColor color)
{
  double ax, ay, bx, by, depth, head = HEAD * plot->theme->scale;
  place(plot, noslip_mesh_point(mesh, 0), &ax, &ay, &depth);
  place(plot, noslip_mesh_point(mesh, 1), &bx, &by, &depth);
  double length = hypot(bx - ax, by - ay);
  if (!(length > head) || !isfinite(length))
    return;
  double ux = (bx - ax) / length, uy = (by - ay) / length;
  NoslipStroke stroke = {color, 1.2 * plot->theme->line_width, NOSLIP_DASH_SOLID};
  noslip_display_segment(plot->display, ax, ay, bx - head * ux, by - head * uy, &stroke);
  noslip_display_move(plot->display, bx, by);
  noslip_display_line(plot->display, bx - head * ux - 0.4 * head * uy, by - head * uy + 0.4 * head * ux);
  noslip_display_line(plot->display, bx - head * ux + 0.4 * head * uy, by - head * uy - 0.4 * head * ux);
  noslip_display_close(plot->display);
  noslip_display_fill(plot->display, color);
}

#define MOST_POINTS 64

static void
draw_points(const Plot *plot, const NoslipMesh *mesh, NoslipColor color)
{
  for (guint i = 0; i < noslip_mesh_n_points(mesh) && i < MOST_POINTS; i++) {
    double px, py, depth;
    place(plot, noslip_mesh_point(mesh, i), &px, &py, &depth);
    noslip_display_circle(plot->display, px, py, 3.5 * plot->theme->scale, color, NULL);
  }
}

static void
draw_part(const Plot *plot, const NoslipPart *part)
{
  const NoslipTheme *theme = plot->theme;
  NoslipColor color = color_of(theme, part);
  double line = theme->line_width, px, py, depth;
  gboolean surface = part->mesh->triangles->len > 0 && plot->space->dimension == 3;
  switch (part->role) {
  case NOSLIP_PART_COVECTOR:
    draw_arrow(plot, part->mesh, color);
    break;
  case NOSLIP_PART_NOW: {
    NoslipStroke edge = {theme->surface, line, NOSLIP_DASH_SOLID};
    if (part->mesh->segments->len)
      draw_arrow(plot, part->mesh, color);
    place(plot, noslip_mesh_point(part->mesh, 1), &px, &py, &depth);
    noslip_display_circle(plot->display, px, py, 4.5 * theme->scale, color, &edge);
    break;
  }
  case NOSLIP_PART_MOTION:
    draw_lines(plot, part->mesh, color, line, 1);
    break;
  case NOSLIP_PART_LEVEL:
    if (surface)
      fill(plot, part->mesh, noslip_color_with_alpha(color, 0.07));
    draw_lines(plot, part->mesh, color, surface ? theme->hair_width : 1.3 * line, surface ? 0.3 : 0.9);
    break;
  case NOSLIP_PART_ENERGY:
  case NOSLIP_PART_ALLOWED:
  case NOSLIP_PART_ORBIT:
  case NOSLIP_PART_CASIMIR:
  case NOSLIP_PART_STEP:
    if (part->mesh->segments->len == 0)
      draw_points(plot, part->mesh, color);
    if (surface)
      fill(plot, part->mesh, noslip_color_with_alpha(color, 0.1));
    draw_lines(plot, part->mesh, color, surface ? theme->hair_width : line, surface ? 0.45 : 1);
    break;
  }
}

/* The box */

typedef struct {
  double from[3], to[3]; /* in units of the box */
  double x, y;           /* of its middle, pixels */
} Edge;

/* The outermost edge of the box along an axis: below for the axes of the plane, left for the third. */
static Edge
outer_edge(const Plot *plot, guint axis)
{
  Edge best = {.x = INFINITY, .y = -INFINITY};
  for (guint corner = 0; corner < 4; corner++) {
    Edge edge = {.x = 0, .y = 0};
    double middle[3];
    for (guint c = 0, side = 0; c < 3; c++) {
      double at = c == axis ? 0 : corner >> side++ & 1 ? 1 : -1;
      middle[c] = at;
      edge.from[c] = c == axis ? -1 : at;
      edge.to[c] = c == axis ? 1 : at;
    }
    if (plot->space->dimension < 3 && edge.from[2] > -1)
      continue;
    to_pixels(plot, middle, &edge.x, &edge.y);
    gboolean better = axis == 2 || (axis == 1 && plot->space->dimension < 3) ? edge.x < best.x : edge.y > best.y;
    if (better)
      best = edge;
  }
  return best;
}

static void
draw_box(const Plot *plot)
{
  NoslipStroke hair = {plot->theme->grid, plot->theme->hair_width, NOSLIP_DASH_SOLID};
  for (guint axis = 0; axis < plot->space->dimension; axis++)
    for (guint corner = 0; corner < 4; corner++) {
      double from[3], to[3], ax, ay, bx, by;
      for (guint c = 0, side = 0; c < 3; c++) {
        double at = c == axis ? 0 : corner >> side++ & 1 ? 1 : -1;
        from[c] = c == axis ? -1 : at;
        to[c] = c == axis ? 1 : at;
      }
      to_pixels(plot, from, &ax, &ay);
      to_pixels(plot, to, &bx, &by);
      noslip_display_segment(plot->display, ax, ay, bx, by, &hair);
    }
}

/* An axis: numbers and its name beside the outer edge. */
static void
draw_axis(const Plot *plot, guint axis)
{
  const NoslipSpace *space = plot->space;
  const NoslipTheme *theme = plot->theme;
  Edge edge = outer_edge(plot, axis);
  double ax, ay, bx, by, gap = 5 * theme->scale;
  to_pixels(plot, edge.from, &ax, &ay);
  to_pixels(plot, edge.to, &bx, &by);
  double length = hypot(bx - ax, by - ay);
  if (length < 4 * theme->small_size)
    return; /* seen from its end */
  double out_x = (by - ay) / length, out_y = -(bx - ax) / length;
  if (out_x * (edge.x - plot->x) + out_y * (edge.y - plot->y) < 0) {
    out_x = -out_x;
    out_y = -out_y;
  }
  NoslipTicks ticks;
  noslip_ticks_linear(&ticks, space->low[axis], space->high[axis], MOST_TICKS);
  NoslipTextStyle style = {.size = 0.9 * theme->small_size, .color = theme->dim};
  style.align_x = 0.5 - 0.5 * out_x;
  style.align_y = 0.5 - 0.5 * out_y;
  double widest = 0;
  for (guint i = 0; i < ticks.n; i++) {
    double share = (ticks.value[i] - space->low[axis]) / (space->high[axis] - space->low[axis]), width = 0;
    double x = ax + share * (bx - ax), y = ay + share * (by - ay);
    NoslipStroke hair = {theme->dim, theme->hair_width, NOSLIP_DASH_SOLID};
    noslip_display_segment(plot->display, x, y, x + 0.6 * gap * out_x, y + 0.6 * gap * out_y, &hair);
    noslip_display_text(plot->display, theme, &style, x + gap * out_x, y + gap * out_y, ticks.label[i]);
    noslip_text_measure(theme, &style, ticks.label[i], &width, NULL, NULL);
    widest = fmax(widest, width);
  }
  g_autofree char *name = noslip_math_pretty(space->axes[axis]),
                  *text = ticks.exponent ? g_strdup_printf("%s (10^%d)", name, ticks.exponent) : g_strdup(name);
  double beyond = gap + fabs(out_x) * (widest + 0.4 * style.size) + fabs(out_y) * 1.25 * style.size;
  style.size = theme->text_size;
  style.color = theme->text;
  noslip_display_text(plot->display, theme, &style, edge.x + beyond * out_x, edge.y + beyond * out_y, text);
}

double
noslip_space_legend(guint n, const NoslipSpace *spaces, NoslipSpaceWords words, gpointer data, const NoslipTheme *theme,
                    double width, NoslipDisplay *display)
{
  g_autoptr(GHashTable) seen = g_hash_table_new(g_str_hash, g_str_equal);
  double row = 1.5 * theme->small_size, margin = 8 * theme->scale, at = margin, top = margin;
  double swatch = 10 * theme->scale, gap = 6 * theme->scale;
  NoslipTextStyle style = {.size = theme->small_size, .color = theme->text, .align_y = 0.5};
  for (guint s = 0; s < n; s++)
    for (guint p = 0; p < spaces[s].parts->len; p++) {
      const NoslipPart *part = spaces[s].parts->pdata[p];
      const char *text = words(part, data);
      if (text == NULL || noslip_mesh_n_points(part->mesh) == 0 || !g_hash_table_add(seen, (gpointer) text))
        continue;
      double wide = 0;
      noslip_text_measure(theme, &style, text, &wide, NULL, NULL);
      if (at > margin && at + swatch + gap + wide > width - margin) {
        at = margin;
        top += row;
      }
      noslip_display_rectangle(display, at, top + row / 2 - swatch / 2, swatch, swatch, 2 * theme->scale,
                               color_of(theme, part));
      noslip_display_text(display, theme, &style, at + swatch + gap, top + row / 2, text);
      at += swatch + gap + wide + 2 * gap;
    }
  return top + row;
}

static double
widest_name(const NoslipSpace *space, const NoslipTheme *theme)
{
  double widest = 0;
  NoslipTextStyle style = {.size = theme->text_size};
  for (guint axis = 0; axis < space->dimension; axis++) {
    g_autofree char *name = noslip_math_pretty(space->axes[axis]);
    double width = 0;
    noslip_text_measure(theme, &style, name, &width, NULL, NULL);
    widest = fmax(widest, width);
  }
  return widest;
}

void
noslip_space_display(const NoslipSpace *space, const NoslipSpaceLook *look, const NoslipTheme *theme, double x,
                     double y, double width, double height, NoslipDisplay *display)
{
  static const NoslipPartRole order[] = {NOSLIP_PART_ALLOWED, NOSLIP_PART_CASIMIR,  NOSLIP_PART_ENERGY,
                                         NOSLIP_PART_ORBIT,   NOSLIP_PART_STEP,     NOSLIP_PART_LEVEL,
                                         NOSLIP_PART_MOTION,  NOSLIP_PART_COVECTOR, NOSLIP_PART_NOW};
  Plot plot = {.space = space, .theme = theme, .display = display};
  double margin = 8 * theme->scale;
  double left = widest_name(space, theme) + 3.2 * theme->small_size, below = 3.2 * theme->text_size;
  gboolean flat = space->dimension < 3;
  double room_x = width - left - 2 * margin, room_y = height - below - margin;
  if (room_x < 2 * margin || room_y < 2 * margin)
    return;
  look_from(&plot, look, room_x, room_y);
  /* in the middle, but with room for the numbers on the left */
  double least = x + margin + left + (flat ? room_x / 2 : HALF_WIDTH * plot.scale[0]);
  plot.x = flat ? least : fmax(x + width / 2, least);
  plot.y = y + margin / 2 + room_y / 2;
  noslip_display_push_clip(display, x, y, width, height);
  draw_box(&plot);
  for (guint axis = 0; axis < space->dimension; axis++)
    draw_axis(&plot, axis);
  for (guint role = 0; role < G_N_ELEMENTS(order); role++)
    for (guint p = 0; p < space->parts->len; p++)
      if (((const NoslipPart *) space->parts->pdata[p])->role == order[role])
        draw_part(&plot, space->parts->pdata[p]);
  noslip_display_pop_clip(display);
}
