/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Bracket view: its formulas, its observables, and the Jacobiator. */
#include "tests/app/desktop/driven.h"

#include "tests/app/desktop/viewing.h"
#include "ui/widgets/views/bracket-reading.h"
#include "ui/widgets/views/view-private.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* Formulas against closed forms. */
static void
test_bracket_formulas(void)
{
  NoslipSimulation *simulation = viewing_opened("central-force", 3);
  NoslipView *view = viewing_view("bracket", simulation);
  static const struct {
    const char *names[4], *latex;
  } cases[] = {{{"r", "p_1"}, "\\left\\{r, p_{1}\\right\\} = 1"},
               {{"p_1", "r"}, "\\left\\{p_{1}, r\\right\\} = -1"},
               {{"theta", "p_2"}, "\\left\\{\\theta, p_{2}\\right\\} = \\frac{1}{r^{2}}"},
               {{"r", "p_1", "p_2"}, "\\operatorname{jacobi}\\left(r, p_{1}, p_{2}\\right) = 0"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const char *const *names = cases[i].names;
    WAIT_FOR(noslip_bracket_formula(view, names));
    g_assert_cmpstr(noslip_bracket_formula(view, names), ==, cases[i].latex);
    viewing_choose(view, "cell", names[0], names[1], names[2]);
    viewing_picture(view, "central-force-formula", FALSE, 1, 1, 360, 260);
  }
  g_autofree char *description = noslip_view_kind(view)->describe(view);
  g_assert_nonnull(strstr(description, "formula: \\operatorname{jacobi}"));
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* A formula of hundreds of symbols is written with names for its parts, which are defined below; in a low view a note
 * says what is omitted. */
static void
test_bracket_named(void)
{
  NoslipSimulation *simulation = viewing_opened("rattleback", 0);
  NoslipView *view = viewing_view("bracket", simulation);
  const char *const names[] = {"p_1", "p_2", NULL};
  WAIT_FOR(noslip_bracket_formula(view, names));
  const char *latex = noslip_bracket_formula(view, names);
  g_auto(GStrv) lines = g_strsplit(latex, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), >, 3);
  g_assert_true(g_str_has_prefix(lines[0], "\\left\\{p_{1}, p_{2}\\right\\} = "));
  for (guint i = 1; lines[i]; i++) {
    const char *end = strstr(lines[i], " = ");
    g_assert_nonnull(end);
    g_autofree char *name = g_strndup(lines[i], (gsize) (end - lines[i]));
    gboolean used = strstr(lines[0], name) != NULL;
    for (guint j = i + 1; lines[j] && !used; j++)
      used = strstr(lines[j], name) != NULL;
    g_assert_true(used);
  }
  viewing_choose(view, "cell", names[0], names[1], NULL);
  viewing_picture(view, "rattleback-named", FALSE, 1, 1, 420, 360);
  viewing_picture(view, "rattleback-named", TRUE, 1, 1, 900, 700);
  g_autofree char *description = noslip_view_kind(view)->describe(view);
  g_assert_nonnull(strstr(description, lines[1]));
  viewing_close(view);
  noslip_simulation_free(simulation);
}

static gboolean
viewing_read_again(NoslipView *view, NoslipBracketReading *reading)
{
  noslip_bracket_reading_clear(reading);
  return noslip_bracket_read(view, reading);
}

/* With these words; the text may not be readable yet. */
static gboolean
is_refused(NoslipView *view, const char *words)
{
  g_auto(NoslipBracketReading) reading = {0};
  g_assert_false(noslip_bracket_read(view, &reading));
  return strstr(reading.wait, words) != NULL;
}

/* Any observables: values against products of known ones, and error messages. */
static void
test_bracket_observables(void)
{
  NoslipSimulation *simulation = viewing_opened("central-force", 3);
  NoslipView *view = viewing_view("bracket", simulation);
  viewing_choose(view, "of", "r^2, r*theta, w1", NULL, NULL);
  g_auto(NoslipBracketReading) reading = {0};
  WAIT_FOR(viewing_read_again(view, &reading));
  g_assert_cmpuint(reading.n, ==, 3);
  g_assert_cmpuint(reading.n_triples, ==, 1);
  const NoslipSystem *system = noslip_simulation_system(simulation);
  const double *row = noslip_runs_row(noslip_simulation_runs(simulation), 0, NULL);
  double r = row[noslip_row_x(system)], theta = row[noslip_row_x(system) + 1];
  g_assert_cmpfloat_with_epsilon(reading.values[0 * 3 + 2], 2 * r, 1e-9); /* {r^2, w1} with p_1 = w1 */
  g_assert_cmpfloat_with_epsilon(reading.values[1 * 3 + 2], theta, 1e-9); /* {r theta, w1} */
  g_assert_cmpfloat_with_epsilon(reading.values[0 * 3 + 1], 0, 1e-12);
  g_assert_cmpfloat_with_epsilon(reading.values[2 * 3 + 0], -2 * r, 1e-9);
  viewing_picture(view, "central-force-observables", FALSE, 1, 1, 360, 260);
  viewing_choose(view, "of", "r, no_such_thing", NULL, NULL);
  WAIT_FOR(is_refused(view, "no_such_thing"));
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* Momenta whose formulas have thousands of symbols are listed by their names. */
static void
test_bracket_long_momenta(void)
{
  NoslipSimulation *simulation = viewing_opened("whipple-bicycle", 0);
  NoslipView *view = viewing_view("bracket", simulation);
  g_auto(NoslipBracketReading) reading = {0};
  WAIT_FOR(viewing_read_again(view, &reading));
  g_assert_cmpuint(strlen(noslip_bracket_meaning(&reading, reading.n - 1)), >, 10000);
  g_autofree char *description = noslip_view_kind(view)->describe(view);
  g_assert_nonnull(strstr(description, "{p₁, p₃} = "));
  g_assert_cmpuint(strlen(description), <, 5000);
  viewing_choose(view, "cell", "p_1", "p_3", NULL);
  viewing_picture(view, "long-momenta", FALSE, 1, 1, 360, 420);
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* The bracket is that of the motion's dynamics, and the title names it. On W_1 of Martinet's system (I Example 5.11)
 * p_x = x' and p_y1 = y1' + mu x^2/2 in Darboux form have canonical brackets, so that the Jacobi identity holds. */
static void
test_bracket_follows_the_dynamics(void)
{
  NoslipSimulation *simulation = viewing_opened("martinet", 2);
  NoslipView *view = viewing_view("bracket", simulation);
  g_assert_cmpint(noslip_simulation_runs(simulation)->kind, ==, NOSLIP_DYNAMICS_VAKONOMIC);
  g_auto(NoslipBracketReading) reading = {0};
  WAIT_FOR(viewing_read_again(view, &reading));
  g_assert_cmpint(noslip_bracket_table_kind(reading.table), ==, NOSLIP_DYNAMICS_VAKONOMIC);
  g_assert_true(g_str_has_prefix(noslip_view_caption(view), "vakonomic"));
  g_autofree char *description = noslip_view_kind(view)->describe(view);
  g_assert_nonnull(strstr(description, "Jacobi holds, by Theorem 5.8"));
  const NoslipSystem *system = noslip_simulation_system(simulation);
  g_autofree char *names = g_strdup_printf("x, x', mu(%s)", system->constraints[0].name);
  viewing_choose(view, "of", names, NULL, NULL);
  WAIT_FOR(viewing_read_again(view, &reading));
  g_assert_cmpfloat_with_epsilon(reading.values[0 * 3 + 1], 1, 1e-12); /* {x, x'} = {x, p_x} */
  noslip_runs_set_kind(noslip_simulation_runs(simulation), NOSLIP_DYNAMICS_NONHOLONOMIC);
  WAIT_FOR((noslip_simulation_poll(simulation), noslip_simulation_is_settled(simulation)));
  noslip_view_changed(view, NOSLIP_CHANGED_RUNS);
  g_assert_true(g_str_has_prefix(noslip_view_caption(view), "nonholonomic"));
  viewing_choose(view, "of", NULL, NULL, NULL);
  WAIT_FOR(viewing_read_again(view, &reading));
  g_assert_cmpint(noslip_bracket_table_kind(reading.table), ==, NOSLIP_DYNAMICS_NONHOLONOMIC);
  viewing_close(view);
  noslip_simulation_free(simulation);
}

/* Also of eight and more functions. In the snakeboard's (G Example 6.2) it does not vanish. */
static void
test_jacobiator_of_many(void)
{
  static const struct {
    const char *id;
    guint n;
    const char *words;
  } cases[] = {{"snakeboard", 8, "Jacobi fails"}, {"trailer", 0, "Jacobi"}, {"chaplygin-ball", 0, "Jacobi"}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipSimulation *simulation = viewing_opened(cases[i].id, 1);
    NoslipView *view = viewing_view("bracket", simulation);
    g_auto(NoslipBracketReading) reading = {0};
    WAIT_FOR(viewing_read_again(view, &reading));
    g_assert_true(cases[i].n == 0 || cases[i].n == reading.n);
    g_assert_cmpuint(reading.n_triples, ==, reading.n * (reading.n - 1) * (reading.n - 2) / 6);
    g_autofree char *description = noslip_view_kind(view)->describe(view);
    g_assert_nonnull(strstr(description, cases[i].words));
    viewing_close(view);
    noslip_simulation_free(simulation);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  gtk_test_init(&argc, &argv, NULL);
  g_test_add_func("/views/bracket-long-momenta", test_bracket_long_momenta);
  g_test_add_func("/views/bracket-named", test_bracket_named);
  g_test_add_func("/views/bracket-formulas", test_bracket_formulas);
  g_test_add_func("/views/bracket-observables", test_bracket_observables);
  g_test_add_func("/views/bracket-follows-the-dynamics", test_bracket_follows_the_dynamics);
  g_test_add_func("/views/jacobiator-of-many", test_jacobiator_of_many);
  return g_test_run();
}
