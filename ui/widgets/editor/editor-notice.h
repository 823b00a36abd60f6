/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of the editor with a notice about its file and up to two buttons. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_EDITOR_NOTICE (noslip_editor_notice_get_type())
G_DECLARE_FINAL_TYPE(NoslipEditorNotice, noslip_editor_notice, NOSLIP, EDITOR_NOTICE, GtkWidget)

/* `way` is 1, 2 or 3, or 0 if it was closed. */
typedef void (*NoslipNoticeAnswered)(gpointer data, int way);

GtkWidget *noslip_editor_notice_new(void);
/* Replaces the present notice. NULL for a label: no such button. */
void noslip_editor_notice_show(NoslipEditorNotice *notice, const char *text, const char *first, const char *second,
                               NoslipNoticeAnswered answered, gpointer data);
/* An additional button that is not an answer: the notice stays. */
void noslip_editor_notice_add_look(NoslipEditorNotice *notice, const char *label);
/* Hides it if it shows this notice. */
void noslip_editor_notice_withdraw(NoslipEditorNotice *notice, const char *text);
void noslip_editor_notice_hide(NoslipEditorNotice *notice);
