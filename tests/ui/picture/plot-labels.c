/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names and numbers in plots: apart from each other and from the curves, as long as they fit, at the resolution. */
#include "tests/ui/picture/plotted.h"
#include "tests/ui/picture/plotting.h"
#include "ui/picture/display-items.h"
#include "ui/picture/plot/plot-items.h"

#include <glib.h>
#include <math.h>
#include <string.h>

/* Texts of the display that are one of the labels; none closer to another than a line. */
static void
test_labels_apart(Plotted *f, gconstpointer data)
{
  double heights[3];
  guint n = 0;
  static double third[PLOTTED_N];
  for (guint i = 0; i < PLOTTED_N; i++)
    third[i] = f->z[i] + 0.01;
  plotted_add(f, f->t, f->y, TRUE, "first");
  plotted_add(f, f->t, f->z, TRUE, "second");
  plotted_add(f, f->t, third, TRUE, "third");
  plotted_show(f);
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    const char *text = item->kind == NOSLIP_ITEM_TEXT ? f->plot.display->strings->str + item->text : "";
    if (!(g_str_equal(text, "first") || g_str_equal(text, "second") || g_str_equal(text, "third")))
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

static guint
count_texts(const Plotting *f, const char *words)
{
  guint n = 0;
  for (guint i = 0; i < f->display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->display->items, NoslipItem, i);
    n += item->kind == NOSLIP_ITEM_TEXT && strstr(f->display->strings->str + item->text, words);
  }
  return n;
}

/* An overlay that leaves the axes is named once: at its arrow, and not at the edge too. One that stays is named at its
 * end. */
static void
test_leaving_named_once(Plotted *f, gconstpointer data)
{
  for (guint i = 0; i < PLOTTED_N; i++)
    f->z[i] = f->y[i] - 0.05 * exp(f->t[i]);
  for (guint stays = 0; stays < 2; stays++) {
    noslip_figure_clear(f->plot.figure);
    plotted_add(f, f->t, f->y, TRUE, "y");
    NoslipSeries series = series_of(f->t, stays ? f->y : f->z, PLOTTED_N, TRUE);
    series.label = series.overlay = "Vakonomic";
    series.quiet = TRUE;
    noslip_figure_add_series(f->plot.figure, &series);
    plotted_show(f);
    g_assert_cmpuint(count_texts(&f->plot, "Vakonomic"), ==, 1);
    g_assert_cmpint(noslip_figure_points_out(f->plot.figure, &series), ==, !stays);
  }
}

/* The numbers of the horizontal axis are apart at any width that has room for two, and there are two at least. */
static void
test_long_numbers_apart(Plotted *f, gconstpointer data)
{
  for (guint i = 0; i < PLOTTED_N; i++)
    f->z[i] = 1.499989 + 1e-6 * f->t[i];
  plotted_add(f, f->z, f->y, FALSE, NULL);
  for (double width = 260; width <= 500; width += 20) {
    double free_from = -INFINITY;
    guint n = 0;
    plotting_show(&f->plot, width, 240);
    for (guint i = 0; i < f->plot.display->items->len; i++) {
      const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
      const char *text = item->kind == NOSLIP_ITEM_TEXT ? f->plot.display->strings->str + item->text : "";
      double room;
      if (!g_str_has_prefix(text, "1.4999"))
        continue;
      noslip_text_measure(&f->plot.theme, &item->style, text, &room, NULL, NULL);
      g_assert_cmpfloat(item->x - room / 2, >, free_from);
      free_from = item->x + room / 2;
      n++;
    }
    g_assert_cmpuint(n, >=, 2);
  }
}

/* Names at the ends of the curves of a low figure stay below its title. */
static void
test_below_title(Plotted *f, gconstpointer data)
{
  guint n = 0;
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = "a title as long as the figure is wide, and a little more";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  plotted_add(f, f->t, f->y, TRUE, "first");
  plotted_add(f, f->t, f->z, TRUE, "second");
  for (double height = 60; height <= 160; height++) {
    plotting_show(&f->plot, 360, height);
    const NoslipItem *title = text_with(&f->plot, "a title");
    const NoslipItem *first = text_with(&f->plot, "first"), *second = text_with(&f->plot, "second");
    if (!title || !first || !second || first->x != second->x)
      continue; /* a legend */
    g_assert_cmpfloat(fmin(first->y, second->y) - title->y, >=, f->plot.theme.small_size);
    n++;
  }
  g_assert_cmpuint(n, >, 20);
}

/* In a low figure the names of curves take the room of their values. */
static void
test_names_before_values(Plotted *f, gconstpointer data)
{
  guint n = 0, without = 0;
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.quantity = "a title as long as the figure is wide, and a little more";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  plotted_add(f, f->t, f->y, TRUE, "first");
  plotted_add(f, f->t, f->z, TRUE, "second");
  noslip_figure_set_cursor(f->plot.figure, 2);
  for (double width = 100; width <= 360; width++) {
    double first = 0, second = 0;
    plotting_show(&f->plot, width, 60);
    const NoslipItem *one = text_with(&f->plot, "first"), *other = text_with(&f->plot, "second");
    if (other == NULL)
      continue;
    noslip_text_measure(&f->plot.theme, &other->style, "first", &first, NULL, NULL);
    noslip_text_measure(&f->plot.theme, &other->style, "second", &second, NULL, NULL);
    if (width < first + second + 80 * f->plot.theme.scale)
      continue; /* samples, gaps and margins */
    g_assert_nonnull(one);
    n++;
    without += text_with(&f->plot, "0.9") == NULL;
  }
  g_assert_cmpuint(n, >, 100);
  g_assert_cmpuint(without, >, 10);
  g_assert_cmpuint(without, <, n);
}

/* A curve that a logarithmic axis cannot show, since it is zero, has its name below the others. */
static void
test_zeros_have_names(Plotted *f, gconstpointer data)
{
  double x, y, width, height;
  NoslipAxis axis;
  noslip_axis_init(&axis);
  axis.logarithmic = TRUE;
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  for (guint i = 0; i < PLOTTED_N; i++) {
    f->y[i] = 0;
    f->z[i] = 1e-12 * exp(f->t[i]);
  }
  plotted_add(f, f->t, f->y, TRUE, "same");
  plotted_add(f, f->t, f->z, TRUE, "other");
  plotted_show(f);
  const NoslipItem *same = text_with(&f->plot, "same"), *other = text_with(&f->plot, "other");
  g_assert_nonnull(same);
  g_assert_nonnull(other);
  noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
  g_assert_cmpfloat(same->y, >, other->y);
  g_assert_cmpfloat_with_epsilon(same->y, y + height, f->plot.theme.small_size);
}

/* A figure of one curve with this name, and the reading at one of its samples. */
static void
read_off(Plotted *f, const char *reading, guint sample, NoslipHover *hover)
{
  double px, py;
  NoslipSeries series = series_of(f->t, f->y, PLOTTED_N, TRUE);
  series.label = "short";
  series.reading = reading;
  noslip_figure_clear(f->plot.figure);
  noslip_figure_add_series(f->plot.figure, &series);
  plotted_show(f);
  noslip_figure_to_pixels(f->plot.figure, f->t[sample], f->y[sample], &px, &py);
  g_assert_true(noslip_figure_hover(f->plot.figure, px, py, 8, hover));
}

/* A name so wide that the reading just fits, in the present font. */
static char *
wide_reading(Plotted *f, guint sample)
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

/* A reading uses the name given for it, and stays inside the figure everywhere. */
static void
test_reading_inside(Plotted *f, gconstpointer data)
{
  static const guint samples[] = {0, PLOTTED_N / 2, PLOTTED_N - 1};
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
    g_assert_cmpfloat(width, <, 350); /* otherwise nothing could be changed */
    g_assert_cmpfloat(item->x, >=, 0);
    g_assert_cmpfloat(item->x + width, <=, 360);
  }
}

/* However many curves have names, they get most of the height. */
static void
test_many_labels(Plotted *f, gconstpointer data)
{
  double x, y, width, height;
  for (guint i = 0; i < 300; i++)
    plotted_add(f, f->t, f->y, TRUE, "one of many");
  noslip_figure_set_cursor(f->plot.figure, 2);
  plotted_show(f);
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

/* Names, readings and ticks are beside the data for every cursor position, and never overlap. */
static void
test_texts_clear_of_data(Plotted *f, gconstpointer data)
{
  plotted_add(f, f->t, f->y, TRUE, "first");
  plotted_add(f, f->t, f->y, TRUE, "second"); /* the same curve: their labels would have the same place */
  plotted_add(f, f->t, f->z, TRUE, "third");
  for (double now = 0; now <= 10; now += 0.7) {
    noslip_figure_set_cursor(f->plot.figure, now);
    plotted_show(f);
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
               {1234.5, 1, "1235"},
               /* one text for a constant between two values, however it drifts */
               {0.41375 - 1e-15, 1e-4, "0.4138"},
               {0.41375 + 1e-15, 1e-4, "0.4138"},
               {-0.41375 + 1e-15, 1e-4, "\342\210\2220.4138"},
               {0.41374, 1e-4, "0.4137"},
               {2.5e7, 1e4, "2.500e7"},
               {0, 1, "0"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = noslip_number_at_resolution(cases[i].value, cases[i].resolution);
    g_assert_cmpstr(text, ==, cases[i].text);
  }
}

/* Stacked figures: only the lowest one labels the shared axis, and the margins are the given ones. */
/* The title of the y axis is smaller if it would be longer than the figure, and nothing of it is cut off. */
static void
test_wide_title(Plotted *f, gconstpointer data)
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
  plotted_add(f, f->t, f->y, TRUE, "y");
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

/* A curve without a name is still read at the cursor. */
static void
test_nameless_curve(Plotted *f, gconstpointer data)
{
  plotted_add(f, f->t, f->y, TRUE, NULL);
  noslip_figure_set_cursor(f->plot.figure, 2.005);
  plotted_show(f);
  g_assert_true(noslip_display_has_text(f->plot.display, "0.9072")); /* sin 2.005 */
}

/* A figure without height for three numbers keeps zero. */
static void
test_low_figure(Plotted *f, gconstpointer data)
{
  plotted_add(f, f->t, f->y, TRUE, NULL); /* from -1 to 1 */
  plotting_show(&f->plot, 360, 60);
  guint zeros = 0, others = 0;
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    const char *text = item->kind == NOSLIP_ITEM_TEXT ? f->plot.display->strings->str + item->text : "";
    gboolean of_y = item->kind == NOSLIP_ITEM_TEXT && item->style.align_x == 1 && item->style.align_y == 0.5;
    zeros += of_y && (g_str_equal(text, "0") || g_str_equal(text, "0.0"));
    others += of_y && g_str_has_suffix(text, "1");
  }
  g_assert_cmpuint(zeros, ==, 1);
  g_assert_cmpuint(others, ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Plotted, NULL, plotted_set_up, function, plotted_tear_down)
  ADD("/picture/plot/labels-apart", test_labels_apart);
  ADD("/picture/plot/leaving-named-once", test_leaving_named_once);
  ADD("/picture/plot/long-numbers-apart", test_long_numbers_apart);
  ADD("/picture/plot/below-title", test_below_title);
  ADD("/picture/plot/names-before-values", test_names_before_values);
  ADD("/picture/plot/zeros-have-names", test_zeros_have_names);
  ADD("/picture/plot/reading-inside", test_reading_inside);
  ADD("/picture/plot/many-labels", test_many_labels);
  ADD("/picture/plot/texts-clear-of-data", test_texts_clear_of_data);
  g_test_add_func("/picture/plot/numbers-at-resolution", test_numbers_at_resolution);
  ADD("/picture/plot/wide-title", test_wide_title);
  ADD("/picture/plot/nameless-curve", test_nameless_curve);
  ADD("/picture/plot/low-figure", test_low_figure);
  return g_test_run();
}
