/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rods that pass through other bodies: the inner part is left out and each end becomes a separate body, so that each is
 * completely before or behind the other body. */
#include "ui/picture/cairo/painter.h"
#include "ui/picture/scene/shape.h"

#include <math.h>

/* The position p (or, with w 0, the direction p) in the body's own axes. */
static void
to_own(const double m[16], const double p[3], double w, double own[3])
{
  double d[3];
  for (guint i = 0; i < 3; i++)
    d[i] = p[i] - w * m[12 + i];
  for (guint i = 0; i < 3; i++)
    own[i] = noslip_dot(d, m + 4 * i) / noslip_dot(m + 4 * i, m + 4 * i);
}

/* The part of the rod's axis inside the body, `margin` (in space) below its surface. */
static NoslipSpan
inside(const NoslipBody *body, const NoslipBody *rod, double margin)
{
  const double *m = body->transform;
  double a[3], d[3], thin[3];
  NoslipSpan span = {0, 1};
  to_own(m, rod->transform + 12, 1, a);
  to_own(m, rod->transform + 8, 0, d);
  for (guint i = 0; i < 3; i++)
    thin[i] = margin / sqrt(noslip_dot(m + 4 * i, m + 4 * i));
  noslip_body_shape(body)->clip(a, d, thin, &span);
  return span;
}

/* The part of the rod that the body hides; empty if the rod is nowhere completely inside it. */
static NoslipSpan
hidden(const NoslipBody *body, const NoslipBody *rod)
{
  static const NoslipSpan none = {0, 0};
  double radius = sqrt(noslip_dot(rod->transform, rod->transform));
  const NoslipShape *shape = noslip_body_shape(body);
  if (shape == NULL || shape->clip == NULL || body->color.a < 0.999 ||
      noslip_body_is_ghost(body) != noslip_body_is_ghost(rod))
    return none;
  NoslipSpan deep = inside(body, rod, radius);
  return deep.from < deep.to ? inside(body, rod, 0) : none;
}

static void
add_part(GArray *bodies, const NoslipBody *rod, double from, double to)
{
  NoslipBody part = *rod;
  for (guint i = 0; i < 3; i++) {
    part.transform[12 + i] += from * rod->transform[8 + i];
    part.transform[8 + i] *= to - from;
  }
  if (to - from > 1e-6)
    g_array_append_val(bodies, part);
}

static int
compare_spans(gconstpointer a, gconstpointer b)
{
  const NoslipSpan *p = a, *q = b;
  return (p->from > q->from) - (p->from < q->from);
}

static void
add_rod(GArray *bodies, const NoslipBody *rod, const NoslipScene *scene)
{
  g_autoptr(GArray) spans = g_array_new(FALSE, FALSE, sizeof(NoslipSpan));
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    NoslipSpan span = hidden(noslip_scene_body(scene, i), rod);
    if (span.from < span.to)
      g_array_append_val(spans, span);
  }
  g_array_sort(spans, compare_spans);
  double from = 0;
  for (guint i = 0; i < spans->len; i++) {
    NoslipSpan span = g_array_index(spans, NoslipSpan, i);
    add_part(bodies, rod, from, span.from);
    from = fmax(from, span.to);
  }
  add_part(bodies, rod, from, 1);
}

GArray *
noslip_painter_cut(const NoslipScene *scene)
{
  GArray *bodies = g_array_new(FALSE, FALSE, sizeof(NoslipBody));
  for (guint i = 0; i < noslip_scene_n_bodies(scene); i++) {
    const NoslipBody *body = noslip_scene_body(scene, i);
    const NoslipShape *shape = noslip_body_shape(body);
    if (shape != NULL && shape->rod)
      add_rod(bodies, body, scene);
    else
      g_array_append_vals(bodies, body, 1);
  }
  return bodies;
}
