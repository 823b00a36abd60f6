/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The vector fields of symmetries: turns of a quaternion, shifts of a cyclic coordinate, turns in a plane. */
#include "core/finder/steady/steady.h"

#include <string.h>

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

/* One entry of the generator: row += value z[column], or just value if there is no column. */
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
  /* (0, k) q = (-k_i q_i, q_0 k + k x q); from the right the cross product changes its sign */
  add_entry(steady, q[0], q[1 + a], -0.5 * sign, z, xi, slopes);
  add_entry(steady, q[1 + a], q[0], 0.5 * sign, z, xi, slopes);
  add_entry(steady, q[1 + c], q[1 + b], 0.5, z, xi, slopes);
  add_entry(steady, q[1 + b], q[1 + c], -0.5, z, xi, slopes);
  add_entry(steady, w[c], w[b], turn, z, xi, slopes);
  add_entry(steady, w[b], w[c], -turn, z, xi, slopes);
}

guint
noslip_steady_velocity(const NoslipSteady *steady, guint coordinate)
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
  guint x = s->plane[0], y = s->plane[1], u = noslip_steady_velocity(steady, x), v = noslip_steady_velocity(steady, y);
  add_entry(steady, x, y, -1, z, xi, slopes);
  add_entry(steady, y, x, 1, z, xi, slopes);
  if (u != G_MAXUINT && v != G_MAXUINT) {
    add_entry(steady, u, v, -1, z, xi, slopes);
    add_entry(steady, v, u, 1, z, xi, slopes);
  }
}
