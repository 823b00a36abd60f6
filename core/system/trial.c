/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/system/trial.h"

#include "core/system/coordinates.h"

#include <string.h>

int
noslip_trial_find(const NoslipSystem *system, const char *name)
{
  for (guint i = 0; i < system->n_trials; i++)
    if (strcmp(system->trials[i].name, name) == 0)
      return (int) i;
  return -1;
}

/* Entries of coordinates follow the entries of the coordinates that they use, entries of velocities follow all
 * coordinates: values not set by earlier entries are those of `initial`. */
void
noslip_trial_overrides(const NoslipSystem *system, guint trial, const double *parameters, guint n_overrides,
                       const NoslipOverride *overrides, GArray *values)
{
  const NoslipTrial *chosen = &system->trials[trial];
  guint n_symbols = system->n_parameters + system->m;
  g_autofree NoslipExpr *symbols = noslip_exprs_new(n_symbols);
  g_autofree double *numbers = g_new0(double, (gsize) n_symbols + 1);
  if (n_overrides > 0)
    g_array_append_vals(values, overrides, n_overrides);
  for (guint i = 0; i < system->n_parameters; i++) {
    symbols[i] = system->parameters[i].symbol;
    numbers[i] = parameters[i];
  }
  for (guint i = 0; i < system->m; i++)
    symbols[system->n_parameters + i] = system->coordinates[i].symbol;
  for (guint i = 0; i < chosen->n_entries; i++) {
    const NoslipInitial *entry = &chosen->entries[i];
    if (noslip_override_find(n_overrides, overrides, entry->name) != NULL)
      continue;
    noslip_coordinates_initial(system, parameters, values->len, (const NoslipOverride *) (gpointer) values->data,
                               numbers + system->n_parameters, NULL);
    NoslipOverride value = {entry->name, noslip_expr_value(system->graph, entry->value, n_symbols, symbols, numbers)};
    g_array_append_val(values, value);
  }
}
