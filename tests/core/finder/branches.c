/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events along branches of equilibria: what is said to be a fold is one. */
#include "core/finder/equilibria.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>
#include <string.h>

/* Follows the equilibria of a text over its first parameter, with `relative` ones, from `near` or, if NULL, from any
 * start. */
static NoslipEquilibria *
follow_near(const char *text, gboolean relative, const double *near, double low, double high)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const NoslipEquilibriaOptions options = {
      .along = 0, .low = low, .high = high, .n_values = 41, .relative = relative, .near = near, .seed = 1};
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  NoslipEquilibria *found = noslip_equilibria_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  return found;
}

static NoslipEquilibria *
follow(const char *text, gboolean relative, double low, double high)
{
  return follow_near(text, relative, NULL, low, high);
}

/* A bead on a hoop that a motor turns: at rest only while the motor stands, and steady at every rate. Neither branch
 * turns back, although the one ends and the other passes a pole of the coordinates. */
static void
test_ends(void)
{
  const char *text = "noslip 1\nparameter Omega = 6\ncoordinate theta angle\ncoordinate phi angle\n"
                     "kinetic (theta'^2 + sin(theta)^2*phi'^2)/8\npotential -9.81/2*cos(theta)\n"
                     "constraint motor: phi' = Omega\ninitial theta = 0.3\ninitial phi' = Omega\n";
  for (guint relative = 0; relative < 2; relative++) {
    g_autoptr(NoslipEquilibria) found = follow(text, relative, relative, 10);
    g_assert_cmpuint(found->equilibria->len, >, 0);
    for (guint e = 0; e < found->events->len; e++)
      g_assert_cmpstr(g_array_index(found->events, NoslipEquilibriumEvent, e).kind, !=, "fold");
  }
}

/* The lowest point of that hoop is a pole of the coordinates: the mass along phi vanishes there, and the derivatives of
 * the acceleration have no bound beside it. From every rate of the motor the branch passes all values, and others leave
 * it at Omega^2 = g/R. */
static void
test_pole(void)
{
  for (guint start = 1; start <= 8; start++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\nparameter Omega = %u\ncoordinate theta angle\ncoordinate phi angle\n"
                        "kinetic (theta'^2 + sin(theta)^2*phi'^2)/8\npotential -9.81/2*cos(theta)\n"
                        "constraint motor: phi = Omega*t\ninitial theta = 0.3\n",
                        start);
    const double near[] = {0.3, 0, 0, start};
    g_autoptr(NoslipEquilibria) found = follow_near(text, TRUE, near, 0, 15);
    g_assert_cmpuint(found->branches->len, ==, 1);
    const NoslipEquilibriumBranch *branch = found->branches->pdata[0];
    g_assert_cmpuint(branch->points->len, ==, 41);
    for (guint i = 0; i < branch->points->len; i++) /* the motor turns the hoop, at all values but the first */
      g_assert_true(((const NoslipEquilibrium *) branch->points->pdata[i])->relative == (i > 0));
    g_assert_cmpuint(found->events->len, ==, 1);
    const NoslipEquilibriumEvent *event = &g_array_index(found->events, NoslipEquilibriumEvent, 0);
    g_assert_cmpstr(event->kind, ==, "branch");
    g_assert_cmpfloat_with_epsilon(event->parameter, sqrt(9.81 / 0.5), 1e-8);
  }
}

/* Two equilibria of x'' = -(x^2 - p) meet at p = 0. Two of x'' = -x (x - p) cross there. */
static void
test_kinds(void)
{
  const char *start = "noslip 1\nparameter p = 0.5\ncoordinate x in -2 .. 2\nkinetic x'^2/2\ninitial x = 1\n";
  g_autofree char *fold = g_strconcat(start, "potential x^3/3 - p*x\n", NULL);
  g_autofree char *cross = g_strconcat(start, "potential x^3/3 - p*x^2/2\n", NULL);
  g_autoptr(NoslipEquilibria) meeting = follow(fold, FALSE, 1, -1);
  g_autoptr(NoslipEquilibria) crossing = follow(cross, FALSE, -1.03, 1);
  gboolean folds = FALSE, branches = FALSE;
  for (guint e = 0; e < meeting->events->len; e++)
    folds = folds || strcmp(g_array_index(meeting->events, NoslipEquilibriumEvent, e).kind, "fold") == 0;
  for (guint e = 0; e < crossing->events->len; e++) {
    const NoslipEquilibriumEvent *event = &g_array_index(crossing->events, NoslipEquilibriumEvent, e);
    g_assert_cmpstr(event->kind, ==, "branch");
    g_assert_cmpfloat_with_epsilon(event->parameter, 0, 1e-6);
    branches = TRUE;
  }
  g_assert_true(folds && branches);
  g_assert_cmpuint(crossing->events->len, ==, 1); /* though both branches pass it */
}

/* x'' = p (1 - x^2) x' - x loses its stability at p = 0, which is one of the values: there the eigenvalues lie on the
 * imaginary axis. */
static void
test_at_value(void)
{
  g_autoptr(NoslipEquilibria) found =
      follow("noslip 1\nparameter p = 0.5\ncoordinate x in -2 .. 2\nkinetic x'^2/2\npotential x^2/2\n"
             "force x' = p*(1 - x^2)*x'\ninitial x = 1\n",
             FALSE, -1, 1);
  g_assert_cmpuint(found->events->len, ==, 1);
  const NoslipEquilibriumEvent *event = &g_array_index(found->events, NoslipEquilibriumEvent, 0);
  g_assert_cmpstr(event->kind, ==, "hopf");
  g_assert_cmpfloat(fabs(event->parameter), <, 1e-10);
}

/* The fold of x'' = -(x^2 - p) at p = 0, one of the values, is one event and no branch point. */
static void
test_fold_at_value(void)
{
  const char *text = "noslip 1\nparameter p = 1\ncoordinate x in -2 .. 2\nkinetic x'^2/2\ninitial x = 1\n"
                     "potential x^3/3 - p*x\nforce x' = -x'/10\n";
  for (guint last = 0; last < 2; last++) {
    g_autoptr(NoslipEquilibria) found = follow(text, FALSE, 1, last == 0 ? -1 : 0);
    g_assert_cmpuint(found->events->len, ==, 1);
    const NoslipEquilibriumEvent *event = &g_array_index(found->events, NoslipEquilibriumEvent, 0);
    g_assert_cmpstr(event->kind, ==, "fold");
    g_assert_cmpfloat(fabs(event->parameter), <, 1e-8);
  }
}

/* x'' = -x^3 + p x - e - x'/10 with a small e: the stable branch of negative x passes near the fold of the other two,
 * at p = 3 (e/2)^(2/3), and has no event itself. */
static void
test_near_miss(void)
{
  const char *text = "noslip 1\nparameter p = 1\ncoordinate x in -2 .. 2\nkinetic x'^2/2\ninitial x = -1\n"
                     "potential x^4/4 - p*x^2/2 + 1e-6*x\nforce x' = -x'/10\n";
  g_autoptr(NoslipEquilibria) up = follow(text, FALSE, -1, 1);
  g_assert_cmpuint(up->equilibria->len, ==, 1);
  g_assert_cmpuint(up->events->len, ==, 1); /* of the other branch */
  g_assert_cmpfloat(g_array_index(up->events, NoslipEquilibriumEvent, 0).at->state[0], >, 0);
  const NoslipEquilibriumBranch *branch = up->branches->pdata[0];
  g_assert_cmpuint(branch->points->len, ==, 41);
  const NoslipEquilibrium *end = branch->points->pdata[40];
  g_assert_cmpfloat_with_epsilon(end->state[0], -1 - 0.5e-6, 1e-11);
  g_autoptr(NoslipEquilibria) down = follow(text, FALSE, 1, -1);
  g_assert_cmpuint(down->events->len, ==, 1);
  const NoslipEquilibriumEvent *event = &g_array_index(down->events, NoslipEquilibriumEvent, 0);
  g_assert_cmpstr(event->kind, ==, "fold");
  g_assert_cmpfloat_with_epsilon(event->parameter, 3 * pow(0.5e-6, 2.0 / 3), 1e-8);
}

/* The two equilibria x = +- sqrt(p l) of x'' = -w^2 (x^2/l - p) meet at p = 0, in other units of length and time too: each
 * branch turns back there and ends at the other equilibrium. */
static void
test_units(void)
{
  static const double units[][2] = {{1, 1}, {1e6, 1}, {1e-6, 1}, {1, 1e9}, {1e6, 1e-9}};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    double length = units[i][0], rate = units[i][1], last = NAN;
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter p = %.17g\ncoordinate x in %.17g .. %.17g\nkinetic x'^2/2\ninitial x = %.17g\n"
        "potential %.17g*(x^3/(%.17g)/3 - p*x)\n",
        length / 2, -2 * length, 2 * length, length, rate * rate, length);
    g_autoptr(NoslipEquilibria) found = follow(text, FALSE, length, -1.03 * length);
    guint folds = 0;
    for (guint e = 0; e < found->events->len; e++) {
      const NoslipEquilibriumEvent *event = &g_array_index(found->events, NoslipEquilibriumEvent, e);
      g_assert_cmpstr(event->kind, ==, "fold");
      g_assert_cmpfloat(fabs(event->parameter), <, 1e-6 * length);
      folds++;
    }
    g_assert_cmpuint(folds, ==, 1);
    g_assert_cmpuint(found->branches->len, ==, 1);
    const NoslipEquilibriumBranch *branch = found->branches->pdata[0];
    last = ((const NoslipEquilibrium *) branch->points->pdata[branch->points->len - 1])->state[0];
    g_assert_cmpfloat_with_epsilon(fabs(last) / length, 1, 1e-9);
  }
}

static double
event_at(const NoslipEquilibria *found, guint i, const char *kind)
{
  const NoslipEquilibriumEvent *event = &g_array_index(found->events, NoslipEquilibriumEvent, i);
  g_assert_cmpstr(event->kind, ==, kind);
  return event->parameter;
}

/* Branches that do not pass the first value. Those of x'' = p x - x^3 with x^2 = p; a pendulum at the distance d from
 * the axis about which it turns with p has, with sin(a)^3 = -d, a fold at p^2 = sin(a)/((d + sin(a)) cos(a)); and the
 * equilibria of x'' = 0.04 - x^2 - (p - 0.5)^2 are a circle with folds at p = 0.3 and 0.7. */
static void
test_apart(void)
{
  const char *start = "noslip 1\nparameter p = 0.5\ncoordinate x in -1 .. 1\nkinetic x'^2/2\ninitial x = 0.1\n";
  g_autofree char *fork = g_strconcat(start, "potential x^4/4 - p*x^2/2\n", NULL);
  g_autofree char *circle = g_strconcat(start, "potential x^3/3 + ((p - 0.5)^2 - 0.04)*x\n", NULL);
  g_autoptr(NoslipEquilibria) pitchfork = follow(fork, FALSE, -1, 1);
  g_assert_cmpuint(pitchfork->equilibria->len, ==, 1);
  g_assert_cmpuint(pitchfork->branches->len, ==, 3);
  g_assert_cmpuint(pitchfork->events->len, ==, 1);
  g_assert_cmpfloat(fabs(event_at(pitchfork, 0, "branch")), <, 1e-8);
  for (guint b = 0; b < 3; b++) { /* none has a gap or a point twice */
    const NoslipEquilibriumBranch *branch = pitchfork->branches->pdata[b];
    g_assert_cmpuint(branch->values->len, ==, 41);
    for (guint i = 1; i < 41; i++)
      g_assert_cmpfloat_with_epsilon(
          fabs(g_array_index(branch->values, double, i) - g_array_index(branch->values, double, i - 1)), 0.05, 1e-12);
  }
  g_autoptr(NoslipEquilibria) pendulum =
      follow("noslip 1\nparameter p = 1.5\ncoordinate a angle\n"
             "lagrangian (a'^2 + p^2*(0.2 + sin(a))^2)/2 + cos(a)\ninitial a = 0.3\n",
             FALSE, 0, 3);
  double sine = -cbrt(0.2);
  g_assert_cmpuint(pendulum->equilibria->len, ==, 2);
  g_assert_cmpuint(pendulum->branches->len, ==, 3);
  g_assert_cmpuint(pendulum->events->len, ==, 1);
  g_assert_cmpfloat_with_epsilon(event_at(pendulum, 0, "fold"), sqrt(sine / ((0.2 + sine) * sqrt(1 - sine * sine))),
                                 1e-8);
  g_autoptr(NoslipEquilibria) closed = follow(circle, FALSE, 0, 1);
  g_assert_cmpuint(closed->equilibria->len, ==, 0);
  g_assert_cmpuint(closed->branches->len, ==, 1);
  g_assert_cmpuint(closed->events->len, ==, 2);
  g_assert_cmpfloat_with_epsilon(event_at(closed, 0, "fold"), 0.7, 1e-8);
  g_assert_cmpfloat_with_epsilon(event_at(closed, 1, "fold"), 0.3, 1e-8);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/finder/branches/ends", test_ends);
  g_test_add_func("/finder/branches/pole", test_pole);
  g_test_add_func("/finder/branches/kinds", test_kinds);
  g_test_add_func("/finder/branches/at-value", test_at_value);
  g_test_add_func("/finder/branches/fold-at-value", test_fold_at_value);
  g_test_add_func("/finder/branches/near-miss", test_near_miss);
  g_test_add_func("/finder/branches/units", test_units);
  g_test_add_func("/finder/branches/apart", test_apart);
  return g_test_run();
}
