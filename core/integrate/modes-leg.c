/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The legs of a motion: its modes, compiled and started. */
#include "core/integrate/modes.h"

#include <glib/gi18n-lib.h>

void
noslip_leg_free(gpointer data)
{
  NoslipLeg *leg = data;
  noslip_stepper_free(leg->stepper);
  if (leg->work != NULL)
    noslip_dynamics_formulation(leg->dynamics)->work_free(leg->work);
  noslip_reaction_workspace_free(leg->reaction);
  noslip_tape_workspace_free(leg->watched);
  g_free(leg->mode);
  g_free(leg->row);
  g_free(leg);
}

static NoslipLeg *
leg_new(NoslipModesRun *run, const NoslipModeSign *mode, NoslipDiagnostic **error)
{
  NoslipTape *watched;
  NoslipDynamics *dynamics = noslip_mode_table_get(run->table, mode, &watched, error);
  if (dynamics == NULL)
    return NULL;
  const NoslipFormulation *formulation = noslip_dynamics_formulation(dynamics);
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  gconstpointer data = noslip_dynamics_data(dynamics);
  NoslipLeg *leg = g_new0(NoslipLeg, 1);
  leg->mode = g_memdup2(mode, ((gsize) run->f + run->b + run->c + 1) * sizeof *mode);
  leg->dynamics = dynamics;
  leg->work = formulation->work_new(data);
  formulation->set_parameters(leg->work, run->parameters);
  leg->watched = noslip_tape_workspace_new(watched);
  noslip_tape_set_constants(leg->watched, run->parameters);
  leg->row = g_new0(double, noslip_row_size(system));
  leg->stepper = noslip_stepper_new(formulation, leg->work, formulation->size(data), dynamics, run->parameters,
                                    run->options, error);
  if (leg->stepper != NULL)
    return leg;
  noslip_leg_free(leg);
  return NULL;
}

NoslipLeg *
noslip_modes_enter(NoslipModesRun *run, const NoslipModeSign *mode, double t, const double *xy)
{
  GBytes *key = g_bytes_new(mode, ((gsize) run->f + run->b + run->c) * sizeof *mode);
  NoslipLeg *leg = g_hash_table_lookup(run->legs, key);
  if (leg == NULL && (leg = leg_new(run, mode, &run->error)) != NULL)
    g_hash_table_insert(run->legs, g_bytes_ref(key), leg);
  g_bytes_unref(key);
  if (leg == NULL)
    return NULL;
  const NoslipFormulation *formulation = noslip_dynamics_formulation(leg->dynamics);
  if (formulation->enter(leg->work, t, xy, leg->stepper->z) == NOSLIP_STEP_OK)
    return leg;
  run->error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_RANK_LOST, NULL,
                                     _("end the run before, or leave a friction or a bounce out"),
                                     _("what sticks or rests is not independent at t = %.12g s"), t);
  return NULL;
}
