/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Expressions of version 1.1 of the language: degrees, min and max of many, vectors, repetition, cases. Each against
 * the same thing written out in plain scalars. */
#include "core/language/language.h"
#include "tests/core/load.h"

#include <gsl/gsl_errno.h>
#include <math.h>
#include <string.h>

/* Whether two expressions over the system are the same function. */
static void
assert_same(const NoslipSystem *system, const char *found, const char *expected)
{
  g_autoptr(NoslipGraph) graph = noslip_graph_copy(system->graph);
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  NoslipExpr a, b;
  if (!noslip_language_expression(system, graph, found, &a, diagnostics) ||
      !noslip_language_expression(system, graph, expected, &b, diagnostics)) {
    g_autofree char *line = noslip_diagnostic_format(g_ptr_array_index(diagnostics->list, 0));
    g_error("%s", line);
  }
  if (noslip_expr_simplify(graph, noslip_expr_sub(graph, a, b)) != NOSLIP_ZERO) {
    g_autofree char *text = noslip_expr_text(graph, a);
    g_error("%s is %s, not %s", found, text, expected);
  }
}

static void
test_small(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("parameter a = 30 deg in -90deg .. 90 deg\nparameter deg = 2\ncoordinate x\n"
                      "lagrangian x'^2/2\nlet slope = 2*30 deg + deg\n"
                      "let least = min(x, 1, 2 + x, a)\nlet most = max(x, a, 3)\n");
  g_assert_cmpfloat_with_epsilon(system->parameters[0].value, G_PI / 6, 1e-15);
  g_assert_cmpfloat_with_epsilon(system->parameters[0].low, -G_PI / 2, 1e-15);
  assert_same(system, "slope", "pi/3 + deg");
  assert_same(system, "least", "min(min(min(x, 1), 2 + x), a)");
  assert_same(system, "most", "max(max(x, a), 3)");
}

/* Each vector expression against its components written out. */
static void
test_vectors(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "parameter r = 0.5\nparameter cross = 2\ncoordinate x\ncoordinate y\n"
      "rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlet c = (x, y, r)\nlet u = (1, x, q1)\nlet p = (x, 3)\n"
      "let e = R*u - c/2\nlet back = transpose(R)*(c + u)\nlagrangian (dot(d(c), d(c)) + dot(omega(R), omega(R)))/2\n"
      "constraint roll: d(c) + cross(omega(R), (0, 0, -r)) = 0\nobservable L = cross*cross(c, d(c))\n"
      "draw sphere at c - (0, 0, r) radius r\ntrail 2*c\n");
  static const struct {
    const char *found, *expected;
  } pairs[] = {
      {"e.x", "R11 + R12*x + R13*q1 - x/2"},
      {"e.z", "R31 + R32*x + R33*q1 - r/2"},
      {"back.y", "R12*(x + 1) + R22*(y + x) + R32*(r + q1)"},
      {"omega(R).y", "R21*w1 + R22*w2 + R23*w3"},
      {"dot(c, u)", "x + y*x + r*q1"},
      {"cross(c, u).z", "x*x - y"},
      {"cross(p, (2, y))", "x*y - 6"},
      {"norm(p - (0, 1))", "sqrt(x^2 + 4)"},
      {"d(u).z", "d(q1)"},
      {"d(d(p)).x", "d(x')"},
      {"(2*c).y - (-c).y", "3*y"},
      {"L.z", "cross*(x*y' - y*x')"},
      {"lambda(roll.x)", "lambda(roll.x)"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(pairs); i++)
    assert_same(system, pairs[i].found, pairs[i].expected);
  g_assert_cmpuint(system->k, ==, 2); /* the third component is 0 = 0 */
  g_assert_cmpstr(system->constraints[0].name, ==, "roll.x");
  g_assert_cmpstr(system->constraints[1].name, ==, "roll.y");
  g_assert_cmpuint(system->n_observables, ==, 3);
  g_assert_cmpstr(system->observables[2].name, ==, "L.z");
  g_assert_cmpuint(system->draws[0].at[2], ==, NOSLIP_ZERO);
}

/* The multipliers of a vector of constraints are a vector, with 0 for a component that was left out; a claim between
 * vectors is one claim for each component, except those that are 0 = 0. */
static void
test_vector_claims(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "parameter r = 0.5\ncoordinate x\ncoordinate y\nrotation R (q0, q1, q2, q3) space (w1, w2, w3)\n"
      "let c = (x, y, r)\nlet F = lambda(roll)\nlagrangian (dot(d(c), d(c)) + dot(omega(R), omega(R)))/2\n"
      "constraint roll: d(c) + cross(omega(R), (0, 0, -r)) = 0\ninitial x' = 1\ninitial y' = 1\n"
      "observable f = lambda(roll)\nobservable n = norm(lambda(roll)) + F.z\n"
      "claim \"Newton\": d(d(c)) = lambda(roll) for nonholonomic\nclaim \"flat\": (d(x), 0) = (x', 0)\n"
      "claim \"rest\": d(c)*0 = 0\nclaim \"one\": x' = x'\ndraw arrow at c along lambda(roll)\n");
  static const char *const titles[] = {"Newton.x", "Newton.y", "Newton.z", "flat.x", "one"};
  g_assert_cmpuint(system->n_claims, ==, G_N_ELEMENTS(titles));
  for (guint i = 0; i < G_N_ELEMENTS(titles); i++)
    g_assert_cmpstr(system->claims[i].title, ==, titles[i]);
  assert_same(system, "f.x", "lambda(roll.x)");
  assert_same(system, "F.y", "lambda(roll.y)");
  assert_same(system, "f.z + F.z", "0");
  assert_same(system, "norm(lambda(roll))", "n");
  g_assert_cmpuint(system->draws[0].along[2], ==, NOSLIP_ZERO);
}

/* Loops against the statements written out: the same names, in the same order, with the same meaning. */
static void
test_repetition(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "constant N = M - 1\nconstant M = 4\nfor i in 1..N { coordinate x[i] angle\n  parameter m[i] = i/2 }\n"
      "for i in 1..N {\n  for j in 1..i {\n    let a[i][j] = (i - j)*x[j] }\n}\nfor i in 2..1 { nonsense }\n"
      "lagrangian sum(i in 1..N, m[i]*x[i]'^2/2)\nobservable closed = sum(i in (1)..(N - 1), i*x[i])\nobservable s = "
      "sum(i in -1..1, i*x[i + 2]^2) + sum(k in 2..1, k)\n"
      "for i in 1..N-1 { constraint rod[i]: x[i + 1]' = 2*x[2*i - i]' }\ninitial x[M - 1] = 1\n");
  g_assert_cmpuint(system->m, ==, 3);
  g_assert_cmpstr(system->coordinates[2].name, ==, "x[3]");
  g_assert_cmpstr(system->fibres[0].name, ==, "x[1]'");
  g_assert_cmpfloat(system->parameters[2].value, ==, 1.5);
  g_assert_cmpstr(system->constraints[1].name, ==, "rod[2]");
  g_assert_cmpstr(system->initials[0].name, ==, "x[3]");
  assert_same(system, "a[3][1] - a[3][2]", "2*x[1] - x[2]");
  assert_same(system, "s", "x[3]^2 - x[1]^2");
  assert_same(system, "d(x[2]) + N", "x[2]' + 3");
  assert_same(system, "closed", "x[1] + 2*x[2]");
  g_autofree char *latex = noslip_expr_latex(system->graph, system->fibres[2].symbol);
  g_assert_nonnull(strstr(latex, "\\dot{x}_{3}"));
}

/* A name that a loop repeats is refused each time, although the error is kept once: nothing is stored for it. */
static void
test_repeated_names(void)
{
  static const char *const statements[] = {
      "coordinate x range 0 .. 1 unit \"m\"",
      "parameter m = 1 range 0 .. 2",
      "velocity u = x'",
      "section e: x",
      "constraint c: x' = 0",
      "rotation R(a, b, c, d)",
  };
  for (guint i = 0; i < G_N_ELEMENTS(statements); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\nfor i in 1..60 {\n  %s\n}\n%slagrangian 1\n", statements[i],
                                            i > 0 ? "coordinate x\n" : "");
    g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
    g_autoptr(NoslipSystem) system = noslip_language_system(text, -1, "repeated", "repeated", found);
    g_assert_null(system);
    const NoslipDiagnostic *error = g_ptr_array_index(found->list, 0);
    g_assert_nonnull(strstr(error->cause, "is declared already, in line 3"));
    g_assert_cmpuint(error->place.line, ==, 3);
  }
}

/* A whole number is at most a million in size. */
static void
test_whole_numbers(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("constant N = 1000000\nfor i in 1000000..N { coordinate x[i] }\n"
                      "for i in -1000000..-N { let a[1] = i }\nlagrangian x[N]'^2/2 + a[1]*x[N]\n");
  g_assert_cmpuint(system->m, ==, 1);
  g_assert_cmpstr(system->coordinates[0].name, ==, "x[1000000]");
  assert_same(system, "a[1]", "-1000000");
}

/* The words of loops and vectors are ordinary names elsewhere. */
static void
test_names_of_before(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "parameter constant = 2\nparameter for = 3\nparameter trial = 1\nlet sum = constant + for\ncoordinate "
      "dot\nlet norm = dot +\n"
      "  for\nlet transpose = 2*norm\ncoordinate cross\nvelocity omega = dot'\nvelocity v = cross'\n"
      "parameter divergence = 4\nlet half = divergence/2\n"
      "lagrangian sum*omega^2 + v^2/transpose^2 - divergence*dot\n");
  assert_same(system, "transpose", "2*(dot + for)");
  assert_same(system, "d(half*dot)", "2*omega + (half - 2)*omega");
  assert_same(system, "p(omega)", "2*(constant + for)*omega");
}

static void
test_cases(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "parameter and = 1\ncoordinate x\ncoordinate y\nlet a = if(x < y and not (x >= 2 or y > 3), sqrt(x), y^2)\n"
      "let v = if(1 < 2, (x, y), (0, 0))\nlagrangian (x'^2 + and*y'^2)/2 - a\n");
  static const struct {
    double x, y, a, slope;
  } points[] = {{0.25, 1, 0.5, 1}, {1, 0.5, 0.25, 0}, {2.5, 2.75, 7.5625, 0}, {1, 4, 16, 0}, {-1, -2, 4, 0}};
  NoslipExpr symbols[2] = {system->coordinates[0].symbol, system->coordinates[1].symbol};
  NoslipExpr slope = noslip_expr_derivative(system->graph, system->lets[0].expr, symbols[0]);
  for (guint i = 0; i < G_N_ELEMENTS(points); i++) {
    double values[2] = {points[i].x, points[i].y};
    g_assert_cmpfloat(noslip_expr_value(system->graph, system->lets[0].expr, 2, symbols, values), ==, points[i].a);
    g_assert_cmpfloat(noslip_expr_value(system->graph, slope, 2, symbols, values), ==, points[i].slope);
  }
  g_autofree char *text = noslip_expr_text(system->graph, system->lets[0].expr);
  assert_same(system, text, "a"); /* what is printed is read again */
  assert_same(system, "v.y", "y");
}

/* The terms of bodies, springs and dampers, against T, V and Q written out. */
static void
test_bodies(void)
{
  g_autoptr(NoslipSystem) system = test_statements(
      "parameter l = 1\ncoordinate a\ncoordinate b\nlet p = (l*sin(a), -l*cos(a))\nbody one mass 2 at p\n"
      "body two mass 1 inertia (0.1, 0.2, 0.3) at (a, 0, b) turn x a z b draw box size (1, 2, 3)\n"
      "gravity (0, -3, 9)\nspring (0, 1) p stiffness 3 length 1\nspring p (0, 0) stiffness 5\n"
      "damper (0, 2) p 0.5\npotential a\n");
  assert_same(system, "kinetic - (l^2*a'^2 + (a'^2 + b'^2)/2)",
              "(0.1*a'^2 + 0.2*sin(a)^2*b'^2 + 0.3*cos(a)^2*b'^2)/2"); /* about axes fixed in space */
  assert_same(system, "potential - a + 6*l*cos(a) + 9*b - 5/2*l^2*(sin(a)^2 + cos(a)^2)",
              "3/2*(sqrt(l^2*sin(a)^2 + (l*cos(a) + 1)^2) - 1)^2");
  g_assert_cmpuint(system->n_draws, ==, 2);
  g_assert_cmpint(system->draws[0].kind, ==, NOSLIP_DRAW_SPHERE);
  g_assert_cmpuint(system->draws[1].n_turns, ==, 2);
  g_assert_cmpuint(system->forces[1], ==, NOSLIP_ZERO);
  NoslipExpr symbols[4] = {system->coordinates[0].symbol, system->fibres[0].symbol, system->parameters[0].symbol};
  double at[3] = {0.4, 0.7, 1}, distance = hypot(sin(0.4), cos(0.4) + 2);
  double rate = -2 * sin(0.4) * 0.7 / distance; /* of sqrt(5 + 4 cos a) */
  double force = noslip_expr_value(system->graph, system->forces[0], 3, symbols, at);
  g_assert_cmpfloat_with_epsilon(force, -0.5 * rate * rate / 0.7, 1e-14);
}

/* Euler's angles about axes fixed in space, z after x after z: the symmetric top of every textbook. */
static void
test_top_of_angles(void)
{
  g_autoptr(NoslipSystem) system =
      test_statements("coordinate f\ncoordinate th\ncoordinate p\n"
                      "body top mass 1 inertia (2, 2, 3) at (0, 0, 0) turn z p x th z f\n");
  NoslipExpr symbols[6];
  const double at[6] = {0.3, 0.8, 1.1, 0.5, -0.4, 2};
  for (guint i = 0; i < 3; i++) {
    symbols[i] = system->coordinates[i].symbol;
    symbols[3 + i] = system->fibres[i].symbol;
  }
  double spin = at[5] + at[3] * cos(at[1]);
  double expected = (2 * (at[4] * at[4] + pow(sin(at[1]) * at[3], 2)) + 3 * spin * spin) / 2;
  g_assert_cmpfloat_with_epsilon(noslip_expr_value(system->graph, system->kinetic, 6, symbols, at), expected, 1e-14);
}

/* A body with three equal moments has the energy of its own angular velocity, along any axes. */
static void
test_ball(void)
{
  static const char *const frames[] = {"space", "body"};
  for (guint i = 0; i < G_N_ELEMENTS(frames); i++) {
    g_autofree char *text = g_strdup_printf("parameter I = 2\nrotation R (q0, q1, q2, q3) %s (w1, w2, w3)\n"
                                            "body ball mass 1 inertia (I, I, I) at (0, 0, 0) turn R\n",
                                            frames[i]);
    g_autoptr(NoslipSystem) system = test_statements(text);
    assert_same(system, "kinetic", "I*w1^2/2 + I*w2^2/2 + I*w3^2/2");
    g_autofree char *written = noslip_expr_text(system->graph, system->kinetic);
    g_assert_null(strstr(written, "q"));
  }
}

/* "loop" includes itself, "wrong" has an error in line 2, others are not there. */
static char *
read_text(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  static const char *const texts[][2] = {
      {"parts", "noslip 1\nparameter m = 2\nlet double = 2*m\nlagrangian nothing\nfor i in 1..2 { let s[i] = i*m }\n"
                "constant N = 3\nobservable far = x + m\ncoordinate q\n"},
      {"loop", "include \"loop\"\n"},
      {"deep1", "include \"deep2\"\n"},
      {"deep2", "include \"deep3\"\n"},
      {"deep3", "include \"deep4\"\n"},
      {"deep4", "include \"deep5\"\n"},
      {"deep5", "include \"deep6\"\n"},
      {"empty", "title \"nothing to take\"\n"},
      {"size", "let half = N/2\nconstant N = 2*M\ninclude \"less\"\n"},
      {"less", "constant M = 1\n"},
      {"wrong", "parameter m = 1\nlet a = \"open\n"},
      {"slips", "parameter m = 1\nlet a = m*nowhere\nlet b = 2 +* m\nobservable o = nowhere + 1\n"},
      {"outer", "include \"slips\"\nlet c = there\n"},
  };
  (void) data;
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++)
    if (strcmp(texts[i][0], name) == 0) {
      *length = strlen(texts[i][1]);
      return g_strdup(texts[i][1]);
    }
  noslip_diagnostics_add(diagnostics, noslip_diagnostic_new(NOSLIP_ERROR, NOSLIP_CODE_FILE, NULL, NULL, "no %s", name));
  return NULL;
}

static void
test_include(void)
{
  static const char *const errors[][2] = {
      {"noslip 1\ninclude \"loop\"\ncoordinate x\nlagrangian x'^2", "loop, line 1: loop includes itself"},
      {"noslip 1\ninclude \"deep1\"\ncoordinate x\nlagrangian x'^2", "more than 5 texts"},
      {"noslip 1\ninclude \"wrong\"\ncoordinate x\nlagrangian x'^2", "wrong, line 2: the string has no end"},
      {"noslip 1\ninclude \"other\"\ncoordinate x\nlagrangian x'^2", "no other"},
  };
  g_autoptr(NoslipDiagnostics) none = noslip_diagnostics_new();
  g_autoptr(NoslipSystem) system =
      noslip_language_system_including("noslip 1\ninclude \"parts\"\ncoordinate x\nlagrangian double*N*x'^2 + s[2]*x",
                                       -1, "t", "t", read_text, NULL, none);
  g_assert_nonnull(system);
  assert_same(system, "lagrangian", "6*m*x'^2 + 2*m*x");
  assert_same(system, "far", "x + m");
  g_assert_cmpuint(system->m, ==, 1);
  for (guint i = 0; i < G_N_ELEMENTS(errors); i++) {
    g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
    g_assert_null(noslip_language_system_including(errors[i][0], -1, "t", "t", read_text, NULL, found));
    const NoslipDiagnostic *error = g_ptr_array_index(found->list, 0);
    g_assert_cmpuint(error->place.line, ==, 2);
    g_assert_nonnull(strstr(error->cause, errors[i][1]));
  }
}

/* Errors that are found after the include was expanded name the included text and its line, also two texts deep and
 * beside each other; all stand at the include. */
static void
test_include_place(void)
{
  static const char *const causes[] = {"slips, line 2: there is no nowhere", "slips, line 3: expected a number",
                                       "slips, line 4: there is no nowhere", "outer, line 2: there is no there"};
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  g_assert_null(noslip_language_system_including("noslip 1\ncoordinate x\ninclude \"outer\"\nlagrangian x'^2", -1, "t",
                                                 "t", read_text, NULL, found));
  g_assert_cmpuint(found->n_errors, ==, G_N_ELEMENTS(causes));
  for (guint i = 0; i < G_N_ELEMENTS(causes); i++) {
    guint n = 0;
    for (guint k = 0; k < found->list->len; k++) {
      const NoslipDiagnostic *error = g_ptr_array_index(found->list, k);
      n += g_str_has_prefix(error->cause, causes[i]) && error->place.line == 3 && error->place.column == 9;
      g_assert_null(error->fix);
      g_assert_null(strstr(error->cause, "found \"outer\""));
    }
    g_assert_cmpuint(n, ==, 1);
  }
}

static NoslipSystem *
read_including(const char *text, NoslipDiagnostics *found)
{
  g_autofree char *whole = g_strconcat("noslip 1\n", text, NULL);
  return noslip_language_system_including(whole, -1, "t", "t", read_text, NULL, found);
}

/* An included constant is one of the text: it bounds loops and sums, is an index, and is part of other constants,
 * wherever the include stands; also a constant that is included two texts deep. */
static void
test_included_constant(void)
{
  static const char *const texts[] = {
      "include \"size\"\nfor i in 1..N { coordinate x[i] }\nlagrangian sum(i in 1..N, x[i]'^2)/2 - half*x[N]",
      ("constant K = N - M\nfor i in K..N { coordinate x[i] }\nlagrangian (x[1]'^2 + x[K + 1]'^2)/2 - half*x[N]\n"
       "include \"size\""),
      "for i in 1..2 { include \"size\"\ncoordinate x[i] }\nlagrangian sum(i in M..N, x[i]'^2)/2 - x[M + 1]",
  };
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
    g_autoptr(NoslipSystem) system = read_including(texts[i], found);
    g_assert_nonnull(system);
    g_assert_cmpuint(system->m, ==, 2);
    g_assert_cmpstr(system->coordinates[1].name, ==, "x[2]");
    assert_same(system, "lagrangian", "x[1]'^2/2 + x[2]'^2/2 - x[2]");
  }
}

static void
test_included_constant_errors(void)
{
  static const struct {
    const char *text;
    guint line, column;
    const char *cause;
  } errors[] = {
      {"include \"parts\"\nfor i in 1..m { coordinate x[i] }\nlagrangian x[1]'^2", 3, 13, "m is not a constant"},
      {"include \"parts\"\nconstant N = 2\ncoordinate x\nlagrangian x'^2", 3, 10, "N"},
      {"include \"less\"\nfor i in 1..N { coordinate x[i] }\nlagrangian x[1]'^2", 3, 13, "N is not a constant"},
      {"include \"size\"\nfor i in 1..N/3 { coordinate x[i] }\nlagrangian x[1]'^2", 3, 14, "the quotient"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(errors); i++) {
    g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
    g_assert_null(read_including(errors[i].text, found));
    const NoslipDiagnostic *error = g_ptr_array_index(found->list, 0);
    g_assert_nonnull(strstr(error->cause, errors[i].cause));
    g_assert_cmpuint(error->place.line, ==, errors[i].line);
    g_assert_cmpuint(error->place.column, ==, errors[i].column);
    g_assert_nonnull(error->remedy);
  }
  g_autoptr(NoslipDiagnostics) found = noslip_diagnostics_new();
  g_autoptr(GString) many = g_string_new(NULL);
  for (guint i = 0; i < 101; i++)
    g_string_append(many, "include \"empty\"\n");
  g_string_append(many, "coordinate x\nlagrangian x'^2");
  g_assert_null(read_including(many->str, found));
  const NoslipDiagnostic *error = g_ptr_array_index(found->list, 0);
  g_assert_nonnull(strstr(error->cause, "more than 100 texts"));
  g_assert_cmpuint(error->place.line, ==, 102);
}

/* Forms in closed form: df = f_x dx + …, da of a = y dx + x^3 dy is (3 x^2 - 1) dx dy, the Maurer-Cartan equation on
 * so(3), and of the 2-form b = z dx dy + x dy dz the derivative (1 + 1) dx dy dz. */
static void
test_forms(void)
{
  g_autoptr(NoslipSystem) plane = test_statements(
      "coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2 + z'^2)/2\nlet f = sin(x)*y^2\n"
      "form a = y*x' + x^3*y'\nform b = z*wedge(x', y') + x*wedge(y', z')\nlet df = dE(f)(y')\n"
      "form first = wedge(last, z')\nform last = 2*x*y'\nlet early = dE(first)(x', y', z')\n"
      "let da = dE(a)(x', y')\nlet ad = dE(a)(y', x' + z*y')\nlet db = dE(b)(x', y', z')\n"
      "let dda = dE(dE(a))(x', y', z')\nlet value = b(x', y')\nlet wedged = dE(wedge(a, z'))(x', y', z')\n");
  assert_same(plane, "df", "2*y*sin(x)");
  assert_same(plane, "da", "3*x^2 - 1");
  assert_same(plane, "ad", "1 - 3*x^2");
  assert_same(plane, "db", "2");
  assert_same(plane, "dda", "0");
  assert_same(plane, "value", "z");
  assert_same(plane, "wedged", "3*x^2 - 1");
  assert_same(plane, "early", "2");
  g_autoptr(NoslipSystem) so3 =
      test_statements("coordinate x\nsection e1\nsection e2\nsection e3\nbracket [e1, e2] = e3\nbracket [e2, e3] = e1\n"
                      "bracket [e3, e1] = e2\nlagrangian (e1^2 + e2^2 + e3^2)/2\nlet one = dE(e1)(e2, e3)\n"
                      "let other = dE(x*e1)(e3, e2)\n");
  assert_same(so3, "one", "-1");
  assert_same(so3, "other", "x");
}

/* C^c_ab of the system, as an expression. */
static void
assert_structure(const NoslipSystem *system, guint c, guint a, guint b, const char *expected)
{
  guint n = system->n;
  g_autofree char *found = noslip_expr_text(system->graph, system->structure[((gsize) c * n + a) * n + b]);
  assert_same(system, found, expected);
}

/* velocity after section: with w = F y the brackets are those of the sections G e, by the rule of Leibniz. */
static void
test_reframed(void)
{
  g_autoptr(NoslipSystem) turned = test_statements(
      "section e1\nsection e2\nsection e3\nbracket [e1, e2] = e3\nbracket [e2, e3] = e1\nbracket [e3, e1] = e2\n"
      "velocity a = 2*e1\nvelocity b = 3*e2\nvelocity c = 5*e3\nlagrangian (a^2 + b^2 + e3^2)/2\n");
  assert_structure(turned, 2, 0, 1, "5/6");
  assert_structure(turned, 0, 1, 2, "2/15");
  assert_structure(turned, 1, 2, 0, "3/10");
  g_assert_cmpstr(turned->fibres[0].name, ==, "a");
  assert_same(turned, "e2", "b/3");
  assert_same(turned, "lagrangian", "(a^2 + b^2 + c^2/25)/2");
  /* A force along the old section e1 = (a + b)/2 acts along both velocities. */
  g_autoptr(NoslipSystem) pushed =
      test_statements("section e1\nsection e2\nvelocity a = e1 + e2\nvelocity b = e1 - e2\n"
                      "lagrangian (a^2 + b^2)/2\nforce e1 = 6\nfriction e2 = 2\n");
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat(noslip_expr_value(pushed->graph, pushed->forces[i], 0, NULL, NULL), ==, 3);
  g_autofree char *rubbed = noslip_expr_text(pushed->graph, pushed->frictions[0].velocity);
  assert_same(pushed, rubbed, "(a - b)/2");
  g_autoptr(NoslipSystem) along = test_statements(
      "coordinate x\nsection x'\nsection f\nvelocity u = x' + x*f\nvelocity w = exp(x)*f\nlagrangian (u^2 + w^2)/2\n");
  /* e_u = d/dx and e_w = exp(-x) (f - x d/dx), whose bracket is -(exp(-x) d/dx + e_w) */
  assert_structure(along, 0, 0, 1, "-1/exp(x)");
  assert_structure(along, 1, 0, 1, "-1");
  assert_same(along, "x'", "u - x/exp(x)*w");
  assert_same(along, "f", "w/exp(x)");
  g_autoptr(NoslipSystem) timed =
      test_statements("coordinate x\nsection x'\nsection f\nvelocity u = x'\nvelocity w = (1 + t)*f\n"
                      "lagrangian (u^2 + w^2)/2\n");
  g_assert_nonnull(timed->time_structure); /* [d/dt, f/(1 + t)] = -1/(1 + t) of itself */
  g_autofree char *rate = noslip_expr_text(timed->graph, timed->time_structure[3]);
  assert_same(timed, rate, "-1/(1 + t)");
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/language/features/vector-claims", test_vector_claims);
  g_test_add_func("/language/features/small", test_small);
  g_test_add_func("/language/features/forms", test_forms);
  g_test_add_func("/language/features/vectors", test_vectors);
  g_test_add_func("/language/features/repetition", test_repetition);
  g_test_add_func("/language/features/repeated-names", test_repeated_names);
  g_test_add_func("/language/features/ordinary-names", test_names_of_before);
  g_test_add_func("/language/features/whole-numbers", test_whole_numbers);
  g_test_add_func("/language/features/cases", test_cases);
  g_test_add_func("/language/features/bodies", test_bodies);
  g_test_add_func("/language/features/include", test_include);
  g_test_add_func("/language/features/include/place", test_include_place);
  g_test_add_func("/language/features/include/constant", test_included_constant);
  g_test_add_func("/language/features/include/constant-errors", test_included_constant_errors);
  g_test_add_func("/language/features/changed-frame", test_reframed);
  g_test_add_func("/language/features/top-of-angles", test_top_of_angles);
  g_test_add_func("/features/ball", test_ball);
  return g_test_run();
}
