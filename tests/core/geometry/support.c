/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "tests/core/geometry/support.h"

#include "core/system/state.h"

#include <gsl/gsl_linalg.h>
#include <math.h>
#include <string.h>

JsonParser *
test_reference(const char *name)
{
  g_autofree char *base = g_strdup_printf("%s.json", name);
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_TESTS"), "reference", base, NULL);
  g_autoptr(GError) error = NULL;
  JsonParser *parser = json_parser_new();
  json_parser_load_from_file(parser, file, &error);
  g_assert_no_error(error);
  return parser;
}

double *
test_parameters(const NoslipSystem *system, JsonObject *values)
{
  double *parameters = noslip_system_default_parameters(system);
  for (guint i = 0; i < system->n_parameters && values != NULL; i++)
    if (json_object_has_member(values, system->parameters[i].name))
      parameters[i] = json_object_get_double_member(values, system->parameters[i].name);
  return parameters;
}

void
test_state(const NoslipSystem *system, JsonObject *values, double *x, double *y)
{
  for (guint i = 0; i < system->m; i++)
    x[i] = json_object_get_double_member(values, system->coordinates[i].name);
  for (guint i = 0; i < system->n; i++)
    y[i] = json_object_get_double_member(values, system->fibres[i].name);
}

double
test_value(const NoslipSystem *system, const NoslipGraph *graph, NoslipExpr e, const double *parameters,
           const double *x, const double *y)
{
  guint n = system->n_parameters + system->m + system->n;
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, n + 1);
  g_autofree double *values = g_new(double, n + 1);
  guint at = 0;
  for (guint i = 0; i < system->n_parameters; i++, at++) {
    symbols[at] = system->parameters[i].symbol;
    values[at] = parameters[i];
  }
  for (guint i = 0; i < system->m; i++, at++) {
    symbols[at] = system->coordinates[i].symbol;
    values[at] = x[i];
  }
  for (guint i = 0; i < system->n; i++, at++) {
    symbols[at] = system->fibres[i].symbol;
    values[at] = y[i];
  }
  return noslip_expr_value(graph, e, n, symbols, values);
}

/* Newton's method for n_equations functions of the variables `unknowns`, with least-norm steps. */
static void
solve(const NoslipSystem *system, NoslipGraph *graph, guint n_equations, const NoslipExpr *equations, guint n,
      const NoslipExpr *symbols, double *unknowns, const double *parameters, double *x, double *y)
{
  for (guint round = 0; round < 50 && n_equations > 0; round++) {
    gsl_matrix *transposed = gsl_matrix_calloc(n, n_equations);
    gsl_vector *residual = gsl_vector_calloc(n_equations);
    double worst = 0;
    for (guint c = 0; c < n_equations; c++) {
      gsl_vector_set(residual, c, test_value(system, graph, equations[c], parameters, x, y));
      worst = fmax(worst, fabs(gsl_vector_get(residual, c)));
      for (guint i = 0; i < n; i++) {
        NoslipExpr slope = noslip_expr_derivative(graph, equations[c], symbols[i]);
        gsl_matrix_set(transposed, i, c, test_value(system, graph, slope, parameters, x, y));
      }
    }
    /* The least-norm step of J step = residual: J^T = U S V^T, step = U S^-1 V^T residual. */
    gsl_matrix *v = gsl_matrix_calloc(n_equations, n_equations);
    gsl_vector *s = gsl_vector_calloc(n_equations), *work = gsl_vector_calloc(n_equations);
    gsl_linalg_SV_decomp(transposed, v, s, work);
    for (guint i = 0; i < n; i++) {
      double step = 0;
      for (guint c = 0; c < n_equations; c++)
        for (guint d = 0; d < n_equations; d++)
          step += gsl_matrix_get(transposed, i, c) / gsl_vector_get(s, c) * gsl_matrix_get(v, d, c) *
                  gsl_vector_get(residual, d);
      unknowns[i] -= step;
    }
    gsl_matrix_free(transposed);
    gsl_matrix_free(v);
    gsl_vector_free(residual);
    gsl_vector_free(s);
    gsl_vector_free(work);
    if (worst < 1e-15)
      break;
  }
}

void
test_seeded_state(const NoslipSystem *system, const double *parameters, guint32 seed, double *x, double *y)
{
  g_autoptr(GRand) random = g_rand_new_with_seed(seed);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autofree NoslipExpr *xs = g_new0(NoslipExpr, system->m + 1);
  g_autofree NoslipExpr *ys = g_new0(NoslipExpr, system->n + 1);
  g_autofree NoslipExpr *phi = g_new0(NoslipExpr, system->k + 1);
  gboolean found = noslip_state_initial(system, parameters, 0, NULL, x, y, NULL, diagnostics);
  if (!found)
    test_report(diagnostics);
  g_assert_true(found);
  for (guint i = 0; i < system->m; i++) {
    xs[i] = system->coordinates[i].symbol;
    x[i] += g_rand_double_range(random, -0.4, 0.4);
  }
  for (guint i = 0; i < system->n; i++) {
    ys[i] = system->fibres[i].symbol;
    y[i] += g_rand_double_range(random, -1, 1);
  }
  for (guint i = 0; i < system->k; i++)
    phi[i] = system->constraints[i].phi;
  solve(system, graph, system->n_manifolds, system->manifolds, system->m, xs, x, parameters, x, y);
  solve(system, graph, system->k, phi, system->n, ys, y, parameters, x, y);
}

void
test_close(double a, double b, double tolerance, const char *what)
{
  if (fabs(a - b) <= tolerance * (1 + fabs(b)))
    return;
  g_test_message("%s: %.17g, expected %.17g", what, a, b);
  g_test_fail();
}

void
test_case_open(TestCase *c, NoslipSystem *system)
{
  NoslipDiagnostic *error = NULL;
  c->system = system;
  c->model = noslip_model_new(system);
  c->distribution = noslip_distribution_new(c->model, &error);
  g_assert_null(error);
  c->parameters = test_parameters(system, NULL);
  c->x = g_new0(double, system->m + 1);
  c->y = g_new0(double, system->n + 1);
}

void
test_case_close(TestCase *c)
{
  noslip_distribution_free(c->distribution);
  noslip_model_free(c->model);
  noslip_system_unref(c->system);
  g_free(c->parameters);
  g_free(c->x);
  g_free(c->y);
}

double
test_case_value(const TestCase *c, NoslipExpr e)
{
  return test_value(c->system, c->model->graph, e, c->parameters, c->x, c->y);
}
