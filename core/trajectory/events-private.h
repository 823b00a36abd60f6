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
  gboolean affine;            /* in t, x^i and y^alpha: between rows it is the cubic of its own values and rates */
  int side;                   /* the last sign: -1, 1; 0 before the first */
  int seen;                   /* the last sign between the rows, while these are searched for changes */
  guint changes;              /* of it */
  gboolean touching;          /* the last row was at zero; the first such row is in `touch` */
  double *touch;
} NoslipEventFunction;

struct _NoslipEvents {
  NoslipDynamics *dynamics;
  const NoslipSystem *system;
  NoslipRunOptions options;
  double *parameters;
  guint row_size;
  NoslipObserver *observer;        /* outputs: the rates of the x^i (m), then those of the functions */
  NoslipObserverWorkspace *work;   /* NULL before the first row */
  GArray *functions;               /* of NoslipEventFunction */
  GArray *found;                   /* of Found */
  NoslipRun *run;                  /* integrates from `before` to the time at which functions are evaluated */
  double *before, *before_outputs; /* the last row */
  double *probe, *outputs;         /* the row computed last */
  double *here;                    /* the functions at the next row, if `ahead` */
  gboolean ahead;
  gboolean *needed; /* row_size: the quantities that the functions depend on; NULL before the first row */
  const int *cancel;
};

/* Compiles the functions, and sets `needed`; no function is added after this. */
void noslip_events_seal(NoslipEvents *events);

/* A quantity at the part s of a step h, from its values and rates at both ends: by a cubic, or where a rate is not
 * finite by a line. */
static inline double
noslip_events_between(double h, double s, double from, double to, double from_rate, double to_rate)
{
  double r = 1 - s, line = from * r + to * s;
  double cubic = from * r * r * (1 + 2 * s) + to * s * s * (3 - 2 * s) + h * s * r * (from_rate * r - to_rate * s);
  return cubic - cubic == 0 ? cubic : line;
}

/* Whether the cubic with these values and rates at both ends of a step h has the sign of its values everywhere between:
 * its Bernstein coefficients have it. */
static inline gboolean
noslip_events_stays(double h, double from, double to, double from_rate, double to_rate)
{
  double second = from + h / 3 * from_rate, third = to - h / 3 * to_rate;
  return (from > 0) & (to > 0) & (second > 0) & (third > 0) || (from < 0) & (to < 0) & (second < 0) & (third < 0);
}

/* The sampling step, s. */
static inline double
noslip_events_step(const NoslipEvents *events)
{
  return events->options.step > 0 ? events->options.step : events->system->run_step;
}
