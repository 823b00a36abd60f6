/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/library/core.h"

G_DEFINE_BOXED_TYPE(NoslipDiagnostic, noslip_diagnostic, noslip_diagnostic_copy, noslip_diagnostic_free)
G_DEFINE_BOXED_TYPE(NoslipDiagnostics, noslip_diagnostics, noslip_diagnostics_copy, noslip_diagnostics_free)

NoslipDiagnostics *
noslip_diagnostics_copy(const NoslipDiagnostics *diagnostics)
{
  NoslipDiagnostics *copy = noslip_diagnostics_new();
  for (guint i = 0; i < diagnostics->list->len; i++)
    noslip_diagnostics_add(copy, noslip_diagnostic_copy(diagnostics->list->pdata[i]));
  return copy;
}

guint
noslip_diagnostics_get_n(const NoslipDiagnostics *diagnostics)
{
  return diagnostics->list->len;
}

const NoslipDiagnostic *
noslip_diagnostics_get(const NoslipDiagnostics *diagnostics, guint index)
{
  if (index >= diagnostics->list->len)
    return NULL;
  return diagnostics->list->pdata[index];
}

const char *
noslip_diagnostic_get_severity(const NoslipDiagnostic *diagnostic)
{
  static const char *const words[] = {[NOSLIP_NOTE] = "note", [NOSLIP_WARNING] = "warning", [NOSLIP_ERROR] = "error"};
  return words[diagnostic->severity];
}

const char *
noslip_diagnostic_get_code(const NoslipDiagnostic *diagnostic)
{
  return noslip_diagnostic_slug(diagnostic->code);
}

guint
noslip_diagnostic_get_line(const NoslipDiagnostic *diagnostic)
{
  return diagnostic->place.line;
}

guint
noslip_diagnostic_get_column(const NoslipDiagnostic *diagnostic)
{
  return diagnostic->place.column;
}

const char *
noslip_diagnostic_get_message(const NoslipDiagnostic *diagnostic)
{
  return diagnostic->cause;
}

const char *
noslip_diagnostic_get_hint(const NoslipDiagnostic *diagnostic)
{
  return diagnostic->remedy;
}
