/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The system language, version 1: from text to system. */
#pragma once

#include "core/system/system.h"

/* Parses, builds and checks `text` (`length` bytes, -1 for NUL-terminated). `file` is what diagnostics call it, `id`
 * what the system is called. Returns NULL where there was an error; `diagnostics` has them all, in the order of the
 * text, with notes and warnings. Any bytes may be given; at most NOSLIP_LANGUAGE_MOST_BYTES are read. */
#define NOSLIP_LANGUAGE_MOST_BYTES (4 * 1024 * 1024)
NoslipSystem *noslip_language_system(const char *text, gssize length, const char *file, const char *id,
                                     NoslipDiagnostics *diagnostics);

/* The text that `include "NAME"` means, for g_free(), with its length; NULL with an error. */
typedef char *(*NoslipIncludeReader)(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics);
/* The same, of a text that may include others. */
NoslipSystem *noslip_language_system_including(const char *text, gssize length, const char *file, const char *id,
                                               NoslipIncludeReader reader, gpointer data,
                                               NoslipDiagnostics *diagnostics);
/* The same, without a look at the initial state: for callers that start it with other values, and judge those. */
NoslipSystem *noslip_language_system_unstarted(const char *text, gssize length, const char *file, const char *id,
                                               NoslipIncludeReader reader, gpointer data,
                                               NoslipDiagnostics *diagnostics);

/* The course of an input, an expression of t and parameters, in place of the one that the text gives. */
typedef struct {
  const char *name;
  const char *expr;
} NoslipCourse;
/* The system read again with these courses, without a look at the initial state. NULL with errors. */
NoslipSystem *noslip_language_drive(const NoslipSystem *system, guint n_courses, const NoslipCourse *courses,
                                    NoslipDiagnostics *diagnostics);
/* The system read again with inputs that a hand moves (core/system/hand.h), `written` being the one that was given; the
 * same system where it has no inputs, or where that cannot be read. Returns a reference. */
NoslipSystem *noslip_language_by_hand(NoslipSystem *system);

/* An expression over a system, as `bracket --of` and plots take it: formal operators allowed. The handle belongs to
 * `graph`, a copy of the system's graph (or a graph grown from a copy). FALSE with an error. */
gboolean noslip_language_expression(const NoslipSystem *system, NoslipGraph *graph, const char *text, NoslipExpr *expr,
                                    NoslipDiagnostics *diagnostics);

/* The tables that the parser itself uses, for the reference manual, the editor and completion. */
typedef struct {
  const char *keyword; /* "coordinate" */
  const char *form;    /* "coordinate NAME [angle] [in LO .. HI] [unit \"…\"] [\"…\"]" */
  const char *meaning; /* one sentence, to be translated */
  const char *example; /* a line that parses in the language's test harness */
  const char *snippet; /* what completion inserts: what must be given, each field as ${1:NAME} */
  const char *heading; /* its place in the manual, language.md#HEADING */
  const char *editor;  /* style of the keyword in data/noslip.lang */
} NoslipStatementHelp;
const NoslipStatementHelp *noslip_language_statements(guint *n);
const char *const *noslip_language_functions(guint *n);
/* The word of the i-th shape of `draw`, and its grammar; NULL behind the last one. */
const char *noslip_language_shape(guint i, const char **form);

/* The tokens of a text, for highlighting: never fails. */
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
