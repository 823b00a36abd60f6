/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files that check a reduction. */
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
  NoslipDistribution *distribution, *target_distribution; /* NULL: the reason is in `no_distribution` */
  char *no_distribution;
  GArray *terms;     /* of NoslipExpr */
  GArray *equations; /* of Equation */
} NoslipReductionWorkspace;

/* Adds one residual to a check, with a description; `point` of `points`, or NULL. */
void noslip_reduction_take(NoslipReductionWorkspace *work, NoslipReductionKind kind, double residual, const char *what,
                           const NoslipPoints *points, guint point);
/* Marks a check as not applicable, with the reason. */
void noslip_reduction_skip(NoslipReductionWorkspace *work, NoslipReductionKind kind, const char *why);

/* Each performs one part of the checks. */
void noslip_reduction_equations(NoslipReductionWorkspace *work);
void noslip_reduction_ranks(NoslipReductionWorkspace *work);
void noslip_reduction_section(NoslipReductionWorkspace *work);
void noslip_reduction_motion(NoslipReductionWorkspace *work, double to, const int *cancel);
void noslip_reduction_poisson(NoslipReductionWorkspace *work);
void noslip_reduction_algorithm(NoslipReductionWorkspace *work);
