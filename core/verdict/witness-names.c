/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the names of a text stand for at the present point. */
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

WitnessName *
noslip_witness_add_name(WitnessTree *tree, const char *text, NameIs is, guint index)
{
  WitnessName *name = g_new0(WitnessName, 1);
  name->is = is;
  name->index = index;
  g_hash_table_replace(tree->names, g_strdup(text), name);
  return name;
}

void
noslip_witness_name_free(gpointer data)
{
  WitnessName *name = data;
  for (guint i = 0; name->value != NULL && i < 3; i++)
    g_free(name->value->jet[i]);
  g_free(name->value);
  g_free(name);
}

WitnessName *
noslip_witness_find_name(const WitnessTree *tree, const char *text, guint *component)
{
  WitnessName *name = g_hash_table_lookup(tree->names, text);
  const char *dot = strrchr(text, '.');
  *component = G_MAXUINT;
  if (name != NULL || dot == NULL || dot[1] < 'x' || dot[1] > 'z' || dot[2] != '\0')
    return name;
  g_autofree char *stem = g_strndup(text, (gsize) (dot - text));
  *component = (guint) (dot[1] - 'x');
  return g_hash_table_lookup(tree->names, stem);
}

/* v q v* turns the vector v; the entry is the i-th component of the turned j-th unit vector. */
void
noslip_witness_rotation_entry(WitnessTree *tree, const WitnessRotation *rotation, guint i, guint j, NoslipJet *result)
{
  /* e_a e_b = sign e_(index) of quaternions, e_0 = 1 */
  static const gint8 sign[4][4] = {{1, 1, 1, 1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {1, 1, -1, -1}};
  NoslipJet *term = noslip_witness_take(tree);
  noslip_jet_set_constant(result, 0);
  for (guint a = 0; a < 4; a++)
    for (guint b = 0; b < 4; b++) {
      guint left = a ^ j;
      if ((left ^ b) != i)
        continue;
      noslip_jet_copy(term, tree->x[rotation->quaternion[a]]);
      noslip_jet_multiply(term, tree->x[rotation->quaternion[b]]);
      int s = sign[a][j] * sign[left][b] * (b == 0 ? 1 : -1);
      noslip_jet_add(result, term, s);
    }
  noslip_witness_give(tree, term);
}

/* A let, or the velocity that a fibre coordinate stands for. */
static gboolean
evaluate_definition(WitnessTree *tree, WitnessName *name, WitnessValue *result)
{
  if (name->value == NULL)
    name->value = g_new0(WitnessValue, 1);
  if (name->generation != tree->generation || name->generation == 0) {
    if (tree->depth >= WITNESS_MOST_DEPTH)
      return noslip_witness_fail(tree, _("definitions use each other too deep"));
    guint generation = tree->generation;
    WitnessValue value = {0};
    tree->depth++;
    gboolean good = noslip_witness_value(tree, &name->span, &value);
    tree->depth--;
    if (good)
      noslip_witness_value_copy(tree, name->value, &value);
    noslip_witness_value_clear(tree, &value);
    if (!good)
      return FALSE;
    name->generation = generation;
  }
  noslip_witness_value_copy(tree, result, name->value);
  return TRUE;
}

/* A let or one of its components. */
static gboolean
evaluate_let(WitnessTree *tree, WitnessName *name, guint component, WitnessValue *result)
{
  WitnessValue whole = {0};
  gboolean good = evaluate_definition(tree, name, &whole);
  if (good && component == G_MAXUINT) {
    noslip_witness_value_copy(tree, result, &whole);
  } else if (good && component < whole.shape && whole.shape <= WITNESS_TRIPLE) {
    noslip_witness_value_resize(tree, result, WITNESS_NUMBER);
    noslip_jet_copy(result->jet[0], whole.jet[component]);
  } else if (good) {
    good = noslip_witness_fail(tree, _("the text has a form that the witness does not know"));
  }
  noslip_witness_value_clear(tree, &whole);
  return good;
}

/* Values alone: their derivatives would need second derivatives of L. */
gboolean
noslip_witness_evaluate_momentum(WitnessTree *tree, const char *text, NoslipJet *result)
{
  const WitnessName *name = g_hash_table_lookup(tree->names, text);
  g_autofree char *stem = g_strndup(text, strlen(text) - g_str_has_suffix(text, "'"));
  const WitnessName *coordinate = g_hash_table_lookup(tree->names, stem);
  NoslipJet *lagrangian = noslip_witness_take(tree);
  double p = 0;
  gboolean good = noslip_witness_tree_lagrangian(tree, lagrangian);
  const NoslipJetSeries *by_v = lagrangian->series + 1 + tree->m, *by_y = by_v + tree->m;
  if (good && name != NULL && name->is == IS_FIBRE) {
    for (guint i = 0; i < tree->m; i++)
      p += tree->rho[i * tree->n + name->index] * by_v[i].value[0];
    p += tree->frame == WITNESS_SECTIONS ? by_y[name->index].value[0] : 0;
  } else if (good && coordinate != NULL && coordinate->is == IS_COORDINATE) {
    p = by_v[coordinate->index].value[0];
  } else if (good) {
    good = noslip_witness_fail(tree, _("there is no momentum of %s"), text);
  }
  noslip_jet_set_constant(result, p);
  noslip_witness_give(tree, lagrangian);
  return good;
}

/* kinetic or potential of a text that says them, or bodies, and no lagrangian. */
static gboolean
evaluate_said_energy(WitnessTree *tree, gboolean kinetic, NoslipJet *result)
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

/* kinetic, potential, lagrangian and energy, with the meaning that data/help/language.md gives them. */
static gboolean
evaluate_energy(WitnessTree *tree, const char *text, NoslipJet *result)
{
  if (strcmp(text, "lagrangian") == 0)
    return noslip_witness_tree_lagrangian(tree, result);
  if (strcmp(text, "energy") != 0 && !tree->has_lagrangian)
    return evaluate_said_energy(tree, strcmp(text, "kinetic") == 0, result);
  NoslipJet *lagrangian = noslip_witness_take(tree);
  double value[2] = {0};
  gboolean good = noslip_witness_tree_lagrangian(tree, lagrangian);
  for (guint i = 0; i < tree->m; i++)
    value[0] += lagrangian->series[1 + tree->m + i].value[0] * tree->v[i]->series[0].value[0];
  for (guint a = 0; a < tree->n && tree->frame == WITNESS_SECTIONS; a++)
    value[0] += lagrangian->series[1 + 2 * tree->m + a].value[0] * tree->y[a]->series[0].value[0];
  value[0] -= lagrangian->series[0].value[0];
  if (good && strcmp(text, "energy") != 0) {
    gboolean before = tree->at_rest;
    tree->at_rest = TRUE;
    noslip_witness_tree_move(tree);
    good = noslip_witness_tree_lagrangian(tree, lagrangian);
    tree->at_rest = before;
    noslip_witness_tree_move(tree);
    value[1] = -lagrangian->series[0].value[0];
  }
  noslip_jet_set_constant(result, strcmp(text, "energy") == 0      ? value[0]
                                  : strcmp(text, "potential") == 0 ? value[1]
                                                                   : value[0] - value[1]);
  noslip_witness_give(tree, lagrangian);
  return good;
}

gboolean
noslip_witness_is_energy(const char *text)
{
  return strcmp(text, "energy") == 0 || strcmp(text, "kinetic") == 0 || strcmp(text, "potential") == 0 ||
         strcmp(text, "lagrangian") == 0;
}

static gboolean
evaluate_prime(WitnessTree *tree, const char *text, NoslipJet *result)
{
  const WitnessName *fibre = g_hash_table_lookup(tree->names, text);
  if (tree->primes_are_sections && fibre != NULL && fibre->is == IS_FIBRE) {
    noslip_jet_copy(result, tree->y[fibre->index]);
    return TRUE;
  }
  g_autofree char *stem = g_strndup(text, strlen(text) - 1);
  const WitnessName *name = g_hash_table_lookup(tree->names, stem);
  if (name == NULL || name->is != IS_COORDINATE)
    return noslip_witness_fail(tree, _("%s is not known"), text);
  if (tree->at_rest)
    noslip_jet_set_constant(result, 0);
  else
    noslip_jet_copy(result, tree->v[name->index]);
  return TRUE;
}

static gboolean
evaluate_fibre(WitnessTree *tree, WitnessName *name, WitnessValue *result)
{
  if (tree->frame == WITNESS_VELOCITIES)
    return evaluate_definition(tree, name, result);
  if (tree->at_rest)
    noslip_jet_set_constant(result->jet[0], 0);
  else
    noslip_jet_copy(result->jet[0], tree->y[name->index]);
  return TRUE;
}

/* The course of the text, if it is the one that the motion has. */
static gboolean
evaluate_input(WitnessTree *tree, WitnessName *name, WitnessValue *result)
{
  const NoslipSystem *system = tree->system;
  const NoslipInput *input = &system->inputs[name->index];
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, system->n_parameters + 1);
  g_autofree double *values = g_new(double, system->n_parameters + 1);
  symbols[0] = system->t;
  values[0] = tree->time->series[0].value[0];
  for (guint i = 0; i < system->n_parameters; i++) {
    symbols[1 + i] = system->parameters[i].symbol;
    values[1 + i] = tree->parameters[i];
  }
  if (!evaluate_definition(tree, name, result))
    return FALSE;
  const NoslipJetSeries *course = &result->jet[0]->series[0];
  double other = noslip_expr_value(system->graph, input->expr, system->n_parameters + 1, symbols, values);
  if (fabs(course->value[0] - other) > 1e-9 * course->size[0])
    return noslip_witness_fail(tree, _("the input %s has another course than that of the text"), input->name);
  return TRUE;
}

/* What a name that the text declares stands for. */
static gboolean
evaluate_declared(WitnessTree *tree, WitnessName *name, guint component, const char *text, WitnessValue *result)
{
  if (component != G_MAXUINT && name->is != IS_LET)
    return noslip_witness_fail(tree, _("%s is not a value"), text);
  switch (name->is) {
  case IS_PARAMETER:
    noslip_jet_set_constant(result->jet[0], tree->parameters[name->index]);
    return TRUE;
  case IS_COORDINATE:
    noslip_jet_copy(result->jet[0], tree->x[name->index]);
    return TRUE;
  case IS_FIBRE:
    return evaluate_fibre(tree, name, result);
  case IS_INPUT:
    return evaluate_input(tree, name, result);
  case IS_LET:
    return evaluate_let(tree, name, component, result);
  case IS_ENTRY:
    noslip_witness_rotation_entry(tree, &g_array_index(tree->rotations, WitnessRotation, name->index), name->row,
                                  name->column, result->jet[0]);
    return TRUE;
  case IS_ROTATION:
    noslip_witness_value_resize(tree, result, WITNESS_TURN);
    result->rotation = name->index;
    result->inverse = FALSE;
    return TRUE;
  case IS_CONSTRAINT:
    break;
  }
  return noslip_witness_fail(tree, _("%s is not a value"), text);
}

gboolean
noslip_witness_evaluate_name(WitnessTree *tree, const Token *token, WitnessValue *result)
{
  guint component;
  if (token->primes > 0)
    return evaluate_prime(tree, token->text, result->jet[0]);
  if (strcmp(token->text, "t") == 0) {
    noslip_jet_copy(result->jet[0], tree->time);
    return TRUE;
  }
  if (noslip_witness_is_energy(token->text))
    return evaluate_energy(tree, token->text, result->jet[0]);
  WitnessName *name = noslip_witness_find_name(tree, token->text, &component);
  if (name == NULL)
    return noslip_witness_fail(tree, _("%s is not known"), token->text);
  return evaluate_declared(tree, name, component, token->text, result);
}

gboolean
noslip_witness_evaluate_multiplier(WitnessTree *tree, const char *text, NoslipJet *result)
{
  const WitnessName *name = g_hash_table_lookup(tree->names, text);
  if (name == NULL || name->is != IS_CONSTRAINT || tree->multipliers == NULL)
    return noslip_witness_fail(tree, _("there is no multiplier of %s"), text);
  noslip_jet_set_constant(result, tree->multipliers[name->index]);
  return TRUE;
}
