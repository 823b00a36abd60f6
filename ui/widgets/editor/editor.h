/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The editor: the text of the system that runs. The simulation's worker reads typed text a moment later; a valid text
 * replaces the running system, an invalid one shows its problems and changes nothing. Unsaved text is kept as a draft.
 *
 * Signals: "changed" where the document, its file or whether it is saved changed. */
#pragma once

#include "core/simulation/simulation.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_EDITOR (noslip_editor_get_type())
G_DECLARE_FINAL_TYPE(NoslipEditor, noslip_editor, NOSLIP, EDITOR, GtkWidget)

GtkWidget *noslip_editor_new(void);
/* The document is the text that the simulation read last. NULL before the simulation is freed. */
void noslip_editor_set_simulation(NoslipEditor *editor, NoslipSimulation *simulation);
void noslip_editor_changed(NoslipEditor *editor, NoslipChange change);
void noslip_editor_set_dark(NoslipEditor *editor, gboolean dark);

const char *noslip_editor_file(NoslipEditor *editor);     /* or NULL: it has none yet */
char *noslip_editor_name(NoslipEditor *editor);           /* the displayed name; free with g_free() */
gboolean noslip_editor_is_original(NoslipEditor *editor); /* of the catalogue: it is saved elsewhere */
gboolean noslip_editor_is_modified(NoslipEditor *editor);
GtkTextBuffer *noslip_editor_buffer(NoslipEditor *editor);
GtkWidget *noslip_editor_text_widget(NoslipEditor *editor);               /* the widget that receives keys */
void noslip_editor_go_to(NoslipEditor *editor, guint line, guint column); /* counted from 1 */
/* Adds a line at the end of the text, as one step that can be undone, and shows it. */
void noslip_editor_add_line(NoslipEditor *editor, const char *line);

/* Writes the text; the old file is kept until the new one is complete. `done` gets NULL or an error. */
typedef void (*NoslipEditorSaved)(NoslipEditor *editor, const char *error, gpointer data);
void noslip_editor_save(NoslipEditor *editor, const char *file, NoslipEditorSaved done, gpointer data);
void noslip_editor_revert(NoslipEditor *editor); /* to the saved text; can be undone */
/* A text that a crash left unsaved. `base` is noslip_draft_base() of the file's text from which it was made, or NULL;
 * if the file has another text now, the user is shown both. */
void noslip_editor_recover(NoslipEditor *editor, const char *file, const char *base, const char *text);
/* Discards the unsaved changes: no draft of them is kept. */
void noslip_editor_discard(NoslipEditor *editor);
/* Waits until the draft is written; FALSE if it cannot be. */
gboolean noslip_editor_flush_draft(NoslipEditor *editor);
/* Shows the meaning of the word under the cursor. */
void noslip_editor_show_help(NoslipEditor *editor);

/* A small system as a start; free with g_free(). */
char *noslip_editor_template(void);
