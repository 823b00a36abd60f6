/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Vector fields on the base along which the derivative of a function sigma is known: private to
 * the finder, see closure.h.
 *
 * Fields are evaluated as they are, however long they would be when written out, at states and at copies of them whose
 * coordinates and parameters differ in the last digits. The differences between copies bound the rounding: a number
 * counts as 0 up to NOSLIP_FIELDS_NOISE times that, as not 0 from NOSLIP_FIELDS_GAP times that, and as open between. */
#pragma once

#include "core/expr/tape.h"
#include "core/finder/measure/setting.h"

#define NOSLIP_FIELDS_COPIES 5 /* of each state; the first is the state itself */
#define NOSLIP_FIELDS_NOISE 100
#define NOSLIP_FIELDS_GAP 1e4
#define NOSLIP_FIELDS_MOST_NOISE 1e-6 /* with more rounding than this, relative to the terms, a 0 says nothing */

typedef struct {
  NoslipExpr *field; /* m */
  NoslipExpr u;      /* the change of sigma along it */
  char *name;
  double *values; /* copies x rows x (m + 1): components and u */
} NoslipField;

/* Values of n expressions at all copies of the rows: [(copy * rows + row) * n + i]; 0 where they are rounding. */
void noslip_fields_evaluate(const NoslipPrimitiveSetting *setting, guint n, const NoslipExpr *exprs, double *values);
/* The verdict on a number with this rounding: 0, not 0 (NOSLIP_YES), or open. */
int noslip_fields_is_zero(double number, double noise);
/* The combination of n columns (m rows each, one after the other) that is nearest to `right`: its weights, and what is
 * left, relative to `right`; rows and columns may have any units. FALSE if a number is not finite. */
gboolean noslip_fields_combine(guint m, guint n, const double *columns, const double *right, double *weights,
                               double *outside);
/* Solves a x = right in symbols (n x n; x replaces right), with pivots that are not 0 at the first state. FALSE if there
 * are none. */
gboolean noslip_fields_solve(const NoslipPrimitiveSetting *setting, guint n, NoslipExpr *a, NoslipExpr *right);
/* The derivative of e along a field (m). */
NoslipExpr noslip_fields_along(const NoslipModel *model, const NoslipExpr *field, NoslipExpr e);

/* The number of fields whose u is given: those of D and the drift. */
guint noslip_fields_given(const NoslipPrimitiveSetting *setting);
/* field[m]: the given field a, or after them a symmetry. */
void noslip_fields_get(const NoslipPrimitiveSetting *setting, guint a, NoslipExpr *field);
GArray *noslip_fields_new(void);
/* Evaluates a field whose components and u are set. */
void noslip_fields_fill(const NoslipPrimitiveSetting *setting, NoslipField *field);
/* Whether e, in x, is 0: in symbols on M, or else at all states relative to the sum of its terms; *proved becomes FALSE
 * if it is 0 by its numbers alone. */
gboolean noslip_fields_vanishes(const NoslipPrimitiveSetting *setting, NoslipExpr e, gboolean *proved);
/* Whether X_a exp(sigma) = u_a exp(sigma), and exp(sigma) is constant along the symmetries. */
gboolean noslip_fields_verify(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipExpr exponential,
                              gboolean *proved);
/* sigma's change along a direction (m) at a state (a row of system/row.h); FALSE if the fields do not span it there.
 * work: of the program of all fields and their u's (noslip_fields_program). */
NoslipTapeWorkspace *noslip_fields_program(const NoslipPrimitiveSetting *setting, const GArray *fields);
gboolean noslip_fields_change(const NoslipPrimitiveSetting *setting, const GArray *fields, NoslipTapeWorkspace *work,
                              const double *row, const double *direction, double *change);
