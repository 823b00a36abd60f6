/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random systems agree: the program's symbolic results for random systems, against numbers that are computed
 * here from their polynomials (random-system.h).
 *
 * Tolerances. The matrices that are solved (W, the minor of Phi, the saddle point problem, the form on T^V M) are
 * diagonally dominant or nearly so, with condition numbers below about 100; some 50 operations of numbers of size 10
 * then leave 50 * 10 * 100 * 2^-53 = 5e-12 relative to 1 + the size of the result. NEAR is ten times that. */
#include "tests/core/geometry/random-system.h"

#include "core/dynamics/formulations.h"
#include "core/geometry/noether.h"
#include "core/language/language.h"
#include "tests/core/geometry/support.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

#define NEAR 5e-11
#define N_STATES 3
#define MOST RANDOM_MOST

/* One random system in numbers and in symbols. */
typedef struct {
  RandomSystem *random;
  TestCase symbols;
  GRand *states;
} Pair;

static void
pair_open(Pair *pair, RandomSystem *random)
{
  pair->random = random;
  test_case_open(&pair->symbols, test_text(random->text));
  pair->states = g_rand_new_with_seed(11);
  g_assert_cmpuint(pair->symbols.system->m, ==, random->m);
  g_assert_cmpuint(pair->symbols.system->n, ==, random->n);
  g_assert_cmpuint(pair->symbols.system->k, ==, random->k);
}

static void
pair_close(Pair *pair)
{
  test_case_close(&pair->symbols);
  random_system_free(pair->random);
  g_rand_free(pair->states);
}

static void
pair_draw(Pair *pair, RandomState *state)
{
  random_state_draw(pair->random, pair->states, state);
  memcpy(pair->symbols.x, state->x, pair->random->m * sizeof(double));
  memcpy(pair->symbols.y, state->y, pair->random->n * sizeof(double));
}

static NoslipExpr
parse(const Pair *pair, const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipExpr e = NOSLIP_ZERO;
  gboolean good = noslip_language_expression(pair->symbols.system, pair->symbols.model->graph, text, &e, diagnostics);
  test_report(diagnostics);
  g_assert_true(good);
  return e;
}

/* The value of e, and its differential by x and y: m + n numbers. */
static double
differential(const Pair *pair, NoslipExpr e, double *d)
{
  const TestCase *c = &pair->symbols;
  guint m = c->model->m;
  for (guint i = 0; i < m; i++)
    d[i] = test_case_value(c, noslip_expr_derivative(c->model->graph, e, c->model->x[i]));
  for (guint a = 0; a < c->model->n; a++)
    d[m + a] = test_case_value(c, noslip_expr_derivative(c->model->graph, e, c->model->y[a]));
  return test_case_value(c, e);
}

/* d/dt of what has this differential, along the motion of the numbers. */
static double
rate(const Pair *pair, const RandomState *state, const double *d)
{
  double sum = 0;
  for (guint i = 0; i < pair->random->m; i++)
    sum += d[i] * state->xdot[i];
  for (guint a = 0; a < pair->random->n; a++)
    sum += d[pair->random->m + a] * state->ydot[a];
  return sum;
}

/* Anchor, structure functions (Q 3, 5: Hamel symbols, where they are derived), W, F, phi and its derivatives. */
static void
check_model(Pair *pair)
{
  const TestCase *c = &pair->symbols;
  const NoslipModel *model = c->model;
  guint m = model->m, n = model->n;
  RandomState s;
  pair_draw(pair, &s);
  for (guint a = 0; a < n; a++) {
    for (guint i = 0; i < m; i++)
      test_close(test_case_value(c, c->system->anchor[i * n + a]), s.rho[i][a], NEAR, "anchor");
    for (guint b = 0; b < n; b++) {
      for (guint d = 0; d < n; d++)
        test_close(test_case_value(c, c->system->structure[(d * n + a) * n + b]), s.c[d][a][b], NEAR, "structure");
      test_close(test_case_value(c, model->mass[a * n + b]), s.w[a][b], NEAR, "W");
    }
    test_close(test_case_value(c, model->momentum[a]), s.p[a], NEAR, "dL/dy");
    test_close(test_case_value(c, model->force[a]), s.f[a], NEAR, "F");
  }
  for (guint k = 0; k < model->k; k++) {
    double drift = 0;
    for (guint i = 0; i < m; i++)
      drift += s.slope[k][i] * s.xdot[i];
    test_close(test_case_value(c, model->phi[k]), s.phi[k], NEAR, "phi");
    test_close(test_case_value(c, model->drift[k]), drift, NEAR, "drift");
    for (guint a = 0; a < n; a++)
      test_close(test_case_value(c, model->jacobian[k * n + a]), s.jacobian[k][a], NEAR, "Phi");
  }
}

/* Accelerations and multipliers of each formulation that accepts the system. Returns their number. */
static guint
check_formulations(Pair *pair)
{
  NoslipSystem *system = pair->symbols.system;
  guint m = system->m, n = system->n, k = system->k, count = 0;
  for (const NoslipFormulation *const *f = noslip_formulations(); *f != NULL; f++) {
    g_autofree char *reason = noslip_formulation_refusal(*f, system);
    NoslipDiagnostic *error = NULL;
    if ((*f)->kind != NOSLIP_DYNAMICS_NONHOLONOMIC || (*f)->automatic || reason != NULL)
      continue;
    count++;
    gpointer dynamics = (*f)->create(system, &error);
    g_assert_nonnull(dynamics);
    gpointer work = (*f)->work_new(dynamics);
    g_autofree double *z = g_new0(double, (*f)->size(dynamics));
    (*f)->set_parameters(work, pair->symbols.parameters);
    for (guint i = 0; i < N_STATES; i++) {
      RandomState s;
      double xy[2 * MOST], x[MOST], y[MOST], ydot[MOST], lambda[RANDOM_K];
      pair_draw(pair, &s);
      memcpy(xy, s.x, m * sizeof(double));
      memcpy(xy + m, s.y, n * sizeof(double));
      g_assert_cmpint((*f)->enter(work, 0, xy, z), ==, NOSLIP_STEP_OK);
      g_assert_cmpint((*f)->observe(work, 0, z, x, y, ydot, lambda), ==, NOSLIP_STEP_OK);
      for (guint a = 0; a < n; a++) {
        test_close(y[a], s.y[a], NEAR, (*f)->id);
        test_close(ydot[a], s.ydot[a], NEAR, (*f)->id);
      }
      for (guint c = 0; c < k && !isnan(lambda[c]); c++) /* not a number: it computes none itself */
        test_close(lambda[c], s.lambda[c], NEAR, "lambda");
    }
    (*f)->work_free(work);
    (*f)->destroy(dynamics);
  }
  return count;
}

static const char *const observables[] = {"x1", "x2*x3 - x1^2", "energy", NULL};

/* The bracket from its definition, and the evolution df/dt = R_L(f) + {f, E} (M). */
static void
check_brackets(Pair *pair)
{
  const TestCase *c = &pair->symbols;
  NoslipGraph *graph = c->model->graph;
  NoslipExpr f[MOST + G_N_ELEMENTS(observables)];
  guint n = 0, n_large = 0;
  for (guint i = 0; observables[i] != NULL; i++)
    f[n++] = parse(pair, observables[i]);
  for (guint a = 0; a < c->model->n; a++) /* y_a (y_a+1 + x_2) */
    f[n++] = noslip_expr_mul(graph, c->model->y[a],
                             noslip_expr_add(graph, c->model->y[(a + 1) % c->model->n], c->model->x[1]));
  for (guint i = 0; i < N_STATES; i++) {
    RandomState s;
    double df[2 * MOST], dg[2 * MOST];
    pair_draw(pair, &s);
    for (guint p = 0; p < n; p++) {
      differential(pair, f[p], df);
      for (guint q = 0; q < p; q++) {
        differential(pair, f[q], dg);
        double expected = random_state_bracket(pair->random, &s, df, dg);
        n_large += fabs(expected) > 1e-2;
        test_close(test_case_value(c, noslip_bracket(c->distribution, f[p], f[q])), expected, NEAR, "{f, g}");
      }
      double evolution = test_case_value(c, noslip_bracket(c->distribution, f[p], c->system->energy)) +
                         test_case_value(c, noslip_bracket_residual_field(c->distribution, f[p]));
      test_close(evolution, rate(pair, &s, df), NEAR, "df/dt = R_L(f) + {f, E}");
    }
  }
  g_assert_cmpuint(n_large, >, 3 * N_STATES); /* not zeros against zeros */
}

/* d/dt <p, X> for X = x_1 e_1 + (1 + x_2) e_r of the basis of D, against the chain rule along the motion (G 5.6). */
static void
check_noether(Pair *pair)
{
  const TestCase *c = &pair->symbols;
  NoslipGraph *graph = c->model->graph;
  guint n = c->model->n, r = c->distribution->r;
  NoslipExpr section[MOST];
  for (guint alpha = 0; alpha < n; alpha++) {
    NoslipExpr first = noslip_expr_mul(graph, c->model->x[0], c->distribution->basis[alpha * r]);
    NoslipExpr factor = noslip_expr_add(graph, NOSLIP_ONE, c->model->x[1]);
    section[alpha] =
        noslip_expr_add(graph, first, noslip_expr_mul(graph, factor, c->distribution->basis[alpha * r + r - 1]));
  }
  NoslipExpr momentum = noslip_noether_momentum(c->distribution, section);
  NoslipExpr equation = noslip_noether_rate(c->distribution, section);
  for (guint i = 0; i < N_STATES; i++) {
    RandomState s;
    double d[2 * MOST], sum = 0;
    pair_draw(pair, &s);
    for (guint alpha = 0; alpha < n; alpha++)
      sum += s.p[alpha] * test_case_value(c, section[alpha]);
    test_close(differential(pair, momentum, d), sum, NEAR, "<p, X>");
    test_close(test_case_value(c, equation), rate(pair, &s, d), NEAR, "momentum equation");
  }
}

/* C^c_ab of [e_a, e_b]_P = P[e_a, e_b]: the W-orthogonal projector is fixed by <[e_a, e_b], W e_d> = C^c_ab G_cd. */
static void
check_projected_bracket(Pair *pair)
{
  const TestCase *c = &pair->symbols;
  const NoslipDistribution *d = c->distribution;
  guint m = c->model->m, n = c->model->n, r = d->r;
  RandomState s;
  double e[MOST][MOST] = {{0}}, de[MOST][MOST][MOST] = {{{0}}}, unused[2 * MOST]; /* e_a^alpha: [a][alpha]; d_i: [i] */
  pair_draw(pair, &s);
  for (guint a = 0; a < r; a++)
    for (guint alpha = 0; alpha < n; alpha++) {
      e[a][alpha] = differential(pair, d->basis[alpha * r + a], unused);
      memcpy(de[a][alpha], unused, m * sizeof(double));
    }
  for (guint a = 0; a < r; a++)
    for (guint b = 0; b < r; b++) {
      double bracket[MOST] = {0};
      for (guint g = 0; g < n; g++) {
        for (guint alpha = 0; alpha < n; alpha++)
          for (guint beta = 0; beta < n; beta++)
            bracket[g] += s.c[g][alpha][beta] * e[a][alpha] * e[b][beta];
        for (guint i = 0; i < m; i++)
          for (guint alpha = 0; alpha < n; alpha++)
            bracket[g] += s.rho[i][alpha] * (e[a][alpha] * de[b][g][i] - e[b][alpha] * de[a][g][i]);
      }
      for (guint f = 0; f < r; f++) {
        double left = 0, right = 0;
        for (guint alpha = 0; alpha < n; alpha++)
          for (guint beta = 0; beta < n; beta++) {
            left += bracket[alpha] * s.w[alpha][beta] * e[f][beta];
            for (guint h = 0; h < r; h++)
              right +=
                  test_case_value(c, d->structure[(h * r + a) * r + b]) * e[h][alpha] * s.w[alpha][beta] * e[f][beta];
          }
        test_close(right, left, NEAR, "<[e_a, e_b]_P, e_d>");
      }
    }
}

/* The sum over the cyclic permutations of {f, {g, h}}, whose inner bracket is a number here: its differential is taken
 * by central differences of order four along the coordinates (x, y), which may leave M, since with linear constraints
 * the definition holds on phi = const as well (T^V M is the kernel of dphi and Phi there too) and the bracket
 * differentiates along M only. Steps of 1e-3 leave 1e-12 of the fifth derivative and 1e-16 / 1e-3 of round-off, times
 * the 100 of the condition numbers: 1e-9 of sizes up to 10 with a margin of ten is 1e-7. */
#define DIFFERENCE 1e-3
#define NEAR_DIFFERENCE 1e-7

static double
inner(const Pair *pair, RandomState *s, NoslipExpr g, NoslipExpr h)
{
  double dg[2 * MOST], dh[2 * MOST];
  memcpy(pair->symbols.x, s->x, pair->random->m * sizeof(double));
  memcpy(pair->symbols.y, s->y, pair->random->n * sizeof(double));
  random_state_evaluate(pair->random, s);
  differential(pair, g, dg);
  differential(pair, h, dh);
  return random_state_bracket(pair->random, s, dg, dh);
}

static double
nested(const Pair *pair, const RandomState *at, NoslipExpr f, NoslipExpr g, NoslipExpr h)
{
  static const double weights[] = {1. / 12, -8. / 12, 8. / 12, -1. / 12}, places[] = {-2, -1, 1, 2};
  guint m = pair->random->m, n = pair->random->n;
  double df[2 * MOST], d[2 * MOST] = {0};
  for (guint i = 0; i < m + n; i++)
    for (guint j = 0; j < G_N_ELEMENTS(places); j++) {
      RandomState moved = *at;
      *(i < m ? &moved.x[i] : &moved.y[i - m]) += places[j] * DIFFERENCE;
      d[i] += weights[j] / DIFFERENCE * inner(pair, &moved, g, h);
    }
  RandomState here = *at;
  inner(pair, &here, g, h);
  differential(pair, f, df);
  return random_state_bracket(pair->random, at, df, d);
}

static void
check_jacobiator(Pair *pair)
{
  const TestCase *c = &pair->symbols;
  NoslipExpr f[] = {parse(pair, "x1"), parse(pair, "x2*x3"), c->model->y[1], c->model->y[c->model->n - 1]};
  RandomState s;
  guint n_large = 0;
  pair_draw(pair, &s);
  for (guint p = 0; p < G_N_ELEMENTS(f); p++)
    for (guint q = 0; q < p; q++)
      for (guint r = 0; r < q; r++) {
        double expected = nested(pair, &s, f[p], f[q], f[r]) + nested(pair, &s, f[q], f[r], f[p]) +
                          nested(pair, &s, f[r], f[p], f[q]);
        NoslipExpr jacobiator = noslip_bracket_jacobiator(c->distribution, f[p], f[q], f[r]);
        test_close(test_case_value(c, jacobiator), expected, NEAR_DIFFERENCE, "Jacobiator");
        n_large += fabs(expected) > 100 * NEAR_DIFFERENCE;
      }
  g_assert_cmpuint(n_large, >, 0); /* a random distribution is not involutive */
}

typedef struct {
  const char *name;
  RandomAlgebroid algebroid;
  RandomConstraints constraints;
  gboolean gyroscopic;
  guint n_formulations; /* that take it */
} Recipe;

static const Recipe recipes[] = {
    {"tangent/linear", RANDOM_TANGENT, RANDOM_LINEAR, FALSE, 5},
    {"tangent/affine-gyroscopic", RANDOM_TANGENT, RANDOM_AFFINE, TRUE, 5},
    {"tangent/nonlinear", RANDOM_TANGENT, RANDOM_NONLINEAR, TRUE, 3},
    {"frame/linear", RANDOM_FRAME, RANDOM_LINEAR, FALSE, 5},
    {"frame/affine-gyroscopic", RANDOM_FRAME, RANDOM_AFFINE, TRUE, 5},
    {"frame/nonlinear", RANDOM_FRAME, RANDOM_NONLINEAR, FALSE, 3},
    {"action/linear", RANDOM_ACTION, RANDOM_LINEAR, FALSE, 5},
    {"action/affine-gyroscopic", RANDOM_ACTION, RANDOM_AFFINE, TRUE, 5},
    {"action/nonlinear", RANDOM_ACTION, RANDOM_NONLINEAR, TRUE, 3},
};

static void
test_recipe(gconstpointer data)
{
  const Recipe *recipe = data;
  for (guint32 seed = 1; seed <= 2; seed++) {
    Pair pair;
    gboolean linear = recipe->constraints == RANDOM_LINEAR;
    pair_open(&pair, random_system_new(recipe->algebroid, recipe->constraints, recipe->gyroscopic, seed));
    check_model(&pair);
    g_assert_cmpuint(check_formulations(&pair), ==, recipe->n_formulations);
    check_brackets(&pair);
    if (recipe->constraints != RANDOM_NONLINEAR)
      check_noether(&pair);
    if (linear) {
      check_projected_bracket(&pair);
      check_jacobiator(&pair);
    }
    pair_close(&pair);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(recipes); i++) {
    g_autofree char *path = g_strdup_printf("/random-systems-agree/%s", recipes[i].name);
    g_test_add_data_func(path, &recipes[i], test_recipe);
  }
  return g_test_run();
}
