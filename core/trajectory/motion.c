/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/trajectory/motion.h"

#include "core/geometry/divergence.h"
#include "core/trajectory/motion-private.h"
#include "core/trajectory/vakonomic-rates.h"

#include <glib/gi18n-lib.h>
#include <string.h>

NoslipMotion *
noslip_motion_new(NoslipSystem *system, NoslipDynamicsKind kind)
{
  NoslipMotion *motion = g_new0(NoslipMotion, 1);
  motion->system = noslip_system_ref(system);
  motion->kind = kind;
  motion->model = noslip_model_new(system);
  if (kind == NOSLIP_DYNAMICS_FREE)
    motion->model->k = 0;
  motion->expansions = g_hash_table_new(NULL, NULL);
  NoslipExpr declared;
  if (!noslip_system_lookup(system, NOSLIP_DIVERGENCE, &declared))
    motion->divergence = noslip_expr_symbol(motion->model->graph, NOSLIP_DIVERGENCE);
  return motion;
}

void
noslip_motion_free(NoslipMotion *motion)
{
  if (motion == NULL)
    return;
  noslip_distribution_free(motion->distribution);
  noslip_vakonomic_bracket_free(motion->poisson);
  noslip_probe_free(motion->probe);
  noslip_model_free(motion->model);
  g_free(motion->acceleration);
  g_free(motion->jerk);
  g_free(motion->mu_rate);
  g_hash_table_unref(motion->expansions);
  noslip_system_unref(motion->system);
  g_free(motion);
}

static const NoslipProbe *
probe_of(NoslipMotion *motion)
{
  if (motion->probe == NULL)
    motion->probe = noslip_probe_new(motion->system);
  return motion->probe;
}

static gboolean
need_distribution(NoslipMotion *motion, NoslipDiagnostic **error)
{
  if (motion->distribution == NULL)
    motion->distribution = noslip_distribution_new(motion->model, error);
  return motion->distribution != NULL;
}

static gboolean
need_poisson(NoslipMotion *motion, NoslipDiagnostic **error)
{
  if (motion->poisson == NULL)
    motion->poisson = noslip_vakonomic_bracket_new(motion->model, error);
  return motion->poisson != NULL;
}

static gboolean
need_mu_rate(NoslipMotion *motion, NoslipDiagnostic **error)
{
  if (motion->mu_rate != NULL)
    return TRUE;
  g_autofree NoslipExpr *rate = g_new0(NoslipExpr, MAX(motion->system->k, 1));
  if (!noslip_vakonomic_mu_rate(motion->model, probe_of(motion), rate)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_DEPENDENT, NULL, NULL,
                                   _("the derivative of mu needs constraints that are independent"));
    return FALSE;
  }
  motion->mu_rate = g_steal_pointer(&rate);
  return TRUE;
}

static gboolean
derive_acceleration(NoslipMotion *motion, NoslipExpr *acceleration, NoslipDiagnostic **error)
{
  const NoslipModel *model = motion->model;
  gboolean solved = FALSE;
  if (motion->kind == NOSLIP_DYNAMICS_NONHOLONOMIC) {
    if (!need_distribution(motion, error))
      return FALSE;
    memcpy(acceleration, noslip_distribution_acceleration(motion->distribution), sizeof(NoslipExpr) * model->n);
    return TRUE;
  }
  if (motion->kind == NOSLIP_DYNAMICS_VAKONOMIC) {
    solved = noslip_vakonomic_acceleration(model, probe_of(motion), acceleration);
  } else {
    g_autofree NoslipExpr *mass = g_memdup2(model->mass, sizeof(NoslipExpr) * model->n * model->n);
    memcpy(acceleration, model->force, sizeof(NoslipExpr) * model->n);
    solved = noslip_symbolic_solve(model->graph, probe_of(motion), model->n, mass, 1, acceleration);
  }
  if (!solved)
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, NULL, _("derive a velocity only once"),
                                   _("the derivative of an acceleration needs a regular Lagrangian"));
  return solved;
}

static gboolean
need_acceleration(NoslipMotion *motion, NoslipDiagnostic **error)
{
  if (motion->acceleration != NULL)
    return TRUE;
  if (noslip_system_has_modes(motion->system)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNSUPPORTED, NULL, _("derive a velocity only once"),
                                   _("an acceleration has no derivative where friction and bounces make it jump"));
    return FALSE;
  }
  g_autofree NoslipExpr *acceleration = g_new0(NoslipExpr, MAX(motion->system->n, 1));
  if (!derive_acceleration(motion, acceleration, error))
    return FALSE;
  motion->acceleration = g_steal_pointer(&acceleration);
  return TRUE;
}

/* The jerk d/dt a(x, y, t, mu) = da/dx rho y + da/dy ydot + da/dt + da/dmu mudot replaces the derivative of the
 * symbol dy/dt; its derivative is taken the same way, so derivatives of any order exist. */
static gboolean
need_jerk(NoslipMotion *motion, NoslipDiagnostic **error)
{
  guint n = motion->system->n;
  if (motion->jerk != NULL)
    return TRUE;
  if (!need_acceleration(motion, error))
    return FALSE;
  g_autofree NoslipExpr *jerk = g_new0(NoslipExpr, MAX(n, 1));
  for (guint alpha = 0; alpha < n; alpha++)
    if (!noslip_motion_rate(motion, motion->acceleration[alpha], &jerk[alpha], error))
      return FALSE;
  motion->jerk = g_steal_pointer(&jerk);
  return TRUE;
}

static void
add_product(NoslipGraph *graph, NoslipExpr *sum, NoslipExpr e, NoslipExpr symbol, NoslipExpr rate)
{
  if (rate != NOSLIP_ZERO)
    *sum = noslip_expr_add_product(graph, *sum, noslip_expr_derivative(graph, e, symbol), rate);
}

gboolean
noslip_motion_rate(NoslipMotion *motion, NoslipExpr e, NoslipExpr *rate, NoslipDiagnostic **error)
{
  const NoslipSystem *system = motion->system;
  const NoslipModel *model = motion->model;
  NoslipGraph *graph = model->graph;
  NoslipExpr sum = noslip_expr_derivative(graph, e, system->t);
  for (guint i = 0; i < system->m; i++)
    add_product(graph, &sum, e, model->x[i], model->velocity[i]);
  for (guint alpha = 0; alpha < system->n; alpha++)
    add_product(graph, &sum, e, model->y[alpha], system->fibres[alpha].acceleration);
  for (guint alpha = 0; alpha < system->n; alpha++) {
    NoslipExpr symbol = system->fibres[alpha].acceleration;
    if (!noslip_expr_depends(graph, e, 1, &symbol))
      continue;
    if (!need_jerk(motion, error))
      return FALSE;
    add_product(graph, &sum, e, symbol, motion->jerk[alpha]);
  }
  for (guint c = 0; c < system->k; c++) {
    const NoslipConstraint *constraint = &system->constraints[c];
    if (noslip_expr_depends(graph, e, 1, &constraint->multiplier)) {
      *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNSUPPORTED, NULL, _("take the multiplier out of d( )"),
                                     _("lambda(%s) has no derivative here: it is not a part of the state"),
                                     constraint->name);
      return FALSE;
    }
    if (!noslip_expr_depends(graph, e, 1, &constraint->mu))
      continue;
    if (constraint->holonomic) {
      *error =
          noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNSUPPORTED, NULL, _("take the multiplier out of d( )"),
                                _("mu(%s) has no derivative here: it is not a part of the state"), constraint->name);
      return FALSE;
    }
    if (motion->kind == NOSLIP_DYNAMICS_VAKONOMIC) {
      if (!need_mu_rate(motion, error))
        return FALSE;
      add_product(graph, &sum, e, constraint->mu, motion->mu_rate[c]);
    }
  }
  *rate = sum;
  return TRUE;
}

static gboolean
is_formal(const NoslipMotion *motion, NoslipExpr e)
{
  NoslipOp op = noslip_expr_op(motion->model->graph, e);
  return (e != NOSLIP_ZERO && e == motion->divergence) || op == NOSLIP_OP_RATE || op == NOSLIP_OP_BRACKET ||
         op == NOSLIP_OP_JACOBIATOR;
}

static GArray *
list_formals(const NoslipMotion *motion, NoslipExpr e)
{
  GArray *nodes = noslip_motion_list_nodes(motion->model->graph, e, NULL);
  guint kept = 0;
  for (guint i = 0; i < nodes->len; i++)
    if (is_formal(motion, g_array_index(nodes, NoslipExpr, i)))
      g_array_index(nodes, NoslipExpr, kept++) = g_array_index(nodes, NoslipExpr, i);
  g_array_set_size(nodes, kept);
  return nodes;
}

/* e with its formal nodes replaced; all of them have been expanded before. */
static NoslipExpr
replace_formals(NoslipMotion *motion, NoslipExpr e)
{
  g_autoptr(GArray) formals = list_formals(motion, e);
  g_autoptr(GArray) images = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < formals->len; i++) {
    gpointer node = GUINT_TO_POINTER(g_array_index(formals, NoslipExpr, i));
    NoslipExpr image = GPOINTER_TO_UINT(g_hash_table_lookup(motion->expansions, node));
    g_array_append_val(images, image);
  }
  if (formals->len == 0)
    return e;
  return noslip_expr_substitute(motion->model->graph, e, formals->len, (const NoslipExpr *) (gpointer) formals->data,
                                (const NoslipExpr *) (gpointer) images->data);
}

/* Makes *e, an operand of a bracket, a function of the state: replaces accelerations by functions of the state, and
 * refuses multipliers, except mu on W_1. */
static gboolean
function_on_states(NoslipMotion *motion, NoslipExpr *e, NoslipDiagnostic **error)
{
  const NoslipSystem *system = motion->system;
  NoslipGraph *graph = motion->model->graph;
  g_autofree NoslipExpr *symbols = g_new0(NoslipExpr, MAX(system->n, 1));
  for (guint alpha = 0; alpha < system->n; alpha++)
    symbols[alpha] = system->fibres[alpha].acceleration;
  for (guint c = 0; c < system->k; c++) {
    NoslipExpr multipliers[2] = {system->constraints[c].multiplier, system->constraints[c].mu};
    if (!noslip_expr_depends(graph, *e, motion->kind == NOSLIP_DYNAMICS_VAKONOMIC ? 1 : 2, multipliers))
      continue;
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_UNSUPPORTED, NULL,
                                   _("write the multiplier as a function of the state"),
                                   _("the multiplier of %s cannot be used in a bracket"), system->constraints[c].name);
    return FALSE;
  }
  if (!noslip_expr_depends(graph, *e, system->n, symbols))
    return TRUE;
  if (!need_acceleration(motion, error))
    return FALSE;
  *e = noslip_expr_substitute(graph, *e, system->n, symbols, motion->acceleration);
  return TRUE;
}

static gboolean
expand_formal(NoslipMotion *motion, NoslipExpr node, NoslipExpr *expansion, NoslipDiagnostic **error)
{
  NoslipGraph *graph = motion->model->graph;
  NoslipOp op = noslip_expr_op(graph, node);
  NoslipExpr of[3] = {NOSLIP_ZERO, NOSLIP_ZERO, NOSLIP_ZERO};
  for (guint i = 0; i < MIN(noslip_expr_n_operands(graph, node), 3); i++)
    of[i] = replace_formals(motion, noslip_expr_operand(graph, node, i));
  if (op == NOSLIP_OP_RATE)
    return noslip_motion_rate(motion, of[0], expansion, error);
  if (node == motion->divergence) {
    if (motion->kind == NOSLIP_DYNAMICS_VAKONOMIC) { /* Hamiltonian on W_1: the volume is conserved */
      *expansion = NOSLIP_ZERO;
      return TRUE;
    }
    return need_distribution(motion, error) && noslip_divergence(motion->distribution, expansion, error);
  }
  gboolean nonholonomic = motion->kind == NOSLIP_DYNAMICS_NONHOLONOMIC, pair = op == NOSLIP_OP_BRACKET;
  if (!(nonholonomic ? need_distribution(motion, error) : need_poisson(motion, error)))
    return FALSE;
  for (guint i = 0; i < 3; i++)
    if (!function_on_states(motion, &of[i], error))
      return FALSE;
  if (nonholonomic) {
    *expansion = pair ? noslip_bracket(motion->distribution, of[0], of[1])
                      : noslip_bracket_jacobiator(motion->distribution, of[0], of[1], of[2]);
    return TRUE;
  }
  NoslipVakonomicBracket *poisson = motion->poisson;
  *expansion = pair ? noslip_vakonomic_bracket(poisson, of[0], of[1])
                    : noslip_vakonomic_bracket_jacobiator(poisson, of[0], of[1], of[2]);
  *expansion = noslip_expr_substitute(graph, *expansion, motion->model->n, poisson->p, poisson->momentum);
  return TRUE;
}

/* Whether an expression uses symbols that the rows of this dynamics do not have. */
static gboolean
check_existence(NoslipMotion *motion, NoslipExpr e, NoslipDiagnostic **error)
{
  static const char *const runs[] = {N_("a nonholonomic run"), N_("a vakonomic run"), N_("a free run")};
  const NoslipSystem *system = motion->system;
  NoslipGraph *graph = motion->model->graph;
  for (guint c = 0; c < system->k; c++) {
    const NoslipConstraint *constraint = &system->constraints[c];
    gboolean lambda =
        motion->kind != NOSLIP_DYNAMICS_NONHOLONOMIC && noslip_expr_depends(graph, e, 1, &constraint->multiplier);
    gboolean mu = motion->kind != NOSLIP_DYNAMICS_VAKONOMIC && noslip_expr_depends(graph, e, 1, &constraint->mu);
    if (!lambda && !mu)
      continue;
    *error = noslip_diagnostic_new(
        NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL,
        lambda ? _("write `for nonholonomic` after the claim") : _("write `for vakonomic` after the claim"),
        _("%s(%s) does not exist in %s"), lambda ? "lambda" : "mu", constraint->name, _(runs[motion->kind]));
    return FALSE;
  }
  if (noslip_graph_failed(graph)) {
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_TOO_LARGE, NULL, _("take fewer derivatives"),
                                   _("the expanded expression grows beyond the limits"));
    return FALSE;
  }
  return TRUE;
}

gboolean
noslip_motion_expand(NoslipMotion *motion, NoslipExpr e, NoslipExpr *expanded, NoslipDiagnostic **error)
{
  g_autoptr(GArray) formals = list_formals(motion, e);
  for (guint i = 0; i < formals->len; i++) {
    NoslipExpr node = g_array_index(formals, NoslipExpr, i), expansion = NOSLIP_ZERO;
    if (g_hash_table_contains(motion->expansions, GUINT_TO_POINTER(node)))
      continue;
    if (!expand_formal(motion, node, &expansion, error))
      return FALSE;
    g_hash_table_insert(motion->expansions, GUINT_TO_POINTER(node), GUINT_TO_POINTER(expansion));
  }
  *expanded = replace_formals(motion, e);
  return check_existence(motion, *expanded, error);
}

/* The factor of a formal node in e (its partial derivative); NOSLIP_ZERO if it is inside another formal node. */
static NoslipExpr
factor_of(NoslipGraph *graph, NoslipExpr e, NoslipExpr node, NoslipExpr symbol)
{
  NoslipExpr factor = noslip_expr_derivative(graph, noslip_expr_substitute(graph, e, 1, &node, &symbol), symbol);
  return noslip_expr_substitute(graph, factor, 1, &symbol, &node);
}

/* For each of `formals`, in ascending order: its factor in e, or that of the outermost d( ) that contains it. */
static NoslipExpr *
factors_of(NoslipGraph *graph, NoslipExpr e, const GArray *formals)
{
  NoslipExpr *factors = noslip_exprs_new(formals->len);
  NoslipExpr symbol = noslip_expr_symbol(graph, "a rate"); /* names in a text have no spaces */
  for (guint i = formals->len; i-- > 0;) {
    NoslipExpr node = g_array_index(formals, NoslipExpr, i);
    factors[i] = factor_of(graph, e, node, symbol);
    for (guint j = i + 1; j < formals->len && factors[i] == NOSLIP_ZERO; j++) {
      NoslipExpr outer = g_array_index(formals, NoslipExpr, j);
      if (noslip_expr_substitute(graph, outer, 1, &node, &symbol) != outer)
        factors[i] = factors[j];
    }
  }
  return factors;
}

gboolean
noslip_motion_rate_arguments(NoslipMotion *motion, NoslipExpr e, GArray *arguments, NoslipDiagnostic **error)
{
  NoslipGraph *graph = motion->model->graph;
  NoslipExpr expanded;
  if (!noslip_motion_expand(motion, e, &expanded, error))
    return FALSE;
  g_autoptr(GArray) formals = list_formals(motion, e);
  g_autofree NoslipExpr *factors = factors_of(graph, e, formals);
  for (guint i = 0; i < formals->len; i++) {
    NoslipExpr node = g_array_index(formals, NoslipExpr, i);
    if (noslip_expr_op(graph, node) != NOSLIP_OP_RATE)
      continue;
    NoslipExpr argument = noslip_expr_mul(graph, factors[i], noslip_expr_operand(graph, node, 0));
    argument = replace_formals(motion, argument);
    g_array_append_val(arguments, argument);
  }
  return TRUE;
}
