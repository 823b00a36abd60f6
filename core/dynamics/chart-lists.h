/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equations in one chart or several as lists of assignments. */
#pragma once

#include "core/dynamics/chart-private.h"
#include "core/dynamics/flow.h"

#include "core/dynamics/saddle-private.h"

/* Fills `flow`, but for the projection of the coordinates, with the equations in these charts (NoslipChart): the inner
 * variables are the chart's w (r) and, if there are several charts, the number of the present one and the sizes of its
 * watched pivots where it was chosen (n_pivots). The multipliers are those of the saddle point problem. */
void noslip_charts_list(const NoslipCharts *charts, const GPtrArray *visited, const NoslipSaddle *saddle,
                        NoslipFlow *flow);
