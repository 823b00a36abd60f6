/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions that vanish on M: manifolds, constraints, and the positions of holonomic ones. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/system.h"

typedef struct {
  guint n, m, size;          /* functions; coordinates; m + n of the system */
  NoslipTapeWorkspace *work; /* t, x, y -> values (n), sums of absolute terms (n), slopes (n x size) */
  double *inputs, *outputs;
} NoslipVanishing;

/* constrained: FALSE for the manifolds only. Used by one thread. */
NoslipVanishing *noslip_vanishing_new(const NoslipSystem *system, gboolean constrained);
void noslip_vanishing_free(NoslipVanishing *vanishing);
void noslip_vanishing_set_parameters(NoslipVanishing *vanishing, const double *parameters);
/* Fills `outputs` at z = (x, y). */
void noslip_vanishing_evaluate(NoslipVanishing *vanishing, double t, const double *z);
/* A basis of the tangent space of M at z, orthonormal in `units` (size; NULL: 1), without the directions of the
 * coordinates marked in `without` (m, or NULL): rows of basis[size x size], numbers of units. Returns their number. */
guint noslip_vanishing_tangent(NoslipVanishing *vanishing, double t, const double *z, const gboolean *without,
                               const double *units, double *basis);
