/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the Fit view, shared by its drawing and its words. */
#pragma once

#include "ui/widgets/finder/fit-work.h"
#include "ui/widgets/views/view-private.h"

typedef struct {
  NoslipSearch *search;
  const NoslipSystem *system;
  char *path, *text; /* of the data that were read; text NULL: they have the error `problem` */
  char *problem;     /* the error in the data, or NULL */
  GArray *residuals; /* of double: data minus motion, for the displayed column */
  gboolean applied;  /* the fitted values are set in the window */
  GActionGroup *actions;
} NoslipFitView;

NoslipFitView *noslip_fit_view_of(NoslipView *view);
/* The job's result; NULL until it is done, and if it was cancelled. */
const NoslipFitWork *noslip_fit_view_work(const NoslipFitView *fit);
/* The work with its table and `before`, all that may be read while it runs and after it was cancelled; or NULL. */
const NoslipFitWork *noslip_fit_view_data(const NoslipFitView *fit);
/* The displayed column of the data. */
guint noslip_fit_view_column(NoslipView *view, const NoslipFitTable *table);

/* Why there is no plot, or NULL. Free with g_free(), as the texts below. */
char *noslip_fit_view_nothing(NoslipView *view);
/* "k = 1.2 ± 0.1", of an unknown. */
char *noslip_fit_view_estimate(const NoslipFitWork *work, guint u);
char *noslip_fit_view_caption(NoslipView *view);
/* For assistive technology. */
char *noslip_fit_view_description(NoslipView *view);
