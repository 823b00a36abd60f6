/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The results of statements: mechanics, rotations, sections, forces, trials, units and pictures. */
#include "core/language/language.h"

#include "core/system/trial.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Whether `text` denotes `expr`: both are brought to a copy of the system's graph, where equal expressions are the same
 * node. */
static void
assert_expr(const NoslipSystem *system, NoslipExpr expr, const char *text)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipExpr expected = NOSLIP_ZERO;
  g_assert_true(noslip_language_expression(system, graph, text, &expected, diagnostics));
  if (noslip_expr_simplify(graph, noslip_expr_sub(graph, expr, expected)) != NOSLIP_ZERO) {
    g_autofree char *found = noslip_expr_text(graph, expr);
    g_error("expected %s, found %s", text, found);
  }
}

static NoslipExpr
structure(const NoslipSystem *system, guint c, guint a, guint b)
{
  return system->structure[(c * system->n + a) * system->n + b];
}

static void
test_sleigh(void)
{
  g_autoptr(NoslipSystem) system = test_text(
      "noslip 1\r\ntitle \"Chaplygin \\\"sleigh\\\"\"\nsource \"one\"\nsource \"two\"\ntags a b-c se(2)\n"
      "parameter m = 1 in 0.1 .. 10 unit \"kg\" \"mass\"\nparameter J = .5\nparameter a = 3e-1 # comment\nlet v0 = 1\n"
      "coordinate x unit \"m\"\ncoordinate y\ncoordinate theta angle in -pi .. pi\n"
      "velocity v1 = cos(theta)*x' +\n   sin(theta)*y′ unit \"m/s\"\n"
      "velocity v2 = -sin(theta)*x' + cos(theta)*y'\nvelocity omega = theta'\n"
      "lagrangian m/2*(v1^2 + (v2 + a*omega)^2) \\\n + J/2*omega^2\n"
      "constraint blade: v2 = 0 \"no slip\"\ninitial omega = 0.2\ninitial x' = v0\nrun to 20 step 0.01\n"
      "claim \"e\": d(energy) = 0\nplot v1 against omega\n");
  g_assert_cmpstr(system->title, ==, "Chaplygin \"sleigh\"");
  g_assert_cmpstr(system->sources[1], ==, "two");
  g_assert_cmpstr(system->tags[2], ==, "se(2)");
  g_assert_cmpuint(system->m, ==, 3);
  g_assert_cmpuint(system->n, ==, 3);
  g_assert_true(system->frame_is_derived);
  g_assert_true(system->coordinates[2].angle);
  g_assert_cmpfloat(system->coordinates[2].high, ==, G_PI);
  g_assert_true(isnan(system->coordinates[0].low));
  g_assert_cmpfloat(system->parameters[2].value, ==, 0.3);
  g_assert_cmpstr(system->parameters[0].unit, ==, "kg");
  g_assert_cmpstr(system->parameters[0].description, ==, "mass");
  g_assert_cmpstr(system->fibres[0].unit, ==, "m/s");
  g_assert_cmpfloat(system->run_to, ==, 20);
  g_assert_cmpfloat(system->run_step, ==, 0.01);
  assert_expr(system, system->coordinates[0].velocity, "v1*cos(theta) - v2*sin(theta)");
  /* [e_v1, e_omega] = -e_v2 and [e_v2, e_omega] = e_v1, by the definition of the bracket of vector fields */
  assert_expr(system, structure(system, 1, 0, 2), "-1");
  assert_expr(system, structure(system, 0, 1, 2), "1");
  assert_expr(system, structure(system, 0, 2, 1), "-1");
  g_assert_cmpuint(structure(system, 2, 0, 1), ==, NOSLIP_ZERO);
  assert_expr(system, system->momentum[2], "m*a*(v2 + a*omega) + J*omega");
  /* p(x') = p(v1) cos - p(v2) sin: the frame's entries are dw/dx' */
  assert_expr(system, system->constraints[0].phi, "v2");
  g_assert_cmpint(system->constraints[0].kind, ==, NOSLIP_LINEAR);
  g_assert_cmpstr(system->initials[1].name, ==, "x'");
  g_assert_cmpuint(system->initials[1].index, ==, G_MAXUINT);
  g_assert_cmpstr(system->plots[0].against, ==, "omega");
}

static void
test_momentum_of_natural(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate y\nparameter m = 2\n"
                                             "velocity u = x' + y'\nvelocity w = x' - y'\n"
                                             "lagrangian m*(u^2 + w^2)/4\nobservable q = p(x') - m*x'\n"
                                             "observable r = p(u)\nlet speed = d(x*y)\ninitial u = 1\n");
  assert_expr(system, system->observables[0].expr, "0");
  assert_expr(system, system->observables[1].expr, "m*u/2");
  assert_expr(system, system->lets[0].expr, "y*(u + w)/2 + x*(u - w)/2");
}

static void
test_rotation(void)
{
  for (guint body = 0; body < 2; body++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\nrotation R (q0, q1, q2, q3) %s (w1, w2, w3)\ncoordinate x\ncoordinate y\n"
                        "lagrangian (x'^2 + y'^2 + w1^2 + w2^2 + w3^2)/2\nlet w = q0*q1\n",
                        body ? "body" : "space");
    g_autoptr(NoslipSystem) system = test_text(text);
    static const char *const coordinates[] = {"q0", "q1", "q2", "q3", "x", "y"};
    static const char *const fibres[] = {"x'", "y'", "w1", "w2", "w3"};
    for (guint i = 0; i < 6; i++)
      g_assert_cmpstr(system->coordinates[i].name, ==, coordinates[i]);
    for (guint a = 0; a < 5; a++)
      g_assert_cmpstr(system->fibres[a].name, ==, fibres[a]);
    assert_expr(system, structure(system, 4, 2, 3), body ? "1" : "-1");
    assert_expr(system, structure(system, 2, 3, 4), body ? "1" : "-1");
    assert_expr(system, structure(system, 3, 4, 2), body ? "1" : "-1");
    assert_expr(system, system->manifolds[0], "q0^2 + q1^2 + q2^2 + q3^2 - 1");
    assert_expr(system, system->coordinates[0].velocity, "-(q1*w1 + q2*w2 + q3*w3)/2");
    /* R' = [w]x R in space, R [w]x in the body: the first column, and the first row */
    if (body)
      assert_expr(system, system->coordinates[1].velocity, "(q0*w1 + q2*w3 - q3*w2)/2");
    else
      assert_expr(system, system->coordinates[1].velocity, "(q0*w1 - q2*w3 + q3*w2)/2");
    g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    NoslipExpr rest;
    g_assert_true(noslip_language_expression(
        system, graph, body ? "d(R12) - (R13*w1 - R11*w3)" : "d(R21) - (w3*R11 - w1*R31)", &rest, diagnostics));
    g_assert_cmpuint(noslip_expr_simplify(graph, rest), ==, NOSLIP_ZERO);
    g_assert_cmpstr(system->initials[0].name, ==, "q0");
    g_assert_cmpuint(system->initials[0].value, ==, NOSLIP_ONE);
    g_assert_cmpuint(system->n_lets, ==, 10);
  }
}

static void
test_sections(void)
{
  g_autoptr(NoslipSystem) system = test_text(
      "noslip 1\nparameter r = 1\nparameter k = 0.6\nparameter Omega = 0.5\ncoordinate x\ncoordinate y\n"
      "section x'\nsection y'\nsection w1\nsection w2\nsection w3\n"
      "bracket [w2, w1] = w3\nbracket [w3, w2] = w1\nbracket [w1, w3] = w2\n"
      "lagrangian (x'^2 + y'^2 + k^2*(w1^2 + w2^2 + w3^2))/2\n"
      "constraint slip_x: x' - r*w2 + Omega*y = 0\nconstraint y' + r*w1 - Omega*x = 0\n"
      "initial x = 1\ninitial y' = 0.3\ninitial w3 = 1\n"
      "claim \"rate\": d(energy) = Omega^2*k^2/(k^2 + r^2)*(x*x' + y*y') within 1e-6 for nonholonomic expected to "
      "fail\n");
  assert_expr(system, structure(system, 4, 2, 3), "-1");
  assert_expr(system, structure(system, 4, 3, 2), "1");
  g_assert_cmpstr(system->constraints[1].name, ==, "c2");
  g_assert_cmpint(system->constraints[0].kind, ==, NOSLIP_AFFINE);
  g_assert_cmpfloat(system->claims[0].tolerance, ==, 1e-6);
  g_assert_true(system->claims[0].has_kind && system->claims[0].expected_to_fail);
  g_assert_cmpuint(system->claims[0].place.line, ==, 21);
}

static void
test_forces(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\ncoordinate th\nvelocity u = x' - 2*th'\n"
                                             "velocity w = th'\nkinetic u^2 + w^2\npotential x^2\nforce x' = -3*x'\n"
                                             "force w = sin(t)\nforce w = 1\nconstraint c: u^2 = w^2\ninitial w = 1\n"
                                             "initial u = 1\n");
  /* the power -3 x'^2 with x' = u + 2 w */
  assert_expr(system, system->forces[0], "-3*(u + 2*w)");
  assert_expr(system, system->forces[1], "-6*(u + 2*w) + sin(t) + 1");
  assert_expr(system, system->lagrangian, "u^2 + w^2 - x^2");
  assert_expr(system, system->energy, "u^2 + w^2 + x^2");
  g_assert_cmpint(system->constraints[0].kind, ==, NOSLIP_NONLINEAR);
}

static void
test_energies(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\ncoordinate x\nlagrangian x'^2/2 + x*x' - x^4\ninitial x = 1\n"
                                             "initial x' = x\ninitial mu(c) = 2\nconstraint c: x' = x'^3\n");
  assert_expr(system, system->potential, "x^4");
  assert_expr(system, system->energy, "x'^2/2 + x^4");
  assert_expr(system, system->kinetic, "x'^2/2");
  g_assert_cmpint(system->initials[2].kind, ==, NOSLIP_ENTRY_MU);
}

/* Values of a trial are evaluated after those that they use, and replace only `initial`. */
static void
test_trials(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\nparameter k = 3\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                "constraint c: x' = y'\ninitial x = 1\ninitial y = 2*x\n"
                "trial \"first\": x' = x + y, x = k\ntrial \"second\": mu(c) = 4,\n  y = x^2, x = 5\n");
  g_assert_cmpuint(system->n_trials, ==, 2);
  g_assert_cmpstr(system->trials[1].name, ==, "second");
  const double k = 7;
  const NoslipOverride given = {"x", 2};
  const struct {
    guint trial, n;
    double values[4];
    const char *names[4];
  } cases[] = {
      {0, 0, {7, 21}, {"x", "x'"}}, /* y = 2 x follows */
      {0, 1, {2, 6}, {"x", "x'"}},  /* given values are kept */
      {1, 0, {5, 25, 4}, {"x", "y", "mu(c)"}},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autoptr(GArray) values = g_array_new(FALSE, FALSE, sizeof(NoslipOverride));
    noslip_trial_overrides(system, cases[i].trial, &k, cases[i].n, &given, values);
    for (guint j = 0; j < values->len; j++) {
      g_assert_cmpstr(g_array_index(values, NoslipOverride, j).name, ==, cases[i].names[j]);
      g_assert_cmpfloat(g_array_index(values, NoslipOverride, j).value, ==, cases[i].values[j]);
    }
    g_assert_cmpuint(values->len, ==, i == 2 ? 3 : 2);
  }
  g_assert_cmpint(noslip_trial_find(system, "second"), ==, 1);
  g_assert_cmpint(noslip_trial_find(system, "third"), ==, -1);
}

static char *
multiplier_unit(const char *mass, const char *length, const char *constraint)
{
  g_autofree char *text =
      g_strdup_printf("noslip 1\nparameter m = 2 unit \"%s\"\nparameter l = 2 unit \"m\"\ncoordinate x unit \"%s\"\n"
                      "coordinate y unit \"%s\"\ncoordinate th angle\nlet I = m*l^2\n"
                      "lagrangian m*(x'^2 + y'^2)/2 + I*th'^2/2\nconstraint %s\n",
                      mass, length, length, constraint);
  g_autoptr(NoslipSystem) system = test_text(text);
  return g_strdup(system->constraints[0].unit);
}

/* A multiplier times its constraint is a power. */
static void
test_units(void)
{
  static const struct {
    const char *mass, *length, *constraint, *unit;
  } cases[] = {
      {"kg", "m", "x'*sin(th) - y'*cos(th) = 0", "N"},
      {"kg", "m", "th' = x'/l", "N m"},
      {"kg", "m", "l*x' = sqrt(l^2)*y'", "kg/s^2"},
      {"kg", "m", "m*x' = 0*y'", "m/s^2"},
      {"kg", "m", "x' = th'", NULL},
      {"ton", "m", "x' = y'", NULL},
      {"kg", "", "x' = y'", NULL},
      {"N s^2/m", "m", "x' = y'", "N"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *unit = multiplier_unit(cases[i].mass, cases[i].length, cases[i].constraint);
    g_assert_cmpstr(unit, ==, cases[i].unit);
  }
}

/* Also for energy: joules if the text gives kilograms and metres; no unit if it omits one. */
static void
test_energy_unit(void)
{
  static const struct {
    const char *mass, *energy, *power;
  } cases[] = {{"kg", "J", "W"}, {"1", "m^2/s^2", "m^2/s^3"}, {"", NULL, NULL}};
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\nparameter m = 2 unit \"%s\"\ncoordinate x unit \"m\"\n"
                                            "kinetic m*x'^2/2\npotential cos(x)\n",
                                            cases[i].mass);
    g_autoptr(NoslipSystem) system = test_text(text);
    g_assert_cmpstr(system->energy_unit, ==, cases[i].energy);
    g_assert_cmpstr(system->power_unit, ==, cases[i].power);
  }
}

/* Bodies determine the unit of energy as a Lagrangian does: by a mass and a position, or by moments of inertia. */
static void
test_body_units(void)
{
  static const struct {
    const char *body, *energy;
  } cases[] = {
      {"body b mass m at (x, 0, l)", "J"},
      {"body b mass m at (0, 0, 0)\nbody c mass m at (x, 0, 0)", "J"},
      {"body b mass m inertia (m*l^2, m*l^2, m*l^2) at (0, 0, 0) turn z x/l", "J"},
      {"body b mass 2 at (x, 0, 0)", NULL},
      {"body b mass m at (x*l, 0, 0)", "kg m^4/s^2"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\nparameter m = 2 unit \"kg\"\nparameter l = 1 unit \"m\"\n"
                                            "coordinate x unit \"m\"\ncoordinate y unit \"m\"\n%s\n"
                                            "body last mass 1 at (0, y, 0)\n",
                                            cases[i].body);
    g_autoptr(NoslipSystem) system = test_text(text);
    g_assert_cmpstr(system->energy_unit, ==, cases[i].energy);
  }
}

/* Rotations are in radians a second. */
static void
test_rotation_unit(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\nparameter I = 1 unit \"kg m^2\"\n"
                                             "rotation R (q0, q1, q2, q3) body (w1, w2, w3)\n"
                                             "lagrangian I*(w1^2 + w2^2 + w3^2)/2\nconstraint axis: w3 = 0\n");
  for (guint i = 0; i < 3; i++)
    g_assert_cmpstr(system->fibres[i].unit, ==, "rad/s");
  g_assert_cmpstr(system->energy_unit, ==, "J");
  g_assert_cmpstr(system->constraints[0].unit, ==, "N m");
}

static void
test_picture(void)
{
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate x\ncoordinate z\nparameter radius = 1\nlagrangian x'^2 + z'^2\n"
                "draw sphere at (x, 0, z) radius radius turn z x y z turn x 2*t pattern \"beach\"\n"
                "draw ground z z spin t\ntrail (x, 0, 1) \"path\"\ncamera from (1, 2, 3) to (x, 5, z)\n"
                "reduction \"other\": u = x, u' = x'\n");
  g_assert_cmpuint(system->n_draws, ==, 3);
  g_assert_cmpuint(system->draws[0].n_turns, ==, 3);
  g_assert_cmpint(system->draws[0].turns[1].axis, ==, 'y');
  assert_expr(system, system->draws[0].turns[1].angle, "z");
  assert_expr(system, system->draws[0].turns[2].angle, "2*t");
  assert_expr(system, system->draws[0].radius, "radius");
  g_assert_cmpstr(system->draws[0].pattern, ==, "beach");
  assert_expr(system, system->draws[1].z, "z");
  g_assert_cmpint(system->draws[2].kind, ==, NOSLIP_DRAW_TRAIL);
  g_assert_cmpstr(system->draws[2].label, ==, "path");
  g_assert_true(system->has_camera);
  static const char *const from[] = {"1", "2", "3"}, *const to[] = {"x", "5", "z"};
  for (guint i = 0; i < 3; i++) {
    assert_expr(system, system->camera_from[i], from[i]);
    assert_expr(system, system->camera_to[i], to[i]);
  }
  g_assert_cmpstr(system->reductions[0].names[1], ==, "u'");
}

static void
test_names(void)
{
  /* NFC: e with an acute accent, composed and decomposed; words that act only before a parenthesis are names */
  g_autoptr(NoslipSystem) system =
      test_text("noslip 1\ncoordinate \xC3\xA9t\xC3\xA9\nparameter d = 2\nparameter p = 3\n"
                "parameter to = 1\nparameter ω₃ = 1\n"
                "lagrangian e\xCC\x81te\xCC\x81'^2*d*p/to - ω₃\nlet two = 2^-1^2*+4\n");
  g_assert_cmpstr(system->coordinates[0].name, ==, "\xC3\xA9t\xC3\xA9");
  assert_expr(system, system->lagrangian, "6*\xC3\xA9t\xC3\xA9'^2*d*p/(6*to) - ω₃");
  assert_expr(system, system->lets[0].expr, "2");
}

/* A word of tags holds no quotation mark, comma or backslash. */
static void
test_tags(void)
{
  static const char *const bad[] = {"one,two", "one\\two", "one\"two"};
  for (guint i = 0; i < G_N_ELEMENTS(bad); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ntags %s\ncoordinate x\nlagrangian x'^2/2\n", bad[i]);
    g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
    g_assert_null(noslip_language_system(text, -1, "test.noslip", "test", diagnostics));
    g_assert_cmpuint(diagnostics->n_errors, ==, 1);
    g_assert_cmpuint(((NoslipDiagnostic *) diagnostics->list->pdata[0])->place.line, ==, 2);
  }
}

static void
test_rotation_words(void)
{
  g_autoptr(NoslipSystem) system = test_text("noslip 1\nrotation R (q0, q1, q2, q3) body (w1, w2, w3) \"of the top\"\n"
                                             "lagrangian (w1^2 + w2^2 + 2*w3^2)/2\n");
  for (guint i = 0; i < 4; i++)
    g_assert_cmpstr(system->coordinates[i].description, ==, "of the top");
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/language/sleigh", test_sleigh);
  g_test_add_func("/language/momentum-of-natural", test_momentum_of_natural);
  g_test_add_func("/language/rotation", test_rotation);
  g_test_add_func("/language/sections", test_sections);
  g_test_add_func("/language/forces", test_forces);
  g_test_add_func("/language/energies", test_energies);
  g_test_add_func("/language/trials", test_trials);
  g_test_add_func("/language/units", test_units);
  g_test_add_func("/language/energy-unit", test_energy_unit);
  g_test_add_func("/language/body-units", test_body_units);
  g_test_add_func("/language/rotation-unit", test_rotation_unit);
  g_test_add_func("/language/picture", test_picture);
  g_test_add_func("/language/names", test_names);
  g_test_add_func("/language/rotation-words", test_rotation_words);
  g_test_add_func("/language/tags", test_tags);
  return g_test_run();
}
