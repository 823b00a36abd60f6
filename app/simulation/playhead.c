/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "app/simulation/playhead.h"

#include <math.h>

/* A longer pause between two frames (a suspended machine, a debugger) is not caught up with. */
#define LONGEST_FRAME 0.25
#define LATE_AFTER 0.25

void
noslip_playhead_init(NoslipPlayhead *playhead, double step, double end)
{
  double speed = playhead->speed > 0 ? playhead->speed : 1;
  gboolean looping = playhead->looping;
  *playhead = (NoslipPlayhead){
      .state = NOSLIP_PAUSED,
      .step = step > 0 && isfinite(step) ? step : 0.01,
      .end = end > 0 && isfinite(end) ? end : 0,
      .speed = speed,
      .looping = looping,
      .loop_from = 0,
      .loop_to = end > 0 && isfinite(end) ? end : 0,
  };
}

double
noslip_playhead_time(const NoslipPlayhead *playhead)
{
  double t = (double) playhead->sample * playhead->step + playhead->accumulator;
  return t < playhead->end ? t : playhead->end;
}

static void
set_time(NoslipPlayhead *playhead, double t)
{
  if (!(t > 0))
    t = 0;
  if (t > playhead->end)
    t = playhead->end;
  /* a time within rounding of a sample is that sample */
  double samples = t / playhead->step;
  double whole = floor(samples + 1e-9);
  playhead->sample = (guint64) whole;
  playhead->accumulator = fmax(0, t - whole * playhead->step);
}

void
noslip_playhead_play(NoslipPlayhead *playhead)
{
  if (playhead->state == NOSLIP_ENDED || noslip_playhead_time(playhead) >= playhead->end)
    set_time(playhead, playhead->looping ? playhead->loop_from : 0);
  playhead->state = NOSLIP_PLAYING;
  playhead->last = 0;
  playhead->waited = 0;
}

void
noslip_playhead_pause(NoslipPlayhead *playhead)
{
  if (playhead->state == NOSLIP_PLAYING)
    playhead->state = NOSLIP_PAUSED;
  playhead->accumulator = 0;
  playhead->waited = 0;
}

void
noslip_playhead_seek(NoslipPlayhead *playhead, double t)
{
  set_time(playhead, t);
  playhead->last = 0;
  playhead->waited = 0;
  if (playhead->state == NOSLIP_ENDED && t < playhead->end)
    playhead->state = NOSLIP_PAUSED;
}

void
noslip_playhead_step(NoslipPlayhead *playhead, int samples, double computed)
{
  noslip_playhead_pause(playhead);
  double t = ((double) playhead->sample + samples) * playhead->step;
  if (t > computed)
    t = computed;
  playhead->state = NOSLIP_PAUSED;
  if (isfinite(t))
    noslip_playhead_seek(playhead, t);
}

void
noslip_playhead_set_speed(NoslipPlayhead *playhead, double speed)
{
  if (isnan(speed))
    return;
  playhead->speed = CLAMP(speed, NOSLIP_SPEED_LEAST, NOSLIP_SPEED_MOST);
  playhead->waited = 0;
}

void
noslip_playhead_set_loop(NoslipPlayhead *playhead, gboolean looping, double from, double to)
{
  playhead->looping = looping;
  playhead->loop_from = CLAMP(from, 0, playhead->end);
  playhead->loop_to = CLAMP(to, playhead->loop_from, playhead->end);
}

static double
limit(const NoslipPlayhead *playhead)
{
  return playhead->looping && playhead->loop_to > playhead->loop_from ? playhead->loop_to : playhead->end;
}

gboolean
noslip_playhead_advance(NoslipPlayhead *playhead, gint64 now, double computed)
{
  if (playhead->state != NOSLIP_PLAYING)
    return FALSE;
  double elapsed = playhead->last ? (double) (now - playhead->last) * 1e-6 : 0;
  playhead->last = now;
  elapsed = CLAMP(elapsed, 0, LONGEST_FRAME);
  double before = noslip_playhead_time(playhead), stop = limit(playhead);

  playhead->accumulator += elapsed * playhead->speed;
  double whole = floor(playhead->accumulator / playhead->step);
  playhead->sample += (guint64) whole;
  playhead->accumulator = fmax(0, playhead->accumulator - whole * playhead->step);

  double t = (double) playhead->sample * playhead->step + playhead->accumulator;
  if (!(t <= computed) && !(computed >= stop)) {
    /* at the end of what is computed: wait there */
    set_time(playhead, isnan(computed) ? before : fmax(before, fmin(computed, stop)));
    playhead->waited += elapsed;
    return noslip_playhead_time(playhead) != before;
  }
  playhead->waited = 0;
  if (t >= stop) {
    if (playhead->looping && stop > playhead->loop_from) {
      set_time(playhead, playhead->loop_from);
    } else {
      set_time(playhead, stop);
      playhead->state = NOSLIP_ENDED;
    }
    return TRUE;
  }
  return t != before;
}

gboolean
noslip_playhead_is_late(const NoslipPlayhead *playhead)
{
  return playhead->state == NOSLIP_PLAYING && playhead->waited > LATE_AFTER;
}
