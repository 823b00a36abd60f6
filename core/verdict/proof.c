/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/proof.h"

#include "core/system/mode.h"

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/expr/residue.h"
#include "core/trajectory/vakonomic-rates.h"

#include <string.h>

/* Number of points at which an expression must be 0; more if it has roots or signs, since each point takes one
 * branch. */
#define POINTS 4
#define BRANCHED_POINTS 24
#define MOST_TRIES 400
/* With more equations of motion nothing is proved: the cost grows with the cube of their number. */
#define MOST_EQUATIONS 120

typedef struct {
  NoslipMotion *motion;
  const NoslipModel *model;
  NoslipResidues *residues;
  NoslipExpr *mass, *force; /* of the equations of motion: those of L, or of L + mu phi */
  guint n_chain;            /* functions of the constraint algorithm, if L is degenerate and there are no constraints */
  NoslipExpr *chain, *chain_slopes, *chain_rates; /* f, df/dy (n_chain x n), rho y df/dx */
  gboolean degenerate;
  guint n_fixed; /* symbols that are not random */
  const NoslipExpr *fixed, *fixed_values;
} Proof;

static gboolean
values(Proof *proof, guint n, const NoslipExpr *exprs, guint64 *out)
{
  for (guint i = 0; i < n; i++)
    if (!noslip_residues_value(proof->residues, exprs[i], &out[i]))
      return FALSE;
  return TRUE;
}

static gboolean
is_zero(Proof *proof, NoslipExpr e)
{
  guint64 value;
  return noslip_residues_value(proof->residues, e, &value) && value == 0;
}

/* A root of the polynomial of degree 1 or 2 with the values f[4] at s = 0, 1, -1, 2; FALSE if there is none, or if no
 * such polynomial has these values. */
static gboolean
quadratic_root(const guint64 *f, guint64 *root)
{
  guint64 half = noslip_residue_inverse(2);
  guint64 even = noslip_residue_mul(half, noslip_residue_add(f[1], f[2]));
  guint64 a = noslip_residue_sub(even, f[0]), b = noslip_residue_mul(half, noslip_residue_sub(f[1], f[2]));
  guint64 at_two = noslip_residue_add(noslip_residue_add(noslip_residue_mul(4, a), noslip_residue_mul(2, b)), f[0]);
  guint64 difference = 0;
  if (at_two != f[3] || (a == 0 && b == 0))
    return FALSE;
  if (a == 0) {
    *root = noslip_residue_mul(noslip_residue_sub(0, f[0]), noslip_residue_inverse(b));
    return TRUE;
  }
  guint64 square = noslip_residue_sub(noslip_residue_mul(b, b), noslip_residue_mul(4, noslip_residue_mul(a, f[0])));
  if (!noslip_residue_sqrt(square, &difference))
    return FALSE;
  if (f[3] % 2 == 1) /* either root, at random */
    difference = noslip_residue_sub(0, difference);
  *root = noslip_residue_mul(noslip_residue_sub(difference, b), noslip_residue_inverse(noslip_residue_add(a, a)));
  return TRUE;
}

/* Moves along start + s * direction (n symbols) to a zero of e, a polynomial of degree 1 or 2 in s. */
static gboolean
move_to_zero(Proof *proof, NoslipExpr e, guint n, const NoslipExpr *symbols, const guint64 *start,
             const guint64 *direction)
{
  const guint64 at[4] = {0, 1, noslip_residue_sub(0, 1), 2};
  guint64 f[4], root = 0;
  for (guint i = 0; i <= 4; i++) {
    if (i == 4 && !quadratic_root(f, &root))
      return FALSE;
    for (guint j = 0; j < n; j++)
      noslip_residues_set(proof->residues, symbols[j],
                          noslip_residue_add(start[j], noslip_residue_mul(i < 4 ? at[i] : root, direction[j])));
    if (i < 4 && !noslip_residues_value(proof->residues, e, &f[i]))
      return FALSE;
  }
  return TRUE;
}

/* The functions that vanish on M, and the positions of holonomic constraints. */
static GArray *
position_functions(const Proof *proof)
{
  const NoslipSystem *system = proof->motion->system;
  GArray *functions = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  g_array_append_vals(functions, system->manifolds, system->n_manifolds);
  for (guint c = 0; c < system->k && proof->motion->kind != NOSLIP_DYNAMICS_FREE; c++)
    if (system->constraints[c].holonomic)
      g_array_append_val(functions, system->constraints[c].position);
  return functions;
}

/* Each equation is solved for a coordinate on which the earlier equations do not depend. */
static gboolean
onto_manifold(Proof *proof)
{
  const NoslipModel *model = proof->model;
  g_autofree gboolean *used = g_new0(gboolean, (gsize) model->m + 1);
  g_autoptr(GArray) functions = position_functions(proof);
  const guint64 direction = 1;
  for (guint g = 0; g < functions->len; g++) {
    NoslipExpr function = g_array_index(functions, NoslipExpr, g);
    gboolean moved = FALSE;
    for (guint i = 0; i < model->m && !moved; i++) {
      const guint64 start = noslip_residues_random(proof->residues);
      moved = !used[i] && noslip_expr_depends(model->graph, function, 1, &model->x[i]) &&
              move_to_zero(proof, function, 1, &model->x[i], &start, &direction);
    }
    if (!moved)
      return FALSE;
    for (guint i = 0; i < model->m; i++)
      used[i] = used[i] || noslip_expr_depends(model->graph, function, 1, &model->x[i]);
  }
  for (guint g = 0; g < functions->len; g++)
    if (!is_zero(proof, g_array_index(functions, NoslipExpr, g)))
      return FALSE;
  return TRUE;
}

/* The functions of the constraint algorithm in the given order: each is solved for a coordinate or velocity on which
 * the earlier ones do not depend. */
static gboolean
onto_chain_by(Proof *proof, const guint *order)
{
  const NoslipModel *model = proof->model;
  NoslipGraph *graph = model->graph;
  guint n = model->m + model->n;
  g_autofree gboolean *used = g_new0(gboolean, (gsize) n + 1);
  const guint64 start = noslip_residues_random(proof->residues), direction = 1;
  for (guint e = 0; e < proof->n_chain; e++) {
    NoslipExpr function = proof->chain[order[e]];
    gboolean moved = FALSE;
    for (guint i = 0; i < n && !moved; i++) {
      const NoslipExpr *symbol = i < model->m ? &model->x[i] : &model->y[i - model->m];
      moved = !used[i] && noslip_expr_depends(graph, function, 1, symbol) &&
              move_to_zero(proof, function, 1, symbol, &start, &direction);
    }
    for (guint i = 0; i < n; i++)
      used[i] =
          used[i] || noslip_expr_depends(graph, function, 1, i < model->m ? &model->x[i] : &model->y[i - model->m]);
    if (!moved)
      return FALSE;
  }
  for (guint e = 0; e < proof->n_chain; e++)
    if (!is_zero(proof, proof->chain[e]))
      return FALSE;
  return TRUE;
}

/* The number of coordinates and velocities in e. */
static guint
n_unknowns(const NoslipModel *model, NoslipExpr e)
{
  guint count = 0;
  for (guint i = 0; i < model->m; i++)
    count += noslip_expr_depends(model->graph, e, 1, &model->x[i]);
  for (guint a = 0; a < model->n; a++)
    count += noslip_expr_depends(model->graph, e, 1, &model->y[a]);
  return count;
}

/* In the order of the algorithm, or else those with few unknowns first: r - w = 0 cannot follow f(r, w, x) = 0. */
static gboolean
onto_chain(Proof *proof)
{
  guint n = proof->n_chain;
  g_autofree guint *order = g_new(guint, (gsize) n + 1);
  g_autofree guint *count = g_new(guint, (gsize) n + 1);
  for (guint e = 0; e < n; e++)
    order[e] = e;
  if (onto_chain_by(proof, order))
    return TRUE;
  for (guint e = 0; e < n; e++) {
    guint at = e;
    count[e] = n_unknowns(proof->model, proof->chain[e]);
    for (; at > 0 && count[order[at - 1]] > count[e]; at--)
      order[at] = order[at - 1];
    order[at] = e;
  }
  return onto_chain_by(proof, order);
}

/* Accelerations of a degenerate system: W ydot = F, and tangent to the result of the constraint algorithm; undetermined
 * components are random. */
static gboolean
solve_chain(Proof *proof)
{
  const NoslipModel *model = proof->model;
  guint n = model->n, size = n + proof->n_chain;
  g_autofree guint64 *a = g_new0(guint64, (gsize) size * n + 1);
  g_autofree guint64 *b = g_new0(guint64, (gsize) size + 1);
  g_autofree guint64 *acceleration = g_new0(guint64, (gsize) n + 1);
  if (!values(proof, n, proof->force, b) || !values(proof, n * n, proof->mass, a) ||
      !values(proof, n * proof->n_chain, proof->chain_slopes, a + (gsize) n * n) ||
      !values(proof, proof->n_chain, proof->chain_rates, b + n))
    return FALSE;
  for (guint e = 0; e < proof->n_chain; e++)
    b[n + e] = noslip_residue_sub(0, b[n + e]);
  for (guint alpha = 0; alpha < n; alpha++)
    acceleration[alpha] = noslip_residues_random(proof->residues);
  if (!noslip_residue_project(size, n, a, b, acceleration))
    return FALSE;
  for (guint alpha = 0; alpha < n; alpha++)
    noslip_residues_set(proof->residues, model->system->fibres[alpha].acceleration, acceleration[alpha]);
  return TRUE;
}

/* Random velocities y (n) that satisfy the linear and affine constraints. */
static gboolean
linear_velocities(Proof *proof, guint64 *y)
{
  const NoslipModel *model = proof->model;
  guint n = model->n, k = 0;
  g_autofree guint64 *a = g_new0(guint64, (gsize) model->k * n + 1);
  g_autofree guint64 *b = g_new0(guint64, (gsize) model->k + 1);
  for (guint alpha = 0; alpha < n; alpha++)
    noslip_residues_set(proof->residues, model->y[alpha], 0);
  for (guint c = 0; c < model->k; c++) {
    if (model->system->constraints[c].kind == NOSLIP_NONLINEAR)
      continue;
    if (!values(proof, n, model->jacobian + (gsize) c * n, a + (gsize) k * n) ||
        !values(proof, 1, model->phi + c, b + k))
      return FALSE;
    b[k] = noslip_residue_sub(0, b[k]);
    k++;
  }
  for (guint alpha = 0; alpha < n; alpha++)
    y[alpha] = noslip_residues_random(proof->residues);
  return noslip_residue_project(k, n, a, b, y);
}

/* With one nonlinear constraint: moves along the line through two solutions of the others to a zero of it. */
static gboolean
onto_constraints(Proof *proof)
{
  const NoslipModel *model = proof->model;
  guint n = model->n, nonlinear = model->k, n_nonlinear = 0;
  g_autofree guint64 *y = g_new0(guint64, (gsize) n + 1);
  g_autofree guint64 *other = g_new0(guint64, (gsize) n + 1);
  if (!linear_velocities(proof, y))
    return FALSE;
  for (guint c = 0; c < model->k; c++)
    if (model->system->constraints[c].kind == NOSLIP_NONLINEAR) {
      nonlinear = c;
      n_nonlinear++;
    }
  if (n_nonlinear > 1 || (n_nonlinear == 1 && !linear_velocities(proof, other)))
    return FALSE;
  for (guint alpha = 0; alpha < n; alpha++) {
    other[alpha] = noslip_residue_sub(other[alpha], y[alpha]);
    noslip_residues_set(proof->residues, model->y[alpha], y[alpha]);
  }
  if (n_nonlinear == 1 && !move_to_zero(proof, model->phi[nonlinear], n, model->y, y, other))
    return FALSE;
  for (guint c = 0; c < model->k; c++)
    if (!is_zero(proof, model->phi[c]))
      return FALSE;
  return TRUE;
}

/* Accelerations and multipliers by  W ydot - Phi^T lambda = F, Phi ydot = -drift  (vakonomic: + Phi^T mudot). */
static gboolean
solve_motion(Proof *proof)
{
  const NoslipModel *model = proof->model;
  guint n = model->n, k = proof->motion->kind == NOSLIP_DYNAMICS_FREE ? 0 : model->k, size = n + k;
  g_autofree guint64 *a = g_new0(guint64, (gsize) size * size + 1);
  g_autofree guint64 *b = g_new0(guint64, (gsize) size + 1);
  if (!values(proof, n, proof->force, b) || !values(proof, k, model->drift, b + n))
    return FALSE;
  for (guint alpha = 0; alpha < n; alpha++)
    if (!values(proof, n, proof->mass + (gsize) alpha * n, a + (gsize) alpha * size))
      return FALSE;
  for (guint c = 0; c < k; c++) {
    b[n + c] = noslip_residue_sub(0, b[n + c]);
    if (!values(proof, n, model->jacobian + (gsize) c * n, a + (gsize) (n + c) * size))
      return FALSE;
    for (guint alpha = 0; alpha < n; alpha++)
      a[(gsize) alpha * size + n + c] = noslip_residue_sub(0, a[(gsize) (n + c) * size + alpha]);
  }
  if (!noslip_residue_solve(size, a, b))
    return FALSE;
  for (guint alpha = 0; alpha < n; alpha++)
    noslip_residues_set(proof->residues, model->system->fibres[alpha].acceleration, b[alpha]);
  for (guint c = 0; c < k && proof->motion->kind == NOSLIP_DYNAMICS_NONHOLONOMIC; c++)
    noslip_residues_set(proof->residues, model->system->constraints[c].multiplier, b[n + c]);
  return TRUE;
}

static gboolean
draw_point(Proof *proof, guint64 seed)
{
  noslip_residues_start(proof->residues, seed);
  for (guint i = 0; i < proof->n_fixed; i++) {
    guint64 value;
    if (!noslip_residues_value(proof->residues, proof->fixed_values[i], &value))
      return FALSE;
    noslip_residues_set(proof->residues, proof->fixed[i], value);
  }
  if (!onto_manifold(proof))
    return FALSE;
  if (proof->degenerate)
    return onto_chain(proof) && solve_chain(proof);
  if (proof->motion->kind != NOSLIP_DYNAMICS_FREE && !onto_constraints(proof))
    return FALSE;
  return solve_motion(proof);
}

/* The state of one expression: the number of points at which it was 0, and the number required. */
typedef struct {
  guint zeros, needed;
  gboolean fails;
} Tally;

static gboolean
is_open(const Tally *tally)
{
  return !tally->fails && tally->zeros < tally->needed;
}

static void
count_point(Proof *proof, NoslipExpr e, Tally *tally)
{
  guint64 value;
  if (!is_open(tally) || !noslip_residues_value(proof->residues, e, &value))
    return;
  tally->fails = value != 0;
  tally->zeros++;
  if (noslip_residues_branched(proof->residues))
    tally->needed = BRANCHED_POINTS;
}

static void
try_points(Proof *proof, guint n, const NoslipExpr *exprs, Tally *tallies)
{
  guint drawn = 0, open = n;
  for (guint try = 0; try < MOST_TRIES && open > 0; try++) {
    if (!draw_point(proof, try)) {
      if (drawn == 0 && try >= MOST_TRIES / 4)
        return;
      continue;
    }
    drawn++;
    open = 0;
    for (guint i = 0; i < n; i++) {
      count_point(proof, exprs[i], &tallies[i]);
      open += is_open(&tallies[i]);
    }
  }
}

/* The functions of the constraint algorithm for a degenerate L without constraints; FALSE if it finds no motion. */
static gboolean
derive_chain(Proof *proof)
{
  const NoslipModel *model = proof->model;
  if (model->k > 0 || !noslip_system_is_degenerate(model->system))
    return TRUE;
  g_autoptr(NoslipConstraintAlgorithm) algorithm = noslip_constraint_algorithm_new(model->system, NULL);
  if (algorithm == NULL || algorithm->inconsistent)
    return FALSE;
  g_autofree NoslipExpr *functions = noslip_constraint_algorithm_functions(algorithm, &proof->n_chain);
  proof->degenerate = TRUE;
  proof->chain = noslip_exprs_new(proof->n_chain);
  proof->chain_slopes = noslip_exprs_new((gsize) proof->n_chain * model->n);
  proof->chain_rates = noslip_exprs_new(proof->n_chain);
  for (guint e = 0; e < proof->n_chain; e++) {
    proof->chain[e] = noslip_expr_import(model->graph, algorithm->model->graph, functions[e]);
    proof->chain_rates[e] = noslip_model_base_rate(model, proof->chain[e]);
    for (guint alpha = 0; alpha < model->n; alpha++)
      proof->chain_slopes[e * model->n + alpha] =
          noslip_expr_derivative(model->graph, proof->chain[e], model->y[alpha]);
  }
  return TRUE;
}

/* Dry friction and contact are forces of any size along their velocities: a proof then holds in every mode. */
static void
add_contacts(const NoslipModel *model, NoslipExpr *force)
{
  const NoslipSystem *system = model->system;
  for (guint i = 0; i < system->n_frictions + system->n_bounces; i++) {
    g_autofree char *name = g_strdup_printf("contact %u", i + 1); /* no name of the language */
    NoslipExpr size = noslip_expr_symbol(model->graph, name);
    NoslipExpr velocity = i < system->n_frictions
                              ? system->frictions[i].velocity
                              : noslip_mode_rate(system, model->graph, system->bounces[i - system->n_frictions].gap);
    for (guint a = 0; a < model->n; a++)
      force[a] = noslip_expr_add_product(model->graph, force[a], size,
                                         noslip_expr_derivative(model->graph, velocity, model->y[a]));
  }
}

void
noslip_proof_vanish(NoslipMotion *motion, guint n, const NoslipExpr *exprs, gboolean *vanishes)
{
  noslip_proof_vanish_at(motion, 0, NULL, NULL, n, exprs, vanishes);
}

void
noslip_proof_vanish_at(NoslipMotion *motion, guint n_fixed, const NoslipExpr *fixed, const NoslipExpr *values, guint n,
                       const NoslipExpr *exprs, gboolean *vanishes)
{
  const NoslipModel *model = motion->model;
  Proof proof = {.motion = motion, .model = model, .n_fixed = n_fixed, .fixed = fixed, .fixed_values = values};
  g_autofree Tally *tallies = g_new0(Tally, (gsize) n + 1);
  g_autofree NoslipExpr *mass = g_memdup2(model->mass, sizeof(NoslipExpr) * MAX(model->n * model->n, 1));
  g_autofree NoslipExpr *force = g_memdup2(model->force, sizeof(NoslipExpr) * MAX(model->n, 1));
  proof.mass = mass;
  proof.force = force;
  if (motion->kind == NOSLIP_DYNAMICS_VAKONOMIC)
    noslip_vakonomic_equations(model, mass, force);
  add_contacts(model, force);
  gboolean nonlinear = noslip_system_constraint_class(model->system) == NOSLIP_NONLINEAR;
  for (guint i = 0; i < n; i++)
    tallies[i].needed = nonlinear ? BRANCHED_POINTS : POINTS;
  gboolean possible = model->n + model->k <= MOST_EQUATIONS && derive_chain(&proof);
  proof.residues = noslip_residues_new(model->graph);
  if (possible)
    try_points(&proof, n, exprs, tallies);
  noslip_residues_free(proof.residues);
  g_free(proof.chain);
  g_free(proof.chain_slopes);
  g_free(proof.chain_rates);
  gboolean failed = noslip_graph_failed(model->graph); /* then the expressions may be 0 for want of room */
  for (guint i = 0; i < n; i++)
    vanishes[i] = !failed && !tallies[i].fails && tallies[i].zeros >= tallies[i].needed;
}
