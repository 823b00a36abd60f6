/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the finder: where the searches of steer.c begin. A start is a velocity, admitted by the constraints, and
 * multipliers where the motion begins. */
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
  NoslipShooting *shooting;
  struct _NoslipDirect *direct; /* or NULL where the problem is not of its kind */
  gboolean persistent;          /* fewer solutions than wanted are known: homotopy is tried, too */
  double *target;               /* n_given: for this start, angles and quaternions as near as they may be */
  double *ranges;               /* m: what is a long way for a coordinate */
  double *metric, *phi, *basis; /* of the constraints' kernel at the start: n x n, k x n, n_basis x n */
  guint n_basis;
  guint64 seed;
  const int *cancel;
} NoslipSteer;

/* Fills `ranges`: how far a coordinate may go, half its declared range, or 1. */
void noslip_steer_fill_ranges(NoslipSteer *steer);
/* Fills the kernel of the constraints, the anchor and the metric where the motion begins; FALSE where they do not exist. */
gboolean noslip_steer_prepare(NoslipSteer *steer);
/* Whether what is given leaves directions of the algebroid free where the motion begins. */
gboolean noslip_steer_is_open(const NoslipSteer *steer);
/* Sizes of states, typical[m + n]: ranges, and the momenta of velocities that go as far in the time. */
void noslip_steer_fill_typical(const NoslipSteer *steer, double *typical);
/* xy[m + n] and mu[k] of a start. Start 0 is the system's own, where it has one, 1 goes straight; the others are random. */
void noslip_steer_draw_start(NoslipSteer *steer, guint index, double *xy, double *mu);
/* s: the time of the motion, or of the first trial where it is free. */
double noslip_steer_time(const NoslipSteer *steer);
/* target[n_given]: the ends that mean the same as what is given, and are nearest to x. */
void noslip_steer_choose_targets(const NoslipSystem *system, const NoslipSteerOptions *options, const double *x,
                                 double *target);
