/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steering: vakonomic extremals between two configurations, cheapest first.
 *
 * Each start is a velocity and multipliers at the initial configuration. The extremal from it is computed to the end of
 * the time, and Newton's method (shooting.h) moves its end to the target; if that fails, it follows the ends on the
 * straight line from the present end to the target (homotopy); if that fails too, it starts from discretized paths
 * (direct.h, slip.h). The solution is computed once more by the vakonomic formulation from its initial values, and
 * `residual` is the error of that motion. Where extremals diverge so fast that no initial values of sixteen digits lead to
 * the end, the formulation computes it in pieces, each from its own initial values. */
#pragma once

#include "core/integrate/run.h"

typedef struct {
  const double *xy; /* m + n: the initial state; the velocity is that of the first start */
  const double *mu; /* k, of the first start; NULL: there is none */
  guint n_given;
  const guint *given;   /* coordinates prescribed at the end; the momentum vanishes along the others */
  const double *target; /* n_given; an angle modulo 2 pi, a quaternion up to its sign */
  double time;          /* s; 0: free */
  guint solutions, starts;
  guint64 seed;
} NoslipSteerOptions;

typedef struct {
  double cost;       /* the integral of L dt */
  double time;       /* s */
  double size;       /* of the terms of the cost, which may cancel: the time, times their size where it begins */
  double residual;   /* the largest |x - target| at the end relative to the way of the coordinate along the motion, or
                        the largest difference of coordinates and velocities between the end of a piece and the next */
  double *xy, *mu;   /* m + n, k: initial values */
  double *z;         /* m + n: x, p */
  GArray *conjugate; /* of double: times, s */
  guint n_pieces;    /* 1, unless extremals diverge fast */
  double *pieces;    /* n_pieces x (1 + m + n + k): t, x, y and mu where each begins */
  int abnormal;      /* 1: an abnormal extremal too; 0: not; -1: unknown */
} NoslipSteering;

/* The system that noslip_steer_find() needs: without its external forces, which a variational problem does not have;
 * the system itself if it has none. Returns a reference. */
NoslipSystem *noslip_steer_system(NoslipSystem *system);

/* Called before each start, in the thread of the search. found: of NoslipSteering, those found so far, cheapest first,
 * with `abnormal` not yet computed. */
typedef void (*NoslipSteerProgress)(gpointer data, guint done, guint all, const GPtrArray *found);

/* Of NoslipSteering, cheapest first; empty if no start has succeeded: *error is then a note that says why none can, or
 * NULL if that is not known. NULL with *error set if the problem is refused or *cancel is set. progress may be NULL. */
GPtrArray *noslip_steer_find(NoslipSystem *system, const double *parameters, const NoslipSteerOptions *options,
                             NoslipSteerProgress progress, gpointer data, const int *cancel, NoslipDiagnostic **error);
/* The motion of a solution: a row (noslip_row_size()) at each sample time of `options`, whose `to` is not read. FALSE with
 * *error if it could not be continued. */
typedef void (*NoslipSteeringRow)(const double *row, gpointer data);
gboolean noslip_steering_follow(const NoslipSteering *steering, NoslipDynamics *dynamics,
                                const NoslipRunOptions *options, const double *parameters, NoslipSteeringRow found,
                                gpointer data, const int *cancel, NoslipDiagnostic **error);
/* Fills in `abnormal` (core/dynamics/algorithm/abnormal.h), which is known for the default parameters if the constraint
 * algorithm ends. */
void noslip_steer_name_abnormal(const NoslipSystem *system, NoslipDynamics *dynamics, const double *parameters,
                                GPtrArray *found, const int *cancel);
