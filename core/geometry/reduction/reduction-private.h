/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the check of a reduction share. */
#pragma once

#include "core/expr/tape.h"
#include "core/geometry/bracket.h"
#include "core/geometry/reduction/reduction.h"
#include "core/system/points.h"

#define NOSLIP_REDUCTION_POINTS 16
#define NOSLIP_REDUCTION_ALLOWED 1e-9

typedef struct {
  NoslipMorphism *morphism;
  NoslipReductionReport *report;
  NoslipPoints *points;                                   /* seeded states of S */
  NoslipPoints *on_m;                                     /* the same with velocities that satisfy the constraints */
  NoslipDistribution *distribution, *target_distribution; /* NULL: why is in `no_distribution` */
  char *no_distribution;
  GArray *terms;     /* of NoslipExpr */
  GArray *equations; /* of Equation */
} NoslipReductionWork;

/* Takes the residual of one thing into a check, with what it is of; `point` of `points`, or NULL. */
void noslip_reduction_take(NoslipReductionWork *work, NoslipReductionKind kind, double residual, const char *what,
                           const NoslipPoints *points, guint point);
/* Marks a check as one that does not apply, and why. */
void noslip_reduction_skip(NoslipReductionWork *work, NoslipReductionKind kind, const char *why);

/* One part of the checks each. */
void noslip_reduction_equations(NoslipReductionWork *work);
void noslip_reduction_ranks(NoslipReductionWork *work);
void noslip_reduction_motion(NoslipReductionWork *work, double to, const int *cancel);
void noslip_reduction_poisson(NoslipReductionWork *work);
void noslip_reduction_algorithm(NoslipReductionWork *work);
