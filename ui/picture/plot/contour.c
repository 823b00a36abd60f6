/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/picture/plot/contour.h"

#include <math.h>
#include <string.h>

typedef struct {
  guint to[2];
  guint n; /* 0: the level does not cross this edge */
  gboolean done;
} Link;

/* Edges of the grid carry the crossings. Edge 2 p is the one from node p to its right, 2 p + 1 the one upwards; each
 * crossing joins at most two segments, so that following them gives the polylines. */
typedef struct {
  guint nx, ny;
  const double *values;
  double x0, dx, y0, dy, level;
  Link *links; /* by edge */
} Contour;

static double
node(const Contour *c, guint i, guint j)
{
  return c->values[(gsize) j * c->nx + i];
}

static void
join(Contour *c, guint a, guint b)
{
  Link *from = &c->links[a], *to = &c->links[b];
  if (from->n < 2 && to->n < 2) {
    from->to[from->n++] = b;
    to->to[to->n++] = a;
  }
}

/* One cell: corners 0..3 counterclockwise from the lower left, edges 0..3 bottom, right, top, left. */
static void
march(Contour *c, guint i, guint j)
{
  double v[4] = {node(c, i, j), node(c, i + 1, j), node(c, i + 1, j + 1), node(c, i, j + 1)};
  guint p = j * c->nx + i;
  guint edge[4] = {2 * p, 2 * (p + 1) + 1, 2 * (p + c->nx), 2 * p + 1};
  guint crossed[4], n = 0;
  for (guint k = 0; k < 4; k++)
    if (isnan(v[k]))
      return;
  for (guint k = 0; k < 4; k++)
    if ((v[k] >= c->level) != (v[(k + 1) % 4] >= c->level))
      crossed[n++] = k;
  if (n == 2) {
    join(c, edge[crossed[0]], edge[crossed[1]]);
  } else if (n == 4) {
    /* A saddle: the mean decides which corners are connected. */
    gboolean centre = (v[0] + v[1] + v[2] + v[3]) / 4 >= c->level;
    if (centre == (v[0] >= c->level)) {
      join(c, edge[0], edge[1]);
      join(c, edge[2], edge[3]);
    } else {
      join(c, edge[0], edge[3]);
      join(c, edge[1], edge[2]);
    }
  }
}

static void
emit_crossing(const Contour *c, guint edge, GArray *points)
{
  guint p = edge / 2, i = p % c->nx, j = p / c->nx;
  gboolean up = edge % 2;
  double a = node(c, i, j), b = up ? node(c, i, j + 1) : node(c, i + 1, j);
  double t = a == b ? 0.5 : (c->level - a) / (b - a);
  const double pair[2] = {c->x0 + (i + (up ? 0 : t)) * c->dx, c->y0 + (j + (up ? t : 0)) * c->dy};
  g_array_append_vals(points, pair, 2);
}

static void
follow(Contour *c, guint start, GArray *points)
{
  guint edge = start, previous = G_MAXUINT;
  for (;;) {
    Link *at = &c->links[edge];
    if (at->done) {
      emit_crossing(c, edge, points); /* a closed curve ends at its start */
      break;
    }
    at->done = TRUE;
    emit_crossing(c, edge, points);
    guint next = G_MAXUINT;
    for (guint k = 0; k < at->n; k++)
      if (at->to[k] != previous && (next == G_MAXUINT))
        next = at->to[k];
    if (next == G_MAXUINT)
      break;
    previous = edge;
    edge = next;
  }
  const double gap[2] = {NAN, NAN};
  g_array_append_vals(points, gap, 2);
}

void
noslip_contour_grid(guint nx, guint ny, const double *values, double x0, double x1, double y0, double y1, double level,
                    GArray *points)
{
  if (nx < 2 || ny < 2 || (guint64) nx * ny > G_MAXUINT / 4 || isnan(level))
    return;
  Contour c = {nx, ny, values, x0, (x1 - x0) / (nx - 1), y0, (y1 - y0) / (ny - 1), level, NULL};
  c.links = g_new0(Link, 2 * (gsize) nx * ny);
  for (guint j = 0; j + 1 < ny; j++)
    for (guint i = 0; i + 1 < nx; i++)
      march(&c, i, j);
  /* Open curves from their ends first, in the order of the grid; the remaining ones are closed. */
  for (guint pass = 0; pass < 2; pass++)
    for (guint edge = 0; edge < 2 * nx * ny; edge++) {
      const Link *at = &c.links[edge];
      if (at->n > 0 && !at->done && (pass == 1 || at->n == 1))
        follow(&c, edge, points);
    }
  g_free(c.links);
}

void
noslip_contour_sample(NoslipField field, gpointer data, guint nx, guint ny, double x0, double x1, double y0, double y1,
                      double *values)
{
  for (guint j = 0; j < ny; j++)
    for (guint i = 0; i < nx; i++)
      values[(gsize) j * nx + i] = field(x0 + i * (x1 - x0) / (nx - 1), y0 + j * (y1 - y0) / (ny - 1), data);
}
