/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The views that are open: one above the other and resizable beside a wide scene, as tabs under a narrow one. */
#pragma once

#include "ui/widgets/view.h"

#define NOSLIP_TYPE_TILES (noslip_tiles_get_type())
G_DECLARE_FINAL_TYPE(NoslipTiles, noslip_tiles, NOSLIP, TILES, GtkWidget)

GtkWidget *noslip_tiles_new(void);
void noslip_tiles_set_simulation(NoslipTiles *tiles, NoslipSimulation *simulation);
void noslip_tiles_set_meter(NoslipTiles *tiles, NoslipMeter *meter);
void noslip_tiles_set_look(NoslipTiles *tiles, gboolean dark, double scale);
void noslip_tiles_changed(NoslipTiles *tiles, NoslipChange change);
void noslip_tiles_set_tabs(NoslipTiles *tiles, gboolean tabs);
void noslip_tiles_set_open(NoslipTiles *tiles, const NoslipViewKind *kind, gboolean open);
gboolean noslip_tiles_is_open(NoslipTiles *tiles, const NoslipViewKind *kind);
/* Shows this view alone; NULL shows all that are open. */
void noslip_tiles_maximise(NoslipTiles *tiles, const NoslipViewKind *kind);
const NoslipViewKind *noslip_tiles_maximised(NoslipTiles *tiles);
NoslipView *noslip_tiles_view(NoslipTiles *tiles, const NoslipViewKind *kind); /* whether it is open or not */
guint noslip_tiles_n_open(NoslipTiles *tiles);
/* The signal "changed" tells that a view was opened, closed or maximised. */
