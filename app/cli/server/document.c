/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/cli/server/server.h"

#include "app/cli/stranger.h"
#include "core/catalogue/catalogue.h"
#include "core/language/language.h"

#include <string.h>

ServerDocument *
server_document_new(const char *uri, const char *text)
{
  ServerDocument *document = g_new0(ServerDocument, 1);
  document->path = g_filename_from_uri(uri, NULL, NULL);
  if (document->path == NULL)
    document->path = g_strdup(uri);
  document->uri = g_strdup(uri);
  document->text = g_strdup(text);
  return document;
}

void
server_document_free(ServerDocument *document)
{
  if (document == NULL)
    return;
  noslip_system_unref(document->system);
  g_free(document->text);
  g_free(document->path);
  g_free(document->uri);
  noslip_diagnostics_free(document->diagnostics);
  g_free(document);
}

void
server_document_set_text(ServerDocument *document, const char *text)
{
  g_free(document->text);
  document->text = g_strdup(text);
}

/* The byte at which a line (from 0) begins; the end of the text if it has fewer lines. */
static gsize
line_start(const char *text, gint64 line)
{
  const char *c = text;
  for (; line > 0 && *c != '\0'; line--) {
    c += strcspn(c, "\n");
    c += *c == '\n';
  }
  return (gsize) (c - text);
}

static guint
utf16_units(gunichar c)
{
  return c >= 0x10000 ? 2 : 1;
}

gsize
server_offset(const char *text, gint64 line, gint64 column)
{
  const char *c = text + line_start(text, line);
  while (column > 0 && *c != '\0' && *c != '\n') {
    column -= utf16_units(g_utf8_get_char(c));
    c = g_utf8_next_char(c);
  }
  return (gsize) (c - text);
}

void
server_build_position(JsonBuilder *builder, const char *name, const char *text, gsize offset)
{
  gint64 line = 0, column = 0;
  const char *start = text;
  for (const char *c = text; c < text + offset && *c != '\0'; c++)
    if (*c == '\n') {
      line++;
      start = c + 1;
    }
  for (const char *c = start; c < text + offset && *c != '\0'; c = g_utf8_next_char(c))
    column += utf16_units(g_utf8_get_char(c));
  json_builder_set_member_name(builder, name);
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "line");
  json_builder_add_int_value(builder, line);
  json_builder_set_member_name(builder, "character");
  json_builder_add_int_value(builder, column);
  json_builder_end_object(builder);
}

void
server_build_range(JsonBuilder *builder, const char *text, gsize from, gsize to)
{
  json_builder_set_member_name(builder, "range");
  json_builder_begin_object(builder);
  server_build_position(builder, "start", text, from);
  server_build_position(builder, "end", text, to);
  json_builder_end_object(builder);
}

gsize
server_place_offset(const char *text, guint line, guint column)
{
  const char *c = text + line_start(text, line > 0 ? line - 1 : 0);
  for (guint i = 1; i < column && *c != '\0' && *c != '\n'; i++)
    c = g_utf8_next_char(c);
  return (gsize) (c - text);
}

void
server_build_diagnostic(JsonBuilder *builder, const char *text, const NoslipDiagnostic *diagnostic)
{
  static const int severities[] = {[NOSLIP_ERROR] = 1, [NOSLIP_WARNING] = 2, [NOSLIP_NOTE] = 3};
  const NoslipPlace *place = &diagnostic->place;
  g_autofree char *message = diagnostic->remedy != NULL
                                 ? g_strdup_printf("%s; %s", diagnostic->cause, diagnostic->remedy)
                                 : g_strdup(diagnostic->cause);
  json_builder_begin_object(builder);
  server_build_range(builder, text, server_place_offset(text, place->line, place->column),
                     server_place_offset(text, place->line, place->column + MAX(place->length, 1)));
  json_builder_set_member_name(builder, "severity");
  json_builder_add_int_value(builder, severities[diagnostic->severity]);
  json_builder_set_member_name(builder, "code");
  json_builder_add_string_value(builder, noslip_diagnostic_slug(diagnostic->code));
  json_builder_set_member_name(builder, "source");
  json_builder_add_string_value(builder, "noslip");
  json_builder_set_member_name(builder, "message");
  json_builder_add_string_value(builder, message);
  json_builder_end_object(builder);
}

void
server_build_diagnostics(JsonBuilder *builder, ServerDocument *document)
{
  noslip_diagnostics_free(document->diagnostics);
  NoslipDiagnostics *diagnostics = document->diagnostics = noslip_diagnostics_new();
  g_autofree char *id = g_path_get_basename(document->path);
  NoslipSystem *system = noslip_catalogue_system(document->text, -1, document->path, id, cli_stranger, diagnostics);
  if (system != NULL) {
    noslip_system_unref(document->system);
    document->system = system;
  }
  json_builder_begin_array(builder);
  for (guint i = 0; i < diagnostics->list->len; i++)
    server_build_diagnostic(builder, document->text, diagnostics->list->pdata[i]);
  json_builder_end_array(builder);
}
