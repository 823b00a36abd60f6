/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The formulation `projection`: selects one of its two computations for a system. */
#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/chart.h"
#include "core/dynamics/flow.h"
#include "core/dynamics/form-writer.h"
#include "core/dynamics/formulations.h"
#include "core/dynamics/projection-ambient.h"
#include "core/dynamics/projection-private.h"
#include "core/dynamics/saddle-private.h"

#include <glib/gi18n-lib.h>

typedef struct {
  const NoslipFormulation *variant;
  gpointer data; /* dynamics or workspace of the selected computation */
} Projection;

/* Whether the projected bracket on D is sufficient: it needs a metric on D only. If something depends on t the bracket
 * has a component along d/dt, and the other computation is used. */
static gboolean
is_reduced(const NoslipSystem *system)
{
  return !noslip_system_is_timed(system) && noslip_system_constraint_class(system) == NOSLIP_LINEAR &&
         noslip_system_is_mechanical(system);
}

static char *
refusal(const NoslipSystem *system)
{
  if (!noslip_system_is_quadratic(system))
    return g_strdup(_("the Lagrangian is not quadratic in the velocities, so that the projector is no function of the "
                      "position"));
  if (system->k > 0 && !is_reduced(system) && noslip_system_is_degenerate(system))
    return g_strdup(_("the kinetic energy is degenerate, so that it defines no orthogonal projector of E"));
  return noslip_charts_refusal(system);
}

static Projection *
projection_new(const NoslipFormulation *variant, gpointer data)
{
  Projection *projection = g_new0(Projection, 1);
  projection->variant = variant;
  projection->data = data;
  return projection;
}

static gpointer
create(const NoslipSystem *system, NoslipDiagnostic **error)
{
  const NoslipFormulation *variant = is_reduced(system) ? &noslip_projection_reduced : &noslip_projection_ambient;
  gpointer data = variant->create(system, error);
  return data ? projection_new(variant, data) : NULL;
}

static void
destroy(gpointer dynamics)
{
  Projection *projection = dynamics;
  if (projection)
    projection->variant->destroy(projection->data);
  g_free(projection);
}

static guint
size(gconstpointer dynamics)
{
  const Projection *projection = dynamics;
  return projection->variant->size(projection->data);
}

static gpointer
work_new(gconstpointer dynamics)
{
  const Projection *projection = dynamics;
  return projection_new(projection->variant, projection->variant->work_new(projection->data));
}

static void
work_free(gpointer work)
{
  Projection *projection = work;
  if (projection)
    projection->variant->work_free(projection->data);
  g_free(projection);
}

static void
set_parameters(gpointer work, const double *parameters)
{
  Projection *projection = work;
  projection->variant->set_parameters(projection->data, parameters);
}

static NoslipStepStatus
enter(gpointer work, double t, const double *xy, double *z)
{
  Projection *projection = work;
  return projection->variant->enter(projection->data, t, xy, z);
}

static NoslipStepStatus
rates(gpointer work, double t, const double *z, double *zdot)
{
  Projection *projection = work;
  return projection->variant->rates(projection->data, t, z, zdot);
}

static NoslipStepStatus
accept(gpointer work, double t, double *z, gboolean stabilise, gboolean *changed)
{
  Projection *projection = work;
  return projection->variant->accept(projection->data, t, z, stabilise, changed);
}

static NoslipStepStatus
observe(gpointer work, double t, const double *z, double *x, double *y, double *ydot, double *lambda)
{
  Projection *projection = work;
  return projection->variant->observe(projection->data, t, z, x, y, ydot, lambda);
}

static int
failure(gconstpointer work)
{
  const Projection *projection = work;
  return projection->variant->failure(projection->data);
}

static NoslipStepStatus
jacobian(gpointer work, double t, const double *z, double *dfdz, double *dfdt)
{
  Projection *projection = work;
  return projection->variant->jacobian(projection->data, t, z, dfdz, dfdt);
}

static void
write_equations(NoslipFormWriter *writer)
{
  if (!noslip_form_has_lagrangian_on_d(writer))
    return;
  const NoslipModel *model = writer->model;
  NoslipGraph *graph = writer->graph;
  guint r = writer->r;
  const NoslipExpr *w = writer->velocity;
  g_autofree NoslipExpr *y = noslip_form_in_basis(writer, w);
  g_autofree NoslipExpr *p = g_new0(NoslipExpr, r + 1);
  NoslipExpr l =
      noslip_form_tidy(writer, noslip_expr_substitute(graph, model->system->lagrangian, model->n, model->y, y));
  for (guint i = 0; i < model->m; i++)
    noslip_form_add_line(writer, noslip_form_rate_of(writer, model->x[i]),
                         noslip_expr_dot(graph, r, writer->anchor + (gsize) i * r, w));
  noslip_form_add_line(writer, noslip_form_symbol(writer, "l", "l_D"), l);
  for (guint a = 0; a < r; a++)
    p[a] = noslip_expr_derivative(graph, l, w[a]);
  for (guint a = 0; a < r; a++) {
    NoslipExpr left = NOSLIP_ZERO, right = noslip_expr_add(graph, noslip_form_along(writer, a, l),
                                                           noslip_form_gyroscopic(writer, a, w, p, y));
    for (guint b = 0; b < r; b++) {
      NoslipExpr metric = noslip_form_tidy(writer, noslip_expr_derivative(graph, p[a], w[b]));
      left = noslip_expr_add_product(graph, left, metric, writer->rate[b]);
      right = noslip_expr_sub_product(graph, right, w[b], noslip_form_along(writer, b, p[a]));
    }
    noslip_form_add_line(writer, left, right);
  }
}

static const char *
derivation(const NoslipSystem *system)
{
  static const char *const model = NOSLIP_DERIVATION_MODEL, *const distribution = NOSLIP_DERIVATION_DISTRIBUTION;
  return is_reduced(system) ? distribution : model;
}

static const char *
shares(const NoslipSystem *system)
{
  return is_reduced(system) ? noslip_charts_shares(system) : NULL;
}

/* Why the unrolled projection cannot be written out for a motion that starts at xy, or NULL. */
static const char *
ambient_refusal(const NoslipAmbient *ambient, const double *parameters, const double *xy)
{
  g_autofree double *z = g_new0(double, (gsize) ambient->m + ambient->n + 1);
  if (!ambient->unrolled)
    return _("their solution in symbols is too large");
  gpointer work = noslip_projection_ambient.work_new(ambient);
  noslip_projection_ambient.set_parameters(work, parameters);
  NoslipStepStatus status = noslip_projection_ambient.enter(work, 0, xy, z);
  gboolean dense = noslip_ambient_is_dense(work);
  noslip_projection_ambient.work_free(work);
  if (status == NOSLIP_STEP_RANK_LOST)
    return _("they do not determine the accelerations at the initial state");
  if (status != NOSLIP_STEP_OK)
    return _("they are not defined at the initial state");
  return dense ? _("their solution in symbols does not hold at the initial state") : NULL;
}

/* The multipliers are those of the saddle point problem, whose way back onto M is the same projection. */
static void
list_ambient(const NoslipAmbient *ambient, const NoslipSaddle *saddle, NoslipFlow *flow)
{
  guint m = ambient->m, n = ambient->n, k = ambient->k, variables = 1 + m + n;
  g_autofree NoslipOperand *state = g_new0(NoslipOperand, variables);
  g_autofree NoslipOperand *reaction = g_new0(NoslipOperand, (gsize) noslip_tape_n_outputs(saddle->rates) + 1);
  for (guint i = 0; i < variables; i++)
    state[i] = noslip_operand_input(i);
  flow->n_state = m + n;
  flow->n_multipliers = flow->n_velocities = k;
  flow->rates = noslip_flow_listing(ambient->projected, variables, 0, m + n);
  noslip_listing_add(flow->rates, saddle->rates, state, reaction);
  noslip_listing_output(flow->rates, k, reaction + m + n);
  noslip_flow_bind(flow, ambient->manifold, m);
  if (k > 0) {
    flow->velocities = noslip_flow_listing(saddle->constraints, variables, 0, k * (2 + n));
    flow->back = noslip_flow_listing(saddle->projection, variables, 0, n);
  }
}

static gboolean
write_flow(gconstpointer dynamics, const double *parameters, const double *xy, NoslipFlow *flow,
           NoslipDiagnostic **error)
{
  const Projection *projection = dynamics;
  if (projection->variant->flow != NULL)
    return projection->variant->flow(projection->data, parameters, xy, flow, error);
  const NoslipAmbient *ambient = projection->data;
  const char *reason = ambient_refusal(ambient, parameters, xy);
  if (reason != NULL)
    *error = noslip_flow_refusal(reason);
  NoslipSaddle *saddle =
      reason == NULL ? noslip_saddle_new_for_program(ambient->system, TRUE, parameters, xy, error) : NULL;
  if (saddle != NULL)
    list_ambient(ambient, saddle, flow);
  noslip_saddle_free(saddle);
  return *error == NULL;
}

const NoslipFormulation noslip_formulation_projection = {
    .id = NC_("formulation", "projection"),
    .title = N_("Projection"),
    .summary = N_("Unconstrained Euler-Lagrange equations on the constraint distribution with the projected "
                  "bracket; or the free motion projected on the constraints."),
    .source = N_("Grabowski, de Leon, Marrero, Martin de Diego: Nonholonomic constraints: a new viewpoint, "
                 "sections 4 and 5, Theorem 5.1; Marrero: Lie algebroids and some applications to mechanics, regular "
                 "nonholonomic systems"),
    .latex = "D = \\ker \\Phi, \\quad [X, Y]_P = P[X, Y], \\quad l = L|_D, \\\\ "
             "\\dot x^i = \\rho^i_a v^a, \\quad "
             "\\frac{d}{dt}\\frac{\\partial l}{\\partial v^a} = \\rho^i_a \\frac{\\partial l}{\\partial x^i} "
             "- C^c_{ab} v^b \\frac{\\partial l}{\\partial v^c} + Q_a; \\\\ "
             "\\text{otherwise } \\xi = P(\\xi_L|_M), \\quad "
             "P = \\mathrm{id} - C_{AB}\\, Z^A \\otimes d\\varphi^B, \\quad Z^A = W^{-1} \\Phi^A",
    .write = write_equations,
    .kind = NOSLIP_DYNAMICS_NONHOLONOMIC,
    .color = "#56B4E9",
    .dash = NOSLIP_DASH_DASH_DOT,
    .derivation = derivation,
    .shares = shares,
    .refusal = refusal,
    .create = create,
    .destroy = destroy,
    .size = size,
    .work_new = work_new,
    .work_free = work_free,
    .set_parameters = set_parameters,
    .enter = enter,
    .rates = rates,
    .accept = accept,
    .observe = observe,
    .failure = failure,
    .flow = write_flow,
    .jacobian = jacobian,
};
