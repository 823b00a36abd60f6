/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble: makes a ticket from the user's choices, and receives its results. */
#include "core/simulation/ensemble/ensemble-run.h"

#include "core/integrate/ensemble.h"

#include <math.h>
#include <string.h>

#define LONGEST_STEP 0.01 /* s: the motions of an ensemble use fixed steps */

static gboolean
has_lanes(const NoslipFormulation *formulation)
{
  return formulation->lanes != NULL;
}

/* The motion's formulation, or one of the same dynamics that computes many motions in lanes. */
static const NoslipFormulation *
formulation_of(const NoslipRuns *self)
{
  if (has_lanes(self->formulation))
    return self->formulation;
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation->kind == self->kind && has_lanes(formulation) && !noslip_runs_refusal(self, formulation))
      return formulation;
  }
  return self->formulation;
}

static void
drop_ticket(NoslipEnsembleRun *self)
{
  if (self->ticket)
    noslip_ticket_cancel(self->ticket);
  noslip_channel_release(self->channel, g_steal_pointer(&self->ticket), (GDestroyNotify) noslip_ticket_unref);
}

static void
clear_view(NoslipEnsembleRun *self)
{
  NoslipEnsembleLayout *layout = self->view.layout;
  noslip_ensemble_view_clear(&self->view);
  noslip_channel_release(self->channel, layout, (GDestroyNotify) noslip_ensemble_layout_unref);
}

void
noslip_ensemble_run_init(NoslipEnsembleRun *self, NoslipChannel *channel, NoslipReporter reporter)
{
  self->channel = channel;
  self->reporter = reporter;
  noslip_ensemble_settings_init(&self->settings);
}

const NoslipEnsembleView *
noslip_ensemble_run_view(const NoslipEnsembleRun *self)
{
  return self->settings.on ? &self->view : NULL;
}

void
noslip_ensemble_run_forget(NoslipEnsembleRun *self)
{
  drop_ticket(self);
  clear_view(self);
}

/* The motions at t. FALSE if not all of them are computed so far. */
static gboolean
take_members(const NoslipEnsembleRun *self, const NoslipRuns *runs, double t, NoslipTicket *ticket)
{
  const NoslipEnsembleView *view = &self->view;
  guint size = runs->system->m + runs->system->n, k = runs->system->k, frame = 0;
  double fraction = 0;
  float values[NOSLIP_ENSEMBLE_LANES];
  if (!view->layout || view->pending || !(view->computed >= t) || g_array_index(view->times, double, 0) > t)
    return FALSE;
  guint known = size + (view->layout->mu > 0 ? k : 0); /* multipliers follow the state */
  ticket->members = g_new0(double, (gsize) view->layout->n_motions *(size + k) + 1);
  for (guint b = 0; b < view->layout->n_blocks; b++) {
    noslip_ensemble_view_at(view, b, t, &frame, &fraction);
    for (guint c = 0; c < known; c++) {
      noslip_ensemble_view_read(view, b, frame, fraction, c, values);
      for (guint lane = 0; lane < noslip_ensemble_view_lanes(view, b); lane++)
        ticket->members[((gsize) b * NOSLIP_ENSEMBLE_LANES + lane) * (size + k) + c] = (double) values[lane];
    }
  }
  ticket->has_state = TRUE;
  ticket->t0 = t;
  return TRUE;
}

static NoslipTicket *
ticket_new(const NoslipEnsembleRun *self, const NoslipRuns *runs, const NoslipStart *start, const NoslipHands *hands,
           guint64 generation, NoslipRunsManner manner)
{
  NoslipTicket *ticket = noslip_ticket_new(runs->system, NOSLIP_ENSEMBLE_RUN, generation);
  NoslipRunOptions *options = &ticket->options;
  ticket->is_ensemble = TRUE;
  ticket->formulation = formulation_of(runs);
  ticket->end = runs->playhead->end;
  options->method = noslip_ensemble_method();
  options->fixed_step = fmin(options->step, LONGEST_STEP);
  memcpy(ticket->parameters, start->parameters, runs->system->n_parameters * sizeof(double));
  noslip_start_override(start, ticket);
  noslip_ensemble_settings_clear(&ticket->ensemble);
  noslip_ensemble_settings_copy(&ticket->ensemble, &self->settings);
  double t = manner == NOSLIP_RUNS_GO_ON   ? runs->base_t
             : manner == NOSLIP_RUNS_DRIVE ? noslip_hands_changed_from(hands)
                                           : 0;
  if (t > 0)
    take_members(self, runs, t, ticket);
  noslip_gestures_apply(noslip_hands_gestures(hands), runs->system, INFINITY,
                        ticket->parameters); /* the values after the last gesture */
  return ticket;
}

void
noslip_ensemble_run_plan(NoslipEnsembleRun *self, const NoslipRuns *runs, const NoslipStart *start,
                         const NoslipHands *hands, NoslipRunsManner manner, guint64 *generation)
{
  gboolean stale = self->stale || manner != NOSLIP_RUNS_KEEP;
  self->stale = FALSE;
  if (!stale)
    return;
  if (!self->settings.on || self->settings.n == 0) {
    noslip_ensemble_run_forget(self);
    return;
  }
  NoslipTicket *ticket = ticket_new(self, runs, start, hands, ++*generation, manner);
  drop_ticket(self);
  self->ticket = ticket;
  self->view.pending = TRUE;
  self->view.finished = FALSE;
}

static void
begin(NoslipEnsembleRun *self, NoslipEnsembleMessage *message)
{
  NoslipEnsembleView *view = &self->view;
  if (self->ticket->has_state && view->layout) {
    /* the same motions: the part before the base is kept */
    noslip_channel_release(self->channel, view->layout, (GDestroyNotify) noslip_ensemble_layout_unref);
    view->layout = g_steal_pointer(&message->layout);
    noslip_ensemble_view_truncate(view, nextafter(self->ticket->t0, -INFINITY));
    return;
  }
  clear_view(self);
  view->layout = g_steal_pointer(&message->layout);
  view->times = g_array_new(FALSE, FALSE, sizeof(double));
  view->blocks = g_new0(GArray *, view->layout->n_blocks + 1);
  for (guint b = 0; b < view->layout->n_blocks; b++)
    view->blocks[b] = g_array_new(FALSE, FALSE, sizeof(float));
  view->shades = g_new0(float, view->layout->n_blocks *NOSLIP_ENSEMBLE_LANES);
  view->low = g_new(float, view->layout->n_columns + 1);
  view->high = g_new(float, view->layout->n_columns + 1);
  for (guint c = 0; c < view->layout->n_columns; c++) {
    view->low[c] = INFINITY;
    view->high[c] = -INFINITY;
  }
}

gboolean
noslip_ensemble_run_receive(NoslipEnsembleRun *self, guint64 generation, NoslipEnsembleMessage *message)
{
  NoslipEnsembleView *view = &self->view;
  if (!self->ticket || generation != self->ticket->generation)
    return FALSE;
  if (message->layout)
    begin(self, message);
  else if (!message->frames)
    clear_view(self);
  view->pending = FALSE;
  view->finished = message->finished;
  view->n_lost = message->n_lost;
  g_free(view->why);
  view->why = message->error ? g_strdup(message->error->cause) : NULL;
  if (message->shades)
    memcpy(view->shades + (gsize) message->frames->block * NOSLIP_ENSEMBLE_LANES, message->shades,
           NOSLIP_ENSEMBLE_LANES * sizeof(float));
  if (message->frames)
    noslip_ensemble_view_add(view, message->frames);
  return TRUE;
}

void
noslip_ensemble_run_stop(NoslipEnsembleRun *self)
{
  if (!self->ticket)
    return;
  drop_ticket(self);
  self->view.pending = FALSE;
  self->view.finished = TRUE;
  noslip_report(&self->reporter, NOSLIP_RUNS_KEEP, NOSLIP_CHANGED_ENSEMBLE);
}

void
noslip_ensemble_run_take(NoslipEnsembleRun *self, const NoslipEnsembleSettings *settings)
{
  NoslipEnsembleSettings copy;
  noslip_ensemble_settings_copy(&copy, settings);
  noslip_ensemble_settings_clear(&self->settings);
  self->settings = copy;
  self->stale = TRUE;
}

void
noslip_ensemble_run_set(NoslipEnsembleRun *self, const NoslipEnsembleSettings *settings)
{
  noslip_ensemble_run_take(self, settings);
  noslip_report(&self->reporter, NOSLIP_RUNS_KEEP, NOSLIP_CHANGED_ENSEMBLE);
}
