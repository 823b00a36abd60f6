/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Wave fronts with closed forms. Heisenberg's group: after the time T the extremal with multiplier mu is at r = 2
 * sin(mu T / 2) / mu, z = (mu T - sin(mu T)) / (2 mu^2), and its first conjugate time is its cut time, 2 pi / |mu|.
 * Martinet's flat case and the group SE(2) have cut times before the conjugate ones. */
#include "core/finder/steer/front.h"

#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_sf_ellint.h>
#include <gsl/gsl_sf_elljac.h>
#include <math.h>

#define DIRECTIONS 6
#define MULTIPLIERS 9
#define T 1.5

typedef struct {
  guint n_ends, n_conjugate, n_none, n_cut;
} Counts;

static double
multiplier_of(guint index, guint n, double most)
{
  return most * (2.0 * index / (n - 1) - 1);
}

static void
check_point(guint direction, guint multiplier, const NoslipFrontPoint *point, gpointer data)
{
  Counts *counts = data;
  double mu = multiplier_of(multiplier, MULTIPLIERS, 2 * (2 * G_PI / T)), turn = mu * T;
  g_assert_nonnull(point->end);
  double r = mu == 0 ? T : fabs(2 * sin(turn / 2) / mu), z = mu == 0 ? 0 : (turn - sin(turn)) / (2 * mu * mu);
  g_assert_cmpfloat_with_epsilon(hypot(point->end[0], point->end[1]), r, 1e-8);
  g_assert_cmpfloat_with_epsilon(fabs(point->end[2]), fabs(z), 1e-8);
  if (!isnan(point->cut)) {
    counts->n_cut++;
    if (isfinite(point->conjugate))
      g_assert_cmpfloat_with_epsilon(point->cut, 2 * G_PI / fabs(mu), 1e-4);
    else
      g_assert_cmpfloat(point->cut, >, T * (1 - 1e-4));
  } else if (isnan(point->conjugate)) {
    counts->n_ends++;
  } else if (isfinite(point->conjugate)) {
    g_assert_cmpfloat_with_epsilon(point->conjugate, 2 * G_PI / fabs(mu), 1e-4);
    counts->n_conjugate++;
  } else {
    g_assert_cmpfloat(fabs(mu), <, 2 * G_PI / T * (1 + 1e-9));
    counts->n_none++;
  }
}

static void
test_heisenberg(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\n"
                "constraint area: z' = (x*y' - y*x')/2\ndynamics vakonomic\n");
  const double xy[6] = {0};
  const NoslipFrontOptions options = {
      .xy = xy, .time = T, .speed = 1, .n_directions = DIRECTIONS, .n_multipliers = MULTIPLIERS};
  Counts counts = {0};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_true(noslip_front_run(system, NULL, &options, check_point, &counts, NULL, &error));
  g_assert_cmpuint(counts.n_ends, ==, DIRECTIONS * MULTIPLIERS);
  g_assert_cmpuint(counts.n_conjugate + counts.n_none, ==, DIRECTIONS * MULTIPLIERS);
  g_assert_cmpuint(counts.n_none, >=, DIRECTIONS * 3);      /* |mu| = 0 and half the cut's */
  g_assert_cmpuint(counts.n_conjugate, >=, DIRECTIONS * 4); /* beyond it */
  g_assert_cmpuint(counts.n_cut, ==, DIRECTIONS * MULTIPLIERS);
}

/* A closed form for the cut time of an extremal of speed 1; NaN: none. */
typedef struct {
  double (*cut)(const double *velocity, double multiplier);
  guint directions, multipliers;
  double time, most; /* 0: as large as the front chooses */
  guint before, before_conjugate, after, unknown;
} Expected;

static void
compare(guint direction, guint multiplier, const NoslipFrontPoint *point, gpointer data)
{
  Expected *expected = data;
  if (isnan(point->cut))
    return;
  double cut = expected->cut(point->velocity, point->multiplier);
  if (isnan(cut)) {
    expected->unknown++;
  } else if (cut > expected->time * (1 - 1e-6)) {
    g_assert_true(isinf(point->cut) || point->cut > expected->time * (1 - 1e-5));
    expected->after++;
  } else {
    /* extremals that meet just before a conjugate point are too close to each other to be distinguished */
    double enough = point->cut == point->conjugate ? 1e-2 : 1e-5;
    g_assert_cmpfloat_with_epsilon(point->cut, cut, enough * expected->time);
    expected->before++;
    expected->before_conjugate += !(point->conjugate < point->cut * 1.01);
  }
}

static void
compare_all(const char *text, Expected *expected)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  const double xy[6] = {0};
  const NoslipFrontOptions options = {.xy = xy,
                                      .time = expected->time,
                                      .speed = 1,
                                      .n_directions = expected->directions,
                                      .n_multipliers = expected->multipliers,
                                      .most = expected->most};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_true(noslip_front_run(system, NULL, &options, compare, expected, NULL, &error));
  g_assert_cmpuint(expected->before + expected->after + expected->unknown, ==,
                   expected->directions * expected->multipliers);
  g_assert_cmpuint(expected->before_conjugate, >, expected->before / 2);
  g_assert_cmpuint(expected->unknown, <, expected->before);
}

/* Martinet's flat case: the angle of the velocity from the axis y is a pendulum, angle'' = -mu sin(angle), at rest
 * where x = 0; half a period later, at 2 K(k) / sqrt|mu|, the extremal is there again, and meets its mirror image (A.
 * Agrachev, B. Bonnard, M. Chyba, I. Kupka: Sub-Riemannian sphere in Martinet flat case, 1997). */
static double
martinet(const double *velocity, double multiplier)
{
  double angle = atan2(velocity[0], velocity[1]), k = fabs(multiplier > 0 ? sin(angle / 2) : cos(angle / 2));
  if (k < 1e-9 || k > 1 - 1e-9) /* the axis, which is abnormal, whatever the multiplier */
    return NAN;
  return multiplier == 0 ? (double) INFINITY : 2 * gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE) / sqrt(fabs(multiplier));
}

static void
test_martinet(void)
{
  Expected expected = {.cut = martinet, .directions = 8, .multipliers = 17, .time = 1.5};
  compare_all("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\n"
              "constraint c: z' = x^2/2*y'\ndynamics vakonomic\n",
              &expected);
}

/* cn p (E(p) - p) - dn p sn p, with E(p) the integral of dn^2. */
static double
first_root_of(double p, double k)
{
  double sn, cn, dn;
  gsl_sf_elljac_e(p, k * k, &sn, &cn, &dn);
  double amplitude = atan2(sn, cn); /* p is below 2 K */
  return cn * (gsl_sf_ellint_E(amplitude, k, GSL_PREC_DOUBLE) - p) - dn * sn;
}

/* SE(2), from theta = 0: with P^2 = v^2 + mu^2 the cut time is 2 K(P) for P < 1, and 2 k p for k = 1/P < 1, where p is
 * the first positive root above (Yu. L. Sachkov: Cut locus and optimal synthesis in the sub-Riemannian problem on the
 * group of motions of a plane, 2011). */
static double
plane(const double *velocity, double multiplier)
{
  double size = hypot(velocity[0], multiplier);
  if (fabs(size - 1) < 1e-9) /* the heading approaches a limit and never turns back */
    return INFINITY;
  if (size < 1)
    return 2 * gsl_sf_ellint_Kcomp(size, GSL_PREC_DOUBLE);
  double k = 1 / size, low = gsl_sf_ellint_Kcomp(k, GSL_PREC_DOUBLE), high = 2 * low - 1e-9;
  gboolean sign = first_root_of(low, k) > 0;
  for (guint i = 0; i < 80; i++)
    *((first_root_of((low + high) / 2, k) > 0) == sign ? &low : &high) = (low + high) / 2;
  return 2 * k * low;
}

static void
test_plane(void)
{
  Expected expected = {.cut = plane, .directions = 8, .multipliers = 17, .time = 4, .most = 3};
  compare_all("noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta angle\nlagrangian (x'^2 + y'^2 + theta'^2)/2\n"
              "constraint c: -x'*sin(theta) + y'*cos(theta) = 0\ndynamics vakonomic\n",
              &expected);
}

static void
test_refusal(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n");
  const double xy[4] = {0};
  const NoslipFrontOptions options = {.xy = xy, .time = 1, .speed = 1, .n_directions = 4, .n_multipliers = 3};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_false(noslip_front_run(system, NULL, &options, check_point, NULL, NULL, &error));
  g_assert_nonnull(error);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/front/heisenberg", test_heisenberg);
  g_test_add_func("/front/martinet", test_martinet);
  g_test_add_func("/front/plane", test_plane);
  g_test_add_func("/front/refusal", test_refusal);
  return g_test_run();
}
