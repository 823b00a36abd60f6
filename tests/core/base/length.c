/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/length.h"

static void
test_read(void)
{
  static const struct {
    const char *text;
    double points;
  } good[] = {{"25.4mm", 72}, {"2.54cm", 72}, {"1in", 72}, {"240pt", 240}, {"85mm", 240.94488188976378}};
  static const char *const bad[] = {"", "85", "mm", "-1mm", "0mm", "85 mm", "85px", "nanmm", "1e9pt", "85mm "};
  for (guint i = 0; i < G_N_ELEMENTS(good); i++) {
    double points = 0;
    g_assert_true(noslip_length_read(good[i].text, &points));
    g_assert_cmpfloat_with_epsilon(points, good[i].points, 1e-12 * good[i].points);
  }
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    double points = 7;
    g_assert_false(noslip_length_read(bad[i], &points));
    g_assert_cmpfloat(points, ==, 7);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/length", test_read);
  return g_test_run();
}
