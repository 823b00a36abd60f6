/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that a guard (guard.h) evaluates at each step. Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/expr/tape.h"

typedef struct {
  guint m, n, k; /* k: without the constraints that the dynamics leaves out */
  /* (t, x, y) -> watched: denominators, arguments of sign( ); xdot m, F n, -drift k, W n x n, Phi k x n; E, its terms,
   * its slopes by t, x, y. NULL: nothing becomes singular, and nothing switches. */
  NoslipTape *tape;
  guint n_poles;   /* denominators */
  guint n_watched; /* and arguments of sign( ) */
  guint energy;    /* index of E */
  guint n_outputs;
  char **switches; /* texts of these arguments, n_watched - n_poles and NULL */
} NoslipGuardProgram;

/* Compiled at first use; lives as long as the dynamics. NULL if there is nothing to check: for vakonomic dynamics,
 * degenerate Lagrangians, and unless `every_step` is checked also where nothing becomes singular or switches. */
const NoslipGuardProgram *noslip_guard_program(NoslipDynamics *dynamics, gboolean every_step);
