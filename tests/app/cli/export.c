/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli export: each exported file is compiled and run, and writes the CSV of the program's own Runge-Kutta
 * run. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>

/* Relative to the largest value of a column, or to 1. */
#define TOLERANCE 1e-12

typedef struct {
  const char *system; /* an id, or a text's name in the test's folder */
  const char *step;   /* of its text */
  const char *options;
} Case;

typedef struct {
  const char *id;      /* argument of --as */
  const char *needs;   /* a program */
  const char *suffix;  /* of the file */
  const char *command; /* that runs FILE, with %s for its name */
} Language;

static const Language languages[] = {
    {"c", "cc", "c", "cc -std=c11 -Wall -Wextra -Werror -O1 $DEFINE '%s' -o '%s.out' -lm && '%s.out'"},
    {"python", "python3", "py", "python3 '%s'"},
    {"javascript", "node", "mjs", "node '%s'"},
    {"julia", "julia", "jl", "julia '%s'"},
};

static char *
shell(const char *command)
{
  const char *arguments[] = {"sh", "-c", command, NULL};
  char *output = NULL;
  g_autofree char *messages = NULL;
  int status;
  g_autoptr(GError) error = NULL;
  g_assert_true(g_spawn_sync(NULL, (char **) arguments, NULL, G_SPAWN_SEARCH_PATH, NULL, NULL, &output, &messages,
                             &status, &error));
  if (status != 0)
    g_error("%s: %s", command, messages);
  g_assert_cmpstr(messages, ==, "");
  return output;
}

static void
compare_lines(const char *expected, const char *found, double *largest, double *difference)
{
  g_auto(GStrv) a = g_strsplit(expected, ",", -1);
  g_auto(GStrv) b = g_strsplit(found, ",", -1);
  g_assert_cmpuint(g_strv_length(a), ==, g_strv_length(b));
  for (guint i = 0; a[i] != NULL; i++) {
    double x = g_ascii_strtod(a[i], NULL), y = g_ascii_strtod(b[i], NULL);
    g_assert_true(isnan(x) == isnan(y));
    if (isnan(x))
      continue;
    largest[i] = fmax(largest[i], fabs(x));
    difference[i] = fmax(difference[i], fabs(x - y));
  }
}

static void
compare_csv(const char *expected, const char *found)
{
  g_auto(GStrv) a = g_strsplit(g_strchomp((char *) expected), "\n", -1);
  g_auto(GStrv) b = g_strsplit(g_strchomp((char *) found), "\n", -1);
  double largest[64], difference[64] = {0};
  for (guint i = 0; i < 64; i++)
    largest[i] = 1;
  g_assert_cmpstr(a[0], ==, b[0]);
  g_assert_cmpuint(g_strv_length(a), ==, g_strv_length(b));
  g_assert_cmpuint(g_strv_length(a), >, 10);
  for (guint i = 1; a[i] != NULL; i++)
    compare_lines(a[i], b[i], largest, difference);
  for (guint i = 0; i < 64; i++)
    if (!(difference[i] <= TOLERANCE * largest[i]))
      g_error("column %u differs by %.3g", i, difference[i]);
}

/* Converts "chaplygin-sleigh" or "…/two.noslip" to the identifier used in the file. */
static char *
name_of(const char *system)
{
  g_autofree char *base = g_path_get_basename(system);
  char *end = strstr(base, ".noslip");
  if (end != NULL)
    *end = '\0';
  return g_strcanon(g_steal_pointer(&base), G_CSET_a_2_z G_CSET_A_2_Z G_CSET_DIGITS, '_');
}

static void
check_case(const Language *language, const Case *one)
{
  g_autofree char *name = name_of(one->system);
  g_autofree char *file = g_strdup_printf("%s/%s.%s", scratch(), name, language->suffix);
  g_auto(Result) written =
      expect(0, "export '%s' --as %s %s --output '%s'", one->system, language->id, one->options, file);
  g_assert_cmpstr(written.output, ==, "");
  g_autofree char *define = g_strdup_printf("-D%s_MAIN", name);
  g_auto(GStrv) parts = g_strsplit(language->command, "%s", -1);
  g_autofree char *with_file = g_strjoinv(file, parts);
  g_auto(GStrv) pieces = g_strsplit(with_file, "$DEFINE", -1);
  g_autofree char *command = g_strjoinv(define, pieces);
  g_autofree char *found = shell(command);
  g_auto(Result) run = run_cli("run '%s' --method rk4 --fixed-step %s %s", one->system, one->step, one->options);
  compare_csv(run.output, found);
}

/* All functions of the language, a switch, time, no parameters, an observable that is not defined, awkward titles. */
static const char functions[] =
    "noslip 1\ntitle \"a */ \\\\ title?"
    "?/\"\ncoordinate x\ncoordinate y\n"
    "lagrangian (x'^2 + (2 + tanh(y))*y'^2)/2 - if(x < y and x > -3, cosh(x)/4, sqrt(4 + y^2)/3)\n"
    "force x' = sin(3*t)/(2 + cos(x)) - min(x', 0.3) + exp(-x^2)*atan2(y, 2 + x)\n"
    "force y' = sign(y')*0.1 + abs(x)/9 + asin(tanh(x))/5 - log(2 + y^2) + max(x, y)^1.7/99\n"
    "initial x = 0.5\ninitial y = 0.25\ninitial x' = 0.1\ninitial y' = -0.2\n"
    "observable s = sinh(x)*acos(tanh(y)) + (2 + x^2)^y\nobservable a = d(x')*y\nrun to 1 step 0.01\n";

static const char bound[] = "noslip 1\nparameter g = 9.81\ncoordinate x\ncoordinate y\ncoordinate z\n"
                            "lagrangian (x'^2 + y'^2 + z'^2)/2 - g*z\nconstraint sphere: x^2 + y^2 + z^2 = 1\n"
                            "constraint plane: x = 0.5*z\n"
                            "initial x = 0\ninitial z = 0\ninitial y = 1\ninitial z' = 1\nrun to 1 step 0.01\n";

/* A skate on a moving floor: the velocity that depends on the others changes after some time, again and again. */
static const char skate[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate a angle\n"
                            "lagrangian (x'^2 + y'^2 + a'^2)/2 - 0.3*x\n"
                            "constraint edge: -sin(a)*(x' - 0.4) + cos(a)*y' = 0\n"
                            "initial a = 0.3\ninitial a' = 1.5\ninitial x' = 0.7\nrun to 0.5 step 0.05\n";

/* Two coupled skates. A simple solution for their multipliers divides by cos(a)^2, which is 0 if one starts across. */
static const char skates[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate u\ncoordinate v\n"
                             "coordinate a angle\ncoordinate b angle\n"
                             "lagrangian (x'^2 + y'^2 + u'^2 + v'^2 + a'^2 + b'^2)/2 + 0.2*x'*u' -\n"
                             "  0.3*x - (x - u)^2 - (y - v)^2\n"
                             "constraint one: -sin(a)*x' + cos(a)*y' = 0\n"
                             "constraint two: -sin(b)*u' + cos(b)*v' = 0\n"
                             "initial x' = 0.4\ninitial a' = 1.1\ninitial b' = -0.7\ninitial u' = 0.3\n"
                             "run to 2 step 0.05\n";

static const char across[] = "--initial a=1.5707963267948966 --initial \"x'=0\" --initial \"y'=0.4\"";

/* Constraints that are nonlinear in the velocities, and whose dependent velocity changes. */
static const char turning[] = "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\ncoordinate a angle\n"
                              "lagrangian (x'^2 + y'^2 + z'^2 + a'^2)/2 - z\n"
                              "constraint cone: (cos(a)*x' + sin(a)*y')*(1 + 0.1*z'^2) = 0.3\n"
                              "initial x' = 0.3/(1 + 0.1*0.5^2)\ninitial y' = 0.2\ninitial z' = 0.5\n"
                              "initial a' = 1\nrun to 3 step 0.02\n";

/* The constraints determine all velocities. */
static const char led[] = "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                          "constraint across: x' = -y\nconstraint along: y' = x\ninitial x = 1\nrun to 2 step 0.1\n";

static void
test_language(gconstpointer data)
{
  const Language *language = data;
  const Case cases[] = {
      {"chaplygin-sleigh", "0.01", ""},
      {"ball-on-rotating-table", "0.02", ""},
      {"appell-hamel", "0.005", ""},
      {"snakeboard", "0.005", ""},
      {"chaplygin-sleigh", "0.01", "--dynamics free"},
      {"chaplygin-sleigh", "0.01", "--dynamics vakonomic"},
      {"martinet", "0.01", ""},
      {"chaplygin-sleigh", "0.01", "--formulation gibbs-appell"},
      {"appell-hamel", "0.005", "--formulation gibbs-appell"},
      {"rolling-ball", "0.01", "--formulation hamiltonian"},
      {"suslov", "0.02", "--formulation projection"},
      {"ball-on-rotating-table", "0.02", "--formulation lagrange-dalembert"},
      {"ball-on-rotating-table", "0.02", "--formulation projection"},
      {"appell-hamel", "0.005", "--formulation projection"},
      {"pendulum", "0.01", "--formulation hamiltonian"},
      {"snakeboard", "0.005", "--formulation gibbs-appell"},
      {"snakeboard", "0.005", "--formulation projection"},
  };
  g_autofree char *program = g_find_program_in_path(language->needs);
  if (program == NULL) {
    g_autofree char *reason = g_strdup_printf("%s is not installed", language->needs);
    g_test_skip(reason);
    return;
  }
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++)
    check_case(language, &cases[i]);
  g_autofree char *path = scratch_write("functions.noslip", functions, -1);
  const Case own = {path, "0.01", ""};
  check_case(language, &own);
  g_autofree char *sphere = scratch_write("bound.noslip", bound, -1);
  const Case on_sphere = {sphere, "0.01", ""};
  check_case(language, &on_sphere);
  g_autofree char *edge = scratch_write("skate.noslip", skate, -1);
  g_autofree char *pair = scratch_write("pair.noslip", skates, -1);
  g_autofree char *appell = g_strconcat("--formulation gibbs-appell ", across, NULL);
  g_autofree char *circle = scratch_write("led.noslip", led, -1);
  g_autofree char *cone = scratch_write("turning.noslip", turning, -1);
  const Case more[] = {
      {edge, "0.05", "--formulation gibbs-appell"},
      {edge, "0.05", "--formulation gibbs-appell --to 6"},
      {edge, "0.05", "--formulation projection --to 6"},
      {edge, "0.05", "--formulation hamiltonian --to 6"},
      {cone, "0.02", "--formulation gibbs-appell"},
      {cone, "0.02", "--formulation projection"},
      {circle, "0.1", "--formulation gibbs-appell"},
      {circle, "0.1", "--formulation hamiltonian"},
      {pair, "0.05", across},
      {pair, "0.05", appell},
  };
  for (guint i = 0; i < G_N_ELEMENTS(more); i++)
    check_case(language, &more[i]);
}

/* The rates by SymPy at the initial state against those of the Python program, for a nonlinear system and one with
 * mu. */
static void
test_sympy(void)
{
  static const char program[] =
      "import runpy, sys\n"
      "s, p = runpy.run_path(sys.argv[1]), runpy.run_path(sys.argv[2])\n"
      "at = dict(zip(s['states'] + s['parameters'], p['initial'] + p['parameter_values']))\n"
      "at[s['t']] = 0.0\n"
      "assert [x.name for x in s['states']] == p['states'] and [x.name for x in s['parameters']] == p['parameters']\n"
      "for name, here in (('rates', 'rates'), ('values', 'observe')):\n"
      "    found = [float(e) for e in s[name].subs(at).evalf()]\n"
      "    expected = p[here](0.0, p['initial'], p['parameter_values'])\n"
      "    assert len(found) == len(expected)\n"
      "    for a, b in zip(found, expected):\n"
      "        assert abs(a - b) <= 1e-12 * max(1, abs(b)), (name, a, b)\n";
  static const char *const systems[] = {"chaplygin-sleigh", "appell-hamel", "martinet",
                                        "pendulum --formulation gibbs-appell"};
  int status = 1;
  if (!g_spawn_command_line_sync("python3 -c 'import sympy'", NULL, NULL, &status, NULL) || status != 0) {
    g_test_skip("SymPy is not installed");
    return;
  }
  g_autofree char *script = scratch_write("compare.py", program, -1);
  g_autofree char *own = scratch_write("functions.noslip", functions, -1);
  for (guint i = 0; i <= G_N_ELEMENTS(systems); i++) {
    const char *system = i < G_N_ELEMENTS(systems) ? systems[i] : own;
    g_auto(Result) a = expect(0, "export %s --as sympy --output '%s/symbolic.py'", system, scratch());
    g_auto(Result) b = expect(0, "export %s --as python --output '%s/floating.py'", system, scratch());
    g_assert_cmpstr(a.output, ==, b.output);
    g_autofree char *command =
        g_strdup_printf("python3 '%s' '%s/symbolic.py' '%s/floating.py'", script, scratch(), scratch());
    g_autofree char *output = shell(command);
    g_assert_cmpstr(output, ==, "");
  }
}

static void
test_interface(void)
{
  g_auto(Result) c = expect(0, "export chaplygin-sleigh --as c");
  assert_contains(c.output, "void chaplygin_sleigh_rates(double t, const double *parameters, const double *state, "
                            "double *rates)");
  assert_contains(c.output, "void chaplygin_sleigh_project(double t, const double *parameters, double *state)");
  assert_contains(c.output, "void chaplygin_sleigh_observe(double t, const double *parameters, const double *state, "
                            "double *values)");
  assert_contains(c.output, "#ifdef chaplygin_sleigh_MAIN");
  const char *const arrays[] = {"states", "parameters", "observables"};
  for (guint i = 0; i < G_N_ELEMENTS(arrays); i++) {
    g_autofree char *array = g_strdup_printf("const char *const chaplygin_sleigh_%s[] = {", arrays[i]);
    assert_contains(c.output, array);
  }
}

/* With constraints on coordinates, each step projects the coordinates first and then the velocities. */
static void
test_julia_projects(void)
{
  g_autofree char *path = scratch_write("bound.noslip", bound, -1);
  g_auto(Result) julia = expect(0, "export '%s' --as julia", path);
  assert_contains(julia.output, "function project(t, state, parameters)\n"
                                "    state = _project_positions(t, state, parameters)\n"
                                "    state = _project_velocities(t, state, parameters)\n"
                                "    return collect(Float64, state)\nend\n");
  /* the sphere and the plane bind x, y and z */
  char *positions = strstr(julia.output, "function _positions(");
  g_assert_nonnull(positions);
  *strstr(positions, "\nend\n") = '\0';
  for (guint i = 1; i <= 3; i++) {
    g_autofree char *coordinate = g_strdup_printf("state[%u]", i);
    assert_contains(positions, coordinate);
  }
  g_assert_null(strstr(positions, "state[4]"));
  g_auto(Result) plain = expect(0, "export chaplygin-sleigh --as julia");
  g_assert_null(strstr(plain.output, "_project_positions"));
}

typedef struct {
  const char *id, *suffix, *needs;
  const char *command; /* run in %s, the folder of the exported file */
} Program;

/* Exports the system to a file of each program's language, and runs the program that uses it. */
static void
check_programs(guint n, const Program *programs, const char *system, const char *expected)
{
  g_autofree char *folder = g_path_get_dirname(system), *name = name_of(system);
  for (guint i = 0; i < n; i++) {
    g_autofree char *program = g_find_program_in_path(programs[i].needs);
    if (program == NULL)
      continue;
    g_autofree char *file = g_strdup_printf("%s/%s.%s", folder, name, programs[i].suffix);
    g_auto(Result) written = expect(0, "export '%s' --as %s --output '%s'", system, programs[i].id, file);
    g_assert_cmpstr(written.output, ==, "");
    g_auto(GStrv) parts = g_strsplit(programs[i].command, "%s", -1);
    g_autofree char *filled = g_strjoinv(folder, parts);
    g_auto(GStrv) doubled = g_strsplit(filled, "%%", -1);
    g_autofree char *command = g_strjoinv("%", doubled);
    g_autofree char *found = shell(command);
    g_assert_cmpstr(found, ==, expected);
  }
}

/* If a constraint is not a number, as sqrt(x) here, the other constraints are not projected either: the state is
 * unchanged. */
static void
test_undefined(void)
{
  static const Program programs[] = {
      {"c", "c", "cc",
       "cd '%s' && printf '#include \"nowhere.c\"\\n#include <stdio.h>\\nint main(void) { double s[] = {-1, 0, 0, 1, "
       "1, 0};"
       " nowhere_project(0, nowhere_parameter_values, s); for (int i = 0; i < 6; i++) printf(\"%%%%g \", s[i]); }' "
       ">main.c "
       "&& cc main.c -lm -o main && ./main"},
      {"python", "py", "python3",
       "cd '%s' && python3 -B -c 'import nowhere; print(*(\"%%g\" %% z for z in nowhere.project(0, [-1, 0, 0, 1, 1, "
       "0], "
       "[])), end=\" \")'"},
      {"javascript", "mjs", "node",
       "cd '%s' && node -e 'import(\"./nowhere.mjs\").then(n => process.stdout.write(n.project(0, [-1, 0, 0, 1, 1, 0], "
       "[]).join(\" \") + \" \"))'"},
      {"julia", "jl", "julia",
       "cd '%s' && julia -e 'include(\"nowhere.jl\"); print(join(Int.(project(0, [-1.0, 0, 0, 1, 1, 0], [])), \" \"), "
       "\" \")'"},
  };
  g_autofree char *path = scratch_write("nowhere.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                        "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint first: sqrt(x)*x' = 0\n"
                                        "constraint second: y' = z'\ninitial x = 1\nrun to 1 step 0.1\n",
                                        -1);
  check_programs(G_N_ELEMENTS(programs), programs, path, "-1 0 0 1 1 0 ");
}

/* The values of `observe` are those of the named observables; inputs, which are columns too, are none of them. */
static void
test_observables(void)
{
  static const Program programs[] = {
      {"c", "c", "cc",
       "cd '%s' && printf '#include \"pushed.c\"\\n#include <stdio.h>\\nint main(void) { double v[] = {7, 7, 7}; "
       "pushed_observe(0.5, pushed_parameter_values, pushed_initial, v); for (int i = 0; i < 3; i++) printf(\"%%%%g "
       "\", "
       "v[i]); }' >main.c && cc main.c -lm -o main && ./main"},
      {"python", "py", "python3",
       "cd '%s' && python3 -B -c 'import pushed as p; print(*(\"%%g\" %% z for z in p.observe(0.5, p.initial, "
       "p.parameter_values)), *(7 for i in range(3 - len(p.observables))), end=\" \")'"},
      {"javascript", "mjs", "node",
       "cd '%s' && node -e 'import(\"./pushed.mjs\").then(p => process.stdout.write([...p.observe(0.5, p.initial, "
       "p.parameterValues), ...Array(3 - p.observables.length).fill(7)].join(\" \") + \" \"))'"},
  };
  g_autofree char *path =
      scratch_write("pushed.noslip",
                    "noslip 1\nparameter m = 2\ncoordinate x\ninput push = 9*t in -1 .. 1\n"
                    "input pull = 0.5 in -1 .. 1\nlagrangian m*x'^2/2\nforce x' = push - pull\n"
                    "initial x = 3\nobservable far = x + t\nobservable moved = m*x\nrun to 1 step 0.1\n",
                    -1);
  check_programs(G_N_ELEMENTS(programs), programs, path, "3.5 6 7 ");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  for (guint i = 0; i < G_N_ELEMENTS(languages); i++) {
    g_autofree char *path = g_strdup_printf("/export/%s", languages[i].id);
    g_test_add_data_func(path, &languages[i], test_language);
  }
  g_test_add_func("/export/sympy", test_sympy);
  g_test_add_func("/export/interface", test_interface);
  g_test_add_func("/export/julia-projects", test_julia_projects);
  g_test_add_func("/export/undefined", test_undefined);
  g_test_add_func("/export/observables", test_observables);
  int status = g_test_run();
  scratch_remove();
  return status;
}
