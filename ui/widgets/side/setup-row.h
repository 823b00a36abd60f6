/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A row of the list of set-ups: its number, its name and its system, with buttons and keys that rename, move and remove
 * it. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_SETUP_ROW (noslip_setup_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipSetupRow, noslip_setup_row, NOSLIP, SETUP_ROW, GtkListBoxRow)

/* Signals "move" (int by): up (-1) or down (1); "remove"; "named" (const char *name): the end of renaming, with the new
 * name or NULL if it stays. `number` counts from 1; `shown`: the window shows this set-up. */
GtkWidget *noslip_setup_row_new(guint number, const char *name, const char *system, gboolean shown);
