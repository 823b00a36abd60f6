/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views under a real pointer: values are read off, wheel and drag zoom and pan, a double click fits; the keys of a view
 * with the focus; and the cells of the bracket. */
#include "tests/app/desktop/plots.h"
#include "ui/picture/math/mathtext.h"
#include "ui/widgets/views/bracket-reading.h"

#include <math.h>
#include <string.h>

/* The pointer anywhere above a time reads the curve there at that time; beside the view it reads nothing. */
static void
test_read_off(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("3");
  NoslipView *view = plots_view(window, "Time");
  WAIT_FOR(driven_settled(window) && !plots_read_off(view, 0));
  double px, py, t, value;
  noslip_figure_to_pixels(view->figures[0], 7, 0, &px, &py);
  driven_point(GTK_WIDGET(view), px, 40);
  WAIT_FOR(plots_drawn_with(view, 0, "t = ") && plots_read_off(view, 0));
  plots_values(plots_read_off(view, 0), &value, &t);
  g_assert_cmpfloat_with_epsilon(t, 7, 0.5);
  g_assert_true(g_str_has_prefix(plots_read_off(view, 0), "v1 = ") ||
                g_str_has_prefix(plots_read_off(view, 0), "v\342\202\201 = "));
  noslip_playback_seek(noslip_simulation_playback(simulation), t);
  g_assert_cmpfloat_with_epsilon(noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL)[4], value, 1e-5);
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  WAIT_FOR((gtk_widget_queue_draw(GTK_WIDGET(view)), !plots_read_off(view, 0)));
  driven_close(window);
}

static void
test_wheel(void)
{
  static const struct {
    const char *held;
    guint button;
    double of_x, of_y; /* of what was shown before: two steps */
  } cases[] = {{NULL, 4, 1 / (1.15 * 1.15), 1 / (1.15 * 1.15)},
               {NULL, 5, 1.15 * 1.15, 1.15 * 1.15},
               {"shift", 4, 1 / (1.15 * 1.15), 1},
               {"ctrl", 4, 1, 1 / (1.15 * 1.15)}};
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipView *view = plots_view(window, "Path");
  double x[2], y[2], now_x[2], now_y[2], at_x, at_y, of_x, of_y;
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    plots_range(view, 0, x, y);
    noslip_figure_to_data(view->figures[0], 120, 80, &at_x, &at_y);
    driven_press(GTK_WIDGET(view), 120, 80, cases[i].button, 2, cases[i].held);
    WAIT_FOR(!plots_shows(view, 0, x, y) && driven_settled(window));
    plots_part(view, 0, x, y, &of_x, &of_y);
    g_assert_cmpfloat_with_epsilon(of_x, cases[i].of_x, 1e-6);
    g_assert_cmpfloat_with_epsilon(of_y, cases[i].of_y, 1e-6);
    /* the value under the pointer is unchanged, except for the change of the labels' width */
    plots_range(view, 0, now_x, now_y);
    g_assert_cmpfloat_with_epsilon((at_x - now_x[0]) / (now_x[1] - now_x[0]), (at_x - x[0]) / (x[1] - x[0]), 0.01);
    g_assert_cmpfloat_with_epsilon((at_y - now_y[0]) / (now_y[1] - now_y[0]), (at_y - y[0]) / (y[1] - y[0]), 0.01);
    driven_press(GTK_WIDGET(view), 120, 80, 1, 2, NULL); /* a double click fits */
    WAIT_FOR(plots_shows(view, 0, x, y));
  }
  driven_close(window);
}

static void
on_text_read(GObject *clipboard, GAsyncResult *result, gpointer text)
{
  *(char **) text = gdk_clipboard_read_text_finish(GDK_CLIPBOARD(clipboard), result, NULL);
}

/* Whether the view's first figure has this place at a pixel, to 1 % of the ranges. */
static gboolean
is_at(NoslipView *view, double pixel_x, double pixel_y, const double place[2], const double x[2], const double y[2])
{
  double there_x, there_y;
  noslip_figure_to_data(view->figures[0], pixel_x, pixel_y, &there_x, &there_y);
  return fabs(there_x - place[0]) <= 0.01 * (x[1] - x[0]) && fabs(there_y - place[1]) <= 0.01 * (y[1] - y[0]);
}

static void
test_drag_and_keys(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipView *view = plots_view(window, "Path");
  double x[2], y[2], from[2], of_x, of_y;
  plots_range(view, 0, x, y);
  noslip_figure_to_data(view->figures[0], 120, 80, &from[0], &from[1]);
  driven_drag(GTK_WIDGET(view), 120, 80, 170, 100);
  /* the place follows the pointer to the end, except for the change of the labels' width there */
  WAIT_FOR(is_at(view, 170, 100, from, x, y) && driven_settled(window));
  g_assert_true(is_at(view, 170, 100, from, x, y));
  g_assert_false(plots_shows(view, 0, x, y));
  /* a clicked view has the focus */
  g_assert_true(gtk_widget_has_focus(GTK_WIDGET(view)));
  driven_key("Home");
  WAIT_FOR(plots_shows(view, 0, x, y));
  driven_key("alt+plus");
  WAIT_FOR(!plots_shows(view, 0, x, y));
  plots_part(view, 0, x, y, &of_x, &of_y);
  g_assert_cmpfloat_with_epsilon(of_x, 0.8, 1e-6);
  g_assert_cmpfloat_with_epsilon(of_y, 0.8, 1e-6);
  driven_key("alt+minus");
  WAIT_FOR(plots_shows(view, 0, x, y));
  driven_key("alt+Right");
  WAIT_FOR(!plots_shows(view, 0, x, y));
  driven_key("alt+0");
  WAIT_FOR(plots_shows(view, 0, x, y));
  g_assert_cmpfloat_with_epsilon(noslip_playhead_time(noslip_simulation_playhead(noslip_window_simulation(window))), 3,
                                 1e-9);
  driven_key("ctrl+c"); /* the values as text */
  g_autofree char *copied = NULL;
  gdk_clipboard_read_text_async(gtk_widget_get_clipboard(GTK_WIDGET(view)), NULL, on_text_read, &copied);
  WAIT_FOR(copied);
  g_assert_nonnull(strstr(copied, "\t"));
  driven_key("g"); /* of this view, not the camera's */
  WAIT_FOR(noslip_view_is_flipped(view, 0) && !plots_shows(view, 0, x, y));
  g_assert_false(driven_camera(window).following);
  NoslipAxis axis;
  noslip_figure_axis(view->figures[0], NOSLIP_AXIS_Y, &axis);
  g_assert_true(axis.logarithmic);
  driven_key("g");
  WAIT_FOR(plots_shows(view, 0, x, y));
  driven_close(window);
}

/* The text of the line under the matrix about a cell, without its value. */
static char *
cell_line(const char *row_name, const char *column_name)
{
  g_autofree char *f = noslip_math_expression(row_name), *g = noslip_math_expression(column_name);
  return g_strdup_printf("{%s, %s} =", f, g);
}

/* The middle of a cell, found by its tooltip area. */
static void
find_cell(NoslipView *view, const char *row_name, const char *column_name, double *px, double *py)
{
  double width = gtk_widget_get_width(GTK_WIDGET(view)), height = gtk_widget_get_height(GTK_WIDGET(view));
  g_autofree char *wanted = cell_line(row_name, column_name);
  for (double y = 30; y < height - 40; y += 12)
    for (double x = 20; x < width; x += 24) {
      view->pointer_x = x;
      view->pointer_y = y;
      noslip_display_clear(view->display);
      noslip_view_kind(view)->display(view, &view->theme, width, height, view->display);
      if (noslip_display_has_text(view->display, wanted)) {
        *px = x;
        *py = y;
        return;
      }
    }
  g_error("there is no cell %s", wanted);
}

static gboolean
chosen(NoslipView *view, const char *first, const char *second, const char *third)
{
  const char *const *names = noslip_view_choice(view, "cell");
  return names && g_str_equal(names[0], first) && g_str_equal(names[1], second) && g_strcmp0(names[2], third) == 0;
}

static void
test_bracket(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 3);
  NoslipView *view = plots_view(window, "Bracket");
  g_auto(NoslipBracketReading) reading = {0};
  WAIT_FOR((noslip_bracket_reading_clear(&reading), noslip_bracket_read(view, &reading)));
  double x, y;
  WAIT_FOR(plots_drawn_with(view, 0, "Click a cell for its formula"));
  find_cell(view, "x", "p(v1)", &x, &y);
  driven_point(GTK_WIDGET(view), x, y);
  g_autofree char *line = cell_line("x", "p(v1)");
  WAIT_FOR(plots_drawn_with(view, 0, line));
  driven_click(GTK_WIDGET(view), x, y);
  WAIT_FOR(chosen(view, "x", "p_1", NULL));
  const char *const names[] = {"x", "p_1", NULL};
  WAIT_FOR(noslip_bracket_formula(view, names));
  g_assert_cmpstr(noslip_bracket_formula(view, names), ==, "\\left\\{x, p_{1}\\right\\} = \\cos\\left(\\theta\\right)");
  driven_point(GTK_WIDGET(noslip_window_scene(window)), 100, 100);
  driven_key("alt+Down"); /* from cell to cell */
  WAIT_FOR(chosen(view, "y", "p_1", NULL));
  /* the last line shows the worst Jacobiator; a click there opens its formula */
  g_assert_true(plots_drawn_with(view, 0, "Jacobi fails"));
  driven_click(GTK_WIDGET(view), 40, gtk_widget_get_height(GTK_WIDGET(view)) - 8);
  WAIT_FOR(noslip_view_choice(view, "cell") && noslip_view_choice(view, "cell")[2]);
  driven_close(window);
}

/* The views do not answer the question that a story asks: up to the pause, curves end there; then they are whole. */
static void
test_question(void)
{
  NoslipWindow *window = driven_open("chaplygin-sleigh", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_alone(window, "3", "Time");
  double x[2], y[2], px, py, top, height;
  noslip_playback_compute_until(noslip_simulation_playback(simulation), 10);
  WAIT_FOR(noslip_runs_computed(noslip_simulation_runs(simulation)) >= 10 && driven_settled(window));
  plots_point(view, 0, 8, 0.5);
  plots_range(view, 0, x, y);
  noslip_playback_set_pause(noslip_simulation_playback(simulation), 3);
  noslip_playback_seek(noslip_simulation_playback(simulation), 3);
  WAIT_FOR(plots_shows(view, 0, x, y) && !plots_read_off(view, 0));
  plots_point(view, 0, 2, 0.5);
  noslip_view_figure_area(view, 0, gtk_widget_get_width(GTK_WIDGET(view)), gtk_widget_get_height(GTK_WIDGET(view)),
                          &top, &height);
  noslip_figure_to_pixels(view->figures[0], 8, 0.5, &px, &py);
  driven_point(GTK_WIDGET(view), px, top + py);
  WAIT_FOR(!plots_read_off(view, 0));
  noslip_playback_seek(noslip_simulation_playback(simulation), 3.01);
  WAIT_FOR(plots_read_off(view, 0));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  driven_begin(&argc, &argv);
  g_test_add_func("/reading/read-off", test_read_off);
  g_test_add_func("/reading/wheel", test_wheel);
  g_test_add_func("/reading/drag-and-keys", test_drag_and_keys);
  g_test_add_func("/reading/bracket", test_bracket);
  g_test_add_func("/reading/question", test_question);
  int status = g_test_run();
  driven_end();
  return status;
}
