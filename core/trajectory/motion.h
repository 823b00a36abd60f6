/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The meaning of formal operators along a motion: `divergence` (geometry/divergence.h), d(f) by the chain rule, {f, g}
 * and jacobi(f, g, h) by the bracket of the dynamics: nonholonomic, vakonomic on W_1 (I 5.8), or linear Poisson for
 * free motions. Everything is derived on the graph of a model. */
#pragma once

#include "core/geometry/bracket.h"
#include "core/geometry/symbolic.h"
#include "core/geometry/vakonomic-bracket.h"

typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  NoslipModel *model;
  NoslipProbe *probe;
  NoslipDistribution *distribution; /* NULL until a bracket or an acceleration needs it */
  NoslipVakonomicBracket *poisson;  /* for vakonomic and free motions; NULL until a bracket needs it */
  NoslipExpr *acceleration;         /* dy/dt in (x, y, t, mu), n; NULL until needed */
  NoslipExpr *jerk;                 /* its time derivative, n */
  NoslipExpr *mu_rate;              /* dmu/dt in (x, y, dy/dt, mu), k; vakonomic */
  NoslipExpr divergence;            /* the symbol of that name, or 0 if the system declares it */
  GHashTable *expansions;           /* formal node -> expression without formal operators */
} NoslipMotion;

NoslipMotion *noslip_motion_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_motion_free(NoslipMotion *motion);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipMotion, noslip_motion_free)

/* e without formal operators, in the symbols of a row. FALSE with *error if a part does not exist in this
 * dynamics. */
gboolean noslip_motion_expand(NoslipMotion *motion, NoslipExpr e, NoslipExpr *expanded, NoslipDiagnostic **error);
/* de/dt along the motion, for e without formal operators. */
gboolean noslip_motion_rate(NoslipMotion *motion, NoslipExpr e, NoslipExpr *rate, NoslipDiagnostic **error);
/* Appends the argument f of every d(f) in e, times the factor of d(f), expanded, to `arguments` (of NoslipExpr): for
 * m*d(v) = F that is m*v, whose size over the duration has the unit of F. */
gboolean noslip_motion_rate_arguments(NoslipMotion *motion, NoslipExpr e, GArray *arguments, NoslipDiagnostic **error);
/* The sum of the absolute additive terms of e (without formal operators), with products of sums multiplied out. */
NoslipExpr noslip_motion_magnitude(NoslipMotion *motion, NoslipExpr e);
