/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of the list of overlays: colour and dash, name, what there is to say, a switch, and where it is the user's own
 * a button that removes it. The switch is named as the overlay is on the command line and
 * in files, in every language: scripts that drive the window find it by that name; its description is the title. */
#pragma once

#include "ui/picture/theme.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_OVERLAY_ROW (noslip_overlay_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipOverlayRow, noslip_overlay_row, NOSLIP, OVERLAY_ROW, GtkBox)

/* Signals "switched" (gboolean) and "removed", by the user. */
GtkWidget *noslip_overlay_row_new(const char *title, const char *name, gboolean removable);
void noslip_overlay_row_set_look(NoslipOverlayRow *row, NoslipColor color, NoslipDash dash);
void noslip_overlay_row_set_active(NoslipOverlayRow *row, gboolean active);
void noslip_overlay_row_set_words(NoslipOverlayRow *row, const char *words); /* NULL or "": none */
