/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of the window's system: its editor, its file, and the question before unsaved changes are lost.
 * Property "editing": the editor is wanted. Signals: "changed": whether the text is saved changed; "editor-created"
 * (GtkWidget *): to be placed somewhere; "message" (a sentence for the user). */
#pragma once

#include "ui/widgets/editor/editor.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SYSTEM_DOCUMENT (noslip_system_document_get_type())
G_DECLARE_FINAL_TYPE(NoslipSystemDocument, noslip_system_document, NOSLIP, SYSTEM_DOCUMENT, GObject)

/* Both are borrowed; dialogs stand over the window. */
NoslipSystemDocument *noslip_system_document_new(GtkWindow *window, NoslipSimulation *simulation);
void noslip_system_document_let_go(NoslipSystemDocument *document); /* of the simulation, before it is freed */
void noslip_system_document_changed(NoslipSystemDocument *document, NoslipChange change);
/* Created on the first call: nothing is spent on it where nobody edits. */
NoslipEditor *noslip_system_document_editor(NoslipSystemDocument *document);
NoslipEditor *noslip_system_document_existing_editor(NoslipSystemDocument *document); /* NULL if there is none yet */
void noslip_system_document_set_editing(NoslipSystemDocument *document, gboolean editing);
gboolean noslip_system_document_is_editing(NoslipSystemDocument *document);
gboolean noslip_system_document_has_unsaved(NoslipSystemDocument *document);
void noslip_system_document_save(NoslipSystemDocument *document); /* asks for a place where it has none of its own */
void noslip_system_document_save_as(NoslipSystemDocument *document);
void noslip_system_document_save_to(NoslipSystemDocument *document, const char *file);
void noslip_system_document_revert(NoslipSystemDocument *document);
void noslip_system_document_begin_new(NoslipSystemDocument *document); /* after unsaved changes were asked about */
/* A text that a crash left unsaved; `file` may be NULL. */
void noslip_system_document_recover(NoslipSystemDocument *document, const char *file, const char *base,
                                    const char *text);
/* Calls then(receiver, copy of `what`) now, or after unsaved changes were asked about; never where the user cancels or
 * `receiver` is gone by then. */
typedef void (*NoslipSystemDocumentThen)(gpointer receiver, const char *what);
void noslip_system_document_when_saved(NoslipSystemDocument *document, GObject *receiver, NoslipSystemDocumentThen then,
                                       const char *what);
