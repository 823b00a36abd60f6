/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Properties of every nonholonomic bracket: skew symmetry, Leibniz' rule, dependence on values on M alone, evolution,
 * and the Jacobi identity exactly if D is involutive. */
#include "tests/core/geometry/support.h"

#include "core/geometry/bracket-table.h"
#include "core/geometry/bracket.h"
#include "core/language/language.h"
#include "core/system/row.h"
#include "core/trajectory/observer.h"

#include <math.h>
#include <string.h>

static NoslipExpr
parse(const TestCase *c, const char *text)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipExpr e = NOSLIP_ZERO;
  g_assert_true(noslip_language_expression(c->system, c->model->graph, text, &e, diagnostics));
  return e;
}

static double
bracket(const TestCase *c, NoslipExpr f, NoslipExpr g)
{
  return test_case_value(c, noslip_bracket(c->distribution, f, g));
}

/* A nonlinear constraint (Appell and Hamel), an affine one, and a Lagrangian with a term linear in the velocities. */
static const char *const appell =
    "noslip 1\nparameter a = 0.7\nparameter m = 1.3\nparameter g = 2\n"
    "coordinate x\ncoordinate y\ncoordinate z\n"
    "lagrangian m*(x'^2 + y'^2 + z'^2)/2 - m*g*z\n"
    "constraint cone: x'^2 + y'^2 = a^2*z'^2\ninitial x' = 1\ninitial y' = 0.6\ninitial z' = sqrt(1.36)/a\n";
/* The same at constant speed, with an additional affine constraint: none is homogeneous in the velocities. */
static const char *const speed = "noslip 1\nparameter c = 1.5\nparameter m = 1.3\n"
                                 "coordinate x\ncoordinate y\ncoordinate z\ncoordinate u\n"
                                 "lagrangian m*(x'^2 + y'^2 + z'^2 + (1 + x^2)*u'^2)/2 - m*(2*z + x*y) - u^2\n"
                                 "constraint speed: x'^2 + y'^2 + z'^2 = c^2\nconstraint drift: u' = y*x' + 0.3\n"
                                 "initial x' = 0.8\ninitial y' = 0.6\ninitial z' = sqrt(c^2 - 1)\n";
static const char *const magnetic = "noslip 1\nparameter B = 0.8\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                    "lagrangian (1 + y^2)*(x'^2 + y'^2 + z'^2)/2 + B*(x*y' - y*x') - x^2 - z\n"
                                    "constraint slope: z' - y*x' = 0.3*x\ninitial x' = 0.4\ninitial y' = 0.5\n";

/* With linear constraints R_L is zero, so that the bracket with the energy alone is the evolution. */
static const char *const gyroscopic = "noslip 1\nparameter B = 0.8\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                      "lagrangian (1 + y^2)*(x'^2 + y'^2 + z'^2)/2 + B*(x*y' - y*x') + z*x' - x^2 - z\n"
                                      "constraint slope: z' - y*x' = 0\ninitial x' = 0.4\ninitial y' = 0.5\n";

/* Coefficients of very different sizes in the kinetic metric, by the constraint or by masses: solved for x' every
 * section would point along x' nearly, and solved for v' nearly along v'. */
static const char *const steep = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\ncoordinate th\n"
                                 "lagrangian (x'^2 + y'^2 + z'^2 + th'^2)/2 - y*th\n"
                                 "constraint steep: x' + 1e9*cos(th)*y' + 1e9*sin(th)*z' = 0\ninitial z' = 1\n";
static const char *const heavy = "noslip 1\ncoordinate v\ncoordinate y\ncoordinate z\ncoordinate th\n"
                                 "lagrangian (1e18*v'^2 + y'^2 + z'^2 + th'^2)/2 - y*th\n"
                                 "constraint light: v' + cos(th)*y' + sin(th)*z' = 0\ninitial z' = 1\n";

static const char *const functions[] = {"x", "y*x", "x'*y + sin(x)", "energy", "z*x' + y'", "x'^2 - y'*z'"};

static NoslipSystem *
system_of(const char *what)
{
  return strstr(what, "noslip 1") != NULL ? test_text(what) : test_catalogue(what);
}

static void
test_algebra(gconstpointer what)
{
  TestCase c;
  test_case_open(&c, system_of(what));
  NoslipGraph *graph = c.model->graph;
  NoslipExpr f[G_N_ELEMENTS(functions)];
  guint n = 0, n_nonzero = 0;
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++)
    f[n++] = parse(&c, functions[i]);
  NoslipExpr off = NOSLIP_ZERO; /* vanishes on M */
  for (guint i = 0; i < c.system->k; i++)
    off = noslip_expr_add(graph, off, noslip_expr_mul(graph, parse(&c, "cos(x) + y'"), c.system->constraints[i].phi));
  for (guint32 seed = 1; seed <= 4; seed++) {
    test_seeded_state(c.system, c.parameters, seed, c.x, c.y);
    for (guint i = 0; i < n; i++)
      for (guint j = 0; j < n; j++) {
        double fg = bracket(&c, f[i], f[j]);
        g_assert_true(isfinite(fg));
        n_nonzero += fabs(fg) > 1e-3;
        test_close(fg, -bracket(&c, f[j], f[i]), 1e-12, "skew symmetry");
        test_close(bracket(&c, noslip_expr_add(graph, f[i], off), f[j]), fg, 1e-10, "values on M alone");
        NoslipExpr product = noslip_expr_mul(graph, f[j], f[(j + 1) % n]);
        double leibniz =
            fg * test_case_value(&c, f[(j + 1) % n]) + test_case_value(&c, f[j]) * bracket(&c, f[i], f[(j + 1) % n]);
        test_close(bracket(&c, f[i], product), leibniz, 1e-10, "Leibniz");
      }
    NoslipExpr jacobiator = noslip_bracket_jacobiator(c.distribution, f[0], f[2], f[5]);
    NoslipExpr shifted = noslip_bracket_jacobiator(c.distribution, f[0], noslip_expr_add(graph, f[2], off), f[5]);
    test_close(test_case_value(&c, shifted), test_case_value(&c, jacobiator), 1e-9, "Jacobiator: values on M alone");
  }
  g_assert_cmpuint(n_nonzero, >, 40);
  test_case_close(&c);
}

/* df/dt = R_L(f) + {f, E}, against d(f) by the chain rule with accelerations from the multipliers' equations, which are
 * solved here in numbers: W ydot - Phi^T lambda = F, Phi ydot = -drift. */
static void
solve_motion(const TestCase *c, double *ydot)
{
  guint n = c->model->n, k = c->model->k, size = n + k;
  g_autofree double *a = g_new0(double, size *(size + 1));
  for (guint i = 0; i < n; i++) {
    for (guint j = 0; j < n; j++)
      a[i * (size + 1) + j] = test_case_value(c, c->model->mass[i * n + j]);
    for (guint l = 0; l < k; l++) {
      a[i * (size + 1) + n + l] = -test_case_value(c, c->model->jacobian[l * n + i]);
      a[(n + l) * (size + 1) + i] = test_case_value(c, c->model->jacobian[l * n + i]);
    }
    a[i * (size + 1) + size] = test_case_value(c, c->model->force[i]);
  }
  for (guint l = 0; l < k; l++)
    a[(n + l) * (size + 1) + size] = -test_case_value(c, c->model->drift[l]);
  for (guint step = 0; step < size; step++) { /* Gauss-Jordan with row pivots */
    guint best = step;
    for (guint i = step + 1; i < size; i++)
      if (fabs(a[i * (size + 1) + step]) > fabs(a[best * (size + 1) + step]))
        best = i;
    for (guint j = 0; j <= size; j++) {
      double entry = a[step * (size + 1) + j];
      a[step * (size + 1) + j] = a[best * (size + 1) + j];
      a[best * (size + 1) + j] = entry;
    }
    for (guint i = 0; i < size; i++) {
      double factor = a[i * (size + 1) + step] / a[step * (size + 1) + step];
      for (guint j = 0; j <= size && i != step; j++)
        a[i * (size + 1) + j] -= factor * a[step * (size + 1) + j];
    }
  }
  for (guint i = 0; i < n; i++)
    ydot[i] = a[i * (size + 1) + size] / a[i * (size + 1) + i];
}

static double
rate(const TestCase *c, NoslipExpr f, const double *ydot)
{
  double sum = 0;
  for (guint i = 0; i < c->model->m; i++)
    sum += test_case_value(c, noslip_expr_derivative(c->model->graph, f, c->model->x[i])) *
           test_case_value(c, c->model->velocity[i]);
  for (guint i = 0; i < c->model->n; i++)
    sum += test_case_value(c, noslip_expr_derivative(c->model->graph, f, c->model->y[i])) * ydot[i];
  return sum;
}

static void
test_evolution(gconstpointer what)
{
  TestCase c;
  test_case_open(&c, system_of(what));
  g_autofree double *ydot = g_new0(double, c.system->n + 1);
  const NoslipExpr *symbolic = noslip_distribution_acceleration(c.distribution);
  guint n_nonzero = 0;
  for (guint32 seed = 11; seed <= 14; seed++) {
    test_seeded_state(c.system, c.parameters, seed, c.x, c.y);
    solve_motion(&c, ydot);
    for (guint i = 0; i < c.system->n; i++)
      test_close(test_case_value(&c, symbolic[i]), ydot[i], 1e-9, "acceleration");
    for (guint i = 0; i < c.system->m + c.system->n + 1; i++) {
      NoslipExpr f = i < c.system->m                 ? c.model->x[i]
                     : i < c.system->m + c.system->n ? c.model->y[i - c.system->m]
                                                     : c.system->energy;
      double sum =
          bracket(&c, f, c.system->energy) + test_case_value(&c, noslip_bracket_residual_field(c.distribution, f));
      double expected = rate(&c, f, ydot);
      n_nonzero += fabs(expected) > 1e-3;
      test_close(sum, expected, 1e-9, "df/dt = R_L(f) + {f, E}");
    }
  }
  g_assert_cmpuint(n_nonzero, >, 3);
  test_case_close(&c);
}

/* The largest Jacobiator of a system's table at a few states. */
static double
largest_jacobiator(const char *text)
{
  g_autoptr(NoslipSystem) system = system_of(text);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipBracketTable) table = noslip_bracket_table_new(system, 0, NULL, TRUE, diagnostics);
  g_assert_nonnull(table);
  g_autofree double *parameters = test_parameters(system, NULL);
  g_autofree double *x = g_new0(double, system->m + 1);
  g_autofree double *y = g_new0(double, system->n + 1);
  g_autofree double *triples = g_new0(double, noslip_bracket_table_n_triples(table) + 1);
  double largest = 0;
  g_assert_cmpuint(noslip_bracket_table_n_triples(table), >, 0);
  for (guint32 seed = 21; seed <= 24; seed++) {
    test_seeded_state(system, parameters, seed, x, y);
    noslip_bracket_table_evaluate(table, parameters, x, y, NULL, NULL, NULL, triples, NULL);
    for (guint i = 0; i < noslip_bracket_table_n_triples(table); i++) {
      g_assert_true(isfinite(triples[i]));
      largest = fmax(largest, fabs(triples[i]));
    }
  }
  return largest;
}

/* M, after the definition: the Jacobi identity holds exactly if the distribution is involutive. */
static void
test_involutive(void)
{
  static const char *const form = "noslip 1\nparameter m = 1.2\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                  "lagrangian m*(1 + x^2)*x'^2/2 + (y'^2 + (2 + sin(y))*z'^2)/2 + x'*z'/3 - x*y\n"
                                  "constraint c: %s = 0\ninitial x = 0.5\ninitial x' = 1\ninitial y' = 0.4\n";
  g_autofree char *integrable = g_strdup_printf(form, "z' - 2*x*x' - cos(y)*y'"); /* z = x^2 + sin y + const */
  g_autofree char *contact = g_strdup_printf(form, "z' - y*x'");
  g_assert_cmpfloat(largest_jacobiator(integrable), <, 1e-12);
  g_assert_cmpfloat(largest_jacobiator(contact), >, 1e-2);
  g_assert_cmpfloat(largest_jacobiator("rigid-body"), <, 1e-12); /* no constraints: a Poisson bracket */
  /* in other units of z: a small value is not taken for zero, but rounding is */
  g_autofree char *coarse = g_strdup_printf(form, "z' - 1e7*(2*x*x' + cos(y)*y')");
  g_autofree char *fine = g_strdup_printf(form, "z' - 1e-13*y*x'");
  g_assert_cmpfloat(largest_jacobiator(coarse), ==, 0);
  double small = largest_jacobiator(fine);
  g_assert_true(small > 1e-15 && small < 1e-12);
}

static void
test_table(void)
{
  static const char *const names[] = {"theta", "p_1", "p_2", "v1*cos(theta)", "energy"};
  g_autoptr(NoslipSystem) system = test_catalogue("chaplygin-sleigh");
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipBracketTable) table = noslip_bracket_table_new(system, 5, names, TRUE, diagnostics);
  g_assert_nonnull(table);
  g_autofree double *parameters = test_parameters(system, NULL);
  double x[3] = {0.3, -0.2, 0.7}, y[3] = {0.5, 0, 1.4}, values[5], matrix[25], triples[10], structure[8];
  g_assert_cmpuint(noslip_bracket_table_n_triples(table), ==, 10);
  guint at = 0;
  for (guint i = 0; i < 5; i++)
    for (guint j = i + 1; j < 5; j++)
      for (guint k = j + 1; k < 5; k++, at++) {
        guint of[3];
        noslip_bracket_table_triple(table, at, &of[0], &of[1], &of[2]);
        g_assert_cmpuint(of[0], ==, i);
        g_assert_cmpuint(of[1], ==, j);
        g_assert_cmpuint(of[2], ==, k);
      }
  noslip_bracket_table_evaluate(table, parameters, x, y, NULL, values, matrix, triples, structure);
  g_assert_cmpfloat(values[0], ==, 0.7);
  for (guint i = 0; i < 5; i++)
    for (guint j = 0; j < 5; j++)
      g_assert_cmpfloat(matrix[i * 5 + j], ==, -matrix[j * 5 + i]);
  /* {theta, E} = omega, {theta, p(omega)} = 1 */
  test_close(matrix[4], y[2], 1e-13, "{theta, E}");
  guint omega = strcmp(noslip_bracket_table_basis(table, 0), "omega") == 0 ? 1 : 2;
  test_close(matrix[omega], 1, 1e-13, "{theta, p(omega)}");
  static const char *const bad[] = {"theta", "d(omega)"};
  g_assert_null(noslip_bracket_table_new(system, 2, bad, FALSE, diagnostics));
  g_assert_cmpuint(diagnostics->n_errors, ==, 1);
}

/* If the generic chart is degenerate, a basis for the state is used; brackets do not depend on the basis. */
static void
test_chart(void)
{
  TestCase c;
  test_case_open(&c, test_catalogue("snakeboard"));
  test_seeded_state(c.system, c.parameters, 3, c.x, c.y);
  NoslipDiagnostic *error = NULL;
  g_autoptr(NoslipDistribution) other = noslip_distribution_new_at(c.model, c.parameters, c.x, c.y, &error);
  g_assert_null(error);
  static const char *const names[] = {"x", "theta", "phi", "p(theta')", "p(phi')", "p(psi')", "x'*theta'"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    for (guint j = 0; j < i; j++) {
      NoslipExpr f = parse(&c, names[i]), g = parse(&c, names[j]);
      test_close(test_case_value(&c, noslip_bracket(other, f, g)), bracket(&c, f, g), 1e-10, "two bases");
    }
  test_case_close(&c);
}

/* Denominators are cleared from the basis, so that it is good where cos(theta) or sin(phi) vanishes. */
static void
test_special_states(void)
{
  TestCase c;
  test_case_open(&c, test_catalogue("snakeboard"));
  g_assert_cmpstr(c.distribution->basis_text[0], ==,
                  "r*cos(phi)*cos(theta)*x' + r*cos(phi)*sin(theta)*y' - sin(phi)*theta'"); /* G, example 6.2 */
  const double angles[] = {0, G_PI_2, G_PI};
  for (guint i = 0; i < G_N_ELEMENTS(angles); i++) {
    memset(c.x, 0, c.system->m * sizeof(double));
    memset(c.y, 0, c.system->n * sizeof(double));
    c.x[2] = angles[i];
    c.y[0] = cos(angles[i]); /* straight ahead with straight wheels */
    c.y[1] = sin(angles[i]);
    c.y[3] = 0.7;
    test_close(bracket(&c, c.model->x[0], c.distribution->momenta[0]), 0.6 * cos(angles[i]), 1e-13, "{x, p_1}");
    test_close(bracket(&c, parse(&c, "x'*cos(theta) + y'*sin(theta)"), c.model->x[1]), -sin(angles[i]) / 2, 1e-13,
               "{v, y}");
  }
  test_case_close(&c);
}

static void
test_dependent(void)
{
  g_autoptr(NoslipSystem) system = test_catalogue("nonholonomic-particle");
  g_autoptr(NoslipModel) model = noslip_model_new(system);
  NoslipDiagnostic *error = NULL;
  /* A model with its constraint duplicated, as after a loss of rank in a run. */
  model->k = 2;
  g_free(model->jacobian);
  model->jacobian = g_new0(NoslipExpr, 6);
  for (guint i = 0; i < 3; i++)
    model->jacobian[i] = model->jacobian[3 + i] = noslip_expr_derivative(model->graph, model->phi[0], model->y[i]);
  NoslipConstraint twice[2] = {system->constraints[0], system->constraints[0]};
  NoslipSystem doubled = *system;
  doubled.k = 2;
  doubled.constraints = twice;
  model->system = &doubled;
  g_assert_null(noslip_distribution_new(model, &error));
  g_assert_nonnull(error);
  g_assert_cmpint(error->code, ==, NOSLIP_CODE_DEPENDENT);
  noslip_diagnostic_free(error);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/bracket/algebra/particle", "nonholonomic-particle", test_algebra);
  g_test_add_data_func("/bracket/algebra/nonlinear", appell, test_algebra);
  g_test_add_data_func("/bracket/algebra/affine", magnetic, test_algebra);
  g_test_add_data_func("/bracket/algebra/speed", speed, test_algebra);
  g_test_add_data_func("/bracket/evolution/nonlinear", appell, test_evolution);
  g_test_add_data_func("/bracket/evolution/speed", speed, test_evolution);
  g_test_add_data_func("/bracket/evolution/affine", magnetic, test_evolution);
  g_test_add_data_func("/bracket/algebra/gyroscopic", gyroscopic, test_algebra);
  g_test_add_data_func("/bracket/evolution/gyroscopic", gyroscopic, test_evolution);
  g_test_add_data_func("/bracket/evolution/table", "ball-on-rotating-table", test_evolution);
  g_test_add_data_func("/bracket/evolution/steep", steep, test_evolution);
  g_test_add_data_func("/bracket/evolution/heavy", heavy, test_evolution);
  g_test_add_data_func("/bracket/evolution/snakeboard", "snakeboard", test_evolution);
  g_test_add_data_func("/bracket/evolution/disk", "rolling-disk", test_evolution);
  g_test_add_func("/bracket/involutive", test_involutive);
  g_test_add_func("/bracket/table", test_table);
  g_test_add_func("/bracket/chart", test_chart);
  g_test_add_func("/bracket/special-states", test_special_states);
  g_test_add_func("/bracket/dependent", test_dependent);
  return g_test_run();
}
