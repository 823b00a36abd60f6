/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window's header bar: side pane, gallery, title, transport, speed and menus. Its buttons activate actions of the
 * window. */
#pragma once

#include "core/simulation/simulation.h"

#include <adwaita.h>

#define NOSLIP_TYPE_HEADER (noslip_header_get_type())
G_DECLARE_FINAL_TYPE(NoslipHeader, noslip_header, NOSLIP, HEADER, AdwBin)

/* `fallback` gets the focus when a menu closes and the widget that had it no longer exists. */
GtkWidget *noslip_header_new(GtkWidget *fallback);
void noslip_header_set_simulation(NoslipHeader *header, NoslipSimulation *simulation); /* borrowed; NULL releases it */
void noslip_header_changed(NoslipHeader *header, NoslipChange change);
void noslip_header_set_title(NoslipHeader *header, const char *title);
/* The menus, filled by app/desktop. */
void noslip_header_set_menus(NoslipHeader *header, GMenuModel *views, GMenuModel *main);
GtkWidget *noslip_header_view_menu(NoslipHeader *header); /* its button */
void noslip_header_show_gallery(NoslipHeader *header);
void noslip_header_step_speed(NoslipHeader *header, int steps); /* faster (slower) by this many places in the list */
