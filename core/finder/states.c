/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/states.h"

#include "core/finder/drawing/drawing.h"
#include "core/system/mode.h"

#include <glib/gi18n-lib.h>

#define MOST_TRIES_FOR_ONE 50 /* tries for one state, on average */

static gboolean
draw_state(NoslipDrawing *drawing, guint64 *seed)
{
  const NoslipSystem *system = drawing->system;
  double *y = drawing->inputs + 1 + system->m;
  if (!noslip_drawing_place(drawing, seed))
    return FALSE;
  for (guint alpha = 0; alpha < system->n; alpha++)
    y[alpha] = noslip_states_draw(seed);
  noslip_tape_evaluate(drawing->tape, drawing->inputs, drawing->outputs);
  noslip_drawing_scale_velocities(drawing);
  for (guint alpha = 0; alpha < system->n; alpha++)
    y[alpha] *= drawing->scale[alpha] * drawing->speed;
  return noslip_drawing_onto_constraints(drawing);
}

static guint
draw_all(NoslipDrawing *drawing, guint64 seed, NoslipStates *states)
{
  gsize most = (gsize) MOST_TRIES_FOR_ONE * states->n;
  guint found = 0;
  for (gsize try = 0; try < most && found < states->n; try++)
    if (draw_state(drawing, &seed))
      found += noslip_drawing_observe(drawing, states->rows + (gsize) found * states->row_size);
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
  NoslipDrawing *drawing = noslip_drawing_new(dynamics, parameters, xy);
  drawing->speed = noslip_drawing_speed(drawing);
  guint found = draw_all(drawing, seed * 1000003u, states);
  noslip_drawing_free(drawing);
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
