/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that a system is written with, and the spaces in which conserved quantities are searched. */
#include "core/finder/space.h"
#include "core/finder/atoms.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipDistribution *distribution;
  double *parameters;
} Case;

static void
case_open(Case *c, const char *statements)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  c->system = test_statements(statements);
  c->model = noslip_model_new(c->system);
  c->distribution = noslip_distribution_new(c->model, &error);
  g_assert_null(error);
  c->parameters = noslip_system_default_parameters(c->system);
}

static void
case_close(Case *c)
{
  g_free(c->parameters);
  noslip_distribution_free(c->distribution);
  noslip_model_free(c->model);
  noslip_system_unref(c->system);
}

static char *
texts_of(const Case *c, const GArray *list)
{
  g_autoptr(GString) found = g_string_new(NULL);
  for (guint i = 0; i < list->len; i++) {
    g_autofree char *text = noslip_expr_text(c->model->graph, g_array_index(list, NoslipExpr, i));
    g_string_append_printf(found, "%s%s", i > 0 ? "; " : "", text);
  }
  return g_string_free(g_steal_pointer(&found), FALSE);
}

/* Coordinates, sines with their cosines, functions and powers; no sums or products of these, and no function whose
 * factor is a parameter of value 0. If an entry g of the metric is divisible by 1 - cos(a)^2, with the quotient 1 +
 * sqrt(x), both factors are listed with their roots. */
static void
test_atoms(void)
{
  static const struct {
    const char *text, *atoms, *root;
  } cases[] = {
      {"coordinate x\ncoordinate y\nlagrangian (1 + x^2)*x'^2/2 + y'^2 + x*y\n", "x; y", "sqrt(x^2 + 1)"},
      {"coordinate x\ncoordinate y\nlagrangian x'^2 + y'^2 + x'^2*(2 + sqrt(1 + y)) + (x^2 + exp(y))*y'^2\n",
       "x; y; exp(y); sqrt(y + 1)", NULL},
      {"coordinate a angle\ncoordinate b\nlagrangian a'^2 + b'^2*(3 + cos(a)) - tanh(b) - sin(b)\n",
       "sin(a); cos(a); b; sin(b); cos(b); tanh(b)", "sqrt(2*cos(a) + 6)"},
      {"parameter k = 0\ncoordinate x\ncoordinate y\nlagrangian x'^2 + y'^2 - k*exp(x)\n", "x; y", NULL},
      {"coordinate x\ncoordinate a angle\n"
       "lagrangian x'^2 + a'^2*(1 + sqrt(1 + x) - cos(a)^2 - sqrt(1 + x)*cos(a)^2)\ninitial a = 1\n",
       "x; sin(a); cos(a); sqrt(x + 1)", "sqrt(2*sqrt(x + 1) + 2)"},
      /* the rotations in spherical coordinates have the components sin(b) and cos(b) cos(a)/sin(a) */
      {"coordinate a angle\ncoordinate b angle\nlagrangian a'^2 + sin(a)^2*b'^2\ninitial a = 1\n",
       "sin(a); cos(a); sin(b); cos(b)", "cos(a)/sin(a)"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    Case c;
    case_open(&c, cases[i].text);
    g_autoptr(NoslipAtoms) atoms = noslip_atoms_new(c.distribution, c.parameters, 0, NULL, FALSE);
    g_autofree char *found = texts_of(&c, atoms->atoms), *roots = texts_of(&c, atoms->radicals);
    g_test_message("%s", roots);
    g_assert_cmpstr(found, ==, cases[i].atoms);
    g_assert_true(cases[i].root == NULL || strstr(roots, cases[i].root) != NULL);
    g_assert_cmpuint(atoms->radicals->len % NOSLIP_ATOMS_FAMILY, ==, 0);
    case_close(&c);
  }
}

/* Monomials: 1, of the momenta those of each degree, of the velocities those of the degrees 1 and 2. */
static void
test_monomials(void)
{
  for (guint degree = 1; degree <= NOSLIP_SPACE_MOST_DEGREE; degree++) {
    Case c;
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    case_open(&c, "coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: x' = y'\ninitial x' = 1\n");
    double xy[4];
    g_assert_true(noslip_state_initial(c.system, c.parameters, 0, NULL, xy, xy + 2, NULL, diagnostics));
    g_autoptr(NoslipDynamics) dynamics =
        noslip_dynamics_new(noslip_formulation_for(c.system, NOSLIP_DYNAMICS_NONHOLONOMIC), c.system, &error);
    g_assert_nonnull(dynamics);
    const NoslipSpaceOptions options = {.degree = degree, .seed = 1};
    g_autoptr(NoslipSpace) space = noslip_space_new(c.distribution, dynamics, c.parameters, xy, &options, NULL, &error);
    g_assert_nonnull(space);
    g_assert_cmpuint(space->n_u, ==, 1 + 2);
    g_assert_cmpuint(space->n_narrowed, ==, 0);
    /* one momentum: one monomial of each degree; two velocities: 2 of degree 1, 3 of degree 2 */
    g_assert_cmpuint(space->n_monomials, ==, 1 + degree + (degree == 1 ? 2 : 2 + 3));
    for (guint i = 0; i < space->n_monomials; i++)
      g_assert_cmpuint(space->monomials[i].degree, <=, degree);
    g_clear_pointer(&space, noslip_space_free);
    case_close(&c);
  }
}

/* Under the force -1 the rate of x^a v^b is a x^(a - 1) v^(b + 1) - b x^a v^(b - 1); its size is the sum of these
 * terms. */
static void
test_values(void)
{
  Case c;
  g_autoptr(NoslipDiagnostic) error = NULL;
  case_open(&c, "coordinate x\nlagrangian x'^2/2 - x\ninitial x = 0.4\ninitial x' = 0.7\n");
  const double xy[2] = {0.4, 0.7};
  g_autoptr(NoslipDynamics) dynamics =
      noslip_dynamics_new(noslip_formulation_for(c.system, NOSLIP_DYNAMICS_NONHOLONOMIC), c.system, &error);
  const NoslipSpaceOptions options = {.degree = 2, .seed = 1};
  g_autoptr(NoslipSpace) space = noslip_space_new(c.distribution, dynamics, c.parameters, xy, &options, NULL, &error);
  g_autoptr(NoslipStates) states = noslip_states_new(dynamics, c.parameters, xy, 5, 2, &error);
  g_assert_null(error);
  guint n = space->n_columns, n_states = states->n, degrees[3] = {0};
  g_autofree double *value = g_new0(double, n *n_states), *rate = g_new0(double, n *n_states),
                    *size = g_new0(double, n *n_states);
  noslip_space_evaluate(space, c.parameters, states, n, NULL, value, rate, size);
  for (guint i = 0; i < n; i++) {
    const NoslipSpaceColumn *column = &space->columns[i];
    g_autofree char *b = noslip_expr_text(c.model->graph, space->b[column->b]);
    guint power = strcmp(b, "1") == 0   ? 0
                  : strcmp(b, "x") == 0 ? 1
                                        : 2,
          degree = space->monomials[column->monomial].degree;
    g_assert_true(power < 2 || strcmp(b, "x^2") == 0);
    degrees[degree]++;
    for (guint s = 0; s < n_states; s++) { /* x^power v^degree, with v' = -1 */
      const double *row = noslip_states_row(states, s);
      double x = row[noslip_row_x(c.system)], v = row[noslip_row_y(c.system)];
      double along_x = power > 0 ? power * pow(x, power - 1) * v * pow(v, degree) : 0;
      double along_v = degree > 0 ? pow(x, power) * degree * pow(v, degree - 1) : 0;
      g_assert_cmpfloat_with_epsilon(value[i * n_states + s], pow(x, power) * pow(v, degree), 1e-12);
      g_assert_cmpfloat_with_epsilon(rate[i * n_states + s], along_x - along_v, 1e-12);
      g_assert_cmpfloat_with_epsilon(size[i * n_states + s], fabs(along_x) + fabs(along_v), 1e-12);
    }
  }
  g_assert_true(degrees[0] == 2 && degrees[1] == 3 && degrees[2] == 3); /* x, x^2; and times 1, x, x^2 */
  g_clear_pointer(&space, noslip_space_free);
  case_close(&c);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  gsl_set_error_handler_off();
  g_test_add_func("/space/atoms", test_atoms);
  g_test_add_func("/space/monomials", test_monomials);
  g_test_add_func("/space/values", test_values);
  return g_test_run();
}
