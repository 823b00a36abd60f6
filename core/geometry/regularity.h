/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Regularity of a constrained system at a state: its equations have one solution there. Three conditions, which for a
 * regular L are equivalent (M "Regular nonholonomic systems"), each computed separately:
 *
 *   C^AB = Phi W^-1 Phi^T is regular;
 *   the metric W is regular on D = ker Phi;
 *   no vector is both tangent to M and along the reactions: { b : Phi b = 0, W b in im Phi^T } = 0. */
#pragma once

#include "core/system/system.h"

typedef struct {
  guint rank, size;  /* regular if they are equal */
  double reciprocal; /* smallest singular value over the largest, after rows and columns are scaled; 1 for size 0 */
} NoslipRegularityNumber;

typedef struct {
  NoslipRegularityNumber multipliers; /* C^AB, k x k */
  NoslipRegularityNumber metric;      /* of W on D */
  NoslipRegularityNumber transverse;  /* n minus the dimension of the vectors that are tangent and along the reactions;
                                       * of n */
} NoslipRegularity;

/* Admissibility (Q (15)): the constraints' differentials dphi (k x (m + n)) have the same rank as their parts along the
 * fibre, S*dphi = dphi/dy (k x n). FALSE if something is not finite. */
gboolean noslip_admissibility_at(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                                 guint *of_differentials, guint *of_fibre);

/* FALSE if W is singular or something is not finite. x: m, y: n. */
gboolean noslip_regularity_at(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                              NoslipRegularity *regularity);
