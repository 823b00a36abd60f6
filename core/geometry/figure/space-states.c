/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Submanifolds of the space of states, with the motion on them. */
#include "core/geometry/figure/space-private.h"

#include <math.h>
#include <string.h>

#define CELLS_IN_SPACE 20
#define CELLS_IN_PLANE 72
#define WIRES 9
#define ABOUT 0.25 /* margin on each side of the motion, as a fraction of its range */

/* A function of a step; coordinates on no axis keep their present value. */
typedef struct {
  NoslipSpaces *spaces;
  guint n_axes, places[3]; /* indices of the axes in a row */
  guint output;
} Cut;

static double
on_cut(const double point[3], gpointer data)
{
  Cut *cut = data;
  NoslipSpaces *spaces = cut->spaces;
  for (guint i = 0; i < cut->n_axes; i++)
    spaces->at[cut->places[i]] = point[i];
  noslip_tape_evaluate(spaces->chain.work, spaces->at, spaces->chain.out);
  return spaces->chain.out[cut->output];
}

/* The index in a row of a variable with this index among x, y and mu. */
static guint
place_in_row(const NoslipSpaces *self, guint index)
{
  guint m = self->m, n = self->n;
  if (index < m)
    return noslip_row_x(self->system) + index;
  if (index < m + n)
    return noslip_row_y(self->system) + index - m;
  return noslip_row_lambda(self->system) + index - m - n;
}

/* Whether a function varies over the box at all; it may depend only on coordinates that are on no axis. */
static gboolean
varies(Cut *cut, const double low[3], const double high[3])
{
  double corner[3] = {low[0], low[1], low[2]}, first = on_cut(corner, cut);
  for (guint place = 1; place < 8; place++) {
    for (guint c = 0; c < 3; c++)
      corner[c] = place >> c & 1 ? high[c] : low[c] + 0.37 * (high[c] - low[c]);
    double value = on_cut(corner, cut);
    if (isfinite(value) && fabs(value - first) > 1e-12 * fmax(fabs(value), fabs(first)))
      return TRUE;
  }
  return FALSE;
}

static void
append(NoslipMesh *mesh, const NoslipMesh *other)
{
  g_array_append_vals(mesh->points, other->points->data, other->points->len);
  g_array_append_vals(mesh->triangles, other->triangles->data, other->triangles->len);
  g_array_append_vals(mesh->segments, other->segments->data, other->segments->len);
}

/* Adds the steps inside each other: the first function gives a surface, the second a curve on it, the third points. */
static void
add_steps(NoslipSpaces *self, Cut *cut, const double low[3], const double high[3], NoslipSpace *space)
{
  guint cells = cut->n_axes == 3 ? CELLS_IN_SPACE : CELLS_IN_PLANE, n = 0;
  g_autoptr(NoslipMesh) present = noslip_mesh_new();
  for (guint s = 0; s < self->n_steps; s++) {
    const NoslipSpaceStep *step = self->steps + s;
    guint before = n;
    for (guint f = 0; f < step->n && n < cut->n_axes; f++) {
      cut->output = step->first + f;
      if (!varies(cut, low, high))
        continue;
      NoslipMesh *next = noslip_mesh_new();
      if (n == 0)
        noslip_mesh_add_level(next, cut->n_axes, cells, low, high, on_cut, cut);
      else
        noslip_mesh_add_cut(present, on_cut, cut, next);
      noslip_mesh_free(present);
      present = next;
      n++;
    }
    if (n == before)
      continue;
    NoslipMesh *mesh = noslip_space_add(space, NOSLIP_PART_STEP, step->name);
    append(mesh, present);
    noslip_mesh_add_wires(mesh, WIRES, low, high);
  }
}

guint
noslip_space_states(NoslipSpaces *self, const NoslipSpaceQuery *query, guint n_axes, const guint *axes,
                    NoslipSpace *space)
{
  Cut cut = {.spaces = self, .n_axes = n_axes};
  double now[3] = {0};
  noslip_space_init(space, n_axes);
  space->shown = n_axes == self->m + self->n ? NOSLIP_SHOWN_WHOLE : NOSLIP_SHOWN_CUT;
  for (guint i = 0; i < n_axes; i++) {
    cut.places[i] = place_in_row(self, axes[i]);
    space->axes[i] = g_strdup(noslip_spaces_axis_name(self, axes[i]));
    now[i] = query->row[cut.places[i]];
  }
  if (!noslip_all_finite(now, n_axes))
    return 0;
  g_autofree double(*points)[3] = g_malloc0_n(query->n_rows + 1, sizeof *points);
  for (guint r = 0; r < query->n_rows; r++) {
    for (guint i = 0; i < n_axes; i++)
      points[r][i] = query->rows[r][cut.places[i]];
    noslip_space_reach(space, points[r]);
  }
  noslip_space_add_motion(space, query->n_rows, (const double(*)[3]) points, now, FALSE);
  noslip_space_fit(space);
  double low[3] = {0}, high[3] = {0};
  for (guint i = 0; i < n_axes; i++) {
    double room = ABOUT * (space->high[i] - space->low[i]);
    low[i] = space->low[i] - room;
    high[i] = space->high[i] + room;
  }
  memcpy(self->at, query->row, self->size * sizeof(double));
  add_steps(self, &cut, low, high, space);
  memcpy(space->low, low, sizeof low);
  memcpy(space->high, high, sizeof high);
  return 1;
}
