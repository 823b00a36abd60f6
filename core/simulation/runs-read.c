/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Values of runs at the shared time. */
#include "core/simulation/runs.h"

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

const double *
noslip_runs_row(const NoslipRuns *self, guint index, const double **parameters)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0)
    return NULL;
  double t = fmin(noslip_playhead_time(self->playhead), noslip_trajectory_end(run->view.trajectory));
  const NoslipChunk *chunk = NULL;
  guint found = noslip_trajectory_find(run->view.trajectory, t);
  const double *row = noslip_trajectory_row(run->view.trajectory, found, &chunk);
  if (parameters)
    *parameters = chunk->parameters;
  if (!noslip_trajectory_at(run->view.trajectory, t, run->row))
    memcpy(run->row, row, noslip_row_size(self->system) * sizeof(double));
  return run->row;
}

const double *
noslip_runs_sample(const NoslipRuns *self, guint index, const double **parameters)
{
  const NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0)
    return NULL;
  const NoslipChunk *chunk = NULL;
  guint found = noslip_trajectory_find(run->view.trajectory, noslip_playhead_time(self->playhead));
  const double *row = noslip_trajectory_row(run->view.trajectory, found, &chunk);
  if (parameters)
    *parameters = chunk->parameters;
  return row;
}

double
noslip_runs_cursor(const NoslipRuns *self, guint index)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0)
    return NAN;
  double t = noslip_playhead_time(self->playhead);
  guint i = noslip_trajectory_find(run->view.trajectory, t);
  if (i + 1 >= run->view.n_rows)
    return i;
  double t0 = noslip_trajectory_row(run->view.trajectory, i, NULL)[0];
  double t1 = noslip_trajectory_row(run->view.trajectory, i + 1, NULL)[0];
  return t1 > t0 ? i + CLAMP((t - t0) / (t1 - t0), 0, 1) : i;
}

double
noslip_runs_value(const NoslipRuns *self, guint index, guint column)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0 || column >= run->view.quantities->n)
    return NAN;
  guint row = noslip_trajectory_find(run->view.trajectory, noslip_playhead_time(self->playhead));
  return noslip_columns_value(run->view.values, row, column);
}

double
noslip_runs_worst(const NoslipRuns *self, guint index, guint column)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0 || column >= run->view.quantities->n)
    return NAN;
  guint upto = noslip_trajectory_find(run->view.trajectory, noslip_playhead_time(self->playhead)) + 1;
  return noslip_columns_largest(run->view.values, column, upto);
}

/* Why a run that checks the motion is not among those that agree at the shared time; NULL where it is. Free with g_free().
 */
static char *
left_out(const NoslipRuns *self, const NoslipRunView *view)
{
  char *same = noslip_agreement_same_motion(self->method);
  if (same != NULL)
    return same;
  const NoslipReport *report = &view->report;
  gboolean stopped = report->error != NULL && !(report->computed >= noslip_playhead_time(self->playhead));
  if (stopped)
    return g_strdup_printf(_("stopped at t = %g: %s"), view->n_rows > 0 ? report->computed : 0, report->error->cause);
  return view->n_rows == 0 ? g_strdup(_("is not computed yet")) : NULL;
}

double
noslip_runs_agreement(const NoslipRuns *self)
{
  double worst = NAN;
  for (guint i = 1; i < self->list->len; i++) {
    const NoslipRunView *view = noslip_runs_view(self, i);
    g_autofree char *reason = view->checks ? left_out(self, view) : NULL;
    if (!view->checks || view->n_rows == 0 || reason != NULL)
      continue;
    double value = noslip_runs_value(self, i, view->quantities->difference);
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

char *
noslip_runs_agreement_line(const NoslipRuns *self)
{
  const NoslipRunView *primary = noslip_runs_primary(self);
  g_autoptr(GArray) members = g_array_new(FALSE, TRUE, sizeof(NoslipAgreementMember));
  for (guint i = 0; i < self->list->len; i++) {
    const NoslipRunView *view = noslip_runs_view(self, i);
    if (view != primary && !view->checks)
      continue;
    NoslipAgreementMember member = {view->formulation, view == primary ? NULL : left_out(self, view)};
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
  NoslipAgreementMember *list = (NoslipAgreementMember *) (gpointer) members->data;
  NoslipAgreement agreement;
  double difference = noslip_runs_agreement(self);
  noslip_agreement_judge(self->system, members->len, list, difference, noslip_runs_accord(self), NAN, &agreement);
  char *line = noslip_agreement_line(&agreement, members->len, list);
  for (guint i = 0; i < members->len; i++)
    g_free(list[i].reason);
  return line;
}

double
noslip_runs_computed(const NoslipRuns *self)
{
  const NoslipRunView *primary = noslip_runs_primary(self);
  return primary && primary->n_rows > 0 ? noslip_trajectory_end(primary->trajectory) : 0;
}
