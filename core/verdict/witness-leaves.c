/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names in an expression of the witness: parameters, coordinates, velocities, definitions and inputs. */
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

/* A let, or the velocity of a fibre coordinate. */
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
    good = noslip_witness_fail(tree, _("the text has a form that the witness does not support"));
  }
  noslip_witness_value_clear(tree, &whole);
  return good;
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

/* The course in the text, if the motion uses it. */
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
    return noslip_witness_fail(tree, _("the course of the input %s is not that of the text"), input->name);
  return TRUE;
}

/* The meaning of a name that the text declares. */
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
    return noslip_witness_evaluate_energy(tree, token->text, result->jet[0]);
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
