/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli bracket --section: momenta with known rates; and reduce-to-distribution. */
#include "tests/app/cli/process.h"

/* G 5.6: the momentum about the point of contact is constant without a force, and changes at r times the force with
 * one. */
static void
test_ball(void)
{
  g_auto(Result) still = expect(0, "bracket rolling-ball --section \"r*x' + w2\"");
  assert_contains(still.output, "d/dt <p, X> = r*force_x\n");
  assert_contains(still.output, "<p, X> is a first integral");
  /* [y, w2] = y1 [w1, w2] + y3 [w3, w2] = -w1 along w3 and w3 along w1: it turns about the second axis */
  assert_contains(still.output, "d_T X = x: r, q0: -q2/2, q1: q3/2, q2: q0/2, q3: -q1/2, w1: w3, w3: -w1\n");
  g_auto(Result) pushed = expect(0, "bracket rolling-ball --set force_x=1 --section \"r*x' + w2\"");
  assert_contains(pushed.output, "no: <p, X> changes, at up to 0.4 at seeded states");
}

/* A magnetic field: the momentum along x is not conserved, but its sum with B y/2 is. */
static void
test_function(void)
{
  g_autofree char *file = scratch_write("field.noslip",
                                        "noslip 1\nparameter B = 2\ncoordinate x\ncoordinate y\n"
                                        "lagrangian (x'^2 + y'^2)/2 + B*(x*y' - y*x')/2\ninitial x' = 1\n",
                                        -1);
  g_auto(Result) alone = expect(0, "bracket %s --section \"x'\" --json", file);
  g_autoptr(JsonNode) first = json_of(&alone);
  g_assert_false(json_object_get_boolean_member(json_node_get_object(first), "conserved"));
  g_auto(Result) with = expect(0, "bracket %s --section \"x'\" --function \"B*y/2\" --json", file);
  g_autoptr(JsonNode) second = json_of(&with);
  g_assert_true(json_object_get_boolean_member(json_node_get_object(second), "conserved"));
  g_assert_true(json_object_get_boolean_member(json_node_get_object(second), "in_symbols"));
}

static void
test_refusals(void)
{
  g_auto(Result) outside = expect(2, "bracket chaplygin-sleigh --section v2");
  assert_contains(outside.messages, "not in D");
  g_auto(Result) square = expect(2, "bracket chaplygin-sleigh --section \"omega*omega\"");
  assert_contains(square.messages, "not linear");
  g_auto(Result) velocity = expect(2, "bracket chaplygin-sleigh --section omega --function v1");
  assert_contains(velocity.messages, "coordinates alone");
  g_auto(Result) unknown = expect(2, "bracket chaplygin-sleigh --section omga");
  assert_contains(unknown.messages, "did you mean omega?");
  g_auto(Result) vakonomic = expect(2, "bracket chaplygin-sleigh --dynamics vakonomic --section omega");
  assert_contains(vakonomic.messages, "--section is for the nonholonomic motion");
}

/* Written to a file and to standard output; the file is a system that the other commands accept. */
static void
test_distribution(void)
{
  g_autofree char *file = g_build_filename(scratch(), "on-D.noslip", NULL);
  g_auto(Result) written = expect(0, "reduce-to-distribution snakeboard --output %s", file);
  g_auto(Result) printed = expect(0, "reduce-to-distribution snakeboard");
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(file, &text, NULL, NULL));
  g_assert_cmpstr(text, ==, printed.output);
  g_auto(Result) checked = expect(0, "check %s", file);
  assert_contains(checked.output, "anchor as a homomorphism of brackets: residual");
  g_auto(Result) nonlinear = expect(2, "reduce-to-distribution appell-hamel");
  assert_contains(nonlinear.messages, "not linear");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/noether/ball", test_ball);
  g_test_add_func("/noether/function", test_function);
  g_test_add_func("/noether/refusals", test_refusals);
  g_test_add_func("/noether/distribution", test_distribution);
  int status = g_test_run();
  scratch_remove();
  return status;
}
