/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The layout of a window: the scene with the editor beside or below it, the views in a column or, in a narrow window,
 * as tabs, and the side pane. It follows the width of the window. */
#pragma once

#include "ui/widgets/window/tiles.h"

#include <adwaita.h>

#define NOSLIP_TYPE_LAYOUT (noslip_layout_get_type())
G_DECLARE_FINAL_TYPE(NoslipLayout, noslip_layout, NOSLIP, LAYOUT, AdwBin)

/* The positions of dragged dividers: pixels of the column of views and of the side pane, and the scene's fraction of
 * the area shared with the editor, beside it and above it. */
typedef struct {
  int views, side;
  double scene[2];
} NoslipLayoutSizes;

/* Lays out these. */
GtkWidget *noslip_layout_new(GtkWidget *scene_pane, NoslipTiles *tiles, GtkWidget *side_pane);
void noslip_layout_set_editor(NoslipLayout *layout, GtkWidget *editor); /* once; the next one replaces it */
void noslip_layout_set_editing(NoslipLayout *layout, gboolean editing); /* the editor is shown, if there is room */
/* The scene large, with the first views only; the side pane and the editor are hidden until it ends. */
void noslip_layout_set_presentation(NoslipLayout *layout, gboolean presentation);
void noslip_layout_set_side_pane(NoslipLayout *layout, gboolean visible);
gboolean noslip_layout_has_side_pane(NoslipLayout *layout);
gboolean noslip_layout_is_narrow(NoslipLayout *layout); /* the views are tabs, and the side pane is hidden */
void noslip_layout_get_sizes(NoslipLayout *layout, NoslipLayoutSizes *sizes);
void noslip_layout_set_sizes(NoslipLayout *layout, const NoslipLayoutSizes *sizes);
GtkWidget *noslip_layout_scene(NoslipLayout *layout); /* the part with scene and editor */
GtkWidget *noslip_layout_side_pane(NoslipLayout *layout);
