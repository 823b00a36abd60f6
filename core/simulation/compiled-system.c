/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/compiled-system.h"

#include <glib/gi18n.h>

void
noslip_compiled_system_clear(NoslipCompiledSystem *self, NoslipChannel *channel)
{
  for (guint i = 0; self->formulations && i < self->formulations->len; i++) {
    NoslipCompiled *compiled = &g_array_index(self->formulations, NoslipCompiled, i);
    g_clear_pointer(&compiled->dynamics, noslip_dynamics_unref);
    g_clear_pointer(&compiled->error, noslip_diagnostic_free);
  }
  g_clear_pointer(&self->formulations, g_array_unref);
  noslip_channel_release(channel, g_steal_pointer(&self->pushes), (GDestroyNotify) noslip_pushes_free);
  for (guint i = 0; i < G_N_ELEMENTS(self->quantities); i++) {
    noslip_channel_release(channel, self->quantities[i], (GDestroyNotify) noslip_quantities_unref);
    self->quantities[i] = NULL;
    noslip_channel_release(channel, self->judges[i].claims, (GDestroyNotify) noslip_claims_free);
    noslip_channel_release(channel, self->judges[i].watch, (GDestroyNotify) noslip_watch_free);
    self->judges[i] = (NoslipJudges){0};
  }
  noslip_channel_release(channel, self->system, (GDestroyNotify) noslip_system_unref);
  self->system = NULL;
}

void
noslip_compiled_system_adopt(NoslipCompiledSystem *self, NoslipSystem *system, NoslipChannel *channel)
{
  if (self->system == system)
    return;
  noslip_compiled_system_clear(self, channel);
  self->system = noslip_system_ref(system);
  self->formulations = g_array_new(FALSE, FALSE, sizeof(NoslipCompiled));
  self->pushes = noslip_pushes_new(system);
}

const NoslipCompiled *
noslip_compiled_system_compile(NoslipCompiledSystem *self, const NoslipFormulation *formulation)
{
  for (guint i = 0; i < self->formulations->len; i++)
    if (g_array_index(self->formulations, NoslipCompiled, i).formulation == formulation)
      return &g_array_index(self->formulations, NoslipCompiled, i);
  NoslipCompiled compiled = {.formulation = formulation};
  compiled.dynamics = noslip_dynamics_new(formulation, self->system, &compiled.error);
  if (!compiled.dynamics && !compiled.error)
    compiled.error = noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_REFUSED, NULL, _("choose another formulation"),
                                           _("%s does not apply to this system"), _(formulation->title));
  g_array_append_val(self->formulations, compiled);
  return &g_array_index(self->formulations, NoslipCompiled, self->formulations->len - 1);
}

NoslipQuantities *
noslip_compiled_system_quantities(NoslipCompiledSystem *self, NoslipDynamicsKind kind)
{
  if (!self->quantities[kind])
    self->quantities[kind] = noslip_quantities_new(self->system, kind);
  return self->quantities[kind];
}

NoslipJudges
noslip_compiled_system_judges(NoslipCompiledSystem *self, NoslipDynamicsKind kind)
{
  NoslipJudges *judges = &self->judges[kind];
  if (!judges->watch) {
    g_autoptr(NoslipDiagnostics) ignored = noslip_diagnostics_new(); /* already reported when the text was loaded */
    judges->claims = noslip_claims_new(self->system, kind, ignored);
    judges->watch = noslip_watch_new(self->system, kind);
    return *judges;
  }
  if (judges->claims)
    noslip_claims_reset(judges->claims);
  noslip_watch_reset(judges->watch);
  return *judges;
}
