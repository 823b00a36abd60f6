/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the Holonomy view, shared by its drawing and its words. */
#pragma once

#include "ui/widgets/finder/holonomy-work.h"
#include "ui/widgets/views/view-private.h"

typedef struct {
  NoslipView *view;
  NoslipSearch *map, *loop;
  const NoslipSystem *system;
  GArray *drawn; /* of double, 2 a point: during drawing */
  gboolean draws;
  double *picture; /* the displayed map: cells x cells */
  double largest;
  GActionGroup *actions;
} NoslipHolonomyView;

NoslipHolonomyView *noslip_holonomy_view_of(NoslipView *view);
NoslipCurvatureMap *noslip_holonomy_view_map(const NoslipHolonomyView *holonomy);
/* The two shape variables and the box of the map; FALSE while they are not known. */
gboolean noslip_holonomy_view_shape(NoslipView *view, guint shape[2], double low[2], double high[2]);
/* The coordinate whose curvature is shown: the chosen one, or the first that is no shape variable. */
guint noslip_holonomy_view_coordinate(NoslipView *view, const guint shape[2]);
/* The displacement by the gait; NULL while it is unknown. */
const NoslipLoopWork *noslip_holonomy_view_moved(const NoslipHolonomyView *holonomy);

/* Why there is no map, or NULL. Free with g_free(), as the texts below. */
char *noslip_holonomy_view_nothing(NoslipView *view);
/* How far the gait moves coordinate i: "x moves by 0.1, area rule 0.1"; NULL if that is not known. */
char *noslip_holonomy_view_line(const NoslipLoopWork *work, guint i);
char *noslip_holonomy_view_caption(NoslipView *view);
/* For assistive technology. */
char *noslip_holonomy_view_description(NoslipView *view);
