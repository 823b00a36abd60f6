/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: a path that may slip (slip-path.c), and the search for one of least effort (slip.c). */
#pragma once

#include "core/base/linear.h"
#include "core/expr/tape.h"
#include "core/finder/steer/slip.h"

typedef struct {
  guint m, n, k, parts;
  const double *x, *ranges; /* m: the start, and typical distances */
  double time, weight;      /* weight = 1/e */
  double *places;           /* (parts + 1) x m */
  double *mu;               /* parts x k */
  double *size;             /* k: s, which makes s phi^2/2 the kinetic energy of the slip at the start */
  double *mass;             /* m: kinetic energy of a rate of 1 of each coordinate at the start, times 2 */
  double *slip;             /* parts x k: phi of each part, of the last evaluation */
  NoslipTapeWorkspace *anchor, *work;
  double *in, *out, *rho, *v;
  NoslipLu *lu;
} NoslipSlipPath;

/* FALSE if a value at the start is not finite. */
gboolean noslip_slip_path_init(NoslipSlipPath *path, const NoslipSystem *system, const double *parameters);
void noslip_slip_path_clear(NoslipSlipPath *path);
/* The effort of part `part` from a to b (m each), INFINITY if it is not finite; slope (2 m) by a and b, or NULL. */
double noslip_slip_path_part(NoslipSlipPath *path, guint part, const double *a, const double *b, double *slope);
/* y (n) and mu + s phi/e (k) in the middle of part `part`. FALSE if not finite. */
gboolean noslip_slip_path_middle(NoslipSlipPath *path, guint part, double *y, double *mu);
/* rho (m x n) at node `node`; NULL if not finite. */
const double *noslip_slip_path_anchor(NoslipSlipPath *path, guint node);
