/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Derivatives for the witness: jets of functions compared with differences. */
#include "core/verdict/witness.h"

#include "core/verdict/jet.h"

#include <math.h>

/* Along x = 0.4 + 0.3 t - 0.2 t^2, v = 0.7 + 0.1 t: f(x, v), df/dx, df/dv and their Taylor coefficients are compared
 * with those of finite differences of the functions below. */
static const double curve_x[] = {0.4, 0.3, -0.2}, curve_v[] = {0.7, 0.1, 0};

typedef double (*Function)(double x, double v);

static double
of_functions(double x, double v)
{
  return sin(x * v) + cos(x) * exp(-v) + atan2(x, v) * sqrt(1 + x * x) + log(2 + x) * tanh(v);
}

static double
of_more_functions(double x, double v)
{
  return tan(x) / (1 + v) + asin(x * v) - acos(x / 2) + sinh(x) * cosh(v) + pow(2 + x, v) + atan(x - v) +
         fabs(x - 1) * fmax(x, v) + pow(x, 3) + fmin(x, v) + atan2(v, x);
}

static NoslipJet *
variable(guint index)
{
  NoslipJet *jet = noslip_jet_new(2);
  noslip_jet_set_variable(jet, index, index == 0 ? curve_x : curve_v);
  return jet;
}

static NoslipJet *
number(double value)
{
  NoslipJet *jet = noslip_jet_new(2);
  noslip_jet_set_constant(jet, value);
  return jet;
}

/* Functions of b. */
static NoslipJet *
take_two(void (*operation)(NoslipJet *, const NoslipJet *), NoslipJet *a, NoslipJet *b)
{
  operation(a, b);
  g_free(b);
  return a;
}

static NoslipJet *
plus(NoslipJet *a, double sign, NoslipJet *b)
{
  noslip_jet_add(a, b, sign);
  g_free(b);
  return a;
}

static NoslipJet *
of_one(const char *name, NoslipJet *a)
{
  g_assert_true(noslip_jet_function(name, a));
  return a;
}

static NoslipJet *
of_two(const char *name, NoslipJet *a, NoslipJet *b)
{
  g_assert_true(noslip_jet_function_of_two(name, a, b));
  g_free(b);
  return a;
}

#define X variable(0)
#define V variable(1)
#define TIMES(a, b) take_two(noslip_jet_multiply, a, b)
#define OVER(a, b) take_two(noslip_jet_divide, a, b)
#define POWER(a, b) take_two(noslip_jet_power, a, b)

static NoslipJet *
jet_of_functions(void)
{
  NoslipJet *sum = of_one("sin", TIMES(X, V));
  NoslipJet *minus_v = plus(number(0), -1, V);
  sum = plus(sum, 1, TIMES(of_one("cos", X), of_one("exp", minus_v)));
  sum = plus(sum, 1, TIMES(of_two("atan2", X, V), of_one("sqrt", plus(number(1), 1, TIMES(X, X)))));
  return plus(sum, 1, TIMES(of_one("log", plus(number(2), 1, X)), of_one("tanh", V)));
}

static NoslipJet *
jet_of_more_functions(void)
{
  NoslipJet *sum = OVER(of_one("tan", X), plus(number(1), 1, V));
  sum = plus(sum, 1, of_one("asin", TIMES(X, V)));
  sum = plus(sum, -1, of_one("acos", OVER(X, number(2))));
  sum = plus(sum, 1, TIMES(of_one("sinh", X), of_one("cosh", V)));
  sum = plus(sum, 1, POWER(plus(number(2), 1, X), V));
  sum = plus(sum, 1, of_one("atan", plus(X, -1, V)));
  sum = plus(sum, 1, TIMES(of_one("abs", plus(X, -1, number(1))), of_two("max", X, V)));
  sum = plus(sum, 1, POWER(X, number(3)));
  sum = plus(sum, 1, of_two("min", X, V));
  return plus(sum, 1, of_two("atan2", V, X));
}

static double
at(Function f, double t, double dx, double dv)
{
  double x = curve_x[0] + curve_x[1] * t + curve_x[2] * t * t + dx, v = curve_v[0] + curve_v[1] * t + dv;
  return f(x, v);
}

/* df/dx or df/dv at t by Richardson's central differences. */
static double
slope(Function f, double t, double dx, double dv)
{
  const double h = 1e-3;
  double one = (at(f, t, dx * h, dv * h) - at(f, t, -dx * h, -dv * h)) / (2 * h);
  double two = (at(f, t, 2 * dx * h, 2 * dv * h) - at(f, t, -2 * dx * h, -2 * dv * h)) / (4 * h);
  return (4 * one - two) / 3;
}

static void
compare_series(const NoslipJetSeries *series, const double *values, double tolerance)
{
  const double h = 1e-2; /* values at -2 h … 2 h */
  double first = (8 * (values[3] - values[1]) - (values[4] - values[0])) / (12 * h);
  double second = (16 * (values[3] + values[1]) - (values[4] + values[0]) - 30 * values[2]) / (12 * h * h);
  g_assert_cmpfloat_with_epsilon(series->value[0], values[2], tolerance);
  g_assert_cmpfloat_with_epsilon(series->value[1], first, 100 * tolerance);
  g_assert_cmpfloat_with_epsilon(series->value[2], second / 2, 1e4 * tolerance);
  for (guint k = 0; k < NOSLIP_JET_ORDERS; k++)
    g_assert_cmpfloat(series->size[k], >=, fabs(series->value[k]) * (1 - 1e-12));
}

static void
compare_jet(NoslipJet *jet, Function f)
{
  double values[5];
  for (int k = -2; k <= 2; k++)
    values[k + 2] = at(f, 0.01 * k, 0, 0);
  compare_series(&jet->series[0], values, 1e-10);
  for (guint c = 0; c < 2; c++) {
    for (int k = -2; k <= 2; k++)
      values[k + 2] = slope(f, 0.01 * k, c == 0, c == 1);
    compare_series(&jet->series[1 + c], values, 1e-8);
  }
  g_free(jet);
}

static void
test_jets(void)
{
  compare_jet(jet_of_functions(), of_functions);
  compare_jet(jet_of_more_functions(), of_more_functions);
  g_autofree NoslipJet *jet = number(1);
  g_assert_false(noslip_jet_function("erf", jet));
  /* at the corner of |x|: the mean of the slopes of both sides */
  const double still[] = {0, 0, 0};
  g_autofree NoslipJet *corner = noslip_jet_new(2);
  noslip_jet_set_variable(corner, 0, still);
  g_assert_true(noslip_jet_function("abs", corner));
  g_assert_cmpfloat(corner->series[0].value[0], ==, 0);
  g_assert_cmpfloat(corner->series[1].value[0], ==, 0);
}

/* d/dt sin(x): cos(x) x', of which d/dx is -sin(x) x' and d/dx' is cos(x). */
static void
test_rate(void)
{
  g_autofree NoslipJet *jet = noslip_jet_new(2);
  noslip_jet_set_variable(jet, 0, curve_x);
  noslip_jet_function("sin", jet);
  noslip_jet_rate(jet, 1);
  double s = sin(0.4), c = cos(0.4), v = 0.3, a = -0.4;
  g_assert_cmpfloat_with_epsilon(jet->series[0].value[0], c * v, 1e-15);
  g_assert_cmpfloat_with_epsilon(jet->series[0].value[1], c * a - s * v * v, 1e-15);
  g_assert_cmpfloat_with_epsilon(jet->series[1].value[0], -s * v, 1e-15);
  g_assert_cmpfloat_with_epsilon(jet->series[2].value[0], c, 1e-15);
  g_assert_cmpfloat_with_epsilon(jet->series[2].value[1], -s * v, 1e-15);
}

int
main(int argc, char **argv)
{
  g_test_init(&argc, &argv, NULL);
  g_test_add_func("/witness/jets", test_jets);
  g_test_add_func("/witness/rate", test_rate);
  return g_test_run();
}
