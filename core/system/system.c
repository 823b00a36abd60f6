/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/system.h"

#include "core/system/row.h"
#include "core/system/state.h"

#include <string.h>

NoslipSystem *
noslip_system_new(void)
{
  NoslipSystem *system = g_new0(NoslipSystem, 1);
  g_atomic_ref_count_init(&system->references);
  system->graph = noslip_graph_new();
  system->t = noslip_expr_symbol(system->graph, "t");
  system->run_to = 10;
  system->run_step = 0.01;
  return system;
}

NoslipSystem *
noslip_system_ref(NoslipSystem *system)
{
  g_atomic_ref_count_inc(&system->references);
  return system;
}

static void
free_named(NoslipNamed *named, guint n)
{
  for (guint i = 0; i < n; i++) {
    g_free(named[i].name);
    g_free(named[i].unit);
    g_free(named[i].description);
  }
  g_free(named);
}

static void
free_variables(NoslipSystem *system)
{
  for (guint i = 0; i < system->n_parameters; i++) {
    g_free(system->parameters[i].name);
    g_free(system->parameters[i].unit);
    g_free(system->parameters[i].description);
  }
  g_free(system->parameters);
  for (guint i = 0; i < system->m; i++) {
    g_free(system->coordinates[i].name);
    g_free(system->coordinates[i].unit);
    g_free(system->coordinates[i].description);
  }
  g_free(system->coordinates);
  for (guint i = 0; i < system->n; i++) {
    g_free(system->fibres[i].name);
    g_free(system->fibres[i].unit);
    g_free(system->fibres[i].description);
  }
  g_free(system->fibres);
  for (guint i = 0; i < system->k; i++) {
    g_free(system->constraints[i].name);
    g_free(system->constraints[i].unit);
    g_free(system->constraints[i].description);
  }
  g_free(system->constraints);
  g_free(system->energy_unit);
  g_free(system->power_unit);
  for (guint i = 0; i < system->n_rotations; i++)
    g_free(system->rotations[i].name);
  g_free(system->rotations);
}

static void
free_statements(NoslipSystem *system)
{
  for (guint i = 0; i < system->n_initials; i++)
    g_free(system->initials[i].name);
  g_free(system->initials);
  for (guint i = 0; i < system->n_trials; i++) {
    for (guint j = 0; j < system->trials[i].n_entries; j++)
      g_free(system->trials[i].entries[j].name);
    g_free(system->trials[i].entries);
    g_free(system->trials[i].name);
  }
  g_free(system->trials);
  for (guint i = 0; i < system->n_claims; i++) {
    g_free(system->claims[i].title);
    g_free(system->claims[i].domain);
  }
  g_free(system->claims);
  for (guint i = 0; i < system->n_reductions; i++) {
    NoslipReduction *reduction = &system->reductions[i];
    for (guint j = 0; j < reduction->n && reduction->names != NULL; j++)
      g_free(reduction->names[j]);
    g_free(reduction->names);
    g_free(reduction->exprs);
    g_free(reduction->places);
    g_free(reduction->system);
  }
  g_free(system->reductions);
  for (guint i = 0; i < system->n_draws; i++) {
    g_free(system->draws[i].turns);
    g_free(system->draws[i].points);
    g_free(system->draws[i].color);
    g_free(system->draws[i].label);
    g_free(system->draws[i].pattern);
  }
  g_free(system->draws);
  for (guint i = 0; i < system->n_plots; i++) {
    g_free(system->plots[i].name);
    g_free(system->plots[i].against);
  }
  g_free(system->plots);
}

static void
free_forms(NoslipSystem *system)
{
  for (guint i = 0; i < system->n_forms; i++) {
    g_free(system->forms[i].name);
    g_free(system->forms[i].coefficients);
  }
  g_free(system->forms);
  g_free(system->gauges);
  g_free(system->two_form);
  g_free(system->one_form);
}

static void
free_contacts(NoslipSystem *system)
{
  for (guint i = 0; i < system->n_frictions; i++) {
    g_free(system->frictions[i].name);
    g_free(system->frictions[i].description);
  }
  g_free(system->frictions);
  for (guint i = 0; i < system->n_bounces; i++)
    g_free(system->bounces[i].name);
  g_free(system->bounces);
  for (guint i = 0; i < system->n_body_numbers; i++)
    g_free(system->body_numbers[i].body);
  g_free(system->body_numbers);
  for (guint i = 0; i < system->n_inputs; i++) {
    g_free(system->inputs[i].name);
    g_free(system->inputs[i].unit);
    g_free(system->inputs[i].description);
    g_free(system->inputs[i].keys[0]);
    g_free(system->inputs[i].keys[1]);
  }
  g_free(system->inputs);
}

/* Frees what a mode, or a system with a hand, owns: its graph, forces, constraints and momenta, and its parameters if
 * it has more. Everything else belongs to its origin. */
static void
free_derived(NoslipSystem *system)
{
  for (guint c = 0; c < system->k; c++) {
    g_free(system->constraints[c].name);
    g_free(system->constraints[c].unit);
    g_free(system->constraints[c].description);
  }
  g_free(system->constraints);
  g_free(system->forces);
  g_free(system->momentum);
  noslip_graph_free(system->graph);
  if (system->parameters != system->origin->parameters)
    g_free(system->parameters);
  noslip_system_unref(system->origin);
  g_free(system);
}

void
noslip_system_unref(NoslipSystem *system)
{
  if (system == NULL || !g_atomic_ref_count_dec(&system->references))
    return;
  if (system->origin != NULL) {
    free_derived(system);
    return;
  }
  free_contacts(system);
  free_variables(system);
  free_statements(system);
  free_named(system->lets, system->n_lets);
  free_named(system->observables, system->n_observables);
  g_free(system->manifolds);
  g_free(system->manifold_places);
  free_forms(system);
  g_free(system->anchor);
  g_free(system->right_anchor);
  g_free(system->structure);
  g_free(system->bracket_places);
  g_free(system->frame);
  g_free(system->time_structure);
  g_free(system->momentum);
  g_free(system->forces);
  g_strfreev(system->sources);
  g_strfreev(system->tags);
  g_free(system->id);
  g_free(system->file);
  g_free(system->text);
  g_clear_pointer(&system->included, g_hash_table_unref);
  g_free(system->title);
  g_free(system->summary);
  noslip_graph_free(system->graph);
  noslip_system_unref(system->written);
  g_free(system);
}

guint
noslip_system_n_positions(const NoslipSystem *system, gboolean constrained)
{
  guint n = system->n_manifolds;
  for (guint c = 0; c < system->k && constrained; c++)
    n += system->constraints[c].holonomic ? 1 : 0;
  return n;
}

gboolean
noslip_system_is_timed(const NoslipSystem *system)
{
  if (system->time_structure != NULL || noslip_expr_depends(system->graph, system->lagrangian, 1, &system->t))
    return TRUE;
  for (guint c = 0; c < system->k; c++)
    if (noslip_expr_depends(system->graph, system->constraints[c].phi, 1, &system->t))
      return TRUE;
  for (gsize i = 0; i < (gsize) system->m * system->n && system->frame_is_derived; i++)
    if (noslip_expr_depends(system->graph, system->anchor[i], 1, &system->t))
      return TRUE;
  return FALSE;
}

gboolean
noslip_system_is_driven(const NoslipSystem *system)
{
  const NoslipGraph *graph = system->graph;
  gboolean driven = noslip_system_is_timed(system);
  for (guint alpha = 0; alpha < system->n; alpha++)
    driven = driven || noslip_expr_depends(graph, system->forces[alpha], 1, &system->t);
  for (guint i = 0; i < system->n_frictions; i++)
    driven = driven || noslip_expr_depends(graph, system->frictions[i].limit, 1, &system->t);
  for (guint i = 0; i < system->n_bounces; i++)
    driven = driven || noslip_expr_depends(graph, system->bounces[i].gap, 1, &system->t);
  for (guint i = 0; i < system->n_gauges; i++)
    driven = driven || noslip_expr_depends(graph, system->gauges[i].value, 1, &system->t);
  return driven;
}

gboolean
noslip_system_is_autonomous(const NoslipSystem *system)
{
  for (guint c = 0; c < system->k; c++)
    if (system->constraints[c].holonomic &&
        noslip_expr_depends(system->graph, system->constraints[c].position, 1, &system->t))
      return FALSE;
  return !noslip_system_is_driven(system);
}

static NoslipExpr *
fibre_symbols(const NoslipSystem *system)
{
  NoslipExpr *y = g_new(NoslipExpr, MAX(system->n, 1));
  for (guint i = 0; i < system->n; i++)
    y[i] = system->fibres[i].symbol;
  return y;
}

/* Linear: homogeneous of degree one in y; affine: of degree at most one. */
static NoslipConstraintClass
classify(NoslipGraph *graph, NoslipExpr phi, guint n, const NoslipExpr *y)
{
  for (guint i = 0; i < n; i++) {
    NoslipExpr slope = noslip_expr_derivative(graph, phi, y[i]);
    if (noslip_expr_depends(graph, slope, n, y) && noslip_expr_depends(graph, noslip_expr_simplify(graph, slope), n, y))
      return NOSLIP_NONLINEAR;
  }
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, MAX(n, 1));
  NoslipExpr rest = noslip_expr_substitute(graph, phi, n, y, zeros);
  if (rest != NOSLIP_ZERO)
    rest = noslip_expr_simplify(graph, rest);
  return rest == NOSLIP_ZERO ? NOSLIP_LINEAR : NOSLIP_AFFINE;
}

void
noslip_system_derive(NoslipSystem *system)
{
  NoslipGraph *graph = system->graph;
  g_autofree NoslipExpr *y = fibre_symbols(system);
  g_free(system->momentum);
  system->momentum = g_new0(NoslipExpr, MAX(system->n, 1));
  for (guint i = 0; i < system->n; i++)
    system->momentum[i] = noslip_expr_derivative(graph, system->lagrangian, y[i]);
  system->energy = noslip_expr_sub(graph, noslip_expr_dot(graph, system->n, y, system->momentum), system->lagrangian);
  for (guint i = 0; i < system->k; i++) {
    NoslipConstraint *constraint = &system->constraints[i];
    constraint->kind = classify(graph, constraint->phi, system->n, y);
    g_autofree char *multiplier = g_strdup_printf("lambda(%s)", constraint->name);
    g_autofree char *mu = g_strdup_printf("mu(%s)", constraint->name);
    constraint->multiplier = noslip_expr_symbol(graph, multiplier);
    constraint->mu = noslip_expr_symbol(graph, mu);
  }
}

NoslipSystem *
noslip_system_written(NoslipSystem *system)
{
  return system->written != NULL ? system->written : system;
}

gboolean
noslip_system_has_modes(const NoslipSystem *system)
{
  return system->n_frictions > 0 || system->n_bounces > 0;
}

int
noslip_system_parameter(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->n_parameters; i++)
    if (strcmp(system->parameters[i].name, name) == 0)
      return (int) i;
  return -1;
}

NoslipExpr *
noslip_system_row_symbols(const NoslipSystem *system, NoslipDynamicsKind kind, guint *n)
{
  NoslipExpr *symbols = g_new(NoslipExpr, noslip_row_size(system));
  symbols[0] = system->t;
  for (guint i = 0; i < system->m; i++)
    symbols[noslip_row_x(system) + i] = system->coordinates[i].symbol;
  for (guint i = 0; i < system->n; i++) {
    symbols[noslip_row_y(system) + i] = system->fibres[i].symbol;
    symbols[noslip_row_ydot(system) + i] = system->fibres[i].acceleration;
  }
  for (guint i = 0; i < system->k; i++)
    symbols[noslip_row_lambda(system) + i] =
        kind == NOSLIP_DYNAMICS_VAKONOMIC ? system->constraints[i].mu : system->constraints[i].multiplier;
  if (n != NULL)
    *n = noslip_row_size(system);
  return symbols;
}

NoslipConstraintClass
noslip_system_constraint_class(const NoslipSystem *system)
{
  NoslipConstraintClass kind = NOSLIP_LINEAR;
  for (guint i = 0; i < system->k; i++)
    kind = MAX(kind, system->constraints[i].kind);
  return kind;
}

/* Whether p_alpha = dL/dy^alpha is affine in y, and if `homogeneous` is TRUE also homogeneous. */
static gboolean
momenta_are_affine(const NoslipSystem *system, gboolean homogeneous)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autofree NoslipExpr *y = fibre_symbols(system);
  for (guint i = 0; i < system->n; i++) {
    NoslipExpr p = noslip_expr_derivative(graph, system->lagrangian, y[i]);
    NoslipConstraintClass kind = classify(graph, p, system->n, y);
    if (kind == NOSLIP_NONLINEAR || (homogeneous && kind == NOSLIP_AFFINE))
      return FALSE;
  }
  return TRUE;
}

gboolean
noslip_system_is_quadratic(const NoslipSystem *system)
{
  return momenta_are_affine(system, FALSE);
}

gboolean
noslip_system_is_mechanical(const NoslipSystem *system)
{
  return momenta_are_affine(system, TRUE);
}

double *
noslip_system_default_parameters(const NoslipSystem *system)
{
  double *parameters = g_new0(double, MAX(system->n_parameters, 1));
  for (guint i = 0; i < system->n_parameters; i++)
    parameters[i] = system->parameters[i].value;
  return parameters;
}

gboolean
noslip_draw_kind_is_held(NoslipDrawKind kind)
{
  enum { SHAPE_LABEL = 1 << 0, SHAPE_HELD = 1 << 1 };
  static const guint flags[] = {
#define NOSLIP_SHAPE(KIND, name, needs, takes, flags, ...) [NOSLIP_DRAW_##KIND] = flags,
#include "core/system/shapes.def"
#undef NOSLIP_SHAPE
  };
  return (guint) kind < G_N_ELEMENTS(flags) && (flags[kind] & SHAPE_HELD) != 0;
}
