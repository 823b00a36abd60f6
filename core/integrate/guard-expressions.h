/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The expressions that a guard (guard.h) evaluates at each step. */
#pragma once

#include "core/system/model.h"

typedef struct {
  /* Functions of (t, x, y), of NoslipExpr: denominators, arguments of sign( ); xdot m, F n, -drift k, W n x n,
   * Phi k x n; E, its terms, its slopes by t, x, y. */
  GArray *outputs;
  guint n_poles;   /* denominators */
  guint n_watched; /* and arguments of sign( ) */
  char **switches; /* texts of these arguments, n_watched - n_poles and NULL */
} NoslipGuardExpressions;

/* Of a model with its first k constraints. FALSE, and *all is not set, if nothing can become singular and nothing
 * switches, unless every step is checked. The caller owns the array and the texts. */
gboolean noslip_guard_expressions(NoslipModel *model, guint k, gboolean every_step, NoslipGuardExpressions *all);
