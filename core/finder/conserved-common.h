/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: conserved combinations with the same rational coefficients for all values of the parameters,
 * as the square of a rigid body's angular momentum. Modulo the energy it has others, which depend on the parameters. */
#pragma once

#include "core/finder/conserved-support.h"

/* Of NoslipSupport: combinations of the columns of this null space that are conserved at further sets of parameters too.
 * `weights` are the coefficients, that of the leading column is 1. Empty if there are none. */
GArray *noslip_common_supports_new(const NoslipSpace *space, NoslipDynamics *dynamics, const double *parameters,
                                   const double *xy, guint64 seed, const NoslipNullspace *nullspace);
/* The weights as rational numbers of the model's graph; FALSE if one is not a fraction. */
gboolean noslip_common_recognise(const NoslipSpace *space, const NoslipSupport *support, NoslipExpr *coefficients);
