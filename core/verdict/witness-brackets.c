/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives along sections, and the terms of brackets and connections in the equations of the witness. */
#include "core/verdict/witness-equations-private.h"

#include <math.h>

/* rho^i_a X_i f: in the natural frame df/dx^a. rho is one of the two anchors. */
WitnessNumber
noslip_witness_horizontal(const WitnessEquations *self, const double *anchor, const NoslipJet *f, guint a)
{
  WitnessNumber sum = {0};
  guint m = self->tree->m, n = self->tree->n;
  if (!has_sections(self)) {
    add_series(&sum, 1, by_x(self, f, a), 0);
    return sum;
  }
  for (guint i = 0; i < m; i++) {
    double rho = anchor[i * n + a];
    if (rho == 0)
      continue;
    add_series(&sum, rho, by_x(self, f, i), 0);
    for (guint j = 0; j < m; j++)
      for (guint b = 0; b < n; b++)
        add_series(&sum, rho * self->anchor_slope[((gsize) j * n + b) * m + i] * self->tree->y[b]->series[0].value[0],
                   by_v(self, f, j), 0);
  }
  return sum;
}

/* Adds -C^c_ab y^b p_c to the a-th sum and the same with a and b exchanged, for a bracket [a, b] = C e_c; on a
 * general algebroid only the b-th sum has it (G (2.7)), except for the brackets of rotations, which are given for
 * both orders. */
static void
add_bracket(const WitnessEquations *self, guint a, guint b, guint c, double coefficient, gboolean rotates,
            WitnessNumber *sums)
{
  double ya = self->tree->y[a]->series[0].value[0], yb = self->tree->y[b]->series[0].value[0];
  if (!self->tree->general || rotates)
    add_term(&sums[a], -coefficient * yb, self->momentum[c].value, self->momentum[c].size);
  add_term(&sums[b], coefficient * ya, self->momentum[c].value, self->momentum[c].size);
}

/* The terms of connections, with the brackets of the Lie algebra in algebra[c][a][b], n x n x n: of the natural
 * sections lifted horizontally, [d_i - A^a_i e_a, e_b] and [d_i - A^a_i e_a, d_j - A^b_j e_b]. The pair of an anchor's
 * entry and a connection's is taken by i, j of their coordinates. */
static gboolean
add_connections(WitnessEquations *self, const double *algebra, WitnessNumber *sums)
{
  WitnessTree *tree = self->tree;
  guint m = tree->m, n = tree->n;
  g_autofree double *value = g_new0(double, (gsize) m *n + 1), *slope = g_new0(double, (gsize) m *n *m + 1);
  g_autofree guint *lift = g_new0(guint, m + 1); /* fibre of the natural section */
  for (guint i = 0; i < m; i++)
    lift[i] = G_MAXUINT;
  for (guint e = 0; e < tree->anchors->len; e++) {
    const WitnessEntry *entry = &g_array_index(tree->anchors, WitnessEntry, e);
    if (entry->value.first > entry->value.root)
      lift[entry->coordinate] = entry->fibre;
  }
  for (guint e = 0; e < tree->connections->len; e++) {
    const WitnessEntry *entry = &g_array_index(tree->connections, WitnessEntry, e);
    if (!noslip_witness_tree_evaluate(tree, &entry->value, self->scratch))
      return FALSE;
    gsize at = (gsize) entry->coordinate * n + entry->fibre;
    value[at] = self->scratch->series[0].value[0];
    for (guint j = 0; j < m && !self->scratch->constant; j++)
      slope[at * m + j] = by_x(self, self->scratch, j)->value[0];
  }
  for (guint i = 0; i < m; i++)
    for (guint c = 0; c < n && lift[i] != G_MAXUINT; c++) {
      for (guint b = 0; b < n; b++) {
        double sum = 0;
        for (guint a = 0; a < n; a++)
          sum -= value[i * n + a] * algebra[((gsize) c * n + a) * n + b];
        if (sum != 0)
          add_bracket(self, lift[i], b, c, sum, TRUE, sums);
      }
      for (guint j = i + 1; j < m; j++) {
        double sum = slope[((gsize) i * n + c) * m + j] - slope[((gsize) j * n + c) * m + i];
        for (guint a = 0; a < n; a++)
          for (guint b = 0; b < n; b++)
            sum += value[i * n + a] * value[j * n + b] * algebra[((gsize) c * n + a) * n + b];
        if (sum != 0 && lift[j] != G_MAXUINT)
          add_bracket(self, lift[i], lift[j], c, sum, TRUE, sums);
      }
    }
  return TRUE;
}

gboolean
noslip_witness_add_brackets(WitnessEquations *self, WitnessNumber *sums)
{
  WitnessTree *tree = self->tree;
  guint n = tree->n;
  gboolean good = TRUE, connected = tree->connections->len > 0;
  g_autofree double *algebra = connected ? g_new0(double, (gsize) n *n *n + 1) : NULL;
  tree->primes_are_sections = TRUE;
  noslip_witness_tree_move(tree);
  for (guint i = 0; i < tree->brackets->len && good; i++) {
    const WitnessBracket *bracket = &g_array_index(tree->brackets, WitnessBracket, i);
    good = noslip_witness_tree_evaluate(tree, &bracket->value, self->scratch);
    for (guint c = 0; c < n && good && !self->scratch->constant; c++) {
      double coefficient = by_y(self, self->scratch, c)->value[0];
      add_bracket(self, bracket->a, bracket->b, c, coefficient, FALSE, sums);
      if (connected) {
        algebra[((gsize) c * n + bracket->a) * n + bracket->b] = coefficient;
        algebra[((gsize) c * n + bracket->b) * n + bracket->a] = -coefficient;
      }
    }
  }
  tree->primes_are_sections = FALSE;
  noslip_witness_tree_move(tree);
  for (guint r = 0; r < tree->rotations->len; r++) {
    const WitnessRotation *rotation = &g_array_index(tree->rotations, WitnessRotation, r);
    for (guint c = 0; c < 3; c++)
      add_bracket(self, rotation->omega[c], rotation->omega[(c + 1) % 3], rotation->omega[(c + 2) % 3],
                  rotation->body ? 1 : -1, TRUE, sums);
  }
  if (good && connected)
    good = add_connections(self, algebra, sums);
  return good;
}
