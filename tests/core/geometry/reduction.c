/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions: those of the catalogue hold, wrong maps fail where they are wrong and nowhere else, and maps that are
 * none of bundles are refused with the reason. */
#include "tests/core/geometry/support.h"

#include "core/expr/graph-private.h"
#include "core/geometry/reduction/reduction.h"
#include "core/geometry/regularity.h"

#include <math.h>
#include <string.h>

#define BIT(kind) (1u << NOSLIP_REDUCTION_##kind)

static char *
catalogue_text(const char *id)
{
  g_autofree char *name = g_strdup_printf("%s.noslip", id);
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
  char *text = NULL;
  g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
  return text;
}

/* The system with `from`, which it must have, replaced by `to` everywhere. */
static NoslipSystem *
changed(const char *id, const char *from, const char *to)
{
  g_autofree char *text = catalogue_text(id);
  g_auto(GStrv) parts = g_strsplit(text, from, -1);
  g_assert_nonnull(parts[1]);
  g_autofree char *other = g_strjoinv(to, parts);
  return test_text(other);
}

/* The checks that fail, as bits. */
static guint
failures(NoslipSystem *system, guint reduction, double to)
{
  guint bits = 0;
  g_autoptr(NoslipSystem) target = test_catalogue(system->reductions[reduction].system);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipMorphism) morphism = noslip_morphism_new(system, reduction, target, diagnostics);
  g_assert_nonnull(morphism);
  g_autoptr(NoslipReductionReport) report = noslip_reduction_check(morphism, to, NULL);
  for (guint i = 0; i < NOSLIP_N_REDUCTION_CHECKS; i++) {
    const NoslipReductionCheck *check = &report->checks[i];
    g_test_message("%s to %s: %s: %s%s %.3g %s", system->id, target->id, check->title,
                   !check->applies ? "does not apply"
                   : check->good   ? "good"
                                   : "FAILS",
                   check->in_symbols ? ", in symbols" : "", check->residual,
                   check->detail != NULL ? check->detail : "");
    if (!check->applies)
      continue;
    bits |= check->good ? 0 : 1u << i;
    g_assert_true(check->good || check->detail != NULL);
    g_assert_true(check->good == (check->residual <= check->allowed));
  }
  g_assert_true((bits == 0) == noslip_reduction_holds(report));
  return bits;
}

static void
test_holds(gconstpointer id)
{
  g_autoptr(NoslipSystem) system = test_catalogue(id);
  g_assert_cmpuint(system->n_reductions, >, 0);
  for (guint i = 0; i < system->n_reductions; i++)
    g_assert_cmpuint(failures(system, i, 0), ==, 0);
}

/* What applies to whom: the theorem speaks of regular constrained systems. */
static void
test_applies(void)
{
  const struct {
    const char *id;
    guint without;
  } cases[] = {
      {"rolling-ball", BIT(MANIFOLD) | BIT(ALGORITHM)}, /* the forces on the ball are a potential */
      {"chaplygin-sleigh", BIT(MANIFOLD) | BIT(ANCHOR) | BIT(FORCES) | BIT(ALGORITHM)},
      {"capri-kobayashi", BIT(MANIFOLD) | BIT(FORCES) | BIT(CONSTRAINTS) | BIT(POISSON)},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipSystem) system = test_catalogue(cases[i].id);
    g_autoptr(NoslipSystem) target = test_catalogue(system->reductions[0].system);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipMorphism) morphism = noslip_morphism_new(system, 0, target, diagnostics);
    g_autoptr(NoslipReductionReport) report = noslip_reduction_check(morphism, 1, NULL);
    guint without = 0;
    for (guint j = 0; j < NOSLIP_N_REDUCTION_CHECKS; j++)
      without |= report->checks[j].applies ? 0 : 1u << j;
    g_assert_cmpuint(without & ~BIT(FORCES), ==, cases[i].without & ~BIT(FORCES));
    g_assert_true(report->checks[NOSLIP_REDUCTION_BRACKET].in_symbols);
    g_assert_true(report->checks[NOSLIP_REDUCTION_LAGRANGIAN].in_symbols);
    g_assert_false(report->checks[NOSLIP_REDUCTION_MOTION].in_symbols);
  }
}

/* Three ways to be regular: W = diag(1, 1, -q, 1) and one constraint x' + z' = 0. C = 1 - 1/q is 0 at q = 1, where D has the
 * null vector (1, 0, -1, 0), which is W^-1 Phi^T. */
static void
test_regularity(void)
{
  const double still[4] = {0};
  NoslipRegularity found;
  g_autoptr(NoslipSystem) system = test_statements("coordinate x\ncoordinate y\ncoordinate z\ncoordinate q\n"
                                                   "lagrangian (x'^2 + y'^2 - q*z'^2 + q'^2)/2\n"
                                                   "constraint c: x' + z' = 0\ninitial q = 2\n");
  static const struct {
    double q;
    guint lacks;
  } cases[] = {{2, 0}, {1, 1}, {1 + 1e-6, 0}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    const double at[4] = {0.1, 0.2, 0.3, cases[i].q};
    g_assert_true(noslip_regularity_at(system, NULL, at, still, &found));
    g_assert_cmpuint(found.multipliers.size, ==, 1);
    g_assert_cmpuint(found.metric.size, ==, 3);
    g_assert_cmpuint(found.transverse.size, ==, 4);
    g_assert_cmpuint(found.multipliers.rank, ==, 1 - cases[i].lacks);
    g_assert_cmpuint(found.metric.rank, ==, 3 - cases[i].lacks);
    g_assert_cmpuint(found.transverse.rank, ==, 4 - cases[i].lacks);
  }
}

/* Theorem 3.3 on chains that are known: y = 0 and then nothing; u = 0, u' = 0, and v. */
static void
test_algorithm(void)
{
  static const struct {
    const char *source, *target;
    double residual; /* of the check; NAN: some that is not allowed */
  } cases[] = {
      {"lagrangian (x'^2 + z'^2)/2 - y^2/2", "lagrangian u'^2/2 - v^2/2", 0},
      {"lagrangian (x'^2 + z'^2)/2 - y^2/2", "lagrangian u'^2/2 - (v - u)^2/2", NAN},
      {"lagrangian (x'^2 + z'^2)/2 - y^2/2", "lagrangian u'^2/2 - u*v", 3 - 1},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strdup_printf("coordinate x\ncoordinate y\ncoordinate z\n%s\n"
                                            "reduction \"other\": u = x, v = y, u' = x', v' = y'\n",
                                            cases[i].source),
                    *other = g_strdup_printf("coordinate u\ncoordinate v\n%s\n", cases[i].target);
    g_autoptr(NoslipSystem) system = test_statements(text), target = test_statements(other);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipMorphism) morphism = noslip_morphism_new(system, 0, target, diagnostics);
    g_autoptr(NoslipReductionReport) report = noslip_reduction_check(morphism, 1, NULL);
    const NoslipReductionCheck *check = &report->checks[NOSLIP_REDUCTION_ALGORITHM];
    g_assert_true(check->applies);
    if (isnan(cases[i].residual))
      g_assert_cmpfloat(check->residual, >, 1e-3);
    else
      g_assert_cmpfloat(check->residual, ==, cases[i].residual);
    g_assert_true(check->good == (cases[i].residual == 0));
  }
}

typedef struct {
  const char *name, *id, *from, *to;
  guint fails; /* exactly these */
} WrongMap;

static const WrongMap wrong[] = {
    /* A reflection of so(3) is no homomorphism; the free spin does not notice it, the brackets of the momenta do. */
    {"sign of w3", "rolling-ball", "w3 = w3", "w3 = -w3", BIT(BRACKET) | BIT(POISSON)},
    {"scale of w3", "rolling-ball", "w3 = w3", "w3 = 2*w3", BIT(BRACKET) | BIT(LAGRANGIAN) | BIT(POISSON)},
    /* Half a turn about the vertical is one, but it turns the plane under the ball round. */
    {"half a turn", "rolling-ball", "w1 = w1, w2 = w2", "w1 = -w1, w2 = -w2",
     BIT(CONSTRAINTS) | BIT(MOTION) | BIT(POISSON)},
    /* The velocity of the place is twice that of the velocity, and the table's constraint sees the place. */
    {"scale of x", "ball-on-rotating-table", "reduced\": x = x,", "reduced\": x = 2*x,",
     BIT(ANCHOR) | BIT(CONSTRAINTS) | BIT(MOTION) | BIT(POISSON)},
    {"angular velocity", "capri-kobayashi", "r = (x2*y2' - y2*x2')/rho^2", "r = (x2*y2' - y2*x2')/rho",
     BIT(BRACKET) | BIT(LAGRANGIAN) | BIT(MOTION)},
    {"radius", "capri-kobayashi", "rho = rho,", "rho = x2^2 + y2^2,", BIT(ANCHOR) | BIT(LAGRANGIAN) | BIT(MOTION)},
    /* The moving frame of the plane, forgotten: d/dx and d/dy commute. */
    {"frame", "martinet-full", "y2 = z' - x^2/2*y'", "y2 = z'", BIT(BRACKET) | BIT(CONSTRAINTS) | BIT(MOTION)},
    /* Parameters of one name are one parameter: this is the reduction to the sleigh of mass 2. */
    {"mass", "chaplygin-sleigh", "parameter m = 1 ", "parameter m = 2 ", 0},
};

static void
test_wrong(gconstpointer data)
{
  const WrongMap *one = data;
  g_autoptr(NoslipSystem) system = changed(one->id, one->from, one->to);
  g_assert_cmpuint(failures(system, 0, 3), ==, one->fails);
}

/* A parameter of the other system that this one has not by name is the other's default. */
static void
test_same_parameters(void)
{
  static const char text[] = "noslip 1\nparameter mass = %s\nparameter J = 0.3\nparameter a = 0.2\nparameter b = 0.1\n"
                             "coordinate x\ncoordinate y\ncoordinate theta\n"
                             "velocity v1 = cos(theta)*x' + sin(theta)*y'\n"
                             "velocity v2 = -sin(theta)*x' + cos(theta)*y'\n"
                             "velocity omega = theta'\n"
                             "lagrangian mass/2*((v1 - b*omega)^2 + (v2 + a*omega)^2) + J/2*omega^2\n"
                             "constraint blade: v2 = 0\ninitial v1 = 0.4\ninitial omega = 1.5\n"
                             "reduction \"chaplygin-sleigh-reduced\": v1 = v1, v2 = v2, omega = omega\n";
  for (guint i = 0; i < 2; i++) {
    g_auto(GStrv) parts = g_strsplit(text, "%s", 2);
    g_autofree char *full = g_strjoinv(i == 0 ? "1" : "2", parts);
    g_autoptr(NoslipSystem) system = test_text(full);
    guint fails = failures(system, 0, 2);
    g_assert_true((fails & BIT(LAGRANGIAN)) == (i == 0 ? 0 : BIT(LAGRANGIAN)));
  }
}

/* Dimensions: the map forgets a fibre direction that the other system has, or D is larger than D'. */
static void
test_onto(void)
{
  g_autoptr(NoslipSystem) fibre = changed("chaplygin-sleigh", "v2 = v2, omega", "v2 = 0*v2, omega");
  g_assert_true((failures(fibre, 0, 1) & BIT(ONTO)) != 0);
  g_autoptr(NoslipSystem) free_sleigh = changed("chaplygin-sleigh", "\nclaim ", "\n# ");
  g_autofree char *text = g_strdup(free_sleigh->text);
  g_auto(GStrv) parts = g_strsplit(text, "constraint blade: v2 = 0", 2);
  g_autofree char *loose = g_strjoinv("# ", parts);
  g_auto(GStrv) arrows = g_strsplit(loose, "\ndraw arrow", -1);
  g_autofree char *drawn = g_strjoinv("\n# ", arrows);
  g_autoptr(NoslipSystem) unconstrained = test_text(drawn);
  g_assert_true((failures(unconstrained, 0, 1) & BIT(CONSTRAINTS)) != 0);
}

static void
test_refused(void)
{
  static const struct {
    const char *from, *to;
    NoslipCode code;
    const char *cause;
  } cases[] = {
      {"v2 = v2, omega = omega\n", "v2 = v2\n", NOSLIP_CODE_COUNT, "does not say what omega is"},
      {"omega = omega\n", "omga = omega\n", NOSLIP_CODE_UNKNOWN_NAME, "no coordinate or fibre coordinate omga"},
      {"omega = omega\n", "omega = 1\n", NOSLIP_CODE_NOT_LINEAR, "image of omega is not linear"},
      {"omega = omega\n", "omega = cos(theta)\n", NOSLIP_CODE_NOT_LINEAR, "image of omega is not linear"},
  };
  g_autoptr(NoslipSystem) target = test_catalogue("chaplygin-sleigh-reduced");
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipSystem) system = changed("chaplygin-sleigh", cases[i].from, cases[i].to);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_assert_null(noslip_morphism_new(system, 0, target, diagnostics));
    g_assert_cmpuint(diagnostics->n_errors, >=, 1);
    const NoslipDiagnostic *error = NULL;
    for (guint j = 0; j < diagnostics->list->len && error == NULL; j++)
      if (((NoslipDiagnostic *) diagnostics->list->pdata[j])->code == cases[i].code)
        error = diagnostics->list->pdata[j];
    g_assert_nonnull(error);
    g_assert_nonnull(strstr(error->cause, cases[i].cause));
    g_assert_nonnull(error->remedy);
    g_assert_cmpuint(error->place.line, >, 0);
  }
  g_autoptr(NoslipSystem) ball = test_catalogue("rolling-ball-reduced");
  g_autoptr(NoslipSystem) fast = changed("rolling-ball", "reduced\": x = x,", "reduced\": x = x',");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_morphism_new(fast, 0, ball, diagnostics));
  const NoslipDiagnostic *error = diagnostics->list->pdata[0];
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_MISPLACED);
}

/* Of a system that no text has been read for: the language refuses these products before. */
static void
test_products(void)
{
  g_autoptr(NoslipSystem) target = test_catalogue("chaplygin-sleigh-reduced");
  for (guint other = 0; other < 3; other++) {
    g_autoptr(NoslipSystem) system = test_catalogue("chaplygin-sleigh");
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    NoslipReduction *reduction = &system->reductions[0];
    g_assert_cmpstr(reduction->names[2], ==, "omega");
    reduction->exprs[2] = noslip_expr_mul(system->graph, system->fibres[2].symbol, system->fibres[other].symbol);
    g_assert_null(noslip_morphism_new(system, 0, target, diagnostics));
    g_assert_cmpuint(diagnostics->list->len, ==, 1);
    const NoslipDiagnostic *error = diagnostics->list->pdata[0];
    g_assert_cmpint(error->code, ==, NOSLIP_CODE_NOT_LINEAR);
    g_assert_cmpstr(error->cause, ==, "the image of omega is not linear in the velocities");
  }
}

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

/* Where the constraint is not linear the points come onto it in several steps, each from where the last one ended. */
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

/* The motions are compared from t = 0 on, also where they last for a second: the pulse is over by then. */
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

/* Without room for expressions nothing is promised of what is computed with them. */
static void
test_full(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2\ninitial x' = 1\n"
                                             "reduction \"s\": a = x, a' = x'\n");
  g_autoptr(NoslipSystem) target = test_text("noslip 1\ncoordinate a\nlagrangian a'^2/2\n");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  for (guint full = 0; full < 3; full++) { /* neither, the one, the other */
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

/* What is a number at none of the points holds nowhere. */
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

/* Points at which the map has no slope do not count for its rank, sqrt(x - 1) where x < 1; where there are no others, it is
 * not onto. */
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

#define MANY 126 /* 126^3 brackets are more than are computed */

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

/* so(2) in so(3) is a Lie subalgebroid, though not onto. With two constraints so(3) has its motions; without, nothing is
 * promised of them. A plane that is no subalgebra is none. */
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
  static const char *const ids[] = {
      "rolling-ball", "ball-on-rotating-table", "chaplygin-sleigh", "capri-kobayashi", "martinet-full",
      "rigid-body",   "heavy-top-full",         "snakeboard",       "rolling-disk"};
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    g_autofree char *path = g_strdup_printf("/reduction/holds/%s", ids[i]);
    g_test_add_data_func(path, ids[i], test_holds);
  }
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_autofree char *path = g_strdup_printf("/reduction/wrong/%s", wrong[i].name);
    g_test_add_data_func(path, &wrong[i], test_wrong);
  }
  g_test_add_func("/reduction/subalgebroid", test_subalgebroid);
  g_test_add_func("/reduction/applies", test_applies);
  g_test_add_func("/reduction/algorithm", test_algorithm);
  g_test_add_func("/reduction/regularity", test_regularity);
  g_test_add_func("/reduction/parameters", test_same_parameters);
  g_test_add_func("/reduction/onto", test_onto);
  g_test_add_func("/reduction/refused", test_refused);
  g_test_add_func("/reduction/products", test_products);
  g_test_add_func("/reduction/short", test_short);
  g_test_add_func("/reduction/full", test_full);
  g_test_add_func("/reduction/forces", test_forces);
  g_test_add_func("/reduction/momenta", test_momenta);
  g_test_add_func("/reduction/onto-nonlinear", test_onto_nonlinear);
  g_test_add_func("/reduction/undefined", test_undefined);
  g_test_add_func("/reduction/without-slopes", test_without_slopes);
  g_test_add_func("/reduction/many", test_many);
  return g_test_run();
}
