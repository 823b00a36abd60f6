/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: a path (direct-path.c), and the search for one of least effort (direct-search.c). */
#pragma once

#include "core/finder/steer/direct-field.h"
#include "core/finder/steer/direct.h"

#define PARTS NOSLIP_DIRECT_PARTS

struct _NoslipDirect {
  NoslipDirectField field;
  guint m, n, n_given, width; /* width = m + 1: a position, and the cost up to it */
  const double *x, *ranges;
  const guint *given;
  double time;
  const int *cancel;
  double *states;   /* (PARTS + 1) x width */
  double *controls; /* PARTS x n */
  double *scale;    /* n: components of a vector of size 1 in the metric at the start */
  double *usual;    /* n: components of a vector that covers a typical distance in the time */
  double *by_state; /* PARTS x width x width: d(next)/d(state) */
  double *by_v;     /* PARTS x width x n */
  double *rows;     /* (PARTS + 1) x (n_given + 1) x width: derivatives of the given coordinates of the end and, last,
                     * the cost by the state at the start of each part */
  double *slopes;   /* (n_given + 1) x PARTS x n: the same by the controls */
  double *inverse;  /* (n_given + 1) x PARTS x n: the inverse of the Hessian times these */
  double *hessian;  /* PARTS x n x n: of the kinetic energy, the first guess of the Hessian */
  double *solved;   /* PARTS x n x n: its inverse */
  double *nu;       /* n_given */
};

/* Fills `states` with the path of the present controls. FALSE if a value is not real. */
gboolean noslip_direct_follow(NoslipDirect *direct);
/* Fills `rows` and `slopes` along the present path. */
gboolean noslip_direct_differentiate(NoslipDirect *direct);
