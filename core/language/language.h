/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The system language, version 1: from text to system. */
#pragma once

#include "core/system/system.h"

/* Parses, builds and checks `text` (`length` bytes, -1 for NUL-terminated). `file` is its name in diagnostics, `id` the
 * name of the system. Returns NULL after an error; `diagnostics` has all of them, in the order of the text, with notes
 * and warnings. Any bytes are allowed; at most NOSLIP_LANGUAGE_MOST_BYTES are read. */
#define NOSLIP_LANGUAGE_MOST_BYTES (4 * 1024 * 1024)
NoslipSystem *noslip_language_system(const char *text, gssize length, const char *file, const char *id,
                                     NoslipDiagnostics *diagnostics);

/* Returns the text of `include "NAME"`, to be freed with g_free(), with its length; NULL with an error. */
typedef char *(*NoslipIncludeReader)(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics);
/* The same, for a text that may include others. */
NoslipSystem *noslip_language_system_including(const char *text, gssize length, const char *file, const char *id,
                                               NoslipIncludeReader reader, gpointer data,
                                               NoslipDiagnostics *diagnostics);
/* The same without computing the initial state, for callers that use other initial values and check those. */
NoslipSystem *noslip_language_system_unstarted(const char *text, gssize length, const char *file, const char *id,
                                               NoslipIncludeReader reader, gpointer data,
                                               NoslipDiagnostics *diagnostics);

/* The course of an input, an expression of t and parameters, which replaces the text's. */
typedef struct {
  const char *name;
  const char *expr;
} NoslipCourse;
/* Reads the system again with these courses, without computing the initial state. NULL with errors. */
NoslipSystem *noslip_language_drive(const NoslipSystem *system, guint n_courses, const NoslipCourse *courses,
                                    NoslipDiagnostics *diagnostics);
/* Reads the system again with inputs that are moved by hand (core/system/hand.h); `written` of the result is the
 * system for formulas. Returns a reference: to the same system if it has no inputs, or if reading fails. */
NoslipSystem *noslip_language_by_hand(NoslipSystem *system);
/* The system for formulas: an input is a parameter with rates, which are symbols ("Omega'"), since it may be moved.
 * Returns a reference: to the same system if it has no inputs, or if the course of one is an expression of t. */
NoslipSystem *noslip_language_for_formulas(NoslipSystem *system);

/* An expression over a system, as used by `bracket --of` and plots: formal operators are allowed. The handle belongs to
 * `graph`, a copy of the system's graph (or a graph grown from a copy). FALSE with an error. */
gboolean noslip_language_expression(const NoslipSystem *system, NoslipGraph *graph, const char *text, NoslipExpr *expr,
                                    NoslipDiagnostics *diagnostics);

/* The parser's own tables, for the reference manual, the editor and completion. */
typedef struct {
  const char *keyword;  /* "coordinate" */
  const char *form;     /* "coordinate NAME [angle] [in LO .. HI] [unit \"…\"] [\"…\"]" */
  const char *meaning;  /* one sentence, to be translated */
  const char *example;  /* a line that parses in the language's test harness */
  const char *snippet;  /* text that completion inserts: the required parts, each field as ${1:NAME} */
  const char *heading;  /* its place in the manual, language.md#HEADING */
  const char *editor;   /* style of the keyword in data/noslip.lang */
  const char *declares; /* kind of the name that it declares: "parameter", "fibre" …; "nothing" if it declares none */
} NoslipStatementHelp;
/* All statements, and the names of all functions: *n of them. */
const NoslipStatementHelp *noslip_language_statements(guint *n);
const char *const *noslip_language_functions(guint *n);
/* The word of the i-th shape of `draw`, and its grammar; NULL after the last one. */
const char *noslip_language_shape(guint i, const char **form);

/* The tokens of a text, for highlighting: always succeeds. */
typedef enum {
  NOSLIP_TOKEN_COMMENT,
  NOSLIP_TOKEN_KEYWORD,
  NOSLIP_TOKEN_NAME,
  NOSLIP_TOKEN_NUMBER,
  NOSLIP_TOKEN_STRING,
  NOSLIP_TOKEN_FUNCTION,
  NOSLIP_TOKEN_OPERATOR,
  NOSLIP_TOKEN_ERROR,
} NoslipTokenKind;
typedef struct {
  NoslipTokenKind kind;
  gsize start, end; /* bytes */
} NoslipTokenSpan;
GArray *noslip_language_tokens(const char *text, gssize length); /* of NoslipTokenSpan */
