/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The open views: above each other and resizable beside a wide scene (in columns, if there is room), as tabs below a
 * narrow one. There may be several views of one kind, with other choices. */
#pragma once

#include "ui/widgets/views/view.h"

#define NOSLIP_TYPE_TILES (noslip_tiles_get_type())
G_DECLARE_FINAL_TYPE(NoslipTiles, noslip_tiles, NOSLIP, TILES, GtkWidget)

GtkWidget *noslip_tiles_new(void);
void noslip_tiles_set_simulation(NoslipTiles *tiles, NoslipSimulation *simulation);
void noslip_tiles_set_meter(NoslipTiles *tiles, NoslipMeter *meter);
void noslip_tiles_set_look(NoslipTiles *tiles, gboolean dark, double scale);
void noslip_tiles_changed(NoslipTiles *tiles, NoslipChange change);
void noslip_tiles_set_tabs(NoslipTiles *tiles, gboolean tabs);
/* While presenting, at most the first `most` open views are shown; 0: all. The arrangement does not change. */
void noslip_tiles_set_presented(NoslipTiles *tiles, guint most);
/* FALSE closes all views of this kind. */
void noslip_tiles_set_open(NoslipTiles *tiles, const NoslipViewKind *kind, gboolean open);
/* Selects the tab of an open view of this kind; FALSE if it is visible already, or there are no tabs. */
gboolean noslip_tiles_select(NoslipTiles *tiles, const NoslipViewKind *kind);
gboolean noslip_tiles_is_open(NoslipTiles *tiles, const NoslipViewKind *kind);
/* Shows the first view of this kind alone; NULL shows all that are open. */
void noslip_tiles_maximise(NoslipTiles *tiles, const NoslipViewKind *kind);
const NoslipViewKind *noslip_tiles_maximised(NoslipTiles *tiles);
/* The view of this kind whose menu was used last, or else the first, open or not. */
NoslipView *noslip_tiles_view(NoslipTiles *tiles, const NoslipViewKind *kind);
guint noslip_tiles_n_open(NoslipTiles *tiles);
/* The n-th open one, in their order; NULL after the last. */
NoslipView *noslip_tiles_nth_open(NoslipTiles *tiles, guint nth);
/* A second view with the choices of this one, below it. Returns it. */
NoslipView *noslip_tiles_duplicate(NoslipTiles *tiles, NoslipView *view);
/* Plots a quantity against time in the Time view, which opens. */
void noslip_tiles_plot(NoslipTiles *tiles, const char *quantity);
void noslip_tiles_close(NoslipTiles *tiles, NoslipView *view);
/* After a change of the system: the graphs of plots that an edit of the text has added open. */
void noslip_tiles_follow_plots(NoslipTiles *tiles, NoslipChange change);
/* The signal "changed" is emitted when a view was opened, closed or maximised. */

/* The arrangement: the open views, their order, their shares of the height, their choices, and the one shown alone, as
 * a key file. Free with g_free(). */
char *noslip_tiles_to_text(NoslipTiles *tiles);
/* FALSE if the text is invalid: nothing changes then. Unknown entries are ignored. */
gboolean noslip_tiles_from_text(NoslipTiles *tiles, const char *text);
/* The arrangement that follows from the system's own plots. */
void noslip_tiles_reset(NoslipTiles *tiles);
/* Where the arrangement of each system is stored: `load` returns its text (NULL: none; freed with g_free()). */
typedef char *(*NoslipTilesLoad)(NoslipSystem *system);
typedef void (*NoslipTilesSave)(NoslipSystem *system, const char *text);
void noslip_tiles_set_store(NoslipTiles *tiles, NoslipTilesLoad load, NoslipTilesSave save);
/* Stores the arrangement now; this happens automatically when another system is opened. */
void noslip_tiles_keep(NoslipTiles *tiles);
