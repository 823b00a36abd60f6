/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/load.h"

#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <string.h>

void
test_report(const NoslipDiagnostics *diagnostics)
{
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *message = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_test_message("%s", message);
  }
}

NoslipSystem *
test_parse(const char *text, const char *file, const char *id)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipSystem *system = noslip_language_system(text, -1, file, id, diagnostics);
  if (system == NULL)
    test_report(diagnostics);
  g_assert_nonnull(system);
  return system;
}

NoslipSystem *
test_catalogue(const char *id)
{
  g_autofree char *name = g_strdup_printf("%s.noslip", id);
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
  g_autofree char *text = NULL;
  g_autoptr(GError) error = NULL;
  gsl_set_error_handler_off();
  g_file_get_contents(file, &text, NULL, &error);
  g_assert_no_error(error);
  return test_parse(text, name, id);
}

NoslipSystem *
test_text(const char *text)
{
  gsl_set_error_handler_off();
  return test_parse(text, "test.noslip", "test");
}

NoslipSystem *
test_statements(const char *statements)
{
  g_autofree char *text = g_strconcat("noslip 1\n", statements, NULL);
  return test_text(text);
}

NoslipSystem *
test_open(const char *what)
{
  return strstr(what, "noslip 1") != NULL ? test_text(what) : test_catalogue(what);
}
