/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The playhead: where in the computed motion we look, and how it moves. It knows of no thread and no clock of its own.
 *
 * Wall time goes into an accumulator from which whole sample steps are taken; what is left (less than one step) only
 * places the picture between two samples. So the samples that are shown never depend on when frames come. */
#pragma once

#include <glib.h>

typedef enum {
  NOSLIP_PAUSED,
  NOSLIP_PLAYING,
  NOSLIP_ENDED, /* played to the end of the span */
} NoslipPlayState;

#define NOSLIP_SPEED_LEAST 0.01
#define NOSLIP_SPEED_MOST 100.0

typedef struct {
  NoslipPlayState state;
  double step;               /* seconds of a sample */
  double end;                /* seconds, end of the span */
  guint64 sample;            /* whole samples */
  double accumulator;        /* seconds, in [0, step) */
  double speed;              /* seconds of motion in a second of the wall clock */
  gint64 last;               /* wall clock of the last advance, microseconds; 0: none yet */
  double waited;             /* wall seconds spent at the end of what is computed, since it could last go on */
  gboolean looping;          /* comes back to loop_from when it passes loop_to */
  double loop_from, loop_to; /* seconds */
} NoslipPlayhead;

void noslip_playhead_init(NoslipPlayhead *playhead, double step, double end);
double noslip_playhead_time(const NoslipPlayhead *playhead);
void noslip_playhead_play(NoslipPlayhead *playhead);  /* from the start where it had ended */
void noslip_playhead_pause(NoslipPlayhead *playhead); /* rests on a sample */
void noslip_playhead_seek(NoslipPlayhead *playhead, double t);
void noslip_playhead_step(NoslipPlayhead *playhead, int samples, double computed); /* pauses */
void noslip_playhead_set_speed(NoslipPlayhead *playhead, double speed);            /* clamped; NaN is ignored */
void noslip_playhead_set_loop(NoslipPlayhead *playhead, gboolean looping, double from, double to);
/* Moves on to the wall time `now` (microseconds, monotonic), no further than `computed` (seconds; NaN: nothing is).
 * TRUE where the time that it shows changed. */
gboolean noslip_playhead_advance(NoslipPlayhead *playhead, gint64 now, double computed);
/* The computation has kept us waiting for a quarter of a second: it cannot keep real time at this speed. */
gboolean noslip_playhead_is_late(const NoslipPlayhead *playhead);
