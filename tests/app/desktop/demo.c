/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A lecturer's first actions: click, drag, orbit, maximise. The body stays in view, Space plays, and all parts of the
 * screen show one time. Real pointer and keyboard input. */
#include "tests/app/desktop/driven.h"

#include "core/simulation/setup/story.h"
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

static gboolean
plays(NoslipWindow *window)
{
  return noslip_simulation_playhead(noslip_window_simulation(window))->state == NOSLIP_PLAYING;
}

static gboolean
body_in_picture(NoslipWindow *window)
{
  NoslipSceneView *scene = noslip_window_scene(window);
  NoslipFraming framing;
  g_assert_true(noslip_scene_view_framing(scene, &framing));
  return noslip_camera_sees(&scene->camera, &framing.bodies, noslip_scene_view_aspect(scene));
}

static void
play_until(NoslipWindow *window, double time)
{
  noslip_playback_set_speed(noslip_simulation_playback(noslip_window_simulation(window)), 4);
  noslip_playback_play(noslip_simulation_playback(noslip_window_simulation(window)));
  while (noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))) < time) {
    driven_run(0.1);
    g_assert_true(body_in_picture(window));
  }
  noslip_playback_pause(noslip_simulation_playback(noslip_window_simulation(window)));
}

/* An orbit of 50 pixels, a wheel step and a throw: the body stays in view while the motion runs, and while it is
 * scrubbed. */
static void
test_body_stays(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  double x = gtk_widget_get_width(scene) - 60, y = gtk_widget_get_height(scene) - 60;
  driven_drag(scene, x, y, x - 50, y - 10);
  driven_press(scene, x, y, 4, 3, NULL);
  play_until(window, 6);
  g_assert_false(gtk_widget_get_visible(noslip_window_scene(window)->follow));
  const double times[] = {0, 11, 3, 10, 7};
  for (guint i = 0; i < G_N_ELEMENTS(times); i++) {
    noslip_playback_compute_until(noslip_simulation_playback(noslip_window_simulation(window)), times[i]);
    WAIT_FOR(noslip_runs_computed(noslip_simulation_runs(noslip_window_simulation(window))) >= times[i]);
    noslip_playback_seek(noslip_simulation_playback(noslip_window_simulation(window)), times[i]);
    WAIT_FOR(noslip_scene_view_is_drawn(noslip_window_scene(window)));
    g_assert_true(body_in_picture(window));
  }
  driven_close(window);
}

/* After a pan the camera no longer follows: there is a button to restore it, and an arrow to the body once it is out of
 * view. */
static void
test_pan_and_back(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipSceneView *view = noslip_window_scene(window);
  GtkWidget *scene = GTK_WIDGET(view);
  g_assert_false(gtk_widget_get_visible(view->follow));
  for (guint i = 0; i < 6; i++)
    driven_pull(scene, 120, 300, 420, 300, 2, NULL);
  WAIT_FOR(gtk_widget_get_visible(view->follow) && isfinite(view->away[0]));
  g_assert_true(driven_find(scene, GTK_TYPE_BUTTON, "Follow") == view->follow);
  g_assert_false(body_in_picture(window));
  g_assert_cmpfloat(view->away[0], >, 0.5 * gtk_widget_get_width(scene)); /* the scene went to the right */
  driven_click(scene, view->away[0], view->away[1]);
  WAIT_FOR(driven_camera(window).automatic && !gtk_widget_get_visible(view->follow) && driven_settled(window));
  g_assert_true(body_in_picture(window));
  g_assert_true(isnan(view->away[0]));
  driven_pull(scene, 120, 300, 420, 300, 2, NULL);
  WAIT_FOR(gtk_widget_get_visible(view->follow));
  driven_click_on(view->follow);
  WAIT_FOR(driven_camera(window).automatic && !gtk_widget_get_visible(view->follow));
  driven_close(window);
}

/* Time advanced while the scene was hidden: the scene shows the current time as soon as it is visible again. */
static void
test_one_time(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSceneView *scene = noslip_window_scene(window);
  NoslipTiles *tiles = noslip_window_tiles(window);
  driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Maximise Bracket"));
  WAIT_FOR(noslip_tiles_maximised(tiles) && !gtk_widget_get_mapped(GTK_WIDGET(scene)));
  driven_key("space");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))) > 0.6);
  driven_key("space");
  WAIT_FOR(!plays(window));
  gint64 drawn = scene->drawn;
  driven_key("Escape");
  WAIT_FOR(!noslip_tiles_maximised(tiles) && gtk_widget_get_mapped(GTK_WIDGET(scene)));
  WAIT_FOR(scene->drawn > drawn && noslip_scene_view_is_drawn(scene));
  g_assert_cmpfloat(noslip_scene_view_drawn_time(scene), ==,
                    noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))));
  driven_close(window);
}

/* The views that show the time, and the scene, in the last frame. */
static void
assert_same_time(NoslipWindow *window)
{
  NoslipSceneView *scene = noslip_window_scene(window);
  double time = gtk_widget_get_mapped(GTK_WIDGET(scene)) ? noslip_scene_view_drawn_time(scene) : NAN;
  NoslipView *view;
  for (guint i = 0; (view = noslip_tiles_nth_open(noslip_window_tiles(window), i)); i++) {
    if (!gtk_widget_get_mapped(GTK_WIDGET(view)) || !(noslip_view_kind(view)->interest & NOSLIP_CHANGED_CURSOR))
      continue;
    if (isnan(time))
      time = noslip_view_drawn_time(view);
    if (noslip_view_drawn_time(view) != time)
      g_test_message("%s: %g, not %g", noslip_view_kind(view)->id, noslip_view_drawn_time(view), time);
    g_assert_cmpfloat(noslip_view_drawn_time(view), ==, time);
  }
}

typedef struct {
  NoslipWindow *window;
  double time; /* of the last picture */
  guint n;     /* pictures with a time of their own */
} Frames;

/* A frame that is full shows the last picture of a view once more, and the time goes on after the next one. */
static void
compare_times(GdkFrameClock *clock, Frames *frames)
{
  NoslipView *view;
  for (guint i = 0; (view = noslip_tiles_nth_open(noslip_window_tiles(frames->window), i)); i++)
    if (noslip_view_waits(view))
      return;
  double time = noslip_scene_view_drawn_time(noslip_window_scene(frames->window));
  if (time == frames->time)
    return;
  frames->time = time;
  frames->n++;
  assert_same_time(frames->window);
}

/* While the motion plays, each frame shows one time; and so do the pictures after each change of the layout. */
static void
test_one_time_in_each_frame(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  Frames frames = {.window = window, .time = NAN};
  gulong handler = g_signal_connect(gtk_widget_get_frame_clock(GTK_WIDGET(window)), "after-paint",
                                    G_CALLBACK(compare_times), &frames);
  noslip_playback_set_speed(noslip_simulation_playback(simulation), 0.1); /* not to the end */
  noslip_playback_play(noslip_simulation_playback(simulation));
  WAIT_FOR(frames.n > 30 || !plays(window));
  g_signal_handler_disconnect(gtk_widget_get_frame_clock(GTK_WIDGET(window)), handler);
  g_assert_cmpuint(frames.n, >, 5);
  static const char *const changes[] = {"F9", "1", "Escape", "F11", "F11", "F9"};
  for (guint i = 0; i < G_N_ELEMENTS(changes); i++) {
    noslip_playback_play(noslip_simulation_playback(simulation));
    driven_key(changes[i]);
    noslip_playback_pause(noslip_simulation_playback(simulation));
    WAIT_FOR(driven_settled(window));
    assert_same_time(window);
  }
  driven_close(window);
}

/* The clock of a presentation shows the time of the scene and the views, however busy the machine is. */
static void
test_clock_of_presentation(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("F11");
  WAIT_FOR(noslip_window_is_presentation(window) && driven_label(GTK_WIDGET(window), "0.00 s"));
  GtkWidget *clock = driven_label(GTK_WIDGET(window), "0.00 s");
  driven_key("space");
  WAIT_FOR(plays(window));
  for (double from = noslip_playhead_time(noslip_simulation_playhead(simulation)), t = from;
       plays(window) && t < from + 1; t = noslip_playhead_time(noslip_simulation_playhead(simulation))) {
    g_autofree char *now = g_strdup_printf("%.2f s", t);
    g_assert_cmpstr(gtk_label_get_text(GTK_LABEL(clock)), ==, now);
    g_main_context_iteration(NULL, TRUE);
  }
  driven_close(window);
}

/* Space plays after a click on any control; a control reached by Tab keeps Space, and Ctrl+Space still plays. */
static void
test_space_plays(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  GtkWidget *loop = driven_find(GTK_WIDGET(window), GTK_TYPE_TOGGLE_BUTTON, "Loop");
  gboolean looping = noslip_simulation_playhead(noslip_window_simulation(window))->looping;
  driven_click_on(loop);
  WAIT_FOR(noslip_simulation_playhead(noslip_window_simulation(window))->looping != looping);
  WAIT_FOR(gtk_window_get_focus(GTK_WINDOW(window)) == scene);
  driven_key("space");
  WAIT_FOR(plays(window));
  driven_key("space");
  WAIT_FOR(!plays(window));
  g_assert_true(noslip_simulation_playhead(noslip_window_simulation(window))->looping != looping);
  GtkWidget *scrubber = driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "Time");
  double before = noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window)));
  driven_click(scrubber, gtk_widget_get_width(scrubber) / 2.0, gtk_widget_get_height(scrubber) / 2.0);
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))) != before);
  WAIT_FOR(gtk_window_get_focus(GTK_WINDOW(window)) == scene);
  before = noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window)));
  driven_key("plus"); /* faster; the scrubber does not move */
  g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))), ==, before);
  g_assert_cmpfloat(noslip_simulation_playhead(noslip_window_simulation(window))->speed, ==, 2);
  /* by keyboard */
  driven_key("Tab");
  gtk_widget_grab_focus(loop);
  driven_key("space");
  WAIT_FOR(!plays(window));
  g_assert_true(noslip_simulation_playhead(noslip_window_simulation(window))->looping == looping);
  driven_key("ctrl+space");
  WAIT_FOR(plays(window));
  driven_close(window);
}

/* A system chosen in the gallery: the scene is shown, even if a view was maximised, and has the focus. */
static void
test_gallery_pick(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Maximise Energy"));
  WAIT_FOR(!gtk_widget_get_mapped(scene));
  g_assert_nonnull(driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Restore Energy"));
  GtkWidget *search = NULL;
  driven_key("ctrl+g");
  WAIT_FOR((search = driven_find(GTK_WIDGET(window), GTK_TYPE_SEARCH_ENTRY, "Search systems")) &&
           gtk_widget_get_mapped(search));
  WAIT_FOR(gtk_widget_get_state_flags(search) & GTK_STATE_FLAG_FOCUS_WITHIN);
  driven_type("snakeboard");
  WAIT_FOR(g_str_equal(gtk_editable_get_text(GTK_EDITABLE(search)), "snakeboard"));
  driven_run(0.4); /* a search entry waits for more letters before it emits its signal */
  driven_key("Return");
  WAIT_FOR(g_strcmp0(driven_shown(window), "snakeboard") == 0 && driven_settled(window));
  g_assert_true(gtk_widget_get_mapped(scene));
  WAIT_FOR(gtk_window_get_focus(GTK_WINDOW(window)) == scene);
  driven_key("space");
  WAIT_FOR(plays(window));
  driven_close(window);
}

/* The answer of a story is read only after its question. */
static void
test_answer(void)
{
  NoslipWindow *window = driven_open("rattleback", 0);
  NoslipPlayback *playback = noslip_simulation_playback(noslip_window_simulation(window));
  const NoslipPlayhead *playhead = noslip_simulation_playhead(noslip_window_simulation(window));
  g_autofree char *file = noslip_stories_file("chaplygin-sleigh");
  noslip_window_open(window, file, TRUE, NAN);
  WAIT_FOR(g_strcmp0(driven_shown(window), "chaplygin-sleigh") == 0 && noslip_playhead_waits(playhead));
  WAIT_FOR(driven_label(GTK_WIDGET(window), "What will happen?"));
  g_assert_nonnull(driven_label(GTK_WIDGET(window), "The blade cannot slip sideways"));
  g_assert_null(driven_label(GTK_WIDGET(window), "the turning dies out"));
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("space");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "the turning dies out"));
  noslip_playback_seek(playback, 1);
  WAIT_FOR(!driven_label(GTK_WIDGET(window), "the turning dies out"));
  g_assert_nonnull(driven_label(GTK_WIDGET(window), "The blade cannot slip sideways"));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  /* GTK 4.8 warns of its own count of pressed widgets when a second menu is opened with the pointer */
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  g_test_add_func("/demo/body-stays", test_body_stays);
  g_test_add_func("/demo/pan-and-back", test_pan_and_back);
  g_test_add_func("/demo/one-time", test_one_time);
  g_test_add_func("/demo/one-time-in-each-frame", test_one_time_in_each_frame);
  g_test_add_func("/demo/clock-of-presentation", test_clock_of_presentation);
  g_test_add_func("/demo/space-plays", test_space_plays);
  g_test_add_func("/demo/gallery-pick", test_gallery_pick);
  g_test_add_func("/demo/answer", test_answer);
  int status = g_test_run();
  driven_end();
  return status;
}
