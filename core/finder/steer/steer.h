/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From here to there: vakonomic extremals between two configurations, cheapest first.
 *
 * Each start is a velocity and multipliers where the motion begins. From it the extremal is computed to the end of the time, and
 * Newton's method (shooting.h) brings its end to what is asked; where that fails, it follows the ends on the straight line
 * from where the start has led to what is asked (homotopy). The solution is computed once more by the vakonomic
 * formulation from its initial values alone, and `residual` is what that motion misses. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  const double *xy; /* m + n: where the motion begins; the velocity is that of the first start */
  const double *mu; /* k, of the first start; NULL: there is none */
  guint n_given;
  const guint *given;   /* coordinates that the end is to have; the momentum vanishes along the others */
  const double *target; /* n_given; an angle modulo 2 pi, a quaternion up to its sign */
  double time;          /* s; 0: free */
  guint solutions, starts;
  guint64 seed;
} NoslipSteerOptions;

typedef struct {
  double cost;       /* the integral of L dt */
  double time;       /* s */
  double residual;   /* the largest |x - target| at the end against the size of the coordinate along the motion */
  double *xy, *mu;   /* m + n, k: initial values */
  double *z;         /* m + n: x, p */
  GArray *conjugate; /* of double: times, s */
  int abnormal; /* 1: an abnormal extremal starts at the same place with the same velocity; 0: none does; -1: not known */
} NoslipSteering;

/* The system that noslip_steer_find() takes: without its external forces, which have no place in a variational problem;
 * the system itself where it has none. A reference. */
NoslipSystem *noslip_steer_system(NoslipSystem *system);

typedef void (*NoslipSteerProgress)(gpointer data, guint done, guint all, guint found);

/* Of NoslipSteering, cheapest first; empty where no start has led there. NULL with *error set where the problem is refused or
 * *cancel is set. progress may be NULL. */
GPtrArray *noslip_steer_find(NoslipSystem *system, const double *parameters, const NoslipSteerOptions *options,
                             NoslipSteerProgress progress, gpointer data, const int *cancel, NoslipDiagnostic **error);
/* Fills in `abnormal` (core/dynamics/algorithm/abnormal.h): it is known for the parameters' defaults, where the constraint
 * algorithm comes to an end. */
void noslip_steer_name_abnormal(const NoslipSystem *system, const double *parameters, GPtrArray *found,
                                const int *cancel);
