/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Motions of systems with explicit time and holonomic constraints. Every formulation must find the same motion, and it
 * must be that of the same system written in another way. */
#include "core/dynamics/start.h"
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char *const all[] = {"multipliers", "gibbs-appell", "lagrange-dalembert", "projection", "hamiltonian"};

/* The last row of the default run. */
static void
end_of(NoslipSystem *system, const char *formulation, double *row)
{
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipDiagnostics) notes = noslip_diagnostics_new();
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find(formulation), system, &error);
  if (dynamics == NULL)
    g_error("%s: %s", formulation, error->cause);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_autofree double *mu = g_new0(double, system->k + 1);
  NoslipDynamicsKind kind = noslip_formulation_find(formulation)->kind;
  g_assert_true(noslip_start_state(system, kind, FALSE, parameters, 0, NULL, xy, xy + system->m, mu, NULL, notes));
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.rtol = 1e-11;
  options.atol = 1e-13;
  gboolean vakonomic = strcmp(formulation, "vakonomic") == 0;
  g_autoptr(NoslipRun) run = noslip_run_new(dynamics, &options, parameters, 0, xy, vakonomic ? mu : NULL, &error);
  g_assert_nonnull(run);
  while (noslip_run_next(run, row, NULL, &error))
    ;
  g_assert_null(error);
  g_assert_cmpfloat(row[0], ==, system->run_to);
}

/* The value of a name or an expression at the end of the run. */
static double
end_value(NoslipSystem *system, const char *formulation, const char *text)
{
  double row[100];
  NoslipExpr expr;
  guint n_symbols = 0;
  g_assert_cmpuint(noslip_row_size(system), <=, G_N_ELEMENTS(row));
  end_of(system, formulation, row);
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_true(noslip_language_expression(system, graph, text, &expr, diagnostics));
  g_autofree NoslipExpr *row_symbols = noslip_system_row_symbols(
      system, strcmp(formulation, "vakonomic") == 0 ? NOSLIP_DYNAMICS_VAKONOMIC : NOSLIP_DYNAMICS_NONHOLONOMIC,
      &n_symbols);
  g_autofree NoslipExpr *symbols = g_new(NoslipExpr, n_symbols + system->n_parameters);
  g_autofree double *values = g_new(double, n_symbols + system->n_parameters);
  memcpy(symbols, row_symbols, n_symbols * sizeof *symbols);
  memcpy(values, row, n_symbols * sizeof *values);
  for (guint p = 0; p < system->n_parameters; p++) {
    symbols[n_symbols + p] = system->parameters[p].symbol;
    values[n_symbols + p] = system->parameters[p].value;
  }
  return noslip_expr_value(graph, expr, n_symbols + system->n_parameters, symbols, values);
}

/* The same quantity at the end of two systems, by the formulations. */
static void
assert_agree(const char *text, const char *other, const char *quantity, double tolerance, guint n,
             const char *const *formulations)
{
  g_autoptr(NoslipSystem) system = test_statements(text);
  g_autoptr(NoslipSystem) reference = test_statements(other);
  double expected = end_value(reference, "multipliers", quantity);
  g_assert_cmpfloat(fabs(expected), >, 0.01);
  for (guint i = 0; i < n; i++) {
    double found = end_value(system, formulations[i], quantity);
    g_test_message("%s by %s: %.15g, expected %.15g", quantity, formulations[i], found, expected);
    g_assert_cmpfloat_with_epsilon(found, expected, tolerance);
  }
}

/* A bead on a hoop: the turning is a constraint in one system, and put into L in the other. */
static void
test_driven_hoop(void)
{
  assert_agree("parameter g = 9.81\ncoordinate th\ncoordinate ph\nlet rate = 3 + t/2\n"
               "lagrangian (th'^2 + sin(th)^2*ph'^2)/2 + g*cos(th)\nconstraint drive: ph' = rate\n"
               "initial th = 0.7\nrun to 3 step 0.5\n",
               "parameter g = 9.81\ncoordinate th\nlagrangian (th'^2 + sin(th)^2*(3 + t/2)^2)/2 + g*cos(th)\n"
               "initial th = 0.7\nrun to 3 step 0.5\n",
               "th + th'", 1e-8, G_N_ELEMENTS(all), all);
}

#define KNIFE                                                                                                          \
  "constraint blade: -sin(th)*x' + cos(th)*y' = 0.2*cos(t)*x + 0.1*t*th'\ninitial th' = 1\ninitial x' = 0.5\n"         \
  "run to 2 step 0.5\n"
#define KNIFE_L "lagrangian 0.65*(x'^2 + y'^2 + 0.3*x'*th'*cos(t)) + 0.2*th'^2 - x*(1 + t/5)\n"

/* A frame that turns in time gives the motion of the natural one: t in L, in the frame and in a constraint. */
static void
test_turning_frame(void)
{
  static const char natural[] = "coordinate x\ncoordinate y\ncoordinate th\n" KNIFE_L KNIFE;
  static const char turning[] = "coordinate x\ncoordinate y\ncoordinate th\n"
                                "velocity u = cos(2*t + th)*x' + sin(2*t + th)*y'\n"
                                "velocity v = -sin(2*t + th)*x' + cos(2*t + th)*y'\nvelocity w = th'\n" KNIFE_L KNIFE;
  static const char *const vakonomic[] = {"vakonomic"};
  assert_agree(turning, natural, "x' + y + lambda(blade)", 1e-8, 3, all);
  assert_agree(turning, natural, "x' + y", 1e-8, G_N_ELEMENTS(all), all);
  g_autoptr(NoslipSystem) one = test_statements(natural);
  g_autoptr(NoslipSystem) other = test_statements(turning);
  g_assert_cmpfloat_with_epsilon(end_value(one, vakonomic[0], "x' + y + mu(blade)"),
                                 end_value(other, vakonomic[0], "x' + y + mu(blade)"), 1e-8);
}

#define DRIVEN_END "initial x = 0.6\ninitial y = -0.8\nrun to 2 step 0.5\n"

/* A pendulum by its rod, whose pivot and length are driven in time, is the reduced one in its angle. */
static void
test_driven_rod(void)
{
  static const char rod[] = "parameter g = 9.81\ncoordinate x\ncoordinate y\nlet r = (x, y) - (0.3*sin(5*t), 0)\n"
                            "lagrangian (x'^2 + y'^2)/2 - g*y\nconstraint rod: dot(r, r) = (1 + t/10)^2\n" DRIVEN_END;
  static const char angle[] =
      "parameter g = 9.81\ncoordinate th\nlet l = 1 + t/10\n"
      "let p = (0.3*sin(5*t) + l*sin(th), -l*cos(th))\nlet x = p.x\nlet y = p.y\n"
      "lagrangian dot(d(p), d(p))/2 - g*p.y\ninitial th = asin(0.6)\ninitial th' = -1.2\nrun to 2 step 0.5\n";
  static const char *const vakonomic[] = {"vakonomic"};
  assert_agree(rod, angle, "x + y", 1e-8, G_N_ELEMENTS(all), all);
  assert_agree(rod, angle, "x + y", 1e-8, 1, vakonomic);
  g_autoptr(NoslipSystem) system = test_statements(rod);
  double lambda = end_value(system, "multipliers", "lambda(rod)");
  g_assert_cmpfloat_with_epsilon(end_value(system, "vakonomic", "mu(rod)"), lambda, 1e-8);
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) /* some leave lambda to the observer */
    g_assert_cmpfloat(fabs(end_value(system, all[i], "dot(r, r) - (1 + t/10)^2")), <, 1e-14);
}

/* A ball whose centre is tied to a point of the rim by a rotation: the body hangs by R*(0, 0, 1). */
static void
test_rod_of_rotation(void)
{
  static const char tied[] =
      "coordinate x\ncoordinate y\ncoordinate z\nrotation R (q0, q1, q2, q3) body (w1, w2, w3)\n"
      "let c = (x, y, z)\nlagrangian dot(d(c), d(c))/2 + (w1^2 + 2*w2^2 + w3^2)/2 - 9.81*z\n"
      "constraint pin: c = R*(0, 0, -1)\ninitial z = -1\ninitial w1 = 1\ninitial w2 = 0.5\ninitial w3 = 2\n"
      "run to 1 step 0.25\n";
  static const char top[] = "rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlet c = R*(0, 0, -1)\nlet z = c.z\n"
                            "lagrangian dot(d(c), d(c))/2 + (w1^2 + 2*w2^2 + w3^2)/2 - 9.81*c.z\n"
                            "initial w1 = 1\ninitial w2 = 0.5\ninitial w3 = 2\nrun to 1 step 0.25\n";
  assert_agree(tied, top, "z + w1 + w2*w3", 1e-8, G_N_ELEMENTS(all), all);
}

/* The messages about initial values that do not satisfy a holonomic constraint. */
static void
test_initial_positions(void)
{
  static const char rod[] = "coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - y\n"
                            "constraint rod: x^2 + y^2 = 1\ninitial x = 0.6\ninitial y = -0.8\n"
                            "initial x' = 0.8\ninitial y' = 0.6\n";
  g_autoptr(NoslipSystem) system = test_statements(rod);
  g_autofree double *parameters = noslip_system_default_parameters(system);
  double x[2], y[2], mu[1];
  g_autoptr(NoslipDiagnostics) quiet = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostics) notes = noslip_diagnostics_new();
  g_autoptr(NoslipDiagnostics) refused = noslip_diagnostics_new();
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, x, y, mu, quiet));
  g_assert_cmpuint(quiet->list->len, ==, 0);
  const NoslipOverride near = {"x", 0.606}, far = {"x", 0.66};
  g_assert_true(noslip_state_initial(system, parameters, 1, &near, x, y, mu, notes));
  g_assert_cmpuint(notes->list->len, ==, 2);
  g_assert_cmpfloat_with_epsilon(hypot(x[0], x[1]), 1, 1e-15);
  g_assert_cmpfloat_with_epsilon(x[0] * y[0] + x[1] * y[1], 0, 1e-15);
  /* the nearest of the velocities that the rod allows: the given ones without their part along the rod */
  double along = x[0] * 0.8 + x[1] * 0.6;
  g_assert_cmpfloat_with_epsilon(y[0], 0.8 - along * x[0], 1e-6);
  g_assert_cmpfloat_with_epsilon(y[1], 0.6 - along * x[1], 1e-6);
  g_assert_false(noslip_state_initial(system, parameters, 1, &far, x, y, mu, refused));
  const NoslipDiagnostic *error = g_ptr_array_index(refused->list, 0);
  g_assert_nonnull(strstr(error->cause, "constraint 'rod'"));
  g_assert_cmpuint(error->place.line, ==, 5);
}

/* A ball meets a soft wall: its state after the half oscillation is known, to the accuracy of the step that ends at the
 * wall. */
static void
test_cases(void)
{
  static const char wall[] = "parameter k = 1000\ncoordinate x\nlagrangian x'^2/2 - if(x < 0, k*x^2/2, 0)\n"
                             "initial x = 1\ninitial x' = -1\nrun to 2 step 0.25\n";
  static const char pushed[] =
      "coordinate x\nlagrangian x'^2/2\nforce x' = if(t <= 0.3 or t >= 7, 5, if(x < 0.5, -1, 2))\n"
      "run to 1 step 0.25\n";
  g_autoptr(NoslipSystem) system = test_statements(wall);
  g_autoptr(NoslipSystem) push = test_statements(pushed);
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    double contact = G_PI / sqrt(1000);
    g_assert_cmpfloat_with_epsilon(end_value(system, all[i], "x"), 1 - contact, 2e-10);
    g_assert_cmpfloat_with_epsilon(end_value(system, all[i], "x'"), 1, 2e-10);
    /* 5 until 0.3, then -1 until x = 0.5, then 2 */
    double x = 5 * 0.09 / 2, v = 1.5, t = v - sqrt(v * v - 2 * (0.5 - x)), rest = 0.7 - t;
    g_assert_cmpfloat_with_epsilon(end_value(push, all[i], "x"), 0.5 + (v - t) * rest + rest * rest, 1e-11);
  }
}

/* L = (x1' - x2')^2/2 - 2 (x1 - x2)^2 leaves x1' + x2' free: with x1' = cos(t) the first bead is at sin(t), and the
 * distance is 1 at first and follows cos(2 t) for every choice, since L depends on the distance alone. A gauge of a
 * velocity that is not free, or of too many velocities, is refused. */
static void
test_gauge(void)
{
  static const char beads[] =
      "coordinate x1\ncoordinate x2\nlagrangian (x1' - x2')^2/2 - 2*(x1 - x2)^2\ninitial x1 = 1\n"
      "run to 3 step 0.1\n";
  static const char *const chosen[] = {"gauge x1' = cos(t)\ninitial x2' = 1\n",
                                       "gauge x1' = 1 + x1\ninitial x2' = 2\n"};
  for (guint i = 0; i < G_N_ELEMENTS(chosen); i++) {
    g_autofree char *text = g_strconcat(beads, chosen[i], NULL);
    g_autoptr(NoslipSystem) system = test_statements(text);
    double row[100];
    end_of(system, "singular", row);
    g_assert_cmpfloat_with_epsilon(row[1] - row[2], cos(6), 1e-8);
    g_assert_cmpfloat_with_epsilon(row[1], i == 0 ? 1 + sin(3) : 2 * exp(3) - 1, 1e-8);
  }
  static const char *const refused[] = {"gauge x1' = x2'\n", "gauge x1' = 1\ngauge x2' = 1\n"};
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_autofree char *text = g_strconcat("noslip 1\n", beads, refused[i], NULL);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "test.noslip", "test", diagnostics);
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_assert_true(system == NULL || noslip_dynamics_new(noslip_formulation_find("singular"), system, &error) == NULL);
    g_assert_true(system == NULL || strstr(error->cause, "gauge") != NULL);
  }
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_assert_null(noslip_language_system("noslip 1\ncoordinate x\nlagrangian x'^2/2\ngauge x' = 1\n", -1, "test.noslip",
                                       "test", diagnostics));
}

/* Curved constraints are solved to rounding, also where the coordinates have other units: on the cone
 * z'^2 = (x'^2 + y'^2)/4 the motion is a parabola, and the energy stays. */
static void
test_curved_in_units(void)
{
  static const double units[] = {1, 1e-3, 1e-6, 1e3, 1e6};
  for (guint i = 0; i < G_N_ELEMENTS(units); i++) {
    double s = units[i];
    g_autofree char *text =
        g_strdup_printf("coordinate x\ncoordinate y\ncoordinate z\nlet u = %g*x'\nlet v = %g*y'\n"
                        "lagrangian (u^2 + v^2 + z'^2)/2 - z\nconstraint cone: z'^2 = (u^2 + v^2)/4\n"
                        "initial x' = %.17g\ninitial y' = %.17g\ninitial z' = sqrt(1.09)/2\nrun to 2 step 0.5\n",
                        s, s, 1 / s, 0.3 / s);
    g_autoptr(NoslipSystem) system = test_statements(text);
    double energy = end_value(system, "gibbs-appell", "energy"), z = end_value(system, "gibbs-appell", "z'");
    g_assert_cmpfloat_with_epsilon(energy, 1.09 * 5 / 8, 1e-13);
    g_assert_cmpfloat_with_epsilon(z, sqrt(1.09) / 2 - 0.4, 1e-13); /* z'' = -1/5 */
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dynamics/features/bead-on-hoop", test_driven_hoop);
  g_test_add_func("/dynamics/features/turning-frame", test_turning_frame);
  g_test_add_func("/dynamics/features/driven-rod", test_driven_rod);
  g_test_add_func("/dynamics/features/rod-of-rotation", test_rod_of_rotation);
  g_test_add_func("/dynamics/features/initial-positions", test_initial_positions);
  g_test_add_func("/dynamics/features/cases", test_cases);
  g_test_add_func("/dynamics/features/gauge", test_gauge);
  g_test_add_func("/dynamics/features/curved-in-units", test_curved_in_units);
  return g_test_run();
}
