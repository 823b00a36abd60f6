/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/playback.h"

#include <math.h>

/* Samples are computed ahead for at least this many wall seconds of playing. */
#define LEAD 60.0

struct _NoslipPlayback {
  NoslipPlayhead playhead;
  gboolean late;  /* at the last advance */
  double horizon; /* seconds: the worker computes up to it */
  const NoslipRuns *runs;
  NoslipWorker *worker;
  NoslipReporter reporter;
};

NoslipPlayback *
noslip_playback_new(const NoslipRuns *runs, NoslipWorker *worker, NoslipReporter reporter)
{
  NoslipPlayback *self = g_new0(NoslipPlayback, 1);
  self->runs = runs;
  self->worker = worker;
  self->reporter = reporter;
  self->horizon = INFINITY;
  noslip_playhead_init(&self->playhead, 0.01, 0);
  return self;
}

void
noslip_playback_free(NoslipPlayback *self)
{
  g_free(self);
}

const NoslipPlayhead *
noslip_playback_playhead(const NoslipPlayback *self)
{
  return &self->playhead;
}

void
noslip_playback_begin(NoslipPlayback *self, double step, double end)
{
  noslip_playhead_init(&self->playhead, step, end);
}

void
noslip_playback_jump(NoslipPlayback *self, double t)
{
  noslip_playhead_seek(&self->playhead, t);
}

void
noslip_playback_restore(NoslipPlayback *self, const NoslipPlayhead *kept)
{
  /* the picture waits until this time is computed */
  noslip_playhead_seek(&self->playhead, noslip_playhead_time(kept));
  if (noslip_playhead_is_marked(kept))
    noslip_playhead_set_loop(&self->playhead, kept->looping, kept->loop_from, kept->loop_to);
  if (kept->state == NOSLIP_PLAYING)
    noslip_playhead_play(&self->playhead);
}

/* The latest time for the playhead: the time from which new rows are about to replace old ones. */
static double
reach(const NoslipPlayback *self)
{
  if (self->runs->list->len == 0)
    return NAN;
  const NoslipSimulationRun *primary = g_ptr_array_index(self->runs->list, 0);
  if (primary->view.pending)
    return primary->ticket->has_state ? primary->ticket->t0 : 0;
  return primary->view.n_rows > 0 ? noslip_trajectory_end(primary->view.trajectory) : NAN;
}

/* Computes ahead of the playhead, or of this time, by this much. */
static void
set_horizon(NoslipPlayback *self, double time)
{
  double lead = time + LEAD * fmax(1, self->playhead.speed), horizon = LEAD * ceil(lead / LEAD);
  if (horizon == self->horizon)
    return;
  self->horizon = horizon;
  noslip_worker_set_horizon(self->worker, horizon);
}

static void
moved(NoslipPlayback *self, NoslipChange change)
{
  set_horizon(self, noslip_playhead_time(&self->playhead));
  noslip_report(&self->reporter, NOSLIP_RUNS_UNCHANGED, change);
}

void
noslip_playback_compute_until(NoslipPlayback *self, double t)
{
  set_horizon(self, fmax(t, noslip_playhead_time(&self->playhead)));
}

void
noslip_playback_play(NoslipPlayback *self)
{
  noslip_playhead_play(&self->playhead);
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_playback_pause(NoslipPlayback *self)
{
  noslip_playhead_pause(&self->playhead);
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_playback_restart(NoslipPlayback *self)
{
  noslip_playhead_seek(&self->playhead, 0);
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_playback_step(NoslipPlayback *self, int samples)
{
  noslip_playhead_step(&self->playhead, samples, reach(self));
  moved(self, NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_playback_seek(NoslipPlayback *self, double t)
{
  double most = reach(self);
  noslip_playhead_seek(&self->playhead, t > most ? most : t);
  moved(self, NOSLIP_CHANGED_CURSOR | NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_playback_set_speed(NoslipPlayback *self, double speed)
{
  noslip_playhead_set_speed(&self->playhead, speed);
  moved(self, NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_playback_set_loop(NoslipPlayback *self, gboolean looping, double from, double to)
{
  noslip_playhead_set_loop(&self->playhead, looping, from, to);
  moved(self, NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_playback_set_pause(NoslipPlayback *self, double t)
{
  noslip_playhead_set_pause(&self->playhead, t);
  moved(self, NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_playback_mark_loop(NoslipPlayback *self, gboolean end)
{
  if (end)
    noslip_playhead_mark_end(&self->playhead);
  else
    noslip_playhead_mark_start(&self->playhead);
  moved(self, NOSLIP_CHANGED_PLAYBACK);
}

void
noslip_playback_set_end(NoslipPlayback *self, double end)
{
  NoslipPlayhead *playhead = &self->playhead;
  if (!self->runs->system || !(end > 0) || !isfinite(end) || end == playhead->end)
    return;
  gboolean marked = noslip_playhead_is_marked(playhead);
  playhead->end = end;
  noslip_playhead_set_loop(playhead, playhead->looping, playhead->loop_from, marked ? playhead->loop_to : end);
  noslip_playhead_seek(playhead, fmin(noslip_playhead_time(playhead), end));
  noslip_report(&self->reporter, NOSLIP_RUNS_ANEW,
                NOSLIP_CHANGED_RUNS | NOSLIP_CHANGED_PLAYBACK | NOSLIP_CHANGED_CURSOR);
}

void
noslip_playback_advance(NoslipPlayback *self, gint64 now)
{
  NoslipPlayState state = self->playhead.state;
  NoslipChange change = 0;
  if (noslip_playhead_advance(&self->playhead, now, reach(self)))
    change |= NOSLIP_CHANGED_CURSOR;
  gboolean late = noslip_playhead_is_late(&self->playhead);
  if (state != self->playhead.state || late != self->late)
    change |= NOSLIP_CHANGED_PLAYBACK;
  self->late = late;
  if (change)
    moved(self, change);
}
