/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two fingers on a touchpad, in the scene and in a view: dragging and pinching. And a high-resolution wheel, which is
 * not a touchpad. Under touchpad.sh. */
#include "tests/app/desktop/driven.h"
#include "tests/app/desktop/touchpad.h"
#include "ui/picture/plot/plot-items.h"
#include "ui/widgets/views/view-private.h"

#include <math.h>

#define AT 60 /* pixels from the left of the scene: bare ground */

static Touchpad *touchpad, *mouse;

static void
scroll(Touchpad *device, double dx, double dy)
{
  touchpad_scroll(device, dx, dy);
  driven_take_notice();
}

static void
pinch(double scale)
{
  touchpad_pinch(touchpad, scale);
  driven_take_notice();
}

/* A server reports the positions of the scroll axes, not their movement: the first event after another device was used
 * is the origin. */
static void
enter(Touchpad *device, GtkWidget *widget, double x, double y)
{
  driven_point(widget, x, y);
  scroll(device, 0.5, 0.5);
}

/* Two fingers orbit; with Shift they pan the ground, with Control they zoom. */
static void
test_along_scene(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  enter(touchpad, GTK_WIDGET(noslip_window_scene(window)), AT, 300);
  NoslipCamera before = driven_camera(window), after;
  scroll(touchpad, 1.5, -0.25);
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.azimuth, before.azimuth + 1.5 * 0.06, 1e-6);
  g_assert_cmpfloat_with_epsilon(after.elevation, before.elevation - 0.25 * 0.06, 1e-6);
  g_assert_cmpfloat(after.distance, ==, before.distance);
  g_assert_cmpfloat(driven_target_moved(&after, &before), ==, 0);
  /* a whole click of a wheel scrolls less than this */
  before = after;
  scroll(touchpad, 0, 1);
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.elevation, before.elevation + 0.06, 1e-6);
  g_assert_cmpfloat(after.distance, ==, before.distance);
  before = after;
  driven_hold("shift");
  scroll(touchpad, 4, 4);
  driven_release("shift");
  after = driven_camera(window);
  g_assert_cmpfloat(driven_target_moved(&after, &before), >, 0.01 * before.distance);
  g_assert_cmpfloat(after.azimuth, ==, before.azimuth);
  g_assert_cmpfloat(after.distance, ==, before.distance);
  before = after;
  driven_hold("ctrl");
  scroll(touchpad, 0, -2);
  driven_release("ctrl");
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.distance, before.distance / 1.21, 1e-6);
  g_assert_cmpfloat(after.azimuth, ==, before.azimuth);
  driven_close(window);
}

/* Fingers twice as far apart zoom in twice; the next pinch starts from there, and one that ends where it began changes
 * nothing. */
static void
test_apart_scene(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), AT, 300);
  NoslipCamera before = driven_camera(window), after;
  touchpad_pinch_begin(touchpad);
  pinch(1.25);
  g_assert_cmpfloat_with_epsilon(driven_camera(window).distance, before.distance / 1.25, 1e-4);
  pinch(2);
  touchpad_pinch_end(touchpad);
  driven_take_notice();
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.distance, before.distance / 2, 1e-4);
  g_assert_cmpfloat(after.azimuth, ==, before.azimuth);
  g_assert_true(after.automatic); /* it is still tracking */
  touchpad_pinch_begin(touchpad);
  pinch(0.5);
  g_assert_cmpfloat_with_epsilon(driven_camera(window).distance, before.distance, 1e-4);
  pinch(1);
  touchpad_pinch_end(touchpad);
  driven_take_notice();
  g_assert_cmpfloat_with_epsilon(driven_camera(window).distance, before.distance / 2, 1e-4);
  driven_close(window);
}

/* A high-resolution wheel zooms by fractions of a click. */
static void
test_even_wheel(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  enter(mouse, GTK_WIDGET(noslip_window_scene(window)), AT, 300);
  NoslipCamera before = driven_camera(window), after;
  scroll(mouse, 0, -0.5);
  scroll(mouse, 0, -1);
  after = driven_camera(window);
  g_assert_cmpfloat_with_epsilon(after.distance, before.distance * pow(1.1, -1.5), 1e-6);
  g_assert_cmpfloat(after.azimuth, ==, before.azimuth);
  g_assert_cmpfloat(after.elevation, ==, before.elevation);
  driven_close(window);
}

typedef struct {
  double x[2], y[2];
} Range;

static Range
range_of(NoslipView *view)
{
  Range range;
  noslip_view_range(view, 0, NOSLIP_AXIS_X, &range.x[0], &range.x[1]);
  noslip_view_range(view, 0, NOSLIP_AXIS_Y, &range.y[0], &range.y[1]);
  return range;
}

/* This fraction of the earlier range is shown, and the place under the pointer stays, except for the change of the
 * labels' width. */
static void
check_zoomed(NoslipView *view, Range before, double of_x, double of_y, double at_x, double at_y)
{
  Range now = range_of(view);
  double width = before.x[1] - before.x[0], height = before.y[1] - before.y[0];
  g_assert_cmpfloat_with_epsilon((now.x[1] - now.x[0]) / width, of_x, 1e-4);
  g_assert_cmpfloat_with_epsilon((now.y[1] - now.y[0]) / height, of_y, 1e-4);
  g_assert_cmpfloat_with_epsilon((at_x - now.x[0]) / (now.x[1] - now.x[0]), (at_x - before.x[0]) / width, 0.01);
  g_assert_cmpfloat_with_epsilon((at_y - now.y[0]) / (now.y[1] - now.y[0]), (at_y - before.y[0]) / height, 0.01);
}

/* In a view both zoom about the pointer: dragging like a wheel, pinching by its factor. */
static void
test_view(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipView *view = NOSLIP_VIEW(driven_find(GTK_WIDGET(window), NOSLIP_TYPE_VIEW, "Path"));
  double at_x, at_y;
  enter(touchpad, GTK_WIDGET(view), 120, 80);
  WAIT_FOR(driven_settled(window));
  Range before = range_of(view);
  noslip_figure_to_data(view->figures[0], 120, 80, &at_x, &at_y);
  scroll(touchpad, 0, -1.5);
  WAIT_FOR(driven_settled(window));
  check_zoomed(view, before, pow(1.15, -1.5), pow(1.15, -1.5), at_x, at_y);
  driven_hold("shift");
  scroll(touchpad, 0, 1.5);
  driven_release("shift");
  WAIT_FOR(driven_settled(window));
  check_zoomed(view, before, 1, pow(1.15, -1.5), at_x, at_y);
  driven_press(GTK_WIDGET(view), 120, 80, 1, 2, NULL); /* a double click shows all again */
  WAIT_FOR(driven_settled(window));
  before = range_of(view);
  noslip_figure_to_data(view->figures[0], 120, 80, &at_x, &at_y);
  touchpad_pinch_begin(touchpad);
  pinch(1.5);
  pinch(2);
  touchpad_pinch_end(touchpad);
  WAIT_FOR(driven_settled(window));
  check_zoomed(view, before, 0.5, 0.5, at_x, at_y);
  touchpad_pinch_begin(touchpad);
  pinch(0.5);
  touchpad_pinch_end(touchpad);
  WAIT_FOR(driven_settled(window));
  check_zoomed(view, before, 1, 1, at_x, at_y);
  driven_close(window);
}

int
main(int argc, char **argv)
{
  touchpad_declare("touchpad");
  driven_begin(&argc, &argv);
  touchpad = touchpad_new(g_getenv("NOSLIP_TEST_TOUCHPAD"));
  mouse = touchpad_new(g_getenv("NOSLIP_TEST_MOUSE"));
  g_test_add_func("/fingers/along-scene", test_along_scene);
  g_test_add_func("/fingers/apart-scene", test_apart_scene);
  g_test_add_func("/fingers/even-wheel", test_even_wheel);
  g_test_add_func("/fingers/view", test_view);
  int status = g_test_run();
  touchpad_free(touchpad);
  touchpad_free(mouse);
  driven_end();
  return status;
}
