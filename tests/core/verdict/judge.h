/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/verdict/witness.h"

/* Checks one row of a motion by the witness, at the default parameters. *found, if not NULL: whether the largest
 * residual belongs to a quantity with "theta" in its name. */
void judge(const char *text, NoslipDynamicsKind kind, const double *row, NoslipWitnessResult *result, gboolean *found);
