/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Systems of bodies, holonomic constraints, friction and bounces against closed forms and published values. */
#include "tests/catalogue/motion.h"

#include "core/system/state.h"

#include <gsl/gsl_eigen.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static void
assert_near(double found, double expected, double tolerance)
{
  if (!(fabs(found - expected) <= tolerance))
    g_error("%.17g is not %.17g to %g", found, expected, tolerance);
}

/* The state with some values in place of the system's. */
static double *
start_with(const NoslipSystem *system, const double *parameters, guint n, const NoslipOverride *values)
{
  g_autoptr(NoslipDiagnostics) notes = noslip_diagnostics_new();
  double *xy = g_new0(double, system->m + system->n + 1);
  g_assert_true(noslip_state_initial(system, parameters, n, values, xy, xy + system->m, NULL, notes));
  return xy;
}

/* The eigenvalues of the equations of motion with multipliers, linearized at a state. */
static GArray *
eigenvalues_at(NoslipSystem *system, const double *parameters, const double *xy)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  const NoslipFormulation *formulation = noslip_formulation_find("multipliers");
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(formulation, system, &error);
  g_assert_null(error);
  guint size = formulation->size(noslip_dynamics_data(dynamics));
  gpointer work = formulation->work_new(noslip_dynamics_data(dynamics));
  g_autofree double *z = g_new0(double, size);
  g_autofree double *slopes = g_new0(double, (gsize) size *size + size);
  formulation->set_parameters(work, parameters);
  g_assert_cmpint(formulation->enter(work, 0, xy, z), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->jacobian(work, 0, z, slopes, slopes + (gsize) size * size), ==, NOSLIP_STEP_OK);
  formulation->work_free(work);
  gsl_matrix_view matrix = gsl_matrix_view_array(slopes, size, size);
  gsl_vector_complex *found = gsl_vector_complex_alloc(size);
  gsl_eigen_nonsymm_workspace *solver = gsl_eigen_nonsymm_alloc(size);
  g_assert_cmpint(gsl_eigen_nonsymm(&matrix.matrix, found, solver), ==, GSL_SUCCESS);
  GArray *values = g_array_new(FALSE, FALSE, sizeof(gsl_complex));
  for (guint i = 0; i < size; i++) {
    gsl_complex value = gsl_vector_complex_get(found, i);
    g_array_append_val(values, value);
  }
  gsl_eigen_nonsymm_free(solver);
  gsl_vector_complex_free(found);
  return values;
}

static void
assert_has(const GArray *values, double re, double im, double tolerance)
{
  double nearest = INFINITY;
  for (guint i = 0; i < values->len; i++) {
    gsl_complex value = g_array_index(values, gsl_complex, i);
    nearest = fmin(nearest, hypot(GSL_REAL(value) - re, GSL_IMAG(value) - im));
  }
  motion_note("eigenvalue", nearest, tolerance);
  if (!(nearest <= tolerance))
    g_error("no eigenvalue %.15g + %.15g i: the nearest is %g away", re, im, nearest);
}

/* Meijaard, Papadopoulos, Ruina, Schwab 2007, table 2: upright and straight ahead at 5 m/s; and a system at rest. */
static void
test_bicycle(void)
{
  g_autoptr(NoslipSystem) system = motion_load("whipple-bicycle");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const NoslipOverride upright[] = {{"phi", 0}, {"z", 0.3}, {"x'", 5}, {"phi'", 0}, {"delta'", 0}};
  g_autofree double *xy = start_with(system, parameters, G_N_ELEMENTS(upright), upright);
  g_autoptr(GArray) values = eigenvalues_at(system, parameters, xy);
  assert_has(values, -0.322866429004087, 0, 1e-9);
  assert_has(values, -14.0783896927982, 0, 1e-9);
  assert_has(values, -0.775341882195845, 4.46486771378823, 1e-9);
  assert_has(values, -0.775341882195845, -4.46486771378823, 1e-9);
  const NoslipOverride still[] = {{"phi", 0}, {"z", 0.3}, {"x'", 0}, {"phi'", 0}, {"delta'", 0}};
  g_autofree double *rest = start_with(system, parameters, G_N_ELEMENTS(still), still);
  g_autoptr(GArray) others = eigenvalues_at(system, parameters, rest);
  assert_has(others, 3.131643247906560, 0, 1e-9);
  assert_has(others, -3.131643247906560, 0, 1e-9);
  assert_has(others, 5.530943717653930, 0, 1e-9);
  assert_has(others, -5.530943717653930, 0, 1e-9);
}

/* Two equal rods: w^2 = (3 +- 6/sqrt(7)) g/l. */
static void
test_double_pendulum(void)
{
  g_autoptr(NoslipSystem) system = motion_load("double-pendulum");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const NoslipOverride hanging[] = {{"a", 0}, {"b", 0}};
  g_autofree double *xy = start_with(system, parameters, G_N_ELEMENTS(hanging), hanging);
  g_autoptr(GArray) values = eigenvalues_at(system, parameters, xy);
  assert_has(values, 0, sqrt((3 + 6 / sqrt(7)) * 9.81), 1e-9);
  assert_has(values, 0, sqrt((3 - 6 / sqrt(7)) * 9.81), 1e-9);
}

/* The end of a motion. */
static double *
end_of(NoslipSystem *system, const double *parameters, const double *xy, double to)
{
  Motion motion;
  motion_compute(&motion, noslip_formulation_find("multipliers"), system, parameters, xy, NULL, to, to / 100, 1e-11);
  double *row =
      g_memdup2(motion.rows + (gsize) (motion.n_rows - 1) * motion.row_size, motion.row_size * sizeof(double));
  motion_clear(&motion);
  return row;
}

/* After 2 pi sqrt(l/g)/agm(1, cos(angle/2)) the pendulum is back at its initial state. */
static void
test_rod_pendulum(void)
{
  g_autoptr(NoslipSystem) system = motion_load("pendulum");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = start_with(system, parameters, 0, NULL);
  double a = 1, b = cos(atan2(0.8, 0.6) / 2);
  for (guint i = 0; i < 6; i++) {
    double mean = 0.5 * (a + b);
    b = sqrt(a * b);
    a = mean;
  }
  g_autofree double *row = end_of(system, parameters, xy, 2 * G_PI * sqrt(1 / 9.81) / a);
  assert_near(row[1], 0.8, 1e-9);
  assert_near(row[2], -0.6, 1e-9);
}

/* The bead is in equilibrium on the hoop at cos(theta) = g/(R Omega^2), and the motor has no torque. */
static void
test_hoop(void)
{
  g_autoptr(NoslipSystem) system = motion_load("bead-on-hoop");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double theta = acos(9.81 / (0.5 * 36));
  const NoslipOverride start[] = {{"theta", theta}};
  g_autofree double *xy = start_with(system, parameters, 1, start);
  g_autofree double *row = end_of(system, parameters, xy, 5);
  assert_near(row[1], theta, 1e-9);
  assert_near(row[2], 30, 1e-12);
  assert_near(row[noslip_row_lambda(system)], 0, 1e-9);
}

/* Behind a car that drives straight on, tan(theta_1/2) decreases as exp(-s/l). */
static void
test_road_train(void)
{
  g_autoptr(NoslipSystem) system = motion_load("trailers");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  parameters[noslip_system_parameter(system, "steer")] = 0;
  g_autofree double *xy = start_with(system, parameters, 0, NULL);
  g_autofree double *row = end_of(system, parameters, xy, 3);
  assert_near(row[2], 0, 1e-12);
  assert_near(tan(row[4] / 2), tan(-0.1) * exp(-row[1] / 0.6), 1e-10);
}

/* Each half swing is a sine about the point where spring and friction balance: turning points come nearer by twice
 * mu N/k until the spring is weaker than the friction. */
static void
test_block(void)
{
  g_autoptr(NoslipSystem) system = motion_load("sliding-block");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = start_with(system, parameters, 0, NULL);
  double weight = 2 * 9.81, middle = weight * sin(G_PI / 9) / 40, hold = 0.2 * weight * cos(G_PI / 9) / 40, s = 0.8;
  guint swings = 0;
  for (; fabs(s - middle) > hold; swings++)
    s = middle - (s - middle) + (s > middle ? 2 : -2) * hold;
  g_autofree double *row = end_of(system, parameters, xy, (swings + 1) * G_PI / sqrt(20));
  g_assert_cmpuint(swings, >, 2);
  assert_near(row[1], s, 1e-9);
  g_assert_cmpfloat(row[noslip_row_y(system)], ==, 0);
}

/* The first impact: with speed v and turning w, the rate c = -v cos(psi) + r sin(psi) w of the gap changes its sign by
 * an impulse along (-cos(psi)/(m + I/r^2), r sin(psi)/J). */
static void
test_disk(void)
{
  g_autoptr(NoslipSystem) system = motion_load("bouncing-disk");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = start_with(system, parameters, 0, NULL);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find("multipliers"), system, &error);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, NULL, &error);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  guint n = 0;
  while (n == 0 && noslip_run_next(run, row, NULL, &error))
    noslip_run_changes(run, &n);
  const NoslipModeChange *change = noslip_run_changes(run, &n);
  g_assert_cmpint(change->kind, ==, NOSLIP_MODE_IMPACT);
  g_assert_cmpuint(change->index, ==, 0);
  double t = change->t, late = 1e-9;
  g_autofree double *before = end_of(system, parameters, xy, t - late);
  g_autofree double *after = end_of(system, parameters, xy, t + late);
  const double *y = before + noslip_row_y(system);
  double psi = before[3], v = 0.5 * y[3], w = y[2], mass = 1 + 0.12 / 0.25, inertia = 0.06;
  double direction[2] = {-cos(psi) / mass, 0.5 * sin(psi) / inertia};
  double rate = -cos(psi) * v + 0.5 * sin(psi) * w;
  double impulse = -2 * rate / (-cos(psi) * direction[0] + 0.5 * sin(psi) * direction[1]);
  g_assert_cmpfloat(rate, <, 0);
  assert_near(change->speed, -rate, 1e-7);
  assert_near(0.5 * after[noslip_row_y(system) + 3], v + impulse * direction[0], 1e-7);
  assert_near(after[noslip_row_y(system) + 2], w + impulse * direction[1], 1e-7);
}

/* It ends upside down, on its stem. */
static void
test_tippe_top(void)
{
  g_autoptr(NoslipSystem) system = motion_load("tippe-top");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = start_with(system, parameters, 0, NULL);
  g_autofree double *row = end_of(system, parameters, xy, 8);
  double axis = row[3] * row[3] - row[4] * row[4] - row[5] * row[5] + row[6] * row[6];
  g_assert_cmpfloat(axis, <, -0.99);
  g_assert_cmpfloat(row[noslip_row_y(system) + 4], >, 0); /* and still turns the same way */
}

/* (m + M) v' = M s w^2 - M s'', ((J + M s^2) w)' = -M s w v, by small steps of fourth order. */
static void
sleigh_rates(double t, const double *z, double *rates)
{
  double m = 1, mass = 0.5, inertia = 0.5, s = 0.2 + 0.5 * sin(2 * t), ds = cos(2 * t), dds = -2 * sin(2 * t);
  rates[0] = mass * (s * z[1] * z[1] - dds) / (m + mass);
  rates[1] = (-mass * s * z[1] * z[0] - 2 * mass * s * ds * z[1]) / (inertia + mass * s * s);
}

static void
test_sleigh(void)
{
  g_autoptr(NoslipSystem) system = motion_load("sleigh-with-mass");
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = start_with(system, parameters, 0, NULL);
  g_autofree double *row = end_of(system, parameters, xy, 10);
  double z[2] = {0.2, 1.5}, h = 1e-4;
  for (guint i = 0; i < 100000; i++) {
    double k[4][2], at[2], t = i * h;
    sleigh_rates(t, z, k[0]);
    for (guint stage = 1; stage < 4; stage++) {
      double step = stage < 3 ? 0.5 * h : h;
      for (guint j = 0; j < 2; j++)
        at[j] = z[j] + step * k[stage - 1][j];
      sleigh_rates(t + step, at, k[stage]);
    }
    for (guint j = 0; j < 2; j++)
      z[j] += h * (k[0][j] + 2 * k[1][j] + 2 * k[2][j] + k[3][j]) / 6;
  }
  assert_near(row[noslip_row_y(system)], z[0], 1e-9);
  assert_near(row[noslip_row_y(system) + 2], z[1], 1e-9);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/catalogue/mechanics/whipple-bicycle", test_bicycle);
  g_test_add_func("/catalogue/mechanics/double-pendulum", test_double_pendulum);
  g_test_add_func("/catalogue/mechanics/pendulum", test_rod_pendulum);
  g_test_add_func("/catalogue/mechanics/bead-on-hoop", test_hoop);
  g_test_add_func("/catalogue/mechanics/trailers", test_road_train);
  g_test_add_func("/catalogue/mechanics/sliding-block", test_block);
  g_test_add_func("/catalogue/mechanics/bouncing-disk", test_disk);
  g_test_add_func("/catalogue/mechanics/tippe-top", test_tippe_top);
  g_test_add_func("/catalogue/mechanics/sleigh-with-mass", test_sleigh);
  return g_test_run();
}
