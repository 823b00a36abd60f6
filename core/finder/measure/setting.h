/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A question and its answer: functions of the coordinates with given derivatives along the sections of D, X_a sigma =
 * u_a, X_a = rho^i_a d/dx^i; with affine constraints also along the section of M that is orthogonal to D. */
#pragma once

#include "core/finder/atoms.h"
#include "core/trajectory/motion.h"

typedef struct {
  gboolean decided; /* FALSE if there are too many fields, if rounding hides a result, or if sigma exists locally and
                     * may have to change around the space */
  gboolean exists;  /* decided: sigma is a function on the base, periodic in the angles */
  gboolean locally; /* sigma exists in a neighbourhood of each state */
  gboolean proved;  /* what was found to be 0 is 0 in symbols, with the present parameters; not by its numbers alone */
  /* Obstruction. */
  char *of[2];          /* the sections, as texts; twice the same if X_a = 0 and u_a is not */
  NoslipExpr value;     /* the required change of sigma along the bracket of the sections, minus that along the equal
                         * combination of fields; NOSLIP_ZERO if it is too long to be read */
  double number, noise; /* of this value at the state `row`, and its rounding */
  guint row;
  /* Or sigma exists locally and changes along a closed path that is tangent to the fields. */
  int *turns;              /* m: how often each angle goes round; NULL if there is no such path */
  double period;           /* the change */
  NoslipExpr period_value; /* the change in symbols, or NOSLIP_ZERO */
  gboolean in_symbols;
  NoslipExpr exponential; /* exp(sigma), if in_symbols; local if there is a period */
  gboolean singular;      /* in_symbols, but exp(sigma) is not finite and positive at the initial state */
} NoslipPrimitive;

/* Input: numerical values are computed with these parameters at these states. */
typedef struct {
  NoslipMotion *motion;
  NoslipDistribution *distribution;
  const NoslipAtoms *atoms;
  const double *parameters;
  const double *rows; /* n_rows x row_size: states on M */
  guint n_rows, row_size;
  const NoslipExpr *drift; /* m: one more field after those of D, with its u after theirs; or NULL */
  guint n_symmetries;      /* fields along which sigma does not change, m components each */
  const NoslipExpr *symmetries;
  const double *start; /* m: the initial state, at which exp(sigma) should be regular; or NULL */
} NoslipPrimitiveSetting;
