/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search of a finder view in the background: one job at a time, with its progress. */
#pragma once

#include "ui/export/job.h"
#include "ui/widgets/views/view.h"

typedef struct _NoslipSearch NoslipSearch;
/* Called on the window's thread while the job runs, each time its picture may have changed, and once after its end. */
typedef void (*NoslipSearchLook)(NoslipView *view);

/* The view is redrawn after each call; the search is dropped when the view is closed. The search belongs to the view's
 * state and is freed with it. */
NoslipSearch *noslip_search_new(NoslipView *view, NoslipSearchLook look);
void noslip_search_free(NoslipSearch *search);
/* Replaces the present job by another one; key (copied) identifies its input. */
void noslip_search_begin(NoslipSearch *search, const char *key, NoslipJobFunction function, gpointer data,
                         GDestroyNotify release);
/* Drops the job and its results. */
void noslip_search_forget(NoslipSearch *search);
/* Cancels the job. */
void noslip_search_cancel(NoslipSearch *search);
const char *noslip_search_key(const NoslipSearch *search); /* NULL if there is none */
gpointer
noslip_search_data(const NoslipSearch *search); /* of the present job, finished or not; NULL if there is none */
gboolean noslip_search_is_running(const NoslipSearch *search);
gboolean noslip_search_is_cancelled(const NoslipSearch *search);
double noslip_search_progress(const NoslipSearch *search); /* 0 to 1 */
