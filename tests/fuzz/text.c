/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a system through lexer and parser, and the tokens that the editor colours. */
#include "tests/fuzz/fuzz.h"

#include "core/language/source.h"

int
LLVMFuzzerInitialize(int *argc, char ***argv)
{
  return 0;
}

static void
check_tokens(const char *text, gsize size)
{
  g_autoptr(GArray) tokens = noslip_language_tokens(text, (gssize) size);
  gsize end = 0;
  for (guint i = 0; i < tokens->len; i++) {
    const NoslipTokenSpan *span = &g_array_index(tokens, NoslipTokenSpan, i);
    g_assert_cmpuint(span->start, >=, end);
    g_assert_cmpuint(span->end, >, span->start);
    end = span->end;
  }
  g_assert_cmpuint(end, <=, size);
}

int
LLVMFuzzerTestOneInput(const guint8 *data, gsize size)
{
  g_autofree char *text = g_strndup((const char *) data, size);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(Source) source = noslip_source_new((const char *) data, size, diagnostics);
  if (noslip_source_lex(source, FALSE)) {
    noslip_source_parse(source);
    fuzz_count(diagnostics->n_errors == 0 ? "texts without an error" : "texts with errors");
  }
  noslip_diagnostics_locate(diagnostics, (const char *) data, size, "fuzz");
  for (guint i = 0; i < diagnostics->list->len; i++) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, i));
    g_assert_true(g_utf8_validate(line, -1, NULL));
  }
  check_tokens((const char *) data, size);
  return 0;
}
