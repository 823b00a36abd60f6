/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli holonomy: loops with known displacement. */
#include "tests/app/cli/process.h"

#include <math.h>
#include <string.h>

static double
moved(JsonNode *node, const char *group, const char *name)
{
  return json_object_get_double_member(json_object_get_object_member(json_node_get_object(node), group), name);
}

/* z is the area, independent of the position of the loop. */
static void
test_heisenberg(void)
{
  g_auto(Result) result = expect(0, "holonomy heisenberg --shape x,y --loop 'ellipse(0.3,-0.2,1,0.5)' --json");
  g_autoptr(JsonNode) node = json_of(&result);
  g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "z"), G_PI / 2, 1e-11);
  g_assert_cmpfloat_with_epsilon(moved(node, "curvature", "z"), G_PI / 2, 1e-11);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(json_node_get_object(node), "area"), G_PI / 2, 1e-11);
  g_assert_false(json_object_has_member(json_object_get_object_member(json_node_get_object(node), "curvature"), "x"));
}

/* The same by hand: an arrow of area 0.375 that is not convex, run clockwise, its columns in another order. */
static void
test_polygon(void)
{
  g_autofree char *file = scratch_write("loop.csv", "y,t,x\n0,0,0\n1,1,0.5\n0,2,1\n0.25,3,0.5\n0,4,0\n", -1);
  g_autofree char *map = g_build_filename(scratch(), "map.csv", NULL);
  g_auto(Result) result = expect(0, "holonomy heisenberg --shape x,y --loop %s --output %s --json", file, map);
  g_autoptr(JsonNode) node = json_of(&result);
  g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "z"), -0.375, 1e-11);
  g_assert_cmpfloat_with_epsilon(moved(node, "curvature", "z"), -0.375, 1e-11);
  g_assert_cmpfloat_with_epsilon(json_object_get_double_member(json_node_get_object(node), "area"), -0.375, 1e-11);
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(map, &text, NULL, NULL));
  g_assert_true(g_str_has_prefix(text, "x,y,z\n"));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_assert_cmpuint(g_strv_length(lines), ==, 1 + 41 * 41 + 1);
  g_auto(GStrv) cells = g_strsplit(lines[700], ",", -1);
  g_assert_cmpfloat_with_epsilon(g_ascii_strtod(cells[2], NULL), 1, 1e-13);
}

/* With J + J0 + 2 J1 = m r^2 the snakeboard's connection is theta' = -J0/(m r^2) sin^2(phi) psi'
 * (J. Ostrowski, J. Burdick, 1998); around an ellipse the integral is a Bessel function. */
static void
test_snakeboard(void)
{
  double r_psi = 0.4, r_phi = 0.3, phi = 0.5;
  double theta = 0.2 / (2 * 0.6 * 0.6) * G_PI * r_psi * sin(2 * phi) * j1(2 * r_phi);
  g_auto(Result) result = expect(0, "holonomy snakeboard --shape psi,phi --loop 'ellipse(0,0.5,0.4,0.3)' --json");
  g_autoptr(JsonNode) node = json_of(&result);
  g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "theta"), theta, 1e-11);
  g_assert_cmpfloat_with_epsilon(moved(node, "curvature", "theta"), theta, 1e-11);
  /* with its coordinates in the other order the loop runs the other way */
  g_auto(Result) other = expect(0, "holonomy snakeboard --shape phi,psi --loop 'ellipse(0.5,0,0.3,0.4)' --json");
  g_autoptr(JsonNode) back = json_of(&other);
  g_assert_cmpfloat_with_epsilon(moved(back, "displacement", "theta"), -theta, 1e-11);
  g_assert_cmpfloat_with_epsilon(moved(back, "curvature", "theta"), -theta, 1e-11);
}

/* The carriage's heading follows from its wheels, theta = R (phi2 - phi1)/(2 b); its position does not, and to leading
 * order a loop displaces it sideways by R^2/(2 b) times its area. */
static void
test_carriage(void)
{
  double error[2], rate = 0.25 * 0.25 / (2 * 0.4);
  for (guint i = 0; i < 2; i++) {
    double radius = i == 0 ? 0.1 : 0.05;
    g_auto(Result) result = expect(0,
                                   "holonomy two-wheeled-carriage --initial theta=0 --shape phi1,phi2 --loop "
                                   "'ellipse(0,0,%g,%g)' --json",
                                   radius, radius);
    g_autoptr(JsonNode) node = json_of(&result);
    g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "theta"), 0, 1e-11);
    g_assert_cmpfloat_with_epsilon(moved(node, "curvature", "x"), 0, 1e-12);
    g_assert_cmpfloat_with_epsilon(fabs(moved(node, "curvature", "y")), rate * G_PI * radius * radius, 1e-12);
    error[i] =
        hypot(moved(node, "displacement", "x"), moved(node, "displacement", "y") - moved(node, "curvature", "y"));
  }
  g_assert_cmpfloat(error[0], <, 1e-4);
  g_assert_cmpfloat(error[0] / error[1], >, 7.5); /* of third order */
}

/* E. M. Purcell (1977): the displacement of the swimmer by a small loop about the straight shape, from the balance of
 * forces on paper: -10 h (k - 1)/81 times the area along itself, and no turn; with equal drag along and across it does
 * not swim at all. */
static void
test_swimmer(void)
{
  for (guint k = 1; k <= 3; k++) {
    g_auto(Result) result =
        expect(0, "holonomy three-link-swimmer --shape a1,a2 --loop 'ellipse(0,0,0.01,0.01)' --set k=%u --json", k);
    g_autoptr(JsonNode) node = json_of(&result);
    double area = G_PI * 1e-4, along = -10 * 0.5 * (k - 1.0) / 81 * area;
    g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "x"), along, 1e-3 * area);
    g_assert_cmpfloat_with_epsilon(moved(node, "curvature", "x"), along, 1e-4 * area);
    g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "theta"), 0, 1e-6 * area);
  }
}

/* A motion that returns along the same path has no displacement: the scallop theorem. */
static void
test_scallop(void)
{
  g_autofree char *file = scratch_write("scallop.csv", "a1,a2\n0.1,0.1\n1,0.5\n0.6,-0.7\n1,0.5\n0.1,0.1\n", -1);
  g_auto(Result) result = expect(0, "holonomy three-link-swimmer --shape a1,a2 --loop %s --json", file);
  g_autoptr(JsonNode) node = json_of(&result);
  static const char *const names[] = {"x", "y", "theta"};
  for (guint i = 0; i < G_N_ELEMENTS(names); i++)
    g_assert_cmpfloat_with_epsilon(moved(node, "displacement", names[i]), 0, 1e-10);
}

/* Beside a pole of the connection (phi = 0) the curvature cannot be integrated with a fixed number of nodes: the
 * connection depends on phi alone, so that both numbers would be equal, and they are where the loop is away from it. */
static void
test_near_pole(void)
{
  g_auto(Result) near =
      expect(0, "holonomy roller-racer --shape theta,phi --loop 'ellipse(0.44,0.481,0.48,0.48)' --json");
  g_autoptr(JsonNode) node = json_of(&near);
  g_assert_cmpfloat(moved(node, "displacement", "x"), >, 60);
  g_assert_false(json_object_has_member(json_object_get_object_member(json_node_get_object(node), "curvature"), "x"));
  g_auto(Result) text = expect(0, "holonomy roller-racer --shape theta,phi --loop 'ellipse(0.44,0.481,0.48,0.48)'");
  g_assert_nonnull(strstr(text.output, "by the curvature in it undefined"));
  g_auto(Result) away = expect(0, "holonomy roller-racer --shape theta,phi --loop 'ellipse(0.9,0.9,0.4,0.4)' --json");
  g_autoptr(JsonNode) other = json_of(&away);
  g_assert_cmpfloat_with_epsilon(moved(other, "displacement", "x"), moved(other, "curvature", "x"), 1e-10);
}

/* A curvature that is 0 everywhere has the integral 0, though its numbers are rounding: [e_u, e_v] of the first system
 * has only a th part, and the connection of the second is flat but at the origin. */
static void
test_flat(void)
{
  const char *texts[] = {
      "noslip 1\ncoordinate x\ncoordinate th angle\ncoordinate u\ncoordinate v\n"
      "lagrangian (x'^2 + th'^2 + u'^2 + v'^2)/2\n"
      "constraint a: x' = u'*cos(th)\nconstraint c: th' = u'*v\n",
      "noslip 1\ncoordinate x\ncoordinate u\ncoordinate v\n"
      "lagrangian (x'^2 + u'^2 + v'^2)/2\nconstraint a: x' = (u*v' - v*u')/(u^2 + v^2)\ninitial u = 2\n",
      "noslip 1\ncoordinate x\ncoordinate u\ncoordinate v\n"
      "lagrangian 1e-30*(x'^2*1e12 + u'^2 + v'^2)/2\n"
      "constraint a: x' = 1e-6*(u*v' - v*u')/(u^2 + v^2)\ninitial u = 2\n"};
  for (guint i = 0; i < G_N_ELEMENTS(texts); i++) {
    g_autofree char *file = scratch_write("flat.noslip", texts[i], -1);
    g_auto(Result) result =
        expect(0, "holonomy %s --shape u,v --loop 'ellipse(%s,1,1)' --json", file, i == 0 ? "0,0" : "2,1");
    g_autoptr(JsonNode) node = json_of(&result);
    g_assert_true(json_object_has_member(json_object_get_object_member(json_node_get_object(node), "curvature"), "x"));
    g_assert_cmpfloat_with_epsilon(moved(node, "curvature", "x"), 0, 1e-14);
  }
}

/* The cat's attitude follows from its shape: a small loop turns it by the curvature, though the group is not
 * abelian. */
static void
test_cat(void)
{
  g_auto(Result) result = expect(0, "holonomy falling-cat --shape g,b --loop 'ellipse(1.2,0,0.01,0.01)' --json");
  g_autoptr(JsonNode) node = json_of(&result);
  double turn = moved(node, "curvature", "q3");
  g_assert_cmpfloat(fabs(turn), >, 1e-5);
  g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "q3"), turn, 0.02 * fabs(turn));
  g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "q2"), moved(node, "curvature", "q2"), 0.02 * fabs(turn));
  g_assert_cmpfloat_with_epsilon(moved(node, "displacement", "q1"), 0, 0.02 * fabs(turn));
}

static void
test_input(void)
{
  g_auto(Result) none = expect(2, "holonomy heisenberg --shape x,y");
  assert_contains(none.messages, "--loop");
  g_auto(Result) same = expect(2, "holonomy heisenberg --shape x,x --loop 'ellipse(0,0,1,1)'");
  assert_contains(same.messages, "different");
  g_auto(Result) name = expect(2, "holonomy heisenberg --shape x,w --loop 'ellipse(0,0,1,1)'");
  assert_contains(name.messages, "no coordinate 'w'");
  g_auto(Result) three = expect(2, "holonomy heisenberg --shape x,y --loop 'ellipse(0,0,1)'");
  assert_contains(three.messages, "ellipse(a0,b0,ra,rb)");
  g_auto(Result) affine = expect(2, "holonomy ball-on-rotating-table --shape x,y --loop 'ellipse(0,0,1,1)'");
  assert_contains(affine.messages, "linear");
  /* two coordinates that the constraints bind to each other are no shape */
  g_autofree char *bound = scratch_write("bound.noslip",
                                         "noslip 1\ncoordinate x\ncoordinate y\ncoordinate z\n"
                                         "lagrangian (x'^2 + y'^2 + z'^2)/2\nconstraint x' - y' = 0\nrun to 1\n",
                                         -1);
  g_auto(Result) lost = expect(3, "holonomy %s --shape x,y --loop 'ellipse(0,0,1,1)'", bound);
  assert_contains(lost.messages, "not defined");
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/holonomy/heisenberg", test_heisenberg);
  g_test_add_func("/cli/holonomy/polygon", test_polygon);
  g_test_add_func("/cli/holonomy/snakeboard", test_snakeboard);
  g_test_add_func("/cli/holonomy/near-pole", test_near_pole);
  g_test_add_func("/cli/holonomy/flat", test_flat);
  g_test_add_func("/cli/holonomy/carriage", test_carriage);
  g_test_add_func("/cli/holonomy/input", test_input);
  g_test_add_func("/cli/holonomy/swimmer", test_swimmer);
  g_test_add_func("/cli/holonomy/scallop", test_scallop);
  g_test_add_func("/cli/holonomy/cat", test_cat);
  int status = g_test_run();
  scratch_remove();
  return status;
}
