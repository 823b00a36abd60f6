/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dry friction, bounces and inputs against closed forms, in every formulation. */
#include "core/integrate/run.h"
#include "core/language/language.h"
#include "core/system/state.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

static const char *const all[] = {"multipliers", "gibbs-appell", "lagrange-dalembert", "projection", "hamiltonian"};

/* A run up to its end; `to` and `method` may be 0 and NULL. */
static NoslipRun *
run_to(NoslipSystem *system, const char *formulation, const char *method, double to, double *row,
       NoslipDiagnostic **error)
{
  g_autoptr(NoslipDiagnostics) notes = noslip_diagnostics_new();
  g_autoptr(NoslipDynamics) dynamics = noslip_dynamics_new(noslip_formulation_find(formulation), system, error);
  if (dynamics == NULL)
    return NULL;
  g_autofree double *parameters = noslip_system_default_parameters(system);
  g_autofree double *xy = g_new0(double, system->m + system->n + 1);
  g_assert_true(noslip_state_initial(system, parameters, 0, NULL, xy, xy + system->m, NULL, notes));
  NoslipRunOptions options;
  noslip_run_options_default(&options, system);
  options.to = to;
  if (method != NULL)
    options.method = noslip_method_find(method);
  NoslipRun *run = noslip_run_new(dynamics, &options, parameters, 0, xy, NULL, error);
  while (run != NULL && noslip_run_next(run, row, NULL, error))
    ;
  return run;
}

static void
assert_near(double found, double expected, double tolerance)
{
  if (!(fabs(found - expected) <= tolerance))
    g_error("%.17g is not %.17g to %g", found, expected, tolerance);
}

#define BLOCK                                                                                                          \
  "parameter m = 2\nparameter g = 9.81\nparameter mu = 0.5\ncoordinate s\ncoordinate n\n"                              \
  "lagrangian m/2*(s'^2 + n'^2) + m*g*(sin(alpha)*s - cos(alpha)*n)\nconstraint floor: n = 0\n"                        \
  "friction s' = mu*lambda(floor)\ninitial s' = 2\nrun to 3 step 0.05\n"

/* With friction mu on a slope below atan(mu) the block stops after v^2/(2 d), d = g (mu cos - sin), and stays. */
static void
test_block(void)
{
  static const char *const methods[] = {"rk8pd", "rk4", "rkf45"};
  double row[100], d = 9.81 * (0.5 * cos(G_PI / 9) - sin(G_PI / 9));
  for (guint i = 0; i < G_N_ELEMENTS(all); i++)
    for (guint j = 0; j < G_N_ELEMENTS(methods); j++) {
      g_autoptr(NoslipSystem) system = test_statements("parameter alpha = 20 deg\n" BLOCK);
      g_autoptr(NoslipDiagnostic) error = NULL;
      g_autoptr(NoslipRun) run = run_to(system, all[i], methods[j], 0, row, &error);
      guint n;
      const NoslipModeChange *changes = noslip_run_changes(run, &n);
      g_assert_null(error);
      g_assert_cmpuint(n, ==, 1);
      g_assert_cmpint(changes[0].kind, ==, NOSLIP_MODE_STICKS);
      assert_near(changes[0].t, 2 / d, 1e-11);
      assert_near(row[1], 4 / (2 * d), 1e-11);
      g_assert_cmpfloat(row[noslip_row_y(system)], ==, 0);
      g_assert_cmpfloat(row[noslip_row_ydot(system)], ==, 0);
      assert_near(row[noslip_row_lambda(system)], 2 * 9.81 * cos(G_PI / 9), 1e-12);
    }
}

/* On a steeper slope friction does not hold it; from rest it starts by itself. */
static void
test_slope(void)
{
  double row[100], a = 9.81 * (sin(G_PI / 4) - 0.5 * cos(G_PI / 4));
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autoptr(NoslipSystem) system = test_statements("parameter alpha = 45 deg\n" BLOCK);
    g_autoptr(NoslipDiagnostic) error = NULL;
    G_GNUC_UNUSED g_autoptr(NoslipRun) run = run_to(system, all[i], NULL, 0, row, &error);
    g_assert_null(error);
    assert_near(row[1], 2 * 3 + a * 9 / 2, 1e-9);
  }
}

/* The weight on a hoop: N depends on the velocity and changes its sign, so abs( ) is solved for on both sides. Against
 * x'' = f with the friction written out, v' = -g sin(th) - mu |v^2 + g cos(th)| sign(v), up to where it first stops. */
static void
test_corner(void)
{
  double row[100], expected[100];
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipSystem) plain = test_statements(
      "parameter mu = 0.2\ncoordinate th angle\nlagrangian th'^2/2 + 9.81*cos(th)\n"
      "force th' = mu*abs(th'^2 + 9.81*cos(th))\ninitial th = 2\ninitial th' = -0.001\nrun to 0.9 step 0.1\n");
  G_GNUC_UNUSED g_autoptr(NoslipRun) reference = run_to(plain, "multipliers", NULL, 0, expected, &error);
  g_assert_null(error);
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autoptr(NoslipSystem) system = test_statements(
        "parameter mu = 0.2\ncoordinate r\ncoordinate th angle\nvelocity vr = r'\nvelocity vt = r*th'\n"
        "lagrangian (vr^2 + vt^2)/2 + 9.81*r*cos(th)\nconstraint hoop: r = 1\n"
        "friction vt = mu*abs(lambda(hoop))\ninitial r = 1\ninitial th = 2\ninitial vt = -0.001\nrun to 0.9\n");
    G_GNUC_UNUSED g_autoptr(NoslipRun) run = run_to(system, all[i], NULL, 0, row, &error);
    g_assert_null(error);
    assert_near(row[2], expected[1], 1e-9);
    assert_near(row[noslip_row_y(system) + 1], expected[2], 1e-9);
  }
}

/* Carried by a belt until the spring pulls with mu N, then x = mu N/k + V/w sin(w (t - t1)); the belt's part u moves with
 * the block, so that w^2 = k/2. */
static void
test_belt(void)
{
  double row[100], limit = 0.3 * 9.81, t1 = limit / (10 * 0.5), w = sqrt(5);
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autoptr(NoslipSystem) system =
        test_statements("parameter V = 0.5\ncoordinate x\ncoordinate u\nkinetic (x'^2 + u'^2)/2\npotential 10*x^2/2\n"
                        "constraint belt: u' = x' - V\nfriction u' = 0.3*9.81\ninitial x' = V\nrun to 1\n");
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipRun) run = run_to(system, all[i], NULL, t1 + 0.8, row, &error);
    guint n;
    const NoslipModeChange *changes = noslip_run_changes(run, &n);
    g_assert_null(error);
    g_assert_cmpuint(n, ==, 1);
    assert_near(changes[0].t, t1, 1e-11);
    assert_near(row[1], limit / 10 + 0.5 / w * sin(w * 0.8), 1e-9);
  }
}

/* A ball comes to rest on a table that is driven up and down. Near the end of the impacts its speed relative to the
 * table is far below the table's own, and steps of a few units in the last place of t cannot resolve it. */
static void
test_driven_table(void)
{
  double row[100];
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autoptr(NoslipSystem) system =
        test_statements("coordinate z\nlagrangian z'^2/2 - 9.81*z\nbounce z - 0.3*cos(t) >= 0 restitution 0.5\n"
                        "initial z = 1\nrun to 2 step 0.01\n");
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipRun) run = run_to(system, all[i], NULL, 0, row, &error);
    guint n;
    const NoslipModeChange *changes = noslip_run_changes(run, &n);
    g_assert_null(error);
    g_assert_cmpuint(n, >, 20);
    g_assert_cmpint(changes[n - 1].kind, ==, NOSLIP_MODE_RESTS);
    assert_near(row[1], 0.3 * cos(2), 1e-9);
    assert_near(row[2], -0.3 * sin(2), 1e-9);
  }
}

/* A ball that bounces with restitution e rests after t1 (1 + e)/(1 - e), and has lost m g h then. */
static void
test_ball(void)
{
  static const char *const methods[] = {"rk8pd", "rk4"};
  double row[100], t1 = sqrt(2 / 9.81), e = 0.8;
  for (guint i = 0; i < G_N_ELEMENTS(all); i++)
    for (guint j = 0; j < G_N_ELEMENTS(methods); j++) {
      g_autoptr(NoslipSystem) system = test_statements(
          "coordinate x\ncoordinate z\nlagrangian (x'^2 + z'^2)/2 - 9.81*z\nbounce z >= 0 restitution 0.8\n"
          "initial z = 1\ninitial x' = 1\nrun to 6 step 0.02\n");
      g_autoptr(NoslipDiagnostic) error = NULL;
      g_autoptr(NoslipRun) run = run_to(system, all[i], methods[j], 0, row, &error);
      guint n;
      const NoslipModeChange *changes = noslip_run_changes(run, &n);
      double loss = 0;
      g_assert_null(error);
      for (guint c = 0; c < n; c++)
        loss += changes[c].loss;
      assert_near(changes[0].t, t1, 1e-11);
      assert_near(changes[0].speed, 9.81 * t1, 1e-9);
      assert_near(changes[1].t, t1 * (1 + 2 * e), 1e-10);
      g_assert_cmpint(changes[n - 1].kind, ==, NOSLIP_MODE_RESTS);
      assert_near(changes[n - 1].t, t1 * (1 + e) / (1 - e), 1e-7);
      assert_near(loss, 9.81, 1e-9);
      assert_near(row[1], 6, 1e-9);
      assert_near(row[2], 0, 1e-12);
      g_assert_cmpfloat(row[4], ==, 0);
    }
}

/* A rolling disk between elastic walls: the rolling holds through the impact, and turns it round with the speed. */
static void
test_walls(void)
{
  double row[100];
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autoptr(NoslipSystem) system = test_statements(
        "parameter r = 0.5\ncoordinate x\ncoordinate theta angle\nlagrangian x'^2/2 + theta'^2*r^2/4\n"
        "constraint roll: x' = r*theta'\nbounce 2 - x >= 0\nbounce x >= -2 restitution 1\ninitial x' = 3\n"
        "run to 7 step 0.5\n");
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipRun) run = run_to(system, all[i], NULL, 0, row, &error);
    guint n;
    noslip_run_changes(run, &n);
    g_assert_null(error);
    g_assert_cmpuint(n, ==, 5); /* at 2/3 s and each 4/3 s after it */
    assert_near(row[1], -1, 1e-9);
    assert_near(row[2], -2, 1e-9);
    assert_near(row[3], -3, 1e-12);
    assert_near(row[4], -6, 1e-12);
  }
}

/* From rest near the top a particle without friction leaves a sphere at two thirds of the height; the contact is not
 * recorded as an impact. */
static void
test_hill(void)
{
  double row[100];
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autoptr(NoslipSystem) system = test_statements(
        "coordinate x\ncoordinate z\nlagrangian (x'^2 + z'^2)/2 - 9.81*z\nbounce sqrt(x^2 + z^2) >= 1 restitution 0\n"
        "initial x = 0.1\ninitial z = sqrt(0.99)\nrun to 1.1 step 0.05\n");
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipRun) run = run_to(system, all[i], NULL, 0, row, &error);
    guint n;
    const NoslipModeChange *changes = noslip_run_changes(run, &n);
    g_assert_null(error);
    g_assert_cmpuint(n, ==, 1);
    g_assert_cmpint(changes[0].kind, ==, NOSLIP_MODE_LEAVES);
    g_autoptr(NoslipRun) again = run_to(system, all[i], NULL, changes[0].t, row, &error);
    g_assert_nonnull(again);
    assert_near(row[2], 2 * sqrt(0.99) / 3, 1e-8);
  }
}

/* A ball that bounces off a moving wall gains twice the wall's speed. */
static void
test_piston(void)
{
  double row[100];
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate x\nlagrangian x'^2/2\nbounce x >= t - 1\ninitial x = 1\nrun to 4 step 0.5\n");
  g_autoptr(NoslipDiagnostic) error = NULL;
  G_GNUC_UNUSED g_autoptr(NoslipRun) run = run_to(system, "multipliers", NULL, 0, row, &error);
  g_assert_null(error);
  assert_near(row[1], 1 + 2 * 2, 1e-9);
  assert_near(row[2], 2, 1e-12);
}

/* Impossible computations are reported, not guessed. */
static void
test_refusals(void)
{
  double row[100];
  static const struct {
    const char *text, *formulation, *method, *cause;
  } cases[] = {
      {"parameter alpha = 0.1\nparameter m = 1\ncoordinate s\ncoordinate n\nlagrangian (s'^2 + n'^2)/2 - n\n"
       "constraint floor: n = 0\nfriction s' = -m*lambda(floor)\ninitial s' = 1\nrun to 1\n",
       "multipliers", NULL, "cannot be negative"},
      {"coordinate z\nlagrangian z'^2/2 - z\nbounce z >= 0\ninitial z = 1\nrun to 1\n", "free", NULL, "nonholonomic"},
      {"coordinate z\nlagrangian z'^2/2 - z\nbounce z >= 0\ninitial z = 1\nrun to 1\n", "vakonomic", NULL,
       "nonholonomic"},
      {"coordinate z\nlagrangian z'^2/2 - z\nbounce z >= 0\ninitial z = 1\nrun to 1\n", "multipliers", "dla",
       "bounces"},
      {"parameter e = 1.5\ncoordinate z\nlagrangian z'^2/2 - z\nbounce z >= 0 restitution e\ninitial z = 1\nrun to 9\n",
       "multipliers", NULL, "the restitution is 1.5"},
      {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint y' = 1\nbounce 2 - y >= 0\nrun to 9\n",
       "multipliers", NULL, "no way to bounce"},
      {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\nconstraint c: x' = 0\nfriction x' = 1\nrun to 2\n",
       "multipliers", NULL, "'friction 1' depends on the others"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(NoslipSystem) system = test_statements(cases[i].text);
    g_autoptr(NoslipDiagnostic) error = NULL;
    g_autoptr(NoslipRun) run = run_to(system, cases[i].formulation, cases[i].method, 0, row, &error);
    g_assert_nonnull(error);
    if (strstr(error->cause, cases[i].cause) == NULL)
      g_error("%s", error->cause);
    (void) run;
  }
}

/* A course that is given instead of the text's gives the same system as a text with that course. */
static void
test_courses(void)
{
  static const char format[] = "parameter A = 2\ncoordinate x\ncoordinate y\ninput u = %s in -3 .. 3 unit \"m/s\"\n"
                               "input v in -1 .. 1\nlagrangian (x'^2 + y'^2)/2 - 5*(x - y)^2/2\n"
                               "constraint drive: y' = u\nforce x' = v\nrun to 2 step 0.25\n";
  static const NoslipCourse courses[] = {{"u", "A*t^2"}, {"v", "0.5"}, {"v", "0.25"}};
  g_autofree char *first = g_strdup_printf(format, "A*sin(t)"), *second = g_strdup_printf(format, "A*t^2");
  g_autoptr(NoslipSystem) text = test_statements(first);
  g_autoptr(NoslipSystem) same = test_statements(second);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) driven = noslip_language_drive(text, G_N_ELEMENTS(courses), courses, diagnostics);
  g_assert_nonnull(driven);
  same->parameters[noslip_system_parameter(same, "v")].value = 0.25;
  double row[100], expected[100];
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    g_autoptr(NoslipDiagnostic) error = NULL;
    G_GNUC_UNUSED g_autoptr(NoslipRun) run = run_to(driven, all[i], NULL, 0, row, &error);
    G_GNUC_UNUSED g_autoptr(NoslipRun) other = run_to(same, all[i], NULL, 0, expected, &error);
    g_assert_null(error);
    g_assert_cmpmem(row, noslip_row_size(same) * sizeof(double), expected, noslip_row_size(same) * sizeof(double));
    assert_near(row[4], 8, 1e-12);
  }
  static const NoslipCourse wrong[][1] = {{{"u", "x"}}, {{"w", "1"}}, {{"u", "sin("}}, {{"u", ""}}};
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    guint before = diagnostics->n_errors;
    g_assert_null(noslip_language_drive(text, 1, wrong[i], diagnostics));
    g_assert_cmpuint(diagnostics->n_errors, >, before);
  }
}

/* The row at the end of a text's run; `kinds`: the changes between sliding and sticking, contact and none. */
static void
end_of(const char *text, const char *formulation, double *row, GString *kinds)
{
  g_autoptr(NoslipSystem) system = test_statements(text);
  g_autoptr(NoslipDiagnostic) error = NULL;
  g_autoptr(NoslipRun) run = run_to(system, formulation, NULL, 0, row, &error);
  if (error != NULL)
    g_error("%s: %s", formulation, error->cause);
  guint n;
  const NoslipModeChange *changes = noslip_run_changes(run, &n);
  g_string_truncate(kinds, 0);
  for (guint i = 0; i < n; i++)
    if (changes[i].kind != NOSLIP_MODE_IMPACT)
      g_string_append_printf(kinds, "%c%u",
                             "?sSrl"[changes[i].kind == NOSLIP_MODE_STICKS   ? 1
                                     : changes[i].kind == NOSLIP_MODE_SLIDES ? 2
                                     : changes[i].kind == NOSLIP_MODE_RESTS  ? 3
                                                                             : 4],
                             changes[i].index);
}

#define WHEEL                                                                                                          \
  "coordinate x\ncoordinate th\nlagrangian (x'^2 + th'^2/2)/2\nconstraint roll: x' = th'\n"                            \
  "friction x' = 0.2\nfriction th' = 0.1\n"

/* Two frictions on a wheel that rolls stop it together, x'' = -(0.2 + 0.1)/1.5, and hold it up to a push of 0.3 on x,
 * whichever of them is larger. */
static void
test_tied_frictions(void)
{
  static const char opposite[] =
      "coordinate x\ncoordinate th\nlagrangian (x'^2 + th'^2)/2\nconstraint roll: x' + 2*th' = 0\n"
      "friction x' = 0.1\nfriction th' = 0.8\nforce x' = -0.1*t\nrun to 8 step 0.1\n";
  g_autoptr(GString) kinds = g_string_new(NULL);
  double row[100];
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    end_of(WHEEL "initial x' = 1\nrun to 6 step 0.1\n", all[i], row, kinds);
    assert_near(row[1], 2.5, 1e-11);
    g_assert_cmpfloat(row[3], ==, 0);
    g_assert_cmpstr(kinds->str, ==, "s0s1");
    end_of(WHEEL "force x' = 0.1*t\nrun to 5 step 0.1\n", all[i], row, kinds);
    assert_near(row[3], (0.1 * (25 - 9) / 2 - 0.3 * 2) / 1.5, 1e-9);
    g_assert_cmpstr(kinds->str, ==, "S0S1");
    end_of(opposite, all[i], row, kinds); /* 0.1 + 0.8/2 on x */
    assert_near(row[3], -(0.1 * (64 - 25) / 2 - 0.5 * 3) / 1.25, 1e-9);
  }
}

/* A block with friction that bounces off a wall comes to rest there: it falls with 5 - 1 and rises against 5 + 1, so
 * that hops shorten by e sqrt(4/6). It stays when the push becomes weaker than the friction. */
static void
test_wall_and_friction(void)
{
  static const char text[] = "coordinate x\nlagrangian x'^2/2\nforce x' = -if(t < 3, 5, 0.5)\nfriction x' = 1\n"
                             "bounce x >= -1 restitution 0.5\nrun to 4 step 0.1\n";
  g_autoptr(GString) kinds = g_string_new(NULL);
  double row[100];
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    end_of(text, all[i], row, kinds);
    assert_near(row[1], -1, 1e-12);
    g_assert_cmpfloat(row[2], ==, 0);
    g_assert_nonnull(strstr(kinds->str, "r0"));
  }
}

/* Three contacts of a plank, of which the third depends on the two others; a push on one end lifts the other. */
static void
test_tied_contacts(void)
{
  static const char text[] =
      "coordinate z\ncoordinate a\nlagrangian (z'^2 + a'^2)/2 - 10*z\nforce a' = if(t < 1, 0, 12)\n"
      "bounce z + a >= 0 restitution 0\nbounce z - a >= 0 restitution 0\nbounce z >= 0 restitution 0\n"
      "initial z = 1\ninitial a = 0.3\nrun to 2 step 0.1\n";
  g_autoptr(GString) kinds = g_string_new(NULL);
  double row[100];
  for (guint i = 0; i < G_N_ELEMENTS(all); i++) {
    end_of(text, all[i], row, kinds); /* z = a: 2 z'' = 12 - 10 */
    assert_near(row[1], 0.5, 1e-9);
    assert_near(row[2], 0.5, 1e-9);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/dynamics/contacts/block", test_block);
  g_test_add_func("/dynamics/contacts/slope", test_slope);
  g_test_add_func("/dynamics/contacts/corner", test_corner);
  g_test_add_func("/dynamics/contacts/belt", test_belt);
  g_test_add_func("/dynamics/contacts/ball", test_ball);
  g_test_add_func("/dynamics/contacts/driven-table", test_driven_table);
  g_test_add_func("/dynamics/contacts/walls", test_walls);
  g_test_add_func("/dynamics/contacts/hill", test_hill);
  g_test_add_func("/dynamics/contacts/piston", test_piston);
  g_test_add_func("/dynamics/contacts/refusals", test_refusals);
  g_test_add_func("/dynamics/contacts/courses", test_courses);
  g_test_add_func("/dynamics/contacts/tied-frictions", test_tied_frictions);
  g_test_add_func("/dynamics/contacts/wall-and-friction", test_wall_and_friction);
  g_test_add_func("/dynamics/contacts/tied-contacts", test_tied_contacts);
  return g_test_run();
}
