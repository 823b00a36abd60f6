/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The parts of a space, its box, and the level sets of a quadratic energy in closed form. */
#include "core/geometry/figure/space-private.h"

#include <math.h>
#include <string.h>

static void
part_free(gpointer data)
{
  NoslipPart *part = data;
  noslip_mesh_free(part->mesh);
  g_free(part->name);
  g_free(part);
}

void
noslip_space_init(NoslipSpace *space, guint dimension)
{
  *space = (NoslipSpace){.dimension = dimension};
  space->parts = g_ptr_array_new_with_free_func(part_free);
  for (guint c = 0; c < 3; c++) {
    space->low[c] = INFINITY;
    space->high[c] = -INFINITY;
  }
}

void
noslip_space_clear(NoslipSpace *space)
{
  for (guint c = 0; c < 3; c++)
    g_free(space->axes[c]);
  g_clear_pointer(&space->parts, g_ptr_array_unref);
  *space = (NoslipSpace){0};
}

NoslipMesh *
noslip_space_add(NoslipSpace *space, NoslipPartRole role, const char *name)
{
  NoslipPart *part = g_new0(NoslipPart, 1);
  part->role = role;
  part->name = g_strdup(name);
  part->mesh = noslip_mesh_new();
  while (noslip_space_part(space, role, part->nth))
    part->nth++;
  g_ptr_array_add(space->parts, part);
  return part->mesh;
}

const NoslipPart *
noslip_space_part(const NoslipSpace *space, NoslipPartRole role, guint nth)
{
  for (guint i = 0; space->parts && i < space->parts->len; i++) {
    const NoslipPart *part = space->parts->pdata[i];
    if (part->role == role && part->nth == nth)
      return part;
  }
  return NULL;
}

void
noslip_space_reach(NoslipSpace *space, const double point[3])
{
  for (guint c = 0; c < 3; c++)
    if (isfinite(point[c])) {
      space->low[c] = fmin(space->low[c], point[c]);
      space->high[c] = fmax(space->high[c], point[c]);
    }
}

#define ROOM 0.08 /* margin around the contents, as a fraction of the sides of the box */

void
noslip_space_fit(NoslipSpace *space)
{
  double widest = 0;
  for (guint p = 0; p < space->parts->len; p++) {
    const NoslipPart *part = space->parts->pdata[p];
    for (guint i = 0; i < noslip_mesh_n_points(part->mesh); i++)
      noslip_space_reach(space, noslip_mesh_point(part->mesh, i));
  }
  for (guint c = 0; c < 3; c++)
    widest = fmax(widest, space->high[c] - space->low[c]);
  for (guint c = 0; c < 3; c++) {
    gboolean empty = !(space->high[c] >= space->low[c]);
    double middle = empty ? 0 : (space->low[c] + space->high[c]) / 2;
    double half = empty ? 0 : (space->high[c] - space->low[c]) / 2;
    if (space->equal)
      half = widest / 2;
    if (!(half > 1e-9 * fabs(middle)) || half == 0)
      half = middle != 0 ? fabs(middle) / 2 : widest > 0 ? widest / 4 : 1;
    space->low[c] = middle - (1 + ROOM) * half;
    space->high[c] = middle + (1 + ROOM) * half;
  }
}

void
noslip_space_add_motion(NoslipSpace *space, guint n, const double (*points)[3], const double now[3], gboolean arrow)
{
  NoslipMesh *motion = noslip_space_add(space, NOSLIP_PART_MOTION, NULL);
  memcpy(space->now, now, sizeof space->now);
  for (guint i = 0; i < n; i++) {
    guint index = noslip_mesh_add_point(motion, points[i]);
    if (i > 0)
      noslip_mesh_add_segment(motion, index - 1, index);
  }
  guint last = noslip_mesh_add_point(motion, now);
  if (n > 0)
    noslip_mesh_add_segment(motion, last - 1, last);
  NoslipMesh *here = noslip_space_add(space, NOSLIP_PART_NOW, NULL);
  const double origin[3] = {0, 0, 0};
  guint from = noslip_mesh_add_point(here, arrow ? origin : now), to = noslip_mesh_add_point(here, now);
  if (arrow)
    noslip_mesh_add_segment(here, from, to);
}

void
noslip_space_restrict(guint n, const double *matrix, guint n_axes, const guint *axes, double value, double shape[9])
{
  memset(shape, 0, 9 * sizeof *shape);
  for (guint i = 0; i < n_axes; i++)
    for (guint j = 0; j < n_axes; j++)
      shape[3 * i + j] = value * matrix[axes[i] * n + axes[j]];
}

/* Levels of a quadratic energy, E = y W y / 2 + V. With a basis B of D = ker Phi, S = B (B^T W B)^-1 B^T inverts W on
 * D; on M_x = centre + D the energy is least at the centre, B^T W centre = 0. W need only be positive on D. */

static gboolean
is_positive(guint n, const double *matrix)
{
  g_autofree double *l = g_memdup2(matrix, (gsize) n * n * sizeof(double));
  for (guint j = 0; j < n; j++) {
    double size = fabs(l[j * n + j]);
    for (guint c = 0; c < j; c++)
      l[j * n + j] -= l[j * n + c] * l[j * n + c];
    if (!(l[j * n + j] > NOSLIP_LINEAR_RANK * size))
      return FALSE;
    double root = l[j * n + j] = sqrt(l[j * n + j]);
    for (guint i = j + 1; i < n; i++) {
      for (guint c = 0; c < j; c++)
        l[i * n + j] -= l[i * n + c] * l[j * n + c];
      l[i * n + j] /= root;
    }
  }
  return n > 0;
}

/* Computes the inverse (n x n) of a positive matrix. */
static gboolean
invert(NoslipLu *lu, guint n, const double *matrix, double *inverse)
{
  g_autofree double *unit = g_new0(double, n + 1), *column = g_new0(double, n + 1);
  for (guint j = 0; j < n; j++) {
    memset(unit, 0, n * sizeof *unit);
    unit[j] = 1;
    if (!noslip_lu_solve(lu, matrix, unit, column))
      return FALSE;
    for (guint i = 0; i < n; i++)
      inverse[i * n + j] = column[i];
  }
  return TRUE;
}

/* Computes spread = S and the centre from a point of M_x and the kernel of Phi. FALSE if W is not positive on D. */
static gboolean
restrict_to_constraints(NoslipSpaces *self, const NoslipSpaceState *state, NoslipSpaceLevels *levels)
{
  gsize n = self->n, k = self->k;
  g_autoptr(NoslipSvd) svd = noslip_svd_new(self->k, self->n);
  g_autofree double *basis = g_new0(double, n *n + 1), *metric = g_new0(double, n *n + 1),
                    *inverse = g_new0(double, n *n + 1), *minus = g_new0(double, k + 1);
  if (!noslip_svd_factor(svd, state->jacobian))
    return FALSE;
  guint r = noslip_svd_kernel(svd, 1e-10, basis);
  for (guint a = 0; a < r; a++)
    for (guint b = 0; b < r; b++)
      for (guint i = 0; i < n; i++)
        for (guint j = 0; j < n; j++)
          metric[a * r + b] += basis[a * n + i] * state->mass[i * n + j] * basis[b * n + j];
  g_autoptr(NoslipLu) lu = noslip_lu_new(MAX(r, 1));
  if (!is_positive(r, metric) || !invert(lu, r, metric, inverse))
    return FALSE;
  memset(levels->spread, 0, n * n * sizeof(double));
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      for (guint a = 0; a < r; a++)
        for (guint b = 0; b < r; b++)
          levels->spread[i * n + j] += basis[a * n + i] * inverse[a * r + b] * basis[b * n + j];
  g_autofree double *point = g_new0(double, n + 1);
  for (guint a = 0; a < k; a++)
    minus[a] = -state->phi[a];
  noslip_svd_solve(svd, 1e-10, minus, point);
  for (guint i = 0; i < n; i++) {
    levels->centre[i] = point[i];
    for (guint j = 0; j < n; j++)
      for (guint c = 0; c < n; c++)
        levels->centre[i] -= levels->spread[i * n + j] * state->mass[j * n + c] * point[c];
  }
  return TRUE;
}

static double
quadratic_form(guint n, const double *matrix, const double *v)
{
  double sum = 0;
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      sum += matrix[i * n + j] * v[i] * v[j];
  return sum;
}

void
noslip_space_levels_init(NoslipSpaces *self, const double *row, NoslipSpaceLevels *levels)
{
  gsize n = self->n, y = noslip_row_y(self->system);
  *levels = (NoslipSpaceLevels){0};
  levels->shape = g_new0(double, n *n + 1);
  levels->allowed = g_new0(double, n *n + 1);
  levels->spread = g_new0(double, n *n + 1);
  levels->centre = g_new0(double, n + 1);
  levels->momentum = g_new0(double, n + 1);
  levels->mass = g_new0(double, n *n + 1);
  NoslipSpaceState state;
  if (!self->quadratic || !noslip_spaces_state(self, row, &state))
    return;
  double energy = state.energy[0];
  memcpy(self->at, row, self->size * sizeof(double));
  memset(self->at + y, 0, n * sizeof(double));
  if (!noslip_spaces_state(self, self->at, &state))
    return;
  memcpy(levels->momentum, state.p, n * sizeof(double));
  memcpy(levels->mass, state.mass, n * n * sizeof(double));
  double speed = fmax(0, 2 * (energy - state.energy[0]));
  levels->full = is_positive(self->n, state.mass) && invert(self->mass, self->n, state.mass, levels->spread);
  for (gsize i = 0; i < n * n && levels->full; i++)
    levels->shape[i] = speed * levels->spread[i];
  if (!self->affine)
    return;
  levels->known = self->k > 0 ? restrict_to_constraints(self, &state, levels) : levels->full;
  speed = fmax(0, speed - quadratic_form(self->n, state.mass, levels->centre));
  for (gsize i = 0; i < n * n && levels->known; i++)
    levels->allowed[i] = speed * levels->spread[i];
}

void
noslip_space_levels_clear(NoslipSpaceLevels *levels)
{
  g_free(levels->shape);
  g_free(levels->allowed);
  g_free(levels->spread);
  g_free(levels->centre);
  g_free(levels->momentum);
  g_free(levels->mass);
  *levels = (NoslipSpaceLevels){0};
}
