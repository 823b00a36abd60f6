/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is compiled for a dynamics at first use: once, also if many threads start motions at the same time. */
#include "core/dynamics/companion.h"
#include "core/integrate/guard-program.h"
#include "core/integrate/run.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <string.h>

#define N_THREADS 8
#define STEPS 5

static const char text[] = "noslip 1\nparameter a = 0.3\ncoordinate x\ncoordinate y\ncoordinate theta\n"
                           "lagrangian (x'^2 + y'^2 + (1 + a)*theta'^2)/2 - a*sin(x)\n"
                           "constraint blade: sin(theta)*x' - cos(theta)*y' = 0\nrun to 1 step 0.1\n";
static const double start[] = {0.3, 0.1, 0.4, 0.92106099400288508, 0.38941834230865050, 0.7};

static NoslipDynamics *
dynamics_of(NoslipSystem *system)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  NoslipDynamics *dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), system, &error);
  g_assert_null(error);
  return dynamics;
}

/* Counted data */

static int created, destroyed;
static gboolean refuses;

static gpointer
create(NoslipDynamics *dynamics, NoslipDiagnostic **error)
{
  g_atomic_int_inc(&created);
  if (refuses)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, NULL, "none");
  else
    g_usleep(1000); /* threads that came too late are still there */
  return refuses ? NULL : g_strdup("data");
}

static void
destroy(gpointer data)
{
  g_atomic_int_inc(&destroyed);
  g_free(data);
}

static const NoslipCompanionKind counted = {create, destroy}, other = {create, destroy};

static gpointer
obtain(gpointer dynamics)
{
  return noslip_dynamics_companion(dynamics, &counted, NULL);
}

static void
test_once(void)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  NoslipDynamics *dynamics = dynamics_of(system);
  GThread *threads[N_THREADS];
  for (guint i = 0; i < N_THREADS; i++)
    threads[i] = g_thread_new("obtain", obtain, dynamics);
  gpointer first = g_thread_join(threads[0]);
  for (guint i = 1; i < N_THREADS; i++)
    g_assert_true(g_thread_join(threads[i]) == first);
  g_assert_cmpint(destroyed, ==, created - 1); /* those of threads that were slower */
  int before = created;
  g_assert_true(obtain(dynamics) == first);
  g_assert_cmpint(created, ==, before);
  g_assert_true(noslip_dynamics_companion(dynamics, &other, NULL) != first);
  g_assert_cmpint(created, ==, before + 1);
  noslip_dynamics_unref(dynamics);
  g_assert_cmpint(destroyed, ==, created);
}

static void
test_refused(void)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(system);
  g_autoptr(NoslipDiagnostic) error = NULL;
  refuses = TRUE;
  g_assert_null(noslip_dynamics_companion(dynamics, &counted, &error));
  g_assert_nonnull(error);
  refuses = FALSE;
  g_assert_nonnull(noslip_dynamics_companion(dynamics, &counted, NULL));
}

static void
test_guard(void)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDynamics) dynamics = dynamics_of(system);
  const NoslipGuardProgram *program = noslip_guard_program(dynamics, TRUE);
  g_assert_nonnull(program);
  g_assert_true(noslip_guard_program(dynamics, TRUE) == program);
  g_assert_null(noslip_guard_program(dynamics, FALSE)); /* there is no pole and no sign( ) */
}

/* Motions by all methods */

typedef struct {
  NoslipDynamics *dynamics;
  const NoslipMethod *method;
  double a; /* the parameter */
  double row[32];
} Ride;

static gpointer
ride(gpointer data)
{
  Ride *own = data;
  NoslipRunOptions options;
  noslip_run_options_default(&options, noslip_dynamics_system(own->dynamics));
  options.method = own->method;
  options.fixed_step = own->method->own_steps ? 0 : 0.02;
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipRun) run = noslip_run_new(own->dynamics, &options, &own->a, 0, start, NULL, &error);
  g_assert_null(error);
  for (guint i = 0; i <= STEPS; i++)
    g_assert_true(noslip_run_next(run, own->row, NULL, &error));
  return NULL;
}

/* Identical to the bit to a motion alone, with a parameter of its own in each thread. */
static void
test_methods(void)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  for (guint m = 0; noslip_methods()[m] != NULL; m++) {
    g_autoptr(NoslipDynamics) shared = dynamics_of(system);
    Ride alone[N_THREADS] = {0}, together[N_THREADS] = {0};
    GThread *threads[N_THREADS];
    for (guint i = 0; i < N_THREADS; i++) {
      g_autoptr(NoslipDynamics) lonely = dynamics_of(system);
      alone[i] = together[i] = (Ride){lonely, noslip_methods()[m], 0.1 * i, {0}};
      ride(&alone[i]);
      together[i].dynamics = shared;
    }
    for (guint i = 0; i < N_THREADS; i++)
      threads[i] = g_thread_new("ride", ride, &together[i]);
    for (guint i = 0; i < N_THREADS; i++) {
      g_thread_join(threads[i]);
      g_assert_cmpmem(together[i].row, sizeof together[i].row, alone[i].row, sizeof alone[i].row);
    }
    g_assert_true(memcmp(alone[0].row, alone[1].row, sizeof alone[0].row) != 0);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/shared/once", test_once);
  g_test_add_func("/shared/refused", test_refused);
  g_test_add_func("/shared/guard", test_guard);
  g_test_add_func("/shared/methods", test_methods);
  return g_test_run();
}
