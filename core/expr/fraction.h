/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An expression as one fraction: a polynomial over a product of polynomials, in atoms between which the only
 * relations are known ones: sin^2 = 1 - cos^2, sinh^2 = cosh^2 - 1, (b^(1/q))^q = b. */
#pragma once

#include "core/expr/polynomial.h"

#define NOSLIP_FRACTION_MOST_ATOMS 48

typedef struct {
  NoslipExpr base;
  guint root;    /* the atom is base^(1/root) */
  NoslipPoly by; /* for root > 1: the base, where has_rule */
  gboolean has_rule;
} NoslipAtom;

typedef struct {
  guint sine, cosine; /* atoms of one argument */
  gboolean hyperbolic;
  gboolean keep_sine; /* which of the two keeps its squares */
} NoslipPair;

typedef struct {
  NoslipPoly f;
  guint exponent;
} NoslipFactor;

typedef struct {
  NoslipPoly num;
  guint n; /* factors below */
  NoslipFactor *below;
} NoslipFraction;

typedef struct {
  NoslipGraph *graph;
  NoslipPolyContext poly;
  guint n_atoms, n_pairs;
  NoslipAtom atoms[NOSLIP_FRACTION_MOST_ATOMS];
  NoslipPair pairs[NOSLIP_FRACTION_MOST_ATOMS];
  GArray *known;    /* of NoslipPoly: sums that e is written with */
  gboolean collect; /* whether common atoms of some terms of a sum are written once */
} NoslipFractions;

/* FALSE where e has too many atoms, or the budget was not enough. To be cleared in either case. */
gboolean noslip_fractions_init(NoslipFractions *fractions, NoslipGraph *graph, NoslipExpr e, guint64 most_work,
                               NoslipFraction *fraction);
void noslip_fractions_clear(NoslipFractions *fractions);
/* a in normal form by the relations. */
NoslipPoly noslip_fractions_reduce(NoslipFractions *fractions, NoslipPoly a);
