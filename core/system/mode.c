/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/mode.h"

#include "core/expr/elimination.h"
#include "core/system/model.h"
#include "core/system/points.h"

#include <glib/gi18n-lib.h>
#include <string.h>

#define POINTS 4
#define PRODUCTS_MOST 100000
#define CORNERS_MOST 6 /* limit of the corners in one limit */

typedef struct {
  guint friction;
  NoslipExpr node;  /* abs(e), max(a, b) or min(a, b) */
  NoslipExpr inner; /* e, or a - b: changes sign at the corner */
} Corner;

struct _NoslipModes {
  const NoslipSystem *system;
  NoslipGraph *graph; /* a copy with the corners */
  GArray *corners;    /* of Corner */
};

static NoslipExpr *
multipliers_of(const NoslipSystem *system)
{
  NoslipExpr *symbols = noslip_exprs_new(system->k);
  for (guint c = 0; c < system->k; c++)
    symbols[c] = system->constraints[c].multiplier;
  return symbols;
}

/* The value of a corner's node on one side of it. */
static NoslipExpr
side_of(NoslipGraph *graph, NoslipExpr node, gboolean above)
{
  NoslipExpr a = noslip_expr_operand(graph, node, 0);
  switch (noslip_expr_op(graph, node)) {
  case NOSLIP_OP_MAX:
    return above ? a : noslip_expr_operand(graph, node, 1);
  case NOSLIP_OP_MIN:
    return above ? noslip_expr_operand(graph, node, 1) : a;
  case NOSLIP_OP_ABS:
    return above ? a : noslip_expr_neg(graph, a);
  default: /* no corner */
    return node;
  }
}

/* The outermost nodes of e that are corners. */
static void
find_corners(NoslipModes *modes, guint friction, NoslipExpr e, const NoslipExpr *multipliers)
{
  NoslipGraph *graph = modes->graph;
  g_autoptr(GArray) stack = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GHashTable) seen = g_hash_table_new(NULL, NULL);
  g_array_append_val(stack, e);
  while (stack->len > 0) {
    NoslipExpr node = g_array_index(stack, NoslipExpr, stack->len - 1);
    g_array_set_size(stack, stack->len - 1);
    if (!g_hash_table_add(seen, GUINT_TO_POINTER(node)) ||
        !noslip_expr_depends(graph, node, modes->system->k, multipliers))
      continue;
    NoslipOp op = noslip_expr_op(graph, node);
    if (op == NOSLIP_OP_ABS || op == NOSLIP_OP_MAX || op == NOSLIP_OP_MIN) {
      NoslipExpr a = noslip_expr_operand(graph, node, 0);
      NoslipExpr inner = op == NOSLIP_OP_ABS ? a : noslip_expr_sub(graph, a, noslip_expr_operand(graph, node, 1));
      Corner corner = {friction, node, inner};
      g_array_append_val(modes->corners, corner);
      continue;
    }
    for (guint i = 0; i < noslip_expr_n_operands(graph, node); i++) {
      NoslipExpr operand = noslip_expr_operand(graph, node, i);
      g_array_append_val(stack, operand);
    }
  }
}

/* e with each corner of this friction replaced by the side that the mode is on. */
static NoslipExpr
take_sides(const NoslipModes *modes, NoslipGraph *graph, guint friction, const NoslipModeSign *sides, NoslipExpr e)
{
  g_autoptr(GArray) nodes = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_autoptr(GArray) taken = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint i = 0; i < modes->corners->len; i++) {
    const Corner *corner = &g_array_index(modes->corners, Corner, i);
    if (corner->friction != friction)
      continue;
    NoslipExpr side = side_of(graph, corner->node, sides == NULL || sides[i] > 0);
    g_array_append_val(nodes, corner->node);
    g_array_append_val(taken, side);
  }
  return noslip_expr_substitute(graph, e, nodes->len, (const NoslipExpr *) (gpointer) nodes->data,
                                (const NoslipExpr *) (gpointer) taken->data);
}

/* Whether e = e_0 + e_A lambda_A with coefficients that do not depend on lambda. */
static gboolean
is_affine(NoslipGraph *graph, NoslipExpr e, guint k, const NoslipExpr *multipliers)
{
  for (guint c = 0; c < k; c++) {
    NoslipExpr slope = noslip_expr_derivative(graph, e, multipliers[c]);
    if (noslip_expr_depends(graph, slope, k, multipliers) &&
        noslip_expr_depends(graph, noslip_expr_simplify(graph, slope), k, multipliers))
      return FALSE;
  }
  return TRUE;
}

static gboolean
analyse_limit(NoslipModes *modes, guint i, const NoslipExpr *multipliers)
{
  const NoslipSystem *system = modes->system;
  NoslipExpr limit = system->frictions[i].limit;
  guint before = modes->corners->len;
  find_corners(modes, i, limit, multipliers);
  guint n = modes->corners->len - before;
  g_autofree NoslipModeSign *sides = g_new0(NoslipModeSign, modes->corners->len + 1);
  for (guint choice = 0; n <= CORNERS_MOST && choice < 1u << n; choice++) {
    for (guint bit = 0; bit < n; bit++)
      sides[before + bit] = (choice >> bit & 1) != 0 ? 1 : -1;
    NoslipExpr side = take_sides(modes, modes->graph, i, sides, limit);
    if (!is_affine(modes->graph, side, system->k, multipliers))
      return FALSE;
  }
  return n <= CORNERS_MOST;
}

NoslipModes *
noslip_modes_new(const NoslipSystem *system, NoslipDiagnostic **error)
{
  g_autoptr(NoslipModes) modes = g_new0(NoslipModes, 1);
  g_autofree NoslipExpr *multipliers = multipliers_of(system);
  modes->system = system;
  modes->graph = noslip_graph_copy(system->graph);
  modes->corners = g_array_new(FALSE, FALSE, sizeof(Corner));
  for (guint i = 0; i < system->n_frictions; i++) {
    if (analyse_limit(modes, i, multipliers))
      continue;
    *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_NOT_LINEAR, &system->frictions[i].place,
                                   _("write the limit with lambda( ) as a factor, or with abs(lambda( ))"),
                                   _("the limit of the friction on %s is not linear in the multipliers"),
                                   system->frictions[i].name);
    return NULL;
  }
  return g_steal_pointer(&modes);
}

void
noslip_modes_free(NoslipModes *modes)
{
  if (modes == NULL)
    return;
  noslip_graph_free(modes->graph);
  g_array_unref(modes->corners);
  g_free(modes);
}

guint
noslip_modes_n_corners(const NoslipModes *modes)
{
  return modes->corners->len;
}

guint
noslip_modes_size(const NoslipModes *modes)
{
  return modes->system->n_frictions + modes->system->n_bounces + modes->corners->len;
}

NoslipExpr
noslip_mode_rate(const NoslipSystem *system, NoslipGraph *graph, NoslipExpr f)
{
  NoslipExpr rate = noslip_expr_derivative(graph, f, system->t);
  for (guint i = 0; i < system->m; i++) {
    NoslipExpr slope = noslip_expr_derivative(graph, f, system->coordinates[i].symbol);
    if (slope != NOSLIP_ZERO)
      rate = noslip_expr_add_product(graph, rate, slope, system->coordinates[i].velocity);
  }
  return rate;
}

/* df/dt of a function of t, x and y along the motion, in the accelerations of a row. */
static NoslipExpr
rate_along(const NoslipSystem *system, NoslipGraph *graph, NoslipExpr f)
{
  NoslipExpr rate = noslip_mode_rate(system, graph, f);
  for (guint a = 0; a < system->n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, f, system->fibres[a].symbol);
    if (slope != NOSLIP_ZERO)
      rate = noslip_expr_add_product(graph, rate, slope, system->fibres[a].acceleration);
  }
  return rate;
}

NoslipConstraint
noslip_constraint_copy(const NoslipConstraint *constraint)
{
  NoslipConstraint copy = *constraint;
  copy.name = g_strdup(constraint->name);
  copy.unit = g_strdup(constraint->unit);
  copy.description = g_strdup(constraint->description);
  return copy;
}

static void
add_constraints(const NoslipModes *modes, NoslipSystem *system, const NoslipModeSign *mode)
{
  const NoslipSystem *origin = modes->system;
  GArray *all = g_array_new(FALSE, TRUE, sizeof(NoslipConstraint));
  for (guint c = 0; c < origin->k; c++) {
    NoslipConstraint copy = noslip_constraint_copy(&origin->constraints[c]);
    g_array_append_val(all, copy);
  }
  for (guint i = 0; i < origin->n_frictions; i++) {
    const NoslipFriction *friction = &origin->frictions[i];
    NoslipConstraint stuck = {.phi = friction->velocity, .place = friction->place};
    if (mode[i] != 0)
      continue;
    stuck.name = g_strdup_printf("friction %u", i + 1); /* no name of the language */
    g_array_append_val(all, stuck);
  }
  for (guint i = 0; i < origin->n_bounces; i++) {
    const NoslipBounce *bounce = &origin->bounces[i];
    if (mode[origin->n_frictions + i] == 0)
      continue;
    NoslipConstraint contact = {.holonomic = TRUE, .position = bounce->gap, .place = bounce->place};
    contact.name = g_strdup_printf("bounce %u", i + 1);
    contact.phi = noslip_mode_rate(system, system->graph, bounce->gap);
    g_array_append_val(all, contact);
  }
  system->k = all->len;
  system->constraints = (NoslipConstraint *) (gpointer) g_array_free(all, FALSE);
}

/* The multipliers as functions of the state, in the model's graph: W ydot - (Phi^T - s g N_A) lambda = F - s g N_0. */
static gboolean
solve_multipliers(NoslipModel *model, const NoslipExpr *limits, const NoslipModeSign *mode, NoslipExpr *solution)
{
  const NoslipSystem *system = model->system;
  NoslipGraph *graph = model->graph;
  guint n = model->n, k = model->k, size = n + k;
  g_autofree NoslipExpr *matrix = noslip_exprs_new((gsize) size * size);
  g_autofree NoslipExpr *right = noslip_exprs_new(size);
  g_autofree NoslipExpr *pivots = noslip_exprs_new(size);
  g_autofree NoslipExpr *symbols = multipliers_of(system);
  g_autofree NoslipExpr *zeros = noslip_exprs_new(k);
  for (guint a = 0; a < n; a++) {
    right[a] = model->force[a];
    memcpy(matrix + (gsize) a * size, model->mass + (gsize) a * n, n * sizeof(NoslipExpr));
    for (guint c = 0; c < k; c++) {
      matrix[(gsize) a * size + n + c] = noslip_expr_neg(graph, model->jacobian[(gsize) c * n + a]);
      matrix[((gsize) n + c) * size + a] = model->jacobian[(gsize) c * n + a];
    }
  }
  for (guint c = 0; c < k; c++)
    right[n + c] = noslip_expr_neg(graph, model->drift[c]);
  for (guint i = 0; i < system->n_frictions; i++) {
    NoslipExpr rest = noslip_expr_substitute(graph, limits[i], k, symbols, zeros);
    for (guint a = 0; a < n && mode[i] != 0; a++) {
      NoslipExpr push = noslip_expr_derivative(graph, system->frictions[i].velocity, model->y[a]);
      push = mode[i] > 0 ? push : noslip_expr_neg(graph, push);
      right[a] = noslip_expr_sub_product(graph, right[a], push, rest);
      for (guint c = 0; c < k; c++) {
        NoslipExpr *entry = &matrix[(gsize) a * size + n + c];
        *entry = noslip_expr_add_product(graph, *entry, push, noslip_expr_derivative(graph, limits[i], symbols[c]));
      }
    }
  }
  g_autoptr(NoslipPoints) points = noslip_points_new(system, POINTS, TRUE);
  NoslipSamples samples = noslip_points_samples(points);
  NoslipPivots choice = noslip_pivots_by_samples(&samples, PRODUCTS_MOST);
  return noslip_eliminate(graph, size, matrix, 1, right, &choice, solution, pivots) == NOSLIP_ELIMINATION_SOLVED;
}

/* Adds the forces of sliding frictions. */
static gboolean
add_forces(NoslipSystem *system, const NoslipExpr *limits, const NoslipModeSign *mode, NoslipDiagnostic **error)
{
  g_autofree NoslipExpr *symbols = multipliers_of(system);
  guint solved_for = G_MAXUINT;
  for (guint i = 0; i < system->n_frictions; i++)
    if (mode[i] != 0 && noslip_expr_depends(system->graph, limits[i], system->k, symbols))
      solved_for = i;
  g_autofree NoslipExpr *solution = noslip_exprs_new(system->n + system->k);
  if (solved_for != G_MAXUINT) {
    g_autoptr(NoslipModel) model = noslip_model_new(system);
    gboolean solved = solve_multipliers(model, limits, mode, solution);
    NoslipGraph *grown = model->graph; /* keeps all handles of the system's graph */
    model->graph = system->graph;
    system->graph = grown;
    if (!solved) {
      *error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_SINGULAR, &system->frictions[solved_for].place,
                                     _("write the limit without lambda( )"),
                                     _("friction and multipliers do not determine each other"));
      return FALSE;
    }
  }
  NoslipGraph *graph = system->graph;
  for (guint i = 0; i < system->n_frictions; i++) {
    NoslipExpr limit = noslip_expr_substitute(graph, limits[i], system->k, symbols, solution + system->n);
    for (guint a = 0; a < system->n && mode[i] != 0; a++) {
      NoslipExpr push = noslip_expr_derivative(graph, system->frictions[i].velocity, system->fibres[a].symbol);
      push = mode[i] > 0 ? push : noslip_expr_neg(graph, push);
      if (push != NOSLIP_ZERO)
        system->forces[a] = noslip_expr_sub_product(graph, system->forces[a], push, limit);
    }
  }
  return TRUE;
}

/* The functions that end the mode, see NOSLIP_MODE_OF_FRICTION; the limits are those of this mode's side. */
static NoslipExpr *
watched_of(const NoslipModes *modes, NoslipSystem *system, const NoslipExpr *limits, const NoslipModeSign *mode)
{
  const NoslipSystem *origin = modes->system;
  NoslipGraph *graph = system->graph;
  guint extra = origin->k;
  NoslipExpr *watched = noslip_exprs_new((gsize) NOSLIP_MODE_OF_FRICTION * origin->n_frictions +
                                         (gsize) NOSLIP_MODE_OF_BOUNCE * origin->n_bounces + modes->corners->len);
  NoslipExpr *next = watched;
  for (guint i = 0; i < origin->n_frictions; i++, next += NOSLIP_MODE_OF_FRICTION) {
    next[0] = origin->frictions[i].velocity;
    next[1] = rate_along(system, graph, next[0]);
    next[2] = limits[i];
    next[3] = mode[i] == 0 ? system->constraints[extra++].multiplier : NOSLIP_ZERO;
  }
  for (guint i = 0; i < origin->n_bounces; i++, next += NOSLIP_MODE_OF_BOUNCE) {
    next[0] = origin->bounces[i].gap;
    next[1] = noslip_mode_rate(system, graph, next[0]);
    next[2] = rate_along(system, graph, next[1]);
    next[3] = mode[origin->n_frictions + i] != 0 ? system->constraints[extra++].multiplier : NOSLIP_ZERO;
  }
  for (guint i = 0; i < modes->corners->len; i++)
    next[i] = noslip_expr_import(graph, modes->graph, g_array_index(modes->corners, Corner, i).inner);
  return watched;
}

gboolean
noslip_system_is_mode(const NoslipSystem *system)
{
  return system->origin != NULL && system->n_parameters == system->origin->n_parameters;
}

NoslipSystem *
noslip_system_derived(const NoslipSystem *origin, NoslipGraph *graph)
{
  NoslipSystem *system = g_memdup2(origin, sizeof *origin);
  g_atomic_ref_count_init(&system->references);
  system->origin = noslip_system_ref((NoslipSystem *) origin);
  system->graph = graph;
  system->momentum = NULL;
  system->forces = noslip_exprs_new(origin->n);
  if (origin->forces != NULL)
    memcpy(system->forces, origin->forces, origin->n * sizeof(NoslipExpr));
  system->n_claims = system->n_reductions = system->n_draws = system->n_plots = system->n_trials = 0;
  return system;
}

NoslipSystem *
noslip_modes_system(const NoslipModes *modes, const NoslipModeSign *mode, NoslipExpr **watched,
                    NoslipDiagnostic **error)
{
  const NoslipSystem *origin = modes->system;
  NoslipSystem *system = noslip_system_derived(origin, noslip_graph_copy(modes->graph));
  const NoslipModeSign *sides = mode + origin->n_frictions + origin->n_bounces;
  add_constraints(modes, system, mode);
  noslip_system_derive(system);
  g_autofree NoslipExpr *limits = noslip_exprs_new(origin->n_frictions);
  for (guint i = 0; i < origin->n_frictions; i++)
    limits[i] = take_sides(modes, system->graph, i, sides, origin->frictions[i].limit);
  if (!add_forces(system, limits, mode, error)) {
    noslip_system_unref(system);
    return NULL;
  }
  *watched = watched_of(modes, system, limits, mode);
  return system;
}

const NoslipPlace *
noslip_modes_place(const NoslipSystem *system)
{
  const NoslipPlace *friction = system->n_frictions > 0 ? &system->frictions[0].place : NULL;
  const NoslipPlace *bounce = system->n_bounces > 0 ? &system->bounces[0].place : NULL;
  if (friction == NULL || bounce == NULL)
    return friction != NULL ? friction : bounce;
  return friction->line < bounce->line ? friction : bounce;
}
