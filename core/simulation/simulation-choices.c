/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The values that the user sets, and the runs that follow from them. */
#include "core/simulation/simulation-private.h"
#include "core/system/row.h"

#include <string.h>

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
noslip_simulation_show(NoslipSimulation *self, const double *xymu, double t)
{
  if (!self->system || self->runs.list->len == 0)
    return;
  const NoslipSystem *system = self->system;
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  memcpy(row + noslip_row_x(system), xymu, (system->m + system->n) * sizeof(double));
  memcpy(row + noslip_row_lambda(system), xymu + system->m + system->n, system->k * sizeof(double));
  if (t >= self->runs.playhead->end)
    noslip_playback_set_end(self->playback, t + system->run_to);
  noslip_runs_take_base(&self->runs, row);
  noslip_simulation_replan(self, NOSLIP_RUNS_GO_ON);
  noslip_playback_jump(self->playback, t);
  noslip_simulation_notify(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR);
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
noslip_simulation_take_nearest(NoslipSimulation *self)
{
  if (!noslip_remarks_take_nearest(&self->remarks, &self->start))
    return;
  noslip_playback_jump(self->playback, 0);
  begin_anew(self, NOSLIP_CHANGED_START | NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_VERDICTS);
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
