/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trails. In addition to all its points a trail keeps coarser levels: every 16th point of the level below, or, where
 * the curve bends, as many as are needed to follow it, but at most every second. The latest part is drawn in full and
 * each older part from the next coarser level, so that the work per frame hardly grows with the length of the motion.
 * Parts of a very long motion that even the last level cannot follow are left out, because a chord would be wrong. */
#include "ui/picture/scene/scene-items.h"

#include <math.h>

#define LEAST_THINNED 2   /* points of a level for one of the next, at least */
#define MOST_BENT 6144    /* points of the last level, all of which are drawn, before it stops following bends */
#define OFF (1.0f / 4800) /* relative to the trail's extent: deviation of the first coarser level from the curve */
#define OFF_GROWS 4.25f   /* ratio of the deviations of two levels */
#define UNSEEN 0.25       /* pixels: a deviation of the first coarser level that is not seen */
#define RECENT 48         /* points drawn in full where it is not */
#define CHORD 4           /* times the tolerance of a level: a longer chord is visible */

static gint next_trail_id = 1; /* identity for canvases only; it shares no state */

NoslipTrail *
noslip_trail_new(void)
{
  NoslipTrail *trail = g_new0(NoslipTrail, 1);
  trail->points = g_array_new(FALSE, FALSE, sizeof(NoslipTrailPoint));
  for (guint k = 0; k < NOSLIP_TRAIL_LEVELS - 1; k++)
    trail->thinned[k] = g_array_new(FALSE, FALSE, sizeof(NoslipTrailPoint));
  trail->id = (guint64) g_atomic_int_add(&next_trail_id, 1);
  g_atomic_ref_count_init(&trail->references);
  return trail;
}

void
noslip_trail_expect(NoslipTrail *trail, guint n_points)
{
  guint n = trail->points->len;
  trail->expected = n_points;
  g_array_set_size(trail->points, MAX(n, n_points));
  g_array_set_size(trail->points, n);
}

NoslipTrail *
noslip_trail_ref(NoslipTrail *trail)
{
  g_atomic_ref_count_inc(&trail->references);
  return trail;
}

void
noslip_trail_unref(NoslipTrail *trail)
{
  if (trail == NULL || !g_atomic_ref_count_dec(&trail->references))
    return;
  g_array_unref(trail->points);
  for (guint k = 0; k < NOSLIP_TRAIL_LEVELS - 1; k++)
    g_array_unref(trail->thinned[k]);
  g_free(trail);
}

GArray *
noslip_trail_level(const NoslipTrail *trail, guint level)
{
  return level == 0 ? trail->points : trail->thinned[level - 1];
}

static gboolean
ends_in_gap(const GArray *points)
{
  return points->len == 0 || isnan(g_array_index(points, NoslipTrailPoint, points->len - 1).x);
}

/* Ends the points of a coarser level with the last point before the gap. */
static void
push_gap(GArray *thinned, NoslipTrailPoint last, NoslipTrailPoint gap)
{
  if (ends_in_gap(thinned))
    return;
  if (g_array_index(thinned, NoslipTrailPoint, thinned->len - 1).time < last.time)
    g_array_append_val(thinned, last);
  g_array_append_val(thinned, gap);
}

static void
reach_out(NoslipTrail *trail, const NoslipTrailPoint *p)
{
  const float at[3] = {p->x, p->y, p->z};
  float sum = 0;
  for (guint i = 0; i < 3 && !isnan(p->x); i++) {
    trail->low[i] = trail->points->len > 1 ? fminf(trail->low[i], at[i]) : at[i];
    trail->high[i] = trail->points->len > 1 ? fmaxf(trail->high[i], at[i]) : at[i];
  }
  for (guint i = 0; i < 3; i++)
    sum += (trail->high[i] - trail->low[i]) * (trail->high[i] - trail->low[i]);
  trail->extent = sqrtf(sum);
}

/* The squared distance of p from the line through a and b, if it is between them. */
static float
off_line(const NoslipTrailPoint *p, const NoslipTrailPoint *a, const NoslipTrailPoint *b)
{
  float d[3] = {b->x - a->x, b->y - a->y, b->z - a->z}, e[3] = {p->x - a->x, p->y - a->y, p->z - a->z};
  float dd = d[0] * d[0] + d[1] * d[1] + d[2] * d[2], de = d[0] * e[0] + d[1] * e[1] + d[2] * e[2];
  float t = dd > 0 ? CLAMP(de / dd, 0, 1) : 0, sum = 0;
  for (guint i = 0; i < 3; i++)
    sum += (e[i] - t * d[i]) * (e[i] - t * d[i]);
  return sum;
}

/* TRUE if a point added since the coarser level's last one deviates from the chord by more than this many tolerances.
 */
static gboolean
strays(const NoslipTrail *trail, guint level, float times)
{
  const GArray *points = noslip_trail_level(trail, level), *next = trail->thinned[level];
  const NoslipTrailPoint *last = &g_array_index(points, NoslipTrailPoint, points->len - 1);
  float allowed = times * OFF * trail->extent * powf(OFF_GROWS, (float) level);
  for (guint i = 1; i < trail->waiting[level] && i < points->len; i++)
    if (off_line(last - i, &g_array_index(next, NoslipTrailPoint, next->len - 1), last) > allowed * allowed)
      return TRUE;
  return FALSE;
}

/* Adds a point to all levels: every Nth point, more where the curve bends, the first after a gap, and gaps with the
 * point before them. */
static void
push(NoslipTrail *trail, NoslipTrailPoint p)
{
  NoslipTrailPoint before = p;
  if (trail->points->len > 0)
    before = g_array_index(trail->points, NoslipTrailPoint, trail->points->len - 1);
  g_array_append_val(trail->points, p);
  reach_out(trail, &p);
  for (guint k = 0; k < NOSLIP_TRAIL_LEVELS - 1; k++) {
    GArray *thinned = trail->thinned[k];
    if (isnan(p.x)) {
      push_gap(thinned, before, p);
      continue;
    }
    guint waiting = ++trail->waiting[k];
    gboolean begins = ends_in_gap(thinned), full = k + 2 == NOSLIP_TRAIL_LEVELS && thinned->len > MOST_BENT;
    if (!begins && waiting < NOSLIP_TRAIL_FACTOR && (waiting < LEAST_THINNED || full || !strays(trail, k, 1)))
      break;
    if (!begins && full && strays(trail, k, CHORD)) {
      NoslipTrailPoint gap = {NAN, NAN, NAN, p.time};
      g_array_append_val(thinned, gap);
    }
    trail->waiting[k] = 0;
    g_array_append_val(thinned, p);
  }
}

void
noslip_trail_add(NoslipTrail *trail, double time, const double point[3])
{
  NoslipTrailPoint p = {(float) point[0], (float) point[1], (float) point[2], (float) time};
  if (!isfinite(p.x) || !isfinite(p.y) || !isfinite(p.z))
    p.x = p.y = p.z = NAN;
  push(trail, p);
}

void
noslip_trail_gap(NoslipTrail *trail)
{
  if (ends_in_gap(trail->points))
    return;
  NoslipTrailPoint last = g_array_index(trail->points, NoslipTrailPoint, trail->points->len - 1);
  last.x = last.y = last.z = NAN;
  push(trail, last);
}

void
noslip_trail_clear(NoslipTrail *trail)
{
  g_array_set_size(trail->points, 0);
  for (guint k = 0; k < NOSLIP_TRAIL_LEVELS - 1; k++) {
    g_array_set_size(trail->thinned[k], 0);
    trail->waiting[k] = 0;
  }
  trail->revision++;
}

/* Points of one level whose time is <= this. */
static guint
count(const GArray *points, double time)
{
  guint low = 0, high = points->len;
  /* Times are floats: times that round to the same value count as not later. */
  float limit = (float) time;
  while (low < high) {
    guint middle = low + (high - low) / 2;
    if (g_array_index(points, NoslipTrailPoint, middle).time <= limit)
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

void
noslip_trail_truncate(NoslipTrail *trail, double time)
{
  guint keep = count(trail->points, time);
  if (keep == trail->points->len)
    return;
  g_array_set_size(trail->points, keep);
  for (guint k = 0; k < NOSLIP_TRAIL_LEVELS - 1; k++) {
    g_array_set_size(trail->thinned[k], count(trail->thinned[k], time));
    trail->waiting[k] = NOSLIP_TRAIL_FACTOR; /* the number of points since the last kept one is unknown: the next one is
                                              * kept */
  }
  trail->revision++;
}

guint
noslip_trail_count(const NoslipTrail *trail, double time)
{
  return count(trail->points, time);
}

#define MOST_COMPARED 4096 /* points */

gboolean
noslip_trail_coincides(const NoslipTrail *one, const NoslipTrail *other, double first, double now, double distance)
{
  guint begin = count(one->points, nextafter(first, -INFINITY)), end = count(one->points, now), n = end - begin;
  guint other_begin = count(other->points, nextafter(first, -INFINITY));
  if (end <= begin || n > MOST_COMPARED || count(other->points, now) != other_begin + n)
    return FALSE;
  const NoslipTrailPoint *a = &g_array_index(one->points, NoslipTrailPoint, begin),
                         *b = &g_array_index(other->points, NoslipTrailPoint, other_begin);
  for (guint i = 0; i < n; i++) {
    if (isnan(a[i].x) && isnan(b[i].x))
      continue;
    if (!(fabsf(a[i].x - b[i].x) + fabsf(a[i].y - b[i].y) + fabsf(a[i].z - b[i].z) <= distance))
      return FALSE;
  }
  return TRUE;
}

/* Continues with the next level at one of its points, so that the parts meet. FALSE if it has no point that early. */
static gboolean
meet(const NoslipTrail *trail, guint level, guint earliest, guint *from, double *now)
{
  const GArray *points = noslip_trail_level(trail, level), *next = noslip_trail_level(trail, level + 1);
  guint seam = count(next, g_array_index(points, NoslipTrailPoint, earliest).time);
  if (seam == 0)
    return FALSE;
  *now = g_array_index(next, NoslipTrailPoint, seam - 1).time;
  guint meeting = count(points, *now);
  *from = MAX(*from, meeting > 0 ? meeting - 1 : 0);
  return TRUE;
}

guint
noslip_trail_recent(const NoslipTrail *trail, const NoslipCamera *camera, double height, guint most)
{
  double right[3], up[3], forward[3], eye[3], nearest = 0;
  noslip_camera_basis(camera, right, up, forward);
  noslip_camera_eye(camera, eye);
  for (guint i = 0; i < 3; i++) {
    double middle = 0.5 * (trail->low[i] + trail->high[i]), reach = 0.5 * (trail->high[i] - trail->low[i]);
    nearest += forward[i] * (middle - eye[i]) - fabs(forward[i]) * reach;
  }
  double pixel = 2 * tan(camera->field / 2) * nearest / height;
  return nearest > 0 && OFF * trail->extent <= UNSEEN * pixel ? MIN(RECENT, most) : most;
}

guint
noslip_trail_stretches(const NoslipTrail *trail, double first, double now, guint recent, guint most,
                       NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS])
{
  guint n = 0;
  for (guint level = 0; level < NOSLIP_TRAIL_LEVELS; level++) {
    const GArray *points = noslip_trail_level(trail, level);
    guint to = count(points, now), from = count(points, first);
    from = from > 0 ? MIN(from - 1, to) : 0;
    guint here = level == 0 ? recent : most;
    gboolean oldest =
        to - from <= here || level + 1 == NOSLIP_TRAIL_LEVELS || !meet(trail, level, to - here, &from, &now);
    if (to > from)
      stretches[n++] = (NoslipTrailStretch){level, from, to};
    if (oldest)
      break;
  }
  return n;
}
