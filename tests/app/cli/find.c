/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli find: formats and statuses; check accepts its output. */
#include "tests/app/cli/process.h"

#include <math.h>
#include <string.h>

static JsonObject *
object_of(JsonNode *node)
{
  return json_node_get_object(node);
}

/* The disk's claims, pasted into its file, are proved there. */
static void
test_claims(void)
{
  g_auto(Result) found = expect(0, "find conserved rolling-disk");
  g_autoptr(GString) text = g_string_new(NULL);
  g_autofree char *path = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), "rolling-disk.noslip", NULL);
  g_autofree char *source = NULL;
  g_assert_true(g_file_get_contents(path, &source, NULL, NULL));
  g_string_assign(text, source);
  g_string_append(text, found.output);
  g_assert_nonnull(strstr(found.output, "claim \"gauge momentum 1\": d("));
  g_autofree char *file = scratch_write("pasted.noslip", text->str, -1);
  g_auto(Result) checked = expect(0, "check %s", file);
  g_assert_nonnull(strstr(checked.output, "claim: gauge momentum 4: "));
}

static void
test_json(void)
{
  g_auto(Result) one = expect(0, "find conserved snakeboard --degree 1 --json");
  g_auto(Result) other = expect(0, "find conserved snakeboard --degree 1 --json --seed 1");
  g_assert_cmpstr(one.output, ==, other.output);
  g_autoptr(JsonNode) node = json_of(&one);
  JsonObject *object = object_of(node), *space = json_object_get_object_member(object, "space");
  g_assert_cmpstr(json_object_get_string_member(object, "format"), ==, "noslip-find-1");
  g_assert_cmpfloat(json_object_get_double_member(space, "gap"), >=, 1e6);
  g_assert_cmpint(json_object_get_int_member(space, "dimension"), >, 100);
  JsonArray *found = json_object_get_array_member(object, "found");
  g_assert_cmpuint(json_array_get_length(found), ==, 3);
  JsonObject *item = json_array_get_object_element(found, 0);
  g_assert_cmpstr(json_object_get_string_member(item, "kind"), ==, "gauge momentum");
  g_assert_cmpstr(json_object_get_string_member(item, "verdict"), ==, "proved");
  g_assert_cmpstr(json_object_get_string_member(item, "section"), ==, "psi'");
}

static JsonObject *
measure_of(const char *system, JsonNode **node)
{
  g_auto(Result) result = expect(0, "find measure %s --json", system);
  *node = json_of(&result);
  return object_of(*node);
}

/* The sleigh: theta = -m a (v - b omega)/(J + m a^2), and no measure unless the mass is over the blade. */
static void
test_sleigh(void)
{
  g_autoptr(JsonNode) node = NULL, balanced = NULL;
  JsonObject *object = measure_of("chaplygin-sleigh", &node);
  JsonObject *theta = json_object_get_object_member(object, "theta");
  g_assert_cmpstr(json_object_get_string_member(theta, "v1"), ==, "-m*a/(J + m*a^2)");
  g_assert_cmpstr(json_object_get_string_member(theta, "omega"), ==, "m*a*b/(J + m*a^2)");
  g_assert_false(json_object_get_boolean_member(object, "exact"));
  g_assert_true(json_object_get_null_member(object, "density"));
  g_assert_true(json_object_get_null_member(object, "claim"));
  JsonObject *obstruction = json_object_get_object_member(object, "obstruction");
  JsonArray *of = json_object_get_array_member(obstruction, "of");
  g_assert_cmpuint(json_array_get_length(of), ==, 2);
  g_assert_cmpstr(json_array_get_string_element(of, 0), !=, json_array_get_string_element(of, 1));
  g_assert_cmpstr(json_object_get_string_member(obstruction, "value"), ==, "-m*a/(J + m*a^2)");
  object = measure_of("chaplygin-sleigh --set a=0", &balanced);
  g_assert_true(json_object_get_boolean_member(object, "exact"));
  g_assert_cmpstr(json_object_get_string_member(object, "density"), ==, "1");
  g_assert_cmpstr(json_object_get_string_member(object, "claim"), ==, "claim \"invariant measure\": divergence = 0");
}

/* Published densities; that of dx dv is this times the determinant of the metric: sqrt(1 + y^2) for the particle. Each
 * is checked along the motion, where the observable `divergence` comes from. In the momenta M about the point of
 * contact Chaplygin's ball has the density 1/sqrt(1 - D (g, A g)), D = m r^2, A = (I + D)^-1, g the vertical
 * (S. A. Chaplygin 1903). Veselova's sqrt((g, I^-1 g)) for all M (A. P. Veselov, L. E. Veselova 1986) is
 * 1/(R32 sqrt((g, I^-1 g))) on the constraint, in the momenta of the basis that is printed. */
static void
test_densities(void)
{
  static const char *const systems[] = {"nonholonomic-particle", "veselova", "chaplygin-ball", "snakeboard"};
  static const char *const published[] = {
      "sqrt(1 + y^2)/(1 + y^2)",
      "1/sqrt(R32^2*(R31^2/I1 + R32^2/I2 + R33^2/I3))",
      "1/sqrt(1 - m*r^2*(R31^2/(I1 + m*r^2) + R32^2/(I2 + m*r^2) + R33^2/(I3 + m*r^2)))",
      NULL,
  };
  for (guint i = 0; i < G_N_ELEMENTS(systems); i++) {
    g_autoptr(JsonNode) node = NULL;
    JsonObject *object = measure_of(systems[i], &node);
    g_assert_true(json_object_get_boolean_member(object, "exact"));
    const char *density = json_object_get_string_member(object, "density");
    if (i == 0)
      g_assert_cmpstr(density, ==, "1/sqrt(y^2 + 1)");
    g_autofree char *name = g_strdup_printf("%s.noslip", systems[i]);
    g_autofree char *path = g_build_filename(g_getenv("NOSLIP_SYSTEMS"), name, NULL);
    g_autofree char *source = NULL;
    g_assert_true(g_file_get_contents(path, &source, NULL, NULL));
    const char *claim = json_object_get_string_member(object, "claim");
    g_autofree char *text = g_strdup_printf("%s\n%s\n"
                                            "claim \"no volume\": divergence = -2*d(log(%s)) expected to fail\n"
                                            "claim \"published\": divergence = -d(log(%s))\n",
                                            source, claim, density, published[i] != NULL ? published[i] : density);
    g_autofree char *file = scratch_write(name, text, -1);
    g_auto(Result) checked = expect(0, "check %s", file);
    assert_contains(checked.output, "claim: invariant measure: ");
    assert_contains(checked.output, "claim: published: ");
  }
}

/* z' = z y' from z = 0: both exp(-y) and 1/|z| are invariant densities, but only the first is one at the start. If y is
 * an angle, there is only the second, without a claim. */
static void
test_singular_density(void)
{
  static const char text[] = "noslip 1\ncoordinate x\ncoordinate y%s\ncoordinate z\n"
                             "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint c: z' = z*y'\n"
                             "initial x' = 0.3\ninitial y' = 0.2\nrun to 1\n";
  g_autofree char *line = g_strdup_printf(text, ""), *circle = g_strdup_printf(text, " angle");
  g_autofree char *file = scratch_write("line.noslip", line, -1);
  g_autofree char *other = scratch_write("circle.noslip", circle, -1);
  g_autoptr(JsonNode) node = NULL, around = NULL;
  const char *claim = json_object_get_string_member(measure_of(file, &node), "claim");
  g_autofree char *with_claim = g_strdup_printf("%s%s\n", line, claim);
  g_autofree char *claimed = scratch_write("claimed.noslip", with_claim, -1);
  g_auto(Result) checked = expect(0, "check --strict %s", claimed);
  assert_contains(checked.output, "claim: invariant measure: proved");
  JsonObject *object = measure_of(other, &around);
  g_assert_cmpstr(json_object_get_string_member(object, "density"), ==, "1/sqrt(z^2)");
  g_assert_cmpstr(json_object_get_string_member(object, "singular_at"), ==, "z = 0");
  g_assert_true(json_object_get_null_member(object, "claim"));
  g_auto(Result) printed = expect(0, "find measure %s", other);
  assert_contains(printed.output, "singular at the initial state, z = 0");
  assert_lacks(printed.output, "claim \"");
}

/* A system without coordinates: a line names no place. */
static void
test_no_place(void)
{
  g_autofree char *file = scratch_write("sections.noslip",
                                        "noslip 1\nsection u\nsection v\nbracket [u,v] = v\n"
                                        "lagrangian u^2/2 + v^2/2\ninitial u = 0.3\ninitial v = 0.4\nrun to 3\n",
                                        -1);
  g_auto(Result) result = expect(0, "find measure %s", file);
  assert_contains(result.output, "obstruction of u and u");
  assert_lacks(result.output, " at ");
}

/* Suslov's problem has an invariant measure if an axis that the constraint allows is principal. */
static void
test_suslov(void)
{
  g_autoptr(JsonNode) node = NULL, principal = NULL;
  g_assert_false(json_object_get_boolean_member(measure_of("suslov", &node), "exact"));
  JsonObject *object = measure_of("suslov --set I13=0 --set I23=0", &principal);
  g_assert_true(json_object_get_boolean_member(object, "exact"));
}

/* One of the eigenvalues is this; a NaN asks nothing. */
static void
assert_eigenvalue(JsonArray *values, double re, double im, double within)
{
  double nearest = INFINITY;
  for (guint k = 0; k < json_array_get_length(values); k++) {
    JsonArray *value = json_array_get_array_element(values, k);
    nearest = fmin(nearest,
                   hypot(json_array_get_double_element(value, 0) - re, json_array_get_double_element(value, 1) - im));
  }
  g_assert_true(isnan(re) || nearest < within);
}

/* The bicycle from its file: J. P. Meijaard, J. M. Papadopoulos, A. Ruina, A. L. Schwab (2007), table 2, and the weave
 * and capsize speeds. */
static void
test_bicycle(void)
{
  static const struct {
    double speed, weave[2], capsize, castering;
    gboolean stable;
  } published[] = {
      {1, {3.526961709900707, 0.807740275199311}, -3.134231250665882, -7.110080146374423, FALSE},
      {4, {0.413253315211244, 3.079108186032332}, -1.429444273613240, -12.158614265764467, FALSE},
      {4.292, {NAN, NAN}, NAN, NAN, FALSE},
      {4.293, {NAN, NAN}, NAN, NAN, TRUE},
      {5, {-0.775341882195845, 4.464867713788233}, -0.322866429004087, -14.078389692798216, TRUE},
      {6.024, {NAN, NAN}, NAN, NAN, TRUE},
      {6.025, {NAN, NAN}, NAN, NAN, FALSE},
      {8, {-2.693486835581097, 8.460379713969309}, 0.143278797657128, -20.279408943945688, FALSE},
  };
  for (guint i = 0; i < G_N_ELEMENTS(published); i++) {
    g_auto(Result) result = expect(0,
                                   "find equilibria whipple-bicycle --relative --json --near phi=0 --near z=0.3 "
                                   "--near \"phi'=0\" --near \"delta'=0\" --near \"x'=%g\"",
                                   published[i].speed);
    g_autoptr(JsonNode) node = json_of(&result);
    JsonArray *all = json_object_get_array_member(object_of(node), "equilibria");
    g_assert_cmpuint(json_array_get_length(all), ==, 1);
    JsonObject *one = json_array_get_object_element(all, 0);
    g_assert_cmpint(json_object_get_boolean_member(one, "stable"), ==, published[i].stable);
    JsonArray *values = json_object_get_array_member(one, "eigenvalues");
    g_assert_cmpuint(json_array_get_length(values), ==, 4 + json_object_get_int_member(one, "forced"));
    assert_eigenvalue(values, published[i].weave[0], published[i].weave[1], 1e-7);
    assert_eigenvalue(values, published[i].capsize, 0, 1e-7);
    assert_eigenvalue(values, published[i].castering, 0, 1e-7);
  }
}

/* The rattleback spins steadily at 5 rad/s, and one mode of each direction grows, by 1.7/s or by 0.068/s. The values are
 * those of Newton's and Euler's equations of the rolling ellipsoid, linearized by differences. */
static void
test_rattleback(void)
{
  for (int side = -1; side <= 1; side += 2) {
    g_auto(Result) result =
        expect(0, "find equilibria rattleback --relative --json --near w1=0 --near w2=0 --near w3=%d", 5 * side);
    g_autoptr(JsonNode) node = json_of(&result);
    JsonArray *all = json_object_get_array_member(object_of(node), "equilibria");
    JsonObject *one = json_array_get_object_element(all, 0);
    g_assert_false(json_object_get_boolean_member(one, "stable"));
    JsonArray *values = json_object_get_array_member(one, "eigenvalues");
    assert_eigenvalue(values, 0.067998 * side, 20.825927, 1e-5);
    assert_eigenvalue(values, -1.697708 * side, 101.12760, 1e-4);
  }
}

static void
test_refusals(void)
{
  g_auto(Result) subject = expect(2, "find conserve snakeboard");
  assert_contains(subject.messages, "did you mean conserved?");
  g_auto(Result) degree = expect(2, "find conserved snakeboard --degree 3");
  assert_contains(degree.messages, "1, 2 or 4");
  g_auto(Result) zero = expect(2, "find conserved snakeboard --degree 0");
  g_auto(Result) vakonomic = expect(2, "find conserved snakeboard --dynamics vakonomic");
  assert_contains(vakonomic.messages, "nonholonomic and free motions");
  g_auto(Result) function = expect(2, "find conserved snakeboard --functions \"phi'\"");
  assert_contains(function.messages, "is not a function of the coordinates");
}

/* The equilibria of x'' = r - x^2 meet at r = 0, and there is none at the first value. */
static void
test_none_at_first(void)
{
  g_autofree char *file = scratch_write("later.noslip",
                                        "noslip 1\nparameter r = 0 in -1 .. 1\ncoordinate x in -2 .. 2\n"
                                        "lagrangian x'^2/2 - (x^3/3 - r*x)\n",
                                        -1);
  g_auto(Result) found = expect(0, "find equilibria %s --along r=-1..1:21", file);
  g_assert_nonnull(strstr(found.output, "tried at r = -1, the first value\nbranch with "));
  g_assert_nonnull(strstr(found.output, "  from r = 1: x = "));
  g_assert_nonnull(strstr(found.output, "  to r = 1: x = "));
  g_assert_nonnull(strstr(found.output, "\nfold at r = "));
  g_assert_null(strstr(found.output, "further"));
  g_auto(Result) json = expect(0, "find equilibria %s --along r=-1..1:21 --json", file);
  g_auto(Result) none = expect(1, "find equilibria %s --along r=-1..-0.5:3", file);
  g_assert_nonnull(strstr(none.output, "no equilibrium was found from the states that were tried"));
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/find/claims", test_claims);
  g_test_add_func("/find/json", test_json);
  g_test_add_func("/find/sleigh", test_sleigh);
  g_test_add_func("/find/densities", test_densities);
  g_test_add_func("/find/singular-density", test_singular_density);
  g_test_add_func("/find/no-place", test_no_place);
  g_test_add_func("/find/suslov", test_suslov);
  g_test_add_func("/find/bicycle", test_bicycle);
  g_test_add_func("/find/rattleback", test_rattleback);
  g_test_add_func("/find/refusals", test_refusals);
  g_test_add_func("/find/none-at-first", test_none_at_first);
  int status = g_test_run();
  scratch_remove();
  return status;
}
