/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Moving inputs by hand while the motion runs. */
#include "core/simulation/hand/hands-private.h"

#include <glib/gi18n.h>
#include <math.h>

#define SWIFT 0.033 /* seconds of the wall clock in which an input follows a slider */

static NoslipInputs *
inputs_of(NoslipHands *self)
{
  if (!self->inputs)
    self->inputs = noslip_inputs_new(self->runs->system);
  return self->inputs;
}

static gboolean
is_movable(const NoslipHands *self, guint input)
{
  return self->runs->system && input < self->runs->system->n_inputs &&
         self->runs->system->inputs[input].hand != G_MAXUINT;
}

static void
read_state(NoslipHands *self, guint input, double t, NoslipInputState *state)
{
  g_autofree double *parameters =
      g_memdup2(self->start->parameters, MAX(self->runs->system->n_parameters, 1) * sizeof(double));
  noslip_gestures_apply(self->gestures, self->runs->system, t, parameters);
  noslip_inputs_read(inputs_of(self), input, parameters, t, state);
}

double
noslip_hands_input(NoslipHands *self, guint input)
{
  NoslipInputState state;
  if (!self->runs->system || input >= self->runs->system->n_inputs)
    return NAN;
  read_state(self, input, noslip_playhead_time(self->runs->playhead), &state);
  return state.value;
}

gboolean
noslip_hands_hold_input(const NoslipHands *self, guint input)
{
  return noslip_gestures_hold(self->gestures, input, noslip_playhead_time(self->runs->playhead));
}

double
noslip_hands_input_aim(const NoslipHands *self, guint input)
{
  return noslip_gestures_aim(self->gestures, input, noslip_playhead_time(self->runs->playhead));
}

char *
noslip_hands_input_refusal(const NoslipHands *self)
{
  if (!self->runs->system || self->runs->list->len == 0)
    return g_strdup(_("There is no motion that a hand could act on."));
  return isnan(noslip_hands_sample(self)) ? g_strdup(_("The motion ends here: to move this, go back in time or set a "
                                                       "later end."))
                                          : NULL;
}

static void
move(NoslipHands *self, guint input, double seconds, double target)
{
  double t = is_movable(self, input) ? noslip_hands_sample(self) : NAN;
  if (isnan(t))
    return;
  NoslipInputState state;
  NoslipGesture gesture[2];
  read_state(self, input, t, &state);
  guint samples = (guint) fmax(1, ceil(seconds / self->runs->playhead->step));
  noslip_inputs_movement(self->runs->system, input, &state, t, self->runs->playhead->step, samples, target, gesture);
  noslip_hands_gesture(self, t, 2, gesture);
}

void
noslip_hands_move_input(NoslipHands *self, guint input, double value)
{
  if (!is_movable(self, input) || !isfinite(value))
    return;
  const NoslipInput *what = &self->runs->system->inputs[input];
  move(self, input, SWIFT * self->runs->playhead->speed, fmin(fmax(value, what->low), what->high));
}

void
noslip_hands_tilt_input(NoslipHands *self, guint input, double tilt)
{
  if (!is_movable(self, input) || !isfinite(tilt))
    return;
  if (tilt == 0) {
    noslip_hands_drive_input(self, input, 0);
    return;
  }
  const NoslipInput *what = &self->runs->system->inputs[input];
  NoslipInputState state;
  read_state(self, input, noslip_playhead_time(self->runs->playhead), &state);
  double course = fmin(fmax(state.course, what->low), what->high), end = tilt < 0 ? what->low : what->high;
  noslip_hands_move_input(self, input, course + fmin(fabs(tilt), 1) * (end - course));
}

void
noslip_hands_drive_input(NoslipHands *self, guint input, int direction)
{
  if (!is_movable(self, input))
    return;
  const NoslipInput *what = &self->runs->system->inputs[input];
  double range = what->high - what->low, now = noslip_hands_input(self, input);
  NoslipInputState state;
  read_state(self, input, noslip_playhead_time(self->runs->playhead), &state);
  double target = direction < 0 ? what->low : direction > 0 ? what->high : NAN;
  double way = fabs((isnan(target) ? state.course : target) - now);
  if (range > 0 && isfinite(way))
    move(self, input, fmax(way / range * NOSLIP_INPUT_SWEEP, SWIFT), target);
}
