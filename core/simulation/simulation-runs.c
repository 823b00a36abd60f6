/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which runs there are and how they are computed: from what the user chose to tickets for the worker. */
#include "core/simulation/simulation-private.h"
#include "core/system/trial.h"

#include <math.h>
#include <string.h>

static NoslipSimulationRun *
run_at(const NoslipSimulation *self, guint index)
{
  return g_ptr_array_index(self->runs, index);
}

void
noslip_simulation_run_free(NoslipSimulation *self, NoslipSimulationRun *run)
{
  if (run->ticket)
    noslip_ticket_cancel(run->ticket);
  noslip_channel_release(self->channel, run->ticket, (GDestroyNotify) noslip_ticket_unref);
  g_clear_pointer(&run->view.trajectory, noslip_trajectory_free);
  noslip_channel_release(self->channel, run->view.quantities, (GDestroyNotify) noslip_quantities_unref);
  noslip_columns_free(run->view.values);
  g_free(run->view.name);
  noslip_report_clear(&run->view.report);
  noslip_variant_free(run->variant);
  g_free(run->row);
  g_free(run);
}

NoslipSimulationRun *
noslip_simulation_run_new(NoslipSimulation *self, guint id, const NoslipFormulation *formulation)
{
  NoslipSimulationRun *run = g_new0(NoslipSimulationRun, 1);
  run->view.id = id;
  run->view.name = g_strdup(noslip_formulation_words(formulation));
  run->view.formulation = formulation;
  run->view.trajectory = noslip_trajectory_new(self->system);
  run->view.values = noslip_columns_new();
  run->view.kept = -INFINITY;
  run->row = g_new0(double, noslip_row_size(self->system));
  return run;
}

void
noslip_simulation_clear_runs(NoslipSimulation *self)
{
  for (guint i = 0; i < self->runs->len; i++)
    noslip_simulation_run_free(self, run_at(self, i));
  g_ptr_array_set_size(self->runs, 0);
  self->next_overlay = NOSLIP_FIRST_OVERLAY;
  noslip_simulation_forget_cloud(self);
}

NoslipSimulationRun *
noslip_simulation_find_run(NoslipSimulation *self, guint id)
{
  for (guint i = 0; i < self->runs->len; i++)
    if (run_at(self, i)->view.id == id)
      return run_at(self, i);
  return NULL;
}

/* Starts */

guint
noslip_simulation_n_starts(const NoslipSystem *system)
{
  return system->m + system->n + system->k;
}

const char *
noslip_simulation_start_name(const NoslipSystem *system, guint index)
{
  guint n = system->m + system->n;
  return index < n ? noslip_state_name(system, index)
                   : noslip_expr_symbol_name(system->graph, system->constraints[index - n].mu);
}

/* Tickets */

/* The parameters and initial values of a run: the motion's, unless it keeps its own, with those that it sets. */
static void
set_values(NoslipSimulation *self, NoslipTicket *ticket, const NoslipVariant *variant)
{
  const NoslipSystem *system = self->system;
  if (!variant || !variant->kept) {
    memcpy(ticket->parameters, self->parameters, system->n_parameters * sizeof(double));
    for (guint i = 0; i < noslip_simulation_n_starts(system); i++)
      if (self->start_set[i])
        noslip_ticket_add_override(ticket, noslip_simulation_start_name(system, i), self->start_value[i]);
  }
  for (guint i = 0; variant && i < variant->n_values; i++) {
    int parameter = noslip_system_parameter(system, variant->values[i].name);
    if (parameter >= 0)
      ticket->parameters[parameter] = variant->values[i].value;
    else
      noslip_ticket_add_override(ticket, variant->values[i].name, variant->values[i].value);
  }
}

static void
go_on_from(NoslipTicket *ticket, double t, const double *xy, const double *mu)
{
  const NoslipSystem *system = ticket->system;
  ticket->has_state = TRUE;
  ticket->t0 = t;
  ticket->xy = g_new0(double, system->m + system->n + 1);
  memcpy(ticket->xy, xy, (system->m + system->n) * sizeof(double));
  if (ticket->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC && mu) {
    ticket->mu = g_new0(double, system->k + 1);
    for (guint a = 0; a < system->k; a++)
      ticket->mu[a] = isfinite(mu[a]) ? mu[a] : 0;
  }
}

static void
go_on_from_row(NoslipTicket *ticket, const double *row)
{
  const NoslipSystem *system = ticket->system;
  go_on_from(ticket, row[0], row + noslip_row_x(system), row + noslip_row_lambda(system));
}

/* Where a run begins: at t = 0, or at the base. There a run with a motion of its own goes on from its own row, the
 * others from the primary's; one that starts elsewhere has no other place than t = 0 before it has come so far. What is
 * kept only grows at its end. */
static void
set_state(NoslipSimulation *self, NoslipTicket *ticket, const NoslipSimulationRun *run)
{
  const NoslipRunView *view = &run->view;
  if (run->variant && run->variant->kept) {
    if (view->n_rows > 0)
      go_on_from_row(ticket, noslip_trajectory_row(view->trajectory, view->n_rows - 1, NULL));
    return;
  }
  if (!self->has_base)
    return;
  gboolean own = view->id != 0 && !view->checks;
  if (own && view->n_rows > 0 && noslip_trajectory_end(view->trajectory) >= self->base_t) {
    guint index = noslip_trajectory_find(view->trajectory, self->base_t);
    go_on_from_row(ticket, noslip_trajectory_row(view->trajectory, index, NULL));
    ticket->t0 = self->base_t;
  } else if (!own || !noslip_simulation_begins_apart(self, run->variant)) {
    /* multipliers of one kind of dynamics mean nothing to another */
    gboolean same = view->formulation->kind == self->formulation->kind;
    go_on_from(ticket, self->base_t, self->base_xy, same ? self->base_mu : NULL);
  }
  if (ticket->has_state && self->base_preferred)
    ticket->preferred = g_memdup2(self->base_preferred, self->system->n * sizeof(gboolean));
}

static void
issue(NoslipSimulation *self, NoslipSimulationRun *run)
{
  NoslipTicket *ticket = noslip_ticket_new(self->system, run->view.id, ++self->generation);
  const NoslipVariant *variant = run->variant;
  ticket->formulation = run->view.formulation;
  ticket->checks = run->view.checks;
  ticket->options.method = variant && variant->method ? variant->method : self->method;
  ticket->options.rtol = variant && variant->tolerance > 0 ? variant->tolerance : self->tolerance;
  ticket->options.atol = ticket->options.rtol * 1e-2;
  ticket->end = self->playhead.end;
  set_values(self, ticket, variant);
  set_state(self, ticket, run);
  ticket->compares = run->view.id != 0 && ticket->has_state == self->has_base &&
                     (!self->has_base || ticket->t0 == self->base_t) && !(variant && variant->kept);
  if (run->ticket)
    noslip_ticket_cancel(run->ticket);
  noslip_channel_release(self->channel, run->ticket, (GDestroyNotify) noslip_ticket_unref);
  run->ticket = ticket;
  if (run->view.id == 0)
    noslip_simulation_begin_verdicts(self);
  run->view.generation = ticket->generation;
  run->view.pending = TRUE;
}

static void
send_plan(NoslipSimulation *self)
{
  g_autoptr(GPtrArray) tickets = g_ptr_array_new();
  for (guint i = 0; i < self->runs->len; i++)
    if (run_at(self, i)->ticket) /* what was kept whole needs none */
      g_ptr_array_add(tickets, run_at(self, i)->ticket);
  if (self->cloud_ticket)
    g_ptr_array_add(tickets, self->cloud_ticket);
  noslip_worker_plan(self->worker, tickets->len, (NoslipTicket *const *) tickets->pdata);
}

/* Which runs there should be */

static gboolean
applies(const NoslipSimulation *self, guint formulation)
{
  return !self->refusals || !self->refusals[formulation];
}

static NoslipSimulationRun *
take_run(NoslipSimulation *self, GPtrArray *old, guint id, const NoslipFormulation *formulation)
{
  for (guint i = 0; i < old->len; i++) {
    NoslipSimulationRun *run = g_ptr_array_index(old, i);
    if (run->view.id == id) {
      g_ptr_array_remove_index(old, i);
      if (run->view.formulation != formulation) {
        run->view.formulation = formulation;
        g_free(run->view.name);
        run->view.name = g_strdup(noslip_formulation_words(formulation));
      }
      return run;
    }
  }
  return noslip_simulation_run_new(self, id, formulation);
}

static void
add_run(NoslipSimulation *self, NoslipSimulationRun *run, gboolean checks, gboolean shown, NoslipRunsManner manner)
{
  run->view.checks = checks;
  run->view.shown = shown;
  g_ptr_array_add(self->runs, run);
  gboolean whole = run->variant && run->variant->kept && run->view.report.finished;
  if (manner != NOSLIP_RUNS_KEEP || (!run->ticket && !whole))
    issue(self, run);
}

void
noslip_simulation_replan(NoslipSimulation *self, NoslipRunsManner manner)
{
  if (!self->system)
    return;
  if (manner == NOSLIP_RUNS_ANEW) {
    self->has_base = FALSE;
    g_clear_pointer(&self->base_xy, g_free);
    g_clear_pointer(&self->base_mu, g_free);
    g_clear_pointer(&self->base_preferred, g_free);
  }
  GPtrArray *old = self->runs;
  self->runs = g_ptr_array_new();
  add_run(self, take_run(self, old, 0, self->formulation), FALSE, TRUE, manner);
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation == self->formulation || !applies(self, i))
      continue;
    gboolean checks = formulation->kind == self->kind;
    if (checks || self->shown[i])
      add_run(self, take_run(self, old, 1 + i, formulation), checks, self->shown[i], manner);
  }
  for (guint i = 0; i < old->len; i++) {
    NoslipSimulationRun *run = g_ptr_array_index(old, i);
    if (run->view.id < NOSLIP_FIRST_OVERLAY)
      continue;
    g_ptr_array_remove_index(old, i--);
    run->view.formulation = noslip_simulation_variant_formulation(self, run->variant);
    add_run(self, run, FALSE, !run->variant->hidden, run->variant->kept ? NOSLIP_RUNS_KEEP : manner);
  }
  for (guint i = 0; i < old->len; i++)
    noslip_simulation_run_free(self, g_ptr_array_index(old, i));
  g_ptr_array_unref(old);
  noslip_simulation_plan_cloud(self, manner);
  send_plan(self);
}

const NoslipFormulation *
noslip_simulation_formulation_for(const NoslipSimulation *self, NoslipDynamicsKind kind)
{
  const NoslipFormulation *preferred = noslip_formulation_for(self->system, kind), *first = NULL;
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation->kind != kind || !applies(self, i))
      continue;
    if (formulation == preferred)
      return preferred;
    if (!first)
      first = formulation;
  }
  return first ? first : preferred;
}

void
noslip_simulation_begin_runs(NoslipSimulation *self)
{
  guint n = 0;
  while (noslip_formulations()[n])
    n++;
  if (!self->shown)
    self->shown = g_new0(gboolean, n + 1);
  if (!self->formulation || self->formulation->kind != self->kind || noslip_simulation_refusal(self, self->formulation))
    self->formulation = noslip_simulation_formulation_for(self, self->kind);
  noslip_simulation_replan(self, NOSLIP_RUNS_ANEW);
}

/* What comes back */

void
noslip_simulation_receive_start(NoslipSimulation *self, NoslipSimulationRun *run, NoslipMessage *message)
{
  NoslipRunView *view = &run->view;
  if (view->quantities != message->quantities) {
    /* other columns: nothing of before can stay */
    noslip_channel_release(self->channel, view->quantities, (GDestroyNotify) noslip_quantities_unref);
    view->quantities = g_steal_pointer(&message->quantities);
    noslip_columns_reset(view->values, view->quantities->n);
    noslip_columns_expect(view->values, noslip_simulation_n_expected(self));
    noslip_trajectory_truncate(view->trajectory, -INFINITY);
    view->n_rows = 0;
    view->revision++;
    view->kept = -INFINITY;
  }
  if (view->id == 0 && message->start && message->t0 <= 0)
    memcpy(self->start, message->start, (self->system->m + self->system->n) * sizeof(double));
}

/* The first rows of a new generation take the place of the old ones from their time on. */
static void
make_room(NoslipSimulationRun *run)
{
  NoslipRunView *view = &run->view;
  double t0 = run->ticket->has_state ? run->ticket->t0 : -INFINITY;
  noslip_trajectory_truncate(view->trajectory, nextafter(t0, -INFINITY));
  view->n_rows = noslip_trajectory_n_rows(view->trajectory);
  noslip_columns_truncate(view->values, view->n_rows);
  view->revision++;
  view->kept = run->ticket->has_state ? nextafter(t0, -INFINITY) : -INFINITY;
}

void
noslip_simulation_receive_rows(NoslipSimulation *self, NoslipSimulationRun *run, NoslipMessage *message)
{
  NoslipRunView *view = &run->view;
  if (view->pending)
    view->report.compared = FALSE;
  if (message->chunk) {
    if (view->pending)
      make_room(run);
    noslip_trajectory_append(view->trajectory, message->chunk);
    noslip_columns_take(view->values, message->chunk->n_rows, g_steal_pointer(&message->values));
    view->n_rows += message->chunk->n_rows;
  }
  view->pending = FALSE;
  if (message->report.error && view->id == 0) {
    g_clear_pointer(&self->error, noslip_diagnostic_free);
    self->error = noslip_diagnostic_copy(message->report.error);
  }
  if (!message->report.compared && view->report.compared) {
    message->report.compared = TRUE;
    message->report.parting = view->report.parting;
  }
  if (message->report.verdicts || message->report.error || !view->report.verdicts) {
    noslip_report_clear(&view->report);
    view->report = message->report;
    message->report = (NoslipReport){0};
  } else {
    view->report.computed = message->report.computed;
    view->report.finished = message->report.finished;
  }
}

/* What the user chooses */

static void
take_base(NoslipSimulation *self, const double *row)
{
  const NoslipSystem *system = self->system;
  g_free(self->base_xy);
  g_free(self->base_mu);
  g_clear_pointer(&self->base_preferred, g_free);
  self->base_xy = g_memdup2(row + noslip_row_x(system), (system->m + system->n) * sizeof(double));
  self->base_mu = g_memdup2(row + noslip_row_lambda(system), system->k * sizeof(double));
  self->base_t = row[0];
  self->has_base = TRUE;
}

/* From now on the motion goes on from where the playhead is. */
static void
set_base(NoslipSimulation *self)
{
  NoslipSimulationRun *primary = run_at(self, 0);
  double t = noslip_playhead_time(&self->playhead);
  if (self->has_base && self->base_t == 0 && t <= 0)
    return; /* a body was placed at the start */
  if (primary->view.n_rows == 0 || t <= 0) {
    self->has_base = FALSE;
    return;
  }
  guint index = noslip_trajectory_find(primary->view.trajectory, t);
  const double *row = noslip_trajectory_row(primary->view.trajectory, index, NULL);
  if (index == 0 || row[0] >= self->playhead.end) {
    self->has_base = FALSE;
    return;
  }
  /* the slider again at the same place: what it began from still counts */
  if (self->has_base && row[0] == self->base_t)
    return;
  take_base(self, row);
}

void
noslip_simulation_set_parameter(NoslipSimulation *self, guint parameter, double value)
{
  if (!self->system || parameter >= self->system->n_parameters || !isfinite(value) ||
      self->parameters[parameter] == value)
    return;
  self->parameters[parameter] = value;
  set_base(self);
  if (!self->has_base)
    noslip_playhead_seek(&self->playhead, 0);
  noslip_simulation_replan(self, self->has_base ? NOSLIP_RUNS_GO_ON : NOSLIP_RUNS_ANEW);
  noslip_simulation_notify(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR);
}

static void
begin_anew(NoslipSimulation *self, NoslipChange change)
{
  noslip_simulation_replan(self, NOSLIP_RUNS_ANEW);
  noslip_simulation_notify(self, change | NOSLIP_CHANGED_RUNS);
}

void
noslip_simulation_set_initial(NoslipSimulation *self, guint index, double value)
{
  if (self->system && index < self->system->m + self->system->n)
    noslip_simulation_set_start(self, index, value);
}

void
noslip_simulation_set_start(NoslipSimulation *self, guint index, double value)
{
  if (!self->system || index >= noslip_simulation_n_starts(self->system) || !isfinite(value))
    return;
  gboolean known = index < self->system->m + self->system->n;
  if (self->start_set[index] ? self->start_value[index] == value : known && self->start[index] == value)
    return;
  self->start_set[index] = TRUE;
  self->start_value[index] = value;
  noslip_playhead_seek(&self->playhead, 0);
  begin_anew(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR);
}

/* A value of a trial; FALSE for a velocity x' that is no fibre coordinate, which has no slider. */
static gboolean
start_with(NoslipSimulation *self, const NoslipOverride *value)
{
  for (guint i = 0; i < noslip_simulation_n_starts(self->system); i++)
    if (strcmp(noslip_simulation_start_name(self->system, i), value->name) == 0) {
      self->start_set[i] = TRUE;
      self->start_value[i] = value->value;
      return TRUE;
    }
  return FALSE;
}

/* Where a value has no slider, all velocities are set to those of the state that it leads to; FALSE with an error where
 * there is none. */
static gboolean
start_with_velocities(NoslipSimulation *self, const GArray *values)
{
  const NoslipSystem *system = self->system;
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *xy = g_new0(double, (gsize) system->m + system->n + 1);
  if (!noslip_state_initial(system, self->parameters, values->len, (const NoslipOverride *) (gpointer) values->data, xy,
                            xy + system->m, NULL, diagnostics)) {
    noslip_diagnostic_free(self->error);
    self->error = noslip_diagnostics_first_error(diagnostics);
    return FALSE;
  }
  for (guint i = system->m; i < system->m + system->n; i++) {
    self->start_set[i] = TRUE;
    self->start_value[i] = xy[i];
  }
  return TRUE;
}

void
noslip_simulation_set_trial(NoslipSimulation *self, guint trial)
{
  if (!self->system || trial >= self->system->n_trials)
    return;
  g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
  gboolean all = TRUE;
  noslip_trial_overrides(self->system, trial, self->parameters, 0, NULL, values);
  memset(self->start_set, 0, noslip_simulation_n_starts(self->system) * sizeof *self->start_set);
  for (guint i = 0; i < values->len; i++)
    all = start_with(self, &g_array_index(values, NoslipOverride, i)) && all;
  NoslipChange change = NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR;
  if (!all && !start_with_velocities(self, values))
    change |= NOSLIP_CHANGED_ERROR;
  noslip_playhead_seek(&self->playhead, 0);
  begin_anew(self, change);
}

/* At the start, coordinates become initial values, so that they stay what they are when other values change. */
static gboolean
place_initial(NoslipSimulation *self, const double *xy, guint n, const guint *changed)
{
  for (guint i = 0; i < n; i++)
    if (changed[i] >= self->system->m)
      return FALSE;
  for (guint i = 0; i < n; i++) {
    self->start_set[changed[i]] = TRUE;
    self->start_value[changed[i]] = xy[changed[i]];
  }
  return TRUE;
}

void
noslip_simulation_place(NoslipSimulation *self, const double *xy, guint n, const guint *changed)
{
  if (!self->system || self->runs->len == 0 || run_at(self, 0)->view.n_rows == 0)
    return;
  const NoslipSystem *system = self->system;
  const NoslipRunView *primary = &run_at(self, 0)->view;
  guint index = noslip_trajectory_find(primary->trajectory, noslip_playhead_time(&self->playhead));
  const double *row = noslip_trajectory_row(primary->trajectory, index, NULL);
  if (index == 0 && !self->has_base && place_initial(self, xy, n, changed)) {
    begin_anew(self, NOSLIP_CHANGED_START);
    return;
  }
  if (row[0] >= self->playhead.end)
    return; /* nothing comes after the end */
  take_base(self, row);
  memcpy(self->base_xy, xy, (system->m + system->n) * sizeof(double));
  self->base_preferred = g_new0(gboolean, system->n + 1);
  for (guint i = 0; i < n; i++)
    if (changed[i] >= system->m)
      self->base_preferred[changed[i] - system->m] = TRUE;
  noslip_simulation_replan(self, NOSLIP_RUNS_GO_ON);
  noslip_simulation_notify(self, NOSLIP_CHANGED_START);
}

void
noslip_simulation_reset(NoslipSimulation *self)
{
  if (!self->system)
    return;
  g_free(self->parameters);
  self->parameters = noslip_system_default_parameters(self->system);
  memset(self->start_set, 0, noslip_simulation_n_starts(self->system) * sizeof *self->start_set);
  noslip_playhead_seek(&self->playhead, 0);
  begin_anew(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR);
}

void
noslip_simulation_set_kind(NoslipSimulation *self, NoslipDynamicsKind kind)
{
  if (!self->system || kind == self->kind)
    return;
  self->kind = kind;
  self->formulation = noslip_simulation_formulation_for(self, kind);
  begin_anew(self, NOSLIP_CHANGED_START);
}

void
noslip_simulation_set_formulation(NoslipSimulation *self, const NoslipFormulation *formulation)
{
  if (!self->system || !formulation || formulation == self->formulation)
    return;
  self->formulation = formulation;
  self->kind = formulation->kind;
  begin_anew(self, 0);
}

void
noslip_simulation_set_method(NoslipSimulation *self, const NoslipMethod *method)
{
  if (!self->system || !method || method == self->method)
    return;
  self->method = method;
  begin_anew(self, 0);
}

void
noslip_simulation_set_tolerance(NoslipSimulation *self, double tolerance)
{
  if (!self->system || !(tolerance > 0) || !isfinite(tolerance) || tolerance == self->tolerance)
    return;
  self->tolerance = tolerance;
  begin_anew(self, 0);
}
