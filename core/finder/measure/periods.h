/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whether a function sigma that exists locally is one around the angles too: private to the finder, see primitive.h. */
#pragma once

#include "core/finder/measure/fields.h"

/* sigma = sum_i slopes_i x^i with constant slopes (m), 0 for angles where that is possible; FALSE if there is none. */
gboolean noslip_periods_constant(const NoslipPrimitiveSetting *setting, const GArray *fields, NoslipExpr *slopes);
/* Whether e has the same value after a turn of each angle. An angle with a range of less than a turn, or one on which
 * the system depends otherwise than periodically, does not go round. */
gboolean noslip_periods_is_periodic(const NoslipPrimitiveSetting *setting, NoslipExpr e);
/* A closed straight path of the angles, tangent to the fields, along which sigma changes: how often each coordinate
 * goes round (m, free with g_free()), and the change; NULL if none is found among single angles and pairs. */
int *noslip_periods_find(const NoslipPrimitiveSetting *setting, const GArray *fields, double *period);
