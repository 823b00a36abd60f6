/* SPDX-License-Identifier: GPL-3.0-or-later */
/* textDocument/codeAction: the fixes that come with diagnostics. */
#include "app/cli/json.h"
#include "app/cli/server/server.h"

#include <string.h>

/* A short description of a fix, for a menu. */
static char *
title_of(const NoslipDiagnostic *diagnostic)
{
  const char *text = diagnostic->fix + strspn(diagnostic->fix, "\n ");
  g_autofree char *line = g_strndup(text, strcspn(text, "\n"));
  g_strchomp(line);
  if (*line == '\0')
    return g_strdup(*diagnostic->fix == '\n' ? "Begin a new line" : "Remove this");
  return g_strdup_printf("Write %s", line);
}

static void
build_action(JsonBuilder *builder, const ServerDocument *document, const NoslipDiagnostic *diagnostic)
{
  const NoslipPlace *place = &diagnostic->fixed;
  g_autofree char *title = title_of(diagnostic);
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "title", title);
  cli_json_member_string(builder, "kind", "quickfix");
  json_builder_set_member_name(builder, "diagnostics");
  json_builder_begin_array(builder);
  server_build_diagnostic(builder, document->text, diagnostic);
  json_builder_end_array(builder);
  json_builder_set_member_name(builder, "edit");
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "changes");
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, document->uri);
  json_builder_begin_array(builder);
  json_builder_begin_object(builder);
  server_build_range(builder, document->text, server_place_offset(document->text, place->line, place->column),
                     server_place_offset(document->text, place->line, place->column + place->length));
  cli_json_member_string(builder, "newText", diagnostic->fix);
  json_builder_end_object(builder);
  json_builder_end_array(builder);
  json_builder_end_object(builder);
  json_builder_end_object(builder);
  json_builder_end_object(builder);
}

void
server_build_actions(JsonBuilder *builder, const ServerDocument *document, gint64 from, gint64 to)
{
  json_builder_begin_array(builder);
  for (guint i = 0; document->diagnostics != NULL && i < document->diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = document->diagnostics->list->pdata[i];
    gint64 line = (gint64) diagnostic->place.line - 1;
    if (diagnostic->fix != NULL && line >= from && line <= to)
      build_action(builder, document, diagnostic);
  }
  json_builder_end_array(builder);
}
