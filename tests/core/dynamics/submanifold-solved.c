/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations on the last submanifold solved in symbols: the same accelerations as in numbers, and no result where
 * these are not accurate. */
#include "core/dynamics/algorithm/submanifold-solved.h"
#include "core/language/language.h"
#include "core/system/state.h"

#include <math.h>

typedef struct {
  NoslipSystem *system;
  NoslipConstraintAlgorithm *algorithm;
  NoslipSubmanifoldSolved *solved;
  NoslipSubmanifoldSolvedWorkspace *work;
} Solved;

static void
solved_init(Solved *self, const char *body)
{
  g_autofree char *text = g_strconcat("noslip 1\n", body, NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostic) error = NULL;
  guint n;
  self->system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
  g_assert_nonnull(self->system);
  self->algorithm = noslip_constraint_algorithm_new(self->system, &error);
  g_assert_nonnull(self->algorithm);
  g_autofree NoslipExpr *functions = noslip_constraint_algorithm_functions(self->algorithm, &n);
  self->solved = noslip_submanifold_solved_new(self->algorithm, n, functions);
  self->work = noslip_submanifold_solved_workspace_new(self->solved);
  g_autofree double *parameters = noslip_system_default_parameters(self->system);
  noslip_submanifold_solved_set_parameters(self->work, parameters);
}

static void
solved_clear(Solved *self)
{
  noslip_submanifold_solved_workspace_free(self->work);
  noslip_submanifold_solved_free(self->solved);
  noslip_constraint_algorithm_free(self->algorithm);
  noslip_system_unref(self->system);
}

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(Solved, solved_clear)

static const double scale[] = {1, 1, 1};

/* A charge without mass in a field (I, introduction): X'' = -w^2 X, by hand. Further off the submanifold than allowed
 * there is no result. */
static void
test_magnetic(void)
{
  g_auto(Solved) solved;
  solved_init(&solved, "parameter B = 2\ncoordinate x\ncoordinate y\n"
                       "lagrangian B/2*(x*y' - y*x') - x^2 - y^2\ninitial x = 0.3\ninitial y = 0.1\n");
  g_assert_nonnull(solved.work);
  /* B y' = 2 x, B x' = -2 y */
  const double z[] = {0.3, 0.1, -0.1, 0.3}, ydot[] = {-0.3, -0.1}, wrong[] = {-0.3, -0.1 + 1e-6};
  const double off[] = {0.3, 0.1, -0.1, 0.301};
  double zdot[4];
  g_assert_false(noslip_submanifold_solved_rates(solved.work, 0, z, 1e-4, zdot)); /* not entered */
  noslip_submanifold_solved_enter(solved.work, 0, z, wrong, scale);
  g_assert_false(noslip_submanifold_solved_rates(solved.work, 0, z, 1e-4, zdot));
  noslip_submanifold_solved_enter(solved.work, 0, z, ydot, scale);
  g_assert_true(noslip_submanifold_solved_rates(solved.work, 0, z, 1e-4, zdot));
  g_assert_cmpfloat(fabs(zdot[0] + 0.1), <, 1e-15);
  g_assert_cmpfloat(fabs(zdot[1] - 0.3), <, 1e-15);
  g_assert_cmpfloat(fabs(zdot[2] + 0.3), <, 1e-15);
  g_assert_cmpfloat(fabs(zdot[3] + 0.1), <, 1e-15);
  g_assert_false(noslip_submanifold_solved_rates(solved.work, 0, off, 1e-4, zdot));
  g_assert_true(noslip_submanifold_solved_rates(solved.work, 0, off, 1e-2, zdot));
  const double other = 3;
  noslip_submanifold_solved_set_parameters(solved.work, &other);
  g_assert_false(noslip_submanifold_solved_rates(solved.work, 0, z, 1e-4, zdot));
}

/* The moment of inertia x^2 is the pivot: x^2 y'' = -2 x x' y'. */
static void
test_pivot(void)
{
  g_auto(Solved) solved;
  solved_init(&solved, "coordinate x\ncoordinate y\nlagrangian (x'^2 + x^2*y'^2)/2\ninitial x = 1\n"
                       "initial x' = 0.5\ninitial y' = 2\n");
  double z[] = {1, 0, 0.5, 2}, zdot[4];
  const double ydot[] = {4, -2};
  noslip_submanifold_solved_enter(solved.work, 0, z, ydot, scale);
  z[0] = 0.5;
  g_assert_true(noslip_submanifold_solved_rates(solved.work, 0, z, 1e-4, zdot));
  g_assert_cmpfloat(fabs(zdot[2] - 2), <, 1e-15);
  g_assert_cmpfloat(fabs(zdot[3] + 4), <, 1e-15);
  z[0] = 0.03;
  g_assert_false(noslip_submanifold_solved_rates(solved.work, 0, z, 1e-4, zdot));
  z[0] = NAN;
  g_assert_false(noslip_submanifold_solved_rates(solved.work, 0, z, 1e-4, zdot));
}

/* Undetermined accelerations are not solved for. */
static void
test_gauge(void)
{
  g_auto(Solved) solved;
  solved_init(&solved, "coordinate x\ncoordinate y\nlagrangian (x' - y')^2/2 - (x - y)^2/2\ninitial x = 1\n");
  g_assert_null(solved.solved);
  g_assert_null(solved.work);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dynamics/submanifold-solved/gauge", test_gauge);
  g_test_add_func("/dynamics/submanifold-solved/magnetic", test_magnetic);
  g_test_add_func("/dynamics/submanifold-solved/pivot", test_pivot);
  return g_test_run();
}
