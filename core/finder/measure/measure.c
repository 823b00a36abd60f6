/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/measure.h"

#include "core/finder/measure/primitive.h"
#include "core/finder/states.h"
#include "core/geometry/divergence.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define STATES 12

static char *
text_of(const NoslipModel *model, NoslipExpr e)
{
  return noslip_expr_text(model->graph, noslip_symbolic_tidy(model->graph, e));
}

/* Substitutes parameters that are 0. */
static void
put_zeros(const NoslipModel *model, const double *parameters, guint n, NoslipExpr *exprs)
{
  const NoslipSystem *system = model->system;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(system->n_parameters);
  g_autofree NoslipExpr *zeros = noslip_exprs_new(system->n_parameters);
  guint count = 0;
  for (guint i = 0; i < system->n_parameters; i++)
    if (parameters[i] == 0)
      symbols[count++] = system->parameters[i].symbol;
  for (guint i = 0; i < n && count > 0; i++)
    exprs[i] = noslip_expr_substitute(model->graph, exprs[i], count, symbols, zeros);
}

/* Writes theta as theta_a = -X_a f/f, which is shorter than the sum that defines it. */
static void
rewrite_theta(NoslipMeasure *measure, const NoslipDistribution *distribution, NoslipExpr density)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  for (guint a = 0; a < measure->r; a++) {
    NoslipExpr slope = NOSLIP_ZERO;
    for (guint i = 0; i < model->m; i++)
      slope = noslip_expr_sub_product(graph, slope, distribution->anchor[i * distribution->r + a],
                                      noslip_expr_derivative(graph, density, model->x[i]));
    g_autofree char *text = text_of(model, noslip_expr_div(graph, slope, density));
    if (strlen(text) < strlen(measure->theta[a])) {
      g_free(measure->theta[a]);
      measure->theta[a] = g_steal_pointer(&text);
    }
  }
}

static void
describe(NoslipMeasure *measure, const NoslipDistribution *distribution, const NoslipExpr *theta)
{
  const NoslipModel *model = distribution->model;
  guint r = measure->r = distribution->r;
  measure->basis = g_new0(char *, (gsize) r + 1);
  measure->theta = g_new0(char *, (gsize) r + 1);
  for (guint a = 0; a < r; a++) {
    measure->basis[a] = g_strdup(distribution->basis_text[a]);
    measure->theta[a] = text_of(model, theta[a]);
  }
}

static void
find_density(NoslipMeasure *measure, const NoslipPrimitiveSetting *setting, const NoslipExpr *theta)
{
  const NoslipModel *model = setting->motion->model;
  g_autofree NoslipExpr *u = noslip_exprs_new(measure->r);
  NoslipPrimitive primitive;
  for (guint a = 0; a < measure->r; a++)
    u[a] = noslip_expr_neg(model->graph, theta[a]);
  noslip_primitive_find(setting, u, &primitive);
  measure->exact = !primitive.decided ? NOSLIP_UNKNOWN : primitive.exists ? NOSLIP_YES : NOSLIP_NO;
  measure->locally = primitive.locally;
  measure->proved = primitive.proved;
  if (primitive.exists && primitive.in_symbols)
    measure->density = text_of(model, primitive.exponential);
  if (primitive.in_symbols)
    rewrite_theta(measure, setting->distribution, primitive.exponential);
  noslip_hindrance_fill(&measure->hindrance, setting, &primitive);
  noslip_primitive_clear(&primitive);
}

static gboolean
forces_are_free_of_velocities(const NoslipSystem *system)
{
  for (guint alpha = 0; alpha < system->n && system->forces != NULL; alpha++)
    for (guint beta = 0; beta < system->n; beta++)
      if (noslip_expr_depends(system->graph, system->forces[alpha], 1, &system->fibres[beta].symbol))
        return FALSE;
  return TRUE;
}

static NoslipMeasure *
measure_with(NoslipMotion *motion, NoslipDistribution *distribution, const NoslipStates *states,
             const double *parameters, NoslipDiagnostic **error)
{
  g_autoptr(NoslipMeasure) measure = g_new0(NoslipMeasure, 1);
  g_autofree NoslipExpr *theta = noslip_exprs_new(distribution->r);
  if (!noslip_divergence_theta(distribution, theta, error))
    return NULL;
  if (!forces_are_free_of_velocities(motion->system)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                                   _("leave them out; the observable `divergence` counts them"),
                                   _("forces depend on the velocities: the volume changes by more than theta"));
    return NULL;
  }
  g_autoptr(NoslipAtoms) atoms = noslip_atoms_new(distribution, parameters, 0, NULL, FALSE);
  const NoslipPrimitiveSetting setting = {motion,    distribution,     atoms, parameters, states->rows,
                                          states->n, states->row_size, 0,     NULL};
  put_zeros(motion->model, parameters, distribution->r, theta);
  describe(measure, distribution, theta);
  find_density(measure, &setting, theta);
  noslip_jacobi_multiplier(&setting, &measure->multiplier);
  if (noslip_graph_failed(motion->model->graph)) {
    *error =
        noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                              _("write the constraints or the Lagrangian more simply, or choose adapted velocities"),
                              _("theta and its derivatives grow beyond the limits"));
    return NULL;
  }
  return g_steal_pointer(&measure);
}

NoslipMeasure *
noslip_measure_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters, const double *xy,
                    guint64 seed, NoslipDiagnostic **error)
{
  if (kind == NOSLIP_DYNAMICS_VAKONOMIC) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                                   _("say --dynamics nonholonomic or --dynamics free"),
                                   _("vakonomic motions are Hamiltonian and keep dx dp"));
    return NULL;
  }
  if (noslip_states_refuse_modes(system, error))
    return NULL;
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_for(system, kind), system, error);
  if (dynamics == NULL)
    return NULL;
  g_autoptr(NoslipMotion) motion = noslip_motion_new(system, kind);
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(motion->model, error);
  if (distribution == NULL)
    return NULL;
  g_autoptr(NoslipStates) states = noslip_states_new(dynamics, parameters, xy, STATES, seed, error);
  return states != NULL ? measure_with(motion, distribution, states, parameters, error) : NULL;
}

char *
noslip_measure_claim(const NoslipMeasure *measure)
{
  if (measure->density == NULL)
    return NULL;
  if (strcmp(measure->density, "1") == 0)
    return g_strdup("claim \"invariant measure\": divergence = 0");
  return g_strdup_printf("claim \"invariant measure\": divergence = -d(log(%s))", measure->density);
}

void
noslip_measure_free(NoslipMeasure *measure)
{
  if (measure == NULL)
    return;
  g_strfreev(measure->basis);
  g_strfreev(measure->theta);
  g_free(measure->density);
  noslip_hindrance_clear(&measure->hindrance);
  noslip_multiplier_clear(&measure->multiplier);
  g_free(measure);
}
