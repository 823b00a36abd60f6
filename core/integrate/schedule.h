/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The sample times of a run, and the fixed steps between two of them, for one motion and for many in lanes. Private to
 * integrate/. */
#pragma once

#include "core/integrate/run.h"

/* More steps than this between two samples are treated as a computation that does not end. */
#define NOSLIP_STEPS_MOST 10000000u

typedef struct {
  double t0, step, to; /* s */
  double first;        /* t0 / step if that is an integer, so that rows have the times of a run from 0 */
  gboolean aligned;
  guint n; /* samples */
} NoslipSchedule;

/* Computes the sample times; returns an error in the options, or NULL. */
NoslipDiagnostic *noslip_schedule_lay_out(NoslipSchedule *schedule, const NoslipRunOptions *options,
                                          const NoslipSystem *system, double t0);
double noslip_schedule_time(const NoslipSchedule *schedule, guint sample);

/* What the resolution of times refers to at t: t itself, but at least 1 s, or the end of the run if that is earlier, so
 * that a motion of nanoseconds is resolved as well as one of hours. options->to = 0 counts as 1 s. */
double noslip_time_scale(const NoslipRunOptions *options, double t);

/* The number of equal steps from one sample to the next, none longer than `fixed_step` (0: one step); 0 if there are
 * too many. */
guint noslip_fixed_steps(double from, double to, double fixed_step);
/* The end of the step i = 1 .. n. */
double noslip_fixed_time(double from, double to, guint i, guint n);
