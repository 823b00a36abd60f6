/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Warnings about probable mistakes: each with its place, cause and hint, and similar texts that must have none. */
#include "core/language/language.h"

#include <gsl/gsl_errno.h>
#include <string.h>

/* The warnings of a text that can be read, "LINE:COLUMN: cause; remedy" a line. */
static char *
warnings_of(const char *text, NoslipIncludeReader reader)
{
  g_autoptr(NoslipDiagnostics) diagnostics = noslip_diagnostics_new();
  g_autofree char *whole = g_strconcat("noslip 1\n", text, NULL);
  g_autoptr(NoslipSystem) system =
      noslip_language_system_including(whole, -1, "test.noslip", "test", reader, NULL, diagnostics);
  GString *all = g_string_new(NULL);
  for (guint i = 0; i < diagnostics->list->len; i++) {
    const NoslipDiagnostic *diagnostic = g_ptr_array_index(diagnostics->list, i);
    if (diagnostic->severity == NOSLIP_ERROR)
      g_error("%u:%u: %s", diagnostic->place.line, diagnostic->place.column, diagnostic->cause);
    if (diagnostic->severity == NOSLIP_WARNING)
      g_string_append_printf(all, "%u:%u: %s; %s\n", diagnostic->place.line, diagnostic->place.column,
                             diagnostic->cause, diagnostic->remedy);
  }
  g_assert_nonnull(system);
  return g_string_free(all, FALSE);
}

typedef struct {
  const char *text, *warnings;
} Sample;

static void
assert_warnings(guint n, const Sample *samples)
{
  for (guint i = 0; i < n; i++) {
    g_test_message("%s", samples[i].text);
    g_autofree char *found = warnings_of(samples[i].text, NULL);
    g_assert_cmpstr(found, ==, samples[i].warnings);
  }
}

static void
test_coordinates(void)
{
  static const Sample samples[] = {
      {"coordinate x\ncoordinate y\nlagrangian x'^2/2\ndraw sphere at (x, y, 0) radius 0.1\n",
       "3:12: the Lagrangian contains neither y nor y'; add its kinetic energy, for example y'^2/2, or leave the "
       "coordinate out\n"},
      {"coordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n", ""}, /* cyclic */
      {"coordinate x\ncoordinate y\ncoordinate z\nlagrangian (x'^2 + y'^2)/2\nconstraint z' = y*x'\n", ""},
      {"coordinate x\ncoordinate z\nlagrangian x'^2/2\nconstraint z = x^2\n", ""},
      {"coordinate x\nsection v anchor x: 2\nlagrangian v^2/2\n", ""},
      {"coordinate x\ncoordinate y\nvelocity v = x' + y'\nvelocity w = x' - y'\nlagrangian v^2/2 + w^2\n", ""},
      {"coordinate x\ncoordinate y\ncoordinate theta angle\nvelocity v = cos(theta)*x' + sin(theta)*y'\n"
       "velocity w = -sin(theta)*x' + cos(theta)*y'\nvelocity omega = theta'\n"
       "lagrangian (v^2 + omega^2)/2\nconstraint w = 0\n",
       ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

static void
test_lagrangian(void)
{
  static const Sample samples[] = {
      {"parameter m = 1\ncoordinate x\nlagrangian m/2*x^2\n",
       "4:1: the Lagrangian contains no velocity; the velocity of x is written with a prime: x'\n"},
      {"coordinate x\nsection v anchor x: 1\nlagrangian -x^2/2\n",
       "4:1: the Lagrangian contains no velocity; write the kinetic energy with the velocity v\n"},
      {"coordinate x\nlagrangian x'^2/2 - x^2\n", ""},
      {"coordinate x\nkinetic x'^2/2\npotential x^2\n", ""},
      {"coordinate x\nbody b mass 2 at (x, 0, 0)\n", ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

#define PLANE "coordinate x\ncoordinate y\ncoordinate phi angle\nlagrangian (x'^2 + y'^2 + phi'^2)/2\n"

static void
test_constraints(void)
{
  static const Sample samples[] = {
      {"parameter r = 1\n" PLANE "constraint roll: x' = r*phi\n",
       "7:25: phi is used in the constraint roll where phi' would make it linear; did you mean phi'?\n"},
      {PLANE "constraint blade: x'*sin(phi) - y*cos(phi) = 0\ninitial phi = 1\n",
       "6:33: y is used in the constraint blade where y' would make it linear; did you mean y'?\n"},
      {"parameter r = 1\ncoordinate a\ncoordinate b\ncoordinate c\nlagrangian (a'^2 + b'^2 + c'^2)/2\n"
       "constraint one: a' = r*c\nconstraint two: b' = r*c'\n",
       "7:24: c is used in the constraint one where c' would make it linear; did you mean c'?\n"},
      {"parameter r = 1\n" PLANE "constraint roll: x' = r*phi'\n", ""},
      {"parameter Omega = 1\n" PLANE "constraint turn: x' = -Omega*y\n", ""}, /* a table that turns */
      {"parameter r = 1\n" PLANE "constraint rod: x = r*phi\n", ""},          /* holonomic */
      {PLANE "constraint line: x*sin(phi) = y*cos(phi)\n", ""},
      {PLANE "constraint wind: x' = y*x*cos(phi) + y'*x\ninitial x = 1\n", ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

static void
test_chosen(void)
{
  static const Sample samples[] = {
      {PLANE "constraint apart: x' - y' = 1\n",
       "2:12: the initial velocity x' = 0.5 was chosen, by least energy: neither the initial values nor the "
       "constraints determine it; give it: initial x' = 0.5\n"
       "3:12: the initial velocity y' = -0.5 was chosen, by least energy: neither the initial values nor the "
       "constraints determine it; give it: initial y' = -0.5\n"},
      {PLANE "constraint apart: x' - y' = 1\ninitial x' = 0.5\n", ""}, /* then the constraint determines y' */
      {PLANE "constraint roll: x' = phi'\ninitial phi' = 2\n", ""},
      {PLANE, ""},
      /* the angle in units of 1e-9: sin(theta - phi) is round-off, and not an entry as large as any other */
      {"coordinate x\ncoordinate y\ncoordinate q\ncoordinate phi\nlet theta = 1e-9*q\n"
       "lagrangian (x'^2 + y'^2 + d(theta)^2 + phi'^2)/2\ninitial q = 3e8\ninitial phi = 0.3\ninitial x' = -0.4\n"
       "constraint back:  y'*cos(theta + phi) = x'*sin(theta + phi) + d(theta)*cos(phi)\n"
       "constraint front: y'*cos(theta - phi) = x'*sin(theta - phi) - d(theta)*cos(phi)\n",
       ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

#define UNUSED(name) "nothing uses the parameter " name "; leave it out, or write it where it belongs\n"

static char *
read_other(gpointer data, const char *name, gsize *length, NoslipDiagnostics *diagnostics)
{
  static const char text[] = "noslip 1\nparameter g = 9.81\nparameter unused = 1\n";
  (void) data;
  (void) name;
  (void) diagnostics;
  *length = strlen(text);
  return g_strdup(text);
}

static void
test_parameters(void)
{
  static const Sample samples[] = {
      {"parameter m = 1\n  parameter mass = 2\ncoordinate x\nlagrangian m/2*x'^2\n", "3:13: " UNUSED("mass")},
      {"parameter a = 1\nparameter b = 2\nparameter c = 3\nparameter d = 4\nparameter e = 5\ncoordinate x\n"
       "lagrangian x'^2/2\nforce x' = -a*x'\ninitial x = b\ndraw sphere at (x, 0, 0) radius c\n"
       "claim \"energy\": d(energy) = -d*x'^2 expected to fail\nobservable o = e*x\n",
       ""},
      {"parameter a = 1\ncoordinate x\nlagrangian x'^2/2\ntrial \"fast\": x' = a\n", ""},
      {"parameter a = 1\ncoordinate x\nlagrangian x'^2/2\nreduction \"other\": x = x, x' = x'\n", ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
  g_autofree char *included = warnings_of("include \"other\"\ncoordinate x\nlagrangian x'^2/2 - g*x\n", read_other);
  g_assert_cmpstr(included, ==, "");
}

static void
test_gravity(void)
{
  static const Sample samples[] = {
      {"gravity (0, 0, -9.81)\ncoordinate x\nlagrangian x'^2/2\n",
       "2:1: gravity acts on bodies, and there is none; write a body, or the weight in the potential\n"},
      {"gravity (0, 0, -9.81)\ncoordinate x\nbody ball mass 1 at (x, 0, 0)\n", ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

static void
test_bodies(void)
{
#define HEAVY                                                                                                          \
  "no body has these moments of inertia: the largest is above the sum of the other two; write moments of which each "  \
  "is at most the sum of the other two\n"
  static const Sample samples[] = {
      {"coordinate a\nbody b mass 1 inertia (1, 1, 2.1) at (0, 0, 0) turn z a\n", "3:23: " HEAVY},
      {"parameter k = 3\ncoordinate a\nbody b mass 0 inertia (k, 1, 1) at (0, 0, 0) turn z a\n", "4:23: " HEAVY},
      {"coordinate a\nbody b mass 1 inertia (0.1, 0.2, 0.3) at (0, 0, 0) turn z a\n", ""}, /* flat */
      {"coordinate x\nbody b mass 1 inertia (1, 1, 1) at (x, 0, 0)\n",
       "3:23: the body does not turn, so its inertia has no effect; write how it turns, such as turn z theta, or leave "
       "the inertia out\n"},
      {"coordinate x\nbody b mass 1 at (x, 0, 0)\nbody b mass 2 at (0, x, 0)\n",
       "4:1: there is another body b in line 3, and both count; leave one of them out, or give it another name\n"},
      {"coordinate x\nfor i in 1..2 { body b mass i at (x, 0, i) }\n", ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

#define STILL                                                                                                          \
  "the claim is vacuous: nothing in it changes along a motion; write a coordinate, a velocity or a function of them "  \
  "in it\n"
#define FREE "parameter m = 1\nlet weight = 2*m\ncoordinate x\nlagrangian m/2*x'^2\n"

static void
test_claims(void)
{
  static const Sample samples[] = {
      {FREE "claim \"still\": d(m) = 0\n", "6:16: " STILL},
      {FREE "claim \"numbers\": 1 + 1 = 2 within 1e-9\n", "6:18: " STILL},
      {FREE "claim \"default\": m = 1\n", "6:18: " STILL},
      {FREE "claim \"let\": d(weight) = 0\n", "6:14: " STILL},
      {FREE "claim \"same\": p(x') = p(x')\n",
       "6:15: the claim is vacuous: both of its sides are the same; write on one side what the other should be\n"},
      {FREE "claim \"parameters\": weight = m + m\n", ""}, /* an identity */
      {FREE "claim \"misprint\": m = 2 expected to fail\n", ""},
      {FREE "claim \"momentum\": p(x') = m*x'\nclaim \"energy\": d(energy) = 0\n", ""},
      {"coordinate x\ncoordinate y\nlagrangian (x' - y')^2/2 + x'^2 + y'^2\nclaim \"none\": p(x') - p(x') = 0\n", ""},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

#define QUANTITIES                                                                                                     \
  "parameter m = 1 unit \"kg\"\nparameter g = 9.81 unit \"m/s^2\"\nparameter k = 3\ncoordinate x unit \"m\"\n"         \
  "coordinate q angle unit \"rad\"\ncoordinate p angle\nlagrangian m/2*(x'^2 + x^2*q'^2 + k*p'^2) - m*g*x\n"

/* If units are given they have to match; quantities without a unit match everything. */
static void
test_units(void)
{
#define FIT "; check the units, or what is missing in one of the terms\n"
#define SIDES "; check the units, or what is missing on one side\n"
#define VALUE "; check the units, or what is missing in the value\n"
  static const Sample samples[] = {
      {"rotation R (q0, q1, q2, q3) body (w1, w2, w3)\nlagrangian (w1^2 + 2*w2^2 + 3*w3^2)/2 - R33\n", ""},
      {QUANTITIES "observable o = energy + x\n", "9:23: the units do not fit: N m and m" FIT},
      {QUANTITIES "observable o = energy/2 + m*g*x*sin(q)^2 + k + k*x + 7 + 9.81*x + t\n", ""},
      {QUANTITIES "observable o = x^2 + sqrt(x)^4 + x^0.5*x^(3/2) - (x^(1/3))^6 + (4*x^2 + k)\n", ""},
      {QUANTITIES "observable o = x^(1/3) - x^0.5\n", "9:24: the units do not fit: m^(1/3) and m^(1/2)" FIT},
      {QUANTITIES "observable o = sin(2*x) + exp(x/(3*x)) + cos(q) + sin(p) + sin(t) + tanh(k*x)\n",
       "9:16: the argument of a function of numbers has the unit m; divide it by a quantity of the same unit\n"},
      {QUANTITIES "observable o = d(log(m*x)) + log(x)\n", /* the rate of a logarithm has no unit but 1/s */
       "9:28: the units do not fit: 1/s and 1" FIT
       "9:30: the argument of a function of numbers has the unit m; divide it by a quantity of the same unit\n"},
      {QUANTITIES "observable o = d(log(m*x)) + 1/t\n", ""},
      {QUANTITIES "observable o = atan2(x, x') + max(x, m)\n",
       "9:16: the units do not fit: m and m/s" FIT "9:31: the units do not fit: m and kg" FIT},
      {QUANTITIES "observable o = if(x > m, x, x') + 2^x\n",
       "9:16: the units do not fit: m and m/s" FIT "9:21: the units do not fit: m and kg" FIT
       "9:36: the exponent has the unit m; divide the exponent by a quantity of the same unit\n"},
      {QUANTITIES "observable v = x' unit \"m\"\nobservable w = v unit \"m/s\"\n",
       "9:24: the unit is given as m, and the expression has m/s; write the unit of the expression, or correct this\n"
       "10:23: the unit is given as m/s, and the expression has m; write the unit of the expression, or correct "
       "this\n"},
      {QUANTITIES "let c = (x, x)\nobservable o = dot(c, c) + norm(c)\nobservable u = c.x + d(c).y\n",
       "10:26: the units do not fit: m^2 and m" FIT "11:20: the units do not fit: m and m/s" FIT},
      {QUANTITIES "constraint roll: x' = k*p'\nconstraint bad: x' = x*m*cos(q)\n",
       "10:17: the left side has the unit m/s, the right side kg m" SIDES},
      {QUANTITIES "claim \"a\": d(energy) = m*g*x' for nonholonomic\nclaim \"b\": d(energy) = m*g*x expected to fail\n"
                  "claim \"c\": d(p(x')) = p(x')\n",
       "11:12: the left side has the unit N, the right side N s" SIDES},
      {QUANTITIES "force x' = m*g\nforce q' = m*g\ninitial x' = 0.5*cos(q)\ninitial x = g\nfriction x' = m*x\n",
       "10:12: the unit should be N m, and is N" VALUE "12:13: the unit should be m, and is m/s^2" VALUE
       "13:15: the unit should be N, and is kg m" VALUE},
      {QUANTITIES "constraint wall: x = 1\nbounce x - 1 >= 0\ninitial x = 1\n", ""},
      {"parameter r = 1 unit \"furlong\"\ncoordinate x unit \"m\"\nlagrangian x'^2/2 - r\n", ""},
      {"parameter a = 1 unit \"m^(1/2)\"\ncoordinate x unit \"m\"\nlagrangian x'^2/2\n"
       "observable o = a^2 + x + a^4/x + (a^(1/2))^4\n",
       ""},
      {"parameter r = 1 unit \"m\"\ncoordinate x unit \"m\"\nsection u anchor x: 1 unit \"m/s\"\n"
       "section w unit \"rad/s\"\nvelocity a = u + r*w\nvelocity b = u + 2*w\nlagrangian (u^2 + r^2*w^2)/2 + a*u\n",
       "7:16: the units do not fit: m/s and 1/s" FIT},
  };
  assert_warnings(G_N_ELEMENTS(samples), samples);
}

/* The quantities of bodies, springs and dampers have the units of their kinetic energy; numbers fit. */
static void
test_units_of_bodies(void)
{
  static const char head[] =
      "parameter m = 1 unit \"kg\"\nparameter l = 1 unit \"m\"\nparameter I = 1 unit \"kg m^2\"\n"
      "parameter k = 3 unit \"N/m\"\nparameter c = 3 unit \"N s/m\"\nparameter g = 9.81 unit \"m/s^2\"\n"
      "coordinate x unit \"m\"\ncoordinate q angle unit \"rad\"\nlet r = (x, 0, 0)\nbody first mass m inertia (I, I, "
      "I) at r turn z q\n"
      "plot m*l\nplot I\nplot k\nplot c\nplot g\n";
  static const Sample cases[] = {
      {"body b mass m inertia (I, I, m*l^2) at l*(cos(q), sin(q), 0) turn z q\ngravity (0, 0, -g)\n"
       "spring (0, 0, l) r stiffness k length l\ndamper (0, 0, 0) r c\n",
       ""},
      {"body b mass 2 inertia (1, 1, 1) at (0, x, 1) turn z q\ngravity (0, 0, -10)\n"
       "spring (0, 0, 1) r stiffness 3 length 2\ndamper (0, 0, 0) r 4\n",
       ""},
      {"body b mass l at r\n", "17:13: the unit should be kg, and is m" VALUE},
      {"body b mass m at r/l\n", "17:13: the unit should be kg m^2, and is kg" VALUE},
      {"body b mass m inertia m*(l, l, l) at r turn z q\n", "17:23: the unit should be kg m^2, and is kg m" VALUE},
      {"gravity (0, 0, -m*g)\n", "17:9: the unit should be m/s^2, and is N" VALUE},
      {"spring (0, 0, l) r stiffness c\n", "17:30: the unit should be kg/s^2, and is kg/s" VALUE},
      {"spring (0, 0, l) r stiffness k length m\n", "17:39: the unit should be m, and is kg" VALUE},
      {"damper (0, 0, l) r k\n", "17:20: the unit should be kg/s, and is kg/s^2" VALUE},
      {"spring (0, 0, q) r stiffness 1\n", "17:18: the unit should be 1, and is m" VALUE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text = g_strconcat(head, cases[i].text, NULL);
    const Sample sample = {text, cases[i].warnings};
    assert_warnings(1, &sample);
  }
}

int
main(int argc, char **argv)
{
  gsl_set_error_handler_off();
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/language/slips/coordinates", test_coordinates);
  g_test_add_func("/language/slips/lagrangian", test_lagrangian);
  g_test_add_func("/language/slips/constraints", test_constraints);
  g_test_add_func("/language/slips/chosen", test_chosen);
  g_test_add_func("/language/slips/parameters", test_parameters);
  g_test_add_func("/language/slips/gravity", test_gravity);
  g_test_add_func("/language/slips/claims", test_claims);
  g_test_add_func("/language/slips/units", test_units);
  g_test_add_func("/language/slips/units-of-bodies", test_units_of_bodies);
  g_test_add_func("/language/slips/bodies", test_bodies);
  return g_test_run();
}
