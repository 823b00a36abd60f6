/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/dynamics/algorithm/vakonomic-extension.h"

#include "core/system/state.h"

#include <string.h>

static void
extend_fibres(NoslipSystem *system, const NoslipSystem *origin)
{
  guint n = origin->n;
  system->fibres = g_new0(NoslipFibre, (gsize) system->n + 1);
  memcpy(system->fibres, origin->fibres, n * sizeof(NoslipFibre));
  for (guint c = 0; c < origin->k; c++) {
    const NoslipConstraint *constraint = &origin->constraints[c];
    NoslipFibre *fibre = &system->fibres[n + c];
    g_autofree char *rate = g_strdup_printf("mu(%s)'", constraint->name);
    fibre->name = g_strdup_printf("mu(%s)", constraint->name);
    fibre->symbol = constraint->mu;
    fibre->acceleration = noslip_expr_symbol(system->graph, rate);
    fibre->place = constraint->place;
  }
}

/* Anchor and brackets of the sections of mu vanish. */
static void
extend_algebroid(NoslipSystem *system, const NoslipSystem *origin)
{
  guint m = origin->m, n = origin->n, all = system->n;
  system->anchor = noslip_exprs_new((gsize) m * all);
  system->structure = noslip_exprs_new((gsize) all * all * all);
  for (guint i = 0; i < m; i++)
    memcpy(system->anchor + (gsize) i * all, origin->anchor + (gsize) i * n, n * sizeof(NoslipExpr));
  for (guint c = 0; c < n; c++)
    for (guint a = 0; a < n; a++)
      memcpy(system->structure + ((gsize) c * all + a) * all, origin->structure + ((gsize) c * n + a) * n,
             n * sizeof(NoslipExpr));
}

static void
extend_manifolds(NoslipSystem *system, const NoslipSystem *origin)
{
  guint n = origin->n_manifolds;
  system->manifolds = noslip_exprs_new((gsize) n + origin->k);
  system->manifold_places = g_new0(NoslipPlace, (gsize) n + origin->k + 1);
  if (n > 0) {
    memcpy(system->manifolds, origin->manifolds, n * sizeof(NoslipExpr));
    memcpy(system->manifold_places, origin->manifold_places, n * sizeof(NoslipPlace));
  }
  for (guint c = 0; c < origin->k; c++) {
    if (!origin->constraints[c].holonomic)
      continue;
    system->manifolds[system->n_manifolds] = origin->constraints[c].position;
    system->manifold_places[system->n_manifolds++] = origin->constraints[c].place;
  }
}

/* Initial values of mu are treated as those of velocities. */
static void
extend_initials(NoslipSystem *system, const NoslipSystem *origin)
{
  system->initials = g_memdup2(origin->initials, origin->n_initials * sizeof(NoslipInitial));
  for (guint i = 0; i < origin->n_initials; i++) {
    NoslipInitial *entry = &system->initials[i];
    if (entry->kind != NOSLIP_ENTRY_MU)
      continue;
    entry->kind = NOSLIP_ENTRY_VELOCITY;
    entry->target = origin->constraints[entry->index].mu;
    entry->index += origin->n;
  }
}

NoslipVakonomicExtension *
noslip_vakonomic_extension_new(const NoslipSystem *origin, gboolean abnormal)
{
  NoslipVakonomicExtension *extension = g_new0(NoslipVakonomicExtension, 1);
  NoslipSystem *system = extension->system = g_memdup2(origin, sizeof *origin);
  guint k = origin->k;
  extension->origin = origin;
  extension->phi = noslip_exprs_new(k);
  g_atomic_ref_count_init(&system->references);
  system->graph = noslip_graph_copy(origin->graph);
  system->n = origin->n + k;
  system->k = 0;
  system->constraints = NULL;
  system->momentum = NULL;
  system->frame = NULL;
  system->frame_is_derived = FALSE;
  system->time_structure = NULL; /* the constraint algorithm refuses systems that depend on t */
  system->forces = noslip_exprs_new(system->n);
  system->n_claims = system->n_reductions = system->n_draws = system->n_plots = system->n_trials = 0;
  system->lagrangian = abnormal ? NOSLIP_ZERO : origin->lagrangian;
  for (guint c = 0; c < k; c++) {
    extension->phi[c] = origin->constraints[c].phi;
    system->lagrangian =
        noslip_expr_add_product(system->graph, system->lagrangian, origin->constraints[c].mu, extension->phi[c]);
  }
  extend_fibres(system, origin);
  extend_algebroid(system, origin);
  extend_manifolds(system, origin);
  extend_initials(system, origin);
  noslip_system_derive(system);
  return extension;
}

void
noslip_vakonomic_extension_start(const NoslipVakonomicExtension *extension, double *state)
{
  const NoslipSystem *origin = extension->origin;
  g_autofree double *parameters = noslip_system_default_parameters(origin);
  g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new();
  noslip_state_initial(origin, parameters, 0, NULL, state, state + origin->m, state + origin->m + origin->n, ignored);
}

void
noslip_vakonomic_extension_free(NoslipVakonomicExtension *extension)
{
  if (extension == NULL)
    return;
  NoslipSystem *system = extension->system;
  for (guint a = extension->origin->n; a < system->n; a++)
    g_free(system->fibres[a].name);
  g_free(system->fibres);
  g_free(system->anchor);
  g_free(system->structure);
  g_free(system->manifolds);
  g_free(system->manifold_places);
  g_free(system->initials);
  g_free(system->forces);
  g_free(system->momentum);
  noslip_graph_free(system->graph);
  g_free(system);
  g_free(extension->phi);
  g_free(extension);
}
