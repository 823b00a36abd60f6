/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/reduction.h"

#include "core/catalogue/catalogue.h"

#include <string.h>

/* Errors without a place of their own are about the statement. */
static void
report_at(const NoslipDiagnostics *diagnostics, const NoslipSystem *system, const NoslipReduction *reduction)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    NoslipDiagnostic *diagnostic = diagnostics->list->pdata[i];
    if (diagnostic->file == NULL && diagnostic->place.line == 0)
      diagnostic->place = reduction->place;
    if (diagnostic->file == NULL && system->text != NULL)
      noslip_diagnostic_locate(diagnostic, system->text, strlen(system->text), system->file);
  }
  cli_report(diagnostics);
}

NoslipReductionReport *
cli_reduction_check(const CliProblem *problem, guint reduction)
{
  NoslipSystem *system = problem->system;
  const NoslipReduction *statement = &system->reductions[reduction];
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) other = noslip_catalogue_load_beside(system, statement->system, diagnostics);
  g_autoptr(NoslipMorphism) morphism =
      other != NULL ? noslip_morphism_new(system, reduction, other, diagnostics) : NULL;
  if (morphism != NULL)
    return noslip_reduction_check(morphism, 0, &cli_cancelled);
  report_at(diagnostics, system, statement);
  return NULL;
}
