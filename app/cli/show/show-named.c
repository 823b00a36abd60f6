/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of JSON with names for their parts where they are too long to be read. */
#include "app/cli/json.h"
#include "app/cli/show/show.h"

CliNamed
cli_show_named(const NoslipPortrait *portrait, guint n, const NoslipExpr *exprs)
{
  const NoslipGraph *graph = portrait->model->graph;
  CliNamed named = {graph, exprs, NULL};
  gboolean is_long = FALSE;
  for (guint i = 0; i < n && !is_long; i++)
    is_long = noslip_expr_size(graph, exprs[i], NOSLIP_PORTRAIT_MOST_SYMBOLS) >= NOSLIP_PORTRAIT_MOST_SYMBOLS;
  if (is_long)
    named.naming = noslip_document_naming(portrait->system, graph, n, exprs);
  if (named.naming != NULL) {
    named.graph = named.naming->graph;
    named.exprs = named.naming->exprs;
  }
  return named;
}

char *
cli_show_named_text(const CliNamed *named, guint i)
{
  if (named->naming == NULL &&
      noslip_expr_size(named->graph, named->exprs[i], NOSLIP_PORTRAIT_MOST_SYMBOLS) >= NOSLIP_PORTRAIT_MOST_SYMBOLS)
    return g_strdup_printf("(not written: more than %u symbols)", NOSLIP_PORTRAIT_MOST_SYMBOLS);
  return noslip_expr_text(named->graph, named->exprs[i]);
}

void
cli_show_named_member(JsonBuilder *builder, const CliNamed *named, const char *name, guint i)
{
  g_autofree char *text = cli_show_named_text(named, i);
  cli_json_member_string(builder, name, text);
}

void
cli_show_definitions_json(JsonBuilder *builder, const char *member, const NoslipNaming *naming)
{
  json_builder_set_member_name(builder, member);
  json_builder_begin_array(builder);
  for (guint i = 0; i < naming->n; i++) {
    g_autofree char *value = noslip_expr_text(naming->graph, naming->value[i]);
    g_autofree char *line = g_strdup_printf("%s = %s", noslip_expr_symbol_name(naming->graph, naming->name[i]), value);
    json_builder_add_string_value(builder, line);
  }
  json_builder_end_array(builder);
}

void
cli_show_named_end(JsonBuilder *builder, CliNamed *named, const char *name)
{
  if (named->naming == NULL)
    return;
  g_autofree char *member = g_strdup_printf("%s_definitions", name);
  cli_show_definitions_json(builder, member, named->naming);
  g_clear_pointer(&named->naming, noslip_naming_free);
}
