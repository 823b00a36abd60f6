/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The user's settings: values, dynamics, methods; and the runs that follow from them. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

#define MOST_WITNESSED 500 /* rows, as many as in the command `check` */

void
noslip_simulation_set_parameter(NoslipSimulation *self, guint parameter, double value)
{
  if (!noslip_start_set_parameter(&self->start, parameter, value))
    return;
  noslip_runs_set_base(&self->runs);
  if (!self->runs.has_base)
    noslip_playback_jump(self->playback, 0);
  noslip_simulation_replan(self, self->runs.has_base ? NOSLIP_RUNS_GO_ON : NOSLIP_RUNS_ANEW);
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
  if (!noslip_start_set(&self->start, index, value))
    return;
  noslip_playback_jump(self->playback, 0);
  begin_anew(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR);
}

void
noslip_simulation_set_trial(NoslipSimulation *self, guint trial)
{
  if (!self->system || trial >= self->system->n_trials)
    return;
  NoslipChange change = NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR;
  NoslipDiagnostic *error = noslip_start_set_trial(&self->start, trial);
  if (error) {
    noslip_diagnostic_free(self->runs.error);
    self->runs.error = error;
    change |= NOSLIP_CHANGED_ERROR;
  }
  noslip_playback_jump(self->playback, 0);
  begin_anew(self, change);
}

/* At the start, coordinates become initial values, so that they do not change when other values do. */
static gboolean
place_initial(NoslipSimulation *self, const double *xy, guint n, const guint *changed)
{
  for (guint i = 0; i < n; i++)
    if (changed[i] >= self->system->m)
      return FALSE;
  for (guint i = 0; i < n; i++) {
    self->start.is_set[changed[i]] = TRUE;
    self->start.value[changed[i]] = xy[changed[i]];
  }
  return TRUE;
}

void
noslip_simulation_place(NoslipSimulation *self, const double *xy, guint n, const guint *changed)
{
  if (!self->system || self->runs.list->len == 0 || noslip_runs_primary(&self->runs)->n_rows == 0)
    return;
  const NoslipSystem *system = self->system;
  const NoslipRunView *primary = noslip_runs_primary(&self->runs);
  guint index = noslip_trajectory_find(primary->trajectory, noslip_playhead_time(self->runs.playhead));
  const double *row = noslip_trajectory_row(primary->trajectory, index, NULL);
  if (index == 0 && !self->runs.has_base && place_initial(self, xy, n, changed)) {
    begin_anew(self, NOSLIP_CHANGED_START);
    return;
  }
  if (row[0] >= self->runs.playhead->end)
    return; /* there are no samples after the end */
  noslip_runs_take_base(&self->runs, row);
  memcpy(self->runs.base_xy, xy, (system->m + system->n) * sizeof(double));
  self->runs.base_preferred = g_new0(gboolean, system->n + 1);
  for (guint i = 0; i < n; i++)
    if (changed[i] >= system->m)
      self->runs.base_preferred[changed[i] - system->m] = TRUE;
  noslip_simulation_replan(self, NOSLIP_RUNS_GO_ON);
  noslip_simulation_notify(self, NOSLIP_CHANGED_START);
}

void
noslip_simulation_reset(NoslipSimulation *self)
{
  if (!self->system)
    return;
  noslip_start_reset(&self->start);
  noslip_hands_take(self->hands, NULL);
  noslip_playback_jump(self->playback, 0);
  begin_anew(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_HAND);
}

void
noslip_simulation_set_kind(NoslipSimulation *self, NoslipDynamicsKind kind)
{
  if (!self->system || kind == self->runs.kind)
    return;
  self->runs.kind = kind;
  self->runs.formulation = noslip_runs_formulation_for(&self->runs, kind);
  begin_anew(self, NOSLIP_CHANGED_START);
}

void
noslip_simulation_set_formulation(NoslipSimulation *self, const NoslipFormulation *formulation)
{
  if (!self->system || !formulation || formulation == self->runs.formulation)
    return;
  self->runs.formulation = formulation;
  self->runs.kind = formulation->kind;
  begin_anew(self, 0);
}

void
noslip_simulation_set_method(NoslipSimulation *self, const NoslipMethod *method)
{
  if (!self->system || !method || method == self->runs.method)
    return;
  self->runs.method = method;
  begin_anew(self, 0);
}

void
noslip_simulation_set_tolerance(NoslipSimulation *self, double tolerance)
{
  if (!self->system || !(tolerance > 0) || !isfinite(tolerance) || tolerance == self->runs.tolerance)
    return;
  self->runs.tolerance = tolerance;
  begin_anew(self, 0);
}

void
noslip_simulation_take_nearest(NoslipSimulation *self)
{
  if (!noslip_remarks_take_nearest(&self->remarks, &self->start))
    return;
  noslip_playback_jump(self->playback, 0);
  begin_anew(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_VERDICTS);
}

/* The witness */

static NoslipInquiry *
inquiry_new(const NoslipSimulationRun *run)
{
  const NoslipSystem *system = run->ticket->system;
  guint size = noslip_row_size(system), stride = 1 + run->view.n_rows / MOST_WITNESSED;
  NoslipInquiry *inquiry = g_new0(NoslipInquiry, 1);
  inquiry->ticket = noslip_ticket_ref(run->ticket);
  inquiry->rows = g_new(double, (gsize) size *(MOST_WITNESSED + 1));
  inquiry->parameters = g_new(double, (gsize) system->n_parameters *(MOST_WITNESSED + 1) + 1);
  for (guint i = 0; i < run->view.n_rows; i += stride) {
    const NoslipChunk *chunk;
    const double *row = noslip_trajectory_row(run->view.trajectory, i, &chunk);
    if (noslip_gestures_push(run->ticket->gestures, row[0]))
      continue; /* a text has no hand input */
    memcpy(inquiry->rows + (gsize) size * inquiry->n_rows, row, size * sizeof(double));
    memcpy(inquiry->parameters + (gsize) system->n_parameters * inquiry->n_rows, chunk->parameters,
           system->n_parameters * sizeof(double));
    inquiry->n_rows++;
  }
  return inquiry;
}

void
noslip_simulation_request_witness(NoslipSimulation *self)
{
  NoslipSimulationRun *primary = self->runs.list->len > 0 ? g_ptr_array_index(self->runs.list, 0) : NULL;
  if (!primary || !primary->ticket || primary->view.n_rows == 0 || primary->view.pending)
    return;
  noslip_remarks_begin(&self->remarks);
  self->remarks.witness_requested = TRUE;
  noslip_worker_request(self->worker, inquiry_new(primary));
  noslip_simulation_notify(self, NOSLIP_CHANGED_VERDICTS);
}

void
noslip_simulation_point_at(NoslipSimulation *self, const char *symbol)
{
  if (g_strcmp0(symbol, self->pointed) == 0)
    return;
  g_free(self->pointed);
  self->pointed = g_strdup(symbol);
  noslip_simulation_notify(self, NOSLIP_CHANGED_POINTED);
}

const char *
noslip_simulation_pointed(const NoslipSimulation *self)
{
  return self->pointed;
}
