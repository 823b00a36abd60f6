/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The equilibria in a plane of two velocities: the states in which no velocity changes, with the present values of the
 * others. Shown if the accelerations do not depend on the coordinates and time, and the constraints not on the two
 * velocities. */
#pragma once

#include "ui/widgets/views/view.h"

/* Marks, over the last range of the axes: full if small deviations in the plane do not grow, hollow if they do. */
void noslip_path_add_equilibria(NoslipView *view, NoslipFigure *figure, guint fibre_x, guint fibre_y);
