/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Seeded points on a submanifold of E, which decide what vanishes there and what does not. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/model.h"

#define NOSLIP_CONSTRAINT_POINTS 8

typedef struct {
  NoslipModel *model;
  guint n_symbols; /* x, y, then parameters */
  NoslipExpr *symbols;
  double *values;         /* [point * n_symbols + symbol] */
  double *centre;         /* the initial state, as far as it is given, and the parameters */
  NoslipTapeWork *finite; /* symbols -> W, F */
  guint n_points;         /* 0: no point was found on the submanifold */
  guint n_lasting;        /* the last so many of y do not all vanish: what is a function of them alone is no branch */
} NoslipConstraintPoints;

void noslip_constraint_points_init(NoslipConstraintPoints *points, NoslipModel *model);
void noslip_constraint_points_clear(NoslipConstraintPoints *points);
/* Draws points anew and brings them onto the zero set of the functions (and the system's manifolds) by
 * Newton's method with the smallest change. */
void noslip_constraint_points_draw(NoslipConstraintPoints *points, guint n, const NoslipExpr *functions);
/* The size of e at one point: its absolute terms, that rounding of e is measured against. */
double noslip_constraint_points_size(const NoslipConstraintPoints *points, NoslipExpr e, const double *at);
/* Largest and smallest |e| over the points at which it is finite; what is only rounding counts as 0. */
void noslip_constraint_points_range(const NoslipConstraintPoints *points, NoslipExpr e, double *smallest,
                                    double *largest);
/* Whether e vanishes at all points (to rounding of its own terms). */
gboolean noslip_constraint_points_vanishes(NoslipConstraintPoints *points, NoslipExpr e);
/* e, simplified, and exactly zero where it vanishes at all points. */
NoslipExpr noslip_constraint_points_simplify(NoslipConstraintPoints *points, NoslipExpr e);
/* f with the values that the functions fix put in (w - c = 0 fixes w), and without terms that are exactly 0 at all points:
 * where the functions vanish it is f, and may have factors that f has not. */
NoslipExpr noslip_constraint_points_without_zeros(const NoslipConstraintPoints *points, guint n,
                                                  const NoslipExpr *functions, NoslipExpr f);
/* The factor of a product f on whose zero set the centre is, or the nearest to it; f itself where it is no product of
 * functions. */
NoslipExpr noslip_constraint_points_branch(const NoslipConstraintPoints *points, NoslipExpr f);
