/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A search for ways from the initial state to the chosen end (core/finder/steer/steer.h). */
#pragma once

#include "core/simulation/destination.h"
#include "ui/widgets/finder/search.h"

typedef struct {
  guint n_given; /* the prescribed coordinates of the end */
  guint *given;
  double *target; /* n_given */
  double time;    /* s; 0: free */
  guint solutions, starts;
} NoslipSteerRequest;
void noslip_steer_request_clear(NoslipSteerRequest *request);

/* The job's data. */
typedef struct _NoslipSteerWork NoslipSteerWork;
/* From the present start; `near` (or NULL) is a way to a nearby end, from which the search starts. The wish is
 * copied. */
void noslip_steer_search_begin(NoslipSearch *search, const char *key, const NoslipSimulation *simulation,
                               const NoslipSteerRequest *request, const NoslipWay *near);
/* During the search: numbers of starts tried and ways found. */
void noslip_steer_work_progress(NoslipSteerWork *work, guint *starts, guint *found);
/* During the search: the cheapest way so far, as an array of one, if it has not been taken before; otherwise NULL. */
GPtrArray *noslip_steer_work_take_best(NoslipSteerWork *work);
/* After the search: of NoslipWay, cheapest first, or NULL with the error. */
GPtrArray *noslip_steer_work_ways(const NoslipSteerWork *work);
const NoslipDiagnostic *noslip_steer_work_error(const NoslipSteerWork *work);
/* Whether external forces of the system were ignored. */
gboolean noslip_steer_work_drops_forces(NoslipSteerWork *work);
