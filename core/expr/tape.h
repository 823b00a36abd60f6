/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tape: expressions compiled to a straight-line program that runs without allocation.
 *
 * One program, two loops: one state at a time (operations of one kind sorted into runs, a loop inside each run), or
 * NOSLIP_TAPE_LANES states at once in structure-of-arrays lanes. Values that depend only on constants (parameters) are
 * computed once when these are set, not at every evaluation. A NoslipTape is immutable and shared; each thread has its
 * own NoslipTapeWorkspace. */
#pragma once

#include "core/expr/graph.h"

#define NOSLIP_TAPE_LANES 32

typedef struct _NoslipTape NoslipTape;
typedef struct _NoslipTapeWorkspace NoslipTapeWorkspace;

/* constants: symbols that seldom change (parameters). variables: the symbols that change at every evaluation. outputs
 * may repeat and may be numbers or symbols. Outputs that contain a symbol of neither list are NaN, and so are those
 * with formal operators. */
NoslipTape *noslip_tape_new(const NoslipGraph *graph, guint n_constants, const NoslipExpr *constants, guint n_variables,
                            const NoslipExpr *variables, guint n_outputs, const NoslipExpr *outputs);
NoslipTape *noslip_tape_ref(NoslipTape *tape);
void noslip_tape_unref(NoslipTape *tape);
guint noslip_tape_n_operations(const NoslipTape *tape); /* executed at each evaluation */

NoslipTapeWorkspace *noslip_tape_workspace_new(NoslipTape *tape); /* keeps a reference to the tape */
void noslip_tape_workspace_free(NoslipTapeWorkspace *work);
/* values[n_constants]; runs the part of the program that depends only on them. All lanes share them. */
void noslip_tape_set_constants(NoslipTapeWorkspace *work, const double *values);
/* variables[n_variables] -> outputs[n_outputs] */
void noslip_tape_evaluate(NoslipTapeWorkspace *work, const double *variables, double *outputs);
/* The same for a right-hand side, without copies: the variables are t and then z, the first n_first outputs are written
 * to `first`, the others to `rest`. At least one variable, n_first <= n_outputs. */
void noslip_tape_evaluate_state(NoslipTapeWorkspace *work, double t, const double *z, guint n_first, double *first,
                                double *rest);
/* variables[v * NOSLIP_TAPE_LANES + lane] -> outputs[o * NOSLIP_TAPE_LANES + lane]; bit-identical with the above. */
void noslip_tape_evaluate_lanes(NoslipTapeWorkspace *work, const double *variables, double *outputs);
/* noslip_tape_evaluate_state() in lanes, with only the first n_rest of the others. */
void noslip_tape_evaluate_state_lanes(NoslipTapeWorkspace *work, const double *t, const double *z, guint n_first,
                                      double *first, guint n_rest, double *rest);
/* From now on only the first n lanes are evaluated; the outputs of the others are not changed, or are undefined. */
void noslip_tape_use_lanes(NoslipTapeWorkspace *work, guint n);
/* noslip_tape_set_constants() with constants that differ between lanes: values[c * NOSLIP_TAPE_LANES + lane]. */
void noslip_tape_set_constants_lanes(NoslipTapeWorkspace *work, const double *values);
/* Exchanges the constants of two lanes. */
void noslip_tape_swap_lanes(NoslipTapeWorkspace *work, guint a, guint b);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipTape, noslip_tape_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipTapeWorkspace, noslip_tape_workspace_free)
