/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The protocol: messages with a header "Content-Length: N" and N bytes of JSON-RPC, one after the other. */
#include "app/cli/server/server.h"

#include "app/cli/json.h"
#include "core/base/version.h"

#include <stdio.h>
#include <string.h>

#define MESSAGE_MOST (64 * 1024 * 1024) /* bytes */
#define LINE_MOST 1024                  /* of a header */

/* Errors of JSON-RPC and the protocol. */
enum { PARSE_ERROR = -32700, INVALID_REQUEST = -32600, NO_METHOD = -32601, NO_PARAMETERS = -32602, NOT_READY = -32002 };

typedef struct {
  GHashTable *documents; /* uri -> ServerDocument */
  gboolean ready, shut, ended;
  gboolean snippets; /* the client fills in the fields of a completed statement */
} Server;

/* A message's JSON; NULL at the end of the input, or if it is not a message. Free with g_free(). */
static char *
read_message(gsize *length)
{
  char line[LINE_MOST];
  guint64 announced = 0;
  gboolean known = FALSE;
  for (;;) {
    if (fgets(line, sizeof line, stdin) == NULL)
      return NULL;
    g_strchomp(line);
    if (*line == '\0')
      break;
    if (g_ascii_strncasecmp(line, "Content-Length:", 15) == 0)
      known = g_ascii_string_to_unsigned(g_strstrip(line + 15), 10, 0, MESSAGE_MOST, &announced, NULL);
  }
  if (!known)
    return NULL;
  char *text = g_malloc((gsize) announced + 1);
  *length = fread(text, 1, (gsize) announced, stdin);
  text[*length] = '\0';
  if (*length == announced)
    return text;
  g_free(text);
  return NULL;
}

static void
send_message(JsonBuilder *builder)
{
  g_autofree char *text = cli_json_text(builder);
  printf("Content-Length: %" G_GSIZE_FORMAT "\r\n\r\n%s", strlen(text), text);
  fflush(stdout);
}

static JsonBuilder *
begin_message(void)
{
  JsonBuilder *builder = json_builder_new();
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "jsonrpc");
  json_builder_add_string_value(builder, "2.0");
  return builder;
}

/* The answer to a request, up to the result. */
static JsonBuilder *
begin_result(JsonNode *id)
{
  JsonBuilder *builder = begin_message();
  json_builder_set_member_name(builder, "id");
  json_builder_add_value(builder, json_node_copy(id));
  json_builder_set_member_name(builder, "result");
  return builder;
}

static void
send_error(JsonNode *id, int code, const char *message)
{
  g_autoptr(JsonBuilder) builder = begin_message();
  json_builder_set_member_name(builder, "id");
  if (id != NULL)
    json_builder_add_value(builder, json_node_copy(id));
  else
    json_builder_add_null_value(builder);
  json_builder_set_member_name(builder, "error");
  json_builder_begin_object(builder);
  cli_json_member_int(builder, "code", code);
  cli_json_member_string(builder, "message", message);
  json_builder_end_object(builder);
  json_builder_end_object(builder);
  send_message(builder);
}

/* Members that may be missing or of another type: a client may send anything. */
static JsonObject *
member_object(JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
  return node != NULL && JSON_NODE_HOLDS_OBJECT(node) ? json_node_get_object(node) : NULL;
}

static const char *
member_string(JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
  return node != NULL && JSON_NODE_HOLDS_VALUE(node) && json_node_get_value_type(node) == G_TYPE_STRING
             ? json_node_get_string(node)
             : NULL;
}

static gint64
member_int(JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
  return node != NULL && JSON_NODE_HOLDS_VALUE(node) ? MAX(0, json_node_get_int(node)) : 0;
}

static gboolean
member_boolean(JsonObject *object, const char *name)
{
  JsonNode *node = object != NULL ? json_object_get_member(object, name) : NULL;
  return node != NULL && JSON_NODE_HOLDS_VALUE(node) && json_node_get_boolean(node);
}

static void
send_diagnostics(const char *uri, ServerDocument *document)
{
  g_autoptr(JsonBuilder) builder = begin_message();
  cli_json_member_string(builder, "method", "textDocument/publishDiagnostics");
  json_builder_set_member_name(builder, "params");
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "uri", uri);
  json_builder_set_member_name(builder, "diagnostics");
  if (document != NULL) {
    server_build_diagnostics(builder, document);
  } else {
    json_builder_begin_array(builder);
    json_builder_end_array(builder);
  }
  json_builder_end_object(builder);
  json_builder_end_object(builder);
  send_message(builder);
}

/* The text of the last change: always the whole text, as negotiated. */
static const char *
changed_text(JsonObject *params)
{
  JsonNode *node = params != NULL ? json_object_get_member(params, "contentChanges") : NULL;
  if (node == NULL || !JSON_NODE_HOLDS_ARRAY(node))
    return NULL;
  JsonArray *changes = json_node_get_array(node);
  guint n = json_array_get_length(changes);
  JsonNode *last = n > 0 ? json_array_get_element(changes, n - 1) : NULL;
  return last != NULL && JSON_NODE_HOLDS_OBJECT(last) ? member_string(json_node_get_object(last), "text") : NULL;
}

static void
notify(Server *server, const char *method, JsonObject *params)
{
  JsonObject *about = member_object(params, "textDocument");
  const char *uri = member_string(about, "uri"), *text = member_string(about, "text");
  if (uri == NULL)
    return;
  ServerDocument *document = g_hash_table_lookup(server->documents, uri);
  if (strcmp(method, "textDocument/didOpen") == 0 && text != NULL) {
    document = server_document_new(uri, text);
    g_hash_table_replace(server->documents, g_strdup(uri), document);
    send_diagnostics(uri, document);
  } else if (strcmp(method, "textDocument/didChange") == 0 && document != NULL && changed_text(params) != NULL) {
    server_document_set_text(document, changed_text(params));
    send_diagnostics(uri, document);
  } else if (strcmp(method, "textDocument/didClose") == 0 && document != NULL) {
    g_hash_table_remove(server->documents, uri);
    send_diagnostics(uri, NULL);
  }
}

static void
send_capabilities(JsonNode *id)
{
  g_autoptr(JsonBuilder) builder = begin_result(id);
  json_builder_begin_object(builder);
  json_builder_set_member_name(builder, "capabilities");
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "positionEncoding", "utf-16");
  cli_json_member_int(builder, "textDocumentSync", 1); /* the whole text */
  json_builder_set_member_name(builder, "completionProvider");
  json_builder_begin_object(builder);
  json_builder_end_object(builder);
  cli_json_member_boolean(builder, "hoverProvider", TRUE);
  cli_json_member_boolean(builder, "documentFormattingProvider", TRUE);
  cli_json_member_boolean(builder, "codeActionProvider", TRUE);
  json_builder_end_object(builder);
  json_builder_set_member_name(builder, "serverInfo");
  json_builder_begin_object(builder);
  cli_json_member_string(builder, "name", "noslip");
  cli_json_member_string(builder, "version", noslip_version());
  json_builder_end_object(builder);
  json_builder_end_object(builder);
  json_builder_end_object(builder);
  send_message(builder);
}

/* FALSE if the request is not about a text. */
static gboolean
answer_about_text(Server *server, const char *method, JsonNode *id, JsonObject *params)
{
  gboolean completion = strcmp(method, "textDocument/completion") == 0;
  gboolean hover = strcmp(method, "textDocument/hover") == 0;
  gboolean formatting = strcmp(method, "textDocument/formatting") == 0;
  gboolean action = strcmp(method, "textDocument/codeAction") == 0;
  if (!completion && !hover && !formatting && !action)
    return FALSE;
  const char *uri = member_string(member_object(params, "textDocument"), "uri");
  const ServerDocument *document = uri != NULL ? g_hash_table_lookup(server->documents, uri) : NULL;
  if (document == NULL) {
    send_error(id, NO_PARAMETERS, "this text is not open");
    return TRUE;
  }
  JsonObject *place = member_object(params, "position"), *range = member_object(params, "range");
  gsize offset = server_offset(document->text, member_int(place, "line"), member_int(place, "character"));
  g_autoptr(JsonBuilder) builder = begin_result(id);
  if (completion)
    server_build_completion(builder, document, offset, server->snippets);
  else if (hover)
    server_build_hover(builder, document, offset);
  else if (action)
    server_build_actions(builder, document, member_int(member_object(range, "start"), "line"),
                         member_int(member_object(range, "end"), "line"));
  else
    server_build_formatting(builder, document);
  json_builder_end_object(builder);
  send_message(builder);
  return TRUE;
}

static void
answer(Server *server, const char *method, JsonNode *id, JsonObject *params)
{
  if (strcmp(method, "initialize") == 0) {
    static const char *const path[] = {"capabilities", "textDocument", "completion", "completionItem"};
    for (guint i = 0; i < G_N_ELEMENTS(path); i++)
      params = member_object(params, path[i]);
    server->snippets = member_boolean(params, "snippetSupport");
    server->ready = TRUE;
    send_capabilities(id);
  } else if (!server->ready) {
    send_error(id, NOT_READY, "initialize comes first");
  } else if (server->shut) {
    send_error(id, INVALID_REQUEST, "the server was shut down");
  } else if (strcmp(method, "shutdown") == 0) {
    server->shut = TRUE;
    g_autoptr(JsonBuilder) builder = begin_result(id);
    json_builder_add_null_value(builder);
    json_builder_end_object(builder);
    send_message(builder);
  } else if (!answer_about_text(server, method, id, params)) {
    send_error(id, NO_METHOD, "this method is not known");
  }
}

static void
take_message(Server *server, const char *text, gsize length)
{
  g_autoptr(JsonParser) parser = json_parser_new();
  JsonNode *root =
      json_parser_load_from_data(parser, text, (gssize) length, NULL) ? json_parser_get_root(parser) : NULL;
  if (root == NULL) {
    send_error(NULL, PARSE_ERROR, "this is no JSON");
    return;
  }
  JsonObject *message = JSON_NODE_HOLDS_OBJECT(root) ? json_node_get_object(root) : NULL;
  const char *method = member_string(message, "method");
  JsonNode *id = message != NULL ? json_object_get_member(message, "id") : NULL;
  if (message == NULL || (method == NULL && !json_object_has_member(message, "result")))
    send_error(NULL, INVALID_REQUEST, "this is no message of the protocol");
  else if (method != NULL && id != NULL)
    answer(server, method, id, member_object(message, "params"));
  else if (method != NULL && strcmp(method, "exit") == 0)
    server->ended = TRUE;
  else if (method != NULL && server->ready)
    notify(server, method, member_object(message, "params"));
}

static int
run(int argc, char **argv)
{
  const GOptionEntry entries[] = {{NULL}};
  if (!cli_parse(&cli_language_server, entries, &argc, &argv, 0, 0))
    return CLI_INPUT;
  if (argc > 0) {
    cli_message("error: language-server takes no arguments; an editor starts it");
    return CLI_INPUT;
  }
  Server server = {.documents =
                       g_hash_table_new_full(g_str_hash, g_str_equal, g_free, (GDestroyNotify) server_document_free)};
  char *text;
  gsize length;
  while (!server.ended && (text = read_message(&length)) != NULL) {
    take_message(&server, text, length);
    g_free(text);
  }
  g_hash_table_unref(server.documents);
  return server.shut ? CLI_DONE : CLI_FAILED;
}

const CliCommand cli_language_server = {
    .name = "language-server",
    .usage = NULL,
    .summary = "Serve editors of systems: the Language Server Protocol on standard input and output.",
    .details = "It gives diagnostics as one types, fixes of them, completion, hover and formatting. Exit status 0 "
               "where the editor shut\n"
               "it down before it ended it, else 1.",
    .example = "noslip-cli language-server </dev/null; true",
    .run = run,
};
