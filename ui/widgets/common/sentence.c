/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/common/sentence.h"

#include <string.h>

/* x', lambda(blade) and names declared in the text. */
static gboolean
begins_with_name(const NoslipSystem *system, const char *clause)
{
  g_autofree char *word = g_strndup(clause, strcspn(clause, " ,;:"));
  for (const char *c = word; *c; c = g_utf8_next_char(c))
    if (!g_unichar_isalpha(g_utf8_get_char(c)))
      return TRUE;
  NoslipExpr unused;
  return system && noslip_system_lookup(system, word, &unused);
}

char *
noslip_sentence(const NoslipSystem *system, const char *clause)
{
  GString *text = g_string_new(NULL);
  const char *rest = clause;
  if (*clause && !begins_with_name(system, clause)) {
    g_string_append_unichar(text, g_unichar_toupper(g_utf8_get_char(clause)));
    rest = g_utf8_next_char(clause);
  }
  g_string_append(text, rest);
  if (text->len > 0 && !strchr(".!?", text->str[text->len - 1]))
    g_string_append_c(text, '.');
  return g_string_free(text, FALSE);
}

char *
noslip_clause(const NoslipDiagnostic *diagnostic, const char *otherwise)
{
  if (!diagnostic)
    return g_strdup(otherwise);
  return diagnostic->remedy ? g_strdup_printf("%s; %s", diagnostic->cause, diagnostic->remedy)
                            : g_strdup(diagnostic->cause);
}
