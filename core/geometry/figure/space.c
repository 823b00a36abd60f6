/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system's spaces at a state: their axes and contents. */
#include "core/geometry/figure/space-private.h"

#include <string.h>

/* Chooses the velocities in which D extends most, so that its projection is not flatter than D. */
static void
choose_velocities(const NoslipSpaces *self, const NoslipSpaceLevels *levels, guint *n_axes, guint axes[3])
{
  guint wanted = MIN(self->n, 3), n = 0;
  for (guint pass = 0; pass < 2; pass++)
    for (guint a = 0; a < self->n && n < wanted; a++) {
      gboolean taken = FALSE;
      for (guint i = 0; i < n; i++)
        taken = taken || axes[i] == self->m + a;
      guint fibres[3] = {0};
      double shape[9], half[3][3];
      for (guint i = 0; i < n; i++)
        fibres[i] = axes[i] - self->m;
      fibres[n] = a;
      if (!taken && pass == 0 && levels->known) {
        noslip_space_restrict(self->n, levels->spread, n + 1, fibres, 1, shape);
        taken = noslip_mesh_half_axes(shape, half) < n + 1;
      }
      if (!taken)
        axes[n++] = self->m + a;
    }
  *n_axes = n;
  for (guint i = 0; i + 1 < n; i++)
    for (guint j = i + 1; j < n; j++)
      if (axes[j] < axes[i]) {
        guint other = axes[i];
        axes[i] = axes[j];
        axes[j] = other;
      }
}

/* Chooses variables of the functions, velocities before coordinates if there are too many; then any others. */
static void
choose_states(const NoslipSpaces *self, guint *n_axes, guint axes[3])
{
  guint total = self->m + self->n + (self->kind == NOSLIP_DYNAMICS_VAKONOMIC ? self->k : 0), n = 0,
        wanted = MIN(total, 3);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < total && n < wanted; i++) {
      gboolean taken = FALSE;
      for (guint a = 0; a < n; a++)
        taken = taken || axes[a] == i;
      if (!taken && (pass == 1 || self->occurs[i]))
        axes[n++] = i;
    }
  *n_axes = n;
}

/* The default axes: *n of them, 2 or 3. */
static void
spaces_axes(const NoslipSpaces *self, NoslipSpaceKind kind, const double *parameters, const double *row, guint *n,
            guint axes[3])
{
  NoslipSpaces *spaces = (NoslipSpaces *) self; /* its workspaces are mutable caches */
  *n = 0;
  if (kind == NOSLIP_SPACE_STATES) {
    choose_states(self, n, axes);
  } else if (kind != NOSLIP_SPACE_MOMENTA) {
    g_auto(NoslipSpaceLevels) levels = {0};
    noslip_tape_set_constants(spaces->state.work, parameters);
    noslip_space_levels_init(spaces, row, &levels);
    choose_velocities(self, &levels, n, axes);
  }
}

static gboolean
axes_are_good(const NoslipSpaces *self, NoslipSpaceKind kind, const NoslipSpaceQuery *query)
{
  gboolean good = query->n_axes == 2 || query->n_axes == 3;
  for (guint i = 0; good && i < query->n_axes; i++) {
    good = noslip_spaces_may_be_axis(self, kind, query->axes[i]);
    for (guint j = 0; j < i; j++)
      good = good && query->axes[i] != query->axes[j];
  }
  return good;
}

guint
noslip_spaces_evaluate(NoslipSpaces *self, NoslipSpaceKind kind, const NoslipSpaceQuery *query, NoslipSpace space[2])
{
  guint n_axes = query->n_axes, axes[3], fibres[3], n = 0;
  if (!noslip_spaces_has(self, kind))
    return 0;
  noslip_tape_set_constants(self->state.work, query->parameters);
  noslip_tape_set_constants(self->energy.work, query->parameters);
  noslip_tape_set_constants(self->momenta.work, query->parameters);
  noslip_tape_set_constants(self->chain.work, query->parameters);
  memcpy(axes, query->axes, sizeof axes);
  if (!axes_are_good(self, kind, query))
    spaces_axes(self, kind, query->parameters, query->row, &n_axes, axes);
  for (guint i = 0; i < n_axes && kind != NOSLIP_SPACE_STATES; i++)
    fibres[i] = axes[i] - self->m;
  switch (kind) {
  case NOSLIP_SPACE_VELOCITIES:
    return noslip_space_velocities(self, query, n_axes, fibres, space);
  case NOSLIP_SPACE_LEGENDRE:
    n = noslip_space_velocities(self, query, n_axes, fibres, space);
    return n ? n + noslip_space_momenta(self, query, n_axes, fibres, FALSE, space + n) : 0;
  case NOSLIP_SPACE_MOMENTA:
    n = noslip_space_momenta(self, query, 3, self->orbit, TRUE, space);
    return n && self->has_vector ? n + noslip_space_vector(self, query, space + n) : n;
  case NOSLIP_SPACE_STATES:
    return noslip_space_states(self, query, n_axes, axes, space);
  case NOSLIP_N_SPACES:
    break;
  }
  return 0;
}
