/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sequence from which states are drawn. */
#include "core/finder/states.h"

#include <math.h>

#define N 20000

static void
test_draw(void)
{
  guint64 seed = 5, again = 5, other = 6;
  double sum = 0, squares = 0, least = INFINITY, most = -INFINITY;
  guint same = 0;
  for (guint i = 0; i < N; i++) {
    double x = noslip_states_draw(&seed);
    g_assert_cmpfloat(x, ==, noslip_states_draw(&again));
    same += x == noslip_states_draw(&other);
    sum += x;
    squares += x * x;
    least = fmin(least, x);
    most = fmax(most, x);
  }
  g_assert_cmpuint(same, <, 3);
  g_assert_cmpfloat(least, >=, -1);
  g_assert_cmpfloat(most, <=, 1);
  /* evenly: mean 0 and variance 1/3, with deviations 0.0041 and 0.0021 for this many */
  g_assert_cmpfloat(fabs(sum / N), <, 0.02);
  g_assert_cmpfloat(fabs(squares / N - 1.0 / 3), <, 0.01);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/finder/draw", test_draw);
  return g_test_run();
}
