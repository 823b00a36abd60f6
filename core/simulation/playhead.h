/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The playhead: the displayed time of the computed motion, and its movement. It has no thread and reads no clock.
 *
 * Wall time goes into an accumulator from which whole sample steps are taken; the rest (less than one step) only
 * interpolates the picture between two samples. The samples that are shown therefore do not depend on the times of
 * frames. */
#pragma once

#include <glib.h>

typedef enum {
  NOSLIP_PAUSED,
  NOSLIP_PLAYING,
  NOSLIP_ENDED, /* played to the end of the span */
} NoslipPlayState;

#define NOSLIP_SPEED_LEAST 0.01
#define NOSLIP_SPEED_MOST 100.0

/* Whether the motion is played at the requested speed, and if not, the reason. */
typedef enum {
  NOSLIP_ON_TIME,
  NOSLIP_LATE_COMPUTING, /* rows are computed too slowly */
  NOSLIP_LATE_DRAWING,   /* frames are drawn too seldom */
} NoslipLateness;

typedef struct {
  NoslipPlayState state;
  double step;        /* seconds of a sample */
  double end;         /* seconds, end of the span */
  guint64 sample;     /* whole samples */
  double accumulator; /* seconds, in [0, step) */
  double speed;       /* seconds of motion in a second of the wall clock */
  gint64 last;        /* wall clock of the last advance, microseconds; 0: none yet */
  /* Averages over about the last second, with smaller weights for older times; all in seconds. */
  double wall;   /* of the wall clock */
  double passed; /* of motion */
  double due;    /* motion that should have passed, by the wall clock alone */
  double lost;   /* part of `due` lost because frames were late */
  NoslipLateness lateness;
  gboolean looping;          /* jumps to loop_from when it passes loop_to */
  double loop_from, loop_to; /* seconds: the marked interval, or the whole span if nothing is marked */
  double pause_at;           /* seconds: playing stops when it is reached; NaN: none */
} NoslipPlayhead;

void noslip_playhead_init(NoslipPlayhead *playhead, double step, double end);
double noslip_playhead_time(const NoslipPlayhead *playhead);
/* The number of samples of the span, that of the rows of a complete run; at most a few millions. */
guint noslip_playhead_n_samples(const NoslipPlayhead *playhead);
void noslip_playhead_play(NoslipPlayhead *playhead);  /* from the start if it had ended */
void noslip_playhead_pause(NoslipPlayhead *playhead); /* rests on a sample */
void noslip_playhead_seek(NoslipPlayhead *playhead, double t);
void noslip_playhead_step(NoslipPlayhead *playhead, int samples, double computed); /* pauses */
void noslip_playhead_set_speed(NoslipPlayhead *playhead, double speed);            /* clamped; NaN is ignored */
void noslip_playhead_set_loop(NoslipPlayhead *playhead, gboolean looping, double from, double to);
/* Marks the present time as the start (the end) of the interval that is looped, and loops it. If a mark would make the
 * interval empty, the other mark moves to the end (the start) of the span. */
void noslip_playhead_mark_start(NoslipPlayhead *playhead);
void noslip_playhead_mark_end(NoslipPlayhead *playhead);
gboolean noslip_playhead_is_marked(const NoslipPlayhead *playhead); /* the interval is not the whole span */
/* Playing stops at this time (seconds; NaN: none) and continues when it is started again. */
void noslip_playhead_set_pause(NoslipPlayhead *playhead, double t);
gboolean noslip_playhead_waits(const NoslipPlayhead *playhead); /* paused at that time */
/* Until when curves are shown, so that they do not answer the question that is asked at the pause: its time while it is
 * ahead, then INFINITY. */
double noslip_playhead_horizon(const NoslipPlayhead *playhead);
/* Advances to the wall time `now` (microseconds, monotonic), at most to `computed` (seconds; NaN: nothing is computed).
 * TRUE if the displayed time changed. */
gboolean noslip_playhead_advance(NoslipPlayhead *playhead, gint64 now, double computed);
/* Whether playback was slower than nine tenths of the requested speed over about the last second. */
gboolean noslip_playhead_is_late(const NoslipPlayhead *playhead);
/* Measured seconds of motion per second of the wall clock; NaN without a measurement. */
double noslip_playhead_rate(const NoslipPlayhead *playhead);
