/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Momenta and energies with their derivatives, for constraints that use them. They contain first derivatives of L (and
 * those of a frame of velocities, dw/dx'), so that theirs are second derivatives, and in vakonomic equations, where
 * d/dt (mu dphi/dy) occurs, rates of second derivatives. The second ones are evaluated along curves on which one
 * variable moves at unit speed. Their rates d_c d_d f_ are the mixed terms of curves in two directions, e_c and the
 * velocity u of the motion:
 *
 *   f_d(z + s (e_c + l u)) - f_d(z + s (e_c - l u)) = ... + 2 l s^2 u^e d_e d_c f_d,   f_d = d_d f. */
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

/* The derivatives of a function of the text, by the N variables. */
typedef struct {
  NoslipJet *first;    /* the function along the motion */
  double *second;      /* d_c d_d: N x N */
  double *second_rate; /* of vakonomic motions: its rate, N x N; else NULL */
} Slopes;

static NoslipJet **
variable_of(const WitnessTree *tree, guint c)
{
  guint m = tree->m;
  return c < m ? &tree->x[c] : c < 2 * m ? &tree->v[c - m] : &tree->y[c - 2 * m];
}

/* The state at rest in time, but for variable c, which moves at unit speed (none: c = N), and for `along` times the
 * velocity of the motion. */
static void
move_along(WitnessTree *tree, guint c, double along, NoslipJet **saved)
{
  const double now[NOSLIP_JET_ORDERS] = {saved[tree->n_variables]->series[0].value[0], along};
  noslip_jet_set_variable(tree->time, G_MAXUINT, now);
  for (guint d = 0; d < tree->n_variables; d++) {
    const double *motion = saved[d]->series[0].value;
    const double taylor[NOSLIP_JET_ORDERS] = {motion[0], (d == c) + along * motion[1]};
    noslip_jet_set_variable(*variable_of(tree, d), d, taylor);
  }
  noslip_witness_tree_move(tree);
}

/* L, or the velocity `a` of a frame. */
static gboolean
evaluate(WitnessTree *tree, guint a, NoslipJet *result)
{
  return a == G_MAXUINT ? noslip_witness_tree_lagrangian(tree, result)
                        : noslip_witness_tree_evaluate(tree, &tree->velocities[a], result);
}

/* The coefficient of order 2 of d_d of the function. */
static double
curved(const NoslipJet *function, guint d)
{
  return function->constant ? 0 : function->series[1 + d].value[2];
}

/* A factor of the velocity of the motion for which its terms are as large as those of the other direction, so that
 * little is lost in their difference; it has the right unit. */
static double
balance(guint n, const NoslipJet *one, const NoslipJet *other)
{
  double largest = 0;
  for (guint d = 0; d < n; d++)
    if (curved(other, d) != 0 && isfinite(curved(one, d) / curved(other, d)))
      largest = fmax(largest, fabs(curved(one, d) / curved(other, d)));
  return largest > 0 && isfinite(largest) ? sqrt(largest) : 1;
}

static gboolean
find_second_rates(WitnessTree *tree, guint a, NoslipJet **saved, Slopes *slopes)
{
  guint n = tree->n_variables;
  NoslipJet *motion = noslip_witness_take(tree), *one = noslip_witness_take(tree);
  move_along(tree, n, 1, saved);
  gboolean good = evaluate(tree, a, motion);
  for (guint c = 0; c < n && good; c++) {
    move_along(tree, c, 0, saved);
    good = evaluate(tree, a, one);
    double factor = balance(n, one, motion);
    for (guint side = 0; side < 2 && good; side++) {
      move_along(tree, c, side == 0 ? factor : -factor, saved);
      good = evaluate(tree, a, one);
      for (guint d = 0; d < n && good; d++)
        slopes->second_rate[c * n + d] += (side == 0 ? 1 : -1) * curved(one, d) / (2 * factor);
    }
  }
  noslip_witness_give(tree, motion);
  noslip_witness_give(tree, one);
  return good;
}

static gboolean
find_second(WitnessTree *tree, guint a, NoslipJet **saved, Slopes *slopes)
{
  guint n = tree->n_variables;
  NoslipJet *along = noslip_witness_take(tree);
  gboolean good = TRUE;
  tree->off_motion = TRUE;
  for (guint c = 0; c < n && good; c++) {
    move_along(tree, c, 0, saved);
    good = evaluate(tree, a, along);
    for (guint d = 0; d < n && good; d++)
      slopes->second[c * n + d] = along->constant ? 0 : along->series[1 + d].value[1];
  }
  good = good && (slopes->second_rate == NULL || find_second_rates(tree, a, saved, slopes));
  tree->off_motion = FALSE;
  noslip_witness_give(tree, along);
  return good;
}

/* Computes the derivatives of L, or of velocity `a` of a frame; the state is restored. */
static gboolean
slopes_init(WitnessTree *tree, guint a, Slopes *slopes)
{
  guint n = tree->n_variables;
  g_autofree NoslipJet **saved = g_new0(NoslipJet *, n + 1);
  slopes->first = noslip_witness_take(tree);
  slopes->second = g_new0(double, (gsize) n *n + 1);
  slopes->second_rate = tree->vakonomic ? g_new0(double, (gsize) n *n + 1) : NULL;
  tree->took_rate = FALSE;
  gboolean good = evaluate(tree, a, slopes->first);
  if (good && tree->took_rate && noslip_system_is_timed(tree->system))
    good =
        noslip_witness_fail(tree, _("a constraint uses momenta or energies, whose derivatives it does not take here"));
  for (guint c = 0; c <= n; c++) {
    saved[c] = noslip_witness_take(tree);
    noslip_jet_copy(saved[c], c < n ? *variable_of(tree, c) : tree->time);
  }
  good = good && find_second(tree, a, saved, slopes);
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
  noslip_witness_give(tree, slopes->first);
  g_free(slopes->second);
  g_free(slopes->second_rate);
}

static void
set(NoslipJetSeries *series, guint order, double value)
{
  series->value[order] = value;
  series->size[order] = fabs(value);
}

/* Zero, with what is not computed as NaN: second orders and, but for vakonomic motions, the rates of partial
 * derivatives. */
static void
begin(const WitnessTree *tree, NoslipJet *result)
{
  noslip_jet_set_constant(result, 0);
  result->constant = FALSE;
  for (guint c = 0; c <= tree->n_variables; c++)
    for (guint order = c == 0 || tree->vakonomic ? 2 : 1; order < NOSLIP_JET_ORDERS; order++)
      set(&result->series[c], order, NAN);
}

/* d_c of the function, with its rate and derivatives. */
static void
partial(const WitnessTree *tree, const Slopes *slopes, guint c, NoslipJet *result)
{
  guint n = tree->n_variables;
  begin(tree, result);
  for (guint order = 0; order < 2 && !slopes->first->constant; order++)
    set(&result->series[0], order, slopes->first->series[1 + c].value[order]);
  for (guint d = 0; d < n && !slopes->first->constant; d++) {
    set(&result->series[1 + d], 0, slopes->second[d * n + c]);
    if (slopes->second_rate != NULL)
      set(&result->series[1 + d], 1, slopes->second_rate[d * n + c]);
  }
}

/* rho^i_a, with its rate and derivatives. */
static gboolean
anchor(WitnessTree *tree, guint i, guint a, NoslipJet *result)
{
  gsize at = (gsize) i * tree->n + a;
  NoslipJet *entry = noslip_witness_take(tree);
  gboolean good = TRUE;
  begin(tree, result);
  set(&result->series[0], 0, tree->rho[at]);
  set(&result->series[0], 1, tree->rho_rate[at]);
  for (guint j = 0; j < tree->m; j++)
    set(&result->series[1 + j], 0, tree->rho_slope[at * tree->m + j]);
  for (guint e = 0; e < tree->anchors->len && good && tree->vakonomic; e++) { /* those of rotations are linear */
    const WitnessEntry *given = &g_array_index(tree->anchors, WitnessEntry, e);
    if (given->coordinate != i || given->fibre != a || given->side == 'r' || given->value.first > given->value.root)
      continue;
    good = noslip_witness_tree_evaluate(tree, &given->value, entry);
    for (guint j = 0; j < tree->m && good && !entry->constant; j++)
      set(&result->series[1 + j], 1, entry->series[1 + j].value[1]);
  }
  noslip_witness_give(tree, entry);
  return good;
}

/* T_a f of witness-equations.h: d_y^a f + rho^i_a d_v^i f. */
static gboolean
vertical(WitnessTree *tree, const Slopes *slopes, guint a, NoslipJet *result)
{
  guint m = tree->m;
  gboolean good = TRUE;
  partial(tree, slopes, tree->frame == WITNESS_SECTIONS ? 2 * m + a : m + a, result);
  NoslipJet *term = noslip_witness_take(tree), *rho = noslip_witness_take(tree);
  for (guint i = 0; i < m && good && tree->frame == WITNESS_SECTIONS; i++) {
    good = anchor(tree, i, a, rho);
    partial(tree, slopes, m + i, term);
    noslip_jet_multiply(term, rho);
    noslip_jet_add(result, term, 1);
  }
  noslip_witness_give(tree, term);
  noslip_witness_give(tree, rho);
  return good;
}

/* Subtracts from row `to` of a table with n + 1 columns the multiple of row `from` that cancels column `from`. */
static void
eliminate(WitnessTree *tree, guint n, NoslipJet **table, guint from, guint to)
{
  NoslipJet *factor = noslip_witness_take(tree), *term = noslip_witness_take(tree);
  noslip_jet_copy(factor, table[to * (n + 1) + from]);
  noslip_jet_divide(factor, table[from * (n + 1) + from]);
  for (guint column = from + 1; column <= n; column++) {
    noslip_jet_copy(term, table[from * (n + 1) + column]);
    noslip_jet_multiply(term, factor);
    noslip_jet_add(table[to * (n + 1) + column], term, -1);
  }
  noslip_witness_give(tree, factor);
  noslip_witness_give(tree, term);
}

/* Gauss and Jordan's elimination of n linear equations, whose right sides are the last column of the n x (n + 1) table
 * and become the solution; FALSE if they are singular. */
static gboolean
solve(WitnessTree *tree, guint n, NoslipJet **table)
{
  for (guint p = 0; p < n; p++) {
    guint best = p;
    for (guint r = p + 1; r < n; r++)
      if (fabs(table[r * (n + 1) + p]->series[0].value[0]) > fabs(table[best * (n + 1) + p]->series[0].value[0]))
        best = r;
    if (!(fabs(table[best * (n + 1) + p]->series[0].value[0]) > 0))
      return FALSE;
    for (guint column = 0; column <= n && best != p; column++) {
      NoslipJet *other = table[p * (n + 1) + column];
      table[p * (n + 1) + column] = table[best * (n + 1) + column];
      table[best * (n + 1) + column] = other;
    }
    for (guint r = 0; r < n; r++)
      if (r != p)
        eliminate(tree, n, table, p, r);
  }
  for (guint p = 0; p < n; p++)
    noslip_jet_divide(table[p * (n + 1) + n], table[p * (n + 1) + p]);
  return TRUE;
}

/* The momentum of a velocity of a frame: (T_b w^c) p_c = T_b L. */
static gboolean
framed(WitnessTree *tree, const Slopes *lagrangian, guint a, NoslipJet *result)
{
  guint n = tree->n;
  g_autofree NoslipJet **table = g_new0(NoslipJet *, (gsize) n * (n + 1) + 1);
  gboolean good = TRUE;
  for (guint i = 0; i < n * (n + 1); i++)
    table[i] = noslip_witness_take(tree);
  for (guint c = 0; c < n && good; c++) {
    Slopes velocity = {0};
    good = slopes_init(tree, c, &velocity);
    for (guint b = 0; b < n && good; b++)
      good = vertical(tree, &velocity, b, table[b * (n + 1) + c]);
    slopes_clear(tree, &velocity);
  }
  for (guint b = 0; b < n && good; b++)
    good = vertical(tree, lagrangian, b, table[b * (n + 1) + n]);
  good = good && (solve(tree, n, table) || noslip_witness_fail(tree, _("the frame of velocities is singular")));
  if (good)
    noslip_jet_copy(result, table[a * (n + 1) + n]);
  for (guint i = 0; i < n * (n + 1); i++)
    noslip_witness_give(tree, table[i]);
  return good;
}

gboolean
noslip_witness_momentum_slopes(WitnessTree *tree, WitnessMomentum of, guint index, NoslipJet *result)
{
  Slopes slopes = {0};
  gboolean good = slopes_init(tree, G_MAXUINT, &slopes);
  if (good && of == WITNESS_OF_COORDINATE)
    partial(tree, &slopes, tree->m + index, result);
  else if (good && of == WITNESS_OF_SECTION)
    good = vertical(tree, &slopes, index, result);
  else if (good)
    good = framed(tree, &slopes, index, result);
  slopes_clear(tree, &slopes);
  return good;
}

/* E = v^c d_c L - L over the velocities. */
gboolean
noslip_witness_energy_slopes(WitnessTree *tree, NoslipJet *result)
{
  Slopes slopes = {0};
  NoslipJet *term = noslip_witness_take(tree);
  gboolean good = slopes_init(tree, G_MAXUINT, &slopes);
  begin(tree, result);
  for (guint c = tree->m; c < tree->n_variables && good; c++) {
    partial(tree, &slopes, c, term);
    noslip_jet_multiply(term, *variable_of(tree, c));
    noslip_jet_add(result, term, 1);
  }
  if (good)
    noslip_jet_add(result, slopes.first, -1);
  noslip_witness_give(tree, term);
  slopes_clear(tree, &slopes);
  return good;
}
