/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Steps of Newton's method for the methods of discrete mechanics, with a test of rank that does not depend on units.
 * Private to integrate/. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct _NoslipNewton NoslipNewton; /* one for each matrix that is followed along a motion */

NoslipNewton *noslip_newton_new(guint size);
void noslip_newton_free(NoslipNewton *newton);
/* Forgets the scales of the rows and columns; the next matrix may be that of another motion. */
void noslip_newton_forget(NoslipNewton *newton);

/* Subtracts the solution s of matrix s = right (size x size, and size; right is overwritten with s) from the unknowns.
 * *change is the largest of the first `judged` components of s, in units of the scales of the columns, relative to the
 * size of these unknowns. RANK_LOST if the matrix is singular to rounding once its rows and columns are scaled, or if
 * one of them has fallen to round-off since the scales were set; UNDEFINED if a value is not finite. The unknowns are unchanged then.
 * Allocates only where the scales are no longer good. */
NoslipStepStatus noslip_newton_step(NoslipNewton *newton, const double *matrix, double *right, guint judged,
                                    double *unknowns, double *change);
/* Whether the steps are round-off, and no longer shrink. */
gboolean noslip_newton_has_converged(double change, double before);
/* A step below this fraction of the unknowns is taken for round-off when no more steps are left. */
#define NOSLIP_NEWTON_CONVERGED 1e-12
