/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Basins: the value of an expression at the end of a motion, over a grid of two parameters or initial values. */
#pragma once

#include "core/finder/section.h"

/* The objects that it points to must outlive the run. */
typedef struct {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  const double *parameters;
  guint n_overrides;
  const NoslipOverride *overrides; /* initial values that are set */
  NoslipRunOptions options;        /* options.to: the time at which the expression is evaluated; step is not used */
  NoslipSectionSpread axes[2];
  const char *classify; /* an expression of the language, at the last row */
} NoslipBasinsOrder;

/* The result for a grid point: value is NaN if the motion could not start or continue; xy (m + n) is its initial state,
 * NULL if there is none. Until finer points are computed it also stands for the square of points first .. first + size
 * - 1, second .. second + size - 1. */
typedef void (*NoslipBasinsFound)(guint first, guint second, guint size, double value, const double *xy, gpointer data);

/* Computes all points of the grid on the calling thread, from a coarse grid to the fine one, each motion once. FALSE
 * with *error if no motion can be computed or the expression cannot be read. A cancelled run returns TRUE. */
gboolean noslip_basins_run(const NoslipBasinsOrder *order, NoslipBasinsFound found, gpointer data, const int *cancel,
                           NoslipDiagnostic **error);
