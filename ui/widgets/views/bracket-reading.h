/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The data of the bracket view: the matrix over the chosen observables, its Jacobiators, and the formula of a
 * cell. */
#pragma once

#include "core/geometry/bracket-table.h"
#include "ui/widgets/views/view.h"

typedef struct {
  guint n; /* observables */
  guint n_triples;
  NoslipBracketTable *table;          /* borrowed */
  const NoslipBracketTable *meanings; /* with formulas for the eye, borrowed; or NULL */
  double *values;                     /* n x n, row major */
  double *jacobiators;                /* n_triples */
  char *wait;                         /* why there is nothing to show: everything else is 0 then */
} NoslipBracketReading;

/* At the shared time. FALSE if there is nothing to show yet (`wait` has the reason). */
gboolean noslip_bracket_read(NoslipView *view, NoslipBracketReading *reading);
void noslip_bracket_reading_clear(NoslipBracketReading *reading);
/* The dynamics of the motion shown, to which the bracket belongs. */
NoslipDynamicsKind noslip_bracket_kind(NoslipView *view);
/* The triple with the largest Jacobiator relative to its terms; -1 if there is none. */
int noslip_bracket_worst(const NoslipBracketReading *reading);
/* The meaning of observable i: "r*p(x') + p(w2)". */
const char *noslip_bracket_meaning(const NoslipBracketReading *reading, guint i);

/* Two observables, or three for the Jacobiator, as LaTeX; NULL while it is being derived; "" if it is too long. */
const char *noslip_bracket_formula(NoslipView *view, const char *const *names);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipBracketReading, noslip_bracket_reading_clear)
