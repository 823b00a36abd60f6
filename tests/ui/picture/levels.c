/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Level curves with their numbers: which, how many, and where they must not be. And marks in the description. */
#include <glib.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "tests/ui/picture/plotting.h"
#include "ui/picture/display-items.h"

#define N 400

typedef struct {
  Plotting plot;
  double x[N], y[N];
  double stretch; /* stretches the field, as a change of the rest of the state does */
  double own;     /* the level of the motion */
  guint64 source, data_source;
  guint n_evaluations; /* number of evaluations of the field */
} Fixture;

static double
field(double x, double y, gpointer data)
{
  Fixture *f = data;
  f->n_evaluations++;
  return 0.5 * (x * x + f->stretch * y * y);
}

static void
set_up(Fixture *f, gconstpointer data)
{
  plotting_set_up(&f->plot, data);
  f->stretch = 1;
  f->own = 0.31;
  f->data_source = 4;
  for (guint i = 0; i < N; i++) {
    f->x[i] = 1.1 * cos(0.031 * i) - 0.2;
    f->y[i] = 0.8 * sin(0.047 * i);
  }
}

static void
tear_down(Fixture *f, gconstpointer data)
{
  plotting_tear_down(&f->plot, data);
}

static void
show(Fixture *f, double width, double height)
{
  NoslipSeries series = series_of(f->x, f->y, N, FALSE);
  NoslipLevels levels = {
      .field = field, .data = f, .n_levels = 7, .emphasis = f->own, .label = "E", .source = f->source};
  series.source = f->data_source;
  noslip_figure_clear(f->plot.figure);
  noslip_figure_add_levels(f->plot.figure, &levels);
  noslip_figure_add_series(f->plot.figure, &series);
  plotting_show(&f->plot, width, height);
}

/* The numbers of the levels, which are smaller than those of the axes. */
static GArray *
numbers(const Fixture *f)
{
  GArray *found = g_array_new(FALSE, FALSE, sizeof(NoslipItem));
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    if (item->kind == NOSLIP_ITEM_TEXT && item->style.size < 0.95 * f->plot.theme.small_size)
      g_array_append_vals(found, item, 1);
  }
  return found;
}

static double
level_of(const Fixture *f, const NoslipItem *item)
{
  const char *text = f->plot.display->strings->str + item->text;
  return atof(g_str_has_prefix(text, "E = ") ? text + 4 : text);
}

/* How far a point is inside the box of a text; negative if it is outside. */
static double
depth(const Fixture *f, const NoslipItem *item, double px, double py)
{
  double width, c = cos(item->style.angle), s = sin(item->style.angle), dx = px - item->x, dy = py - item->y;
  noslip_text_measure(&f->plot.theme, &item->style, f->plot.display->strings->str + item->text, &width, NULL, NULL);
  return fmin(width / 2 - fabs(c * dx + s * dy), 0.4 * item->style.size - fabs(c * dy - s * dx));
}

static void
check_numbers(Fixture *f)
{
  g_autoptr(GArray) found = numbers(f);
  g_assert_cmpuint(found->len, >=, 2);
  g_assert_cmpuint(found->len, <=, 5);
  for (guint i = 0; i < found->len; i++) {
    const NoslipItem *item = &g_array_index(found, NoslipItem, i);
    double x, y, px, py;
    /* it is on its curve, and upright */
    g_assert_true(noslip_figure_to_data(f->plot.figure, item->x, item->y, &x, &y));
    g_assert_cmpfloat(fabs(field(x, y, f) - level_of(f, item)), <, 0.03);
    g_assert_cmpfloat(fabs(item->style.angle), <=, G_PI_2 + 1e-9);
    for (guint k = 0; k < N; k++) {
      noslip_figure_to_pixels(f->plot.figure, f->x[k], f->y[k], &px, &py);
      g_assert_cmpfloat(depth(f, item, px, py), <, 0);
    }
    for (guint j = 0; j < i; j++) {
      const NoslipItem *other = &g_array_index(found, NoslipItem, j);
      g_assert_cmpfloat(depth(f, item, other->x, other->y), <, 0);
    }
  }
}

static void
test_numbers(Fixture *f, gconstpointer data)
{
  static const double sizes[][2] = {{330, 240}, {360, 300}, {640, 420}, {1200, 700}};
  for (guint k = 0; k < G_N_ELEMENTS(sizes); k++)
    for (double scale = 1; scale < 2; scale += 0.6) {
      noslip_theme_init(&f->plot.theme, k % 2, scale);
      show(f, scale * sizes[k][0], scale * sizes[k][1]);
      g_assert_true(noslip_display_has_text(f->plot.display, "E = "));
      check_numbers(f);
    }
}

/* While the field changes little the numbers stay near their places. */
static void
test_numbers_stay(Fixture *f, gconstpointer data)
{
  show(f, 360, 300);
  for (guint frame = 0; frame < 30; frame++) {
    g_autoptr(GArray) before = numbers(f);
    g_autofree double *levels = g_new(double, before->len);
    for (guint i = 0; i < before->len; i++)
      levels[i] = level_of(f, &g_array_index(before, NoslipItem, i));
    f->stretch += 0.002;
    show(f, 360, 300);
    check_numbers(f);
    g_autoptr(GArray) after = numbers(f);
    for (guint i = 0; i < before->len; i++)
      for (guint j = 0; j < after->len; j++) {
        const NoslipItem *one = &g_array_index(before, NoslipItem, i), *other = &g_array_index(after, NoslipItem, j);
        if (levels[i] == level_of(f, other))
          g_assert_cmpfloat(hypot(one->x - other->x, one->y - other->y), <, 12);
      }
  }
}

static guint
at_same_places(Fixture *f, const GArray *before)
{
  g_autoptr(GArray) after = numbers(f);
  guint n = 0;
  for (guint i = 0; i < MIN(before->len, after->len); i++) {
    const NoslipItem *one = &g_array_index(before, NoslipItem, i), *other = &g_array_index(after, NoslipItem, i);
    n += one->x == other->x && one->y == other->y && one->style.angle == other->style.angle;
  }
  return n;
}

/* In pictures of the same field and data they have the same places; other data, and marks, push them away. */
static void
test_numbers_make_way(Fixture *f, gconstpointer data)
{
  f->source = 7;
  show(f, 360, 300);
  g_autoptr(GArray) before = numbers(f);
  g_assert_cmpuint(before->len, >=, 2);
  show(f, 360, 300);
  g_assert_cmpuint(at_same_places(f, before), ==, before->len);
  /* a curve of the same extent through the first number */
  const NoslipItem *first = &g_array_index(before, NoslipItem, 0);
  noslip_figure_to_data(f->plot.figure, first->x, first->y, &f->x[N / 2], &f->y[N / 2]);
  f->data_source = 5;
  show(f, 360, 300);
  g_assert_cmpuint(at_same_places(f, before), <, before->len);
  check_numbers(f);
}

/* The numbers of the dashed path: the curve of the motion's own level. */
static GArray *
own_curve(const Plotting *f)
{
  GArray *found = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint i = 0; i < f->display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->display->items, NoslipItem, i);
    if (item->kind == NOSLIP_ITEM_STROKE && item->dash == NOSLIP_DASH_DASHED)
      g_array_append_vals(found, &g_array_index(f->display->numbers, double, item->first_number), 2 * item->n_verbs);
  }
  return found;
}

/* A new picture has the same curve of the motion. */
static void
check_own_curve(Fixture *f)
{
  Fixture other = *f;
  set_up(&other, NULL);
  other.stretch = f->stretch;
  other.own = f->own;
  show(&other, 360, 300);
  g_autoptr(GArray) one = own_curve(&f->plot), two = own_curve(&other.plot);
  g_assert_cmpuint(one->len, >, 20);
  g_assert_cmpmem(one->data, one->len * sizeof(double), two->data, two->len * sizeof(double));
  tear_down(&other, NULL);
}

/* A field with an unchanged source is not evaluated again; its curves are drawn as before, and the motion's own at its
 * new place. */
static void
test_kept(Fixture *f, gconstpointer data)
{
  f->source = 7;
  show(f, 360, 300);
  g_assert_cmpuint(f->n_evaluations, >, 0);
  g_autofree NoslipItem *items = g_memdup2(f->plot.display->items->data, f->plot.display->items->len * sizeof *items);
  guint n = f->plot.display->items->len;
  f->n_evaluations = 0;
  show(f, 360, 300);
  g_assert_cmpuint(f->n_evaluations, ==, 0);
  g_assert_cmpuint(f->plot.display->items->len, ==, n);
  for (guint i = 0; i < n; i++)
    if (items[i].kind == NOSLIP_ITEM_STROKE)
      g_assert_cmpuint(g_array_index(f->plot.display->items, NoslipItem, i).n_verbs, ==, items[i].n_verbs);
  f->own = 0.22;
  show(f, 360, 300);
  g_assert_cmpuint(f->n_evaluations, ==, 0);
  check_own_curve(f);
  f->stretch = 1.3;
  f->source = 8;
  show(f, 360, 300);
  g_assert_cmpuint(f->n_evaluations, >, 0);
  check_own_curve(f);
  f->n_evaluations = 0;
  show(f, 400, 300);
  g_assert_cmpuint(f->n_evaluations, >, 0);
  f->own = NAN;
  show(f, 400, 300);
  g_autoptr(GArray) none = own_curve(&f->plot);
  g_assert_cmpuint(none->len, ==, 0);
}

/* The description counts the marks that are drawn, without those omitted in a crowd and those outside. */
static void
test_marks_are_described_as_drawn(Fixture *f, gconstpointer data)
{
  show(f, 360, 300);
  for (guint i = 0; i < 100; i++)
    noslip_figure_add_mark(f->plot.figure,
                           &(NoslipMark){.y = -0.8 + 0.016 * i, .one_of_many = TRUE, .rest = TRUE, .passive = TRUE});
  noslip_figure_add_mark(f->plot.figure,
                         &(NoslipMark){.x = 50, .y = 50, .hollow = TRUE, .rest = TRUE, .passive = TRUE});
  plotting_show(&f->plot, 360, 300);
  g_autofree char *words = noslip_figure_description(f->plot.figure);
  const char *place = strstr(words, " points of rest");
  g_assert_nonnull(place);
  g_assert_nonnull(strstr(place, ", 0 of them unstable"));
  while (place > words && g_ascii_isdigit(place[-1]))
    place--;
  guint rings = 0;
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    rings += item->kind == NOSLIP_ITEM_STROKE && f->plot.display->verbs->data[item->first_verb] == NOSLIP_PATH_ARC;
  }
  g_assert_cmpint(atoi(place), ==, (int) rings);
  g_assert_cmpuint(rings, >, 5);
  g_assert_cmpuint(rings, <, 30);
}

/* The last text with these words. */
static const NoslipItem *
text_of(const Fixture *f, const char *words)
{
  const NoslipItem *found = NULL;
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    if (item->kind == NOSLIP_ITEM_TEXT && strcmp(f->plot.display->strings->str + item->text, words) == 0)
      found = item;
  }
  return found;
}

static void
add_marks(Fixture *f, gboolean hollow)
{
  noslip_figure_add_mark(f->plot.figure, &(NoslipMark){.x = 0.1, .y = 0.1, .rest = TRUE, .passive = TRUE});
  noslip_figure_add_mark(f->plot.figure,
                         &(NoslipMark){.x = 50, .y = 50, .hollow = TRUE, .rest = TRUE, .passive = TRUE});
  if (hollow)
    noslip_figure_add_mark(f->plot.figure,
                           &(NoslipMark){.x = -0.5, .y = 0.1, .hollow = TRUE, .rest = TRUE, .passive = TRUE});
}

/* A figure for paper explains its dots and its dashed level above the axes; one on the screen does not, and a kind of
 * mark that is not visible is not explained. */
static void
test_key(Fixture *f, gconstpointer data)
{
  show(f, 240, 157);
  add_marks(f, FALSE);
  plotting_show(&f->plot, 240, 157);
  g_assert_null(text_of(f, "equilibria"));
  double x, top, width, height;
  noslip_figure_set_parts(f->plot.figure, NOSLIP_FIGURE_ON_SCREEN | NOSLIP_FIGURE_KEY);
  plotting_show(&f->plot, 240, 157);
  noslip_figure_area(f->plot.figure, &x, &top, &width, &height);
  const NoslipItem *rest = text_of(f, "equilibria"), *level = text_of(f, "E = 0.31 (the motion's)");
  g_assert_nonnull(rest);
  g_assert_nonnull(level);
  g_assert_cmpfloat(rest->y, <, top);
  g_assert_cmpfloat(level->y, <, top);
  g_assert_null(text_of(f, "unstable equilibria"));
  noslip_figure_add_mark(f->plot.figure, &(NoslipMark){.x = -0.4, .y = 0.1, .hollow = TRUE, .label = "end"});
  plotting_show(&f->plot, 240, 157);
  g_assert_null(text_of(f, "unstable equilibria")); /* the mark is no point of rest */
  add_marks(f, TRUE);
  f->own = NAN;
  plotting_show(&f->plot, 240, 157);
  g_assert_nonnull(text_of(f, "unstable equilibria"));
  g_assert_nonnull(text_of(f, "other equilibria"));
}

/* Strokes across the whole width or height of the axes. */
static guint
n_across(const Fixture *f, double width, double height)
{
  guint n = 0;
  for (guint i = 0; i < f->plot.display->items->len; i++) {
    const NoslipItem *item = &g_array_index(f->plot.display->items, NoslipItem, i);
    const double *p = &g_array_index(f->plot.display->numbers, double, item->first_number);
    if (item->kind == NOSLIP_ITEM_STROKE && item->n_verbs == 2)
      n += (p[1] == p[3] && fabs(p[2] - p[0]) > 0.9 * width) || (p[0] == p[2] && fabs(p[3] - p[1]) > 0.9 * height);
  }
  return n;
}

/* Without a grid only the two axes remain, and without a cursor nothing of it. */
static void
test_parts(Fixture *f, gconstpointer data)
{
  double x, y, width, height;
  NoslipAxis axis;
  noslip_axis_init(&axis);
  show(f, 360, 300);
  axis.quantity = "omega";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_X, &axis);
  axis.quantity = "v1";
  noslip_figure_set_axis(f->plot.figure, NOSLIP_AXIS_Y, &axis);
  NoslipSeries series = series_of(f->x, f->y, N, FALSE);
  series.cursor = 20;
  noslip_figure_add_series(f->plot.figure, &series);
  plotting_show(&f->plot, 360, 300);
  noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
  g_assert_cmpuint(n_across(f, width, height), >, 4);
  g_assert_true(noslip_display_has_text(f->plot.display, "ω 0.6"));
  noslip_figure_set_parts(f->plot.figure, NOSLIP_FIGURE_CURSOR);
  plotting_show(&f->plot, 360, 300);
  noslip_figure_area(f->plot.figure, &x, &y, &width, &height);
  g_assert_cmpuint(n_across(f, width, height), ==, 2);
  g_assert_false(noslip_display_has_text(f->plot.display, "ω 0.6"));
  guint before = f->plot.display->items->len;
  noslip_figure_set_parts(f->plot.figure, 0);
  plotting_show(&f->plot, 360, 300);
  g_assert_cmpuint(f->plot.display->items->len, <, before);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Fixture, NULL, set_up, function, tear_down)
  ADD("/picture/levels/numbers", test_numbers);
  ADD("/picture/levels/numbers-stay", test_numbers_stay);
  ADD("/picture/levels/numbers-make-way", test_numbers_make_way);
  ADD("/picture/levels/kept", test_kept);
  ADD("/picture/levels/key", test_key);
  ADD("/picture/levels/parts", test_parts);
  ADD("/picture/levels/marks-are-described-as-drawn", test_marks_are_described_as_drawn);
  return g_test_run();
}
