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
      /* The label says the value. */
      g_autofree char *ascii = g_strdup(ticks.label[i]);
      char *minus = strstr(ascii, "\342\210\222");
      if (minus != NULL) {
        memmove(minus + 1, minus + 3, strlen(minus + 3) + 1);
        *minus = '-';
      }
      double said = g_ascii_strtod(ascii, NULL) * pow(10, ticks.exponent);
      g_assert_cmpfloat(fabs(said - ticks.value[i]), <=, 1e-6 * ticks.step);
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
  g_assert_true(isnan(g_array_index(points, double, 2 * 4))); /* -1 has no logarithm */
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
  /* What is undefined is left out. */
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
  g_test_add_func("/picture/decimate/path", test_path_stays_near);
  g_test_add_func("/picture/contour/circle", test_contour_circle);
  g_test_add_func("/picture/contour/saddle", test_contour_saddle);
  return g_test_run();
}
