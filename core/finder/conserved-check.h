/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the checks of a candidate before it is shown. */
#pragma once

#include "core/finder/states.h"
#include "core/trajectory/motion.h"

#define NOSLIP_KEPT_HOLDS 1e-10 /* largest residual of a claim that holds */

/* The verdict on d(f) = 0. */
typedef struct {
  gboolean proved, general;
  gboolean holds;     /* by the residual and, if it is not proved, the sensitivity */
  double residual;    /* INFINITY if it is not finite */
  double sensitivity; /* the least relative error, in the term that is tested worst, that would show */
} NoslipKeptVerdict;

/* Reads d(f) from a text and judges it for these dynamics: proved in symbols for all parameters, or with the given
 * ones; else by its value at random states relative to the sum of its absolute terms, if the states test every term. FALSE with *error if the text
 * cannot be evaluated. */
gboolean noslip_kept_judge(NoslipMotion *motion, NoslipDynamics *dynamics, const double *parameters, const double *xy,
                           guint64 seed, const char *text, NoslipKeptVerdict *verdict, NoslipDiagnostic **error);

/* Functions on M by their values at random states: tests which are combinations of the others and their products. */
typedef struct _NoslipKeptSpan NoslipKeptSpan;
/* Products of up to `degree` factors count. */
NoslipKeptSpan *noslip_kept_span_new(NoslipMotion *motion, const double *parameters, const NoslipStates *states,
                                     guint degree);
void noslip_kept_span_free(NoslipKeptSpan *span);
/* Adds f, in (x, y), without a test; FALSE if it is not finite. */
gboolean noslip_kept_span_add(NoslipKeptSpan *span, NoslipExpr f);
/* Whether f is a combination of 1, the added functions and their products. */
gboolean noslip_kept_span_has(const NoslipKeptSpan *span, NoslipExpr f);
/* The same for values at the states (overwritten), with the given relative error. */
gboolean noslip_kept_span_has_values(const NoslipKeptSpan *span, double *values, double error);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipKeptSpan, noslip_kept_span_free)

/* Functions on M by their differentials at a few states: tests which are functions of the others. */
typedef struct _NoslipIndependence NoslipIndependence;
NoslipIndependence *noslip_independence_new(NoslipMotion *motion, const double *parameters, const NoslipStates *states);
void noslip_independence_free(NoslipIndependence *independence);
/* Whether f, in (x, y), is independent of the functions added before; it is added then. */
gboolean noslip_independence_add(NoslipIndependence *independence, NoslipExpr f);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipIndependence, noslip_independence_free)
