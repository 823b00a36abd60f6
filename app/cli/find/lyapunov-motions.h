/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponents of the motions of noslip-cli lyapunov --ensemble, on several threads. */
#pragma once

#include "app/cli/sweep/sweep.h"

typedef struct {
  Sweep grid;    /* the grid of motions, a block each; all threads borrow its problem */
  guint count;   /* exponents of each motion; 0: all */
  guint64 seed;  /* of the first tangent vectors */
  guint columns; /* exponents in a row */
} LyapunovMotions;

/* Fills in the number of columns, from the first motion that can begin; a status after messages if none can. */
int lyapunov_motions_prepare(LyapunovMotions *motions);
/* "motion,NAME...,exponent1...,error1...,status\n"; free with g_free(). */
char *lyapunov_motions_header(const LyapunovMotions *motions);
/* Computes the motions that the journal lacks, on `jobs` threads. FALSE if it was interrupted, or after a message. */
gboolean lyapunov_motions_compute(const LyapunovMotions *motions, SweepJournal *journal, guint jobs);
