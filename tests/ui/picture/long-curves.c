/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Curves of very many samples: which samples are kept, and how many are drawn, and that hidden ones are
 * not. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "tests/ui/picture/plotting.h"
#include "ui/picture/plot/plot-items.h"

/* With angles too: a curve with cached points gives the same picture as a new one, also while it grows behind a
 * cursor. */
static void
test_known_angles(Plotting *f, gconstpointer data)
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
      plotting_show(f, 360, 240);
      points[known] = noslip_display_n_points(f->display);
    }
    /* the last sample of the cached part is drawn twice, and samples after it are drawn again */
    g_assert_cmpuint(points[1], >=, points[0] * 9 / 10);
    g_assert_cmpuint(points[1], <=, points[0] * 11 / 10 + 700 * frame);
  }
  const NoslipSeries *shown = &g_array_index(f->figure->series, NoslipSeries, 0);
  const NoslipKept *kept = noslip_figure_kept(f->figure, shown);
  g_assert_nonnull(kept);
  g_assert_cmpuint(kept->all.n, ==, n);
  g_assert_cmpuint(kept->spanned[0], ==, n);
}

static double
end_of(Plotting *f, guint k)
{
  return g_array_index(f->figure->points, double, f->figure->points->len - 2 + k);
}

/* A curve that grows behind a cursor ends at its last sample, with any number of cached points, angles or not. */
static void
test_growing_end(Plotting *f, gconstpointer data)
{
  const gsize n = 100000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = 1e-3 * (double) i;
    y[i] = 1e-5 * (double) i;
  }
  for (guint wrapped = 0; wrapped < 2; wrapped++) {
    NoslipAxis axis;
    noslip_axis_init(&axis);
    axis.period = wrapped ? 2 * G_PI : 0;
    NoslipSeries series = series_of(x, y, n, FALSE);
    series.source = 5 + wrapped;
    noslip_figure_clear(f->figure);
    noslip_figure_set_axis(f->figure, NOSLIP_AXIS_X, &axis);
    noslip_figure_add_series(f->figure, &series);
    plotting_show(f, 360, 240);
    for (gsize shown = 50100; shown <= n; shown += 777) {
      noslip_figure_decimate(f->figure, &g_array_index(f->figure->series, NoslipSeries, 0), shown);
      double last = wrapped ? remainder(x[shown - 1], 2 * G_PI) : x[shown - 1];
      g_assert_cmpfloat_with_epsilon(end_of(f, 0), noslip_axis_map(&f->figure->layout.map[0], last), 1e-9);
      g_assert_cmpfloat_with_epsilon(end_of(f, 1), noslip_axis_map(&f->figure->layout.map[1], y[shown - 1]), 1e-9);
    }
  }
}

/* The points of a curve, repeated ones only once. */
static GArray *
pairs_of(Plotting *f, const NoslipSeries *series, gsize n)
{
  GArray *pairs = g_array_new(FALSE, FALSE, sizeof(double));
  noslip_figure_decimate(f->figure, series, n);
  for (guint i = 0; i + 1 < f->figure->points->len; i += 2) {
    const double *p = &g_array_index(f->figure->points, double, i);
    if (i == 0 || memcmp(p, p - 2, 2 * sizeof *p) != 0)
      g_array_append_vals(pairs, p, 2);
  }
  return pairs;
}

/* The first samples of a completely known curve are drawn as if they were all of it, wherever the cursor moves. */
static void
test_first_samples(Plotting *f, gconstpointer data)
{
  const gsize n = 60000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = sin(2.1e-4 * (double) i) + 0.3 * sin(1.7e-3 * (double) i);
    y[i] = cos(1.3e-4 * (double) i) * (double) i;
  }
  x[20000] = NAN;
  g_autoptr(GRand) random = g_rand_new_with_seed(3);
  for (guint wrapped = 0; wrapped < 2; wrapped++) {
    NoslipAxis axis;
    noslip_axis_init(&axis);
    axis.period = wrapped ? 1.5 : 0;
    noslip_figure_clear(f->figure);
    noslip_figure_set_axis(f->figure, NOSLIP_AXIS_X, &axis);
    for (guint known = 0; known < 2; known++) {
      NoslipSeries series = series_of(x, y, n, FALSE);
      series.source = known ? 21 + wrapped : 0;
      noslip_figure_add_series(f->figure, &series);
    }
    plotting_show(f, 360, 240);
    const NoslipSeries *series = &g_array_index(f->figure->series, NoslipSeries, 0);
    for (guint k = 0; k < 60; k++) {
      gsize first = (gsize) g_rand_int_range(random, 1, (gint32) n);
      g_autoptr(GArray) plain = pairs_of(f, &series[0], first), taken = pairs_of(f, &series[1], first);
      g_assert_cmpuint(plain->len, >, 2);
      g_assert_cmpuint(taken->len, ==, plain->len);
      g_assert_cmpmem(taken->data, taken->len * sizeof(double), plain->data, plain->len * sizeof(double));
    }
  }
}

/* The cached part is drawn once, and the part after it still is: forward, backward, and forward again. */
static void
test_retraced_pieces(void)
{
  static const double way[] = {10, 10, 50, 10, 10, 10, 50, 10, 50, 90, 50, 10, 50, 90, 90, 90};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
  g_autoptr(GArray) samples = g_array_new(FALSE, FALSE, sizeof(guint));
  g_array_append_vals(points, way, G_N_ELEMENTS(way));
  for (guint i = 0; i < G_N_ELEMENTS(way) / 2; i++)
    g_array_append_val(samples, i);
  noslip_decimate_retraced(points, samples, 0);
  static const guint expected[] = {0, 1, 2, 2, 3, 4, 5, 5, 6, 7}; /* a gap has the number of the sample before it */
  g_assert_cmpmem(samples->data, samples->len * sizeof(guint), expected, sizeof expected);
  g_assert_cmpuint(points->len, ==, 2 * samples->len);
  for (guint i = 0; i < samples->len; i++) {
    gboolean gap = i > 0 && expected[i] == expected[i - 1];
    double px = g_array_index(points, double, 2 * i), py = g_array_index(points, double, 2 * i + 1);
    g_assert_true(gap ? isnan(px) && isnan(py) : px == way[2 * expected[i]] && py == way[2 * expected[i] + 1]);
  }
}

/* By its blocks a long series over time is reduced to exactly the same points, with the same range. */
static void
test_blocks(Plotting *f, gconstpointer data)
{
  const gsize n = 50021;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = 1e-3 * (double) (i - i % 3) + (i > 26000) * 3.3; /* some at the same time, then none for a while */
    y[i] = sin(7e-3 * (double) i) + 0.1 * (double) (i * 7919 % 101);
  }
  y[12345] = 40;
  y[30000] = -40; /* without a logarithm */
  y[40000] = NAN;
  y[45000] = INFINITY;
  g_autoptr(GArray) blocks = g_array_new(FALSE, FALSE, sizeof(NoslipBlock));
  noslip_blocks_extend(blocks, n / 2, x, 1, y, 1);
  noslip_blocks_extend(blocks, n, x, 1, y, 1); /* more samples are added */
  g_assert_cmpuint(blocks->len, ==, n / NOSLIP_BLOCK);
  static const double windows[][2] = {{0, 221}, {-5000, 9000}, {40.3, 41}, {100, 100000}};
  for (guint w = 0; w < 2 * G_N_ELEMENTS(windows); w++) {
    const double *window = windows[w / 2];
    gboolean logarithmic = w % 2 == 1;
    NoslipAxisMap map_x = {3, w < 4 ? 4.4 : 4000, FALSE}, map_y = {100, -3, logarithmic};
    g_autoptr(GArray) plain = g_array_new(FALSE, FALSE, sizeof(double));
    g_autoptr(GArray) blocked = g_array_new(FALSE, FALSE, sizeof(double));
    noslip_decimate_columns(n, x, 1, y, 1, NULL, &map_x, &map_y, window[0], window[1], plain);
    noslip_decimate_columns(n, x, 1, y, 1, blocks, &map_x, &map_y, window[0], window[1], blocked);
    g_assert_cmpmem(blocked->data, blocked->len * sizeof(double), plain->data, plain->len * sizeof(double));
    gsize first = 77 * w, last = n - 1300 * w;
    double low[2] = {INFINITY, INFINITY}, high[2] = {-INFINITY, -INFINITY};
    noslip_blocks_span(NULL, y, 1, first, last, logarithmic, &low[0], &high[0]);
    noslip_blocks_span(blocks, y, 1, first, last, logarithmic, &low[1], &high[1]);
    g_assert_cmpfloat(low[0], ==, low[1]);
    g_assert_cmpfloat(high[0], ==, high[1]);
    g_assert_cmpfloat(high[1], ==, 40);
    g_assert_true(logarithmic ? low[1] > 0 : low[1] == -40);
  }
}

/* Added samples continue the columns: the points are those of all samples at once, and only the last column and the new
 * samples are read. */
static void
test_growing(Plotting *f, gconstpointer data)
{
  const gsize n = 50021;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = 1e-3 * (double) (i - i % 3) + (i > 26000) * 3.3;
    y[i] = i % 9001 == 9000 ? NAN : sin(7e-3 * (double) i) + 0.1 * (double) (i * 7919 % 101);
  }
  g_autoptr(GArray) blocks = g_array_new(FALSE, FALSE, sizeof(NoslipBlock));
  static const double windows[][2] = {{0, 240}, {-5000, 9000}, {90, 120}, {400, 500}};
  for (guint w = 0; w < 2 * G_N_ELEMENTS(windows); w++) {
    const double *window = windows[w / 2], width = w / 2 == 1 ? 4000 : 4.4;
    const NoslipAxisMap map_x = {3, width, FALSE}, map_y = {100, -3, w % 2 == 1};
    g_autoptr(GArray) grown = g_array_new(FALSE, FALSE, sizeof(double));
    NoslipPixelColumns columns = {0};
    for (gsize at = 1; at <= n; at += at < 400 ? 1 : 331) {
      g_autoptr(GArray) whole = g_array_new(FALSE, FALSE, sizeof(double));
      noslip_blocks_extend(blocks, at, x, 1, y, 1);
      noslip_decimate_columns(at, x, 1, y, 1, blocks, &map_x, &map_y, window[0], window[1], whole);
      noslip_decimate_columns_on(at, x, 1, y, 1, blocks, &map_x, &map_y, window[0], window[1], grown, &columns);
      g_assert_cmpmem(grown->data, grown->len * sizeof(double), whole->data, whole->len * sizeof(double));
      if (w / 2 == 0)
        g_assert_cmpfloat(x[at - 1] - x[columns.sample], <=, 1 / width);
    }
  }
}

/* A curve that runs around many times is drawn about once, and completely. */
static void
test_retraced_curve(Plotting *f, gconstpointer data)
{
  const gsize n = 400000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = cos(0.0123 * (double) i);
    y[i] = sin(0.0123 * (double) i);
  }
  NoslipSeries series = series_of(x, y, n, FALSE);
  noslip_figure_add_series(f->figure, &series);
  plotting_show(f, 360, 240);
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

#define HIDING_N 1001

/* Whether a line or a dot is drawn right of this place within the axes. */
static gboolean
drawn_after(const Plotting *f, double px)
{
  double x, top, width, height;
  noslip_figure_area(f->figure, &x, &top, &width, &height);
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 360, 240);
  cairo_t *cairo = cairo_create(surface);
  noslip_display_draw(f->display, cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const guint32 *pixels = (const guint32 *) (gpointer) cairo_image_surface_get_data(surface);
  gboolean any = FALSE;
  for (int row = (int) top; row < (int) (top + height); row++)
    for (int column = (int) px + 2; column < (int) (x + width); column++) {
      guint32 pixel = pixels[row * 360 + column];
      any = any || ((pixel & 0xff) > (pixel >> 16 & 0xff) + 60 && pixel >> 24 == 0xff); /* the blue of the curve */
    }
  cairo_surface_destroy(surface);
  return any;
}

/* The last samples are hidden, over time and in the plane: neither drawn nor read off, nor is their value labelled; but
 * the axes are fitted to all. */
static void
test_hidden(Plotting *f, gconstpointer data)
{
  double t[HIDING_N], y[HIDING_N];
  for (guint i = 0; i < HIDING_N; i++) {
    t[i] = 0.01 * i;
    y[i] = sin(t[i]);
  }
  for (guint plane = 0; plane < 2; plane++) {
    double low[2][2], high[2][2], px[2], py[2];
    for (guint hides = 0; hides < 2; hides++) {
      NoslipHover hover;
      NoslipSeries series = series_of(t, y, HIDING_N, !plane);
      series.hidden = hides ? HIDING_N / 2 : 0;
      series.source = 1 + plane;
      series.label = "y";
      series.color = (NoslipColor){0, 0, 1, 1};
      noslip_figure_clear(f->figure);
      noslip_figure_add_series(f->figure, &series);
      plotting_show(f, 360, 240);
      for (NoslipAxisId id = NOSLIP_AXIS_X; id <= NOSLIP_AXIS_Y; id++)
        noslip_figure_range(f->figure, id, &low[hides][id], &high[hides][id]);
      noslip_figure_to_pixels(f->figure, 5, y[500], &px[0], &py[0]);
      noslip_figure_to_pixels(f->figure, 8, y[800], &px[1], &py[1]);
      g_assert_true(noslip_figure_hover(f->figure, px[0], py[0], 4, &hover));
      g_assert_cmpint(noslip_figure_hover(f->figure, px[1], py[1], 4, &hover), ==, !hides);
      g_assert_cmpint(drawn_after(f, px[0]), ==, !hides);
    }
    g_assert_cmpmem(low[0], sizeof low[0], low[1], sizeof low[1]);
    g_assert_cmpmem(high[0], sizeof high[0], high[1], sizeof high[1]);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Plotting, NULL, plotting_set_up, function, plotting_tear_down)
  g_test_add_func("/picture/long-curves/retraced-pieces", test_retraced_pieces);
  ADD("/picture/long-curves/first-samples", test_first_samples);
  ADD("/picture/long-curves/known-angles", test_known_angles);
  ADD("/picture/long-curves/growing-end", test_growing_end);
  ADD("/picture/long-curves/hidden", test_hidden);
  ADD("/picture/long-curves/blocks", test_blocks);
  ADD("/picture/long-curves/growing", test_growing);
  ADD("/picture/long-curves/retraced", test_retraced_curve);
  return g_test_run();
}
