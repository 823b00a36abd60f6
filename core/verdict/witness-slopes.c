/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Momenta and energies with their first derivatives, for constraints that use them. They are first derivatives of L, so
 * that theirs are second derivatives: the derivatives of L are evaluated along curves on which one variable moves at
 * unit speed. */
#include "core/verdict/witness-private.h"

#include "core/base/linear.h"

#include <glib/gi18n-lib.h>
#include <math.h>

typedef struct {
  NoslipJet *lagrangian; /* along the motion */
  double *second;        /* d_c d_d L: N x N */
  double *velocity;      /* N: v and y, and 0 for x */
  /* Of velocities w by `velocity`, n x m; d_j of them, n x m x m; else NULL: */
  double *frame, *frame_rate, *frame_slope; /* dw/dx', its rate along the motion, d_j of it */
} Slopes;

static NoslipJet **
variable_of(const WitnessTree *tree, guint c)
{
  guint m = tree->m;
  return c < m ? &tree->x[c] : c < 2 * m ? &tree->v[c - m] : &tree->y[c - 2 * m];
}

/* The state at rest in time, but for variable c, which moves at unit speed. */
static void
move_along(WitnessTree *tree, guint c, NoslipJet **saved)
{
  const double now[NOSLIP_JET_ORDERS] = {saved[tree->n_variables]->series[0].value[0]};
  noslip_jet_set_variable(tree->time, G_MAXUINT, now);
  for (guint d = 0; d < tree->n_variables; d++) {
    const double taylor[NOSLIP_JET_ORDERS] = {saved[d]->series[0].value[0], d == c};
    noslip_jet_set_variable(*variable_of(tree, d), d, taylor);
  }
  noslip_witness_tree_move(tree);
}

/* L if the text gives it, or T - V; with bodies and springs. */
static gboolean
evaluate_lagrangian(WitnessTree *tree, NoslipJet *result)
{
  NoslipJet *potential = noslip_witness_take(tree);
  const Span *first = tree->has_lagrangian ? &tree->lagrangian : &tree->kinetic;
  noslip_jet_set_constant(result, 0);
  noslip_jet_set_constant(potential, 0);
  gboolean good =
      ((!tree->has_lagrangian && !tree->has_kinetic) || noslip_witness_tree_evaluate(tree, first, result)) &&
      (!tree->has_potential || noslip_witness_tree_evaluate(tree, &tree->potential, potential));
  noslip_jet_add(result, potential, -1);
  good = good && noslip_witness_bodies_potential(tree, potential);
  noslip_jet_add(result, potential, -1);
  good = good && noslip_witness_bodies_kinetic(tree, potential);
  noslip_jet_add(result, potential, 1);
  noslip_witness_give(tree, potential);
  return good;
}

/* dw/dx' at the present state: its coefficient of this order is put at frame[(w * m + i) * stride]. */
static gboolean
find_frame(WitnessTree *tree, guint order, gsize stride, double *frame)
{
  guint m = tree->m;
  NoslipJet *velocity = noslip_witness_take(tree);
  gboolean good = TRUE;
  for (guint a = 0; a < tree->n && good; a++) {
    good = noslip_witness_tree_evaluate(tree, &tree->velocities[a], velocity);
    for (guint i = 0; i < m && good; i++)
      frame[((gsize) a * m + i) * stride] = velocity->constant ? 0 : velocity->series[1 + m + i].value[order];
  }
  noslip_witness_give(tree, velocity);
  return good;
}

static gboolean
find_second(WitnessTree *tree, NoslipJet **saved, Slopes *slopes)
{
  guint n = tree->n_variables;
  NoslipJet *along = noslip_witness_take(tree);
  gboolean good = TRUE;
  tree->off_motion = TRUE;
  for (guint c = 0; c < n && good; c++) {
    move_along(tree, c, saved);
    good = evaluate_lagrangian(tree, along);
    for (guint d = 0; d < n && good; d++)
      slopes->second[c * n + d] = along->constant ? 0 : along->series[1 + d].value[1];
    if (good && slopes->frame != NULL && c < tree->m)
      good = find_frame(tree, 1, tree->m, slopes->frame_slope + c);
  }
  tree->off_motion = FALSE;
  noslip_witness_give(tree, along);
  return good;
}

/* Computes the derivatives of L; the state is restored. */
static gboolean
slopes_init(WitnessTree *tree, Slopes *slopes)
{
  guint n = tree->n_variables;
  g_autofree NoslipJet **saved = g_new0(NoslipJet *, n + 1);
  slopes->lagrangian = noslip_witness_take(tree);
  slopes->second = g_new0(double, (gsize) n *n + 1);
  slopes->velocity = g_new0(double, n + 1);
  if (tree->reframed)
    return noslip_witness_fail(tree,
                               _("a constraint uses momenta or energies, whose derivatives it does not take here"));
  tree->took_rate = FALSE;
  gboolean good = evaluate_lagrangian(tree, slopes->lagrangian);
  if (good && tree->took_rate && noslip_system_is_timed(tree->system))
    good =
        noslip_witness_fail(tree, _("a constraint uses momenta or energies, whose derivatives it does not take here"));
  if (good && tree->frame == WITNESS_VELOCITIES) {
    gsize size = (gsize) tree->n * tree->m;
    slopes->frame = g_new0(double, size + 1);
    slopes->frame_rate = g_new0(double, size + 1);
    slopes->frame_slope = g_new0(double, size * tree->m + 1);
    good = find_frame(tree, 0, 1, slopes->frame) && find_frame(tree, 1, 1, slopes->frame_rate);
  }
  for (guint c = 0; c <= n; c++) {
    saved[c] = noslip_witness_take(tree);
    noslip_jet_copy(saved[c], c < n ? *variable_of(tree, c) : tree->time);
    slopes->velocity[c] = c >= tree->m && c < n ? saved[c]->series[0].value[0] : 0;
  }
  good = good && find_second(tree, saved, slopes);
  for (guint c = 0; c <= n; c++) {
    noslip_jet_copy(c < n ? *variable_of(tree, c) : tree->time, saved[c]);
    noslip_witness_give(tree, saved[c]);
  }
  noslip_witness_tree_move(tree);
  return good;
}

static void
slopes_clear(WitnessTree *tree, Slopes *slopes)
{
  noslip_witness_give(tree, slopes->lagrangian);
  g_free(slopes->second);
  g_free(slopes->velocity);
  g_free(slopes->frame);
  g_free(slopes->frame_rate);
  g_free(slopes->frame_slope);
}

/* Adds factor * value to a coefficient. */
static void
add(NoslipJetSeries *series, guint order, double factor, double value)
{
  series->value[order] += factor * value;
  series->size[order] += fabs(factor * value);
}

/* Zero, with what is not computed as NaN: second orders, and the rates of partial derivatives. */
static void
begin(const WitnessTree *tree, NoslipJet *result)
{
  noslip_jet_set_constant(result, 0);
  result->constant = FALSE;
  for (guint c = 0; c <= tree->n_variables; c++) {
    result->series[c] = (NoslipJetSeries){0};
    for (guint order = c == 0 ? 2 : 1; order < NOSLIP_JET_ORDERS; order++)
      result->series[c].value[order] = result->series[c].size[order] = NAN;
  }
}

/* Adds factor * d_c L, with its rate and derivatives. */
static void
add_partial(const WitnessTree *tree, const Slopes *slopes, guint c, double factor, NoslipJet *result)
{
  const NoslipJetSeries *partial = &slopes->lagrangian->series[1 + c];
  if (factor == 0 || slopes->lagrangian->constant)
    return;
  for (guint order = 0; order < 2; order++)
    add(&result->series[0], order, factor, partial->value[order]);
  for (guint d = 0; d < tree->n_variables; d++)
    add(&result->series[1 + d], 0, factor, slopes->second[d * tree->n_variables + c]);
}

/* change = -F^-1 dF r for the inverse F^-1 of the frame, with column r: how the column changes with F. */
static gboolean
column_change(NoslipLu *lu, guint m, const double *frame, const double *slope, gsize stride, const double *column,
              double *change)
{
  g_autofree double *right = g_new0(double, m + 1);
  for (guint b = 0; b < m; b++)
    for (guint i = 0; i < m; i++)
      right[b] -= slope[((gsize) b * m + i) * stride] * column[i];
  return noslip_lu_solve(lu, frame, right, change);
}

/* The momentum of a velocity w^a of a frame: (dx'^i/dw^a) dL/dx'^i, where dx'/dw is the inverse of the frame. */
static gboolean
add_framed(const WitnessTree *tree, const Slopes *slopes, guint a, NoslipJet *result)
{
  guint m = tree->m;
  g_autoptr(NoslipLu) lu = noslip_lu_new(m);
  g_autofree double *unit = g_new0(double, m + 1), *column = g_new0(double, m + 1), *change = g_new0(double, m + 1);
  unit[a] = 1;
  if (!noslip_lu_solve(lu, slopes->frame, unit, column))
    return FALSE;
  for (guint i = 0; i < m; i++)
    add_partial(tree, slopes, m + i, column[i], result);
  for (guint j = 0; j <= m && !slopes->lagrangian->constant; j++) { /* the last one: along the motion */
    const double *slope = j < m ? slopes->frame_slope + j : slopes->frame_rate;
    if (!column_change(lu, m, slopes->frame, slope, j < m ? m : 1, column, change))
      return FALSE;
    for (guint i = 0; i < m; i++)
      add(&result->series[j < m ? 1 + j : 0], j < m ? 0 : 1, change[i], slopes->lagrangian->series[1 + m + i].value[0]);
  }
  return TRUE;
}

gboolean
noslip_witness_momentum_slopes(WitnessTree *tree, guint fibre, guint coordinate, NoslipJet *result)
{
  Slopes slopes = {0};
  guint m = tree->m, n = tree->n;
  gboolean good = slopes_init(tree, &slopes);
  begin(tree, result);
  if (good && fibre == G_MAXUINT)
    add_partial(tree, &slopes, m + coordinate, 1, result);
  if (good && fibre != G_MAXUINT && slopes.frame != NULL) {
    good =
        add_framed(tree, &slopes, fibre, result) || noslip_witness_fail(tree, _("the frame of velocities is singular"));
    slopes_clear(tree, &slopes);
    return good;
  }
  if (good && fibre != G_MAXUINT && tree->frame == WITNESS_SECTIONS)
    add_partial(tree, &slopes, 2 * m + fibre, 1, result);
  for (guint i = 0; i < m && good && fibre != G_MAXUINT; i++) { /* T_a L = d_y^a L + rho^i_a d_v^i L */
    gsize at = (gsize) i * n + fibre;
    double slope = slopes.lagrangian->constant ? 0 : slopes.lagrangian->series[1 + m + i].value[0];
    add_partial(tree, &slopes, m + i, tree->rho[at], result);
    if (tree->frame != WITNESS_SECTIONS)
      continue;
    add(&result->series[0], 1, tree->rho_rate[at], slope);
    for (guint j = 0; j < m; j++)
      add(&result->series[1 + j], 0, tree->rho_slope[at * m + j], slope);
  }
  slopes_clear(tree, &slopes);
  return good;
}

/* E = v^c d_c L - L over the velocities. */
gboolean
noslip_witness_energy_slopes(WitnessTree *tree, NoslipJet *result)
{
  Slopes slopes = {0};
  gboolean good = slopes_init(tree, &slopes);
  begin(tree, result);
  for (guint c = tree->m; c < tree->n_variables && good; c++) {
    const NoslipJetSeries *partial = &slopes.lagrangian->series[1 + c];
    add_partial(tree, &slopes, c, slopes.velocity[c], result);
    if (slopes.lagrangian->constant)
      continue;
    add(&result->series[0], 1, (*variable_of(tree, c))->series[0].value[1], partial->value[0]);
    add(&result->series[1 + c], 0, 1, partial->value[0]);
  }
  if (good)
    noslip_jet_add(result, slopes.lagrangian, -1);
  slopes_clear(tree, &slopes);
  return good;
}
