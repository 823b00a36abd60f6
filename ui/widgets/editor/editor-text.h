/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of a system as GtkSourceView shows it: highlighted, with problems underlined and their messages beside the
 * lines. */
#pragma once

#include "core/base/diagnostic.h"

#include <gtksourceview/gtksource.h>

#define NOSLIP_TYPE_EDITOR_TEXT (noslip_editor_text_get_type())
G_DECLARE_FINAL_TYPE(NoslipEditorText, noslip_editor_text, NOSLIP, EDITOR_TEXT, GtkSourceView)

GtkWidget *noslip_editor_text_new(void);
/* Underlines errors and warnings; NULL: none. They belong to the present text. */
void noslip_editor_text_show_problems(NoslipEditorText *text, const NoslipDiagnostics *diagnostics);
/* Applies the fix of the diagnostic with this index in the list shown. FALSE if there is none. */
gboolean noslip_editor_text_fix(NoslipEditorText *text, guint index);
/* The index of the first problem with a fix in the line of the cursor, else in the text; -1 if there is none. */
int noslip_editor_text_fix_here(NoslipEditorText *text);
/* Whether it is shown without colours, because a line is too long. */
gboolean noslip_editor_text_has_long_line(NoslipEditorText *text);
/* The problem at a position of the text: its cause and remedy, or NULL. Free with g_free(). */
char *noslip_editor_text_problem_at(NoslipEditorText *text, const GtkTextIter *iter);
/* The name at a position (letters, digits and primes), or NULL. Free with g_free(). */
char *noslip_editor_text_word_at(const GtkTextIter *iter);
/* Puts the cursor there (counted from 1) and makes it visible. */
void noslip_editor_text_go_to(NoslipEditorText *text, guint line, guint column);
/* Whether the line of the cursor is visible. */
gboolean noslip_editor_text_sees_cursor(NoslipEditorText *text);
/* Scrolls to it immediately if it is not visible. */
void noslip_editor_text_show_cursor(NoslipEditorText *text);
/* The same after the next layout: the editor may be hidden now, or just about to be shown. */
void noslip_editor_text_show_cursor_soon(NoslipEditorText *text);
/* Releases what GtkSourceView 5.6 would keep for ever: its gutter and the view refer to each other. The view must not
 * be shown afterwards. */
void noslip_editor_text_retire(NoslipEditorText *text);
void noslip_editor_text_set_dark(NoslipEditorText *text, gboolean dark);
