/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables of numbers as colours, as in the Bracket view. */
#include <glib.h>
#include <math.h>

#include "tests/ui/picture/drawing.h"
#include "ui/picture/plot/heatmap.h"

/* Cells of 26 pixels show their numbers too, negative ones and those between -1 and 1, in readable size. */
static void
test_heatmap_numbers(Drawing *f, gconstpointer data)
{
  const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  double values[64] = {0};
  for (guint i = 0; i < 64; i++)
    values[i] = i % 3 == 0 ? -0.79 : i % 3 == 1 ? 0.66 : -1;
  values[5] = -12.34;
  NoslipHeatmap map = {8, 8, names, names, values, 0, -1, -1, NULL, NULL};
  for (double side = 270; side <= 700; side += 43) {
    noslip_display_clear(f->display);
    noslip_heatmap_display(&map, &f->theme, side, side, f->display);
    g_assert_true(noslip_display_has_text(f->display, "\342\210\222.79") ||
                  noslip_display_has_text(f->display, "\342\210\222"
                                                      "0.79"));
    g_assert_true(noslip_display_has_text(f->display, ".66"));
    g_assert_true(noslip_display_has_text(f->display, "\342\210\222"
                                                      "1"));
    g_assert_true(noslip_display_has_text(f->display, "\342\210\222"
                                                      "12"));
  }
  for (int dark = 0; dark < 2; dark++) {
    NoslipTheme theme;
    noslip_theme_init(&theme, dark, 1);
    /* the name of a translucent band is not pale */
    NoslipColor band = noslip_color_with_alpha(noslip_theme_series_color(&theme, 4), 0.45);
    g_assert_cmpfloat(noslip_theme_type_color(&theme, band).a, ==, 1);
    g_assert_cmpfloat(noslip_color_contrast(noslip_theme_type_color(&theme, band), theme.surface), >=, 4.5);
    for (double value = -1; value <= 1; value += 0.01) {
      NoslipColor cell = noslip_theme_diverging(&theme, value);
      g_assert_cmpfloat(noslip_color_contrast(noslip_theme_text_on(&theme, cell), cell), >, 4.5);
    }
  }
}

/* A number with too many zeros for its cell is written as a power of ten, at any size where smaller numbers fit. */
static void
test_heatmap_powers(Drawing *f, gconstpointer data)
{
  const char *const names[] = {"a", "b", "c", "d", "e", "f", "g", "h"};
  double values[64] = {0};
  values[4] = -1.2e-6;
  values[5] = -1.2e-4;
  values[6] = 2;
  NoslipHeatmap map = {8, 8, names, names, values, 0, -1, -1, NULL, NULL};
  guint seen = 0;
  for (double side = 270; side <= 500; side++) {
    noslip_display_clear(f->display);
    noslip_heatmap_display(&map, &f->theme, side, side, f->display);
    if (!noslip_display_has_text(f->display, "e\342\210\222"
                                             "6"))
      continue;
    seen++;
    g_assert_true(noslip_display_has_text(f->display, ".0001") || noslip_display_has_text(f->display, "e\342\210\222"
                                                                                                      "4"));
  }
  g_assert_cmpuint(seen, >, 0);
}

/* The two places of a number in an antisymmetric matrix show the same digits, in cells of any size. */
static void
test_heatmap_signs(Drawing *f, gconstpointer data)
{
  const char *const names[] = {"a", "b", "c", "d", "e", "f"};
  const char *const written[] = {"0.9894", "0.989", "0.99", ".99"};
  double values[36] = {0};
  values[1] = 0.98937;
  values[6] = -0.98937;
  NoslipHeatmap map = {6, 6, names, names, values, 0, -1, -1, NULL, NULL};
  guint seen = 0;
  for (double side = 200; side <= 600; side += 3) {
    noslip_display_clear(f->display);
    noslip_heatmap_display(&map, &f->theme, side, side, f->display);
    for (guint k = 0; k < G_N_ELEMENTS(written); k++) {
      g_autofree char *negative = g_strconcat("\342\210\222", written[k], NULL);
      if (!noslip_display_has_text(f->display, written[k]))
        continue;
      g_assert_true(noslip_display_has_text(f->display, negative));
      seen |= 1U << k;
      break;
    }
  }
  g_assert_cmpuint(seen, >, 1);
}

/* Beside larger numbers one of the size of their rounding is shown as 0; alone it is shown with its value. */
static void
test_heatmap_rounding(Drawing *f, gconstpointer data)
{
  const char *const names[] = {"a", "b"};
  double values[4] = {0.5, 7.25e-17, -7.25e-17, 3.25e-9};
  NoslipHeatmap map = {2, 2, names, names, values, 0, -1, -1, NULL, NULL};
  noslip_heatmap_display(&map, &f->theme, 400, 400, f->display);
  g_assert_false(noslip_display_has_text(f->display, "7.25"));
  g_assert_true(noslip_display_has_text(f->display, "3.25"));
  values[0] = values[3] = 0;
  noslip_display_clear(f->display);
  noslip_heatmap_display(&map, &f->theme, 400, 400, f->display);
  g_assert_true(noslip_display_has_text(f->display, "7.25"));
}

static void
test_heatmap(Drawing *f, gconstpointer data)
{
  const char *const names[] = {"x", "r^{2}", "p_{2}"};
  const double values[9] = {0, 1.5, -0.25, -1.5, 0, NAN, 0.25, 3, 0};
  NoslipHeatmap map = {3, 3, names, names, values, 0, 1, 2, NULL, "Choose observables"};
  int row = -1, column = -1;
  noslip_heatmap_display(&map, &f->theme, 360, 300, f->display);
  g_assert_true(noslip_display_has_text(f->display, "1.5"));
  g_assert_true(noslip_display_has_text(f->display, "r")); /* typeset as mathematics */
  g_assert_false(noslip_display_has_text(f->display, "^"));
  g_assert_false(noslip_display_has_text(f->display, "_"));
  guint seen = 0;
  for (double py = 1; py < 300; py += 2)
    for (double px = 1; px < 360; px += 2)
      if (noslip_heatmap_hit(&map, &f->theme, 360, 300, px, py, &row, &column)) {
        g_assert_true(row >= 0 && row < 3 && column >= 0 && column < 3);
        seen |= 1u << (3 * row + column);
      }
  g_assert_cmpuint(seen, ==, 0x1ff);
  g_assert_false(noslip_heatmap_hit(&map, &f->theme, 360, 300, 1, 1, &row, &column));
  map.n_rows = 0;
  noslip_display_clear(f->display);
  noslip_heatmap_display(&map, &f->theme, 360, 300, f->display);
  g_assert_true(noslip_display_has_text(f->display, "Choose observables"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
#define ADD(path, function) g_test_add(path, Drawing, NULL, drawing_set_up, function, drawing_tear_down)
  ADD("/picture/heatmap/hit", test_heatmap);
  ADD("/picture/heatmap/numbers", test_heatmap_numbers);
  ADD("/picture/heatmap/powers", test_heatmap_powers);
  ADD("/picture/heatmap/rounding", test_heatmap_rounding);
  ADD("/picture/heatmap/signs", test_heatmap_signs);
  return g_test_run();
}
