/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Ticks, decimation and level curves. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "ui/picture/plot/contour.h"
#include "ui/picture/plot/decimate.h"
#include "ui/picture/plot/ticks.h"

static gboolean
is_round(double step)
{
  double mantissa = step / pow(10, floor(log10(step) + 1e-9));
  static const double round[] = {1, 2, 4, 5};
  for (guint i = 0; i < G_N_ELEMENTS(round); i++)
    if (fabs(mantissa - round[i]) < 1e-9)
      return TRUE;
  return FALSE;
}

static void
test_ticks_any_range(void)
{
  for (guint k = 0; k < 20000; k++) {
    double span = pow(10, g_test_rand_double_range(-9, 9));
    double low = span * g_test_rand_double_range(-3, 3), high = low + span * g_test_rand_double_range(1, 2);
    NoslipTicks ticks;
    noslip_ticks_linear(&ticks, low, high, 0);
    g_assert_cmpuint(ticks.n, >=, 3);
    g_assert_cmpuint(ticks.n, <=, 6);
    g_assert_true(is_round(ticks.step));
    for (guint i = 0; i < ticks.n; i++) {
      double slack = 1e-8 * (high - low);
      g_assert_cmpfloat(ticks.value[i], >=, low - slack);
      g_assert_cmpfloat(ticks.value[i], <=, high + slack);
      g_assert_cmpfloat(fabs(remainder(ticks.value[i], ticks.step)), <, 1e-6 * ticks.step);
      /* The label gives the value. */
      g_autofree char *ascii = g_strdup(ticks.label[i]);
      char *minus = strstr(ascii, "\342\210\222");
      if (minus != NULL) {
        memmove(minus + 1, minus + 3, strlen(minus + 3) + 1);
        *minus = '-';
      }
      double labelled = g_ascii_strtod(ascii, NULL) * pow(10, ticks.exponent);
      g_assert_cmpfloat(fabs(labelled - ticks.value[i]), <=, 1e-6 * ticks.step);
    }
  }
}

static void
test_ticks_labels(void)
{
  NoslipTicks ticks;
  noslip_ticks_linear(&ticks, -1, 1, 6);
  g_assert_cmpuint(ticks.n, ==, 5);
  g_assert_cmpstr(ticks.label[0], ==,
                  "\342\210\222"
                  "1.0");
  g_assert_cmpstr(ticks.label[2], ==, "0.0");
  noslip_ticks_linear(&ticks, 0, 3e-13, 6);
  g_assert_cmpint(ticks.exponent, ==, -13);
  noslip_ticks_log(&ticks, 1e-16, 1e-7, 6);
  g_assert_cmpuint(ticks.n, >=, 3);
  g_assert_cmpuint(ticks.n, <=, 6);
  g_assert_cmpstr(ticks.label[0], ==, "10\342\201\273\302\271\342\201\266");
}

static void
test_ticks_nothing(void)
{
  static const double ranges[][2] = {{1, 1},         {2, 1},         {NAN, 1},        {0, INFINITY},
                                     {-INFINITY, 0}, {1, 1 + 1e-16}, {-1e308, 1e308}, {0, 1e-310}};
  for (guint k = 0; k < G_N_ELEMENTS(ranges); k++) {
    NoslipTicks ticks;
    noslip_ticks_linear(&ticks, ranges[k][0], ranges[k][1], 6);
    g_assert_cmpuint(ticks.n, ==, 0);
  }
  NoslipTicks ticks;
  noslip_ticks_log(&ticks, 0, 1, 6);
  g_assert_cmpuint(ticks.n, ==, 0);
}

static void
test_numbers(void)
{
  static const struct {
    double value;
    guint digits;
    const char *text, *with_sign;
  } cases[] = {
      {0, 3, "0", "0"},
      {-0.0, 3, "0", "0"},
      {1.25, 4, "1.25", "+1.25"},
      {-0.5, 2,
       "\342\210\222"
       "0.5",
       "\342\210\222"
       "0.5"},
      {12345, 3, "12345", "+12345"},
      {2e-13, 2,
       "2.0e\342\210\222"
       "13",
       "+2.0e\342\210\222"
       "13"},
      {3.14159e7, 3, "3.14e7", "+3.14e7"},
  };
  for (guint k = 0; k < G_N_ELEMENTS(cases); k++) {
    g_autofree char *text = noslip_number_text(cases[k].value, cases[k].digits);
    g_autofree char *with_sign = noslip_number_signed_text(cases[k].value, cases[k].digits);
    g_assert_cmpstr(text, ==, cases[k].text);
    g_assert_cmpstr(with_sign, ==, cases[k].with_sign);
  }
}

#define SAMPLES 200000

static void
test_columns_keep_extremes(void)
{
  g_autofree double *x = g_new(double, SAMPLES), *y = g_new(double, SAMPLES);
  for (guint i = 0; i < SAMPLES; i++) {
    x[i] = i * 1e-3;
    y[i] = sin(x[i]);
  }
  y[123457] = 7; /* one sample wide */
  y[123460] = -5;
  NoslipAxisMap mx = {10, 1.5, FALSE}, my = {100, -10, FALSE};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
  noslip_decimate_columns(SAMPLES, x, 1, y, 1, NULL, &mx, &my, 10, 310, points);
  double low = INFINITY, high = -INFINITY, before = -INFINITY;
  for (guint i = 0; i < points->len; i += 2) {
    double px = g_array_index(points, double, i), py = g_array_index(points, double, i + 1);
    g_assert_cmpfloat(px, >=, before);
    before = px;
    low = fmin(low, py);
    high = fmax(high, py);
  }
  g_assert_cmpuint(points->len / 2, <=, 4 * 302);
  g_assert_cmpuint(points->len / 2, >=, 300);
  g_assert_cmpfloat(low, ==, 100 - 10 * 7.0);
  g_assert_cmpfloat(high, ==, 100 + 10 * 5.0);
}

static void
test_columns_window_and_gaps(void)
{
  const double x[] = {0, 1, 2, 3, 4, 5, 6, 7}, y[] = {1, 2, NAN, 4, -1, 6, 7, 8};
  NoslipAxisMap mx = {0, 10, FALSE}, plain = {0, 1, FALSE}, logarithmic = {0, 1, TRUE};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
  noslip_decimate_columns(8, x, 1, y, 1, NULL, &mx, &plain, 0, 70, points);
  g_assert_cmpuint(points->len, ==, 16);
  g_assert_true(isnan(g_array_index(points, double, 4)));
  g_array_set_size(points, 0);
  noslip_decimate_columns(8, x, 1, y, 1, NULL, &mx, &logarithmic, 0, 70, points);
  g_assert_true(isnan(g_array_index(points, double, 2 * 4))); /* the logarithm of -1 is undefined */
  g_array_set_size(points, 0);
  /* From 35 to 45: sample 4, and one on either side. */
  noslip_decimate_columns(8, x, 1, y, 1, NULL, &mx, &plain, 35, 45, points);
  g_assert_cmpfloat(g_array_index(points, double, 0), ==, 30);
  g_assert_cmpfloat(g_array_index(points, double, points->len - 2), <=, 60);
}

static void
test_path_stays_near(void)
{
  g_autofree double *x = g_new(double, SAMPLES), *y = g_new(double, SAMPLES);
  for (guint i = 0; i < SAMPLES; i++) {
    x[i] = cos(i * 1e-3);
    y[i] = sin(i * 1e-3);
  }
  NoslipAxisMap map = {0, 100, FALSE};
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
  noslip_decimate_path(SAMPLES, x, 1, y, 1, &map, &map, 0.4, points, NULL);
  g_assert_cmpuint(points->len / 2, <, SAMPLES / 3);
  for (guint i = 0; i < points->len; i += 2)
    g_assert_cmpfloat_with_epsilon(hypot(g_array_index(points, double, i), g_array_index(points, double, i + 1)), 100,
                                   1e-9);
  g_assert_cmpfloat(g_array_index(points, double, points->len - 2), ==, 100 * x[SAMPLES - 1]);
}

static double
radius(double x, double y, gpointer data)
{
  double hole = *(double *) data;
  return x < hole ? NAN : hypot(x, y);
}

static void
test_contour_circle(void)
{
  const guint n = 101;
  g_autofree double *values = g_new(double, n *n);
  g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
  double hole = -10;
  noslip_contour_sample(radius, &hole, n, n, -2, 2, -1.5, 1.5, values);
  noslip_contour_grid(n, n, values, -2, 2, -1.5, 1.5, 1, points);
  guint gaps = 0;
  double turned = 0;
  for (guint i = 0; i < points->len; i += 2) {
    double x = g_array_index(points, double, i), y = g_array_index(points, double, i + 1);
    if (isnan(x)) {
      gaps++;
      continue;
    }
    g_assert_cmpfloat_with_epsilon(hypot(x, y), 1, 1e-3);
    if (i > 0)
      turned += remainder(
          atan2(y, x) - atan2(g_array_index(points, double, i - 1), g_array_index(points, double, i - 2)), 2 * G_PI);
  }
  g_assert_cmpuint(gaps, ==, 1); /* one closed curve, once around */
  g_assert_cmpfloat_with_epsilon(fabs(turned), 2 * G_PI, 1e-9);
  /* Undefined parts are omitted. */
  g_array_set_size(points, 0);
  hole = 0;
  noslip_contour_sample(radius, &hole, n, n, -2, 2, -1.5, 1.5, values);
  noslip_contour_grid(n, n, values, -2, 2, -1.5, 1.5, 1, points);
  g_assert_cmpuint(points->len, >, 20);
  for (guint i = 0; i < points->len; i += 2)
    g_assert_false(g_array_index(points, double, i) < 0);
}

static double
product(double x, double y, gpointer data)
{
  return x * y;
}

static void
test_contour_saddle(void)
{
  const guint n = 41;
  g_autofree double *values = g_new(double, n *n);
  noslip_contour_sample(product, NULL, n, n, -1, 1, -1, 1, values);
  for (int sign = -1; sign <= 1; sign += 2) {
    g_autoptr(GArray) points = g_array_new(FALSE, FALSE, sizeof(double));
    guint curves = 0;
    noslip_contour_grid(n, n, values, -1, 1, -1, 1, 0.1 * sign, points);
    for (guint i = 0; i < points->len; i += 2) {
      double x = g_array_index(points, double, i), y = g_array_index(points, double, i + 1);
      curves += isnan(x);
      if (!isnan(x))
        g_assert_cmpfloat_with_epsilon(x * y, 0.1 * sign, 2e-3);
    }
    g_assert_cmpuint(curves, ==, 2);
  }
}

/* Of the point p from the segment a b. */
static double
distance(const double *p, const double *a, const double *b)
{
  double d[2] = {b[0] - a[0], b[1] - a[1]}, square = d[0] * d[0] + d[1] * d[1];
  double t = square > 0 ? CLAMP(((p[0] - a[0]) * d[0] + (p[1] - a[1]) * d[1]) / square, 0, 1) : 0;
  return hypot(a[0] + t * d[0] - p[0], a[1] + t * d[1] - p[1]);
}

/* Every point is near the part of the straightened curve between the kept points round it. Returns how many are kept. */
static guint
assert_straightened(guint n, const double *xy, double tolerance)
{
  g_autoptr(GArray) kept = g_array_new(FALSE, FALSE, sizeof(double));
  noslip_decimate_straight(n, xy, tolerance, kept);
  const double *k = &g_array_index(kept, double, 0);
  guint at = 0, last = kept->len / 2 - 1;
  g_assert_cmpmem(k, 2 * sizeof(double), xy, 2 * sizeof(double));
  g_assert_cmpmem(k + 2 * last, 2 * sizeof(double), xy + 2 * (n - 1), 2 * sizeof(double));
  for (guint i = 1; i < n; i++) {
    g_assert_cmpuint(at, <, last);
    g_assert_cmpfloat(distance(xy + 2 * i, k + 2 * at, k + 2 * at + 2), <=, tolerance + 1e-9);
    at += at + 1 < last && memcmp(xy + 2 * i, k + 2 * at + 2, 2 * sizeof(double)) == 0;
  }
  return last + 1;
}

static void
test_straight(void)
{
  enum { N = 1000 };
  double line[2 * N], wave[2 * N], comb[2 * N], walk[2 * N], still[2 * N];
  g_autoptr(GRand) random = g_rand_new_with_seed(7);
  for (guint i = 0; i < N; i++) {
    line[2 * i] = 0.3 * i;
    line[2 * i + 1] = 0.1 * i;
    wave[2 * i] = 0.25 * i;
    wave[2 * i + 1] = 60 * sin(0.01 * i);
    comb[2 * i] = 0.25 * i;
    comb[2 * i + 1] = i % 2 == 0 ? 0 : 40; /* the extremes of columns */
    walk[2 * i] = i > 0 ? walk[2 * i - 2] + g_rand_double_range(random, -0.2, 0.2) : 0;
    walk[2 * i + 1] = i > 0 ? walk[2 * i - 1] + g_rand_double_range(random, -0.2, 0.2) : 0;
    still[2 * i] = still[2 * i + 1] = 5;
  }
  g_assert_cmpuint(assert_straightened(N, line, 0.03), ==, 2);
  g_assert_cmpuint(assert_straightened(N, still, 0.03), ==, 2);
  g_assert_cmpuint(assert_straightened(N, wave, 0.03), <, N / 8);
  g_assert_cmpuint(assert_straightened(N, comb, 0.03), ==, N);
  g_assert_cmpuint(assert_straightened(N, walk, 0.03), >, N / 4);
  assert_straightened(N, walk, 0.5);
  g_assert_cmpuint(assert_straightened(2, wave, 0.03), ==, 2);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/picture/ticks/any-range", test_ticks_any_range);
  g_test_add_func("/picture/ticks/labels", test_ticks_labels);
  g_test_add_func("/picture/ticks/nothing", test_ticks_nothing);
  g_test_add_func("/picture/numbers", test_numbers);
  g_test_add_func("/picture/decimate/columns-keep-extremes", test_columns_keep_extremes);
  g_test_add_func("/picture/decimate/window-and-gaps", test_columns_window_and_gaps);
  g_test_add_func("/picture/decimate/straight", test_straight);
  g_test_add_func("/picture/decimate/path", test_path_stays_near);
  g_test_add_func("/picture/contour/circle", test_contour_circle);
  g_test_add_func("/picture/contour/saddle", test_contour_saddle);
  return g_test_run();
}
