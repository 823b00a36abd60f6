/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether vakonomic dynamics needs the constraint algorithm. */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/algorithm/mass-reduction.h"

/* K is the mass matrix of the extension, and is regular exactly if R_ab is. */
gboolean
noslip_vakonomic_is_singular(const NoslipSystem *system)
{
  if (system->k == 0)
    return FALSE;
  g_autoptr(NoslipVakonomicExtension) extension = noslip_vakonomic_extension_new(system, FALSE);
  g_autoptr(NoslipModel) model = noslip_model_new(extension->system);
  NoslipConstraintPoints points;
  noslip_constraint_points_init(&points, model);
  noslip_vakonomic_extension_start(extension, points.centre);
  gboolean regular = noslip_mass_rank(&points) == model->n; /* only at the centre: no points are drawn yet */
  if (!regular) {
    noslip_constraint_points_draw(&points, system->k, extension->phi);
    regular = points.n_points == 0 || noslip_mass_rank(&points) == model->n;
  }
  noslip_constraint_points_clear(&points);
  return !regular;
}
