/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A million samples of the Chaplygin sleigh in a window with four views: main loop time per frame while they are
 * computed, while the motion plays at their end, and while the time is dragged back and forth. For comparison the
 * catalogue's own short motion, alone and with every overlay. Ends with status 1 if a limit is exceeded. */
#include "tests/app/desktop/driven.h"
#include "tests/benchmark/frames.h"

#include <glib/gstdio.h>
#include <math.h>

#define LENGTH 10000.0 /* s, with samples every 0.01 s */
#define BEGUN 100.0    /* s of the motion */
#define PLAYED 20.0    /* s */
#define DRAGS 600      /* frames */

/* The catalogue's text with a longer run. */
static char *
write_long(const char *folder)
{
  g_autofree char *text = NULL, *name = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "chaplygin-sleigh.noslip", NULL);
  g_assert_true(g_file_get_contents(name, &text, NULL, NULL));
  g_autoptr(GString) longer = g_string_new(text);
  g_autofree char *run = g_strdup_printf("\nrun to %g step 0.01\n", LENGTH);
  g_assert_cmpuint(g_string_replace(longer, "\nrun to 12 step 0.01\n", run, 0), ==, 1);
  char *path = g_build_filename(folder, "long.noslip", NULL);
  g_assert_true(g_file_set_contents(path, longer->str, -1, NULL));
  return path;
}

static gboolean
report(const char *what, NoslipWindow *window)
{
  gboolean kept = frames_report(what, noslip_window_meter(window));
  g_print("\n");
  noslip_meter_clear(noslip_window_meter(window));
  return kept;
}

static gboolean
play(NoslipWindow *window, const char *what)
{
  noslip_playback_play(noslip_simulation_playback(noslip_window_simulation(window)));
  noslip_meter_start(noslip_window_meter(window));
  driven_run(PLAYED);
  noslip_playback_pause(noslip_simulation_playback(noslip_window_simulation(window)));
  return report(what, window);
}

static gboolean
compute(NoslipWindow *window, const char *path)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_window_open(window, path, FALSE, LENGTH - 2 * PLAYED);
  /* the first frames open a system, as those of a short motion do */
  WAIT_FOR(noslip_simulation_playhead(simulation)->end == LENGTH &&
           noslip_runs_computed(noslip_simulation_runs(simulation)) > BEGUN);
  noslip_meter_start(noslip_window_meter(window));
  while (noslip_playhead_time(noslip_simulation_playhead(simulation)) < LENGTH - 3 * PLAYED)
    g_main_context_iteration(NULL, TRUE);
  return report("a million samples, while they are computed", window);
}

/* Drags the time: to another place in each frame. */
static gboolean
drag(NoslipWindow *window)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  WAIT_FOR(driven_settled(window));
  noslip_meter_start(noslip_window_meter(window));
  for (guint k = 0; k < DRAGS; k++) {
    noslip_playback_seek(noslip_simulation_playback(simulation), LENGTH * (0.5 + 0.4 * sin(0.1 * k)));
    driven_run(0.016);
  }
  return report("a million samples, dragged to and fro", window);
}

/* Every overlay that the sleigh has, drawn in the scene and in four views. */
static gboolean
overlay(NoslipWindow *window)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  for (const NoslipFormulation *const *f = noslip_formulations(); *f; f++) {
    g_autofree char *refusal = noslip_formulation_refusal(*f, noslip_simulation_system(simulation));
    if (!refusal)
      noslip_overlays_show(noslip_simulation_overlays(simulation), *f, TRUE);
  }
  WAIT_FOR(driven_settled(window));
  noslip_playback_seek(noslip_simulation_playback(simulation), 0);
  noslip_playback_set_speed(noslip_simulation_playback(simulation), 0.5); /* not to the end */
  g_autofree char *what = g_strdup_printf("a thousand samples and %u overlays, played",
                                          noslip_runs_n(noslip_simulation_runs(simulation)) - 1);
  gboolean kept = play(window, what);
  for (const NoslipFormulation *const *f = noslip_formulations(); *f; f++)
    noslip_overlays_show(noslip_simulation_overlays(simulation), *f, FALSE);
  noslip_playback_set_speed(noslip_simulation_playback(simulation), 1);
  return kept;
}

int
main(void)
{
  driven_begin(NULL, NULL);
  g_autofree char *folder = g_dir_make_tmp("noslip-XXXXXX", NULL), *path = write_long(folder);
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  noslip_tiles_set_open(noslip_window_tiles(window), noslip_view_kind_find("agreement"), TRUE);
  gboolean kept = play(window, "a thousand samples, played");
  kept = overlay(window) && kept;
  kept = compute(window, path) && kept;
  kept = play(window, "a million samples, played at their end") && kept;
  kept = drag(window) && kept;
  driven_close(window);
  driven_end();
  g_remove(path);
  g_rmdir(folder);
  return kept ? 0 : 1;
}
