/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The linearization of a (relative) equilibrium on M, and its eigenvalues. */
#include "core/base/linear.h"
#include "core/finder/family/family-directions.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/staircase.h"
#include "core/finder/steady/steady.h"

#include <float.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define SMALL 1e-7    /* rates below this part of the largest count as zero */
#define TURNS 1e-3    /* eigenvalues below this part of the rate of a steady turn do not belong to that turn */
#define MOVES 1e-9    /* a coordinate or a rotation moves if it is faster than this part of the motion's rate */
#define NEARBY 1e-10  /* assumed error of the state, relative to the size of each coordinate and velocity */
#define BESIDE 1e-7   /* likewise: distance of a state beside another on M */
#define JUMP 1e-2     /* limit of the relative change of the linearization there */
#define ZERO 1e-5     /* of the largest eigenvalue: one above it is not 0 */
#define CLEAR 100     /* slopes that are larger than their changes beside the state by this factor are no errors */
#define ALIKE_BITS 11 /* rates within this power of 2 are alike */
#define LEAST 0.1     /* linearizations smaller than this part of the rate are not smaller, for comparison */

typedef struct {
  double re, im;
  guint index;  /* of the eigenvector */
  guint pair;   /* the same number for two conjugate ones */
  double error; /* change of the eigenvalue by the assumed error of the state */
} Value;

static int
compare_values(gconstpointer a, gconstpointer b)
{
  const Value *one = a, *other = b;
  if (one->re != other->re)
    return one->re > other->re ? -1 : 1;
  if (fabs(one->im) != fabs(other->im))
    return fabs(one->im) > fabs(other->im) ? -1 : 1;
  if (one->pair != other->pair)
    return one->pair < other->pair ? -1 : 1;
  if (one->im != other->im)
    return one->im > other->im ? -1 : 1;
  return one->index < other->index ? -1 : one->index > other->index;
}

/* The Jacobian A of zdot - c xi at z (size x size). */
static gboolean
slopes_at(NoslipSteady *steady, const double *z, const double *rates, double *a)
{
  guint size = steady->size;
  g_autofree double *copy = g_memdup2(z, sizeof(double) * size);
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *xi = g_new0(double, size);
  g_autofree double *dxi = g_new0(double, (gsize) size *size);
  g_autofree double *in_time = g_new0(double, size);
  if (steady->formulation->enter(steady->work, 0, z, copy) != NOSLIP_STEP_OK)
    return FALSE;
  memcpy(copy, z, sizeof(double) * size);
  if (steady->formulation->rates(steady->work, 0, copy, zdot) != NOSLIP_STEP_OK ||
      steady->formulation->jacobian(steady->work, 0, copy, a, in_time) != NOSLIP_STEP_OK)
    return FALSE;
  for (guint s = 0; s < steady->n_symmetries; s++) {
    noslip_steady_generator(steady, s, z, xi, dxi);
    for (guint e = 0; e < size * size; e++)
      a[e] -= rates[s] * dxi[e];
  }
  return noslip_all_finite(a, (gsize) size * size);
}

/* T^t A T at z, n x n, in the units; the n rows of the basis are T^t. */
static gboolean
restricted_slopes(NoslipSteady *steady, const double *z, const double *rates, guint n, const double *basis, double *b)
{
  guint size = steady->size;
  g_autofree double *a = g_new0(double, (gsize) size *size);
  if (!slopes_at(steady, z, rates, a))
    return FALSE;
  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < size; j++)
      a[i * size + j] *= steady->units.states[j] / steady->units.states[i];
  memset(b, 0, sizeof(double) * n * n);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      for (guint k = 0; k < size; k++)
        b[i * n + j] +=
            basis[(gsize) i * size + k] * noslip_nullspace_dot(size, a + (gsize) k * size, basis + (gsize) j * size);
  return TRUE;
}

/* The eigenvalues of b (n x n), and its eigenvectors if `vectors` is not NULL. */
static gboolean
eigen(guint n, const double *b, GArray *values, gsl_matrix_complex **vectors)
{
  gsl_matrix *matrix = gsl_matrix_alloc(n, n);
  gsl_vector_complex *lambda = gsl_vector_complex_alloc(n);
  gsl_eigen_nonsymmv_workspace *work = gsl_eigen_nonsymmv_alloc(n);
  gsl_matrix_complex *found = gsl_matrix_complex_alloc(n, n);
  memcpy(matrix->data, b, sizeof(double) * n * n);
  int status = gsl_eigen_nonsymmv(matrix, lambda, found, work);
  for (guint i = 0; i < n && status == 0; i++) {
    gsl_complex at = gsl_vector_complex_get(lambda, i);
    Value value = {GSL_REAL(at), GSL_IMAG(at), i, i, 0};
    const Value *before = i > 0 ? &g_array_index(values, Value, i - 1) : NULL;
    if (before != NULL && before->pair == i - 1 && value.im != 0 && before->re == value.re && before->im == -value.im)
      value.pair = i - 1;
    g_array_append_val(values, value);
  }
  if (vectors != NULL)
    *vectors = found;
  else
    gsl_matrix_complex_free(found);
  gsl_eigen_nonsymmv_free(work);
  gsl_vector_complex_free(lambda);
  gsl_matrix_free(matrix);
  return status == 0;
}

static double
size_of(const Value *value)
{
  return hypot(value->re, value->im);
}

/* The `forced` smallest eigenvalues come last, as zeros; the others by decreasing real part. */
static void
order_values(GArray *values, guint forced)
{
  Value *v = (Value *) (gpointer) values->data;
  for (guint i = 0; i < forced && i < values->len; i++) {
    guint least = 0, end = values->len - i;
    for (guint j = 1; j < end; j++)
      least = size_of(&v[j]) < size_of(&v[least]) ? j : least;
    Value swap = v[least];
    v[least] = v[end - 1];
    v[end - 1] = swap;
    v[end - 1].re = v[end - 1].im = 0;
  }
  guint rest = values->len - MIN(forced, values->len);
  if (rest > 1)
    qsort(v, rest, sizeof(Value), compare_values);
}

static void
fill_modes(const NoslipSteady *steady, NoslipEquilibrium *equilibrium, const GArray *values,
           const gsl_matrix_complex *vectors, guint n, const double *basis)
{
  guint size = steady->size, shown = equilibrium->n - equilibrium->forced;
  equilibrium->modes = g_new0(double, (gsize) shown *size * 2 + 1);
  for (guint k = 0; k < shown && k < n; k++) {
    guint index = g_array_index(values, Value, k).index;
    for (guint j = 0; j < size; j++) {
      double *entry = equilibrium->modes + ((gsize) k * size + j) * 2;
      for (guint i = 0; i < n; i++) {
        gsl_complex part = gsl_matrix_complex_get(vectors, i, index);
        entry[0] += GSL_REAL(part) * basis[(gsize) i * size + j] * steady->units.states[j];
        entry[1] += GSL_IMAG(part) * basis[(gsize) i * size + j] * steady->units.states[j];
      }
    }
  }
}

/* One of two states (turn 0, 1) that differ from z by NEARBY. */
static void
move_beside(const NoslipSteady *steady, const double *z, guint turn, double *near)
{
  for (guint i = 0; i < steady->size; i++)
    near[i] = z[i] + ((i + turn) % 2 == 0 ? 1 : -1) * NEARBY * fmax(fabs(z[i]), steady->sizes[i]);
}

/* Measures the errors of the eigenvalues by their changes at two states that differ from z by NEARBY, the assumed error
 * of z. Multiple eigenvalues with too few eigenvectors (a nilpotent part) change by the root of NEARBY. */
static void
measure_errors(NoslipSteady *steady, const double *z, const double *rates, guint n, const double *basis, GArray *values)
{
  g_autofree double *near = g_new0(double, steady->size);
  g_autofree double *b = g_new0(double, (gsize) n *n);
  for (guint turn = 0; turn < 2; turn++) {
    g_autoptr(GArray) others = g_array_new(FALSE, FALSE, sizeof(Value));
    move_beside(steady, z, turn, near);
    if (!restricted_slopes(steady, near, rates, n, basis, b) || !eigen(n, b, others, NULL))
      continue;
    for (guint k = 0; k < values->len; k++) {
      Value *value = &g_array_index(values, Value, k);
      double nearest = INFINITY;
      for (guint j = 0; j < others->len; j++) {
        const Value *other = &g_array_index(others, Value, j);
        nearest = fmin(nearest, hypot(other->re - value->re, other->im - value->im));
      }
      value->error = fmax(value->error, nearest);
    }
  }
}

/* The size of the error of b by the assumed error of the state. */
static double
error_of_slopes(NoslipSteady *steady, const double *z, const double *rates, guint n, const double *basis,
                const double *b)
{
  g_autofree double *near = g_new0(double, steady->size);
  g_autofree double *other = g_new0(double, (gsize) n *n);
  double largest = 0;
  for (guint turn = 0; turn < 2; turn++) {
    move_beside(steady, z, turn, near);
    if (!restricted_slopes(steady, near, rates, n, basis, other))
      return INFINITY;
    for (guint e = 0; e < n * n; e++)
      other[e] -= b[e];
    largest = fmax(largest, sqrt(noslip_nullspace_dot(n * n, other, other)));
  }
  return largest;
}

/* Fills near (size) by a state beside z, in a direction that is a sum of all rows of the basis, with signs by `turn`. */
static void
move_on(const NoslipSteady *steady, const double *z, guint turn, guint n, const double *basis, double *near)
{
  guint size = steady->size;
  double length = 0;
  memset(near, 0, sizeof(double) * size);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < size; j++)
      near[j] += ((i >> (turn / 2)) % 2 == turn % 2 ? 1 : -1) * basis[(gsize) i * size + j] * steady->units.states[j];
  for (guint j = 0; j < size; j++)
    length = fmax(length, fabs(near[j]) / steady->sizes[j]);
  for (guint j = 0; j < size; j++)
    near[j] = z[j] + (length > 0 ? BESIDE / length * near[j] : 0);
}

/* Whether the linearization hardly changes from z to a few states beside it on M. */
static gboolean
is_smooth(NoslipSteady *steady, const double *z, const double *rates)
{
  guint size = steady->size;
  g_autofree double *basis = g_new0(double, (gsize) size *size);
  guint n = noslip_vanishing_tangent(steady->vanishing, 0, z, steady->cyclic, steady->units.states, basis);
  g_autofree double *b = g_new0(double, (gsize) n *n + 1);
  g_autofree double *other = g_new0(double, (gsize) n *n + 1);
  g_autofree double *near = g_new0(double, size);
  if (n == 0 || !restricted_slopes(steady, z, rates, n, basis, b))
    return FALSE;
  double square = noslip_nullspace_dot(n * n, b, b), least = LEAST * steady->units.rate;
  for (guint turn = 0; turn < 4; turn++) {
    move_on(steady, z, turn, n, basis, near);
    if (!restricted_slopes(steady, near, rates, n, basis, other))
      return FALSE;
    double most = JUMP * sqrt(fmax(least * least, fmax(square, noslip_nullspace_dot(n * n, other, other))));
    for (guint e = 0; e < n * n; e++)
      other[e] -= b[e];
    if (!(sqrt(noslip_nullspace_dot(n * n, other, other)) <= most))
      return FALSE;
  }
  return TRUE;
}

gboolean
noslip_steady_is_smooth(NoslipSteady *steady, const double *z, const double *rates)
{
  const NoslipSteadyUnits units = steady->units;
  steady->units = steady->fine_units;
  gboolean smooth = is_smooth(steady, z, rates);
  steady->units = units;
  return smooth;
}

/* Turns the basis so that eigenvalues of b that are 0 up to errors are exactly 0. */
static void
split_zeros(guint n, guint size, double error, double *basis, double *b)
{
  g_autofree double *q = g_new0(double, (gsize) n *n);
  g_autofree double *turned = g_new0(double, (gsize) n *size);
  if (!isfinite(error) || noslip_staircase_split(n, error, b, q) == 0)
    return;
  for (guint i = 0; i < n; i++)
    for (guint k = 0; k < n; k++)
      for (guint j = 0; j < size; j++)
        turned[i * size + j] += q[i * n + k] * basis[k * size + j];
  memcpy(basis, turned, sizeof(double) * n * size);
}

/* The number of eigenvalues that the family forces to be 0: the linearization maps the family's directions to each
 * other. Directions that turn the axis of a steady turn are not zeros: the axis keeps its new direction, and in a frame
 * that turns about the old axis it rotates. */
static guint
count_forced(const NoslipSteady *steady, const double *rates, guint n, const double *b, double error, guint n_family,
             const double *family)
{
  g_autofree double *own = g_new0(double, (gsize) n_family *n_family + 1);
  g_autofree double *moved = g_new0(double, (gsize) n + 1);
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(Value));
  double turn = 0;
  guint forced = 0;
  for (guint s = 0; s < steady->n_symmetries; s++)
    turn = fmax(turn, fabs(rates[s]));
  for (guint k = 0; k < n_family; k++) {
    for (guint i = 0; i < n; i++)
      moved[i] = noslip_nullspace_dot(n, b + (gsize) i * n, family + (gsize) k * n);
    for (guint i = 0; i < n_family; i++)
      own[i * n_family + k] = noslip_nullspace_dot(n, family + (gsize) i * n, moved);
  }
  g_autofree double *q = g_new0(double, (gsize) n_family *n_family + 1);
  if (isfinite(error))
    noslip_staircase_split(n_family, error, own, q);
  if (n_family == 0 || !eigen(n_family, own, values, NULL))
    return n_family;
  for (guint i = 0; i < values->len; i++)
    forced += size_of(&g_array_index(values, Value, i)) <= fmax(TURNS * turn, SMALL * steady->rate);
  return turn > 0 ? forced : n_family;
}

static int
judge(const GArray *values, guint forced, double rate)
{
  double largest = rate;
  gboolean all_fall = TRUE;
  for (guint i = 0; i < values->len; i++)
    largest = fmax(largest, size_of(&g_array_index(values, Value, i)));
  for (guint i = 0; i + forced < values->len; i++) {
    const Value *value = &g_array_index(values, Value, i);
    double unsure = fmax(SMALL * largest, 10 * value->error);
    if (value->re > unsure)
      return 0;
    all_fall = all_fall && value->re < -unsure;
  }
  return all_fall && values->len > forced ? 1 : -1;
}

/* Whether a coordinate or a rotation moves faster than MOVES times the motion's rate. */
static gboolean
moves(NoslipSteady *steady, const double *z, const double *rates)
{
  g_autofree double *zdot = g_new0(double, steady->size);
  for (guint s = 0; s < steady->n_symmetries; s++)
    if (fabs(rates[s]) > MOVES * steady->rate)
      return TRUE;
  if (!noslip_steady_rates(steady, z, zdot, NULL))
    return FALSE;
  for (guint i = 0; i < steady->m; i++)
    if (steady->cyclic[i] && fabs(zdot[i]) > MOVES * steady->rate * steady->sizes[i])
      return TRUE;
  return FALSE;
}

/* The largest rates of coordinates by velocities, and of velocities by coordinates, in the units. */
static void
compare_here(const NoslipSteady *steady, const double *a, double largest[2])
{
  guint m = steady->m, size = steady->size;
  const double *units = steady->units.states;
  largest[0] = largest[1] = 0;
  for (guint i = 0; i < size; i++)
    for (guint j = 0; j < size; j++)
      if ((i < m) != (j < m) && !(i < m && steady->cyclic[i]))
        largest[i < m] = fmax(largest[i < m], fabs(a[i * size + j]) * units[j] / units[i]);
}

/* The factor of the velocities' units with which both kinds of rates at z are alike: where forces are far larger elsewhere,
 * one of them would be rounding beside the other. 1 where they are nearly so, or where the slopes of the forces may be
 * errors themselves. */
static double
local_factor(NoslipSteady *steady, const double *z, const double *rates)
{
  guint size = steady->size;
  g_autofree double *a = g_new0(double, (gsize) size *size);
  g_autofree double *other = g_new0(double, (gsize) size *size);
  g_autofree double *near = g_new0(double, size);
  double largest[2], change[2];
  if (!slopes_at(steady, z, rates, a))
    return 1;
  compare_here(steady, a, largest);
  for (guint turn = 0; turn < 2; turn++) {
    move_beside(steady, z, turn, near);
    if (!slopes_at(steady, near, rates, other))
      return 1;
    for (guint e = 0; e < size * size; e++)
      other[e] -= a[e];
    compare_here(steady, other, change);
    if (!(largest[0] > CLEAR * change[0]))
      return 1;
  }
  double bits = largest[0] > 0 && largest[1] > 0 ? log2(largest[0] / largest[1]) / 2 : 0;
  return fabs(bits) > ALIKE_BITS ? ldexp(1, (int) round(bits)) : 1;
}

static void
scale_velocities(NoslipSteady *steady, double factor)
{
  for (guint i = steady->m; i < steady->size; i++) {
    steady->units.states[i] *= factor;
    steady->fine_units.states[i] *= factor;
  }
}

/* Of the `forced` eigenvalues that a family of states at rest would force to be 0 the number of those that are 0 up to
 * errors. If they are fewer, there is no such family. Those of a steady turn need not be 0. */
static guint
count_zeros(const NoslipSteady *steady, const double *rates, const GArray *values, guint forced)
{
  double largest = 0;
  guint zeros = 0;
  for (guint s = 0; s < steady->n_symmetries; s++)
    if (rates[s] != 0)
      return forced;
  for (guint i = 0; i < values->len; i++)
    largest = fmax(largest, size_of(&g_array_index(values, Value, i)));
  for (guint i = 0; i < values->len; i++) {
    const Value *value = &g_array_index(values, Value, i);
    zeros += size_of(value) <= fmax(ZERO * largest, 10 * value->error);
  }
  return MIN(forced, zeros);
}

static NoslipEquilibrium *
linearize(NoslipSteady *steady, const double *z, const double *rates, double residual)
{
  guint size = steady->size, n_cyclic = 0;
  g_autofree double *basis = g_new0(double, (gsize) size *size);
  guint n = noslip_vanishing_tangent(steady->vanishing, 0, z, steady->cyclic, steady->units.states, basis);
  g_autofree double *b = g_new0(double, (gsize) n *n + 1);
  if (n == 0 || !restricted_slopes(steady, z, rates, n, basis, b))
    return NULL;
  for (guint i = 0; i < steady->m; i++)
    n_cyclic += steady->cyclic[i];
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(Value));
  gsl_matrix_complex *vectors = NULL;
  NoslipEquilibrium *equilibrium = NULL;
  g_autofree double *directions = g_new0(double, (gsize) n *n);
  double error = error_of_slopes(steady, z, rates, n, basis, b);
  gboolean crossing;
  guint n_family = noslip_family_directions(steady, z, rates, n, basis, b, error, directions, &crossing);
  guint family = count_forced(steady, rates, n, b, error, n_family, directions);
  split_zeros(n, size, error, basis, b);
  if (eigen(n, b, values, &vectors)) {
    equilibrium = g_new0(NoslipEquilibrium, 1);
    equilibrium->state = g_memdup2(z, sizeof(double) * size);
    equilibrium->rates = g_new0(double, (gsize) steady->n_symmetries + 1);
    memcpy(equilibrium->rates, rates, sizeof(double) * steady->n_symmetries);
    equilibrium->n_symmetries = steady->n_symmetries;
    equilibrium->members = 1;
    equilibrium->residual = residual;
    equilibrium->rate = steady->rate;
    equilibrium->n = n + n_cyclic;
    equilibrium->forced = family + n_cyclic;
    equilibrium->dimension = n_family + n_cyclic;
    measure_errors(steady, z, rates, n, basis, values);
    guint zeros = count_zeros(steady, rates, values, family);
    equilibrium->forced -= family - zeros;
    equilibrium->dimension -= MIN(n_family, family - zeros);
    family = zeros;
    order_values(values, family);
    equilibrium->stable = judge(values, family, steady->rate);
    if (crossing && equilibrium->stable > 0) /* between the families the linearization decides nothing */
      equilibrium->stable = -1;
    equilibrium->eigenvalues = g_new0(double, (gsize) equilibrium->n * 2);
    for (guint i = 0; i < n; i++) {
      equilibrium->eigenvalues[2 * i] = g_array_index(values, Value, i).re;
      equilibrium->eigenvalues[2 * i + 1] = g_array_index(values, Value, i).im;
    }
    fill_modes(steady, equilibrium, values, vectors, n, basis);
    equilibrium->relative = moves(steady, z, rates);
  }
  gsl_matrix_complex_free(vectors);
  return equilibrium;
}

NoslipEquilibrium *
noslip_steady_linearize(NoslipSteady *steady, const double *z, const double *rates, double residual)
{
  NoslipEquilibrium *best = NULL;
  g_autofree double *others = g_new0(double, (gsize) steady->n_symmetries + 1);
  for (guint first = 0; first < MAX(steady->n_symmetries, 1); first++) {
    memcpy(others, rates, sizeof(double) * steady->n_symmetries);
    guint n_idle = noslip_steady_leave_idle(steady, z, first, others);
    double factor = local_factor(steady, z, n_idle > 0 ? others : rates);
    scale_velocities(steady, factor);
    NoslipEquilibrium *one = linearize(steady, z, n_idle > 0 ? others : rates, residual);
    scale_velocities(steady, 1 / factor);
    if (best == NULL || (one != NULL && one->dimension > best->dimension)) {
      NoslipEquilibrium *swap = best;
      best = one;
      one = swap;
    }
    noslip_equilibrium_free(one);
    if (n_idle == 0)
      break;
  }
  memset(steady->idle, 0, sizeof(gboolean) * steady->n_symmetries);
  return best;
}

void
noslip_equilibrium_free(NoslipEquilibrium *equilibrium)
{
  if (equilibrium == NULL)
    return;
  g_free(equilibrium->state);
  g_free(equilibrium->rates);
  g_free(equilibrium->eigenvalues);
  g_free(equilibrium->modes);
  g_free(equilibrium);
}

void
noslip_equilibrium_displaced(const NoslipEquilibrium *equilibrium, guint m, guint n, guint mode, double amplitude,
                             double *xy)
{
  const double *v = equilibrium->modes + (gsize) 2 * mode * (m + n);
  double largest = 0;
  for (guint i = 0; i < m + n; i++) {
    double size = fmax(fabs(equilibrium->state[i]), i < m ? 1 : fmax(equilibrium->rate, DBL_MIN));
    largest = fmax(largest, fabs(v[2 * i]) / size);
  }
  for (guint i = 0; i < m + n; i++)
    xy[i] = equilibrium->state[i] + (largest > 0 ? amplitude / largest * v[2 * i] : 0);
}
