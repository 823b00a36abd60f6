/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the conserved combinations of a null space, each with few columns, and their meaning. */
#pragma once

#include "core/finder/conserved.h"
#include "core/finder/linear/nullspace.h"
#include "core/finder/space.h"

/* The columns that a conserved combination uses. */
typedef struct {
  guint n, leading; /* the leading column's index among the columns */
  guint *columns;
  double *weights;
  gboolean energy; /* one of the columns is the energy */
  gboolean common; /* conserved, with these weights, for all values of the parameters */
  guint degree, cost;
} NoslipSupport;

/* The combinations, of NoslipSupport, in the order of testing: with the energy, of low degree, with few columns first.
 * scale: the divisor of each column. */
GArray *noslip_supports_new(const NoslipSpace *space, const NoslipNullspace *nullspace, const double *scale);
/* The section X of D with f = <p, X> on D, for these coefficients of the columns; NULL if there is none in symbols.
 * Free with g_free(). */
char *noslip_support_section(const NoslipDistribution *d, const NoslipModel *model, const NoslipSpace *space,
                             const NoslipSupport *support, const NoslipExpr *coefficients);
NoslipConservedKind noslip_support_kind(const NoslipSystem *system, const NoslipSpace *space,
                                        const NoslipSupport *support);
/* The functions of the coordinates in this list, "sin(x), x*y" or NULL: of NoslipExpr, handles of the model's graph. NULL
 * with *error set. */
GArray *noslip_support_functions(const NoslipModel *model, const char *list, NoslipDiagnostic **error);
/* The same for combinations of the columns of this null space that have the same rational coefficients for all values of
 * the parameters, as the square of a rigid body's angular momentum: those conserved at further sets of parameters too.
 * `weights` are the coefficients, that of the leading column is 1. Empty if there are none. */
GArray *noslip_supports_new_common(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters,
                                   const double *xy, guint64 seed, const NoslipNullspace *nullspace);
/* The weights as rational numbers of the model's graph; FALSE if one is not a fraction. */
gboolean noslip_support_rational(const NoslipSpace *space, const NoslipSupport *support, NoslipExpr *coefficients);
/* f of a claim that says d(f) = 0, also as d(a) = -d(b); FALSE if it has another form. The graph of the model grows. */
gboolean noslip_support_claim_argument(const NoslipModel *model, const NoslipClaim *claim, NoslipExpr *f);
