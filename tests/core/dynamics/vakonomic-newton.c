/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vakonomic velocities from momenta where the matrix of Newton's method depends on velocities and multipliers. */
#include "core/dynamics/formulation.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>
#include <string.h>

typedef struct {
  NoslipSystem *system;
  NoslipDynamics *dynamics;
  const NoslipFormulation *formulation;
  gpointer work;
  double z[8], rates[8]; /* x and p */
} Motion;

/* At the state xy: x, y and mu. */
static void
motion_init(Motion *motion, const char *text, const double *xy)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  motion->system = test_text(text);
  motion->formulation = noslip_formulation_find("vakonomic");
  motion->dynamics = noslip_dynamics_new(motion->formulation, motion->system, &error);
  g_assert_nonnull(motion->dynamics);
  motion->work = motion->formulation->work_new(noslip_dynamics_data(motion->dynamics));
  g_autofree double *parameters = noslip_system_default_parameters(motion->system);
  motion->formulation->set_parameters(motion->work, parameters);
  g_assert_cmpint(motion->formulation->enter(motion->work, 0, xy, motion->z), ==, NOSLIP_STEP_OK);
}

static void
motion_clear(Motion *motion)
{
  motion->formulation->work_free(motion->work);
  noslip_dynamics_unref(motion->dynamics);
  noslip_system_unref(motion->system);
}

/* With L = (x'^2 + z'^2)/2 and x'^2 = a^2 z'^2, p_x = x' (1 + 2 mu) and p_z = z' (1 - 2 a^2 mu); so on x' = a z' the sum
 * a^2 p_x/a + p_z = (1 + a^2) z', and K is regular everywhere. The pivots 1 + 2 mu and 1 - 2 a^2 mu vanish with p_x and
 * p_z, through which the momenta go here. */
static void
test_pivots_vanish(void)
{
  const double a = 0.8, xy[] = {0, 0, 0.8, 1, 0.3};
  Motion motion;
  motion_init(&motion,
              "noslip 1\nparameter a = 0.8\ncoordinate x\ncoordinate z\nlagrangian (x'^2 + z'^2)/2\n"
              "constraint gear: x'^2 - a^2*z'^2 = 0\ndynamics vakonomic\ninitial x' = 0.8\ninitial z' = 1\n",
              xy);
  g_assert_cmpfloat_with_epsilon(motion.z[2], 0.8 * 1.6, 1e-15);
  g_assert_cmpfloat_with_epsilon(motion.z[3], 1 - 2 * a * a * 0.3, 1e-15);
  for (int which = 3; which >= 2; which--) /* p_z, then p_x: by 1/64, down to 0 and beyond */
    for (int step = 64; step >= -16; step--) {
      motion.z[which] = step / 64.0;
      motion.z[5 - which] = which == 3 ? 1.28 : 1;
      g_assert_cmpint(motion.formulation->rates(motion.work, 0, motion.z, motion.rates), ==, NOSLIP_STEP_OK);
      double fall = (a * motion.z[2] + motion.z[3]) / (1 + a * a);
      g_assert_cmpfloat_with_epsilon(motion.rates[1], fall, 1e-12);
      g_assert_cmpfloat_with_epsilon(motion.rates[0], a * fall, 1e-12);
      g_assert_cmpfloat(fabs(motion.rates[2]) + fabs(motion.rates[3]), ==, 0);
    }
  motion_clear(&motion);
}

/* p_x = x' - x'^3 is 2 at x' = -1.52 alone, where W = 1 - 3 x'^2 is negative: between there and x' = 0 the rank is lost,
 * so the motion ends, although Newton's method arrives. */
static void
test_rank_lost(void)
{
  const double xy[] = {0, 0, 0, 0, 0.5, 0, 0};
  Motion motion;
  motion_init(&motion,
              "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian x'^2/2 - x'^4/4 + (y'^2 + z'^2)/2\n"
              "constraint blade: z' = x*y'\ndynamics vakonomic\ninitial y' = 0.5\n",
              xy);
  motion.z[3] = 0.1;
  g_assert_cmpint(motion.formulation->rates(motion.work, 0, motion.z, motion.rates), ==, NOSLIP_STEP_OK);
  g_assert_cmpfloat_with_epsilon(motion.rates[0] - pow(motion.rates[0], 3), 0.1, 1e-15);
  motion.z[3] = 2;
  g_assert_cmpint(motion.formulation->rates(motion.work, 0, motion.z, motion.rates), ==, NOSLIP_STEP_RANK_LOST);
  motion.z[3] = 0.1; /* and the next one starts where it was */
  g_assert_cmpint(motion.formulation->rates(motion.work, 0, motion.z, motion.rates), ==, NOSLIP_STEP_OK);
  motion_clear(&motion);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dynamics/vakonomic-newton/pivots-vanish", test_pivots_vanish);
  g_test_add_func("/dynamics/vakonomic-newton/rank-lost", test_rank_lost);
  return g_test_run();
}
