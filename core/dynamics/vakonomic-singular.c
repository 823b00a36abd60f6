/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vakonomic dynamics with singular R_ab: the motion of the extension (vakonomic-extension.h) on W_f, in the coordinates
 * (x, y, mu). Undetermined accelerations are chosen as small as possible. */
#include "core/dynamics/algorithm/submanifold-motion.h"
#include "core/dynamics/flow.h"
#include "core/dynamics/vakonomic-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

typedef struct {
  const NoslipSystem *system;
  NoslipConstraintAlgorithm *algorithm; /* owns the system of the motion */
  gpointer motion;
} Singular;

typedef struct {
  const Singular *dynamics;
  gpointer motion;
  double *y, *ydot; /* n + k each */
} Work;

static gpointer
singular_create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new_vakonomic(system, error);
  if (algorithm == NULL)
    return NULL;
  NoslipDiagnostic *refused = noslip_submanifold_motion_refuse(algorithm);
  if (refused != NULL) {
    *error = refused;
    return NULL;
  }
  Singular *self = g_new0(Singular, 1);
  self->system = system;
  self->motion = noslip_submanifold_motion_new(algorithm);
  self->algorithm = g_steal_pointer(&algorithm);
  return self;
}

static void
singular_destroy(gpointer dynamics)
{
  Singular *self = dynamics;
  noslip_submanifold_motion_destroy(self->motion);
  noslip_constraint_algorithm_free(self->algorithm);
  g_free(self);
}

static guint
singular_size(gconstpointer dynamics)
{
  const Singular *self = dynamics;
  return noslip_submanifold_motion_size(self->motion);
}

static gpointer
singular_work_new(gconstpointer dynamics)
{
  const Singular *self = dynamics;
  guint size = self->system->n + self->system->k;
  Work *work = g_new0(Work, 1);
  work->dynamics = self;
  work->motion = noslip_submanifold_motion_workspace_new(self->motion);
  work->y = g_new0(double, size);
  work->ydot = g_new0(double, size);
  return work;
}

static void
singular_work_free(gpointer data)
{
  Work *work = data;
  noslip_submanifold_motion_workspace_free(work->motion);
  g_free(work->y);
  g_free(work->ydot);
  g_free(work);
}

static void
singular_set_parameters(gpointer data, const double *parameters)
{
  Work *work = data;
  noslip_submanifold_motion_set_parameters(work->motion, parameters);
}

static NoslipStepStatus
singular_enter(gpointer data, double t, const double *xy, double *z)
{
  Work *work = data;
  return noslip_submanifold_motion_enter(work->motion, t, xy, z);
}

static NoslipStepStatus
singular_rates(gpointer data, double t, const double *z, double *zdot)
{
  Work *work = data;
  return noslip_submanifold_motion_rates(work->motion, t, z, zdot);
}

static NoslipStepStatus
singular_accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Work *work = data;
  return noslip_submanifold_motion_accept(work->motion, t, z, stabilise, changed);
}

/* Rows contain -mudot for the multiplier of a holonomic constraint. */
static NoslipStepStatus
singular_observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *mu)
{
  Work *work = data;
  const NoslipSystem *system = work->dynamics->system;
  NoslipStepStatus status = noslip_submanifold_motion_observe(work->motion, t, z, x, work->y, work->ydot, NULL);
  memcpy(y, work->y, system->n * sizeof *y);
  memcpy(ydot, work->ydot, system->n * sizeof *ydot);
  for (guint c = 0; c < system->k; c++)
    mu[c] = system->constraints[c].holonomic ? -work->ydot[system->n + c] : work->y[system->n + c];
  return status;
}

static int
singular_failure(gconstpointer work)
{
  return -1;
}

static gboolean
singular_flow(gconstpointer dynamics, const double *parameters, const double *xy, NoslipFlow *flow,
              NoslipDiagnostic **error)
{
  *error = noslip_flow_refusal_alone(_("R_ab is singular, and the motion is on the last submanifold of the constraint "
                                       "algorithm"));
  return FALSE;
}

const NoslipFormulation noslip_vakonomic_singular = {
    .create = singular_create,
    .destroy = singular_destroy,
    .size = singular_size,
    .work_new = singular_work_new,
    .work_free = singular_work_free,
    .set_parameters = singular_set_parameters,
    .enter = singular_enter,
    .rates = singular_rates,
    .accept = singular_accept,
    .observe = singular_observe,
    .failure = singular_failure,
    .flow = singular_flow,
};
