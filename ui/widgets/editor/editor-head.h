/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of the editor: the name of the text, and its actions. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_EDITOR_HEAD (noslip_editor_head_get_type())
G_DECLARE_FINAL_TYPE(NoslipEditorHead, noslip_editor_head, NOSLIP, EDITOR_HEAD, GtkBox)

/* Signal "find": opens the search. `buffer` is borrowed; `statements`, the popover of the button that inserts one, is
 * taken. */
GtkWidget *noslip_editor_head_new(GtkTextBuffer *buffer, GtkWidget *statements);
void noslip_editor_head_set_title(NoslipEditorHead *head, const char *title);
/* Sets the names of the next undo and redo. */
void noslip_editor_head_set_names(NoslipEditorHead *head, const char *undo, const char *redo);
