/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/codegen/code.h"

#include "core/integrate/schedule.h"
#include "core/system/program.h"
#include "core/trajectory/observer.h"

#include <math.h>
#include <string.h>

/* "chaplygin-sleigh" becomes chaplygin_sleigh; a name that does not begin with a letter gets "system_" before it. */
static char *
identifier(const char *id)
{
  g_autofree char *name = g_strdup(id);
  for (char *c = name; *c != '\0'; c++)
    if (!g_ascii_isalnum(*c))
      *c = '_';
  return g_ascii_isalpha(name[0]) ? g_steal_pointer(&name) : g_strconcat("system_", name, NULL);
}

/* Fills the variables of a row (system/row.h) with operands: inputs, and outputs of the flow's list of rates, of which
 * the last `n_multipliers` are the multipliers. */
static void
row_variables(const NoslipExport *code, NoslipOperand *row)
{
  const NoslipSystem *system = code->system;
  guint m = system->m, n = system->n;
  const NoslipOperand *rates = (const NoslipOperand *) (gpointer) code->flow->rates->outputs->data;
  for (guint i = 0; i < 1 + m + n; i++)
    row[i] = noslip_operand_input(i);
  for (guint a = 0; a < n; a++)
    row[1 + m + n + a] = rates[m + a];
  for (guint c = 0; c < system->k; c++)
    row[1 + m + 2 * n + c] = c < code->flow->n_multipliers ? rates[code->flow->n_state + c] : noslip_operand_number(0);
}

NoslipListing *
noslip_code_listing(const NoslipExport *code, const NoslipObserver *observer, guint first)
{
  guint n = noslip_observer_n(observer), n_variables;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(code->system, code->formulation->kind, &n_variables);
  g_autofree NoslipExpr *exprs = g_new0(NoslipExpr, (gsize) n + 1);
  g_autofree NoslipOperand *row = g_new0(NoslipOperand, (gsize) n_variables + 1);
  g_autofree NoslipOperand *outputs = g_new0(NoslipOperand, (gsize) n + 1);
  for (guint i = 0; i < n; i++)
    exprs[i] = noslip_observer_expr(observer, i);
  g_autoptr(NoslipTape) tape =
      noslip_program_new(code->system, noslip_observer_graph(observer), n_variables, symbols, n, exprs);
  NoslipListing *listing = noslip_listing_copy(code->flow->rates);
  g_array_set_size(listing->outputs, 0);
  row_variables(code, row);
  noslip_listing_add(listing, tape, row, outputs);
  noslip_listing_output(listing, n - first, outputs + first);
  noslip_listing_seal(listing);
  return listing;
}

/* Adds an observable; one that does not exist in this dynamics is nan, as in the CSV of a run. */
static void
add_observable(NoslipObserver *observer, const NoslipNamed *observable)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  if (noslip_observer_add(observer, observable->expr, &error) < 0)
    noslip_observer_add_undefined(observer);
}

/* Adds the columns of the CSV of a run after the state (trajectory/csv.c). */
static gboolean
observe(NoslipExport *code, NoslipDiagnostics *diagnostics)
{
  NoslipSystem *system = code->system;
  NoslipDynamicsKind kind = code->formulation->kind;
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipObserver) observer = noslip_observer_new(system, kind);
  g_autoptr(GPtrArray) columns = g_ptr_array_new();
  if (noslip_observer_add(observer, system->energy, &error) < 0) {
    noslip_diagnostics_add(diagnostics, error);
    return FALSE;
  }
  g_ptr_array_add(columns, g_strdup("energy"));
  gboolean vakonomic = kind == NOSLIP_DYNAMICS_VAKONOMIC;
  for (guint c = 0; c < system->k && kind != NOSLIP_DYNAMICS_FREE; c++) {
    const NoslipConstraint *constraint = &system->constraints[c];
    noslip_observer_add(observer, vakonomic ? constraint->mu : constraint->multiplier, NULL);
    g_ptr_array_add(columns, g_strdup_printf("%s[%s]", vakonomic ? "mu" : "lambda", constraint->name));
  }
  for (guint i = 0; i < system->n_inputs; i++) {
    noslip_observer_add(observer, system->inputs[i].expr, NULL);
    g_ptr_array_add(columns, g_strdup(system->inputs[i].name));
  }
  guint first = noslip_observer_n(observer);
  for (guint i = 0; i < system->n_observables; i++) {
    add_observable(observer, &system->observables[i]);
    g_ptr_array_add(columns, g_strdup(system->observables[i].name));
  }
  code->row = noslip_code_listing(code, observer, 0);
  code->observe = noslip_code_listing(code, observer, first);
  code->n_columns = columns->len;
  g_ptr_array_add(columns, NULL);
  code->columns = (char **) g_ptr_array_free(g_steal_pointer(&columns), FALSE);
  return TRUE;
}

static void
name_states(NoslipExport *code)
{
  const NoslipSystem *system = code->system;
  GPtrArray *names = g_ptr_array_new();
  for (guint i = 0; i < system->m; i++)
    g_ptr_array_add(names, g_strdup(system->coordinates[i].name));
  for (guint a = 0; a < system->n; a++)
    g_ptr_array_add(names, g_strdup(system->fibres[a].name));
  for (guint c = 0; names->len < code->flow->n_state; c++)
    g_ptr_array_add(names, g_strdup_printf("mu[%s]", system->constraints[c].name));
  g_ptr_array_add(names, NULL);
  code->states = (char **) g_ptr_array_free(names, FALSE);
}

static gboolean
lay_out(NoslipExport *code, const NoslipRunOptions *options, NoslipDiagnostics *diagnostics)
{
  NoslipSchedule schedule;
  NoslipDiagnostic *error = noslip_schedule_lay_out(&schedule, options, code->system, 0);
  if (error != NULL) {
    noslip_diagnostics_add(diagnostics, error);
    return FALSE;
  }
  code->n_samples = schedule.n;
  code->to = noslip_schedule_time(&schedule, schedule.n - 1);
  code->step = schedule.step;
  return TRUE;
}

static void
seal(NoslipExport *code)
{
  NoslipFlow *flow = code->flow;
  NoslipListing *listings[] = {flow->positions,   flow->velocities, flow->back,   flow->lift,   flow->enter,
                               flow->inner_rates, flow->correction, flow->survey, flow->scores, flow->watch};
  for (guint i = 0; i < G_N_ELEMENTS(listings); i++)
    if (listings[i] != NULL)
      noslip_listing_seal(listings[i]);
  code->rates = noslip_listing_copy(flow->rates);
  g_array_set_size(code->rates->outputs, flow->n_state);
  noslip_listing_seal(code->rates);
}

NoslipExport *
noslip_code_new(NoslipDynamics *dynamics, const NoslipRunOptions *options, const double *parameters, const double *xy,
                const double *mu, NoslipDiagnostics *diagnostics)
{
  g_autoptr(NoslipExport) code = g_new0(NoslipExport, 1);
  NoslipDiagnostic *error = NULL;
  code->system = noslip_system_ref(noslip_dynamics_system(dynamics));
  code->formulation = noslip_dynamics_formulation(dynamics);
  code->parameters = parameters;
  code->name = identifier(code->system->id);
  gsize n_xy = (gsize) code->system->m + code->system->n;
  code->initial = g_new0(double, n_xy + code->system->k + 1);
  memcpy(code->initial, xy, n_xy * sizeof(double));
  if (code->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC && mu != NULL)
    memcpy(code->initial + n_xy, mu, code->system->k * sizeof(double));
  if (!lay_out(code, options, diagnostics))
    return NULL;
  code->flow = noslip_flow_new(dynamics, parameters, code->initial, code->to, code->step, &error);
  if (code->flow == NULL) {
    noslip_diagnostics_add(diagnostics, error);
    return NULL;
  }
  name_states(code);
  if (!observe(code, diagnostics))
    return NULL;
  seal(code);
  return g_steal_pointer(&code);
}

void
noslip_code_free(NoslipExport *code)
{
  if (code == NULL)
    return;
  noslip_listing_free(code->rates);
  noslip_listing_free(code->observe);
  noslip_listing_free(code->row);
  noslip_flow_free(code->flow);
  noslip_system_unref(code->system);
  g_strfreev(code->states);
  g_strfreev(code->columns);
  g_free(code->initial);
  g_free(code->name);
  g_free(code);
}
