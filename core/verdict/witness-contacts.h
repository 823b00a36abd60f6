/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dry friction and bounces in the witness's equations. A sliding friction has the force -N sign(v); a sticking friction
 * and a contact at rest have a fitted force, which must not exceed N, or must not pull. The velocity jumps of impacts
 * are not checked. Private to the witness. */
#pragma once

#include "core/verdict/witness-equations.h"

typedef struct {
  const double *unit; /* n: sqrt(W_aa) */
  double speed;       /* the largest so far, in the kinetic metric */
  double elapsed;     /* since the first row */
  gboolean fit;       /* the multipliers of the constraints are fitted too */
} WitnessScale;

/* At the row evaluated last: adds the forces to the equations. beyond[F + B]: the excess of a force over its limit;
 * sizes[F + B] its reference size. below[B]: how negative a gap is, relative to depth[B]. */
void noslip_witness_contacts(WitnessEquations *equations, const WitnessScale *scale, double *beyond, double *sizes,
                             double *below, double *depth);
