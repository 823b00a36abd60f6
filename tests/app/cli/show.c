/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli show: the equations as people write them, as text and as LaTeX. */
#include "tests/app/cli/process.h"

#include "tests/files.h"

#include <string.h>

static void
test_text(void)
{
  g_auto(Result) result = expect(0, "show chaplygin-sleigh");
  static const char *const lines[] = {
      "  E = m*((v1 - b*omega)^2 + (v2 + a*omega)^2)/2 + J*omega^2/2\n",
      "  x' = v1*cos(theta) - v2*sin(theta)\n",
      "  [v1, omega] = -v2\n  [v2, omega] = v1\n",
      "  blade: v2 = 0\n",
      "  [e_1, e_2] = -m*a*b/(J + m*a^2)*e_1 - m*a/(J + m*a^2)*e_2\n", /* G 6.1 */
      "  {x, p_1} = cos(theta)\n",
      "  {p_1, p_2} = m*a*(p_2 + b*p_1)/(J + m*a^2)\n",
      "  omega' = m*a*omega*(b*omega - v1)/(J + m*a^2)\n", /* G 6.1 */
      "Lagrange multipliers (multipliers)\n",
      "Gibbs-Appell (gibbs-appell)\n",
      "  p_1 = m*(v1 - b*omega)\n",
      "  theta' = (p_2 + b*p_1)/A\n",
      "  let A = J + m*a^2\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
    assert_contains(result.output, lines[i]);
  assert_lacks(result.output, "(-1)");
  assert_lacks(result.output, " 1*");
  assert_lacks(result.output, "+ -");
}

/* No output is longer than a reader can use. */
static void
test_lengths(void)
{
  static const char *const systems[] = {"trailer", "chaplygin-ball", "rattleback", "veselova"};
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_auto(Result) result = expect(0, "show %s", systems[i]);
    g_auto(GStrv) lines = g_strsplit(result.output, "\n", -1);
    for (guint l = 0; lines[l] != NULL; l++)
      g_assert_cmpuint(strlen(lines[l]), <, 4000);
    assert_contains(result.output, "Equations of motion");
  }
}

/* The claim that a line of the section "Equations of motion" makes, in the language: a let, or d(y) or lambda on the
 * left, otherwise nothing. */
static void
append_line(GString *text, const char *line, guint *n_claims)
{
  g_auto(GStrv) sides = g_strsplit(line, " = ", 2);
  gsize length = strlen(sides[0]);
  if (g_str_has_prefix(line, "let "))
    g_string_append_printf(text, "%s\n", line);
  else if (g_str_has_prefix(sides[0], "lambda("))
    g_string_append_printf(text, "claim \"shown %u\": %s\n", (*n_claims)++, line);
  else if (g_str_has_suffix(sides[0], "'"))
    g_string_append_printf(text, "claim \"shown %u\": d(%.*s) = %s\n", (*n_claims)++, (int) length - 1, sides[0],
                           sides[1]);
}

/* Claims `shown …` of the file hold along the motion, to 1e-9. */
static void
assert_shown_hold(const char *path, guint n_claims)
{
  g_auto(Result) result = expect(0, "check --json '%s'", path);
  g_autoptr(JsonNode) root = json_of(&result);
  JsonArray *systems = json_object_get_array_member(json_node_get_object(root), "systems");
  JsonArray *findings = json_object_get_array_member(json_array_get_object_element(systems, 0), "findings");
  guint n = 0;
  for (guint i = 0; i < json_array_get_length(findings); i++) {
    JsonObject *finding = json_array_get_object_element(findings, i);
    if (!g_str_has_prefix(json_object_get_string_member(finding, "title"), "shown "))
      continue;
    g_assert_cmpfloat(json_object_get_double_member(finding, "residual"), <=, 1e-9);
    n++;
  }
  g_assert_cmpuint(n, ==, n_claims);
}

/* Equations that are too long to be written out are written with names for their parts, in the system language, so that
 * they can be claims. */
static void
test_named(gconstpointer id)
{
  g_auto(Result) shown = expect(0, "show %s", (const char *) id);
  g_auto(Result) json = expect(0, "show %s --json", (const char *) id);
  g_autofree char *name = g_strconcat(id, ".noslip", NULL);
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
  g_autofree char *system = NULL;
  g_assert_true(g_file_get_contents(file, &system, NULL, NULL));
  g_autoptr(GString) text = g_string_new(system);
  g_string_append_c(text, '\n');
  const char *section = strstr(shown.output, "\nEquations of motion\n");
  g_auto(GStrv) lines = g_strsplit(section, "\n", -1);
  g_autoptr(JsonNode) root = json_of(&json);
  JsonArray *definitions = json_object_get_array_member(json_node_get_object(root), "definitions");
  guint n_claims = 0, n_names = 0;
  for (guint i = 2; *lines[i] != '\0'; i++) {
    const char *line = g_strchug(lines[i]);
    g_assert_cmpuint(strlen(line), <, 400);
    append_line(text, line, &n_claims);
    if (!g_str_has_prefix(line, "let "))
      continue;
    g_assert_cmpuint(n_names, <, json_array_get_length(definitions));
    g_assert_cmpstr(line + strlen("let "), ==, json_array_get_string_element(definitions, n_names++));
  }
  g_assert_cmpuint(n_names, >, 20);
  g_assert_cmpuint(n_names, ==, json_array_get_length(definitions));
  g_assert_cmpuint(n_claims, >=, 5);
  g_autofree char *path = scratch_write("named.noslip", text->str, -1);
  assert_shown_hold(path, n_claims);
}

/* Accelerations as the language writes them: w1' of the fibre coordinate w1, x'' of x'. Free with g_free(). */
static char *
with_accelerations(const char *line)
{
  static const char *const accelerations[] = {"x''", "y''", "w1'", "w2'", "w3'"};
  g_autoptr(GString) text = g_string_new(line);
  for (guint i = 0; i < G_N_ELEMENTS(accelerations); i++) {
    g_autofree char *rate = g_strdup_printf("d(%.*s)", (int) strlen(accelerations[i]) - 1, accelerations[i]);
    g_string_replace(text, accelerations[i], rate, 0);
  }
  return g_strdup(text->str);
}

/* The written form of a formulation with long equations: its lines with their definitions hold along the motion. */
static void
test_named_form(void)
{
  g_auto(Result) shown = expect(0, "show rattleback");
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "rattleback.noslip", NULL);
  g_autofree char *system = NULL;
  g_assert_true(g_file_get_contents(file, &system, NULL, NULL));
  g_autoptr(GString) text = g_string_new(system);
  const char *section = strstr(shown.output, "\nLagrange multipliers (multipliers)\n");
  g_assert_nonnull(section);
  g_auto(GStrv) lines = g_strsplit(section, "\n", -1);
  guint n_claims = 0, n_names = 0;
  g_string_append_c(text, '\n');
  for (guint i = 2; *lines[i] != '\0'; i++) {
    const char *line = g_strchug(lines[i]);
    g_autofree char *written = with_accelerations(line);
    g_assert_cmpuint(strlen(line), <, 1000);
    if (g_str_has_prefix(line, "let "))
      n_names++;
    if (g_str_has_prefix(line, "let "))
      g_string_append_printf(text, "%s\n", line);
    else if (strstr(written, "d(") != NULL)
      g_string_append_printf(text, "claim \"shown %u\": %s\n", n_claims++, written);
  }
  g_assert_cmpuint(n_names, >, 20);
  g_assert_cmpuint(n_claims, ==, 5);
  g_autofree char *path = scratch_write("form.noslip", text->str, -1);
  assert_shown_hold(path, n_claims);
}

/* The equations of motion contain the force of dry friction: while the block slides, they hold with its law. */
static void
test_friction(void)
{
  g_auto(Result) shown = expect(0, "show sliding-block");
  assert_contains(shown.output, "  s': F_1 = ");
  assert_contains(shown.output, "  s'' = (m*g*sin(alpha) - k*s + F_1)/m\n");
  assert_contains(shown.output, "  m*s'' = m*g*sin(alpha) - k*s + F_1\n");
  assert_contains(shown.output, "  p_1' = m*g*sin(alpha) - k*s + F_1\n");
  g_auto(Result) latex = expect(0, "show sliding-block --latex");
  assert_contains(latex.output, "- k s + F_{1}}{m} \\\\");
  g_auto(Result) json = expect(0, "show sliding-block --json");
  g_autoptr(JsonNode) root = json_of(&json);
  JsonObject *equations = json_object_get_object_member(json_node_get_object(root), "equations");
  g_assert_cmpstr(json_object_get_string_member(equations, "s''"), ==, "(m*g*sin(alpha) - k*s + F_1)/m");

  const char *law = strstr(shown.output, "F_1 = ");
  g_autofree char *line = g_strndup(law, strcspn(law, "\n"));
  g_autofree char *file = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "sliding-block.noslip", NULL);
  g_autofree char *system = NULL;
  g_assert_true(g_file_get_contents(file, &system, NULL, NULL));
  g_autoptr(GString) text = g_string_new(system);
  g_string_replace(text, "run to 4 ", "run to 0.3 ", 1);
  g_string_append_printf(
      text, "initial s' = -0.1\nobservable %s\nclaim \"shown 0\": d(s') = (m*g*sin(alpha) - k*s + F_1)/m\n", line);
  g_autofree char *path = scratch_write("friction.noslip", text->str, -1);
  assert_shown_hold(path, 1);

  g_string_append(text, "parameter Ff_1 = 1\n");
  g_string_replace(text, "observable F_1", "parameter F_1 = 2\nobservable used", 1);
  g_autofree char *clash = scratch_write("clash.noslip", text->str, -1);
  g_auto(Result) other = expect(0, "show '%s'", clash);
  assert_contains(other.output, "  s'' = (m*g*sin(alpha) - k*s + Ffriction_1)/m\n");
}

/* No system's output omits anything because of its length; JSON gives the definitions of the names. */
static void
test_nothing_left_out(void)
{
  static const char *const systems[] = {"trailers",        "rattleback",         "veselova",
                                        "double-pendulum", "three-link-swimmer", "whipple-bicycle"};
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_auto(Result) text = expect(0, "show %s", systems[i]);
    assert_lacks(text.output, "too long");
    assert_lacks(text.output, "not written");
  }
  g_auto(Result) json = expect(0, "show rattleback --json");
  g_autoptr(JsonNode) root = json_of(&json);
  JsonObject *object = json_node_get_object(root);
  JsonObject *definitions = json_object_get_object_member(object, "formulation_definitions");
  JsonObject *forms = json_object_get_object_member(object, "formulations");
  JsonArray *names = json_object_get_array_member(definitions, "projection");
  g_assert_cmpuint(json_array_get_length(names), >, 20);
  g_assert_true(g_str_has_prefix(json_array_get_string_element(names, 0), "A1 = "));
  g_assert_cmpint(json_node_get_node_type(json_object_get_member(forms, "projection")), ==, JSON_NODE_OBJECT);
  g_assert_true(json_object_has_member(object, "projected_bracket_definitions"));
}

static void
test_vakonomic(void)
{
  g_auto(Result) text = expect(0, "show plate-ball");
  assert_contains(text.output, "  p_1 = x1' - mu(p4)\n");
  assert_contains(text.output, "  H_W1 = c*p_5 + ");
  assert_contains(text.output, "  p_1' = -Omega*p_3\n");
  assert_contains(text.output, "  R_11 = 1\n  R_22 = 1\n");
  g_auto(Result) json = expect(0, "show martinet --json");
  g_autoptr(JsonNode) root = json_of(&json);
  JsonObject *equations = json_object_get_object_member(json_node_get_object(root), "equations");
  g_assert_cmpstr(json_object_get_string_member(equations, "p_1'"), ==, "-x*p_2*p_3");
  g_assert_cmpstr(json_object_get_string_member(equations, "x'"), ==, "p_1");
}

/* The chain E_0, E_1, ..., S^X (I 3-4) in symbols; gauge freedom with its direction; contradictions are reported. */
static void
test_singular(void)
{
  g_auto(Result) pendulum = expect(0, "show tension-pendulum");
  static const char *const lines[] = {
      "  E_0 = E, of dimension 6; the mass matrix has rank 2 of 3\n",
      "  E_1 in E_0: x^2 + y^2 - l^2 = 0\n",
      "  E_2 in E_1: x*x' + y*y' = 0\n",
      "  E_3 in E_2: ",
      "  E_3 is final, the final constraint submanifold, of dimension 3\n",
      "  SODE submanifold S^X in it: ",
      "  the motion on it is determined\n",
  };
  for (guint i = 0; i < G_N_ELEMENTS(lines); i++)
    assert_contains(pendulum.output, lines[i]);
  g_auto(Result) gauge = expect(0, "show relational-oscillator --json");
  g_autoptr(JsonNode) root = json_of(&gauge);
  JsonArray *algorithm = json_object_get_array_member(json_node_get_object(root), "constraint_algorithm");
  g_assert_cmpstr(json_array_get_string_element(algorithm, json_array_get_length(algorithm) - 1), ==,
                  "1 acceleration stays free (gauge), along x1' + x2'");
  g_auto(Result) latex = expect(0, "show capri-kobayashi --latex");
  assert_contains(latex.output, "$E_{1}$ in $E_{0}$: $x_{1} = 0$, $y_{1} = 0$");
  g_autofree char *file =
      scratch_write("contradiction.noslip", "noslip 1\ncoordinate x\ncoordinate y\nlagrangian x'^2/2 + y\n", -1);
  g_auto(Result) none = expect(0, "show '%s'", file);
  assert_contains(none.output, "inconsistent: a function that never vanishes");
  g_auto(Result) no_run = run_cli("run '%s' --to 1", file);
  g_assert_cmpint(no_run.status, !=, 0);
  g_auto(Result) regular = expect(0, "show rigid-body");
  assert_contains(regular.output, "W_1 of Skinner and Rusk is the graph of the Legendre map");
}

static const char *
text_at(JsonNode *node, const char *path)
{
  g_autoptr(JsonNode) found = json_path_query(path, node, NULL);
  JsonArray *all = found != NULL ? json_node_get_array(found) : NULL;
  g_assert_nonnull(all);
  g_assert_cmpuint(json_array_get_length(all), ==, 1);
  return g_intern_string(json_array_get_string_element(all, 0));
}

/* The objects by the names of the papers: of a skate, of a singular Lagrangian and of shortest curves. */
static void
test_objects(void)
{
  g_autofree char *file = scratch_write("skate.noslip",
                                        "noslip 1\nparameter m = 2\nparameter J = 3\ncoordinate x\ncoordinate y\n"
                                        "coordinate phi angle\nkinetic m/2*(x'^2 + y'^2) + J/2*phi'^2\n"
                                        "constraint edge: x'*sin(phi) - y'*cos(phi) = 0\ninitial phi = 0.5\n",
                                        -1);
  g_auto(Result) skate = expect(0, "show %s --json", file);
  g_autoptr(JsonNode) node = json_of(&skate);
  const struct {
    const char *path, *text;
  } expected[] = {{"$.l", "J*phi'^2/2 + m*w_1^2/2"},
                  {"$.H", "p_1^2/(2*m) + p_2^2/(2*J)"},
                  {"$.omega_L[2].of[1]", "V_phi'"},
                  {"$.omega_L[0].value", "m"},
                  {"$.curvature[0].value.edge", "1"},
                  {"$.R_L.x", "0"},
                  {"$.Q[0][0]", "sin(phi)^2"},
                  {"$.P[2][2]", "1"},
                  {"$.L_c", "J*phi'^2/2 + m*y'^2/(2*sin(phi)^2)"}};
  for (guint i = 0; i < G_N_ELEMENTS(expected); i++)
    g_assert_cmpstr(text_at(node, expected[i].path), ==, expected[i].text);
  JsonObject *growth = json_object_get_object_member(json_node_get_object(node), "growth");
  g_assert_cmpint(json_array_get_int_element(json_object_get_array_member(growth, "generic"), 1), ==, 3);
  g_assert_false(json_object_get_boolean_member(growth, "involutive"));
  g_assert_true(json_object_has_member(json_node_get_object(node), "G"));
  g_auto(Result) capri = expect(0, "show capri-kobayashi --json");
  g_autoptr(JsonNode) singular = json_of(&capri);
  g_assert_cmpstr(text_at(singular, "$.chain[0].name"), ==, "E_1");
  g_assert_cmpstr(text_at(singular, "$.chain[0].functions[1]"), ==, "y1");
  g_assert_cmpstr(text_at(singular, "$.chain[1].name"), ==, "S^X");
  g_assert_cmpstr(text_at(singular, "$.chain[2].name"), ==, "M_1");
  g_assert_true(json_object_has_member(json_node_get_object(singular), "h"));
  g_auto(Result) shortest = expect(0, "show heisenberg --json");
  g_autoptr(JsonNode) vakonomic = json_of(&shortest);
  g_assert_cmpstr(text_at(vakonomic, "$.R_ab[1][1]"), ==, "1");
  assert_contains(text_at(vakonomic, "$.H_W1"), "p_1^2/2");
}

/* An input may be moved, so that its rates stand in the equations: (m + M) v1' = M (omega^2 s - s''). */
static void
test_input(void)
{
  g_auto(Result) result = expect(0, "show sleigh-with-rider");
  assert_contains(result.output, "  v1' = M*(omega^2*s - s'')/(m + M)\n");
  assert_contains(result.output, "  omega' = -M*omega*s*(v1 + 2*s')/(J + M*s^2)\n");
  assert_contains(result.output, "v2^2 - s'^2 + "); /* in E: what is of second order in the velocities less the rest */
  assert_contains(result.output, "  s = 0.2  [m]");
  assert_lacks(result.output, "  s' = 0");
  g_auto(Result) json = expect(0, "show sleigh-with-rider --json");
  assert_lacks(json.output, "\"s'\"");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/show/text", test_text);
  g_test_add_func("/cli/show/lengths", test_lengths);
  g_test_add_data_func("/cli/show/named/trailer", "trailer", test_named);
  g_test_add_data_func("/cli/show/named/rattleback", "rattleback", test_named);
  g_test_add_func("/cli/show/named/form", test_named_form);
  g_test_add_func("/cli/show/named/all", test_nothing_left_out);
  g_test_add_func("/cli/show/vakonomic", test_vakonomic);
  g_test_add_func("/cli/show/singular", test_singular);
  g_test_add_func("/cli/show/friction", test_friction);
  g_test_add_func("/cli/show/objects", test_objects);
  g_test_add_func("/cli/show/input", test_input);
  int status = g_test_run();
  scratch_remove();
  return status;
}
