/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of equilibria: their number, members, dimensions and forced zeros. */
#include "core/finder/family/families.h"
#include "core/system/state.h"
#include "tests/core/finder/equilibria-find.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>

/* Two valleys round the origin at distances 1 and 2, with a ridge between: each is one family, and so is the ridge. */
static void
test_families(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x in -3 .. 3\ncoordinate y in -3 .. 3\nkinetic x'^2/2 + y'^2/2\n"
                "potential ((x^2 + y^2 - 1)*(x^2 + y^2 - 4))^2\nforce x' = -x'\nforce y' = -y'\n"
                "initial x = 1.2\ninitial x' = 0\ninitial y' = 0\n");
  g_autoptr(NoslipEquilibria) found = test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, 0, NULL);
  guint times[4] = {0}, members = 0;
  for (guint i = 0; i < found->equilibria->len; i++) {
    const NoslipEquilibrium *at = found->equilibria->pdata[i];
    double r = hypot(at->state[0], at->state[1]);
    guint where = r < 0.1 ? 0 : r < 1.3 ? 1 : r < 1.8 ? 2 : 3;
    times[where]++;
    members += at->members;
    g_assert_cmpuint(at->forced, ==, where == 0 ? 0 : 1);
    g_assert_cmpint(at->stable, ==, where % 2 == 0 ? 0 : 1);
  }
  for (guint i = 1; i < 4; i++)
    g_assert_cmpuint(times[i], ==, 1);
  g_assert_cmpuint(times[0], <=, 1); /* an equilibrium, to which no start may lead */
  g_assert_cmpuint(members, >, 10);
}

/* Of a sleigh that runs straight on: forwards it is stable, backwards not, and at rest neither. */
static void
test_sleigh_families(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter a = 0.3\ncoordinate x\ncoordinate y\ncoordinate theta angle\n"
                "kinetic (x'^2 + y'^2 + theta'^2)/2 + a*theta'*(-x'*sin(theta) + y'*cos(theta)) + a^2*theta'^2/2\n"
                "constraint blade: -x'*sin(theta) + y'*cos(theta) = 0\ninitial x' = 1\n");
  g_autoptr(NoslipEquilibria) found =
      test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, 0, NULL);
  guint times[3] = {0};
  for (guint i = 0; i < found->equilibria->len; i++)
    times[((const NoslipEquilibrium *) found->equilibria->pdata[i])->stable + 1]++;
  g_assert_cmpuint(times[1], ==, 1);
  g_assert_cmpuint(times[2], ==, 1);
  g_assert_cmpuint(found->equilibria->len, <=, 4);
}

/* Every motion of a disk that rolls upright is steady, in any units: one family, as large as M, whose eigenvalues are all
 * forced to 0. What is computed for them is the root of rounding, which is no rate of the motion. */
static void
test_upright_disk(void)
{
  static const double units[] = {1, 1e-2};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    double r = units[i];
    g_autofree char *text =
        g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\ncoordinate head angle\ncoordinate roll angle\n"
                        "lagrangian 0.02*((x'^2 + y'^2)/2 + %.17g*(head'^2/8 + roll'^2/4))\n"
                        "constraint a: x' = %g*cos(head)*roll'\nconstraint b: y' = %g*sin(head)*roll'\n"
                        "initial head' = 1\ninitial roll' = 3\n",
                        r * r, r, r);
    g_autoptr(NoslipSystem) system = test_text(text);
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, 0, NULL);
    guint n_moving = 0, members = 0;
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      n_moving += at->relative;
      members += at->members;
      g_assert_cmpuint(at->n, ==, 6);
      g_assert_cmpuint(at->forced, ==, 6);
      g_assert_cmpuint(at->dimension, ==, 6);
      g_assert_cmpint(at->stable, ==, -1);
    }
    g_assert_cmpuint(n_moving, ==, 1);
    g_assert_cmpuint(members, >=, 20);
  }
}

/* A skate that runs straight across the slope, with any speed v: th'' = 0, and a small turn changes v at the rate m g sin(al)
 * th/m, so that the linearization is one Jordan block of 0 of size 3. Computed eigenvalues are cube roots of rounding. The
 * two ways that the blade can point are one family each; rest is a third. */
static void
test_skate_across(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter m = 2\nparameter J = 1\nparameter g = 9.81\nparameter al = 0.3\n"
                "coordinate x\ncoordinate y\ncoordinate th angle\n"
                "lagrangian m/2*(x'^2 + y'^2) + J/2*th'^2 - m*g*sin(al)*x\n"
                "constraint blade: y'*cos(th) = x'*sin(th)\n"
                "initial th = 1.5707963267948966\ninitial y' = 1.3\n");
  g_autoptr(NoslipEquilibria) found =
      test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, 0, NULL);
  guint ways[2] = {0};
  for (guint e = 0; e < found->equilibria->len; e++) {
    const NoslipEquilibrium *at = found->equilibria->pdata[e];
    g_assert_cmpuint(at->n, ==, 5);
    g_assert_cmpuint(at->forced, ==, 3);
    g_assert_cmpuint(at->dimension, ==, 3);
    g_assert_cmpint(at->stable, ==, -1);
    for (guint i = 0; i < 2 * at->n; i++)
      g_assert_cmpfloat(at->eigenvalues[i], ==, 0);
    if (at->relative)
      ways[sin(at->state[2]) > 0]++;
  }
  g_assert_cmpuint(ways[0], ==, 1);
  g_assert_cmpuint(ways[1], ==, 1);
}

/* The coin that rolls upright, large: all its motions are steady, and its eigenvalues are exactly 0. */
static void
test_large_disk(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate head angle\ncoordinate roll angle\n"
                "lagrangian (x'^2 + y'^2)/2 + 0.0625*head'^2/2 + 0.125*roll'^2/2\n"
                "constraint a: x' = 100*cos(head)*roll'\nconstraint b: y' = 100*sin(head)*roll'\n"
                "initial head' = 0.7\ninitial roll' = 2\n");
  const Value moving[] = {{"head", 0}, {"x'", 200}};
  g_autoptr(NoslipEquilibria) found = test_find_equilibria(
      system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, G_N_ELEMENTS(moving), moving);
  const NoslipEquilibrium *at = test_first_equilibrium(found);
  g_assert_cmpuint(at->n, ==, 6);
  g_assert_cmpuint(at->forced, ==, 6);
  g_assert_cmpuint(at->dimension, ==, 6);
}

/* The coin of the catalogue with a radius of a kilometre: beside m R^2 its moment of inertia is 1e-7, so that errors of rounding
 * are large. All its motions are steady, at rest or not. */
static void
test_huge_disk(void)
{
  for (guint seed = 1; seed <= 3; seed++) {
    guint moving = 0;
    g_autoptr(NoslipSystem) system =
        test_text("noslip 1\ncoordinate x in -3 .. 3\ncoordinate y in -3 .. 3\ncoordinate head angle\n"
                  "coordinate roll angle\nlagrangian (x'^2 + y'^2)/2 + 0.125*roll'^2/2 + 0.0625*head'^2/2\n"
                  "constraint a: x' = 1000*cos(head)*roll'\nconstraint b: y' = 1000*sin(head)*roll'\n"
                  "initial x = 0.2\ninitial y = -0.3\ninitial head = 0.3\ninitial roll = 0.1\n"
                  "initial head' = 0.7\ninitial roll' = 2\n");
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1, .seed = seed}, 0, NULL);
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      g_assert_cmpuint(at->dimension, ==, 6);
      moving += at->relative;
    }
    g_assert_cmpuint(moving, ==, 1);
    g_assert_cmpuint(found->equilibria->len, ==, 2);
  }
}

/* Forces vanish with their slopes on the line x = 2 y, y + z = 0, which is not along a basis of the kernel, and only there:
 * one family, of dimension 1, at any start. */
static void
test_oblique_family(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                             "kinetic (x'^2 + y'^2 + z'^2)/2\nforce x' = -(x - 2*y)^2\n"
                                             "force y' = -(y + z)^2 + (x - 2*y)^2\nforce z' = -(y + z)^2\n"
                                             "initial x = 0.3\n");
  const double start[] = {0, 0.4};
  for (guint c = 0; c < G_N_ELEMENTS(start); c++) {
    const Value values[] = {{"x", 2 * start[c]}, {"y", start[c]}, {"z", -start[c]}};
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.along = -1}, G_N_ELEMENTS(values), values);
    const NoslipEquilibrium *at = test_first_equilibrium(found);
    g_assert_cmpuint(at->dimension, ==, 1);
    g_assert_cmpuint(at->forced, ==, 1);
  }
}

/* Families have the dimension that follows from the mechanics. A free body rests in any orientation (3) and turns about each
 * of its three axes in any orientation at any rate of either sign (4): these cross at rest. On a turning table a ball stays at a place, or
 * circles about the axis, with any orientation and any spin (6). In a bowl a skate circles at any rate w, at any
 * distance r of either sign along a line across its blade, at the speed w r, at any heading (3); it rests where w = 0, and
 * these are all its states of rest. */
static void
test_dimensions(void)
{
  const struct {
    const char *name;
    guint at_rest, moving, n_moving; /* dimensions, 0 for no state of rest; number of families */
    Value start;                     /* of the only search, or none */
    guint seed;
  } cases[] = {{"rigid-body", 3, 4, 3, {NULL, 0}, 1},
               {"ball-on-rotating-table", 0, 6, 1, {"w3", 0.7}, 1},
               {"ball-on-rotating-table", 0, 6, 1, {"x", 0.9}, 1},
               {"skate-in-bowl", 3, 3, 1, {NULL, 0}, 1},
               {"skate-in-bowl", 3, 3, 1, {NULL, 0}, 2},
               {"skate-in-bowl", 3, 3, 1, {NULL, 0}, 3}};
  for (guint c = 0; c < G_N_ELEMENTS(cases); c++) {
    g_autoptr(NoslipSystem) system = test_catalogue(cases[c].name);
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1, .seed = cases[c].seed},
                             cases[c].start.name != NULL, &cases[c].start);
    guint n_moving = 0;
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      n_moving += at->relative;
      g_assert_cmpuint(at->dimension, ==, at->relative ? cases[c].moving : cases[c].at_rest);
    }
    g_assert_cmpuint(found->equilibria->len - n_moving, ==, cases[c].at_rest > 0);
    g_assert_cmpuint(n_moving, ==, cases[c].n_moving);
  }
}

/* A ball on a turning table in velocities of which pi1, pi2 and pi3 are conserved, with x' = a pi1 - nu y and
 * y' = a pi2 + nu x, a = r/(k^2 + r^2), nu = Omega k^2/(k^2 + r^2). It is at rest where both are 0: one family, with any values
 * of the three. The rates are functions of the velocities alone, of which the constraints give two in terms of x and y:
 * these matter, as M is another one at another place. The other eigenvalues are those of circles, +-i nu. */
static void
test_place_in_constraints(void)
{
  const double nu = 1.2 * 0.09 / 0.34;
  for (guint seed = 1; seed <= 3; seed++) {
    g_autoptr(NoslipSystem) system = test_catalogue("ball-in-quasi-velocities");
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(
        system, (NoslipEquilibriaOptions){.relative = seed % 2 == 1, .along = -1, .seed = seed}, 0, NULL);
    g_assert_cmpuint(found->equilibria->len, ==, 1);
    const NoslipEquilibrium *at = found->equilibria->pdata[0];
    g_assert_false(at->relative);
    g_assert_cmpuint(at->n, ==, 5);
    g_assert_cmpuint(at->dimension, ==, 3);
    g_assert_cmpuint(at->forced, ==, 3);
    for (guint i = 0; i < 2; i++) {
      g_assert_cmpfloat_with_epsilon(at->eigenvalues[2 * i], 0, 1e-9);
      g_assert_cmpfloat_with_epsilon(at->eigenvalues[2 * i + 1], i == 0 ? nu : -nu, 1e-9);
    }
  }
}

static gboolean
has_frequency(const NoslipEquilibrium *at, double frequency)
{
  for (guint i = 0; i + at->forced < at->n; i++)
    if (fabs(at->eigenvalues[2 * i]) < 1e-9 && fabs(at->eigenvalues[2 * i + 1] - frequency) < 1e-7 * frequency)
      return TRUE;
  return FALSE;
}

/* The same ball with its orientation, in natural velocities: it stays at any place, or circles about the axis, with any spin
 * and any orientation, 6 parameters; or it rests on the axis, among the first. Any other motion circles about another point,
 * at the rate nu: seen from the table's axis at rest v turns at this rate, and in a frame that turns at nu the centre. Where the
 * ball spins on the axis a turn of all and one of the ball are the same. */
static void
test_ball_on_table(void)
{
  for (guint seed = 1; seed <= 3; seed++) {
    guint moving = 0;
    g_autoptr(NoslipSystem) system = test_catalogue("ball-on-rotating-table");
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1, .seed = seed}, 0, NULL);
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      moving += at->relative;
      g_assert_cmpuint(at->n, ==, 8);
      g_assert_cmpuint(at->dimension, ==, 6);
      g_assert_true(has_frequency(at, 1.2 * 0.09 / 0.34));
    }
    g_assert_cmpuint(moving, ==, 2);
    g_assert_cmpuint(found->equilibria->len, ==, 3);
  }
}

/* A pendulum on a sphere circles the vertical at the rate w with cos(theta) w^2 = g/R, either way: two families, with any
 * theta and azimuth, and the rod's length where that is a coordinate. In (theta, w) they pass the lowest point. There, and at
 * the highest point, these coordinates have poles, and the state of rest has no linearization in them. About the circle
 * theta oscillates with the square of the frequency w^2 (1 + 3 cos(theta)^2): theta'' = sin(theta) (L^2 cos(theta)/
 * sin(theta)^4 - g/R) with L constant. */
static void
test_spherical_pendulum(void)
{
  g_autoptr(NoslipSystem) polar = test_text(
      "noslip 1\ncoordinate theta angle\ncoordinate phi angle\n"
      "lagrangian (theta'^2 + sin(theta)^2*phi'^2)/2 + 9.81*cos(theta)\ninitial theta = 1\ninitial phi' = 1\n");
  g_autoptr(NoslipSystem) rod = test_catalogue("spherical-pendulum");
  for (guint c = 0; c < 6; c++) {
    NoslipSystem *system = c % 2 == 0 ? polar : rod;
    guint ways[2] = {0};
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(
        system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1, .seed = c / 2 + 1}, 0, NULL);
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      const double *z = at->state;
      double r = system == polar ? 1 : z[0], theta = system == polar ? z[0] : z[1];
      double w = system == polar ? z[3] : z[4] / (r * sin(theta));
      g_assert_true(at->relative);
      g_assert_cmpuint(at->dimension, ==, system == polar ? 2 : 3);
      g_assert_cmpfloat_with_epsilon(cos(theta) * w * w * r / 9.81, 1, 1e-8);
      g_assert_true(has_frequency(at, fabs(w) * sqrt(1 + 3 * cos(theta) * cos(theta))));
      ways[w > 0]++;
    }
    g_assert_cmpuint(ways[0], ==, 1);
    g_assert_cmpuint(ways[1], ==, 1);
    g_assert_cmpuint(found->n_singular, >, 0);
  }
}

/* A car with three trailers runs straight on, each axle along its heading at the same speed, forwards or backwards: each of
 * the 16 combinations is one family, with any place, heading and speed. A heading behind an axle returns to the line at the
 * rate v/l if the axle runs forwards at v, and leaves it if backwards. The steering stays where it is, or turns at a constant
 * rate. The wheels may have any angle at rest. */
static void
test_trailers(void)
{
  for (guint seed = 1; seed <= 3; seed++) {
    guint times[17] = {0};
    g_autoptr(NoslipSystem) system = test_catalogue("trailer");
    g_autoptr(NoslipEquilibria) found =
        test_find_equilibria(system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1, .seed = seed}, 0, NULL);
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      const double *theta = at->state + 3;
      double v = at->state[7] * cos(theta[0]) + at->state[8] * sin(theta[0]);
      guint which = v < 0, backwards = 0;
      for (guint i = 1; i < 4; i++) {
        v *= cos(theta[i - 1] - theta[i]);
        which += v < 0 ? 1u << i : 0;
        backwards += v < 0;
      }
      times[at->relative ? which : 16]++;
      g_assert_cmpuint(at->dimension, ==, at->relative ? 4 : 7);
      if (at->relative)
        g_assert_cmpint(at->stable, ==, backwards > 0 ? 0 : -1);
    }
    for (guint i = 0; i < G_N_ELEMENTS(times); i++)
      g_assert_cmpuint(times[i], <=, 1);
    g_assert_cmpuint(found->equilibria->len, >, 8);
    g_assert_cmpuint(found->n_undecided_joins, ==, 0);
  }
}

/* The numbers of families of motions that are steady and not at rest follow from the mechanics, whatever states the search
 * starts from.
 * - Every motion of a disk that rolls upright is steady: x' and y' follow from the turn and the roll, which stay as they are.
 * - A snakeboard with rotor, wheels and board that turn at constant rates runs on a circle, or, with wheels straight, along
 *   a line: the wheels' angles do not change, and the circle may have any radius.
 * - A ball on a turning table stays at any place or circles about the axis, as derived below. */
static void
test_numbers(void)
{
  static const struct {
    const char *name;
    guint seed, moving;
  } cases[] = {{"rolling-disk", 1, 1}, {"rolling-disk", 3, 1}, {"snakeboard", 2, 1}, {"ball-on-rotating-table", 1, 2}};
  for (guint c = 0; c < G_N_ELEMENTS(cases); c++) {
    guint moving = 0;
    g_autoptr(NoslipSystem) system = test_catalogue(cases[c].name);
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(
        system, (NoslipEquilibriaOptions){.along = -1, .relative = TRUE, .seed = cases[c].seed}, 0, NULL);
    for (guint e = 0; e < found->equilibria->len; e++)
      moving += ((const NoslipEquilibrium *) found->equilibria->pdata[e])->relative;
    g_assert_cmpuint(moving, ==, cases[c].moving);
    g_assert_cmpuint(found->n_undecided_joins, ==, 0);
  }
}

/* Joins equilibria near n states (size) with at most so many steps. Returns the number of their families, and that of the
 * joins that stay undecided. */
static guint
count_families(NoslipSystem *system, guint n, const double *states, guint steps, guint *undecided)
{
  NoslipDiagnostic *error = NULL;
  guint size = system->m + system->n;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, &error);
  NoslipSteady *steady = noslip_steady_new(dynamics, parameters, states, TRUE, 1, &error);
  g_autoptr(GPtrArray) found = g_ptr_array_new_with_free_func((GDestroyNotify) noslip_equilibrium_free);
  g_autoptr(NoslipFamilies) families = noslip_families_new(steady, found);
  g_autofree double *rates = g_new0(double, (gsize) steady->n_symmetries + 1);
  families->steps = steps;
  for (guint i = 0; i < n; i++) {
    double residual;
    g_autofree double *z = g_memdup2(states + (gsize) i * size, sizeof(double) * size);
    noslip_steady_guess_rates(steady, z, rates);
    g_assert_true(noslip_steady_solve(steady, z, rates, &residual));
    g_assert_cmpfloat(noslip_steady_distance(steady, z, states + (gsize) i * size), <, 1e-6);
    noslip_families_add(families, noslip_steady_linearize(steady, z, rates, residual));
  }
  *undecided = noslip_families_unite(families);
  noslip_steady_free(steady);
  return found->len;
}

/* A path that is given up decides nothing, and the families between which it would lead are counted: here those of two
 * places of a round valley, a third of it apart. */
static void
test_undecided_join(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x in -2 .. 2\ncoordinate y in -2 .. 2\nkinetic x'^2/2 + y'^2/2\n"
                "potential (x^2 + y^2 - 1)^2\ninitial x = 1\ninitial x' = 0\ninitial y' = 0\n");
  const double places[] = {1, 0, 0, 0, -0.5, sqrt(0.75), 0, 0};
  guint undecided;
  g_assert_cmpuint(count_families(system, 2, places, 1000, &undecided), ==, 1);
  g_assert_cmpuint(undecided, ==, 0);
  g_assert_cmpuint(count_families(system, 2, places, 3, &undecided), ==, 2);
  g_assert_cmpuint(undecided, ==, 1);
}

/* Families that cross are not joined, each is on both sides of the crossing. The lines x = 0 and y = 0 at the bottom of
 * x^2 y^2; and the steady motions of a ball on a turning table, for which v' = k e x v with a constant k. If all turns about
 * the axis at the rate c then v = c e x r, so that v = 0, at any place, or c = k, on any circle about the axis, with any spin
 * and any orientation. Where it spins on the axis itself c may have any value: this is in both families. */
static void
test_crossing_families(void)
{
  g_autoptr(NoslipSystem) cross =
      test_text("noslip 1\ncoordinate x in -2 .. 2\ncoordinate y in -2 .. 2\nkinetic x'^2/2 + y'^2/2\n"
                "potential x^2*y^2/2\ninitial x = 1\ninitial x' = 0\ninitial y' = 0\n");
  g_autoptr(NoslipSystem) ball = test_catalogue("ball-on-rotating-table");
  const double lines[] = {1, 0, 0, 0, 0, 1, 0, 0, -0.8, 0, 0, 0, 0, -1.1, 0, 0};
  /* k = Omega K^2/(r^2 + K^2), K the radius of gyration; the spin is s times the distance if the ball stays, s = Omega/r, and
   * c times if it circles, c = (Omega - k)/r */
  const double k = 5.4 / 17, s = 2.4, c = s - 2 * k;
  const double motions[] = {0.4, 0,   1, 0, 0, 0, 0,        0,       s * 0.4, 0,       1.4,   /* stays */
                            0.4, 0.1, 1, 0, 0, 0, -k * 0.1, k * 0.4, c * 0.4, c * 0.1, 1.2,   /* circles */
                            0.1, 0.3, 1, 0, 0, 0, 0,        0,       s * 0.1, s * 0.3, 0.8,   /* stays */
                            0,   0,   1, 0, 0, 0, 0,        0,       0,       0,       1.4,   /* spins on the axis */
                            0.1, 0.3, 1, 0, 0, 0, -k * 0.3, k * 0.1, c * 0.1, c * 0.3, -0.5}; /* circles */
  guint undecided;
  g_assert_cmpuint(count_families(cross, 4, lines, 1000, &undecided), ==, 2);
  g_assert_cmpuint(undecided, ==, 0);
  g_assert_cmpuint(ball->m + ball->n, ==, 11);
  g_assert_cmpuint(count_families(ball, 5, motions, 4000, &undecided), ==, 2);
  g_assert_cmpuint(undecided, ==, 0);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/equilibria/families", test_families);
  g_test_add_func("/equilibria/sleigh-families", test_sleigh_families);
  g_test_add_func("/equilibria/upright-disk", test_upright_disk);
  g_test_add_func("/equilibria/skate-across", test_skate_across);
  g_test_add_func("/equilibria/large-disk", test_large_disk);
  g_test_add_func("/equilibria/huge-disk", test_huge_disk);
  g_test_add_func("/equilibria/oblique-family", test_oblique_family);
  g_test_add_func("/equilibria/dimensions", test_dimensions);
  g_test_add_func("/equilibria/place-in-constraints", test_place_in_constraints);
  g_test_add_func("/equilibria/ball-on-table", test_ball_on_table);
  g_test_add_func("/equilibria/spherical-pendulum", test_spherical_pendulum);
  g_test_add_func("/equilibria/trailers", test_trailers);
  g_test_add_func("/equilibria/numbers", test_numbers);
  g_test_add_func("/equilibria/undecided-join", test_undecided_join);
  g_test_add_func("/equilibria/crossing-families", test_crossing_families);
  return g_test_run();
}
