/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/hand/pushes.h"

#include "core/system/row.h"

#include <math.h>
#include <string.h>

#define RATE (2 * G_PI) /* rad/s: the spin that a step of the wheel gives a body in a second, or the brake removes */
#define DAMPED 0.5      /* damping relative to the critical one */

/* One body: outputs of the tape are power, point (3), force (3), couple, W_aa (n), and the slopes of the point's
 * velocity (3 n) and of the angular velocity (n). */
#define FORCE 4
#define COUPLE 7
#define MASS 8

typedef struct {
  NoslipPush *push;
  NoslipTapeWorkspace *work;
  double *constants, *outputs;
  GPtrArray *formulations; /* of const NoslipFormulation * */
  GPtrArray *dynamics;     /* of NoslipDynamics *, NULL if one refuses */
} Body;

struct _NoslipPushes {
  NoslipSystem *system;
  Body **bodies; /* n_draws: created on first use */
  gboolean *tried;
};

NoslipPushes *
noslip_pushes_new(NoslipSystem *system)
{
  NoslipPushes *self = g_new0(NoslipPushes, 1);
  self->system = noslip_system_ref(system);
  self->bodies = g_new0(Body *, system->n_draws + 1);
  self->tried = g_new0(gboolean, system->n_draws + 1);
  return self;
}

static void
body_free(Body *body)
{
  if (!body)
    return;
  for (guint i = 0; i < body->dynamics->len; i++)
    if (body->dynamics->pdata[i])
      noslip_dynamics_unref(body->dynamics->pdata[i]);
  g_ptr_array_unref(body->dynamics);
  g_ptr_array_unref(body->formulations);
  noslip_tape_workspace_free(body->work);
  noslip_push_free(body->push);
  g_free(body->constants);
  g_free(body->outputs);
  g_free(body);
}

void
noslip_pushes_free(NoslipPushes *self)
{
  if (!self)
    return;
  for (guint i = 0; i < self->system->n_draws; i++)
    body_free(self->bodies[i]);
  g_free(self->bodies);
  g_free(self->tried);
  noslip_system_unref(self->system);
  g_free(self);
}

static void
compile(Body *body)
{
  NoslipSystem *system = body->push->system;
  NoslipGraph *graph = system->graph;
  guint n = system->n, n_outputs = MASS + 5 * n, n_variables = 1 + system->m + n;
  g_autofree NoslipExpr *outputs = g_new0(NoslipExpr, n_outputs), *variables = g_new0(NoslipExpr, n_variables),
                        *constants = g_new0(NoslipExpr, system->n_parameters);
  outputs[0] = body->push->power;
  memcpy(outputs + 1, body->push->point, sizeof body->push->point);
  memcpy(outputs + FORCE, body->push->force, sizeof body->push->force);
  outputs[COUPLE] = body->push->couple;
  for (guint a = 0; a < n; a++) {
    outputs[MASS + a] = noslip_expr_derivative(graph, system->momentum[a], system->fibres[a].symbol);
    outputs[MASS + 4 * n + a] = noslip_expr_derivative(graph, body->push->turning, system->fibres[a].symbol);
    for (guint i = 0; i < 3; i++)
      outputs[MASS + n + 3 * a + i] = noslip_expr_derivative(graph, body->push->velocity[i], system->fibres[a].symbol);
  }
  variables[0] = system->t;
  for (guint i = 0; i < system->m; i++)
    variables[1 + i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    variables[1 + system->m + a] = system->fibres[a].symbol;
  for (guint i = 0; i < system->n_parameters; i++)
    constants[i] = system->parameters[i].symbol;
  NoslipTape *tape =
      noslip_tape_new(graph, system->n_parameters, constants, n_variables, variables, n_outputs, outputs);
  body->work = noslip_tape_workspace_new(tape);
  noslip_tape_unref(tape);
  body->constants = g_new0(double, system->n_parameters);
  body->outputs = g_new0(double, n_outputs);
}

static Body *
body_of(NoslipPushes *self, guint draw)
{
  if (draw >= self->system->n_draws)
    return NULL;
  if (self->tried[draw])
    return self->bodies[draw];
  self->tried[draw] = TRUE;
  NoslipPush *push = noslip_push_new(self->system, draw);
  if (!push)
    return NULL;
  Body *body = self->bodies[draw] = g_new0(Body, 1);
  body->push = push;
  body->formulations = g_ptr_array_new();
  body->dynamics = g_ptr_array_new();
  compile(body);
  return body;
}

NoslipSystem *
noslip_pushes_system(NoslipPushes *self, guint draw)
{
  Body *body = body_of(self, draw);
  return body ? body->push->system : NULL;
}

NoslipDynamics *
noslip_pushes_dynamics(NoslipPushes *self, guint draw, const NoslipFormulation *formulation)
{
  Body *body = body_of(self, draw);
  guint at = 0;
  if (!body || formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    return NULL;
  if (g_ptr_array_find(body->formulations, formulation, &at))
    return body->dynamics->pdata[at];
  g_autofree char *refusal = noslip_formulation_refusal(formulation, body->push->system);
  NoslipDiagnostic *error = NULL;
  NoslipDynamics *dynamics = refusal ? NULL : noslip_dynamics_new(formulation, body->push->system, &error);
  noslip_diagnostic_free(error);
  g_ptr_array_add(body->formulations, (gpointer) formulation);
  g_ptr_array_add(body->dynamics, dynamics);
  return dynamics;
}

/* FALSE if the body cannot be pushed. */
static gboolean
evaluate(Body *body, const double *parameters, const double *push, const double *row)
{
  if (!body)
    return FALSE;
  guint n = body->push->system->n_parameters - NOSLIP_PUSH_N;
  memcpy(body->constants, parameters, n * sizeof(double));
  memcpy(body->constants + n, push, NOSLIP_PUSH_N * sizeof(double));
  noslip_tape_set_constants(body->work, body->constants);
  noslip_tape_evaluate(body->work, row, body->outputs); /* a row starts with t, x and y */
  return TRUE;
}

gboolean
noslip_pushes_read(NoslipPushes *self, guint draw, const double *parameters, const double *push, const double *row,
                   NoslipPushState *state)
{
  Body *body = body_of(self, draw);
  if (!evaluate(body, parameters, push, row))
    return FALSE;
  state->power = body->outputs[0];
  memcpy(state->point, body->outputs + 1, sizeof state->point);
  memcpy(state->force, body->outputs + FORCE, sizeof state->force);
  state->couple = body->outputs[COUPLE];
  return TRUE;
}

double
noslip_pushes_power(NoslipPushes *self, guint draw, const double *parameters, const double *push, const double *row)
{
  Body *body = body_of(self, draw);
  return evaluate(body, parameters, push, row) ? body->outputs[0] : NAN;
}

gboolean
noslip_pushes_point(NoslipPushes *self, guint draw, const double *parameters, const double *push, const double *row,
                    double point[3])
{
  Body *body = body_of(self, draw);
  if (!evaluate(body, parameters, push, row))
    return FALSE;
  memcpy(point, body->outputs + 1, 3 * sizeof(double));
  return isfinite(point[0]) && isfinite(point[1]) && isfinite(point[2]);
}

/* The inertia of the point along its most easily moved axis, taking one velocity at a time. */
static double
mass_at(const Body *body)
{
  guint n = body->push->system->n;
  const double *mass = body->outputs + MASS, *slopes = mass + n;
  double most = 0;
  for (guint i = 0; i < 3; i++) {
    double ease = 0;
    for (guint a = 0; a < n; a++)
      if (mass[a] > 0)
        ease += slopes[3 * a + i] * slopes[3 * a + i] / mass[a];
    most = fmax(most, ease);
  }
  return most > 0 && isfinite(most) ? 1 / most : 1;
}

gboolean
noslip_pushes_grip(NoslipPushes *self, guint draw, const double *parameters, const double *row, const double point[3],
                   double frequency, double push[NOSLIP_PUSH_N])
{
  double at[3], tip[3], local[3] = {0};
  Body *body = body_of(self, draw);
  memset(push, 0, NOSLIP_PUSH_N * sizeof(double));
  if (!noslip_pushes_point(self, draw, parameters, push, row, at))
    return FALSE;
  for (guint i = 0; i < 3; i++) { /* the body's own axes, one after the other */
    push[NOSLIP_PUSH_LOCAL + i] = 1;
    if (!noslip_pushes_point(self, draw, parameters, push, row, tip))
      return FALSE;
    for (guint j = 0; j < 3; j++)
      local[i] += (point[j] - at[j]) * (tip[j] - at[j]);
    push[NOSLIP_PUSH_LOCAL + i] = 0;
  }
  memcpy(push + NOSLIP_PUSH_LOCAL, local, sizeof local);
  memcpy(push + NOSLIP_PUSH_TARGET, point, 3 * sizeof(double));
  if (!evaluate(body, parameters, push, row))
    return FALSE;
  double mass = mass_at(body), rate = 2 * G_PI * frequency;
  push[NOSLIP_PUSH_STIFFNESS] = mass * rate * rate;
  push[NOSLIP_PUSH_DAMPING] = 2 * DAMPED * mass * rate;
  return TRUE;
}

/* The moment of inertia against a couple about the vertical, for one velocity at a time; 0 if it does not turn the
 * body. */
static double
inertia_of(const Body *body)
{
  guint n = body->push->system->n;
  const double *mass = body->outputs + MASS, *slopes = mass + 4 * n;
  double ease = 0;
  for (guint a = 0; a < n; a++)
    if (mass[a] > 0)
      ease += slopes[a] * slopes[a] / mass[a];
  return ease > 0 && isfinite(ease) ? 1 / ease : 0;
}

void
noslip_pushes_units(NoslipPushes *self, guint draw, const double *parameters, const double *push, const double *row,
                    NoslipPushUnits *units)
{
  Body *body = body_of(self, draw);
  *units = (NoslipPushUnits){0};
  if (!evaluate(body, parameters, push, row))
    return;
  units->spin = inertia_of(body) * RATE;
  units->brake = 2 * mass_at(body) * RATE;
  units->turn_brake = 2 * inertia_of(body) * RATE;
}
