/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pulling a body by hand while the motion runs. */
#include "core/simulation/hand/balance.h"
#include "core/simulation/hand/hands-private.h"
#include "core/system/degenerate.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

static NoslipPushes *
pushes_of(NoslipHands *self)
{
  if (!self->pushes)
    self->pushes = noslip_pushes_new(self->runs->system);
  return self->pushes;
}

/* Changes the push of the held body from the present sample on. */
static void
act(NoslipHands *self)
{
  double t = noslip_hands_sample(self);
  if (isnan(t))
    return;
  self->held.t = t;
  noslip_hands_gesture(self, t, 1, &self->held);
}

char *
noslip_hands_push_refusal(NoslipHands *self, guint draw)
{
  if (!self->runs->system || self->runs->list->len == 0 || draw >= self->runs->system->n_draws)
    return g_strdup(_("There is no motion that a hand could act on."));
  if (self->runs->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    return g_strdup(_("A vakonomic motion makes an action stationary and takes no force of a hand. Choose nonholonomic "
                      "dynamics to pull at bodies."));
  if (!noslip_pushes_system(pushes_of(self), draw))
    return g_strdup(_("This cannot be pulled: it is not a body that moves with the coordinates."));
  if (noslip_system_is_degenerate(self->runs->system))
    return g_strdup(_("The Lagrangian is degenerate: not every force is compatible with its equations, so no hand can "
                      "pull at its bodies."));
  g_autofree char *reason =
      noslip_formulation_refusal(self->runs->formulation, noslip_pushes_system(pushes_of(self), draw));
  return reason ? g_strdup_printf(_("The formulation “%s” takes no force of a hand here: %s"),
                                  _(self->runs->formulation->title), reason)
                : NULL;
}

gboolean
noslip_hands_take_body(NoslipHands *self, guint draw, const double point[3])
{
  g_autofree char *refusal = noslip_hands_push_refusal(self, draw);
  if (refusal)
    return FALSE;
  const double *parameters = NULL, *row = noslip_runs_row(self->runs, 0, &parameters);
  NoslipGesture gesture = {.input = NOSLIP_GESTURE_PUSH, .draw = draw};
  if (!row || !noslip_pushes_grip(pushes_of(self), draw, parameters, row, point, self->push_frequency, gesture.values))
    return FALSE;
  self->held = gesture;
  self->holds = TRUE;
  act(self);
  return TRUE;
}

void
noslip_hands_set_push_frequency(NoslipHands *self, double frequency)
{
  if (isfinite(frequency))
    self->push_frequency = fmin(fmax(frequency, NOSLIP_PUSH_SOFTEST), NOSLIP_PUSH_STIFFEST);
}

double
noslip_hands_push_frequency(const NoslipHands *self)
{
  return self->push_frequency;
}

void
noslip_hands_pull_body(NoslipHands *self, const double target[3])
{
  if (!self->holds || !isfinite(target[0] + target[1] + target[2]))
    return;
  memcpy(self->held.values + NOSLIP_PUSH_TARGET, target, 3 * sizeof(double));
  act(self);
}

/* FALSE if there is no motion. */
static gboolean
units_of(NoslipHands *self, NoslipPushUnits *units)
{
  const double *parameters = NULL, *row = noslip_runs_row(self->runs, 0, &parameters);
  if (row)
    noslip_pushes_units(pushes_of(self), self->held.draw, parameters, self->held.values, row, units);
  return row != NULL;
}

void
noslip_hands_spin_body(NoslipHands *self, double steps)
{
  NoslipPushUnits units;
  if (!self->holds || !isfinite(steps) || !units_of(self, &units))
    return;
  self->held.values[NOSLIP_PUSH_SPIN] += steps * units.spin;
  act(self);
}

void
noslip_hands_brake_body(NoslipHands *self, gboolean brakes)
{
  NoslipPushUnits units;
  if (!self->holds || !units_of(self, &units))
    return;
  self->held.values[NOSLIP_PUSH_BRAKE] = brakes ? units.brake : 0;
  self->held.values[NOSLIP_PUSH_TURN_BRAKE] = brakes ? units.turn_brake : 0;
  act(self);
}

void
noslip_hands_release_body(NoslipHands *self)
{
  if (!self->holds)
    return;
  self->holds = FALSE;
  memset(self->held.values, 0, sizeof self->held.values);
  self->held.rests = TRUE;
  act(self);
}

gboolean
noslip_hands_verdict(const NoslipHands *self, NoslipVerdict *verdict)
{
  return self->runs->system && noslip_hand_judge(self->runs, self->gestures, verdict);
}

gboolean
noslip_hands_pull(const NoslipHands *self)
{
  return noslip_gestures_push(self->gestures, noslip_playhead_time(self->runs->playhead)) != NULL;
}

gboolean
noslip_hands_pushed(NoslipHands *self, double point[3], double target[3])
{
  const NoslipGesture *push = noslip_gestures_push(self->gestures, noslip_playhead_time(self->runs->playhead));
  const double *parameters = NULL, *row = push ? noslip_runs_row(self->runs, 0, &parameters) : NULL;
  if (!row || !noslip_pushes_point(pushes_of(self), push->draw, parameters, push->values, row, point))
    return FALSE;
  memcpy(target, push->values + NOSLIP_PUSH_TARGET, 3 * sizeof(double));
  return TRUE;
}
