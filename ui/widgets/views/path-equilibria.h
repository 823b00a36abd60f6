/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a plane of two velocities rests: the states in which no velocity changes, the other velocities as they are now.
 * Shown where the accelerations know nothing of the coordinates and time, and the constraints nothing of the two. */
#pragma once

#include "ui/widgets/views/view.h"

/* Marks, over what the axes showed last: full where small deviations in the plane do not grow, hollow where they do. */
void noslip_path_add_equilibria(NoslipView *view, NoslipFigure *figure, guint fibre_x, guint fibre_y);
