/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the search of events: one motion (events.c), and many in lanes (event-lanes.c). */
#pragma once

#include "core/trajectory/events.h"

#include <float.h>

/* A function changes evenly if its change and the mean of its rates at both rows, times h, differ by at most this
 * fraction of the absolute terms. */
#define NOSLIP_EVENTS_UNEVEN 0.15
/* A value below this fraction of its terms, and a time below this fraction of itself, may be rounding. */
#define NOSLIP_EVENTS_ROUND_OFF (4 * DBL_EPSILON)

typedef struct {
  NoslipEventDirection direction;
  int value, magnitude, rate; /* outputs of the observer */
  int side;                   /* the last sign: -1, 1; 0 before the first */
  gboolean touching;          /* the last row was at zero; the first such row is in `touch` */
  double *touch;
} NoslipEventFunction;

struct _NoslipEvents {
  NoslipDynamics *dynamics;
  const NoslipSystem *system;
  NoslipRunOptions options;
  double *parameters;
  guint row_size;
  NoslipObserver *observer;
  NoslipObserverWorkspace *work;   /* NULL before the first row */
  GArray *functions;               /* of NoslipEventFunction */
  GArray *found;                   /* of Found */
  NoslipRun *run;                  /* integrates from `before` to the time at which functions are evaluated */
  double *before, *before_outputs; /* the last row */
  double *probe, *outputs;         /* the row computed last */
  double *here;                    /* the functions at the next row, if `ahead` */
  gboolean ahead;
  const int *cancel;
};

/* The sampling step, s. */
static inline double
noslip_events_step(const NoslipEvents *events)
{
  return events->options.step > 0 ? events->options.step : events->system->run_step;
}
