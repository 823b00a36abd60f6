/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Windows whose text is worked on. */
#pragma once

#include "tests/app/desktop/driving.h"

NoslipWindow *open_editor(const char *id); /* a window with the editor open */
GtkTextBuffer *buffer_of(NoslipWindow *window);
char *text_of(NoslipWindow *window);
void type_at_end(NoslipWindow *window, const char *text); /* at the end */
void close_editor(NoslipWindow *window);                  /* unsaved changes are not asked about */
/* The first descendant of a type, itself included, or NULL. */
GtkWidget *find_type(GtkWidget *from, GType type);
/* Whether a label within begins with this. */
gboolean says(GtkWidget *from, const char *text);
