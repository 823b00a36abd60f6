/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The state of the constraint algorithm and its step. */
#pragma once

#include "core/dynamics/algorithm/constraint-algorithm.h"
#include "core/dynamics/algorithm/mass-reduction.h"

typedef struct {
  NoslipModel *model;
  NoslipConstraintPoints points;
  guint n, kappa, unknowns;
  gboolean second_order;    /* c = 0 */
  gboolean too_large;       /* a constraint grew beyond SIZE_MOST, and the algorithm stops there */
  gboolean timed;           /* a constraint depends on t, and the algorithm stops there */
  const NoslipExpr *kernel; /* N, n x kappa */
  NoslipExpr *two_form;     /* A_alpha beta, n x n */
  NoslipExpr *b;            /* b^alpha as [alpha * (unknowns + 1) + j], last column the rest */
  GPtrArray *rows;          /* of NoslipConstraintRow, reduced */
  GArray *functions;        /* all functions found so far */
  GArray *reducible;        /* of NoslipExpr, parallel to the functions: see NoslipConstraintStep */
} NoslipConstraintSearch;

/* The right side of (1): g_beta = F_beta + c^j N^alpha_j A_alpha beta, as n x (unknowns + 1). */
NoslipExpr *noslip_constraint_right_side(NoslipConstraintSearch *self);
/* Computes self->b from the right side g. */
void noslip_constraint_find_b(NoslipConstraintSearch *self, const NoslipMassReduction *reduction, const NoslipExpr *g);
/* One round: all equations for the unknowns on the present submanifold; returns the functions that remain. */
void noslip_constraint_leftovers(NoslipConstraintSearch *self, const NoslipExpr *g, GArray *fresh);
/* Adds those functions of `fresh` that do not vanish on the zero set of the earlier ones; of a product the factor on
 * whose zero set the initial state is. Returns their number; *empty is TRUE if the zero set has no points. */
guint noslip_constraint_adopt(NoslipConstraintSearch *self, const GArray *fresh, gboolean *empty);
/* If the derivatives of the functions depend on each other, simplifies those from `from` on by the others: removes
 * functions that vanish with the others, and replaces products by the factor on whose zero set the initial state is.
 * TRUE if something changed, so that there may be further consequences. */
gboolean noslip_constraint_tidy(NoslipConstraintSearch *self, guint from);
