/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Automatic differentiation along a curve: the arithmetic of the witness, which uses neither the expression graph nor
 * its derivatives.
 *
 * A jet holds a function f of N variables and the curve t -> z(t) on which it is evaluated: the Taylor coefficients up
 * to order 2 of f and of each partial derivative df/dz_c along the curve. A coefficient of order k is the k-th time
 * derivative over k!. Each value comes with the sum of the absolute values of its terms, relative to which cancellation
 * is measured. */
#pragma once

#include <glib.h>

#define NOSLIP_JET_ORDERS 3

typedef struct {
  double value[NOSLIP_JET_ORDERS]; /* Taylor coefficients */
  double size[NOSLIP_JET_ORDERS];  /* sums of absolute terms, at least |value| */
} NoslipJetSeries;

/* series[0] is f, series[1 + c] is df/dz_c. */
typedef struct {
  guint n;           /* variables */
  gboolean constant; /* all partial derivatives vanish */
  NoslipJetSeries series[];
} NoslipJet;

NoslipJet *noslip_jet_new(guint n); /* zero; free with g_free() */
void noslip_jet_copy(NoslipJet *to, const NoslipJet *from);
/* A constant; a variable with its Taylor coefficients along the curve, of index `variable` < n (G_MAXUINT: a function
 * of time that is no variable, such as t itself). */
void noslip_jet_set_constant(NoslipJet *jet, double value);
void noslip_jet_set_variable(NoslipJet *jet, guint variable, const double *taylor);

/* In place: a becomes the result. a and b must not be the same jet. */
void noslip_jet_add(NoslipJet *a, const NoslipJet *b, double sign); /* a + sign b */
void noslip_jet_scale(NoslipJet *a, double factor);
void noslip_jet_multiply(NoslipJet *a, const NoslipJet *b);
void noslip_jet_divide(NoslipJet *a, const NoslipJet *b);
void noslip_jet_power(NoslipJet *a, const NoslipJet *b); /* a^b */
/* A function of one argument by its name in the language ("sin"); FALSE if the name is unknown. */
gboolean noslip_jet_function(const char *name, NoslipJet *a);
/* atan2, min, max; FALSE if the name is unknown. */
gboolean noslip_jet_function_of_two(const char *name, NoslipJet *a, const NoslipJet *b);
/* df/dt along the curve of a function f(x, t), as a function of (x, v): x^i has index i and v^i index m + i,
 * d(df/dt)/dx^i = d/dt df/dx^i and d(df/dt)/dv^i = df/dx^i. Order 2 of the result is not known and set to 0. */
void noslip_jet_rate(NoslipJet *jet, guint m);
