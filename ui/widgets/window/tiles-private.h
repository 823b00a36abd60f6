/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "ui/widgets/window/tiles.h"

typedef enum { NOSLIP_TILE_DUPLICATE, NOSLIP_TILE_RESET, NOSLIP_TILE_MAXIMISE, NOSLIP_TILE_CLOSE } NoslipTileAct;

typedef struct _NoslipTile NoslipTile;

/* Calls from a tile to its tiles; tiles.c has the functions. */
typedef struct {
  void (*act)(NoslipTiles *tiles, NoslipView *view, NoslipTileAct act);
  void (*plot)(NoslipTiles *tiles, const char *quantity);
  void (*bring)(NoslipTiles *tiles, NoslipTile *tile); /* scrolls to it */
  void (*name)(NoslipTiles *tiles);                    /* the subject of a view has changed */
} NoslipTileHost;

/* A view with its header. */
struct _NoslipTile {
  NoslipTiles *tiles; /* borrowed */
  const NoslipViewKind *kind;
  GtkWidget *box; /* a strong reference */
  GtkWidget *view, *header;
  GSimpleActionGroup *actions;
  GtkEventController *focus;
  gboolean open;
  double share; /* of the height, as the user left it; 0: the default of its kind */
};

struct _NoslipTiles {
  GtkWidget parent;
  const NoslipTileHost *host;
  GPtrArray *list;    /* of NoslipTile, in their order */
  GtkWidget *child;   /* what holds the content */
  GtkWidget *content; /* panes, or tabs, or the only tile */
  guint columns;
  guint presented;              /* not 0: limit of the open tiles that are shown */
  gboolean tabs, fresh;         /* fresh: the panes have not been given their shares of the height yet */
  NoslipTile *maximised, *used; /* used: the tile whose menu was opened last */
  NoslipTile *waiting;          /* while presenting: the tile that was maximised before, to be restored; or NULL */
  NoslipTile *scroll_target;    /* the tile to scroll to, which was just opened or was the only one; or NULL */
  GtkWidget *in_sight;          /* of the last such tile: stays in sight until the user scrolls; a weak pointer */
  gboolean scrolls;             /* to it, now */
  NoslipTile *tab;              /* the tile whose tab was selected when they were taken out last; or NULL */
  GtkWidget *focus;             /* had the focus when it was taken out last: a weak pointer */
  NoslipSimulation *simulation;
  NoslipMeter *meter;
  gboolean dark;
  double scale;
  NoslipSystem *system; /* the system of this arrangement: a reference */
  guint n_paths;        /* plots of the present text of one quantity against another */
  gboolean plots_time;  /* it plots something against time */
  gboolean time_opened; /* the Time view was opened by an edit of the text */
  char *last_path;      /* the pair of the path view that such an edit has opened last; or NULL */
  NoslipTilesLoad load;
  NoslipTilesSave save;
};

/* tile.c: a tile that is closed. */
NoslipTile *noslip_tile_new(NoslipTiles *tiles, const NoslipViewKind *kind);
void noslip_tile_free(NoslipTile *tile);
void noslip_tile_set_maximised(NoslipTile *tile, gboolean maximised); /* what its button does next */
void noslip_tile_show_title(NoslipTile *tile, gboolean shown);
/* tiles-layout.c */
/* Takes the tiles out of their parents; they are kept alive. */
void noslip_tiles_take_out(NoslipTiles *tiles);
void noslip_tiles_arrange(NoslipTiles *tiles);
/* Updates the names of the tabs. */
void noslip_tiles_name_tabs(NoslipTiles *tiles);
/* Later: scrolls to a tile that is not visible. */
void noslip_tiles_bring(NoslipTiles *tiles, NoslipTile *tile);
void noslip_tiles_maximise_view(NoslipTiles *tiles, NoslipView *view); /* NULL: all that are open */
/* Puts a new tile at this place. */
NoslipTile *noslip_tiles_insert(NoslipTiles *tiles, int place, const NoslipViewKind *kind);
void noslip_tiles_measure_shares(NoslipTiles *tiles);
#define NOSLIP_TILES_COLUMN 400 /* pixels of width for each column of tiles */
/* The i-th tile. */
NoslipTile *noslip_tiles_at(NoslipTiles *self, guint i);
/* The first open tile of a kind, or else the first. */
NoslipTile *noslip_tiles_first_of(NoslipTiles *self, const NoslipViewKind *kind);
/* The tile of this view, and its index if `place` is not NULL; NULL if there is none. */
NoslipTile *noslip_tiles_with(NoslipTiles *self, NoslipView *view, guint *place);
/* Distributes this height among the open tiles. */
void noslip_tiles_share_all(NoslipTiles *self, int width, int height);
/* Columns that fit into this width. */
guint noslip_tiles_fitting_columns(NoslipTiles *self, int width);
/* The colours and the scale of a tile's view: one that is shown alone is larger. */
void noslip_tiles_set_tile_look(NoslipTiles *self, const NoslipTile *tile);
/* A source: arranges the tiles again if another number of columns fits. */
gboolean noslip_tiles_arrange_late(gpointer data);
/* A source: scrolls to scroll_target, or again to in_sight if the tiles above it have grown. */
gboolean noslip_tiles_show_target_late(gpointer data);
/* tiles-text.c: the system has changed (or is closed). */
void noslip_tiles_change_system(NoslipTiles *tiles);
