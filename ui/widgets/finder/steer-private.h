/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the Steer view; its search (steer-follow.c), its words (steer-words.c) and its drawing (steer-view.c)
 * share it. */
#pragma once

#include "ui/widgets/finder/search.h"
#include "ui/widgets/finder/steer-search.h"
#include "ui/widgets/views/view-private.h"

typedef struct {
  NoslipView *view;
  NoslipSearch *search, *front;
  NoslipDestination *destination; /* a reference, or NULL */
  const NoslipSystem *system;     /* the system of the ways */
  GPtrArray *ways;                /* of NoslipWay, found last; or NULL */
  char *ways_key;                 /* the key of the search that found them */
  gboolean earlier;               /* they have another end, start or choice than the present ones */
  gboolean quick;                 /* the present search is for one way */
  gboolean drags;                 /* the end is being dragged in this view */
  guint later, update;            /* sources of the main loop */
  guint playing;                  /* the way that is played, counted from 1 */
  char *problem;                  /* why there is no search, or NULL */
  GActionGroup *actions;          /* set by the view */
} NoslipSteerView;

NoslipSteerView *noslip_steer_view_of(NoslipView *view);

/* Makes the state of the view, freed with it. */
NoslipSteerView *noslip_steer_view_begin(NoslipView *view);
/* Compares start, end and choices with those of the present search, and begins another search if they differ. */
void noslip_steer_view_follow(NoslipView *view);
/* Drops the ways and ends the search. */
void noslip_steer_view_forget(NoslipSteerView *steer);
gboolean noslip_steer_view_is_ready(NoslipView *view);
/* The end that the search has or would have: m coordinates; NULL if there is none. Free with g_free(). */
double *noslip_steer_view_end(NoslipView *view);

/* Why no way is shown, or NULL. Free with g_free(), as the texts below. */
char *noslip_steer_view_nothing(NoslipView *view);
/* What would fill a picture without ways; NULL if there are ways. */
char *noslip_steer_view_hint(NoslipView *view);
char *noslip_steer_view_caption(NoslipView *view);
/* For assistive technology. */
char *noslip_steer_view_describe(NoslipView *view);
