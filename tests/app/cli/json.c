/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The JSON output of the commands, and the results of reductions. */
#include "tests/app/cli/process.h"

#include <math.h>
#include <string.h>

static double
number_in(JsonNode *root, const char *expression)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) found = json_path_query(expression, root, &error);
  g_assert_no_error(error);
  JsonArray *matches = json_node_get_array(found);
  g_assert_cmpuint(json_array_get_length(matches), ==, 1);
  return json_array_get_double_element(matches, 0);
}

static void
test_list_json(void)
{
  g_auto(Result) result = expect(0, "list --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonArray *entries = json_object_get_array_member(json_node_get_object(root), "systems");
  g_assert_cmpuint(json_array_get_length(entries), >=, 12);
  for (guint i = 0; i < json_array_get_length(entries); i++) {
    JsonObject *entry = json_array_get_object_element(entries, i);
    g_assert_true(json_object_has_member(entry, "id"));
    g_assert_true(json_object_has_member(entry, "summary"));
  }
}

static void
test_show_json(void)
{
  g_auto(Result) result = expect(0, "show chaplygin-sleigh --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonObject *system = json_node_get_object(root);
  g_assert_cmpstr(json_object_get_string_member(system, "constraint_class"), ==, "linear");
  g_assert_true(json_object_get_boolean_member(system, "regular"));
  g_assert_cmpint(json_object_get_int_member(system, "rank"), ==, 2);
  g_assert_cmpfloat(number_in(root, "$.dimensions.fibre_coordinates"), ==, 3);
  JsonObject *equations = json_object_get_object_member(system, "equations");
  g_assert_nonnull(json_object_get_string_member(equations, "omega'"));
  g_auto(Result) latex = expect(0, "show chaplygin-sleigh --latex");
  assert_contains(latex.output, "\\begin{align*}");
  assert_contains(latex.output, "\\dot{\\omega}");
  g_auto(Result) text = expect(0, "show chaplygin-sleigh");
  assert_contains(text.output, "Equations of motion");
}

/* {p1, p2} = -C^c_12 p_c of G 6.1 with the catalogue's parameters: m = 1, J = 0.3, a = 0.2, b = 0.1. */
static void
test_bracket_json(void)
{
  g_auto(Result) result = expect(0, "bracket chaplygin-sleigh --of 'x, theta, p(omega), p(v1)' "
                                    "--at theta=0.5 --at v1=0.7 --at omega=-0.3 --json");
  g_autoptr(JsonNode) root = json_of(&result);
  double p_omega = (0.3 + 0.04 + 0.01) * -0.3 - 0.1 * 0.7, p_v1 = 0.7 + 0.1 * 0.3;
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[0][3]"), cos(0.5), 1e-14);
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[1][2]"), 1, 1e-14);
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[2][3]"), -0.2 / 0.34 * (p_omega + 0.1 * p_v1), 1e-14);
  g_assert_cmpfloat_with_epsilon(number_in(root, "$.matrix[3][2]"), 0.2 / 0.34 * (p_omega + 0.1 * p_v1), 1e-14);
  g_assert_cmpfloat(number_in(root, "$.state.theta"), ==, 0.5);
  JsonObject *table = json_node_get_object(root);
  g_assert_true(json_object_has_member(table, "structure"));
  g_assert_true(json_object_has_member(table, "jacobiator"));
  g_auto(Result) special = expect(0, "bracket martinet-full --dynamics nonholonomic --at x=0");
  assert_contains(special.output, "at the state (2, 2, 3), at a generic point (2, 3); D is completely nonholonomic");
  g_auto(Result) grown = expect(0, "bracket martinet --dynamics vakonomic --at x=0 --json");
  g_autoptr(JsonNode) grown_root = json_of(&grown);
  JsonObject *growth = json_object_get_object_member(json_node_get_object(grown_root), "growth");
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(growth, "at")), ==, 3);
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(growth, "generic")), ==, 2);
  g_assert_false(json_object_get_boolean_member(growth, "involutive"));
  g_assert_false(json_object_get_boolean_member(growth, "bound"));
  g_auto(Result) usual = expect(0, "bracket rolling-ball --json");
  g_autoptr(JsonNode) default_root = json_of(&usual);
  JsonArray *names = json_object_get_array_member(json_node_get_object(default_root), "names");
  g_assert_cmpuint(json_array_get_length(names), ==, 6 + 3);
  g_assert_cmpstr(json_array_get_string_element(names, 8), ==, "p_3");
}

/* [d/dx, d/dz + sqrt(x) d/dy] = d/dy/(2 sqrt(x)) is infinite at x = 0. */
static void
test_bracket_without_growth(void)
{
  g_autofree char *path = scratch_write("root.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                        "kinetic (x'^2 + y'^2 + z'^2)/2\nconstraint blade: y' = sqrt(x)*z'\n"
                                        "initial x = 0\ninitial x' = 1\n",
                                        -1);
  g_auto(Result) text = expect(0, "bracket '%s'", path);
  assert_contains(text.output, "Growth vector of D: not computed");
  g_auto(Result) json = expect(0, "bracket '%s' --json", path);
  g_autoptr(JsonNode) root = json_of(&json);
  g_assert_true(json_object_get_null_member(json_node_get_object(root), "growth"));
}

static void
test_check_json(void)
{
  g_auto(Result) result = expect(0, "check chaplygin-sleigh --json");
  g_autoptr(JsonNode) root = json_of(&result);
  g_assert_cmpfloat(number_in(root, "$.failed"), ==, 0);
  g_assert_cmpfloat(number_in(root, "$.total"), >, 10);
}

/* A map that is not a reduction is detected. */
static void
test_reduction(void)
{
  g_auto(Result) good = expect(0, "check chaplygin-sleigh");
  assert_contains(good.output, "reduction to chaplygin-sleigh-reduced: motions are mapped to motions");
  g_autofree char *text = NULL;
  g_autofree char *source = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "chaplygin-sleigh.noslip", NULL);
  g_assert_true(g_file_get_contents(source, &text, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(text, "omega = omega", 2);
  g_assert_nonnull(parts[1]);
  g_autofree char *wrong = g_strjoinv("omega = 2*omega", parts);
  g_autofree char *path = scratch_write("wrong-map.noslip", wrong, -1);
  g_auto(Result) bad = expect(1, "check '%s'", path);
  assert_contains(bad.output, "FAILED  reduction to chaplygin-sleigh-reduced: the Lagrangian is that");
  assert_contains(bad.output, "FAILED  reduction to chaplygin-sleigh-reduced: brackets are mapped to brackets");
  assert_contains(bad.output, "ok      reduction to chaplygin-sleigh-reduced: the map is onto");
  const struct {
    const char *from, *to, *message;
  } refused[] = {
      {"omega = omega\n", "omga = omega\n", "no coordinate or fibre coordinate omga; did you mean omega?"},
      {", omega = omega\n", "\n", "does not say what omega is"},
      {"\"chaplygin-sleigh-reduced\"", "\"chaplygin-sleigh-redused\"", "did you mean chaplygin-sleigh-reduced?"},
      {"omega = omega\n", "omega = 1\n", "is not linear in the velocities"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_auto(GStrv) pieces = g_strsplit(text, refused[i].from, 2);
    g_assert_nonnull(pieces[1]);
    g_autofree char *other = g_strjoinv(refused[i].to, pieces);
    g_autofree char *file = scratch_write("refused-map.noslip", other, -1);
    g_auto(Result) result = expect(2, "check '%s'", file);
    assert_contains(result.messages, refused[i].message);
    assert_contains(result.messages, "refused-map.noslip:");
    assert_contains(result.output, "a map of bundles");
  }
}

/* The check with this title of the one reduction in a document of `show --json`; NULL if there is none. */
static JsonObject *
check_of(JsonNode *root, const char *title)
{
  JsonArray *reductions = json_object_get_array_member(json_node_get_object(root), "reductions");
  g_assert_cmpuint(json_array_get_length(reductions), ==, 1);
  JsonArray *checks = json_object_get_array_member(json_array_get_object_element(reductions, 0), "checks");
  for (guint i = 0; i < json_array_get_length(checks); i++) {
    JsonObject *check = json_array_get_object_element(checks, i);
    if (g_str_equal(json_object_get_string_member(check, "title"), title))
      return check;
  }
  return NULL;
}

static void
assert_outcome(JsonNode *root, const char *title, const char *outcome)
{
  JsonObject *check = check_of(root, title);
  g_assert_nonnull(check);
  g_assert_cmpstr(json_object_get_string_member(check, "outcome"), ==, outcome);
}

/* The JSON of `show` has the checks of reductions that its text has: of a map that holds, of one with a wrong factor,
 * and the reason where the other system is missing. */
static void
test_show_reduction(void)
{
  g_auto(Result) good = expect(0, "show chaplygin-sleigh --json");
  g_autoptr(JsonNode) root = json_of(&good);
  assert_outcome(root, "brackets are mapped to brackets", "in symbols");
  assert_outcome(root, "motions are mapped to motions", "in numbers");
  g_assert_cmpfloat(json_object_get_double_member(check_of(root, "motions are mapped to motions"), "residual"), <=,
                    1e-9);
  g_autofree char *text = NULL;
  g_autofree char *source = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "chaplygin-sleigh.noslip", NULL);
  g_assert_true(g_file_get_contents(source, &text, NULL, NULL));
  g_auto(GStrv) parts = g_strsplit(text, "omega = omega", 2), names = g_strsplit(text, "sleigh-reduced", 2);
  g_autofree char *wrong = g_strjoinv("omega = 2*omega", parts), *missing = g_strjoinv("sleigh-redused", names);
  g_autofree char *wrong_path = scratch_write("wrong-factor.noslip", wrong, -1);
  g_autofree char *missing_path = scratch_write("missing-system.noslip", missing, -1);
  g_auto(Result) bad = expect(0, "show '%s' --json", wrong_path);
  g_autoptr(JsonNode) bad_root = json_of(&bad);
  assert_outcome(bad_root, "brackets are mapped to brackets", "fails");
  g_auto(Result) lost = expect(0, "show '%s' --json", missing_path);
  g_autoptr(JsonNode) lost_root = json_of(&lost);
  g_assert_null(check_of(lost_root, "brackets are mapped to brackets"));
  assert_contains(lost.output, "\"not_checked\": \"not checked: the other system or the map has errors");
  g_auto(Result) without = expect(0, "show suslov --json");
  assert_lacks(without.output, "\"reductions\"");
}

/* On an Atiyah algebroid the horizontal and vertical equations are separate. */
static void
test_show_atiyah(void)
{
  g_auto(Result) text = expect(0, "show rolling-ball-reduced");
  assert_contains(text.output, "Lagrange-d'Alembert-Poincaré equations");
  assert_contains(text.output, "d/dt(I*w1) = r*lambda(slip_y)");
  assert_contains(text.output, "horizontal x' + 1/r*w2:  d/dt(I*w2/r + m*r*w2) = force_x");
  g_auto(Result) split = expect(0, "show rolling-ball-reduced --latex");
  assert_contains(split.output, "% The same without multipliers");
  g_auto(Result) latex = expect(0, "show martinet --latex");
  assert_contains(latex.output, "% Lagrange-Poincaré equations, vertical");
  g_auto(Result) json = expect(0, "show martinet --json");
  assert_contains(json.output, "connection(x', y1) along y2 = x");
  g_auto(Result) other = expect(0, "show rolling-ball");
  g_assert_null(strstr(other.output, "Poincaré equations"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/list-json", test_list_json);
  g_test_add_func("/cli/show-json", test_show_json);
  g_test_add_func("/cli/bracket-json", test_bracket_json);
  g_test_add_func("/cli/bracket-json-without-growth", test_bracket_without_growth);
  g_test_add_func("/cli/check-json", test_check_json);
  g_test_add_func("/cli/reduction", test_reduction);
  g_test_add_func("/cli/show-reduction", test_show_reduction);
  g_test_add_func("/cli/show-atiyah", test_show_atiyah);
  int status = g_test_run();
  scratch_remove();
  return status;
}
