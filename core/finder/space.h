/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The space of functions on M that is searched for conserved quantities: sum c_k b_k(x) m_k(u), b_k functions of the
 * coordinates, m_k monomials of fibre coordinates u of M: the momenta p_a = <dL/dy, e_a> of a basis of D, and the
 * velocities y^alpha. Dependent functions are excluded. */
#pragma once

#include "core/expr/tape.h"
#include "core/finder/states.h"
#include "core/geometry/bracket.h"

#define NOSLIP_SPACE_MOST_DEGREE 4

typedef struct {
  guint degree;                           /* 0 .. NOSLIP_SPACE_MOST_DEGREE */
  guint factor[NOSLIP_SPACE_MOST_DEGREE]; /* indices of u */
} NoslipMonomial;

typedef struct {
  gboolean energy; /* E itself, not b m */
  guint b, monomial;
} NoslipSpaceColumn;

typedef struct {
  const NoslipModel *model;
  NoslipDistribution *distribution;
  NoslipExpr *b; /* n_b, in x; b[0] is 1 */
  guint n_b;
  NoslipExpr *u; /* n_u: p_1 … p_r, then y^1 … y^n */
  guint n_u;
  NoslipMonomial *monomials;
  guint n_monomials;
  NoslipSpaceColumn *columns; /* independent modulo constants on M; simple ones first */
  guint n_columns;
  guint n_narrowed; /* steps by which the space was narrowed because it was too large */
  guint n_families; /* of radicals; the last one of the functions `alone`, if there are any */
  guint n_long;     /* radicands that are too long, and left out */
  guint n_almost;   /* functions left out because they are almost, but not exactly, combinations of others */
  NoslipTape *tape; /* a row's symbols -> b, u, E; their rates; sizes of the rates */
  guint n_values;   /* n_b + n_u + 1 */
  gboolean is_graded;
  guint n_graded[3]; /* of the b of graded.h: those up to each grade */
  guint n_simple;    /* of the b: those after them are monomials of high degree, multiplied with fewer m_k */
} NoslipSpace;

typedef struct {
  guint degree;
  gboolean with_energy; /* E as an additional function */
  guint n_functions;    /* further functions of the coordinates, handles of the model's graph */
  const NoslipExpr *functions;
  guint64 seed;
  guint family;                                 /* 0: all radicals; else only those of the family with this number */
  gboolean without_momenta, without_velocities; /* at most one of them */
  double almost;           /* a function of size 1 is excluded if its independent part is below this; 0: 1e-7 */
  gboolean with_monomials; /* those of polynomials.h too */
  gboolean graded;         /* only those of graded.h, with monomials of the velocities */
} NoslipSpaceOptions;

/* The distribution's model and graph are used, and grow. Functions are compared at states of these dynamics. NULL with
 * *error set, or without if *cancel is set. */
NoslipSpace *noslip_space_new(NoslipDistribution *distribution, NoslipDynamics *dynamics, const double *parameters,
                              const double *xy, const NoslipSpaceOptions *options, const int *cancel,
                              NoslipDiagnostic **error);
void noslip_space_free(NoslipSpace *space);
/* Values and rates of columns at states: value[i * n + s], rate, size (the sum of the absolute terms of the rate), for
 * the i-th of these columns at state s. Any of the outputs may be NULL. */
void noslip_space_evaluate(const NoslipSpace *space, const double *parameters, const NoslipStates *states,
                           guint n_columns, const guint *columns, double *value, double *rate, double *size);
/* The function of a column, written with p(NAME) and velocities in `graph` (a copy of the model's). */
NoslipExpr noslip_space_written(const NoslipSpace *space, NoslipGraph *graph, guint column);
/* The same as an expression in (x, y). */
NoslipExpr noslip_space_expr(const NoslipSpace *space, guint column);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSpace, noslip_space_free)
