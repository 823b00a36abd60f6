/* SPDX-License-Identifier: GPL-3.0-or-later */
/* language-server: the Language Server Protocol on standard input and output, based on the language's own tables. */
#pragma once

#include "app/cli/cli.h"

#include <json-glib/json-glib.h>

/* A text that an editor has open. */
typedef struct {
  char *text;
  char *path; /* the path of its URI, or the URI */
  char *uri;
  NoslipDiagnostics *diagnostics; /* of the text as last reported, or NULL */
  NoslipSystem *system;           /* of the last text without errors; or NULL */
} ServerDocument;

ServerDocument *server_document_new(const char *uri, const char *text);
void server_document_free(ServerDocument *document);
void server_document_set_text(ServerDocument *document, const char *text);

/* Positions: lines from 0, columns in UTF-16 units, as in the protocol; here, bytes of the text. */
gsize server_offset(const char *text, gint64 line, gint64 column);
void server_build_position(JsonBuilder *builder, const char *name, const char *text, gsize offset);
/* "range": from one byte to another. */
void server_build_range(JsonBuilder *builder, const char *text, gsize from, gsize to);

/* From a line and a column in characters, both from 1, to bytes. */
gsize server_place_offset(const char *text, guint line, guint column);

/* Each adds a value to the builder. */
void server_build_diagnostic(JsonBuilder *builder, const char *text, const NoslipDiagnostic *diagnostic);
void server_build_diagnostics(JsonBuilder *builder, ServerDocument *document);
/* With `snippets`, statements have fields to be filled in; only for clients that know them. */
void server_build_completion(JsonBuilder *builder, const ServerDocument *document, gsize offset, gboolean snippets);
void server_build_hover(JsonBuilder *builder, const ServerDocument *document, gsize offset);
/* The fixes for the lines from..to (from 0), as edits. */
void server_build_actions(JsonBuilder *builder, const ServerDocument *document, gint64 from, gint64 to);
void server_build_formatting(JsonBuilder *builder, const ServerDocument *document);

/* noslip-cli --grammar: a TextMate grammar of the language. Returns the exit status. */
int server_write_grammar(void);
/* noslip-cli --grammar tree-sitter: its grammar.js. Returns the exit status. */
int server_write_tree_sitter(void);
/* noslip-cli --grammar highlights: its highlights.scm. Returns the exit status. */
int server_write_highlights(void);
