/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Verdicts of claims along computed motions: each word, its numbers, and independence of units. */
#include "core/integrate/run.h"
#include "core/system/state.h"
#include "core/verdict/claims.h"
#include "core/verdict/watch.h"
#include "tests/core/geometry/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

typedef struct {
  const char *method; /* or NULL: the default */
  double step;        /* of the method and between samples; or 0 */
} How;

static NoslipWatch *watch; /* columns that the last judge() watched */

/* The verdicts of all claims of a text along its default motion. */
static NoslipClaims *
judge(NoslipSystem *system, const How *how)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  g_autofree double *row = g_new0(double, noslip_row_size(system));
  NoslipDiagnostic *error = NULL;
  gboolean started = noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, mu, diagnostics);
  test_report(diagnostics);
  g_assert_true(started);
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(system, system->dynamics), system, &error);
  g_assert_null(error);
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  if (how != NULL && how->method != NULL)
    options.method = noslip_method_find(how->method);
  if (how != NULL)
    options.fixed_step = options.step = how->step;
  gboolean vakonomic = system->dynamics == NOSLIP_DYNAMICS_VAKONOMIC;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, vakonomic ? mu : NULL, &error);
  g_assert_null(error);
  NoslipClaims *claims = noslip_claims_new(system, system->dynamics, diagnostics);
  test_report(diagnostics);
  g_assert_nonnull(claims);
  g_clear_pointer(&watch, noslip_watch_free);
  watch = noslip_watch_new(system, system->dynamics);
  while (noslip_run_next(run, row, NULL, &error)) {
    noslip_claims_add_rows(claims, parameters, 1, row);
    noslip_watch_add_rows(watch, parameters, 1, row);
  }
  g_assert_null(error);
  return claims;
}

static void
judge_one(const char *before, const char *claim, const How *how, NoslipVerdict *verdict, char **term)
{
  g_autofree char *source = g_strdup_printf("%s%s\n", before, claim);
  g_autoptr(NoslipSystem) system = test_text(source);
  g_autoptr(NoslipClaims) claims = judge(system, how);
  noslip_claims_verdict(claims, 0, verdict);
  g_test_message("%s: %s, residual %.3g, sensitivity %.3g, drift %.3g", claim, noslip_verdict_word(verdict->kind),
                 verdict->residual, verdict->sensitivity, verdict->drift);
  if (term != NULL)
    *term = noslip_claims_term(claims, verdict->weakest);
}

/* A planar oscillator that moves along x alone; y stays 0. */
#define OSCILLATOR                                                                                                     \
  "noslip 1\nparameter m = 2\nparameter k = 8\ncoordinate x\ncoordinate y\ninitial x = 1\n"                            \
  "lagrangian m/2*(x'^2 + y'^2) - k/2*(x^2 + y^2)\nrun to 3 step 0.01\n"

static void
test_words(void)
{
  static const struct {
    const char *claim;
    NoslipVerdictKind kind;
  } cases[] = {
      {"m*d(x') = -k*x", NOSLIP_VERDICT_PROVED},
      {"d(x*y' - y*x') = 0", NOSLIP_VERDICT_PROVED},
      {"(d(x'))^2 = (k/m*x)^2", NOSLIP_VERDICT_PROVED},
      {"0 = 0", NOSLIP_VERDICT_PROVED},
      {"x'^2 + 4*x^2 = 4", NOSLIP_VERDICT_HOLDS},  /* of this motion alone */
      {"d(x') = -4*x", NOSLIP_VERDICT_HOLDS},      /* of these parameters alone */
      {"d(x') = -4*x + 3*y", NOSLIP_VERDICT_WEAK}, /* y is 0 */
      {"d(x') = -4*x + 1e-5*sin(1e-3*x)^3", NOSLIP_VERDICT_WEAK},
      {"y = 0", NOSLIP_VERDICT_VACUOUS},
      {"y*x' = y'*x^2", NOSLIP_VERDICT_VACUOUS},
      {"m = 2", NOSLIP_VERDICT_VACUOUS},
      {"k/m = 4*sin(1)^0", NOSLIP_VERDICT_VACUOUS},
      {"d(x') = -4.1*x", NOSLIP_VERDICT_FAILS},
      {"m = 3", NOSLIP_VERDICT_FAILS},
      {"d(x') = -4.1*x within 0.1", NOSLIP_VERDICT_HOLDS},
      {"d(x') = -4.1*x + 0.01*x^2 within 0.1", NOSLIP_VERDICT_WEAK},
      {"d(x') = -4.0001*x within 1e-3", NOSLIP_VERDICT_HOLDS}, /* the bound is proportional to the tolerance */
      {"sqrt(x) = sqrt(abs(x))", NOSLIP_VERDICT_UNDEFINED},
      {"sqrt(-1 - x^2) = sqrt(-1 - x^2)", NOSLIP_VERDICT_UNDEFINED},
      {"(x^2 - x*y)/y = x^2/y - x", NOSLIP_VERDICT_UNDEFINED}, /* proved, except for 0/0 */
      {"1/y = 1/y", NOSLIP_VERDICT_UNDEFINED},
      {"log(x - 0.5) = 1 expected to fail", NOSLIP_VERDICT_UNDEFINED},
      {"d(x') = k*x expected to fail", NOSLIP_VERDICT_FAILS_AS_EXPECTED},
      {"d(x') = -k/m*x expected to fail", NOSLIP_VERDICT_HOLDS_UNEXPECTED},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipVerdict verdict;
    g_autofree char *claim = g_strdup_printf("claim \"%u\": %s", i, cases[i].claim);
    judge_one(OSCILLATOR, claim, NULL, &verdict, NULL);
    g_assert_cmpstr(noslip_verdict_word(verdict.kind), ==, noslip_verdict_word(cases[i].kind));
    g_assert_true(verdict.good == noslip_verdict_is_good(cases[i].kind, FALSE));
    g_assert_true(isnan(verdict.residual) == (cases[i].kind == NOSLIP_VERDICT_UNDEFINED));
  }
  const gboolean good[NOSLIP_N_VERDICTS][2] = {
      [NOSLIP_VERDICT_PROVED] = {TRUE, TRUE},
      [NOSLIP_VERDICT_HOLDS] = {TRUE, TRUE},
      [NOSLIP_VERDICT_WEAK] = {TRUE, FALSE},
      [NOSLIP_VERDICT_VACUOUS] = {TRUE, FALSE},
      [NOSLIP_VERDICT_FAILS_AS_EXPECTED] = {TRUE, TRUE},
  };
  for (guint kind = 0; kind < NOSLIP_N_VERDICTS; kind++)
    for (guint strict = 0; strict < 2; strict++)
      g_assert_cmpint(noslip_verdict_is_good((NoslipVerdictKind) kind, strict == 1), ==, good[kind][strict]);
}

/* x = cos 2t: max|x| = 1, max|x'| = 2, max|x''| = 4 over 3 seconds. */
static void
test_figures(void)
{
  NoslipVerdict verdict;
  g_autofree char *term = NULL;
  judge_one(OSCILLATOR, "claim \"c\": d(x') = -4*x + 1e-3*x^3 within 0.01", NULL, &verdict, &term);
  double scale = 4 + 4 + 1e-3 + 2 / 3.0;
  test_close(verdict.scale, scale, 1e-4, "scale");
  test_close(verdict.sensitivity, 0.01 * verdict.scale / 1e-3, 1e-9, "sensitivity");
  g_assert_nonnull(term);
  g_assert_nonnull(strstr(term, "x^3"));
  g_assert_true(isnan(verdict.drift));
  /* Each coefficient of a product of sums is one: (x + y/1000)(4 + x') = 4 x + x x' + y/250 + y x'/1000. */
  g_autofree char *hidden = NULL;
  judge_one(OSCILLATOR, "claim \"c\": (x + y/1000)*(4 + x') = 4*x + x*x'", NULL, &verdict, &hidden);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_WEAK);
  g_assert_true(isinf(verdict.sensitivity));
  g_assert_nonnull(strstr(hidden, "y"));
}

/* Steps of half a second: the derivative of the energy is 0 by the equations of motion, but the energy is not
 * conserved. */
static void
test_drift(void)
{
  NoslipVerdict verdict;
  const How coarse = {"rk4", 0.25}, fine = {"rk4", 0.001};
  judge_one(OSCILLATOR, "claim \"c\": d(energy) = 0", NULL, &verdict, NULL);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
  g_assert_cmpfloat(verdict.drift, <, 1e-9);
  g_assert_cmpfloat(verdict.drift, >, 0);
  judge_one(OSCILLATOR, "claim \"c\": d(energy) = 0", &coarse, &verdict, NULL);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_DRIFTS);
  g_assert_cmpfloat(verdict.drift, >, 1e-4);
  g_assert_true(verdict.in_symbols && verdict.residual < 1e-10);
  judge_one(OSCILLATOR, "claim \"c\": 0 = 2*d(energy)", &coarse, &verdict, NULL);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_DRIFTS);
  judge_one(OSCILLATOR, "claim \"c\": d(x'^2 + 4*x^2) = 0", &coarse, &verdict, NULL); /* not in symbols */
  g_assert_false(verdict.in_symbols);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_DRIFTS);
  judge_one(OSCILLATOR, "claim \"c\": d(energy) = 0", &fine, &verdict, NULL);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
  /* The energy of rk4 decreases by (2 h)^6/144 of itself a step, relative: the first term of its error. */
  judge_one(OSCILLATOR, "claim \"c\": d(energy) = 0", &coarse, &verdict, NULL);
  double expected = 12 * pow(0.5, 6) / 72;
  g_assert_cmpfloat(verdict.drift, >, expected / 2);
  g_assert_cmpfloat(verdict.drift, <, expected * 2);
}

/* On the constraints, with the equations of motion substituted: linear, affine and nonlinear constraints, manifolds,
 * forces, multipliers, vakonomic and free motions, a degenerate Lagrangian. */
static void
test_proofs(void)
{
  static const struct {
    const char *text, *claim;
    gboolean proved;
  } cases[] = {
      {"coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n"
       "initial x' = 1\ninitial y' = 1/2\n",
       "d(x') = -y*x'*y'/(1 + y^2)", TRUE},
      {"coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n"
       "initial x' = 1\ninitial y' = 1/2\n",
       "lambda(c) = x'*y'/(1 + y^2)", TRUE},
      {"coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = y*x'\n"
       "initial x' = 1\ninitial y' = 1/2\n",
       "d(z') - y'*x' = y*d(x') + (z' - y*x')^3", TRUE},
      {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - y\nconstraint c: y' = x'*x + 1\ninitial x' = 1\n",
       "d(energy) = -x*x'*d(y')/x'*0 + lambda(c)", TRUE},
      {"coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2 - z\n"
       "constraint c: x'^2 + y'^2 = z'^2\ninitial x' = 1\ninitial y' = 1\ninitial z' = sqrt(2)\n",
       "d(energy) = 0", TRUE},
      {"rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2\ninitial w1 = 1\n"
       "initial w2 = 0.3\ninitial w3 = 2\n",
       "d(R11*p(w1) + R12*p(w2) + R13*p(w3)) = 0", TRUE},
      {"rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2\ninitial w1 = 1\n"
       "initial w2 = 0.3\ninitial w3 = 2\n",
       "R11^2 + R12^2 + R13^2 = 1", TRUE},
      {"coordinate x\nlagrangian x'^2/2\nforce x' = sin(t) - x'\ninitial x = 1\n", "d(energy) = (sin(t) - x')*x'",
       TRUE},
      {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = x*x'\ndynamics vakonomic\n"
       "initial x' = 1\ninitial mu(c) = 0.3\n",
       "d(mu(c)) + d(y') = 0", TRUE},
      {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: y' = x*x'\ndynamics free\n"
       "initial x' = 1\n",
       "d(y') = 0", TRUE},
      {"coordinate x\ncoordinate y\nlagrangian x'^2/2 + y*(x - 1)^2/2 - (x - 1)^2/2\ninitial x = 1\n", "x = 1", TRUE},
      {"coordinate x\nlagrangian x'^2/2 - x^2/2\ninitial x = 1\n", "x'^2 + x^2 = 1", FALSE},
      {"coordinate x\ncoordinate y\nparameter l = 2\nlagrangian (x'^2 + y'^2)/2 - y\nconstraint rod: x^2 + y^2 = l^2\n"
       "initial x = 2\ninitial y' = 1\n",
       "x*x' + y*y' = x^2 + y^2 - l^2", TRUE},
      {"coordinate x\ncoordinate y\nparameter l = 2\nlagrangian (x'^2 + y'^2)/2 - y\nconstraint rod: x^2 + y^2 = l^2\n"
       "initial x = 2\ninitial y' = 1\n",
       "2*lambda(rod)*l^2 = y - x'^2 - y'^2", TRUE},
      {"coordinate x\nlagrangian x'^2/2 - (1 + sin(t))*x^2/2\ninitial x = 1\n", "d(energy) = cos(t)*x^2/2", TRUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipVerdict verdict;
    g_autofree char *before = g_strdup_printf("noslip 1\n%srun to 2 step 0.1\n", cases[i].text);
    g_autofree char *claim = g_strdup_printf("claim \"%u\": %s", i, cases[i].claim);
    judge_one(before, claim, NULL, &verdict, NULL);
    g_assert_true(verdict.in_symbols == cases[i].proved);
    g_assert_cmpint(verdict.kind, ==, cases[i].proved ? NOSLIP_VERDICT_PROVED : NOSLIP_VERDICT_HOLDS);
  }
}

/* L times `energy`, and x, y in other units: no verdict changes, and no number by more than rounding. */
static void
test_units(void)
{
  static const char *const claims = "claim \"a\": d(energy) = 0\nclaim \"b\": X*d(x') = -4*x*X\n"
                                    "claim \"c\": X*d(x') = -4.1*x*X\nclaim \"d\": X^2*x'^2 + 4*X^2*x^2 = 4\n"
                                    "claim \"e\": X*d(x') = -4*x*X + 3*y*Y\nclaim \"f\": y = 0\n"
                                    "claim \"g\": d(X*x') = -4*X*x + 1e-9*(X*x)^3\nclaim \"h\": sqrt(x) = 1\n"
                                    "claim \"i\": 2*E*X*d(x') = -8*E*X*x\n";
  static const NoslipVerdictKind kinds[] = {NOSLIP_VERDICT_PROVED, NOSLIP_VERDICT_HOLDS,     NOSLIP_VERDICT_FAILS,
                                            NOSLIP_VERDICT_HOLDS,  NOSLIP_VERDICT_WEAK,      NOSLIP_VERDICT_VACUOUS,
                                            NOSLIP_VERDICT_FAILS,  NOSLIP_VERDICT_UNDEFINED, NOSLIP_VERDICT_HOLDS};
  static const struct {
    const char *energy, *x, *y;
  } units[] = {{"1", "1", "1"},      {"1e30", "1", "1"},       {"1e-30", "1", "1"},  {"1", "1e6", "1"},
               {"1", "1e-6", "1e6"}, {"1e30", "1e-6", "1e-6"}, {"1e-30", "1", "1e6"}};
  double sensitivity[9] = {0};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    g_autofree char *source = g_strdup_printf(
        "noslip 1\nparameter m = 2\nparameter k = 8\ncoordinate x\ncoordinate y\nlet X = %s\nlet Y = %s\nlet E = %s\n"
        "lagrangian E*(m/2*(X^2*x'^2 + Y^2*y'^2) - k/2*(X^2*x^2 + Y^2*y^2))\ninitial x = 1/X\nrun to 3 step 0.1\n%s",
        units[i].x, units[i].y, units[i].energy, claims);
    g_autoptr(NoslipSystem) system = test_text(source);
    g_autoptr(NoslipClaims) judged = judge(system, NULL);
    for (guint c = 0; c < G_N_ELEMENTS(kinds); c++) {
      NoslipVerdict verdict;
      noslip_claims_verdict(judged, c, &verdict);
      g_test_message("L %s, x %s, y %s, claim %u: %s, residual %.3g, sensitivity %.3g", units[i].energy, units[i].x,
                     units[i].y, c, noslip_verdict_word(verdict.kind), verdict.residual, verdict.sensitivity);
      g_assert_cmpstr(noslip_verdict_word(verdict.kind), ==, noslip_verdict_word(kinds[c]));
      if (i == 0)
        sensitivity[c] = verdict.sensitivity;
      else if (isfinite(sensitivity[c]))
        g_assert_cmpfloat(fabs(verdict.sensitivity / sensitivity[c] - 1), <, 1e-3);
    }
  }
}

static void
test_watch(void)
{
  NoslipVerdict verdict;
  judge_one(OSCILLATOR "observable fine = x^2\nobservable root = sqrt(x)\nobservable never = 0/y\n",
            "claim \"c\": d(x') = -4*x", NULL, &verdict, NULL);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  noslip_watch_report(watch, diagnostics);
  g_clear_pointer(&watch, noslip_watch_free);
  g_assert_cmpuint(diagnostics->list->len, ==, 1 + 0);
  const NoslipDiagnostic *warning = diagnostics->list->pdata[0];
  g_assert_cmpint(warning->severity, ==, NOSLIP_WARNING);
  g_assert_nonnull(strstr(warning->cause, "root is not a number at t = 0.79")); /* pi/4 */
}

/* A rolling disk with y in other units: multipliers keep all their digits, so a proved claim holds. */
static void
test_units_of_one(void)
{
  const char *units[] = {"1", "1e-6", "1e6"};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    const char *u = units[i];
    g_autofree char *text = g_strdup_printf(
        "noslip 1\nparameter m = 1\nparameter R = 0.5\ncoordinate x\ncoordinate y\ncoordinate theta\ncoordinate phi\n"
        "lagrangian m*(x'^2 + (%s*y')^2)/2 + 0.125*phi'^2/2 + 0.0625*theta'^2/2\n"
        "constraint c: x' - R*cos(theta)*phi' = 0\nconstraint d: %s*y' - R*sin(theta)*phi' = 0\n"
        "initial theta = 0.3\ninitial theta' = 0.7\ninitial phi' = 2\nrun to 20 step 0.1\n",
        u, u);
    NoslipVerdict verdict;
    judge_one(text, "claim \"across\": lambda(d)*cos(theta) - lambda(c)*sin(theta) = m*R*phi'*theta'", NULL, &verdict,
              NULL);
    g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
    g_assert_cmpfloat(verdict.residual, <, 1e-14);
  }
}

/* The terms of the rate of a multiplier do not change with the units of a coordinate. */
static void
test_units_of_multipliers(void)
{
  const char *units[] = {"1", "1e-6", "1e6"};
  double sensitivity = 0;
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    const char *u = units[i];
    g_autofree char *text =
        g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\ndynamics vakonomic\n"
                        "lagrangian ((%s*x')^2 + y'^2 + z'^2)/2 - %s*x*y\nconstraint c: z' = y*%s*x' + 0.1\n"
                        "initial x' = 1/%s\ninitial y' = 0.5\ninitial mu(c) = 0.3\nrun to 2 step 0.1\n",
                        u, u, u, u);
    NoslipVerdict verdict;
    judge_one(text, "claim \"z\": d(p(z') + mu(c)) = 0", NULL, &verdict, NULL);
    g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
    sensitivity = i == 0 ? verdict.sensitivity : sensitivity;
    g_assert_cmpfloat_with_epsilon(verdict.sensitivity, sensitivity, 1e-3 * sensitivity);
  }
}

/* A multiplier that is 0 for all forces: what is left is their round-off, in any unit of L. */
static void
test_idle_multiplier(void)
{
  static const char *const sizes[] = {"1", "1e-30", "1e30"};
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++)
    for (guint stiffer = 0; stiffer < 2; stiffer++) {
      g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                              "lagrangian %s*(x'^2 + y'^2 + z'^2 - x^2 - %s*y^2 - 3*z)/2\n"
                                              "constraint guide: 0.3*y = 0.1*x\ninitial x = 0.9\ninitial y = 0.3\n"
                                              "initial x' = 0.7\nrun to 5 step 0.01\n",
                                              sizes[i], stiffer ? "1.000000001" : "1");
      NoslipVerdict verdict;
      judge_one(text, "claim \"idle\": 2*lambda(guide) = 0", NULL, &verdict, NULL);
      g_assert_cmpint(verdict.kind, ==, stiffer ? NOSLIP_VERDICT_FAILS : NOSLIP_VERDICT_PROVED);
      judge_one(text, "claim \"idle\": 0 = lambda(guide) expected to fail", NULL, &verdict, NULL);
      g_assert_cmpint(verdict.kind, ==, stiffer ? NOSLIP_VERDICT_FAILS_AS_EXPECTED : NOSLIP_VERDICT_HOLDS_UNEXPECTED);
    }
}

/* A fast coordinate that starts at 0, with a long time: the first step is not too short. */
static void
test_units_of_start(void)
{
  NoslipVerdict verdict;
  judge_one("noslip 1\nparameter M = 1e30\ncoordinate x\ncoordinate th\n"
            "lagrangian M/2*(1e-6*x')^2 + M*1e22/2*th'^2 - M*1e-9*x\ninitial x' = 1e10\ninitial th' = 1e-7\n"
            "run to 1e8 step 1e7\n",
            "claim \"it falls\": 1e-6*d(x') = -1e-3", NULL, &verdict, NULL);
  g_assert_cmpint(verdict.kind, ==, NOSLIP_VERDICT_PROVED);
}

/* A side is a number where all of it is, as it is written: what cancels counts too, and branches not taken do not. */
static void
test_as_written(void)
{
  static const struct {
    const char *claim;
    NoslipVerdictKind kind;
  } cases[] = {
      {"y/y = 1", NOSLIP_VERDICT_UNDEFINED},
      {"y/y = 2 expected to fail", NOSLIP_VERDICT_UNDEFINED},
      {"x' = x'*y^-2*y^2", NOSLIP_VERDICT_UNDEFINED},
      {"1/y - 1/y = x' - x'", NOSLIP_VERDICT_UNDEFINED},
      {"0*log(y^2) = 0", NOSLIP_VERDICT_UNDEFINED},
      {"sqrt(x)^2 = x", NOSLIP_VERDICT_UNDEFINED},
      {"x^1.5*x^0.5 = x^2", NOSLIP_VERDICT_UNDEFINED},
      {"x' + 0*asin(1 + x^2) = x'", NOSLIP_VERDICT_UNDEFINED},
      {"d(y/y) = 0", NOSLIP_VERDICT_UNDEFINED},
      {"{x, y/y} = 0", NOSLIP_VERDICT_UNDEFINED},
      {"unity*x = x", NOSLIP_VERDICT_UNDEFINED},
      {"twice*x = 2*x", NOSLIP_VERDICT_UNDEFINED},
      {"norm((x, y)/y)*y = norm((x, y))*y/y", NOSLIP_VERDICT_UNDEFINED},
      {"if(x > 0, sqrt(x)^2, 0) = (x + abs(x))/2", NOSLIP_VERDICT_HOLDS},
      {"if(y > 1, y/y, x) = x", NOSLIP_VERDICT_WEAK}, /* the first branch is never taken */
      {"if(y > 1, x, x*y/y) = x", NOSLIP_VERDICT_UNDEFINED},
      {"m*x/m = x", NOSLIP_VERDICT_PROVED},
      {"x*y^0 = x", NOSLIP_VERDICT_PROVED},
      {"sqrt(x^2)^2 = x^2", NOSLIP_VERDICT_PROVED},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    NoslipVerdict verdict;
    g_autofree char *claim = g_strdup_printf("claim \"%u\": %s", i, cases[i].claim);
    judge_one(OSCILLATOR "let unity = y/y\nobservable twice = 2*unity\n", claim, NULL, &verdict, NULL);
    g_assert_cmpstr(noslip_verdict_word(verdict.kind), ==, noslip_verdict_word(cases[i].kind));
    if (cases[i].kind == NOSLIP_VERDICT_UNDEFINED)
      g_assert_cmpfloat(verdict.worst_time, >=, 0);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/verdicts/words", test_words);
  g_test_add_func("/verdicts/as-written", test_as_written);
  g_test_add_func("/verdicts/figures", test_figures);
  g_test_add_func("/verdicts/drift", test_drift);
  g_test_add_func("/verdicts/proofs", test_proofs);
  g_test_add_func("/verdicts/units", test_units);
  g_test_add_func("/verdicts/units-of-one", test_units_of_one);
  g_test_add_func("/verdicts/units-of-multipliers", test_units_of_multipliers);
  g_test_add_func("/verdicts/idle-multiplier", test_idle_multiplier);
  g_test_add_func("/verdicts/units-of-start", test_units_of_start);
  g_test_add_func("/verdicts/watch", test_watch);
  return g_test_run();
}
