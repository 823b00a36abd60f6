/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/finder/conserved-find.h"

#include "core/system/state.h"
#include "tests/core/load.h"

NoslipConserved *
test_find_conserved(const char *text, guint degree, guint64 seed)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  const NoslipConservedOptions options = {.degree = degree, .seed = seed};
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  NoslipConserved *found = noslip_conserved_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  for (guint i = 0; i < found->found->len; i++)
    g_test_message("%s", ((const NoslipConservedItem *) found->found->pdata[i])->expression);
  return found;
}
