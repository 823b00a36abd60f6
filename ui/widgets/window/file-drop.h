/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are dropped on a window, and the note that says what a drop would do while they are dragged over it.
 * Signals: "dropped" (GPtrArray of char *, the paths of systems and set-ups; gboolean: all are set-ups); "data-dropped"
 * (the path of a table of measured data); "refused" (a sentence about files that stay closed), which comes first where
 * both do. */
#pragma once

#include <adwaita.h>

#define NOSLIP_TYPE_FILE_DROP (noslip_file_drop_get_type())
G_DECLARE_FINAL_TYPE(NoslipFileDrop, noslip_file_drop, NOSLIP, FILE_DROP, AdwBin)

/* The note, to be placed over the window; `window` is the drop target. */
GtkWidget *noslip_file_drop_new(GtkWidget *window);
