/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Fit view: a straight line through measured headings of a rolling disk, against linear regression in closed form;
 * unknowns that the data do not determine, and files that are no data. */
#include "tests/app/desktop/plots.h"
#include "ui/widgets/finder/fit-view.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

#define ROWS 21
#define STEP 0.1

static double
heading(guint i)
{
  return 0.4 + 1.3 * i * STEP + 0.01 * ((int) (i * 7 % 5) - 2);
}

static char *
write_data(const char *header, const char *name)
{
  g_autoptr(GString) text = g_string_new(header);
  char t[G_ASCII_DTOSTR_BUF_SIZE], theta[G_ASCII_DTOSTR_BUF_SIZE];
  for (guint i = 0; i < ROWS; i++)
    g_string_append_printf(text, "\n%s,%s", g_ascii_formatd(t, sizeof t, "%.17g", i * STEP),
                           g_ascii_formatd(theta, sizeof theta, "%.17g", heading(i)));
  char *path = g_build_filename(g_get_tmp_dir(), name, NULL);
  g_assert_true(g_file_set_contents(path, text->str, -1, NULL));
  return path;
}

/* theta = a + b t by linear regression, with the standard errors of a and b. */
static void
regress(double value[2], double error[2])
{
  double s = ROWS, st = 0, stt = 0, sx = 0, stx = 0, left = 0;
  for (guint i = 0; i < ROWS; i++) {
    st += i * STEP;
    stt += i * STEP * i * STEP;
    sx += heading(i);
    stx += i * STEP * heading(i);
  }
  double determinant = s * stt - st * st;
  value[0] = (stt * sx - st * stx) / determinant;
  value[1] = (s * stx - st * sx) / determinant;
  for (guint i = 0; i < ROWS; i++)
    left += pow(heading(i) - value[0] - value[1] * i * STEP, 2);
  error[0] = sqrt(left / (ROWS - 2) * stt / determinant);
  error[1] = sqrt(left / (ROWS - 2) * s / determinant);
}

/* The first number after a plus-minus sign that follows `word`. */
static double
error_after(NoslipView *view, const char *word)
{
  g_autofree char *text = noslip_view_description(view);
  const char *at = strstr(text, word);
  g_assert_nonnull(at);
  at = strstr(at, "± ");
  g_assert_nonnull(at);
  return g_ascii_strtod(at + strlen("± "), NULL);
}

static void
test_line(void)
{
  NoslipWindow *window = driven_open("rolling-disk", 0);
  NoslipSimulation *simulation = noslip_window_simulation(window);
  NoslipView *view = plots_open(window, "fit");
  WAIT_FOR(driven_describes(view, "Drop a CSV file here"));
  g_autofree char *path = write_data("t,theta", "headings.csv");
  noslip_fit_view_take_data(view, path);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "Data of headings.csv: 21 rows"));
  g_assert_true(driven_describes(view, "choose in this view's menu what to fit"));
  noslip_view_set_choice(view, "unknown", (const char *const[]){"theta", "theta'", NULL});
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "determined by the data"));
  WAIT_FOR(strstr(noslip_view_caption(view), "±"));
  double value[2], error[2];
  regress(value, error);
  g_assert_cmpfloat_with_epsilon(error_after(view, "; θ"), error[0], 0.05 * error[0]); /* two digits are shown */
  const NoslipStart *start = noslip_simulation_start(simulation);
  double before = start->found[2];
  g_assert_cmpfloat(fabs(before - value[0]), >, 0.01); /* the window's values have not changed */
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "fit.apply", NULL));
  WAIT_FOR(driven_describes(view, "the window has these values"));
  WAIT_FOR(start->is_found && fabs(start->found[2] - value[0]) < 1e-7);
  g_assert_cmpfloat_with_epsilon(start->found[4 + 2], value[1], 1e-7);
  g_unlink(path);
  driven_close(window);
}

/* What is left out of the data is counted. */
static void
test_missing(void)
{
  NoslipWindow *window = driven_open("rolling-disk", 0);
  NoslipView *view = plots_open(window, "fit");
  g_autofree char *path = write_data("t,theta", "gaps.csv"), *rows = NULL;
  g_assert_true(g_file_get_contents(path, &rows, NULL, NULL));
  g_autofree char *more = g_strconcat(rows, "\n2.1,\n2.2,nan\n2.3,3.39\n", NULL);
  g_assert_true(g_file_set_contents(path, more, -1, NULL));
  noslip_fit_view_take_data(view, path);
  noslip_view_set_choice(view, "unknown", (const char *const[]){"theta", "theta'", NULL});
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "left out, as empty or nan: 2"));
  WAIT_FOR(strstr(noslip_view_caption(view), "left out, as empty or nan: 2"));
  g_unlink(path);
  driven_close(window);
}

/* While the fit runs, and after it was cancelled, the data are shown with the present motion. The job is watched before
 * the main loop takes its end. */
static void
test_cancelled(void)
{
  NoslipWindow *window = driven_open("rolling-disk", 0);
  NoslipView *view = plots_open(window, "fit");
  g_autofree char *path = write_data("t,theta", "cancelled.csv");
  noslip_fit_view_take_data(view, path);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "21 rows"));
  noslip_view_set_choice(view, "unknown", (const char *const[]){"theta", "theta'", NULL});
  while (!driven_describes(view, "21 rows"))
    g_usleep(1000);
  g_assert_true(driven_describes(view, "; fitting"));
  g_assert_true(gtk_widget_activate_action(GTK_WIDGET(view), "fit.stop", NULL));
  WAIT_FOR(driven_view_is_ready(view) && plots_drawn_with(view, 0, "data"));
  g_assert_true(driven_describes(view, "Data of cancelled.csv: 21 rows"));
  g_assert_true(driven_describes(view, "; cancelled"));
  g_assert_cmpstr(noslip_view_caption(view), ==, "cancelled");
  g_assert_false(driven_describes(view, "determined by the data"));
  g_unlink(path);
  driven_close(window);
}

/* Tables as spreadsheets write them: after a byte order mark, or with semicolons. */
static void
test_spreadsheet(void)
{
  NoslipWindow *window = driven_open("rolling-disk", 0);
  NoslipView *view = plots_open(window, "fit");
  g_autofree char *marked = write_data("\357\273\277t,theta", "marked.csv");
  noslip_fit_view_take_data(view, marked);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "Data of marked.csv: 21 rows"));
  WAIT_FOR(strstr(noslip_view_caption(view), "choose in this view's menu what to fit"));
  g_autofree char *parted = write_data("t;theta", "parted.csv");
  noslip_fit_view_take_data(view, parted);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "separated by semicolons"));
  g_unlink(marked);
  g_unlink(parted);
  driven_close(window);
}

static void
test_no_data(void)
{
  NoslipWindow *window = driven_open("rolling-disk", 0);
  NoslipView *view = plots_open(window, "fit");
  g_autofree char *path = write_data("t,heading", "strange.csv");
  noslip_fit_view_take_data(view, path);
  WAIT_FOR(driven_view_is_ready(view) && driven_describes(view, "is not an observable, a coordinate or a velocity"));
  g_unlink(path);
  noslip_fit_view_take_data(view, path);
  WAIT_FOR(driven_view_is_ready(view) && !driven_describes(view, "is not an observable"));
  g_assert_false(driven_describes(view, "rows"));
  driven_close(window);
}

int
main(int argc, char **argv)
{
  plots_begin(&argc, &argv);
  g_test_add_func("/fitting/line", test_line);
  g_test_add_func("/fitting/missing", test_missing);
  g_test_add_func("/fitting/cancelled", test_cancelled);
  g_test_add_func("/fitting/spreadsheet", test_spreadsheet);
  g_test_add_func("/fitting/no-data", test_no_data);
  int status = g_test_run();
  driven_end();
  return status;
}
