/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/language/declared.h"

static void
declared_free(gpointer data)
{
  NoslipDeclaredName *declared = data;
  g_free(declared->name);
  g_free(declared);
}

/* A statement that declares a name, "(parameter|let|…)", the name, and what may follow it. */
static GRegex *
declaration_regex(void)
{
  guint n = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  g_autoptr(GString) pattern = g_string_new("^[ \\t]*(");
  for (guint i = 0, listed = 0; i < n; i++)
    if (!g_str_equal(statements[i].declares, "nothing"))
      g_string_append_printf(pattern, "%s%s", listed++ > 0 ? "|" : "", statements[i].keyword);
  g_string_append(pattern, ")[ \\t]+([\\p{L}_][\\p{L}\\p{Nd}_₀-₉]*)(?=[ \\t]*([=:#]|$|[\\p{L}\"]))");
  return g_regex_new(pattern->str, G_REGEX_MULTILINE | G_REGEX_OPTIMIZE, 0, NULL);
}

static const NoslipStatementHelp *
statement_of(const char *keyword)
{
  guint n = 0, i = 0;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  while (i < n && !g_str_equal(statements[i].keyword, keyword))
    i++;
  return &statements[i];
}

GPtrArray *
noslip_language_declared(const char *text)
{
  GPtrArray *list = g_ptr_array_new_with_free_func(declared_free);
  g_autoptr(GHashTable) known = g_hash_table_new(g_str_hash, g_str_equal);
  g_autoptr(GRegex) regex = declaration_regex();
  g_autoptr(GMatchInfo) match = NULL;
  for (g_regex_match(regex, text, 0, &match); g_match_info_matches(match); g_match_info_next(match, NULL)) {
    g_autofree char *keyword = g_match_info_fetch(match, 1);
    NoslipDeclaredName *declared = g_new(NoslipDeclaredName, 1);
    *declared = (NoslipDeclaredName){g_match_info_fetch(match, 2), statement_of(keyword)};
    if (g_hash_table_add(known, declared->name))
      g_ptr_array_add(list, declared);
    else
      declared_free(declared);
  }
  return list;
}
