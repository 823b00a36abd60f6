/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/hand/hand-run.h"

#include <glib/gi18n.h>
#include <string.h>

#define AT_ONCE 1e-9 /* seconds between a sample and a gesture at the same time, with different rounding */

struct _NoslipHandRun {
  NoslipHandRunOf of;
  NoslipRunOptions options;
  const NoslipFormulation *formulation;
  const NoslipSystem *system;
  NoslipRun *run;
  double *parameters;        /* the present ones, n_parameters */
  const NoslipGesture *push; /* the present one, or NULL */
  double next, end;          /* seconds: the next change by a hand, infinity if there is none; the end of the run */
  GArray *changes;           /* of NoslipModeChange: of the runs before the present one, then of this one */
  guint n_before;            /* of the runs before */
};

/* The present parameters, followed by those of the push. */
static double *
with_push(const NoslipHandRun *self)
{
  guint n = self->system->n_parameters;
  double *all = g_new(double, n + NOSLIP_PUSH_N);
  memcpy(all, self->parameters, n * sizeof(double));
  memcpy(all + n, self->push->values, NOSLIP_PUSH_N * sizeof(double));
  return all;
}

/* A run from this state at t, with the push of that time. */
static NoslipRun *
run_from(NoslipHandRun *self, double t, const double *xy, const double *mu, NoslipDiagnostic **error)
{
  self->push = noslip_gestures_push(self->of.gestures, t);
  if (!self->push)
    return noslip_run_new(self->of.dynamics, &self->options, self->parameters, t, xy, mu, error);
  NoslipDynamics *dynamics = noslip_pushes_dynamics(self->of.pushes, self->push->draw, self->formulation);
  g_autofree double *parameters = with_push(self);
  if (dynamics)
    return noslip_run_new(dynamics, &self->options, parameters, t, xy, mu, error);
  *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("let go of the body"),
                                 _("%s takes no force of a hand here"), _(self->formulation->title));
  return NULL;
}

NoslipHandRun *
noslip_hand_run_new(const NoslipHandRunOf *of, const double *parameters, double t0, const double *xy, const double *mu,
                    NoslipDiagnostic **error)
{
  g_autoptr(NoslipHandRun) self = g_new0(NoslipHandRun, 1);
  self->of = *of;
  self->options = *of->options;
  self->formulation = noslip_dynamics_formulation(of->dynamics);
  self->system = noslip_dynamics_system(of->dynamics);
  self->parameters = g_memdup2(parameters, MAX(self->system->n_parameters, 1) * sizeof(double));
  self->changes = g_array_new(FALSE, FALSE, sizeof(NoslipModeChange));
  self->next = noslip_gestures_next(of->gestures, t0);
  self->end = self->options.to > 0 ? self->options.to : self->system->run_to;
  self->run = run_from(self, t0, xy, mu, error);
  return self->run ? g_steal_pointer(&self) : NULL;
}

void
noslip_hand_run_free(NoslipHandRun *self)
{
  if (!self)
    return;
  g_clear_pointer(&self->run, noslip_run_free);
  g_array_unref(self->changes);
  g_free(self->parameters);
  g_free(self);
}

static void
collect_changes(NoslipHandRun *self)
{
  guint n = 0;
  const NoslipModeChange *changes = self->run ? noslip_run_changes(self->run, &n) : NULL;
  g_array_set_size(self->changes, self->n_before);
  if (n > 0)
    g_array_append_vals(self->changes, changes, n);
}

/* A hand acts at the time of this row: the motion continues from its state with other parameters, and the row is
 * computed again, with the new rates. */
static NoslipHandRunStep
turn(NoslipHandRun *self, const double *row, NoslipDiagnostic **error)
{
  double at = self->next;
  collect_changes(self);
  self->n_before = self->changes->len;
  noslip_gestures_apply(self->of.gestures, self->system, at, self->parameters);
  self->next = noslip_gestures_next(self->of.gestures, at);
  noslip_run_free(self->run);
  self->run = run_from(
      self, at, row + noslip_row_x(self->system),
      self->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC ? row + noslip_row_lambda(self->system) : NULL, error);
  return self->run ? NOSLIP_HAND_RUN_TURN : NOSLIP_HAND_RUN_END;
}

NoslipHandRunStep
noslip_hand_run_next(NoslipHandRun *self, double *row, const int *cancel, NoslipDiagnostic **error)
{
  if (!self->run || !noslip_run_next(self->run, row, cancel, error))
    return NOSLIP_HAND_RUN_END;
  if (row[0] >= self->next - AT_ONCE && row[0] < self->end - AT_ONCE)
    return turn(self, row, error);
  return NOSLIP_HAND_RUN_ROW;
}

const double *
noslip_hand_run_parameters(const NoslipHandRun *self)
{
  return self->parameters;
}

const NoslipGesture *
noslip_hand_run_push(const NoslipHandRun *self)
{
  return self->push;
}

const NoslipModeChange *
noslip_hand_run_changes(NoslipHandRun *self, guint *n)
{
  collect_changes(self);
  *n = self->changes->len;
  return (const NoslipModeChange *) (gpointer) self->changes->data;
}
