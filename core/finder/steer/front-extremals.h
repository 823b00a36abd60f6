/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the extremals of a wave front (front.h), given by the angle of their initial velocity and
 * their multiplier. */
#pragma once

#include "core/finder/steer/arc.h"
#include "core/finder/steer/front-options.h"

typedef struct {
  const NoslipSystem *system;
  const NoslipFrontOptions *options;
  NoslipExtremal *extremal;
  NoslipArc *arc;
  double *metric, *phi, *basis; /* n x n, k x n; two vectors of size 1 in the metric */
  double *xy, *mu, *z;
  double most; /* largest multiplier */
  const int *cancel;
} NoslipFront;

/* The angle (rad) and the multiplier at an index of the grid. */
double noslip_front_angle(const NoslipFront *front, guint direction);
double noslip_front_multiplier(const NoslipFront *front, guint multiplier);
/* Sets the velocity in front->xy. */
void noslip_front_set_velocity(NoslipFront *front, double angle);
/* Fills front->z with the initial state of an extremal; FALSE if there is none. */
gboolean noslip_front_enter(NoslipFront *front, double angle, double multiplier);
