/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/trajectory.h"

#include "tests/core/geometry/support.h"

#include <math.h>

static const char *const oscillator =
    "noslip 1\nparameter w = 2\ncoordinate x\nlagrangian (x'^2 - w^2*x^2)/2\ninitial x = 1\n";

/* x = cos(w t) at the times t0 + h i. */
static NoslipChunk *
motion(const NoslipSystem *system, double t0, double h, guint n, guint64 segment)
{
  const double w = 2;
  NoslipChunk *chunk = noslip_chunk_new(system, n, &w);
  chunk->segment = segment;
  for (guint i = 0; i < n; i++) {
    double t = t0 + h * i, *row = chunk->rows + (gsize) chunk->row_size * chunk->n_rows++;
    row[0] = t;
    row[1] = cos(w * t);
    row[2] = -w * sin(w * t);
    row[3] = -w * w * cos(w * t);
  }
  return chunk;
}

static void
append(NoslipTrajectory *trajectory, NoslipChunk *chunk)
{
  noslip_trajectory_append(trajectory, chunk);
  noslip_chunk_unref(chunk);
}

static void
test_find(void)
{
  g_autoptr(NoslipSystem) system = test_text(oscillator);
  g_autoptr(NoslipTrajectory) trajectory = noslip_trajectory_new(system);
  g_assert_true(isnan(noslip_trajectory_end(trajectory)));
  g_assert_cmpuint(noslip_trajectory_find(trajectory, 1), ==, 0);
  g_assert_null(noslip_trajectory_row(trajectory, 0, NULL));
  for (guint i = 0; i < 40; i++)
    append(trajectory, motion(system, 0.01 * 7 * i, 0.01, 7, 1));
  append(trajectory, noslip_chunk_new(system, 4, NULL)); /* an empty chunk is ignored */
  g_assert_cmpuint(noslip_trajectory_n_rows(trajectory), ==, 280);
  g_assert_cmpuint(noslip_trajectory_n_chunks(trajectory), ==, 40);
  for (guint i = 0; i < 280; i++) {
    const NoslipChunk *chunk;
    const double *row = noslip_trajectory_row(trajectory, i, &chunk);
    g_assert_cmpfloat(fabs(row[0] - 0.01 * i), <, 1e-12);
    g_assert_true(chunk == noslip_trajectory_chunk(trajectory, i / 7));
    g_assert_cmpuint(noslip_trajectory_find(trajectory, 0.01 * i + 0.004), ==, i);
    g_assert_cmpuint(noslip_trajectory_find(trajectory, row[0]), ==, i);
  }
  g_assert_cmpuint(noslip_trajectory_find(trajectory, -1), ==, 0);
  g_assert_cmpuint(noslip_trajectory_find(trajectory, 99), ==, 279);
}

static void
test_truncate(void)
{
  g_autoptr(NoslipSystem) system = test_text(oscillator);
  g_autoptr(NoslipTrajectory) trajectory = noslip_trajectory_new(system);
  NoslipChunk *shared = motion(system, 1, 0.1, 10, 1); /* 1.0 … 1.9 */
  append(trajectory, motion(system, 0, 0.1, 10, 1));
  noslip_trajectory_append(trajectory, shared);
  append(trajectory, motion(system, 2, 0.1, 10, 1));
  noslip_trajectory_truncate(trajectory, 1.35);
  g_assert_cmpuint(noslip_trajectory_n_rows(trajectory), ==, 14);
  g_assert_cmpfloat(fabs(noslip_trajectory_end(trajectory) - 1.3), <, 1e-12);
  g_assert_cmpuint(shared->n_rows, ==, 10); /* other holders see no change */
  noslip_chunk_unref(shared);
  double at = noslip_trajectory_row(trajectory, 12, NULL)[0];
  noslip_trajectory_truncate(trajectory, at); /* the row at t is kept */
  g_assert_cmpuint(noslip_trajectory_n_rows(trajectory), ==, 13);
  append(trajectory, motion(system, at, 0.1, 3, 2));
  g_assert_cmpuint(noslip_trajectory_find(trajectory, at), ==, 13); /* the last of two rows at one time */
  noslip_trajectory_truncate(trajectory, NAN);
  g_assert_cmpuint(noslip_trajectory_n_rows(trajectory), ==, 16);
  noslip_trajectory_truncate(trajectory, -1);
  g_assert_cmpuint(noslip_trajectory_n_rows(trajectory), ==, 0);
}

/* Cubic Hermite: the error of x is at most h^4/384 max|x''''|. The acceleration is interpolated linearly: at most h^2/8
 * max|x''''|. */
static void
test_interpolation(void)
{
  g_autoptr(NoslipSystem) system = test_text(oscillator);
  g_autoptr(NoslipTrajectory) trajectory = noslip_trajectory_new(system);
  const double h = 0.05, w = 2;
  double row[4], worst = 0, of_chord = 0;
  g_assert_false(noslip_trajectory_at(trajectory, 0, row));
  append(trajectory, motion(system, 0, h, 10, 1));
  append(trajectory, motion(system, 10 * h, h, 10, 1));
  for (double t = 0; t < 19 * h; t += h / 7) {
    g_assert_true(noslip_trajectory_at(trajectory, t, row));
    g_assert_cmpfloat(row[0], ==, t);
    worst = fmax(worst, fabs(row[1] - cos(w * t)));
    of_chord = fmax(of_chord, fabs(row[3] + w * w * cos(w * t)));
    g_assert_cmpfloat(fabs(row[2] + w * sin(w * t)), <, pow(h, 4) / 384 * pow(w, 5) * 1.01);
  }
  g_assert_cmpfloat(worst, <, pow(h, 4) / 384 * pow(w, 4) * 1.01);
  g_assert_cmpfloat(worst, >, pow(h, 4) / 384 * pow(w, 4) * 0.3); /* neither linear nor exact */
  g_assert_cmpfloat(of_chord, <, h * h / 8 * pow(w, 4) * 1.01);
  /* A drag at the end of the motion starts a new segment: nothing is drawn between them. */
  append(trajectory, motion(system, 20 * h, h, 2, 2));
  double last = noslip_trajectory_row(trajectory, 19, NULL)[1];
  g_assert_true(noslip_trajectory_at(trajectory, 19.5 * h, row));
  g_assert_cmpfloat(row[1], ==, last);
  g_assert_true(noslip_trajectory_at(trajectory, 1000, row));
  g_assert_cmpfloat(row[1], ==, cos(w * (20 * h + h)));
  g_assert_false(noslip_trajectory_at(trajectory, NAN, row));
}

/* Two velocities are interpolated by their own rates: x = t^3 and y = 2 t^2 - t, which a cubic represents exactly. */
static void
test_two(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\ninitial x = 1\n");
  g_autoptr(NoslipTrajectory) trajectory = noslip_trajectory_new(system);
  const double none = 0;
  NoslipChunk *chunk = noslip_chunk_new(system, 2, &none);
  double row[7];
  for (guint i = 0; i < 2; i++) {
    double t = i;
    const double values[] = {t, t * t * t, 2 * t * t - t, 3 * t * t, 4 * t - 1, 6 * t, 4};
    memcpy(chunk->rows + i * G_N_ELEMENTS(values), values, sizeof values);
  }
  chunk->n_rows = 2;
  append(trajectory, chunk);
  g_assert_true(noslip_trajectory_at(trajectory, 0.3, row));
  const double expected[] = {0.3, 0.027, -0.12, 0.27, 0.2, 1.8, 4};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
    g_assert_cmpfloat_with_epsilon(row[i], expected[i], 1e-15);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/trajectory/find", test_find);
  g_test_add_func("/trajectory/truncate", test_truncate);
  g_test_add_func("/trajectory/interpolation", test_interpolation);
  g_test_add_func("/trajectory/two", test_two);
  return g_test_run();
}
