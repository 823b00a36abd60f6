/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/overlays.h"

#include <math.h>
#include <string.h>

typedef struct {
  guint id; /* of its run */
  NoslipVariant *variant;
} Overlay;

struct _NoslipOverlays {
  gboolean *shown; /* by index in noslip_formulations() */
  GArray *list;    /* of Overlay, the user's */
  guint next;      /* the id of the next one */
  NoslipRuns *runs;
  const NoslipStart *start;
  NoslipEnsembleRun *ensemble;
  NoslipReporter reporter;
};

static guint
n_formulations(void)
{
  guint n = 0;
  while (noslip_formulations()[n])
    n++;
  return n;
}

NoslipOverlays *
noslip_overlays_new(NoslipRuns *runs, const NoslipStart *start, NoslipEnsembleRun *ensemble, NoslipReporter reporter)
{
  NoslipOverlays *self = g_new0(NoslipOverlays, 1);
  self->shown = g_new0(gboolean, n_formulations() + 1);
  self->list = g_array_new(FALSE, FALSE, sizeof(Overlay));
  self->next = NOSLIP_FIRST_OVERLAY;
  self->runs = runs;
  self->start = start;
  self->ensemble = ensemble;
  self->reporter = reporter;
  return self;
}

static Overlay *
overlay_at(const NoslipOverlays *self, guint index)
{
  return &g_array_index(self->list, Overlay, index);
}

void
noslip_overlays_forget(NoslipOverlays *self)
{
  for (guint i = 0; i < self->list->len; i++)
    noslip_variant_free(overlay_at(self, i)->variant);
  g_array_set_size(self->list, 0);
  self->next = NOSLIP_FIRST_OVERLAY;
  memset(self->shown, 0, n_formulations() * sizeof *self->shown);
}

void
noslip_overlays_free(NoslipOverlays *self)
{
  noslip_overlays_forget(self);
  g_array_unref(self->list);
  g_free(self->shown);
  g_free(self);
}

static void
changed(NoslipOverlays *self)
{
  noslip_report(&self->reporter, NOSLIP_RUNS_KEEP, NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS | NOSLIP_CHANGED_ENSEMBLE);
}

/* Formulations */

void
noslip_overlays_show(NoslipOverlays *self, const NoslipFormulation *formulation, gboolean shown)
{
  for (guint i = 0; self->runs->system && noslip_formulations()[i]; i++) {
    if (noslip_formulations()[i] != formulation || self->shown[i] == !!shown)
      continue;
    self->shown[i] = !!shown;
    noslip_report(&self->reporter, NOSLIP_RUNS_KEEP, NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_ROWS);
  }
}

gboolean
noslip_overlays_shows(const NoslipOverlays *self, const NoslipFormulation *formulation)
{
  for (guint i = 0; noslip_formulations()[i]; i++)
    if (noslip_formulations()[i] == formulation)
      return self->shown[i];
  return FALSE;
}

void
noslip_overlays_show_all(NoslipOverlays *self, gboolean shown)
{
  if (!self->runs->system)
    return;
  for (guint i = 0; noslip_formulations()[i]; i++)
    if (noslip_runs_may_check(self->runs, noslip_formulations()[i]))
      self->shown[i] = !!shown;
  changed(self);
}

gboolean
noslip_overlays_shows_all(const NoslipOverlays *self)
{
  guint n = 0;
  for (guint i = 0; self->runs->system && noslip_formulations()[i]; i++)
    if (noslip_runs_may_check(self->runs, noslip_formulations()[i])) {
      n++;
      if (!self->shown[i])
        return FALSE;
    }
  return n > 0;
}

/* The user's overlays */

static guint
free_color(const NoslipOverlays *self)
{
  for (guint color = 0;; color++) {
    gboolean taken = FALSE;
    for (guint i = 0; i < self->list->len; i++)
      taken = taken || overlay_at(self, i)->variant->color == color;
    if (!taken)
      return color;
  }
}

static NoslipSimulationRun *
append(NoslipOverlays *self, const NoslipVariant *variant)
{
  Overlay overlay = {.id = self->next++, .variant = noslip_variant_copy(variant)};
  if (overlay.variant->color == G_MAXUINT)
    overlay.variant->color = free_color(self);
  g_array_append_val(self->list, overlay);
  return noslip_runs_append_overlay(self->runs, overlay.id, overlay.variant);
}

/* FALSE if there is no such overlay. */
static gboolean
find(const NoslipOverlays *self, guint id, guint *index)
{
  for (*index = 0; *index < self->list->len; ++*index)
    if (overlay_at(self, *index)->id == id)
      return TRUE;
  return FALSE;
}

/* Its run is freed first: it refers to the variant. */
static void
drop(NoslipOverlays *self, guint index)
{
  noslip_runs_remove(self->runs, overlay_at(self, index)->id);
  noslip_variant_free(overlay_at(self, index)->variant);
  g_array_remove_index(self->list, index);
}

guint
noslip_overlays_add(NoslipOverlays *self, const NoslipVariant *variant)
{
  g_return_val_if_fail(self->runs->system != NULL, 0);
  guint id = append(self, variant)->view.id;
  changed(self);
  return id;
}

void
noslip_overlays_hide(NoslipOverlays *self, guint id, gboolean hidden)
{
  guint index;
  if (!find(self, id, &index) || overlay_at(self, index)->variant->hidden == !!hidden)
    return;
  overlay_at(self, index)->variant->hidden = !!hidden;
  changed(self);
}

void
noslip_overlays_remove(NoslipOverlays *self, guint id)
{
  guint index;
  if (!find(self, id, &index))
    return;
  drop(self, index);
  changed(self);
}

/* Keeping a motion */

static NoslipVariant *
present(const NoslipOverlays *self, const char *name)
{
  const NoslipSystem *system = self->runs->system;
  NoslipVariant *variant = noslip_variant_new(name);
  variant->kept = TRUE;
  variant->color = G_MAXUINT;
  variant->formulation = self->runs->formulation;
  variant->method = self->runs->method;
  variant->tolerance = self->runs->tolerance;
  for (guint i = 0; i < system->n_parameters - system->n_hidden; i++)
    noslip_variant_set(variant, system->parameters[i].name, self->start->parameters[i]);
  gboolean placed = self->runs->has_base && self->runs->base_t <= 0; /* a body was placed there by hand */
  for (guint i = 0; i < noslip_start_n(system); i++) {
    const char *state = noslip_start_name(system, i);
    if (placed && i < system->m + system->n)
      noslip_variant_set(variant, state, self->runs->base_xy[i]);
    else if (self->start->is_set[i])
      noslip_variant_set(variant, state, self->start->value[i]);
  }
  return variant;
}

/* The present rows, without those that the primary is about to replace. */
static void
copy_rows(NoslipOverlays *self, const NoslipSimulationRun *primary, NoslipSimulationRun *run)
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
noslip_overlays_keep_motion(NoslipOverlays *self, const char *name)
{
  const NoslipSimulationRun *primary = self->runs->list->len ? g_ptr_array_index(self->runs->list, 0) : NULL;
  if (!self->runs->system || !primary || !primary->view.quantities)
    return 0;
  g_autoptr(NoslipVariant) variant = present(self, name);
  NoslipSimulationRun *run = append(self, variant);
  copy_rows(self, primary, run);
  changed(self);
  return run->view.id;
}

static void
copy_differing(const NoslipOverlays *self, const NoslipVariant *variant, NoslipVariant *different)
{
  const NoslipSystem *system = self->runs->system;
  for (guint v = 0; v < variant->n_values; v++) {
    const NoslipOverride *value = &variant->values[v];
    int parameter = noslip_system_parameter(system, value->name);
    if (parameter >= 0 && self->start->parameters[parameter] != value->value)
      noslip_variant_set(different, value->name, value->value);
    for (guint i = 0; i < noslip_start_n(system); i++)
      if (g_str_equal(noslip_start_name(system, i), value->name) &&
          noslip_start_initial(self->start, i) != value->value)
        noslip_variant_set(different, value->name, value->value);
  }
}

char *
noslip_overlays_difference(const NoslipOverlays *self, const NoslipVariant *variant)
{
  if (!variant->kept || !self->runs->system)
    return noslip_variant_difference(variant);
  g_autoptr(NoslipVariant) different = noslip_variant_new(NULL);
  if (variant->formulation != self->runs->formulation)
    different->formulation = variant->formulation;
  if (variant->method != self->runs->method)
    different->method = variant->method;
  if (variant->tolerance != self->runs->tolerance)
    different->tolerance = variant->tolerance;
  copy_differing(self, variant, different);
  return noslip_variant_difference(different);
}

/* The comparison as a value */

NoslipComparison *
noslip_overlays_comparison(const NoslipOverlays *self)
{
  NoslipComparison *comparison = noslip_comparison_new();
  for (guint i = 0; noslip_formulations()[i]; i++)
    if (self->shown[i])
      g_ptr_array_add(comparison->shown, (gpointer) noslip_formulations()[i]);
  for (guint i = 0; i < self->list->len; i++)
    g_ptr_array_add(comparison->variants, noslip_variant_copy(overlay_at(self, i)->variant));
  noslip_ensemble_settings_copy(&comparison->ensemble, &self->ensemble->settings);
  return comparison;
}

void
noslip_overlays_set_comparison(NoslipOverlays *self, const NoslipComparison *comparison)
{
  for (guint i = 0; noslip_formulations()[i]; i++)
    self->shown[i] = g_ptr_array_find(comparison->shown, noslip_formulations()[i], NULL);
  while (self->list->len > 0)
    drop(self, self->list->len - 1);
  for (guint i = 0; i < comparison->variants->len; i++)
    append(self, comparison->variants->pdata[i]);
  noslip_ensemble_run_take(self->ensemble, &comparison->ensemble);
}

char *
noslip_overlays_text(const NoslipOverlays *self)
{
  g_autoptr(NoslipComparison) comparison = noslip_overlays_comparison(self);
  return noslip_comparison_to_text(comparison);
}

gboolean
noslip_overlays_set_text(NoslipOverlays *self, const char *text, char **problem)
{
  g_autoptr(NoslipComparison) comparison = noslip_comparison_from_text(text, problem);
  if (!comparison || !self->runs->system)
    return FALSE;
  noslip_overlays_set_comparison(self, comparison);
  changed(self);
  return TRUE;
}
