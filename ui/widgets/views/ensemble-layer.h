/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The ensemble in a view: thin curves below the motion's own, drawn over several frames, and a dot for each motion. */
#pragma once

#include "ui/widgets/views/view.h"

/* Adds the ensemble to a figure if there is one and it has these quantities (columns of the primary's table, 0 for
 * time). `place` distinguishes the layers of one view. With `dots` motions are coloured by their initial values; else
 * all curves have `color`. */
void noslip_ensemble_layer_add(NoslipView *view, guint place, NoslipFigure *figure, int x, int y, gboolean dots,
                               NoslipColor color);
