/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/steady/steady.h"

#include "core/base/linear.h"
#include "core/finder/states.h"

#include <math.h>
#include <string.h>

#define SYMMETRY_STATES 4
#define SYMMETRIC 1e-8 /* masses of different sizes, as of a large disk, leave errors of rounding above 1e-9 */
#define ROUNDED 1e-3   /* part of the largest term, below which a sum may be rounding */

/* Whether a function that vanishes on M, with the given slopes (size), does not change along xi. */
static gboolean
is_unchanged(const NoslipSteady *steady, const double *slopes, const double *xi)
{
  double sum = 0, terms = 0, largest = 0, reach = 0;
  for (guint j = 0; j < steady->size; j++) {
    sum += slopes[j] * xi[j];
    terms += fabs(slopes[j] * xi[j]);
    largest = fmax(largest, fabs(slopes[j]) * steady->sizes[j]);
    reach = fmax(reach, fabs(xi[j]) / steady->sizes[j]);
  }
  return fabs(sum) <= SYMMETRIC * (terms + ROUNDED * largest * reach);
}

/* Whether xi leaves the manifolds and the constraints on velocities as they are at z. The positions of holonomic constraints
 * do not count: a coordinate that a motor turns, phi = Omega t, may turn. */
static gboolean
is_tangent(const NoslipSteady *steady, const double *z, const double *xi)
{
  const NoslipSystem *system = steady->system;
  NoslipVanishing *vanishing = steady->vanishing;
  const double *slopes = vanishing->outputs + 2 * vanishing->n;
  noslip_vanishing_evaluate(vanishing, 0, z);
  for (guint g = 0; g < system->n_manifolds; g++, slopes += steady->size)
    if (!is_unchanged(steady, slopes, xi))
      return FALSE;
  for (guint c = 0; c < system->k && vanishing->n > system->n_manifolds; c++) {
    if (!is_unchanged(steady, slopes, xi))
      return FALSE;
    slopes += (gsize) (system->constraints[c].holonomic ? 2 : 1) * steady->size;
  }
  return TRUE;
}

/* Whether the flow of a symmetry preserves M and the equations: A xi - Dxi zdot = 0, without cyclic rows. */
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
    if (!noslip_steady_rates(steady, z, zdot, a))
      return FALSE;
    noslip_steady_generator(steady, symmetry, z, xi, dxi);
    if (!is_tangent(steady, z, xi))
      return FALSE;
    for (guint i = 0; i < size; i++) {
      sums[i] = terms[i] = 0;
      for (guint j = 0; j < size; j++) {
        sums[i] += a[i * size + j] * xi[j] - dxi[i * size + j] * zdot[j];
        terms[i] += fabs(a[i * size + j] * xi[j]) + fabs(dxi[i * size + j] * zdot[j]);
      }
      largest = fmax(largest, terms[i]);
    }
    for (guint i = 0; i < size; i++) /* rounding of a zero is measured relative to the other rows */
      if (!(i < steady->m && steady->cyclic[i]) && !(fabs(sums[i]) <= SYMMETRIC * (terms[i] + ROUNDED * largest)))
        return FALSE;
  }
  return TRUE;
}

/* Finds the cyclic coordinates: on them depend no manifold, no constraint (on a turning table the velocity that it
 * prescribes is another one at another place) and no rate except the rates of cyclic coordinates. */
static void
find_cyclic(NoslipSteady *steady, const NoslipStates *states)
{
  guint m = steady->m, size = steady->size;
  g_autofree double *zdot = g_new0(double, size);
  g_autofree double *a = g_new0(double, (gsize) size *size);
  g_autofree double *sum = g_new0(double, (gsize) size *size);
  g_autofree double *shift = g_new0(double, size);
  for (guint i = 0; i < m; i++)
    steady->cyclic[i] = TRUE;
  for (guint s = 0; s < states->n; s++) {
    const double *z = noslip_states_row(states, s) + 1;
    for (guint i = 0; i < m; i++) {
      shift[i] = 1;
      steady->cyclic[i] = steady->cyclic[i] && is_tangent(steady, z, shift);
      shift[i] = 0;
    }
    if (!noslip_steady_rates(steady, z, zdot, a))
      continue;
    for (guint e = 0; e < size * size; e++)
      sum[e] += fabs(a[e]);
  }
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

/* Tries a turn alone and with every pair of coordinates; keeps the first that is a symmetry. */
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
      if (x == y || noslip_steady_velocity(steady, x) == G_MAXUINT || noslip_steady_velocity(steady, y) == G_MAXUINT ||
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
  double largest[2] = {0, 0};
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
  noslip_steady_find_sizes(steady, states);
  noslip_steady_slow_down(steady, states, xy);
  if (relative)
    find_symmetries(steady, states);
  steady->idle = g_new0(gboolean, (gsize) steady->n_symmetries + 1);
  noslip_steady_find_sizes(steady, states);
  noslip_steady_find_rate(steady, states, largest);
  noslip_steady_find_units(steady, states, largest);
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
  g_free(steady->idle);
  g_free(steady->sizes);
  g_free(steady->terms);
  g_free(steady->units.states);
  g_free(steady->units.rows);
  g_free(steady->fine_units.states);
  g_free(steady->fine_units.rows);
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
  if (!noslip_steady_rates(steady, z, f, a))
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
  if (!noslip_steady_rates(steady, z, zdot, NULL))
    return;
  for (guint s = 0; s < k; s++) {
    noslip_steady_generator(steady, s, z, xi, NULL);
    for (guint i = 0; i < size; i++)
      a[i * k + s] = i < steady->m && steady->cyclic[i] ? 0 : xi[i] / steady->units.states[i];
  }
  for (guint i = 0; i < size; i++)
    zdot[i] = i < steady->m && steady->cyclic[i] ? 0 : zdot[i] / steady->units.states[i];
  if (noslip_svd_factor(svd, a))
    noslip_svd_solve(svd, 1e-10, zdot, rates);
}
