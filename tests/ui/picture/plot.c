/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Plots: curves and levels, shared, zoomed and flat axes, words and empty plots. */
#include "core/dynamics/formulation.h"
#include "tests/ui/picture/plotted.h"
#include "tests/ui/picture/plotting.h"
#include "ui/picture/display-items.h"
#include "ui/picture/plot/plot-items.h"

#include <glib.h>
#include <math.h>
#include <string.h>

static void
test_hits(Plotted *f, gconstpointer data)
{
  double x, y, px, py;
  NoslipHover hover;
  g_assert_false(noslip_figure_to_data(f->plot.figure, 100, 100, &x, &y)); /* nothing laid out yet */
  plotted_add(f, f->t, f->y, TRUE, "y");
  plotted_show(f);
  for (double gx = 60; gx < 300; gx += 40) {
    g_assert_true(noslip_figure_to_data(f->plot.figure, gx, 120, &x, &y));
    noslip_figure_to_pixels(f->plot.figure, x, y, &px, &py);
    g_assert_cmpfloat_with_epsilon(px, gx, 1e-9);
    g_assert_cmpfloat_with_epsilon(py, 120, 1e-9);
  }
  noslip_figure_to_pixels(f->plot.figure, f->t[314], f->y[314], &px, &py);
  g_assert_true(noslip_figure_hover(f->plot.figure, px + 0.2, py, 8, &hover));
  g_assert_cmpuint(hover.series, ==, 0);
  g_assert_cmpfloat(hover.x, >=, f->t[312]);
  g_assert_cmpfloat(hover.x, <=, f->t[317]);
  /* at that time, for any height of the pointer; but not at another time */
  g_assert_true(noslip_figure_hover(f->plot.figure, px, py - 60, 8, &hover));
  g_assert_cmpfloat(fabs(hover.px - px), <=, 2);
  noslip_figure_to_pixels(f->plot.figure, f->t[PLOTTED_N - 1], f->y[PLOTTED_N - 1], &px, &py);
  g_assert_false(noslip_figure_hover(f->plot.figure, px + 9, py, 8, &hover));
}

static void
test_zoom_and_pan(Plotted *f, gconstpointer data)
{
  double low, high, x, y, px, py;
  plotted_add(f, f->t, f->y, TRUE, NULL);
  plotted_show(f);
  noslip_figure_to_data(f->plot.figure, 150, 100, &x, &y);
  for (NoslipAxisId id = NOSLIP_AXIS_X; id <= NOSLIP_AXIS_Y; id++) {
    NoslipAxis axis;
    noslip_axis_init(&axis);
    noslip_figure_zoomed(f->plot.figure, id, 2, 150, 100, &axis.low, &axis.high);
    noslip_figure_set_axis(f->plot.figure, id, &axis);
  }
  plotted_show(f);
  noslip_figure_to_pixels(f->plot.figure, x, y, &px, &py);
  g_assert_cmpfloat_with_epsilon(px, 150, 12); /* margins may change with the labels */
  g_assert_cmpfloat_with_epsilon(py, 100, 12);
  double old_low, old_high, more_low, more_high;
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_X, &old_low, &old_high);
  noslip_figure_panned(f->plot.figure, NOSLIP_AXIS_X, 10, 0, &low, &high);
  g_assert_cmpfloat(low, <, old_low); /* dragging to the right shows lower values */
  g_assert_cmpfloat_with_epsilon(high - low, old_high - old_low, 1e-9);
  /* before the next picture: relative to the end of this one */
  noslip_figure_panned(f->plot.figure, NOSLIP_AXIS_X, 10, 0, &more_low, &more_high);
  g_assert_cmpfloat_with_epsilon(more_low - low, low - old_low, 1e-9);
}

static void
test_flat_is_not_magnified(Plotted *f, gconstpointer data)
{
  double low, high;
  NoslipAxis axis;
  for (guint i = 0; i < PLOTTED_N; i++)
    f->y[i] = 2.5 * (1 + 1e-13 * sin(37.0 * i));
  noslip_axis_init(&axis);
  axis.minimum_span = 2.5e-6;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  plotted_add(f, f->t, f->y, TRUE, "E");
  plotted_show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high - low, >=, 2.5e-6);
  g_assert_cmpfloat(low, <, 2.5);
  g_assert_cmpfloat(high, >, 2.5);
}

/* A rate below the resolution of the axis is not shown as zero; the reading at the pointer has all digits. */
static void
test_noise_is_described(Plotted *f, gconstpointer data)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.minimum_span = 1e-6;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  for (guint i = 0; i < PLOTTED_N; i++)
    f->y[i] = i == 500 ? 2.168e-19 : 0;
  plotted_add(f, f->t, f->y, TRUE, "rate");
  noslip_figure_set_cursor(f->plot.figure, 5);
  plotted_show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "2e\342\210\222"
                                                         "19"));
  NoslipHover hover;
  double px, py;
  noslip_figure_to_pixels(f->plot.figure, f->t[500], f->y[500], &px, &py);
  g_assert_true(noslip_figure_hover(f->plot.figure, px, py, 0.1, &hover));
  noslip_figure_display_hover(f->plot.figure, &f->plot.theme, &hover, f->plot.display);
  g_assert_true(noslip_display_has_text(f->plot.display, "2.16800e\342\210\222"
                                                         "19"));
}

/* An overlay that diverges does not change the axes of the motion: it is clipped, and its name is shown; one that stays
 * near widens them. If the user chose the range, the name is not shown. */
static void
test_leaving(Plotted *f, gconstpointer data)
{
  double low, high, nearer[PLOTTED_N];
  NoslipAxis axis;
  for (guint i = 0; i < PLOTTED_N; i++) {
    f->z[i] = f->y[i] + exp(3 * f->t[i]) - 1;
    nearer[i] = 1.2 * f->y[i];
  }
  for (guint pass = 0; pass < 3; pass++) {
    noslip_figure_clear(f->plot.figure);
    noslip_axis_init(&axis);
    axis.low = pass == 2 ? -3 : NAN;
    axis.high = pass == 2 ? 3 : NAN;
    noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
    NoslipSeries series = series_of(f->t, pass == 1 ? nearer : f->z, PLOTTED_N, TRUE);
    series.overlay = "Vakonomic";
    series.source = 7 + pass;
    noslip_figure_add_series(f->plot.figure, &series);
    plotted_add(f, f->t, f->y, TRUE, "y");
    for (guint again = 0; again < 2; again++) { /* the result is cached */
      noslip_display_clear(f->plot.display);
      plotted_show(f);
      g_assert_cmpint(noslip_display_has_text(f->plot.display, "Vakonomic"), ==, pass == 0);
      g_autofree char *description = noslip_figure_description(f->plot.figure);
      g_assert_cmpint(strstr(description, "; Vakonomic leaves the axes") != NULL, ==, pass == 0);
    }
    noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
    g_assert_cmpfloat(high, >, pass == 1 ? 1.2 : 1.9);
    g_assert_cmpfloat(high, <, pass == 1 ? 1.5 : pass == 0 ? 2.3 : 3.01);
  }
}

static void
test_shared_axis(Plotted *f, gconstpointer data)
{
  NoslipAxis axis;
  double x, y, width, height, shared_height;
  noslip_axis_init(&axis);
  axis.quantity = "t";
  axis.unit = "s";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_X, &axis);
  plotted_add(f, f->t, f->y, TRUE, "y");
  plotted_show(f);
  noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
  g_assert_true(noslip_display_has_text(f->plot.display, "t (s)"));
  axis.bare = TRUE;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_X, &axis);
  noslip_figure_set_margins(f->plot.figure, 70, 90);
  plotted_show(f);
  g_assert_false(noslip_display_has_text(f->plot.display, "t (s)"));
  noslip_figure_area(f->plot.figure, &x, &y, &width, &shared_height);
  g_assert_cmpfloat_with_epsilon(x, 70, 1e-9);
  g_assert_cmpfloat_with_epsilon(x + width, 360 - 90, 1e-9);
  g_assert_cmpfloat(shared_height, >, height);
}

static void
test_empty_says_what_fills(Plotted *f, gconstpointer data)
{
  noslip_figure_set_empty_text(f->plot.figure, "Press play");
  plotted_show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "Press play"));
  g_autofree char *words = noslip_figure_description(f->plot.figure);
  g_assert_cmpstr(words, ==, "Press play");
  /* All values undefined: as an empty plot. */
  for (guint i = 0; i < PLOTTED_N; i++)
    f->y[i] = NAN;
  plotted_add(f, f->t, f->y, TRUE, "y");
  plotted_show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "Press play"));
}

static void
test_cursor_and_words(Plotted *f, gconstpointer data)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = "omega";
  axis.unit = "rad/s";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  plotted_add(f, f->t, f->y, TRUE, "y");
  noslip_figure_set_cursor(f->plot.figure, 2.005);
  plotted_show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "\317\211 (rad/s)")); /* the Greek letter, with its unit */
  g_assert_true(noslip_display_has_text(f->plot.display, "0.9072"));           /* sin 2.005 */
  g_autofree char *words = noslip_figure_description(f->plot.figure);
  g_assert_nonnull(strstr(words, "y now 0.9072"));
}

static void
test_angle_wraps(Plotted *f, gconstpointer data)
{
  double low, high;
  NoslipAxis axis;
  for (guint i = 0; i < PLOTTED_N; i++)
    f->y[i] = 3 * f->t[i]; /* almost five turns */
  noslip_axis_init(&axis);
  axis.period = 2 * G_PI;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  plotted_add(f, f->t, f->y, TRUE, NULL);
  plotted_show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(low, >=, -1.15 * G_PI);
  g_assert_cmpfloat(high, <=, 1.15 * G_PI);
  /* No stroke may cross the whole height: jumps are gaps. */
  double x, y, w, h;
  noslip_figure_area(f->plot.figure, &x, &y, &w, &h);
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    if (item->kind != NOSLIP_ITEM_STROKE)
      continue;
    const double *v = &g_array_index(f->plot.display->numbers, double, item->first_number);
    for (guint k = 0; item->n_verbs > 50 && k < item->n_verbs; k++, v += 2)
      if (f->plot.display->verbs->data[item->first_verb + k] == NOSLIP_PATH_LINE)
        g_assert_cmpfloat(fabs(v[1] - v[-1]), <, h / 2);
  }
}

static void
test_many_samples_few_points(Plotted *f, gconstpointer data)
{
  const gsize n = 1000000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = (double) i;
    y[i] = sin(0.1 * (double) i);
  }
  NoslipSeries series = series_of(x, y, n, TRUE);
  noslip_figure_add_series(f->plot.figure, &series);
  plotted_show(f);
  g_assert_cmpuint(noslip_display_n_points(f->plot.display), <, 4 * 360 + 200);
}

/* A million known samples are not read again for the next picture. */
static void
test_known_samples(Plotted *f, gconstpointer data)
{
  const gsize n = 1000000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = (double) i;
    y[i] = sin(1e-4 * (double) i);
  }
  double low, high;
  for (guint known = 0; known < 2; known++) {
    NoslipSeries series = series_of(x, y, n, TRUE);
    series.source = 7;
    noslip_figure_clear(f->plot.figure);
    noslip_figure_add_series(f->plot.figure, &series);
    plotted_show(f);
    noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
    g_assert_cmpfloat(high, <, 2);
    y[n / 2] = 100; /* rows of a source never change; a plot that reads them again would show this one */
  }
  y[n / 2] = 0;
  /* new samples are read: one more, far outside */
  y[n - 1] = 5;
  NoslipSeries series = series_of(x, y, n, TRUE);
  series.source = 9;
  for (series.n = n - 1; series.n <= n; series.n++) {
    noslip_figure_clear(f->plot.figure);
    noslip_figure_add_series(f->plot.figure, &series);
    plotted_show(f);
    noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
    g_assert_true((high > 4) == (series.n == n));
  }
  /* the same rows from another source are different rows */
  y[n - 1] = 8;
  series.n = n;
  series.source = 10;
  noslip_figure_clear(f->plot.figure);
  noslip_figure_add_series(f->plot.figure, &series);
  plotted_show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high, >, 7);
}

/* Values that differ only by rounding are constant, with round numbers on the axis. */
static void
test_rounding_is_flat(Plotted *f, gconstpointer data)
{
  double low, high;
  for (guint i = 0; i < PLOTTED_N; i++)
    f->y[i] = 1.3 * (1 + 4e-15 * sin(37.0 * i));
  plotted_add(f, f->t, f->y, TRUE, "mu");
  plotted_show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high - low, >, 1);
  g_assert_true(noslip_display_has_text(f->plot.display, "1.0"));
  for (guint i = 0; i < PLOTTED_N; i++)
    f->y[i] = 1.3 * (1 + 1e-8 * sin(37.0 * i));
  plotted_show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high - low, >, 1.29e-6);
}

static double
bowl(double x, double y, gpointer data)
{
  return x * x + y * y;
}

static void
test_layers(Plotted *f, gconstpointer data)
{
  plotted_add(f, f->y, f->z, FALSE, "path");
  plotted_show(f);
  guint plain = noslip_display_n_points(f->plot.display);
  NoslipLevels levels = {.field = bowl, .n_levels = 8, .emphasis = 0.5};
  NoslipMark mark = {.hollow = TRUE, .rest = TRUE, .label = "unstable"};
  noslip_figure_add_levels(f->plot.figure, &levels);
  noslip_figure_add_mark(f->plot.figure, &mark);
  plotted_show(f);
  g_assert_cmpuint(noslip_display_n_points(f->plot.display), >, plain + 100);
  g_assert_true(noslip_display_has_text(f->plot.display, "unstable"));
  g_assert_true(noslip_display_has_text(f->plot.display, "path"));
}

/* Where these labels are: left, right, top, bottom. Returns how many were drawn. */
static guint
label_boxes(const Plotted *f, const char *const *labels, double boxes[][4])
{
  guint n = 0;
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    const char *text = item->kind == NOSLIP_ITEM_TEXT ? f->plot.display->strings->str + item->text : "";
    if (!g_strv_contains(labels, text) || n == g_strv_length((char **) labels))
      continue;
    double width, ascent, descent;
    noslip_text_measure(&f->plot.theme, &item->style, text, &width, &ascent, &descent);
    boxes[n][0] = item->x - item->style.align_x * width;
    boxes[n][1] = boxes[n][0] + width;
    boxes[n][2] = item->y - (ascent + descent);
    boxes[n++][3] = item->y;
  }
  return n;
}

static void
assert_apart(const Plotted *f, double boxes[][4], guint n)
{
  const NoslipFigureLayout *at = &f->plot.figure->layout;
  for (guint i = 0; i < n; i++)
    g_assert_true(boxes[i][2] >= at->top && boxes[i][3] <= at->top + at->height);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < i; j++)
      g_assert_true(boxes[i][0] >= boxes[j][1] - 0.01 || boxes[j][0] >= boxes[i][1] - 0.01 ||
                    boxes[i][2] >= boxes[j][3] - 0.01 || boxes[j][2] >= boxes[i][3] - 0.01);
}

/* Labels of marks that are close together are beside, above and below each other; none overlaps another or the edge of
 * the plot. */
static void
test_labels_apart(Plotted *f, gconstpointer data)
{
  static const char *const labels[] = {
      "0.707 + 99.01i", "0.707 + 99.02i", "-0.0295 + 99.03i", "-0.0295 + 99i", "far", "top", NULL};
  static const double places[][2] = {{0.707, 99.01}, {0.707, 99.02}, {-0.0295, 99.03},
                                     {-0.0295, 99},  {-1, -80},      {60, 119}};
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.low = -120;
  axis.high = 120;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_X, &axis);
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  for (guint i = 0; i < G_N_ELEMENTS(places); i++) {
    const NoslipMark mark = {.x = places[i][0], .y = places[i][1], .label = labels[i]};
    noslip_figure_add_mark(f->plot.figure, &mark);
  }
  plotted_show(f);
  double boxes[G_N_ELEMENTS(places)][4];
  g_assert_cmpuint(label_boxes(f, labels, boxes), ==, G_N_ELEMENTS(places));
  assert_apart(f, boxes, G_N_ELEMENTS(places));
  plotting_show(&f->plot, 300, 76); /* too low for all labels: some are left out, none is outside */
  guint n = label_boxes(f, labels, boxes);
  g_assert_cmpuint(n, <, G_N_ELEMENTS(places));
  assert_apart(f, boxes, n);
}

static void
test_odd_sizes(Plotted *f, gconstpointer data)
{
  plotted_add(f, f->t, f->y, TRUE, "a rather long label of a curve");
  for (double size = 0; size < 60; size += 7)
    plotting_show(&f->plot, size, 60 - size);
  plotting_show(&f->plot, NAN, INFINITY);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Plotted, NULL, plotted_set_up, function, plotted_tear_down)
  ADD("/picture/plot/hits", test_hits);
  ADD("/picture/plot/zoom-and-pan", test_zoom_and_pan);
  ADD("/picture/plot/flat-is-not-magnified", test_flat_is_not_magnified);
  ADD("/picture/plot/noise-is-described", test_noise_is_described);
  ADD("/picture/plot/leaving", test_leaving);
  ADD("/picture/plot/shared-axis", test_shared_axis);
  ADD("/picture/plot/known-samples", test_known_samples);
  ADD("/picture/plot/rounding-is-flat", test_rounding_is_flat);
  ADD("/picture/plot/empty", test_empty_says_what_fills);
  ADD("/picture/plot/cursor-and-words", test_cursor_and_words);
  ADD("/picture/plot/angle-wraps", test_angle_wraps);
  ADD("/picture/plot/many-samples", test_many_samples_few_points);
  ADD("/picture/plot/layers", test_layers);
  ADD("/picture/plot/labels-apart", test_labels_apart);
  ADD("/picture/plot/odd-sizes", test_odd_sizes);
  return g_test_run();
}
