/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/jet.h"

#include <math.h>
#include <string.h>

typedef NoslipJetSeries Series;

NoslipJet *
noslip_jet_new(guint n)
{
  NoslipJet *jet = g_malloc0(sizeof(NoslipJet) + (gsize) (n + 1) * sizeof(Series));
  jet->n = n;
  jet->constant = TRUE;
  return jet;
}

void
noslip_jet_copy(NoslipJet *to, const NoslipJet *from)
{
  to->constant = from->constant;
  memcpy(to->series, from->series, (gsize) (from->n + 1) * sizeof(Series));
}

void
noslip_jet_set_constant(NoslipJet *jet, double value)
{
  memset(jet->series, 0, (gsize) (jet->n + 1) * sizeof(Series));
  jet->constant = TRUE;
  jet->series[0].value[0] = value;
  jet->series[0].size[0] = fabs(value);
}

void
noslip_jet_set_variable(NoslipJet *jet, guint variable, const double *taylor)
{
  noslip_jet_set_constant(jet, 0);
  for (guint k = 0; k < NOSLIP_JET_ORDERS; k++) {
    jet->series[0].value[k] = taylor[k];
    jet->series[0].size[k] = fabs(taylor[k]);
  }
  if (variable >= jet->n)
    return;
  jet->constant = FALSE;
  jet->series[1 + variable].value[0] = jet->series[1 + variable].size[0] = 1;
}

/* The partial derivatives of a constant are ignored. */
static guint
n_series(const NoslipJet *jet)
{
  return jet->constant ? 1 : jet->n + 1;
}

void
noslip_jet_add(NoslipJet *a, const NoslipJet *b, double sign)
{
  for (guint c = 0; c < n_series(b); c++)
    for (guint k = 0; k < NOSLIP_JET_ORDERS; k++) {
      a->series[c].value[k] += sign * b->series[c].value[k];
      a->series[c].size[k] += b->series[c].size[k];
    }
  a->constant = a->constant && b->constant;
}

void
noslip_jet_scale(NoslipJet *a, double factor)
{
  for (guint c = 0; c < n_series(a); c++)
    for (guint k = 0; k < NOSLIP_JET_ORDERS; k++) {
      a->series[c].value[k] *= factor;
      a->series[c].size[k] *= fabs(factor);
    }
}

/* The truncated product of two series. */
static Series
product(const Series *a, const Series *b)
{
  Series result = {0};
  for (guint i = 0; i < NOSLIP_JET_ORDERS; i++)
    for (guint j = 0; i + j < NOSLIP_JET_ORDERS; j++) {
      result.value[i + j] += a->value[i] * b->value[j];
      result.size[i + j] += a->size[i] * b->size[j];
    }
  return result;
}

static void
add_series(Series *a, const Series *b)
{
  for (guint k = 0; k < NOSLIP_JET_ORDERS; k++) {
    a->value[k] += b->value[k];
    a->size[k] += b->size[k];
  }
}

void
noslip_jet_multiply(NoslipJet *a, const NoslipJet *b)
{
  for (guint c = 1; c < (a->constant && b->constant ? 1 : a->n + 1); c++) {
    Series sum = {0};
    if (!a->constant)
      sum = product(&a->series[c], &b->series[0]);
    if (!b->constant) {
      Series other = product(&a->series[0], &b->series[c]);
      add_series(&sum, &other);
    }
    a->series[c] = sum;
  }
  a->series[0] = product(&a->series[0], &b->series[0]);
  a->constant = a->constant && b->constant;
}

/* g(a) for g with the derivatives g, g', g'', g''' at the value of a: with a = a_0 + a_1 t + a_2 t^2,
 *
 *   g(a) = g + g' a_1 t + (g' a_2 + g'' a_1^2 / 2) t^2, and the same for g'(a), by which the partial derivatives of a
 *   are multiplied.
 *
 * Cancellation in a_0 contributes to the size of g(a) with the factor g'. */
static Series
composed(const double *g, const Series *a)
{
  Series result;
  result.value[0] = g[0];
  result.value[1] = g[1] * a->value[1];
  result.value[2] = g[1] * a->value[2] + g[2] / 2 * a->value[1] * a->value[1];
  double lost = a->size[0] - fabs(a->value[0]);
  result.size[0] = fabs(g[0]) + (lost > 0 ? fabs(g[1]) * lost : 0);
  result.size[1] = fabs(g[1]) * a->size[1];
  result.size[2] = fabs(g[1]) * a->size[2] + fabs(g[2]) / 2 * a->size[1] * a->size[1];
  return result;
}

/* Derivatives of order 2 and 3 that are not finite (sqrt at 0) must not affect results that do not need them. */
static void
apply(NoslipJet *a, const double *g)
{
  Series slope = composed(g + 1, &a->series[0]);
  if (a->series[0].value[1] == 0 && a->series[0].value[2] == 0)
    slope.value[1] = slope.value[2] = slope.size[1] = slope.size[2] = 0;
  Series value = composed(g, &a->series[0]);
  for (guint c = 1; c < n_series(a); c++) {
    const Series *partial = &a->series[c];
    gboolean zero = partial->size[0] == 0 && partial->size[1] == 0 && partial->size[2] == 0;
    if (!zero)
      a->series[c] = product(&slope, partial);
  }
  if (a->series[0].value[1] == 0 && a->series[0].value[2] == 0)
    value.value[1] = value.value[2] = value.size[1] = value.size[2] = 0;
  a->series[0] = value;
}

/* The derivatives of x^e. */
static void
power_derivatives(double x, double e, double *g)
{
  double factor = 1;
  for (guint k = 0; k < 4; k++) {
    g[k] = factor == 0 ? 0 : factor * pow(x, e - k);
    factor *= e - k;
  }
}

void
noslip_jet_divide(NoslipJet *a, const NoslipJet *b)
{
  NoslipJet *inverse = noslip_jet_new(b->n);
  double g[4];
  noslip_jet_copy(inverse, b);
  power_derivatives(b->series[0].value[0], -1, g);
  apply(inverse, g);
  noslip_jet_multiply(a, inverse);
  g_free(inverse);
}

void
noslip_jet_power(NoslipJet *a, const NoslipJet *b)
{
  double g[4];
  gboolean fixed = b->constant && b->series[0].value[1] == 0 && b->series[0].value[2] == 0;
  if (fixed) {
    power_derivatives(a->series[0].value[0], b->series[0].value[0], g);
    apply(a, g);
    return;
  }
  noslip_jet_function("log", a);
  noslip_jet_multiply(a, b);
  noslip_jet_function("exp", a);
}

/* The derivatives of the functions of one argument, up to order 3. */
static void
derive_sin(double x, double *g)
{
  g[0] = sin(x), g[1] = cos(x), g[2] = -g[0], g[3] = -g[1];
}

static void
derive_cos(double x, double *g)
{
  g[0] = cos(x), g[1] = -sin(x), g[2] = -g[0], g[3] = -g[1];
}

static void
derive_tan(double x, double *g)
{
  double t = tan(x), s = 1 + t * t;
  g[0] = t, g[1] = s, g[2] = 2 * t * s, g[3] = 2 * s * (s + 2 * t * t);
}

static void
derive_asin(double x, double *g)
{
  double s = 1 / (1 - x * x), r = sqrt(s);
  g[0] = asin(x), g[1] = r, g[2] = x * r * s, g[3] = (1 + 2 * x * x) * r * s * s;
}

static void
derive_acos(double x, double *g)
{
  derive_asin(x, g);
  g[0] = acos(x), g[1] = -g[1], g[2] = -g[2], g[3] = -g[3];
}

static void
derive_atan(double x, double *g)
{
  double s = 1 / (1 + x * x);
  g[0] = atan(x), g[1] = s, g[2] = -2 * x * s * s, g[3] = (6 * x * x - 2) * s * s * s;
}

static void
derive_sinh(double x, double *g)
{
  g[0] = g[2] = sinh(x), g[1] = g[3] = cosh(x);
}

static void
derive_cosh(double x, double *g)
{
  g[0] = g[2] = cosh(x), g[1] = g[3] = sinh(x);
}

static void
derive_tanh(double x, double *g)
{
  double t = tanh(x), s = 1 - t * t;
  g[0] = t, g[1] = s, g[2] = -2 * t * s, g[3] = 2 * s * (2 * t * t - s);
}

static void
derive_exp(double x, double *g)
{
  g[0] = g[1] = g[2] = g[3] = exp(x);
}

static void
derive_log(double x, double *g)
{
  g[0] = log(x), g[1] = 1 / x, g[2] = -1 / (x * x), g[3] = 2 / (x * x * x);
}

static void
derive_sqrt(double x, double *g)
{
  power_derivatives(x, 0.5, g);
}

static double
sign_of(double x)
{
  return x > 0 ? 1 : x < 0 ? -1 : x;
}

static void
derive_abs(double x, double *g)
{
  g[0] = fabs(x), g[1] = sign_of(x), g[2] = g[3] = 0;
}

static void
derive_sign(double x, double *g)
{
  g[0] = sign_of(x), g[1] = g[2] = g[3] = 0;
}

static const struct {
  const char *name;
  void (*derive)(double x, double *g);
} functions[] = {
    {"sin", derive_sin},   {"cos", derive_cos},   {"tan", derive_tan},   {"asin", derive_asin}, {"acos", derive_acos},
    {"atan", derive_atan}, {"sinh", derive_sinh}, {"cosh", derive_cosh}, {"tanh", derive_tanh}, {"exp", derive_exp},
    {"log", derive_log},   {"sqrt", derive_sqrt}, {"abs", derive_abs},   {"sign", derive_sign},
};

gboolean
noslip_jet_function(const char *name, NoslipJet *a)
{
  double g[4];
  for (guint i = 0; i < G_N_ELEMENTS(functions); i++) {
    if (strcmp(functions[i].name, name) != 0)
      continue;
    functions[i].derive(a->series[0].value[0], g);
    apply(a, g);
    return TRUE;
  }
  return FALSE;
}

/* atan2(a, b) is atan(a/b) or -atan(b/a), up to a constant given by its value. */
static void
take_angle(NoslipJet *a, const NoslipJet *b)
{
  double y = a->series[0].value[0], x = b->series[0].value[0];
  if (fabs(y) <= fabs(x)) {
    noslip_jet_divide(a, b);
    noslip_jet_function("atan", a);
  } else {
    NoslipJet *quotient = noslip_jet_new(b->n);
    noslip_jet_copy(quotient, b);
    noslip_jet_divide(quotient, a);
    noslip_jet_function("atan", quotient);
    noslip_jet_scale(quotient, -1);
    noslip_jet_copy(a, quotient);
    g_free(quotient);
  }
  a->series[0].value[0] = atan2(y, x);
  a->series[0].size[0] += fabs(a->series[0].value[0]);
}

gboolean
noslip_jet_function_of_two(const char *name, NoslipJet *a, const NoslipJet *b)
{
  double x = a->series[0].value[0], y = b->series[0].value[0];
  if (strcmp(name, "atan2") == 0)
    take_angle(a, b);
  else if (strcmp(name, "min") == 0 || strcmp(name, "max") == 0) {
    if (strcmp(name, "min") == 0 ? y < x : y > x)
      noslip_jet_copy(a, b);
  } else
    return FALSE;
  return TRUE;
}

static Series
shifted(const Series *series)
{
  Series result = {0};
  for (guint k = 0; k + 1 < NOSLIP_JET_ORDERS; k++) {
    result.value[k] = (k + 1) * series->value[k + 1];
    result.size[k] = (k + 1) * series->size[k + 1];
  }
  return result;
}

void
noslip_jet_rate(NoslipJet *jet, guint m)
{
  jet->series[0] = shifted(&jet->series[0]);
  for (guint i = 0; i < m && !jet->constant; i++) {
    jet->series[1 + m + i] = jet->series[1 + i];
    jet->series[1 + i] = shifted(&jet->series[1 + i]);
  }
}
