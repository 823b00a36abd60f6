/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Remarks on the motion beside its rows: warnings, initial values that contradict a constraint, the witness. */
#pragma once

#include "core/simulation/channel.h"
#include "core/simulation/start.h"

typedef struct {
  double *nearest; /* the consistent state next to contradicting values: m + n, or NULL */
  gboolean *nearest_chosen;
  char *contradiction;
  /* Notes on the initial state of the motion, and warnings of it: an observable that is not a number. May be NULL. */
  NoslipDiagnostics *warnings;
  /* The witness's answer (core/verdict/witness.h), which holds until the motion is another one. NULL: not asked, or not
   * answered yet. */
  gboolean witness_asked;
  NoslipTestimony *testimony;
} NoslipRemarks;

void noslip_remarks_forget(NoslipRemarks *remarks);
/* The primary starts or restarts: remarks on the motion before are dropped. */
void noslip_remarks_begin(NoslipRemarks *remarks);
/* Also sets which values of the start were chosen. FALSE where the message has no remark. */
gboolean noslip_remarks_receive(NoslipRemarks *remarks, NoslipStart *start, NoslipMessage *message);
/* Where the given initial values contradict a constraint: which and by how much, and the nearest consistent values, "x
 * = 0.6, y' = 0.1" (of those that are given and differ). FALSE, and both NULL, where they do not contradict, or there
 * is no such state. Free with g_free(). */
gboolean noslip_remarks_nearest(const NoslipRemarks *remarks, const NoslipStart *start, char **contradiction,
                                char **values);
/* Sets those values; FALSE where there are none. */
gboolean noslip_remarks_take_nearest(NoslipRemarks *remarks, NoslipStart *start);
