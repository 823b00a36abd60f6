/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Each formulation's accelerations at random states, against the equations that define them: W ydot = F +
 * Phi^T lambda, Phi ydot + drift = 0, solved in the test from the values of the model's expressions. */
#include "core/dynamics/formulations.h"
#include "core/system/model.h"
#include "core/system/reaction.h"
#include "tests/core/dynamics/systems.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

#define N_STATES 20

static const NoslipFormulation *const formulations[] = {
    &noslip_formulation_gibbs_appell,
    &noslip_formulation_projection,
    &noslip_formulation_lagrange_dalembert,
    &noslip_formulation_hamiltonian,
};

/* The system with the numbers of one state. */
typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  guint n_symbols;
  NoslipExpr *symbols; /* t, x, y, parameters */
  double *values;
  double *x, *y; /* in values */
  double *ydot, *lambda;
} Oracle;

static Oracle *
oracle_new(const TestSystem *test)
{
  Oracle *oracle = g_new0(Oracle, 1);
  NoslipSystem *system = oracle->system = test_parse(test->text, test->id, test->id);
  NoslipModel *model = oracle->model = noslip_model_new(system);
  oracle->n_symbols = 1 + model->m + model->n + system->n_parameters;
  oracle->symbols = g_new0(NoslipExpr, oracle->n_symbols);
  oracle->values = g_new0(double, oracle->n_symbols);
  oracle->symbols[0] = system->t;
  memcpy(oracle->symbols + 1, model->x, model->m * sizeof(NoslipExpr));
  memcpy(oracle->symbols + 1 + model->m, model->y, model->n * sizeof(NoslipExpr));
  oracle->x = oracle->values + 1;
  oracle->y = oracle->x + model->m;
  for (guint i = 0; i < system->n_parameters; i++) {
    oracle->symbols[1 + model->m + model->n + i] = system->parameters[i].symbol;
    oracle->y[model->n + i] = system->parameters[i].value;
  }
  oracle->ydot = g_new0(double, model->n + 1);
  oracle->lambda = g_new0(double, model->k + 1);
  return oracle;
}

static void
oracle_free(Oracle *oracle)
{
  noslip_model_free(oracle->model);
  noslip_system_unref(oracle->system);
  g_free(oracle->symbols);
  g_free(oracle->values);
  g_free(oracle->ydot);
  g_free(oracle->lambda);
  g_free(oracle);
}

static double
value(const Oracle *oracle, NoslipExpr e)
{
  return noslip_expr_value(oracle->model->graph, e, oracle->n_symbols, oracle->symbols, oracle->values);
}

/* One Newton step of y towards phi = 0, the shortest. */
static double
step_to_constraints(Oracle *oracle)
{
  guint n = oracle->model->n, k = oracle->model->k;
  double worst = 0;
  gsl_matrix *normal = gsl_matrix_calloc(k, k);
  gsl_matrix *jacobian = gsl_matrix_calloc(k, n);
  gsl_vector *residual = gsl_vector_calloc(k);
  for (guint i = 0; i < k; i++) {
    for (guint a = 0; a < n; a++)
      gsl_matrix_set(jacobian, i, a, value(oracle, oracle->model->jacobian[i * n + a]));
    gsl_vector_set(residual, i, value(oracle, oracle->model->phi[i]));
    worst = fmax(worst, fabs(gsl_vector_get(residual, i)));
  }
  for (guint i = 0; i < k; i++)
    for (guint j = 0; j < k; j++)
      for (guint a = 0; a < n; a++)
        *gsl_matrix_ptr(normal, i, j) += gsl_matrix_get(jacobian, i, a) * gsl_matrix_get(jacobian, j, a);
  g_assert_cmpint(gsl_linalg_HH_svx(normal, residual), ==, 0);
  for (guint i = 0; i < k; i++)
    for (guint a = 0; a < n; a++)
      oracle->y[a] -= gsl_vector_get(residual, i) * gsl_matrix_get(jacobian, i, a);
  gsl_matrix_free(normal);
  gsl_matrix_free(jacobian);
  gsl_vector_free(residual);
  return worst;
}

static void
random_state(Oracle *oracle, GRand *random)
{
  for (guint i = 0; i < 1 + oracle->model->m + oracle->model->n; i++)
    oracle->values[i] = g_rand_double_range(random, -1, 1);
  for (guint a = 0; a < oracle->model->n; a++) /* away from the corner where nonlinear constraints are singular */
    oracle->y[a] += oracle->y[a] > 0 ? 0.3 : -0.3;
  for (guint i = 0; oracle->model->k > 0 && i < 40; i++)
    if (step_to_constraints(oracle) < 1e-15)
      break;
}

/* ( W  -Phi^T ) (  ydot  )   (   F    )
 * ( Phi   0   ) ( lambda ) = ( -drift ) */
static void
solve(Oracle *oracle)
{
  const NoslipModel *model = oracle->model;
  guint n = model->n, k = model->k;
  gsl_matrix *a = gsl_matrix_calloc(n + k, n + k);
  gsl_vector *b = gsl_vector_calloc(n + k);
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < n; j++)
      gsl_matrix_set(a, i, j, value(oracle, model->mass[i * n + j]));
    gsl_vector_set(b, i, value(oracle, model->force[i]));
  }
  for (guint i = 0; i < k; i++) {
    for (guint j = 0; j < n; j++) {
      double entry = value(oracle, model->jacobian[i * n + j]);
      gsl_matrix_set(a, n + i, j, entry);
      gsl_matrix_set(a, j, n + i, -entry);
    }
    gsl_vector_set(b, n + i, -value(oracle, model->drift[i]));
  }
  g_assert_cmpint(gsl_linalg_HH_svx(a, b), ==, 0);
  for (guint i = 0; i < n; i++)
    oracle->ydot[i] = gsl_vector_get(b, i);
  for (guint i = 0; i < k; i++)
    oracle->lambda[i] = gsl_vector_get(b, n + i);
  gsl_matrix_free(a);
  gsl_vector_free(b);
}

static double
distance(guint n, const double *a, const double *b, double scale)
{
  double worst = 0;
  for (guint i = 0; i < n; i++)
    scale = fmax(scale, fabs(b[i]));
  for (guint i = 0; i < n; i++)
    worst = isfinite(a[i]) ? fmax(worst, fabs(a[i] - b[i]) / scale) : INFINITY;
  return worst;
}

/* dzdot/dz against central differences. */
static void
check_jacobian(const NoslipFormulation *formulation, gpointer work, guint size, double t, const double *z)
{
  g_autofree double *dfdz = g_new0(double, size *size + 1);
  g_autofree double *dfdt = g_new0(double, size + 1);
  g_autofree double *moved = g_memdup2(z, (size + 1) * sizeof(double));
  g_autofree double *ahead = g_new0(double, size + 1);
  g_autofree double *behind = g_new0(double, size + 1);
  const double h = 1e-5;
  double largest = 1;
  g_assert_cmpint(formulation->jacobian(work, t, z, dfdz, dfdt), ==, NOSLIP_STEP_OK);
  for (guint i = 0; i < size * size; i++)
    largest = fmax(largest, fabs(dfdz[i]));
  for (guint j = 0; j <= size; j++) {
    double step = j < size ? 0 : h;
    if (j < size)
      moved[j] = z[j] + h;
    g_assert_cmpint(formulation->rates(work, t + step, moved, ahead), ==, NOSLIP_STEP_OK);
    if (j < size)
      moved[j] = z[j] - h;
    g_assert_cmpint(formulation->rates(work, t - step, moved, behind), ==, NOSLIP_STEP_OK);
    if (j < size)
      moved[j] = z[j];
    for (guint i = 0; i < size; i++) {
      double exact = j < size ? dfdz[i * size + j] : dfdt[i];
      double difference = (ahead[i] - behind[i]) / (2 * h);
      g_assert_cmpfloat(fabs(exact - difference), <, 1e-6 * largest);
    }
  }
}

/* Rates and Jacobian by one program against the two functions. */
static void
check_linear(const NoslipFormulation *formulation, gpointer work, guint size, double t, const double *z)
{
  g_autofree double *linear = g_new0(double, (size + 1) * (size + 1));
  g_autofree double *zdot = g_new0(double, size + 1);
  g_autofree double *dfdz = g_new0(double, size *size + 1);
  g_autofree double *dfdt = g_new0(double, size + 1);
  double largest = 1;
  g_assert_cmpint(formulation->linearize(work, t, z, linear), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->rates(work, t, z, zdot), ==, NOSLIP_STEP_OK);
  g_assert_cmpint(formulation->jacobian(work, t, z, dfdz, dfdt), ==, NOSLIP_STEP_OK);
  for (guint i = 0; i < size * size; i++)
    largest = fmax(largest, fabs(dfdz[i]));
  g_assert_cmpfloat(distance(size, linear, zdot, 1), <, 1e-11);
  g_assert_cmpfloat(distance(size * size, linear + size, dfdz, largest), <, 1e-11);
}

static void
check_formulation(Oracle *oracle, const NoslipFormulation *formulation, guint64 seed, double *worst)
{
  guint m = oracle->model->m, n = oracle->model->n, k = oracle->model->k;
  g_autoptr(NoslipDiagnostic) error = NULL;
  gpointer dynamics = formulation->create(oracle->system, &error);
  g_assert_nonnull(dynamics);
  guint size = formulation->size(dynamics);
  gpointer work = formulation->work_new(dynamics);
  formulation->set_parameters(work, oracle->y + n);
  NoslipReaction *reaction = noslip_reaction_new(oracle->system);
  NoslipReactionWorkspace *reaction_work = noslip_reaction_workspace_new(reaction);
  noslip_reaction_set_parameters(reaction_work, oracle->y + n);
  g_autofree double *z = g_new0(double, size + 1);
  g_autofree double *row = g_new0(double, m + 2 * n + 2 * k + 1);
  GRand *random = g_rand_new_with_seed((guint32) seed);
  for (guint i = 0; i < N_STATES; i++) {
    random_state(oracle, random);
    solve(oracle);
    double t = oracle->values[0], *ydot = row + m + n, *lambda = ydot + n;
    g_assert_cmpint(formulation->enter(work, t, oracle->x, z), ==, NOSLIP_STEP_OK);
    g_assert_cmpint(formulation->observe(work, t, z, row, row + m, ydot, lambda), ==, NOSLIP_STEP_OK);
    g_assert_cmpfloat(distance(m, row, oracle->x, 1), ==, 0);
    g_assert_cmpfloat(distance(n, row + m, oracle->y, 1), <, 1e-12);
    worst[0] = fmax(worst[0], distance(n, ydot, oracle->ydot, 1));
    if (k > 0)
      g_assert_true(isnan(lambda[0]));
    noslip_reaction_evaluate(reaction_work, t, row, row + m, ydot, lambda);
    worst[1] = fmax(worst[1], distance(k, lambda, oracle->lambda, 1));
    if (i < 3)
      check_jacobian(formulation, work, size, t, z);
    if (i < 3 && formulation->linearize != NULL)
      check_linear(formulation, work, size, t, z);
  }
  g_rand_free(random);
  noslip_reaction_workspace_free(reaction_work);
  noslip_reaction_free(reaction);
  formulation->work_free(work);
  formulation->destroy(dynamics);
}

static void
test_accelerations(gconstpointer data)
{
  const TestSystem *test = data;
  Oracle *oracle = oracle_new(test);
  for (guint f = 0; f < G_N_ELEMENTS(formulations); f++) {
    const NoslipFormulation *formulation = formulations[f];
    gboolean subbundle = formulation == &noslip_formulation_lagrange_dalembert;
    gboolean dual = formulation == &noslip_formulation_hamiltonian;
    gboolean projector = formulation == &noslip_formulation_projection;
    gboolean refuses = (test->nonlinear && (subbundle || dual)) || (!test->quadratic && (dual || projector));
    g_autofree char *reason = noslip_formulation_refusal(formulation, oracle->system);
    g_assert_true((reason != NULL) == refuses);
    if (reason)
      continue;
    double worst[2] = {0, 0};
    check_formulation(oracle, formulation, 7, worst);
    g_test_message("%s: accelerations to %.1e, multipliers to %.1e", formulation->id, worst[0], worst[1]);
    g_assert_cmpfloat(worst[0], <, 1e-10);
    g_assert_cmpfloat(worst[1], <, 1e-9);
  }
  oracle_free(oracle);
}

static void
test_words(void)
{
  for (guint f = 0; f < G_N_ELEMENTS(formulations); f++) {
    const NoslipFormulation *formulation = formulations[f];
    g_assert_true(formulation->id && formulation->title && formulation->summary && formulation->source &&
                  formulation->latex);
    g_assert_true(g_str_has_suffix(formulation->summary, "."));
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dynamics/words", test_words);
  for (guint i = 0; i < G_N_ELEMENTS(test_systems); i++) {
    g_autofree char *path = g_strdup_printf("/dynamics/pointwise/%s", test_systems[i].id);
    g_test_add_data_func(path, &test_systems[i], test_accelerations);
  }
  return g_test_run();
}
