/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The matrix of the bracket over a list of observables, with its Jacobiator and the structure functions of the
 * projected bracket, compiled once and evaluated at any state. */
#pragma once

#include "core/base/diagnostic.h"
#include "core/system/system.h"

typedef struct _NoslipBracketTable NoslipBracketTable; /* with its workspace: one for each thread */

#define NOSLIP_BRACKET_TABLE_MOST 64 /* observables: 41664 triples */

/* `names`: n expressions of the language, or p_1 … p_r for the momenta of the basis of D; NULL for all coordinates and
 * p_1 … p_r. NULL with errors. Keeps a reference to the system. */
NoslipBracketTable *noslip_bracket_table_new(NoslipSystem *system, guint n, const char *const *names,
                                             gboolean with_jacobiator, NoslipDiagnostics *diagnostics);
void noslip_bracket_table_free(NoslipBracketTable *table);
guint noslip_bracket_table_n(const NoslipBracketTable *table);
const char *noslip_bracket_table_name(const NoslipBracketTable *table, guint i);
/* The rank of D; its basis "r*x' + w2" and momenta "r*p(x') + p(w2)", 0 <= a < r. */
guint noslip_bracket_table_rank(const NoslipBracketTable *table);
const char *noslip_bracket_table_basis(const NoslipBracketTable *table, guint a);
const char *noslip_bracket_table_momentum(const NoslipBracketTable *table, guint a);
/* C^c_ab in the system language; free with g_free(). */
char *noslip_bracket_table_structure_text(const NoslipBracketTable *table, guint c, guint a, guint b);
/* Triples i < j < k in lexical order: n (n - 1) (n - 2) / 6, or 0 without Jacobiator. */
guint noslip_bracket_table_n_triples(const NoslipBracketTable *table);
void noslip_bracket_table_triple(const NoslipBracketTable *table, guint triple, guint *i, guint *j, guint *k);
/* At parameters, x[m], y[n] (on the constraints). Any of the outputs may be NULL: values[n] of the observables,
 * matrix[n * n] = {i, j} at [i * n + j], jacobiator[n_triples], structure[r * r * r] = C^c_ab at
 * [(c * r + a) * r + b]. Does not allocate. */
void noslip_bracket_table_evaluate(NoslipBracketTable *table, const double *parameters, const double *x,
                                   const double *y, double *values, double *matrix, double *jacobiator,
                                   double *structure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipBracketTable, noslip_bracket_table_free)
