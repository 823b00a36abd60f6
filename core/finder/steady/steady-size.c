/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes of coordinates, velocities and rates, to which residuals and steps are relative. */
#include "core/finder/linear/nullspace.h"
#include "core/finder/staircase.h"
#include "core/finder/states.h"
#include "core/finder/steady/steady.h"

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <string.h>

#define NO_RATE 3e-7  /* eigenvalues below this part of the fastest rate may be roots of rounding */
#define BESIDE 1e-10  /* relative distance of a state beside another */
#define ALIKE 1e-3    /* relative difference of eigenvalues that are not rounding, at these two states */
#define ROUNDING 3e-7 /* of the largest entry: eigenvalues below may be rounding */

static double
spectral_radius(guint n, const double *a, gboolean balance)
{
  gsl_matrix *matrix = gsl_matrix_alloc(MAX(n, 1), MAX(n, 1));
  gsl_vector_complex *lambda = gsl_vector_complex_alloc(MAX(n, 1));
  gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc(MAX(n, 1));
  double largest = 0;
  memcpy(matrix->data, a, sizeof(double) * n * n);
  gsl_eigen_nonsymm_params(0, balance, work);
  if (n > 0 && gsl_eigen_nonsymm(matrix, lambda, work) == 0)
    for (guint i = 0; i < n; i++)
      largest = fmax(largest, gsl_complex_abs(gsl_vector_complex_get(lambda, i)));
  gsl_eigen_nonsymm_free(work);
  gsl_vector_complex_free(lambda);
  gsl_matrix_free(matrix);
  return largest;
}

/* Eigenvalues that are much smaller than the entries may be roots of rounding, which balancing avoids if the entries
 * have different units. */
double
noslip_steady_spectral_radius(guint n, const double *a)
{
  double radius = spectral_radius(n, a, FALSE), largest = 0;
  for (guint i = 0; i < n * n; i++)
    largest = fmax(largest, fabs(a[i]));
  return radius <= ROUNDING * largest ? spectral_radius(n, a, TRUE) : radius;
}

/* A size that is only rounding (of a value that a constraint holds at 0) is replaced by the size of the others of its
 * kind. */
static void
fill_sizes(guint n, double *sizes)
{
  double largest = 0;
  for (guint i = 0; i < n; i++)
    largest = fmax(largest, sizes[i]);
  for (guint i = 0; i < n; i++)
    if (!(sizes[i] > 1e-12 * largest))
      sizes[i] = largest > 0 ? largest : 1;
}

void
noslip_steady_find_sizes(NoslipSteady *steady, const NoslipStates *states)
{
  g_free(steady->sizes);
  steady->sizes = g_new0(double, (gsize) steady->size + 1);
  for (guint i = 0; i < steady->size; i++)
    for (guint s = 0; s < states->n; s++)
      steady->sizes[i] = fmax(steady->sizes[i], fabs(noslip_states_row(states, s)[1 + i]));
  fill_sizes(steady->m, steady->sizes);
  fill_sizes(steady->n, steady->sizes + steady->m);
}

/* The Jacobian a (size x size) at a state beside z. */
static gboolean
slopes_beside(NoslipSteady *steady, const double *z, double *a)
{
  g_autofree double *near = g_new0(double, steady->size);
  g_autofree double *zdot = g_new0(double, steady->size);
  for (guint i = 0; i < steady->size; i++)
    near[i] = z[i] + (i % 2 == 0 ? 1 : -1) * BESIDE * fabs(z[i]);
  return noslip_steady_rates(steady, near, zdot, a);
}

/* Units (size) in which errors of a are compared: the sizes, but larger for a velocity beside which the accelerations
 * by forces are large, as near rest, so that its rate by coordinates and theirs by it count alike. */
static double *
error_units(const NoslipSteady *steady, const double *a)
{
  guint m = steady->m, size = steady->size;
  double *units = g_memdup2(steady->sizes, sizeof(double) * (size + 1));
  for (guint i = m; i < size; i++) {
    double forced = 0, moved = 0;
    for (guint j = 0; j < m; j++) {
      forced = fmax(forced, fabs(a[i * size + j]) * steady->sizes[j] / steady->sizes[i]);
      moved = fmax(moved, fabs(a[j * size + i]) * steady->sizes[i] / steady->sizes[j]);
    }
    if (moved > 0 && forced > moved)
      units[i] *= sqrt(forced / moved);
  }
  return units;
}

/* Whether all eigenvalues of a, with `beside` at a state beside it, are 0 up to errors, which what is computed for them is
 * a root of. */
static gboolean
is_nilpotent(const NoslipSteady *steady, const double *a, const double *beside)
{
  guint size = steady->size;
  g_autofree double *units = error_units(steady, a);
  g_autofree double *scaled = g_new0(double, (gsize) size *size + 1);
  g_autofree double *q = g_new0(double, (gsize) size *size + 1);
  double square = 0;
  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < size; j++) {
      double unit = units[j] / units[i], change = (beside[i * size + j] - a[i * size + j]) * unit;
      scaled[i * size + j] = a[i * size + j] * unit;
      square += change * change;
    }
  return noslip_staircase_split(size, sqrt(square), scaled, q) == size;
}

/* Takes in the terms of the rates at a state. */
static void
measure_terms(NoslipSteady *steady, const double *zdot, const double *slopes)
{
  guint size = steady->size;
  for (guint i = 0; i < size; i++) {
    double largest = fabs(zdot[i]);
    for (guint j = 0; j < size; j++)
      largest = fmax(largest, fabs(slopes[i * size + j]) * steady->sizes[j]);
    steady->terms[i] = fmax(steady->terms[i], largest);
    steady->terms[size + i] = fmin(steady->terms[size + i], largest);
  }
}

/* The largest |eigenvalue| at the states; `largest` as in noslip_steady_compare(). Where all are 0 (a disk that rolls
 * upright), and what is computed is the root of rounding, it is the largest rate of a coordinate relative to its
 * size. */
void
noslip_steady_find_rate(NoslipSteady *steady, const NoslipStates *states, double largest[2])
{
  g_autofree double *zdot = g_new0(double, steady->size);
  g_autofree double *a = g_new0(double, (gsize) steady->size * steady->size);
  g_autofree double *beside = g_new0(double, (gsize) steady->size * steady->size);
  double fastest = 0;
  gboolean rounding = FALSE;
  steady->terms = g_new0(double, (gsize) 2 * steady->size + 1);
  for (guint i = 0; i < steady->size; i++)
    steady->terms[steady->size + i] = INFINITY;
  for (guint s = 0; s < states->n; s++) {
    const double *z = noslip_states_row(states, s) + 1;
    if (!noslip_steady_rates(steady, z, zdot, a))
      continue;
    double radius = noslip_steady_spectral_radius(steady->size, a);
    gboolean is_near = slopes_beside(steady, z, beside);
    if (is_near && is_nilpotent(steady, a, beside))
      radius = 0;
    steady->rate = fmax(steady->rate, radius);
    /* a root of rounding is quite another one at a state beside z */
    rounding =
        rounding || !is_near || !(fabs(noslip_steady_spectral_radius(steady->size, beside) - radius) <= ALIKE * radius);
    noslip_steady_compare(steady, a, largest);
    measure_terms(steady, zdot, a);
    for (guint i = 0; i < steady->m; i++)
      fastest = fmax(fastest, fabs(zdot[i]) / steady->sizes[i]);
  }
  steady->fastest = fastest;
  steady->is_rounding = steady->rate <= NO_RATE * fastest && (rounding || !(steady->rate > 0));
  if (steady->is_rounding)
    steady->rate = fastest;
}

double
noslip_steady_distance(const NoslipSteady *steady, const double *z, const double *other)
{
  double apart = 0;
  for (guint i = 0; i < steady->size; i++) {
    double one = z[i] - other[i];
    if (i < steady->m && steady->system->coordinates[i].angle)
      one = remainder(one, 2 * G_PI);
    if (!(i < steady->m && steady->cyclic[i]))
      apart = fmax(apart, fabs(one) / steady->sizes[i]);
  }
  return apart;
}
