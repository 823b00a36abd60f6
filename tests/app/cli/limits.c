/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli at its limits: the largest system, interrupts, systems without a motion, nested brackets. */
#include "tests/app/cli/process.h"

#include <glib/gstdio.h>
#include <math.h>
#include <string.h>
#include <sys/stat.h>

#define LARGEST 200

/* N particles on a line, every third of the first sixty geared to the next; free with g_free(). */
static char *
write_largest(void)
{
  GString *text = g_string_new("noslip 1\n");
  for (guint i = 0; i < LARGEST; i++)
    g_string_append_printf(text, "coordinate x%u\n", i);
  g_string_append(text, "lagrangian x0'^2/2");
  for (guint i = 1; i < LARGEST; i++)
    g_string_append_printf(text, " + x%u'^2/2", i);
  for (guint i = 1; i < 60; i += 3)
    g_string_append_printf(text, "\nconstraint x%u' = x%u*x%u'", i, i - 1, i + 1);
  g_string_append(text, "\ninitial x0' = 1\nrun to 1 step 0.5\n");
  char *path = scratch_write("largest.noslip", text->str, -1);
  g_string_free(text, TRUE);
  return path;
}

/* Every command ends within seconds on the largest system that is allowed. */
static void
test_largest(void)
{
  g_autofree char *path = write_largest();
  g_auto(Result) run = expect(0, "run '%s'", path);
  g_auto(Result) check = expect(0, "check '%s'", path);
  g_auto(Result) shown = expect(0, "show '%s'", path);
  assert_contains(shown.output, "Equations of motion");
  g_auto(Result) agree = expect(0, "compare '%s' --formulations projection,hamiltonian --to 0.5", path);
  assert_contains(agree.output, "2 motions by 1 derivation agree to");
  g_auto(Result) brackets = expect(0, "bracket '%s' --of \"x0, x199, p(x0')\"", path);
  g_auto(Result) all = expect(2, "bracket '%s'", path);
  assert_contains(all.messages, "too large");
}

/* Commands that compute no motion have nothing to save: the first interrupt ends them. */
static void
test_terminate(void)
{
  g_autofree char *path = write_largest();
  g_auto(Result) ended = run_cli("show '%s' >/dev/null & sleep 0.2; kill -TERM $!; wait $!", path);
  g_assert_cmpint(ended.status, ==, 128 + 15);
}

/* Given values are kept, or rejected with the nearest values that --consistent would use. */
static void
test_consistent(void)
{
  g_autofree char *path = scratch_write("contra.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                                        "constraint c: y' = x*x'\ninitial x = 1\ninitial x' = 1\ninitial y' = 2\n"
                                        "run to 1 step 0.5\n",
                                        -1);
  g_auto(Result) refused = expect(2, "run '%s'", path);
  assert_contains(refused.messages, "y' - x*x' = 0: the residual left - right is 1 in size");
  assert_contains(refused.messages, "x' = 1.5, y' = 1.5 (--consistent takes them)");
  g_auto(Result) taken = expect(0, "run '%s' --consistent", path);
  assert_contains(taken.output, "\n0,1,0,1.5,1.5,");
  assert_contains(taken.messages, "note: the nearest consistent initial values were taken: x' = 1.5, y' = 1.5");
  g_auto(Result) checked = expect(0, "check '%s' --consistent", path);
  g_auto(Result) kept = expect(0, "run '%s' --initial \"y'=1\"", path);
  assert_contains(kept.output, "\n0,1,0,1,1,");
  g_auto(Result) tension = expect(2, "run tension-pendulum --initial x=0.9");
  assert_contains(tension.messages, "E_1: x^2 + y^2 - l^2 = 0: the residual is 0.45");
  g_auto(Result) form = expect(2, "run phase-space-pendulum --initial x=0.9");
  assert_contains(form.messages, "M_1: l^2/2 - x^2/2 - y^2/2 = 0: the residual is -0.225");
  g_autofree char *singular = scratch_write("start.noslip",
                                            "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                                            "constraint c: x*y' = x^2*x'\n",
                                            -1);
  g_auto(Result) lost = expect(2, "bracket '%s'", singular);
  g_auto(Result) rescued = expect(0, "bracket '%s' --at x=1", singular);
  assert_contains(rescued.output, "at x = 1");
}

/* A motion that does not exist is a failed check; the error has a place, a cause and a hint. */
static void
test_no_motion(void)
{
  g_autofree char *none =
      scratch_write("contradiction.noslip", "noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 + y\n", -1);
  g_auto(Result) result = expect(2, "check '%s'", none);
  assert_contains(result.output, "FAILED  motion to the end of the run");
  assert_contains(result.output, "3 held, 1 failed");
  assert_contains(result.messages, "contradiction.noslip: error: ");
  g_autofree char *ends =
      scratch_write("ends.noslip", "noslip 1\ncoordinate x\nlagrangian x'^2/2 + x^4\ninitial x = 1\n", -1);
  g_auto(Result) stopped = expect(3, "check '%s'", ends);
  assert_contains(stopped.messages, "ends.noslip: error: no step is short enough");
  assert_contains(stopped.messages, "; loosen the tolerances");
  assert_contains(stopped.output, "FAILED  motion to the end of the run (until t = 0.92)");
}

/* x'' = sin(e^t) is defined for all times, but each second takes e times as many steps as the one before: the run ends
 * with the rows computed so far, and reports why. */
static void
test_ever_faster(void)
{
  g_autofree char *path = scratch_write("chirp.noslip",
                                        "noslip 1\ncoordinate x\nlagrangian x'^2/2\nforce x' = sin(exp(t))\n"
                                        "run to 40 step 1\n",
                                        -1);
  g_auto(Result) result = expect(3, "run '%s'", path);
  assert_contains(result.messages, "the motion changes ever faster");
  assert_contains(result.output, "\n10,");
  assert_lacks(result.output, "\n20,");
}

/* A system whose equations are not solved still has equations. */
static void
test_unsolved(void)
{
  g_auto(Result) singular = expect(0, "show tension-pendulum --json");
  assert_contains(singular.output, "\"m*x''\": \"2*x*s\"");
  assert_contains(singular.output, "\"0 along s'\": \"x^2 + y^2 - l^2\"");
  g_auto(Result) text = expect(0, "show tension-pendulum");
  assert_contains(text.output, "  m*y'' = 2*y*s - m*g\n");
  g_auto(Result) large = expect(0, "show trailer --json");
  g_autoptr(JsonNode) root = json_of(&large);
  JsonObject *equations = json_object_get_object_member(json_node_get_object(root), "unsolved_equations");
  g_assert_cmpuint(json_object_get_size(equations), >=, 7 + 7);
  g_assert_cmpstr(json_object_get_string_member(equations, "Js*phi''"), ==, "drive");
}

/* The three textbook cases of a degenerate Lagrangian, worked out by hand in the manual. */
static void
test_degenerate(void)
{
  const struct {
    const char *lagrangian, *says;
  } cases[] = {
      {"(x' - y)^2/2", "E_1 in E_0: y - x' = 0\n  E_1 is final, the final constraint submanifold, of dimension 3\n"},
      {"(x' - y)^2/2", "1 acceleration stays free (gauge), along y'"},
      {"x'^2/2 + x^2*y/2", "E_1 in E_0: x = 0\n  E_2 in E_1: x' = 0\n  E_2 is final"},
      {"x'^2/2 + y", "inconsistent"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(cases); i++) {
    g_autofree char *text =
        g_strdup_printf("noslip 1\ncoordinate x\ncoordinate y\nlagrangian %s\n", cases[i].lagrangian);
    g_autofree char *path = scratch_write("degenerate.noslip", text, -1);
    g_auto(Result) shown = expect(0, "show '%s'", path);
    assert_contains(shown.output, cases[i].says);
  }
}

/* Motions by the constraint algorithm or by the vakonomic principle are measured too. */
static void
test_benchmark(void)
{
  g_auto(Result) result = expect(0, "benchmark tension-pendulum martinet --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonArray *entries = json_object_get_array_member(json_node_get_object(root), "results");
  g_assert_cmpuint(json_array_get_length(entries), ==, 2);
  static const char *const formulations[] = {"singular", "vakonomic"};
  for (guint i = 0; i < 2; i++) {
    JsonObject *entry = json_array_get_object_element(entries, i);
    g_assert_cmpstr(json_object_get_string_member(entry, "formulation"), ==, formulations[i]);
    g_assert_cmpfloat(json_object_get_double_member(entry, "steps_per_second"), >, 100);
    g_assert_cmpfloat(json_object_get_double_member(entry, "ns_per_evaluation"), >, 10);
  }
}

/* The cost of a search by each command of the finder is measured too. */
static void
test_benchmark_finder(void)
{
  g_auto(Result) result = expect(0, "benchmark --finder --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonArray *entries = json_object_get_array_member(json_node_get_object(root), "finder");
  static const char *const commands[] = {
      "find conserved", "find measure", "find equilibria", "find periodic", "section", "lyapunov",
      "basins",         "bifurcation",  "steer",           "holonomy",      "fit"};
  gboolean measured[G_N_ELEMENTS(commands)] = {FALSE};
  for (guint i = 0; i < json_array_get_length(entries); i++) {
    JsonObject *entry = json_array_get_object_element(entries, i);
    g_assert_cmpfloat(json_object_get_double_member(entry, "ms"), >, 0);
    for (guint c = 0; c < G_N_ELEMENTS(commands); c++)
      measured[c] = measured[c] || g_str_equal(json_object_get_string_member(entry, "search"), commands[c]);
  }
  for (guint c = 0; c < G_N_ELEMENTS(commands); c++)
    g_assert_true(measured[c]);
  g_auto(Result) refused = expect(2, "benchmark --finder suslov");
}

/* A picture may be written to a pipe or to standard output, and replaces only a regular file. */
static void
test_special_files(void)
{
  g_autofree char *fifo = g_build_filename(scratch(), "pipe", NULL);
  g_assert_cmpint(mkfifo(fifo, 0600), ==, 0);
  g_auto(Result) piped =
      run_cli("render chaplygin-sleigh --time 0.1 --size 64x48 -o '%s' & head -c 4 '%s' | tail -c 3; "
              "wait; stat -c %%F '%s'",
              fifo, fifo, fifo);
  g_assert_cmpstr(piped.output, ==, "PNGfifo\n");
  g_auto(Result) standard = run_cli("render chaplygin-sleigh --time 0.1 --size 64x48 -o - | head -c 4 | tail -c 3");
  g_assert_cmpstr(standard.output, ==, "PNG");
  g_auto(Result) closed = expect(2, "render chaplygin-sleigh --time 0.1 --size 64x48 -o - >&-");
  assert_contains(closed.messages, "cannot be written");
  g_assert_cmpint(g_unlink(fifo), ==, 0);
}

/* A mistake in an option is reported with the correct form. */
static void
test_remedies(void)
{
  const struct {
    const char *line, *says;
  } wrong[] = {
      {"compare snakeboard --formulations projektion", "did you mean projection?"},
      {"compare snakeboard --formulations ''", "needs all, or names"},
      {"compare martinet", "--dynamics nonholonomic,vakonomic"},
      {"compare capri-kobayashi", "no two formulations compare"},
      {"bracket snakeboard --function x", "--function needs --section"},
      {"run snakeboard --to 1e300", "e+30"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(wrong); i++) {
    g_auto(Result) result = expect(2, "%s", wrong[i].line);
    assert_contains(result.messages, wrong[i].says);
    g_assert_cmpuint(strlen(result.messages), <, 400);
  }
}

/* Each check that compares numbers prints its residual. */
static void
test_residuals(void)
{
  g_auto(Result) result = expect(0, "check heavy-top snakeboard");
  assert_contains(result.output, "structure equations of the Lie algebroid: residual ");
  assert_contains(result.output, "independent constraints, regularity: residual ");
  g_auto(Result) json = expect(0, "check heavy-top --json");
  g_autoptr(JsonNode) root = json_of(&json);
  JsonObject *system =
      json_array_get_object_element(json_object_get_array_member(json_node_get_object(root), "systems"), 0);
  JsonObject *structure = json_array_get_object_element(json_object_get_array_member(system, "findings"), 1);
  g_assert_cmpfloat(json_object_get_double_member(structure, "residual"), <=, 1e-9);
}

static double
matrix_entry(JsonNode *root, guint i, guint j)
{
  JsonArray *rows = json_object_get_array_member(json_node_get_object(root), "matrix");
  return json_array_get_double_element(json_array_get_array_element(rows, i), j);
}

/* {f, g} is a function of the state, and has brackets itself: Jacobi's sum, written out, is jacobi( ) and G 6.1's. */
static void
test_nested_brackets(void)
{
  g_auto(Result) result = expect(0, "bracket chaplygin-sleigh --json --of \"x, p(v1), p(omega), {p(v1), p(omega)}, "
                                    "{p(omega), x}, {x, p(v1)}, jacobi(x, p(v1), p(omega))\"");
  g_autoptr(JsonNode) root = json_of(&result);
  double sum = matrix_entry(root, 0, 3) + matrix_entry(root, 1, 4) + matrix_entry(root, 2, 5);
  JsonArray *jacobiators = json_object_get_array_member(json_node_get_object(root), "jacobiator");
  double reported = json_object_get_double_member(json_array_get_object_element(jacobiators, 0), "value");
  g_assert_cmpfloat(fabs(sum), >, 0.1);
  g_assert_cmpfloat_with_epsilon(sum, reported, 1e-14);
  /* {cos(theta), p(omega)} = -sin(theta) at theta = 0.4 */
  g_assert_cmpfloat_with_epsilon(matrix_entry(root, 5, 2), -sin(0.4), 1e-14);
  const struct {
    const char *of, *says;
  } refused[] = {
      {"d(omega)", "time derivative"},   {"lambda(blade)", "a reaction"}, {"x*t", "t is not a function"},
      {"mu(blade)", "vakonomic"},        {"x,,y", "has an empty place"},  {"x, {y}", "--of:1:"},
      {"{x, d(v1)}", "time derivative"}, {"x, 2 y", "did you mean"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_auto(Result) wrong = expect(2, "bracket chaplygin-sleigh --of '%s'", refused[i].of);
    assert_contains(wrong.messages, refused[i].says);
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/limits/largest", test_largest);
  g_test_add_func("/cli/limits/terminate", test_terminate);
  g_test_add_func("/cli/limits/no-motion", test_no_motion);
  g_test_add_func("/cli/limits/consistent", test_consistent);
  g_test_add_func("/cli/limits/ever-faster", test_ever_faster);
  g_test_add_func("/cli/limits/unsolved", test_unsolved);
  g_test_add_func("/cli/limits/degenerate", test_degenerate);
  g_test_add_func("/cli/limits/benchmark", test_benchmark);
  g_test_add_func("/cli/limits/benchmark-finder", test_benchmark_finder);
  g_test_add_func("/cli/limits/special-files", test_special_files);
  g_test_add_func("/cli/limits/remedies", test_remedies);
  g_test_add_func("/cli/limits/residuals", test_residuals);
  g_test_add_func("/cli/limits/nested-brackets", test_nested_brackets);
  int status = g_test_run();
  scratch_remove();
  return status;
}
