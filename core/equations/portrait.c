/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/equations/portrait.h"

#include "core/base/linear.h"
#include "core/dynamics/start.h"
#include "core/geometry/symbolic.h"
#include "core/system/degenerate.h"
#include "core/system/mode.h"
#include "core/system/state.h"

#include <math.h>
#include <string.h>

const char *
noslip_constraint_class_name(NoslipConstraintClass kind)
{
  static const char *const names[] = {"linear", "affine", "nonlinear"};
  return names[kind];
}

const char *
noslip_portrait_acceleration(const NoslipPortrait *portrait, guint alpha)
{
  return noslip_expr_symbol_name(portrait->system->graph, portrait->system->fibres[alpha].acceleration);
}

static gboolean
has_name(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->m; i++)
    if (strcmp(system->coordinates[i].name, name) == 0)
      return TRUE;
  for (guint a = 0; a < system->n; a++)
    if (strcmp(system->fibres[a].name, name) == 0)
      return TRUE;
  return noslip_system_parameter(system, name) >= 0;
}

/* F_1, F_2, …; with more letters if the system uses that name. */
static NoslipExpr
friction_symbol(const NoslipSystem *system, NoslipGraph *graph, guint i)
{
  static const char *const heads[] = {"F", "Ff", "Ffriction"};
  g_autofree char *name = NULL;
  for (guint h = 0; h < G_N_ELEMENTS(heads); h++) {
    g_free(name);
    name = g_strdup_printf("%s_%u", heads[h], i + 1);
    if (!has_name(system, name))
      break;
  }
  return noslip_expr_symbol(graph, name);
}

NoslipExpr
noslip_portrait_friction(const NoslipPortrait *portrait, guint i)
{
  return friction_symbol(portrait->system, portrait->model->graph, i);
}

/* The system with a force F_i along the velocity of each dry friction; the system itself if there is none. */
static NoslipSystem *
with_frictions(NoslipSystem *system)
{
  if (system->n_frictions == 0)
    return noslip_system_ref(system);
  NoslipSystem *copy = noslip_system_derived(system, noslip_graph_copy(system->graph));
  copy->constraints = g_new0(NoslipConstraint, system->k + 1);
  for (guint c = 0; c < system->k; c++)
    copy->constraints[c] = noslip_constraint_copy(&system->constraints[c]);
  noslip_system_derive(copy);
  for (guint i = 0; i < system->n_frictions; i++) {
    NoslipExpr force = friction_symbol(system, copy->graph, i);
    for (guint a = 0; a < system->n; a++) {
      NoslipExpr slope = noslip_expr_derivative(copy->graph, system->frictions[i].velocity, system->fibres[a].symbol);
      copy->forces[a] = noslip_expr_add_product(copy->graph, copy->forces[a], slope, force);
    }
  }
  return copy;
}

void
noslip_portrait_balance(const NoslipPortrait *portrait, guint alpha, NoslipExpr *left, NoslipExpr *right)
{
  const NoslipModel *model = portrait->model;
  NoslipGraph *graph = model->graph;
  *left = NOSLIP_ZERO;
  *right = model->force[alpha];
  for (guint beta = 0; beta < model->n; beta++)
    *left = noslip_expr_add_product(graph, *left, model->mass[alpha * model->n + beta],
                                    model->system->fibres[beta].acceleration);
  for (guint c = 0; c < model->k; c++)
    *right = noslip_expr_add_product(graph, *right, model->jacobian[c * model->n + alpha],
                                     model->system->constraints[c].multiplier);
  *left = noslip_symbolic_tidy(graph, *left);
  *right = noslip_symbolic_tidy(graph, *right);
}

char *
noslip_portrait_expr(const NoslipPortrait *portrait, NoslipExpr expr)
{
  return portrait->lengths[expr] <= NOSLIP_PORTRAIT_MOST_SYMBOLS
             ? noslip_expr_text(portrait->model->graph, expr)
             : g_strdup_printf("(not written: %.3g symbols)", portrait->lengths[expr]);
}

static void
measure_lengths(NoslipPortrait *portrait)
{
  const NoslipGraph *graph = portrait->model->graph;
  guint n = noslip_graph_size(graph);
  portrait->lengths = g_new(double, n + 1);
  for (guint e = 0; e < n; e++) {
    portrait->lengths[e] = 1;
    for (guint i = 0; i < noslip_expr_n_operands(graph, e); i++)
      portrait->lengths[e] += portrait->lengths[noslip_expr_operand(graph, e, i)];
  }
}

/* Rank of rows x columns expressions at the initial state, after scaling; 0 if one of them is not finite there. */
static guint
rank_at(const NoslipPortrait *portrait, const NoslipExpr *exprs, guint rows, guint columns)
{
  const NoslipSystem *system = portrait->system;
  guint n_symbols = system->n_parameters + system->m + system->n + system->k;
  if (rows == 0 || columns == 0)
    return 0;
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, n_symbols + 1);
  g_autofree double *values = g_new(double, n_symbols + 1);
  for (guint i = 0; i < system->n_parameters; i++) {
    symbols[i] = system->parameters[i].symbol;
    values[i] = system->parameters[i].value;
  }
  for (guint i = 0; i < system->m; i++)
    symbols[system->n_parameters + i] = system->coordinates[i].symbol;
  for (guint i = 0; i < system->n; i++)
    symbols[system->n_parameters + system->m + i] = system->fibres[i].symbol;
  for (guint i = 0; i < system->k; i++)
    symbols[system->n_parameters + system->m + system->n + i] = system->constraints[i].mu;
  memcpy(values + system->n_parameters, portrait->xy, (system->m + system->n) * sizeof(double));
  memcpy(values + n_symbols - system->k, portrait->mu, system->k * sizeof(double));
  NoslipGraph *graph = portrait->model->graph;
  g_autofree double *entries = g_new(double, (gsize) rows *columns);
  g_autofree double *terms = g_new(double, (gsize) rows *columns);
  for (guint i = 0; i < rows * columns; i++) {
    entries[i] = noslip_expr_value(graph, exprs[i], n_symbols, symbols, values);
    terms[i] = noslip_expr_value(graph, noslip_expr_magnitude(graph, exprs[i]), n_symbols, symbols, values);
  }
  return noslip_linear_rank(rows, columns, entries, terms);
}

static void
find_state(NoslipPortrait *portrait)
{
  const NoslipSystem *system = portrait->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  gboolean good = noslip_start_state(system, system->dynamics, FALSE, parameters, 0, NULL, xy, xy + system->m, mu, NULL,
                                     diagnostics);
  portrait->regular = good && noslip_state_is_regular(system, parameters, xy, xy + system->m, diagnostics);
  for (guint i = 0; i < diagnostics->list->len && portrait->irregular == NULL; i++) {
    const NoslipDiagnostic *diagnostic = diagnostics->list->pdata[i];
    if (diagnostic->severity == NOSLIP_ERROR)
      portrait->irregular = g_strdup(diagnostic->cause);
  }
  if (!good)
    return;
  portrait->xy = g_steal_pointer(&xy);
  portrait->mu = g_steal_pointer(&mu);
  portrait->mass_rank = rank_at(portrait, portrait->model->mass, system->n, system->n);
  portrait->rank = system->n - rank_at(portrait, portrait->model->jacobian, system->k, system->n);
}

/* The energy in its most readable form: as derived, simplified, or as T + V if the Lagrangian is written T - V. */
static NoslipExpr
shortest_energy(const NoslipPortrait *portrait)
{
  NoslipGraph *graph = portrait->model->graph;
  const NoslipSystem *system = portrait->system;
  g_autofree NoslipExpr *zeros = g_new0(NoslipExpr, system->n + 1);
  NoslipExpr at_rest = noslip_expr_substitute(graph, system->lagrangian, system->n, portrait->model->y, zeros);
  NoslipExpr minus_two = noslip_expr_rational(graph, -2, 1);
  NoslipExpr forms[] = {
      noslip_expr_add_product(graph, system->lagrangian, minus_two, at_rest),
      noslip_expr_simplify(graph, system->energy),
      system->energy,
  };
  NoslipExpr best = system->energy;
  gsize least = G_MAXSIZE;
  for (guint i = noslip_system_is_mechanical(system) ? 0 : 1; i < G_N_ELEMENTS(forms); i++) {
    g_autofree char *text = noslip_expr_text(graph, forms[i]);
    if (strlen(text) < least) {
      least = strlen(text);
      best = forms[i];
    }
  }
  return best;
}

static void
find_vakonomic(NoslipPortrait *portrait)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  portrait->vakonomic = noslip_vakonomic_bracket_new(portrait->model, &error);
  if (portrait->vakonomic == NULL)
    portrait->no_vakonomic = g_strdup(error->cause);
  else if (portrait->xy != NULL)
    portrait->vakonomic_rank =
        rank_at(portrait, portrait->vakonomic->regular, portrait->vakonomic->r, portrait->vakonomic->r);
}

static void
find_distribution(NoslipPortrait *portrait)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  portrait->distribution = noslip_distribution_new(portrait->model, &error);
  if (portrait->distribution == NULL)
    portrait->no_distribution = g_strdup(error != NULL ? error->cause : "there is none");
}

static void
find_equations(NoslipPortrait *portrait)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (portrait->system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
    portrait->no_equations = g_strdup("those of H = p y - L on the vakonomic momenta p = dL/dy + mu dphi/dy");
  else
    portrait->equations = noslip_equations_new_named(portrait->model, &error);
  if (portrait->equations != NULL && portrait->equations->naming != NULL)
    portrait->named = g_steal_pointer(&portrait->equations);
  if (error != NULL)
    portrait->no_equations = g_strdup(error->cause);
  portrait->atiyah = noslip_atiyah_new(portrait->model, portrait->system->dynamics);
}

static void
find_forms(NoslipPortrait *portrait)
{
  if (portrait->system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC)
    find_vakonomic(portrait);
  else if (!portrait->degenerate || portrait->system->k > 0)
    portrait->forms = noslip_written_forms_new(portrait->model, portrait->distribution, portrait->equations);
}

/* Fills the rest; called last, because `lengths` covers every expression of the graph. */
static void
find_rest(NoslipPortrait *portrait)
{
  portrait->energy = shortest_energy(portrait);
  if (portrait->atiyah != NULL && portrait->distribution != NULL && portrait->equations != NULL)
    portrait->split = noslip_atiyah_split_new(portrait->atiyah, portrait->distribution, portrait->equations);
  measure_lengths(portrait);
}

NoslipPortrait *
noslip_portrait_new(NoslipSystem *system, gboolean (*stop)(gpointer data), gpointer data)
{
  void (*const steps[])(NoslipPortrait *) = {find_state, find_distribution, find_equations, find_forms, find_rest};
  g_autoptr(NoslipPortrait) portrait = g_new0(NoslipPortrait, 1);
  portrait->system = with_frictions(system);
  portrait->model = noslip_model_new(portrait->system);
  portrait->degenerate = noslip_system_is_degenerate(system);
  for (guint i = 0; i < G_N_ELEMENTS(steps); i++) {
    if (stop != NULL && stop(data))
      return NULL;
    steps[i](portrait);
  }
  return g_steal_pointer(&portrait);
}

void
noslip_portrait_free(NoslipPortrait *portrait)
{
  if (portrait == NULL)
    return;
  g_clear_pointer(&portrait->split, noslip_atiyah_split_free);
  g_clear_pointer(&portrait->atiyah, noslip_atiyah_free);
  g_clear_pointer(&portrait->equations, noslip_equations_free);
  g_clear_pointer(&portrait->named, noslip_equations_free);
  g_clear_pointer(&portrait->vakonomic, noslip_vakonomic_bracket_free);
  g_clear_pointer(&portrait->forms, g_ptr_array_unref);
  g_clear_pointer(&portrait->reductions, g_ptr_array_unref);
  g_free(portrait->no_vakonomic);
  g_clear_pointer(&portrait->distribution, noslip_distribution_free);
  g_clear_pointer(&portrait->model, noslip_model_free);
  g_free(portrait->no_distribution);
  g_free(portrait->no_equations);
  g_free(portrait->irregular);
  g_free(portrait->xy);
  g_free(portrait->mu);
  g_free(portrait->lengths);
  noslip_system_unref(portrait->system);
  g_free(portrait);
}
