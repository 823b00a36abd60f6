/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of allowed velocities share. */
#pragma once

#include "core/base/linear.h"
#include "core/expr/tape.h"
#include "core/geometry/allowed.h"
#include "core/system/model.h"
#include "core/system/reaction.h"

#define RANK 1e-10 /* directions shorter than this fraction of the longest count as 0 */

/* Outputs of the program: for each point P (3), v (3), J (3 x n), and V (3 x n), the slopes of the velocity of the body's
 * point there; then Phi (k x n) and W (n x n). */
struct _NoslipAllowed {
  guint m, n, k, n_points, x, y, ydot, lambda; /* the last four: indices in a row */
  gboolean *moves;                             /* for each point: it depends only on coordinates and time */
  gboolean *is_field;
  guint (*index)[3];
  NoslipTape *tape;
  NoslipTapeWorkspace *work;
  NoslipReaction *reaction;
  NoslipReactionWorkspace *reaction_work;
  NoslipSvd *constraints, *point, *pull; /* Phi; J W^-1 J^T; J^T */
  NoslipLu *mass;
  double *in, *out, *kernel, *covector, *solved, *multipliers, *transposed;
};

/* allowed-places.c: the point of a place, and the velocity there of the body's point, in the graph of the model. */
void noslip_allowed_place(const NoslipModel *model, const NoslipAllowedPlace *place, NoslipExpr at[3],
                          NoslipExpr velocity[3]);
/* Evaluates the program at a row: FALSE if a value of the point, or of Phi or W, is not finite. */
gboolean noslip_allowed_run(NoslipAllowed *allowed, guint point, const double *row);
/* Finds f with J^T f = covector, if it exists. */
gboolean noslip_allowed_pulls(NoslipAllowed *allowed, const double *jacobian, const double *covector, double force[3]);
