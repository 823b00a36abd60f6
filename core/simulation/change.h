/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changes in a simulation, and how one of its objects reports it. */
#pragma once

#include <glib.h>

typedef enum {
  NOSLIP_CHANGED_SYSTEM = 1 << 0,      /* another system: everything changes */
  NOSLIP_CHANGED_PROBLEMS = 1 << 1,    /* the list of diagnostics of the last text */
  NOSLIP_CHANGED_ROWS = 1 << 2,        /* added or replaced rows */
  NOSLIP_CHANGED_CURSOR = 1 << 3,      /* the shared time */
  NOSLIP_CHANGED_PLAYBACK = 1 << 4,    /* playing, speed, lateness, loop */
  NOSLIP_CHANGED_RUNS = 1 << 5,        /* the list of runs, their settings, and which are shown */
  NOSLIP_CHANGED_START = 1 << 6,       /* parameters or initial values */
  NOSLIP_CHANGED_INSTRUMENTS = 1 << 7, /* the bracket */
  NOSLIP_CHANGED_ERROR = 1 << 8,       /* a run failed: noslip_runs_take_error() */
  NOSLIP_CHANGED_EDITED = 1 << 9,      /* with SYSTEM: it is the present system, edited */
  NOSLIP_CHANGED_ENSEMBLE = 1 << 10,   /* the ensemble, or its computed part */
  NOSLIP_CHANGED_VERDICTS = 1 << 11,   /* warnings of the motion, the witness's result, nearest initial values */
  NOSLIP_CHANGED_POINTED = 1 << 12,    /* the symbol under the pointer */
  NOSLIP_CHANGED_HAND = 1 << 13,       /* movements by hand */
} NoslipChange;

/* How the runs continue after a change. */
typedef enum {
  NOSLIP_RUNS_UNCHANGED, /* the same runs are computed, with the same settings */
  NOSLIP_RUNS_KEEP,      /* existing runs continue; others are added or removed */
  NOSLIP_RUNS_ANEW,      /* all start at t = 0 */
  NOSLIP_RUNS_GO_ON,     /* all continue at the base from their present state */
  NOSLIP_RUNS_DRIVE,     /* a hand moved an input: each continues from its own state at that time */
} NoslipRunsManner;

/* Called by an object after it changed: the runs are planned in that manner, then listeners get `change`. */
typedef struct {
  void (*function)(gpointer data, NoslipRunsManner manner, NoslipChange change);
  gpointer data;
} NoslipReporter;

static inline void
noslip_report(const NoslipReporter *reporter, NoslipRunsManner manner, NoslipChange change)
{
  reporter->function(reporter->data, manner, change);
}
