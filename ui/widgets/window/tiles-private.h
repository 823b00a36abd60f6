/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/window/tiles.h"

/* A view with its header. */
typedef struct {
  NoslipTiles *tiles; /* borrowed */
  const NoslipViewKind *kind;
  GtkWidget *box; /* a strong reference */
  GtkWidget *view, *header;
  GSimpleActionGroup *actions;
  GtkEventController *focus;
  gboolean open;
  double share; /* of the height, as the user left it; 0: the default of its kind */
} NoslipTile;

struct _NoslipTiles {
  GtkWidget parent;
  GPtrArray *list;    /* of NoslipTile, in their order */
  GtkWidget *child;   /* what holds the content */
  GtkWidget *content; /* panes, or tabs, or the only tile */
  guint turn, columns;
  guint presented;              /* not 0: the most open tiles that are shown */
  gboolean tabs, fresh;         /* fresh: the panes have not been given their shares of the height yet */
  NoslipTile *maximised, *used; /* used: whose menu was opened last */
  NoslipTile *waiting;          /* while presenting: what was maximised before, and will be again; or NULL */
  NoslipTile *scroll_target;    /* just opened, or alone until now: to be scrolled to; or NULL */
  GtkWidget *focus;             /* had the focus when it was taken out last: a weak pointer */
  NoslipSimulation *simulation;
  NoslipMeter *meter;
  gboolean dark;
  double scale;
  NoslipSystem *system; /* whose arrangement this is: a reference */
  NoslipTilesLoad load;
  NoslipTilesSave save;
};

/* tile.c: a tile that is closed. */
NoslipTile *noslip_tile_new(NoslipTiles *tiles, const NoslipViewKind *kind);
void noslip_tile_free(NoslipTile *tile);
void noslip_tile_set_maximised(NoslipTile *tile, gboolean maximised); /* what its button does next */
void noslip_tile_show_title(NoslipTile *tile, gboolean shown);
/* tiles.c */
/* Takes the tiles out of whatever holds them; they live on. */
void noslip_tiles_take_out(NoslipTiles *tiles);
void noslip_tiles_arrange(NoslipTiles *tiles);
/* Soon: scrolls to a tile that is not in sight. */
void noslip_tiles_bring(NoslipTiles *tiles, NoslipTile *tile);
void noslip_tiles_maximise_view(NoslipTiles *tiles, NoslipView *view); /* NULL: all that are open */
/* Puts a new tile at this place. */
NoslipTile *noslip_tiles_insert(NoslipTiles *tiles, int place, const NoslipViewKind *kind);
void noslip_tiles_measure_shares(NoslipTiles *tiles);
/* tiles-text.c: the system is another one (or none). */
void noslip_tiles_change_system(NoslipTiles *tiles);
