/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of very many samples: what is kept of them, and how much of them is drawn. */
#include <glib.h>
#include <math.h>

#include "tests/ui/picture/series.h"
#include "ui/picture/plot-items.h"

typedef struct {
  NoslipFigure *figure;
  NoslipDisplay *display;
  NoslipTheme theme;
} Fixture;

static void
set_up(Fixture *f, gconstpointer data)
{
  f->figure = noslip_figure_new();
  f->display = noslip_display_new();
  noslip_theme_init(&f->theme, FALSE, 1);
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  noslip_figure_free(f->figure);
  noslip_display_free(f->display);
}

static void
show(Fixture *f)
{
  noslip_display_clear(f->display);
  noslip_figure_display(f->figure, &f->theme, 360, 240, f->display);
}

/* Angles too: the picture of what is known is the one of what is not, also while it grows behind a cursor. */
static void
test_known_angles(Fixture *f, gconstpointer data)
{
  const gsize n = 300000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.period = 2 * G_PI;
  for (gsize i = 0; i < n; i++) {
    x[i] = 2e-3 * (double) i;
    y[i] = 3 * sin(1e-3 * (double) i);
  }
  for (guint frame = 0; frame < 8; frame++) {
    guint points[2];
    for (guint known = 0; known < 2; known++) {
      NoslipSeries series = series_of(x, y, n, FALSE);
      series.source = known ? 11 : 0;
      series.hide_after_cursor = TRUE;
      series.cursor = 120000.5 + 700 * frame;
      noslip_figure_clear(f->figure);
      noslip_figure_set_axis(f->figure, NOSLIP_AXIS_X, &axis);
      noslip_figure_add_series(f->figure, &series);
      show(f);
      points[known] = noslip_display_n_points(f->display);
    }
    /* where what is kept ends a sample stands twice, and pieces that were drawn are looked for anew */
    g_assert_cmpfloat_with_epsilon(points[1], points[0], 0.1 * points[0]);
  }
  const NoslipSeries *shown = &g_array_index(f->figure->series, NoslipSeries, 0);
  const NoslipKept *kept = noslip_figure_kept(f->figure, shown);
  g_assert_nonnull(kept);
  g_assert_cmpuint(kept->part[0].n, ==, n);
  g_assert_cmpuint(kept->spanned[0], ==, n);
}

/* A curve that goes round and round is drawn about once, and whole. */
static void
test_retraced_curve(Fixture *f, gconstpointer data)
{
  const gsize n = 400000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = cos(0.0123 * (double) i);
    y[i] = sin(0.0123 * (double) i);
  }
  NoslipSeries series = series_of(x, y, n, FALSE);
  noslip_figure_add_series(f->figure, &series);
  show(f);
  g_assert_cmpuint(noslip_display_n_points(f->display), <, 40000);
  noslip_figure_decimate(f->figure, &g_array_index(f->figure->series, NoslipSeries, 0), n);
  gboolean drawn[360] = {FALSE};
  for (guint i = 0; i + 1 < f->figure->points->len; i += 2) {
    double px = g_array_index(f->figure->points, double, i), dx, dy;
    if (isnan(px))
      continue;
    noslip_figure_to_data(f->figure, px, g_array_index(f->figure->points, double, i + 1), &dx, &dy);
    g_assert_cmpfloat_with_epsilon(hypot(dx, dy), 1, 1e-6);
    drawn[(guint) floor((atan2(dy, dx) / G_PI + 1) * 179.999)] = TRUE;
  }
  for (guint i = 0; i < 360; i++)
    g_assert_true(drawn[i]);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Fixture, NULL, set_up, function, tear_down)
  ADD("/picture/long-curves/known-angles", test_known_angles);
  ADD("/picture/long-curves/retraced", test_retraced_curve);
  return g_test_run();
}
