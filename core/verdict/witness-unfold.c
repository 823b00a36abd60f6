/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The natural velocities and accelerations of a row, from those of a frame, or of sections with an anchor. */
#include "core/verdict/witness-equations-private.h"

#include "core/base/linear.h"
#include "core/system/row.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* T_a f: in the natural frame df/dx'^a. */
WitnessNumber
noslip_witness_vertical(const WitnessEquations *self, const NoslipJet *f, guint a)
{
  WitnessNumber sum = {0};
  if (!has_sections(self)) {
    add_series(&sum, 1, by_v(self, f, a), 0);
    return sum;
  }
  add_series(&sum, 1, by_y(self, f, a), 0);
  for (guint i = 0; i < self->tree->m; i++)
    add_series(&sum, self->anchor[i * self->tree->n + a], by_v(self, f, i), 0);
  return sum;
}

/* d/dt T_a f */
WitnessNumber
noslip_witness_vertical_rate(const WitnessEquations *self, const NoslipJet *f, guint a)
{
  WitnessNumber sum = {0};
  if (!has_sections(self)) {
    add_series(&sum, 1, by_v(self, f, a), 1);
    return sum;
  }
  add_series(&sum, 1, by_y(self, f, a), 1);
  for (guint i = 0; i < self->tree->m; i++) {
    add_series(&sum, self->anchor[i * self->tree->n + a], by_v(self, f, i), 1);
    add_series(&sum, self->anchor_rate[i * self->tree->n + a], by_v(self, f, i), 0);
  }
  return sum;
}

void
noslip_witness_set_variables(WitnessEquations *self, const double *x, const double *xdot, const double *v,
                             const double *vdot, const double *y, const double *ydot)
{
  WitnessTree *tree = self->tree;
  for (guint i = 0; i < tree->m; i++) {
    const double of_x[] = {x[i], xdot != NULL ? xdot[i] : 0, vdot != NULL ? vdot[i] / 2 : 0};
    const double of_v[] = {v != NULL ? v[i] : 0, vdot != NULL ? vdot[i] : 0, 0};
    noslip_jet_set_variable(tree->x[i], i, of_x);
    noslip_jet_set_variable(tree->v[i], tree->m + i, of_v);
  }
  for (guint a = 0; a < tree->n && has_sections(self); a++) {
    const double of_y[] = {y[a], ydot != NULL ? ydot[a] : 0, 0};
    noslip_jet_set_variable(tree->y[a], 2 * tree->m + a, of_y);
  }
  noslip_witness_tree_move(tree);
}

/* Solves frame * solution = right, of m equations, or n if there are sections. */
static gboolean
solve_frame(WitnessEquations *self, const double *right, double *solution)
{
  g_autoptr(NoslipLu) lu = noslip_lu_new(has_sections(self) ? self->tree->n : self->tree->m);
  return noslip_lu_solve(lu, self->frame, right, solution);
}

static gboolean
evaluate_velocities(WitnessEquations *self)
{
  for (guint a = 0; a < self->tree->n; a++)
    if (!noslip_witness_tree_evaluate(self->tree, &self->tree->velocities[a], self->velocities[a]))
      return FALSE;
  return TRUE;
}

static gboolean
invert_frame(WitnessEquations *self)
{
  WitnessTree *tree = self->tree;
  guint m = tree->m;
  g_autofree double *unit = g_new0(double, m + 1);
  for (guint a = 0; a < m; a++) {
    unit[a] = 1;
    gboolean good = solve_frame(self, unit, self->solution);
    unit[a] = 0;
    for (guint i = 0; i < m && good; i++)
      tree->rho[i * m + a] = self->solution[i];
    if (!good)
      return FALSE;
  }
  return TRUE;
}

/* w(x, x', t) = y and its time derivative, which are linear in x' and x''. */
static gboolean
unfold_velocities(WitnessEquations *self, const double *x, const double *y, const double *ydot)
{
  WitnessTree *tree = self->tree;
  guint m = tree->m;
  g_autofree double *right = g_new0(double, m + 1);
  noslip_witness_set_variables(self, x, NULL, NULL, NULL, NULL, NULL);
  if (!evaluate_velocities(self))
    return FALSE;
  for (guint a = 0; a < m; a++) {
    right[a] = y[a] - self->velocities[a]->series[0].value[0];
    for (guint i = 0; i < m; i++)
      self->frame[a * m + i] = by_v(self, self->velocities[a], i)->value[0];
  }
  if (!solve_frame(self, right, self->natural))
    return FALSE;
  noslip_witness_set_variables(self, x, self->natural, self->natural, NULL, NULL, NULL);
  if (!evaluate_velocities(self))
    return FALSE;
  for (guint a = 0; a < m; a++)
    right[a] = ydot[a] - self->velocities[a]->series[0].value[1];
  return solve_frame(self, right, self->acceleration) && (tree->forces->len == 0 || invert_frame(self));
}

/* x' of the quaternion with angular velocity w: q' = q w / 2 in the body's frame, w q / 2 in that of space. With
 * X_a = q e_a / 2 the bracket of vector fields is [X_a, X_b] = (q e_a) e_b / 4 - (q e_b) e_a / 4 = X_c for cyclic abc;
 * with e_a q / 2 it is -X_c. */
static void
add_rotation(WitnessEquations *self, const WitnessRotation *rotation)
{
  static const gint8 sign[4][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, -1, -1}};
  WitnessTree *tree = self->tree;
  guint m = tree->m, n = tree->n;
  for (guint j = 0; j < 4; j++)
    for (guint c = 1; c <= 3; c++) {
      guint i = rotation->quaternion[j ^ c], a = rotation->omega[c - 1], from = rotation->quaternion[j];
      double half = 0.5 * (rotation->body ? sign[j][c] : sign[c][j]);
      self->anchor[i * n + a] = self->right_anchor[i * n + a] = half * tree->x[from]->series[0].value[0];
      self->anchor_slope[((gsize) i * n + a) * m + from] = half;
    }
}

static gboolean
evaluate_anchor_entry(WitnessEquations *self, const WitnessEntry *entry)
{
  guint m = self->tree->m;
  gsize at = (gsize) entry->coordinate * self->tree->n + entry->fibre;
  double value = 1;
  if (entry->value.first <= entry->value.root) {
    if (!noslip_witness_tree_evaluate(self->tree, &entry->value, self->scratch))
      return FALSE;
    value = self->scratch->series[0].value[0];
    for (guint j = 0; j < m && entry->side != 'r' && !self->scratch->constant; j++)
      self->anchor_slope[at * m + j] = by_x(self, self->scratch, j)->value[0];
  }
  if (entry->side != 'r')
    self->anchor[at] = value;
  if (entry->side != 'l')
    self->right_anchor[at] = value;
  return TRUE;
}

static gboolean
evaluate_anchor(WitnessEquations *self)
{
  WitnessTree *tree = self->tree;
  guint m = tree->m, n = tree->n;
  memset(self->anchor, 0, sizeof(double) * m * n);
  memset(self->right_anchor, 0, sizeof(double) * m * n);
  memset(self->anchor_slope, 0, sizeof(double) * m * n * m);
  for (guint e = 0; e < tree->anchors->len; e++)
    if (!evaluate_anchor_entry(self, &g_array_index(tree->anchors, WitnessEntry, e)))
      return FALSE;
  for (guint r = 0; r < tree->rotations->len; r++)
    add_rotation(self, &g_array_index(tree->rotations, WitnessRotation, r));
  memcpy(tree->rho, self->anchor, sizeof(double) * m * n);
  return TRUE;
}

/* x' = rho y and x'' = d/dt rho y + rho y'. */
static gboolean
unfold_sections(WitnessEquations *self, const double *x, const double *y, const double *ydot)
{
  guint m = self->tree->m, n = self->tree->n;
  noslip_witness_set_variables(self, x, NULL, NULL, NULL, y, NULL);
  if (!evaluate_anchor(self))
    return FALSE;
  for (guint i = 0; i < m; i++) {
    self->natural[i] = 0;
    for (guint a = 0; a < n; a++)
      self->natural[i] += self->anchor[i * n + a] * y[a];
  }
  for (guint i = 0; i < m; i++) {
    self->acceleration[i] = 0;
    for (guint a = 0; a < n; a++) {
      gsize at = (gsize) i * n + a;
      self->anchor_rate[at] = 0;
      for (guint j = 0; j < m; j++)
        self->anchor_rate[at] += self->anchor_slope[at * m + j] * self->natural[j];
      self->acceleration[i] += self->anchor_rate[at] * y[a] + self->anchor[at] * ydot[a];
    }
  }
  return TRUE;
}

/* y and y' from w(x, y, t) and its time derivative, which are linear in them; then x' and x''. */
static gboolean
unfold_reframed(WitnessEquations *self, const double *x, const double *w, const double *wdot)
{
  guint n = self->tree->n;
  g_autofree double *right = g_new0(double, n + 1), *rest = g_new0(double, n + 1);
  noslip_witness_set_variables(self, x, NULL, NULL, NULL, rest, NULL);
  if (!evaluate_anchor(self) || !evaluate_velocities(self))
    return FALSE;
  for (guint a = 0; a < n; a++) {
    right[a] = w[a] - self->velocities[a]->series[0].value[0];
    for (guint b = 0; b < n; b++)
      self->frame[a * n + b] = noslip_witness_vertical(self, self->velocities[a], b).value;
  }
  if (!solve_frame(self, right, self->fibre) || !unfold_sections(self, x, self->fibre, rest))
    return FALSE;
  noslip_witness_set_variables(self, x, self->natural, self->natural, self->acceleration, self->fibre, NULL);
  if (!evaluate_velocities(self))
    return FALSE;
  for (guint a = 0; a < n; a++)
    right[a] = wdot[a] - self->velocities[a]->series[0].value[1];
  return solve_frame(self, right, self->fibre_rate) && unfold_sections(self, x, self->fibre, self->fibre_rate);
}

/* Sets all variables along the motion. */
gboolean
noslip_witness_unfold(WitnessEquations *self, const double *row)
{
  WitnessTree *tree = self->tree;
  const NoslipSystem *system = tree->system;
  const double *x = row + noslip_row_x(system), *y = row + noslip_row_y(system), *ydot = row + noslip_row_ydot(system);
  const double time[] = {row[0], 1, 0};
  noslip_jet_set_variable(tree->time, G_MAXUINT, time);
  gboolean good = TRUE;
  memcpy(self->fibre, y, tree->n * sizeof(double));
  memcpy(self->fibre_rate, ydot, tree->n * sizeof(double));
  switch (tree->frame) {
  case WITNESS_NATURAL:
    memcpy(self->natural, y, tree->m * sizeof(double));
    memcpy(self->acceleration, ydot, tree->m * sizeof(double));
    for (guint i = 0; i < tree->m; i++)
      tree->rho[i * tree->n + i] = 1;
    break;
  case WITNESS_VELOCITIES:
    good = unfold_velocities(self, x, y, ydot);
    break;
  case WITNESS_SECTIONS:
    good = tree->reframed ? unfold_reframed(self, x, y, ydot) : unfold_sections(self, x, y, ydot);
    break;
  }
  if (!good && tree->reason == NULL)
    tree->reason = g_strdup(_("the frame of velocities is singular"));
  if (good)
    noslip_witness_set_variables(self, x, self->natural, self->natural, self->acceleration, self->fibre,
                                 self->fibre_rate);
  return good && ((tree->frame != WITNESS_VELOCITIES && !tree->reframed) || evaluate_velocities(self));
}
