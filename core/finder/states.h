/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random states of the constraint submanifold M, with the accelerations of the motions through them, at which the
 * finder tests functions. */
#pragma once

#include "core/dynamics/formulation.h"
#include "core/finder/sampling/random.h"
#include "core/system/row.h"

typedef struct {
  guint n, row_size;
  double *rows; /* n x row_size, the layout of system/row.h; lambda is NaN if the formulation has none */
} NoslipStates;

/* Draws `n` states at these parameters; xy (m + n) is the initial state. Coordinates come from `in LO .. HI`, angles
 * without it from the whole circle, others from the initial value +- 1, moved onto the manifolds; velocities have
 * independent signs and the size of the initial kinetic energy (1 if the motion starts at rest), and are moved onto the
 * constraints. Where that size is so far from the natural one, with which the system crosses its ranges in the time in
 * which its forces change its velocities, that either would be rounding beside the other, the natural one is taken:
 * otherwise results would depend on the unit of time. States with a value that is not finite are drawn again. The same
 * seed gives the same states. NULL with *error if no more states are found. */
NoslipStates *noslip_states_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, guint n,
                                guint64 seed, NoslipDiagnostic **error);
void noslip_states_free(NoslipStates *states);
/* TRUE with *error if the system has dry friction or bounces: results for single states do not cover jumps. */
gboolean noslip_states_refuse_modes(const NoslipSystem *system, NoslipDiagnostic **error);
static inline const double *
noslip_states_row(const NoslipStates *states, guint i)
{
  return states->rows + (gsize) i * states->row_size;
}

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipStates, noslip_states_free)
