/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The motions of noslip-cli section, computed in blocks on several threads. */
#pragma once

#include "app/cli/sweep/sweep.h"
#include "core/trajectory/events.h"

typedef struct {
  Sweep grid; /* the grid of motions; all threads borrow its problem */
  const char *event;
  NoslipEventDirection direction;
  guint64 count;
} Section;

/* Computes all motions on `jobs` threads, those that the journal (or NULL) lacks. Their rows are in the journal then;
 * without one they are appended to `rows`, in order. *complete: all rows are there. Returns the exit status, after
 * messages. */
int section_motions_compute(const Section *section, SweepJournal *journal, guint jobs, GString *rows,
                            gboolean *complete);
