/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the motion is compared with: formulations that are shown, overlays of their own, and what of them is kept. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

void
noslip_simulation_show(NoslipSimulation *self, const NoslipFormulation *formulation, gboolean shown)
{
  for (guint i = 0; self->system && noslip_formulations()[i]; i++) {
    if (noslip_formulations()[i] != formulation || self->shown[i] == !!shown)
      continue;
    self->shown[i] = !!shown;
    noslip_simulation_replan(self, NOSLIP_RUNS_KEEP);
    noslip_simulation_notify(self, NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS);
  }
}

gboolean
noslip_simulation_shows(const NoslipSimulation *self, const NoslipFormulation *formulation)
{
  for (guint i = 0; self->system && noslip_formulations()[i]; i++)
    if (noslip_formulations()[i] == formulation)
      return self->shown[i];
  return FALSE;
}

static void
changed(NoslipSimulation *self)
{
  noslip_simulation_replan(self, NOSLIP_RUNS_KEEP);
  noslip_simulation_notify(self, NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_CLOUD);
}

static gboolean
checks(const NoslipSimulation *self, const NoslipFormulation *formulation)
{
  return formulation != self->formulation && formulation->kind == self->kind &&
         !noslip_simulation_refusal(self, formulation);
}

void
noslip_simulation_show_all(NoslipSimulation *self, gboolean shown)
{
  if (!self->system)
    return;
  for (guint i = 0; noslip_formulations()[i]; i++)
    if (checks(self, noslip_formulations()[i]))
      self->shown[i] = !!shown;
  changed(self);
}

gboolean
noslip_simulation_shows_all(const NoslipSimulation *self)
{
  guint n = 0;
  for (guint i = 0; self->system && noslip_formulations()[i]; i++)
    if (checks(self, noslip_formulations()[i])) {
      n++;
      if (!self->shown[i])
        return FALSE;
    }
  return n > 0;
}

const NoslipFormulation *
noslip_simulation_opponent(const NoslipSimulation *self)
{
  if (!self->system)
    return NULL;
  return noslip_simulation_formulation_for(self, self->kind == NOSLIP_DYNAMICS_VAKONOMIC ? NOSLIP_DYNAMICS_NONHOLONOMIC
                                                                                         : NOSLIP_DYNAMICS_VAKONOMIC);
}

/* Overlays of their own */

const NoslipFormulation *
noslip_simulation_variant_formulation(const NoslipSimulation *self, const NoslipVariant *variant)
{
  if (variant->formulation)
    return variant->formulation;
  if (variant->dynamics >= 0 && (NoslipDynamicsKind) variant->dynamics != self->kind)
    return noslip_simulation_formulation_for(self, (NoslipDynamicsKind) variant->dynamics);
  return self->formulation;
}

gboolean
noslip_simulation_begins_apart(const NoslipSimulation *self, const NoslipVariant *variant)
{
  for (guint i = 0; variant && i < variant->n_values; i++)
    if (noslip_system_parameter(self->system, variant->values[i].name) < 0)
      return TRUE;
  return FALSE;
}

static guint
free_color(const NoslipSimulation *self)
{
  for (guint color = 0;; color++) {
    gboolean taken = FALSE;
    for (guint i = 0; i < self->runs->len; i++) {
      const NoslipSimulationRun *run = g_ptr_array_index(self->runs, i);
      taken = taken || (run->variant && run->variant->color == color);
    }
    if (!taken)
      return color;
  }
}

static NoslipSimulationRun *
append(NoslipSimulation *self, const NoslipVariant *variant)
{
  NoslipVariant *copy = noslip_variant_copy(variant);
  if (copy->color == G_MAXUINT)
    copy->color = free_color(self);
  NoslipSimulationRun *run = noslip_simulation_run_new(self, self->next_overlay++, noslip_formulations()[0]);
  g_free(run->view.name);
  run->view.name = g_strdup(copy->name);
  run->view.variant = run->variant = copy;
  g_ptr_array_add(self->runs, run);
  return run;
}

static void
remove_at(NoslipSimulation *self, guint index)
{
  NoslipSimulationRun *run = g_ptr_array_index(self->runs, index);
  g_ptr_array_remove_index(self->runs, index);
  noslip_simulation_run_free(self, run);
}

guint
noslip_simulation_add_overlay(NoslipSimulation *self, const NoslipVariant *variant)
{
  g_return_val_if_fail(self->system != NULL, 0);
  guint id = append(self, variant)->view.id;
  changed(self);
  return id;
}

void
noslip_simulation_hide_overlay(NoslipSimulation *self, guint id, gboolean hidden)
{
  NoslipSimulationRun *run = noslip_simulation_find_run(self, id);
  if (!run || !run->variant || run->variant->hidden == !!hidden)
    return;
  run->variant->hidden = !!hidden;
  changed(self);
}

void
noslip_simulation_remove_overlay(NoslipSimulation *self, guint id)
{
  NoslipSimulationRun *run = noslip_simulation_find_run(self, id);
  guint index = 0;
  if (!run || !run->variant || !g_ptr_array_find(self->runs, run, &index))
    return;
  remove_at(self, index);
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
  variant->formulation = self->formulation;
  variant->method = self->method;
  variant->tolerance = self->tolerance;
  for (guint i = 0; i < system->n_parameters; i++)
    noslip_variant_set(variant, system->parameters[i].name, self->parameters[i]);
  gboolean placed = self->has_base && self->base_t <= 0; /* a body was put there by hand */
  for (guint i = 0; i < noslip_simulation_n_starts(system); i++) {
    const char *state = noslip_simulation_start_name(system, i);
    if (placed && i < system->m + system->n)
      noslip_variant_set(variant, state, self->base_xy[i]);
    else if (self->start_set[i])
      noslip_variant_set(variant, state, self->start_value[i]);
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
  const NoslipSimulationRun *primary = self->runs->len ? g_ptr_array_index(self->runs, 0) : NULL;
  if (!self->system || !primary || !primary->view.quantities)
    return 0;
  g_autoptr(NoslipVariant) variant = present(self, name);
  NoslipSimulationRun *run = append(self, variant);
  copy_rows(self, primary, run);
  changed(self);
  return run->view.id;
}

static void
tell_values(const NoslipSimulation *self, const NoslipVariant *variant, NoslipVariant *different)
{
  const NoslipSystem *system = self->system;
  for (guint v = 0; v < variant->n_values; v++) {
    const NoslipOverride *value = &variant->values[v];
    int parameter = noslip_system_parameter(system, value->name);
    if (parameter >= 0 && self->parameters[parameter] != value->value)
      noslip_variant_set(different, value->name, value->value);
    for (guint i = 0; i < system->m + system->n; i++)
      if (g_str_equal(noslip_state_name(system, i), value->name) && noslip_simulation_initial(self, i) != value->value)
        noslip_variant_set(different, value->name, value->value);
  }
}

char *
noslip_simulation_overlay_difference(const NoslipSimulation *self, const NoslipVariant *variant)
{
  if (!variant->kept || !self->system)
    return noslip_variant_difference(variant);
  g_autoptr(NoslipVariant) different = noslip_variant_new(NULL);
  if (variant->formulation != self->formulation)
    different->formulation = variant->formulation;
  if (variant->method != self->method)
    different->method = variant->method;
  if (variant->tolerance != self->tolerance)
    different->tolerance = variant->tolerance;
  tell_values(self, variant, different);
  return noslip_variant_difference(different);
}

/* All of it as a value */

NoslipComparison *
noslip_simulation_comparison(const NoslipSimulation *self)
{
  NoslipComparison *comparison = noslip_comparison_new();
  for (guint i = 0; self->shown && noslip_formulations()[i]; i++)
    if (self->shown[i])
      g_ptr_array_add(comparison->shown, (gpointer) noslip_formulations()[i]);
  for (guint i = 0; i < self->runs->len; i++) {
    const NoslipSimulationRun *run = g_ptr_array_index(self->runs, i);
    if (run->variant)
      g_ptr_array_add(comparison->variants, noslip_variant_copy(run->variant));
  }
  noslip_cloud_copy(&comparison->cloud, &self->cloud);
  return comparison;
}

void
noslip_simulation_set_comparison(NoslipSimulation *self, const NoslipComparison *comparison)
{
  guint n = 0;
  while (noslip_formulations()[n])
    n++;
  g_free(self->shown);
  self->shown = g_new0(gboolean, n + 1);
  for (guint i = 0; i < n; i++)
    self->shown[i] = g_ptr_array_find(comparison->shown, noslip_formulations()[i], NULL);
  for (guint i = self->runs->len; i-- > 0;)
    if (((NoslipSimulationRun *) g_ptr_array_index(self->runs, i))->variant)
      remove_at(self, i);
  for (guint i = 0; i < comparison->variants->len; i++)
    append(self, comparison->variants->pdata[i]);
  noslip_cloud_clear(&self->cloud);
  noslip_cloud_copy(&self->cloud, &comparison->cloud);
  self->cloud_stale = TRUE;
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
