/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/saddle.h"
#include "core/dynamics/table.h"

#include <glib/gi18n-lib.h>

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_saddle_new(system, TRUE, error);
}

const NoslipFormulation noslip_formulation_multipliers = {
    .id = NC_("formulation", "multipliers"),
    .title = N_("Lagrange multipliers"),
    .summary = N_("All velocities are integrated; the constraint forces are unknowns of every instant."),
    .source = "Quasi-coordinates from the point of view of Lie algebroid structures, section 7.1",
    .latex = "W_{\\alpha\\beta}\\,\\dot y^\\beta - \\lambda_A\\,\\frac{\\partial\\varphi^A}{\\partial y^\\alpha} = "
             "F_\\alpha, \\qquad \\frac{\\partial\\varphi^A}{\\partial y^\\alpha}\\,\\dot y^\\alpha = "
             "-\\frac{\\partial\\varphi^A}{\\partial x^i}\\,\\rho^i_\\alpha y^\\alpha",
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .create = create,
    NOSLIP_SADDLE_FUNCTIONS,
};
