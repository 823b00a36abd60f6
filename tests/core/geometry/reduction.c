/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reductions: those of the catalogue hold, wrong maps fail exactly the checks that they violate, and maps that are not
 * bundle maps are rejected with the reason. */
#include "tests/core/geometry/support.h"

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

/* Which checks apply: the theorem is about regular constrained systems. */
static void
test_applies(void)
{
  const struct {
    const char *id;
    guint without;
  } cases[] = {
      {"rolling-ball", BIT(MANIFOLD) | BIT(ALGORITHM)}, /* the forces on the ball are a potential */
      {"chaplygin-sleigh", BIT(MANIFOLD) | BIT(ANCHOR) | BIT(FORCES) | BIT(ALGORITHM)},
      {"capri-kobayashi", BIT(MANIFOLD) | BIT(FORCES) | BIT(CONSTRAINTS) | BIT(SECTION) | BIT(POISSON)},
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

/* Three ways to be regular: W = diag(1, 1, -q, 1) and one constraint x' + z' = 0. C = 1 - 1/q is 0 at q = 1, where D
 * has the null vector (1, 0, -1, 0), which is W^-1 Phi^T. */
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

/* Theorem 3.3 on known chains: y = 0 and then nothing; u = 0, u' = 0, and v. */
static void
test_algorithm(void)
{
  static const struct {
    const char *source, *target;
    double residual; /* of the check; NAN: any that is not allowed */
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
    /* Half a turn about the vertical is one, but it turns the plane under the ball round; without a force no velocity
     * has a rate that would notice it. */
    {"half a turn", "rolling-ball", "w1 = w1, w2 = w2", "w1 = -w1, w2 = -w2",
     BIT(CONSTRAINTS) | BIT(MOTION) | BIT(POISSON)},
    /* The velocity of the position is twice that of the velocity, and the table's constraint depends on the
     * position. */
    {"scale of x", "ball-on-rotating-table", "reduced\": x = x,", "reduced\": x = 2*x,",
     BIT(ANCHOR) | BIT(CONSTRAINTS) | BIT(SECTION) | BIT(MOTION) | BIT(POISSON)},
    {"angular velocity", "capri-kobayashi", "r = (x2*y2' - y2*x2')/rho^2", "r = (x2*y2' - y2*x2')/rho",
     BIT(BRACKET) | BIT(LAGRANGIAN) | BIT(MOTION)},
    {"radius", "capri-kobayashi", "rho = rho,", "rho = x2^2 + y2^2,", BIT(ANCHOR) | BIT(LAGRANGIAN) | BIT(MOTION)},
    /* The plane without its moving frame: d/dx and d/dy commute. */
    {"frame", "martinet-full", "y2 = z' - x^2/2*y'", "y2 = z'", BIT(BRACKET) | BIT(CONSTRAINTS) | BIT(MOTION)},
    /* Parameters of one name are identified: this is the reduction to the sleigh of mass 2. */
    {"mass", "chaplygin-sleigh", "parameter m = 1 ", "parameter m = 2 ", 0},
};

static void
test_wrong(gconstpointer data)
{
  const WrongMap *one = data;
  g_autoptr(NoslipSystem) system = changed(one->id, one->from, one->to);
  g_assert_cmpuint(failures(system, 0, 3), ==, one->fails);
}

/* A parameter of the other system that this one lacks has the other's default. */
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

/* Dimensions: the map drops a fibre direction that the other system has, or D is larger than D'. */
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
  g_test_add_func("/reduction/applies", test_applies);
  g_test_add_func("/reduction/algorithm", test_algorithm);
  g_test_add_func("/reduction/regularity", test_regularity);
  g_test_add_func("/reduction/parameters", test_same_parameters);
  g_test_add_func("/reduction/onto", test_onto);
  g_test_add_func("/reduction/refused", test_refused);
  g_test_add_func("/reduction/products", test_products);
  return g_test_run();
}
