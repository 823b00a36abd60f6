/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the starts of the searches of steer.c. A start is a velocity that the constraints allow, and
 * multipliers at the start. */
#pragma once

#include "core/finder/steer/shooting.h"
#include "core/finder/steer/steer.h"

typedef struct {
  NoslipSystem *system;
  NoslipDynamics *dynamics;
  const double *parameters;
  const NoslipSteerOptions *options;
  NoslipExtremal *extremal;
  NoslipArc *arc;
  NoslipShooting *coarse, *fine; /* with fewer and with more arcs; fine is NULL without `slip` */
  NoslipShooting *shooting;      /* one of them: the present search */
  struct _NoslipDirect *direct;  /* or NULL if the problem is not of this kind */
  struct _NoslipSlip *slip;      /* the same */
  gboolean persistent;           /* fewer solutions than wanted are known: homotopy is tried too */
  double *target;                /* n_given: for this start, with angles and quaternions chosen nearest to it */
  double start_time;             /* s: the duration of this start */
  double *ranges;                /* m: a typical long distance for each coordinate */
  double *metric, *phi, *basis;  /* of the constraints' kernel at the start: n x n, k x n, n_basis x n */
  guint n_basis;
  guint64 seed;
  const int *cancel;
} NoslipSteer;

/* Fills `ranges`: half the declared range of each coordinate, or 1. */
void noslip_steer_fill_ranges(NoslipSteer *steer);
/* Fills the kernel of the constraints, the anchor and the metric at the start; FALSE if they do not exist. */
gboolean noslip_steer_prepare(NoslipSteer *steer);
/* Whether the given coordinates leave directions of the algebroid free at the start. */
gboolean noslip_steer_is_open(const NoslipSteer *steer);
/* Sizes of states, typical[m + n]: ranges, and the momenta of velocities that cover these in the time. */
void noslip_steer_fill_typical(const NoslipSteer *steer, double *typical);
/* xy[m + n] and mu[k] of a start, and its duration. Start 0 is the system's own, if it has one, 1 goes straight; the
 * others are random. With a free time the Hamiltonian of the others is 0 where they begin, if their speed can be chosen
 * so. */
void noslip_steer_draw_start(NoslipSteer *steer, guint index, double *xy, double *mu);
/* s: the time of the motion, or a first trial if it is free. */
double noslip_steer_time(const NoslipSteer *steer);
/* target[n_given]: the equivalent values of the given end that are nearest to x. */
void noslip_steer_choose_targets(const NoslipSystem *system, const NoslipSteerOptions *options, const double *x,
                                 double *target);
/* With a free time, why no extremal leads anywhere, if that is certain (steer-rest.c); otherwise NULL. After
 * noslip_steer_prepare(). */
NoslipDiagnostic *noslip_steer_rest(const NoslipSteer *steer);
