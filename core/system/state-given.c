/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The given velocities, and the functions that the search for the other velocities evaluates. */
#include "core/system/state-velocity-private.h"

#include <glib/gi18n-lib.h>
#include <math.h>
#include <string.h>

GArray *
noslip_state_given(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides)
{
  GArray *given = g_array_new(FALSE, TRUE, sizeof(Given));
  for (guint i = 0; i < system->n_initials; i++) {
    const NoslipInitial *entry = &system->initials[i];
    if (entry->kind != NOSLIP_ENTRY_VELOCITY)
      continue;
    Given one = {entry->name, entry->place, entry->target, entry->value, FALSE, 0};
    const NoslipOverride *override = noslip_override_find(n_overrides, overrides, entry->name);
    if (override != NULL) {
      one.overridden = TRUE;
      one.number = override->value;
    }
    g_array_append_val(given, one);
  }
  for (guint i = 0; i < n_overrides; i++) {
    NoslipExpr velocity;
    gboolean stated = FALSE;
    for (guint j = 0; j < given->len; j++)
      stated |= strcmp(g_array_index(given, Given, j).name, overrides[i].name) == 0;
    if (stated || !noslip_state_is_entry(system, overrides[i].name, &velocity) || velocity == NOSLIP_ZERO)
      continue;
    Given one = {overrides[i].name, {0, 0, 0}, velocity, NOSLIP_ZERO, TRUE, overrides[i].value};
    g_array_append_val(given, one);
  }
  return given;
}

/* d2 e/dy^a dy^b, [a * n + b]. */
static void
append_hessian(NoslipGraph *graph, NoslipExpr e, guint n, const NoslipExpr *y, GArray *outputs)
{
  for (guint a = 0; a < n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, e, y[a]);
    for (guint b = 0; b < n; b++) {
      NoslipExpr second = noslip_expr_derivative(graph, slope, y[b]);
      g_array_append_val(outputs, second);
    }
  }
}

/* The program that noslip_velocity_solve() evaluates, for k functions of (x, y) in a graph grown from the system's; see
 * velocity.h. */
NoslipTape *
noslip_state_compile_functions(const NoslipSystem *system, const NoslipGraph *from, guint k, const NoslipExpr *phi,
                               const gboolean *nonlinear)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(from);
  guint m = system->m, n = system->n;
  g_autofree NoslipExpr *variables = g_new(NoslipExpr, (gsize) m + n + k + 1);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  NoslipExpr extended = system->kinetic;
  for (guint i = 0; i < m; i++)
    variables[i] = system->coordinates[i].symbol;
  for (guint a = 0; a < n; a++)
    variables[m + a] = system->fibres[a].symbol;
  for (guint c = 0; c < k; c++) {
    g_autofree char *name = g_strdup_printf("nu %u", c); /* no name of a text has a space */
    variables[m + n + c] = noslip_expr_symbol(graph, name);
    if (nonlinear[c])
      extended = noslip_expr_add_product(graph, extended, variables[m + n + c], phi[c]);
  }
  const NoslipExpr *y = variables + m;
  for (guint a = 0; a < n; a++) {
    NoslipExpr slope = noslip_expr_derivative(graph, system->kinetic, y[a]);
    g_array_append_val(outputs, slope);
  }
  append_hessian(graph, extended, n, y, outputs);
  append_hessian(graph, system->kinetic, n, y, outputs);
  g_array_append_vals(outputs, phi, k);
  for (guint c = 0; c < k; c++) {
    NoslipExpr size = noslip_expr_magnitude(graph, phi[c]);
    g_array_append_val(outputs, size);
  }
  for (guint c = 0; c < k; c++)
    for (guint a = 0; a < n; a++) {
      NoslipExpr slope = noslip_expr_derivative(graph, phi[c], y[a]);
      g_array_append_val(outputs, slope);
    }
  g_array_append_val(outputs, system->kinetic);
  return noslip_program_at_start(system, graph, m + n + k, variables, outputs->len,
                                 (const NoslipExpr *) (gpointer) outputs->data);
}

/* The same for k of the constraints. */
NoslipTape *
noslip_state_compile_problem(const NoslipSystem *system, guint k, const guint *chosen)
{
  g_autofree NoslipExpr *phi = g_new(NoslipExpr, (gsize) k + 1);
  g_autofree gboolean *nonlinear = g_new(gboolean, (gsize) k + 1);
  for (guint c = 0; c < k; c++) {
    phi[c] = system->constraints[chosen[c]].phi;
    nonlinear[c] = system->constraints[chosen[c]].kind == NOSLIP_NONLINEAR;
  }
  return noslip_state_compile_functions(system, system->graph, k, phi, nonlinear);
}

static gboolean
is_compiled(const NoslipStarter *starter, const GArray *given)
{
  if (starter->given == NULL || starter->compiled->len != given->len)
    return FALSE;
  for (guint j = 0; j < given->len; j++) {
    const Given *one = &g_array_index(given, Given, j), *other = &g_array_index(starter->compiled, Given, j);
    if (one->target != other->target || one->value != other->value)
      return FALSE;
  }
  return TRUE;
}

static void
compile_given(NoslipStarter *starter, const GArray *given)
{
  const NoslipSystem *system = starter->system;
  guint m = system->m, n = system->n, q = given->len;
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autofree NoslipExpr *symbols = noslip_program_state_symbols(system);
  g_autoptr(GArray) outputs = g_array_new(FALSE, FALSE, sizeof(NoslipExpr));
  for (guint j = 0; j < q; j++)
    for (guint a = 0; a < n; a++) {
      NoslipExpr slope = noslip_expr_derivative(graph, g_array_index(given, Given, j).target, system->fibres[a].symbol);
      g_array_append_val(outputs, slope);
    }
  for (guint j = 0; j < q; j++)
    g_array_append_val(outputs, g_array_index(given, Given, j).value);
  g_autoptr(NoslipTape) tape = noslip_program_at_start(system, graph, m, symbols + 1, outputs->len,
                                                       (const NoslipExpr *) (gpointer) outputs->data);
  noslip_tape_workspace_free(starter->given);
  starter->given = noslip_tape_workspace_new(tape);
  g_array_set_size(starter->compiled, 0);
  g_array_append_vals(starter->compiled, given->data, q);
}

/* The given entries in numbers: targets q x n, values q. FALSE if one is not finite. */
gboolean
noslip_state_evaluate_given(NoslipStarter *starter, const double *parameters, const double *x, const GArray *given,
                            double *targets, double *values, NoslipDiagnostics *diagnostics)
{
  guint n = starter->system->n, q = given->len;
  g_autofree double *out = g_new(double, (gsize) q *(n + 1) + 1);
  gboolean ok = TRUE;
  if (!is_compiled(starter, given))
    compile_given(starter, given);
  noslip_tape_set_constants(starter->given, parameters);
  noslip_tape_evaluate(starter->given, x, out);
  memcpy(targets, out, (gsize) q * n * sizeof(double));
  for (guint j = 0; j < q; j++) {
    const Given *one = &g_array_index(given, Given, j);
    values[j] = one->overridden ? one->number : out[(gsize) q * n + j];
    if (!isfinite(values[j])) {
      noslip_state_error(diagnostics, &one->place, _("change it, or the parameters and coordinates that it uses"),
                         g_strdup_printf(_("the initial value of '%s' is not a finite number"), one->name));
      ok = FALSE;
    }
  }
  return ok;
}

gboolean
noslip_state_is_given(const NoslipSystem *system, const GArray *given, guint fibre)
{
  for (guint j = 0; j < given->len; j++)
    if (g_array_index(given, Given, j).target == system->fibres[fibre].symbol)
      return TRUE;
  return FALSE;
}

void
noslip_state_error(NoslipDiagnostics *diagnostics, const NoslipPlace *place, const char *remedy, char *cause)
{
  noslip_diagnostics_add(diagnostics,
                         noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_INITIAL, place, remedy, "%s", cause));
  g_free(cause);
}

/* Names that an override may have: coordinates, velocities, mu(CONSTRAINT). */
gboolean
noslip_state_is_entry(const NoslipSystem *system, const char *name, NoslipExpr *velocity)
{
  *velocity = NOSLIP_ZERO;
  for (guint i = 0; i < system->n; i++)
    if (strcmp(system->fibres[i].name, name) == 0) {
      *velocity = system->fibres[i].symbol;
      return TRUE;
    }
  for (guint i = 0; i < system->m; i++) {
    const char *coordinate = system->coordinates[i].name;
    if (strcmp(coordinate, name) == 0)
      return TRUE;
    gsize length = strlen(coordinate);
    if (strncmp(name, coordinate, length) == 0 && strcmp(name + length, "'") == 0) {
      *velocity = system->coordinates[i].velocity;
      return TRUE;
    }
  }
  for (guint c = 0; c < system->k; c++) {
    g_autofree char *mu = g_strdup_printf("mu(%s)", system->constraints[c].name);
    if (strcmp(mu, name) == 0)
      return !system->constraints[c].holonomic; /* whose multiplier follows from the motion */
  }
  return FALSE;
}

void
noslip_state_given_coordinates(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides,
                               gboolean *given_x)
{
  for (guint i = 0; i < system->m; i++)
    given_x[i] = noslip_override_find(n_overrides, overrides, system->coordinates[i].name) != NULL;
  for (guint i = 0; i < system->n_initials; i++)
    if (system->initials[i].kind == NOSLIP_ENTRY_COORDINATE)
      given_x[system->initials[i].index] = TRUE;
}
