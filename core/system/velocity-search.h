/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The search behind noslip_velocity_solve(): the velocity of least energy that is nearest to a given one and satisfies
 * the constraints. */
#pragma once

#include "core/base/linear.h"
#include "core/system/velocity.h"

#define NOSLIP_VELOCITY_CONSISTENT 1e-9 /* largest |phi| of a solution, relative to its terms */

/* Velocities are y = y0 + N^T u, here and below in scaled units: the program's input is scale y. */
typedef struct {
  const NoslipVelocityProblem *problem;
  double *scale;   /* n: powers of two near the ratios of the units of the kinetic metric */
  guint d;         /* free directions */
  double *targets; /* q x n: the problem's, in these units */
  double *base;    /* y0, n */
  double *basis;   /* N, d x n */

  double *in, *out;              /* of the program; the pointers below point into `out`, at the y of the last
                                  * evaluation */
  const double *gradient;        /* of T, n */
  const double *hessian;         /* of T + nu phi, n x n */
  const double *kinetic_hessian; /* of T, n x n */
  const double *phi, *terms;     /* k each; terms: the sum of the absolute values of the terms of phi */
  const double *jacobian;        /* k x n */
  const double *kinetic;         /* T, one number */

  double *a, *right;               /* k x d, k: the linearised constraints a u = right, rows of unit size */
  double *step_u, *kernel;         /* s_p, d, and Z, at most d x d */
  double *model, *model_right, *v; /* the quadratic model along Z: d x d, d, d */
  double *image;                   /* d x n */
  NoslipSvd *linear, *reduced;     /* of a and of the model */
  NoslipQr *saddle;                /* of the regular case, d + k */
  double *saddle_matrix, *saddle_right;
} NoslipVelocitySearch;

/* Makes room for y0, N (to be filled in, with d) and the program. */
void noslip_velocity_search_init(NoslipVelocitySearch *search, const NoslipVelocityProblem *problem);
/* Makes room for steps along the d directions; call once, before any of the functions below except the
 * evaluation. */
void noslip_velocity_search_prepare(NoslipVelocitySearch *search);
void noslip_velocity_search_clear(NoslipVelocitySearch *search);
/* nu: multipliers, k, or NULL to keep those of the last call. */
void noslip_velocity_search_evaluate(NoslipVelocitySearch *search, const double *y, const double *nu);
/* Linearises the constraints at the y of the last evaluation into `a` and `right`. */
void noslip_velocity_search_linearise(NoslipVelocitySearch *search);
/* step = N^T u, n. */
void noslip_velocity_search_lift(const NoslipVelocitySearch *search, const double *u, double *step);
/* The largest |phi| relative to its terms, after an evaluation at y; if it is not 0, *which (may be NULL) is set to its
 * index. */
double noslip_velocity_search_residual(const NoslipVelocitySearch *search, const double *y, guint *which);
/* Runs the search from y. TRUE if it ends at a stationary point that satisfies the constraints. */
gboolean noslip_velocity_search_run(NoslipVelocitySearch *search, double *y, guint iterations);

/* The Euclidean norm of n numbers. */
double noslip_velocity_norm(guint n, const double *v);
/* For ranks of rows of unit size: singular values are compared with 1, not with the largest. */
double noslip_velocity_rank_tolerance(const NoslipSvd *svd);

G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipVelocitySearch, noslip_velocity_search_clear)
