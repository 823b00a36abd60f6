/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: paths of equilibria. u (size + n_symmetries) holds z and the rates of the symmetries. */
#pragma once

#include "core/finder/steady/steady.h"

/* The distance of two states in units of the sizes of coordinates and velocities, with angles taken the short way round;
 * change (size): the vector from z to `to`. Coordinates on which nothing depends do not count. */
double noslip_family_way(const NoslipSteady *steady, const double *z, const double *to, double *change);
/* Turns u by symmetries, as near to the state `to` as turns of one after the other bring it: to another member of its
 * family. Returns the distance. */
double noslip_family_turn(NoslipSteady *steady, const double *to, double *u);
typedef enum {
  NOSLIP_PATH_JOINS,
  NOSLIP_PATH_ENDS, /* at a bend, or where there is no equilibrium near by; which does not mean that there is no path */
  NOSLIP_PATH_UNDECIDED /* it was given up: it needs more steps than it may */
} NoslipPathEnd;

/* Follows a path of equilibria from one to the other, or to a turn of it by symmetries; with `turned` to more turns of it,
 * and only to them. Steps go straight towards the other, and from the end of each to the nearest equilibrium. They are
 * halved where the path bends, so that they do not lead to another family that crosses this one. *steps: how many may be
 * tried, those that are halved included; it decreases. */
NoslipPathEnd noslip_family_path(NoslipSteady *steady, const double *from, const double *to, gboolean turned,
                                 guint *steps);
/* Moves u onto an equilibrium, perpendicular to the rows of kernel[n_kernel x columns], in the units: along
 * the directions of a family Newton's method is not determined. Singular values below `least`, relative, count as 0. FALSE
 * if it does not converge; where there is no equilibrium it may converge to another point. */
gboolean noslip_family_solve_across(NoslipSteady *steady, guint n_kernel, const double *kernel, double least,
                                    guint most_steps, double *u);
