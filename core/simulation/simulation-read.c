/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reading a simulation: choices, and values at the shared time. */
#include "core/simulation/simulation-private.h"

#include "core/verdict/agreement.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

const char *
noslip_simulation_refusal(const NoslipSimulation *self, const NoslipFormulation *formulation)
{
  for (guint i = 0; self->refusals && noslip_formulations()[i]; i++)
    if (noslip_formulations()[i] == formulation)
      return self->refusals[i];
  return NULL;
}

double
noslip_simulation_parameter(const NoslipSimulation *self, guint parameter)
{
  return self->system && parameter < self->system->n_parameters ? self->parameters[parameter] : NAN;
}

double
noslip_simulation_initial(const NoslipSimulation *self, guint index)
{
  if (!self->system || index >= self->system->m + self->system->n)
    return NAN;
  return self->start_set[index] ? self->start_value[index] : self->start[index];
}

gboolean
noslip_simulation_initial_is_set(const NoslipSimulation *self, guint index)
{
  return self->system && index < self->system->m + self->system->n && self->start_set[index];
}

NoslipDynamicsKind
noslip_simulation_kind(const NoslipSimulation *self)
{
  return self->kind;
}

const NoslipFormulation *
noslip_simulation_formulation(const NoslipSimulation *self)
{
  return self->formulation;
}

const NoslipMethod *
noslip_simulation_method(const NoslipSimulation *self)
{
  return self->method;
}

double
noslip_simulation_tolerance(const NoslipSimulation *self)
{
  return self->tolerance;
}

guint
noslip_simulation_n_runs(const NoslipSimulation *self)
{
  return self->runs->len;
}

static NoslipSimulationRun *
at(const NoslipSimulation *self, guint run)
{
  return run < self->runs->len ? g_ptr_array_index(self->runs, run) : NULL;
}

const NoslipRunView *
noslip_simulation_run(const NoslipSimulation *self, guint run)
{
  NoslipSimulationRun *found = at(self, run);
  return found ? &found->view : NULL;
}

const NoslipRunView *
noslip_simulation_primary(const NoslipSimulation *self)
{
  return noslip_simulation_run(self, 0);
}

const double *
noslip_simulation_row(NoslipSimulation *self, guint index, const double **parameters)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0)
    return NULL;
  double t = fmin(noslip_playhead_time(&self->playhead), noslip_trajectory_end(run->view.trajectory));
  const NoslipChunk *chunk = NULL;
  guint found = noslip_trajectory_find(run->view.trajectory, t);
  const double *row = noslip_trajectory_row(run->view.trajectory, found, &chunk);
  if (parameters)
    *parameters = chunk->parameters;
  if (!noslip_trajectory_at(run->view.trajectory, t, run->row))
    memcpy(run->row, row, noslip_row_size(self->system) * sizeof(double));
  return run->row;
}

double
noslip_simulation_cursor(const NoslipSimulation *self, guint index)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0)
    return NAN;
  double t = noslip_playhead_time(&self->playhead);
  guint i = noslip_trajectory_find(run->view.trajectory, t);
  if (i + 1 >= run->view.n_rows)
    return i;
  double t0 = noslip_trajectory_row(run->view.trajectory, i, NULL)[0];
  double t1 = noslip_trajectory_row(run->view.trajectory, i + 1, NULL)[0];
  return t1 > t0 ? i + CLAMP((t - t0) / (t1 - t0), 0, 1) : i;
}

double
noslip_simulation_value(const NoslipSimulation *self, guint index, guint column)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0 || column >= run->view.quantities->n)
    return NAN;
  guint row = noslip_trajectory_find(run->view.trajectory, noslip_playhead_time(&self->playhead));
  return noslip_columns_value(run->view.values, row, column);
}

double
noslip_simulation_worst(const NoslipSimulation *self, guint index, guint column)
{
  NoslipSimulationRun *run = at(self, index);
  if (!run || run->view.n_rows == 0 || column >= run->view.quantities->n)
    return NAN;
  guint upto = noslip_trajectory_find(run->view.trajectory, noslip_playhead_time(&self->playhead)) + 1;
  return noslip_columns_largest(run->view.values, column, upto);
}

/* Why a run that checks the motion is not among those that agree at the shared time; NULL where it is. Free with g_free().
 */
static char *
left_out(const NoslipSimulation *self, const NoslipRunView *view)
{
  char *same = noslip_agreement_same_motion(self->method);
  if (same != NULL)
    return same;
  const NoslipReport *report = &view->report;
  gboolean stopped = report->error != NULL && !(report->computed >= noslip_playhead_time(&self->playhead));
  if (stopped)
    return g_strdup_printf(_("stopped at t = %g: %s"), view->n_rows > 0 ? report->computed : 0, report->error->cause);
  return view->n_rows == 0 ? g_strdup(_("is not computed yet")) : NULL;
}

double
noslip_simulation_agreement(const NoslipSimulation *self)
{
  double worst = NAN;
  for (guint i = 1; i < self->runs->len; i++) {
    const NoslipRunView *view = noslip_simulation_run(self, i);
    g_autofree char *reason = view->checks ? left_out(self, view) : NULL;
    if (!view->checks || view->n_rows == 0 || reason != NULL)
      continue;
    double value = noslip_simulation_value(self, i, view->quantities->difference);
    if (!(value <= worst))
      worst = value;
  }
  return worst;
}

double
noslip_simulation_accord(const NoslipSimulation *self)
{
  const NoslipRunOptions options = {.method = self->method, .rtol = self->tolerance};
  return noslip_agreement_allowed(&options);
}

char *
noslip_simulation_agreement_line(const NoslipSimulation *self)
{
  const NoslipRunView *primary = noslip_simulation_primary(self);
  g_autoptr(GArray) members = g_array_new(FALSE, TRUE, sizeof(NoslipAgreementMember));
  for (guint i = 0; i < self->runs->len; i++) {
    const NoslipRunView *view = noslip_simulation_run(self, i);
    if (view != primary && !view->checks)
      continue;
    NoslipAgreementMember member = {view->formulation, view == primary ? NULL : left_out(self, view)};
    g_array_append_val(members, member);
  }
  for (guint i = 0; noslip_formulations()[i] != NULL; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    const char *refusal = noslip_simulation_refusal(self, formulation);
    if (formulation->kind != self->kind || formulation->automatic || refusal == NULL)
      continue;
    NoslipAgreementMember member = {formulation, g_strdup_printf(_("does not apply: %s"), refusal)};
    g_array_append_val(members, member);
  }
  NoslipAgreementMember *list = (NoslipAgreementMember *) (gpointer) members->data;
  NoslipAgreement agreement;
  double difference = noslip_simulation_agreement(self);
  noslip_agreement_judge(self->system, members->len, list, difference, noslip_simulation_accord(self), NAN, &agreement);
  char *line = noslip_agreement_line(&agreement, members->len, list);
  for (guint i = 0; i < members->len; i++)
    g_free(list[i].reason);
  return line;
}

const NoslipInstruments *
noslip_simulation_instruments(const NoslipSimulation *self)
{
  return self->instruments;
}

void
noslip_simulation_forget_readings(NoslipSimulation *self)
{
  g_clear_pointer(&self->energy_work, noslip_tape_work_free);
  g_clear_pointer(&self->energy_state, g_free);
  noslip_channel_release(self->channel, self->energy_quantities, (GDestroyNotify) noslip_quantities_unref);
  self->energy_quantities = NULL;
}

gboolean
noslip_simulation_bracket(NoslipSimulation *self, double *values, double *jacobiators)
{
  const NoslipInstruments *instruments = self->instruments;
  const double *parameters = NULL, *row = noslip_simulation_row(self, 0, &parameters);
  if (!instruments || !instruments->brackets || !row)
    return FALSE;
  gboolean vakonomic = noslip_simulation_primary(self)->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  if ((instruments->kind == NOSLIP_DYNAMICS_VAKONOMIC) != vakonomic)
    return FALSE; /* it has no mu, or not the same momenta */
  noslip_bracket_table_evaluate(
      instruments->brackets, parameters, row + noslip_row_x(self->system), row + noslip_row_y(self->system),
      vakonomic ? row + noslip_row_lambda(self->system) : NULL, NULL, values, jacobiators, NULL);
  return TRUE;
}

gboolean
noslip_simulation_prepare_energy(NoslipSimulation *self)
{
  const NoslipRunView *primary = noslip_simulation_primary(self);
  const double *parameters = NULL, *row = noslip_simulation_row(self, 0, &parameters);
  if (!row || !primary->quantities)
    return FALSE;
  guint size = self->system->m + self->system->n;
  if (self->energy_quantities != primary->quantities) {
    g_clear_pointer(&self->energy_work, noslip_tape_work_free);
    noslip_channel_release(self->channel, self->energy_quantities, (GDestroyNotify) noslip_quantities_unref);
    self->energy_quantities = noslip_quantities_ref(primary->quantities);
    self->energy_work = noslip_tape_work_new(primary->quantities->energy_tape);
    self->energy_state = g_renew(double, self->energy_state, size + 1);
  }
  noslip_tape_set_constants(self->energy_work, parameters);
  memcpy(self->energy_state, row + noslip_row_x(self->system), size * sizeof(double));
  return TRUE;
}

double
noslip_simulation_energy(NoslipSimulation *self, guint fibre_x, double x, guint fibre_y, double y)
{
  double energy = NAN;
  if (!self->energy_work || fibre_x >= self->system->n || fibre_y >= self->system->n)
    return energy;
  double *at_x = &self->energy_state[self->system->m + fibre_x], *at_y = &self->energy_state[self->system->m + fibre_y];
  double kept_x = *at_x, kept_y = *at_y;
  *at_x = x;
  *at_y = y;
  noslip_tape_evaluate(self->energy_work, self->energy_state, &energy);
  *at_x = kept_x;
  *at_y = kept_y;
  return energy;
}
