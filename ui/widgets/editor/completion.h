/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for the editor: statements (with a form to fill in), functions, predefined names, and names declared by the
 * last valid text; each with a short explanation. */
#pragma once

#include "core/language/language.h"
#include "ui/widgets/common/undo-names.h"

#include <gtksourceview/gtksource.h>

#define NOSLIP_TYPE_COMPLETION (noslip_completion_get_type())
G_DECLARE_FINAL_TYPE(NoslipCompletion, noslip_completion, NOSLIP, COMPLETION, GObject)

NoslipCompletion *noslip_completion_new(void);
/* Names that the system declares; a reference is kept. */
void noslip_completion_set_system(NoslipCompletion *completion, NoslipSystem *system);
/* Names declared by the present text, valid or not. */
void noslip_completion_set_text(NoslipCompletion *completion, const char *text);
/* The names of undo and redo, which get that of a completion. Borrowed. */
void noslip_completion_set_undo_names(NoslipCompletion *completion, NoslipUndoNames *names);
/* The meaning of a word in a few lines, or NULL. Free with g_free(). */
char *noslip_completion_help(NoslipCompletion *completion, const char *word);
/* Its section in the manual, "language.md#constraint", or NULL. Free with g_free(). */
char *noslip_completion_page(NoslipCompletion *completion, const char *word);
/* Whether the system's text declares it. */
gboolean noslip_completion_declares(NoslipCompletion *completion, const char *word);
/* Names that start with `prefix` after the text `before` of the same line: statements if that is blank, shapes after
 * `draw`, then missing arguments of the shape and names; an array of strings. */
GPtrArray *noslip_completion_names(NoslipCompletion *completion, const char *prefix, const char *before);
