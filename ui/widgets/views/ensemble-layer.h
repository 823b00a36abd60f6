/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble in a view: thin curves under the motion's own, filled in over some frames, and a dot for each motion. */
#pragma once

#include "ui/widgets/views/view.h"

/* Adds the ensemble to a figure where there is one and these quantities (columns of the primary's table, 0 for time)
 * are kept of it. `place` distinguishes the layers of one view. With `dots` motions are coloured by where they began;
 * else all curves have `color`. */
void noslip_ensemble_layer_add(NoslipView *view, guint place, NoslipFigure *figure, int x, int y, gboolean dots,
                               NoslipColor color);
