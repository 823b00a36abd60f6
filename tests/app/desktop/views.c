/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Views as pictures and in words, and the columns that they draw. With NOSLIP_TEST_PICTURES set to a folder the
 * pictures are stored there for inspection. */
#include "tests/app/desktop/driven.h"

#include "tests/app/desktop/viewing.h"
#include "ui/widgets/views/momenta-section.h"
#include "ui/widgets/views/view-private.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static void
test_every_view_is_drawn(void)
{
  static const char *const systems[] = {"chaplygin-sleigh", "snakeboard",    "ball-on-rotating-table",
                                        "appell-hamel",     "central-force", "plate-ball",
                                        "rattleback"};
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = viewing_opened(systems[s], 3);
    g_test_message("%s", systems[s]);
    for (guint k = 0; noslip_view_kinds()[k]; k++) {
      NoslipView *view = viewing_view(noslip_view_kinds()[k]->id, simulation);
      WAIT_FOR(!viewing_describes(view, "are being derived")); /* beside the window */
      viewing_picture(view, systems[s], FALSE, 1, 1, 360, 300);
      viewing_picture(view, systems[s], TRUE, 1, 2, 360, 300);
      viewing_picture(view, systems[s], FALSE, NOSLIP_THEME_PRESENTATION_SCALE, 1, 640, 480);
      viewing_close(view);
    }
    noslip_simulation_free(simulation);
  }
}

/* The momentum equation holds along the motion, for every section of D: the accelerations are those of a formulation
 * that does not use sections. Conserved momenta are constant. */
static void
test_momentum_equation(void)
{
  static const char *const systems[] = {"chaplygin-sleigh",       "snakeboard",   "rolling-disk",
                                        "ball-on-rotating-table", "rolling-ball", "central-force",
                                        "nonholonomic-particle"};
  guint conserved = 0, sections = 0;
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = viewing_opened(systems[s], 0);
    const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
    const NoslipQuantities *q = run->quantities;
    g_assert_cmpuint(q->n_sections, >, 0);
    for (guint i = 0; i < q->n_sections; i++) {
      const NoslipSectionColumns *section = &q->sections[i];
      double scale = 1, worst = 0, change = 0;
      for (guint row = 0; row < run->n_rows; row++) {
        scale = fmax(
            scale, fmax(fabs(viewing_cell(run, row, section->rate)), fabs(viewing_cell(run, row, section->momentum))));
        worst = fmax(worst, fabs(viewing_cell(run, row, section->rate) - viewing_cell(run, row, section->equation)));
        change =
            fmax(change, fabs(viewing_cell(run, row, section->momentum) - viewing_cell(run, 0, section->momentum)));
      }
      g_assert_cmpfloat(worst, <, 1e-9 * scale);
      if (section->conserved)
        g_assert_cmpfloat(change, <, 1e-7 * scale);
      conserved += section->conserved;
      sections++;
    }
    noslip_simulation_free(simulation);
  }
  g_assert_cmpuint(conserved, >, 3);
  g_assert_cmpuint(conserved, <, sections);
}

/* The power of the reactions is the rate of the energy: on the rotating table, where the constraints are affine; on the
 * sleigh it is zero. */
static void
test_reaction_power(void)
{
  static const char *const systems[] = {"ball-on-rotating-table", "chaplygin-sleigh"};
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = viewing_opened(systems[s], 0);
    const NoslipRunView *run = noslip_runs_primary(noslip_simulation_runs(simulation));
    const NoslipQuantities *q = run->quantities;
    double largest = 0;
    for (guint row = 0; row < run->n_rows; row++) {
      double power = 0;
      for (guint c = 0; c < q->n; c++)
        if (q->list[c].kind == NOSLIP_QUANTITY_POWER)
          power += viewing_cell(run, row, c);
      double rate = viewing_cell(run, row, q->rate);
      g_assert_cmpfloat(fabs(power - rate), <, 1e-8 * (1 + fabs(rate)));
      largest = fmax(largest, fabs(power));
    }
    if (s == 0)
      g_assert_cmpfloat(largest, >, 1e-3);
    else
      g_assert_cmpfloat(largest, <, 1e-9);
    noslip_simulation_free(simulation);
  }
}

static void
test_words(void)
{
  NoslipSimulation *simulation = viewing_opened("chaplygin-sleigh", 2);
  NoslipView *constraints = viewing_view("constraints", simulation), *momenta = viewing_view("momenta", simulation);
  g_autofree char *description = noslip_view_kind(constraints)->describe(constraints);
  g_assert_nonnull(strstr(description, "lambda("));
  g_assert_nonnull(strstr(description, "|phi("));
  g_assert_nonnull(strstr(description, "do no work"));
  g_autofree char *text = noslip_view_kind(momenta)->describe(momenta);
  g_assert_nonnull(strstr(text, "p(omega) = "));
  g_assert_nonnull(strstr(text, "by the momentum equation"));
  viewing_close(constraints);
  viewing_close(momenta);
  noslip_simulation_free(simulation);
}

/* Found while the view is drawn. */
static gboolean
rests_are_described(NoslipView *view)
{
  viewing_picture(view, "sleigh-rest", FALSE, 1, 1, 360, 260);
  g_autofree char *description = noslip_view_description(view);
  return description && strstr(description, "points of rest");
}

/* The sleigh has equilibria (in the plane of its velocities) wherever it does not turn; they are stable while it moves
 * forwards. */
static void
test_points_of_rest(void)
{
  NoslipSimulation *simulation = viewing_opened("chaplygin-sleigh", 6);
  NoslipView *view = viewing_view("path", simulation);
  WAIT_FOR(rests_are_described(view));
  g_autofree char *description = noslip_view_description(view);
  const char *place = strstr(description, "points of rest");
  g_assert_nonnull(place);
  while (place > description && place[-1] != ';')
    place--;
  g_assert_cmpint(atoi(place), >=, 8);
  g_assert_nonnull(strstr(description, ", 0 of them unstable"));
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* How many times as wide as high the range of the axes is. */
static double
drawn_shape(NoslipView *view)
{
  double left, right, low, high;
  viewing_picture(view, "slope", FALSE, 1, 1, 360, 260);
  noslip_view_range(view, 0, NOSLIP_AXIS_X, &left, &right);
  noslip_view_range(view, 0, NOSLIP_AXIS_Y, &low, &high);
  return (right - left) / (high - low);
}

/* Lengths have one scale in both directions, be they coordinates or observables: a cycloid has its shape. */
static void
test_lengths(void)
{
  NoslipSimulation *simulation = viewing_opened("knife-edge-on-incline", 6);
  NoslipView *view = viewing_view("path", simulation);
  viewing_choose(view, "x", "y", NULL, NULL);
  viewing_choose(view, "y", "x", NULL, NULL);
  double coordinates = drawn_shape(view);
  viewing_choose(view, "y", "up", NULL, NULL);
  g_assert_cmpfloat_with_epsilon(drawn_shape(view), coordinates, 0.2 * coordinates);
  viewing_choose(view, "y", "x'", NULL, NULL); /* a speed is no length */
  g_assert_cmpfloat(drawn_shape(view), >, 1.5 * coordinates);
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* r^2 e_2 is the rotation about the centre: its momentum is the angular momentum w2, which is conserved. */
static void
test_named_section(void)
{
  NoslipSimulation *simulation = viewing_opened("central-force", 5);
  NoslipView *view = viewing_view("momenta", simulation);
  NoslipSection section = {0};
  viewing_choose(view, "section", "r^2*w2", NULL, NULL);
  WAIT_FOR(noslip_momenta_section(view, &section) && section.rows);
  g_assert_null(section.error);
  g_assert_true(section.conserved);
  g_assert_cmpuint(section.n, ==, noslip_runs_primary(noslip_simulation_runs(simulation))->n_rows);
  for (guint i = 0; i < section.n; i++)
    g_assert_cmpfloat_with_epsilon(section.rows[NOSLIP_SECTION_STRIDE * i + 1], section.rows[1], 1e-8);
  viewing_choose(view, "section", "w1", NULL, NULL); /* not conserved: measured and by the equation */
  WAIT_FOR(noslip_momenta_section(view, &section) && section.rows);
  g_assert_false(section.conserved);
  for (guint i = 0; i < section.n; i++) {
    const double *row = section.rows + NOSLIP_SECTION_STRIDE * i;
    g_assert_cmpfloat_with_epsilon(row[2], row[3], 1e-9);
  }
  viewing_picture(view, "central-force-section", FALSE, 1, 1, 360, 300);
  viewing_choose(view, "section", "r", NULL, NULL);
  WAIT_FOR(noslip_momenta_section(view, &section) && section.error);
  viewing_close(view);
  noslip_simulation_free(simulation);
}

static int
least_height(NoslipView *view, int width)
{
  int least, natural;
  gtk_widget_measure(GTK_WIDGET(view), GTK_ORIENTATION_VERTICAL, width, &least, &natural, NULL, NULL);
  g_assert_cmpint(least, <=, natural);
  return least;
}

/* The minimum height for an unknown width is sufficient at any width, as the toolkit requires. Formulas are set smaller
 * if they have less room, so a text can be higher in a wider view. */
static void
test_heights(void)
{
  const char *systems[] = {"chaplygin-sleigh", "ball-on-rotating-table"};
  const char *kinds[] = {"equations", "claims", "bracket"};
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    NoslipSimulation *simulation = viewing_opened(systems[i], 0);
    for (guint k = 0; k < G_N_ELEMENTS(kinds); k++) {
      NoslipView *view = viewing_view(kinds[k], simulation);
      g_test_message("%s of %s", kinds[k], systems[i]);
      g_assert_cmpint(least_height(view, -1), >=, least_height(view, 1 << 20));
      g_object_unref(view);
    }
    noslip_simulation_free(simulation);
  }
}

/* Differences of the size of rounding are drawn flat, on axes that do not change with the kinetic energy. */
static void
test_rates_stay(void)
{
  NoslipSimulation *simulation = viewing_opened("knife-edge-on-incline", 0);
  NoslipView *view = viewing_view("energy", simulation);
  g_autofree char *first = NULL;
  for (guint i = 0; i < 8; i++) {
    noslip_playback_seek(noslip_simulation_playback(simulation), 0.4 * i);
    g_autofree char *description = noslip_view_description(view);
    const char *from = strstr(description, "claimed (dashes) (W) from "), *to = from ? strstr(from, ", against") : NULL;
    g_assert_nonnull(to);
    g_autofree char *range = g_strndup(from, (gsize) (to - from));
    if (first)
      g_assert_cmpstr(range, ==, first);
    else
      first = g_steal_pointer(&range);
  }
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* A presymplectic system gives H without parts, so no parts are drawn. */
static void
test_parts_of_energy(void)
{
  static const char *const systems[] = {"phase-space-pendulum", "pendulum"};
  for (guint s = 0; s < G_N_ELEMENTS(systems); s++) {
    NoslipSimulation *simulation = viewing_opened(systems[s], 1);
    NoslipView *view = viewing_view("energy", simulation);
    g_autofree char *description = noslip_view_description(view);
    g_assert_nonnull(strstr(description, "; E now"));
    g_assert_true((strstr(description, "; T now") != NULL) == (s == 1));
    g_assert_true((strstr(description, "; V now") != NULL) == (s == 1));
    viewing_close(view);
    noslip_simulation_free(simulation);
  }
}

/* Stacked figures share their margins from the first picture on, not from the second. */
static void
test_one_pass(void)
{
  NoslipSimulation *simulation = viewing_opened("knife-edge-on-incline", 1);
  NoslipView *view = viewing_view("energy", simulation);
  view->margin[0] = view->margin[1] = 0;
  memset(view->filled, 0, sizeof view->filled);
  double x[2][2] = {{0}}, unused, width;
  noslip_view_arrange(view, &view->theme, 420, 320);
  for (guint pass = 0; pass < 2; pass++)
    for (guint i = 0; i < 2; i++) {
      g_assert_true(noslip_view_show_figure(view, i, &view->theme, 420, 320, &unused));
      noslip_figure_area(view->figures[i], &x[pass][i], &unused, &width, &unused);
      g_assert_cmpfloat(width, >, 100);
    }
  g_assert_cmpfloat(x[0][0], >, 10);
  g_assert_cmpfloat(x[0][0], ==, x[0][1]);
  g_assert_cmpfloat(x[1][0], ==, x[0][0]);
  /* the figures alone have different margins */
  double left[2];
  for (guint i = 0; i < 2; i++)
    noslip_figure_margins(view->figures[i], &left[i], &unused);
  g_assert_cmpfloat(left[0], !=, left[1]);
  g_assert_cmpfloat(fmax(left[0], left[1]), ==, x[0][0]);
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* A low view with large type gives its curves most of the height, and little to the reason why there are no others. */
static void
test_reason_is_low(void)
{
  NoslipSimulation *simulation = viewing_opened("chaplygin-sleigh", 1);
  NoslipView *view = viewing_view("constraints", simulation);
  const double height = 190;
  noslip_theme_init(&view->theme, FALSE, 1.6);
  noslip_view_arrange(view, &view->theme, 1000, height);
  noslip_view_arrange(view, &view->theme, 1000, height); /* knows what is empty */
  double y, h;
  noslip_view_figure_area(view, 0, 1000, height, &y, &h);
  g_assert_cmpfloat(h, >=, 0.7 * height - 1);
  noslip_view_figure_area(view, 1, 1000, height, &y, &h);
  g_assert_cmpfloat(h, >=, 2.6 * view->theme.text_size); /* two lines */
  viewing_close(view);
  noslip_simulation_free(simulation);
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/views/every-view-is-drawn", test_every_view_is_drawn);
  g_test_add_func("/views/reason-is-low", test_reason_is_low);
  g_test_add_func("/views/rates-stay", test_rates_stay);
  g_test_add_func("/views/parts-of-energy", test_parts_of_energy);
  g_test_add_func("/views/one-pass", test_one_pass);
  g_test_add_func("/views/momentum-equation", test_momentum_equation);
  g_test_add_func("/views/reaction-power", test_reaction_power);
  g_test_add_func("/views/words", test_words);
  g_test_add_func("/views/points-of-rest", test_points_of_rest);
  g_test_add_func("/views/lengths", test_lengths);
  g_test_add_func("/views/named-section", test_named_section);
  g_test_add_func("/views/heights", test_heights);
  return g_test_run();
}
