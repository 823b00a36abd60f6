/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equilibria with known eigenvalues. */
#include "core/finder/equilibria.h"
#include "core/finder/periodic.h"
#include "core/system/state.h"
#include "tests/core/finder/equilibria-find.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static void
assert_eigenvalue(const NoslipEquilibrium *at, guint i, double re, double im, double within)
{
  g_assert_cmpuint(i + at->forced, <, at->n);
  g_assert_cmpfloat_with_epsilon(at->eigenvalues[2 * i], re, within);
  g_assert_cmpfloat_with_epsilon(at->eigenvalues[2 * i + 1], im, within);
}

/* The linear bicycle: J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab: Linearized dynamics equations for the
 * balance and steer of a bicycle (2007), matrices of section 6, eigenvalues at 5 m/s, weave and capsize speeds. */
#define BICYCLE                                                                                                        \
  "noslip 1\nparameter v = 5\nparameter g = 9.81\ncoordinate phi angle\ncoordinate delta angle\n"                      \
  "kinetic 80.81722*phi'^2/2 + 2.31941332208709*phi'*delta' + 0.29784188199686*delta'^2/2\n"                           \
  "potential g*(-80.95*phi^2/2 - 2.59951685249872*phi*delta - 0.80329488458618*delta^2/2)\n"                           \
  "force phi' = -v*33.86641391492494*delta' - v^2*76.59734589573222*delta\n"                                           \
  "force delta' = v*0.85035641456978*phi' - v*1.68540397397560*delta' - v^2*2.65431523794604*delta\n"                  \
  "initial phi' = 0\ninitial delta' = 0\n"

static void
test_bicycle(void)
{
  g_autoptr(NoslipSystem) system = test_text(BICYCLE);
  const Value upright = {"phi", 0};
  g_autoptr(NoslipEquilibria) one = test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, 1, &upright);
  const NoslipEquilibrium *at = test_first_equilibrium(one);
  g_assert_cmpuint(at->n, ==, 4);
  g_assert_cmpuint(at->forced, ==, 0);
  g_assert_cmpint(at->stable, ==, 1);
  assert_eigenvalue(at, 0, -0.32286642900409, 0, 1e-9);
  assert_eigenvalue(at, 1, -0.775341882195845, 4.46486771378823, 1e-9);
  assert_eigenvalue(at, 3, -14.07838969279822, 0, 1e-9);
  const NoslipEquilibriaOptions along = {.along = 0, .low = 0, .high = 10, .n_values = 51};
  g_autoptr(NoslipEquilibria) all = test_find_equilibria(system, along, 1, &upright);
  g_assert_cmpuint(all->events->len, ==, 2);
  const NoslipEquilibriumEvent *weave = &g_array_index(all->events, NoslipEquilibriumEvent, 0);
  const NoslipEquilibriumEvent *capsize = &g_array_index(all->events, NoslipEquilibriumEvent, 1);
  g_assert_cmpstr(weave->kind, ==, "hopf");
  g_assert_cmpfloat_with_epsilon(weave->parameter, 4.29238253634111, 1e-8);
  g_assert_cmpstr(capsize->kind, ==, "zero");
  g_assert_cmpfloat_with_epsilon(capsize->parameter, 6.02426201538837, 1e-8);
}

/* Straight motion of the sleigh is stable if the mass is ahead of the blade, and unstable the other way. */
static void
test_sleigh(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("chaplygin-sleigh");
  for (int sign = -1; sign <= 1; sign += 2) {
    const Value straight[] = {{"v1", 0.7 * sign}, {"omega", 0}, {"v2", 0}};
    const NoslipEquilibriaOptions options = {.relative = TRUE, .along = -1};
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, options, 3, straight);
    const NoslipEquilibrium *at = test_first_equilibrium(found);
    g_autofree double *p = noslip_system_default_parameters(system);
    double m = p[noslip_system_parameter(system, "m")], J = p[noslip_system_parameter(system, "J")];
    double a = p[noslip_system_parameter(system, "a")];
    g_assert_true(at->relative);
    g_assert_cmpuint(at->n, ==, 5);
    g_assert_cmpuint(at->forced, ==, 4);
    assert_eigenvalue(at, 0, -m * a * 0.7 * sign / (J + m * a * a), 0, 1e-9);
    g_assert_cmpint(at->stable, ==, sign > 0);
  }
}

/* The disk at rest falls at the rate sqrt(m g R/(A + m R^2)); rolling on, it is steady in three parameters. */
static void
test_disk(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("falling-disk");
  const Value rest[] = {{"alpha", 0}, {"x'", 0}, {"y'", 0}, {"theta'", 0}, {"psi'", 0}, {"alpha'", 0}};
  g_autoptr(NoslipEquilibria) found =
      test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, G_N_ELEMENTS(rest), rest);
  const NoslipEquilibrium *at = test_first_equilibrium(found);
  g_assert_cmpuint(at->n - at->forced, ==, 2);
  assert_eigenvalue(at, 0, sqrt(9.81 * 0.5 / (0.0625 + 0.25)), 0, 1e-9);
  g_assert_cmpint(at->stable, ==, 0);
}

/* Upright, the disk that rolls straight on at the rate w has lambda^2 = (m g R - C (C + m R^2) w^2/A)/(A + m R^2): of
 * uniform mass it is steady above w^2 = g/(3 R); and the disk that spins in place has m g R/(A + m R^2) - w^2: above 4
 * g/(5 R). */
static void
test_disk_critical_rates(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("falling-disk");
  const double g = 9.81, R = 0.5, A = 0.0625, C = 0.125, I = A + R * R;
  const double critical[2] = {sqrt(g / (3 * R)), sqrt(4 * g / (5 * R))};
  for (guint spins = 0; spins < 2; spins++)
    for (int side = -1; side <= 1; side += 2) {
      double w = critical[spins] * (1 + 0.01 * side);
      const Value upright[] = {{"alpha", 0},
                               {"theta", 0},
                               {"x'", spins ? 0 : R * w},
                               {"y'", 0},
                               {"alpha'", 0},
                               {"theta'", spins ? w : 0},
                               {"psi'", spins ? 0 : w}};
      g_autoptr(NoslipEquilibria) found = test_find_equilibria(
          system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, G_N_ELEMENTS(upright), upright);
      const NoslipEquilibrium *at = test_first_equilibrium(found);
      double square = spins ? g * R / I - w * w : (g * R - C * (C + R * R) * w * w / A) / I;
      g_assert_cmpfloat_with_epsilon(at->state[3], 0, 1e-9);
      g_assert_cmpuint(at->n - at->forced, ==, 2);
      g_assert_cmpfloat(square * side, <, 0);
      assert_eigenvalue(at, 0, square > 0 ? sqrt(square) : 0, square < 0 ? sqrt(-square) : 0, 1e-7);
      g_assert_cmpint(at->stable, ==, side < 0 ? 0 : -1);
    }
}

/* Suslov's body turns steadily about the line I13 w1 + I23 w2 = 0 of the plane that the constraint leaves: one way it
 * attracts, the other way it repels, at the rate w (I13^2/I1 + I23^2/I2)/sqrt(I13^2 + I23^2). */
static void
test_suslov(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("suslov");
  const double I1 = 1, I2 = 2, I13 = 0.3, I23 = 0.2, length = hypot(I13, I23);
  for (int sign = -1; sign <= 1; sign += 2) {
    double w = 1.5 * sign;
    const Value steady[] = {{"w1", -I23 / length * w}, {"w2", I13 / length * w}, {"w3", 0}};
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(
        system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, G_N_ELEMENTS(steady), steady);
    const NoslipEquilibrium *at = test_first_equilibrium(found);
    double rate = -w / length * (I13 * I13 / I1 + I23 * I23 / I2);
    guint matches = 0;
    g_assert_true(at->relative);
    for (guint i = 0; i < at->n; i++)
      matches += fabs(at->eigenvalues[2 * i] - rate) < 1e-9 && fabs(at->eigenvalues[2 * i + 1]) < 1e-9;
    g_assert_cmpuint(matches, ==, 1);
    if (sign < 0)
      g_assert_cmpint(at->stable, ==, 0);
  }
}

/* From the bare system, although Newton's method leads to rest from everywhere: both ways of turning, and rest. */
static void
test_suslov_unaided(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("suslov");
  const double I1 = 1, I2 = 2, I13 = 0.3, I23 = 0.2, length = hypot(I13, I23);
  g_autoptr(NoslipEquilibria) found =
      test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, 0, NULL);
  guint ways[2] = {0}, rest = 0;
  for (guint i = 0; i < found->equilibria->len; i++) {
    const NoslipEquilibrium *at = found->equilibria->pdata[i];
    const double *w = at->state + system->m;
    double along = (I13 * w[1] - I23 * w[0]) / length, rate = -along / length * (I13 * I13 / I1 + I23 * I23 / I2);
    if (w[0] == 0 && w[1] == 0) {
      rest++;
      continue;
    }
    g_assert_cmpfloat_with_epsilon(I13 * w[0] + I23 * w[1], 0, 1e-9 * fabs(along));
    ways[along > 0]++;
    guint matches = 0;
    for (guint e = 0; e < at->n; e++)
      matches += fabs(at->eigenvalues[2 * e] - rate) < 1e-9 && fabs(at->eigenvalues[2 * e + 1]) < 1e-9;
    g_assert_cmpuint(matches, ==, 1);
  }
  g_assert_cmpuint(ways[0], ==, 1);
  g_assert_cmpuint(ways[1], ==, 1);
  g_assert_cmpuint(rest, ==, 1);
}

/* The rattleback is unstable in both directions of spin, by different modes. */
static void
test_rattleback(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("rattleback");
  double growth[2];
  for (guint i = 0; i < 2; i++) {
    const Value spin = {"w3", i == 0 ? 1 : -1};
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, 1, &spin);
    const NoslipEquilibrium *at = test_first_equilibrium(found);
    g_assert_cmpint(at->stable, ==, 0);
    g_assert_cmpuint(at->n_symmetries, ==, 1);
    g_assert_cmpfloat(at->rates[0] * spin.value, >, 0);
    growth[i] = at->eigenvalues[1]; /* frequency of the growing mode */
  }
  g_assert_cmpfloat(fabs(fabs(growth[0]) - fabs(growth[1])), >, 10);
}

/* A pendulum: at the bottom imaginary eigenvalues leave stability undecided, at the top it is unstable. A fold where a
 * torque becomes too large. */
static void
test_pendulum(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\nparameter T = 0.5\ncoordinate theta angle\n"
                                             "kinetic theta'^2/2\npotential -cos(theta)\n"
                                             "force theta' = T - 0.1*theta'\ninitial theta' = 0\n");
  const Value low = {"theta", 0.4};
  const NoslipEquilibriaOptions along = {.along = 0, .low = 0.5, .high = 1.5, .n_values = 41};
  g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, along, 1, &low);
  g_assert_cmpfloat_with_epsilon(test_first_equilibrium(found)->state[0], asin(0.5), 1e-10);
  g_assert_cmpint(test_first_equilibrium(found)->stable, ==, 1);
  g_assert_cmpuint(found->events->len, ==, 1);
  const NoslipEquilibriumEvent *fold = &g_array_index(found->events, NoslipEquilibriumEvent, 0);
  g_assert_cmpstr(fold->kind, ==, "fold");
  g_assert_cmpfloat_with_epsilon(fold->parameter, 1, 1e-6);
  const NoslipEquilibriumBranch *branch = found->branches->pdata[0]; /* the branch turns back at the fold */
  const NoslipEquilibrium *end = branch->points->pdata[branch->points->len - 1];
  g_assert_cmpfloat(g_array_index(branch->values, double, branch->values->len - 1), ==, 0.5);
  g_assert_cmpfloat_with_epsilon(end->state[0], G_PI - asin(0.5), 1e-9);
  g_assert_cmpint(end->stable, ==, 0);
}

/* x'' = a + x - x^3 - x'/2: one branch over all a, which turns back at a = 2/(3 sqrt 3), x = -1/sqrt 3, and again on
 * the other side; both outer parts are stable. */
static void
test_folds(void)
{
  static const guint many[] = {6, 21, 200};
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter a = 0\ncoordinate x in -2 .. 2\nkinetic x'^2/2\n"
                "potential x^4/4 - x^2/2 - a*x\nforce x' = -0.5*x'\ninitial x = -1\ninitial x' = 0\n");
  for (guint k = 0; k < G_N_ELEMENTS(many); k++) {
    const NoslipEquilibriaOptions along = {.along = 0, .low = -1, .high = 1, .n_values = many[k]};
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, along, 0, NULL);
    g_assert_cmpuint(found->branches->len, ==, 1);
    g_assert_cmpuint(found->events->len, ==, 2);
    for (guint i = 0; i < 2; i++) {
      const NoslipEquilibriumEvent *fold = &g_array_index(found->events, NoslipEquilibriumEvent, i);
      g_assert_cmpstr(fold->kind, ==, "fold");
      g_assert_cmpfloat_with_epsilon(fold->parameter, (i == 0 ? 2 : -2) / (3 * sqrt(3)), 1e-9);
      g_assert_cmpfloat_with_epsilon(fold->at->state[0], (i == 0 ? -1 : 1) / sqrt(3), 1e-4);
    }
    const NoslipEquilibriumBranch *branch = found->branches->pdata[0];
    guint n_unstable = 0;
    for (guint i = 0; i < branch->points->len; i++) {
      const NoslipEquilibrium *at = branch->points->pdata[i];
      double x = at->state[0];
      g_assert_cmpfloat_with_epsilon(x * x * x - x, g_array_index(branch->values, double, i), 1e-9);
      g_assert_cmpint(at->stable, ==, fabs(x) > 1 / sqrt(3));
      n_unstable += at->stable == 0;
    }
    g_assert_cmpuint(n_unstable, >, 1);
    g_assert_cmpfloat(g_array_index(branch->values, double, branch->values->len - 1), ==, 1);
  }
}

/* The bead at the bottom of a turning hoop, its arc in other units, and once a million times faster: at w^2 = g a pair
 * of eigenvalues meets at 0 and separates along the real axis, which is no Hopf point. Only the bottom rests within a
 * half turn, and at rest nothing moves. */
static void
test_hoop(void)
{
  static const struct {
    double length, time;
  } units[] = {{1, 1}, {1e6, 1}, {1e-6, 1}, {1, 1e-6}};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    double l = units[i].length, t = units[i].time;
    g_autofree char *text =
        g_strdup_printf("noslip 1\nparameter w = %g\nparameter g = %.17g\ncoordinate h in %g .. %g\nlet q = h/%g\n"
                        "lagrangian (h'^2 + (%g*w*sin(q))^2)/2 + %g*g*cos(q)\ninitial h = %g\n",
                        2 / t, 9.81 * l / (t * t), -l, l, l, l, l, 0.1 * l);
    g_autoptr(NoslipSystem) system = test_text(text);
    const NoslipEquilibriaOptions along = {.along = 0, .low = 1 / t, .high = 6 / t, .n_values = 26};
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, along, 0, NULL);
    g_assert_cmpuint(found->equilibria->len, ==, 1);
    g_assert_cmpfloat_with_epsilon(test_first_equilibrium(found)->state[0] / l, 0, 1e-9);
    g_assert_cmpfloat_with_epsilon(test_first_equilibrium(found)->state[1] * t / l, 0, 1e-9);
    assert_eigenvalue(test_first_equilibrium(found), 0, 0, sqrt(9.81 - 1) / t, 1e-9 / t);
    g_assert_cmpuint(found->events->len, ==, 1);
    const NoslipEquilibriumEvent *event = &g_array_index(found->events, NoslipEquilibriumEvent, 0);
    g_assert_cmpstr(event->kind, ==, "branch");
    g_assert_cmpfloat_with_epsilon(event->parameter * t, sqrt(9.81), 1e-6);
  }
}

/* An equilibrium held by friction is not isolated, and the motion near it is not linear. */
static void
test_friction(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate s\nkinetic s'^2/2\npotential s^2/2\n"
                                             "friction s' = 0.1\ninitial s = 1\n");
  const NoslipEquilibriaOptions options = {.along = -1, .seed = 1};
  const double state[] = {1, 0};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_assert_null(noslip_equilibria_find(system, NOSLIP_DYNAMICS_NONHOLONOMIC, NULL, state, &options, NULL, &error));
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_REFUSED);
  g_assert_cmpuint(error->place.line, ==, 5);
  g_assert_nonnull(strstr(error->cause, "dry friction"));
  g_assert_nonnull(error->remedy);
}

/* A force that depends on t admits no equilibrium, even if its value at t = 0 would. */
static void
test_driven(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate q\nkinetic q'^2/2\npotential q^2/2\n"
                                             "force q' = cos(t) - q'\ninitial q = 1\ninitial q' = 0\n");
  const NoslipEquilibriaOptions options = {.along = -1, .seed = 1};
  const double state[] = {1, 0};
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostic) no_period = NULL;
  g_assert_true(noslip_system_is_driven(system));
  g_assert_null(noslip_equilibria_find(system, NOSLIP_DYNAMICS_FREE, NULL, state, &options, NULL, &error));
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_REFUSED);
  g_assert_null(noslip_periodic_find(system, NOSLIP_DYNAMICS_FREE, NULL, state, 6, 1, NULL, &no_period));
  g_assert_cmpint(no_period->code, ==, NOSLIP_CODE_REFUSED);
}

/* A skate across the slope: once it is turned a little its heading grows steadily, and with it the speed down the
 * slope. All eigenvalues are 0, and rounding changes them by its own square root: stability is undecided. */
static void
test_nilpotent(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate phi angle\nkinetic x'^2 + y'^2 + 0.35*phi'^2\n"
                "potential 3.9*x\nconstraint edge: x'*sin(phi) - y'*cos(phi) = 0\n"
                "initial phi = 0.5\ninitial phi' = 1.3\n");
  const NoslipEquilibriaOptions options = {.relative = TRUE, .along = -1};
  g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, options, 0, NULL);
  g_assert_cmpuint(test_first_equilibrium(found)->members, >, 3);
  for (guint i = 0; i < found->equilibria->len; i++)
    g_assert_cmpint(((const NoslipEquilibrium *) found->equilibria->pdata[i])->stable, ==, -1);
}

/* Angles are given from -pi to pi, unless the Lagrangian is not periodic in them. */
static void
test_angles(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate a angle\ncoordinate b angle\n"
                                             "kinetic a'^2/2 + b'^2/2\npotential -cos(a) - cos(b)\n"
                                             "initial a' = 0\ninitial b' = 0\n");
  const Value far[] = {{"a", 6.2}, {"b", -6.2}};
  g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, 2, far);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon(test_first_equilibrium(found)->state[i], 0, 1e-9);
  g_autoptr(NoslipSystem) wound = test_text("noslip 1\ncoordinate a angle\nkinetic a'^2/2\n"
                                            "potential (a - 6.2)^2/2\ninitial a' = 0\n");
  const Value near[] = {{"a", 6}};
  g_autoptr(NoslipEquilibria) there = test_find_equilibria(wound, (NoslipEquilibriaOptions){.along = -1}, 1, near);
  g_assert_cmpfloat_with_epsilon(test_first_equilibrium(there)->state[0], 6.2, 1e-9);
}

/* Of the two equilibria of a double well, one lies behind a wall. */
static void
test_wall(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate s in -2 .. 2\nkinetic s'^2/2\n"
                                             "potential (s^2 - 1)^2\nbounce s + 0.5 >= 0\ninitial s' = 0\n");
  g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, 0, NULL);
  g_assert_cmpuint(found->equilibria->len, ==, 2); /* at 0 and at 1 */
  for (guint i = 0; i < found->equilibria->len; i++)
    g_assert_cmpfloat(((const NoslipEquilibrium *) found->equilibria->pdata[i])->state[0], >, -0.5);
}

/* A weight that falls by z'' = -g/(1 + a^2) wherever the constraint, a cone of velocities, is regular: no state is steady,
 * and at rest, the apex, nothing is linear. */
static void
test_cone_of_velocities(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("appell-hamel");
  for (guint relative = 0; relative < 2; relative++) {
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = relative, .along = -1}, 0, NULL);
    g_assert_cmpuint(found->equilibria->len, ==, 0);
    g_assert_cmpuint(found->n_singular, >, 0);
  }
}

/* No force acts on the Chaplygin ball at rest: to first order its velocities stay and its position grows with them, a
 * nilpotent linearization. */
static void
test_ball_at_rest(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("chaplygin-ball");
  g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, 0, NULL);
  for (guint e = 0; e < found->equilibria->len; e++) {
    const NoslipEquilibrium *at = found->equilibria->pdata[e];
    for (guint i = 0; i < 2 * at->n; i++)
      g_assert_cmpfloat(at->eigenvalues[i], ==, 0);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/equilibria/bicycle", test_bicycle);
  g_test_add_func("/equilibria/sleigh", test_sleigh);
  g_test_add_func("/equilibria/disk", test_disk);
  g_test_add_func("/equilibria/disk-critical-rates", test_disk_critical_rates);
  g_test_add_func("/equilibria/suslov", test_suslov);
  g_test_add_func("/equilibria/suslov-without-start", test_suslov_unaided);
  g_test_add_func("/equilibria/rattleback", test_rattleback);
  g_test_add_func("/equilibria/pendulum", test_pendulum);
  g_test_add_func("/equilibria/folds", test_folds);
  g_test_add_func("/equilibria/hoop", test_hoop);
  g_test_add_func("/equilibria/friction", test_friction);
  g_test_add_func("/equilibria/driven", test_driven);
  g_test_add_func("/equilibria/nilpotent", test_nilpotent);
  g_test_add_func("/equilibria/angles", test_angles);
  g_test_add_func("/equilibria/wall", test_wall);
  g_test_add_func("/equilibria/cone-of-velocities", test_cone_of_velocities);
  g_test_add_func("/equilibria/ball-at-rest", test_ball_at_rest);
  return g_test_run();
}
