/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The text of the window's system: its editor, its file, and the question before unsaved changes are lost. Property
 * "editing": the editor is shown. Signals: "changed": whether the text is saved changed; "editor-created" (GtkWidget
 * *): to be placed in the window; "message" (a sentence for the user). */
#pragma once

#include "ui/widgets/editor/editor.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SYSTEM_DOCUMENT (noslip_system_document_get_type())
G_DECLARE_FINAL_TYPE(NoslipSystemDocument, noslip_system_document, NOSLIP, SYSTEM_DOCUMENT, GObject)

/* Both are borrowed; dialogs are shown over the window. */
NoslipSystemDocument *noslip_system_document_new(GtkWindow *window, NoslipSimulation *simulation);
void noslip_system_document_release(NoslipSystemDocument *document); /* of the simulation, before it is freed */
void noslip_system_document_changed(NoslipSystemDocument *document, NoslipChange change);
/* Created on the first call, so that it costs nothing if the editor is not used. */
NoslipEditor *noslip_system_document_editor(NoslipSystemDocument *document);
NoslipEditor *noslip_system_document_existing_editor(NoslipSystemDocument *document); /* NULL if there is none yet */
void noslip_system_document_set_editing(NoslipSystemDocument *document, gboolean editing);
gboolean noslip_system_document_is_editing(NoslipSystemDocument *document);
gboolean noslip_system_document_has_unsaved(NoslipSystemDocument *document);
void noslip_system_document_save(NoslipSystemDocument *document); /* asks for a file name if it has none */
void noslip_system_document_save_as(NoslipSystemDocument *document);
void noslip_system_document_save_to(NoslipSystemDocument *document, const char *file);
void noslip_system_document_revert(NoslipSystemDocument *document);
void noslip_system_document_begin_new(NoslipSystemDocument *document); /* after asking about unsaved changes */
/* A text that a crash left unsaved; `file` may be NULL. */
void noslip_system_document_recover(NoslipSystemDocument *document, const char *file, const char *base,
                                    const char *text);
/* Calls then(receiver, copy of `what`) now, or after asking about unsaved changes; never if the user cancels or
 * `receiver` is freed by then. */
typedef void (*NoslipSystemDocumentThen)(gpointer receiver, const char *what);
void noslip_system_document_when_saved(NoslipSystemDocument *document, GObject *receiver, NoslipSystemDocumentThen then,
                                       const char *what);
