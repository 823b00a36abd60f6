/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Families of equilibria: their number, members, dimensions and forced zeros. */
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
 * of its three axes in any orientation at any rate (4): these cross at rest. On a turning table a ball stays at a place, or
 * circles about the axis, with any orientation and any spin (6). In a bowl a skate circles at any height at any speed, and it
 * rests across the slope (3). */
static void
test_dimensions(void)
{
  const struct {
    const char *name;
    guint at_rest, moving, most; /* dimensions; number of families */
    Value start;                 /* of the only search, or none */
  } cases[] = {{"rigid-body", 3, 4, 4, {NULL, 0}},
               {"ball-on-rotating-table", 0, 6, 1, {"w3", 0.7}},
               {"ball-on-rotating-table", 0, 6, 1, {"x", 0.9}},
               {"skate-in-bowl", 0, 3, G_MAXUINT, {NULL, 0}}};
  for (guint c = 0; c < G_N_ELEMENTS(cases); c++) {
    g_autoptr(NoslipSystem) system = test_catalogue(cases[c].name);
    g_autoptr(NoslipEquilibria) found = test_find_equilibria(
        system, (NoslipEquilibriaOptions){.relative = TRUE, .along = -1}, cases[c].start.name != NULL, &cases[c].start);
    g_assert_cmpuint(found->equilibria->len, >, 0);
    g_assert_cmpuint(found->equilibria->len, <=, cases[c].most);
    for (guint e = 0; e < found->equilibria->len; e++) {
      const NoslipEquilibrium *at = found->equilibria->pdata[e];
      if (at->relative || cases[c].at_rest > 0)
        g_assert_cmpuint(at->dimension, ==, at->relative ? cases[c].moving : cases[c].at_rest);
    }
  }
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
  g_test_add_func("/equilibria/oblique-family", test_oblique_family);
  g_test_add_func("/equilibria/dimensions", test_dimensions);
  return g_test_run();
}
