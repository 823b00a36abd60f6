/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/flow.h"

#include "core/system/mode.h"

#include <glib/gi18n-lib.h>

NoslipListing *
noslip_flow_listing(const NoslipTape *tape, guint n_variables, guint first, guint n)
{
  NoslipListing *listing = noslip_listing_new();
  g_autofree NoslipOperand *variables = g_new0(NoslipOperand, (gsize) n_variables + 1);
  g_autofree NoslipOperand *outputs = g_new0(NoslipOperand, (gsize) noslip_tape_n_outputs(tape) + 1);
  for (guint i = 0; i < n_variables; i++)
    variables[i] = noslip_operand_input(i);
  noslip_listing_add(listing, tape, variables, outputs);
  noslip_listing_output(listing, n, outputs + first);
  return listing;
}

void
noslip_flow_bind(NoslipFlow *flow, const NoslipManifold *manifold, guint m)
{
  guint c = flow->n_positions = manifold != NULL ? noslip_manifold_n(manifold) : 0;
  if (c > 0)
    flow->positions = noslip_flow_listing(noslip_manifold_tape(manifold), 1 + m, 0, c * (2 + m));
}

NoslipDiagnostic *
noslip_flow_refusal(const char *reason)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("choose another formulation"),
                               _("the equations cannot be written out: %s"), reason);
}

NoslipDiagnostic *
noslip_flow_refusal_alone(const char *reason)
{
  return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                               _("compute the motion here, or write a page, which plays it"),
                               _("the equations cannot be written out: %s"), reason);
}

NoslipFlow *
noslip_flow_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, double to, double step,
                NoslipDiagnostic **error)
{
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  if (noslip_system_has_modes(noslip_dynamics_system(dynamics))) {
    *error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, noslip_modes_place(noslip_dynamics_system(dynamics)),
                              _("write the friction as a smooth force, as -N*tanh(v/0.001), and a wall as the "
                                "force of a stiff spring"),
                              _("dry friction and bounces switch between equations, which cannot be written out "
                                "as one program"));
    return NULL;
  }
  if (formulation->flow == NULL) {
    *error = noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("compute the motion here, or write a page, which plays it"),
        _("the formulation '%s' solves for its motion at each instant in numbers, and cannot "
          "be written out"),
        noslip_formulation_words(formulation));
    return NULL;
  }
  g_autoptr(NoslipFlow) flow = g_new0(NoslipFlow, 1);
  flow->to = to;
  flow->step = step;
  if (!formulation->flow(noslip_dynamics_data(dynamics), parameters, xy, flow, error))
    return NULL;
  return g_steal_pointer(&flow);
}

void
noslip_flow_free(NoslipFlow *flow)
{
  if (flow == NULL)
    return;
  NoslipListing *listings[] = {flow->rates,  flow->positions, flow->velocities,  flow->back,
                               flow->lift,   flow->enter,     flow->inner_rates, flow->correction,
                               flow->survey, flow->scores,    flow->watch};
  for (guint i = 0; i < G_N_ELEMENTS(listings); i++)
    noslip_listing_free(listings[i]);
  g_free(flow->pivots);
  g_free(flow->varies);
  g_free(flow);
}
