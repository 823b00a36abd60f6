/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the coordinates with given derivatives along the sections of D: X_a sigma = u_a, X_a = rho^i_a d/dx^i.
 *
 * Existence: the change of sigma along [X_a, X_b] must be X_a u_b - X_b u_a. Brackets are added until they depend on
 * the present fields; if a dependent one requires another change of sigma than its combination, there is no sigma. */
#pragma once

#include "core/finder/atoms.h"
#include "core/trajectory/motion.h"

typedef struct {
  gboolean decided; /* FALSE if there are too many fields, or too large ones */
  gboolean exists;  /* sigma exists (locally) */
  char *of[2];      /* obstruction: the sections, as texts; twice the same if X_a = 0 and u_a is not */
  NoslipExpr value; /* obstruction: the required change of sigma along the bracket of the sections, minus that along the
                     * equal combination of fields */
  gboolean in_symbols;
  NoslipExpr exponential; /* exp(sigma), if in_symbols */
} NoslipPrimitive;

/* Input: numerical values are computed with these parameters at these states. */
typedef struct {
  NoslipMotion *motion;
  NoslipDistribution *distribution;
  const NoslipAtoms *atoms;
  const double *parameters;
  const double *rows; /* n_rows x row_size: states on M */
  guint n_rows, row_size;
} NoslipPrimitiveSetting;

/* Looks for sigma with X_a sigma = u[a], a = 0 .. r - 1 (expressions in x). Clear the result in every case. */
void noslip_primitive_find(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive);
void noslip_primitive_clear(NoslipPrimitive *primitive);
/* Whether e, in x, is 0: in symbols on M, or else at all states relative to the sum of its terms. */
gboolean noslip_primitive_vanishes(const NoslipPrimitiveSetting *setting, NoslipExpr e);
