/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Sparse polynomials with exact rational coefficients in a fixed list of atoms. Terms are kept in descending
 * lexicographic order of their exponents. All memory belongs to the arena of a context and is freed with it; work is
 * counted, and when the budget, an exponent or a coefficient is exceeded the context fails permanently. */
#pragma once

#include "core/expr/graph-private.h"

#define NOSLIP_POLY_MOST_EXPONENT 127

typedef struct {
  guint n_atoms;
  guint stride; /* bytes of one term: its coefficient, then n_atoms exponents */
  guint64 work, most_work;
  gboolean failed;
  GPtrArray *blocks;
  gsize block_left;
  guint8 *block;
} NoslipPolyContext;

typedef struct {
  guint n;
  guint8 *terms;
} NoslipPoly;

/* A context for polynomials in n_atoms atoms, with a budget of work in terms. */
void noslip_poly_context_init(NoslipPolyContext *context, guint n_atoms, guint64 most_work);
void noslip_poly_context_clear(NoslipPolyContext *context);
/* Memory of the arena; not initialised. */
gpointer noslip_poly_alloc(NoslipPolyContext *context, gsize bytes);

/* The coefficient and the n_atoms exponents of term i. */
NoslipRational *noslip_poly_coefficient(const NoslipPolyContext *context, NoslipPoly a, guint i);
guint8 *noslip_poly_exponents(const NoslipPolyContext *context, NoslipPoly a, guint i);

/* The polynomials k and atom^exponent. */
NoslipPoly noslip_poly_constant(NoslipPolyContext *context, NoslipRational k);
NoslipPoly noslip_poly_atom(NoslipPolyContext *context, guint atom, guint exponent);
/* a + k b */
NoslipPoly noslip_poly_add(NoslipPolyContext *context, NoslipPoly a, NoslipRational k, NoslipPoly b);
NoslipPoly noslip_poly_mul(NoslipPolyContext *context, NoslipPoly a, NoslipPoly b);
NoslipPoly noslip_poly_pow(NoslipPolyContext *context, NoslipPoly a, guint n);
/* The quotient if b divides a exactly, else FALSE. */
gboolean noslip_poly_divide(NoslipPolyContext *context, NoslipPoly a, NoslipPoly b, NoslipPoly *quotient);
gboolean noslip_poly_equal(const NoslipPolyContext *context, NoslipPoly a, NoslipPoly b);
gboolean noslip_poly_is_constant(const NoslipPolyContext *context, NoslipPoly a, NoslipRational *k);
/* a = k * monomial * result with coprime integer coefficients, the first one positive, and no common atom. */
NoslipPoly noslip_poly_primitive(NoslipPolyContext *context, NoslipPoly a, NoslipRational *k, guint8 *monomial);
/* Replaces atom^power by `by` until no term has that power of the atom. */
NoslipPoly noslip_poly_reduce(NoslipPolyContext *context, NoslipPoly a, guint atom, guint power, NoslipPoly by);
