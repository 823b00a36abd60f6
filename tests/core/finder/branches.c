/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events along branches of equilibria: what is said to be a fold is one. */
#include "core/finder/equilibria.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <math.h>
#include <string.h>

/* Follows the equilibria of a text over n values of its first parameter, with `relative` ones, from `near` or, if NULL,
 * from any start. */
static NoslipEquilibria *
follow_values(const char *text, gboolean relative, const double *near, double low, double high, guint n)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  const NoslipEquilibriaOptions options = {
      .along = 0, .low = low, .high = high, .n_values = n, .relative = relative, .near = near, .seed = 1};
  NoslipDiagnostic *error = NULL;
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, diagnostics));
  NoslipEquilibria *found = noslip_equilibria_find(system, system->dynamics, parameters, xy, &options, NULL, &error);
  g_assert_null(error);
  return found;
}

static NoslipEquilibria *
follow_near(const char *text, gboolean relative, const double *near, double low, double high)
{
  return follow_values(text, relative, near, low, high, 41);
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
  g_assert_cmpuint(pitchfork->branches->len, ==, 2); /* x = 0, and both arms */
  g_assert_cmpuint(pitchfork->events->len, ==, 1);
  g_assert_cmpfloat(fabs(event_at(pitchfork, 0, "branch")), <, 1e-8);
  for (guint b = 0; b < 2; b++) { /* neither has a gap or a point twice */
    const NoslipEquilibriumBranch *branch = pitchfork->branches->pdata[b];
    g_assert_cmpuint(branch->values->len, ==, b == 0 ? 41 : 42); /* one past the point where it turns back */
    for (guint i = 0; i < branch->values->len; i++) {
      double p = g_array_index(branch->values, double, i);
      double x = ((const NoslipEquilibrium *) branch->points->pdata[i])->state[0];
      g_assert_cmpfloat_with_epsilon(x * x, b == 0 ? 0 : p, 1e-9);
      g_assert_cmpfloat(i == 0 ? 0 : fabs(p - g_array_index(branch->values, double, i - 1)), <=, 0.05 + 1e-12);
    }
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

static void
check_event(const NoslipEquilibria *found, const char *kind, double parameter, double x)
{
  guint count = 0;
  for (guint e = 0; e < found->events->len; e++) {
    const NoslipEquilibriumEvent *event = &g_array_index(found->events, NoslipEquilibriumEvent, e);
    count += strcmp(event->kind, kind) == 0 && fabs(event->parameter - parameter) < 1e-8 &&
             fabs(event->at->state[0] - x) < 1e-5;
  }
  g_assert_cmpuint(count, ==, 1);
}

static double
state_at(const NoslipEquilibriumBranch *branch, guint i)
{
  return ((const NoslipEquilibrium *) branch->points->pdata[i])->state[0];
}

/* The branch is the whole curve p = f(x) over the values, passed one way, with a point at each crossing of a value. */
static void
check_curve(const NoslipEquilibriumBranch *branch, double (*f)(double x), double low, double high, guint n,
            double error)
{
  guint at_values = 0, crossings = 0;
  double way = state_at(branch, 0) < 0 ? 1 : -1;
  for (guint i = 0; i < branch->values->len; i++) {
    double p = g_array_index(branch->values, double, i), place = (p - low) / (high - low) * (n - 1);
    g_assert_cmpfloat_with_epsilon(f(state_at(branch, i)), p, error);
    g_assert_true(i == 0 || way * (state_at(branch, i) - state_at(branch, i - 1)) > 0);
    at_values += fabs(place - round(place)) < 1e-6;
  }
  for (guint i = 0; i < n; i++) {
    double p = low + (high - low) * i / (n - 1), step = 1e-4;
    for (double x = -2 + step / 3; x < 2; x += step)
      crossings += (f(x - step) - p) * (f(x) - p) < 0;
  }
  g_assert_cmpuint(at_values, ==, crossings);
}

static double
subcritical(double x)
{
  return x * x * x * x - x * x;
}

static double
hysteresis(double x)
{
  return x * x * x - x;
}

#define FORK                                                                                                           \
  "noslip 1\nparameter p = 0\ncoordinate x in -3 .. 3\nkinetic x'^2/2\nforce x' = -x'\n"                               \
  "potential -(p*x^2/2 + x^4/4 - x^6/6)\n"
#define BEND                                                                                                           \
  "noslip 1\nparameter p = 0\ncoordinate x in -3 .. 3\nkinetic x'^2/2\nforce x' = -x'\n"                               \
  "potential -(p*x + x^2/2 - x^4/4)\n"

/* The equilibria of FORK over n values: two branches, and three points at which they turn back or meet. Returns the
 * index of the one besides x = 0. */
static NoslipEquilibria *
follow_fork(double low, double high, guint n, guint *curve)
{
  NoslipEquilibria *found = follow_values(FORK, FALSE, NULL, low, high, n);
  g_assert_cmpuint(found->branches->len, ==, 2);
  g_assert_cmpuint(found->events->len, ==, 3);
  check_event(found, "fold", -0.25, sqrt(0.5));
  check_event(found, "fold", -0.25, -sqrt(0.5));
  check_event(found, "branch", 0, 0);
  *curve = fabs(state_at(found->branches->pdata[0], 0)) < 0.1;
  return found;
}

/* x'' = p x + x^3 - x^5 - x': besides x = 0 the curve p = x^4 - x^2, with folds at p = -1/4, x = +- 1/sqrt(2), which
 * passes x = 0 at p = 0. x'' = p + x - x^3 - x': the curve p = x^3 - x, with folds at x = +- 1/sqrt(3). However far apart
 * the values are, no step leads from one part of a curve to another. */
static void
test_folds(void)
{
  static const struct {
    double low, high;
    guint n;
  } forks[] = {{-1, 1, 22}, {-0.9, 1.05, 21}, {0.52, -0.5, 21}, {1, -1.1, 9}, {-0.31, 0.1, 9}, {-1.01, 1, 102}},
    bends[] = {{-2, 2.1, 5}, {2, -2.1, 4}, {-2, 2, 30}};
  for (guint i = 0; i < G_N_ELEMENTS(forks); i++) {
    guint curve;
    g_autoptr(NoslipEquilibria) found = follow_fork(forks[i].low, forks[i].high, forks[i].n, &curve);
    check_curve(found->branches->pdata[curve], subcritical, forks[i].low, forks[i].high, forks[i].n, 1e-8);
  }
  for (guint i = 0; i < G_N_ELEMENTS(bends); i++) {
    g_autoptr(NoslipEquilibria) found = follow_values(BEND, FALSE, NULL, bends[i].low, bends[i].high, bends[i].n);
    g_assert_cmpuint(found->branches->len, ==, 1);
    g_assert_cmpuint(found->events->len, ==, 2);
    check_event(found, "fold", 2 / sqrt(27), -1 / sqrt(3));
    check_event(found, "fold", -2 / sqrt(27), 1 / sqrt(3));
    check_curve(found->branches->pdata[0], hysteresis, bends[i].low, bends[i].high, bends[i].n, 1e-8);
  }
}

/* The same curve where a coordinate moves on which nothing depends: its points stand for families, and have a zero
 * eigenvalue everywhere, so that the point at p = 0 is less accurate. Each family is followed once, whichever of its
 * members is met. */
static void
test_folds_of_families(void)
{
  const char *text = "noslip 1\nparameter p = 0\ncoordinate x in -3 .. 3\ncoordinate y in -3 .. 3\nforce x' = -x'\n"
                     "kinetic (x'^2 + y'^2)/2\npotential -(p*x^2/2 + x^4/4 - x^6/6)\n";
  g_autoptr(NoslipEquilibria) found = follow_values(text, FALSE, NULL, 1, -1.1, 9);
  g_assert_cmpuint(found->branches->len, ==, 2);
  check_curve(found->branches->pdata[1], subcritical, 1, -1.1, 9, 1e-5);
}

/* The equilibria of x'' = 1/4 - x^2 - p^2, a circle, followed from the fold p = -1/2 itself, and from values beside
 * which its folds lie; and those of x'' = p - x^2 from their fold p = 0. Each is one branch, followed once. */
static void
test_start_at_fold(void)
{
  static const struct {
    double low, high;
    guint n;
    gboolean closed;
  } searches[] = {{-0.5, 0.5, 21, TRUE}, {-0.5, 1, 21, TRUE}, {-1, 1, 20, TRUE},
                  {-1, 1, 22, TRUE},     {0, 1, 11, FALSE},   {0, 1, 12, FALSE}};
  for (guint i = 0; i < G_N_ELEMENTS(searches); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\nparameter p = 0.1\ncoordinate x in -2 .. 2\nkinetic x'^2/2\ninitial x = 0.5\n"
                        "potential x^3/3 + %s*x\n",
                        searches[i].closed ? "(p^2 - 1/4)" : "(-p)");
    g_autoptr(NoslipEquilibria) found =
        follow_values(text, FALSE, NULL, searches[i].low, searches[i].high, searches[i].n);
    guint left = 0, right = 0;
    g_assert_cmpuint(found->branches->len, ==, 1);
    g_assert_cmpuint(found->events->len, ==, searches[i].closed ? 2 : 1);
    const NoslipEquilibriumBranch *branch = found->branches->pdata[0];
    for (guint k = 0; k < branch->points->len; k++) {
      double x = state_at(branch, k), p = g_array_index(branch->values, double, k);
      g_assert_cmpfloat_with_epsilon(x * x, searches[i].closed ? 0.25 - p * p : p, 1e-8);
      left += x < -0.05;
      right += x > 0.05;
    }
    g_assert_cmpuint(MIN(left, right), >, 8);
    g_assert_cmpuint(MAX(left, right), <=, MIN(left, right) + 2);
    if (searches[i].closed)
      g_assert_cmpfloat_with_epsilon(state_at(branch, 0), state_at(branch, branch->points->len - 1), 1e-4);
  }
}

/* Families that do not exist at the first value: lines of equilibria with x'' = p - x^2, and parabolas with the same of
 * s = x - y^2/4. Both meet at p = 0. */
static void
test_families_apart(void)
{
  static const char *const deep[] = {"x", "(x - y^2/4)"};
  static const guint n_values[] = {20, 22}; /* with and without a value at the fold */
  for (guint i = 0; i < 2 * G_N_ELEMENTS(deep); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\nparameter p = 0.5\ncoordinate x in -2 .. 2\ncoordinate y in -2 .. 2\n"
                        "kinetic (x'^2 + y'^2)/2\npotential %s^3/3 - p*%s\ninitial x = 0.5\n",
                        deep[i % 2], deep[i % 2]);
    g_autoptr(NoslipEquilibria) found = follow_values(text, FALSE, NULL, -1, 1.1, n_values[i / 2]);
    g_assert_cmpuint(found->equilibria->len, ==, 0);
    g_assert_cmpuint(found->branches->len, ==, 1);
    const NoslipEquilibriumBranch *branch = found->branches->pdata[0];
    g_assert_cmpuint(branch->points->len, >=, 20);
    g_assert_cmpuint(branch->points->len, <=, 26);
    for (guint k = 0; k < branch->points->len; k++) {
      const NoslipEquilibrium *at = branch->points->pdata[k];
      double s = at->state[0] - (i % 2 > 0 ? at->state[1] * at->state[1] / 4 : 0);
      g_assert_cmpfloat_with_epsilon(s * s, g_array_index(branch->values, double, k), 1e-8);
      g_assert_true(at->dimension == 1 || fabs(s) < 1e-2);
    }
  }
}

/* Both branches of x'' = p x + x^3 - x^5 - x' have their folds, and the point where they meet, at some of the values. */
static void
test_folds_at_values(void)
{
  static const double ranges[][3] = {{-1, 1, 9}, {-1, 1, 21},    {0.5, -0.5, 21},
                                     {1, -1, 9}, {-0.3, 0.1, 9}, {-0.5, 0.5, 9}};
  for (guint i = 0; i < G_N_ELEMENTS(ranges); i++) {
    guint curve;
    g_autoptr(NoslipEquilibria) found = follow_fork(ranges[i][0], ranges[i][1], (guint) ranges[i][2], &curve);
    const NoslipEquilibriumBranch *branch = found->branches->pdata[curve];
    for (guint k = 0; k < branch->values->len; k++)
      g_assert_cmpfloat_with_epsilon(subcritical(state_at(branch, k)), g_array_index(branch->values, double, k), 1e-8);
    for (guint k = 1; k < branch->values->len; k++) /* from one end of the curve to the other */
      g_assert_true((state_at(branch, k) - state_at(branch, k - 1)) * state_at(branch, 0) < 0);
  }
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
  g_test_add_func("/finder/branches/folds", test_folds);
  g_test_add_func("/finder/branches/folds-of-families", test_folds_of_families);
  g_test_add_func("/finder/branches/start-at-fold", test_start_at_fold);
  g_test_add_func("/finder/branches/families-apart", test_families_apart);
  g_test_add_func("/finder/branches/folds-at-values", test_folds_at_values);
  return g_test_run();
}
