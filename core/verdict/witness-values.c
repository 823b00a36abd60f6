/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of the witness's expressions, the jets that they contain, and their rates. */
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>

void
noslip_witness_value_resize(WitnessTree *tree, WitnessValue *value, guint shape)
{
  value->shape = shape;
  for (guint i = 0; i < 3; i++) {
    if (i < shape && shape != WITNESS_TURN && value->jet[i] == NULL)
      value->jet[i] = noslip_witness_take(tree);
    if (i >= shape || shape == WITNESS_TURN) {
      noslip_witness_give(tree, value->jet[i]);
      value->jet[i] = NULL;
    }
  }
}

void
noslip_witness_value_clear(WitnessTree *tree, WitnessValue *value)
{
  noslip_witness_value_resize(tree, value, 0);
}

void
noslip_witness_value_copy(WitnessTree *tree, WitnessValue *to, const WitnessValue *from)
{
  noslip_witness_value_resize(tree, to, from->shape);
  to->rotation = from->rotation;
  to->inverse = from->inverse;
  for (guint i = 0; i < from->shape && from->shape != WITNESS_TURN; i++)
    noslip_jet_copy(to->jet[i], from->jet[i]);
}

/* df/dt = v^i df/dx^i of a function of x, as a function of (x, v); its derivatives by x are not known. */
static void
rate_by_velocities(WitnessTree *tree, NoslipJet *jet)
{
  guint m = tree->m;
  NoslipJetSeries rate = {0};
  for (guint i = 0; i < m && !jet->constant; i++) {
    const NoslipJetSeries *v = &tree->v[i]->series[0];
    NoslipJetSeries *slope = &jet->series[1 + i];
    for (guint order = 0; order < NOSLIP_JET_ORDERS; order++)
      for (guint k = 0; k <= order; k++) {
        rate.value[order] += v->value[k] * slope->value[order - k];
        rate.size[order] += v->size[k] * slope->size[order - k];
      }
    jet->series[1 + m + i] = *slope;
    for (guint order = 0; order < NOSLIP_JET_ORDERS; order++)
      slope->value[order] = slope->size[order] = NAN;
  }
  jet->series[0] = rate;
}

void
noslip_witness_rate(WitnessTree *tree, NoslipJet *jet)
{
  double rate = jet->series[0].value[1];
  tree->took_rate = TRUE;
  if (tree->off_motion) {
    rate_by_velocities(tree, jet);
    return;
  }
  for (guint i = 0; i < tree->m && tree->at_rest && !jet->constant; i++)
    rate -= jet->series[1 + i].value[0] * tree->x[i]->series[0].value[1];
  if (tree->at_rest)
    noslip_jet_set_constant(jet, rate);
  else
    noslip_jet_rate(jet, tree->m);
}

void
noslip_witness_dot(WitnessTree *tree, const WitnessValue *a, const WitnessValue *b, NoslipJet *result)
{
  NoslipJet *term = noslip_witness_take(tree);
  noslip_jet_set_constant(result, 0);
  for (guint i = 0; i < a->shape; i++) {
    noslip_jet_copy(term, a->jet[i]);
    noslip_jet_multiply(term, b->jet[i]);
    noslip_jet_add(result, term, 1);
  }
  noslip_witness_give(tree, term);
}

gboolean
noslip_witness_fail(WitnessTree *tree, const char *format, ...)
{
  va_list arguments;
  va_start(arguments, format);
  if (tree->reason == NULL)
    tree->reason = g_strdup_vprintf(format, arguments);
  va_end(arguments);
  return FALSE;
}

NoslipJet *
noslip_witness_take(WitnessTree *tree)
{
  return tree->pool->len > 0 ? g_ptr_array_steal_index_fast(tree->pool, tree->pool->len - 1)
                             : noslip_jet_new(tree->n_variables);
}

void
noslip_witness_give(WitnessTree *tree, NoslipJet *jet)
{
  if (jet != NULL)
    g_ptr_array_add(tree->pool, jet);
}

void
noslip_witness_tree_move(WitnessTree *tree)
{
  tree->generation++;
}

gboolean
noslip_witness_value(WitnessTree *tree, const Span *span, WitnessValue *result)
{
  return tree->evaluate(tree, span, result);
}

gboolean
noslip_witness_tree_evaluate(WitnessTree *tree, const Span *span, NoslipJet *result)
{
  WitnessValue value = {0};
  gboolean good = noslip_witness_value(tree, span, &value);
  if (good && value.shape != WITNESS_NUMBER)
    good = noslip_witness_unknown_form(tree);
  if (good)
    noslip_jet_copy(result, value.jet[0]);
  noslip_witness_value_clear(tree, &value);
  return good;
}

gboolean
noslip_witness_unknown_form(WitnessTree *tree)
{
  return noslip_witness_fail(tree, _("the text has a form that the witness does not support"));
}
