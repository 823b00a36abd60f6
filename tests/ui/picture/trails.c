/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Long trails: the number of points drawn, and the error. */
#include <glib.h>
#include <math.h>

#include "ui/picture/scene/scene-items.h"

/* The drawn part of a long trail: all of its latest points, few of the old ones, without a gap between. */
static void
test_stretches(void)
{
  g_autoptr(NoslipTrail) trail = noslip_trail_new();
  NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS];
  const guint n = 300000, most = 500;
  g_assert_cmpuint(noslip_trail_stretches(trail, -INFINITY, INFINITY, most, most, stretches), ==, 0);
  for (guint i = 0; i < n; i++)
    noslip_trail_add(trail, i, (double[]){i, 0, 0});
  for (double now = 100; now < n; now *= 3) {
    guint found = noslip_trail_stretches(trail, 0, now, most, most, stretches), total = 0;
    double end = floor(now);
    for (guint k = 0; k < found; k++) {
      const GArray *level = noslip_trail_level(trail, stretches[k].level);
      g_assert_cmpuint(stretches[k].level, ==, k);
      g_assert_cmpuint(stretches[k].to, >, stretches[k].from + 1);
      g_assert_cmpfloat(g_array_index(level, NoslipTrailPoint, stretches[k].to - 1).time, ==, end);
      end = g_array_index(level, NoslipTrailPoint, stretches[k].from).time;
      total += stretches[k].to - stretches[k].from;
    }
    g_assert_cmpfloat(end, ==, 0);
    g_assert_cmpuint(total, <, 4 * (most + NOSLIP_TRAIL_FACTOR));
  }
  /* A gap is present in every level, with the points on both sides of it. */
  noslip_trail_gap(trail);
  noslip_trail_add(trail, n + 10, (double[]){0, 0, 0});
  for (guint level = 0; level < NOSLIP_TRAIL_LEVELS; level++) {
    const NoslipTrailPoint *last =
        &g_array_index(noslip_trail_level(trail, level), NoslipTrailPoint, noslip_trail_level(trail, level)->len - 1);
    g_assert_cmpfloat(last[0].time, ==, n + 10);
    g_assert_true(isnan(last[-1].x));
    g_assert_cmpfloat(last[-2].time, ==, n - 1);
  }
  noslip_trail_truncate(trail, 1000);
  g_assert_cmpuint(noslip_trail_level(trail, 1)->len, ==, 1000 / NOSLIP_TRAIL_FACTOR + 1);
}

static double
off_segment(const NoslipTrailPoint *p, const NoslipTrailPoint *a, const NoslipTrailPoint *b)
{
  double dx = b->x - a->x, dy = b->y - a->y, ex = p->x - a->x, ey = p->y - a->y, dd = dx * dx + dy * dy;
  double t = dd > 0 ? CLAMP((dx * ex + dy * ey) / dd, 0, 1) : 0;
  return hypot(ex - t * dx, ey - t * dy);
}

static NoslipTrailPoint
projected(const NoslipCamera *camera, const NoslipTrailPoint *p)
{
  double x, y, depth;
  const double at[3] = {p->x, p->y, p->z};
  g_assert_true(noslip_camera_project(camera, 800, 600, at, &x, &y, &depth));
  return (NoslipTrailPoint){(float) x, (float) y, 0, p->time};
}

/* Where a curve bends more of its points are kept: in a picture of 600 pixels the part before the latest one deviates
 * by less than half of one, and the part before that by two at most. Straight parts are thinned as much as ever. */
static void
test_thinned_trails_bend(void)
{
  static const double most_off[] = {0, 0.5, 2};
  g_autoptr(NoslipTrail) trail = noslip_trail_new();
  const guint n = 40000;
  for (guint i = 0; i < n; i++) {
    double t = 0.01 * i;
    noslip_trail_add(trail, t, (double[]){cos(0.3 * t) + 0.4 * cos(3 * t), sin(0.37 * t) + 0.4 * sin(3 * t), 0});
  }
  NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS];
  guint found = noslip_trail_stretches(trail, 0, 0.01 * n, 768, 768, stretches);
  const NoslipTrailPoint *all = (const NoslipTrailPoint *) (gconstpointer) trail->points->data;
  for (guint k = 0; k < MIN(found, G_N_ELEMENTS(most_off)); k++) {
    const GArray *level = noslip_trail_level(trail, stretches[k].level);
    double worst = 0;
    for (guint i = stretches[k].from; i + 1 < stretches[k].to; i++) {
      const NoslipTrailPoint *a = &g_array_index(level, NoslipTrailPoint, i);
      for (guint at = noslip_trail_count(trail, a->time); at < n && all[at].time < a[1].time; at++)
        worst = fmax(worst, off_segment(&all[at], a, a + 1));
    }
    g_test_message("stretch %u: %u points, off by %.2f pixels", k, stretches[k].to - stretches[k].from,
                   600 / 2.8 * worst);
    g_assert_cmpfloat(600 / 2.8 * worst, <=, most_off[k]);
  }
  g_assert_cmpuint(found, >=, 2);
}

/* What a picture of 600 pixels shows of a bending trail with few of its latest points is within half a pixel of all of
 * them, and is few segments; nearer to the trail all points are taken. */
static void
test_recent(void)
{
  g_autoptr(NoslipTrail) trail = noslip_trail_new();
  const guint n = 1200, most = 320;
  for (guint i = 0; i < n; i++) {
    double t = 0.01 * i;
    noslip_trail_add(trail, t, (double[]){cos(0.5 * t) + 0.3 * cos(1.7 * t), sin(0.6 * t), 0.1 * sin(t)});
  }
  NoslipCamera camera;
  noslip_camera_init(&camera);
  camera.distance = 6;
  guint recent = noslip_trail_recent(trail, &camera, 600, most), drawn = 0;
  g_assert_cmpuint(recent, <, most / 4);
  NoslipTrailStretch stretches[NOSLIP_TRAIL_LEVELS];
  guint found = noslip_trail_stretches(trail, 0, 0.01 * n, recent, most, stretches);
  const NoslipTrailPoint *all = (const NoslipTrailPoint *) (gconstpointer) trail->points->data;
  double worst = 0;
  for (guint k = 0; k < found; k++) {
    const GArray *level = noslip_trail_level(trail, stretches[k].level);
    for (guint i = stretches[k].from; i + 1 < stretches[k].to; i++, drawn++) {
      const NoslipTrailPoint *a = &g_array_index(level, NoslipTrailPoint, i);
      NoslipTrailPoint from = projected(&camera, a), to = projected(&camera, a + 1);
      for (guint at = noslip_trail_count(trail, a->time); at < n && all[at].time < a[1].time; at++) {
        NoslipTrailPoint seen = projected(&camera, &all[at]);
        worst = fmax(worst, off_segment(&seen, &from, &to));
      }
    }
  }
  g_test_message("%u segments, off by %.3f pixels", drawn, worst);
  g_assert_cmpuint(found, ==, 2);
  g_assert_cmpuint(drawn, <, n / 5);
  g_assert_cmpfloat(worst, <, 0.5);
  g_assert_cmpuint(noslip_trail_recent(trail, &camera, 6000, most), ==, most);
  camera.distance = 0.5; /* in the midst of it */
  g_assert_cmpuint(noslip_trail_recent(trail, &camera, 600, most), ==, most);
}

/* A circle traversed a thousand times: parts that the last level cannot follow are omitted, so that no chord crosses
 * the circle. */
static void
test_no_chords(void)
{
  g_autoptr(NoslipTrail) trail = noslip_trail_new();
  const guint n = 1000000;
  for (guint i = 0; i < n; i++)
    noslip_trail_add(trail, 0.01 * i, (double[]){cos(0.007 * i), sin(0.007 * i), 0});
  for (guint k = 0; k < NOSLIP_TRAIL_LEVELS; k++) {
    const GArray *level = noslip_trail_level(trail, k);
    guint drawn = 0;
    for (guint i = 0; i + 1 < level->len; i++) {
      const NoslipTrailPoint *a = &g_array_index(level, NoslipTrailPoint, i);
      if (isnan(a[0].x) || isnan(a[1].x))
        continue;
      drawn++;
      g_assert_cmpfloat(hypot((a[0].x + a[1].x) / 2, (a[0].y + a[1].y) / 2), >,
                        0.93); /* its middle is near the circle */
    }
    g_assert_cmpuint(drawn, >, 1000);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/scene/stretches", test_stretches);
  g_test_add_func("/picture/scene/thinned-bend", test_thinned_trails_bend);
  g_test_add_func("/picture/scene/recent", test_recent);
  g_test_add_func("/picture/scene/no-chords", test_no_chords);
  return g_test_run();
}
