/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A line of the list of overlays: colour and dash, name, remarks, a switch, and for the user's own a button that
 * removes it. The switch has the overlay's name on the command line and in files, untranslated: scripts that drive the
 * window find it by that name; its description is the title. */
#pragma once

#include "core/dynamics/formulation.h"
#include "ui/picture/theme.h"

#include <gtk/gtk.h>

#define NOSLIP_TYPE_OVERLAY_ROW (noslip_overlay_row_get_type())
G_DECLARE_FINAL_TYPE(NoslipOverlayRow, noslip_overlay_row, NOSLIP, OVERLAY_ROW, GtkBox)

/* Signals "switched" (gboolean) and "removed", by the user. */
GtkWidget *noslip_overlay_row_new(const char *title, const char *name, gboolean removable);
/* What it switches: a formulation, or an overlay of the user's own by the id of its run. */
void noslip_overlay_row_set_formulation(NoslipOverlayRow *row, const NoslipFormulation *formulation);
const NoslipFormulation *noslip_overlay_row_formulation(const NoslipOverlayRow *row);
void noslip_overlay_row_set_run(NoslipOverlayRow *row, guint id);
guint noslip_overlay_row_run(const NoslipOverlayRow *row);
void noslip_overlay_row_set_look(NoslipOverlayRow *row, NoslipColor color, NoslipDash dash);
void noslip_overlay_row_set_active(NoslipOverlayRow *row, gboolean active);
void noslip_overlay_row_set_words(NoslipOverlayRow *row, const char *words); /* NULL or "": none */
