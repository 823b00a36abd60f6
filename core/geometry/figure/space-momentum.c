/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The space of momenta at the present point, and of the vector on which rotations act. */
#include "core/geometry/figure/space-private.h"

#include <math.h>
#include <string.h>

/* out = p(row) on these axes; FALSE if it is not finite. */
static gboolean
momentum(NoslipSpaces *self, const double *row, guint n_axes, const guint *axes, double point[3])
{
  noslip_tape_evaluate(self->momenta.work, row, self->momenta.out);
  point[0] = point[1] = point[2] = 0;
  for (guint i = 0; i < n_axes; i++)
    point[i] = self->momenta.out[axes[i]];
  return noslip_all_finite(point, 3);
}

/* W S W: the shape among momenta that corresponds to S among velocities. */
static double *
lower(guint n, const double *mass, const double *shape)
{
  g_autofree double *half = g_new0(double, (gsize) n *n + 1);
  double *lowered = g_new0(double, (gsize) n *n + 1);
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      for (guint c = 0; c < n; c++)
        half[i * n + j] += mass[i * n + c] * shape[c * n + j];
  for (guint i = 0; i < n; i++)
    for (guint j = 0; j < n; j++)
      for (guint c = 0; c < n; c++)
        lowered[i * n + j] += half[i * n + c] * mass[c * n + j];
  return lowered;
}

static void
add_image(NoslipSpace *space, NoslipPartRole role, guint n, const double *mass, const double *shape, guint n_axes,
          const guint *axes, const double centre[3])
{
  g_autofree double *lowered = lower(n, mass, shape);
  double restricted[9], half[3][3];
  noslip_space_restrict(n, lowered, n_axes, axes, 1, restricted);
  guint rank = noslip_mesh_half_axes(restricted, half);
  if (rank > 0)
    noslip_mesh_add_ellipsoid(noslip_space_add(space, role, NULL), centre, rank, half);
}

/* Adds the image of the level sets of velocities under leg_L. */
static void
add_levels(NoslipSpaces *self, const NoslipSpaceQuery *query, guint n_axes, const guint *axes, NoslipSpace *space)
{
  g_auto(NoslipSpaceLevels) levels = {0};
  guint n = self->n;
  double origin[3] = {0}, centre[3] = {0};
  noslip_space_levels_init(self, query->row, &levels);
  space->shown = n_axes == n ? NOSLIP_SHOWN_WHOLE : levels.known ? NOSLIP_SHOWN_SHADOW : NOSLIP_SHOWN_CUT;
  if (!levels.known)
    return;
  for (guint i = 0; i < n_axes; i++) {
    origin[i] = centre[i] = levels.momentum[axes[i]];
    for (guint j = 0; j < n; j++)
      centre[i] += levels.mass[axes[i] * n + j] * levels.centre[j];
  }
  if (levels.full)
    add_image(space, NOSLIP_PART_ENERGY, n, levels.mass, levels.shape, n_axes, axes, origin);
  if (self->k > 0)
    add_image(space, NOSLIP_PART_LEVEL, n, levels.mass, levels.allowed, n_axes, axes, centre);
}

/* For leg_L that is not linear: adds the level set with its points mapped one by one. */
static void
add_carried(NoslipSpaces *self, const NoslipSpaceQuery *query, guint n_axes, const guint *axes,
            const NoslipSpace *velocities, NoslipSpace *space)
{
  for (guint p = 0; p < velocities->parts->len; p++) {
    const NoslipPart *part = velocities->parts->pdata[p];
    if (part->role != NOSLIP_PART_ENERGY && part->role != NOSLIP_PART_ALLOWED && part->role != NOSLIP_PART_LEVEL)
      continue;
    NoslipMesh *mesh = noslip_space_add(space, part->role, part->name);
    memcpy(self->at, query->row, self->size * sizeof(double));
    for (guint i = 0; i < noslip_mesh_n_points(part->mesh); i++) {
      const double *y = noslip_mesh_point(part->mesh, i);
      double image[3];
      for (guint c = 0; c < n_axes; c++)
        self->at[noslip_row_y(self->system) + axes[c]] = y[c];
      momentum(self, self->at, n_axes, axes, image);
      noslip_mesh_add_point(mesh, image);
    }
    g_array_append_vals(mesh->triangles, part->mesh->triangles->data, part->mesh->triangles->len);
    g_array_append_vals(mesh->segments, part->mesh->segments->data, part->mesh->segments->len);
  }
}

static double
length(const double v[3])
{
  return sqrt(v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
}

static void
add_sphere(NoslipSpace *space, double radius)
{
  const double origin[3] = {0, 0, 0};
  const double axes[3][3] = {{radius, 0, 0}, {0, radius, 0}, {0, 0, radius}};
  if (radius > 0)
    noslip_mesh_add_ellipsoid(noslip_space_add(space, NOSLIP_PART_ORBIT, NULL), origin, 3, axes);
}

/* Adds the plane Gamma.p = const through the present momentum; the coadjoint orbits of SE(3) lie on it and on |Gamma| =
 * const. */
static void
add_casimir(const NoslipSpaces *self, const double *row, const double p[3], NoslipSpace *space)
{
  double gamma[3], foot[3], a[3], b[3], along = 0;
  for (guint i = 0; i < 3; i++)
    gamma[i] = row[noslip_row_x(self->system) + self->vector[i]];
  double size = length(gamma), reach = length(p);
  if (!(size > 0) || !(reach > 0))
    return;
  for (guint i = 0; i < 3; i++)
    along += gamma[i] * p[i] / size;
  guint least = 0;
  for (guint i = 0; i < 3; i++) {
    foot[i] = along * gamma[i] / size;
    if (fabs(gamma[i]) < fabs(gamma[least]))
      least = i;
  }
  double unit[3] = {least == 0, least == 1, least == 2}, norm;
  for (guint i = 0; i < 3; i++)
    a[i] = gamma[(i + 1) % 3] * unit[(i + 2) % 3] - gamma[(i + 2) % 3] * unit[(i + 1) % 3];
  norm = length(a);
  for (guint i = 0; i < 3; i++)
    a[i] *= reach / norm;
  for (guint i = 0; i < 3; i++)
    b[i] = (gamma[(i + 1) % 3] * a[(i + 2) % 3] - gamma[(i + 2) % 3] * a[(i + 1) % 3]) / size;
  noslip_mesh_add_plane(noslip_space_add(space, NOSLIP_PART_CASIMIR, NULL), foot, a, b);
}

guint
noslip_space_momenta(NoslipSpaces *self, const NoslipSpaceQuery *query, guint n_axes, const guint *axes,
                     gboolean orbits, NoslipSpace *space)
{
  double now[3];
  if (!momentum(self, query->row, n_axes, axes, now))
    return 0;
  noslip_space_init(space, n_axes);
  space->equal = orbits;
  for (guint i = 0; i < n_axes; i++)
    space->axes[i] = g_strdup_printf("p(%s)", self->system->fibres[axes[i]].name);
  add_levels(self, query, n_axes, axes, space);
  if (space->shown == NOSLIP_SHOWN_WHOLE && space->parts->len == 0) {
    g_auto(NoslipSpace) velocities = {0};
    if (noslip_space_velocities(self, query, n_axes, axes, &velocities))
      add_carried(self, query, n_axes, axes, &velocities, space);
  }
  if (orbits)
    add_sphere(space, length(now));
  if (orbits && self->has_vector)
    add_casimir(self, query->row, now, space);
  g_autofree double(*points)[3] = g_malloc0_n(query->n_rows + 1, sizeof *points);
  guint n = 0;
  for (guint r = 0; r < query->n_rows; r++)
    n += momentum(self, query->rows[r], n_axes, axes, points[n]);
  noslip_space_add_motion(space, n, (const double(*)[3]) points, now, TRUE);
  noslip_space_fit(space);
  return 1;
}

guint
noslip_space_vector(NoslipSpaces *self, const NoslipSpaceQuery *query, NoslipSpace *space)
{
  guint x = noslip_row_x(self->system);
  double now[3];
  noslip_space_init(space, 3);
  space->equal = TRUE;
  for (guint i = 0; i < 3; i++) {
    space->axes[i] = g_strdup(self->system->coordinates[self->vector[i]].name);
    now[i] = query->row[x + self->vector[i]];
  }
  add_sphere(space, length(now));
  g_autofree double(*points)[3] = g_malloc0_n(query->n_rows + 1, sizeof *points);
  for (guint r = 0; r < query->n_rows; r++)
    for (guint i = 0; i < 3; i++)
      points[r][i] = query->rows[r][x + self->vector[i]];
  noslip_space_add_motion(space, query->n_rows, (const double(*)[3]) points, now, TRUE);
  noslip_space_fit(space);
  return 1;
}
