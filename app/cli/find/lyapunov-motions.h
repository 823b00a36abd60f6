/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The exponents of the motions of noslip-cli lyapunov --ensemble, on several threads. */
#pragma once

#include "app/cli/sweep/sweep.h"

/* The memory of a motion's blocks of time: blocks of a journal from `first` on, each of which adds `counted` to its counts
 * of finished work. */
typedef struct {
  SweepJournal *journal;
  guint64 first, counted;
} LyapunovRecords;
/* NoslipLyapunovOptions.recall and keep, with these records as their data. */
gboolean lyapunov_records_recall(guint block, guint length, double *record, gpointer data);
void lyapunov_records_keep(guint block, guint length, const double *record, gpointer data);
/* The finished work in a journal: its counts together. */
guint64 lyapunov_records_done(SweepJournal *journal);

typedef struct {
  Sweep grid;            /* the grid of motions, a block each; all threads borrow its problem */
  guint count;           /* exponents of each motion; 0: all */
  guint64 seed;          /* of the first tangent vectors */
  guint columns;         /* exponents in a row */
  gboolean keeps_blocks; /* finished blocks of time are kept too, after the motions: NOSLIP_LYAPUNOV_BLOCKS for each */
} LyapunovMotions;

/* Fills in the number of columns, from the first motion that can begin; a status after messages if none can. */
int lyapunov_motions_prepare(LyapunovMotions *motions);
/* "motion,NAME...,exponent1...,error1...,status\n"; free with g_free(). */
char *lyapunov_motions_header(const LyapunovMotions *motions);
/* Computes the motions that the journal lacks, on `jobs` threads. FALSE if it was interrupted, or after a message. */
gboolean lyapunov_motions_compute(const LyapunovMotions *motions, SweepJournal *journal, guint jobs);
