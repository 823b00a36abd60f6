/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which piece hides which. Bodies are convex, and the faces of one body that look at the eye never hide each other;
 * so bodies are put in order, by a plane that separates their boxes where there is one, else by depth. Pieces of
 * lines find their place among the bodies in the same way. */
#include "ui/picture/painter.h"

#include <math.h>

#define GHOST_DEEPER 1e-6 /* of its distance: where a ghost coincides with the motion itself, it gives way */

typedef struct {
  NoslipBounds box;
  double depth;
  gboolean placed;
} Solid;

static gboolean
same_side(double eye, double plane, double other)
{
  return eye >= plane && eye >= other;
}

/* -1: a is behind b, 1: b is behind a, 0: neither can be told. */
static int
compare_boxes(const NoslipBounds *a, const NoslipBounds *b, const double eye[3])
{
  static const guint axes[3] = {2, 0, 1}; /* most things stand on each other */
  for (guint k = 0; k < 3; k++) {
    guint i = axes[k];
    /* what stands a little in another thing still stands on it */
    double slack = 1e-9 + 0.2 * fmin(a->high[i] - a->low[i], b->high[i] - b->low[i]);
    if (a->high[i] <= b->low[i] + slack) {
      if (same_side(eye[i], a->high[i], b->low[i]))
        return -1;
      return eye[i] <= a->high[i] ? 1 : 0;
    }
    if (b->high[i] <= a->low[i] + slack) {
      if (same_side(eye[i], b->high[i], a->low[i]))
        return 1;
      return eye[i] <= b->high[i] ? -1 : 0;
    }
  }
  return 0;
}

static void
box_of(const NoslipBody *body, NoslipBounds *box)
{
  double centre[3], low[3], high[3];
  noslip_body_centre(body, centre);
  noslip_bounds_init(box);
  for (guint i = 0; i < 3; i++) {
    double unit[3] = {i == 0, i == 1, i == 2}, reach = noslip_body_support(body, unit);
    low[i] = centre[i] - reach;
    high[i] = centre[i] + reach;
  }
  noslip_bounds_add(box, low);
  noslip_bounds_add(box, high);
}

static double
depth_of(const NoslipPainter *painter, const NoslipBounds *box)
{
  double sum = 0;
  for (guint i = 0; i < 3; i++) {
    double d = (box->low[i] + box->high[i]) / 2 - painter->eye[i];
    sum += d * d;
  }
  return sqrt(sum);
}

/* The farthest solid that is not in front of another one that is still to come. */
static guint
next_solid(const NoslipPainter *painter, const GArray *solids)
{
  guint best = G_MAXUINT, farthest = G_MAXUINT;
  for (guint i = 0; i < solids->len; i++) {
    const Solid *a = &g_array_index(solids, Solid, i);
    gboolean free = TRUE;
    if (a->placed)
      continue;
    if (farthest == G_MAXUINT || a->depth > g_array_index(solids, Solid, farthest).depth)
      farthest = i;
    for (guint j = 0; j < solids->len && free; j++) {
      const Solid *b = &g_array_index(solids, Solid, j);
      free = b->placed || j == i || compare_boxes(&a->box, &b->box, painter->eye) <= 0;
    }
    if (free && (best == G_MAXUINT || a->depth > g_array_index(solids, Solid, best).depth))
      best = i;
  }
  return best != G_MAXUINT ? best : farthest;
}

void
noslip_painter_order(NoslipPainter *painter)
{
  guint n = painter->bodies->len;
  g_autoptr(GArray) solids = g_array_new(FALSE, TRUE, sizeof(Solid));
  g_autofree guint *solid_of = g_new0(guint, n + 1);
  for (guint i = 0; i < n; i++) {
    const NoslipBody *body = &g_array_index(painter->bodies, NoslipBody, i);
    Solid solid = {.placed = FALSE};
    solid_of[i] = G_MAXUINT;
    if (!noslip_body_is_solid(body) || body->table)
      continue;
    box_of(body, &solid.box);
    solid.depth = depth_of(painter, &solid.box) * (noslip_body_is_ghost(body) ? 1 + GHOST_DEEPER : 1);
    solid_of[i] = solids->len;
    g_array_append_val(solids, solid);
  }
  g_autofree guint *position = g_new0(guint, solids->len + 1);
  for (guint k = 0; k < solids->len; k++) {
    guint next = next_solid(painter, solids);
    g_array_index(solids, Solid, next).placed = TRUE;
    position[next] = k + 1;
  }
  for (guint p = 0; p < painter->pieces->len; p++) {
    NoslipPiece *piece = &g_array_index(painter->pieces, NoslipPiece, p);
    guint own = piece->body < n ? solid_of[piece->body] : G_MAXUINT;
    if (piece->body < n && noslip_body_is_ghost(&g_array_index(painter->bodies, NoslipBody, piece->body)))
      piece->depth *= 1 + GHOST_DEEPER;
    if (own != G_MAXUINT) {
      piece->order = position[own];
      continue;
    }
    /* Just in front of the last solid that lies behind it. */
    for (guint s = 0; s < solids->len && piece->layer == 4; s++) {
      const Solid *solid = &g_array_index(solids, Solid, s);
      int side = compare_boxes(&solid->box, &piece->box, painter->eye);
      gboolean behind = side < 0 || (side == 0 && solid->depth > depth_of(painter, &piece->box));
      if (behind)
        piece->order = fmax(piece->order, position[s] + 0.5);
    }
  }
}
