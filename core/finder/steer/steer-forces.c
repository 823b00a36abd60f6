/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A variational problem has no external forces: the controls provide the forces that the path needs. */
#include "core/finder/steer/steer.h"
#include "core/system/mode.h"

#include <string.h>

static gboolean
has_forces(const NoslipSystem *system)
{
  for (guint a = 0; system->forces != NULL && a < system->n; a++)
    if (system->forces[a] != NOSLIP_ZERO)
      return TRUE;
  return FALSE;
}

NoslipSystem *
noslip_steer_system(NoslipSystem *system)
{
  if (!has_forces(system) || noslip_system_has_modes(system))
    return noslip_system_ref(system);
  NoslipSystem *copy = noslip_system_derived(system, noslip_graph_copy(system->graph));
  copy->constraints = g_new0(NoslipConstraint, system->k + 1);
  for (guint c = 0; c < system->k; c++)
    copy->constraints[c] = noslip_constraint_copy(&system->constraints[c]);
  noslip_system_derive(copy);
  for (guint a = 0; a < system->n; a++)
    copy->forces[a] = NOSLIP_ZERO;
  return copy;
}
