/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inputs by hand: with sliders and keys, while the motion runs. */
#include "tests/app/desktop/driven.h"
#include "ui/widgets/side/parameter-row.h"
#include "ui/widgets/views/view-private.h"

#include <math.h>
#include <string.h>

static GtkWidget *
slider(NoslipWindow *window, const char *name)
{
  GtkWidget *scale = driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, name);
  g_assert_nonnull(scale);
  return scale;
}

static double
now(NoslipSimulation *simulation)
{
  return noslip_playhead_time(noslip_simulation_playhead(simulation));
}

/* Keys of inputs take precedence over the window's own while it plays, also after a click; otherwise they step in
 * time. */
static void
test_keys(void)
{
  NoslipWindow *window = driven_open("trailers", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  const NoslipPlayhead *playhead = noslip_simulation_playhead(simulation);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("Right");
  g_assert_cmpfloat_with_epsilon(now(simulation), 0.02, 1e-9);
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, 0);
  driven_click_on(driven_find(GTK_WIDGET(window), GTK_TYPE_BUTTON, "Play"));
  WAIT_FOR(playhead->state == NOSLIP_PLAYING && now(simulation) > 0.3);
  driven_hold("Left");
  WAIT_FOR(noslip_hands_input(noslip_simulation_hands(simulation), 0) < -0.3);
  g_assert_cmpint(playhead->state, ==, NOSLIP_PLAYING);
  WAIT_FOR(gtk_range_get_value(GTK_RANGE(slider(window, "steer"))) < -0.3); /* the slider follows */
  driven_hold("Right");                                                     /* the last key counts */
  WAIT_FOR(noslip_hands_input(noslip_simulation_hands(simulation), 0) > 0.6);
  driven_release("Right");
  WAIT_FOR(noslip_hands_input(noslip_simulation_hands(simulation), 0) < 0);
  driven_release("Left"); /* back to its own course */
  WAIT_FOR(!noslip_hands_hold_input(noslip_simulation_hands(simulation), 0));
  g_assert_cmpfloat(noslip_hands_input(noslip_simulation_hands(simulation), 0), ==, 0.4);
  /* in a text the keys type text */
  guint n = noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation)));
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "steer");
  driven_click_on(entry);
  driven_key("Left");
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, n);
  driven_close(window);
}

/* A typed number outside of the input's range is refused and says so; it does not move the input to the end. */
static void
test_typed(void)
{
  NoslipWindow *window = driven_open("ball-on-driven-table", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *entry = driven_find(GTK_WIDGET(window), GTK_TYPE_ENTRY, "Omega");
  double before = noslip_hands_input(noslip_simulation_hands(simulation), 0);
  driven_click_on(entry);
  driven_key("ctrl+a");
  driven_type("9");
  driven_key("Return");
  WAIT_FOR(gtk_widget_has_css_class(entry, "error"));
  const char *why = gtk_widget_get_tooltip_text(entry);
  g_assert_cmpstr(why, ==, "Not set: outside of -4 … 4");
  driven_click(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  g_assert_true(gtk_widget_has_css_class(entry, "error"));
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, 0);
  g_assert_cmpfloat(noslip_hands_input(noslip_simulation_hands(simulation), 0), ==, before);
  g_assert_cmpfloat(gtk_range_get_value(GTK_RANGE(slider(window, "Omega"))), ==, before);
  driven_click_on(entry);
  driven_key("ctrl+a");
  driven_type("3");
  driven_key("Return");
  WAIT_FOR(noslip_hands_input_aim(noslip_simulation_hands(simulation), 0) == 3);
  g_assert_false(gtk_widget_has_css_class(entry, "error"));
  driven_close(window);
}

static void
test_slider(void)
{
  NoslipWindow *window = driven_open("sleigh-with-rider", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  g_assert_nonnull(driven_label(GTK_WIDGET(window), "keys Down and Up"));
  g_assert_null(driven_label(GTK_WIDGET(window), "by hand"));
  GtkWidget *scale = slider(window, "s");
  gtk_test_accessible_assert_property(scale, GTK_ACCESSIBLE_PROPERTY_VALUE_NOW, 0.2);
  noslip_playback_play(noslip_simulation_playback(simulation));
  WAIT_FOR(now(simulation) > 0.3);
  double width = gtk_widget_get_width(scale), height = gtk_widget_get_height(scale);
  driven_drag(scale, width * 0.57, height / 2, width * 0.9, height / 2);
  WAIT_FOR(noslip_hands_input(noslip_simulation_hands(simulation), 0) > 0.4);
  double moved = now(simulation);
  WAIT_FOR(now(simulation) > moved + 0.3);
  noslip_playback_pause(noslip_simulation_playback(simulation));
  WAIT_FOR(driven_settled(window));
  double value = noslip_hands_input(noslip_simulation_hands(simulation), 0);
  g_assert_cmpfloat(value, <=, 0.8);
  /* the input has two hundred steps, the slider stays at the pointer */
  GtkAdjustment *range = gtk_range_get_adjustment(GTK_RANGE(scale));
  double place = (gtk_adjustment_get_upper(range) - gtk_adjustment_get_lower(range)) / 200;
  WAIT_FOR(fabs(gtk_range_get_value(GTK_RANGE(scale)) - value) <= 0.51 * place);
  /* the recorded gestures are played back */
  noslip_playback_seek(noslip_simulation_playback(simulation), 0.1);
  WAIT_FOR(driven_settled(window));
  WAIT_FOR(fabs(gtk_range_get_value(GTK_RANGE(scale)) - 0.2) < 1e-9);
  noslip_playback_seek(noslip_simulation_playback(simulation), moved + 0.2);
  WAIT_FOR(fabs(gtk_range_get_value(GTK_RANGE(scale)) - noslip_hands_input(noslip_simulation_hands(simulation), 0)) <
           1e-9);
  g_assert_cmpfloat(gtk_range_get_value(GTK_RANGE(scale)), >, 0.4);
  driven_close(window);
}

/* Moved while the motion is paused, a slider stays where the user left it, and the input arrives there as the motion
 * goes on; before that time it has its old value. */
static void
test_paused(void)
{
  NoslipWindow *window = driven_open("sleigh-with-rider", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *scale = slider(window, "s");
  double width = gtk_widget_get_width(scale), height = gtk_widget_get_height(scale);
  g_assert_cmpfloat(gtk_range_get_value(GTK_RANGE(scale)), <, 0.3);
  driven_drag(scale, width * 0.57, height / 2, width * 0.9, height / 2);
  WAIT_FOR(noslip_hands_hold_input(noslip_simulation_hands(simulation), 0) && driven_settled(window));
  GtkAdjustment *range = gtk_range_get_adjustment(GTK_RANGE(scale));
  double set = gtk_range_get_value(GTK_RANGE(scale)); /* the input has two hundred steps */
  double place = (gtk_adjustment_get_upper(range) - gtk_adjustment_get_lower(range)) / 200;
  g_assert_cmpfloat(set, >, 0.4);
  driven_run(0.5); /* longer than a slider that moves keeps its place */
  noslip_playback_seek(noslip_simulation_playback(simulation), now(simulation));
  WAIT_FOR(driven_settled(window));
  g_assert_cmpfloat(gtk_range_get_value(GTK_RANGE(scale)), ==, set);
  noslip_playback_seek(noslip_simulation_playback(simulation), 0.9);
  WAIT_FOR(driven_settled(window));
  g_assert_cmpfloat(gtk_range_get_value(GTK_RANGE(scale)), <, 0.3);
  noslip_playback_seek(noslip_simulation_playback(simulation), 1.2);
  WAIT_FOR(driven_settled(window));
  g_assert_cmpfloat_with_epsilon(gtk_range_get_value(GTK_RANGE(scale)), set, 0.51 * place);
  g_assert_cmpfloat_with_epsilon(noslip_hands_input(noslip_simulation_hands(simulation), 0), set, 0.51 * place);
  driven_close(window);
}

/* At the end of the motion no movement would have an effect: the slider is insensitive and says why. */
static void
test_end(void)
{
  NoslipWindow *window = driven_open("sleigh-with-rider", 1);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipPlayback *playback = noslip_simulation_playback(simulation);
  noslip_playback_set_end(playback, 2);
  WAIT_FOR(driven_settled(window) && noslip_runs_computed(noslip_simulation_runs(simulation)) >= 2);
  GtkWidget *scale = slider(window, "s"), *row = gtk_widget_get_ancestor(scale, NOSLIP_TYPE_PARAMETER_ROW);
  g_assert_true(gtk_widget_is_sensitive(scale));
  noslip_playback_seek(playback, 2);
  WAIT_FOR(driven_settled(window));
  noslip_hands_move_input(noslip_simulation_hands(simulation), 0, 0.5);
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, 0);
  g_assert_false(gtk_widget_is_sensitive(scale));
  g_assert_nonnull(strstr(gtk_widget_get_tooltip_text(row), "The motion ends here"));
  noslip_playback_seek(playback, 1.5);
  WAIT_FOR(driven_settled(window));
  g_assert_true(gtk_widget_is_sensitive(scale));
  g_assert_null(strstr(gtk_widget_get_tooltip_text(row), "The motion ends here"));
  noslip_playback_seek(playback, 2);
  WAIT_FOR(driven_settled(window) && !gtk_widget_is_sensitive(scale));
  noslip_playback_set_end(playback, 3); /* it goes on */
  WAIT_FOR(driven_settled(window) && gtk_widget_is_sensitive(scale));
  driven_close(window);
}

/* Ctrl and a drag pull the sleigh while it moves; the drag has no other effect. */
static void
test_push(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  noslip_playback_set_speed(noslip_simulation_playback(simulation), 0.1);
  noslip_playback_play(noslip_simulation_playback(simulation));
  WAIT_FOR(now(simulation) > 0.05);
  noslip_playback_set_speed(noslip_simulation_playback(simulation),
                            0.01); /* the body stays below the pointer, on a slow machine too */
  NoslipCamera camera = driven_camera(window);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double middle[3] = {row[1], row[2], 0.14}, x, y, depth, point[3], target[3];
  g_assert_true(noslip_camera_project(&camera, gtk_widget_get_width(scene), gtk_widget_get_height(scene), middle, &x,
                                      &y, &depth));
  driven_point(scene, x, y);
  driven_hold("ctrl");
  driven_move("mousedown 1");
  WAIT_FOR(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target));
  noslip_playback_set_speed(noslip_simulation_playback(simulation),
                            0.1); /* the next gestures are at several times of the motion */
  driven_point(scene, x + 90, y - 40);
  WAIT_FOR(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target) &&
           hypot(target[0] - point[0], target[1] - point[1]) > 0.1);
  driven_press(scene, x + 90, y - 40, 4, 1, NULL);
  WAIT_FOR(noslip_gestures_push(noslip_hands_gestures(noslip_simulation_hands(simulation)), now(simulation))
               ->values[NOSLIP_PUSH_SPIN] > 0);
  driven_hold("shift");
  WAIT_FOR(noslip_gestures_push(noslip_hands_gestures(noslip_simulation_hands(simulation)), now(simulation))
               ->values[NOSLIP_PUSH_BRAKE] > 0);
  driven_release("shift");
  driven_move("mouseup 1");
  driven_release("ctrl");
  WAIT_FOR(!noslip_hands_pushed(noslip_simulation_hands(simulation), point, target));
  NoslipCamera after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.azimuth, camera.azimuth, 1e-12);
  noslip_playback_pause(noslip_simulation_playback(simulation));
  WAIT_FOR(driven_settled(window));
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), >, 2);
  noslip_playback_seek(noslip_simulation_playback(simulation), 3);
  g_assert_cmpfloat(noslip_runs_agreement(noslip_simulation_runs(simulation)), <, 1e-7);
  driven_close(window);
}

/* The pointer over the middle of the body that the draw statement shows. */
static void
point_at(NoslipWindow *window, const double middle[3])
{
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  NoslipCamera camera = driven_camera(window);
  double x, y, depth;
  g_assert_true(noslip_camera_project(&camera, gtk_widget_get_width(scene), gtk_widget_get_height(scene), middle, &x,
                                      &y, &depth));
  driven_point(scene, x, y);
}

static void
play_slowly(NoslipWindow *window)
{
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_playback_set_speed(noslip_simulation_playback(simulation), 0.1);
  noslip_playback_play(noslip_simulation_playback(simulation));
  double begun = now(simulation);
  WAIT_FOR(now(simulation) > begun + 0.02);
}

/* A body held by friction can be pulled; the claim about the work of the hand comes after those of the text. */
static void
test_friction(void)
{
  NoslipWindow *window = driven_open("sliding-block", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_playback_set_end(noslip_simulation_playback(simulation), 12);
  WAIT_FOR(driven_settled(window));
  noslip_playback_seek(noslip_simulation_playback(simulation), 9); /* it has come to rest */
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("claims"), TRUE);
  WAIT_FOR(driven_settled(window));
  double point[3], target[3];
  play_slowly(window);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL), tilt = 0.5;
  int alpha = noslip_system_parameter(noslip_simulation_system(simulation), "alpha");
  double angle = alpha >= 0 ? noslip_start_parameter(noslip_simulation_start(simulation), (guint) alpha) : tilt;
  const double middle[3] = {row[1] * cos(angle), 0, -row[1] * sin(angle)};
  point_at(window, middle);
  driven_hold("ctrl");
  driven_move("mousedown 1");
  WAIT_FOR(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target));
  driven_move("mousemove_relative 120 0");
  WAIT_FOR(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target) &&
           fabs(target[0] - point[0]) > 0.05);
  double height = target[2], pulled = now(simulation);
  driven_move("mousemove_relative -- 0 -60"); /* the camera looks from the side: upwards on the screen is up */
  WAIT_FOR(noslip_hands_pushed(noslip_simulation_hands(simulation), point, target) && target[2] > height + 0.05);
  WAIT_FOR(now(simulation) > pulled + 0.1);
  WAIT_FOR(driven_label(GTK_WIDGET(window), "by the hand") && driven_label(GTK_WIDGET(window), "agree"));
  driven_move("mouseup 1");
  driven_release("ctrl");
  WAIT_FOR(!noslip_hands_pushed(noslip_simulation_hands(simulation), point, target));
  noslip_playback_pause(noslip_simulation_playback(simulation));
  WAIT_FOR(driven_settled(window));
  NoslipVerdict verdict;
  g_assert_true(noslip_hands_verdict(noslip_simulation_hands(simulation), &verdict));
  g_assert_true(verdict.good);
  NoslipView *view = noslip_tiles_view(tiles, noslip_view_kind_find("claims"));
  g_autofree char *description = noslip_view_kind_find("claims")->describe(view);
  g_assert_nonnull(strstr(description, "The energy changes by the work of the hand: "));
  driven_close(window);
}

/* If a motion allows no force, the window says so, and the drag moves the camera. */
static void
test_refusal(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_VAKONOMIC);
  WAIT_FOR(driven_settled(window));
  play_slowly(window);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  const double middle[3] = {row[1], row[2], 0.14};
  point_at(window, middle);
  driven_hold("ctrl");
  driven_move("mousedown 1");
  WAIT_FOR(driven_label(GTK_WIDGET(window), "takes no force of a hand"));
  driven_move("mouseup 1");
  driven_release("ctrl");
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, 0);
  driven_close(window);
}

/* The scene's menu makes the spring stiffer. */
static void
test_spring(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  GtkWidget *menu = driven_find(GTK_WIDGET(window), GTK_TYPE_MENU_BUTTON, "Choices of Scene");
  g_assert_nonnull(menu);
  gtk_menu_button_popup(GTK_MENU_BUTTON(menu));
  WAIT_FOR(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "Spring of the hand"));
  GtkRange *scale = GTK_RANGE(driven_find(GTK_WIDGET(window), GTK_TYPE_SCALE, "Spring of the hand"));
  g_assert_cmpfloat(gtk_range_get_value(scale), ==, 0);
  gtk_range_set_value(scale, 1);
  g_assert_cmpfloat_with_epsilon(noslip_hands_push_frequency(noslip_simulation_hands(simulation)), 2, 1e-12);
  gtk_test_accessible_assert_property(GTK_ACCESSIBLE(scale), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, "2 Hz");
  gtk_menu_button_popdown(GTK_MENU_BUTTON(menu));
  driven_close(window);
}

/* In a view, no number beside the figures can be dragged. */
static void
test_between_figures(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 1);
  NoslipTiles *tiles = noslip_window_tiles(window);
  noslip_tiles_set_open(tiles, noslip_view_kind_find("energy"), TRUE);
  WAIT_FOR(driven_settled(window));
  NoslipView *view = noslip_tiles_view(tiles, noslip_view_kind_find("energy"));
  g_assert_null(noslip_view_number_at(view, 10, gtk_widget_get_height(GTK_WIDGET(view)) + 50));
  g_assert_null(noslip_view_number_at(view, 10, -50));
  driven_close(window);
}

/* A simulated gamepad. */

static struct {
  NoslipPadHandler handler;
  gpointer data;
} pad;

static gpointer
open_pad(NoslipPadHandler handler, gpointer data)
{
  pad.handler = handler;
  pad.data = data;
  return &pad;
}

static void
close_pad(gpointer device)
{
  g_assert_true(device == &pad);
  pad.handler = NULL;
}

static void
tilt(NoslipPadAxis axis, double value)
{
  const NoslipPadEvent event = {.axis = axis, .value = value};
  pad.handler(&event, pad.data);
}

static void
button(NoslipPadAxis axis, double end, gboolean down)
{
  const NoslipPadEvent event = {.axis = axis, .is_button = TRUE, .down = down, .value = end};
  pad.handler(&event, pad.data);
}

/* The left stick steers, the direction pad does so as keys do; while the motion is paused nothing moves. */
static void
test_gamepad(void)
{
  static const NoslipPadSource source = {open_pad, close_pad};
  NoslipWindow *window = driven_open("trailers", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  noslip_pads_attach(driven_application(), &source);
  WAIT_FOR(pad.handler);
  tilt(NOSLIP_PAD_LEFT_X, 1);
  tilt(NOSLIP_PAD_LEFT_X, 0);
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, 0);
  noslip_playback_set_speed(noslip_simulation_playback(simulation), 0.2);
  noslip_playback_play(noslip_simulation_playback(simulation));
  WAIT_FOR(now(simulation) > 0.1);
  tilt(NOSLIP_PAD_LEFT_X, 0.1); /* a stick held by hand is never this still */
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, 0);
  for (guint i = 1; i <= 50; i++)
    tilt(NOSLIP_PAD_LEFT_X, -0.02 * i);
  /* the others are sent with the frames */
  g_assert_cmpuint(noslip_gestures_n(noslip_hands_gestures(noslip_simulation_hands(simulation))), ==, 2);
  WAIT_FOR(fabs(noslip_hands_input(noslip_simulation_hands(simulation), 0) + 0.7) < 1e-6);
  tilt(NOSLIP_PAD_LEFT_X, 0.56); /* halfway from its course, 0.4, to 0.7 */
  WAIT_FOR(fabs(noslip_hands_input(noslip_simulation_hands(simulation), 0) - 0.55) < 1e-6);
  tilt(NOSLIP_PAD_LEFT_X, 0);
  WAIT_FOR(!noslip_hands_hold_input(noslip_simulation_hands(simulation), 0));
  button(NOSLIP_PAD_LEFT_X, -1, TRUE);
  WAIT_FOR(noslip_hands_input(noslip_simulation_hands(simulation), 0) < -0.2);
  button(NOSLIP_PAD_LEFT_X, 1, TRUE);
  WAIT_FOR(noslip_hands_input(noslip_simulation_hands(simulation), 0) > 0.5);
  button(NOSLIP_PAD_LEFT_X, 1, FALSE);
  WAIT_FOR(noslip_hands_input(noslip_simulation_hands(simulation), 0) < 0);
  button(NOSLIP_PAD_LEFT_X, -1, FALSE);
  WAIT_FOR(!noslip_hands_hold_input(noslip_simulation_hands(simulation), 0));
  driven_close(window);
  g_object_set_data(G_OBJECT(driven_application()), "noslip-pads", NULL);
  g_assert_null(pad.handler); /* it was closed */
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/driving/keys", test_keys);
  g_test_add_func("/driving/slider", test_slider);
  g_test_add_func("/driving/typed", test_typed);
  g_test_add_func("/driving/paused", test_paused);
  g_test_add_func("/driving/end", test_end);
  g_test_add_func("/driving/push", test_push);
  g_test_add_func("/driving/friction", test_friction);
  g_test_add_func("/driving/refusal", test_refusal);
  g_test_add_func("/driving/spring", test_spring);
  g_test_add_func("/driving/gamepad", test_gamepad);
  g_test_add_func("/driving/between-figures", test_between_figures);
  int status = g_test_run();
  driven_end();
  return status;
}
