/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The agreement of several motions. */
#include "core/verdict/agreement.h"

#include "tests/core/load.h"

#include <math.h>
#include <string.h>

static void
test_allowed(void)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, NULL);
  options.rtol = 1e-14;
  g_assert_cmpfloat(noslip_agreement_allowed(&options), ==, 1e-9);
  options.rtol = 1e-9;
  g_assert_cmpfloat_with_epsilon(noslip_agreement_allowed(&options), 1e-6, 1e-18);
  options.rtol = 1e-3;
  g_assert_cmpfloat(noslip_agreement_allowed(&options), ==, 1e-3);
  options.rtol = 1e-12;
  options.fixed_step = 0.1;
  g_assert_cmpfloat(noslip_agreement_allowed(&options), ==, 1e-3);
  g_assert_null(noslip_agreement_same_motion(noslip_method_find("rk4")));
  g_autofree char *same = noslip_agreement_same_motion(noslip_method_find("dla"));
  g_assert_nonnull(strstr(same, "dla"));
}

/* A small column is compared relative to itself, not to the motion; one that is zero up to rounding is equal. */
static void
test_sizes(void)
{
  const double a[] = {1, 1e-9, 0, 3, 2, 2e-9, 1e-16, -5}, b[] = {1, 1e-9, 0, 3, 2, 1e-9, -1e-16, -5.5};
  const double units[] = {1, 1, 1};
  double sizes[4], motion[4], differences[4];
  noslip_agreement_sizes(2, 4, a, sizes);
  g_assert_cmpfloat(sizes[0], ==, 2);
  g_assert_cmpfloat(sizes[1], ==, 2e-9);
  g_assert_cmpfloat(sizes[2], ==, 1e-16);
  g_assert_cmpfloat(sizes[3], ==, 5);
  noslip_agreement_motion(3, sizes, units, motion);
  motion[3] = 5;
  for (guint i = 0; i < 3; i++)
    g_assert_cmpfloat(motion[i], ==, 2);
  noslip_agreement_differences(2, 4, a, b, sizes, motion, differences);
  g_assert_cmpfloat(differences[0], ==, 0);
  g_assert_cmpfloat_with_epsilon(differences[1], 0.5, 1e-12);
  g_assert_cmpfloat(differences[2], ==, 0);
  g_assert_cmpfloat_with_epsilon(differences[3], 0.1, 1e-12);
  const double odd[] = {1, 1e-9, NAN, 3, 2, 2e-9, 0, -5}, same[] = {1, 1e-9, NAN, 3, NAN, 2e-9, 0, -5};
  noslip_agreement_differences(2, 4, odd, same, sizes, motion, differences);
  g_assert_true(isinf(differences[0]));
  g_assert_cmpfloat(differences[2], ==, 0);
  g_assert_cmpfloat(noslip_agreement_relative(1e-13, 0, 1), >, 0.09);
  g_assert_cmpfloat(noslip_agreement_relative(1e-16, 1, 1), ==, 1e-16);
}

/* Other units of a column change no difference: one that vanishes, but for rounding, is equal in all of them. */
static void
test_units(void)
{
  for (int exponent = -9; exponent <= 9; exponent += 3) {
    double scale = pow(10, exponent);
    const double a[] = {1, 0, 2, 1e-16 * scale}, b[] = {1, 0, 2, -1e-16 * scale}, units[] = {1, scale};
    double sizes[2], motion[2], differences[2];
    noslip_agreement_sizes(2, 2, a, sizes);
    noslip_agreement_motion(2, sizes, units, motion);
    g_assert_cmpfloat_with_epsilon(motion[1] / scale, 2, 1e-12);
    noslip_agreement_differences(2, 2, a, b, sizes, motion, differences);
    g_assert_cmpfloat(differences[1], ==, 0);
    const double other[] = {1, 0, 2, 1e-10 * scale};
    noslip_agreement_differences(2, 2, a, other, sizes, motion, differences);
    g_assert_cmpfloat_with_epsilon(differences[1], 50, 1e-3); /* of 1e-12 of the motion's */
  }
  const double sizes[] = {3, 0}, none[] = {1, 0};
  double motion[2];
  noslip_agreement_motion(2, sizes, none, motion); /* a column that nothing moves has the others' unit */
  g_assert_cmpfloat(motion[1], ==, 3);
}

static void
expect(const NoslipSystem *system, guint n, const NoslipAgreementMember *members, double difference, double until,
       gboolean agree, const char *heading, const char *line)
{
  NoslipAgreement agreement;
  noslip_agreement_judge(system, n, members, difference, 1e-9, until, &agreement);
  g_autofree char *text = noslip_agreement_line(&agreement, n, members);
  g_autofree char *words = noslip_agreement_heading(&agreement);
  g_assert_cmpstr(text, ==, line);
  g_assert_cmpstr(words, ==, heading);
  g_assert_cmpint(agreement.agree, ==, agree);
}

/* Derivations are counted by the parts that they share, which depend on the system. */
static void
test_line(void)
{
  g_autoptr(NoslipSystem) linear = test_catalogue("chaplygin-sleigh");
  g_autoptr(NoslipSystem) affine = test_catalogue("ball-on-rotating-table-reduced");
  NoslipAgreementMember members[] = {
      {noslip_formulation_find("multipliers"), NULL}, {noslip_formulation_find("gibbs-appell"), NULL},
      {noslip_formulation_find("projection"), NULL},  {noslip_formulation_find("lagrange-dalembert"), NULL},
      {noslip_formulation_find("hamiltonian"), NULL},
  };
  expect(linear, 5, members, 2e-15, NAN, TRUE, "3 derivations agree",
         "5 motions by 3 derivations agree to 2e-15, allowed 1e-09");
  expect(linear, 3, members, 2e-15, NAN, TRUE, "2 derivations agree",
         "3 motions by 2 derivations agree to 2e-15, allowed 1e-09");
  expect(affine, 3, members, 2e-15, NAN, TRUE, "3 motions agree",
         "3 motions by 1 derivation agree to 2e-15, allowed 1e-09");
  expect(linear, 2, members, 2e-9, 0.5, FALSE, "DISAGREE",
         "2 motions by 1 derivation DISAGREE: largest difference 2e-09, allowed 1e-09, until t = 0.5");
  expect(linear, 2, members, NAN, NAN, FALSE, "DISAGREE",
         "2 motions by 1 derivation DISAGREE: largest difference nan, allowed 1e-09");
  expect(linear, 1, members, 0, NAN, FALSE, "nothing to compare",
         "1 motion by 1 derivation: there is nothing to compare");
  char reason[] = "stopped at t = 0: det W = 0", other[] = "does not apply: it rains";
  members[4].reason = reason;
  members[0].reason = other;
  expect(linear, 5, members, 0, NAN, TRUE, "3 derivations agree",
         "3 motions by 3 derivations agree to 0, allowed 1e-09; not among them: multipliers does not apply: it rains; "
         "hamiltonian stopped at t = 0: det W = 0");
  members[2].reason = reason;
  members[1].reason = other;
  NoslipAgreement agreement;
  noslip_agreement_judge(linear, 5, members, 0, 1e-9, NAN, &agreement);
  g_assert_false(agreement.agree);
  g_assert_cmpuint(agreement.n_motions, ==, 1);
  g_assert_true(isnan(agreement.difference));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/agreement/allowed", test_allowed);
  g_test_add_func("/agreement/sizes", test_sizes);
  g_test_add_func("/agreement/units", test_units);
  g_test_add_func("/agreement/line", test_line);
  return g_test_run();
}
