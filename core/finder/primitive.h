/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the coordinates with given derivatives along the sections of D: X_a sigma = u_a, X_a = rho^i_a d/dx^i.
 *
 * Whether there is one: with X_a and X_b, [X_a, X_b] has to change sigma by X_a u_b - X_b u_a. Brackets are added until they
 * depend on the fields that are there; where a dependent one should change sigma otherwise than its combination does,
 * there is none. */
#pragma once

#include "core/finder/atoms.h"
#include "core/trajectory/motion.h"

typedef struct {
  gboolean decided; /* else the fields are too many, or too large */
  gboolean exists;  /* there is a sigma (locally) */
  char *of[2];      /* obstruction: the sections, as texts; the same twice where X_a = 0 and u_a is not */
  NoslipExpr value; /* what their bracket should change sigma by, beyond what its combination does */
  gboolean in_symbols;
  NoslipExpr exponential; /* exp(sigma), where in_symbols */
} NoslipPrimitive;

/* Numbers are looked at with these parameters. `n_states` rows of states are tried. */
typedef struct {
  NoslipMotion *motion;
  NoslipDistribution *distribution;
  const NoslipAtoms *atoms;
  const double *parameters;
  const double *rows; /* n_rows x row_size: states on M */
  guint n_rows, row_size;
} NoslipPrimitiveSetting;

void noslip_primitive_find(const NoslipPrimitiveSetting *setting, const NoslipExpr *u, NoslipPrimitive *primitive);
void noslip_primitive_clear(NoslipPrimitive *primitive);
/* Whether e, in x, is 0: in symbols on M, or else at all states against the sum of its terms. */
gboolean noslip_primitive_vanishes(const NoslipPrimitiveSetting *setting, NoslipExpr e);
