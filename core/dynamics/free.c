/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/saddle.h"
#include "core/dynamics/table.h"

#include <glib/gi18n.h>

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_saddle_new(system, FALSE, error);
}

const NoslipFormulation noslip_formulation_free = {
    .id = "free",
    .title = N_("Without the constraints"),
    .summary = N_("The Euler-Lagrange equations of the Lagrangian and the forces alone: the constraints are off."),
    .source = "Quasi-coordinates from the point of view of Lie algebroid structures, section 3",
    .latex = "W_{\\alpha\\beta}\\,\\dot y^\\beta = F_\\alpha",
    .kind = NOSLIP_DYNAMICS_FREE,
    .automatic = TRUE,
    .create = create,
    .destroy = noslip_saddle_free,
    .size = noslip_saddle_size,
    .work_new = noslip_saddle_work_new,
    .work_free = noslip_saddle_work_free,
    .set_parameters = noslip_saddle_set_parameters,
    .enter = noslip_saddle_enter,
    .rates = noslip_saddle_rates,
    .accept = noslip_saddle_accept,
    .observe = noslip_saddle_observe,
    .failure = noslip_saddle_failure,
    .jacobian = noslip_saddle_jacobian,
    .lanes = &noslip_saddle_lanes,
};
