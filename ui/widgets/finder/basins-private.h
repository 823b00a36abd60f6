/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the Basins view; its values (basins-values.c), its words (basins-words.c) and its drawing
 * (basins-view.c) share it. */
#pragma once

#include "ui/widgets/finder/basins-work.h"
#include "ui/widgets/views/view-private.h"

typedef struct {
  NoslipSearch *search;
  const NoslipSystem *system;
  double *values; /* on the map, n[0] x n[1] */
  guint n_done;
  GArray *classes; /* of double: the values, if there are few different ones; else empty */
  double low, high;
  guint at[2]; /* the point that the keys move */
  gboolean shows;
  GActionGroup *actions;
} NoslipBasinsView;

NoslipBasinsView *noslip_basins_view_of(NoslipView *view);
NoslipBasinsWork *noslip_basins_view_work(const NoslipBasinsView *basins); /* of the job, or NULL */

/* Reads the values computed so far: `values`, their range, and their classes if there are few different ones. */
void noslip_basins_view_take_values(NoslipBasinsView *basins);
guint noslip_basins_view_points(const NoslipBasinsView *basins); /* points of the map, computed or not */
/* The class of a value, or -1. */
int noslip_basins_view_class(const NoslipBasinsView *basins, double value);
NoslipColor noslip_basins_view_color(const NoslipBasinsView *basins, const NoslipTheme *theme, double value);

/* The end of the motions (s), or 0 if what was typed is not one. */
double noslip_basins_view_time(NoslipView *view);
/* Why there is no map, or NULL. Free with g_free(), as the texts below. */
char *noslip_basins_view_nothing(NoslipView *view);
char *noslip_basins_view_caption(NoslipView *view);
/* For assistive technology. */
char *noslip_basins_view_description(NoslipView *view);
