/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the bracket view reads: the matrix over the observables that are chosen, its Jacobiators, and the formula of a
 * cell. */
#pragma once

#include "core/geometry/bracket-table.h"
#include "ui/widgets/views/view.h"

typedef struct {
  guint n; /* observables */
  guint n_triples;
  NoslipBracketTable *table; /* borrowed */
  double *values;            /* n x n, row major */
  double *jacobiators;       /* n_triples */
  char *wait;                /* why there is nothing: everything else is 0 then */
} NoslipBracketReading;

/* At the shared time. FALSE where there is nothing to read yet (`wait` says why). */
gboolean noslip_bracket_read(NoslipView *view, NoslipBracketReading *reading);
void noslip_bracket_reading_clear(NoslipBracketReading *reading);
/* The dynamics of the motion that is shown, whose bracket it is. */
NoslipDynamicsKind noslip_bracket_kind(NoslipView *view);
/* The triple of the Jacobiator that is largest against its terms; -1 where there is none. */
int noslip_bracket_worst(const NoslipBracketReading *reading);
/* What observable i stands for: "r*p(x') + p(w2)". */
const char *noslip_bracket_meaning(const NoslipBracketReading *reading, guint i);

/* Two observables, or three for the Jacobiator, as LaTeX; NULL while it is being derived; "" where it is too long. */
const char *noslip_bracket_formula(NoslipView *view, const char *const *names);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipBracketReading, noslip_bracket_reading_clear)
