/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Linear algebra on expressions, with pivots that do not vanish identically: each is tested at seeded states. */
#pragma once

#include "core/system/system.h"

/* Seeded states of a system (system/points.h), including values of the vakonomic multipliers. */
#define NOSLIP_PROBES 3
typedef struct {
  guint n_symbols;
  NoslipExpr *symbols; /* t, parameters, x, y, mu */
  double *values;      /* NOSLIP_PROBES x n_symbols */
} NoslipProbe;
NoslipProbe *noslip_probe_new(const NoslipSystem *system);
void noslip_probe_free(NoslipProbe *probe);
/* Sets all states to this one. */
void noslip_probe_set_state(NoslipProbe *probe, const NoslipSystem *system, const double *parameters, const double *x,
                            const double *y);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipProbe, noslip_probe_free)
double noslip_probe_value(const NoslipProbe *probe, const NoslipGraph *graph, guint point, NoslipExpr e);
/* The smallest |e| over the states (0 if it is not finite). */
double noslip_probe_least(const NoslipProbe *probe, const NoslipGraph *graph, NoslipExpr e);
/* Units of velocities, 1/sqrt(W_aa), of a mass matrix W (n x n), at the first state where it is finite; NULL if there
 * is no such state. Free with g_free(). */
double *noslip_probe_units(const NoslipProbe *probe, const NoslipGraph *graph, guint n, const NoslipExpr *mass);

/* The function that prints an expression: noslip_expr_text(), noslip_expr_latex(). */
typedef char *(*NoslipSymbolicPrint)(const NoslipGraph *graph, NoslipExpr e);
/* Shared parts are written at each use; an expression that would be too long for the page is written "...". Free with
 * g_free(). */
char *noslip_symbolic_print(const NoslipGraph *graph, NoslipExpr e, NoslipSymbolicPrint print);
/* noslip_expr_simplify() for expressions small enough to be read; e itself otherwise. */
NoslipExpr noslip_symbolic_tidy(NoslipGraph *graph, NoslipExpr e);

/* Solves A X = B, A n x n, B n x n_right; X replaces B (core/expr/elimination.h). For a definite A the pivots are on
 * the diagonal, and the solution is defined everywhere. FALSE if A is singular at the probe's states. */
gboolean noslip_symbolic_solve(NoslipGraph *graph, const NoslipProbe *probe, guint n, NoslipExpr *a, guint n_right,
                               NoslipExpr *b);
