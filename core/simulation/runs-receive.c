/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Receives rows of runs from the worker, and keeps the state from which the motion continues. */
#include "core/simulation/runs.h"

#include <math.h>
#include <string.h>

void
noslip_runs_receive_start(NoslipRuns *self, NoslipSimulationRun *run, NoslipStartedMessage *message, double *found)
{
  NoslipRunView *view = &run->view;
  if (view->quantities != message->quantities) {
    /* other columns: old rows cannot be kept */
    noslip_channel_release(self->channel, view->quantities, (GDestroyNotify) noslip_quantities_unref);
    view->quantities = g_steal_pointer(&message->quantities);
    noslip_columns_reset(view->values, view->quantities->width);
    noslip_columns_expect(view->values, noslip_playhead_n_samples(self->playhead));
    noslip_trajectory_truncate(view->trajectory, -INFINITY);
    view->n_rows = 0;
    view->revision++;
    view->kept = -INFINITY;
  }
  if (view->id == 0 && message->start && message->t0 <= 0)
    memcpy(found, message->start, (self->system->m + self->system->n + self->system->k) * sizeof(double));
}

/* The first rows of a new generation replace the old ones from their time on. */
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
noslip_runs_receive_rows(NoslipRuns *self, NoslipSimulationRun *run, NoslipRowsMessage *message)
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

void
noslip_runs_take_base(NoslipRuns *self, const double *row)
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

/* Makes the state at the playhead the base from which the motion continues. */
void
noslip_runs_set_base(NoslipRuns *self)
{
  NoslipSimulationRun *primary = g_ptr_array_index(self->list, 0);
  double t = noslip_playhead_time(self->playhead);
  if (self->has_base && self->base_t == 0 && t <= 0)
    return; /* a body was placed at the start */
  if (primary->view.n_rows == 0 || t <= 0) {
    self->has_base = FALSE;
    return;
  }
  guint index = noslip_trajectory_find(primary->view.trajectory, t);
  const double *row = noslip_trajectory_row(primary->view.trajectory, index, NULL);
  if (index == 0 || row[0] >= self->playhead->end) {
    self->has_base = FALSE;
    return;
  }
  /* another change at the same time: the earlier base is kept */
  if (self->has_base && row[0] == self->base_t)
    return;
  noslip_runs_take_base(self, row);
}
