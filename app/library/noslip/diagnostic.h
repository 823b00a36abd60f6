/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Errors, warnings and notes about a text, a value or a motion, with their place and a hint. */
#pragma once

#include <glib-object.h>

G_BEGIN_DECLS

#ifndef NOSLIP_CORE /* within the library the types are not opaque */
/**
 * NoslipDiagnostic:
 *
 * An error, a warning or a note.
 */
typedef struct _NoslipDiagnostic NoslipDiagnostic;
/**
 * NoslipDiagnostics:
 *
 * A list of them, which functions add to.
 */
typedef struct _NoslipDiagnostics NoslipDiagnostics;
#endif

GType noslip_diagnostic_get_type(void);
GType noslip_diagnostics_get_type(void);

/**
 * noslip_diagnostics_new:
 *
 * Returns: (transfer full): an empty list; free with noslip_diagnostics_free().
 */
NoslipDiagnostics *noslip_diagnostics_new(void);
/**
 * noslip_diagnostics_copy: (skip)
 * @diagnostics: a list
 *
 * Returns: (transfer full): a copy of it and of all that it holds.
 */
NoslipDiagnostics *noslip_diagnostics_copy(const NoslipDiagnostics *diagnostics);
/**
 * noslip_diagnostics_free: (skip)
 * @diagnostics: a list
 */
void noslip_diagnostics_free(NoslipDiagnostics *diagnostics);
/**
 * noslip_diagnostics_get_n:
 * @diagnostics: a list
 *
 * Returns: how many it holds.
 */
guint noslip_diagnostics_get_n(const NoslipDiagnostics *diagnostics);
/**
 * noslip_diagnostics_get:
 * @diagnostics: a list
 * @index: from 0
 *
 * Returns: (transfer none): one of them, which lives as long as the list.
 */
const NoslipDiagnostic *noslip_diagnostics_get(const NoslipDiagnostics *diagnostics, guint index);

/**
 * noslip_diagnostic_copy: (skip)
 * @diagnostic: a diagnostic
 *
 * Returns: (transfer full): a copy.
 */
NoslipDiagnostic *noslip_diagnostic_copy(const NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_free: (skip)
 * @diagnostic: a diagnostic
 */
void noslip_diagnostic_free(NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_get_severity:
 * @diagnostic: a diagnostic
 *
 * Returns: "error", "warning" or "note".
 */
const char *noslip_diagnostic_get_severity(const NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_get_code:
 * @diagnostic: a diagnostic
 *
 * Returns: a short name that stays the same, such as "unknown-name".
 */
const char *noslip_diagnostic_get_code(const NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_get_line:
 * @diagnostic: a diagnostic
 *
 * Returns: the line of the text, from 1; 0 if it has no place.
 */
guint noslip_diagnostic_get_line(const NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_get_column:
 * @diagnostic: a diagnostic
 *
 * Returns: the column in characters, from 1.
 */
guint noslip_diagnostic_get_column(const NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_get_message:
 * @diagnostic: a diagnostic
 *
 * Returns: what is wrong, one clause.
 */
const char *noslip_diagnostic_get_message(const NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_get_hint:
 * @diagnostic: a diagnostic
 *
 * Returns: (nullable): what to do about it.
 */
const char *noslip_diagnostic_get_hint(const NoslipDiagnostic *diagnostic);
/**
 * noslip_diagnostic_format:
 * @diagnostic: a diagnostic
 *
 * Returns: (transfer full): "FILE:LINE:COLUMN: error: what; hint", the line of the text and a caret.
 */
char *noslip_diagnostic_format(const NoslipDiagnostic *diagnostic);

G_END_DECLS
