/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Dry friction and bounces in the witness's equations. What slides has the force -N sign(v); what sticks, and what rests
 * in contact, is held by a force that is fitted, and that must not be more than N, or must not pull. What an impact does
 * to the velocities is not looked at. Private to the witness. */
#pragma once

#include "core/verdict/witness-equations.h"

typedef struct {
  const double *unit; /* n: sqrt(W_aa) */
  double speed;       /* the largest so far, in the kinetic metric */
  double elapsed;     /* since the first row */
  gboolean fit;       /* the multipliers of the constraints are fitted, too */
} WitnessScale;

/* At the row that was evaluated last: puts the forces into the equations. beyond[F + B]: by how much a force is more than
 * it may be; sizes[F + B] is what that is to be measured by. below[B]: by how much a gap is negative, against depth[B]. */
void noslip_witness_contacts(WitnessEquations *equations, const WitnessScale *scale, double *beyond, double *sizes,
                             double *below, double *depth);
