/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/finder/measure/measure.h"

#include "core/finder/measure/fields.h"
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

/* Substitutes parameters that are 0; collects the names of those that occur. */
static void
put_zeros(const NoslipModel *model, const double *parameters, guint n, NoslipExpr *exprs, GPtrArray *names)
{
  const NoslipSystem *system = model->system;
  NoslipExpr zero = NOSLIP_ZERO;
  for (guint i = 0; i < system->n_parameters; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    gboolean occurs = FALSE;
    for (guint e = 0; e < n && parameters[i] == 0; e++)
      if (noslip_expr_depends(model->graph, exprs[e], 1, &parameter->symbol)) {
        exprs[e] = noslip_symbolic_tidy(model->graph,
                                        noslip_expr_substitute(model->graph, exprs[e], 1, &parameter->symbol, &zero));
        occurs = TRUE;
      }
    if (occurs)
      g_ptr_array_add(names, g_strdup(parameter->name));
  }
}

/* What decides on the measure, with the parameters that are 0 put in. */
typedef struct {
  guint r, n, m;
  NoslipExpr *theta;  /* r, and theta_0 */
  NoslipExpr *drift;  /* n: y0 */
  NoslipExpr *anchor; /* m: rho(y0) */
  NoslipExpr *all;    /* r + 1 + n + m */
  gboolean affine;
} Rates;

static gboolean
rates_fill(Rates *rates, NoslipDistribution *distribution, const double *parameters, GPtrArray *zeros,
           NoslipDiagnostic **error)
{
  const NoslipModel *model = distribution->model;
  *rates = (Rates){.r = distribution->r, .n = model->n, .m = model->m};
  guint count = rates->r + 1 + rates->n + rates->m;
  rates->theta = rates->all = noslip_exprs_new(count);
  rates->drift = rates->theta + rates->r + 1;
  rates->anchor = rates->drift + rates->n;
  if (!noslip_divergence_theta(distribution, rates->theta, error) ||
      !noslip_divergence_drift(distribution, rates->drift, rates->anchor, &rates->theta[rates->r], error))
    return FALSE;
  put_zeros(model, parameters, count, rates->all, zeros);
  for (guint i = rates->r; i < count; i++)
    rates->affine = rates->affine || rates->all[i] != NOSLIP_ZERO;
  return TRUE;
}

/* Writes theta as theta_a = -X_a f/f, which is shorter than the sum that defines it. */
static void
rewrite_theta(NoslipMeasure *measure, const NoslipPrimitiveSetting *setting, NoslipExpr density)
{
  const NoslipModel *model = setting->motion->model;
  NoslipGraph *graph = model->graph;
  g_autofree NoslipExpr *field = noslip_exprs_new(model->m);
  for (guint a = 0; a < noslip_fields_given(setting); a++) {
    char **written = a < measure->r ? &measure->theta[a] : &measure->drift_theta;
    noslip_fields_get(setting, a, field);
    NoslipExpr slope = noslip_expr_neg(graph, noslip_fields_along(model, field, density));
    g_autofree char *text = text_of(model, noslip_expr_div(graph, slope, density));
    if (strlen(text) < strlen(*written)) {
      g_free(*written);
      *written = g_steal_pointer(&text);
    }
  }
}

static void
describe(NoslipMeasure *measure, const NoslipDistribution *distribution, const Rates *rates)
{
  const NoslipModel *model = distribution->model;
  guint r = measure->r = distribution->r;
  measure->basis = g_new0(char *, (gsize) r + 1);
  measure->theta = g_new0(char *, (gsize) r + 1);
  for (guint a = 0; a < r; a++) {
    measure->basis[a] = g_strdup(distribution->basis_text[a]);
    measure->theta[a] = text_of(model, rates->theta[a]);
  }
  if (rates->affine) {
    measure->drift = noslip_section_text(model, rates->drift, 1, FALSE);
    measure->drift_theta = text_of(model, rates->theta[r]);
  }
}

/* "z = 0": the initial values of the coordinates in a density. */
static char *
start_text(const NoslipPrimitiveSetting *setting, NoslipExpr density)
{
  const NoslipModel *model = setting->motion->model;
  GString *text = g_string_new(NULL);
  char number[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < model->m; i++)
    if (noslip_expr_depends(model->graph, density, 1, &model->x[i]))
      g_string_append_printf(text, "%s%s = %s", text->len > 0 ? ", " : "",
                             noslip_expr_symbol_name(model->graph, model->x[i]),
                             g_ascii_formatd(number, sizeof number, "%.6g", setting->start[i]));
  return g_string_free(text, FALSE);
}

static void
find_density(NoslipMeasure *measure, const NoslipPrimitiveSetting *setting, const NoslipExpr *theta)
{
  const NoslipModel *model = setting->motion->model;
  guint given = noslip_fields_given(setting);
  g_autofree NoslipExpr *u = noslip_exprs_new(given);
  NoslipPrimitive primitive;
  for (guint a = 0; a < given; a++)
    u[a] = noslip_expr_neg(model->graph, theta[a]);
  noslip_primitive_find(setting, u, &primitive);
  measure->exact = !primitive.decided ? NOSLIP_UNKNOWN : primitive.exists ? NOSLIP_YES : NOSLIP_NO;
  measure->locally = primitive.locally;
  measure->proved = primitive.proved;
  if (primitive.exists && primitive.in_symbols)
    measure->density = text_of(model, primitive.exponential);
  if (measure->density != NULL && primitive.singular)
    measure->singular = start_text(setting, primitive.exponential);
  if (primitive.in_symbols)
    rewrite_theta(measure, setting, primitive.exponential);
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
             const double *parameters, const double *xy, const Rates *rates, NoslipDiagnostic **error)
{
  g_autoptr(NoslipMeasure) measure = g_new0(NoslipMeasure, 1);
  if (!forces_are_free_of_velocities(motion->system)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
                                   _("leave them out; the observable `divergence` counts them"),
                                   _("forces depend on the velocities: the volume changes by more than theta"));
    return NULL;
  }
  g_autoptr(NoslipAtoms) atoms = noslip_atoms_new(distribution, parameters, 0, NULL, FALSE);
  const NoslipPrimitiveSetting setting = {.motion = motion,
                                          .distribution = distribution,
                                          .atoms = atoms,
                                          .parameters = parameters,
                                          .rows = states->rows,
                                          .n_rows = states->n,
                                          .row_size = states->row_size,
                                          .drift = rates->affine ? rates->anchor : NULL,
                                          .start = xy};
  describe(measure, distribution, rates);
  find_density(measure, &setting, rates->theta);
  measure->multiplier.exists = NOSLIP_UNKNOWN;
  if (!rates->affine)
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
  if (states == NULL)
    return NULL;
  Rates rates;
  NoslipMeasure *measure = NULL;
  g_autoptr(GPtrArray) zeros = g_ptr_array_new_with_free_func(g_free);
  if (rates_fill(&rates, distribution, parameters, zeros, error))
    measure = measure_with(motion, distribution, states, parameters, xy, &rates, error);
  if (measure != NULL) {
    g_ptr_array_add(zeros, NULL);
    measure->zeros = (char **) g_ptr_array_steal(zeros, NULL);
  }
  g_free(rates.all);
  return measure;
}

char *
noslip_measure_claim(const NoslipMeasure *measure)
{
  if (measure->density == NULL || measure->singular != NULL)
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
  g_strfreev(measure->zeros);
  g_free(measure->drift);
  g_free(measure->drift_theta);
  g_free(measure->density);
  g_free(measure->singular);
  noslip_hindrance_clear(&measure->hindrance);
  noslip_multiplier_clear(&measure->multiplier);
  g_free(measure);
}
