/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the Holonomy view, shared by its drawing and its words. */
#pragma once

#include "ui/widgets/finder/holonomy-pen.h"
#include "ui/widgets/finder/holonomy-work.h"
#include "ui/widgets/views/view-private.h"

typedef struct {
  NoslipView *view;
  NoslipSearch *map, *loop;
  const NoslipSystem *system;
  guint shape[2]; /* as chosen; equal: the map chooses */
  NoslipGaitPen pen;
  GArray *line;    /* the displayed gait: of double, 2 a point */
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

/* holonomy-input.c */
void noslip_holonomy_view_forget(NoslipHolonomyView *holonomy); /* all results */
/* Its actions, with their keys. Unreference the group. */
GActionGroup *noslip_holonomy_view_add_keys(NoslipView *view);
/* A key acts in the view only if there is something for it to do. */
void noslip_holonomy_view_enable_keys(NoslipView *view);
gboolean noslip_holonomy_view_stroke(NoslipView *view, NoslipDragPhase phase, guint figure, double x, double y);

/* Why there is no map, or NULL. Free with g_free(), as the texts below. */
char *noslip_holonomy_view_nothing(NoslipView *view);
/* How far the gait moves coordinate i: "x moves by 0.1, area rule 0.1"; NULL if that is not known. */
char *noslip_holonomy_view_line(const NoslipLoopWork *work, guint i);
/* Instead of the end of the gait while it is unknown. */
const char *noslip_holonomy_view_waiting(const NoslipHolonomyView *holonomy);
char *noslip_holonomy_view_caption(NoslipView *view);
/* For assistive technology. */
char *noslip_holonomy_view_description(NoslipView *view);
