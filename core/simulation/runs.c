/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/runs.h"

#include <math.h>
#include <string.h>

static NoslipSimulationRun *
run_at(const NoslipRuns *self, guint index)
{
  return g_ptr_array_index(self->list, index);
}

void
noslip_runs_init(NoslipRuns *self, NoslipChannel *channel, const NoslipPlayhead *playhead, NoslipReporter reporter)
{
  *self = (NoslipRuns){.channel = channel, .playhead = playhead, .reporter = reporter, .list = g_ptr_array_new()};
}

void
noslip_runs_forget_base(NoslipRuns *self)
{
  self->has_base = FALSE;
  g_clear_pointer(&self->base_xy, g_free);
  g_clear_pointer(&self->base_mu, g_free);
  g_clear_pointer(&self->base_preferred, g_free);
}

void
noslip_runs_free_run(const NoslipRuns *self, NoslipSimulationRun *run)
{
  if (run->ticket)
    noslip_ticket_cancel(run->ticket);
  noslip_channel_release(self->channel, run->ticket, (GDestroyNotify) noslip_ticket_unref);
  g_clear_pointer(&run->view.trajectory, noslip_trajectory_free);
  noslip_channel_release(self->channel, run->view.quantities, (GDestroyNotify) noslip_quantities_unref);
  noslip_columns_free(run->view.values);
  g_free(run->view.name);
  noslip_report_clear(&run->view.report);
  g_free(run->row);
  g_free(run);
}

NoslipSimulationRun *
noslip_runs_new_run(const NoslipRuns *self, guint id, const NoslipFormulation *formulation)
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

static void
clear_list(NoslipRuns *self)
{
  for (guint i = 0; i < self->list->len; i++)
    noslip_runs_free_run(self, run_at(self, i));
  g_ptr_array_set_size(self->list, 0);
}

NoslipSimulationRun *
noslip_runs_find(const NoslipRuns *self, guint id)
{
  for (guint i = 0; i < self->list->len; i++)
    if (run_at(self, i)->view.id == id)
      return run_at(self, i);
  return NULL;
}

void
noslip_runs_forget_system(NoslipRuns *self)
{
  clear_list(self);
  for (guint i = 0; self->refusals && noslip_formulations()[i]; i++)
    g_free(self->refusals[i]);
  g_clear_pointer(&self->refusals, g_free);
  g_clear_pointer(&self->derivations, g_free);
  g_clear_pointer(&self->error, noslip_diagnostic_free);
  noslip_runs_forget_base(self);
  self->system = NULL;
}

void
noslip_runs_adopt(NoslipRuns *self, NoslipSystem *system, char **refusals, const char **derivations)
{
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  self->system = system;
  self->refusals = refusals;
  self->derivations = derivations;
  self->method = options.method;
  self->tolerance = options.rtol;
  self->kind = system->dynamics;
  self->formulation = NULL;
}

/* Formulations */

const char *
noslip_runs_refusal(const NoslipRuns *self, const NoslipFormulation *formulation)
{
  for (guint i = 0; self->refusals && noslip_formulations()[i]; i++)
    if (noslip_formulations()[i] == formulation)
      return self->refusals[i];
  return NULL;
}

gboolean
noslip_runs_applies(const NoslipRuns *self, guint formulation)
{
  return !self->refusals || !self->refusals[formulation];
}

const NoslipFormulation *
noslip_runs_formulation_for(const NoslipRuns *self, NoslipDynamicsKind kind)
{
  const NoslipFormulation *preferred = noslip_formulation_for(self->system, kind), *first = NULL;
  for (guint i = 0; noslip_formulations()[i]; i++) {
    const NoslipFormulation *formulation = noslip_formulations()[i];
    if (formulation->kind != kind || !noslip_runs_applies(self, i))
      continue;
    if (formulation == preferred)
      return preferred;
    if (!first)
      first = formulation;
  }
  return first ? first : preferred;
}

gboolean
noslip_runs_may_check(const NoslipRuns *self, const NoslipFormulation *formulation)
{
  return formulation != self->formulation && formulation->kind == self->kind && !noslip_runs_refusal(self, formulation);
}

const NoslipFormulation *
noslip_runs_opponent(const NoslipRuns *self)
{
  if (!self->system)
    return NULL;
  return noslip_runs_formulation_for(self, self->kind == NOSLIP_DYNAMICS_VAKONOMIC ? NOSLIP_DYNAMICS_NONHOLONOMIC
                                                                                   : NOSLIP_DYNAMICS_VAKONOMIC);
}

/* Overlays */

const NoslipFormulation *
noslip_runs_variant_formulation(const NoslipRuns *self, const NoslipVariant *variant)
{
  if (variant->formulation)
    return variant->formulation;
  if (variant->dynamics >= 0 && (NoslipDynamicsKind) variant->dynamics != self->kind)
    return noslip_runs_formulation_for(self, (NoslipDynamicsKind) variant->dynamics);
  return self->formulation;
}

gboolean
noslip_runs_begins_apart(const NoslipRuns *self, const NoslipVariant *variant)
{
  for (guint i = 0; variant && i < variant->n_values; i++)
    if (noslip_system_parameter(self->system, variant->values[i].name) < 0)
      return TRUE;
  return FALSE;
}

NoslipSimulationRun *
noslip_runs_append_overlay(NoslipRuns *self, guint id, const NoslipVariant *variant)
{
  NoslipSimulationRun *run = noslip_runs_new_run(self, id, noslip_formulations()[0]);
  g_free(run->view.name);
  run->view.name = g_strdup(variant->name);
  run->view.variant = variant;
  g_ptr_array_add(self->list, run);
  return run;
}

void
noslip_runs_remove(NoslipRuns *self, guint id)
{
  NoslipSimulationRun *run = noslip_runs_find(self, id);
  if (run && g_ptr_array_remove(self->list, run))
    noslip_runs_free_run(self, run);
}

/* Settings */

static void
begin_anew(const NoslipRuns *self, NoslipChange change)
{
  noslip_report(&self->reporter, NOSLIP_RUNS_ANEW, change | NOSLIP_CHANGED_RUNS);
}

void
noslip_runs_set_kind(NoslipRuns *self, NoslipDynamicsKind kind)
{
  if (!self->system || kind == self->kind)
    return;
  self->kind = kind;
  self->formulation = noslip_runs_formulation_for(self, kind);
  begin_anew(self, NOSLIP_CHANGED_START);
}

void
noslip_runs_set_formulation(NoslipRuns *self, const NoslipFormulation *formulation)
{
  if (!self->system || !formulation || formulation == self->formulation)
    return;
  self->formulation = formulation;
  self->kind = formulation->kind;
  begin_anew(self, 0);
}

void
noslip_runs_set_method(NoslipRuns *self, const NoslipMethod *method)
{
  if (!self->system || !method || method == self->method)
    return;
  self->method = method;
  begin_anew(self, 0);
}

void
noslip_runs_set_tolerance(NoslipRuns *self, double tolerance)
{
  if (!self->system || !(tolerance > 0) || !isfinite(tolerance) || tolerance == self->tolerance)
    return;
  self->tolerance = tolerance;
  begin_anew(self, 0);
}

NoslipDiagnostic *
noslip_runs_take_error(NoslipRuns *self)
{
  return g_steal_pointer(&self->error);
}
