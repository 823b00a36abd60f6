/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The space of velocities at the present point. */
#include "core/geometry/figure/space-private.h"

#include <math.h>
#include <string.h>

#define CELLS_IN_SPACE 18
#define CELLS_IN_PLANE 72
#define WIRES 9
#define PATCH 1.08 /* half size of a plane, in half axes of the level set in it */
#define REACH 1.6  /* half size of the box around a cut, in velocities of the motion */
#define WHOLE 1.1  /* the same, in half axes of the level set, which is shown whole */

/* A function of velocities at the present point: the energy minus its present value, or a constraint. */
typedef struct {
  NoslipSpaces *spaces;
  guint n_axes;
  const guint *axes; /* fibre coordinates */
  guint output;      /* index of an output of the energy's tape */
  double value;
} Slice;

static double
on_slice(const double point[3], gpointer data)
{
  Slice *slice = data;
  NoslipSpaces *spaces = slice->spaces;
  for (guint i = 0; i < slice->n_axes; i++)
    spaces->at[noslip_row_y(spaces->system) + slice->axes[i]] = point[i];
  noslip_tape_evaluate(spaces->energy.work, spaces->at, spaces->energy.out);
  return spaces->energy.out[slice->output] - slice->value;
}

static void
pick(const double *values, guint n_axes, const guint *axes, double point[3])
{
  point[0] = point[1] = point[2] = 0;
  for (guint i = 0; i < n_axes; i++)
    point[i] = values[axes[i]];
}

/* Adds the projection of D or M, with the level set in it. */
static void
add_allowed(const NoslipSpaces *self, const NoslipSpaceLevels *levels, guint n_axes, const guint *axes,
            NoslipSpace *space)
{
  double centre[3], shape[9], axes_of[3][3], plane[3][3];
  pick(levels->centre, n_axes, axes, centre);
  noslip_space_restrict(self->n, levels->allowed, n_axes, axes, 1, shape);
  guint rank = noslip_mesh_half_axes(shape, axes_of);
  noslip_space_restrict(self->n, levels->spread, n_axes, axes, 1, shape);
  guint spread = noslip_mesh_half_axes(shape, plane);
  for (guint i = 0; i < 3; i++)
    for (guint c = 0; c < 3; c++)
      plane[i][c] = PATCH * (rank > 0 ? axes_of[i][c] : plane[i][c]);
  if (spread == 2 && n_axes == 3)
    noslip_mesh_add_plane(noslip_space_add(space, NOSLIP_PART_ALLOWED, NULL), centre, plane[0], plane[1]);
  else if (spread == 1)
    noslip_mesh_add_ellipsoid(noslip_space_add(space, NOSLIP_PART_ALLOWED, NULL), centre, 1, plane);
  if (rank > 0)
    noslip_mesh_add_ellipsoid(noslip_space_add(space, NOSLIP_PART_LEVEL, NULL), centre, rank, axes_of);
}

static void
add_shadows(const NoslipSpaces *self, const NoslipSpaceLevels *levels, guint n_axes, const guint *axes,
            NoslipSpace *space)
{
  const double origin[3] = {0, 0, 0};
  double shape[9], half[3][3];
  noslip_space_restrict(self->n, levels->shape, n_axes, axes, 1, shape);
  if (levels->full)
    noslip_mesh_add_ellipsoid(noslip_space_add(space, NOSLIP_PART_ENERGY, NULL), origin,
                              noslip_mesh_half_axes(shape, half), half);
  if (self->k > 0)
    add_allowed(self, levels, n_axes, axes, space);
}

/* Cuts */

static void
add_cuts(NoslipSpaces *self, const NoslipSpaceLevels *levels, const NoslipSpaceQuery *query, guint n_axes,
         const guint *axes, NoslipSpace *space)
{
  guint cells = n_axes == 3 ? CELLS_IN_SPACE : CELLS_IN_PLANE;
  double low[3] = {0}, high[3] = {0};
  memcpy(self->at, query->row, self->size * sizeof(double));
  for (guint i = 0; i < n_axes; i++) {
    double size = fmax(fabs(space->low[i]), fabs(space->high[i]));
    gsize a = axes[i];
    high[i] = size > 0 && isfinite(size) ? REACH * size : 1;
    if (levels->full)
      high[i] = fmax(high[i], WHOLE * sqrt(fmax(0, levels->shape[a * self->n + a])));
    else if (levels->known)
      high[i] = fmax(high[i], WHOLE * (fabs(levels->centre[a]) + sqrt(fmax(0, levels->allowed[a * self->n + a]))));
    low[i] = -high[i];
  }
  Slice energy = {self, n_axes, axes, 0, 0};
  double now[3];
  pick(query->row + noslip_row_y(self->system), n_axes, axes, now);
  energy.value = on_slice(now, &energy);
  NoslipMesh *level = noslip_space_add(space, NOSLIP_PART_ENERGY, NULL), *first = NULL;
  noslip_mesh_add_level(level, n_axes, cells, low, high, on_slice, &energy);
  noslip_mesh_add_wires(level, WIRES, low, high);
  for (guint a = 0; a < self->k; a++) {
    Slice constraint = {self, n_axes, axes, 1 + a, 0};
    NoslipMesh *allowed = noslip_space_add(space, NOSLIP_PART_ALLOWED, self->system->constraints[a].name);
    noslip_mesh_add_level(allowed, n_axes, cells, low, high, on_slice, &constraint);
    if (a == 0)
      first = allowed;
    else if (a == 1 && n_axes == 3)
      noslip_mesh_add_cut(first, on_slice, &constraint, noslip_space_add(space, NOSLIP_PART_LEVEL, NULL));
    if (self->k == 1 || n_axes == 2)
      noslip_mesh_add_cut(allowed, on_slice, &energy, noslip_space_add(space, NOSLIP_PART_LEVEL, NULL));
    noslip_mesh_add_wires(allowed, WIRES, low, high);
  }
}

/* Adds the arrow mu_A dphi^A/dy at the velocity: raised by W^-1, so that it is orthogonal to D, or by its components if
 * W has no inverse. */
static void
add_covector(NoslipSpaces *self, const NoslipSpaceQuery *query, guint n_axes, const guint *axes, NoslipSpace *space)
{
  NoslipSpaceState state;
  guint n = self->n;
  const double *mu = query->row + noslip_row_lambda(self->system), *y = query->row + noslip_row_y(self->system);
  if (self->kind != NOSLIP_DYNAMICS_VAKONOMIC || !noslip_spaces_state(self, query->row, &state))
    return;
  g_autofree double *covector = g_new0(double, n + 1);
  for (guint a = 0; a < self->k; a++)
    for (guint i = 0; i < n; i++)
      covector[i] += mu[a] * state.jacobian[a * n + i];
  noslip_lu_solve(self->mass, state.mass, covector, covector);
  for (guint i = 0; i < n; i++)
    covector[i] += y[i];
  double from[3], to[3];
  pick(y, n_axes, axes, from);
  pick(covector, n_axes, axes, to);
  NoslipMesh *arrow = noslip_space_add(space, NOSLIP_PART_COVECTOR, "mu");
  guint a = noslip_mesh_add_point(arrow, from), b = noslip_mesh_add_point(arrow, to);
  noslip_mesh_add_segment(arrow, a, b);
}

guint
noslip_space_velocities(NoslipSpaces *self, const NoslipSpaceQuery *query, guint n_axes, const guint *axes,
                        NoslipSpace *space)
{
  guint y = noslip_row_y(self->system);
  g_auto(NoslipSpaceLevels) levels = {0};
  NoslipSpaceState state;
  if (!noslip_spaces_state(self, query->row, &state))
    return 0;
  noslip_space_levels_init(self, query->row, &levels);
  noslip_space_init(space, n_axes);
  for (guint i = 0; i < n_axes; i++)
    space->axes[i] = g_strdup(self->system->fibres[axes[i]].name);
  space->shown = n_axes == self->n ? NOSLIP_SHOWN_WHOLE : levels.known ? NOSLIP_SHOWN_SHADOW : NOSLIP_SHOWN_CUT;
  g_autofree double(*points)[3] = g_malloc0_n(query->n_rows + 1, sizeof *points);
  for (guint r = 0; r < query->n_rows; r++) {
    pick(query->rows[r] + y, n_axes, axes, points[r]);
    noslip_space_reach(space, points[r]);
  }
  double now[3];
  pick(query->row + y, n_axes, axes, now);
  noslip_space_reach(space, now);
  if (levels.known && (levels.full || n_axes < self->n))
    add_shadows(self, &levels, n_axes, axes, space);
  else
    add_cuts(self, &levels, query, n_axes, axes, space);
  add_covector(self, query, n_axes, axes, space);
  noslip_space_add_motion(space, query->n_rows, (const double(*)[3]) points, now, TRUE);
  noslip_space_fit(space);
  return 1;
}
