/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions with forces, momenta, and maps that are nonlinear, short, undefined or not differentiable. */
#include "tests/core/geometry/support.h"

#include "core/expr/graph-private.h"
#include "core/geometry/reduction/reduction.h"
#include "core/geometry/regularity.h"

#include <math.h>
#include <string.h>

/* The report of a map between two texts. */
static NoslipReductionReport *
report_of(const char *text, const char *target_text, double to)
{
  g_autoptr(NoslipSystem) system = test_text(text);
  g_autoptr(NoslipSystem) target = test_text(target_text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipMorphism) morphism = noslip_morphism_new(system, 0, target, diagnostics);
  g_assert_nonnull(morphism);
  return noslip_reduction_check(morphism, to, NULL);
}

/* Q_a = Phi^mu_a Q'_mu: with b = 2y and the force -0.3 b' along b, the force along y is 2 (-0.3) (2 y'). */
static void
test_forces(void)
{
  static const char head[] = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                             "initial x' = 1\ninitial y' = 0.5\nreduction \"s\": a = x, b = 2*y, a' = x', b' = 2*y'\n";
  static const char other[] = "noslip 1\ncoordinate a\ncoordinate b\nlagrangian a'^2/2 + b'^2/8\n";
  static const struct {
    const char *forces, *other_forces;
    gboolean applies, good;
  } cases[] = {
      {"force x' = -x*a1\nforce y' = -1.2*y'\n", "force a' = -a*a1\nforce b' = -0.3*b'\n", TRUE, TRUE},
      {"force x' = -x*a1\nforce y' = -0.6*y'\n", "force a' = -a*a1\nforce b' = -0.3*b'\n", TRUE, FALSE},
      {"force x' = x*a1\nforce y' = -1.2*y'\n", "force a' = -a*a1\nforce b' = -0.3*b'\n", TRUE, FALSE},
      {"force y' = -1.2*y'\n", "", TRUE, FALSE},
      {"", "force b' = -0.3*b'\n", TRUE, FALSE},
      {"", "", FALSE, TRUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat(head, "parameter a1 = 0.7\n", cases[i].forces, NULL);
    g_autofree char *target = g_strconcat(other, "parameter a1 = 0.7\n", cases[i].other_forces, NULL);
    g_autoptr(NoslipReductionReport) report = report_of(text, target, 2);
    const NoslipReductionCheck *forces = &report->checks[NOSLIP_REDUCTION_FORCES];
    g_assert_cmpint(forces->applies, ==, cases[i].applies);
    g_assert_cmpint(forces->good, ==, cases[i].good);
    g_assert_cmpint(report->checks[NOSLIP_REDUCTION_MOTION].good, ==, cases[i].good);
    g_assert_true(report->checks[NOSLIP_REDUCTION_LAGRANGIAN].good);
    if (!cases[i].good)
      g_assert_nonnull(strstr(forces->detail, i == 2 ? "along x'" : "along y'"));
  }
}

/* Vakonomic momenta mu_A dphi^A/dy have to come from multipliers of the other system. */
static void
test_momenta(void)
{
  static const char head[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\n"
                             "dynamics vakonomic\ninitial z' = 1\n"
                             "reduction \"s\": a = x, b = z, a' = x', b' = z'\n";
  static const char target[] = "noslip 1\ncoordinate a\ncoordinate b\nlagrangian (a'^2 + b'^2)/2\ndynamics vakonomic\n";
  static const struct {
    const char *constraints, *other_constraints;
    gboolean good;
  } cases[] = {
      {"constraint c: x' = 0\nconstraint d: y' = 0\ninitial mu(c) = 0.5\n", "constraint e: 2*a' = 0\n", TRUE},
      /* of the order of what is allowed, against momenta of size 1e-6: not small */
      {"constraint c: x' = 0\nconstraint d: y' = 0\ninitial mu(c) = 1e-6\ninitial mu(d) = 1e-8\n",
       "constraint e: 2*a' = 0\n", FALSE},
      {"constraint c: x' = 0\nconstraint d: y' = 0\ninitial mu(c) = 0.5\ninitial mu(d) = 0.5\n",
       "constraint e: 2*a' = 0\n", FALSE},
      {"constraint c: x' = 0\ninitial mu(c) = 0.5\n", "", FALSE},
      {"constraint c: x' = y*z'\ninitial mu(c) = 0.5\ninitial y = 1\n", "constraint e: a' = b'\n", TRUE},
      {"parameter s = 2\nparameter r = 3\nconstraint c: s*x' = r*z'\ninitial mu(c) = 0.5\n",
       "parameter s = 7\nparameter r = 1\nconstraint e: 2*s*a' = 2*r*b'\n", TRUE},
      {"parameter s = 2\nparameter r = 3\nconstraint c: s*x' = z'\ninitial mu(c) = 0.5\n",
       "constraint e: 2*a' = 1.5*b'\n", FALSE},
      {"constraint c: x' = y*z'\ninitial mu(c) = 0.5\ninitial y = 2\n", "constraint e: a' = b'\n", FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat(head, cases[i].constraints, NULL);
    g_autofree char *other = g_strconcat(target, cases[i].other_constraints, NULL);
    g_autoptr(NoslipReductionReport) report = report_of(text, other, 0.1);
    const NoslipReductionCheck *motion = &report->checks[NOSLIP_REDUCTION_MOTION];
    gboolean refused = motion->detail != NULL && strstr(motion->detail, "the vakonomic momenta are no image") != NULL;
    g_test_message("case %u: %s, %.3g", i, motion->detail != NULL ? motion->detail : "no detail", motion->residual);
    g_assert_cmpint(refused, ==, !cases[i].good);
    g_assert_true(!refused || !motion->good);
  }
}

/* With a nonlinear constraint the points are moved onto it in several steps, each from the result of the last one. */
static void
test_onto_nonlinear(void)
{
  static const char body[] =
      "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
      "lagrangian (x'^2 + y'^2 + z'^2)/2 - x\nconstraint c: z' = sqrt(1 + x'^2 + 2*y'^2) + x'^3\n"
      "initial x' = 0.3\ninitial y' = 0.2\nrun to 1\n";
  static const char maps[][100] = {
      "reduction \"s\": x = x, y = y, z = z, x' = x', y' = y', z' = z'\n",
      "reduction \"s\": x = x, y = -y, z = z, x' = x', y' = -y', z' = z'\n",
      "reduction \"s\": x = x, y = y, z = 1.001*z, x' = x', y' = y', z' = 1.001*z'\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(maps); i++) {
    g_autofree char *text = g_strconcat(body, maps[i], NULL);
    g_autoptr(NoslipReductionReport) report = report_of(text, body, 1);
    const NoslipReductionCheck *constraints = &report->checks[NOSLIP_REDUCTION_CONSTRAINTS];
    g_test_message("map %u: %.3g", i, constraints->residual);
    g_assert_true(constraints->applies);
    g_assert_cmpint(constraints->good, ==, i < 2);
    if (i < 2)
      g_assert_cmpfloat(constraints->residual, <, 1e-14);
    g_assert_false(report->checks[NOSLIP_REDUCTION_MOTION].in_symbols); /* also where the two are the same to the bit */
  }
}

/* The motions are compared from t = 0 on, also if they last for a second: the pulse is over by then. */
static void
test_short(void)
{
  static const char source[] = "noslip 1\ncoordinate x\nlagrangian x'^2/2\nforce x' = max(0, 1 - 2*t)\n"
                               "reduction \"s\": a = x, a' = x'\n";
  static const char *const targets[] = {
      "noslip 1\ncoordinate a\nlagrangian a'^2/2\nforce a' = max(0, 1 - 2*t)\n",
      "noslip 1\ncoordinate a\nlagrangian a'^2/2\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(targets); i++) {
    g_autoptr(NoslipReductionReport) report = report_of(source, targets[i], 1);
    g_assert_cmpint(report->checks[NOSLIP_REDUCTION_MOTION].applies, ==, TRUE);
    g_assert_cmpint(report->checks[NOSLIP_REDUCTION_MOTION].good, ==, i == 0);
  }
}

/* (T^Phi Phi, Phi) at seeded states: a body at rest stays at rest with any spring, so its motion tells nothing, but the
 * rates at other states do. The second map is q = x^2: q' = 2 x x' and q'' = 2 x'^2 - 2 x^2 = (q'^2 - 4 q^2)/(2 q). */
static void
test_section(void)
{
  static const struct {
    const char *source, *target;
    double residual;
  } cases[] = {
      {"noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\nreduction \"s\": a = x, a' = x'\n",
       "noslip 1\ncoordinate a\nlagrangian a'^2/2 - a^2/2\n", 0},
      {"noslip 1\ncoordinate x\nlagrangian x'^2/2 - x^2/2\nreduction \"s\": a = x, a' = x'\n",
       "noslip 1\ncoordinate a\nlagrangian a'^2/2 - a^2\n", 0.3333333},
      {"noslip 1\ncoordinate x in 0.5 .. 2\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\n"
       "reduction \"s\": q = x^2, q' = 2*x*x'\n",
       "noslip 1\ncoordinate q\nlagrangian q'^2/(8*q) - q/2\ninitial q = 1\n", 0},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipReductionReport) report = report_of(cases[i].source, cases[i].target, 1);
    const NoslipReductionCheck *section = &report->checks[NOSLIP_REDUCTION_SECTION];
    g_test_message("case %u: %s, %.3g", i, section->detail != NULL ? section->detail : "no detail", section->residual);
    g_assert_true(section->applies);
    g_assert_false(section->in_symbols);
    g_assert_cmpfloat_with_epsilon(section->residual, cases[i].residual, 1e-6);
    g_assert_true(section->good == (cases[i].residual == 0));
    g_assert_true(report->checks[NOSLIP_REDUCTION_MOTION].good);
  }
}

/* If the graph is full, results that need it are not reported. */
static void
test_full(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"
                                             "reduction \"s\": a = x, a' = x'\n");
  g_autoptr(NoslipSystem) target = test_text("noslip 1\ncoordinate a\nlagrangian a'^2/2\n");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  for (guint full = 0; full < 3; full++) { /* no graph is full, the system's, the target's */
    g_autoptr(NoslipMorphism) morphism = noslip_morphism_new(system, 0, target, diagnostics);
    morphism->model->graph->failed = full == 1;
    morphism->target_model->graph->failed = full == 2;
    g_autoptr(NoslipReductionReport) report = noslip_reduction_check(morphism, 0.1, NULL);
    g_assert_cmpint(noslip_reduction_holds(report), ==, full == 0);
    for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS && full > 0; i++) {
      const NoslipReductionCheck *check = &report->checks[i];
      if (i == NOSLIP_REDUCTION_MOTION)
        continue;
      g_assert_true(check->applies);
      g_assert_false(check->good);
      g_assert_cmpstr(check->detail, ==, "the expressions grow beyond the limits");
    }
  }
}

/* An equation that is not a number at any of the points does not hold. */
static void
test_undefined(void)
{
  g_autoptr(NoslipReductionReport) report =
      report_of("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\nreduction \"s\": a = x, a' = x'\n",
                "noslip 1\ncoordinate a\nlagrangian a'^2/2 + sqrt(a - 50)\ninitial a = 60\n", 0.1);
  g_assert_true(report->checks[NOSLIP_REDUCTION_LAGRANGIAN].applies);
  g_assert_false(report->checks[NOSLIP_REDUCTION_LAGRANGIAN].good);
  g_assert_true(isinf(report->checks[NOSLIP_REDUCTION_LAGRANGIAN].residual));
}

/* Points where the map is not differentiable do not count for its rank, sqrt(x - 1) where x < 1; if there are no
 * others, it is not onto. */
static void
test_without_slopes(void)
{
  static const char *const roots[] = {"x - 1", "x - 50"};
  for (guint i = 0; i < G_N_ELEMENTS(roots); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x = 1\ninitial x' = 1\n"
                                            "reduction \"s\": v = sqrt(%s)*x'\n",
                                            roots[i]);
    g_autoptr(NoslipReductionReport) report = report_of(text, "noslip 1\nsection v\nlagrangian v^2/2\n", 0.1);
    const NoslipReductionCheck *onto = &report->checks[NOSLIP_REDUCTION_ONTO];
    g_test_message("%s: %s", onto->title, onto->detail != NULL ? onto->detail : "no detail");
    g_assert_true(onto->applies);
    g_assert_cmpint(onto->good, ==, i == 0);
  }
}

#define MANY 126 /* 126^3 brackets are more than the program computes */

static void
test_many(void)
{
  g_autoptr(GString) body = g_string_new("noslip 1\n"), map = g_string_new("reduction \"s\": "),
                     sum = g_string_new("lagrangian 0");
  for (guint i = 0; i < MANY; i++) {
    g_string_append_printf(body, "coordinate x%u\n", i);
    g_string_append_printf(sum, " + x%u'^2", i);
    g_string_append_printf(map, "%sx%u = x%u, x%u' = x%u'", i > 0 ? ", " : "", i, i, i, i);
  }
  g_string_append_printf(body, "%s\ninitial x0' = 1\n", sum->str);
  g_autofree char *text = g_strconcat(body->str, map->str, "\n", NULL);
  g_autoptr(NoslipReductionReport) report = report_of(text, body->str, 0.01);
  g_assert_false(report->checks[NOSLIP_REDUCTION_BRACKET].applies);
  g_assert_cmpstr(report->checks[NOSLIP_REDUCTION_BRACKET].detail, ==, "there are too many brackets");
  g_assert_true(report->checks[NOSLIP_REDUCTION_LAGRANGIAN].good);
}

/* so(2) in so(3) is a Lie subalgebroid, although the map is not onto. With two constraints so(3) has the
 * motions of so(2); without constraints the theorem says nothing about motions. A plane that is no subalgebra
 * is no subalgebroid. */
static void
test_subalgebroid(void)
{
  const char *source =
      "noslip 1\nsection w3\nlagrangian 3*w3^2/2\ninitial w3 = 1\nreduction \"other\": w1 = 0, w2 = 0, w3 = w3\n";
  const char *target = "noslip 1\nsection w1\nsection w2\nsection w3\nbracket [w1, w2] = w3\nbracket [w2, w3] = w1\n"
                       "bracket [w3, w1] = w2\nlagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2\ninitial w3 = 1\n";
  g_autofree char *bound = g_strconcat(target, "constraint a: w1 = 0\nconstraint b: w2 = 0\n", NULL);
  g_autoptr(NoslipReductionReport) report = report_of(source, bound, 1);
  g_assert_true(noslip_reduction_holds(report));
  g_assert_nonnull(strstr(report->checks[NOSLIP_REDUCTION_ONTO].title, "Lie subalgebroid"));
  g_assert_true(report->checks[NOSLIP_REDUCTION_MOTION].applies);
  g_autoptr(NoslipReductionReport) loose = report_of(source, target, 1);
  g_assert_true(noslip_reduction_holds(loose));
  g_assert_false(loose->checks[NOSLIP_REDUCTION_MOTION].applies);
  g_autoptr(NoslipReductionReport) plane =
      report_of("noslip 1\nsection w1\nsection w2\nlagrangian (w1^2 + 2*w2^2)/2\ninitial w1 = 1\n"
                "reduction \"other\": w1 = w1, w2 = w2, w3 = 0\n",
                target, 1);
  g_assert_false(plane->checks[NOSLIP_REDUCTION_BRACKET].good);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/reduction/subalgebroid", test_subalgebroid);
  g_test_add_func("/reduction/short", test_short);
  g_test_add_func("/reduction/section", test_section);
  g_test_add_func("/reduction/full", test_full);
  g_test_add_func("/reduction/forces", test_forces);
  g_test_add_func("/reduction/momenta", test_momenta);
  g_test_add_func("/reduction/onto-nonlinear", test_onto_nonlinear);
  g_test_add_func("/reduction/undefined", test_undefined);
  g_test_add_func("/reduction/without-slopes", test_without_slopes);
  g_test_add_func("/reduction/many", test_many);
  return g_test_run();
}
