/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of a closed loop of two shape variables, and integrals over the area in it. */
#pragma once

#include <glib.h>

/* A closed loop: an ellipse about `center` with these half axes, traversed counter-clockwise from the end of the first
 * half axis; or a closed polygon with n_points (n_points x 2). */
typedef struct {
  double center[2], radius[2];
  guint n_points; /* 0: the ellipse */
  const double *points;
} NoslipLoop;

/* An ellipse is traversed in pieces of equal angle, a polygon along its edges. */
guint noslip_loop_n_pieces(const NoslipLoop *loop);
/* The shape at 0 <= u <= 1 of a piece, and its derivative by u. */
void noslip_loop_at(const NoslipLoop *loop, guint piece, double u, double place[2], double rate[2]);

/* Fills m values at a shape and estimates of their rounding; FALSE if they are not defined there. */
typedef gboolean (*NoslipShapeValues)(void *data, const double shape[2], double *values, double *roundings);
/* integrals (m): over the enclosed area, each part with its winding number; *area: that area. integrals[i] is NaN where
 * a coarser quadrature gives another number, by more than the rounding of the values: its digits would not be those of
 * the integral. FALSE if the values are not defined at a node, or *cancel is set. */
gboolean noslip_loop_integrate(const NoslipLoop *loop, guint m, NoslipShapeValues values, void *data, double *integrals,
                               double *area, const int *cancel);
