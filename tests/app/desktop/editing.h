/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows with an editor. */
#pragma once

#include "tests/app/desktop/driven.h"
#include "ui/widgets/help/help-window.h"

NoslipWindow *editing_open(const char *id); /* a window with the editor open */
void editing_close(NoslipWindow *window);   /* unsaved changes are not asked about */
GtkTextBuffer *editing_buffer(NoslipWindow *window);
char *editing_text(NoslipWindow *window); /* the whole text */
gboolean editing_ends_with(NoslipWindow *window, const char *end);
void editing_append(NoslipWindow *window, const char *text); /* as if typed at the end */
void editing_answer(const char *label);                      /* clicks on this answer of the open dialog */
NoslipHelpWindow *editing_manual(void);                      /* that is open, or NULL */
/* Makes the lines of a text large, and small again with the end in sight, each between the layout of a frame and its
 * picture. */
void editing_change_in_frame(GtkTextView *view);
void editing_remove_data(const char *folder); /* deletes the folder of drafts */
/* The button whose tooltip begins with this, or NULL. */
GtkWidget *editing_button_of(GtkWidget *from, const char *tooltip);
/* The visible button with this text, or NULL. */
GtkWidget *editing_button_saying(GtkWidget *from, const char *text);
void editing_assert_names(NoslipWindow *window, const char *undo, const char *redo);
