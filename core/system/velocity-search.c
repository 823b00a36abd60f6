/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sequential quadratic programming in u: the step  s = s_p + Z^T v  solves the linearised constraints by its
 * shortest part s_p, and v makes the quadratic model of the kinetic energy least along their kernel Z; every
 * singular system is solved by the shortest vector, so a degenerate metric gives the smallest of the
 * minimisers. Linear constraints take one step. */
#include "core/system/velocity-search.h"

#include <math.h>
#include <string.h>

#define ROUND_OFF 1e-13
#define RANK_TOLERANCE 1e-10
#define SPREAD 10 /* ratios of the units of velocities below two to this power are ignored */

/* The kinetic metric at rest fixes the ratios of the velocities' units; other ratios stay undetermined. */
static void
find_scale(NoslipVelocitySearch *s)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n;
  double least = INFINITY, most = -INFINITY, sum = 0;
  g_autofree double *rest = g_new0(double, (gsize) n + 1);
  for (guint a = 0; a < n; a++)
    s->scale[a] = 1;
  noslip_velocity_search_evaluate(s, rest, NULL);
  if (!noslip_all_finite(s->kinetic_hessian, (gsize) n * n))
    return;
  noslip_linear_metric_scale(n, s->kinetic_hessian, rest);
  for (guint a = 0; a < n; a++) {
    rest[a] = log2(rest[a]);
    least = fmin(least, rest[a]);
    most = fmax(most, rest[a]);
    sum += rest[a];
  }
  for (guint a = 0; a < n && isfinite(sum) && most - least > SPREAD; a++)
    s->scale[a] = exp2(round(rest[a] - sum / n));
}

void
noslip_velocity_search_init(NoslipVelocitySearch *s, const NoslipVelocityProblem *p)
{
  gsize n = p->n, k = p->k;
  *s = (NoslipVelocitySearch){.problem = p};
  s->base = g_new0(double, n + 1);
  s->basis = g_new0(double, n *n + 1);
  s->in = g_new0(double, p->m + n + k + 1);
  s->out = g_new0(double, n + 2 * n * n + 2 * k + k * n + 1);
  s->gradient = s->out;
  s->hessian = s->gradient + n;
  s->kinetic_hessian = s->hessian + n * n;
  s->phi = s->kinetic_hessian + n * n;
  s->terms = s->phi + k;
  s->jacobian = s->terms + k;
  s->kinetic = s->jacobian + k * n;
  s->scale = g_new0(double, n + 1);
  s->targets = g_new0(double, p->q *n + 1);
  find_scale(s);
  for (guint j = 0; j < p->q; j++)
    for (guint a = 0; a < n; a++)
      s->targets[(gsize) j * n + a] = p->targets[(gsize) j * n + a] * s->scale[a];
}

void
noslip_velocity_search_prepare(NoslipVelocitySearch *s)
{
  gsize n = s->problem->n, k = s->problem->k, d = s->d, size = d + k;
  s->a = g_new0(double, k *d + 1);
  s->right = g_new0(double, k + 1);
  s->step_u = g_new0(double, d + 1);
  s->kernel = g_new0(double, d *d + 1);
  s->model = g_new0(double, d *d + 1);
  s->model_right = g_new0(double, d + 1);
  s->v = g_new0(double, d + 1);
  s->image = g_new0(double, d *n + 1);
  s->linear = noslip_svd_new((guint) k, (guint) d);
  s->reduced = noslip_svd_new((guint) d, (guint) d);
  s->saddle = noslip_qr_new((guint) size);
  s->saddle_matrix = g_new0(double, size *size + 1);
  s->saddle_right = g_new0(double, size + 1);
}

void
noslip_velocity_search_clear(NoslipVelocitySearch *s)
{
  double *arrays[] = {s->scale, s->targets, s->base,          s->basis,       s->in,    s->out,
                      s->a,     s->right,   s->step_u,        s->kernel,      s->model, s->model_right,
                      s->v,     s->image,   s->saddle_matrix, s->saddle_right};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++)
    g_free(arrays[i]);
  noslip_svd_free(s->linear);
  noslip_svd_free(s->reduced);
  noslip_qr_free(s->saddle);
}

void
noslip_velocity_search_evaluate(NoslipVelocitySearch *s, const double *y, const double *nu)
{
  const NoslipVelocityProblem *p = s->problem;
  memcpy(s->in, p->x, p->m * sizeof(double));
  for (guint a = 0; a < p->n; a++)
    s->in[p->m + a] = y[a] * s->scale[a];
  if (nu != NULL)
    memcpy(s->in + p->m + p->n, nu, p->k * sizeof(double));
  noslip_tape_evaluate(p->work, s->in, s->out);
  double *hessian = s->out + p->n, *kinetic = hessian + (gsize) p->n * p->n;
  double *jacobian = kinetic + (gsize) p->n * p->n + 2 * (gsize) p->k;
  for (guint a = 0; a < p->n; a++) {
    s->out[a] *= s->scale[a];
    for (guint b = 0; b < p->n; b++) {
      hessian[(gsize) a * p->n + b] *= s->scale[a] * s->scale[b];
      kinetic[(gsize) a * p->n + b] *= s->scale[a] * s->scale[b];
    }
    for (guint c = 0; c < p->k; c++)
      jacobian[(gsize) c * p->n + a] *= s->scale[a];
  }
}

double
noslip_velocity_norm(guint n, const double *v)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sqrt(sum);
}

double
noslip_velocity_search_residual(const NoslipVelocitySearch *s, const double *y, guint *which)
{
  const NoslipVelocityProblem *p = s->problem;
  double largest = 0;
  for (guint c = 0; c < p->k; c++) {
    double terms = s->terms[c];
    for (guint a = 0; a < p->n; a++)
      terms += fabs(s->jacobian[(gsize) c * p->n + a] * y[a]);
    /* A velocity that was solved for has the round-off of the others, and may be only round-off. */
    double noise =
        ROUND_OFF * noslip_velocity_norm(p->n, s->jacobian + (gsize) c * p->n) * noslip_velocity_norm(p->n, y);
    double phi = fabs(s->phi[c]), scaled = phi <= noise ? 0 : phi / terms;
    if (!(scaled <= largest)) {
      largest = scaled;
      if (which != NULL)
        *which = c;
    }
  }
  return largest;
}

double
noslip_velocity_rank_tolerance(const NoslipSvd *svd)
{
  double largest = noslip_svd_value(svd, 0);
  return largest > RANK_TOLERANCE ? RANK_TOLERANCE / largest : 2;
}

void
noslip_velocity_search_linearise(NoslipVelocitySearch *s)
{
  const NoslipVelocityProblem *p = s->problem;
  guint d = s->d, n = p->n, k = p->k;
  for (guint c = 0; c < k; c++) {
    const double *row = s->jacobian + (gsize) c * n;
    double size = noslip_velocity_norm(n, row), scale = size > 0 ? 1 / size : 1;
    for (guint i = 0; i < d; i++) {
      double sum = 0;
      for (guint a = 0; a < n; a++)
        sum += row[a] * s->basis[(gsize) i * n + a];
      s->a[(gsize) c * d + i] = sum * scale;
    }
    s->right[c] = -s->phi[c] * scale;
  }
}

/* s_p in step_u and Z in kernel; returns the dimension of the kernel, or -1. */
static int
split(NoslipVelocitySearch *s)
{
  guint d = s->d;
  if (s->problem->k == 0) {
    memset(s->step_u, 0, d * sizeof(double));
    memset(s->kernel, 0, (gsize) d * d * sizeof(double));
    for (guint i = 0; i < d; i++)
      s->kernel[(gsize) i * d + i] = 1;
    return (int) d;
  }
  if (!noslip_svd_factor(s->linear, s->a))
    return -1;
  double tolerance = noslip_velocity_rank_tolerance(s->linear);
  noslip_svd_solve(s->linear, tolerance, s->right, s->step_u);
  return (int) noslip_svd_kernel(s->linear, tolerance, s->kernel);
}

/* image = rows H, for `count` rows of n numbers. H is sparse for long chains. */
static void
apply_hessian(NoslipVelocitySearch *s, guint count, const double *rows, const double *hessian)
{
  guint n = s->problem->n;
  memset(s->image, 0, (gsize) count * n * sizeof(double));
  for (guint a = 0; a < n; a++)
    for (guint b = 0; b < n; b++) {
      double h = hessian[(gsize) a * n + b];
      for (guint i = 0; h != 0 && i < count; i++)
        s->image[(gsize) i * n + b] += rows[(gsize) i * n + a] * h;
    }
}

/* Z H Z^T in model and -Z (g + H s_p) in model_right, for the rows Z (free x n) and the step s_p (n). */
static gboolean
reduce(NoslipVelocitySearch *s, guint free, const double *hessian, const double *z, const double *step)
{
  guint n = s->problem->n, d = s->d;
  memset(s->model, 0, (gsize) d * d * sizeof(double));
  memset(s->model_right, 0, d * sizeof(double));
  apply_hessian(s, free, z, hessian);
  for (guint i = 0; i < free; i++) {
    for (guint a = 0; a < n; a++)
      s->model_right[i] -= z[(gsize) i * n + a] * s->gradient[a] + s->image[(gsize) i * n + a] * step[a];
    for (guint j = 0; j < free; j++)
      for (guint a = 0; a < n; a++)
        s->model[(gsize) i * d + j] += s->image[(gsize) i * n + a] * z[(gsize) j * n + a];
  }
  return noslip_svd_factor(s->reduced, s->model);
}

/* Whether the diagonal of the model is positive. If not, the step may increase the energy, and is shortened. */
static gboolean
is_positive(const double *model, guint d, guint free)
{
  for (guint i = 0; i < free; i++)
    if (!(model[(gsize) i * d + i] >= 0))
      return FALSE;
  return TRUE;
}

void
noslip_velocity_search_lift(const NoslipVelocitySearch *s, const double *u, double *step)
{
  guint n = s->problem->n;
  memset(step, 0, n * sizeof(double));
  for (guint i = 0; i < s->d; i++)
    for (guint a = 0; a < n; a++)
      step[a] += u[i] * s->basis[(gsize) i * n + a];
}

/* The step if metric and constraints are regular: one linear system instead of singular values, for large n. */
static gboolean
regular_step(NoslipVelocitySearch *s, double *step)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, d = s->d, k = p->k, size = d + k;
  if (p->is_nonlinear)
    return FALSE;
  memset(s->saddle_matrix, 0, (gsize) size * size * sizeof(double));
  apply_hessian(s, d, s->basis, s->kinetic_hessian);
  for (guint i = 0; i < d; i++) {
    s->saddle_right[i] = 0;
    for (guint a = 0; a < n; a++)
      s->saddle_right[i] -= s->basis[(gsize) i * n + a] * s->gradient[a];
    for (guint j = 0; j < d; j++) {
      double sum = 0;
      for (guint a = 0; a < n; a++)
        sum += s->image[(gsize) i * n + a] * s->basis[(gsize) j * n + a];
      s->saddle_matrix[(gsize) i * size + j] = sum;
    }
    for (guint c = 0; c < k; c++)
      s->saddle_matrix[(gsize) i * size + d + c] = s->saddle_matrix[((gsize) d + c) * size + i] =
          s->a[(gsize) c * d + i];
  }
  memcpy(s->saddle_right + d, s->right, k * sizeof(double));
  if (!noslip_qr_factor(s->saddle, s->saddle_matrix) || noslip_qr_reciprocal_condition(s->saddle) < 1e-9 ||
      !noslip_qr_solve(s->saddle, s->saddle_right))
    return FALSE;
  noslip_velocity_search_lift(s, s->saddle_right, step);
  return TRUE;
}

/* Converts the rows of Z from combinations of the free directions to velocities. */
static void
lift_kernel(const NoslipVelocitySearch *s, guint free, double *kernel)
{
  for (guint i = 0; i < free; i++)
    noslip_velocity_search_lift(s, s->kernel + (gsize) i * s->d, kernel + (gsize) i * s->problem->n);
}

/* The step  s = s_p + Z^T v  by singular values, for any rank. FALSE if the numbers are not finite. */
static gboolean
general_step(NoslipVelocitySearch *s, double *step, double *kernel)
{
  guint n = s->problem->n;
  int found = split(s);
  if (found < 0)
    return FALSE;
  guint free = (guint) found;
  noslip_velocity_search_lift(s, s->step_u, step);
  if (free == 0)
    return TRUE;
  lift_kernel(s, free, kernel);
  gboolean curved = s->problem->is_nonlinear;
  if (!reduce(s, free, curved ? s->hessian : s->kinetic_hessian, kernel, step))
    return FALSE;
  if (curved && !is_positive(s->model, s->d, free) && !reduce(s, free, s->kinetic_hessian, kernel, step))
    return FALSE;
  noslip_svd_solve(s->reduced, 1e-12, s->model_right, s->v);
  for (guint i = 0; i < free; i++)
    for (guint a = 0; a < n; a++)
      step[a] += s->v[i] * kernel[(gsize) i * n + a];
  return TRUE;
}

/* One step of the search from y; returns its length, or NaN. */
static double
advance(NoslipVelocitySearch *s, double *y, double *ambient, double *nu)
{
  guint n = s->problem->n;
  double *step = ambient, *kernel = ambient + n, limit = INFINITY;
  noslip_velocity_search_evaluate(s, y, nu);
  noslip_velocity_search_linearise(s);
  if (!regular_step(s, step) && !general_step(s, step, kernel))
    return NAN;
  if (s->problem->is_nonlinear)
    limit = 2 * (1 + noslip_velocity_norm(n, y));
  double length = noslip_velocity_norm(n, step), factor = length > limit ? limit / length : 1;
  for (guint a = 0; a < n; a++)
    y[a] += factor * step[a];
  return length * factor;
}

/* nu from the stationarity of T + nu phi along the free directions, by least squares; 0 if that fails. */
static void
estimate_multipliers(NoslipVelocitySearch *s, NoslipSvd *transposed, double *matrix, double *nu)
{
  const NoslipVelocityProblem *p = s->problem;
  guint d = s->d, n = p->n, k = p->k;
  for (guint i = 0; i < d; i++) {
    s->model_right[i] = 0;
    for (guint a = 0; a < n; a++)
      s->model_right[i] -= s->gradient[a] * s->basis[(gsize) i * n + a];
    for (guint c = 0; c < k; c++) {
      double sum = 0;
      for (guint a = 0; a < n; a++)
        sum += s->jacobian[(gsize) c * n + a] * s->basis[(gsize) i * n + a];
      matrix[(gsize) i * k + c] = sum;
    }
  }
  if (noslip_svd_factor(transposed, matrix))
    noslip_svd_solve(transposed, 1e-10, s->model_right, nu);
  else
    memset(nu, 0, k * sizeof(double));
}

gboolean
noslip_velocity_search_run(NoslipVelocitySearch *s, double *y, guint iterations)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, d = s->d, k = p->k;
  g_autofree double *ambient = g_new0(double, n + (gsize) d * n + 1);
  g_autofree double *nu = g_new0(double, (gsize) k + 1);
  g_autofree double *matrix = g_new0(double, (gsize) d *k + 1);
  g_autoptr(NoslipSvd) transposed = p->is_nonlinear && k > 0 ? noslip_svd_new(d, k) : NULL;
  for (guint i = 0; i < iterations; i++) {
    if (transposed != NULL) {
      noslip_velocity_search_evaluate(s, y, nu);
      estimate_multipliers(s, transposed, matrix, nu);
    }
    double length = advance(s, y, ambient, nu);
    if (isnan(length))
      return FALSE;
    if (length <= ROUND_OFF * (1e-3 + noslip_velocity_norm(n, y)))
      break;
    if (!p->is_nonlinear && i >= 3)
      break;
  }
  noslip_velocity_search_evaluate(s, y, nu);
  return noslip_velocity_search_residual(s, y, NULL) <= NOSLIP_VELOCITY_CONSISTENT && isfinite(*s->kinetic);
}
