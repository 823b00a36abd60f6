/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lyapunov exponents at an equilibrium are the real parts of its eigenvalues. */
#include "core/finder/lyapunov/lyapunov.h"

#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* What watch() was told. */
typedef struct {
  guint n;
  double time, block; /* s: the last time; the length of a block */
  double exponents[2], sum;
} Watched;

/* The volume shrinks at the constant rate c = 0.5 of the pendulum below, so that the sum is known at any time. */
static void
watch(const NoslipLyapunov *so_far, gpointer data)
{
  Watched *watched = data;
  g_assert_cmpuint(so_far->n, ==, 2);
  g_assert_cmpfloat(so_far->time, >, watched->time);
  g_assert_true(isnan(so_far->errors[0]) == (so_far->time < 2.01 * watched->block));
  g_assert_cmpfloat(so_far->exponents[0], >=, so_far->exponents[1]);
  g_assert_cmpfloat_with_epsilon(so_far->sum, -0.5, 1e-8);
  g_assert_cmpfloat_with_epsilon(so_far->sum, so_far->exponents[0] + so_far->exponents[1], 1e-12);
  watched->n++;
  watched->time = so_far->time;
  watched->sum = so_far->sum;
  memcpy(watched->exponents, so_far->exponents, sizeof watched->exponents);
}

/* Upside down a damped pendulum has s^2 + c s - 1 = 0; hanging, s^2 + c s + 1 = 0, both with the real part -c/2. */
static void
test_pendulum(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\nparameter c = 0.5\ncoordinate theta angle\n"
                                             "kinetic theta'^2/2\npotential -cos(theta)\nforce theta' = -c*theta'\n");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  guint done = 0;
  Watched watched;
  const NoslipLyapunovOptions options = {
      .to = 16, .rtol = 1e-10, .atol = 1e-12, .seed = 1, .done = &done, .watch = watch, .data = &watched};
  const double root = sqrt(0.0625 + 1);
  for (guint up = 0; up < 2; up++) {
    const double xy[2] = {up ? G_PI : 0, 0};
    watched = (Watched){.block = 16.0 / NOSLIP_LYAPUNOV_BLOCKS};
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipLyapunov) found =
        noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, parameters, xy, &options, NULL, &error);
    g_assert_null(error);
    g_assert_cmpuint(done, ==, (up + 1) * NOSLIP_LYAPUNOV_BLOCKS);
    g_assert_cmpuint(found->n, ==, 2);
    g_assert_cmpuint(found->dimension, ==, 2);
    g_assert_cmpuint(watched.n, ==, NOSLIP_LYAPUNOV_LOOKS * (NOSLIP_LYAPUNOV_BLOCKS - 2));
    g_assert_cmpfloat_with_epsilon(watched.time, found->time, 1e-12);
    g_assert_cmpfloat_with_epsilon(watched.sum, found->sum, 1e-12);
    g_assert_cmpfloat(found->sum_error, <, 1e-8);
    for (guint i = 0; i < 2; i++) {
      g_assert_cmpfloat_with_epsilon(watched.exponents[i], found->exponents[i], 1e-12);
      double expected = up ? -0.25 + (i == 0 ? root : -root) : -0.25;
      g_test_message("%.12g, expected %.12g", found->exponents[i], expected);
      g_assert_cmpfloat(fabs(found->exponents[i] - expected), <, up ? 1e-3 : 0.05);
    }
    g_assert_cmpfloat(fabs(found->exponents[0] + found->exponents[1] + 0.5), <, 1e-8); /* the volume shrinks at c */
  }
}

/* A short run counts a part in which the tangent vectors still turn: the error covers what that leaves in the mean. The
 * exponents at these states are 1, 0, -0.2, -0.25 twice and -1. */
static void
test_short(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                "lagrangian (x'^2 + y'^2 + z'^2)/2 + x^2/2 - y^2/2\nforce y' = -0.5*y'\nforce z' = -0.2*z'\n");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const double xy[6] = {1e-6, 1, 0, 0, 0, 1};
  for (guint64 seed = 0; seed < 12; seed++) {
    const NoslipLyapunovOptions options = {.to = 12, .rtol = 1e-10, .atol = 1e-12, .seed = seed};
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipLyapunov) found =
        noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, parameters, xy, &options, NULL, &error);
    g_assert_null(error);
    g_test_message("seed %u: %g +- %g", (guint) seed, found->exponents[0], found->errors[0]);
    g_assert_cmpfloat(fabs(found->exponents[0] - 1), <, 2.5 * found->errors[0] + 1e-6);
    g_assert_cmpfloat_with_epsilon(found->sum, -0.7, 1e-8);
    g_assert_cmpfloat(found->sum_error, <, 1e-8);
  }
}

/* A pendulum that pushes a mass whose place is in other units: the sum of the exponents is the rate of the volume, in any
 * unit, and takes no longer than in metres. */
static void
test_units(void)
{
  static const double units[] = {1, 1e6, 1e-6};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter s = %g\ncoordinate x\ncoordinate q angle\n"
        "lagrangian x'^2/s^2/2 + q'^2/2 + cos(q) - x^2/s^2/2\nforce x' = sin(q)/s\nforce q' = -0.3*q'\n",
        units[i]);
    g_autoptr(NoslipSystem) system = test_text(text);
    g_autofree double *parameters = noslip_system_default_parameters(system);
    const double xy[4] = {units[i], 0.3, 0, 1};
    const NoslipLyapunovOptions options = {.to = 5, .rtol = 1e-10, .atol = 1e-12, .seed = 1};
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipLyapunov) found =
        noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, parameters, xy, &options, NULL, &error);
    g_assert_null(error);
    g_assert_cmpuint(found->n, ==, 4);
    double sum = 0;
    for (guint k = 0; k < found->n; k++)
      sum += found->exponents[k];
    g_assert_cmpfloat_with_epsilon(sum, -0.3, 1e-6);
  }
}

/* A skate on a slope in micrometres and nanoseconds: the rates of the coordinates by their velocities are 1 in any unit
 * of time. The sum of the exponents is that of the volume, which is kept. */
static void
test_nanoseconds(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate q angle\n"
                "lagrangian (x'^2 + y'^2)/2 + 1e11*q'^2/2 + 4e-12*x\nconstraint edge: -sin(q)*x' + cos(q)*y' = 0\n");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const double xy[6] = {0, 0, 0, 1e-3, 0, 1e-9};
  const NoslipLyapunovOptions options = {.to = 1e10, .rtol = 1e-10, .atol = 1e-12, .seed = 1};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipLyapunov) found =
      noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  g_assert_cmpuint(found->n, ==, 5);
  double sum = 0;
  for (guint k = 0; k < found->n; k++) {
    g_test_message("%.6g", found->exponents[k]);
    g_assert_cmpfloat(fabs(found->exponents[k]), <, 2e-9); /* all are 0: growth is a power of the time */
    sum += found->exponents[k];
  }
  g_assert_cmpfloat(fabs(sum), <, 1e-10);
}

typedef struct {
  GPtrArray *records; /* of blocks, of double, or NULL */
  guint end;          /* the first block that is not recalled */
  guint recalled;
} Memory;

static gboolean
recall(guint block, guint length, double *record, gpointer data)
{
  Memory *memory = data;
  if (block >= memory->end)
    return FALSE;
  memcpy(record, memory->records->pdata[block], sizeof(double) * length);
  memory->recalled++;
  return TRUE;
}

static void
keep(guint block, guint length, const double *record, gpointer data)
{
  Memory *memory = data;
  if (block == memory->records->len)
    g_ptr_array_add(memory->records, g_memdup2(record, sizeof(double) * length));
}

/* A ball that rolls in a bowl: from the record of any block on, the exponents have the same bits as without. */
static void
test_memory(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate q angle\n"
                "lagrangian (x'^2 + y'^2)/2 + 0.3*q'^2/2 - x^2 - y^4\nconstraint edge: -sin(q)*x' + cos(q)*y' = 0\n");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const double xy[6] = {0.3, 0.2, 0, 1, 0, 0.7};
  Memory memory = {g_ptr_array_new_with_free_func(g_free), 0, 0};
  NoslipLyapunovOptions options = {
      .to = 30, .rtol = 1e-9, .atol = 1e-11, .seed = 1, .recall = recall, .keep = keep, .data = &memory};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipLyapunov) whole =
      noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  g_assert_cmpuint(memory.records->len, ==, NOSLIP_LYAPUNOV_BLOCKS);
  for (memory.end = 1; memory.end <= NOSLIP_LYAPUNOV_BLOCKS; memory.end += 7) {
    memory.recalled = 0;
    g_autoptr(NoslipLyapunov) found =
        noslip_lyapunov_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, parameters, xy, &options, NULL, &error);
    g_assert_cmpuint(memory.recalled, ==, memory.end);
    g_assert_cmpmem(found->exponents, sizeof(double) * found->n, whole->exponents, sizeof(double) * whole->n);
    g_assert_cmpmem(found->errors, sizeof(double) * found->n, whole->errors, sizeof(double) * whole->n);
  }
  g_ptr_array_unref(memory.records);
}

#define MANY 19 /* not a multiple of the lanes */

/* MANY motions of a system with one parameter p, from lo to hi, and xy: together and each alone. The results, with equal
 * bits; free with g_ptr_array_unref(). NULL for motions that end early. */
static GPtrArray *
measure_many(const char *text, double lo, double hi, const double *xy, double to)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, NOSLIP_DYNAMICS_NONHOLONOMIC), system, &error);
  g_autoptr(NoslipLyapunovFinder) finder = noslip_lyapunov_finder_new(dynamics, &error);
  guint size = system->m + system->n, done = 0;
  g_autofree double *parameters = g_new0(double, MANY);
  g_autofree double *states = g_new0(double, MANY *size);
  NoslipLyapunovOptions options[MANY];
  NoslipLyapunov *found[MANY];
  NoslipDiagnostic *errors[MANY];
  for (guint i = 0; i < MANY; i++) {
    parameters[i] = lo + (hi - lo) * i / (MANY - 1);
    memcpy(states + i * size, xy, size * sizeof(double));
    options[i] = (NoslipLyapunovOptions){.to = to, .rtol = 1e-10, .atol = 1e-12, .seed = 1, .done = &done};
  }
  noslip_lyapunov_finder_measure_many(finder, MANY, parameters, states, options, found, NULL, errors);
  GPtrArray *results = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_lyapunov_free);
  for (guint i = 0; i < MANY; i++) {
    g_autoptr(NoslipDiagnostic) ended = NULL;
    g_autoptr(NoslipLyapunov) alone = noslip_lyapunov_finder_measure(finder, parameters + i, xy, options, NULL, &ended);
    g_assert_true((alone == NULL) == (found[i] == NULL));
    g_assert_true((ended == NULL) == (errors[i] == NULL));
    if (ended != NULL)
      g_assert_cmpstr(ended->cause, ==, errors[i]->cause);
    if (alone != NULL) {
      g_assert_cmpmem(found[i]->exponents, sizeof(double) * found[i]->n, alone->exponents, sizeof(double) * alone->n);
      g_assert_cmpmem(found[i]->errors, sizeof(double) * found[i]->n, alone->errors, sizeof(double) * alone->n);
    }
    noslip_diagnostic_free(errors[i]);
    g_ptr_array_add(results, found[i]);
  }
  return results;
}

/* A saddle xddot = p x beside an overdamped spring, s^2 + 6.3 s + 1.8 = (s + 0.3) (s + 6): the exponents are the
 * eigenvalues, their sum is the divergence -6.3. */
static void
test_many(void)
{
  const double xy[4] = {1e-3, 1, 0, 0};
  g_autoptr(GPtrArray) results =
      measure_many("noslip 1\nparameter p = 1\ncoordinate x\ncoordinate y\nkinetic (x'^2 + y'^2)/2\n"
                   "potential -p*x^2/2 + 0.9*y^2\nforce y' = -6.3*y'\n",
                   1, 2, xy, 44);
  for (guint i = 0; i < MANY; i++) {
    const NoslipLyapunov *found = results->pdata[i];
    double root = sqrt(1 + i / (MANY - 1.0)), sum = 0;
    const double expected[4] = {root, -0.3, -root, -6};
    g_assert_cmpuint(found->n, ==, 4);
    for (guint k = 0; k < 4; k++) {
      g_assert_cmpfloat_with_epsilon(found->exponents[k], expected[k], 1e-4);
      sum += found->exponents[k];
    }
    g_assert_cmpfloat_with_epsilon(sum, -6.3, 1e-8);
  }
}

/* With constraints, on a manifold. The inertia of the second falls to p on the way, where the programs are not sound any
 * more: the motions leave the lanes. In the third the motions from p = -0.5 on reach the end of a root. */
static void
test_many_leave(void)
{
  const double disc[6] = {0.3, 0.2, 0, 1, 0, 0.7}, heavy[2] = {1, 0}, root[2] = {0, 0};
  g_autoptr(GPtrArray) rolling = measure_many(
      "noslip 1\nparameter p = 1\ncoordinate x\ncoordinate y\ncoordinate q angle\n"
      "lagrangian (x'^2 + y'^2)/2 + 0.3*q'^2/2 - p*x^2 - y^4\nconstraint edge: -sin(q)*x' + cos(q)*y' = 0\n",
      1, 2, disc, 2);
  g_autoptr(GPtrArray) light = measure_many("noslip 1\nparameter p = 1\ncoordinate x\n"
                                            "kinetic (p + x^2)*x'^2/2\npotential x^2/2\n",
                                            0.001, 0.03, heavy, 13.2);
  g_autoptr(GPtrArray) ends = measure_many("noslip 1\nparameter p = 1\ncoordinate x\nkinetic x'^2/2\n"
                                           "potential -p*x + sqrt(1 - x)\n",
                                           -1, 1, root, 8);
  for (guint i = 0; i < MANY; i++) {
    g_assert_nonnull(rolling->pdata[i]);
    g_assert_nonnull(light->pdata[i]);
  }
  for (guint i = 0; i < MANY; i++) /* p = -1, -8/9 ... */
    g_assert_true((ends->pdata[i] == NULL) == (i > 4));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/lyapunov/pendulum", test_pendulum);
  g_test_add_func("/lyapunov/short", test_short);
  g_test_add_func("/lyapunov/units", test_units);
  g_test_add_func("/lyapunov/nanoseconds", test_nanoseconds);
  g_test_add_func("/lyapunov/memory", test_memory);
  g_test_add_func("/lyapunov/many", test_many);
  g_test_add_func("/lyapunov/many/leave", test_many_leave);
  return g_test_run();
}
