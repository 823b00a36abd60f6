/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Diagnostics: what is wrong, where, and what to do about it. Errors are values in the whole core: no function prints
 * or exits, and one pass may find many errors. */
#pragma once

#include <glib.h>

typedef enum {
  NOSLIP_NOTE,
  NOSLIP_WARNING,
  NOSLIP_ERROR,
} NoslipSeverity;

/* One line of diagnostic.def a code: NOSLIP_CODE(identifier, "slug", exit status, "what it means"). */
typedef enum {
#define NOSLIP_CODE(identifier, slug, status, meaning) NOSLIP_CODE_##identifier,
#include "core/base/diagnostic.def"
#undef NOSLIP_CODE
  NOSLIP_N_CODES
} NoslipCode;

/* A place in a text. Lines and columns start at 1, columns and length count characters (not bytes);
 * line 0 means "no place". What an `include` brought has the place of the include statement, and here the name of the
 * included text (interned, or NULL) and the line in it. */
typedef struct {
  guint line;
  guint column;
  guint length;
  guint inside_line;
  const char *inside;
} NoslipPlace;

typedef struct {
  NoslipSeverity severity;
  NoslipCode code;
  NoslipPlace place;
  char *file;          /* name to print, or NULL */
  char *cause;         /* what is wrong, one clause, no full stop */
  char *remedy;        /* what to do, one clause, or NULL */
  char *source_line;   /* the line of the text, or NULL; of a long one the part around the place, between "…" */
  guint source_column; /* of the place in source_line; 0: it is place.column */
  NoslipPlace fixed;   /* the text that the fix replaces; length 0 inserts before the column */
  char *fix;           /* the replacement, or NULL: no fix is known */
} NoslipDiagnostic;

/* For a place in an included text the cause begins with that text's name and line; no fix is then kept. */
NoslipDiagnostic *noslip_diagnostic_new(NoslipSeverity severity, NoslipCode code, const NoslipPlace *place,
                                        const char *remedy, const char *cause_format, ...) G_GNUC_PRINTF(5, 6);
NoslipDiagnostic *noslip_diagnostic_copy(const NoslipDiagnostic *diagnostic);
void noslip_diagnostic_free(NoslipDiagnostic *diagnostic);
/* Sets the replacement for the text at `place`. Does nothing if the diagnostic is NULL. */
void noslip_diagnostic_set_fix(NoslipDiagnostic *diagnostic, NoslipPlace place, const char *fix);
/* The text with the fix in it; NULL if there is no fix or the text has no such place. Free with g_free(). */
char *noslip_diagnostic_apply_fix(const NoslipDiagnostic *diagnostic, const char *text);
/* The exit status of the command line for this diagnostic: 2 wrong input, 3 the computation stopped, else 1. */
int noslip_diagnostic_status(const NoslipDiagnostic *diagnostic);
/* The short name of a code, "unknown-name". */
const char *noslip_diagnostic_slug(NoslipCode code);
/* "FILE:LINE:COLUMN: error: cause; remedy", the source line and a caret, each ended by a newline. Free with g_free().
 */
char *noslip_diagnostic_format(const NoslipDiagnostic *diagnostic);

/* The column of the place in source_line, for a caret below it; columns start at 1. */
guint noslip_diagnostic_source_column(const NoslipDiagnostic *diagnostic);

/* A list that keeps at most NOSLIP_DIAGNOSTICS_MOST errors (it counts the others) and any notes and warnings. */
#define NOSLIP_DIAGNOSTICS_MOST 20
typedef struct {
  GPtrArray *list; /* NoslipDiagnostic *, in the order of the text after noslip_diagnostics_sort() */
  guint n_errors;  /* all errors, including those that were not kept */
  guint n_raised;  /* the same and repeated ones: whether it grew tells if a step found an error */
} NoslipDiagnostics;

NoslipDiagnostics *noslip_diagnostics_new(void);
void noslip_diagnostics_free(NoslipDiagnostics *diagnostics);
/* Takes the diagnostic; the same code at the same place twice is kept once. Returns it, or NULL if it was not kept. */
NoslipDiagnostic *noslip_diagnostics_add(NoslipDiagnostics *diagnostics, NoslipDiagnostic *diagnostic);
void noslip_diagnostics_sort(NoslipDiagnostics *diagnostics);
/* Adds the file's name and the source line, taken from the text (`length` bytes), to diagnostics that lack them. */
void noslip_diagnostics_locate(NoslipDiagnostics *diagnostics, const char *text, gsize length, const char *file);
/* The same for one diagnostic. */
void noslip_diagnostic_locate(NoslipDiagnostic *diagnostic, const char *text, gsize length, const char *file);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDiagnostic, noslip_diagnostic_free)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipDiagnostics, noslip_diagnostics_free)
