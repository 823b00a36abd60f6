/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/states.h"

#include "core/finder/sampling/sampling.h"
#include "core/system/mode.h"

#include <glib/gi18n-lib.h>

#define MOST_TRIES_FOR_ONE 50 /* tries for one state, on average */

static gboolean
draw_state(NoslipSampling *sampling, guint64 *seed)
{
  const NoslipSystem *system = sampling->system;
  double *y = sampling->inputs + 1 + system->m;
  if (!noslip_sampling_place(sampling, seed))
    return FALSE;
  for (guint alpha = 0; alpha < system->n; alpha++)
    y[alpha] = noslip_random_draw(seed);
  noslip_tape_evaluate(sampling->tape, sampling->inputs, sampling->outputs);
  noslip_sampling_scale_velocities(sampling);
  for (guint alpha = 0; alpha < system->n; alpha++)
    y[alpha] *= sampling->scale[alpha] * sampling->speed;
  return noslip_sampling_onto_constraints(sampling);
}

static guint
draw_all(NoslipSampling *sampling, guint64 seed, NoslipStates *states)
{
  gsize most = (gsize) MOST_TRIES_FOR_ONE * states->n;
  guint found = 0;
  for (gsize try = 0; try < most && found < states->n; try++)
    if (draw_state(sampling, &seed))
      found += noslip_sampling_observe(sampling, states->rows + (gsize) found * states->row_size);
  return found;
}

NoslipStates *
noslip_states_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, guint n, guint64 seed,
                  NoslipDiagnostic **error)
{
  const NoslipSystem *system = noslip_dynamics_system(dynamics);
  NoslipStates *states = g_new0(NoslipStates, 1);
  states->n = n;
  states->row_size = noslip_row_size(system);
  states->rows = g_new0(double, (gsize) n * states->row_size + 1);
  NoslipSampling *sampling = noslip_sampling_new(dynamics, parameters, xy);
  sampling->speed = noslip_sampling_speed(sampling);
  guint found = draw_all(sampling, seed * 1000003u, states);
  noslip_sampling_free(sampling);
  if (found == n)
    return states;
  noslip_states_free(states);
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNDEFINED, NULL,
                                 _("give the coordinates ranges (in LO .. HI) within which the motion exists"),
                                 _("only %u of %u random states are regular states of the motion"), found, n);
  return NULL;
}

gboolean
noslip_states_refuse_modes(const NoslipSystem *system, NoslipDiagnostic **error)
{
  if (!noslip_system_has_modes(system))
    return FALSE;
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, noslip_modes_place(system),
                                 _("leave them out of the text, or write smooth forces in their place"),
                                 _("bounces and dry friction change what the smooth motion between them conserves"));
  return TRUE;
}

void
noslip_states_free(NoslipStates *states)
{
  if (states == NULL)
    return;
  g_free(states->rows);
  g_free(states);
}
