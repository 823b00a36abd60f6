/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Playback: moves the playhead through the computed motion, and has the worker compute ahead of it. Each change is
 * reported to the simulation. */
#pragma once

#include "core/simulation/change.h"
#include "core/simulation/runs.h"
#include "core/simulation/worker.h"

typedef struct _NoslipPlayback NoslipPlayback;
NoslipPlayback *noslip_playback_new(const NoslipRuns *runs, NoslipWorker *worker, NoslipReporter reporter);
void noslip_playback_free(NoslipPlayback *playback);
const NoslipPlayhead *noslip_playback_playhead(const NoslipPlayback *playback);

void noslip_playback_play(NoslipPlayback *playback);
void noslip_playback_pause(NoslipPlayback *playback);
void noslip_playback_restart(NoslipPlayback *playback);
void noslip_playback_step(NoslipPlayback *playback, int samples);
void noslip_playback_seek(NoslipPlayback *playback, double t); /* at most to the end of the computed part */
void noslip_playback_set_speed(NoslipPlayback *playback, double speed);
void noslip_playback_set_loop(NoslipPlayback *playback, gboolean looping, double from, double to);
void noslip_playback_mark_loop(NoslipPlayback *playback, gboolean end); /* at the shared time; loops */
void noslip_playback_set_pause(NoslipPlayback *playback, double t);     /* playing stops there; NaN: none */
/* Sets the end of the motion (seconds), instead of the text's. Restarts the motion. */
void noslip_playback_set_end(NoslipPlayback *playback, double end);
/* Computes at least up to t, until the playhead moves: to be called before seeking to t. */
void noslip_playback_compute_until(NoslipPlayback *playback, double t);
/* Moves the playhead to the wall time of a frame (microseconds, monotonic). */
void noslip_playback_advance(NoslipPlayback *playback, gint64 now);

/* Called by the simulation, which reports these changes itself. */
/* Resets for a new system, with its sampling step and its end (seconds): at t = 0, paused. */
void noslip_playback_begin(NoslipPlayback *playback, double step, double end);
/* Seeks, also to times that are not computed yet. */
void noslip_playback_jump(NoslipPlayback *playback, double t);
/* Takes the time, the marked loop and whether it plays from an earlier playhead. */
void noslip_playback_restore(NoslipPlayback *playback, const NoslipPlayhead *kept);
