/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/witness-equations-private.h"

#include "core/system/row.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* dNAME/dy^a of the velocity that an entry names. */
static double
direction(const WitnessEquations *self, const WitnessEntry *entry, guint a)
{
  const WitnessTree *tree = self->tree;
  if (entry->coordinate == G_MAXUINT && entry->fibre >= tree->n)
    return self->frame[(entry->fibre - tree->n) * tree->n + a];
  if (entry->coordinate != G_MAXUINT)
    return has_sections(self) ? self->anchor[entry->coordinate * tree->n + a] : entry->coordinate == a;
  return tree->frame == WITNESS_VELOCITIES ? self->frame[entry->fibre * tree->m + a] : entry->fibre == a;
}

/* A force of power value * NAME. */
static gboolean
add_forces(WitnessEquations *self)
{
  WitnessTree *tree = self->tree;
  for (guint f = 0; f < tree->forces->len; f++) {
    const WitnessEntry *force = &g_array_index(tree->forces, WitnessEntry, f);
    if (!noslip_witness_tree_evaluate(tree, &force->value, self->scratch))
      return FALSE;
    const NoslipJetSeries *value = &self->scratch->series[0];
    for (guint a = 0; a < self->n; a++) {
      double factor = direction(self, force, a);
      if (factor != 0)
        add_series(&self->equation[a], -factor, value, 0);
    }
  }
  return TRUE;
}

/* Limits and velocities of frictions, gaps of bounces, and the directions of their forces. */
static gboolean
evaluate_contacts(WitnessEquations *self, const double *row)
{
  WitnessTree *tree = self->tree;
  const double *velocity = row + noslip_row_y(tree->system);
  for (guint f = 0; f < tree->frictions->len; f++) {
    const WitnessEntry *friction = &g_array_index(tree->frictions, WitnessEntry, f);
    if (!noslip_witness_tree_evaluate(tree, &friction->value, self->scratch))
      return FALSE;
    self->limit[f] = self->scratch->series[0].value[0];
    self->slip[f] = friction->coordinate != G_MAXUINT ? self->natural[friction->coordinate]
                    : friction->fibre >= tree->n      ? velocity[friction->fibre - tree->n]
                                                      : self->fibre[friction->fibre];
    for (guint a = 0; a < self->n; a++)
      self->push[f * self->n + a] = direction(self, friction, a);
  }
  for (guint b = 0; b < tree->bounces->len; b++) {
    if (!noslip_witness_tree_constraint(tree, &g_array_index(tree->bounces, WitnessConstraint, b), self->scratch))
      return FALSE;
    self->gap[b] = (WitnessNumber){0};
    add_series(&self->gap[b], 1, &self->scratch->series[0], 0);
    self->gap_rate[b] = self->scratch->series[0].value[1];
    for (guint a = 0; a < self->n; a++)
      self->push[(tree->frictions->len + b) * self->n + a] =
          noslip_witness_horizontal(self, self->anchor, self->scratch, a).value;
  }
  return TRUE;
}

static gboolean
add_dampers(WitnessEquations *self)
{
  for (guint i = 0; i < self->tree->dampers->len; i++) {
    double pull = 0;
    if (!noslip_witness_tree_damper(self->tree, i, self->scratch, &pull))
      return FALSE;
    for (guint a = 0; a < self->n; a++) {
      WitnessNumber slope = noslip_witness_vertical(self, self->scratch, a);
      add_term(&self->equation[a], pull, slope.value, slope.size);
    }
  }
  return TRUE;
}

/* The direction of the multiplier of a constraint: T_a phi, or along the coordinates if it contains no velocities. */
static WitnessNumber
reaction(const WitnessEquations *self, guint c, guint a)
{
  gboolean holonomic = g_array_index(self->tree->constraints, WitnessConstraint, c).holonomic;
  return holonomic ? noslip_witness_horizontal(self, self->anchor, self->phi[c], a)
                   : noslip_witness_vertical(self, self->phi[c], a);
}

static gboolean
evaluate_constraints(WitnessEquations *self)
{
  static const guint factor[] = {1, 1, 2};
  WitnessNumber *const results[] = {self->constraint, self->constraint_rate, self->constraint_second};
  for (guint c = 0; c < self->tree->dropped->len; c++) {
    const WitnessConstraint *constraint = &g_array_index(self->tree->dropped, WitnessConstraint, c);
    if (!noslip_witness_tree_constraint(self->tree, constraint, self->scratch))
      return FALSE;
    self->dropped[c] = (WitnessNumber){0};
    add_series(&self->dropped[c], 1, &self->scratch->series[0], 0);
  }
  for (guint c = 0; c < self->tree->k; c++) {
    const WitnessConstraint *constraint = &g_array_index(self->tree->constraints, WitnessConstraint, c);
    if (constraint->uses_lagrangian != self->tree->slopes)
      noslip_witness_tree_move(self->tree); /* so that lets are evaluated again */
    self->tree->slopes = constraint->uses_lagrangian;
    gboolean good = noslip_witness_tree_constraint(self->tree, constraint, self->phi[c]);
    self->tree->slopes = FALSE;
    if (!good)
      return FALSE;
    for (guint k = 0; k < NOSLIP_JET_ORDERS; k++) {
      results[k][c] = (WitnessNumber){0};
      if (k < 2 || constraint->holonomic)
        add_series(&results[k][c], factor[k], &self->phi[c]->series[0], k);
    }
  }
  return TRUE;
}

/* L, or L + mu phi. */
static gboolean
evaluate_lagrangian(WitnessEquations *self, const double *multipliers)
{
  if (!noslip_witness_tree_lagrangian(self->tree, self->lagrangian))
    return FALSE;
  for (guint c = 0; c < self->tree->k && self->kind == NOSLIP_DYNAMICS_VAKONOMIC; c++) {
    noslip_jet_copy(self->scratch, self->phi[c]);
    noslip_jet_scale(self->scratch, multipliers[c]);
    noslip_jet_add(self->lagrangian, self->scratch, 1);
  }
  return TRUE;
}

gboolean
noslip_witness_equations_evaluate(WitnessEquations *self, const double *parameters, const double *row)
{
  const double *multipliers = row + noslip_row_lambda(self->tree->system);
  self->tree->parameters = parameters;
  self->tree->multipliers = multipliers;
  noslip_witness_tree_move(self->tree);
  if (!noslip_witness_unfold(self, row) || !evaluate_constraints(self) || !evaluate_lagrangian(self, multipliers))
    return FALSE;
  for (guint a = 0; a < self->n; a++) {
    self->momentum[a] = noslip_witness_vertical(self, self->lagrangian, a);
    self->momentum_rate[a] = noslip_witness_horizontal(self, self->right_anchor, self->lagrangian, a);
  }
  if (has_sections(self) && !noslip_witness_add_brackets(self, self->momentum_rate))
    return FALSE;
  for (guint a = 0; a < self->n; a++) {
    self->equation[a] = noslip_witness_vertical_rate(self, self->lagrangian, a);
    add_term(&self->equation[a], -1, self->momentum_rate[a].value, self->momentum_rate[a].size);
    for (guint c = 0; c < self->tree->k; c++) {
      WitnessNumber of_phi = self->kind == NOSLIP_DYNAMICS_VAKONOMIC ? noslip_witness_vertical(self, self->phi[c], a)
                                                                     : reaction(self, c, a);
      self->reaction[c * self->n + a] = of_phi.value;
      if (self->kind == NOSLIP_DYNAMICS_NONHOLONOMIC && !isnan(multipliers[c]))
        add_term(&self->equation[a], -multipliers[c], of_phi.value, of_phi.size);
    }
  }
  return add_forces(self) && add_dampers(self) && noslip_witness_add_presymplectic(self) &&
         evaluate_contacts(self, row);
}

/* With x' and y changing at unit rate along the a-th section and x constant, d/dt T_a L is W_aa. */
gboolean
noslip_witness_equations_masses(WitnessEquations *self, const double *row)
{
  WitnessTree *tree = self->tree;
  const NoslipSystem *system = tree->system;
  g_autofree double *vdot = g_new0(double, tree->m + 1);
  g_autofree double *ydot = g_new0(double, tree->n + 1);
  g_autofree double *rate = g_memdup2(self->anchor_rate, sizeof(double) * (tree->m * tree->n + 1));
  memset(self->anchor_rate, 0, sizeof(double) * tree->m * tree->n);
  gboolean good = TRUE;
  for (guint a = 0; a < self->n && good; a++) {
    memset(ydot, 0, tree->n * sizeof *ydot);
    for (guint i = 0; i < tree->m; i++)
      vdot[i] = has_sections(self) ? self->anchor[i * tree->n + a] : i == a;
    if (has_sections(self))
      ydot[a] = 1;
    noslip_witness_set_variables(self, row + noslip_row_x(system), NULL, self->natural, NULL, self->fibre, ydot);
    for (guint i = 0; i < tree->m; i++) {
      const double of_v[] = {self->natural[i], vdot[i], 0};
      noslip_jet_set_variable(tree->v[i], tree->m + i, of_v);
    }
    noslip_witness_tree_move(tree);
    good = noslip_witness_tree_lagrangian(tree, self->lagrangian);
    self->mass[a] = noslip_witness_vertical_rate(self, self->lagrangian, a).value;
  }
  memcpy(self->anchor_rate, rate, sizeof(double) * tree->m * tree->n);
  return good;
}

void
noslip_witness_equations_covector(const WitnessEquations *self, const double *p, const double *rate,
                                  WitnessNumber *momentum, WitnessNumber *momentum_rate)
{
  gboolean framed = self->tree->frame == WITNESS_VELOCITIES || self->tree->reframed;
  for (guint a = 0; a < self->n; a++) {
    momentum[a] = momentum_rate[a] = (WitnessNumber){0};
    if (!framed) {
      add_term(&momentum[a], 1, p[a], fabs(p[a]));
      add_term(&momentum_rate[a], 1, rate[a], fabs(rate[a]));
    }
    for (guint b = 0; b < self->n && framed; b++) { /* for linear velocities: dw^b/dy^a and its rate */
      WitnessNumber slope = noslip_witness_vertical(self, self->velocities[b], a);
      WitnessNumber rate_of_slope = noslip_witness_vertical_rate(self, self->velocities[b], a);
      add_term(&momentum[a], p[b], slope.value, slope.size);
      add_term(&momentum_rate[a], p[b], rate_of_slope.value, rate_of_slope.size);
      add_term(&momentum_rate[a], rate[b], slope.value, slope.size);
    }
  }
}

static NoslipJet **
new_jets(guint n, guint n_variables)
{
  NoslipJet **jets = g_new0(NoslipJet *, n + 1);
  for (guint i = 0; i < n; i++)
    jets[i] = noslip_jet_new(n_variables);
  return jets;
}

static void
free_jets(NoslipJet **jets, guint n)
{
  for (guint i = 0; i < n && jets != NULL; i++)
    g_free(jets[i]);
  g_free(jets);
}

WitnessEquations *
noslip_witness_equations_new(WitnessTree *tree, NoslipDynamicsKind kind)
{
  WitnessEquations *self = g_new0(WitnessEquations, 1);
  gsize m = tree->m, n = tree->n, k = tree->k;
  self->tree = tree;
  self->kind = kind;
  self->n = tree->frame == WITNESS_SECTIONS ? tree->n : tree->m;
  self->lagrangian = noslip_jet_new(tree->n_variables);
  self->scratch = noslip_jet_new(tree->n_variables);
  self->phi = new_jets(tree->k, tree->n_variables);
  self->velocities = new_jets(tree->n, tree->n_variables);
  self->natural = g_new0(double, m + 1);
  self->acceleration = g_new0(double, m + 1);
  self->fibre = g_new0(double, n + 1);
  self->fibre_rate = g_new0(double, n + 1);
  self->frame = g_new0(double, n *MAX(m, n) + 1);
  self->solution = g_new0(double, m + 1);
  self->anchor = g_new0(double, m *n + 1);
  self->right_anchor = g_new0(double, m *n + 1);
  self->anchor_slope = g_new0(double, m *n *m + 1);
  self->anchor_rate = g_new0(double, m *n + 1);
  self->equation = g_new0(WitnessNumber, self->n + 1);
  self->momentum = g_new0(WitnessNumber, self->n + 1);
  self->momentum_rate = g_new0(WitnessNumber, self->n + 1);
  tree->vakonomic = kind == NOSLIP_DYNAMICS_VAKONOMIC;
  tree->rho_slope = self->anchor_slope;
  tree->rho_rate = self->anchor_rate;
  self->reaction = g_new0(double, k * self->n + 1);
  self->constraint = g_new0(WitnessNumber, k + 1);
  self->constraint_rate = g_new0(WitnessNumber, k + 1);
  self->constraint_second = g_new0(WitnessNumber, k + 1);
  self->dropped = g_new0(WitnessNumber, tree->dropped->len + 1);
  self->mass = g_new0(double, self->n + 1);
  self->limit = g_new0(double, tree->frictions->len + 1);
  self->slip = g_new0(double, tree->frictions->len + 1);
  self->gap = g_new0(WitnessNumber, tree->bounces->len + 1);
  self->gap_rate = g_new0(double, tree->bounces->len + 1);
  self->push = g_new0(double, ((gsize) tree->frictions->len + tree->bounces->len) * self->n + 1);
  return self;
}

void
noslip_witness_equations_free(WitnessEquations *self)
{
  if (self == NULL)
    return;
  free_jets(self->phi, self->tree->k);
  free_jets(self->velocities, self->tree->n);
  g_free(self->lagrangian);
  g_free(self->scratch);
  g_free(self->natural);
  g_free(self->acceleration);
  g_free(self->fibre);
  g_free(self->fibre_rate);
  g_free(self->frame);
  g_free(self->solution);
  g_free(self->anchor);
  g_free(self->right_anchor);
  g_free(self->anchor_slope);
  g_free(self->anchor_rate);
  g_free(self->equation);
  g_free(self->momentum);
  g_free(self->momentum_rate);
  g_free(self->reaction);
  g_free(self->constraint);
  g_free(self->constraint_rate);
  g_free(self->constraint_second);
  g_free(self->dropped);
  g_free(self->mass);
  g_free(self->limit);
  g_free(self->slip);
  g_free(self->gap);
  g_free(self->gap_rate);
  g_free(self->push);
  g_free(self);
}
