/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steady.h"

#include "core/base/linear.h"
#include "core/finder/states.h"

#include <gsl/gsl_complex_math.h>
#include <gsl/gsl_eigen.h>
#include <math.h>
#include <string.h>

#define MOST_STEPS 200
#define CONVERGED 1e-11 /* residual, relative */
#define STANDS 1e-10    /* step, relative: near a double root the residual is small long before */
#define SYMMETRY_STATES 4
#define SYMMETRIC 1e-9

/* Index of a coordinate by its symbol. */
static guint
coordinate_of(const NoslipSystem *system, NoslipExpr symbol)
{
  for (guint i = 0; i < system->m; i++)
    if (system->coordinates[i].symbol == symbol)
      return i;
  return G_MAXUINT;
}

static guint
fibre_of(const NoslipSystem *system, NoslipExpr symbol)
{
  for (guint i = 0; i < system->n; i++)
    if (system->fibres[i].symbol == symbol)
      return i;
  return G_MAXUINT;
}

/* One entry of the generator: row += value z[column], or value alone where there is no column. */
static void
add_entry(const NoslipSteady *steady, guint row, guint column, double value, const double *z, double *xi,
          double *slopes)
{
  if (row == G_MAXUINT || value == 0)
    return;
  xi[row] += column == G_MAXUINT ? value : value * z[column];
  if (slopes != NULL && column != G_MAXUINT)
    slopes[row * steady->size + column] += value;
}

/* A turn about a space axis k multiplies q from the left, q' = 1/2 (0, k) q, one about a body axis from the right with
 * the opposite sign; components of the angular velocity along axes that do not turn with the body change by +-k x w. */
static void
add_rotation(const NoslipSteady *steady, const NoslipSymmetry *s, const double *z, double *xi, double *slopes)
{
  const NoslipRotation *rotation = &steady->system->rotations[s->rotation];
  double sign = s->space ? 1 : -1, turn = s->space == !rotation->body ? sign : 0;
  guint q[4], w[3], a = s->axis, b = (a + 1) % 3, c = (a + 2) % 3;
  for (guint i = 0; i < 4; i++)
    q[i] = coordinate_of(steady->system, rotation->quaternion[i]);
  for (guint i = 0; i < 3; i++)
    w[i] = steady->m + fibre_of(steady->system, rotation->omega[i]);
  /* (0, k) q = (-k_i q_i, q_0 k + k x q); from the right the cross product turns round */
  add_entry(steady, q[0], q[1 + a], -0.5 * sign, z, xi, slopes);
  add_entry(steady, q[1 + a], q[0], 0.5 * sign, z, xi, slopes);
  add_entry(steady, q[1 + c], q[1 + b], 0.5, z, xi, slopes);
  add_entry(steady, q[1 + b], q[1 + c], -0.5, z, xi, slopes);
  add_entry(steady, w[c], w[b], turn, z, xi, slopes);
  add_entry(steady, w[b], w[c], -turn, z, xi, slopes);
}

/* The fibre coordinate that is the coordinate's natural velocity, as an index of z; G_MAXUINT where there is none. */
static guint
velocity_of(const NoslipSteady *steady, guint coordinate)
{
  guint fibre = fibre_of(steady->system, steady->system->coordinates[coordinate].velocity);
  return fibre == G_MAXUINT ? G_MAXUINT : steady->m + fibre;
}

void
noslip_steady_generator(const NoslipSteady *steady, guint symmetry, const double *z, double *xi, double *slopes)
{
  const NoslipSymmetry *s = &steady->symmetries[symmetry];
  memset(xi, 0, sizeof(double) * steady->size);
  if (slopes != NULL)
    memset(slopes, 0, sizeof(double) * steady->size * steady->size);
  if (s->rotation != G_MAXUINT)
    add_rotation(steady, s, z, xi, slopes);
  else
    add_entry(steady, s->angle, G_MAXUINT, 1, z, xi, slopes);
  if (s->plane[0] == G_MAXUINT)
    return;
  guint x = s->plane[0], y = s->plane[1], u = velocity_of(steady, x), v = velocity_of(steady, y);
  add_entry(steady, x, y, -1, z, xi, slopes);
  add_entry(steady, y, x, 1, z, xi, slopes);
  if (u != G_MAXUINT && v != G_MAXUINT) {
    add_entry(steady, u, v, -1, z, xi, slopes);
    add_entry(steady, v, u, 1, z, xi, slopes);
  }
}

/* zdot at z, and the exact Jacobian (or NULL). */
static gboolean
evaluate(NoslipSteady *steady, const double *z, double *zdot, double *slopes)
{
  g_autofree double *copy = g_memdup2(z, sizeof(double) * steady->size);
  g_autofree double *in_time = g_new0(double, steady->size);
  if (steady->formulation->enter(steady->work, 0, z, copy) != NOSLIP_STEP_OK)
    return FALSE;
  memcpy(copy, z, sizeof(double) * steady->size);
  if (steady->formulation->rates(steady->work, 0, copy, zdot) != NOSLIP_STEP_OK ||
      !noslip_all_finite(zdot, steady->size))
    return FALSE;
  return slopes == NULL || (steady->formulation->jacobian(steady->work, 0, copy, slopes, in_time) == NOSLIP_STEP_OK &&
                            noslip_all_finite(slopes, (gsize) steady->size * steady->size));
}

/* Whether the flow of a symmetry leaves the equations alone: A xi - Dxi zdot = 0, cyclic rows left out. */
static gboolean
is_symmetry(NoslipSteady *steady, guint symmetry, const NoslipStates *states)
{
  guint size = steady->size;
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *xi = g_new0(double, size);
  g_autofree double *a = g_new0(double, (gsize) size *size);
  g_autofree double *dxi = g_new0(double, (gsize) size *size);
  g_autofree double *sums = g_new0(double, size);
  g_autofree double *terms = g_new0(double, size);
  for (guint s = 0; s < states->n; s++) {
    const double *z = noslip_states_row(states, s) + 1;
    double largest = 0;
    if (!evaluate(steady, z, zdot, a))
      return FALSE;
    noslip_steady_generator(steady, symmetry, z, xi, dxi);
    for (guint i = 0; i < size; i++) {
      sums[i] = terms[i] = 0;
      for (guint j = 0; j < size; j++) {
        sums[i] += a[i * size + j] * xi[j] - dxi[i * size + j] * zdot[j];
        terms[i] += fabs(a[i * size + j] * xi[j]) + fabs(dxi[i * size + j] * zdot[j]);
      }
      largest = fmax(largest, terms[i]);
    }
    for (guint i = 0; i < size; i++) /* what rounding has left of zero counts against the other rows */
      if (!(i < steady->m && steady->cyclic[i]) && !(fabs(sums[i]) <= SYMMETRIC * (terms[i] + 1e-3 * largest)))
        return FALSE;
  }
  return TRUE;
}

/* Coordinates that neither velocities nor other coordinates' rates depend on. */
static void
find_cyclic(NoslipSteady *steady, const NoslipStates *states)
{
  guint m = steady->m, size = steady->size;
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *a = g_new0(double, (gsize) size *size);
  g_autofree double *sum = g_new0(double, (gsize) size *size);
  g_autofree gboolean *bound = g_new0(gboolean, (gsize) m + 1);
  for (guint s = 0; s < states->n; s++) {
    const double *z = noslip_states_row(states, s) + 1;
    noslip_vanishing_evaluate(steady->vanishing, 0, z);
    for (guint g = 0; g < steady->system->n_manifolds; g++)
      for (guint i = 0; i < m; i++)
        bound[i] = bound[i] || steady->vanishing->outputs[2 * steady->vanishing->n + g * size + i] != 0;
    if (!evaluate(steady, z, zdot, a))
      continue;
    for (guint e = 0; e < size * size; e++)
      sum[e] += fabs(a[e]);
  }
  for (guint i = 0; i < m; i++)
    steady->cyclic[i] = !bound[i];
  for (gboolean changed = TRUE; changed;) {
    changed = FALSE;
    for (guint i = 0; i < m; i++)
      for (guint row = 0; row < size && steady->cyclic[i]; row++)
        if (!(row < m && steady->cyclic[row]) && sum[row * size + i] > 0) {
          steady->cyclic[i] = FALSE;
          changed = TRUE;
        }
  }
}

/* Tries a turn alone and with every pair of coordinates; the first that is a symmetry is kept. */
static void
try_symmetry(NoslipSteady *steady, NoslipSymmetry symmetry, const NoslipStates *states)
{
  NoslipSymmetry *place = &steady->symmetries[steady->n_symmetries];
  symmetry.plane[0] = symmetry.plane[1] = G_MAXUINT;
  *place = symmetry;
  if (is_symmetry(steady, steady->n_symmetries, states)) {
    steady->n_symmetries++;
    return;
  }
  for (guint x = 0; x < steady->m; x++)
    for (guint y = 0; y < steady->m; y++) {
      if (x == y || velocity_of(steady, x) == G_MAXUINT || velocity_of(steady, y) == G_MAXUINT ||
          (symmetry.rotation == G_MAXUINT && (x == symmetry.angle || y == symmetry.angle)))
        continue;
      place->plane[0] = x;
      place->plane[1] = y;
      if (is_symmetry(steady, steady->n_symmetries, states)) {
        steady->n_symmetries++;
        return;
      }
    }
}

static void
find_symmetries(NoslipSteady *steady, const NoslipStates *states)
{
  const NoslipSystem *system = steady->system;
  steady->symmetries = g_new0(NoslipSymmetry, (gsize) 6 * system->n_rotations + system->m + 1);
  find_cyclic(steady, states);
  for (guint r = 0; r < system->n_rotations; r++)
    for (guint choice = 0; choice < 6; choice++)
      try_symmetry(steady, (NoslipSymmetry){.rotation = r, .space = choice < 3, .axis = choice % 3}, states);
  for (guint i = 0; i < system->m; i++)
    if (system->coordinates[i].angle && !steady->cyclic[i])
      try_symmetry(steady, (NoslipSymmetry){.rotation = G_MAXUINT, .angle = i}, states);
}

/* The largest |eigenvalue| of a (n x n). */
static double
spectral_radius(guint n, const double *a)
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

static void
find_sizes(NoslipSteady *steady, const NoslipStates *states)
{
  steady->sizes = g_new0(double, (gsize) steady->size + 1);
  for (guint i = 0; i < steady->size; i++)
    for (guint s = 0; s < states->n; s++)
      steady->sizes[i] = fmax(steady->sizes[i], fabs(noslip_states_row(states, s)[1 + i]));
}

static void
find_rate(NoslipSteady *steady, const NoslipStates *states)
{
  g_autofree double *zdot = g_new0(double, steady->size);
  g_autofree double *a = g_new0(double, (gsize) steady->size * steady->size);
  for (guint s = 0; s < states->n; s++)
    if (evaluate(steady, noslip_states_row(states, s) + 1, zdot, a))
      steady->rate = fmax(steady->rate, spectral_radius(steady->size, a));
}

void
noslip_steady_set_parameters(NoslipSteady *steady, const double *parameters)
{
  steady->formulation->set_parameters(steady->work, parameters);
  noslip_vanishing_set_parameters(steady->vanishing, parameters);
}

NoslipSteady *
noslip_steady_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, gboolean relative, guint64 seed,
                  NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  NoslipSteady *steady = g_new0(NoslipSteady, 1);
  *steady = (NoslipSteady){.system = system,
                           .formulation = formulation,
                           .m = system->m,
                           .n = system->n,
                           .size = system->m + system->n,
                           .relative = relative};
  steady->work = formulation->work_new(noslip_dynamics_data(dynamics));
  steady->vanishing = noslip_vanishing_new(system, formulation->kind != NOSLIP_DYNAMICS_FREE);
  steady->cyclic = g_new0(gboolean, (gsize) system->m + 1);
  noslip_steady_set_parameters(steady, parameters);
  g_autoptr(NoslipStates) states = noslip_states_new(dynamics, parameters, xy, SYMMETRY_STATES, seed, error);
  if (states == NULL) {
    noslip_steady_free(steady);
    return NULL;
  }
  if (relative)
    find_symmetries(steady, states);
  find_sizes(steady, states);
  find_rate(steady, states);
  return steady;
}

void
noslip_steady_free(NoslipSteady *steady)
{
  if (steady == NULL)
    return;
  steady->formulation->work_free(steady->work);
  noslip_vanishing_free(steady->vanishing);
  g_free(steady->cyclic);
  g_free(steady->symmetries);
  g_free(steady->sizes);
  g_free(steady);
}

guint
noslip_steady_n_equations(const NoslipSteady *steady)
{
  return steady->size + steady->vanishing->n;
}

gboolean
noslip_steady_equations(NoslipSteady *steady, const double *z, const double *rates, double *f, double *scale,
                        double *jacobian)
{
  guint size = steady->size, columns = size + steady->n_symmetries, rows = size + steady->vanishing->n;
  g_autofree double *a = g_new0(double, (gsize) size *size);
  g_autofree double *xi = g_new0(double, size);
  g_autofree double *dxi = g_new0(double, (gsize) size *size);
  const NoslipVanishing *vanishing = steady->vanishing;
  if (!evaluate(steady, z, f, a))
    return FALSE;
  memset(jacobian, 0, sizeof(double) * rows * columns);
  for (guint i = 0; i < size; i++) {
    scale[i] = fabs(f[i]);
    for (guint j = 0; j < size; j++) {
      jacobian[i * columns + j] = a[i * size + j];
      scale[i] = fmax(scale[i], fabs(a[i * size + j] * z[j]));
    }
  }
  for (guint s = 0; s < steady->n_symmetries; s++) {
    noslip_steady_generator(steady, s, z, xi, dxi);
    for (guint i = 0; i < size; i++) {
      f[i] -= rates[s] * xi[i];
      jacobian[i * columns + size + s] = -xi[i];
      for (guint j = 0; j < size; j++)
        jacobian[i * columns + j] -= rates[s] * dxi[i * size + j];
    }
  }
  for (guint i = 0; i < steady->m; i++)
    if (steady->cyclic[i]) {
      f[i] = 0;
      memset(jacobian + (gsize) i * columns, 0, sizeof(double) * columns);
    }
  noslip_vanishing_evaluate(steady->vanishing, 0, z);
  for (guint i = 0; i < vanishing->n; i++) {
    f[size + i] = vanishing->outputs[i];
    scale[size + i] = vanishing->outputs[vanishing->n + i];
    memcpy(jacobian + (gsize) (size + i) * columns, vanishing->outputs + 2 * vanishing->n + (gsize) i * size,
           sizeof(double) * size);
  }
  return noslip_all_finite(f, rows) && noslip_all_finite(jacobian, (gsize) rows * columns);
}

void
noslip_steady_guess_rates(NoslipSteady *steady, const double *z, double *rates)
{
  guint size = steady->size, k = steady->n_symmetries;
  memset(rates, 0, sizeof(double) * k);
  if (k == 0)
    return;
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *xi = g_new0(double, size);
  g_autofree double *a = g_new0(double, (gsize) size *k);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(size, k);
  if (!evaluate(steady, z, zdot, NULL))
    return;
  for (guint s = 0; s < k; s++) {
    noslip_steady_generator(steady, s, z, xi, NULL);
    for (guint i = 0; i < size; i++)
      a[i * k + s] = i < steady->m && steady->cyclic[i] ? 0 : xi[i];
  }
  for (guint i = 0; i < steady->m; i++)
    zdot[i] = steady->cyclic[i] ? 0 : zdot[i];
  if (noslip_svd_factor(svd, a))
    noslip_svd_solve(svd, 1e-10, zdot, rates);
}

/* The residual of f against the largest of the sizes so far. */
static double
residual_of(guint rows, const double *f, const double *scale, double *largest)
{
  double worst = 0;
  for (guint i = 0; i < rows; i++) {
    *largest = fmax(*largest, scale[i]);
    worst = fmax(worst, fabs(f[i]));
  }
  return *largest > 0 ? worst / *largest : worst;
}

gboolean
noslip_steady_solve(NoslipSteady *steady, double *z, double *rates, double *residual)
{
  guint size = steady->size, columns = size + steady->n_symmetries, rows = size + steady->vanishing->n;
  g_autofree double *f = g_new0(double, rows);
  g_autofree double *scale = g_new0(double, rows);
  g_autofree double *jacobian = g_new0(double, (gsize) rows *columns);
  g_autofree double *step = g_new0(double, columns);
  g_autoptr(NoslipSvd) svd = noslip_svd_new(rows, columns);
  double largest = 0, moved = INFINITY;
  for (guint count = 0; count < MOST_STEPS; count++) {
    if (!noslip_steady_equations(steady, z, rates, f, scale, jacobian))
      return FALSE;
    *residual = residual_of(rows, f, scale, &largest);
    if (*residual <= CONVERGED && moved <= STANDS)
      return TRUE;
    if (!noslip_svd_factor(svd, jacobian))
      return FALSE;
    noslip_svd_solve(svd, 1e-12, f, step);
    double length = 0, extent = 0;
    for (guint j = 0; j < columns; j++) {
      length = fmax(length, fabs(step[j]));
      extent = fmax(extent, j < size ? fabs(z[j]) : 0);
    }
    double part = length > 1 ? 1 / length : 1;
    for (guint j = 0; j < columns; j++)
      (j < size ? z : rates - size)[j] -= part * step[j];
    moved = part * length / fmax(extent, 1);
  }
  return FALSE;
}
