/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Given values are linear conditions: y = y0 + N^T u with the rows of N spanning their kernel. In u,
 * sequential quadratic programming: the step  s = s_p + Z^T v  solves the linearised constraints by its
 * shortest part s_p, and v makes the quadratic model of the kinetic energy least along their kernel Z; every
 * singular system is solved by the shortest vector, so a degenerate metric gives the smallest of the
 * minimisers. Linear constraints take one step. */
#include "core/system/velocity.h"

#include "core/base/linear.h"

#include <math.h>
#include <string.h>

#define CONSISTENT 1e-9 /* of the size of the terms, as language.md asks for */
#define ROUND_OFF 1e-13
#define RANK_TOLERANCE 1e-10
#define ITERATIONS_MOST 80
#define SEEDS_MOST 48
#define BLAMED_MOST 64
#define WORK_MOST 1.5e9 /* multiplications over all seeds, about a second */

typedef struct {
  const NoslipVelocityProblem *problem;
  guint d;          /* free directions */
  double *base;     /* y0, n */
  double *basis;    /* N, d x n */
  double *in, *out; /* of the program */
  NoslipSvd *linear, *reduced;
  double *a, *right; /* k x d constraints in u, k */
  double *step_u, *kernel, *model, *model_right, *v;
  double *image;    /* d x n */
  NoslipQr *saddle; /* of the regular case, d + k */
  double *saddle_matrix, *saddle_right;
} Search;

static const double *
gradient_of(const Search *s)
{
  return s->out;
}
static const double *
hessian_of(const Search *s, gboolean with_constraints)
{
  gsize n = s->problem->n;
  return s->out + n + (with_constraints ? 0 : n * n);
}
static const double *
phi_of(const Search *s)
{
  gsize n = s->problem->n;
  return s->out + n + 2 * n * n;
}
static const double *
terms_of(const Search *s)
{
  return phi_of(s) + s->problem->k;
}
static const double *
jacobian_of(const Search *s)
{
  return phi_of(s) + 2 * (gsize) s->problem->k;
}
static double
kinetic_of(const Search *s)
{
  return jacobian_of(s)[(gsize) s->problem->k * s->problem->n];
}

static void
evaluate(Search *s, const double *y, const double *nu)
{
  const NoslipVelocityProblem *p = s->problem;
  memcpy(s->in, p->x, p->m * sizeof(double));
  memcpy(s->in + p->m, y, p->n * sizeof(double));
  if (nu != NULL)
    memcpy(s->in + p->m + p->n, nu, p->k * sizeof(double));
  noslip_tape_evaluate(p->work, s->in, s->out);
}

static double
norm(guint n, const double *v)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    sum += v[i] * v[i];
  return sqrt(sum);
}

/* Largest |phi| against its terms, after an evaluation at y. */
static double
constraint_residual(const Search *s, const double *y, guint *which)
{
  const NoslipVelocityProblem *p = s->problem;
  double largest = 0;
  for (guint c = 0; c < p->k; c++) {
    double terms = terms_of(s)[c];
    for (guint a = 0; a < p->n; a++)
      terms += fabs(jacobian_of(s)[(gsize) c * p->n + a] * y[a]);
    /* A velocity that was solved for has the round-off of the others, and may itself be nothing but that. */
    double noise = ROUND_OFF * norm(p->n, jacobian_of(s) + (gsize) c * p->n) * norm(p->n, y);
    double phi = fabs(phi_of(s)[c]), scaled = phi <= noise ? 0 : phi / terms;
    if (!(scaled <= largest)) {
      largest = scaled;
      if (which != NULL)
        *which = c;
    }
  }
  return largest;
}

/* Singular values are measured against rows of unit size, not against the largest. */
static double
relative_tolerance(const NoslipSvd *svd)
{
  double largest = noslip_svd_value(svd, 0);
  return largest > RANK_TOLERANCE ? RANK_TOLERANCE / largest : 2;
}

/* The constraints in u, rows of unit size: a u = right. */
static void
linearise(Search *s)
{
  const NoslipVelocityProblem *p = s->problem;
  guint d = s->d, n = p->n, k = p->k;
  for (guint c = 0; c < k; c++) {
    const double *row = jacobian_of(s) + (gsize) c * n;
    double size = norm(n, row), scale = size > 0 ? 1 / size : 1;
    for (guint i = 0; i < d; i++) {
      double sum = 0;
      for (guint a = 0; a < n; a++)
        sum += row[a] * s->basis[(gsize) i * n + a];
      s->a[(gsize) c * d + i] = sum * scale;
    }
    s->right[c] = -phi_of(s)[c] * scale;
  }
}

/* s_p in step_u and Z in kernel; returns the dimension of the kernel, or -1. */
static int
split(Search *s)
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
  double tolerance = relative_tolerance(s->linear);
  noslip_svd_solve(s->linear, tolerance, s->right, s->step_u);
  return (int) noslip_svd_kernel(s->linear, tolerance, s->kernel);
}

/* image = rows H, for `count` rows of n numbers. H is sparse in long chains. */
static void
apply_hessian(Search *s, guint count, const double *rows, const double *hessian)
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
reduce(Search *s, guint free, const double *hessian, const double *z, const double *step)
{
  guint n = s->problem->n, d = s->d;
  memset(s->model, 0, (gsize) d * d * sizeof(double));
  memset(s->model_right, 0, d * sizeof(double));
  apply_hessian(s, free, z, hessian);
  for (guint i = 0; i < free; i++) {
    for (guint a = 0; a < n; a++)
      s->model_right[i] -= z[(gsize) i * n + a] * gradient_of(s)[a] + s->image[(gsize) i * n + a] * step[a];
    for (guint j = 0; j < free; j++)
      for (guint a = 0; a < n; a++)
        s->model[(gsize) i * d + j] += s->image[(gsize) i * n + a] * z[(gsize) j * n + a];
  }
  return noslip_svd_factor(s->reduced, s->model);
}

/* The diagonal is enough to see that a step may climb; one that does is cut short. */
static gboolean
is_positive(const double *model, guint d, guint free)
{
  for (guint i = 0; i < free; i++)
    if (!(model[(gsize) i * d + i] >= 0))
      return FALSE;
  return TRUE;
}

static void
to_ambient(const Search *s, const double *u, double *step)
{
  guint n = s->problem->n;
  memset(step, 0, n * sizeof(double));
  for (guint i = 0; i < s->d; i++)
    for (guint a = 0; a < n; a++)
      step[a] += u[i] * s->basis[(gsize) i * n + a];
}

/* The step where metric and constraints are regular: one linear system instead of singular values, for large
 * n. */
static gboolean
regular_step(Search *s, double *step)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, d = s->d, k = p->k, size = d + k;
  if (p->is_nonlinear)
    return FALSE;
  memset(s->saddle_matrix, 0, (gsize) size * size * sizeof(double));
  apply_hessian(s, d, s->basis, hessian_of(s, FALSE));
  for (guint i = 0; i < d; i++) {
    s->saddle_right[i] = 0;
    for (guint a = 0; a < n; a++)
      s->saddle_right[i] -= s->basis[(gsize) i * n + a] * gradient_of(s)[a];
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
  to_ambient(s, s->saddle_right, step);
  return TRUE;
}

/* One step of the search from y; returns its length, or NaN. */
static double
advance(Search *s, double *y, double *ambient, double *nu)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, d = s->d;
  double *step = ambient, *kernel = ambient + n;
  evaluate(s, y, nu);
  linearise(s);
  if (regular_step(s, step)) {
    for (guint a = 0; a < n; a++)
      y[a] += step[a];
    return norm(n, step);
  }
  int found = split(s);
  if (found < 0)
    return NAN;
  guint free = (guint) found;
  to_ambient(s, s->step_u, step);
  for (guint i = 0; i < free; i++)
    for (guint a = 0; a < n; a++) {
      double sum = 0;
      for (guint j = 0; j < d; j++)
        sum += s->kernel[(gsize) i * d + j] * s->basis[(gsize) j * n + a];
      kernel[(gsize) i * n + a] = sum;
    }
  if (free > 0) {
    gboolean curved = p->is_nonlinear;
    if (!reduce(s, free, hessian_of(s, curved), kernel, step))
      return NAN;
    if (curved && !is_positive(s->model, d, free) && !reduce(s, free, hessian_of(s, FALSE), kernel, step))
      return NAN;
    noslip_svd_solve(s->reduced, 1e-12, s->model_right, s->v);
    for (guint i = 0; i < free; i++)
      for (guint a = 0; a < n; a++)
        step[a] += s->v[i] * kernel[(gsize) i * n + a];
  }
  double length = norm(n, step), limit = p->is_nonlinear ? 2 * (1 + norm(n, y)) : INFINITY;
  double factor = length > limit ? limit / length : 1;
  for (guint a = 0; a < n; a++)
    y[a] += factor * step[a];
  return length * factor;
}

/* nu from the stationarity of T + nu phi along the free directions, by least squares; 0 where that fails. */
static void
estimate_multipliers(Search *s, NoslipSvd *transposed, double *matrix, double *nu)
{
  const NoslipVelocityProblem *p = s->problem;
  guint d = s->d, n = p->n, k = p->k;
  for (guint i = 0; i < d; i++) {
    s->model_right[i] = 0;
    for (guint a = 0; a < n; a++)
      s->model_right[i] -= gradient_of(s)[a] * s->basis[(gsize) i * n + a];
    for (guint c = 0; c < k; c++) {
      double sum = 0;
      for (guint a = 0; a < n; a++)
        sum += jacobian_of(s)[(gsize) c * n + a] * s->basis[(gsize) i * n + a];
      matrix[(gsize) i * k + c] = sum;
    }
  }
  if (noslip_svd_factor(transposed, matrix))
    noslip_svd_solve(transposed, 1e-10, s->model_right, nu);
  else
    memset(nu, 0, k * sizeof(double));
}

/* Runs the search from y. TRUE where it ends at a stationary point that satisfies the constraints. */
static gboolean
search(Search *s, double *y, guint iterations)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, d = s->d, k = p->k;
  g_autofree double *ambient = g_new0(double, n + (gsize) d * n + 1);
  g_autofree double *nu = g_new0(double, (gsize) k + 1);
  g_autofree double *matrix = g_new0(double, (gsize) d *k + 1);
  g_autoptr(NoslipSvd) transposed = p->is_nonlinear && k > 0 ? noslip_svd_new(d, k) : NULL;
  for (guint i = 0; i < iterations; i++) {
    if (transposed != NULL) {
      evaluate(s, y, nu);
      estimate_multipliers(s, transposed, matrix, nu);
    }
    double length = advance(s, y, ambient, nu);
    if (isnan(length))
      return FALSE;
    if (length <= ROUND_OFF * (1e-3 + norm(n, y)))
      break;
    if (!p->is_nonlinear && i >= 3)
      break;
  }
  evaluate(s, y, nu);
  return constraint_residual(s, y, NULL) <= CONSISTENT && isfinite(kinetic_of(s));
}

/* y0 and N from the given values; each is checked against those before it. */
static NoslipVelocityStatus
take_given(Search *s, guint *which, double *residual)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, q = p->q;
  if (q == 0) {
    s->d = n;
    for (guint i = 0; i < n; i++)
      s->basis[(gsize) i * n + i] = 1;
    return NOSLIP_VELOCITY_FOUND;
  }
  g_autoptr(NoslipSvd) svd = noslip_svd_new(q, n);
  g_autofree double *rows = g_new0(double, (gsize) q *n);
  g_autofree double *right = g_new0(double, q);
  for (guint j = 0; j < q; j++) {
    double size = norm(n, p->targets + (gsize) j * n), scale = size > 0 ? 1 / size : 1;
    for (guint a = 0; a < n; a++)
      rows[(gsize) j * n + a] = p->targets[(gsize) j * n + a] * scale;
    right[j] = p->given[j] * scale;
  }
  if (!noslip_svd_factor(svd, rows))
    return NOSLIP_VELOCITY_UNDEFINED;
  double tolerance = relative_tolerance(svd);
  noslip_svd_solve(svd, tolerance, right, s->base);
  s->d = noslip_svd_kernel(svd, tolerance, s->basis);
  for (guint j = 0; j < q; j++) {
    double sum = -p->given[j], terms = fabs(p->given[j]);
    guint only = n, count = 0;
    for (guint a = 0; a < n; a++) {
      double slope = p->targets[(gsize) j * n + a];
      sum += slope * s->base[a];
      terms += fabs(slope * s->base[a]);
      if (slope != 0) {
        only = a;
        count++;
      }
    }
    if (fabs(sum) > CONSISTENT * terms) {
      *which = j;
      *residual = fabs(sum);
      return NOSLIP_VELOCITY_GIVEN_CLASH;
    }
    if (count == 1) /* given to the last bit */
      s->base[only] = p->given[j] / p->targets[(gsize) j * n + only];
  }
  /* A direction that is fixed has no part in the kernel, not even by round-off. */
  for (gsize i = 0; i < (gsize) s->d * n; i++)
    if (fabs(s->basis[i]) < 1e-15)
      s->basis[i] = 0;
  return NOSLIP_VELOCITY_FOUND;
}

static gboolean
differ(guint n, const double *a, const double *b)
{
  double difference = 0;
  for (guint i = 0; i < n; i++)
    difference = hypot(difference, a[i] - b[i]);
  return difference > 1e-6 * (norm(n, a) + norm(n, b));
}

/* -1, 0, 1: which of two roots is nearer to rest: kinetic energy first, then size. */
static int
compare_roots(guint n, double kinetic_a, const double *a, double kinetic_b, const double *b)
{
  double scale = fabs(kinetic_a) + fabs(kinetic_b), size = norm(n, a) + norm(n, b);
  if (fabs(kinetic_a - kinetic_b) > 1e-7 * scale)
    return kinetic_a < kinetic_b ? -1 : 1;
  double difference = norm(n, a) - norm(n, b);
  if (fabs(difference) > 1e-7 * size)
    return difference < 0 ? -1 : 1;
  return 0;
}

/* The best root so far. */
typedef struct {
  gboolean found, tie;
  double kinetic;
} Best;

static void
consider(Search *s, const double *trial, double *y, Best *best)
{
  guint n = s->problem->n;
  double kinetic = kinetic_of(s);
  int order = best->found ? compare_roots(n, kinetic, trial, best->kinetic, y) : -1;
  if (order < 0) {
    *best = (Best){TRUE, FALSE, kinetic};
    memcpy(y, trial, n * sizeof(double));
  } else if (order == 0 && differ(n, trial, y)) {
    best->tie = TRUE;
  }
}

/* A root has its twin most often on the other side: of the given values, or of its largest component. */
static void
look_for_twins(Search *s, double *trial, double *y, guint iterations, Best *best)
{
  guint n = s->problem->n, largest = 0;
  for (guint a = 0; a < n; a++)
    if (fabs(y[a] - s->base[a]) > fabs(y[largest] - s->base[largest]))
      largest = a;
  for (guint twin = 0; twin < 2 && !best->tie; twin++) {
    memcpy(trial, y, n * sizeof(double));
    for (guint a = 0; a < n; a++)
      if (twin == 0 || a == largest)
        trial[a] = 2 * s->base[a] - y[a];
    if (search(s, trial, iterations))
      consider(s, trial, y, best);
  }
}

static NoslipVelocityStatus
search_all(Search *s, double *y)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n;
  double cost = 30.0 * n * n * n * ITERATIONS_MOST;
  guint seeds = p->is_nonlinear ? (guint) CLAMP(WORK_MOST / cost, 2, SEEDS_MOST) : 1;
  guint iterations = cost > WORK_MOST ? 10 : ITERATIONS_MOST;
  g_autofree double *trial = g_new(double, (gsize) n + 1);
  Best best = {FALSE, FALSE, INFINITY};
  guint64 random = 99;
  static const double sizes[] = {1, 0.1, 10, 3};
  for (guint seed = 0; seed < seeds; seed++) {
    memcpy(trial, s->base, n * sizeof(double));
    for (guint i = 0; seed > 0 && i < s->d; i++) {
      random = random * 6364136223846793005u + 1442695040888963407u;
      double u =
          ((double) (random >> 11) / 4503599627370496.0 - 1) * sizes[seed % 4] * (1 + norm(n, s->base));
      for (guint a = 0; a < n; a++)
        trial[a] += u * s->basis[(gsize) i * n + a];
    }
    if (search(s, trial, iterations))
      consider(s, trial, y, &best);
    else if (seed == 0)
      memcpy(y, trial, n * sizeof(double));
  }
  if (!best.found)
    return NOSLIP_VELOCITY_CONSTRAINT_FAILS;
  if (p->is_nonlinear)
    look_for_twins(s, trial, y, iterations, &best);
  return best.tie ? NOSLIP_VELOCITY_NOT_UNIQUE : NOSLIP_VELOCITY_FOUND;
}

/* The first constraint that cannot hold together with those before it: y satisfies these, by the shortest
 * change. */
static void
blame(Search *s, double *y)
{
  const NoslipVelocityProblem *p = s->problem;
  guint n = p->n, d = s->d;
  if (p->is_nonlinear || p->k > BLAMED_MOST)
    return;
  g_autofree double *last = g_new(double, (gsize) n + 1);
  memcpy(last, s->base, n * sizeof(double));
  evaluate(s, s->base, NULL);
  linearise(s);
  for (guint c = 1; c <= p->k; c++) {
    g_autoptr(NoslipSvd) svd = noslip_svd_new(c, d);
    if (!noslip_svd_factor(svd, s->a))
      return;
    noslip_svd_solve(svd, relative_tolerance(svd), s->right, s->step_u);
    to_ambient(s, s->step_u, y);
    for (guint a = 0; a < n; a++)
      y[a] += s->base[a];
    for (guint b = 0; b < c; b++) {
      double residual = -s->right[b], terms = fabs(s->right[b]);
      for (guint i = 0; i < d; i++) {
        residual += s->a[(gsize) b * d + i] * s->step_u[i];
        terms += fabs(s->a[(gsize) b * d + i] * s->step_u[i]);
      }
      if (fabs(residual) > CONSISTENT * terms) {
        memcpy(y, last, n * sizeof(double));
        return;
      }
    }
    memcpy(last, y, n * sizeof(double));
  }
}

static void
clean(Search *s, double *y)
{
  guint n = s->problem->n;
  double size = norm(n, y);
  for (guint a = 0; a < n; a++) {
    gboolean fixed = TRUE;
    for (guint i = 0; i < s->d && fixed; i++)
      fixed = s->basis[(gsize) i * n + a] == 0;
    if (fixed)
      y[a] = s->base[a];
    else if (fabs(y[a]) < 1e-15 * size)
      y[a] = 0;
  }
}

NoslipVelocityStatus
noslip_velocity_solve(const NoslipVelocityProblem *p, double *y, guint *which, double *residual)
{
  guint n = p->n, k = p->k;
  gsize square = (gsize) n * n + 1;
  Search s = {.problem = p};
  g_autofree double *base = s.base = g_new0(double, (gsize) n + 1);
  g_autofree double *basis = s.basis = g_new0(double, square);
  g_autofree double *in = s.in = g_new0(double, (gsize) p->m + n + k + 1);
  g_autofree double *out = s.out = g_new0(double, n + 2 * square + 2 * (gsize) k + (gsize) k * n + 1);
  *which = 0;
  *residual = 0;
  memset(y, 0, n * sizeof(double));
  NoslipVelocityStatus status = take_given(&s, which, residual);
  (void) base;
  (void) basis;
  (void) in;
  (void) out;
  if (status != NOSLIP_VELOCITY_FOUND)
    return status;
  guint d = s.d;
  g_autoptr(NoslipSvd) linear = s.linear = noslip_svd_new(k, d);
  g_autoptr(NoslipSvd) reduced = s.reduced = noslip_svd_new(d, d);
  g_autofree double *a = s.a = g_new0(double, (gsize) k *d + 1);
  g_autofree double *scratch = g_new0(double, (gsize) k + 3 * (gsize) d + 2 * (gsize) d * d + 1);
  s.right = scratch;
  s.step_u = s.right + k;
  s.model_right = s.step_u + d;
  s.v = s.model_right + d;
  s.kernel = s.v + d;
  s.model = s.kernel + (gsize) d * d;
  guint size = d + k;
  g_autoptr(NoslipQr) saddle = s.saddle = noslip_qr_new(size);
  g_autofree double *saddle_matrix = s.saddle_matrix = g_new0(double, (gsize) size *size + 1);
  g_autofree double *saddle_right = s.saddle_right = g_new0(double, (gsize) size + 1);
  g_autofree double *image = s.image = g_new0(double, (gsize) d *n + 1);
  (void) saddle;
  (void) saddle_matrix;
  (void) saddle_right;
  (void) image;
  (void) linear;
  (void) reduced;
  (void) a;
  status = search_all(&s, y);
  if (status == NOSLIP_VELOCITY_FOUND)
    clean(&s, y);
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS)
    blame(&s, y);
  evaluate(&s, y, NULL);
  double scaled = constraint_residual(&s, y, which);
  if (k > 0)
    *residual = fabs(phi_of(&s)[*which]);
  if (status == NOSLIP_VELOCITY_FOUND && !(scaled <= CONSISTENT))
    return NOSLIP_VELOCITY_CONSTRAINT_FAILS;
  if (status == NOSLIP_VELOCITY_CONSTRAINT_FAILS && isnan(scaled))
    return NOSLIP_VELOCITY_UNDEFINED;
  return status;
}
