/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sizes of coordinates, velocities and rates, to which residuals and steps are relative. */
#include "core/finder/states.h"
#include "core/finder/steady.h"

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <string.h>

double
noslip_steady_spectral_radius(guint n, const double *a)
{
  gsl_matrix *matrix = gsl_matrix_alloc(MAX(n, 1), MAX(n, 1));
  gsl_vector_complex *lambda = gsl_vector_complex_alloc(MAX(n, 1));
  gsl_eigen_nonsymm_workspace *work = gsl_eigen_nonsymm_alloc(MAX(n, 1));
  double largest = 0;
  memcpy(matrix->data, a, sizeof(double) * n * n);
  if (n > 0 && gsl_eigen_nonsymm(matrix, lambda, work) == 0)
    for (guint i = 0; i < n; i++)
      largest = fmax(largest, gsl_complex_abs(gsl_vector_complex_get(lambda, i)));
  gsl_eigen_nonsymm_free(work);
  gsl_vector_complex_free(lambda);
  gsl_matrix_free(matrix);
  return largest;
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
  steady->sizes = g_new0(double, (gsize) steady->size + 1);
  for (guint i = 0; i < steady->size; i++)
    for (guint s = 0; s < states->n; s++)
      steady->sizes[i] = fmax(steady->sizes[i], fabs(noslip_states_row(states, s)[1 + i]));
  fill_sizes(steady->m, steady->sizes);
  fill_sizes(steady->n, steady->sizes + steady->m);
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
