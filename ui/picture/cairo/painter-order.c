/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which piece hides which. Bodies are convex, and the visible faces of one body never hide each other; so bodies are
 * sorted, by a plane that separates their boxes if there is one, else by a flat face of one that has the other in front
 * of it, else by depth. Pieces of lines are inserted among the bodies in the same way. */
#include "ui/picture/cairo/painter.h"
#include "ui/picture/scene/shape.h"

#include <math.h>

#define GHOST_DEEPER 1e-6 /* relative to its distance: ghosts are drawn behind a motion that coincides with them */

typedef struct {
  const NoslipBody *body;
  NoslipBounds box;
  double depth;
  gboolean placed;
} Solid;

static gboolean
same_side(double eye, double plane, double other)
{
  return eye >= plane && eye >= other;
}

/* An overlap by less than this still counts as lying on the other body. */
static double
slack(double extent, double other)
{
  return 1e-9 + 0.2 * fmin(extent, other);
}

/* FALSE if the boxes overlap. -1: a is behind b, 1: b is behind a, 0: neither. */
static gboolean
compare_boxes(const NoslipBounds *a, const NoslipBounds *b, const double eye[3], int *side)
{
  static const guint axes[3] = {2, 0, 1}; /* most bodies stand on each other */
  *side = 0;
  for (guint k = 0; k < 3; k++) {
    guint i = axes[k];
    double little = slack(a->high[i] - a->low[i], b->high[i] - b->low[i]);
    if (a->high[i] <= b->low[i] + little) {
      *side = same_side(eye[i], a->high[i], b->low[i]) ? -1 : eye[i] <= a->high[i] ? 1 : 0;
      return TRUE;
    }
    if (b->high[i] <= a->low[i] + little) {
      *side = same_side(eye[i], b->high[i], a->low[i]) ? 1 : eye[i] <= b->high[i] ? -1 : 0;
      return TRUE;
    }
  }
  return FALSE;
}

/* How far a body, or a box if there is none, extends along n, to both sides of its middle. */
static double
reach_along(const NoslipBody *body, const NoslipBounds *box, const double n[3], double *middle)
{
  if (body != NULL) {
    double centre[3];
    noslip_body_centre(body, centre);
    *middle = noslip_dot(n, centre);
    return noslip_body_support(body, n);
  }
  double reach = 0;
  *middle = 0;
  for (guint i = 0; i < 3; i++) {
    *middle += n[i] * (box->low[i] + box->high[i]) / 2;
    reach += fabs(n[i]) * (box->high[i] - box->low[i]) / 2;
  }
  return reach;
}

/* By a flat face of `body` that has all of the other in front of it. -1: the body is behind, 1: the other is, 0: there
 * is no such face. */
static int
compare_face(const NoslipBody *body, const NoslipBody *other, const NoslipBounds *box, const double eye[3])
{
  for (guint i = noslip_body_shape(body)->flat_from; i < 3; i++) {
    double own, at, n[3], length = sqrt(noslip_dot(body->transform + 4 * i, body->transform + 4 * i));
    for (guint k = 0; k < 3 && length > 0; k++)
      n[k] = body->transform[4 * i + k] / length;
    if (!(length > 0))
      continue;
    double half = reach_along(body, NULL, n, &own), reach = reach_along(other, box, n, &at);
    double up = at >= own ? 1 : -1;
    if (fabs(at - own) - reach >= half - slack(2 * half, 2 * reach))
      return up * (noslip_dot(n, eye) - own) >= half ? -1 : 1;
  }
  return 0;
}

/* -1: a is behind b, 1: b is behind a, 0: undetermined. */
static int
compare_solids(const Solid *a, const Solid *b, const double eye[3])
{
  int side;
  if (compare_boxes(&a->box, &b->box, eye, &side))
    return side;
  side = compare_face(a->body, b->body, NULL, eye);
  return side != 0 ? side : -compare_face(b->body, a->body, NULL, eye);
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

/* The farthest solid that is not in front of another remaining one. */
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
      free = b->placed || j == i || compare_solids(a, b, painter->eye) <= 0;
    }
    if (free && (best == G_MAXUINT || a->depth > g_array_index(solids, Solid, best).depth))
      best = i;
  }
  return best != G_MAXUINT ? best : farthest;
}

/* Just in front of the last solid that lies behind the box. */
static double
place_among(const NoslipPainter *painter, const GArray *solids, const guint *position, const NoslipBounds *box)
{
  double order = 0;
  for (guint s = 0; s < solids->len; s++) {
    const Solid *solid = &g_array_index(solids, Solid, s);
    int side;
    if (!compare_boxes(&solid->box, box, painter->eye, &side))
      side = compare_face(solid->body, NULL, box, painter->eye);
    if (side < 0 || (side == 0 && solid->depth > depth_of(painter, box)))
      order = fmax(order, position[s] + 0.5);
  }
  return order;
}

/* Whether a table hides the contents of this box from an eye above it. */
static gboolean
under_table(const NoslipPainter *painter, const NoslipBounds *box)
{
  for (guint i = 0; i < painter->bodies->len; i++) {
    const NoslipBody *body = &g_array_index(painter->bodies, NoslipBody, i);
    const double *at = body->transform + 12;
    double x = (box->low[0] + box->high[0]) / 2 - at[0], y = (box->low[1] + box->high[1]) / 2 - at[1];
    if (body->table && painter->eye[2] > at[2] && box->high[2] < at[2] &&
        hypot(x, y) < sqrt(noslip_dot(body->transform, body->transform)))
      return TRUE;
  }
  return FALSE;
}

void
noslip_painter_order(NoslipPainter *painter)
{
  guint n = painter->bodies->len;
  g_autoptr(GArray) solids = g_array_new(FALSE, TRUE, sizeof(Solid));
  g_autofree guint *solid_of = g_new0(guint, n + 1);
  for (guint i = 0; i < n; i++) {
    const NoslipBody *body = &g_array_index(painter->bodies, NoslipBody, i);
    Solid solid = {.body = body};
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
    if (piece->layer == NOSLIP_LAYER_BODY && under_table(painter, &piece->box))
      piece->layer = NOSLIP_LAYER_UNDER_TABLE;
    if (own != G_MAXUINT) {
      piece->order = position[own];
      continue;
    }
    if (piece->layer == NOSLIP_LAYER_BODY)
      piece->order = place_among(painter, solids, position, &piece->box);
  }
}
