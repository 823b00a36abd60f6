/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/readings.h"

#include <math.h>
#include <string.h>

struct _NoslipReadings {
  const NoslipRuns *runs;
  NoslipInstruments *instruments; /* or NULL */
  NoslipTapeWorkspace *energy_work;
  double *energy_state;                /* x, y */
  NoslipQuantities *energy_quantities; /* that energy_work belongs to */
};

NoslipReadings *
noslip_readings_new(const NoslipRuns *runs)
{
  NoslipReadings *self = g_new0(NoslipReadings, 1);
  self->runs = runs;
  return self;
}

void
noslip_readings_take(NoslipReadings *self, NoslipInstruments *instruments)
{
  NoslipChannel *channel = self->runs->channel;
  g_clear_pointer(&self->energy_work, noslip_tape_workspace_free);
  g_clear_pointer(&self->energy_state, g_free);
  noslip_channel_release(channel, g_steal_pointer(&self->energy_quantities), (GDestroyNotify) noslip_quantities_unref);
  noslip_channel_release(channel, self->instruments, (GDestroyNotify) noslip_instruments_free);
  self->instruments = instruments;
}

void
noslip_readings_forget(NoslipReadings *self)
{
  noslip_readings_take(self, NULL);
}

void
noslip_readings_free(NoslipReadings *self)
{
  noslip_readings_forget(self);
  g_free(self);
}

const NoslipInstruments *
noslip_readings_instruments(const NoslipReadings *self)
{
  return self->instruments;
}

gboolean
noslip_readings_bracket(NoslipReadings *self, double *values, double *jacobiators)
{
  const NoslipInstruments *instruments = self->instruments;
  const double *parameters = NULL, *row = noslip_runs_sample(self->runs, 0, &parameters);
  if (!instruments || !instruments->brackets || !row)
    return FALSE;
  gboolean vakonomic = noslip_runs_primary(self->runs)->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  if ((instruments->kind == NOSLIP_DYNAMICS_VAKONOMIC) != vakonomic)
    return FALSE; /* it has no mu, or other momenta */
  noslip_bracket_table_set_time(instruments->brackets, row[0]);
  noslip_bracket_table_evaluate(
      instruments->brackets, parameters, row + noslip_row_x(self->runs->system), row + noslip_row_y(self->runs->system),
      vakonomic ? row + noslip_row_lambda(self->runs->system) : NULL, NULL, values, jacobiators, NULL);
  return TRUE;
}

gboolean
noslip_readings_prepare_energy(NoslipReadings *self)
{
  const NoslipRunView *primary = noslip_runs_primary(self->runs);
  const double *parameters = NULL, *row = noslip_runs_sample(self->runs, 0, &parameters);
  if (!row || !primary->quantities)
    return FALSE;
  guint size = self->runs->system->m + self->runs->system->n;
  if (self->energy_quantities != primary->quantities) {
    g_clear_pointer(&self->energy_work, noslip_tape_workspace_free);
    noslip_channel_release(self->runs->channel, self->energy_quantities, (GDestroyNotify) noslip_quantities_unref);
    self->energy_quantities = noslip_quantities_ref(primary->quantities);
    self->energy_work = noslip_tape_workspace_new(primary->quantities->energy_tape);
    self->energy_state = g_renew(double, self->energy_state, size + 1);
  }
  noslip_tape_set_constants(self->energy_work, parameters);
  memcpy(self->energy_state, row + noslip_row_x(self->runs->system), size * sizeof(double));
  return TRUE;
}

double
noslip_readings_energy(NoslipReadings *self, guint fibre_x, double x, guint fibre_y, double y)
{
  double energy = NAN;
  if (!self->energy_work || fibre_x >= self->runs->system->n || fibre_y >= self->runs->system->n)
    return energy;
  double *at_x = &self->energy_state[self->runs->system->m + fibre_x],
         *at_y = &self->energy_state[self->runs->system->m + fibre_y];
  double kept_x = *at_x, kept_y = *at_y;
  *at_x = x;
  *at_y = y;
  noslip_tape_evaluate(self->energy_work, self->energy_state, &energy);
  *at_x = kept_x;
  *at_y = kept_y;
  return energy;
}
