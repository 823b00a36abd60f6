/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of the next undo and redo of a text. The buffer's own history performs them; this only follows it by
 * counting inserted and deleted characters. */
#pragma once

#include <gtk/gtk.h>

typedef enum {
  NOSLIP_EDIT_TYPING,
  NOSLIP_EDIT_DELETION,
  NOSLIP_EDIT_CUT,
  NOSLIP_EDIT_PASTE,
  NOSLIP_EDIT_COMPLETION,
  NOSLIP_EDIT_STATEMENT,
  NOSLIP_EDIT_REPLACE,
  NOSLIP_EDIT_REVERT,
  NOSLIP_EDIT_RELOAD,
  NOSLIP_EDIT_FIX,
  NOSLIP_N_EDITS
} NoslipEdit;

typedef struct _NoslipUndoNames NoslipUndoNames;

/* Follows the buffer of a view until it is freed; `changed` is called when the names may have changed. */
NoslipUndoNames *noslip_undo_names_new(GtkTextView *view, void (*changed)(gpointer data), gpointer data);
void noslip_undo_names_free(NoslipUndoNames *names);
/* The changes between these two are of one kind. They do not nest. */
void noslip_undo_names_begin(NoslipUndoNames *names, NoslipEdit edit);
void noslip_undo_names_end(NoslipUndoNames *names);
/* The history was thrown away. */
void noslip_undo_names_clear(NoslipUndoNames *names);
/* "Undo typing"; "Undo" if there is nothing. */
const char *noslip_undo_names_undo(NoslipUndoNames *names);
const char *noslip_undo_names_redo(NoslipUndoNames *names);
