/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/finder/equilibria-find.h"

#include "core/system/state.h"

#include <string.h>

NoslipEquilibria *
test_find_equilibria(NoslipSystem *system, NoslipEquilibriaOptions options, guint n_near, const Value *near)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  g_autofree double *start = g_memdup2(xy, sizeof(double) * (system->m + system->n));
  for (guint i = 0; i < n_near; i++)
    for (guint j = 0; j < system->m + system->n; j++)
      if (strcmp(noslip_state_name(system, j), near[i].name) == 0)
        start[j] = near[i].value;
  options.near = n_near > 0 ? start : NULL;
  options.seed = MAX(options.seed, 1);
  NoslipEquilibria *found = noslip_equilibria_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  return found;
}

const NoslipEquilibrium *
test_first_equilibrium(const NoslipEquilibria *found)
{
  g_assert_cmpuint(found->equilibria->len, >, 0);
  return found->equilibria->pdata[0];
}
