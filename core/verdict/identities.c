/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/identities.h"

#include "core/system/degenerate.h"
#include "core/system/row.h"
#include "core/trajectory/observer.h"

#include <math.h>

/* Lower bound of an equation's size: this fraction of the largest equation's size, and of the force that would stop the
 * motion within its duration. Without it the rounding errors of a uniform motion would be compared with each other. */
#define LEAST_PART 1e-5

struct _NoslipIdentities {
  NoslipSystem *system;
  NoslipObserver *observer;
  NoslipObserverWorkspace *work;
  guint *first, *n;   /* of the terms of n equations of the forms and of the energy, as indices of the outputs */
  guint *inertia;     /* outputs W_aa, n */
  double *values;     /* of the outputs */
  double *worst;      /* |sum of terms|, in units of sqrt(W_aa) for the forms */
  double *size;       /* sum of |terms|, likewise */
  double speed;       /* the largest sqrt(W_aa) |y_a| */
  double begin, end;  /* times of the first and last row */
  gboolean undefined; /* not finite */
  guint n_rows;
};

const char *
noslip_identity_title(NoslipIdentity identity)
{
  static const char *const titles[] = {
      "i_Gamma omega_L = dE_L - lambda S*dphi - Q",
      "the energy changes at the rate lambda Delta(phi) + Q(y)",
  };
  return titles[identity];
}

/* rho_a(f) */
static NoslipExpr
along(const NoslipModel *model, guint a, NoslipExpr f)
{
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++) {
    NoslipExpr rho = model->system->anchor[(gsize) i * model->n + a];
    if (rho != NOSLIP_ZERO)
      sum = noslip_expr_add_product(model->graph, sum, rho, noslip_expr_derivative(model->graph, f, model->x[i]));
  }
  return sum;
}

/* lambda_A Phi^A_a + Q_a */
static NoslipExpr
reaction(const NoslipModel *model, guint a)
{
  NoslipExpr sum = model->system->forces != NULL ? model->system->forces[a] : NOSLIP_ZERO;
  for (guint c = 0; c < model->k; c++)
    sum = noslip_expr_add_product(model->graph, sum, model->jacobian[(gsize) c * model->n + a],
                                  model->system->constraints[c].multiplier);
  return sum;
}

/* The terms of i_Gamma omega_L - dE_L + lambda S*dphi + Q along X_a. */
static NoslipExpr
of_forms(const NoslipModel *model, guint a)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  NoslipExpr sum = noslip_expr_sub(graph, reaction(model, a), along(model, a, system->energy));
  for (guint b = 0; b < n; b++) {
    NoslipExpr form = noslip_expr_sub(graph, along(model, a, model->momentum[b]), along(model, b, model->momentum[a]));
    for (guint c = 0; c < n; c++)
      form = noslip_expr_add_product(graph, form, system->structure[((gsize) c * n + b) * n + a], model->momentum[c]);
    sum = noslip_expr_add_product(graph, sum, form, model->y[b]);
    sum = noslip_expr_sub_product(graph, sum, model->mass[(gsize) a * n + b], system->fibres[b].acceleration);
  }
  return sum;
}

/* The terms of dE_L/dt - lambda Delta(phi) - Q_a y^a. */
static NoslipExpr
of_energy(const NoslipModel *model)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  NoslipExpr sum = NOSLIP_ZERO;
  for (guint i = 0; i < model->m; i++)
    sum = noslip_expr_add_product(graph, sum, noslip_expr_derivative(graph, system->energy, model->x[i]),
                                  model->velocity[i]);
  for (guint a = 0; a < model->n; a++) {
    sum = noslip_expr_add_product(graph, sum, noslip_expr_derivative(graph, system->energy, model->y[a]),
                                  system->fibres[a].acceleration);
    sum = noslip_expr_sub_product(graph, sum, reaction(model, a), model->y[a]);
  }
  return sum;
}

static gboolean
is_stated(const NoslipSystem *system, NoslipDynamicsKind kind)
{
  return kind == NOSLIP_DYNAMICS_NONHOLONOMIC && system->n > 0 && system->algebroid != NOSLIP_ALGEBROID_GENERAL &&
         !noslip_system_is_timed(system) && !noslip_system_has_modes(system) && !noslip_system_is_degenerate(system);
}

/* Adds the terms of all equations to the observer. FALSE if one cannot be evaluated along a motion. */
static gboolean
add_equations(NoslipIdentities *self)
{
  const NoslipModel *model = noslip_observer_motion(self->observer)->model;
  guint n = self->system->n;
  for (guint e = 0; e <= n; e++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    NoslipExpr terms = e < n ? of_forms(model, e) : of_energy(model);
    if (noslip_graph_failed(model->graph) ||
        noslip_observer_add_terms(self->observer, terms, &self->first[e], &self->n[e], &error) < 0)
      return FALSE;
  }
  for (guint a = 0; a < n; a++) {
    int output = noslip_observer_add(self->observer, model->mass[(gsize) a * n + a], NULL);
    self->inertia[a] = output >= 0 ? (guint) output : (guint) noslip_observer_add_undefined(self->observer);
  }
  return TRUE;
}

NoslipIdentities *
noslip_identities_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  if (!is_stated(system, kind))
    return NULL;
  g_autoptr(NoslipIdentities) self = g_new0(NoslipIdentities, 1);
  gsize n = system->n;
  self->system = noslip_system_ref(system);
  self->observer = noslip_observer_new(system, kind);
  self->first = g_new0(guint, n + 1);
  self->n = g_new0(guint, n + 1);
  self->inertia = g_new0(guint, n + 1);
  self->worst = g_new0(double, n + 1);
  self->size = g_new0(double, n + 1);
  if (!add_equations(self))
    return NULL;
  noslip_observer_seal(self->observer);
  self->work = noslip_observer_workspace_new(self->observer);
  self->values = g_new0(double, (gsize) noslip_observer_n(self->observer) + 1);
  return g_steal_pointer(&self);
}

void
noslip_identities_free(NoslipIdentities *self)
{
  if (self == NULL)
    return;
  g_clear_pointer(&self->work, noslip_observer_workspace_free);
  g_clear_pointer(&self->observer, noslip_observer_unref);
  g_free(self->first);
  g_free(self->n);
  g_free(self->inertia);
  g_free(self->values);
  g_free(self->worst);
  g_free(self->size);
  noslip_system_unref(self->system);
  g_free(self);
}

void
noslip_identities_add_row(NoslipIdentities *self, const double *parameters, const double *row)
{
  guint n = self->system->n;
  noslip_observer_set_parameters(self->work, parameters);
  noslip_observer_evaluate(self->work, row, self->values);
  for (guint e = 0; e <= n; e++) {
    double sum = 0, size = 0, mass = e < n ? fabs(self->values[self->inertia[e]]) : 1;
    double unit = mass > 0 ? sqrt(mass) : 1;
    for (guint term = 0; term < self->n[e]; term++) {
      sum += self->values[self->first[e] + term];
      size += fabs(self->values[self->first[e] + term]);
    }
    if (!isfinite(size) || !isfinite(unit))
      self->undefined = TRUE;
    if (e < n)
      self->speed = fmax(self->speed, unit * fabs(row[noslip_row_y(self->system) + e]));
    self->worst[e] = fmax(self->worst[e], fabs(sum) / unit);
    self->size[e] = fmax(self->size[e], size / unit);
  }
  self->begin = self->n_rows++ == 0 ? row[0] : self->begin;
  self->end = row[0];
}

double
noslip_identities_residual(const NoslipIdentities *self, NoslipIdentity identity)
{
  guint n = self->system->n;
  guint first = identity == NOSLIP_IDENTITY_FORMS ? 0 : n, last = identity == NOSLIP_IDENTITY_FORMS ? n : n + 1;
  double duration = self->end > self->begin ? self->end - self->begin : 1, residual = 0;
  double largest = (identity == NOSLIP_IDENTITY_FORMS ? self->speed : self->speed * self->speed) / duration;
  if (self->undefined || self->n_rows == 0)
    return NAN;
  for (guint e = first; e < last; e++)
    largest = fmax(largest, self->size[e]);
  for (guint e = first; e < last; e++)
    if (self->worst[e] > 0)
      residual = fmax(residual, self->worst[e] / fmax(self->size[e], LEAST_PART * largest));
  return residual;
}
