/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The runs that follow from the user's choices, and their tickets for the worker. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

static NoslipSimulationRun *
run_at(const NoslipSimulation *self, guint index)
{
  return g_ptr_array_index(self->runs.list, index);
}

/* Tickets */

/* The parameters and initial values of a run: the motion's, unless it keeps its own, plus those that it sets. */
static void
set_values(NoslipSimulation *self, NoslipTicket *ticket, const NoslipVariant *variant)
{
  const NoslipSystem *system = self->system;
  if (!variant || !variant->kept) {
    memcpy(ticket->parameters, self->start.parameters, system->n_parameters * sizeof(double));
    noslip_start_override(&self->start, ticket);
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
continue_from(NoslipTicket *ticket, double t, const double *xy, const double *mu)
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
continue_from_row(NoslipTicket *ticket, const double *row)
{
  const NoslipSystem *system = ticket->system;
  continue_from(ticket, row[0], row + noslip_row_x(system), row + noslip_row_lambda(system));
}

/* The start of a run: at t = 0, or at the base. A run whose motion differs from the primary's continues from its own
 * row, the others from the primary's; a run with another start begins at t = 0 until it is computed up to the base.
 * Stored runs are only extended at their end. */
static void
set_state(NoslipSimulation *self, NoslipTicket *ticket, const NoslipSimulationRun *run)
{
  const NoslipRunView *view = &run->view;
  if (run->view.variant && run->view.variant->kept) {
    if (view->n_rows > 0)
      continue_from_row(ticket, noslip_trajectory_row(view->trajectory, view->n_rows - 1, NULL));
    return;
  }
  if (!self->runs.has_base)
    return;
  gboolean own = view->id != 0 && !view->checks;
  if (own && view->n_rows > 0 && noslip_trajectory_end(view->trajectory) >= self->runs.base_t) {
    guint index = noslip_trajectory_find(view->trajectory, self->runs.base_t);
    continue_from_row(ticket, noslip_trajectory_row(view->trajectory, index, NULL));
    ticket->t0 = self->runs.base_t;
  } else if (!own || !noslip_runs_begins_apart(&self->runs, run->view.variant)) {
    /* multipliers of different kinds of dynamics are not comparable */
    gboolean same = view->formulation->kind == self->runs.formulation->kind;
    continue_from(ticket, self->runs.base_t, self->runs.base_xy, same ? self->runs.base_mu : NULL);
  }
  if (ticket->has_state && self->runs.base_preferred)
    ticket->preferred = g_memdup2(self->runs.base_preferred, self->system->n * sizeof(gboolean));
}

/* The account of the energy up to the row before the ticket's. */
static void
take_account(const NoslipSimulation *self, NoslipTicket *ticket, const NoslipRunView *view, guint row)
{
  const NoslipQuantities *q = view->quantities;
  double t = noslip_trajectory_row(view->trajectory, row, NULL)[0];
  ticket->has_account = TRUE;
  ticket->account = (NoslipGaugeAccount){.t = t,
                                         .energy = noslip_columns_value(view->values, row, q->energy),
                                         .reference = noslip_columns_value(view->values, row, q->reference),
                                         .size = noslip_columns_value(view->values, row, q->size),
                                         .pushed = noslip_gestures_push(noslip_hands_gestures(self->hands), t) != NULL,
                                         .surplus = q->conserves ? noslip_columns_value(view->values, row, q->rate) -
                                                                       noslip_columns_value(view->values, row, q->hand)
                                                                 : 0};
}

#define MOST_EARLIER 1000 /* rows for claims, of many evenly chosen ones: the hand must not wait for them */

static void
take_earlier(const NoslipSimulation *self, NoslipTicket *ticket, const NoslipRunView *view, guint first, guint end)
{
  const NoslipChunk *last = NULL, *chunk;
  NoslipChunk *copy = NULL;
  ticket->earlier = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_chunk_unref);
  for (guint i = first; i < end; i += 1 + (end - first) / MOST_EARLIER) {
    const double *row = noslip_trajectory_row(view->trajectory, i, &chunk);
    gboolean pushed = noslip_gestures_push(noslip_hands_gestures(self->hands), row[0]) != NULL;
    if (!pushed && (chunk != last || !copy)) {
      copy = noslip_chunk_new(ticket->system, chunk->n_rows, chunk->parameters);
      g_ptr_array_add(ticket->earlier, copy);
    }
    last = chunk;
    if (pushed)
      copy = NULL;
    else
      memcpy(copy->rows + (gsize) copy->row_size * copy->n_rows++, row, copy->row_size * sizeof(double));
  }
}

/* Energy and claims are those of the whole motion, also if its later part is computed again from this row on. */
static void
take_past(const NoslipSimulation *self, NoslipTicket *ticket, const NoslipRunView *view, guint index)
{
  gboolean begins_later = self->runs.has_base && ticket->t0 >= self->runs.base_t;
  guint first = begins_later ? noslip_trajectory_find(view->trajectory, self->runs.base_t) : 0;
  if (index <= first || !view->quantities)
    return;
  take_account(self, ticket, view, index - 1);
  if (view->id == 0)
    take_earlier(self, ticket, view, first, index);
}

/* Another change at the same time: the start of the earlier one is kept. */
static void
resume_same(NoslipTicket *ticket, const NoslipTicket *before)
{
  continue_from(ticket, before->t0, before->xy, before->mu);
  ticket->exact = TRUE;
  ticket->has_account = before->has_account;
  ticket->account = before->account;
  ticket->earlier = before->earlier ? g_ptr_array_ref(before->earlier) : NULL;
}

/* After a hand moved an input: the run continues from its own row at that time. FALSE if it is not computed so far, or
 * started differently. */
static gboolean
resume(const NoslipSimulation *self, NoslipTicket *ticket, const NoslipSimulationRun *run)
{
  const NoslipRunView *view = &run->view;
  const NoslipTicket *before = run->ticket;
  double t = noslip_hands_changed_from(self->hands);
  if (!before || view->n_rows == 0)
    return FALSE;
  if (before->has_state && before->t0 == t) {
    if (before->exact)
      resume_same(ticket, before);
    return before->exact;
  }
  double known = !view->pending ? noslip_trajectory_end(view->trajectory) : before->has_state ? before->t0 : 0;
  guint index = noslip_trajectory_find(view->trajectory, t);
  const double *row = noslip_trajectory_row(view->trajectory, index, NULL);
  if (t > known || row[0] != t)
    return FALSE;
  continue_from_row(ticket, row);
  take_past(self, ticket, view, index);
  ticket->exact = TRUE;
  return TRUE;
}

/* A run that checks the primary starts where the primary does. */
static gboolean
resume_beside(const NoslipSimulation *self, NoslipTicket *ticket, const NoslipSimulationRun *run)
{
  const NoslipTicket *primary = run_at(self, 0)->ticket;
  if (run->view.id == 0 || !run->view.checks)
    return resume(self, ticket, run);
  if (!primary->exact)
    return FALSE;
  if (!resume(self, ticket, run))
    continue_from(ticket, primary->t0, primary->xy, primary->mu);
  ticket->exact = TRUE;
  return TRUE;
}

static void
issue(NoslipSimulation *self, NoslipSimulationRun *run, NoslipRunsManner manner)
{
  NoslipTicket *ticket = noslip_ticket_new(self->system, run->view.id, ++self->generation);
  const NoslipVariant *variant = run->view.variant;
  ticket->formulation = run->view.formulation;
  ticket->checks = run->view.checks;
  ticket->options.method = variant && variant->method ? variant->method : self->runs.method;
  ticket->options.rtol = variant && variant->tolerance > 0 ? variant->tolerance : self->runs.tolerance;
  ticket->options.atol = ticket->options.rtol * 1e-2;
  ticket->end = self->runs.playhead->end;
  set_values(self, ticket, variant);
  if (manner != NOSLIP_RUNS_DRIVE || !resume_beside(self, ticket, run))
    set_state(self, ticket, run);
  ticket->gestures = noslip_hands_share_gestures(self->hands);
  noslip_gestures_apply(ticket->gestures, self->system, ticket->has_state ? ticket->t0 : 0, ticket->parameters);
  ticket->compares = run->view.id != 0 && !ticket->exact && ticket->has_state == self->runs.has_base &&
                     (!self->runs.has_base || ticket->t0 == self->runs.base_t) && !(variant && variant->kept);
  if (run->ticket)
    noslip_ticket_cancel(run->ticket);
  noslip_channel_release(self->channel, run->ticket, (GDestroyNotify) noslip_ticket_unref);
  run->ticket = ticket;
  if (run->view.id == 0) {
    noslip_remarks_begin(&self->remarks);
    noslip_simulation_requested(self);
  }
  run->view.generation = ticket->generation;
  run->view.pending = TRUE;
}

static void
send_plan(NoslipSimulation *self)
{
  g_autoptr(GPtrArray) tickets = g_ptr_array_new();
  for (guint i = 0; i < self->runs.list->len; i++)
    if (run_at(self, i)->ticket) /* a completely stored run needs none */
      g_ptr_array_add(tickets, run_at(self, i)->ticket);
  if (self->ensemble.ticket)
    g_ptr_array_add(tickets, self->ensemble.ticket);
  noslip_worker_plan(self->worker, tickets->len, (NoslipTicket *const *) tickets->pdata);
}

/* The required runs */

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
  return noslip_runs_new_run(&self->runs, id, formulation);
}

static void
add_run(NoslipSimulation *self, NoslipSimulationRun *run, gboolean checks, gboolean shown, NoslipRunsManner manner)
{
  run->view.checks = checks;
  run->view.shown = shown;
  g_ptr_array_add(self->runs.list, run);
  gboolean whole = run->view.variant && run->view.variant->kept && run->view.report.finished;
  if (manner != NOSLIP_RUNS_KEEP || (!run->ticket && !whole))
    issue(self, run, manner);
}

void
noslip_simulation_replan(NoslipSimulation *self, NoslipRunsManner manner)
{
  if (!self->system)
    return;
  if (manner == NOSLIP_RUNS_ANEW)
    noslip_runs_forget_base(&self->runs);
  if (manner == NOSLIP_RUNS_GO_ON)
    noslip_hands_cut(self->hands, self->runs.base_t);
  GPtrArray *old = self->runs.list;
  self->runs.list = g_ptr_array_new();
  add_run(self, take_run(self, old, 0, self->runs.formulation), FALSE, TRUE, manner);
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation == self->runs.formulation || !noslip_runs_applies(&self->runs, i))
      continue;
    gboolean checks = formulation->kind == self->runs.kind, shown = noslip_overlays_shows(self->overlays, formulation);
    if (checks || shown)
      add_run(self, take_run(self, old, 1 + i, formulation), checks, shown, manner);
  }
  for (guint i = 0; i < old->len; i++) {
    NoslipSimulationRun *run = g_ptr_array_index(old, i);
    if (run->view.id < NOSLIP_FIRST_OVERLAY)
      continue;
    g_ptr_array_remove_index(old, i--);
    run->view.formulation = noslip_runs_variant_formulation(&self->runs, run->view.variant);
    add_run(self, run, FALSE, !run->view.variant->hidden, run->view.variant->kept ? NOSLIP_RUNS_KEEP : manner);
  }
  for (guint i = 0; i < old->len; i++)
    noslip_runs_free_run(&self->runs, g_ptr_array_index(old, i));
  g_ptr_array_unref(old);
  noslip_ensemble_run_plan(&self->ensemble, &self->runs, &self->start, self->hands, manner, &self->generation);
  send_plan(self);
}

void
noslip_simulation_begin_runs(NoslipSimulation *self)
{
  if (!self->runs.formulation || self->runs.formulation->kind != self->runs.kind ||
      noslip_runs_refusal(&self->runs, self->runs.formulation))
    self->runs.formulation = noslip_runs_formulation_for(&self->runs, self->runs.kind);
  noslip_simulation_replan(self, NOSLIP_RUNS_ANEW);
}
