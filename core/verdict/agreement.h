/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What may be said of one motion that several formulations computed: how far apart they are, how many derivations they
 * come from, and which formulations are not among them. */
#pragma once

#include "core/integrate/run.h"

typedef struct {
  const NoslipFormulation *formulation;
  char *reason; /* why it is not among those that are compared: "stopped at t = 0: …"; NULL: it is; owned */
} NoslipAgreementMember;

typedef struct {
  guint n_motions; /* that are compared */
  guint
      n_derivations; /* that they come from: formulations that share the model's F and W count as one (formulation.h) */
  double difference; /* the largest; NaN where fewer than two are compared or a value is not finite */
  double allowed;
  double until; /* s: where the motions end that stopped before the end of the run; NaN where none did */
  gboolean agree;
} NoslipAgreement;

#define NOSLIP_AGREEMENT_MOST 1e-3

/* The relative difference that the tolerance of a run explains: a thousand times rtol, at least 1e-9 and at most
 * NOSLIP_AGREEMENT_MOST. Fixed steps have no tolerance: the most. */
double noslip_agreement_allowed(const NoslipRunOptions *options);
/* Why the members other than the first are no motions of their own: with a method that steps (x, y) itself, all
 * formulations only read out the same discrete motion. NULL where they are; else free with g_free(). */
char *noslip_agreement_same_motion(const NoslipMethod *method);
/* Counts motions and derivations, and judges. */
void noslip_agreement_judge(const NoslipSystem *system, guint n, const NoslipAgreementMember *members,
                            double difference, double allowed, double until, NoslipAgreement *agreement);
/* "5 motions by 3 derivations agree to 2e-15, allowed 1e-09; not among them: hamiltonian stopped at t = 0: …". Free
 * with g_free(). */
char *noslip_agreement_line(const NoslipAgreement *agreement, guint n, const NoslipAgreementMember *members);

/* The size of each of n_columns columns of values[n_rows][n_columns]: its largest absolute value, at least 1e-12 of the
 * motion's, which is the largest of the first n_state columns (1 where that is 0). Returns the motion's. */
double noslip_agreement_sizes(guint n_rows, guint n_columns, guint n_state, const double *values, double *sizes);
/* A difference relative to the size of its column, which counts as at least 1e-12 of the motion's. What the rounding of
 * numbers of the motion's size explains is no difference. */
double noslip_agreement_relative(double difference, double size, double motion);
/* The largest difference of each column, relative to its size, over n_rows rows. NaN against NaN is none, NaN
 * against a number is infinite. */
void noslip_agreement_differences(guint n_rows, guint n_columns, const double *a, const double *b, const double *sizes,
                                  double motion, double *differences);
