/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of runs at the shared time, by column and by name. */
#include "core/simulation/symbols.h"

#include "core/simulation/quantities.h"
#include "core/system/hand.h"
#include "core/verdict/agreement.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

guint
noslip_runs_n(const NoslipRuns *self)
{
  return self->list->len;
}

static NoslipSimulationRun *
at(const NoslipRuns *self, guint run)
{
  return run < self->list->len ? g_ptr_array_index(self->list, run) : NULL;
}

const NoslipRunView *
noslip_runs_view(const NoslipRuns *self, guint run)
{
  NoslipSimulationRun *found = at(self, run);
  return found ? &found->view : NULL;
}

const NoslipRunView *
noslip_runs_primary(const NoslipRuns *self)
{
  return noslip_runs_view(self, 0);
}

gboolean
noslip_runs_awaits(const NoslipRuns *self)
{
  const NoslipRunView *primary = noslip_runs_primary(self);
  if (!primary || primary->pending)
    return primary != NULL;
  return primary->n_rows > 0 && !primary->report.finished &&
         noslip_trajectory_end(primary->trajectory) <= noslip_playhead_time(self->playhead);
}

#define SAME_TIME 1e-9 /* of the sampling step: rounding between a time that was given and that of a sample */

/* The index of the last row not after the shared time. */
static guint
present_row(const NoslipRuns *self, const NoslipSimulationRun *run)
{
  double t = noslip_playhead_time(self->playhead);
  return noslip_trajectory_find(run->view.trajectory, t + SAME_TIME * self->playhead->step);
}

const double *
noslip_runs_sample(const NoslipRuns *self, guint index, const double **parameters)
{
  const NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0)
    return NULL;
  const NoslipChunk *chunk = NULL;
  guint found = present_row(self, run);
  const double *row = noslip_trajectory_row(run->view.trajectory, found, &chunk);
  if (parameters)
    *parameters = chunk->parameters;
  return row;
}

const double *
noslip_runs_row(const NoslipRuns *self, guint index, const double **parameters)
{
  NoslipSimulationRun *run = at(self, index);
  const double *row = noslip_runs_sample(self, index, parameters);
  if (!row)
    return NULL;
  double t = fmin(noslip_playhead_time(self->playhead), noslip_trajectory_end(run->view.trajectory));
  if (!noslip_trajectory_at(run->view.trajectory, t, run->row))
    memcpy(run->row, row, noslip_row_size(self->system) * sizeof(double));
  return run->row;
}

double
noslip_runs_time(const NoslipRuns *self)
{
  const double *row = noslip_runs_sample(self, 0, NULL);
  return row ? row[0] : noslip_playhead_time(self->playhead);
}

double
noslip_runs_cursor(const NoslipRuns *self, guint index)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0)
    return NAN;
  double t = noslip_playhead_time(self->playhead);
  guint i = present_row(self, run);
  if (i + 1 >= run->view.n_rows)
    return i;
  double t0 = noslip_trajectory_row(run->view.trajectory, i, NULL)[0];
  double t1 = noslip_trajectory_row(run->view.trajectory, i + 1, NULL)[0];
  return t1 > t0 ? fmin(i + CLAMP((t - t0) / (t1 - t0), 0, 1), nextafter(i + 1, i)) : i; /* i is its whole part */
}

double
noslip_runs_value(const NoslipRuns *self, guint index, guint column)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0 || column >= run->view.quantities->n)
    return NAN;
  guint row = present_row(self, run);
  return noslip_columns_value(run->view.values, row, column);
}

double
noslip_runs_worst(const NoslipRuns *self, guint index, guint column)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0 || column >= run->view.quantities->n)
    return NAN;
  guint upto = present_row(self, run) + 1;
  return noslip_columns_largest(run->view.values, column, upto);
}

double
noslip_runs_energy_change(const NoslipRuns *self)
{
  const NoslipSimulationRun *run = at(self, 0);
  if (!run || run->view.n_rows == 0)
    return NAN;
  gboolean begins_later = self->has_base && noslip_playhead_time(self->playhead) >= self->base_t;
  guint start = begins_later ? noslip_trajectory_find(run->view.trajectory, self->base_t) : 0;
  guint energy = run->view.quantities->energy;
  return noslip_runs_value(self, 0, energy) - noslip_columns_value(run->view.values, start, energy);
}

/* The time up to which the rows are those of the present motion: a run that is requested again, after the primary has new
 * rows, has its own from before the change. */
static double
known_until(const NoslipRuns *self, const NoslipSimulationRun *run)
{
  if (run->view.n_rows == 0)
    return -INFINITY;
  if (run->view.pending && !noslip_runs_primary(self)->pending)
    return run->ticket->has_state ? run->ticket->t0 : -INFINITY;
  return noslip_trajectory_end(run->view.trajectory);
}

/* While it plays, rows of checking runs arrive some frames after those of the primary if a hand acts. */
#define LATE 0.1 /* seconds of the wall clock */

static double
allowed_lag(const NoslipPlayhead *playhead)
{
  gboolean plays = playhead->state == NOSLIP_PLAYING;
  return fmax(playhead->step / 2, plays ? LATE * fabs(playhead->speed) : 0);
}

/* Why a checking run is not among those that agree at the shared time; NULL if it is. Free with g_free(). */
static char *
omission(const NoslipRuns *self, guint index)
{
  const NoslipSimulationRun *run = at(self, index);
  const NoslipRunView *view = &run->view;
  char *same = noslip_agreement_same_motion(self->method);
  if (same != NULL)
    return same;
  const NoslipReport *report = &view->report;
  gboolean stopped = report->error != NULL && !(report->computed >= noslip_playhead_time(self->playhead));
  if (stopped)
    return g_strdup_printf(_("stopped at t = %g: %s"), view->n_rows > 0 ? report->computed : 0, report->error->cause);
  if (view->n_rows == 0)
    return g_strdup(_("is not computed yet"));
  gboolean behind = known_until(self, run) < noslip_playhead_time(self->playhead) - allowed_lag(self->playhead);
  return behind && (view->pending || !view->report.finished) ? g_strdup(_("is not computed to this time yet")) : NULL;
}

double
noslip_runs_agreement(const NoslipRuns *self)
{
  double worst = NAN;
  for (guint i = 1; i < self->list->len; i++) {
    const NoslipRunView *view = noslip_runs_view(self, i);
    g_autofree char *reason = view->checks ? omission(self, i) : NULL;
    if (!view->checks || view->n_rows == 0 || reason != NULL)
      continue;
    double t = fmin(noslip_playhead_time(self->playhead), known_until(self, at(self, i)));
    double value =
        noslip_columns_value(view->values, noslip_trajectory_find(view->trajectory, t), view->quantities->difference);
    if (!(value <= worst))
      worst = value;
  }
  return worst;
}

double
noslip_runs_accord(const NoslipRuns *self)
{
  const NoslipRunOptions options = {.method = self->method, .rtol = self->tolerance};
  return noslip_agreement_allowed(&options);
}

static void
clear_member(gpointer member)
{
  g_free(((NoslipAgreementMember *) member)->reason);
}

/* NULL where it is not known. */
static const char *
derivation_of(const NoslipRuns *self, const NoslipFormulation *formulation)
{
  for (guint i = 0; self->derivations && noslip_formulations()[i]; i++)
    if (noslip_formulations()[i] == formulation)
      return self->derivations[i];
  return NULL;
}

/* The checking runs and the refused formulations, each with its reason; the judgement on them. */
static GArray *
judge_agreement(const NoslipRuns *self, NoslipAgreement *agreement)
{
  const NoslipRunView *primary = noslip_runs_primary(self);
  GArray *members = g_array_new(FALSE, TRUE, sizeof(NoslipAgreementMember));
  g_array_set_clear_func(members, clear_member);
  for (guint i = 0; i < self->list->len; i++) {
    const NoslipRunView *view = noslip_runs_view(self, i);
    if (view != primary && !view->checks)
      continue;
    NoslipAgreementMember member = {view->formulation, view == primary ? NULL : omission(self, i),
                                    derivation_of(self, view->formulation)};
    g_array_append_val(members, member);
  }
  for (guint i = 0; noslip_formulations()[i] != NULL; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    const char *refusal = noslip_runs_refusal(self, formulation);
    if (formulation->kind != self->kind || formulation->automatic || refusal == NULL)
      continue;
    NoslipAgreementMember member = {formulation, g_strdup_printf(_("does not apply: %s"), refusal)};
    g_array_append_val(members, member);
  }
  noslip_agreement_judge(self->system, members->len, (NoslipAgreementMember *) (gpointer) members->data,
                         noslip_runs_agreement(self), noslip_runs_accord(self), NAN, agreement);
  return members;
}

char *
noslip_runs_agreement_line(const NoslipRuns *self)
{
  NoslipAgreement agreement;
  g_autoptr(GArray) members = judge_agreement(self, &agreement);
  return noslip_agreement_line(&agreement, members->len, (NoslipAgreementMember *) (gpointer) members->data);
}

char *
noslip_runs_agreement_heading(const NoslipRuns *self)
{
  NoslipAgreement agreement;
  g_autoptr(GArray) members = judge_agreement(self, &agreement);
  return noslip_agreement_heading(&agreement);
}

double
noslip_runs_computed(const NoslipRuns *self)
{
  const NoslipRunView *primary = noslip_runs_primary(self);
  return primary && primary->n_rows > 0 ? noslip_trajectory_end(primary->trajectory) : 0;
}

/* By name */

struct _NoslipSymbols {
  const NoslipRuns *runs;
  const NoslipQuantities *quantities;
  const NoslipSystem *system;
  double *parameters, *row; /* copies */
  double *outputs;          /* of the observer; NULL until requested */
};

NoslipSymbols *
noslip_symbols_new(const NoslipRuns *runs)
{
  const double *parameters = NULL, *row = noslip_runs_sample(runs, 0, &parameters);
  const NoslipRunView *primary = noslip_runs_primary(runs);
  if (!row || !primary->quantities)
    return NULL;
  NoslipSymbols *self = g_new0(NoslipSymbols, 1);
  self->runs = runs;
  self->quantities = primary->quantities;
  self->system = primary->quantities->system;
  self->parameters = g_memdup2(parameters, self->system->n_parameters * sizeof(double));
  self->row = g_memdup2(row, noslip_row_size(self->system) * sizeof(double));
  return self;
}

void
noslip_symbols_free(NoslipSymbols *self)
{
  if (!self)
    return;
  g_free(self->parameters);
  g_free(self->row);
  g_free(self->outputs);
  g_free(self);
}

static double
output_value(NoslipSymbols *self, guint output)
{
  if (!self->outputs) {
    NoslipObserverWorkspace *work = noslip_observer_workspace_new(self->quantities->observer);
    self->outputs = g_new0(double, MAX(noslip_observer_n(self->quantities->observer), 1));
    noslip_observer_set_parameters(work, self->parameters);
    noslip_observer_evaluate(work, self->row, self->outputs);
    noslip_observer_workspace_free(work);
  }
  return self->outputs[output];
}

static int
parameter_of(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->n_parameters; i++)
    if (g_str_equal(system->parameters[i].name, name))
      return (int) i;
  return -1;
}

/* The index in a row of the symbol of this name, or -1. */
static int
place_in_row(const NoslipSystem *system, NoslipDynamicsKind kind, const char *name)
{
  guint n;
  g_autofree NoslipExpr *symbols = noslip_system_row_symbols(system, kind, &n);
  for (guint i = 0; i < n; i++)
    if (g_strcmp0(noslip_expr_symbol_name(system->graph, symbols[i]), name) == 0)
      return (int) i;
  return -1;
}

/* The coordinate whose rate has this name, or -1. */
static int
rate_of(const NoslipSystem *system, const char *name)
{
  gsize length = strlen(name);
  for (guint i = 0; i < system->m && length > 1 && name[length - 1] == '\''; i++)
    if (strlen(system->coordinates[i].name) == length - 1 &&
        strncmp(system->coordinates[i].name, name, length - 1) == 0)
      return (int) i;
  return -1;
}

/* The value of an expression in parameters and the row. */
static double
value_of(const NoslipSymbols *self, NoslipExpr e)
{
  const NoslipSystem *system = self->system;
  guint n, p = system->n_parameters;
  g_autofree NoslipExpr *row = noslip_system_row_symbols(system, self->quantities->kind, &n);
  g_autofree NoslipExpr *known = noslip_exprs_new(n + p);
  g_autofree double *values = g_new(double, n + p + 1);
  for (guint i = 0; i < p; i++) {
    known[i] = system->parameters[i].symbol;
    values[i] = self->parameters[i];
  }
  memcpy(known + p, row, n * sizeof *known);
  memcpy(values + p, self->row, n * sizeof *values);
  return noslip_expr_value(system->graph, e, n + p, known, values);
}

/* The input of which this name is a rate, and the order of the rate; or 0. */
static guint
input_rate_of(const NoslipSystem *system, const char *name, const NoslipInput **input)
{
  for (guint i = 0; i < system->n_inputs; i++)
    for (guint order = 1; order <= NOSLIP_INPUT_RATES; order++) {
      g_autofree char *rate = noslip_hand_rate_name(system->inputs[i].name, order);
      *input = &system->inputs[i];
      if (g_str_equal(rate, name))
        return order;
    }
  return 0;
}

/* The column of a quantity, by its name or by the letter of an energy in formulas (E, T, V). */
static int
column_of(const NoslipQuantities *quantities, const char *name)
{
  static const char *const letters[][2] = {{"E", "energy"}, {"T", "kinetic"}, {"V", "potential"}};
  int column = noslip_quantities_find(quantities, name);
  for (guint i = 0; i < G_N_ELEMENTS(letters) && column < 0; i++)
    if (g_str_equal(letters[i][0], name))
      column = noslip_quantities_find(quantities, letters[i][1]);
  return column;
}

double
noslip_symbols_value(NoslipSymbols *self, const char *name)
{
  int parameter = parameter_of(self->system, name);
  if (parameter >= 0)
    return self->parameters[parameter];
  int place = place_in_row(self->system, self->quantities->kind, name);
  if (place >= 0 && !isnan(self->row[place]))
    return self->row[place];
  int rate = rate_of(self->system, name);
  if (rate >= 0)
    return value_of(self, self->system->coordinates[rate].velocity);
  const NoslipInput *input = NULL;
  guint order = input_rate_of(self->system, name, &input);
  if (order > 0)
    return value_of(self, input->rates[order - 1]);
  int column = column_of(self->quantities, name);
  if (column < 0)
    return NAN;
  const NoslipQuantity *quantity = &self->quantities->list[column];
  if (quantity->row >= 0)
    return self->row[quantity->row];
  return quantity->output >= 0 ? output_value(self, (guint) quantity->output)
                               : noslip_runs_value(self->runs, 0, (guint) column);
}

const char *
noslip_symbol_canonical(const NoslipRuns *runs, const char *name)
{
  const NoslipRunView *primary = noslip_runs_primary(runs);
  if (!primary || !primary->quantities || parameter_of(primary->quantities->system, name) >= 0)
    return name;
  int column = column_of(primary->quantities, name);
  return column >= 0 ? primary->quantities->list[column].name : name;
}

gboolean
noslip_symbol_info(const NoslipRuns *runs, const char *name, NoslipSymbolInfo *info)
{
  const NoslipRunView *primary = noslip_runs_primary(runs);
  memset(info, 0, sizeof *info);
  if (!primary || !primary->quantities)
    return FALSE;
  const NoslipSystem *system = primary->quantities->system;
  int parameter = parameter_of(system, name), column = column_of(primary->quantities, name);
  if (parameter >= 0) {
    info->unit = g_strdup(system->parameters[parameter].unit);
    info->description = g_strdup(system->parameters[parameter].description);
    return TRUE;
  }
  if (column >= 0) {
    const NoslipQuantity *quantity = &primary->quantities->list[column];
    info->quantity = g_strdup(quantity->name);
    info->unit = g_strdup(quantity->unit);
    info->description = g_strdup(quantity->description);
    return TRUE;
  }
  const NoslipInput *input = NULL;
  return place_in_row(system, primary->quantities->kind, name) >= 0 || rate_of(system, name) >= 0 ||
         input_rate_of(system, name, &input) > 0;
}

void
noslip_symbol_info_clear(NoslipSymbolInfo *info)
{
  g_clear_pointer(&info->quantity, g_free);
  g_clear_pointer(&info->unit, g_free);
  g_clear_pointer(&info->description, g_free);
}

char **
noslip_symbol_names(const NoslipRuns *runs)
{
  const NoslipRunView *primary = noslip_runs_primary(runs);
  g_autoptr(GStrvBuilder) names = g_strv_builder_new();
  const NoslipQuantities *quantities = primary ? primary->quantities : NULL;
  const NoslipSystem *system = quantities ? quantities->system : NULL;
  guint n = 0;
  g_autofree NoslipExpr *row = system ? noslip_system_row_symbols(system, quantities->kind, &n) : NULL;
  for (guint i = 0; system && i < system->n_parameters; i++)
    g_strv_builder_add(names, system->parameters[i].name);
  for (guint i = 0; i < n; i++)
    g_strv_builder_add(names, noslip_expr_symbol_name(system->graph, row[i]));
  for (guint i = 0; system && i < system->m; i++) {
    g_autofree char *rate = g_strconcat(system->coordinates[i].name, "'", NULL);
    g_strv_builder_add(names, rate);
  }
  for (guint i = 0; system && i < system->n_inputs; i++)
    for (guint order = 0; order <= NOSLIP_INPUT_RATES; order++) {
      g_autofree char *rate = noslip_hand_rate_name(system->inputs[i].name, order);
      g_strv_builder_add(names, rate);
    }
  for (guint c = 0; system && c < quantities->n; c++)
    if (quantities->list[c].kind == NOSLIP_QUANTITY_MOMENTUM || quantities->list[c].kind == NOSLIP_QUANTITY_OBSERVABLE)
      g_strv_builder_add(names, quantities->list[c].name);
  static const char *const energies[] = {"E", "T", "V"};
  for (guint i = 0; system && i < G_N_ELEMENTS(energies); i++)
    g_strv_builder_add(names, energies[i]);
  return g_strv_builder_end(names);
}
