/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/form-writer.h"
#include "core/dynamics/formulations.h"
#include "core/dynamics/saddle.h"

#include <glib/gi18n-lib.h>

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  return noslip_saddle_new(system, TRUE, error);
}

static void
write_equations(NoslipFormWriter *writer)
{
  const NoslipModel *model = writer->model;
  noslip_form_add_base(writer, model->velocity);
  for (guint a = 0; a < model->n; a++) {
    NoslipExpr right = noslip_form_tidy(writer, model->force[a]);
    for (guint c = 0; c < model->k; c++)
      right = noslip_expr_add_product(writer->graph, right, model->system->constraints[c].multiplier,
                                      model->jacobian[c * model->n + a]);
    noslip_form_add_line(writer, noslip_form_tidy(writer, noslip_form_inertia(writer, a)), right);
  }
  noslip_form_add_constraints(writer);
}

const NoslipFormulation noslip_formulation_multipliers = {
    .id = NC_("formulation", "multipliers"),
    .title = N_("Lagrange multipliers"),
    .summary = N_("All velocities are integrated; the constraint forces are unknowns of every instant."),
    .source = N_("Quasi-coordinates from the point of view of Lie algebroid structures, section 7.1"),
    .latex = "W_{\\alpha\\beta}\\,\\dot y^\\beta - \\lambda_A\\,\\frac{\\partial\\varphi^A}{\\partial y^\\alpha} = "
             "F_\\alpha, \\qquad \\frac{\\partial\\varphi^A}{\\partial y^\\alpha}\\,\\dot y^\\alpha = "
             "-\\frac{\\partial\\varphi^A}{\\partial x^i}\\,\\rho^i_\\alpha y^\\alpha",
    .write = write_equations,
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .state = NOSLIP_STATE_FIBRES,
    .dash = NOSLIP_DASH_SOLID,
    .own_multipliers = TRUE,
    .create = create,
    NOSLIP_SADDLE_FUNCTIONS,
};
