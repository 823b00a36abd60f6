/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A hand that pulls at a body while the motion runs. */
#include "core/simulation/hand/balance.h"
#include "core/simulation/simulation-private.h"
#include "core/system/degenerate.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static NoslipPushes *
pushes_of(NoslipSimulation *self)
{
  if (!self->pushes)
    self->pushes = noslip_pushes_new(self->system);
  return self->pushes;
}

/* What is held now, from the present sample on. */
static void
act(NoslipSimulation *self)
{
  double t = noslip_simulation_hand_sample(self);
  if (isnan(t))
    return;
  self->held.t = t;
  noslip_simulation_gesture(self, t, 1, &self->held);
}

char *
noslip_simulation_push_refusal(NoslipSimulation *self, guint draw)
{
  if (!self->system || self->runs.list->len == 0 || draw >= self->system->n_draws)
    return g_strdup(_("There is no motion that a hand could act on."));
  if (self->runs.kind == NOSLIP_DYNAMICS_VAKONOMIC)
    return g_strdup(_("A vakonomic motion makes an action stationary and takes no force of a hand. Choose nonholonomic "
                      "dynamics to pull at bodies."));
  if (!noslip_pushes_system(pushes_of(self), draw))
    return g_strdup(_("This cannot be pulled: it is no body that moves with the coordinates."));
  if (noslip_system_is_degenerate(self->system))
    return g_strdup(_("The Lagrangian is degenerate: not every force is compatible with its equations, so no hand can "
                      "pull at its bodies."));
  g_autofree char *reason =
      noslip_formulation_refusal(self->runs.formulation, noslip_pushes_system(pushes_of(self), draw));
  return reason ? g_strdup_printf(_("The formulation “%s” takes no force of a hand here: %s"),
                                  _(self->runs.formulation->title), reason)
                : NULL;
}

gboolean
noslip_simulation_take_body(NoslipSimulation *self, guint draw, const double point[3])
{
  g_autofree char *refusal = noslip_simulation_push_refusal(self, draw);
  if (refusal)
    return FALSE;
  const double *parameters = NULL, *row = noslip_runs_row(&self->runs, 0, &parameters);
  NoslipGesture gesture = {.input = NOSLIP_GESTURE_PUSH, .draw = draw};
  if (!row || !noslip_pushes_grip(pushes_of(self), draw, parameters, row, point, self->push_frequency, gesture.values))
    return FALSE;
  self->held = gesture;
  self->holds = TRUE;
  act(self);
  return TRUE;
}

void
noslip_simulation_set_push_frequency(NoslipSimulation *self, double frequency)
{
  if (isfinite(frequency))
    self->push_frequency = fmin(fmax(frequency, NOSLIP_PUSH_SOFTEST), NOSLIP_PUSH_STIFFEST);
}

double
noslip_simulation_push_frequency(const NoslipSimulation *self)
{
  return self->push_frequency;
}

void
noslip_simulation_pull_body(NoslipSimulation *self, const double target[3])
{
  if (!self->holds || !isfinite(target[0] + target[1] + target[2]))
    return;
  memcpy(self->held.values + NOSLIP_PUSH_TARGET, target, 3 * sizeof(double));
  act(self);
}

/* FALSE where there is no motion. */
static gboolean
units_of(NoslipSimulation *self, NoslipPushUnits *units)
{
  const double *parameters = NULL, *row = noslip_runs_row(&self->runs, 0, &parameters);
  if (row)
    noslip_pushes_units(pushes_of(self), self->held.draw, parameters, self->held.values, row, units);
  return row != NULL;
}

void
noslip_simulation_spin_body(NoslipSimulation *self, double steps)
{
  NoslipPushUnits units;
  if (!self->holds || !isfinite(steps) || !units_of(self, &units))
    return;
  self->held.values[NOSLIP_PUSH_SPIN] += steps * units.spin;
  act(self);
}

void
noslip_simulation_brake_body(NoslipSimulation *self, gboolean brakes)
{
  NoslipPushUnits units;
  if (!self->holds || !units_of(self, &units))
    return;
  self->held.values[NOSLIP_PUSH_BRAKE] = brakes ? units.brake : 0;
  self->held.values[NOSLIP_PUSH_TURN_BRAKE] = brakes ? units.turn_brake : 0;
  act(self);
}

void
noslip_simulation_release_body(NoslipSimulation *self)
{
  if (!self->holds)
    return;
  self->holds = FALSE;
  memset(self->held.values, 0, sizeof self->held.values);
  self->held.rests = TRUE;
  act(self);
}

gboolean
noslip_simulation_hand_verdict(const NoslipSimulation *self, NoslipVerdict *verdict)
{
  return self->system && noslip_hand_judge(&self->runs, verdict);
}

gboolean
noslip_simulation_pushed(NoslipSimulation *self, double point[3], double target[3])
{
  const NoslipGesture *push = noslip_gestures_push(self->runs.gestures, noslip_playhead_time(&self->playhead));
  const double *parameters = NULL, *row = push ? noslip_runs_row(&self->runs, 0, &parameters) : NULL;
  if (!row || !noslip_pushes_point(pushes_of(self), push->draw, parameters, push->values, row, point))
    return FALSE;
  memcpy(target, push->values + NOSLIP_PUSH_TARGET, 3 * sizeof(double));
  return TRUE;
}
