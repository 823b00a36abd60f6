/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The judgement on one motion computed by several formulations: the differences, the number of independent derivations,
 * and the formulations that are not compared. */
#pragma once

#include "core/integrate/run.h"

typedef struct {
  const NoslipFormulation *formulation;
  char *reason; /* why it is not compared ("stopped at t = 0: …"), owned; NULL if it is compared */
  /* noslip_formulation_derivation() for the system, which may take a derivative of the Lagrangian; NULL: not known yet */
  const char *derivation;
} NoslipAgreementMember;

typedef struct {
  guint n_motions;     /* number of motions compared */
  guint n_derivations; /* number of derivations: formulations that share the model's F and W count as one
                      * (formulation.h) */
  double difference;   /* the largest; NaN if fewer than two are compared or a value is not finite */
  double allowed;
  double until; /* s: the earliest end of a motion that stopped before the end of the run; NaN if none stopped */
  gboolean agree;
} NoslipAgreement;

#define NOSLIP_AGREEMENT_MOST 1e-3

/* The relative difference that the tolerance of a run explains: a thousand times rtol, at least 1e-9 and at most
 * NOSLIP_AGREEMENT_MOST, which is also used for fixed steps. */
double noslip_agreement_allowed(const NoslipRunOptions *options);
/* Why the members other than the first are not independent motions: with a method that steps (x, y) itself, all
 * formulations only read out the same discrete motion. NULL if they are independent; else free with g_free(). */
char *noslip_agreement_same_motion(const NoslipMethod *method);
/* Counts motions and derivations, and judges their agreement. */
void noslip_agreement_judge(const NoslipSystem *system, guint n, const NoslipAgreementMember *members,
                            double difference, double allowed, double until, NoslipAgreement *agreement);
/* "5 motions by 3 derivations agree to 2e-15, allowed 1e-09; not among them: hamiltonian stopped at t = 0: …". Free
 * with g_free(). */
char *noslip_agreement_line(const NoslipAgreement *agreement, guint n, const NoslipAgreementMember *members);
/* The same in a few words, for a heading: "3 derivations agree", or "3 motions agree" by one derivation. Free with
 * g_free(). */
char *noslip_agreement_heading(const NoslipAgreement *agreement);

/* The largest absolute value of each of n_columns columns of values[n_rows][n_columns]. */
void noslip_agreement_sizes(guint n_rows, guint n_columns, const double *values, double *sizes);
/* The motion's size in the unit of each of n columns (coordinates and velocities): units[i] times the largest of sizes
 * / units. units[i]: what 1 in other columns corresponds to in this one, from the kinetic metric; for a column with
 * units[i] 0 or not finite the largest unit is used. */
void noslip_agreement_motion(guint n, const double *sizes, const double *units, double *motion);
/* A difference relative to the size of its column; sizes below 1e-12 of the motion's size (in the same unit) are
 * replaced by that, unless the motion's size is 0. Differences within the rounding of numbers of the motion's size
 * count as 0. */
double noslip_agreement_relative(double difference, double size, double motion);
/* The largest difference of each column, relative to its size, over n_rows rows; motion[n_columns]: the motion's sizes.
 * Two NaN count as equal; NaN and a number differ infinitely. */
void noslip_agreement_differences(guint n_rows, guint n_columns, const double *a, const double *b, const double *sizes,
                                  const double *motion, double *differences);
