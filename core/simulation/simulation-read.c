/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The bracket and the energy at the shared time. */
#include "core/simulation/simulation-private.h"

#include <math.h>
#include <string.h>

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
  const double *parameters = NULL, *row = noslip_runs_row(&self->runs, 0, &parameters);
  if (!instruments || !instruments->brackets || !row)
    return FALSE;
  gboolean vakonomic = noslip_runs_primary(&self->runs)->formulation->kind == NOSLIP_DYNAMICS_VAKONOMIC;
  if ((instruments->kind == NOSLIP_DYNAMICS_VAKONOMIC) != vakonomic)
    return FALSE; /* it has no mu, or not the same momenta */
  noslip_bracket_table_set_time(instruments->brackets, row[0]);
  noslip_bracket_table_evaluate(
      instruments->brackets, parameters, row + noslip_row_x(self->system), row + noslip_row_y(self->system),
      vakonomic ? row + noslip_row_lambda(self->system) : NULL, NULL, values, jacobiators, NULL);
  return TRUE;
}

gboolean
noslip_simulation_prepare_energy(NoslipSimulation *self)
{
  const NoslipRunView *primary = noslip_runs_primary(&self->runs);
  const double *parameters = NULL, *row = noslip_runs_row(&self->runs, 0, &parameters);
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
