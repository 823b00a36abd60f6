/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values of inputs, and their movement by hand. */
#include "core/expr/tape.h"
#include "core/simulation/hand/gestures.h"
#include "core/system/program.h"

#include <math.h>
#include <string.h>

struct _NoslipInputs {
  NoslipSystem *system;
  NoslipTapeWorkspace *work; /* t -> value and rate of each input */
  double *outputs, *untouched;
};

static NoslipTape *
compile(const NoslipSystem *system)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autofree NoslipExpr *outputs = g_new0(NoslipExpr, 2 * system->n_inputs + 1),
                        *constants = g_new0(NoslipExpr, system->n_parameters + 1);
  for (guint i = 0; i < system->n_parameters; i++)
    constants[i] = system->parameters[i].symbol;
  for (guint i = 0; i < system->n_inputs; i++) {
    outputs[2 * i] = system->inputs[i].expr;
    outputs[2 * i + 1] = noslip_expr_derivative(graph, system->inputs[i].expr, system->t);
  }
  return noslip_tape_new(graph, system->n_parameters, constants, 1, &system->t, 2 * system->n_inputs, outputs);
}

NoslipInputs *
noslip_inputs_new(NoslipSystem *system)
{
  NoslipInputs *self = g_new0(NoslipInputs, 1);
  NoslipTape *tape = compile(system);
  self->system = noslip_system_ref(system);
  self->work = noslip_tape_workspace_new(tape);
  self->outputs = g_new0(double, 2 * system->n_inputs + 1);
  self->untouched = g_new0(double, system->n_parameters + 1);
  noslip_tape_unref(tape);
  return self;
}

void
noslip_inputs_free(NoslipInputs *self)
{
  if (!self)
    return;
  noslip_tape_workspace_free(self->work);
  noslip_system_unref(self->system);
  g_free(self->outputs);
  g_free(self->untouched);
  g_free(self);
}

void
noslip_inputs_read(NoslipInputs *self, guint input, const double *parameters, double t, NoslipInputState *state)
{
  memcpy(self->untouched, parameters, self->system->n_parameters * sizeof(double));
  noslip_gestures_apply(NULL, self->system, t, self->untouched);
  noslip_tape_set_constants(self->work, self->untouched);
  noslip_tape_evaluate(self->work, &t, self->outputs);
  state->course = self->outputs[2 * input];
  state->course_rate = self->outputs[2 * input + 1];
  noslip_tape_set_constants(self->work, parameters);
  noslip_tape_evaluate(self->work, &t, self->outputs);
  state->value = self->outputs[2 * input];
  state->rate = self->outputs[2 * input + 1];
}

/* A cubic from `value` with slope `rate` to `target` with slope 0, over `length` seconds. It stays within the range of
 * its control points: value, value + rate length / 3 and target. */
static void
write_cubic(double *values, double value, double rate, double target, double length)
{
  double change = target - value;
  values[NOSLIP_HAND_C0] = value;
  values[NOSLIP_HAND_C1] = rate;
  values[NOSLIP_HAND_C2] = (3 * change / length - 2 * rate) / length;
  values[NOSLIP_HAND_C3] = (rate - 2 * change / length) / (length * length);
}

guint
noslip_inputs_movement(const NoslipSystem *system, guint input, const NoslipInputState *state, double t, double step,
                       guint samples, double target, NoslipGesture gesture[2])
{
  const NoslipInput *what = &system->inputs[input];
  gboolean back = isnan(target);
  double value = back ? state->value - state->course : state->value,
         rate = back ? state->rate - state->course_rate : state->rate, aim = back ? 0 : target;
  samples = MAX(samples, 1);
  for (; samples > 1 && !back; samples--) {
    double reach = value + rate * samples * step / 3;
    if (!(reach > what->high || reach < what->low))
      break;
  }
  double sample = round(t / step);
  for (guint i = 0; i < 2; i++) {
    gesture[i] = (NoslipGesture){.t = i == 0 ? t : (sample + samples) * step, .input = input, .rests = i == 1};
    gesture[i].values[NOSLIP_HAND_OWN] = back ? 1 : 0;
    gesture[i].values[NOSLIP_HAND_AT] = gesture[i].t;
  }
  write_cubic(gesture[0].values, value, rate, aim, gesture[1].t - t);
  gesture[1].values[NOSLIP_HAND_C0] = aim;
  return samples;
}
