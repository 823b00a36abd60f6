/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/stationary.h"

#include "core/base/linear.h"
#include "core/trajectory/observer.h"

#include <math.h>
#include <string.h>

#define LEAST_ROWS 41 /* four intervals for each wave, and more */
#define WAVES 3       /* number of sines in a random component */
#define VARIATIONS 4  /* number of variations tried */
#define LEAST 1e-7    /* least tolerance, relative to the terms */
/* With every second row, the error of the method changes by 15 times its size, at kinks by 3 times. */
#define OF_CHANGE 0.5
#define MOST_ALLOWED 1e-3

struct _NoslipStationary {
  NoslipSystem *system;
  NoslipObserver *observer;
  NoslipObserverWorkspace *work;
  guint m, n, k;
  GArray *values; /* for each row: dL/dx rho (n), dL/dy (n), Phi (k x n), phi_x rho (k x n), C^c_ab y^a (n x n) */
  guint size;     /* of a row of values */
  guint n_rows;
  double begin, step, last;
  gboolean ended;
};

/* A variation: coefficients of the sines of every component. */
typedef struct {
  const NoslipStationary *self;
  const guint *dependent; /* k */
  gboolean *is_dependent; /* n */
  double *coefficients;   /* n x WAVES */
  double duration;
  NoslipLu *lu;
  double *matrix, *right; /* k x k, k */
  double *sigma, *rate;   /* n */
} Variation;

static void
add_output(NoslipStationary *self, NoslipExpr e)
{
  if (noslip_observer_add(self->observer, e, NULL) < 0)
    noslip_observer_add_undefined(self->observer);
  self->size++;
}

/* rho_a(f) */
static NoslipExpr
along(const NoslipModel *model, guint a, NoslipExpr f)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    sum = noslip_expr_add_product(model->graph, sum, model->system->anchor[(gsize) i * model->n + a],
                                  noslip_expr_derivative(model->graph, f, model->x[i]));
  return sum;
}

static void
add_outputs(NoslipStationary *self)
{
  const NoslipModel *model = noslip_observer_motion(self->observer)->model;
  const NoslipSystem *system = self->system;
  guint n = self->n;
  for (guint a = 0; a < n; a++)
    add_output(self, along(model, a, system->lagrangian));
  for (guint a = 0; a < n; a++)
    add_output(self, model->momentum[a]);
  for (guint i = 0; i < self->k * n; i++)
    add_output(self, model->jacobian[i]);
  for (guint c = 0; c < self->k; c++)
    for (guint a = 0; a < n; a++)
      add_output(self, along(model, a, model->phi[c]));
  for (guint c = 0; c < n; c++)
    for (guint b = 0; b < n; b++) {
      NoslipExpr sum = NOSLIP_ZERO;
      for (guint a = 0; a < n; a++)
        sum = noslip_expr_add_product(model->graph, sum, system->structure[((gsize) c * n + a) * n + b], model->y[a]);
      add_output(self, sum);
    }
}

NoslipStationary *
noslip_stationary_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  if (kind != NOSLIP_DYNAMICS_VAKONOMIC || system->k == 0 || system->time_structure != NULL)
    return NULL;
  for (guint c = 0; c < system->k; c++)
    if (system->constraints[c].holonomic)
      return NULL;
  NoslipStationary *self = g_new0(NoslipStationary, 1);
  self->system = noslip_system_ref(system);
  self->m = system->m;
  self->n = system->n;
  self->k = system->k;
  self->observer = noslip_observer_new(system, kind);
  add_outputs(self);
  noslip_observer_seal(self->observer);
  self->work = noslip_observer_workspace_new(self->observer);
  self->values = g_array_new(FALSE, TRUE, sizeof(double));
  return self;
}

void
noslip_stationary_free(NoslipStationary *self)
{
  if (self == NULL)
    return;
  noslip_observer_workspace_free(self->work);
  noslip_observer_unref(self->observer);
  g_array_unref(self->values);
  noslip_system_unref(self->system);
  g_free(self);
}

void
noslip_stationary_add_row(NoslipStationary *self, const double *parameters, const double *row)
{
  if (self->n_rows == 0)
    self->begin = row[0];
  else if (self->n_rows == 1)
    self->step = row[0] - self->begin;
  if (self->ended || fabs(row[0] - (self->begin + self->n_rows * self->step)) > 1e-6 * self->step) {
    self->ended = TRUE;
    return;
  }
  self->last = row[0];
  g_array_set_size(self->values, (self->n_rows + 1) * self->size);
  noslip_observer_set_parameters(self->work, parameters);
  noslip_observer_evaluate(self->work, row, &g_array_index(self->values, double, self->n_rows * self->size));
  self->n_rows++;
}

static const double *
values_at(const NoslipStationary *self, guint row)
{
  return &g_array_index(self->values, double, row * self->size);
}

/* The random components and their rates at t; the dependent ones of sigma are given. */
static void
set_random(Variation *v, double t)
{
  for (guint a = 0; a < v->self->n; a++) {
    if (v->is_dependent[a])
      continue;
    v->sigma[a] = v->rate[a] = 0;
    for (guint q = 0; q < WAVES; q++) {
      double w = (q + 1) * G_PI / v->duration;
      v->sigma[a] += v->coefficients[a * WAVES + q] * sin(w * t);
      v->rate[a] += v->coefficients[a * WAVES + q] * w * cos(w * t);
    }
  }
}

/* All of sigma' at a row, from delta phi = 0; and dL(delta), with its absolute terms in *size. */
static gboolean
evaluate(Variation *v, guint row, double t, const double *dependent, double *rates, double *change, double *size)
{
  const NoslipStationary *self = v->self;
  guint n = self->n, k = self->k;
  const double *by_x = values_at(self, row), *by_y = by_x + n, *slope = by_y + n, *drift = slope + k * n;
  const double *turn = drift + k * n;
  set_random(v, t);
  for (guint c = 0; c < k; c++) {
    v->sigma[v->dependent[c]] = dependent[c];
    v->rate[v->dependent[c]] = 0;
  }
  for (guint c = 0; c < k; c++) {
    v->right[c] = 0;
    for (guint a = 0; a < n; a++) {
      double delta = v->rate[a];
      for (guint b = 0; b < n; b++)
        delta += turn[a * n + b] * v->sigma[b];
      v->right[c] -= slope[c * n + a] * delta + drift[c * n + a] * v->sigma[a];
    }
    for (guint d = 0; d < k; d++)
      v->matrix[c * k + d] = slope[c * n + v->dependent[d]];
  }
  if (!noslip_lu_solve(v->lu, v->matrix, v->right, rates))
    return FALSE;
  *change = *size = 0;
  for (guint c = 0; c < k; c++)
    v->rate[v->dependent[c]] = rates[c];
  for (guint a = 0; a < n; a++) {
    double delta = v->rate[a];
    for (guint b = 0; b < n; b++)
      delta += turn[a * n + b] * v->sigma[b];
    *change += by_x[a] * v->sigma[a] + by_y[a] * delta;
    *size += fabs(by_x[a] * v->sigma[a]) + fabs(by_y[a] * delta);
  }
  return isfinite(*change);
}

/* Follows one variation by the method of Runge and Kutta over pairs of intervals of `stride` rows, with Simpson's rule;
 * the dependent components at the end are stored in `end`. */
static gboolean
follow(Variation *v, guint stride, guint n_pairs, double *end, double *change, double *size)
{
  const NoslipStationary *self = v->self;
  guint k = self->k;
  double h = 2 * stride * self->step;
  g_autofree double *slopes = g_new0(double, 4 * (gsize) k + 1), *at = g_new0(double, (gsize) k + 1);
  memset(end, 0, k * sizeof *end);
  *change = *size = 0;
  for (guint pair = 0; pair < n_pairs; pair++) {
    static const double part[] = {0, 0.5, 0.5, 1}, weight[] = {1, 2, 2, 1};
    for (guint s = 0; s < 4; s++) {
      double here, terms;
      guint row = (2 * pair + (s == 0 ? 0 : s < 3 ? 1 : 2)) * stride;
      for (guint c = 0; c < k; c++)
        at[c] = end[c] + (s > 0 ? h * part[s] * slopes[(s - 1) * k + c] : 0);
      if (!evaluate(v, row, (2 * pair + 2 * part[s]) * stride * self->step, at, slopes + s * k, &here, &terms))
        return FALSE;
      *change += h / 6 * weight[s] * here;
      *size += h / 6 * weight[s] * terms;
    }
    for (guint c = 0; c < k; c++)
      end[c] += h / 6 * (slopes[c] + 2 * slopes[k + c] + 2 * slopes[2 * k + c] + slopes[3 * k + c]);
  }
  return TRUE;
}

/* Chooses the k velocities that the constraints determine at the middle row, by the largest pivots; FALSE if the
 * constraints are dependent there. */
static gboolean
choose_dependent(const NoslipStationary *self, guint *dependent, gboolean *is_dependent)
{
  guint n = self->n, k = self->k;
  g_autofree double *a = g_memdup2(values_at(self, self->n_rows / 2) + 2 * n, sizeof(double) * k * n);
  for (guint c = 0; c < k; c++) {
    guint best = 0;
    for (guint i = 1; i < n; i++)
      if (fabs(a[c * n + i]) > fabs(a[c * n + best]))
        best = i;
    if (!(fabs(a[c * n + best]) > 0))
      return FALSE;
    dependent[c] = best;
    is_dependent[best] = TRUE;
    for (guint d = c + 1; d < k; d++) {
      double factor = a[d * n + best] / a[c * n + best];
      for (guint i = 0; i < n; i++)
        a[d * n + i] = i == best ? 0 : a[d * n + i] - factor * a[c * n + i];
    }
  }
  return TRUE;
}

/* The largest |integral| relative to its terms for one set of k + 1 random variations; NaN if it cannot be computed. */
static double
measure(Variation *v, GRand *random, double *coefficients, guint stride, guint n_pairs)
{
  const NoslipStationary *self = v->self;
  guint k = self->k, set = self->n * WAVES;
  g_autofree double *ends = g_new0(double, (gsize) k *(k + 1) + 1), *end = g_new0(double, (gsize) k + 1);
  g_autofree double *change = g_new0(double, k + 1), *size = g_new0(double, k + 1);
  g_autofree double *kernel = g_new0(double, (gsize) (k + 1) * (k + 1));
  for (guint j = 0; j <= k; j++) {
    v->coefficients = coefficients + (gsize) j * set;
    for (guint i = 0; i < set && random != NULL; i++)
      v->coefficients[i] = g_rand_double_range(random, -1, 1);
    if (!follow(v, stride, n_pairs, end, &change[j], &size[j]))
      return NAN;
    for (guint c = 0; c < k; c++)
      ends[c * (k + 1) + j] = end[c];
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(k, k + 1);
  if (!noslip_all_finite(ends, (gsize) k * (k + 1)) || !noslip_svd_factor(svd, ends) ||
      noslip_svd_kernel(svd, NOSLIP_LINEAR_RANK, kernel) == 0)
    return NAN;
  double sum = 0, terms = 0;
  for (guint j = 0; j <= k; j++) {
    sum += kernel[j] * change[j];
    terms += fabs(kernel[j]) * size[j];
  }
  return terms > 0 ? fabs(sum) / terms : 0;
}

void
noslip_stationary_result(const NoslipStationary *self, NoslipStationaryResult *result)
{
  guint n = self->n, k = self->k, n_pairs = self->n_rows > 0 ? (self->n_rows - 1) / 4 : 0;
  double whole = 0, change = 0;
  *result = (NoslipStationaryResult){NAN, LEAST, self->n_rows};
  g_autofree guint *dependent = g_new0(guint, k + 1);
  g_autofree gboolean *is_dependent = g_new0(gboolean, n + 1);
  if (self->n_rows < LEAST_ROWS || !choose_dependent(self, dependent, is_dependent))
    return;
  g_autofree double *coefficients = g_new0(double, (gsize) (k + 1) * n * WAVES), *matrix = g_new0(double, k *k + 1);
  g_autofree double *right = g_new0(double, k + 1), *sigma = g_new0(double, n + 1), *rate = g_new0(double, n + 1);
  g_autoptr(NoslipLu) lu = noslip_lu_new(k);
  g_autoptr(GRand) random = g_rand_new_with_seed(5);
  Variation v = {self, dependent, is_dependent, NULL, 4 * n_pairs * self->step, lu, matrix, right, sigma, rate};
  for (guint i = 0; i < VARIATIONS; i++) {
    double here = measure(&v, random, coefficients, 1, 2 * n_pairs);
    double coarse = measure(&v, NULL, coefficients, 2, n_pairs);
    if (isnan(here) || isnan(coarse))
      return;
    whole = fmax(whole, here);
    change = fmax(change, fabs(coarse - here));
  }
  result->allowed = fmax(LEAST, OF_CHANGE * change);
  result->residual = result->allowed <= MOST_ALLOWED ? whole : NAN;
}
