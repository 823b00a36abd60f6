/* SPDX-License-Identifier: GPL-3.0-or-later */
/* One window for many hours: systems and windows are opened and closed, and their memory is freed. NOSLIP_OPENINGS sets
 * the number of opened systems; allocated memory is printed with --verbose. */
#include "tests/app/desktop/editing.h"
#include "tests/app/desktop/memory.h"

#include "core/catalogue/catalogue.h"

#include <math.h>
#include <stdlib.h>

#define MEGA 1e6

/* Caches of GTK 4.18 grow and shrink by some 0.3 MB, which has to be little for each opening. */
#define OPENINGS 240

static guint
openings(void)
{
  const char *set = g_getenv("NOSLIP_OPENINGS");
  int n = set ? atoi(set) : 0;
  return n > 0 ? (guint) n : OPENINGS;
}

static void
rest(NoslipWindow *window)
{
  WAIT_FOR(driven_settled(window));
  driven_drain();
}

static void
open_system(NoslipWindow *window, const char *id)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_window_open(window, id, FALSE, NAN);
  WAIT_FOR(!noslip_simulation_source(simulation)->is_reading && noslip_simulation_system(simulation) &&
           g_str_equal(noslip_simulation_system(simulation)->id, id));
}

/* Memory that is not freed: the minimum of several measurements, as temporary pictures and buffers come and go between
 * them. */
static double
least(const GArray *measured, guint from, guint to)
{
  double value = INFINITY;
  for (guint i = from; i < to; i++)
    value = fmin(value, g_array_index(measured, double, i));
  return value;
}

/* Bytes that each repetition of a round leaves allocated. The first quarter fills caches: fonts, glyphs, shaders. */
static double
growth(const GArray *measured, guint things)
{
  guint quarter = measured->len / 4, n = measured->len;
  double each =
      (least(measured, n - quarter, n) - least(measured, quarter, 2 * quarter)) / ((n - 2 * quarter) * things);
  g_test_message("%.0f bytes more for each", each);
  return each;
}

static void
measure(GArray *measured)
{
  double now = memory_allocated();
  g_array_append_val(measured, now);
  g_test_message("round %u: %.3f MB allocated, %.1f MB resident", measured->len, now / MEGA, memory_resident() / MEGA);
}

static void
test_systems(void)
{
  static const char *const ids[] = {"chaplygin-sleigh", "rolling-disk", "snakeboard",
                                    "heavy-top",        "martinet",     "nonholonomic-particle"};
  NoslipWindow *window = driven_open(ids[0], NAN);
  g_autoptr(GArray) measured = g_array_new(FALSE, FALSE, sizeof(double));
  guint rounds = MAX(8, (openings() + G_N_ELEMENTS(ids) - 1) / G_N_ELEMENTS(ids));
  for (guint round = 0; round < rounds; round++) {
    for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
      open_system(window, ids[(i + 1) % G_N_ELEMENTS(ids)]);
      if (i % 2)
        rest(window);
    }
    rest(window);
    measure(measured);
  }
  g_assert_cmpfloat(growth(measured, G_N_ELEMENTS(ids)), <, 8192);
  driven_close(window);
}

static void
test_windows(void)
{
  g_autoptr(GArray) measured = g_array_new(FALSE, FALSE, sizeof(double));
  for (guint round = 0; round < 16; round++) {
    NoslipWindow *window = editing_open(round % 2 ? "rolling-disk" : "chaplygin-sleigh");
    editing_close(window);
    measure(measured);
  }
  g_assert_cmpfloat(growth(measured, 1), <, 65536);
}

int
main(int argc, char **argv)
{
  memory_begin();
  driven_begin(&argc, &argv);
  g_test_add_func("/lasting/systems", test_systems);
  g_test_add_func("/lasting/windows", test_windows);
  int status = g_test_run();
  driven_end();
  return status;
}
