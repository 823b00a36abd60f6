/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The cloud: from what the user chose to a ticket, and what comes back. */
#include "core/simulation/simulation-private.h"

#include "core/integrate/ensemble.h"

#include <math.h>
#include <string.h>

#define LONGEST_STEP 0.01 /* s: the motions of a cloud are made by fixed steps */

static gboolean
has_lanes(const NoslipFormulation *formulation)
{
  return formulation->lanes != NULL;
}

/* The motion's formulation, or one of the same dynamics that computes many motions side by side. */
static const NoslipFormulation *
formulation_of(const NoslipSimulation *self)
{
  if (has_lanes(self->formulation))
    return self->formulation;
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation->kind == self->kind && has_lanes(formulation) && !noslip_simulation_refusal(self, formulation))
      return formulation;
  }
  return self->formulation;
}

static void
drop_ticket(NoslipSimulation *self)
{
  if (self->cloud_ticket)
    noslip_ticket_cancel(self->cloud_ticket);
  noslip_channel_release(self->channel, g_steal_pointer(&self->cloud_ticket), (GDestroyNotify) noslip_ticket_unref);
}

static void
clear_view(NoslipSimulation *self)
{
  NoslipCloudLayout *layout = self->cloud_view.layout;
  noslip_cloud_view_clear(&self->cloud_view);
  noslip_channel_release(self->channel, layout, (GDestroyNotify) noslip_cloud_layout_unref);
}

void
noslip_simulation_forget_cloud(NoslipSimulation *self)
{
  drop_ticket(self);
  clear_view(self);
}

/* The motions as they are at the base. FALSE where not all of them have come so far. */
static gboolean
take_members(const NoslipSimulation *self, NoslipTicket *ticket)
{
  const NoslipCloudView *view = &self->cloud_view;
  guint size = self->system->m + self->system->n, frame = 0;
  double fraction = 0;
  float values[NOSLIP_CLOUD_LANES];
  if (!view->layout || view->pending || !(view->computed >= self->base_t) ||
      g_array_index(view->times, double, 0) > self->base_t)
    return FALSE;
  ticket->members = g_new0(double, (gsize) view->layout->n_motions *size + 1);
  for (guint b = 0; b < view->layout->n_blocks; b++) {
    noslip_cloud_view_at(view, b, self->base_t, &frame, &fraction);
    for (guint c = 0; c < size; c++) {
      noslip_cloud_view_read(view, b, frame, fraction, c, values);
      for (guint lane = 0; lane < noslip_cloud_view_lanes(view, b); lane++)
        ticket->members[((gsize) b * NOSLIP_CLOUD_LANES + lane) * size + c] = (double) values[lane];
    }
  }
  ticket->has_state = TRUE;
  ticket->t0 = self->base_t;
  return TRUE;
}

static NoslipTicket *
ticket_new(NoslipSimulation *self, NoslipRunsManner manner)
{
  const NoslipSystem *system = self->system;
  NoslipTicket *ticket = noslip_ticket_new(self->system, NOSLIP_CLOUD_RUN, ++self->generation);
  ticket->is_cloud = TRUE;
  ticket->formulation = formulation_of(self);
  ticket->end = self->playhead.end;
  ticket->options.method = noslip_ensemble_method();
  ticket->options.fixed_step = fmin(ticket->options.step > 0 ? ticket->options.step : system->run_step, LONGEST_STEP);
  memcpy(ticket->parameters, self->parameters, system->n_parameters * sizeof(double));
  for (guint i = 0; i < noslip_simulation_n_starts(system); i++)
    if (self->start_set[i])
      noslip_ticket_add_override(ticket, noslip_simulation_start_name(system, i), self->start_value[i]);
  noslip_cloud_clear(&ticket->cloud);
  noslip_cloud_copy(&ticket->cloud, &self->cloud);
  if (manner == NOSLIP_RUNS_GO_ON && self->base_t > 0)
    take_members(self, ticket);
  return ticket;
}

void
noslip_simulation_plan_cloud(NoslipSimulation *self, NoslipRunsManner manner)
{
  gboolean stale = self->cloud_stale || manner != NOSLIP_RUNS_KEEP;
  self->cloud_stale = FALSE;
  if (!stale)
    return;
  if (!self->cloud.on || self->cloud.n == 0) {
    noslip_simulation_forget_cloud(self);
    return;
  }
  NoslipTicket *ticket = ticket_new(self, manner);
  drop_ticket(self);
  self->cloud_ticket = ticket;
  self->cloud_view.pending = TRUE;
  self->cloud_view.finished = FALSE;
}

/* What comes back */

static void
begin(NoslipSimulation *self, NoslipMessage *message)
{
  NoslipCloudView *view = &self->cloud_view;
  if (self->cloud_ticket->has_state && view->layout) {
    /* the same motions: what was before the base stays */
    noslip_channel_release(self->channel, view->layout, (GDestroyNotify) noslip_cloud_layout_unref);
    view->layout = g_steal_pointer(&message->layout);
    noslip_cloud_view_truncate(view, nextafter(self->cloud_ticket->t0, -INFINITY));
    return;
  }
  clear_view(self);
  view->layout = g_steal_pointer(&message->layout);
  view->times = g_array_new(FALSE, FALSE, sizeof(double));
  view->blocks = g_new0(GArray *, view->layout->n_blocks + 1);
  for (guint b = 0; b < view->layout->n_blocks; b++)
    view->blocks[b] = g_array_new(FALSE, FALSE, sizeof(float));
  view->shades = g_new0(float, view->layout->n_blocks *NOSLIP_CLOUD_LANES);
  view->low = g_new(float, view->layout->n_columns + 1);
  view->high = g_new(float, view->layout->n_columns + 1);
  for (guint c = 0; c < view->layout->n_columns; c++) {
    view->low[c] = INFINITY;
    view->high[c] = -INFINITY;
  }
}

NoslipChange
noslip_simulation_receive_cloud(NoslipSimulation *self, NoslipMessage *message)
{
  NoslipCloudView *view = &self->cloud_view;
  if (!self->cloud_ticket || message->generation != self->cloud_ticket->generation)
    return 0;
  if (message->layout)
    begin(self, message);
  else if (!message->frames)
    clear_view(self);
  view->pending = FALSE;
  view->finished = message->report.finished;
  view->n_lost = message->n_lost;
  g_free(view->why);
  view->why = message->report.error ? g_strdup(message->report.error->cause) : NULL;
  if (message->shades)
    memcpy(view->shades + (gsize) message->frames->block * NOSLIP_CLOUD_LANES, message->shades,
           NOSLIP_CLOUD_LANES * sizeof(float));
  if (message->frames)
    noslip_cloud_view_add(view, message->frames);
  return NOSLIP_CHANGED_CLOUD;
}

/* What the user chooses */

const NoslipCloud *
noslip_simulation_cloud(const NoslipSimulation *self)
{
  return &self->cloud;
}

void
noslip_simulation_set_cloud(NoslipSimulation *self, const NoslipCloud *cloud)
{
  NoslipCloud copy;
  noslip_cloud_copy(&copy, cloud);
  noslip_cloud_clear(&self->cloud);
  self->cloud = copy;
  self->cloud_stale = TRUE;
  if (self->system)
    noslip_simulation_replan(self, NOSLIP_RUNS_KEEP);
  noslip_simulation_notify(self, NOSLIP_CHANGED_CLOUD);
}

const NoslipCloudView *
noslip_simulation_cloud_view(const NoslipSimulation *self)
{
  return self->cloud.on ? &self->cloud_view : NULL;
}

void
noslip_simulation_stop_cloud(NoslipSimulation *self)
{
  if (!self->cloud_ticket)
    return;
  drop_ticket(self);
  self->cloud_view.pending = FALSE;
  self->cloud_view.finished = TRUE;
  noslip_simulation_replan(self, NOSLIP_RUNS_KEEP);
  noslip_simulation_notify(self, NOSLIP_CHANGED_CLOUD);
}
