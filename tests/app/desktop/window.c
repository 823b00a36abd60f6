/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The window, driven by user input: under a display server, with OpenGL through GtkGLArea. */
#include "tests/app/desktop/driven.h"
#include "ui/widgets/editor/problems.h"

#include <glib/gstdio.h>
#include <math.h>
#ifdef NOSLIP_HAS_X11
#include <gdk/x11/gdkx.h>
#endif

static void
test_scene_is_drawn_and_moves(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  gboolean expect_gl = g_getenv("NOSLIP_TEST_NO_GL") == NULL;
  g_assert_cmpint(noslip_scene_view_uses_gl(NOSLIP_SCENE_VIEW(scene)), ==, expect_gl);
  int n = 0, m = 0;
  g_autofree guint32 *before = driven_pixels(scene, &n);
  g_assert_cmpuint(driven_colours(before, n), >, 50);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.play-pause", NULL);
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 0.5);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.play-pause", NULL);
  g_assert_cmpint(noslip_simulation_playhead(simulation)->state, ==, NOSLIP_PAUSED);
  WAIT_FOR(driven_settled(window));
  g_autofree guint32 *after = driven_pixels(scene, &m);
  g_assert_cmpint(n, ==, m);
  g_assert_cmpint(driven_different(before, after, n), >, 200);
  driven_close(window);
}

static void
test_formulation_and_scrubbing(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 3, 1e-9);
  GtkWidget *choice = driven_find(GTK_WIDGET(window), GTK_TYPE_DROP_DOWN, "Formulation");
  g_assert_nonnull(choice);
  gtk_drop_down_set_selected(GTK_DROP_DOWN(choice), 1);
  WAIT_FOR(driven_settled(window));
  g_assert_false(noslip_runs_primary(noslip_simulation_runs(simulation))->pending);
  g_assert_cmpstr(noslip_simulation_runs(simulation)->formulation->id, !=, "multipliers");
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 3, 1e-9);
  GtkWidget *scrubber = driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "Time");
  g_assert_nonnull(scrubber);
  gtk_range_set_value(GTK_RANGE(scrubber), 7.25);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 7.25, 1e-9);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.step-forward", NULL);
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 7.26, 1e-9);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.restart", NULL);
  g_assert_cmpfloat(noslip_playhead_time(noslip_simulation_playhead(simulation)), ==, 0);
  /* an overlay by its switch */
  GtkWidget *overlay = driven_find(GTK_WIDGET(window), GTK_TYPE_SWITCH, "hamiltonian");
  g_assert_nonnull(overlay);
  gtk_switch_set_active(GTK_SWITCH(overlay), TRUE);
  WAIT_FOR(driven_settled(window));
  g_assert_true(noslip_overlays_shows(noslip_simulation_overlays(simulation), noslip_formulation_find("hamiltonian")));
  driven_close(window);
}

static void
test_slider(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *slider = driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "a");
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "a");
  g_assert_nonnull(slider);
  g_assert_nonnull(entry);
  gtk_range_set_value(GTK_RANGE(slider), 0.5);
  g_assert_cmpfloat_with_epsilon(noslip_start_parameter(noslip_simulation_start(simulation), 2), 0.5, 1e-12);
  g_assert_cmpstr(gtk_editable_get_text(GTK_EDITABLE(entry)), ==, "0.5");
  WAIT_FOR(driven_settled(window));
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(simulation)), 2, 1e-9);
  gtk_editable_set_text(GTK_EDITABLE(entry), "0.125");
  g_signal_emit_by_name(entry, "activate");
  g_assert_cmpfloat_with_epsilon(noslip_start_parameter(noslip_simulation_start(simulation), 2), 0.125, 1e-12);
  gtk_editable_set_text(GTK_EDITABLE(entry), "a tenth");
  g_signal_emit_by_name(entry, "activate");
  g_assert_true(gtk_widget_has_css_class(entry, "error"));
  g_assert_cmpfloat_with_epsilon(noslip_start_parameter(noslip_simulation_start(simulation), 2), 0.125, 1e-12);
  driven_close(window);
}

static void
test_broken_file(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  g_autofree char *folder = g_dir_make_tmp("noslip-XXXXXX", NULL);
  g_autofree char *file = g_build_filename(folder, "broken.noslip", NULL);
  g_assert_true(g_file_set_contents(file, "noslip 1\ncoordinate x\nlagrangian 2 x'\n", -1, NULL));
  g_assert_false(noslip_window_has_editor(window));
  NoslipSystem *system = noslip_simulation_system(simulation);
  noslip_window_open(window, file, FALSE, NAN);
  WAIT_FOR(!noslip_simulation_source(simulation)->is_reading);
  WAIT_FOR(driven_settled(window));
  g_assert_true(noslip_window_has_editor(window));
  GtkTextBuffer *text = noslip_editor_buffer(noslip_window_editor(window));
  GtkTextIter cursor;
  gtk_text_buffer_get_iter_at_mark(text, &cursor, gtk_text_buffer_get_insert(text));
  g_assert_cmpint(gtk_text_iter_get_line(&cursor), ==, 2);
  g_assert_true(noslip_simulation_system(simulation) == system);
  g_assert_cmpstr(gtk_window_get_title(GTK_WINDOW(window)), ==, "Chaplygin sleigh – Noslip");
  g_remove(file);
  g_rmdir(folder);
  driven_close(window);
}

static void
test_names(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *root = GTK_WIDGET(window);
  const char *buttons[] = {"Open", "Play", "Restart", "Step back", "Step forward"};
  for (guint i = 0; i < G_N_ELEMENTS(buttons); i++)
    if (!driven_find(root, GTK_TYPE_BUTTON, buttons[i]))
      g_error("no button is named %s", buttons[i]);
  const char *others[] = {
      "System gallery", "Menu", "Speed", "Dynamics", "Formulation", "Method", "Tolerance", "Scene", "Energy", "Path",
      "Bracket",        "m",    "J",     "a",        "b",           "x",      "y",         "theta", "v1",     "v2",
      "omega"};
  for (guint i = 0; i < G_N_ELEMENTS(others); i++)
    if (!driven_find(root, GTK_TYPE_WIDGET, others[i]))
      g_error("nothing is named %s", others[i]);
  /* every view can be opened by its key's action, and is then named */
  for (guint i = 0; noslip_view_kinds()[i]; i++) {
    noslip_tiles_set_open(noslip_window_tiles(window), noslip_view_kinds()[i], TRUE);
    g_assert_nonnull(driven_find(root, NOSLIP_TYPE_VIEW, noslip_view_kinds()[i]->name));
  }
  WAIT_FOR(driven_settled(window));
  gtk_widget_activate_action(root, "win.play-pause", NULL);
  WAIT_FOR(driven_find(root, GTK_TYPE_BUTTON, "Pause"));
  driven_close(window);
}

/* At rest nothing is drawn and no timeout runs. */
static void
count_frame(GdkFrameClock *clock, int *frames)
{
  (*frames)++;
}

static void
test_rests(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  driven_run(2);
  int frames = 0;
  gulong handler =
      g_signal_connect(gtk_widget_get_frame_clock(GTK_WIDGET(window)), "after-paint", G_CALLBACK(count_frame), &frames);
  driven_run(1);
  g_signal_handler_disconnect(gtk_widget_get_frame_clock(GTK_WIDGET(window)), handler);
  g_assert_cmpint(frames, <=, 1);
  driven_close(window);
}

/* Opening at a time beyond the usual look-ahead computes up to that time. */
static void
test_far_time(void)
{
  g_autofree char *file = g_build_filename(g_get_tmp_dir(), "noslip-far.noslip", NULL);
  g_assert_true(g_file_set_contents(
      file, "noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\nrun to 200 step 0.1\n", -1, NULL));
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_window_open(window, file, FALSE, 180);
  noslip_playback_set_speed(noslip_simulation_playback(simulation),
                            1); /* as settings do: from here on the look-ahead is bounded */
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) == 180);
  driven_close(window);
  g_remove(file);
}

static void
test_presentation_and_views(void)
{
  NoslipWindow *window = driven_open("rolling-disk", NAN);
  gtk_widget_activate_action(GTK_WIDGET(window), "win.presentation", NULL);
  g_assert_true(noslip_window_is_presentation(window));
  WAIT_FOR(driven_settled(window));
  noslip_tiles_maximise(noslip_window_tiles(window), &noslip_bracket_view);
  WAIT_FOR(driven_settled(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.presentation", NULL);
  g_assert_false(noslip_window_is_presentation(window));
  WAIT_FOR(driven_settled(window));
  gtk_widget_activate_action(GTK_WIDGET(window), "win.side-pane", NULL);
  g_assert_false(noslip_window_has_side_pane(window));
  driven_close(window);
}

static void
test_meter(void)
{
  NoslipMeter meter = {0};
  NoslipMeterSummary summary;
  noslip_meter_summary(&meter, &summary);
  g_assert_cmpuint(summary.count, ==, 0);
  noslip_meter_start(&meter);
  for (int i = 1 - NOSLIP_METER_SKIP; i <= 100; i++) {
    meter.frame = i < 1 ? 1000 : i; /* starting up does not count */
    noslip_meter_frame(&meter);
  }
  noslip_meter_frame(&meter); /* the program drew nothing */
  noslip_meter_summary(&meter, &summary);
  g_assert_cmpuint(summary.count, ==, 100);
  g_assert_cmpfloat(summary.median, ==, 50.5);
  g_assert_cmpfloat(summary.percentile99, ==, 99);
  g_assert_cmpfloat(summary.worst, ==, 100);
  noslip_meter_clear(&meter);
}

#ifdef NOSLIP_HAS_X11
/* A size for which no server has the memory: the toolkit may request it when a menu opens outside of all screens. */
static void
test_display_errors(void)
{
  NoslipWindow *window = driven_open("rolling-disk", NAN);
  GdkSurface *surface = gtk_native_get_surface(GTK_NATIVE(window));
  G_GNUC_BEGIN_IGNORE_DEPRECATIONS
  if (GDK_IS_X11_SURFACE(surface)) {
    Display *display = gdk_x11_display_get_xdisplay(gdk_surface_get_display(surface));
    XResizeWindow(display, gdk_x11_surface_get_xid(surface), 65535, 65535);
    XSync(display, False);
    /* its error arrives while the toolkit waits for another reply */
    XResizeWindow(display, gdk_x11_surface_get_xid(surface), 65535, 65535);
    gdk_x11_display_error_trap_push(gdk_surface_get_display(surface));
    XResizeWindow(display, gdk_x11_surface_get_xid(surface), 65535, 65535);
    g_assert_cmpint(gdk_x11_display_error_trap_pop(gdk_surface_get_display(surface)), !=, Success);
  } else
    g_test_skip("not on an X server");
  G_GNUC_END_IGNORE_DEPRECATIONS
  gtk_widget_activate_action(GTK_WIDGET(window), "win.restart", NULL);
  WAIT_FOR(driven_settled(window));
  driven_close(window);
}
#endif

static void
count_notified(GObject *object, GParamSpec *property, guint *n)
{
  (*n)++;
}

/* A tooltip that is set, even to the same text, costs replies of the display server. */
static void
test_tooltips_stay(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  GtkWidget *witness = driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Witness");
  guint n = 0;
  g_assert_nonnull(witness);
  g_assert_nonnull(gtk_widget_get_tooltip_text(witness));
  g_signal_connect(witness, "notify::tooltip-text", G_CALLBACK(count_notified), &n);
  noslip_playback_play(noslip_simulation_playback(noslip_window_simulation(window)));
  driven_run(0.5);
  g_assert_cmpuint(n, ==, 0);
  driven_close(window);
}

typedef struct {
  guint frames; /* since the toast was added */
  guint at_end; /* when it was dismissed; 0: it has not been */
} Toasted;

static gboolean
count_toast_frame(GtkWidget *window, GdkFrameClock *clock, gpointer toasted)
{
  ((Toasted *) toasted)->frames++;
  return G_SOURCE_CONTINUE;
}

static void
toast_dismissed(AdwToast *toast, Toasted *toasted)
{
  toasted->at_end = toasted->frames + 1;
}

/* A toast whose time passes while the window is too busy for a frame is shown all the same: libadwaita 1.2 crashes if
 * it goes before it has come. */
static void
test_late_toast(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", NAN);
  Toasted toasted = {0};
  guint tick = gtk_widget_add_tick_callback(GTK_WIDGET(window), count_toast_frame, &toasted, NULL);
  AdwToast *toast = adw_toast_new("Late");
  adw_toast_set_timeout(toast, 1);
  g_signal_connect(toast, "dismissed", G_CALLBACK(toast_dismissed), &toasted);
  noslip_window_add_toast(window, toast);
  g_usleep((gulong) (1.2 * G_USEC_PER_SEC));
  WAIT_FOR(toasted.at_end > 0);
  g_assert_cmpuint(toasted.at_end, >, 2);
  gtk_widget_remove_tick_callback(GTK_WIDGET(window), tick);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/window/meter", test_meter);
  g_test_add_func("/window/scene-is-drawn-and-moves", test_scene_is_drawn_and_moves);
  if (!g_getenv("NOSLIP_TEST_NO_GL")) {
    g_test_add_func("/window/formulation-and-scrubbing", test_formulation_and_scrubbing);
    g_test_add_func("/window/slider", test_slider);
    g_test_add_func("/window/broken-file", test_broken_file);
    g_test_add_func("/window/names", test_names);
    g_test_add_func("/window/rests", test_rests);
    g_test_add_func("/window/far-time", test_far_time);
    g_test_add_func("/window/tooltips-stay", test_tooltips_stay);
    g_test_add_func("/window/late-toast", test_late_toast);
    g_test_add_func("/window/presentation-and-views", test_presentation_and_views);
#ifdef NOSLIP_HAS_X11
    g_test_add_func("/window/display-errors", test_display_errors);
#endif
  }
  int status = g_test_run();
  driven_end();
  return status;
}
