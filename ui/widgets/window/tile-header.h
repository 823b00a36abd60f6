/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The header of a tile: the title and the caption of its view, its menu, and buttons that maximise and close it. */
#pragma once

#include <gtk/gtk.h>

#define NOSLIP_TYPE_TILE_HEADER (noslip_tile_header_get_type())
G_DECLARE_FINAL_TYPE(NoslipTileHeader, noslip_tile_header, NOSLIP, TILE_HEADER, GtkBox)

/* The buttons activate "maximise" and "close" of `actions`, which is borrowed; `fill_menu` gets `data`. */
GtkWidget *noslip_tile_header_new(const char *name, GActionGroup *actions, GtkMenuButtonCreatePopupFunc fill_menu,
                                  gpointer data);
void noslip_tile_header_set_caption(NoslipTileHeader *header, const char *caption);
void noslip_tile_header_show_title(NoslipTileHeader *header, gboolean shown);
void noslip_tile_header_set_maximised(NoslipTileHeader *header, gboolean maximised); /* what the button does next */
