/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion, hover and formatting: the definitions of a word in the language and in the last valid text. */
#include "app/cli/server/server.h"

#include "core/language/declared.h"
#include "core/language/words.h"

#include <string.h>

/* Kinds of the protocol. */
enum { KIND_FUNCTION = 3, KIND_VARIABLE = 6, KIND_KEYWORD = 14, KIND_SNIPPET = 15, KIND_CONSTANT = 21 };

/* A name that the text declares. */
typedef void (*NameFunction)(gpointer data, const char *name, const char *statement, const char *detail);

static char *
detail_of(const char *what, const char *unit, const char *description)
{
  GString *text = g_string_new(what);
  if (unit != NULL)
    g_string_append_printf(text, " (%s)", unit);
  if (description != NULL)
    g_string_append_printf(text, ": %s", description);
  return g_string_free(text, FALSE);
}

static void
each_name_of_system(const NoslipSystem *system, NameFunction function, gpointer data)
{
  for (guint i = 0; system != NULL && i < system->n_parameters; i++) {
    const NoslipParameter *parameter = &system->parameters[i];
    g_autofree char *what = g_strdup_printf("parameter = %g", parameter->value);
    g_autofree char *detail = detail_of(what, parameter->unit, parameter->description);
    function(data, parameter->name, "parameter", detail);
  }
  for (guint i = 0; system != NULL && i < system->m; i++) {
    const NoslipCoordinate *coordinate = &system->coordinates[i];
    g_autofree char *detail = detail_of("coordinate", coordinate->unit, coordinate->description);
    g_autofree char *velocity = g_strconcat(coordinate->name, "'", NULL);
    function(data, coordinate->name, "coordinate", detail);
    function(data, velocity, "coordinate", "velocity of the coordinate");
  }
  for (guint i = 0; system != NULL && i < system->n; i++) {
    const NoslipFibre *fibre = &system->fibres[i];
    g_autofree char *detail = detail_of("velocity", fibre->unit, fibre->description);
    if (!g_str_has_suffix(fibre->name, "'"))
      function(data, fibre->name, "velocity", detail);
  }
  for (guint i = 0; system != NULL && i < system->n_lets; i++)
    function(data, system->lets[i].name, "let", "abbreviation");
  for (guint i = 0; system != NULL && i < system->n_observables; i++)
    function(data, system->observables[i].name, "observable", "observable");
  for (guint i = 0; system != NULL && i < system->k; i++)
    function(data, system->constraints[i].name, "constraint", "constraint");
}

static void
add_known(gpointer data, const char *name, const char *statement, const char *detail)
{
  g_hash_table_add(data, g_strdup(name));
}

/* The names of the last text without errors, then those that only the present text declares. */
static void
each_name(const ServerDocument *document, NameFunction function, gpointer data)
{
  g_autoptr(GHashTable) known = g_hash_table_new_full(g_str_hash, g_str_equal, g_free, NULL);
  each_name_of_system(document->system, add_known, known);
  each_name_of_system(document->system, function, data);
  g_autoptr(GPtrArray) declared = noslip_language_declared(document->text);
  for (guint i = 0; i < declared->len; i++) {
    const NoslipDeclaredName *entry = declared->pdata[i];
    const char *keyword = entry->statement->keyword;
    g_autofree char *velocity = g_strconcat(entry->name, "'", NULL);
    if (g_hash_table_contains(known, entry->name))
      continue;
    function(data, entry->name, keyword, strcmp(keyword, "let") == 0 ? "abbreviation" : keyword);
    if (strcmp(keyword, "coordinate") == 0)
      function(data, velocity, keyword, "velocity of the coordinate");
  }
}

static void
build_item(JsonBuilder *builder, const char *label, int kind, const char *detail, const char *snippet)
{
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "label");
  json_builder_add_string_value(builder, label);
  json_builder_set_member_name(builder, "kind");
  json_builder_add_int_value(builder, kind);
  json_builder_set_member_name(builder, "detail");
  json_builder_add_string_value(builder, detail);
  if (snippet != NULL) {
    json_builder_set_member_name(builder, "insertText");
    json_builder_add_string_value(builder, snippet);
    json_builder_set_member_name(builder, "insertTextFormat");
    json_builder_add_int_value(builder, 2);
  }
  json_builder_end_object(builder);
}

static void
build_name(gpointer data, const char *name, const char *statement, const char *detail)
{
  build_item(data, name, strcmp(statement, "parameter") == 0 ? KIND_CONSTANT : KIND_VARIABLE, detail, NULL);
}

/* The first word of the line up to `offset`, where another one follows it; else NULL. Free with g_free(). */
static char *
statement_before(const char *text, gsize offset)
{
  gsize start = offset;
  while (start > 0 && text[start - 1] != '\n')
    start--;
  while (start < offset && g_ascii_isspace(text[start]))
    start++;
  gsize end = start;
  while (end < offset && !g_ascii_isspace(text[end]))
    end++;
  return end < offset ? g_strndup(text + start, end - start) : NULL;
}

void
server_build_completion(JsonBuilder *builder, const ServerDocument *document, gsize offset, gboolean snippets)
{
  g_autofree char *statement = statement_before(document->text, offset);
  guint n;
  json_builder_begin_array(builder);
  if (statement == NULL) {
    const NoslipStatementHelp *statements = noslip_language_statements(&n);
    for (guint i = 0; i < n; i++)
      build_item(builder, statements[i].keyword, snippets ? KIND_SNIPPET : KIND_KEYWORD, statements[i].meaning,
                 snippets ? statements[i].snippet : NULL);
  } else {
    const char *form, *shape;
    for (guint i = 0; strcmp(statement, "draw") == 0 && (shape = noslip_language_shape(i, &form)) != NULL; i++)
      build_item(builder, shape, KIND_KEYWORD, form, NULL);
    each_name(document, build_name, builder);
    const NoslipWordHelp *words = noslip_language_words(&n);
    for (guint i = 0; i < n; i++)
      build_item(builder, words[i].name, words[i].function ? KIND_FUNCTION : KIND_CONSTANT, words[i].meaning, NULL);
  }
  json_builder_end_array(builder);
}

typedef struct {
  const char *word;
  char *help;
} Search;

static void
find_name(gpointer data, const char *name, const char *statement, const char *detail)
{
  Search *search = data;
  if (search->help == NULL && strcmp(name, search->word) == 0)
    search->help = g_strdup_printf("**%s** %s", name, detail);
}

/* The meaning of a word, as Markdown; NULL if unknown. Free with g_free(). */
static char *
help_of(const ServerDocument *document, const char *word)
{
  Search search = {.word = word};
  guint n;
  each_name(document, find_name, &search);
  const NoslipStatementHelp *statements = noslip_language_statements(&n);
  for (guint i = 0; i < n && search.help == NULL; i++)
    if (strcmp(statements[i].keyword, word) == 0)
      search.help = g_strdup_printf("```\n%s\n```\n%s\n\nExample: `%s`", statements[i].form, statements[i].meaning,
                                    statements[i].example);
  const NoslipWordHelp *words = noslip_language_words(&n);
  for (guint i = 0; i < n && search.help == NULL; i++)
    if (strcmp(words[i].name, word) == 0)
      search.help = g_strdup_printf("`%s` %s", words[i].form, words[i].meaning);
  return search.help;
}

void
server_build_hover(JsonBuilder *builder, const ServerDocument *document, gsize offset)
{
  g_autoptr(GArray) tokens = noslip_language_tokens(document->text, -1);
  for (guint i = 0; i < tokens->len; i++) {
    const NoslipTokenSpan *span = &g_array_index(tokens, NoslipTokenSpan, i);
    if (offset < span->start || offset >= span->end ||
        (span->kind != NOSLIP_TOKEN_KEYWORD && span->kind != NOSLIP_TOKEN_NAME && span->kind != NOSLIP_TOKEN_FUNCTION))
      continue;
    g_autofree char *word = g_strndup(document->text + span->start, span->end - span->start);
    g_autofree char *help = help_of(document, word);
    if (help == NULL)
      break;
    json_builder_begin_object(builder);
    json_builder_set_member_name(builder, "contents");
    json_builder_begin_object(builder);
    json_builder_set_member_name(builder, "kind");
    json_builder_add_string_value(builder, "markdown");
    json_builder_set_member_name(builder, "value");
    json_builder_add_string_value(builder, help);
    json_builder_end_object(builder);
    server_build_range(builder, document->text, span->start, span->end);
    json_builder_end_object(builder);
    return;
  }
  json_builder_add_null_value(builder);
}

void
server_build_formatting(JsonBuilder *builder, const ServerDocument *document)
{
  g_autofree char *formatted = cli_format_text(document->text);
  json_builder_begin_array(builder);
  if (formatted != NULL && strcmp(formatted, document->text) != 0) {
    json_builder_begin_object(builder);
    server_build_range(builder, document->text, 0, strlen(document->text));
    json_builder_set_member_name(builder, "newText");
    json_builder_add_string_value(builder, formatted);
    json_builder_end_object(builder);
  }
  json_builder_end_array(builder);
}
