/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeded points on a submanifold of E, which decide what vanishes on it. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/model.h"

#define NOSLIP_CONSTRAINT_POINTS 8

typedef struct {
  NoslipModel *model;
  guint n_symbols; /* x, y, then parameters */
  NoslipExpr *symbols;
  double *values;              /* [point * n_symbols + symbol] */
  double *centre;              /* the given part of the initial state, and the parameters */
  NoslipTapeWorkspace *finite; /* symbols -> W, F */
  GPtrArray *drawn;            /* the points drawn so far, for reuse */
  guint n_points;              /* 0: no point was found on the submanifold */
  guint n_lasting; /* the last n_lasting of y do not all vanish: a factor that depends on them alone is not a
                           * branch */
} NoslipConstraintPoints;

void noslip_constraint_points_init(NoslipConstraintPoints *points, NoslipModel *model);
void noslip_constraint_points_clear(NoslipConstraintPoints *points);
/* Draws new points and moves them onto the zero set of the functions (and the system's manifolds) by Newton's method
 * with the smallest change. */
void noslip_constraint_points_draw(NoslipConstraintPoints *points, guint n, const NoslipExpr *functions);
/* The size of e at one point: the sum of its absolute terms, relative to which its rounding is measured. */
double noslip_constraint_points_size(const NoslipConstraintPoints *points, NoslipExpr e, const double *at);
/* Largest and smallest |e| over the points at which it is finite; values that are only rounding count as 0. */
void noslip_constraint_points_range(const NoslipConstraintPoints *points, NoslipExpr e, double *smallest,
                                    double *largest);
/* Whether e vanishes at all points (to rounding of its own terms). */
gboolean noslip_constraint_points_vanishes(NoslipConstraintPoints *points, NoslipExpr e);
/* e, simplified, or exactly zero if it vanishes at all points. */
NoslipExpr noslip_constraint_points_simplify(NoslipConstraintPoints *points, NoslipExpr e);
/* f with the values substituted that the functions fix (w - c = 0 fixes w), and without terms that are exactly 0 at all
 * points. It equals f where the functions vanish, and may factor where f does not. */
NoslipExpr noslip_constraint_points_without_zeros(const NoslipConstraintPoints *points, guint n,
                                                  const NoslipExpr *functions, NoslipExpr f);
/* The factor of a product f on whose zero set the centre is, or which is nearest to it; f itself if it is not a product
 * of functions. */
NoslipExpr noslip_constraint_points_branch(const NoslipConstraintPoints *points, NoslipExpr f);
