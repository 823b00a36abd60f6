/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Input latency, in some systems and in every formulation of one: the time and the number of frames from a movement of
 * an input, or of a hand that pulls a body, to the first picture of the scene that shows the motion computed with it.
 * Every second movement comes at the start of a frame, as those of the pointer do. */
#include "core/dynamics/formulations.h"
#include "tests/app/desktop/driven.h"

#include <math.h>

#define EVENTS 60
#define APART 0.047 /* s: the phase within a frame differs from event to event */

typedef struct {
  NoslipSimulation *simulation;
  NoslipSceneView *scene;
  guint event;
  gboolean due; /* the movement is made by the next frame */
  double shown; /* time of the picture before it */
  gint64 begun; /* microseconds; 0: nothing is waited for */
  guint frames;
  GArray *times, *counts; /* of double: ms, frames */
} Watch;

static void
painted(GdkFrameClock *clock, Watch *watch)
{
  if (!watch->begun)
    return;
  watch->frames++;
  const NoslipRuns *runs = noslip_simulation_runs(watch->simulation);
  if (noslip_runs_primary(runs)->pending || noslip_scene_view_drawn_time(watch->scene) == watch->shown)
    return;
  double took = (double) (g_get_monotonic_time() - watch->begun) / 1000, frames = watch->frames;
  g_array_append_val(watch->times, took);
  g_array_append_val(watch->counts, frames);
  watch->begun = 0;
}

static int
compare(gconstpointer a, gconstpointer b)
{
  double x = *(const double *) a, y = *(const double *) b;
  return (x > y) - (x < y);
}

static double
quantile(GArray *values, double part)
{
  g_array_sort(values, compare);
  return g_array_index(values, double, (guint) floor(part * (values->len - 1)));
}

/* A different movement each time. */
static void
act(NoslipSimulation *simulation, guint i)
{
  double phase = 0.7 * i, target[3] = {cos(phase), sin(phase), 0.1};
  if (noslip_simulation_system(simulation)->n_inputs > 0)
    noslip_hands_move_input(noslip_simulation_hands(simulation), 0, sin(phase));
  else
    noslip_hands_pull_body(noslip_simulation_hands(simulation), target);
}

static void
begin(Watch *watch)
{
  watch->due = FALSE;
  watch->frames = 0;
  watch->shown = noslip_scene_view_drawn_time(watch->scene);
  watch->begun = g_get_monotonic_time();
  act(watch->simulation, watch->event++);
}

/* When the events of the pointer are handled. */
static void
begin_frame(GdkFrameClock *clock, Watch *watch)
{
  if (watch->due)
    begin(watch);
}

static void
take(NoslipSimulation *simulation)
{
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL), point[3] = {row[1], row[2], 0.1};
  for (guint i = 0; system->n_inputs == 0 && i < system->n_draws; i++)
    if (noslip_hands_take_body(noslip_simulation_hands(simulation), i, point))
      return;
}

/* formulation: NULL is that of the system's choice. */
static void
measure(const char *id, const NoslipFormulation *formulation)
{
  NoslipWindow *window = driven_open(id, 0);
  Watch watch = {.simulation = noslip_window_simulation(window), .scene = noslip_window_scene(window)};
  if (formulation)
    noslip_runs_set_formulation(noslip_simulation_runs(watch.simulation), formulation);
  watch.times = g_array_new(FALSE, FALSE, sizeof(double));
  watch.counts = g_array_new(FALSE, FALSE, sizeof(double));
  GdkFrameClock *clock = gtk_widget_get_frame_clock(GTK_WIDGET(window));
  gulong handler = g_signal_connect(clock, "after-paint", G_CALLBACK(painted), &watch),
         other = g_signal_connect(clock, "before-paint", G_CALLBACK(begin_frame), &watch);
  noslip_playback_set_speed(noslip_simulation_playback(watch.simulation), 0.25); /* not to the end */
  noslip_playback_play(noslip_simulation_playback(watch.simulation));
  driven_run(0.5);
  take(watch.simulation);
  driven_run(0.5);
  for (guint i = 0; i < EVENTS; i++) {
    watch.due = i % 2;
    if (!watch.due)
      begin(&watch);
    WAIT_FOR(!watch.due && !watch.begun);
    driven_run(APART);
  }
  g_signal_handler_disconnect(clock, handler);
  g_signal_handler_disconnect(clock, other);
  g_print("%-24s %-18s median %5.1f ms, 99 %% %5.1f ms; frames: median %.0f, 99 %% %.0f, most %.0f\n", id,
          formulation ? formulation->id : "", quantile(watch.times, 0.5), quantile(watch.times, 0.99),
          quantile(watch.counts, 0.5), quantile(watch.counts, 0.99), quantile(watch.counts, 1));
  g_array_unref(watch.times);
  g_array_unref(watch.counts);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  static const char *const systems[] = {"sleigh-with-rider",    "snakeboard-driven", "roller-racer-driven",
                                        "ball-on-driven-table", "trailers",          "chaplygin-sleigh"};
  driven_begin(&argc, &argv);
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++)
    measure(systems[i], NULL);
  const NoslipFormulation *const *formulations = noslip_formulations();
  for (guint i = 0; formulations[i]; i++)
    if (formulations[i]->kind == NOSLIP_DYNAMICS_NONHOLONOMIC && !formulations[i]->on_submanifold)
      measure("trailers", formulations[i]);
  driven_end();
  return 0;
}
