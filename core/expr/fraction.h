/* SPDX-License-Identifier: GPL-3.0-or-later */
/* An expression as one fraction: a polynomial over a product of polynomials. The only known relations between the atoms
 * are sin^2 = 1 - cos^2, sinh^2 = cosh^2 - 1 and (b^(1/q))^q = b. */
#pragma once

#include "core/expr/polynomial.h"

#define NOSLIP_FRACTION_MOST_ATOMS 48

typedef struct {
  NoslipExpr base;
  guint root;    /* the atom is base^(1/root) */
  NoslipPoly by; /* for root > 1: the base, if has_rule */
  gboolean has_rule;
} NoslipAtom;

typedef struct {
  guint sine, cosine; /* atoms with one argument */
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
  GArray *known;        /* of NoslipPoly: sums that occur in e */
  gboolean collect;     /* whether atoms that some terms of a sum share are factored out */
  gboolean collectable; /* whether there are such atoms */
} NoslipFractions;

/* FALSE if e has too many atoms, or the budget was too small. Clear it in either case. */
gboolean noslip_fractions_init(NoslipFractions *fractions, NoslipGraph *graph, NoslipExpr e, guint64 most_work,
                               NoslipFraction *fraction);
void noslip_fractions_clear(NoslipFractions *fractions);
/* a in normal form under the relations. */
NoslipPoly noslip_fractions_reduce(NoslipFractions *fractions, NoslipPoly a);
