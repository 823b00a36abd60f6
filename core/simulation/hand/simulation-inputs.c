/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs that hands move while the motion runs. */
#include "core/simulation/hand/tilt.h"
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

#define SWIFT 0.033 /* seconds of the wall clock in which an input follows a slider */

void
noslip_simulation_forget_inputs(NoslipSimulation *self)
{
  g_clear_pointer(&self->runs.gestures, noslip_gestures_unref);
  NoslipInputs *inputs = g_steal_pointer(&self->inputs);
  noslip_channel_release(self->channel, inputs, (GDestroyNotify) noslip_inputs_free);
  noslip_channel_release(self->channel, g_steal_pointer(&self->pushes), (GDestroyNotify) noslip_pushes_free);
  self->holds = FALSE;
}

static NoslipInputs *
inputs_of(NoslipSimulation *self)
{
  if (!self->inputs)
    self->inputs = noslip_inputs_new(self->system);
  return self->inputs;
}

static gboolean
is_movable(const NoslipSimulation *self, guint input)
{
  return self->system && input < self->system->n_inputs && self->system->inputs[input].hand != G_MAXUINT;
}

static void
read_state(NoslipSimulation *self, guint input, double t, NoslipInputState *state)
{
  g_autofree double *parameters =
      g_memdup2(self->start.parameters, MAX(self->system->n_parameters, 1) * sizeof(double));
  noslip_gestures_apply(self->runs.gestures, self->system, t, parameters);
  noslip_inputs_read(inputs_of(self), input, parameters, t, state);
}

double
noslip_simulation_input(NoslipSimulation *self, guint input)
{
  NoslipInputState state;
  if (!self->system || input >= self->system->n_inputs)
    return NAN;
  read_state(self, input, noslip_playhead_time(&self->playhead), &state);
  return state.value;
}

gboolean
noslip_simulation_input_is_held(const NoslipSimulation *self, guint input)
{
  return noslip_gestures_hold(self->runs.gestures, input, noslip_playhead_time(&self->playhead));
}

const NoslipGestures *
noslip_simulation_gestures(const NoslipSimulation *self)
{
  return self->runs.gestures;
}

double
noslip_simulation_hand_sample(const NoslipSimulation *self)
{
  if (!self->system || self->runs.list->len == 0)
    return NAN;
  const NoslipRunView *primary = noslip_runs_primary(&self->runs);
  double t = noslip_playhead_time(&self->playhead);
  if (primary->n_rows == 0)
    return 0;
  guint index = noslip_trajectory_find(primary->trajectory, t);
  double at = noslip_trajectory_row(primary->trajectory, index, NULL)[0];
  return at < self->playhead.end ? at : NAN;
}

void
noslip_simulation_gesture(NoslipSimulation *self, double t, guint n, const NoslipGesture *gestures)
{
  NoslipGestures *changed = noslip_gestures_copy(self->runs.gestures); /* they are shared with tickets */
  noslip_gestures_cut(changed, t, gestures[0].input);
  for (guint i = 0; i < n; i++)
    noslip_gestures_add(changed, &gestures[i]);
  noslip_gestures_unref(self->runs.gestures);
  self->runs.gestures = changed;
  self->runs.driven_t = t;
  gboolean begins = t <= (self->runs.has_base ? self->runs.base_t : 0);
  noslip_simulation_replan(self, !begins               ? NOSLIP_RUNS_DRIVE
                                 : self->runs.has_base ? NOSLIP_RUNS_GO_ON
                                                       : NOSLIP_RUNS_ANEW);
  noslip_simulation_notify(self, NOSLIP_CHANGED_HAND);
}

static void
move(NoslipSimulation *self, guint input, double seconds, double target)
{
  double t = is_movable(self, input) ? noslip_simulation_hand_sample(self) : NAN;
  if (isnan(t))
    return;
  NoslipInputState state;
  NoslipGesture gesture[2];
  read_state(self, input, t, &state);
  guint samples = (guint) fmax(1, ceil(seconds / self->playhead.step));
  noslip_inputs_movement(self->system, input, &state, t, self->playhead.step, samples, target, gesture);
  noslip_simulation_gesture(self, t, 2, gesture);
}

void
noslip_simulation_move_input(NoslipSimulation *self, guint input, double value)
{
  if (!is_movable(self, input) || !isfinite(value))
    return;
  const NoslipInput *what = &self->system->inputs[input];
  move(self, input, SWIFT * self->playhead.speed, fmin(fmax(value, what->low), what->high));
}

void
noslip_simulation_tilt_input(NoslipSimulation *self, guint input, double tilt)
{
  if (!is_movable(self, input) || !isfinite(tilt))
    return;
  if (tilt == 0) {
    noslip_simulation_drive_input(self, input, 0);
    return;
  }
  const NoslipInput *what = &self->system->inputs[input];
  NoslipInputState state;
  read_state(self, input, noslip_playhead_time(&self->playhead), &state);
  double course = fmin(fmax(state.course, what->low), what->high), end = tilt < 0 ? what->low : what->high;
  noslip_simulation_move_input(self, input, course + fmin(fabs(tilt), 1) * (end - course));
}

void
noslip_simulation_drive_input(NoslipSimulation *self, guint input, int direction)
{
  if (!is_movable(self, input))
    return;
  const NoslipInput *what = &self->system->inputs[input];
  double range = what->high - what->low, now = noslip_simulation_input(self, input);
  NoslipInputState state;
  read_state(self, input, noslip_playhead_time(&self->playhead), &state);
  double target = direction < 0 ? what->low : direction > 0 ? what->high : NAN;
  double way = fabs((isnan(target) ? state.course : target) - now);
  if (range > 0 && isfinite(way))
    move(self, input, fmax(way / range * NOSLIP_INPUT_SWEEP, SWIFT), target);
}

void
noslip_simulation_set_gestures(NoslipSimulation *self, const NoslipGestures *gestures)
{
  if (!self->system)
    return;
  NoslipGestures *copy = noslip_gestures_copy(gestures);
  noslip_gestures_unref(self->runs.gestures);
  self->runs.gestures = copy;
  self->runs.driven_t = 0;
  noslip_simulation_replan(self, NOSLIP_RUNS_ANEW);
  noslip_simulation_notify(self, NOSLIP_CHANGED_HAND);
}
