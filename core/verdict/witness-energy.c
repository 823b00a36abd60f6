/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Lagrangian, the energy and the momenta of a text, as computed by the witness. */
#include "core/verdict/witness-private.h"

#include "core/base/linear.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* T_a f of witness-equations.h, at the present state. */
static double
along_section(const WitnessTree *tree, const NoslipJet *f, guint a)
{
  double sum = tree->frame == WITNESS_SECTIONS ? f->series[1 + 2 * tree->m + a].value[0] : 0;
  for (guint i = 0; i < tree->m; i++)
    sum += tree->rho[i * tree->n + a] * f->series[1 + tree->m + i].value[0];
  return sum;
}

/* The momentum of a velocity w^a(x, y) after sections: (dw^b/dy^c) p_b = T_c L. */
static gboolean
reframed_momentum(WitnessTree *tree, guint a, const NoslipJet *lagrangian, double *p)
{
  guint n = tree->n;
  NoslipJet *velocity = noslip_witness_take(tree);
  g_autoptr(NoslipLu) lu = noslip_lu_new(n);
  g_autofree double *frame = g_new0(double, (gsize) n *n + 1), *all = g_new0(double, n + 1);
  gboolean good = TRUE;
  for (guint b = 0; b < n && good; b++) {
    good = noslip_witness_tree_evaluate(tree, &tree->velocities[b], velocity);
    for (guint c = 0; c < n && good; c++)
      frame[c * n + b] = along_section(tree, velocity, c);
  }
  for (guint c = 0; c < n; c++)
    all[c] = along_section(tree, lagrangian, c);
  if (good && !noslip_lu_solve(lu, frame, all, all))
    good = noslip_witness_fail(tree, _("the frame of velocities is singular"));
  *p = all[a];
  noslip_witness_give(tree, velocity);
  return good;
}

/* The index of the velocity by sections with this name, or G_MAXUINT. */
static guint
reframed_velocity(const WitnessTree *tree, const char *text)
{
  for (guint a = 0; a < tree->n && tree->reframed; a++)
    if (strcmp(tree->system->fibres[a].name, text) == 0)
      return a;
  return G_MAXUINT;
}

/* The momentum of a section, or that of a velocity as the text names it, with its derivatives. */
static gboolean
momentum_slopes(WitnessTree *tree, const char *text, const WitnessName *name, const WitnessName *coordinate,
                NoslipJet *result)
{
  guint velocity = reframed_velocity(tree, text);
  WitnessMomentum of = tree->frame == WITNESS_VELOCITIES ? WITNESS_OF_FRAME : WITNESS_OF_SECTION;
  if (velocity != G_MAXUINT)
    return noslip_witness_momentum_slopes(tree, WITNESS_OF_FRAME, velocity, result);
  if (name != NULL && name->is == IS_FIBRE)
    return noslip_witness_momentum_slopes(tree, of, name->index, result);
  if (coordinate == NULL || coordinate->is != IS_COORDINATE)
    return noslip_witness_fail(tree, _("there is no momentum of %s"), text);
  return noslip_witness_momentum_slopes(tree, WITNESS_OF_COORDINATE, coordinate->index, result);
}

/* Its derivatives, which need second derivatives of L, only in constraints. */
gboolean
noslip_witness_evaluate_momentum(WitnessTree *tree, const char *text, NoslipJet *result)
{
  const WitnessName *name = g_hash_table_lookup(tree->names, text);
  g_autofree char *stem = g_strndup(text, strlen(text) - g_str_has_suffix(text, "'"));
  const WitnessName *coordinate = g_hash_table_lookup(tree->names, stem);
  if (tree->slopes)
    return momentum_slopes(tree, text, name, coordinate, result);
  NoslipJet *lagrangian = noslip_witness_take(tree);
  double p = 0;
  gboolean good = noslip_witness_tree_lagrangian(tree, lagrangian);
  const NoslipJetSeries *by_v = lagrangian->series + 1 + tree->m;
  guint velocity = reframed_velocity(tree, text);
  if (good && velocity != G_MAXUINT) {
    good = reframed_momentum(tree, velocity, lagrangian, &p);
  } else if (good && name != NULL && name->is == IS_FIBRE) {
    p = along_section(tree, lagrangian, name->index);
  } else if (good && coordinate != NULL && coordinate->is == IS_COORDINATE) {
    p = by_v[coordinate->index].value[0];
  } else if (good) {
    good = noslip_witness_fail(tree, _("there is no momentum of %s"), text);
  }
  noslip_jet_set_constant(result, p);
  noslip_witness_give(tree, lagrangian);
  return good;
}

/* kinetic or potential if the text gives them, or bodies, and no lagrangian. */
static gboolean
evaluate_given_energy(WitnessTree *tree, gboolean kinetic, NoslipJet *result)
{
  const Span *span = kinetic ? &tree->kinetic : &tree->potential;
  gboolean has = kinetic ? tree->has_kinetic : tree->has_potential;
  NoslipJet *bodies = noslip_witness_take(tree);
  noslip_jet_set_constant(result, 0);
  gboolean good =
      (!has || noslip_witness_tree_evaluate(tree, span, result)) &&
      (kinetic ? noslip_witness_bodies_kinetic(tree, bodies) : noslip_witness_bodies_potential(tree, bodies));
  noslip_jet_add(result, bodies, 1);
  noslip_witness_give(tree, bodies);
  return good;
}

/* -L at rest. */
static gboolean
evaluate_rest(WitnessTree *tree, NoslipJet *result)
{
  gboolean before = tree->at_rest;
  tree->at_rest = TRUE;
  noslip_witness_tree_move(tree);
  gboolean good = noslip_witness_tree_lagrangian(tree, result);
  tree->at_rest = before;
  noslip_witness_tree_move(tree);
  noslip_jet_scale(result, -1);
  return good;
}

/* Kinetic, potential, lagrangian or energy by its name, with derivatives. */
static gboolean
energy_slopes(WitnessTree *tree, const char *text, NoslipJet *result)
{
  if (strcmp(text, "potential") == 0)
    return evaluate_rest(tree, result);
  NoslipJet *rest = noslip_witness_take(tree);
  gboolean good = noslip_witness_energy_slopes(tree, result);
  if (good && strcmp(text, "kinetic") == 0) {
    good = evaluate_rest(tree, rest);
    noslip_jet_add(result, rest, -1);
  }
  noslip_witness_give(tree, rest);
  return good;
}

gboolean
noslip_witness_evaluate_energy(WitnessTree *tree, const char *text, NoslipJet *result)
{
  if (strcmp(text, "lagrangian") == 0)
    return noslip_witness_tree_lagrangian(tree, result);
  if (strcmp(text, "energy") != 0 && !tree->has_lagrangian)
    return evaluate_given_energy(tree, strcmp(text, "kinetic") == 0, result);
  if (tree->slopes)
    return energy_slopes(tree, text, result);
  NoslipJet *lagrangian = noslip_witness_take(tree);
  double value[2] = {0};
  gboolean good = noslip_witness_tree_lagrangian(tree, lagrangian);
  for (guint i = 0; i < tree->m; i++)
    value[0] += lagrangian->series[1 + tree->m + i].value[0] * tree->v[i]->series[0].value[0];
  for (guint a = 0; a < tree->n && tree->frame == WITNESS_SECTIONS; a++)
    value[0] += lagrangian->series[1 + 2 * tree->m + a].value[0] * tree->y[a]->series[0].value[0];
  value[0] -= lagrangian->series[0].value[0];
  if (good && strcmp(text, "energy") != 0) {
    good = evaluate_rest(tree, lagrangian);
    value[1] = lagrangian->series[0].value[0];
  }
  noslip_jet_set_constant(result, strcmp(text, "energy") == 0      ? value[0]
                                  : strcmp(text, "potential") == 0 ? value[1]
                                                                   : value[0] - value[1]);
  noslip_witness_give(tree, lagrangian);
  return good;
}
