/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lagrange-Poincare equations: closed forms, and the model's force, which is computed from all structure functions at
 * once, against the sum of what curvature, connection and algebra give. */
#include "tests/core/geometry/support.h"

#include "core/geometry/atiyah.h"

#include <math.h>
#include <string.h>

/* The plane with a magnetic field B as the curvature of a circle bundle (Wong, Kaluza-Klein). */
static const char magnetic[] = "noslip 1\nparameter B = 1.7\ncoordinate x\ncoordinate y\nsection x'\nsection y'\n"
                               "section u\nbracket [x', y'] = -B*u\nlagrangian (x'^2 + y'^2 + u^2)/2 - x^2*y\n"
                               "initial x' = 1\ninitial u = 0.4\n";

/* An so(3) bundle over the plane with the connection A_x = y xi_3, A_y = x^2 xi_1: e_i = d_i - A_i^a xi_a, so that
 * [e_i, xi_b] = -A_i^a c^c_ab xi_c and [e_x, e_y] = -d_x A_y + d_y A_x + A_x^a A_y^b c^c_ab xi_c. */
#define TWISTED                                                                                                        \
  "noslip 1\nparameter I = 0.7\ncoordinate x\ncoordinate y\nsection w1\nsection x'\n"                                  \
  "section w2\nsection y'\nsection w3\n"                                                                               \
  "bracket [w1, w2] = w3\nbracket [w2, w3] = w1\nbracket [w3, w1] = w2\n"                                              \
  "bracket [x', w1] = -y*w2\nbracket [x', w2] = y*w1\n"                                                                \
  "bracket [y', w2] = -x^2*w3\nbracket [y', w3] = x^2*w2\n"                                                            \
  "bracket [x', y'] = -2*x*w1 + w3 + y*x^2*w2\n"                                                                       \
  "lagrangian (x'^2*(1 + y^2) + y'^2)/2 + x*x'*w3 + (w1^2 + I*w2^2 + 2*w3^2)/2 - cos(x)*y\n"                           \
  "force x' = -x'/5\nforce w2 = 0.3\ninitial x' = 1\n"
static const char twisted[] = TWISTED;

/* The same bundle with a constraint that mixes base and fibre, and a ball on an incline. */
static const char bound[] = TWISTED "constraint mix: w1 + (1 + x^2)*x' - 2*w3 + y' = 0\n";
static const char incline[] =
    "noslip 1\nparameter r = 0.4\nparameter I = 0.096\ncoordinate x\ncoordinate y\nsection x'\n"
    "section y'\nsection w1\nsection w2\nsection w3\nbracket [w1, w2] = -w3\n"
    "bracket [w2, w3] = -w1\nbracket [w3, w1] = -w2\n"
    "lagrangian (x'^2 + y'^2)/2 + I*(w1^2 + w2^2 + w3^2)/2 + 3*x - y^2\n"
    "constraint slip_x: x' - r*w2 = 0\nconstraint slip_y: y' + r*w1 = 0\n"
    "initial x' = 1\ninitial w3 = 2\n";

typedef struct {
  NoslipSystem *system;
  NoslipModel *model;
  NoslipAtiyah *atiyah;
  double *parameters, *x, *y;
} Case;

static void
case_open(Case *c, const char *what)
{
  c->system = test_open(what);
  c->model = noslip_model_new(c->system);
  c->atiyah = noslip_atiyah_new(c->model, c->system->dynamics);
  c->parameters = test_parameters(c->system, NULL);
  c->x = g_new0(double, c->system->m + 1);
  c->y = g_new0(double, c->system->n + 1);
}

static void
case_close(Case *c)
{
  noslip_atiyah_free(c->atiyah);
  noslip_model_free(c->model);
  noslip_system_unref(c->system);
  g_free(c->parameters);
  g_free(c->x);
  g_free(c->y);
}

static double
value(const Case *c, NoslipExpr e)
{
  return test_value(c->system, c->model->graph, e, c->parameters, c->x, c->y);
}

/* dL/dx + coupling + Q - x'^i d_i p = F, what W ydot is without multipliers. */
static void
test_force(gconstpointer what)
{
  Case c;
  case_open(&c, what);
  g_assert_nonnull(c.atiyah);
  NoslipGraph *graph = c.model->graph;
  double size = 0;
  for (guint seed = 1; seed <= 4; seed++) {
    test_seeded_state(c.system, c.parameters, seed, c.x, c.y);
    for (guint i = 0; i < c.system->n; i++) {
      const NoslipAtiyahEquation *equation = &c.atiyah->equations[i];
      double sum = value(&c, equation->slope) + value(&c, equation->coupling) + value(&c, equation->force);
      for (guint j = 0; j < c.system->m; j++)
        sum -= value(&c, noslip_expr_mul(graph, c.model->velocity[j],
                                         noslip_expr_derivative(graph, equation->momentum, c.model->x[j])));
      test_close(sum, value(&c, c.model->force[equation->fibre]), 1e-13, c.system->fibres[equation->fibre].name);
      size += fabs(value(&c, equation->coupling));
    }
  }
  g_test_message("sum of the couplings: %g", size);
  if (what == twisted || what == magnetic)
    g_assert_cmpfloat(size, >, 1);
  case_close(&c);
}

static void
test_magnetic(void)
{
  Case c;
  case_open(&c, magnetic);
  g_assert_cmpstr(noslip_atiyah_name(c.atiyah, NOSLIP_DYNAMICS_NONHOLONOMIC), ==, "Lagrange-Poincaré");
  g_assert_cmpuint(c.atiyah->m, ==, 2);
  g_assert_cmpuint(c.atiyah->g, ==, 1);
  test_seeded_state(c.system, c.parameters, 7, c.x, c.y);
  double B = 1.7, u = c.y[2];
  test_close(value(&c, c.atiyah->curvature[1]), B, 1e-15, "curvature");
  test_close(value(&c, c.atiyah->equations[0].coupling), B * u * c.y[1], 1e-14, "Lorentz force along x");
  test_close(value(&c, c.atiyah->equations[1].coupling), -B * u * c.y[0], 1e-14, "Lorentz force along y");
  g_assert_true(c.atiyah->equations[2].coupling == NOSLIP_ZERO);
  g_autofree char *charge = noslip_atiyah_text(c.atiyah, 2), *latex = noslip_atiyah_latex(c.atiyah, 2);
  g_assert_cmpstr(charge, ==, "d/dt(u) = 0");
  g_assert_cmpstr(latex, ==, "\\frac{d}{dt}\\left(u\\right) &= 0");
  g_autofree char *along_y = noslip_atiyah_text(c.atiyah, 1);
  g_assert_cmpstr(along_y, ==, "d/dt(y') + x^2 = -B*x'*u");
  case_close(&c);
}

/* Martinet: the pendulum's equations (I 5.11), with mu in the place of a force. */
static void
test_vakonomic(void)
{
  Case c;
  case_open(&c, "martinet");
  g_autofree char *x = noslip_atiyah_text(c.atiyah, 0), *y1 = noslip_atiyah_text(c.atiyah, 1);
  g_autofree char *y2 = noslip_atiyah_text(c.atiyah, 2);
  g_assert_cmpstr(x, ==, "d/dt(x') = -x*y1*mu(horizontal)");
  g_assert_cmpstr(y1, ==, "d/dt(y1) = x*x'*mu(horizontal)");
  g_assert_cmpstr(y2, ==, "d/dt(mu(horizontal)) = 0");
  case_close(&c);
}

static void
test_names(void)
{
  Case ball, sleigh;
  case_open(&ball, "rolling-ball-reduced");
  g_assert_cmpstr(noslip_atiyah_name(ball.atiyah, NOSLIP_DYNAMICS_NONHOLONOMIC), ==, "Lagrange-d'Alembert-Poincaré");
  g_assert_cmpstr(noslip_atiyah_name(ball.atiyah, NOSLIP_DYNAMICS_FREE), ==, "Lagrange-Poincaré");
  g_autofree char *spin = noslip_atiyah_text(ball.atiyah, 4), *roll = noslip_atiyah_text(ball.atiyah, 2);
  g_assert_cmpstr(spin, ==, "d/dt(I*w3) = 0");
  g_assert_cmpstr(roll, ==, "d/dt(I*w1) = r*lambda(slip_y)");
  case_close(&ball);
  case_open(&sleigh, "chaplygin-sleigh-reduced");
  g_assert_cmpuint(sleigh.atiyah->m, ==, 0);
  g_assert_cmpstr(noslip_atiyah_name(sleigh.atiyah, NOSLIP_DYNAMICS_NONHOLONOMIC), ==, "Euler-Poincaré-Suslov");
  case_close(&sleigh);
}

/* Sections of D, H orthogonal to S, and the rate of each momentum along the constrained motion by the chain rule. */
static void
test_split(gconstpointer what)
{
  Case c;
  g_autoptr(NoslipDiagnostic) error = NULL;
  case_open(&c, what);
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(c.model, &error);
  g_autoptr(NoslipEquations) equations = noslip_equations_new(c.model, &error);
  g_assert_nonnull(distribution);
  g_autoptr(NoslipAtiyahSplit) split = noslip_atiyah_split_new(c.atiyah, distribution, equations);
  g_assert_nonnull(split);
  NoslipGraph *graph = c.model->graph;
  const NoslipExpr *acceleration = noslip_distribution_acceleration(distribution);
  guint n = c.model->n, m = c.model->m;
  double size = 0;
  g_assert_cmpuint(split->n, ==, n - c.model->k);
  for (guint seed = 1; seed <= 4; seed++) {
    test_seeded_state(c.system, c.parameters, seed, c.x, c.y);
    for (guint i = 0; i < split->n; i++) {
      const NoslipExpr *section = split->sections + (gsize) i * n;
      for (guint k = 0; k < c.model->k; k++)
        test_close(value(&c, noslip_expr_dot(graph, n, c.model->jacobian + (gsize) k * n, section)), 0, 1e-13, "in D");
      for (guint j = m; j < split->n && i < m; j++) {
        NoslipExpr product = NOSLIP_ZERO;
        for (guint alpha = 0; alpha < n; alpha++)
          for (guint beta = 0; beta < n; beta++)
            product = noslip_expr_add(
                graph, product,
                noslip_expr_mul(graph, c.model->mass[alpha * n + beta],
                                noslip_expr_mul(graph, section[alpha], split->sections[(gsize) j * n + beta])));
        test_close(value(&c, product), 0, 1e-13, "H is orthogonal to S");
      }
      double rate = 0;
      for (guint j = 0; j < m; j++)
        rate += value(&c, noslip_expr_derivative(graph, split->momentum[i], c.model->x[j])) *
                value(&c, c.model->velocity[j]);
      for (guint alpha = 0; alpha < n; alpha++)
        rate += value(&c, noslip_expr_derivative(graph, split->momentum[i], c.model->y[alpha])) *
                value(&c, acceleration[alpha]);
      test_close(value(&c, split->rate[i]), rate, 1e-12, split->sections_text[i]);
      size += fabs(rate);
    }
  }
  g_test_message("sum of the rates: %g", size);
  g_assert_cmpfloat(size, >, 0.1);
  case_close(&c);
}

/* D + V is not E if a constraint restricts only the base. */
static void
test_no_split(void)
{
  g_autofree char *text = g_strconcat(twisted, "constraint base: x' = 2*y'\n", NULL);
  Case c;
  case_open(&c, text);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDistribution) distribution = noslip_distribution_new(c.model, &error);
  g_assert_nonnull(distribution);
  g_assert_nonnull(c.atiyah);
  g_assert_null(noslip_atiyah_split_new(c.atiyah, distribution, NULL));
  case_close(&c);
}

static void
test_others(void)
{
  static const char *const ids[] = {"rolling-ball", "heavy-top", "chaplygin-sleigh", "heisenberg", "central-force"};
  for (guint i = 0; i < G_N_ELEMENTS(ids); i++) {
    Case c;
    case_open(&c, ids[i]);
    g_assert_null(c.atiyah);
    case_close(&c);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_data_func("/atiyah/force/magnetic", magnetic, test_force);
  g_test_add_data_func("/atiyah/force/twisted", twisted, test_force);
  g_test_add_data_func("/atiyah/force/ball-on-rotating-table", "ball-on-rotating-table-reduced", test_force);
  g_test_add_data_func("/atiyah/force/rolling-ball", "rolling-ball-reduced", test_force);
  g_test_add_data_func("/atiyah/force/sleigh", "chaplygin-sleigh-reduced", test_force);
  g_test_add_func("/atiyah/magnetic", test_magnetic);
  g_test_add_func("/atiyah/vakonomic", test_vakonomic);
  g_test_add_func("/atiyah/names", test_names);
  g_test_add_data_func("/atiyah/split/twisted", bound, test_split);
  g_test_add_data_func("/atiyah/split/incline", incline, test_split);
  g_test_add_data_func("/atiyah/split/sleigh", "chaplygin-sleigh-reduced", test_split);
  g_test_add_func("/atiyah/no-split", test_no_split);
  g_test_add_func("/atiyah/others", test_others);
  return g_test_run();
}
