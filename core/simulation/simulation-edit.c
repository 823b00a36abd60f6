/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What stays where a text is edited: what the user set, by name, the time, and how it is computed. What the edit
 * itself changes goes before what was set earlier. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

struct _NoslipKept {
  NoslipSystem *system; /* of before */
  double *parameters;
  gboolean *start_set;
  double *start_value;
  NoslipDynamicsKind kind;
  const NoslipFormulation *formulation;
  gboolean method_set, tolerance_set;
  const NoslipMethod *method;
  double tolerance;
  NoslipComparison *comparison;
  NoslipPlayhead playhead;
  NoslipChannel *channel;
};

NoslipKept *
noslip_simulation_keep(const NoslipSimulation *self)
{
  if (!self->system)
    return NULL;
  const NoslipSystem *system = self->system;
  guint n = noslip_simulation_n_starts(system);
  NoslipKept *kept = g_new0(NoslipKept, 1);
  kept->system = noslip_system_ref(self->system);
  kept->channel = self->channel;
  kept->parameters = g_memdup2(self->parameters, system->n_parameters * sizeof(double));
  kept->start_set = g_memdup2(self->start_set, n * sizeof(gboolean));
  kept->start_value = g_memdup2(self->start_value, n * sizeof(double));
  kept->kind = self->kind;
  kept->formulation = self->formulation;
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  kept->method = self->method;
  kept->method_set = self->method != options.method;
  kept->tolerance = self->tolerance;
  kept->tolerance_set = self->tolerance != options.rtol;
  kept->comparison = noslip_simulation_comparison(self);
  kept->playhead = self->playhead;
  return kept;
}

static void
restore_values(NoslipSimulation *self, const NoslipKept *kept)
{
  const NoslipSystem *system = self->system, *before = kept->system;
  for (guint i = 0; i < before->n_parameters; i++) {
    int at = noslip_system_parameter(system, before->parameters[i].name);
    if (at >= 0 && system->parameters[at].value == before->parameters[i].value)
      self->parameters[at] = kept->parameters[i];
  }
  for (guint i = 0; i < noslip_simulation_n_starts(before); i++)
    for (guint j = 0; kept->start_set[i] && j < noslip_simulation_n_starts(system); j++)
      if (g_str_equal(noslip_simulation_start_name(before, i), noslip_simulation_start_name(system, j))) {
        self->start_set[j] = TRUE;
        self->start_value[j] = kept->start_value[i];
      }
}

void
noslip_simulation_restore(NoslipSimulation *self, const NoslipKept *kept)
{
  restore_values(self, kept);
  if (self->system->dynamics == kept->system->dynamics) {
    self->kind = kept->kind;
    self->formulation = kept->formulation;
  }
  if (kept->method_set)
    self->method = kept->method;
  if (kept->tolerance_set)
    self->tolerance = kept->tolerance;
  noslip_simulation_set_comparison(self, kept->comparison);
  /* the time is reached as soon as it is computed: until then the picture waits for it */
  noslip_playhead_seek(&self->playhead, noslip_playhead_time(&kept->playhead));
  if (noslip_playhead_is_marked(&kept->playhead))
    noslip_playhead_set_loop(&self->playhead, kept->playhead.looping, kept->playhead.loop_from, kept->playhead.loop_to);
  if (kept->playhead.state == NOSLIP_PLAYING)
    noslip_playhead_play(&self->playhead);
}

void
noslip_kept_free(NoslipKept *kept)
{
  if (!kept)
    return;
  g_free(kept->parameters);
  g_free(kept->start_set);
  g_free(kept->start_value);
  noslip_comparison_free(kept->comparison);
  noslip_channel_release(kept->channel, kept->system, (GDestroyNotify) noslip_system_unref);
  g_free(kept);
}
