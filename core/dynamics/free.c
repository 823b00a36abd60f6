/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/formulations.h"
#include "core/dynamics/saddle.h"

#include <glib/gi18n-lib.h>

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_saddle_new(system, FALSE, error);
}

const NoslipFormulation noslip_formulation_free = {
    .id = NC_("formulation", "free"),
    .title = N_("Without the constraints"),
    .summary = N_("The Euler-Lagrange equations of the Lagrangian and the forces alone: the constraints are off."),
    .source = N_("Quasi-coordinates from the point of view of Lie algebroid structures, section 3"),
    .latex = "W_{\\alpha\\beta}\\,\\dot y^\\beta = F_\\alpha",
    .kind = NOSLIP_DYNAMICS_FREE,
    .state = NOSLIP_STATE_FIBRES,
    .color = "#661100",
    .dash = NOSLIP_DASH_DASH_DOT_DOT,
    .automatic = TRUE,
    .create = create,
    NOSLIP_SADDLE_FUNCTIONS,
};
