/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Observation: expressions evaluated on rows. Formal operators are defined here: d(f) by the chain rule along the
 * motion, {f, g} and jacobi(f, g, h) by the nonholonomic bracket (geometry/bracket.h). */
#pragma once

#include "core/system/system.h"
#include "core/trajectory/motion.h"
#include "core/trajectory/trajectory.h"

typedef struct _NoslipObserver NoslipObserver;                   /* immutable after seal(), shared by threads */
typedef struct _NoslipObserverWorkspace NoslipObserverWorkspace; /* one for each thread */

/* An observer for runs of this kind of dynamics. Keeps a reference to the system. */
NoslipObserver *noslip_observer_new(NoslipSystem *system, NoslipDynamicsKind kind);
NoslipObserver *noslip_observer_ref(NoslipObserver *observer);
void noslip_observer_unref(NoslipObserver *observer);
/* Adds an output and returns its index, or -1 with *error set (a quantity that does not exist in this dynamics, a
 * derivative of lambda …). `expr` is a handle of the system's graph. */
int noslip_observer_add(NoslipObserver *observer, NoslipExpr expr, NoslipDiagnostic **error);
/* The same for a text of the language. */
int noslip_observer_add_text(NoslipObserver *observer, const char *text, NoslipDiagnostics *diagnostics);
/* The additive terms of an expression after expanding d, as further outputs: *first and *n. For claims. */
int noslip_observer_add_terms(NoslipObserver *observer, NoslipExpr expr, guint *first, guint *n,
                              NoslipDiagnostic **error);
/* The additive terms after expanding d and multiplying out products of sums (unless there are more than `most` terms),
 * as further outputs. For claims. */
int noslip_observer_add_expanded_terms(NoslipObserver *observer, NoslipExpr expr, guint most, guint *first, guint *n,
                                       NoslipDiagnostic **error);
/* The argument f of every d(f) in an expression, times the factor of d(f), as further outputs. For claims. */
int noslip_observer_add_rate_arguments(NoslipObserver *observer, NoslipExpr expr, guint *first, guint *n,
                                       NoslipDiagnostic **error);
/* The sum of the absolute additive terms of an expression, d expanded and products of sums multiplied out. */
int noslip_observer_add_magnitude(NoslipObserver *observer, NoslipExpr expr, NoslipDiagnostic **error);
/* An output that is NaN. */
int noslip_observer_add_undefined(NoslipObserver *observer);
/* The motion whose graph the outputs belong to: further expressions derived in it can be added until the observer is
 * sealed. */
NoslipMotion *noslip_observer_motion(NoslipObserver *observer);
/* Compiles; nothing can be added afterwards. */
void noslip_observer_seal(NoslipObserver *observer);
guint noslip_observer_n(const NoslipObserver *observer);
/* The expression of an output with formal operators expanded, in noslip_observer_graph(). */
NoslipExpr noslip_observer_expr(const NoslipObserver *observer, guint output);
const NoslipGraph *noslip_observer_graph(const NoslipObserver *observer);

NoslipObserverWorkspace *noslip_observer_workspace_new(NoslipObserver *observer);
void noslip_observer_workspace_free(NoslipObserverWorkspace *work);
/* Sets the parameters (n_parameters) of the following rows. */
void noslip_observer_set_parameters(NoslipObserverWorkspace *work, const double *parameters);
/* row -> outputs[n]. Multipliers missing in a row of a nonholonomic motion (NaN) are computed from its accelerations
 * (system/reaction.h). */
void noslip_observer_evaluate(NoslipObserverWorkspace *work, const double *row, double *outputs);
/* n_rows rows of row_size doubles -> outputs[row * stride + output]; uses lanes. */
void noslip_observer_evaluate_rows(NoslipObserverWorkspace *work, guint n_rows, const double *rows, guint row_size,
                                   double *outputs, guint stride);
/* The same in lanes, for motions with parameters of their own. Only if rows lack no multiplier that an output needs: */
gboolean noslip_observer_has_lanes(const NoslipObserver *observer);
/* parameters[parameter][lane] */
void noslip_observer_set_parameters_lanes(NoslipObserverWorkspace *work, const double *parameters);
/* rows[quantity][lane] -> outputs[output][lane], for the first n lanes. */
void noslip_observer_evaluate_lanes(NoslipObserverWorkspace *work, guint n, const double *rows, double *outputs);
void noslip_observer_swap_lanes(NoslipObserverWorkspace *work, guint a, guint b);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipObserver, noslip_observer_unref)
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipObserverWorkspace, noslip_observer_workspace_free)
