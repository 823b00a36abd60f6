/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Chaplygin sleigh plays for minutes (the first argument; 10) in a window with four views: main loop time per frame
 * and allocated memory, minute by minute. Ends with status 1 if a limit is exceeded. */
#include "tests/app/desktop/driven.h"
#include "tests/app/desktop/memory.h"
#include "tests/benchmark/frames.h"

#include <math.h>
#include <stdlib.h>

#define MEGA 1e6
#define MOST_RESIDENT 250 /* MB */
#define MOST_GROWTH 1     /* MB from the second minute to the last */

typedef struct {
  guint minute, minutes;
  NoslipMeter whole; /* all frames */
  double second;     /* MB allocated after the second minute */
  gboolean kept;
} Soak;

static void
wait_minute(void)
{
  gint64 end = g_get_monotonic_time() + 60 * G_USEC_PER_SEC;
  while (g_get_monotonic_time() < end)
    g_main_context_iteration(NULL, TRUE);
}

static void
report_minute(Soak *soak, NoslipMeter *meter)
{
  g_autofree char *what = g_strdup_printf("minute %2u", soak->minute);
  frames_report(what, meter);
  if (meter->frames->len > 0)
    g_array_append_vals(soak->whole.frames, meter->frames->data, meter->frames->len);
  noslip_meter_clear(meter);
  noslip_meter_start(meter);
  double allocated = memory_allocated() / MEGA, resident = memory_resident() / MEGA;
  if (soak->minute <= 2)
    soak->second = allocated;
  gboolean kept = resident < MOST_RESIDENT && allocated - soak->second < MOST_GROWTH;
  soak->kept = soak->kept && kept;
  g_print("; %.2f MB allocated, %.0f MB resident%s\n", allocated, resident, kept ? "" : "  <-- not kept");
}

/* Energy, path and bracket are open from the start. */
static void
show_four_views(NoslipWindow *window)
{
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("agreement"), TRUE);
  g_assert_cmpuint(noslip_tiles_n_open(tiles), ==, 4);
}

int
main(int argc, char **argv)
{
  memory_begin();
  driven_begin(NULL, NULL);
  Soak soak = {.minutes = argc > 1 ? (guint) MAX(1, atoi(argv[1])) : 10, .kept = TRUE};
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  show_four_views(window);
  noslip_playback_set_loop(noslip_simulation_playback(simulation), TRUE, 0,
                           noslip_simulation_playhead(simulation)->end);
  noslip_playback_play(noslip_simulation_playback(simulation));
  noslip_meter_start(noslip_window_meter(window));
  noslip_meter_start(&soak.whole);
  for (soak.minute = 1; soak.minute <= soak.minutes; soak.minute++) {
    wait_minute();
    report_minute(&soak, noslip_window_meter(window));
  }
  soak.kept = frames_report("the whole", &soak.whole) && soak.kept;
  g_print("\n");
  noslip_meter_clear(&soak.whole);
  gboolean playing = noslip_simulation_playhead(simulation)->state == NOSLIP_PLAYING;
  driven_close(window);
  driven_end();
  return soak.kept && playing ? 0 : 1;
}
