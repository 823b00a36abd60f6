/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli on vakonomic dynamics: its bracket, and its motion beside the nonholonomic one. */
#include "tests/app/cli/process.h"

#include <math.h>

static double
element(JsonNode *root, const char *path)
{
  g_autoptr(GError) error = NULL;
  g_autoptr(JsonNode) found = json_path_query(path, root, &error);
  g_assert_no_error(error);
  JsonArray *array = json_node_get_array(found);
  g_assert_cmpuint(json_array_get_length(array), ==, 1);
  return json_array_get_double_element(array, 0);
}

/* I Example 5.12 with axes fixed in space: {p_3, p_4} = p_5, {p_4, p_5} = p_3, {p_5, p_3} = p_4; (5.8) for the rest. */
static void
test_bracket(void)
{
  g_auto(Result) result =
      expect(0, "bracket plate-ball --dynamics vakonomic --at 'mu(p5)=0.7' --at 'mu(p3)=-0.2' --json");
  g_autoptr(JsonNode) root = json_of(&result);
  JsonObject *table = json_node_get_object(root);
  g_assert_cmpstr(json_object_get_string_member(table, "dynamics"), ==, "vakonomic");
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(table, "names")), ==, 2 + 5);
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(table, "jacobiator")), ==, 0);
  g_assert_cmpfloat(element(root, "$.matrix[0][2]"), ==, 1);
  g_assert_cmpfloat(element(root, "$.matrix[4][5]"), ==, 0.7);
  g_assert_cmpfloat(element(root, "$.matrix[5][6]"), ==, -0.2);
  g_assert_cmpfloat(element(root, "$.matrix[6][4]"), ==, -0.4);
  g_auto(Result) text = expect(0, "bracket martinet --dynamics vakonomic");
  assert_contains(text.output, "H_W1 = p_1^2/2 + p_2^2/2\n");
  assert_contains(text.output, "p_3 = mu(horizontal)");
  assert_contains(text.output, "vanishes");
  /* The nonholonomic bracket of the same system is different: it has two momenta. */
  g_auto(Result) own = expect(0, "bracket martinet --json");
  assert_contains(own.output, "\"dynamics\": \"vakonomic\"");
  g_auto(Result) other = expect(0, "bracket martinet --dynamics nonholonomic --json");
  g_autoptr(JsonNode) other_root = json_of(&other);
  g_assert_cmpuint(json_array_get_length(json_object_get_array_member(json_node_get_object(other_root), "names")), ==,
                   3);
  /* That of free motions is linear Poisson on E*: {p_2, p_1} = -C p along the frame of the sleigh. */
  g_auto(Result) no_free = expect(2, "bracket martinet --dynamics free");
  g_auto(Result) free =
      expect(0, "bracket chaplygin-sleigh --dynamics free --of 'theta, p(omega), p(v1), p(v2)' --json");
  g_autoptr(JsonNode) free_root = json_of(&free);
  assert_contains(free.output, "\"dynamics\": \"free\"");
  g_assert_cmpfloat(element(free_root, "$.matrix[0][1]"), ==, 1);
  g_auto(Result) momenta = expect(0, "bracket chaplygin-sleigh --dynamics free --of 'p(v2), {p(v1), p(omega)}'");
  assert_contains(momenta.output, "vanishes");
  g_auto(Result) misspelt = expect(2, "bracket martinet --dynamics vakonomik");
  assert_contains(misspelt.messages, "vakonomic");
}

/* heisenberg in closed form: nonholonomic motions are straight lines, vakonomic ones circles with curvature mu. With
 * these values y' differs first: y' = 0.4 cos(mu t) + 0.7 sin(mu t). */
static double
parting_time(double mu, double apart, double to, double step)
{
  for (double t = 0; t < to; t += step)
    if (fabs(0.4 * cos(mu * t) + 0.7 * sin(mu * t) - 0.4) > apart * 0.4)
      return t;
  return NAN;
}

static void
test_compare(void)
{
  g_auto(Result) same = expect(0, "compare heisenberg --dynamics nonholonomic,vakonomic --initial 'mu(horizontal)=0'");
  assert_contains(same.output, "nonholonomic and vakonomic coincide until t = 10");
  assert_contains(same.output, "mu(horizontal) = 0\n");
  g_auto(Result) apart = expect(0, "compare heisenberg --dynamics nonholonomic,vakonomic --apart 0.5 --to 4 --json");
  g_autoptr(JsonNode) root = json_of(&apart);
  g_assert_cmpfloat_with_epsilon(element(root, "$.motions[0].parts_at"), parting_time(1.1, 0.5, 4, 0.01), 1e-9);
  g_auto(Result) words = expect(0, "compare heisenberg --dynamics nonholonomic,vakonomic");
  assert_contains(words.output, "part at t = 0.01");
  /* Without constraints all kinds of dynamics coincide. */
  g_auto(Result) free = expect(0, "compare rigid-body --dynamics vakonomic,nonholonomic,free --to 5");
  assert_contains(free.output, "vakonomic and free coincide");
  g_auto(Result) forces = expect(2, "compare rolling-disk --dynamics nonholonomic,vakonomic");
  assert_contains(forces.messages, "no place for external forces");
  g_auto(Result) one = expect(2, "compare heisenberg --dynamics vakonomic");
  g_auto(Result) twice = expect(2, "compare heisenberg --dynamics vakonomic,vakonomic");
  g_auto(Result) both = expect(2, "compare heisenberg --dynamics vakonomic,free --formulations all");
  g_auto(Result) negative = expect(2, "compare heisenberg --dynamics vakonomic,free --apart -1");
  g_auto(Result) alone = expect(2, "compare heisenberg --apart 1");
}

/* Two rods released from the horizontal have no energy, and a blade that a spring pulls along itself needs no force:
 * these columns are measured by the terms that cancel, not by the rounding errors that remain. Real differences are
 * still reported. */
static void
test_cancelled(void)
{
  static const char *const sizes[] = {"1e-30", "1e30", "1"};
  g_autofree char *rods = NULL;
  for (guint i = 0; i < G_N_ELEMENTS(sizes); i++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x1\ncoordinate y1\ncoordinate x2\ncoordinate y2\n"
                                            "kinetic %s*((x1'^2 + y1'^2)/2 + x2'^2 + y2'^2)\n"
                                            "potential %s*9.81*(y1 + 2*y2)\n"
                                            "constraint rod1: x1^2 + y1^2 = 1\n"
                                            "constraint rod2: (x2 - x1)^2 + (y2 - y1)^2 = 0.25\n"
                                            "observable none = x1*energy\n"
                                            "initial x1 = 1\ninitial x2 = 1.5\nrun to 2 step 0.2\n",
                                            sizes[i], sizes[i]);
    g_free(rods);
    rods = scratch_write("rods.noslip", text, -1);
    g_auto(Result) same = expect(0, "compare '%s'", rods);
    assert_contains(same.output, "5 motions by 3 derivations agree to");
  }
  /* The cylinder's axis is upright: no reaction turns the ball's place around it, and lambda(round) is rounding. */
  for (guint i = 0; i < 2; i++) {
    g_autofree char *ball =
        g_strdup_printf("noslip 1\ncoordinate phi\ncoordinate z\nrotation R (q0, q1, q2, q3) space (w1, w2, w3)\n"
                        "kinetic %s*((phi'^2 + z'^2)/2 + 0.008*(w1^2 + w2^2 + w3^2))\npotential %s*9.81*z\n"
                        "constraint round: phi' + 0.2*w3 = 0\n"
                        "constraint upright: z' - 0.2*(-w1*sin(phi) + w2*cos(phi)) = 0\n"
                        "initial z = 1\ninitial phi' = 4\ninitial z' = 0\ninitial w1 = 1\nrun to 2 step 0.1\n",
                        sizes[i], sizes[i]);
    g_autofree char *path = scratch_write("ball.noslip", ball, -1);
    g_auto(Result) same = expect(0, "compare '%s'", path);
    assert_contains(same.output, "agree to");
  }
  g_auto(Result) level = expect(0, "compare '%s'", rods);
  assert_contains(level.output, "5 motions by 3 derivations agree to");
  g_auto(Result) coarse = expect(1, "compare '%s' --method rk4 --fixed-step 0.1 --no-stabilise --to 0.4", rods);
  assert_contains(coarse.output, "DISAGREE");
  g_autofree char *blade =
      scratch_write("blade.noslip",
                    "noslip 1\ncoordinate x\ncoordinate y\ncoordinate th angle\n"
                    "lagrangian (x'^2 + y'^2 + th'^2 - x^2 - y^2)/2\nconstraint b: sin(th)*x' - cos(th)*y' = 0\n"
                    "initial th = 0.7\ninitial x = cos(0.7)\ninitial y = sin(0.7)\ninitial x' = cos(0.7)\n"
                    "run to 100 step 0.5\n",
                    -1);
  g_auto(Result) straight = expect(0, "compare '%s'", blade);
  assert_contains(straight.output, "5 motions by 3 derivations agree to");
  /* In rotating axes, a free particle on the x axis: its y' is the difference of two large velocities. */
  g_autofree char *turning = scratch_write("turning.noslip",
                                           "noslip 1\ncoordinate x\ncoordinate y\n"
                                           "velocity u = cos(t)*x' + sin(t)*y'\nvelocity v = -sin(t)*x' + cos(t)*y'\n"
                                           "lagrangian (u^2 + v^2)/2\ninitial u = 1\nrun to 2 step 0.1\n",
                                           -1);
  g_auto(Result) witnessed = expect(0, "check '%s'", turning);
  assert_contains(witnessed.output, "  ok      witness: ");
}

/* L + mu phi with phi = x'^2 + y'^2 - 1 and the force -1/2 along x, on a straight line: p = (1 + 2 mu, 0) = (1.6 - t/2,
 * 0), and R_ab = 1 + 2 mu vanishes at t = 3.2, until which x = t. A method that steps across would go on. */
static void
test_rank_lost(void)
{
  g_autofree char *path =
      scratch_write("rank.noslip",
                    "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 - x/2\n"
                    "constraint unit: x'^2 + y'^2 = 1\ndynamics vakonomic\ninitial x' = 1\ninitial y' = 0\n"
                    "initial mu(unit) = 0.3\nrun to 8 step 0.3\n",
                    -1);
  g_auto(Result) run = expect(3, "run '%s'", path);
  assert_contains(run.messages, "R_ab lost its rank at t = 3.2");
  assert_contains(run.output, "\n3,");
  assert_lacks(run.output, "\n3.2");
  g_auto(Result) check = expect(3, "check '%s'", path);
  assert_contains(check.output, "FAILED  R_ab keeps its rank along the run");
  g_auto(Result) shown = expect(0, "show '%s'", path);
  assert_contains(shown.output, "at the initial state its rank is 1: regular");
  g_auto(Result) json = expect(0, "show martinet --json");
  g_autoptr(JsonNode) root = json_of(&json);
  g_assert_cmpint(json_object_get_int_member(json_node_get_object(root), "vakonomic_rank"), ==, 2);
  g_auto(Result) keeps = expect(0, "check martinet");
  assert_contains(keeps.output, "ok      R_ab keeps its rank along the run");
}

/* The formula with the signs as they are printed is expected to fail, and does; every other one holds. */
static void
test_printed_signs(void)
{
  g_auto(Result) result = expect(0, "check misprints/plate-ball");
  assert_contains(result.output, "equation of p5, as printed");
  assert_contains(result.output, "fails, as expected");
  g_auto(Result) run = expect(0, "run misprints/plate-ball --to 2 -o /dev/null");
  assert_contains(run.messages, "fails, as expected; residual ");
  assert_lacks(run.messages, "fails; ");
}

/* A kind of dynamics rejects unsupported input before the start, with the reason. */
static void
test_refusals(void)
{
  static const char *const refused[][2] = {
      {"capri-kobayashi --dynamics vakonomic", "the Lagrangian is degenerate"},
      {"heisenberg --dynamics free", "without the constraints the Lagrangian does not determine"},
      {"trailer --dynamics vakonomic", "no place for external forces"},
      {"plate-ball --dynamics nonholonomic --formulation projection", "defines no orthogonal projector"},
      {"appell-hamel --formulation hamiltonian", "not linear or affine"},
      {"appell-hamel --formulation lagrange-dalembert", "not linear or affine"},
      {"suslov --dynamics free --formulation projection", "a free run takes no --formulation"},
  };
  for (guint i = 0; i < G_N_ELEMENTS(refused); i++) {
    g_auto(Result) result = expect(2, "run %s --to 0.1", refused[i][0]);
    assert_contains(result.messages, refused[i][1]);
    g_assert_cmpstr(result.output, ==, "");
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/kinds/bracket", test_bracket);
  g_test_add_func("/cli/kinds/compare", test_compare);
  g_test_add_func("/cli/kinds/cancelled", test_cancelled);
  g_test_add_func("/cli/kinds/refusals", test_refusals);
  g_test_add_func("/cli/kinds/printed-signs", test_printed_signs);
  g_test_add_func("/cli/kinds/rank-lost", test_rank_lost);
  int status = g_test_run();
  scratch_remove();
  return status;
}
