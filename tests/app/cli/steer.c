/* SPDX-License-Identifier: GPL-3.0-or-later */
/* noslip-cli steer: motions between two configurations whose costs are known in closed form. */
#include "tests/app/cli/process.h"

#include <math.h>
#include <string.h>

/* K(k) and E(k) by the arithmetic-geometric mean. */
static void
elliptic(double k, double *first, double *second)
{
  double a = 1, b = sqrt(1 - k * k), c = k, sum = c * c / 2, power = 1;
  while (fabs(c) > 1e-16) {
    double mean = (a + b) / 2;
    c = (a - b) / 2;
    b = sqrt(a * b);
    a = mean;
    sum += power * c * c;
    power *= 2;
  }
  *first = G_PI / 2 / a;
  *second = *first * (1 - sum);
}

static JsonArray *
solutions_of(JsonNode *node)
{
  return json_object_get_array_member(json_node_get_object(node), "solutions");
}

static double
number_of(JsonArray *solutions, guint i, const char *group, const char *name)
{
  JsonObject *solution = json_array_get_object_element(solutions, i);
  return json_object_get_double_member(group != NULL ? json_object_get_object_member(solution, group) : solution, name);
}

static JsonArray *
conjugate_of(JsonArray *solutions, guint i)
{
  return json_object_get_array_member(json_array_get_object_element(solutions, i), "conjugate");
}

#define HEISENBERG "steer heisenberg --from x=0 --from y=0 --from z=0 --json "

/* Circles of speed v that turn by mu in the time 1: r = 2 v sin(mu/2)/mu, z = v^2 (mu - sin mu)/(2 mu^2). */
static void
test_heisenberg(void)
{
  g_auto(Result) result = expect(0, HEISENBERG "--to x=0.3 --to y=0.2 --to z=0.4 --time 1 --solutions 2");
  g_autoptr(JsonNode) node = json_of(&result);
  JsonArray *solutions = solutions_of(node);
  g_assert_cmpuint(json_array_get_length(solutions), ==, 2);
  for (guint i = 0; i < 2; i++) {
    double mu = number_of(solutions, i, "mu", "horizontal"), v = sqrt(2 * number_of(solutions, i, NULL, "cost"));
    g_assert_cmpfloat_with_epsilon(fabs(2 * v * sin(mu / 2) / mu), hypot(0.3, 0.2), 1e-9);
    g_assert_cmpfloat_with_epsilon(v * v * (mu - sin(mu)) / (2 * mu * mu), 0.4, 1e-9);
    g_assert_cmpfloat(number_of(solutions, i, NULL, "residual"), <, 1e-9);
    g_assert_cmpfloat(number_of(solutions, i, NULL, "time"), ==, 1);
  }
  /* the cut time is 2 pi/mu: only the cheapest one ends before it */
  double second = number_of(solutions, 1, "mu", "horizontal");
  g_assert_cmpuint(json_array_get_length(conjugate_of(solutions, 0)), ==, 0);
  g_assert_cmpfloat(fabs(number_of(solutions, 0, "mu", "horizontal")), <, 2 * G_PI);
  g_assert_cmpfloat_with_epsilon(json_array_get_double_element(conjugate_of(solutions, 1), 0), 2 * G_PI / fabs(second),
                                 1e-8);
}

/* Straight up: a whole circle, with any beginning; its end is the cut. It costs 2 pi z, two circles twice that. */
static void
test_cut(void)
{
  g_auto(Result) result = expect(0, HEISENBERG "--to x=0 --to y=0 --to z=0.5 --time 1 --solutions 2");
  g_autoptr(JsonNode) node = json_of(&result);
  JsonArray *solutions = solutions_of(node);
  g_assert_cmpuint(json_array_get_length(solutions), ==, 2);
  for (guint i = 0; i < 2; i++) {
    JsonArray *conjugate = conjugate_of(solutions, i);
    g_assert_cmpfloat_with_epsilon(number_of(solutions, i, NULL, "cost"), (i + 1) * G_PI, 1e-8);
    g_assert_cmpfloat_with_epsilon(fabs(number_of(solutions, i, "mu", "horizontal")), (i + 1) * 2 * G_PI, 1e-6);
    g_assert_cmpfloat_with_epsilon(json_array_get_double_element(conjugate, 0), 1. / (i + 1), 1e-6);
  }
}

#define CAR                                                                                                            \
  "noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta angle\nlagrangian (x'^2 + y'^2 + theta'^2)/2\n"              \
  "constraint -x'*sin(theta) + y'*cos(theta) = 0\ndynamics vakonomic\nrun to 1\n"

/* Parking sideways on SE(2). One extremal goes through a whole period of the pendulum that the heading is: from
 * theta'^2 = P^2 (k^2 - sin^2 theta) follow P = 4 K, y = 4 (K - E) and the cost 8 k^2 K^2. */
static void
test_car(void)
{
  g_autofree char *file = scratch_write("car.noslip", CAR, -1);
  g_auto(Result) result = expect(0, "steer %s --to x=0 --to y=1 --to theta=0 --time 1 --solutions 3 --json", file);
  g_autoptr(JsonNode) node = json_of(&result);
  JsonArray *solutions = solutions_of(node);
  double low = 0.01, high = 0.999, k = 0, first = 0, second = 0;
  for (guint i = 0; i < 60; i++) {
    k = (low + high) / 2;
    elliptic(k, &first, &second);
    *(4 * (first - second) < 1 ? &low : &high) = k;
  }
  g_assert_cmpuint(json_array_get_length(solutions), ==, 3);
  /* the cheapest is a pair of mirror images without conjugate points; this one has one (by differences of extremals:
   * 0.8769) */
  g_assert_cmpfloat_with_epsilon(number_of(solutions, 0, NULL, "cost"), number_of(solutions, 1, NULL, "cost"), 1e-8);
  g_assert_cmpuint(json_array_get_length(conjugate_of(solutions, 0)), ==, 0);
  g_assert_cmpfloat_with_epsilon(number_of(solutions, 2, NULL, "cost"), 8 * k * k * first * first, 1e-8);
  g_assert_cmpuint(json_array_get_length(conjugate_of(solutions, 2)), ==, 1);
  g_assert_cmpfloat_with_epsilon(json_array_get_double_element(conjugate_of(solutions, 2), 0), 0.8769, 2e-4);
}

/* A turn ends modulo 2 pi, and what --to does not give is free: the car turns on the spot, the short way. */
static void
test_free_end(void)
{
  g_autofree char *file = scratch_write("car.noslip", CAR, -1);
  g_auto(Result) turn = expect(0, "steer %s --to theta=5.78318530717958648 --time 1 --json", file);
  g_autoptr(JsonNode) node = json_of(&turn);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "cost"), 0.125, 1e-9);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, "initial", "theta'"), -0.5, 1e-9);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, "initial", "x'"), 0, 1e-9);
}

/* Martinet: the direction swings from -2 asin k to 2 asin k in the time 1, mu = (2 K)^2/c, and with the means of the
 * pendulum's cosine follow y and z for the speed c = 1 and k = 0.6. */
static void
test_martinet(void)
{
  double k = 0.6, first, second;
  elliptic(k, &first, &second);
  double mu = 4 * first * first, s2 = (first - second) / (k * k * first);
  double s4 = ((2 + k * k) * first - 2 * (1 + k * k) * second) / (3 * pow(k, 4) * first);
  double y = 1 - 2 * k * k * s2, square = 1 - 4 * k * k * s2 + 4 * pow(k, 4) * s4;
  double z = (square - (1 - 2 * k * k) * y) / mu;
  g_auto(Result) result = expect(0,
                                 "steer martinet-full --from x=0 --from y=0 --from z=0 --to x=0 --to y=%.17g "
                                 "--to z=%.17g --time 1 --json",
                                 y, z);
  g_autoptr(JsonNode) node = json_of(&result);
  JsonArray *solutions = solutions_of(node);
  g_assert_cmpfloat_with_epsilon(number_of(solutions, 0, NULL, "cost"), 0.5, 1e-8);
  g_assert_cmpfloat_with_epsilon(fabs(number_of(solutions, 0, "mu", "horizontal")), mu, 1e-5);
}

static gboolean
is_abnormal(const char *line)
{
  g_auto(Result) result = expect(0, "%s", line);
  g_autoptr(JsonNode) node = json_of(&result);
  return json_object_get_boolean_member(json_array_get_object_element(solutions_of(node), 0), "abnormal");
}

/* Along y, where x = 0, Martinet's straight line is abnormal, and so is every straight line of the ball on the plate;
 * the circles of Heisenberg's group and Martinet's other curves are not. */
static void
test_abnormal(void)
{
  g_assert_true(is_abnormal("steer martinet-full --from x=0 --from y=0 --from z=0 --to x=0 --to y=1 --to z=0 --time 1 "
                            "--starts 6 --json"));
  g_assert_true(is_abnormal("steer plate-ball --to x1=1 --to x2=0 --time 1 --starts 6 --json"));
  g_assert_false(is_abnormal("steer martinet-full --to x=0 --to y=1 --to z=0 --time 1 --json"));
  g_assert_false(is_abnormal("steer heisenberg --to x=0 --to y=0 --to z=1 --time 1 --json"));
}

/* A ball rolls to where a straight line would turn it; the requested attitude has the other sign. */
#define BALL                                                                                                           \
  "noslip 1\ncoordinate x\ncoordinate y\nrotation R (q0, q1, q2, q3) space (w1, w2, w3)\n"                             \
  "lagrangian (x'^2 + y'^2)/2\nconstraint a: x' - w2 = 0\nconstraint b: y' + w1 = 0\nconstraint c: w3 = 0\n"           \
  "dynamics vakonomic\ninitial q0 = 1\nrun to 1\n"

static void
test_ball(void)
{
  g_autofree char *file = scratch_write("ball.noslip", BALL, -1);
  g_auto(Result) result = expect(0,
                                 "steer %s --to x=1 --to y=0 --to q0=%.17g --to q1=0 --to q2=%.17g --to q3=0 "
                                 "--time 2 --starts 6 --json",
                                 file, -cos(0.5), -sin(0.5));
  g_autoptr(JsonNode) node = json_of(&result);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "cost"), 0.25, 1e-9);
}

/* Each unit of time costs 1/2: over a straight distance of 3 the best speed is 1. If time costs nothing, there is no
 * best motion. */
/* Along an elastica, theta = 2 asin(k sn(u, k)) with u = lambda s: x = (2 E(am u, k) - u)/lambda, y = 2 k (1 - cn
 * u)/lambda; k = 0.6, lambda = 1.5. The ball at the end of the length 1.2 has the attitude below (the quaternion's
 * equation along the closed form, integrated to 1e-12), and the elastica is the cheapest way there, not an abnormal one:
 * those are straight (V. Jurdjevic: The geometry of the plate-ball problem, 1993). */
static void
test_elastica(void)
{
  g_autofree char *file = scratch_write("ball.noslip", BALL, -1);
  g_autofree char *path = g_build_filename(scratch(), "elastica.csv", NULL);
  g_auto(Result) result = expect(0,
                                 "steer %s --to x=0.73281350887795538 --to y=0.83151399497051359 "
                                 "--to q0=0.85086698697097607 --to q1=-0.39255000166634685 --to q2=0.34211653609816117 "
                                 "--to q3=-0.069900947081421846 --time 1 --starts 8 --json --output %s",
                                 file, path);
  g_autoptr(JsonNode) node = json_of(&result);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "cost"), 0.72, 1e-9);
  g_assert_false(json_object_get_boolean_member(json_array_get_object_element(solutions_of(node), 0), "abnormal"));
  g_autofree char *straight =
      g_strdup_printf("steer %s --to x=1 --to y=0 --to q0=%.17g --to q1=0 --to q2=%.17g --to q3=0 "
                      "--time 1 --starts 6 --json",
                      file, cos(0.5), sin(0.5));
  g_assert_true(is_abnormal(straight));
  g_autofree char *text = NULL;
  g_assert_true(g_file_get_contents(path, &text, NULL, NULL));
  g_auto(GStrv) lines = g_strsplit(text, "\n", -1);
  g_auto(GStrv) middle = g_strsplit(lines[501], ",", -1);
  g_assert_cmpfloat_with_epsilon(g_ascii_strtod(middle[0], NULL), 0.5, 1e-12);
  g_assert_cmpfloat_with_epsilon(g_ascii_strtod(middle[1], NULL), 0.5048580024024117, 1e-7);
  g_assert_cmpfloat_with_epsilon(g_ascii_strtod(middle[2], NULL), 0.27989435763609866, 1e-7);
}

static void
test_free_time(void)
{
  g_autofree char *file = scratch_write("hasty.noslip",
                                        "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2 + 1/2\n"
                                        "constraint y' = 0\ndynamics vakonomic\nrun to 1\n",
                                        -1);
  g_auto(Result) result = expect(0, "steer %s --to x=3 --time free --json", file);
  g_autoptr(JsonNode) node = json_of(&result);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "time"), 3, 1e-8);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "cost"), 3, 1e-8);
  g_auto(Result) idle = expect(1, "steer heisenberg --to x=1 --time free --starts 2 --json");
  g_autoptr(JsonNode) none = json_of(&idle);
  g_assert_cmpuint(json_array_get_length(solutions_of(none)), ==, 0);
  assert_contains(idle.messages, "only rest is left");
  g_assert_null(strstr(idle.messages, "starts led"));
  /* H = x'^2/2 + c, and with c = -1/2 the speed is 1 */
  g_autofree char *dear = scratch_write("dear.noslip",
                                        "noslip 1\ncoordinate x\nparameter c = 1.5\nlagrangian x'^2/2 - c\n"
                                        "dynamics vakonomic\nrun to 1\n",
                                        -1);
  g_auto(Result) never = expect(1, "steer %s --to x=1 --time free --starts 2", dear);
  assert_contains(never.messages, "it is at least 1.5, with any velocity");
  g_auto(Result) gain = expect(0, "steer %s --set c=-0.5 --to x=3 --time free --json", dear);
  g_autoptr(JsonNode) quick = json_of(&gain);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(quick), 0, NULL, "time"), 3, 1e-8);
}

/* The cost of the motion with the velocity of the drift is 0, as are its momentum and multiplier: the terms of the
 * Hamiltonian vanish one by one. Against the drift H = p^2/2 + p is 0 with p = -2. The time is not of the order of the
 * system's own. */
static void
test_free_drift(void)
{
  g_autofree char *line =
      scratch_write("drift.noslip", "noslip 1\ncoordinate x\nlagrangian (x' - 1)^2/2\ndynamics vakonomic\n", -1);
  const double ends[] = {1, -1, 1e9, 1e-9};
  for (guint i = 0; i < G_N_ELEMENTS(ends); i++) {
    g_auto(Result) result = expect(0, "steer %s --to x=%g --time free --solutions 3 --json", line, ends[i]);
    g_autoptr(JsonNode) node = json_of(&result);
    JsonArray *solutions = solutions_of(node);
    double way = fabs(ends[i]);
    g_assert_cmpuint(json_array_get_length(solutions), ==, 1);
    g_assert_cmpfloat_with_epsilon(number_of(solutions, 0, NULL, "time"), way, 1e-9 * way);
    g_assert_cmpfloat_with_epsilon(number_of(solutions, 0, NULL, "cost"), ends[i] > 0 ? 0 : 2 * way, 1e-9 * way);
  }
  g_autofree char *car = scratch_write("driven.noslip",
                                       "noslip 1\ncoordinate x\ncoordinate y\ncoordinate theta angle\n"
                                       "velocity v = cos(theta)*x' + sin(theta)*y'\n"
                                       "velocity s = -sin(theta)*x' + cos(theta)*y'\nvelocity w = theta'\n"
                                       "lagrangian ((v - 1)^2 + s^2 + w^2)/2\nconstraint s = 0\n"
                                       "dynamics vakonomic\n",
                                       -1);
  g_auto(Result) ahead = expect(0, "steer %s --to x=1 --to y=0 --to theta=0 --time free --starts 4 --json", car);
  g_autoptr(JsonNode) node = json_of(&ahead);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "time"), 1, 1e-9);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "cost"), 0, 1e-12);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, "mu", "c1"), 0, 1e-9);
}

/* In a time near 0 a motion goes hardly anywhere. Where the end is the start, no other time is left, and then none
 * counts; where the end is near, the error is measured by the way, not by the coordinate. */
static void
test_no_time(void)
{
  g_autofree char *line = scratch_write(
      "line.noslip", "noslip 1\ncoordinate x in -1000 .. 1000\nlagrangian (x' - 1)^2/2\ndynamics vakonomic\n", -1);
  g_auto(Result) stay = expect(1, "steer %s --to x=0 --time free --json", line);
  g_autoptr(JsonNode) none = json_of(&stay);
  g_assert_cmpuint(json_array_get_length(solutions_of(none)), ==, 0);
  g_auto(Result) near = expect(0, "steer %s --from x=1e6 --to x=1000000.001 --time free --solutions 3 --json", line);
  g_autoptr(JsonNode) node = json_of(&near);
  g_assert_cmpuint(json_array_get_length(solutions_of(node)), ==, 1);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(node), 0, NULL, "time"), 1e-3, 1e-8);
  g_assert_cmpfloat(number_of(solutions_of(node), 0, NULL, "residual"), <, 1e-4);
}

/* All motions of an isotropic oscillator from one place meet again after half a period: the determinant of order two
 * has a double zero there. One that ends there is one of a family, also on a line, and of cost 0. A trivial constraint
 * makes every motion abnormal, which changes nothing. */
static void
test_conjugate_twice(void)
{
  g_autofree char *round = scratch_write(
      "isotropic.noslip", "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2 - x^2 - y^2)/2\n", -1);
  g_auto(Result) beyond = expect(0, "steer %s --to x=1 --to y=0.3 --time 7 --json", round);
  g_autoptr(JsonNode) node = json_of(&beyond);
  JsonArray *conjugate = conjugate_of(solutions_of(node), 0);
  g_assert_cmpuint(json_array_get_length(conjugate), ==, 2);
  for (guint i = 0; i < 2; i++)
    g_assert_cmpfloat_with_epsilon(json_array_get_double_element(conjugate, i), (i + 1) * G_PI, 1e-6);
  g_autofree char *line = scratch_write("oscillator.noslip", "noslip 1\ncoordinate x\nlagrangian (x'^2 - x^2)/2\n", -1);
  g_auto(Result) back = expect(0, "steer %s --to x=0 --time 3.14159265358979 --solutions 3 --json", line);
  g_autoptr(JsonNode) family = json_of(&back);
  g_assert_cmpuint(json_array_get_length(solutions_of(family)), ==, 1);
  conjugate = conjugate_of(solutions_of(family), 0);
  g_assert_cmpuint(json_array_get_length(conjugate), ==, 1);
  g_assert_cmpfloat_with_epsilon(json_array_get_double_element(conjugate, 0), G_PI, 1e-6);
  g_autofree char *bound =
      scratch_write("bound.noslip",
                    "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2 - x^2)/2\nconstraint y' = 0\n", -1);
  g_auto(Result) kept = expect(0, "steer %s --to x=1 --to y=0 --time 4 --starts 4 --solutions 3 --json", bound);
  g_autoptr(JsonNode) abnormal = json_of(&kept);
  g_assert_cmpuint(json_array_get_length(solutions_of(abnormal)), ==, 1);
  conjugate = conjugate_of(solutions_of(abnormal), 0);
  g_assert_cmpuint(json_array_get_length(conjugate), ==, 1);
  g_assert_cmpfloat_with_epsilon(json_array_get_double_element(conjugate, 0), G_PI, 1e-6);
}

/* The files hold the motions, cheapest first; the same seed gives the same bytes. */
static void
test_files(void)
{
  g_autofree char *path = g_build_filename(scratch(), "way.csv", NULL);
  g_autofree char *next = g_build_filename(scratch(), "way-2.csv", NULL);
  g_auto(Result) result =
      expect(0, HEISENBERG "--to x=0.3 --to y=0.2 --to z=0.4 --time 1 --solutions 2 --starts 12 --output %s", path);
  g_auto(Result) again = expect(0, HEISENBERG "--to x=0.3 --to y=0.2 --to z=0.4 --time 1 --solutions 2");
  g_auto(Result) full = expect(2, HEISENBERG "--to x=0.3 --to y=0.2 --to z=0.4 --time 1 --output /dev/full");
  assert_contains(full.messages, "No space left");
  g_assert_cmpstr(result.output, ==, again.output);
  for (guint i = 0; i < 2; i++) {
    g_autofree char *text = NULL;
    g_assert_true(g_file_get_contents(i == 0 ? path : next, &text, NULL, NULL));
    g_assert_true(g_str_has_prefix(text, "t,x,y,z,x',y',z',energy,mu[horizontal]\n"));
    g_auto(GStrv) cells = g_strsplit(strrchr(g_strchomp(text), '\n') + 1, ",", -1);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(cells[0], NULL), 1, 1e-12);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(cells[1], NULL), 0.3, 1e-8);
    g_assert_cmpfloat_with_epsilon(g_ascii_strtod(cells[3], NULL), 0.4, 1e-8);
  }
}

static void
test_input(void)
{
  g_auto(Result) none = expect(2, "steer heisenberg --time 1");
  assert_contains(none.messages, "--to");
  g_auto(Result) name = expect(2, "steer heisenberg --to w=1");
  assert_contains(name.messages, "no coordinate 'w'");
  g_auto(Result) twice = expect(2, "steer heisenberg --to x=1 --to x=2");
  assert_contains(twice.messages, "twice");
  g_auto(Result) time = expect(2, "steer heisenberg --to x=1 --time -1");
  assert_contains(time.messages, "--time");
  g_auto(Result) velocity = expect(2, "steer heisenberg --from x\\'=1 --to x=1");
  assert_contains(velocity.messages, "--from");
  g_auto(Result) many = expect(2, "steer heisenberg --to x=1 --solutions 0");
  assert_contains(many.messages, "--solutions");
  g_auto(Result) bounces = expect(2, "steer bouncing-disk --to x=1");
  assert_contains(bounces.messages, "bounces");
  g_autofree char *timed =
      scratch_write("timed.noslip",
                    "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + (2 + sin(t))*y'^2)/2\n"
                    "constraint c: x' = y*y'\nrun to 1\n",
                    -1);
  g_auto(Result) free_time = expect(2, "steer %s --to x=1 --time free", timed);
  assert_contains(free_time.messages, "the time can be free only where nothing depends on it");
  g_assert_cmpstr(free_time.output, ==, "");
  g_autofree char *rough = scratch_write("rough.noslip",
                                         "noslip 1\ncoordinate x\ncoordinate y\nlagrangian (x'^2 + y'^2)/2\n"
                                         "bounce y >= 0 restitution 0.5\ninitial y = 1\nrun to 1\n",
                                         -1);
  g_auto(Result) modes = expect(2, "steer %s --to x=1", rough);
  assert_contains(modes.messages, "bounces and dry friction have no extremals here");
  g_assert_cmpstr(modes.output, ==, "");
}

/* The steering forces are part of the solution; the car stops a metre aside, with its trailers behind it. */
static void
test_trailers(void)
{
  g_auto(Result) result =
      expect(0, "steer trailer --from phi=0 --to x=6 --to y=1 --to phi=0 --to theta0=0 --to theta1=0 --to theta2=0 "
                "--to theta3=0 --time 6 --starts 1 --json");
  g_autoptr(JsonNode) node = json_of(&result);
  JsonArray *solutions = solutions_of(node);
  assert_contains(result.messages, "note: external forces have no part in this");
  g_assert_cmpuint(json_array_get_length(solutions), ==, 1);
  g_assert_cmpfloat(number_of(solutions, 0, NULL, "residual"), <, 1e-4);
  /* more than for the same distance straight on: (m + 3 mt) s^2/2T */
  g_assert_cmpfloat(number_of(solutions, 0, NULL, "cost"), >, 6 * (36 + 1) / 12.0);
  g_assert_cmpfloat(number_of(solutions, 0, NULL, "cost"), <, 25);
}

static int
column_of(char **names, const char *name)
{
  for (int i = 0; names[i] != NULL; i++)
    if (strcmp(names[i], name) == 0)
      return i;
  g_assert_not_reached();
}

/* The change of the heading of each trailer over the rows, as its axle must turn at the car's speed and steering angle
 * (Simpson's rule), against that of the columns; and the same for the place of the car. */
static void
check_parking(const char *csv)
{
  static const char *const names[] = {"x", "y", "phi", "theta0", "theta1", "theta2", "theta3", "x'", "y'"};
  const double length = 0.8, weights[] = {1, 4, 1};
  g_auto(GStrv) lines = g_strsplit(csv, "\n", -1);
  g_auto(GStrv) header = g_strsplit(lines[0], ",", -1);
  double sums[6] = {0}, row[9], before[6] = {0};
  guint n = g_strv_length(lines) - 2; /* the header, and nothing behind the last line */
  g_assert_cmpuint(n, ==, 2001);
  for (guint i = 0; i < n; i++) {
    g_auto(GStrv) cells = g_strsplit(lines[1 + i], ",", -1);
    for (guint k = 0; k < 9; k++)
      row[k] = g_ascii_strtod(cells[column_of(header, names[k])], NULL);
    double v = row[7] * cos(row[3]) + row[8] * sin(row[3]), first = v * cos(row[3] - row[4]);
    double second = first * cos(row[4] - row[5]);
    const double rates[] = {v * cos(row[3]),
                            v * sin(row[3]),
                            v * tan(row[2]) / length,
                            v * sin(row[3] - row[4]) / length,
                            first * sin(row[4] - row[5]) / length,
                            second * sin(row[5] - row[6]) / length};
    for (guint k = 0; k < 6; k++) {
      double weight = i == 0 || i + 1 == n ? 1 : weights[i % 2];
      double now = row[k < 2 ? k : k + 1];
      sums[k] += (i % 2 == 0 && i > 0 && i + 1 < n ? 2 : weight) * rates[k] * 6.0 / (n - 1) / 3;
      if (i == 0)
        before[k] = now;
      if (i + 1 == n && k != 2) /* the car turns on the spot where tan(phi) is infinite */
        g_assert_cmpfloat_with_epsilon(sums[k], now - before[k], 1e-6);
    }
  }
  const double end[] = {0, 1, 0, 0, 0, 0, 0};
  for (guint k = 0; k < 7; k++)
    g_assert_cmpfloat_with_epsilon(k < 2 ? row[k] : remainder(row[k], 2 * G_PI), end[k], 1e-9);
}

/* Parking sideways: trailers in reverse diverge by 1e15 on the way, so that the motion is computed in pieces. */
static void
test_parking(void)
{
  g_autofree char *file = g_build_filename(scratch(), "park.csv", NULL);
  g_auto(Result) result = expect(0,
                                 "steer trailer --from phi=0 --to x=0 --to y=1 --to phi=0 --to theta0=0 --to theta1=0 "
                                 "--to theta2=0 --to theta3=0 --time 6 --step 0.003 --starts 1 --json --output %s",
                                 file);
  g_autoptr(JsonNode) node = json_of(&result);
  JsonArray *solutions = solutions_of(node);
  g_autofree char *csv = NULL;
  g_assert_cmpuint(json_array_get_length(solutions), ==, 1);
  g_assert_cmpfloat(number_of(solutions, 0, NULL, "residual"), <=, 1e-9);
  g_assert_cmpfloat(number_of(solutions, 0, NULL, "pieces"), >, 1);
  g_assert_cmpfloat(number_of(solutions, 0, NULL, "cost"), <, 33);
  g_assert_true(
      json_object_get_null_member(json_array_get_object_element(solutions, 0), "conjugate")); /* not computed */
  g_assert_true(g_file_get_contents(file, &csv, NULL, NULL));
  check_parking(csv);
}

/* The bend goes round once, and the cat has turned over, by half a turn about the line between its halves. */
static void
test_cat(void)
{
  g_auto(Result) result = expect(
      0,
      "steer falling-cat --from g=1.2 --from b=0 --to g=1.2 --to b=0 --to q0=0 --to q1=0 --to q2=-0.5646424733950354 "
      "--to q3=0.8253356149096783 --time 1 --starts 3 --json");
  g_autoptr(JsonNode) node = json_of(&result);
  JsonArray *solutions = solutions_of(node);
  g_assert_cmpuint(json_array_get_length(solutions), ==, 1);
  g_assert_cmpfloat(number_of(solutions, 0, NULL, "residual"), <, 1e-9);
  /* about as much as at a constant bend of 1, which turns it over too: 0.59 */
  g_assert_cmpfloat_with_epsilon(number_of(solutions, 0, NULL, "cost"), 0.59, 0.15);
  g_assert_cmpuint(json_array_get_length(conjugate_of(solutions, 0)), ==, 0);
  /* from its own velocities and multipliers the first start leads there */
  JsonObject *first = json_array_get_object_element(solutions, 0);
  JsonObject *initial = json_object_get_object_member(first, "initial"),
             *mu = json_object_get_object_member(first, "mu");
  g_autofree char *again = g_strdup_printf(
      "steer falling-cat --from g=1.2 --from b=0 --to g=1.2 --to b=0 --to q0=0 --to q1=0 --to q2=-0.5646424733950354 "
      "--to q3=0.8253356149096783 --time 1 --starts 1 --json --initial \"g'=%.17g\" --initial \"b'=%.17g\" "
      "--initial \"mu(M1)=%.17g\" --initial \"mu(M2)=%.17g\" --initial \"mu(M3)=%.17g\"",
      json_object_get_double_member(initial, "g'"), json_object_get_double_member(initial, "b'"),
      json_object_get_double_member(mu, "M1"), json_object_get_double_member(mu, "M2"),
      json_object_get_double_member(mu, "M3"));
  g_auto(Result) same = expect(0, "%s", again);
  g_autoptr(JsonNode) same_node = json_of(&same);
  g_assert_cmpfloat_with_epsilon(number_of(solutions_of(same_node), 0, NULL, "cost"),
                                 number_of(solutions, 0, NULL, "cost"), 1e-8);
}

/* A circle of radius 1/(2 sqrt(pi)) encloses the area 1/4: it goes beyond a narrow range, which the text of a wide one
 * does not mention. */
static void
test_ranges(void)
{
  for (guint wide = 0; wide < 2; wide++) {
    g_autofree char *text = g_strdup_printf("noslip 1\ncoordinate x in %s\ncoordinate y\ncoordinate z\n"
                                            "kinetic (x'^2 + y'^2)/2\ndynamics vakonomic\n"
                                            "constraint area: z' = (x*y' - y*x')/2\ninitial x = 0\ninitial y = 0\n"
                                            "initial z = 0\n",
                                            wide ? "-2 .. 2" : "-0.1 .. 0.1");
    g_autofree char *file = scratch_write("range.noslip", text, -1);
    g_auto(Result) result = expect(0, "steer %s --to x=0.2 --to y=0 --to z=0.25 --time 1", file);
    if (wide)
      g_assert_cmpstr(result.messages, ==, "");
    else
      assert_contains(result.messages,
                      "solution 1 leaves declared ranges, which do not bound the search: x goes from ");
  }
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/cli/steer/ranges", test_ranges);
  g_test_add_func("/cli/steer/heisenberg", test_heisenberg);
  g_test_add_func("/cli/steer/cut", test_cut);
  g_test_add_func("/cli/steer/car", test_car);
  g_test_add_func("/cli/steer/free-end", test_free_end);
  g_test_add_func("/cli/steer/martinet", test_martinet);
  g_test_add_func("/cli/steer/abnormal", test_abnormal);
  g_test_add_func("/cli/steer/ball", test_ball);
  g_test_add_func("/cli/steer/elastica", test_elastica);
  g_test_add_func("/cli/steer/free-time", test_free_time);
  g_test_add_func("/cli/steer/free-drift", test_free_drift);
  g_test_add_func("/cli/steer/no-time", test_no_time);
  g_test_add_func("/cli/steer/conjugate-twice", test_conjugate_twice);
  g_test_add_func("/cli/steer/files", test_files);
  g_test_add_func("/cli/steer/input", test_input);
  g_test_add_func("/cli/steer/trailers", test_trailers);
  g_test_add_func("/cli/steer/parking", test_parking);
  g_test_add_func("/cli/steer/falling-cat", test_cat);
  int status = g_test_run();
  scratch_remove();
  return status;
}
