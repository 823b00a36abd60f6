/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/abnormal.h"

#include "core/base/linear.h"
#include "core/dynamics/algorithm/constraint-points.h"
#include "core/system/conditions.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

#define ROUND_OFF 1e-14 /* round-off of multipliers of length 1 */
#define AT_REST 1e-6    /* relative to the given velocities and multipliers: smaller values count as rest */

static double
norm(guint n, const double *v)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum = hypot(sum, v[i]);
  return sum;
}

/* Fills a basis of D at the state (rows of n); returns the number of rows, -1 if Phi is not finite. */
static int
allowed(const NoslipConstraintPoints *points, guint n, guint k, double *basis)
{
  NoslipModel *model = points->model;
  g_autofree double *phi = g_new(double, (gsize) k *n + 1);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(k, n);
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++)
      phi[c * n + a] =
          noslip_expr_value(model->graph, noslip_expr_derivative(model->graph, model->momentum[a], model->y[n + c]),
                            points->n_symbols, points->symbols, points->centre);
  return noslip_svd_factor(svd, phi) ? (int) noslip_svd_kernel(svd, NOSLIP_LINEAR_RANK, basis) : -1;
}

/* Computes the r x k coefficients of mu in the equations of W_2 at a state: d_b F = 0 for the basis d_b of D, with F
 * linear in mu. */
static gboolean
slopes_of(const NoslipConstraintPoints *points, guint n, guint k, guint r, const double *basis, double *slopes)
{
  NoslipModel *model = points->model;
  memset(slopes, 0, (gsize) r * k * sizeof *slopes);
  for (guint a = 0; a < n; a++)
    for (guint c = 0; c < k; c++) {
      NoslipExpr slope = noslip_expr_derivative(model->graph, model->force[a], model->y[n + c]);
      double value = noslip_expr_value(model->graph, slope, points->n_symbols, points->symbols, points->centre);
      for (guint b = 0; b < r; b++)
        slopes[b * k + c] += basis[b * n + a] * value;
    }
  return noslip_all_finite(slopes, (gsize) r * k);
}

/* Sets mu to the multipliers of length 1 that satisfy W_2 at the state best. */
static gboolean
choose_multipliers(const NoslipConstraintPoints *points, guint n, guint k, double *mu)
{
  g_autofree double *basis = g_new0(double, (gsize) n *n + 1);
  int r = allowed(points, n, k, basis);
  memset(mu, 0, k * sizeof *mu);
  mu[0] = 1;
  if (r <= 0)
    return r == 0;
  g_autofree double *slopes = g_new(double, (gsize) r *k + 1);
  g_autofree double *kernel = g_new0(double, (gsize) k *k + 1);
  g_autoptr(NoslipSvd) svd = noslip_svd_new((guint) r, k);
  if (!slopes_of(points, n, k, (guint) r, basis, slopes) || !noslip_svd_factor(svd, slopes))
    return FALSE;
  double largest = noslip_svd_value(svd, 0), smallest = (guint) r < k ? 0 : noslip_svd_value(svd, k - 1);
  double relative = largest > 0 ? fmax(NOSLIP_LINEAR_RANK, smallest / largest * (1 + 1e-12)) : 1;
  if (noslip_svd_kernel(svd, relative, kernel) > 0)
    for (guint c = 0; c < k; c++)
      mu[c] = fabs(kernel[c]) <= ROUND_OFF ? 0 : kernel[c];
  return TRUE;
}

/* Finds the state (x, y, mu) near which the algorithm chooses its branches. */
static gboolean
find_centre(const NoslipSystem *system, const double *x, const double *y, double *centre)
{
  g_autoptr(NoslipVakonomicExtension) extension = noslip_vakonomic_extension_new(system, TRUE);
  g_autoptr(NoslipModel) model = noslip_model_new(extension->system);
  NoslipConstraintPoints points;
  noslip_constraint_points_init(&points, model);
  memcpy(centre, x, system->m * sizeof *centre);
  memcpy(centre + system->m, y, system->n * sizeof *centre);
  memcpy(points.centre, centre, ((gsize) system->m + system->n) * sizeof *centre);
  gboolean found = choose_multipliers(&points, system->n, system->k, centre + system->m + system->n);
  noslip_constraint_points_clear(&points);
  return found;
}

/* Whether an abnormal extremal exists near the state: a point on the last submanifold with velocities and mu not 0. */
static NoslipAbnormalExistence
search_near_state(const NoslipAbnormal *self, const NoslipSystem *system, guint n_functions,
                  const NoslipExpr *functions)
{
  guint m = system->m, n = system->n, k = system->k;
  NoslipAbnormalExistence found = NOSLIP_ABNORMAL_NONE;
  NoslipConstraintPoints points;
  noslip_constraint_points_init(&points, self->algorithm->model);
  memcpy(points.centre + m + n, self->mu, k * sizeof(double));
  noslip_constraint_points_draw(&points, n_functions, functions);
  for (guint p = 0; p < points.n_points; p++) {
    const double *at = points.values + (gsize) p * points.n_symbols;
    if (norm(k, at + m + n) <= AT_REST)
      continue;
    gboolean moves = norm(n, at + m) > AT_REST;
    found = MAX(found, moves ? NOSLIP_ABNORMAL_ELSEWHERE : NOSLIP_ABNORMAL_AT_REST);
  }
  noslip_constraint_points_clear(&points);
  return found;
}

/* Finds multipliers for the given velocities, in self->mu; FALSE if only 0 is possible. */
static gboolean
find_multipliers(NoslipAbnormal *self, const NoslipSystem *system, NoslipConditions *conditions, NoslipKnown known,
                 double *x, double *fibre)
{
  const NoslipSystem *extended = self->algorithm->model->system;
  guint n = system->n, k = system->k, which;
  double residual;
  g_autofree NoslipExpr *targets = noslip_exprs_new((gsize) n + 1);
  g_autofree gboolean *overridden = g_new(gboolean, (gsize) n + 1);
  for (guint a = 0; a < n; a++) {
    targets[a] = extended->fibres[a].symbol;
    overridden[a] = TRUE;
  }
  known.q = n;
  known.targets = known.values = targets;
  known.overridden = overridden;
  known.numbers = self->y;
  if (noslip_conditions_keep(conditions, &known, x, fibre, &which, &residual) == NOSLIP_CONDITIONS_NOT_MET ||
      norm(k, fibre + n) <= AT_REST)
    return FALSE;
  memcpy(self->mu, fibre + n, k * sizeof(double));
  return TRUE;
}

/* Whether an abnormal extremal exists at x, with these velocities or the nearest possible ones. */
static NoslipAbnormalExistence
search_at_coordinates(NoslipAbnormal *self, const NoslipSystem *system, guint n_functions, const NoslipExpr *functions,
                      const double *x)
{
  guint m = system->m, n = system->n, k = system->k;
  const NoslipConstraintAlgorithm *algorithm = self->algorithm;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *place = g_new0(double, (gsize) m + 1);
  g_autofree double *start = g_new0(double, (gsize) n + k + 1);
  g_autofree double *fibre = g_new0(double, (gsize) n + k + 1);
  g_autofree gboolean *given_x = g_new(gboolean, (gsize) m + 1);
  g_autoptr(NoslipConditions) conditions =
      noslip_conditions_new(algorithm->model->system, algorithm->model->graph, n_functions, functions, NULL);
  const NoslipKnown known = {.parameters = parameters, .given_x = given_x};
  double speed = norm(n, self->y);
  for (guint i = 0; i < m; i++)
    given_x[i] = TRUE;
  memcpy(start, self->y, n * sizeof(double));
  memcpy(start + n, self->mu, k * sizeof(double));
  memcpy(place, x, m * sizeof(double));
  memcpy(fibre, start, ((gsize) n + k) * sizeof(double));
  if (speed > 0 && find_multipliers(self, system, conditions, known, place, fibre))
    return NOSLIP_ABNORMAL_HERE;
  memcpy(place, x, m * sizeof(double));
  memcpy(fibre, start, ((gsize) n + k) * sizeof(double));
  if (noslip_conditions_nearest(conditions, &known, TRUE, place, fibre) == NOSLIP_CONDITIONS_NOT_MET ||
      norm(n, fibre) <= AT_REST * speed || norm(k, fibre + n) <= AT_REST)
    return NOSLIP_ABNORMAL_NONE;
  memcpy(self->y, fibre, n * sizeof(double));
  memcpy(self->mu, fibre + n, k * sizeof(double));
  return NOSLIP_ABNORMAL_OTHER_VELOCITY;
}

static NoslipDiagnostic *
refuse(const NoslipSystem *system)
{
  return noslip_diagnostic_new(
      NOSLIP_ERROR, NOSLIP_CODE_REFUSED, &system->lagrangian_place, NULL,
      _("abnormal extremals are looked for where the constraints are affine in the velocities, "
        "do not depend on t and are finite at the state"));
}

NoslipAbnormal *
noslip_abnormal_new(const NoslipSystem *system, const double *x, const double *y, NoslipDiagnostic **error)
{
  guint m = system->m, n = system->n, k = system->k, n_functions = 0;
  g_autofree double *centre = g_new0(double, (gsize) m + n + k + 1);
  if (k == 0 || noslip_system_constraint_class(system) == NOSLIP_NONLINEAR || noslip_system_is_timed(system) ||
      !find_centre(system, x, y, centre)) {
    *error = refuse(system);
    return NULL;
  }
  g_autoptr(NoslipAbnormal) self = g_new0(NoslipAbnormal, 1);
  self->algorithm = noslip_constraint_algorithm_new_abnormal(system, centre, error);
  if (self->algorithm == NULL)
    return NULL;
  self->y = g_memdup2(centre + m, ((gsize) n + 1) * sizeof(double));
  self->mu = g_memdup2(centre + m + n, ((gsize) k + 1) * sizeof(double));
  if (self->algorithm->inconsistent)
    return g_steal_pointer(&self);
  g_autofree NoslipExpr *functions = noslip_constraint_algorithm_functions(self->algorithm, &n_functions);
  self->existence = search_at_coordinates(self, system, n_functions, functions, x);
  if (self->existence == NOSLIP_ABNORMAL_NONE)
    self->existence = search_near_state(self, system, n_functions, functions);
  return g_steal_pointer(&self);
}

void
noslip_abnormal_free(NoslipAbnormal *abnormal)
{
  if (abnormal == NULL)
    return;
  noslip_constraint_algorithm_free(abnormal->algorithm);
  g_free(abnormal->y);
  g_free(abnormal->mu);
  g_free(abnormal);
}
