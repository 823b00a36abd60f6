/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vakonomic dynamics (I 5). If R_ab of I Prop. 5.3 is regular the motion is on W_1 (vakonomic-regular.c), else on the
 * last submanifold W_f of the constraint algorithm (vakonomic-singular.c). */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/formulation.h"
#include "core/dynamics/vakonomic-private.h"

#include <glib/gi18n-lib.h>

typedef struct {
  const NoslipFormulation *way; /* the table of the selected computation */
  gpointer dynamics;
} Vakonomic;

typedef struct {
  const NoslipFormulation *way;
  gpointer work;
} Work;

static char *
vakonomic_refusal(const NoslipSystem *system)
{
  for (guint a = 0; a < system->n; a++)
    if (system->forces[a] != NOSLIP_ZERO)
      return g_strdup(_("a variational principle has no place for external forces"));
  if (system->k == 0 && noslip_system_is_degenerate(system))
    return g_strdup(
        _("the Lagrangian is degenerate and has no constraints to vary under; its free motion is found by the "
          "constraint algorithm"));
  return NULL;
}

static gpointer
vakonomic_create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  gboolean singular = noslip_vakonomic_is_singular(system);
  const NoslipFormulation *way = singular ? &noslip_vakonomic_singular : &noslip_vakonomic_regular;
  gpointer dynamics = way->create(system, error);
  if (dynamics == NULL)
    return NULL;
  Vakonomic *self = g_new(Vakonomic, 1);
  *self = (Vakonomic){way, dynamics};
  return self;
}

static void
vakonomic_destroy(gpointer dynamics)
{
  Vakonomic *self = dynamics;
  self->way->destroy(self->dynamics);
  g_free(self);
}

static guint
vakonomic_size(gconstpointer dynamics)
{
  const Vakonomic *self = dynamics;
  return self->way->size(self->dynamics);
}

static gpointer
vakonomic_work_new(gconstpointer dynamics)
{
  const Vakonomic *self = dynamics;
  Work *work = g_new(Work, 1);
  *work = (Work){self->way, self->way->work_new(self->dynamics)};
  return work;
}

static void
vakonomic_work_free(gpointer data)
{
  Work *work = data;
  work->way->work_free(work->work);
  g_free(work);
}

static void
vakonomic_set_parameters(gpointer data, const double *parameters)
{
  Work *work = data;
  work->way->set_parameters(work->work, parameters);
}

static NoslipStepStatus
vakonomic_enter(gpointer data, double t, const double *xy, double *z)
{
  Work *work = data;
  return work->way->enter(work->work, t, xy, z);
}

static NoslipStepStatus
vakonomic_rates(gpointer data, double t, const double *z, double *zdot)
{
  Work *work = data;
  return work->way->rates(work->work, t, z, zdot);
}

static NoslipStepStatus
vakonomic_accept(gpointer data, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Work *work = data;
  return work->way->accept(work->work, t, z, stabilise, changed);
}

static NoslipStepStatus
vakonomic_observe(gpointer data, double t, const double *z, double *x, double *y, double *ydot, double *mu)
{
  Work *work = data;
  return work->way->observe(work->work, t, z, x, y, ydot, mu);
}

static int
vakonomic_failure(gconstpointer data)
{
  const Work *work = data;
  return work->way->failure(work->work);
}

static gboolean
vakonomic_flow(gconstpointer dynamics, const double *parameters, const double *xy, NoslipFlow *flow,
               NoslipDiagnostic **error)
{
  const Vakonomic *self = dynamics;
  return self->way->flow(self->dynamics, parameters, xy, flow, error);
}

const NoslipFormulation noslip_formulation_vakonomic = {
    .id = NC_("formulation", "vakonomic"),
    .title = N_("Vakonomic"),
    .summary = N_("The action is stationary among the curves that satisfy the constraints."),
    .source = N_(
        "Iglesias, Marrero, Martín de Diego, Sosa: Singular Lagrangian systems and variational constrained mechanics "
        "on Lie algebroids, section 5"),
    .latex =
        "p_\\alpha = \\frac{\\partial L}{\\partial y^\\alpha} + \\mu_A \\frac{\\partial \\phi^A}{\\partial y^\\alpha},"
        "\\qquad \\dot p_\\alpha = \\rho^i_\\alpha \\Bigl(\\frac{\\partial L}{\\partial x^i} + \\mu_A "
        "\\frac{\\partial \\phi^A}{\\partial x^i}\\Bigr) - C^\\gamma_{\\alpha\\beta} y^\\beta p_\\gamma",
    .kind = NOSLIP_DYNAMICS_VAKONOMIC,
    .state = NOSLIP_STATE_MOMENTA,
    .color = "#CC79A7",
    .dash = NOSLIP_DASH_DASHED,
    .automatic = TRUE,
    .refusal = vakonomic_refusal,
    .create = vakonomic_create,
    .destroy = vakonomic_destroy,
    .size = vakonomic_size,
    .work_new = vakonomic_work_new,
    .work_free = vakonomic_work_free,
    .set_parameters = vakonomic_set_parameters,
    .enter = vakonomic_enter,
    .rates = vakonomic_rates,
    .accept = vakonomic_accept,
    .observe = vakonomic_observe,
    .failure = vakonomic_failure,
    .flow = vakonomic_flow,
};
