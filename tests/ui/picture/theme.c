/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The colours of themes: contrast, scales, and those that must differ. */
#include "core/dynamics/formulation.h"
#include "tests/ui/picture/plotted.h"
#include "tests/ui/picture/plotting.h"
#include "ui/picture/display-items.h"
#include "ui/picture/plot/plot-items.h"
#include <glib.h>
#include <math.h>
#include <string.h>

static void
test_diverging_is_symmetric(Plotted *f, gconstpointer data)
{
  NoslipColor zero = noslip_theme_diverging(&f->plot.theme, 0);
  g_assert_cmpfloat_with_epsilon(zero.r, f->plot.theme.surface.r, 1e-12);
  NoslipColor blue = noslip_theme_diverging(&f->plot.theme, -1), orange = noslip_theme_diverging(&f->plot.theme, 1);
  g_assert_cmpfloat(blue.b, >, blue.r + 0.3);
  g_assert_cmpfloat(orange.r, >, orange.b + 0.3);
}

static void
test_theme_contrast(Plotted *f, gconstpointer data)
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

/* The colours of arrows in the catalogue (velocities, forces, forbidden directions) and that of the motion differ from those of ghosts. */
static double
apart(NoslipColor a, NoslipColor b)
{
  return fabs(a.r - b.r) + fabs(a.g - b.g) + fabs(a.b - b.b);
}

static void
test_arrows_and_ghosts(Plotted *f, gconstpointer data)
{
  static const char *const arrows[] = {"#009E73", "#0072B2", "#E01B24"};
  const NoslipFormulation *const *formulations = noslip_formulations();
  for (guint k = 0; k < 2 * G_N_ELEMENTS(arrows); k++) {
    NoslipTheme theme;
    NoslipColor arrow;
    noslip_theme_init(&theme, k % 2 == 1, 1);
    g_assert_true(noslip_color_parse(arrows[k / 2], &arrow));
    for (guint i = 0; formulations[i] != NULL; i++) {
      NoslipColor ghost = noslip_theme_formulation_color(&theme, formulations[i]->id);
      g_assert_cmpfloat(apart(ghost, arrow), >, 0.3);
      g_assert_cmpfloat(apart(ghost, theme.accent), >, 0.3);
    }
    for (guint i = 0; i < 5; i++) {
      g_assert_cmpfloat(apart(noslip_theme_overlay_color(&theme, i), arrow), >, 0.3);
      g_assert_cmpfloat(apart(noslip_theme_overlay_color(&theme, i), theme.accent), >, 0.3);
    }
    g_assert_cmpfloat(apart(theme.accent, arrow), >, 0.3);
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
      if (!g_strv_contains((const char *const[]){arrows[0], arrows[1], arrows[2], NULL}, value))
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
#define ADD(path, function) g_test_add(path, Plotted, NULL, plotted_set_up, function, plotted_tear_down)
  ADD("/picture/theme/diverging", test_diverging_is_symmetric);
  ADD("/picture/theme/contrast", test_theme_contrast);
  ADD("/picture/theme/arrows-and-ghosts", test_arrows_and_ghosts);
  return g_test_run();
}
