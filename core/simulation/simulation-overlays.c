/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the motion is compared with: formulations that are shown, overlays of their own, and what of them is kept. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

void
noslip_simulation_show(NoslipSimulation *self, const NoslipFormulation *formulation, gboolean shown)
{
  for (guint i = 0; self->system && noslip_formulations()[i]; i++) {
    if (noslip_formulations()[i] != formulation || self->runs.shown[i] == !!shown)
      continue;
    self->runs.shown[i] = !!shown;
    noslip_simulation_replan(self, NOSLIP_RUNS_KEEP);
    noslip_simulation_notify(self, NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS);
  }
}

static void
changed(NoslipSimulation *self)
{
  noslip_simulation_replan(self, NOSLIP_RUNS_KEEP);
  noslip_simulation_notify(self, NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_ENSEMBLE);
}

void
noslip_simulation_show_all(NoslipSimulation *self, gboolean shown)
{
  if (!self->system)
    return;
  for (guint i = 0; noslip_formulations()[i]; i++)
    if (noslip_runs_may_check(&self->runs, noslip_formulations()[i]))
      self->runs.shown[i] = !!shown;
  changed(self);
}

/* Overlays of their own */

guint
noslip_simulation_add_overlay(NoslipSimulation *self, const NoslipVariant *variant)
{
  g_return_val_if_fail(self->system != NULL, 0);
  guint id = noslip_runs_append_overlay(&self->runs, variant)->view.id;
  changed(self);
  return id;
}

void
noslip_simulation_hide_overlay(NoslipSimulation *self, guint id, gboolean hidden)
{
  NoslipSimulationRun *run = noslip_runs_find(&self->runs, id);
  if (!run || !run->variant || run->variant->hidden == !!hidden)
    return;
  run->variant->hidden = !!hidden;
  changed(self);
}

void
noslip_simulation_remove_overlay(NoslipSimulation *self, guint id)
{
  NoslipSimulationRun *run = noslip_runs_find(&self->runs, id);
  guint index = 0;
  if (!run || !run->variant || !g_ptr_array_find(self->runs.list, run, &index))
    return;
  noslip_runs_remove(&self->runs, index);
  changed(self);
}

/* Keeping a motion */

static NoslipVariant *
present(const NoslipSimulation *self, const char *name)
{
  const NoslipSystem *system = self->system;
  NoslipVariant *variant = noslip_variant_new(name);
  variant->kept = TRUE;
  variant->color = G_MAXUINT;
  variant->formulation = self->runs.formulation;
  variant->method = self->runs.method;
  variant->tolerance = self->runs.tolerance;
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++)
    noslip_variant_set(variant, system->parameters[i].name, self->start.parameters[i]);
  gboolean placed = self->runs.has_base && self->runs.base_t <= 0; /* a body was put there by hand */
  for (guint i = 0; i < noslip_start_n(system); i++) {
    const char *state = noslip_start_name(system, i);
    if (placed && i < system->m + system->n)
      noslip_variant_set(variant, state, self->runs.base_xy[i]);
    else if (self->start.is_set[i])
      noslip_variant_set(variant, state, self->start.value[i]);
  }
  return variant;
}

/* The rows that there are, those left out that the primary is about to replace. */
static void
copy_rows(NoslipSimulation *self, const NoslipSimulationRun *primary, NoslipSimulationRun *run)
{
  const NoslipRunView *from = &primary->view;
  NoslipRunView *to = &run->view;
  for (guint c = 0; c < noslip_trajectory_n_chunks(from->trajectory); c++)
    noslip_trajectory_append(to->trajectory, (NoslipChunk *) noslip_trajectory_chunk(from->trajectory, c));
  if (from->pending)
    noslip_trajectory_truncate(to->trajectory, primary->ticket->has_state ? primary->ticket->t0 : -INFINITY);
  to->n_rows = noslip_trajectory_n_rows(to->trajectory);
  to->quantities = noslip_quantities_ref(from->quantities);
  noslip_columns_free(to->values);
  to->values = noslip_columns_copy(from->values);
  noslip_columns_truncate(to->values, to->n_rows);
  to->report.computed = noslip_trajectory_end(to->trajectory);
  to->report.finished = !from->pending && from->report.finished && !from->report.error;
}

guint
noslip_simulation_keep_motion(NoslipSimulation *self, const char *name)
{
  const NoslipSimulationRun *primary = self->runs.list->len ? g_ptr_array_index(self->runs.list, 0) : NULL;
  if (!self->system || !primary || !primary->view.quantities)
    return 0;
  g_autoptr(NoslipVariant) variant = present(self, name);
  NoslipSimulationRun *run = noslip_runs_append_overlay(&self->runs, variant);
  copy_rows(self, primary, run);
  changed(self);
  return run->view.id;
}

static void
copy_differing(const NoslipSimulation *self, const NoslipVariant *variant, NoslipVariant *different)
{
  const NoslipSystem *system = self->system;
  for (guint v = 0; v < variant->n_values; v++) {
    const NoslipOverride *value = &variant->values[v];
    int parameter = noslip_system_parameter(system, value->name);
    if (parameter >= 0 && self->start.parameters[parameter] != value->value)
      noslip_variant_set(different, value->name, value->value);
    for (guint i = 0; i < noslip_start_n(system); i++)
      if (g_str_equal(noslip_start_name(system, i), value->name) &&
          noslip_start_initial(&self->start, i) != value->value)
        noslip_variant_set(different, value->name, value->value);
  }
}

char *
noslip_simulation_overlay_difference(const NoslipSimulation *self, const NoslipVariant *variant)
{
  if (!variant->kept || !self->system)
    return noslip_variant_difference(variant);
  g_autoptr(NoslipVariant) different = noslip_variant_new(NULL);
  if (variant->formulation != self->runs.formulation)
    different->formulation = variant->formulation;
  if (variant->method != self->runs.method)
    different->method = variant->method;
  if (variant->tolerance != self->runs.tolerance)
    different->tolerance = variant->tolerance;
  copy_differing(self, variant, different);
  return noslip_variant_difference(different);
}

/* All of it as a value */

NoslipComparison *
noslip_simulation_comparison(const NoslipSimulation *self)
{
  NoslipComparison *comparison = noslip_comparison_new();
  for (guint i = 0; self->runs.shown && noslip_formulations()[i]; i++)
    if (self->runs.shown[i])
      g_ptr_array_add(comparison->shown, (gpointer) noslip_formulations()[i]);
  for (guint i = 0; i < self->runs.list->len; i++) {
    const NoslipSimulationRun *run = g_ptr_array_index(self->runs.list, i);
    if (run->variant)
      g_ptr_array_add(comparison->variants, noslip_variant_copy(run->variant));
  }
  noslip_ensemble_settings_copy(&comparison->ensemble, &self->ensemble.settings);
  return comparison;
}

void
noslip_simulation_set_comparison(NoslipSimulation *self, const NoslipComparison *comparison)
{
  guint n = 0;
  while (noslip_formulations()[n])
    n++;
  g_free(self->runs.shown);
  self->runs.shown = g_new0(gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    self->runs.shown[i] = g_ptr_array_find(comparison->shown, noslip_formulations()[i], NULL);
  for (guint i = self->runs.list->len; i-- > 0;)
    if (((NoslipSimulationRun *) g_ptr_array_index(self->runs.list, i))->variant)
      noslip_runs_remove(&self->runs, i);
  for (guint i = 0; i < comparison->variants->len; i++)
    noslip_runs_append_overlay(&self->runs, comparison->variants->pdata[i]);
  noslip_ensemble_run_set(&self->ensemble, &comparison->ensemble);
}

char *
noslip_simulation_comparison_text(const NoslipSimulation *self)
{
  g_autoptr(NoslipComparison) comparison = noslip_simulation_comparison(self);
  return noslip_comparison_to_text(comparison);
}

gboolean
noslip_simulation_set_comparison_text(NoslipSimulation *self, const char *text, char **problem)
{
  g_autoptr(NoslipComparison) comparison = noslip_comparison_from_text(text, problem);
  if (!comparison || !self->system)
    return FALSE;
  noslip_simulation_set_comparison(self, comparison);
  changed(self);
  return TRUE;
}
