/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/base/decimal.h"

#include <float.h>
#include <math.h>
#include <string.h>

static void
assert_17_digits(double value)
{
  char text[NOSLIP_DECIMAL_SIZE], expected[NOSLIP_DECIMAL_SIZE];
  gsize length = noslip_decimal_17_digits(value, text);
  g_assert_cmpstr(text, ==, g_ascii_formatd(expected, sizeof expected, "%.17g", value));
  g_assert_cmpuint(length, ==, strlen(expected));
}

/* Powers of ten and of two and their neighbours, halves (ties), integers of 17 digits, and what no digits give. */
static void
test_edges(void)
{
  static const double values[] = {0,       0.5,         0.1,        1.0 / 3,      9.5,    99999999999999.5, DBL_MAX,
                                  DBL_MIN, 5e-324,      INFINITY,   (double) NAN, 0x1p56, 0x1p-126,         0x1p53 + 1,
                                  1e-4,    9.999999e-5, 0.00012345, 0x1p-17,      1e16,   123456789012345.6};
  for (guint i = 0; i < G_N_ELEMENTS(values); i++) {
    assert_17_digits(values[i]);
    assert_17_digits(-values[i]);
  }
  for (int k = -330; k <= 308; k++)
    for (guint beside = 0; beside < 2; beside++) {
      double ten = pow(10, k), two = ldexp(1, k);
      for (guint i = 0; i < 8; i++) {
        assert_17_digits(ten);
        assert_17_digits(-two);
        assert_17_digits(ten * (1 + i / 8.0));
        ten = nextafter(ten, beside == 0 ? 0 : INFINITY);
        two = nextafter(two, beside == 0 ? 0 : INFINITY);
      }
    }
  for (guint i = 0; i < 4096; i++) /* ties: 18 digits, the last of them 5 */
    for (int shift = -70; shift <= 10; shift++)
      assert_17_digits(ldexp(2 * i + 1, shift));
}

static void
test_random(void)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(1);
  for (guint i = 0; i < 1000000; i++) {
    double value = ldexp(g_rand_double_range(random, -1, 1), g_rand_int_range(random, -140, 70));
    assert_17_digits(i % 2 == 0 ? value : g_rand_double_range(random, -1000, 1000));
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/base/decimal/edges", test_edges);
  g_test_add_func("/base/decimal/random", test_random);
  return g_test_run();
}
