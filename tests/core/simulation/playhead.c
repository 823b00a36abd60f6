/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/simulation/playhead.h"

#include <math.h>

#define SECOND 1000000

static NoslipPlayhead
playhead(double step, double end)
{
  NoslipPlayhead head = {0};
  noslip_playhead_init(&head, step, end);
  return head;
}

/* Whatever the frame times, one second of motion passes in one second of wall time. */
static void
test_frames_do_not_matter(void)
{
  const int frames[] = {1, 7, 30, 60, 144, 1000};
  for (guint i = 0; i < G_N_ELEMENTS(frames); i++) {
    NoslipPlayhead head = playhead(0.01, 20);
    noslip_playhead_play(&head);
    gint64 start = 5 * SECOND;
    noslip_playhead_advance(&head, start, 20);
    /* frames longer than a quarter of a second are not caught up with */
    int n = MAX(frames[i], 4);
    for (int frame = 1; frame <= n; frame++)
      noslip_playhead_advance(&head, start + (gint64) frame * SECOND / n, 20);
    g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 1, 1e-9);
    g_assert_cmpuint(head.sample + (head.accumulator > 0.0099), ==, 100);
  }
}

static void
test_speed(void)
{
  NoslipPlayhead head = playhead(0.01, 200);
  noslip_playhead_set_speed(&head, 1000);
  g_assert_cmpfloat(head.speed, ==, NOSLIP_SPEED_MOST);
  noslip_playhead_set_speed(&head, NAN);
  g_assert_cmpfloat(head.speed, ==, NOSLIP_SPEED_MOST);
  noslip_playhead_set_speed(&head, -1);
  g_assert_cmpfloat(head.speed, ==, NOSLIP_SPEED_LEAST);
  noslip_playhead_play(&head);
  noslip_playhead_advance(&head, SECOND, 200);
  for (int i = 1; i <= 10; i++)
    noslip_playhead_advance(&head, SECOND + i * SECOND / 10, 200);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 0.01, 1e-9);
}

static void
test_end_and_again(void)
{
  NoslipPlayhead head = playhead(0.1, 0.25);
  noslip_playhead_play(&head);
  gint64 now = SECOND;
  for (int i = 0; i < 10; i++)
    noslip_playhead_advance(&head, now += SECOND / 10, 0.25);
  g_assert_cmpint(head.state, ==, NOSLIP_ENDED);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 0.25, 1e-12);
  g_assert_false(noslip_playhead_advance(&head, now += SECOND / 10, 0.25));
  noslip_playhead_play(&head);
  g_assert_cmpint(head.state, ==, NOSLIP_PLAYING);
  g_assert_cmpfloat(noslip_playhead_time(&head), ==, 0);
}

static void
test_waits_for_the_computation(void)
{
  NoslipPlayhead head = playhead(0.01, 20);
  noslip_playhead_play(&head);
  gint64 now = SECOND;
  noslip_playhead_advance(&head, now, NAN);
  g_assert_cmpfloat(noslip_playhead_time(&head), ==, 0);
  for (int i = 0; i < 5; i++)
    noslip_playhead_advance(&head, now += SECOND / 10, 0.2);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 0.2, 1e-9);
  g_assert_true(noslip_playhead_is_late(&head));
  noslip_playhead_advance(&head, now += SECOND / 10, 20);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 0.3, 1e-9);
  for (int i = 0; i < 40; i++)
    noslip_playhead_advance(&head, now += SECOND / 10, 20);
  g_assert_false(noslip_playhead_is_late(&head));
}

/* The reported rate is the measured one: rows that arrive at two fifths of real time give a rate of 0.4 in the long
 * run. */
static void
test_rate(void)
{
  const double speeds[] = {0.1, 1, 10};
  for (guint i = 0; i < G_N_ELEMENTS(speeds); i++) {
    NoslipPlayhead head = playhead(0.001, 100);
    g_assert_true(isnan(noslip_playhead_rate(&head)));
    noslip_playhead_set_speed(&head, speeds[i]);
    noslip_playhead_play(&head);
    gint64 now = SECOND;
    noslip_playhead_advance(&head, now, 100);
    for (int frame = 1; frame <= 240; frame++)
      noslip_playhead_advance(&head, now += SECOND / 60, 0.4 * speeds[i] * frame / 60);
    g_assert_cmpfloat_with_epsilon(noslip_playhead_rate(&head), 0.4 * speeds[i], 0.02 * speeds[i]);
    g_assert_cmpint(head.lateness, ==, NOSLIP_LATE_COMPUTING);
    for (int frame = 1; frame <= 300; frame++)
      noslip_playhead_advance(&head, now += SECOND / 60, 100);
    g_assert_cmpfloat_with_epsilon(noslip_playhead_rate(&head), speeds[i], 0.02 * speeds[i]);
    g_assert_cmpint(head.lateness, ==, NOSLIP_ON_TIME);
  }
}

/* Earlier measurements are dropped when the motion continues elsewhere. */
static void
test_seek_forgets(void)
{
  NoslipPlayhead head = playhead(0.001, 100);
  gint64 now = SECOND;
  noslip_playhead_play(&head);
  noslip_playhead_advance(&head, now, 100);
  for (int frame = 1; frame <= 240; frame++)
    noslip_playhead_advance(&head, now += SECOND / 60, 0.4 * frame / 60);
  g_assert_cmpint(head.lateness, ==, NOSLIP_LATE_COMPUTING);
  noslip_playhead_seek(&head, 0);
  g_assert_cmpint(head.lateness, ==, NOSLIP_ON_TIME);
  g_assert_true(isnan(noslip_playhead_rate(&head)));
}

/* Frames that take half a second advance the motion by a quarter of a second each: that is reported, with its cause. */
static void
test_slow_frames(void)
{
  NoslipPlayhead head = playhead(0.01, 100);
  noslip_playhead_play(&head);
  gint64 now = SECOND;
  noslip_playhead_advance(&head, now, 100);
  for (int frame = 0; frame < 10; frame++)
    noslip_playhead_advance(&head, now += SECOND / 2, 100);
  g_assert_true(noslip_playhead_is_late(&head));
  g_assert_cmpint(head.lateness, ==, NOSLIP_LATE_DRAWING);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_rate(&head), 0.5, 1e-6);
  /* time in suspend does not count as slow */
  noslip_playhead_advance(&head, now += 100 * (gint64) SECOND, 100);
  g_assert_false(noslip_playhead_is_late(&head));
}

static void
test_loop(void)
{
  NoslipPlayhead head = playhead(0.01, 20);
  noslip_playhead_set_loop(&head, TRUE, 1, 2);
  noslip_playhead_seek(&head, 1.95);
  noslip_playhead_play(&head);
  gint64 now = SECOND;
  noslip_playhead_advance(&head, now, 20);
  noslip_playhead_advance(&head, now += SECOND / 10, 20);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 1.05, 1e-9);
  g_assert_cmpint(head.state, ==, NOSLIP_PLAYING);
}

/* Many passes of a loop lose nothing: the time in the loop is that of the wall clock. */
static void
test_loop_keeps_time(void)
{
  NoslipPlayhead head = playhead(0.01, 20);
  noslip_playhead_set_loop(&head, TRUE, 1, 1.7);
  noslip_playhead_seek(&head, 1);
  noslip_playhead_play(&head);
  gint64 now = SECOND;
  noslip_playhead_advance(&head, now, 20);
  for (int i = 0; i < 1000; i++)
    noslip_playhead_advance(&head, now += 17000, 20);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 1 + fmod(17.0, 0.7), 1e-6);
  /* a playhead moved beyond the loop continues at its start */
  noslip_playhead_seek(&head, 5);
  noslip_playhead_advance(&head, now, 20);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 1, 1e-9);
}

static void
test_marks(void)
{
  NoslipPlayhead head = playhead(0.01, 20);
  g_assert_false(noslip_playhead_is_marked(&head));
  noslip_playhead_seek(&head, 3);
  noslip_playhead_mark_start(&head);
  g_assert_true(head.looping);
  g_assert_true(noslip_playhead_is_marked(&head));
  g_assert_cmpfloat_with_epsilon(head.loop_from, 3, 1e-9);
  g_assert_cmpfloat(head.loop_to, ==, 20);
  noslip_playhead_seek(&head, 5);
  noslip_playhead_mark_end(&head);
  g_assert_cmpfloat_with_epsilon(head.loop_from, 3, 1e-9);
  g_assert_cmpfloat_with_epsilon(head.loop_to, 5, 1e-9);
  /* an end before the start: the loop starts at 0; a start after the end: it ends with the span */
  noslip_playhead_seek(&head, 2);
  noslip_playhead_mark_end(&head);
  g_assert_cmpfloat(head.loop_from, ==, 0);
  g_assert_cmpfloat_with_epsilon(head.loop_to, 2, 1e-9);
  noslip_playhead_seek(&head, 7);
  noslip_playhead_mark_start(&head);
  g_assert_cmpfloat_with_epsilon(head.loop_from, 7, 1e-9);
  g_assert_cmpfloat(head.loop_to, ==, 20);
  /* marks that would give an empty loop are ignored */
  noslip_playhead_seek(&head, 0);
  noslip_playhead_mark_end(&head);
  noslip_playhead_seek(&head, 20);
  noslip_playhead_mark_start(&head);
  g_assert_cmpfloat_with_epsilon(head.loop_from, 7, 1e-9);
  g_assert_cmpfloat(head.loop_to, ==, 20);
}

static void
test_step_and_seek(void)
{
  NoslipPlayhead head = playhead(0.01, 20);
  noslip_playhead_seek(&head, 0.29); /* 0.29 / 0.01 is below 29 in binary */
  g_assert_cmpuint(head.sample, ==, 29);
  noslip_playhead_step(&head, 1, 20);
  g_assert_cmpuint(head.sample, ==, 30);
  noslip_playhead_step(&head, -50, 20);
  g_assert_cmpuint(head.sample, ==, 0);
  noslip_playhead_step(&head, 50, 0.1);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 0.1, 1e-12);
  noslip_playhead_seek(&head, NAN);
  g_assert_cmpfloat(noslip_playhead_time(&head), ==, 0);
  noslip_playhead_seek(&head, 1e300);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(&head), 20, 1e-9);
  /* a pause stops at a sample */
  head.accumulator = 0.004;
  noslip_playhead_pause(&head);
  g_assert_cmpfloat(head.accumulator, ==, 0);
}

/* Curves end at a pause that is ahead, and from then on are whole. */
static void
test_horizon(void)
{
  NoslipPlayhead head = playhead(0.01, 20);
  g_assert_true(isinf(noslip_playhead_horizon(&head)));
  noslip_playhead_set_pause(&head, 2.5);
  g_assert_cmpfloat(noslip_playhead_horizon(&head), ==, 2.5);
  noslip_playhead_seek(&head, 2.5);
  g_assert_cmpfloat(noslip_playhead_horizon(&head), ==, 2.5);
  noslip_playhead_step(&head, 1, 20);
  g_assert_true(isinf(noslip_playhead_horizon(&head)));
  noslip_playhead_set_pause(&head, NAN);
  noslip_playhead_seek(&head, 0);
  g_assert_true(isinf(noslip_playhead_horizon(&head)));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/playhead/independent-of-frames", test_frames_do_not_matter);
  g_test_add_func("/playhead/speed", test_speed);
  g_test_add_func("/playhead/end-and-again", test_end_and_again);
  g_test_add_func("/playhead/waits", test_waits_for_the_computation);
  g_test_add_func("/playhead/rate", test_rate);
  g_test_add_func("/playhead/seek-resets", test_seek_forgets);
  g_test_add_func("/playhead/slow-frames", test_slow_frames);
  g_test_add_func("/playhead/loop", test_loop);
  g_test_add_func("/playhead/loop-keeps-time", test_loop_keeps_time);
  g_test_add_func("/playhead/marks", test_marks);
  g_test_add_func("/playhead/step-and-seek", test_step_and_seek);
  g_test_add_func("/playhead/horizon", test_horizon);
  return g_test_run();
}
