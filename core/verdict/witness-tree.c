/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/witness-private.h"

#include <glib/gi18n-lib.h>
#include <string.h>

/* Adds sign times the component of one side, which may be the number 0 if the other is a vector. */
static gboolean
add_side(WitnessTree *tree, const Span *span, guint component, double sign, NoslipJet *result)
{
  WitnessValue value = {0};
  gboolean good = noslip_witness_value(tree, span, &value);
  guint i = component == G_MAXUINT || value.shape == WITNESS_NUMBER ? 0 : component;
  if (good && (value.shape == WITNESS_TURN || (component == G_MAXUINT && value.shape != WITNESS_NUMBER)))
    good = noslip_witness_fail(tree, _("the text has a form that the witness does not support"));
  if (good && i < value.shape)
    noslip_jet_add(result, value.jet[i], sign);
  noslip_witness_value_clear(tree, &value);
  return good;
}

gboolean
noslip_witness_tree_constraint(WitnessTree *tree, const WitnessConstraint *constraint, NoslipJet *result)
{
  noslip_jet_set_constant(result, 0);
  return add_side(tree, &constraint->left, constraint->component, 1, result) &&
         add_side(tree, &constraint->right, constraint->component, -1, result);
}

static void
allocate(WitnessTree *tree)
{
  tree->n_variables = 2 * tree->m + (tree->frame == WITNESS_SECTIONS ? tree->n : 0);
  tree->time = noslip_jet_new(tree->n_variables);
  tree->x = g_new0(NoslipJet *, tree->m + 1);
  tree->v = g_new0(NoslipJet *, tree->m + 1);
  tree->y = g_new0(NoslipJet *, tree->n + 1);
  tree->rho = g_new0(double, (gsize) tree->m * tree->n + 1);
  for (guint i = 0; i < tree->m; i++) {
    tree->x[i] = noslip_jet_new(tree->n_variables);
    tree->v[i] = noslip_jet_new(tree->n_variables);
  }
  for (guint a = 0; a < tree->n; a++)
    tree->y[a] = noslip_jet_new(tree->n_variables);
}

/* The texts that the system includes. */
static char *
read_included(gpointer included, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  const char *text = g_hash_table_lookup(included, name);
  *length = text != NULL ? strlen(text) : 0;
  if (text == NULL)
    noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_FILE, NULL, NULL, "%s", name));
  return g_strdup(text);
}

WitnessTree *
noslip_witness_tree_new(const NoslipSystem *system, char **reason)
{
  *reason = NULL;
  if (system->text == NULL) {
    *reason = g_strdup(_("the system has no text"));
    return NULL;
  }
  g_autoptr(WitnessTree) tree = g_new0(WitnessTree, 1);
  tree->system = system;
  tree->m = system->m;
  tree->n = system->n;
  tree->k = system->k;
  tree->generation = 1;
  tree->evaluate = noslip_witness_evaluate_span;
  tree->diagnostics = noslip_diagnostics_new();
  tree->source = noslip_source_new(system->text, strlen(system->text), tree->diagnostics);
  if (system->included != NULL) {
    tree->source->reader = read_included;
    tree->source->reader_data = system->included;
  }
  tree->names = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, noslip_witness_name_free);
  tree->pool = g_ptr_array_new_with_free_func(g_free);
  tree->constraints = g_array_new(FALSE, FALSE, sizeof(WitnessConstraint));
  tree->dropped = g_array_new(FALSE, FALSE, sizeof(WitnessConstraint));
  tree->bodies = g_ptr_array_new();
  tree->springs = g_ptr_array_new();
  tree->dampers = g_ptr_array_new();
  tree->sections = g_ptr_array_new_with_free_func(g_free);
  tree->forces = g_array_new(FALSE, FALSE, sizeof(WitnessEntry));
  tree->anchors = g_array_new(FALSE, FALSE, sizeof(WitnessEntry));
  tree->brackets = g_array_new(FALSE, FALSE, sizeof(WitnessBracket));
  tree->connections = g_array_new(FALSE, FALSE, sizeof(WitnessEntry));
  tree->frictions = g_array_new(FALSE, FALSE, sizeof(WitnessEntry));
  tree->bounces = g_array_new(FALSE, FALSE, sizeof(WitnessConstraint));
  tree->rotations = g_array_new(FALSE, FALSE, sizeof(WitnessRotation));
  tree->velocities = g_new0(Span, tree->n + 1);
  if (!noslip_witness_read(tree)) {
    *reason = g_steal_pointer(&tree->reason);
    return NULL;
  }
  allocate(tree);
  return g_steal_pointer(&tree);
}

void
noslip_witness_tree_free(WitnessTree *tree)
{
  if (tree == NULL)
    return;
  for (guint i = 0; i < tree->m && tree->x != NULL; i++) {
    g_free(tree->x[i]);
    g_free(tree->v[i]);
  }
  for (guint a = 0; a < tree->n && tree->y != NULL; a++)
    g_free(tree->y[a]);
  g_free(tree->x);
  g_free(tree->v);
  g_free(tree->y);
  g_free(tree->time);
  g_free(tree->rho);
  g_free(tree->velocities);
  g_free(tree->reason);
  g_hash_table_unref(tree->names);
  g_ptr_array_unref(tree->pool);
  g_array_unref(tree->constraints);
  g_array_unref(tree->dropped);
  g_ptr_array_unref(tree->bodies);
  g_ptr_array_unref(tree->springs);
  g_ptr_array_unref(tree->dampers);
  g_ptr_array_unref(tree->sections);
  g_array_unref(tree->forces);
  g_array_unref(tree->anchors);
  g_array_unref(tree->brackets);
  g_array_unref(tree->connections);
  g_array_unref(tree->frictions);
  g_array_unref(tree->bounces);
  g_array_unref(tree->rotations);
  noslip_source_free(tree->source);
  noslip_diagnostics_free(tree->diagnostics);
  g_free(tree);
}
