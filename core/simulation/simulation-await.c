/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Waiting for rows after a change, for a part of a frame. */
#include "core/simulation/simulation-private.h"

void
noslip_simulation_await(NoslipSimulation *self, gint64 longest)
{
  gint64 deadline = g_get_monotonic_time() + longest;
  self->patience.longest = longest;
  if (!noslip_runs_awaits(&self->runs) || self->patience.in_vain)
    return;
  while (noslip_runs_awaits(&self->runs) && noslip_channel_wait(self->channel, deadline))
    noslip_simulation_poll(self);
  self->patience.in_vain = noslip_runs_awaits(&self->runs);
}
