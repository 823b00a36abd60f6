/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Figures and heat maps: what they show, where, and what lies under a pixel. */
#include <glib.h>
#include <math.h>
#include <string.h>

#include "core/dynamics/formulation.h"
#include "tests/ui/picture/plotting.h"
#include "ui/picture/display-items.h"
#include "ui/picture/plot/plot-items.h"

#define N 1001

typedef struct {
  Plotting plot;
  double t[N], y[N], z[N];
} Fixture;

static void
set_up(Fixture *f, gconstpointer data)
{
  plotting_set_up(&f->plot, data);
  for (guint i = 0; i < N; i++) {
    f->t[i] = i * 0.01;
    f->y[i] = sin(f->t[i]);
    f->z[i] = 0.02 + sin(f->t[i]);
  }
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  plotting_tear_down(&f->plot, data);
}

static void
add(Fixture *f, const double *x, const double *y, gboolean increases, const char *label)
{
  NoslipSeries series = series_of(x, y, N, increases);
  series.label = label;
  series.color = f->plot.theme.text;
  noslip_figure_add_series(f->plot.figure, &series);
}

static void
show(Fixture *f)
{
  plotting_show(&f->plot, 360, 240);
}

static void
test_hits(Fixture *f, gconstpointer data)
{
  double x, y, px, py;
  NoslipHover hover;
  g_assert_false(noslip_figure_to_data(f->plot.figure, 100, 100, &x, &y)); /* nothing laid out yet */
  add(f, f->t, f->y, TRUE, "y");
  show(f);
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
  /* that time, wherever the pointer is above it; but no other time */
  g_assert_true(noslip_figure_hover(f->plot.figure, px, py - 60, 8, &hover));
  g_assert_cmpfloat(fabs(hover.px - px), <=, 2);
  noslip_figure_to_pixels(f->plot.figure, f->t[N - 1], f->y[N - 1], &px, &py);
  g_assert_false(noslip_figure_hover(f->plot.figure, px + 9, py, 8, &hover));
}

static void
test_zoom_and_pan(Fixture *f, gconstpointer data)
{
  double low, high, x, y, px, py;
  add(f, f->t, f->y, TRUE, NULL);
  show(f);
  noslip_figure_to_data(f->plot.figure, 150, 100, &x, &y);
  for (NoslipAxisId id = NOSLIP_AXIS_X; id <= NOSLIP_AXIS_Y; id++) {
    NoslipAxis axis;
    noslip_axis_init(&axis);
    noslip_figure_zoomed(f->plot.figure, id, 2, 150, 100, &axis.low, &axis.high);
    noslip_figure_set_axis(f->plot.figure, id, &axis);
  }
  show(f);
  noslip_figure_to_pixels(f->plot.figure, x, y, &px, &py);
  g_assert_cmpfloat_with_epsilon(px, 150, 12); /* margins may change with the labels */
  g_assert_cmpfloat_with_epsilon(py, 100, 12);
  double old_low, old_high, more_low, more_high;
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_X, &old_low, &old_high);
  noslip_figure_panned(f->plot.figure, NOSLIP_AXIS_X, 10, 0, &low, &high);
  g_assert_cmpfloat(low, <, old_low); /* dragging to the right shows lower values */
  g_assert_cmpfloat_with_epsilon(high - low, old_high - old_low, 1e-9);
  /* before the next picture: from where this one ended */
  noslip_figure_panned(f->plot.figure, NOSLIP_AXIS_X, 10, 0, &more_low, &more_high);
  g_assert_cmpfloat_with_epsilon(more_low - low, low - old_low, 1e-9);
}

static void
test_flat_is_not_magnified(Fixture *f, gconstpointer data)
{
  double low, high;
  NoslipAxis axis;
  for (guint i = 0; i < N; i++)
    f->y[i] = 2.5 * (1 + 1e-13 * sin(37.0 * i));
  noslip_axis_init(&axis);
  axis.minimum_span = 2.5e-6;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  add(f, f->t, f->y, TRUE, "E");
  show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high - low, >=, 2.5e-6);
  g_assert_cmpfloat(low, <, 2.5);
  g_assert_cmpfloat(high, >, 2.5);
}

/* Texts of the display that are one of the labels: no two closer than a line. */
static void
test_labels_apart(Fixture *f, gconstpointer data)
{
  double heights[3];
  guint n = 0;
  static double third[N];
  for (guint i = 0; i < N; i++)
    third[i] = f->z[i] + 0.01;
  add(f, f->t, f->y, TRUE, "first");
  add(f, f->t, f->z, TRUE, "second");
  add(f, f->t, third, TRUE, "third");
  show(f);
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    const char *text = f->plot.display->strings->str + item->text;
    if (item->kind != NOSLIP_ITEM_TEXT ||
        !(g_str_equal(text, "first") || g_str_equal(text, "second") || g_str_equal(text, "third")))
      continue;
    g_assert_cmpuint(n, <, 3);
    heights[n++] = item->y;
    double width;
    noslip_text_measure(&f->plot.theme, &item->style, text, &width, NULL, NULL);
    g_assert_cmpfloat(item->x + width, <=, 360);
  }
  g_assert_cmpuint(n, ==, 3);
  for (guint i = 0; i < 3; i++)
    for (guint j = 0; j < i; j++)
      g_assert_cmpfloat(fabs(heights[i] - heights[j]), >=, f->plot.theme.small_size);
}

/* The text that contains this; NULL: there is none. */
static const NoslipItem *
text_with(const Plotting *f, const char *words)
{
  for (guint i = 0; i < f->display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->display->items, NoslipItem, i);
    if (item->kind == NOSLIP_ITEM_TEXT && strstr(f->display->strings->str + item->text, words))
      return item;
  }
  return NULL;
}

/* A curve that a logarithmic axis cannot show, as it is zero, has its name at the foot of the others. */
static void
test_zeros_have_names(Fixture *f, gconstpointer data)
{
  double x, y, width, height;
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.logarithmic = TRUE;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  for (guint i = 0; i < N; i++) {
    f->y[i] = 0;
    f->z[i] = 1e-12 * exp(f->t[i]);
  }
  add(f, f->t, f->y, TRUE, "same");
  add(f, f->t, f->z, TRUE, "other");
  show(f);
  const NoslipItem *same = text_with(&f->plot, "same"), *other = text_with(&f->plot, "other");
  g_assert_nonnull(same);
  g_assert_nonnull(other);
  noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
  g_assert_cmpfloat(same->y, >, other->y);
  g_assert_cmpfloat_with_epsilon(same->y, y + height, f->plot.theme.small_size);
}

/* A figure of one curve with this name, and the reading at one of its samples. */
static void
read_off(Fixture *f, const char *reading, guint sample, NoslipHover *hover)
{
  double px, py;
  NoslipSeries series = series_of(f->t, f->y, N, TRUE);
  series.label = "short";
  series.reading = reading;
  noslip_figure_clear(f->plot.figure);
  noslip_figure_add_series(f->plot.figure, &series);
  show(f);
  noslip_figure_to_pixels(f->plot.figure, f->t[sample], f->y[sample], &px, &py);
  g_assert_true(noslip_figure_hover(f->plot.figure, px, py, 8, hover));
}

/* A name that makes the read-out so wide that it just fits, in whatever font there is. */
static char *
wide_reading(Fixture *f, guint sample)
{
  NoslipHover hover;
  read_off(f, NULL, sample, &hover);
  g_autofree char *text_x = noslip_number_text(hover.x, 6), *text_y = noslip_number_text(hover.y, 6);
  NoslipTextStyle style = {.size = f->plot.theme.small_size};
  GString *name = g_string_new("the equation of some ");
  for (double width = 0; width < 340;) {
    g_string_append_c(name, 'i');
    g_autofree char *text = g_strdup_printf("%s = %s,  %s", name->str, text_y, text_x);
    noslip_text_measure(&f->plot.theme, &style, text, &width, NULL, NULL);
  }
  return g_string_free(name, FALSE);
}

/* What is read off has the name that it was given for that, and stays inside the figure wherever it is. */
static void
test_reading_inside(Fixture *f, gconstpointer data)
{
  static const guint samples[] = {0, N / 2, N - 1};
  for (guint i = 0; i < G_N_ELEMENTS(samples); i++) {
    double width = 0, left, top, axes, height;
    NoslipHover hover;
    g_autofree char *reading = wide_reading(f, samples[i]);
    read_off(f, reading, samples[i], &hover);
    noslip_figure_area(f->plot.figure, &left, &top, &axes, &height);
    g_assert_null(text_with(&f->plot, reading));
    noslip_figure_display_hover(f->plot.figure, &f->plot.theme, &hover, f->plot.display);
    const NoslipItem *item = text_with(&f->plot, reading);
    g_assert_nonnull(item);
    noslip_text_measure(&f->plot.theme, &item->style, f->plot.display->strings->str + item->text, &width, NULL, NULL);
    g_assert_cmpfloat(width, >, axes);
    g_assert_cmpfloat(width, <, 350); /* or nothing could be done about it */
    g_assert_cmpfloat(item->x, >=, 0);
    g_assert_cmpfloat(item->x + width, <=, 360);
  }
}

/* However many curves have a name, most of the height is theirs. */
static void
test_many_labels(Fixture *f, gconstpointer data)
{
  double x, y, width, height;
  for (guint i = 0; i < 300; i++)
    add(f, f->t, f->y, TRUE, "one of many");
  noslip_figure_set_cursor(f->plot.figure, 2);
  show(f);
  noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
  g_assert_cmpfloat(height, >, 240 / 2);
  g_autofree char *words = noslip_figure_description(f->plot.figure);
  g_assert_nonnull(words);
}

typedef struct {
  double left, top, right, bottom;
} Box;

/* The box of every text of the display. */
static GArray *
text_boxes(const Plotting *f)
{
  GArray *boxes = g_array_new(FALSE, FALSE, sizeof(Box));
  for (guint i = 0; i < f->display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->display->items, NoslipItem, i);
    if (item->kind != NOSLIP_ITEM_TEXT)
      continue;
    double width, ascent, descent;
    noslip_text_measure(&f->theme, &item->style, f->display->strings->str + item->text, &width, &ascent, &descent);
    double left = item->x - item->style.align_x * width,
           height = 0.7 * item->style.size; /* the height of its letters */
    double top = item->y - item->style.align_y * (ascent + descent) + (ascent + descent - height) / 2;
    Box box = {left, top, left + width, top + height};
    g_array_append_val(boxes, box);
  }
  return boxes;
}

/* Names, read-outs and ticks stand beside the data, wherever the cursor is, and never on one another. */
static void
test_texts_clear_of_data(Fixture *f, gconstpointer data)
{
  add(f, f->t, f->y, TRUE, "first");
  add(f, f->t, f->y, TRUE, "second"); /* the same curve: the labels want the same place */
  add(f, f->t, f->z, TRUE, "third");
  for (double now = 0; now <= 10; now += 0.7) {
    noslip_figure_set_cursor(f->plot.figure, now);
    show(f);
    double x, y, width, height;
    noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
    g_autoptr(GArray) boxes = text_boxes(&f->plot);
    g_assert_cmpuint(boxes->len, >=, 6 + 6); /* names and values, and ticks */
    for (guint i = 0; i < boxes->len; i++) {
      const Box *a = &g_array_index(boxes, Box, i);
      g_assert_true(a->right <= x + 1 || a->left >= x + width - 1 || a->bottom <= y + 1 || a->top >= y + height - 1);
      g_assert_true(a->left >= 0 && a->right <= 360 && a->top >= 0 && a->bottom <= 240);
      for (guint j = 0; j < i; j++) {
        const Box *b = &g_array_index(boxes, Box, j);
        g_assert_true(a->right <= b->left || b->right <= a->left || a->bottom <= b->top || b->bottom <= a->top);
      }
    }
  }
}

/* A rate that is less than the axis resolves is not told as zero, which it is not; all digits are told by the pointer. */
static void
test_noise_is_told(Fixture *f, gconstpointer data)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.minimum_span = 1e-6;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  for (guint i = 0; i < N; i++)
    f->y[i] = i == 500 ? 2.168e-19 : 0;
  add(f, f->t, f->y, TRUE, "rate");
  noslip_figure_set_cursor(f->plot.figure, 5);
  show(f);
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

static void
test_numbers_at_resolution(void)
{
  static const struct {
    double value, resolution;
    const char *text;
  } cases[] = {{0.41371, 1.8e-4, "0.4137"},
               {0.4, 1.8e-4, "0.4000"},
               {-3, 0.004,
                "\342\210\222"
                "3.000"},
               {1e-19, 1e-9,
                "1e\342\210\222"
                "19"},
               {-4e-4, 1e-2,
                "\342\210\222"
                "0.0004"},
               {1.2345e-7, 1e-9,
                "1.23e\342\210\222"
                "7"},
               {1234.5, 1, "1234"},
               {2.5e7, 1e4, "2.500e7"},
               {0, 1, "0"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = noslip_number_at_resolution(cases[i].value, cases[i].resolution);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
}

/* An overlay that explodes leaves the axes to the motion: it is cut, with its name; one that keeps near widens them. In
 * a window that somebody chose it is not told. */
static void
test_leaving(Fixture *f, gconstpointer data)
{
  double low, high, nearer[N];
  NoslipAxis axis;
  for (guint i = 0; i < N; i++) {
    f->z[i] = f->y[i] + exp(3 * f->t[i]) - 1;
    nearer[i] = 1.2 * f->y[i];
  }
  for (guint pass = 0; pass < 3; pass++) {
    noslip_figure_clear(f->plot.figure);
    noslip_axis_init(&axis);
    axis.low = pass == 2 ? -3 : NAN;
    axis.high = pass == 2 ? 3 : NAN;
    noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
    NoslipSeries series = series_of(f->t, pass == 1 ? nearer : f->z, N, TRUE);
    series.overlay = "Vakonomic";
    series.source = 7 + pass;
    noslip_figure_add_series(f->plot.figure, &series);
    add(f, f->t, f->y, TRUE, "y");
    for (guint again = 0; again < 2; again++) { /* what was found out is kept */
      noslip_display_clear(f->plot.display);
      show(f);
      g_assert_cmpint(noslip_display_has_text(f->plot.display, "Vakonomic"), ==, pass == 0);
      g_autofree char *told = noslip_figure_description(f->plot.figure);
      g_assert_cmpint(strstr(told, "; Vakonomic leaves the axes") != NULL, ==, pass == 0);
    }
    noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
    g_assert_cmpfloat(high, >, pass == 1 ? 1.2 : 1.9);
    g_assert_cmpfloat(high, <, pass == 1 ? 1.5 : pass == 0 ? 2.3 : 3.01);
  }
}

/* Figures above one another: only the lowest labels the shared axis, and the margins are those that were set. */
/* The title of the y axis is set smaller where it is wider than the figure: nothing of it is cut off. */
static void
test_wide_title(Fixture *f, gconstpointer data)
{
  const double width = 360, height = 200;
  const char *const title = "momentum rate measured, and by the equation of motion (dashes), in the body";
  NoslipTextStyle style = {.size = f->plot.theme.small_size};
  NoslipAxis axis;
  double taken = 0;
  noslip_axis_init(&axis);
  axis.quantity = title;
  noslip_text_measure(&f->plot.theme, &style, title, &taken, NULL, NULL);
  g_assert_cmpfloat(taken, >, width);
  g_assert_cmpfloat(taken, <, width / 0.65);
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  add(f, f->t, f->y, TRUE, "y");
  plotting_show(&f->plot, width, height);
  g_assert_true(noslip_display_has_text(f->plot.display, title));
  cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_A8, (int) width + 200, (int) height);
  cairo_t *cairo = cairo_create(surface);
  noslip_display_draw(f->plot.display, cairo);
  cairo_destroy(cairo);
  cairo_surface_flush(surface);
  const unsigned char *ink = cairo_image_surface_get_data(surface);
  int stride = cairo_image_surface_get_stride(surface);
  for (int y = 0; y < (int) height; y++)
    for (int x = (int) width; x < (int) width + 200; x++)
      g_assert_cmpuint(ink[y * stride + x], ==, 0);
  cairo_surface_destroy(surface);
}

static void
test_shared_axis(Fixture *f, gconstpointer data)
{
  NoslipAxis axis;
  double x, y, width, height, shared_height;
  noslip_axis_init(&axis);
  axis.quantity = "t";
  axis.unit = "s";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_X, &axis);
  add(f, f->t, f->y, TRUE, "y");
  show(f);
  noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
  g_assert_true(noslip_display_has_text(f->plot.display, "t (s)"));
  axis.bare = TRUE;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_X, &axis);
  noslip_figure_set_margins(f->plot.figure, 70, 90);
  show(f);
  g_assert_false(noslip_display_has_text(f->plot.display, "t (s)"));
  noslip_figure_area(f->plot.figure, &x, &y, &width, &shared_height);
  g_assert_cmpfloat_with_epsilon(x, 70, 1e-9);
  g_assert_cmpfloat_with_epsilon(x + width, 360 - 90, 1e-9);
  g_assert_cmpfloat(shared_height, >, height);
}

static void
test_empty_says_what_fills(Fixture *f, gconstpointer data)
{
  noslip_figure_set_empty_text(f->plot.figure, "Press play");
  show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "Press play"));
  g_autofree char *words = noslip_figure_description(f->plot.figure);
  g_assert_cmpstr(words, ==, "Press play");
  /* All values undefined: as good as none. */
  for (guint i = 0; i < N; i++)
    f->y[i] = NAN;
  add(f, f->t, f->y, TRUE, "y");
  show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "Press play"));
}

static void
test_cursor_and_words(Fixture *f, gconstpointer data)
{
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = "omega";
  axis.unit = "rad/s";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  add(f, f->t, f->y, TRUE, "y");
  noslip_figure_set_cursor(f->plot.figure, 2.005);
  show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "\317\211 (rad/s)")); /* the Greek letter, with its unit */
  g_assert_true(noslip_display_has_text(f->plot.display, "0.9072"));           /* sin 2.005 */
  g_autofree char *words = noslip_figure_description(f->plot.figure);
  g_assert_nonnull(strstr(words, "y now 0.9072"));
}

/* A curve without a name is still read at the cursor. */
static void
test_nameless_curve(Fixture *f, gconstpointer data)
{
  add(f, f->t, f->y, TRUE, NULL);
  noslip_figure_set_cursor(f->plot.figure, 2.005);
  show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "0.9072")); /* sin 2.005 */
}

static void
test_angle_wraps(Fixture *f, gconstpointer data)
{
  double low, high;
  NoslipAxis axis;
  for (guint i = 0; i < N; i++)
    f->y[i] = 3 * f->t[i]; /* almost five turns */
  noslip_axis_init(&axis);
  axis.period = 2 * G_PI;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  add(f, f->t, f->y, TRUE, NULL);
  show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(low, >=, -1.15 * G_PI);
  g_assert_cmpfloat(high, <=, 1.15 * G_PI);
  /* No stroke may cross the whole height: jumps are gaps. */
  double x, y, w, h;
  noslip_figure_area(f->plot.figure, &x, &y, &w, &h);
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    const double *v = &g_array_index(f->plot.display->numbers, double, item->first_number);
    for (guint k = 0; item->kind == NOSLIP_ITEM_STROKE && item->n_verbs > 50 && k < item->n_verbs; k++, v += 2)
      if (f->plot.display->verbs->data[item->first_verb + k] == NOSLIP_PATH_LINE)
        g_assert_cmpfloat(fabs(v[1] - v[-1]), <, h / 2);
  }
}

static void
test_many_samples_few_points(Fixture *f, gconstpointer data)
{
  const gsize n = 1000000;
  g_autofree double *x = g_new(double, n), *y = g_new(double, n);
  for (gsize i = 0; i < n; i++) {
    x[i] = (double) i;
    y[i] = sin(0.1 * (double) i);
  }
  NoslipSeries series = series_of(x, y, n, TRUE);
  noslip_figure_add_series(f->plot.figure, &series);
  show(f);
  g_assert_cmpuint(noslip_display_n_points(f->plot.display), <, 4 * 360 + 200);
}

/* A million samples that were seen before are not looked at again for the next picture. */
static void
test_known_samples(Fixture *f, gconstpointer data)
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
    show(f);
    noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
    g_assert_cmpfloat(high, <, 2);
    y[n / 2] = 100; /* rows of a source never change; a plot that read them again would show this one */
  }
  y[n / 2] = 0;
  /* and what comes since is: one more sample, far out */
  y[n - 1] = 5;
  NoslipSeries series = series_of(x, y, n, TRUE);
  series.source = 9;
  for (series.n = n - 1; series.n <= n; series.n++) {
    noslip_figure_clear(f->plot.figure);
    noslip_figure_add_series(f->plot.figure, &series);
    show(f);
    noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
    g_assert_true((high > 4) == (series.n == n));
  }
  /* the same rows from another source are other rows */
  y[n - 1] = 8;
  series.n = n;
  series.source = 10;
  noslip_figure_clear(f->plot.figure);
  noslip_figure_add_series(f->plot.figure, &series);
  show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high, >, 7);
}

/* What differs by rounding alone is a constant, and has round numbers about it. */
static void
test_rounding_is_flat(Fixture *f, gconstpointer data)
{
  double low, high;
  for (guint i = 0; i < N; i++)
    f->y[i] = 1.3 * (1 + 4e-15 * sin(37.0 * i));
  add(f, f->t, f->y, TRUE, "mu");
  show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high - low, >, 1);
  g_assert_true(noslip_display_has_text(f->plot.display, "1.0"));
  for (guint i = 0; i < N; i++)
    f->y[i] = 1.3 * (1 + 1e-8 * sin(37.0 * i));
  show(f);
  noslip_figure_range(f->plot.figure, NOSLIP_AXIS_Y, &low, &high);
  g_assert_cmpfloat(high - low, >, 1.29e-6);
}

static double
bowl(double x, double y, gpointer data)
{
  return x * x + y * y;
}

static void
test_layers(Fixture *f, gconstpointer data)
{
  add(f, f->y, f->z, FALSE, "path");
  show(f);
  guint plain = noslip_display_n_points(f->plot.display);
  NoslipLevels levels = {.field = bowl, .n_levels = 8, .emphasis = 0.5};
  NoslipMark mark = {.hollow = TRUE, .label = "unstable"};
  noslip_figure_add_levels(f->plot.figure, &levels);
  noslip_figure_add_mark(f->plot.figure, &mark);
  show(f);
  g_assert_cmpuint(noslip_display_n_points(f->plot.display), >, plain + 100);
  g_assert_true(noslip_display_has_text(f->plot.display, "unstable"));
  g_assert_true(noslip_display_has_text(f->plot.display, "path"));
}

static void
test_odd_sizes(Fixture *f, gconstpointer data)
{
  add(f, f->t, f->y, TRUE, "a rather long label of a curve");
  for (double size = 0; size < 60; size += 7)
    plotting_show(&f->plot, size, 60 - size);
  plotting_show(&f->plot, NAN, INFINITY);
}

static void
test_diverging_is_symmetric(Fixture *f, gconstpointer data)
{
  NoslipColor zero = noslip_theme_diverging(&f->plot.theme, 0);
  g_assert_cmpfloat_with_epsilon(zero.r, f->plot.theme.surface.r, 1e-12);
  NoslipColor blue = noslip_theme_diverging(&f->plot.theme, -1), orange = noslip_theme_diverging(&f->plot.theme, 1);
  g_assert_cmpfloat(blue.b, >, blue.r + 0.3);
  g_assert_cmpfloat(orange.r, >, orange.b + 0.3);
}

static void
test_theme_contrast(Fixture *f, gconstpointer data)
{
  const NoslipFormulation *const *formulations = noslip_formulations();
  for (int dark = 0; dark < 2; dark++) {
    NoslipTheme theme;
    noslip_theme_init(&theme, dark, 1);
    g_assert_cmpfloat(noslip_color_contrast(theme.text, theme.surface), >, 10);
    g_assert_cmpfloat(noslip_color_contrast(theme.dim, theme.surface), >, 4.5);
    g_assert_cmpfloat(noslip_color_contrast(theme.good, theme.surface), >, 4.5);
    g_assert_cmpfloat(noslip_color_contrast(theme.caution, theme.surface), >, 4.5);
    g_assert_cmpfloat(noslip_color_contrast(theme.bad, theme.surface), >, 4.5);
    for (guint i = 0; formulations[i] != NULL; i++) {
      NoslipColor a = noslip_theme_formulation_color(&theme, formulations[i]->id);
      g_assert_cmpfloat(noslip_color_contrast(a, theme.surface), >, 2.1);
      for (guint j = 0; j < i; j++) {
        NoslipColor b = noslip_theme_formulation_color(&theme, formulations[j]->id);
        g_assert_cmpfloat(fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b), >, 0.2);
      }
    }
  }
}

static double
apart(NoslipColor a, NoslipColor b)
{
  return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b);
}

/* The colours of arrows in the catalogue, velocities and forces, are no ghost's. */
static void
test_arrows_and_ghosts(Fixture *f, gconstpointer data)
{
  static const char *const arrows[] = {"#009E73", "#0072B2"};
  const NoslipFormulation *const *formulations = noslip_formulations();
  for (guint k = 0; k < 2 * G_N_ELEMENTS(arrows); k++) {
    NoslipTheme theme;
    NoslipColor arrow;
    noslip_theme_init(&theme, k % 2 == 1, 1);
    g_assert_true(noslip_color_parse(arrows[k / 2], &arrow));
    for (guint i = 0; formulations[i] != NULL; i++)
      g_assert_cmpfloat(apart(noslip_theme_formulation_color(&theme, formulations[i]->id), arrow), >, 0.3);
    for (guint i = 0; i < 5; i++)
      g_assert_cmpfloat(apart(noslip_theme_overlay_color(&theme, i), arrow), >, 0.3);
  }
  g_autoptr(GDir) folder = g_dir_open(g_getenv("NOSLIP_SYSTEMS"), 0, NULL);
  guint n = 0;
  for (const char *name; (name = g_dir_read_name(folder)) != NULL;) {
    g_autofree char *path = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL), *text = NULL;
    if (!g_str_has_suffix(name, ".noslip") || !g_file_get_contents(path, &text, NULL, NULL))
      continue;
    g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
    for (guint i = 0; lines[i] != NULL; i++) {
      const char *color = g_str_has_prefix(lines[i], "draw arrow") ? strstr(lines[i], "color \"") : NULL;
      if (color == NULL)
        continue;
      g_autofree char *value = g_strndup(color + strlen("color \""), 7);
      if (!g_strv_contains((const char *const[]){arrows[0], arrows[1], NULL}, value))
        g_error("%s: an arrow has the colour %s", name, value);
      n++;
    }
  }
  g_assert_cmpuint(n, >, 40);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Fixture, NULL, set_up, function, tear_down)
  ADD("/picture/plot/hits", test_hits);
  ADD("/picture/plot/zoom-and-pan", test_zoom_and_pan);
  ADD("/picture/plot/arrows-and-ghosts", test_arrows_and_ghosts);
  ADD("/picture/plot/flat-is-not-magnified", test_flat_is_not_magnified);
  ADD("/picture/plot/labels-apart", test_labels_apart);
  ADD("/picture/plot/zeros-have-names", test_zeros_have_names);
  ADD("/picture/plot/reading-inside", test_reading_inside);
  ADD("/picture/plot/many-labels", test_many_labels);
  ADD("/picture/plot/texts-clear-of-data", test_texts_clear_of_data);
  ADD("/picture/plot/noise-is-told", test_noise_is_told);
  ADD("/picture/plot/leaving", test_leaving);
  g_test_add_func("/picture/plot/numbers-at-resolution", test_numbers_at_resolution);
  ADD("/picture/plot/shared-axis", test_shared_axis);
  ADD("/picture/plot/wide-title", test_wide_title);
  ADD("/picture/plot/known-samples", test_known_samples);
  ADD("/picture/plot/rounding-is-flat", test_rounding_is_flat);
  ADD("/picture/plot/empty", test_empty_says_what_fills);
  ADD("/picture/plot/cursor-and-words", test_cursor_and_words);
  ADD("/picture/plot/nameless-curve", test_nameless_curve);
  ADD("/picture/plot/angle-wraps", test_angle_wraps);
  ADD("/picture/plot/many-samples", test_many_samples_few_points);
  ADD("/picture/plot/layers", test_layers);
  ADD("/picture/plot/odd-sizes", test_odd_sizes);
  ADD("/picture/theme/diverging", test_diverging_is_symmetric);
  ADD("/picture/theme/contrast", test_theme_contrast);
  return g_test_run();
}
