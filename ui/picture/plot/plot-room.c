/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/plot-room.h"

#include <math.h>

#define CELL 3.0     /* pixels at scale 1 */
#define STEP 5.0     /* pixels between two tried positions, at scale 1 */
#define STRAIGHT 0.3 /* relative to the height of the text: allowed deviation of the curve from its chord */
#define LEVEL 40.0   /* pixels that a position may be further away for each radian by which it is more level */

struct _NoslipRoom {
  double left, top, width, height, cell, scale;
  guint nx, ny;
  guint8 *cells;
};

NoslipRoom *
noslip_room_new(const NoslipFigure *figure, const NoslipTheme *theme)
{
  NoslipRoom *room = g_new0(NoslipRoom, 1);
  noslip_figure_area(figure, &room->left, &room->top, &room->width, &room->height);
  room->scale = theme->scale;
  room->cell = CELL * theme->scale;
  room->nx = (guint) CLAMP(ceil(room->width / room->cell), 1, 4096);
  room->ny = (guint) CLAMP(ceil(room->height / room->cell), 1, 4096);
  room->cells = g_new0(guint8, (gsize) room->nx * room->ny);
  return room;
}

void
noslip_room_free(NoslipRoom *room)
{
  g_free(room->cells);
  g_free(room);
}

/* NULL outside. */
static guint8 *
cell_at(NoslipRoom *room, double x, double y)
{
  double i = floor((x - room->left) / room->cell), j = floor((y - room->top) / room->cell);
  return i >= 0 && j >= 0 && i < room->nx && j < room->ny ? &room->cells[(gsize) j * room->nx + (gsize) i] : NULL;
}

static void
take_cell(NoslipRoom *room, double x, double y, guint8 by)
{
  guint8 *cell = cell_at(room, x, y);
  if (cell != NULL)
    *cell = *cell == 0 || *cell == by ? by : NOSLIP_ROOM_TAKEN;
}

/* The part of a segment inside the area; FALSE if there is none. */
static gboolean
clip(const NoslipRoom *room, const double *p, double *from, double *to)
{
  const double low[2] = {room->left, room->top}, size[2] = {room->width, room->height};
  *from = 0;
  *to = 1;
  for (guint k = 0; k < 2; k++) {
    double d = p[2 + k] - p[k], a = (low[k] - p[k]) / d, b = (low[k] + size[k] - p[k]) / d;
    if (d == 0) {
      if (p[k] < low[k] || p[k] > low[k] + size[k])
        return FALSE;
      continue;
    }
    *from = fmax(*from, fmin(a, b));
    *to = fmin(*to, fmax(a, b));
  }
  return *from <= *to;
}

void
noslip_room_take(NoslipRoom *room, const GArray *points, guint8 by)
{
  const double *p = (const double *) (gconstpointer) points->data;
  for (guint i = 0; i + 3 < points->len; i += 2) {
    double from, to;
    if (isnan(p[i]) || isnan(p[i + 2]) || !clip(room, p + i, &from, &to))
      continue;
    double length = hypot(p[i + 2] - p[i], p[i + 3] - p[i + 1]);
    guint steps = (guint) ceil((to - from) * length / (0.7 * room->cell)) + 1;
    for (guint k = 0; k <= steps; k++) {
      double t = from + (to - from) * k / steps;
      take_cell(room, p[i] + t * (p[i + 2] - p[i]), p[i + 1] + t * (p[i + 3] - p[i + 1]), by);
    }
  }
}

/* Calls the function for each point of a rotated box, a cell apart. */
static gboolean
box_is(NoslipRoom *room, double x, double y, double half_width, double half_height, double angle, guint8 by,
       gboolean take)
{
  double c = cos(angle), s = sin(angle);
  guint n_along = (guint) ceil(2 * half_width / room->cell) + 1,
        n_across = (guint) ceil(2 * half_height / room->cell) + 1;
  for (guint i = 0; i <= n_along; i++)
    for (guint j = 0; j <= n_across; j++) {
      double u = half_width * (2.0 * i / n_along - 1), v = half_height * (2.0 * j / n_across - 1);
      guint8 *cell = cell_at(room, x + c * u - s * v, y + s * u + c * v);
      if (take && cell != NULL)
        *cell = NOSLIP_ROOM_TAKEN;
      else if (!take && (cell == NULL || (*cell != 0 && *cell != by)))
        return FALSE;
    }
  return TRUE;
}

void
noslip_room_take_box(NoslipRoom *room, double x, double y, double half_width, double half_height, double angle)
{
  if (!isnan(x) && !isnan(y))
    box_is(room, x, y, half_width, half_height, angle, 0, TRUE);
}

/* A piece of a curve: its points from `first` to before `last` (pairs), and their arc lengths. */
typedef struct {
  const double *p;
  guint first, last;
  GArray *along; /* of double */
} Piece;

/* The point at this arc length, and the index of the pair before it. */
static guint
point_at(const Piece *piece, double s, double *x, double *y)
{
  guint low = 0, high = piece->along->len - 1;
  while (high - low > 1) {
    guint middle = (low + high) / 2;
    if (g_array_index(piece->along, double, middle) <= s)
      low = middle;
    else
      high = middle;
  }
  double a = g_array_index(piece->along, double, low), b = g_array_index(piece->along, double, high);
  double t = b > a ? (s - a) / (b - a) : 0;
  const double *p = piece->p + 2 * (piece->first + low);
  *x = p[0] + t * (p[2] - p[0]);
  *y = p[1] + t * (p[3] - p[1]);
  return piece->first + low;
}

typedef struct {
  double cost, x, y, angle, from[2], to[2];
  guint before, after; /* pairs: the last one before the gap, the first one after it */
} Place;

/* Tries the position with its middle at this arc length; stores it in *best if it is better. */
static void
try_place(NoslipRoom *room, const Piece *piece, double s, double width, double height, guint8 by, double wanted_x,
          double wanted_y, Place *best)
{
  Place place;
  double x, y;
  place.before = point_at(piece, s - width / 2, &place.from[0], &place.from[1]);
  place.after = point_at(piece, s + width / 2, &place.to[0], &place.to[1]) + 1;
  point_at(piece, s, &x, &y);
  double dx = place.to[0] - place.from[0], dy = place.to[1] - place.from[1], chord = hypot(dx, dy);
  double bend = hypot((place.from[0] + place.to[0]) / 2 - x, (place.from[1] + place.to[1]) / 2 - y);
  if (bend > STRAIGHT * height || chord < 0.9 * width)
    return;
  place.angle = atan2(dy, dx);
  if (place.angle > G_PI_2 || place.angle <= -G_PI_2) /* never upside down */
    place.angle -= copysign(G_PI, place.angle);
  place.x = (x + (place.from[0] + place.to[0]) / 2) / 2;
  place.y = (y + (place.from[1] + place.to[1]) / 2) / 2;
  place.cost = isnan(wanted_x) ? LEVEL * room->scale * fabs(place.angle) + 5 * bend +
                                     0.1 * hypot(x - room->left - room->width / 2, y - room->top - room->height / 2)
                               : hypot(place.x - wanted_x, place.y - wanted_y);
  if (place.cost < best->cost && box_is(room, place.x, place.y, width / 2, height / 2, place.angle, by, FALSE))
    *best = place;
}

static void
try_piece(NoslipRoom *room, const Piece *piece, double width, double height, guint8 by, double wanted_x,
          double wanted_y, Place *best)
{
  double whole = g_array_index(piece->along, double, piece->along->len - 1), step = STEP * room->scale;
  for (double s = width / 2; s <= whole - width / 2; s += step)
    try_place(room, piece, s, width, height, by, wanted_x, wanted_y, best);
}

static void
cut(GArray *points, const Place *place)
{
  const double gap[6] = {place->from[0], place->from[1], NAN, NAN, place->to[0], place->to[1]};
  g_array_remove_range(points, 2 * (place->before + 1), 2 * (place->after - place->before - 1));
  g_array_insert_vals(points, 2 * (place->before + 1), gap, G_N_ELEMENTS(gap));
}

gboolean
noslip_room_place(NoslipRoom *room, GArray *points, guint8 by, double width, double height, double *x, double *y,
                  double *angle)
{
  const double *p = (const double *) (gconstpointer) points->data;
  Place best = {.cost = INFINITY};
  guint n = points->len / 2;
  for (guint first = 0; first < n;) {
    g_autoptr(GArray) along = g_array_new(FALSE, FALSE, sizeof(double));
    guint last = first;
    for (double s = 0; last < n && !isnan(p[2 * last]); last++) {
      s += last > first ? hypot(p[2 * last] - p[2 * last - 2], p[2 * last + 1] - p[2 * last - 1]) : 0;
      g_array_append_val(along, s);
    }
    Piece piece = {p, first, last, along};
    if (along->len > 2)
      try_piece(room, &piece, width, height, by, *x, *y, &best);
    first = last + 1;
  }
  if (!isfinite(best.cost))
    return FALSE;
  cut(points, &best);
  *x = best.x;
  *y = best.y;
  *angle = best.angle;
  noslip_room_take_box(room, best.x, best.y, width / 2 + 2 * height, height * 1.5, best.angle);
  return TRUE;
}
