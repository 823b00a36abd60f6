/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The camera of the scene under real pointer and keyboard input, and by its menu. */
#include "tests/app/desktop/driven.h"
#include "ui/widgets/scene/scene-private.h"

#include <math.h>

#define AT 60 /* pixels from the left and the bottom: bare ground */

static void
pull(NoslipWindow *window, guint button, const char *held)
{
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  double y = gtk_widget_get_height(scene) - 2 * AT;
  driven_pull(scene, AT, y, AT + 80, y - 40, button, held);
}

/* A drag orbits, with Shift or another button it pans the ground, the wheel zooms. */
static void
test_pointer(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  GtkWidget *scene = GTK_WIDGET(noslip_window_scene(window));
  NoslipCamera before = driven_camera(window), after;
  g_assert_true(before.automatic);
  pull(window, 1, NULL);
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.azimuth, before.azimuth - 80 * 0.008, 1e-6);
  g_assert_cmpfloat_with_epsilon(after.elevation, before.elevation - 40 * 0.008, 1e-6);
  g_assert_cmpfloat(after.distance, ==, before.distance);
  g_assert_true(after.automatic); /* it is still tracking */
  static const struct {
    guint button;
    const char *held;
  } pans[] = {{1, "shift"}, {2, NULL}, {3, NULL}};
  for (guint i = 0; i < G_N_ELEMENTS(pans); i++) {
    before = driven_camera(window);
    pull(window, pans[i].button, pans[i].held);
    after = driven_camera(window);
    g_assert_cmpfloat(after.azimuth, ==, before.azimuth);
    g_assert_cmpfloat(after.elevation, ==, before.elevation);
    g_assert_cmpfloat(driven_target_moved(&after, &before), >, 0.05 * before.distance);
    g_assert_false(after.automatic); /* until following is switched on again */
  }
  before = driven_camera(window);
  driven_press(scene, AT, AT + 300, 4, 3, NULL);
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.distance, before.distance / (1.1 * 1.1 * 1.1), 1e-6);
  driven_press(scene, AT, AT + 300, 5, 3, NULL);
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.distance, before.distance, 1e-6);
  /* all of that by keys, and back to the camera of the text */
  driven_key("ctrl+plus");
  g_assert_cmpfloat(driven_camera(window).distance, <, before.distance);
  driven_key("ctrl+minus");
  g_assert_cmpfloat_with_epsilon(driven_camera(window).distance, before.distance, 1e-6);
  driven_key("ctrl+0");
  WAIT_FOR(driven_camera(window).automatic && driven_settled(window));
  driven_close(window);
}

static GtkWidget *
menu_of(NoslipWindow *window)
{
  GtkWidget *button = driven_find(GTK_WIDGET(noslip_window_scene(window)), GTK_TYPE_MENU_BUTTON, "Choices of Scene");
  driven_click_on(button);
  GtkWidget *popover = NULL;
  WAIT_FOR((popover = GTK_WIDGET(gtk_menu_button_get_popover(GTK_MENU_BUTTON(button)))) &&
           gtk_widget_get_mapped(popover));
  driven_run(0.3); /* it slides */
  return popover;
}

/* The camera's presets by key and by menu; the menu also chooses what is drawn. */
static void
test_presets(void)
{
  static const struct {
    const char *key;
    double azimuth, elevation;
  } presets[] = {{"t", NAN, 90}, {"f", 0, 4}, {"s", -90, 4}, {"i", -60, 28}};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipSceneView *scene = noslip_window_scene(window);
  driven_point(GTK_WIDGET(scene), AT, 300);
  for (guint i = 0; i < G_N_ELEMENTS(presets); i++) {
    driven_key(presets[i].key);
    NoslipCamera camera = driven_camera(window);
    g_assert_cmpfloat_with_epsilon(camera.elevation * 180 / G_PI, presets[i].elevation, 1e-6);
    if (isfinite(presets[i].azimuth))
      g_assert_cmpfloat_with_epsilon(camera.azimuth * 180 / G_PI, presets[i].azimuth, 1e-6);
  }
  GtkWidget *menu = menu_of(window);
  driven_click_on(driven_label(menu, "Top"));
  WAIT_FOR(driven_camera(window).elevation > 1.5);
  driven_click_on(driven_label(menu, "Stay"));
  WAIT_FOR(scene->choices.trails == 1);
  driven_click_on(driven_find(menu, GTK_TYPE_CHECK_BUTTON, "velocity of the blade (m/s)"));
  WAIT_FOR(!noslip_scene_view_is_shown(scene, "velocity of the blade (m/s)"));
  driven_key("Escape");
  WAIT_FOR(!gtk_widget_get_mapped(menu));
  driven_close(window);
}

/* With G the camera follows the body while it moves, at a constant distance; A shows the whole motion. */
static void
test_follow(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 2);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), AT, 300);
  driven_key("g");
  WAIT_FOR(driven_camera(window).following && driven_settled(window));
  NoslipCamera before = driven_camera(window);
  driven_key("space");
  WAIT_FOR(noslip_playhead_time(noslip_simulation_playhead(simulation)) > 3.5);
  driven_key("space");
  WAIT_FOR(driven_settled(window));
  NoslipCamera after = driven_camera(window);
  g_assert_cmpfloat(driven_target_moved(&after, &before), >, 1); /* it moves at about 0.9 m/s */
  g_assert_cmpfloat(after.distance, ==, before.distance);
  driven_key("a");
  WAIT_FOR(!driven_camera(window).following && driven_settled(window));
  g_assert_cmpfloat(driven_camera(window).distance, >, after.distance);
  driven_key("Home");
  WAIT_FOR(driven_camera(window).automatic && driven_settled(window));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  /* GTK 4.8 warns of its own count of pressed widgets when a second menu is opened with the pointer */
  g_log_set_always_fatal(G_LOG_FATAL_MASK | G_LOG_LEVEL_CRITICAL);
  g_test_add_func("/looking/pointer", test_pointer);
  g_test_add_func("/looking/presets", test_presets);
  g_test_add_func("/looking/follow", test_follow);
  int status = g_test_run();
  driven_end();
  return status;
}
