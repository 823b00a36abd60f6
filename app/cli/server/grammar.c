/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A TextMate grammar, for editors without a language server; generated from the table of statements. */
#include "app/cli/server/server.h"

#include "app/cli/json.h"
#include "core/language/language.h"
#include "core/language/words.h"

static void
build_rule(JsonBuilder *builder, const char *scope, const char *match)
{
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", scope);
  cli_json_member_string(builder, "match", match);
  json_builder_end_object(builder);
}

static char *
alternatives(GPtrArray *words, const char *before, const char *after)
{
  g_ptr_array_add(words, NULL);
  g_autofree char *joined = g_strjoinv("|", (char **) words->pdata);
  return g_strconcat(before, "(", joined, ")", after, NULL);
}

int
server_write_grammar(void)
{
  g_autoptr(JsonBuilder) builder = json_builder_new();
  g_autoptr(GPtrArray) keywords = g_ptr_array_new(), functions = g_ptr_array_new();
  guint n, n_words;
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  const NoslipWordHelp *words = noslip_language_words(&n_words);
  for (guint i = 0; i < n; i++)
    g_ptr_array_add(keywords, (char *) statements[i].keyword);
  for (guint i = 0; i < n_words; i++)
    if (words[i].function)
      g_ptr_array_add(functions, (char *) words[i].name);
  g_autofree char *statement = alternatives(keywords, "^\\s*", "\\b");
  g_autofree char *function = alternatives(functions, "\\b", "\\b(?=\\s*\\()");
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", "Noslip");
  cli_json_member_string(builder, "scopeName", "source.noslip");
  json_builder_set_member_name(builder, "fileTypes");
  json_builder_begin_array(builder);
  json_builder_add_string_value(builder, "noslip");
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "patterns");
  json_builder_begin_array(builder);
  build_rule(builder, "comment.line.number-sign.noslip", "#.*$");
  build_rule(builder, "string.quoted.double.noslip", "\"(\\\\.|[^\"\\\\])*\"");
  build_rule(builder, "keyword.control.noslip", statement);
  build_rule(builder, "support.function.noslip", function);
  build_rule(builder, "constant.numeric.noslip", "(?<![\\w.])(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?");
  build_rule(builder, "constant.language.noslip", "\\b(pi|t|energy|kinetic|potential|lagrangian)\\b");
  build_rule(builder, "variable.other.noslip", "[\\p{L}_][\\p{L}\\p{N}_]*['′]*");
  build_rule(builder, "keyword.operator.noslip", "[-+*/^=<>]|\\.\\.");
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  return cli_json_print(builder);
}
