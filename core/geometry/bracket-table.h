/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix of the bracket over a list of observables, with its Jacobiator and the structure functions of the
 * projected bracket, compiled once and evaluated at any state. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/geometry/bracket.h"
#include "core/geometry/vakonomic-bracket.h"

typedef struct _NoslipBracketTable NoslipBracketTable; /* includes its workspace: one for each thread */

#define NOSLIP_BRACKET_TABLE_MOST 64 /* observables: 41664 triples */

typedef struct {
  /* NONHOLONOMIC: the bracket on M; VAKONOMIC: the Poisson bracket on W_1; FREE: the linear Poisson bracket on E*, of
   * momenta dL/dy, which is the vakonomic one without constraints. */
  NoslipDynamicsKind kind;
  gboolean with_jacobiator;
  const double *parameters, *x, *y; /* a state at which the basis of D must be well conditioned; NULL: generic states */
} NoslipBracketTableOptions;

/* `names`: n expressions of the language, or p_1 … p_r for the momenta of the basis of D (vakonomic: p_1 … p_n for
 * dL/dy + mu dphi/dy); NULL for all coordinates and p_1 … p_r. NULL with errors. Keeps a reference to the system. */
NoslipBracketTable *noslip_bracket_table_new(NoslipSystem *system, guint n, const char *const *names,
                                             gboolean with_jacobiator, NoslipDiagnostics *diagnostics);
NoslipBracketTable *noslip_bracket_table_new_with(NoslipSystem *system, guint n, const char *const *names,
                                                  const NoslipBracketTableOptions *options,
                                                  NoslipDiagnostics *diagnostics);
void noslip_bracket_table_free(NoslipBracketTable *table);
guint noslip_bracket_table_n(const NoslipBracketTable *table);
const char *noslip_bracket_table_name(const NoslipBracketTable *table, guint i);
char *noslip_bracket_table_name_latex(const NoslipBracketTable *table, guint i); /* free with g_free() */
NoslipDynamicsKind noslip_bracket_table_kind(const NoslipBracketTable *table);
/* The object on which the table is built; one of the two is NULL. The second is used for free motions too. */
NoslipDistribution *noslip_bracket_table_distribution(NoslipBracketTable *table);
NoslipVakonomicBracket *noslip_bracket_table_vakonomic(NoslipBracketTable *table);
/* The rank of D; its basis "r*x' + w2" and momenta "r*p(x') + p(w2)", 0 <= a < r. Vakonomic: r = n, the sections of E
 * and p_alpha in (x, y, mu). */
guint noslip_bracket_table_rank(const NoslipBracketTable *table);
const char *noslip_bracket_table_basis(const NoslipBracketTable *table, guint a);
const char *noslip_bracket_table_momentum(const NoslipBracketTable *table, guint a);
/* {f_i, f_j}, and the Jacobiator of f_i, f_j and f_k, as LaTeX mathematics: "left = right". If the right side has more
 * than `most` symbols it is written with names for its parts, followed by a line for each of them ("A_{1} = …", lines
 * end in "\n"); NULL if that takes more than NOSLIP_EQUATIONS_MOST_NAMES. Free with g_free(). The graph grows: do not
 * evaluate on another thread at the same time. */
char *noslip_bracket_table_latex(NoslipBracketTable *table, guint i, guint j, guint most);
char *noslip_bracket_table_jacobiator_latex(NoslipBracketTable *table, guint i, guint j, guint k, guint most);
/* Splits a list of observables at the commas outside parentheses. Free with g_strfreev(). */
char **noslip_bracket_names_split(const char *list);
/* Triples i < j < k in lexical order: n (n - 1) (n - 2) / 6, or 0 without Jacobiator. */
guint noslip_bracket_table_n_triples(const NoslipBracketTable *table);
void noslip_bracket_table_triple(const NoslipBracketTable *table, guint triple, guint *i, guint *j, guint *k);
/* The time of the next evaluations, for a system that depends on t; 0 if it is not set. */
void noslip_bracket_table_set_time(NoslipBracketTable *table, double t);
/* Evaluates at parameters, x[m], y[n] (on the constraints), mu[k] (vakonomic; else NULL). Any of the outputs may be
 * NULL: values[n] of the observables, matrix[n * n] = {i, j} at [i * n + j], jacobiator[n_triples] (exactly 0 if it is
 * not above the rounding of its terms), structure[r * r * r] = C^c_ab at [(c * r + a) * r + b]. Does not allocate. */
void noslip_bracket_table_evaluate(NoslipBracketTable *table, const double *parameters, const double *x,
                                   const double *y, const double *mu, double *values, double *matrix,
                                   double *jacobiator, double *structure);
/* For the state evaluated last: the sum of the absolute terms of each Jacobiator, n_triples. */
const double *noslip_bracket_table_jacobiator_sizes(const NoslipBracketTable *table);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipBracketTable, noslip_bracket_table_free)
