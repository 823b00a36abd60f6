/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conserved quantities of bodies by their attitude: Routh's and Jellett's integrals, in the frame of the body and of
 * space, and Veselova's. */
#include "core/finder/linear/nullspace.h"
#include "core/finder/linear/reflections.h"
#include "core/finder/space.h"
#include "core/system/state.h"
#include "tests/core/finder/conserved-find.h"
#include "tests/core/load.h"

#include <float.h>
#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* A ball rolls on a plane; its centre of mass is on axis `axis` of the body, a below the middle. V1, V2: the velocity of
 * the middle. */
static char *
ball(const char *frame, guint axis, const char *claims)
{
  return g_strdup_printf("noslip 1\nparameter m = 1.3\nparameter A = 0.5\nparameter C = 0.4\nparameter r = 0.9\n"
                         "parameter a = 0.2\nparameter g = 9.8\nrotation B (q0, q1, q2, q3) %s (w1, w2, w3)\n"
                         "section V1\nsection V2\nlet o = omega(B)\nlet e = (B1%u, B2%u, B3%u)\nlet s = dot(o, e)\n"
                         "let v = (V1, V2, 0) - a*cross(o, e)\n"
                         "kinetic m/2*dot(v, v) + A/2*dot(o, o) + (C - A)/2*s^2\npotential -m*g*a*e.z\n"
                         "constraint V1 - r*o.y = 0\nconstraint V2 + r*o.x = 0\ninitial q0 = cos(0.4)\n"
                         "initial q2 = -sin(0.4)\ninitial w1 = 0.4\ninitial w2 = 0.2\ninitial w3 = 3\n%s",
                         frame, axis, axis, axis, claims);
}

static const struct {
  const char *frame;
  guint axis;
} balls[] = {{"body", 3}, {"space", 1}};

static void
test_both(void)
{
  for (guint i = 0; i < G_N_ELEMENTS(balls); i++) {
    g_autofree char *text = ball(balls[i].frame, balls[i].axis, "");
    g_autoptr(NoslipConserved) found = test_find_conserved(text, 1, 1);
    guint with_root = 0;
    g_assert_true(found->definite);
    g_assert_cmpuint(found->found->len, ==, 2);
    for (guint j = 0; j < 2; j++) {
      const NoslipConservedItem *item = found->found->pdata[j];
      g_assert_cmpint(item->kind, ==, NOSLIP_CONSERVED_GAUGE_MOMENTUM);
      g_assert_true(item->general);
      with_root += strstr(item->expression, "sqrt(") != NULL;
    }
    g_assert_cmpuint(with_root, ==, 1);
    g_assert_cmpuint(found->n_long, >, 0); /* the determinant of the metric is too long, and this is said */
  }
}

/* Those that are found are functions of the published ones (E. J. Routh: Advanced Rigid Dynamics, 1884, art. 243). */
static void
test_published(void)
{
  const char *claims = "claim \"Jellett\": d((C - A)*s*(a - r*e.z) + A*(a*s - r*o.z)) = 0\n"
                       "claim \"Routh\": d(s*sqrt(A*C + m*A*r^2*(1 - e.z^2) + m*C*(r*e.z - a)^2)) = 0\n";
  for (guint i = 0; i < 2; i++) {
    g_autofree char *text = ball(balls[i].frame, balls[i].axis, claims);
    g_autoptr(NoslipConserved) found = test_find_conserved(text, 1, 1);
    g_assert_true(found->definite);
    g_assert_cmpuint(found->known->len, ==, 3); /* the energy and both */
    g_assert_cmpuint(found->n_null, ==, 2);
    g_assert_cmpuint(found->found->len, ==, 0);
  }
}

/* Typed by bodies and velocities of the middle, the terms of the radicand's coefficients still cancel: what is shown is
 * as short as Routh's own formula. */
static void
test_bodies(void)
{
  g_autoptr(NoslipConserved) found = test_find_conserved(
      "noslip 1\nparameter M = 1.2\nparameter r = 0.6\nparameter h = 0.15\nparameter A = 0.17\n"
      "parameter C = 0.21\ncoordinate X\ncoordinate Y\nrotation Q (a0, a1, a2, a3) space (n1, n2, n3)\n"
      "let cm = (X, Y, r) + Q*(0, h, 0)\nbody ball mass M inertia (A, C, A) at cm turn Q\n"
      "gravity (0, 0, -9.81)\nlet w = omega(Q)\nconstraint roll: (X', Y', 0) = cross(w, (0, 0, r))\n"
      "initial n1 = 1\ninitial n2 = 3\ninitial n3 = 0.2\n",
      1, 1);
  g_assert_cmpuint(found->found->len, ==, 2);
  for (guint i = 0; i < 2; i++) {
    const NoslipConservedItem *item = found->found->pdata[i];
    g_assert_true(item->general);
    g_assert_cmpuint(strlen(item->expression), <, 1000);
  }
}

/* Nothing is too long in a short metric. */
static void
test_short(void)
{
  g_autoptr(NoslipConserved) found = test_find_conserved(
      "noslip 1\ncoordinate x\ncoordinate y\nlagrangian ((1 + x^2)*x'^2 + y'^2)/2\ninitial x' = 1\n", 1, 1);
  g_assert_cmpuint(found->n_long, ==, 0);
}

/* Near a pole of the basis of D, at R33 = 0, all functions that have it are large. Whether states are drawn there must not
 * matter: I R^T e_1 and I R^T e_2 are found, all functions being kept. */
static void
test_seeds(void)
{
  for (guint64 seed = 1; seed <= 6; seed++) {
    g_autoptr(NoslipConserved) found = test_find_conserved(
        "noslip 1\nparameter I1 = 1\nparameter I2 = 2\nparameter I3 = 2.5\n"
        "rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlagrangian (I1*w1^2 + I2*w2^2 + I3*w3^2)/2\n"
        "constraint R31*w1 + R32*w2 + R33*w3 = 0\ninitial q0 = cos(0.4)\ninitial q1 = sin(0.4)\n"
        "initial w1 = 0.9\ninitial w2 = 0.3\n",
        1, seed);
    g_test_message("gap %g", found->gap);
    g_assert_true(found->definite);
    g_assert_cmpfloat(found->gap, >=, 1e9);
    g_assert_cmpuint(found->n_almost, ==, 0);
    g_assert_cmpuint(found->found->len, ==, 2);
    for (guint i = 0; i < 2; i++)
      g_assert_true(((const NoslipConservedItem *) found->found->pdata[i])->general);
  }
}

/* Rows 1/x, 1/x^2, 1/x^3 near x = 0 and far from it: with equal weight of all rows the columns are independent. */
static void
test_balance(void)
{
  double a[3 * 8], scale[3];
  for (guint r = 0; r < 8; r++)
    for (guint c = 0; c < 3; c++)
      a[8 * c + r] = pow(r == 3 ? 0.01 : 1 + 0.5 * r, -1.0 - c);
  noslip_nullspace_balance(8, 3, a, a, scale);
  for (guint c = 0; c < 3; c++)
    g_assert_cmpfloat_with_epsilon(noslip_nullspace_dot(8, a + 8 * c, a + 8 * c), 1, 1e-12);
  for (guint r = 0; r < 8; r++) {
    double square = a[r] * a[r] + a[8 + r] * a[8 + r] + a[16 + r] * a[16 + r];
    g_assert_cmpfloat(square, >, 0.37);
    g_assert_cmpfloat(square, <, 0.38); /* 3 columns for 8 rows */
  }
  g_autoptr(NoslipNullspace) nullspace = noslip_nullspace_new(8, 3, a, NULL);
  g_assert_cmpuint(nullspace->n, ==, 0);
  g_assert_cmpfloat(nullspace->kept, >, 1e-2);
}

#define ROWS 10
#define COLUMNS 9

/* Columns in the plane of two unit vectors, and others with given distances from the span of those before them, turned
 * by a reflection so that no entry is 0. Their products are those of their images. */
static void
test_distances(void)
{
  static const double columns[COLUMNS][ROWS] = {
      {1},
      {3, 4},
      {2, -3}, /* depends on those before */
      {0},     /* nothing */
      {1, 1, 1e-5},
      {5, 0, 0, 1e-9}, /* depends, almost */
      {0, 0, 0, 0, 0, 0, -3},
      {1, 2, 3, 0, 0, 0, 4, 6},
      {0, NAN},
  };
  const double expected[COLUMNS] = {1, 0.8, 0, 0, 1e-5 / sqrt(2 + 1e-10), 2e-10, 1, 6 / sqrt(66), 0};
  double a[COLUMNS * ROWS], distance[COLUMNS], image[COLUMNS * COLUMNS], u[ROWS], square = 0;
  for (guint i = 0; i < ROWS; i++) {
    u[i] = 1 + 0.2 * i;
    square += u[i] * u[i];
  }
  for (guint c = 0; c < COLUMNS; c++) {
    double part = 2 * noslip_nullspace_dot(ROWS, u, columns[c]) / square;
    for (guint i = 0; i < ROWS; i++)
      a[c * ROWS + i] = columns[c][i] - part * u[i];
  }
  g_assert_cmpuint(noslip_reflections_distances(ROWS, COLUMNS, a, 1e-7, distance, image, NULL), ==, 5);
  /* Column 4 determines a direction of the span with an error of rounding / 1e-5. */
  for (guint c = 0; c < COLUMNS; c++)
    g_assert_cmpfloat_with_epsilon(distance[c], expected[c], c <= 4 ? 1e-14 : 16 * DBL_EPSILON / 1e-5);
  for (guint c = 0; c < COLUMNS - 1; c++)
    for (guint d = 0; d <= c; d++)
      g_assert_cmpfloat_with_epsilon(noslip_nullspace_dot(COLUMNS, image + c * COLUMNS, image + d * COLUMNS),
                                     noslip_nullspace_dot(ROWS, columns[c], columns[d]), 1e-13);
  for (guint i = 0; i < COLUMNS; i++)
    g_assert_cmpfloat(image[(COLUMNS - 1) * COLUMNS + i], ==, 0);
  int cancel = 1;
  g_assert_cmpuint(noslip_reflections_distances(ROWS, COLUMNS, a, 1e-7, distance, image, &cancel), ==, 0);
}

/* As many combinations vanish as were made to, at numbers of rows and columns that are no multiples of four. */
static void
test_null(void)
{
  enum { rows = 31, columns = 13, independent = 10 };
  double a[rows * columns];
  for (guint c = 0; c < columns; c++)
    for (guint r = 0; r < rows; r++) {
      gsize at = c * rows + r;
      a[at] = c < independent ? sin(1 + (c + 1.0) * (r + 1.3) * 0.37) / 4
                              : (a[(c - independent) * rows + r] - a[(c - 4) * rows + r]) / 2;
    }
  g_autoptr(NoslipNullspace) nullspace = noslip_nullspace_new(rows, columns, a, NULL);
  g_assert_cmpuint(nullspace->n, ==, columns - independent);
  g_assert_true(nullspace->definite);
  for (guint i = 0; i < nullspace->n; i++)
    for (guint r = 0; r < rows; r++) {
      double sum = 0;
      for (guint c = 0; c < columns; c++)
        sum += nullspace->vectors[i * columns + c] * a[c * rows + r];
      g_assert_cmpfloat_with_epsilon(sum, 0, 1e-14);
    }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/conserved/attitude/both", test_both);
  g_test_add_func("/conserved/attitude/published", test_published);
  g_test_add_func("/conserved/attitude/bodies", test_bodies);
  g_test_add_func("/conserved/attitude/short", test_short);
  g_test_add_func("/conserved/attitude/seeds", test_seeds);
  g_test_add_func("/conserved/attitude/balance", test_balance);
  g_test_add_func("/conserved/attitude/distances", test_distances);
  g_test_add_func("/conserved/attitude/null", test_null);
  return g_test_run();
}
