/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The playhead: where in the computed motion we look, and how it moves. It has no thread and no clock of its own.
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

/* Whether the motion passes as fast as was asked for, and what holds it up where it does not. */
typedef enum {
  NOSLIP_ON_TIME,
  NOSLIP_LATE_COMPUTING, /* rows are not there in time */
  NOSLIP_LATE_DRAWING,   /* frames come too seldom */
} NoslipLateness;

typedef struct {
  NoslipPlayState state;
  double step;        /* seconds of a sample */
  double end;         /* seconds, end of the span */
  guint64 sample;     /* whole samples */
  double accumulator; /* seconds, in [0, step) */
  double speed;       /* seconds of motion in a second of the wall clock */
  gint64 last;        /* wall clock of the last advance, microseconds; 0: none yet */
  /* The last second or so, older moments counting less and less; all in seconds. */
  double wall;   /* of the wall clock */
  double passed; /* of motion */
  double due;    /* of motion, had the wall clock alone decided */
  double lost;   /* of `due`: because frames were late */
  NoslipLateness lateness;
  gboolean looping;          /* comes back to loop_from when it passes loop_to */
  double loop_from, loop_to; /* seconds: the marked interval, all of the span where nothing is marked */
  double pause_at;           /* seconds: playing stops when it gets there; NaN: nowhere */
} NoslipPlayhead;

void noslip_playhead_init(NoslipPlayhead *playhead, double step, double end);
double noslip_playhead_time(const NoslipPlayhead *playhead);
/* The samples of the span: how many rows a run will have when all of it is computed; at most a few millions. */
guint noslip_playhead_n_samples(const NoslipPlayhead *playhead);
void noslip_playhead_play(NoslipPlayhead *playhead);  /* from the start where it had ended */
void noslip_playhead_pause(NoslipPlayhead *playhead); /* rests on a sample */
void noslip_playhead_seek(NoslipPlayhead *playhead, double t);
void noslip_playhead_step(NoslipPlayhead *playhead, int samples, double computed); /* pauses */
void noslip_playhead_set_speed(NoslipPlayhead *playhead, double speed);            /* clamped; NaN is ignored */
void noslip_playhead_set_loop(NoslipPlayhead *playhead, gboolean looping, double from, double to);
/* Marks the present time as the beginning (the end) of the interval that is looped, and loops it. A mark that would
 * leave nothing between it and the other moves the other to the end (the start) of the span. */
void noslip_playhead_mark_start(NoslipPlayhead *playhead);
void noslip_playhead_mark_end(NoslipPlayhead *playhead);
gboolean noslip_playhead_is_marked(const NoslipPlayhead *playhead); /* the interval is not all of the span */
/* Playing stops at this time (seconds; NaN: nowhere) and goes on when it is played again. */
void noslip_playhead_set_pause(NoslipPlayhead *playhead, double t);
gboolean noslip_playhead_waits(const NoslipPlayhead *playhead); /* paused at that time */
/* Moves on to the wall time `now` (microseconds, monotonic), no further than `computed` (seconds; NaN: nothing is).
 * TRUE where the time that it shows changed. */
gboolean noslip_playhead_advance(NoslipPlayhead *playhead, gint64 now, double computed);
/* Slower than nine tenths of what was asked for, over the last second or so. */
gboolean noslip_playhead_is_late(const NoslipPlayhead *playhead);
/* Seconds of motion that passed in a second of the wall clock, measured; NaN before anything was. */
double noslip_playhead_rate(const NoslipPlayhead *playhead);
