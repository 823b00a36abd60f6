/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Keeps the user's settings (by name), the time and the method of computation when a text is edited. Changes in the
 * text take precedence over earlier settings. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

struct _NoslipKept {
  NoslipSystem *system; /* before the edit */
  NoslipStart start;
  NoslipDynamicsKind kind;
  const NoslipFormulation *formulation;
  gboolean method_set, tolerance_set;
  const NoslipMethod *method;
  double tolerance;
  NoslipComparison *comparison;
  char *gestures; /* as text */
  NoslipPlayhead playhead;
  NoslipChannel *channel;
};

NoslipKept *
noslip_simulation_keep(const NoslipSimulation *self)
{
  if (!self->system)
    return NULL;
  const NoslipSystem *system = self->system;
  NoslipKept *kept = g_new0(NoslipKept, 1);
  kept->system = noslip_system_ref(self->system);
  kept->channel = self->channel;
  noslip_start_copy(&kept->start, &self->start);
  kept->kind = self->runs.kind;
  kept->formulation = self->runs.formulation;
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  kept->method = self->runs.method;
  kept->method_set = self->runs.method != options.method;
  kept->tolerance = self->runs.tolerance;
  kept->tolerance_set = self->runs.tolerance != options.rtol;
  kept->comparison = noslip_overlays_comparison(self->overlays);
  kept->gestures = noslip_gestures_to_text(noslip_hands_gestures(self->hands), system);
  kept->playhead = *self->runs.playhead;
  return kept;
}

void
noslip_simulation_restore(NoslipSimulation *self, const NoslipKept *kept)
{
  noslip_start_take(&self->start, &kept->start);
  if (self->system->dynamics == kept->system->dynamics) {
    self->runs.kind = kept->kind;
    self->runs.formulation = kept->formulation;
  }
  if (kept->method_set)
    self->runs.method = kept->method;
  if (kept->tolerance_set)
    self->runs.tolerance = kept->tolerance;
  noslip_overlays_set_comparison(self->overlays, kept->comparison);
  g_autofree char *lost = NULL; /* of inputs that no longer exist */
  noslip_hands_take(self->hands, noslip_gestures_from_text(kept->gestures, self->system, &lost));
  noslip_playback_restore(self->playback, &kept->playhead);
}

void
noslip_kept_free(NoslipKept *kept)
{
  if (!kept)
    return;
  noslip_start_clear(&kept->start);
  noslip_comparison_free(kept->comparison);
  g_free(kept->gestures);
  noslip_channel_release(kept->channel, kept->system, (GDestroyNotify) noslip_system_unref);
  g_free(kept);
}
