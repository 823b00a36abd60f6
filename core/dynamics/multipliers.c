/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/saddle.h"
#include "core/dynamics/table.h"

#include <glib/gi18n.h>

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_saddle_new(system, TRUE, error);
}

const NoslipFormulation noslip_formulation_multipliers = {
    .id = "multipliers",
    .title = N_("Lagrange multipliers"),
    .summary = N_("All velocities are integrated; the constraint forces are unknowns of every instant."),
    .source = "Quasi-coordinates from the point of view of Lie algebroid structures, section 7.1",
    .latex = "W_{\\alpha\\beta}\\,\\dot y^\\beta - \\lambda_A\\,\\frac{\\partial\\varphi^A}{\\partial y^\\alpha} = "
             "F_\\alpha, \\qquad \\frac{\\partial\\varphi^A}{\\partial y^\\alpha}\\,\\dot y^\\alpha = "
             "-\\frac{\\partial\\varphi^A}{\\partial x^i}\\,\\rho^i_\\alpha y^\\alpha",
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
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
