/* SPDX-License-Identifier: GPL-3.0-or-later */
/* D = ker Phi, its basis, and the structure functions of the projected bracket (G 4, M). */
#include "core/geometry/bracket.h"

#include "core/geometry/form.h"
#include "core/geometry/symbolic-kernel.h"
#include "core/geometry/symbolic.h"
#include "core/system/state.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* Sections count as dependent if their volume, after scaling to length 1, is smaller. */
#define LEAST_VOLUME 1e-6

char *
noslip_section_text(const NoslipModel *model, const NoslipExpr *coefficients, guint stride, gboolean momenta)
{
  g_autoptr(GString) text = g_string_new(NULL);
  for (guint alpha = 0; alpha < model->n; alpha++) {
    NoslipExpr coefficient = coefficients[alpha * stride];
    if (coefficient == NOSLIP_ZERO)
      continue;
    g_autofree char *plain = noslip_expr_text(model->graph, coefficient);
    gboolean negative = plain[0] == '-';
    g_autofree char *opposite =
        negative ? noslip_expr_text(model->graph, noslip_expr_neg(model->graph, coefficient)) : NULL;
    const char *shown = negative ? opposite : plain;
    NoslipExpr part = negative ? noslip_expr_neg(model->graph, coefficient) : coefficient;
    gboolean is_sum =
        noslip_expr_op(model->graph, part) == NOSLIP_OP_SUM && noslip_expr_n_operands(model->graph, part) > 1;
    if (text->len > 0)
      g_string_append(text, negative ? " - " : " + ");
    else if (negative)
      g_string_append_c(text, '-');
    if (part != NOSLIP_ONE)
      g_string_append_printf(text, is_sum ? "(%s)*" : "%s*", shown);
    g_string_append_printf(text, momenta ? "p(%s)" : "%s", model->system->fibres[alpha].name);
  }
  return g_string_free(g_steal_pointer(&text), FALSE);
}

static void
describe(NoslipDistribution *distribution)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, r = distribution->r;
  distribution->basis_text = g_new0(char *, r + 1);
  distribution->momenta_text = g_new0(char *, r + 1);
  distribution->momenta = g_new0(NoslipExpr, MAX(r, 1));
  distribution->anchor = g_new0(NoslipExpr, MAX(model->m * r, 1));
  for (guint a = 0; a < r; a++) {
    distribution->basis_text[a] = noslip_section_text(model, distribution->basis + a, r, FALSE);
    distribution->momenta_text[a] = noslip_section_text(model, distribution->basis + a, r, TRUE);
    for (guint alpha = 0; alpha < n; alpha++)
      distribution->momenta[a] = noslip_expr_add_product(graph, distribution->momenta[a],
                                                         distribution->basis[alpha * r + a], model->momentum[alpha]);
    for (guint i = 0; i < model->m; i++)
      for (guint alpha = 0; alpha < n; alpha++)
        distribution->anchor[i * r + a] =
            noslip_expr_add_product(graph, distribution->anchor[i * r + a], model->system->anchor[i * n + alpha],
                                    distribution->basis[alpha * r + a]);
  }
}

NoslipExpr
noslip_section_along(const NoslipModel *model, const NoslipAnchoredSection *x, NoslipExpr e)
{
  NoslipExpr sum = NOSLIP_ZERO;
  if (e == NOSLIP_ZERO || e == NOSLIP_ONE || !noslip_expr_depends(model->graph, e, model->m, model->x))
    return sum;
  for (guint i = 0; i < model->m; i++)
    if (x->anchor[i * x->stride] != NOSLIP_ZERO)
      sum = noslip_expr_add_product(model->graph, sum, x->anchor[i * x->stride],
                                    noslip_expr_derivative(model->graph, e, model->x[i]));
  return sum;
}

gboolean
noslip_section_bracket(const NoslipModel *model, const gboolean *curved, const NoslipAnchoredSection *x,
                       const NoslipAnchoredSection *y, NoslipExpr *bracket)
{
  gboolean any = FALSE;
  NoslipGraph *graph = model->graph;
  guint n = model->n;
  for (guint gamma = 0; gamma < n; gamma++) {
    NoslipExpr sum = noslip_expr_sub(graph, noslip_section_along(model, x, y->components[gamma * y->stride]),
                                     noslip_section_along(model, y, x->components[gamma * x->stride]));
    for (guint alpha = 0; alpha < n && curved[gamma]; alpha++)
      for (guint beta = 0; beta < n && x->components[alpha * x->stride] != NOSLIP_ZERO; beta++) {
        NoslipExpr structure = model->system->structure[(gamma * n + alpha) * n + beta];
        if (structure == NOSLIP_ZERO || y->components[beta * y->stride] == NOSLIP_ZERO)
          continue;
        NoslipExpr factor = noslip_expr_mul(graph, x->components[alpha * x->stride], y->components[beta * y->stride]);
        sum = noslip_expr_add_product(graph, sum, structure, factor);
      }
    bracket[gamma] = noslip_symbolic_tidy(graph, sum);
    any = any || bracket[gamma] != NOSLIP_ZERO;
  }
  return any;
}

gboolean *
noslip_section_curved(const NoslipModel *model)
{
  gsize n = model->n;
  gboolean *curved = g_new0(gboolean, MAX(n, 1));
  for (gsize gamma = 0; gamma < n; gamma++)
    for (gsize pair = 0; pair < n * n && !curved[gamma]; pair++)
      curved[gamma] = model->system->structure[gamma * n * n + pair] != NOSLIP_ZERO;
  return curved;
}

/* C^c_ab = G^cd W(e_d, [e_a, e_b]) */
static void
project_bracket(NoslipDistribution *distribution)
{
  const NoslipModel *model = distribution->model;
  NoslipGraph *graph = model->graph;
  guint n = model->n, r = distribution->r;
  gboolean linear = noslip_system_constraint_class(model->system) != NOSLIP_NONLINEAR;
  distribution->structure = g_new0(NoslipExpr, MAX(r * r * r, 1));
  g_autofree gboolean *curved = noslip_section_curved(model);
  g_autofree NoslipExpr *bracket = g_new0(NoslipExpr, MAX(n, 1));
  g_autofree NoslipExpr *load = g_new0(NoslipExpr, MAX(n, 1)); /* W [e_a, e_b] */
  g_autofree NoslipExpr *pull = g_new0(NoslipExpr, MAX(r, 1));
  for (guint i = 0; i < r * r * r && !linear; i++)
    distribution->structure[i] = noslip_expr_number(graph, (double) NAN);
  for (guint a = 0; a < r && linear; a++)
    for (guint b = a + 1; b < r; b++) {
      const NoslipAnchoredSection x = {distribution->basis + a, distribution->anchor + a, r};
      const NoslipAnchoredSection y = {distribution->basis + b, distribution->anchor + b, r};
      if (!noslip_section_bracket(model, curved, &x, &y, bracket))
        continue;
      for (guint alpha = 0; alpha < n; alpha++)
        load[alpha] = noslip_expr_dot(graph, n, model->mass + (gsize) alpha * n, bracket);
      for (guint d = 0; d < r; d++) {
        pull[d] = NOSLIP_ZERO;
        for (guint alpha = 0; alpha < n; alpha++)
          pull[d] = noslip_expr_add_product(graph, pull[d], distribution->basis[alpha * r + d], load[alpha]);
        pull[d] = noslip_symbolic_tidy(graph, pull[d]);
      }
      for (guint c = 0; c < r; c++) {
        NoslipExpr value = noslip_expr_dot(graph, r, distribution->form->inverse + (gsize) c * r, pull);
        value = noslip_symbolic_tidy(graph, value);
        distribution->structure[(c * r + a) * r + b] = value;
        distribution->structure[(c * r + b) * r + a] = noslip_expr_neg(graph, value);
      }
    }
}

/* Derives the basis of D, its momenta, form and bracket; returns the error, or NULL. Takes ownership of the probe. */
static NoslipDiagnostic *
derive(NoslipDistribution *distribution, NoslipProbe *probe, gboolean at_state)
{
  const NoslipModel *model = distribution->model;
  guint n = model->n, k = model->k;
  g_autoptr(NoslipProbe) owned = probe;
  g_autofree NoslipExpr *rows = g_new0(NoslipExpr, MAX(k * n, 1));
  for (guint i = 0; i < k * n; i++)
    rows[i] = noslip_symbolic_tidy(model->graph, noslip_expr_expand_angles(model->graph, model->jacobian[i], 1));
  g_autofree double *units = noslip_probe_units(owned, model->graph, n, model->mass);
  int dependent = noslip_symbolic_kernel(model->graph, owned, at_state, units, k, n, rows, distribution->basis);
  if (dependent >= 0) {
    const NoslipConstraint *constraint = &model->system->constraints[dependent];
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, &constraint->place,
                                 _("leave out what already follows from the other constraints"),
                                 _("the constraint %s depends on the others"), constraint->name);
  }
  describe(distribution);
  if (!noslip_bracket_form_new(distribution, g_steal_pointer(&owned)))
    return noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REGULARITY, NULL,
                                 _("the bracket needs a Lagrangian that is regular along the constraints"),
                                 _("the constrained system is not regular: its metric on D is degenerate"));
  project_bracket(distribution);
  return NULL;
}

static NoslipDistribution *
build(NoslipModel *model, NoslipProbe *probe, gboolean at_state, NoslipDiagnostic **error)
{
  const NoslipSystem *system = model->system;
  guint n = model->n, k = model->k;
  g_autoptr(NoslipDistribution) distribution = g_new0(NoslipDistribution, 1);
  g_autoptr(NoslipProbe) owned = probe;
  distribution->model = model;
  if (system->algebroid == NOSLIP_ALGEBROID_GENERAL) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("say: algebroid quasi"),
                                   _("on a general algebroid, whose bracket is not skew-symmetric, functions have no "
                                     "skew bracket"));
    return NULL;
  }
  if (k > n) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, &system->constraints[n].place,
                                   _("take constraints away"), _("%u constraints on %u velocities are not independent"),
                                   k, n);
    return NULL;
  }
  distribution->r = n - k;
  distribution->basis = g_new0(NoslipExpr, MAX(n * distribution->r, 1));
  NoslipDiagnostic *why = derive(distribution, g_steal_pointer(&owned), at_state);
  if (noslip_graph_failed(model->graph)) { /* then the reason found may only be a consequence of missing expressions */
    g_clear_pointer(&why, noslip_diagnostic_free);
    why = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL,
                                _("write the constraints or the Lagrangian more simply, or choose adapted velocities"),
                                _("the projected bracket grows beyond the limits"));
  }
  if (why != NULL)
    *error = why;
  return why == NULL ? g_steal_pointer(&distribution) : NULL;
}

NoslipDistribution *
noslip_distribution_new_at(NoslipModel *model, const double *parameters, const double *x, const double *y,
                           NoslipDiagnostic **error)
{
  NoslipProbe *probe = noslip_probe_new(model->system);
  noslip_probe_set_state(probe, model->system, parameters, x, y);
  return build(model, probe, TRUE, error);
}

/* The volume of the sections of D at the probe's first state in units of the kinetic metric, each scaled to length 1
 * (Gram-Schmidt). */
static double
volume(const NoslipDistribution *distribution, const NoslipProbe *probe)
{
  guint n = distribution->model->n, r = distribution->r;
  double product = 1;
  g_autofree double *e = g_new0(double, MAX(n * r, 1));
  g_autofree double *units = noslip_probe_units(probe, distribution->model->graph, n, distribution->model->mass);
  for (guint a = 0; a < r; a++) {
    double length = 0, rest = 0;
    for (guint alpha = 0; alpha < n; alpha++) {
      e[a * n + alpha] = noslip_probe_value(probe, distribution->model->graph, 0, distribution->basis[alpha * r + a]) /
                         (units != NULL ? units[alpha] : 1);
      length += e[a * n + alpha] * e[a * n + alpha];
    }
    for (guint b = 0; b < a; b++) {
      double overlap = 0;
      for (guint alpha = 0; alpha < n; alpha++)
        overlap += e[a * n + alpha] * e[b * n + alpha];
      for (guint alpha = 0; alpha < n; alpha++)
        e[a * n + alpha] -= overlap * e[b * n + alpha];
    }
    for (guint alpha = 0; alpha < n; alpha++)
      rest += e[a * n + alpha] * e[a * n + alpha];
    if (!(length > 0) || !isfinite(length) || !(rest > 0))
      return 0;
    product *= sqrt(rest / length);
    for (guint alpha = 0; alpha < n; alpha++)
      e[a * n + alpha] /= sqrt(rest);
  }
  return product;
}

NoslipDistribution *
noslip_distribution_new(NoslipModel *model, NoslipDiagnostic **error)
{
  const NoslipSystem *system = model->system;
  g_autoptr(NoslipDistribution) distribution = build(model, noslip_probe_new(system), FALSE, error);
  if (distribution == NULL || model->k == 0)
    return g_steal_pointer(&distribution);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *x = g_new0(double, MAX(system->m, 1));
  g_autofree double *y = g_new0(double, MAX(system->n, 1));
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  if (!noslip_state_initial(system, parameters, 0, NULL, x, y, NULL, ignored))
    return g_steal_pointer(&distribution);
  g_autoptr(NoslipProbe) initial = noslip_probe_new(system);
  noslip_probe_set_state(initial, system, parameters, x, y);
  if (volume(distribution, initial) > LEAST_VOLUME)
    return g_steal_pointer(&distribution);
  g_autoptr(NoslipDiagnostic) failure = NULL;
  NoslipDistribution *better = noslip_distribution_new_at(model, parameters, x, y, &failure);
  return better != NULL ? better : g_steal_pointer(&distribution);
}

void
noslip_distribution_free(NoslipDistribution *distribution)
{
  if (distribution == NULL)
    return;
  g_free(distribution->basis);
  g_strfreev(distribution->basis_text);
  g_free(distribution->anchor);
  g_free(distribution->metric);
  g_free(distribution->structure);
  g_free(distribution->momenta);
  g_strfreev(distribution->momenta_text);
  noslip_bracket_form_free(distribution->form);
  g_free(distribution);
}
