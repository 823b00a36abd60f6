/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/playhead.h"

#include <math.h>

/* Limit of the number of samples. */
#define MOST_SAMPLES 4000000
#define LONGEST_FRAME 0.25
#define SUSPENDED 3.0 /* A longer pause between two frames (a suspended machine, a debugger) is ignored. */
/* A time within this fraction of a sampling step of a pause counts as equal to it. */
#define PAUSE_NEAR 1e-3
/* Averages use exponential weights with this time constant (s); they are used once they cover a quarter of a second. */
#define MEMORY 1.0
#define JUDGED_AFTER 0.24
/* Fractions of the requested speed: below the first playback is late, above the second it is on time again. */
#define LATE_BELOW 0.9
#define ON_TIME_ABOVE 0.97

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
      .pause_at = NAN,
  };
}

guint
noslip_playhead_n_samples(const NoslipPlayhead *playhead)
{
  double n = 1 + playhead->end / playhead->step;
  return n >= 0 && n < MOST_SAMPLES ? (guint) n : MOST_SAMPLES;
}

double
noslip_playhead_time(const NoslipPlayhead *playhead)
{
  double t = (double) playhead->sample * playhead->step + playhead->accumulator;
  return t < playhead->end ? t : playhead->end;
}

/* Drops the measurements, when playing starts, or continues at another time or speed. */
static void
forget(NoslipPlayhead *playhead)
{
  playhead->wall = playhead->passed = playhead->due = playhead->lost = 0;
  playhead->lateness = NOSLIP_ON_TIME;
}

static void
measure(NoslipPlayhead *playhead, double elapsed, double passed, double lost)
{
  double fade = exp(-elapsed / MEMORY);
  playhead->wall = playhead->wall * fade + elapsed;
  playhead->passed = playhead->passed * fade + passed;
  playhead->due = playhead->due * fade + elapsed * playhead->speed;
  playhead->lost = playhead->lost * fade + lost;
  if (playhead->wall < JUDGED_AFTER)
    return;
  double kept = playhead->passed / playhead->due;
  if (kept >= (playhead->lateness ? ON_TIME_ABOVE : LATE_BELOW))
    playhead->lateness = NOSLIP_ON_TIME;
  else
    playhead->lateness =
        playhead->lost > 0.5 * (playhead->due - playhead->passed) ? NOSLIP_LATE_DRAWING : NOSLIP_LATE_COMPUTING;
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
  forget(playhead);
}

void
noslip_playhead_pause(NoslipPlayhead *playhead)
{
  if (playhead->state == NOSLIP_PLAYING)
    playhead->state = NOSLIP_PAUSED;
  playhead->accumulator = 0;
  forget(playhead);
}

void
noslip_playhead_seek(NoslipPlayhead *playhead, double t)
{
  set_time(playhead, t);
  playhead->last = 0;
  forget(playhead);
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
  forget(playhead);
}

void
noslip_playhead_set_loop(NoslipPlayhead *playhead, gboolean looping, double from, double to)
{
  playhead->looping = looping;
  playhead->loop_from = CLAMP(from, 0, playhead->end);
  playhead->loop_to = CLAMP(to, playhead->loop_from, playhead->end);
}

void
noslip_playhead_mark_start(NoslipPlayhead *playhead)
{
  double t = noslip_playhead_time(playhead);
  if (t < playhead->end)
    noslip_playhead_set_loop(playhead, TRUE, t, playhead->loop_to > t ? playhead->loop_to : playhead->end);
}

void
noslip_playhead_mark_end(NoslipPlayhead *playhead)
{
  double t = noslip_playhead_time(playhead);
  if (t > 0)
    noslip_playhead_set_loop(playhead, TRUE, playhead->loop_from < t ? playhead->loop_from : 0, t);
}

gboolean
noslip_playhead_is_marked(const NoslipPlayhead *playhead)
{
  return playhead->loop_from > 0 || playhead->loop_to < playhead->end;
}

void
noslip_playhead_set_pause(NoslipPlayhead *playhead, double t)
{
  playhead->pause_at = t >= 0 && t <= playhead->end ? t : NAN;
}

gboolean
noslip_playhead_waits(const NoslipPlayhead *playhead)
{
  return playhead->state == NOSLIP_PAUSED &&
         fabs(noslip_playhead_time(playhead) - playhead->pause_at) < PAUSE_NEAR * playhead->step;
}

double
noslip_playhead_horizon(const NoslipPlayhead *playhead)
{
  return noslip_playhead_time(playhead) < playhead->pause_at + PAUSE_NEAR * playhead->step ? playhead->pause_at
                                                                                           : INFINITY;
}

/* Whether playing from `before` to t reaches the time of the pause. */
static gboolean
is_pause_reached(const NoslipPlayhead *playhead, double before, double t)
{
  return before < playhead->pause_at - PAUSE_NEAR * playhead->step && t >= playhead->pause_at;
}

static gboolean
loops(const NoslipPlayhead *playhead)
{
  return playhead->looping && playhead->loop_to > playhead->loop_from;
}

/* After the end of the loop playback continues at its start, shifted by the overshoot. */
static void
pass(NoslipPlayhead *playhead, double before, double t, double stop)
{
  if (loops(playhead)) {
    double past = before > stop ? 0 : fmod(t - stop, stop - playhead->loop_from);
    set_time(playhead, playhead->loop_from + past);
  } else {
    set_time(playhead, stop);
    playhead->state = NOSLIP_ENDED;
  }
}

static gboolean
stop_at_pause(NoslipPlayhead *playhead, double before, double t)
{
  if (!is_pause_reached(playhead, before, t))
    return FALSE;
  set_time(playhead, playhead->pause_at);
  playhead->state = NOSLIP_PAUSED;
  forget(playhead);
  return TRUE;
}

gboolean
noslip_playhead_advance(NoslipPlayhead *playhead, gint64 now, double computed)
{
  if (playhead->state != NOSLIP_PLAYING)
    return FALSE;
  double elapsed = playhead->last ? fmax(0, (double) (now - playhead->last) * 1e-6) : 0;
  playhead->last = now;
  if (elapsed > SUSPENDED) {
    forget(playhead);
    elapsed = LONGEST_FRAME;
  }
  double taken = fmin(elapsed, LONGEST_FRAME), step = taken * playhead->speed;
  double before = noslip_playhead_time(playhead), stop = loops(playhead) ? playhead->loop_to : playhead->end;

  playhead->accumulator += step;
  double whole = floor(playhead->accumulator / playhead->step);
  playhead->sample += (guint64) whole;
  playhead->accumulator = fmax(0, playhead->accumulator - whole * playhead->step);

  double t = (double) playhead->sample * playhead->step + playhead->accumulator;
  double lost = (elapsed - taken) * playhead->speed;
  if (!(t <= computed) && !(computed >= stop)) {
    /* at the end of the computed part: wait there */
    set_time(playhead, isnan(computed) ? before : fmax(before, fmin(computed, stop)));
    measure(playhead, elapsed, noslip_playhead_time(playhead) - before, lost);
    stop_at_pause(playhead, before, noslip_playhead_time(playhead));
    return noslip_playhead_time(playhead) != before;
  }
  measure(playhead, elapsed, step, lost);
  if (stop_at_pause(playhead, before, t))
    return TRUE;
  if (t < stop)
    return t != before;
  pass(playhead, before, t, stop);
  return TRUE;
}

gboolean
noslip_playhead_is_late(const NoslipPlayhead *playhead)
{
  return playhead->state == NOSLIP_PLAYING && playhead->lateness != NOSLIP_ON_TIME;
}

double
noslip_playhead_rate(const NoslipPlayhead *playhead)
{
  return playhead->wall > 0 ? playhead->passed / playhead->wall : NAN;
}
