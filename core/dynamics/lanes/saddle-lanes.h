/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The saddle point problem for many motions in lanes: the computations of saddle-workspace.c and saddle-watch.c, with
 * the same arithmetic in the same order, while the symbolic solution is sound. A motion that needs the dense solver, or
 * the chord between two states, leaves its lane. Its files: saddle-lanes.c, saddle-lanes-solve.c,
 * saddle-lanes-accept.c. */
#pragma once

#include "core/dynamics/saddle-private.h"
#include "core/expr/lanes.h"
#include "core/system/manifold-lanes.h"

typedef struct {
  const NoslipSaddle *saddle;
  NoslipSaddleWorkspace *alone;  /* for entering a motion */
  NoslipManifoldLanes *manifold; /* or NULL */
  NoslipTapeWorkspace *rates, *projection, *constraints;
  NoslipTapeWorkspace *linear; /* or NULL, before the first use */
  /* Index order of the arrays below: [quantity][lane]. */
  double *constants; /* the parameters again */
  double *in;        /* t, x, y at which `out` was computed, if `evaluated` */
  double *out;       /* outputs of `rates` */
  double *at;        /* t, x, y at which `phi` was computed */
  double *phi;       /* outputs of `constraints` */
  double *delta;     /* n: outputs of `projection` */
  double *reference; /* n + k: pivots on entering */
  double *signs;     /* n + k: signs of the pivots, or 0 before they are known */
  double *scale;     /* n: 1 / sqrt |W_aa| on entering */
  double *before;    /* k x n: Phi at the last accepted state */
  double *matrix;    /* k x k */
  double *norms;     /* 2k: norms of the rows of Phi: at the last accepted state, then at this one */
  gboolean evaluated;
  guint width;    /* the lanes that are computed */
  guint32 sound;  /* lanes whose pivots were found sound and do not vary */
  guint32 parity; /* parity of the number of negative pivots at the last accepted state, one bit per lane */
  double *one;    /* m, or k x k: scratch for one motion */
} NoslipSaddleLanes;

/* The functions of NoslipLanes. */
void noslip_saddle_lanes_rates(gpointer data, const double *t, const double *z, double *zdot, guint32 *in);
void noslip_saddle_lanes_linearize(gpointer data, const double *t, const double *z, double *linear, guint32 *in);
void noslip_saddle_lanes_accept(gpointer data, const double *t, double *z, gboolean stabilise, guint32 *in,
                                guint32 *changed);
/* Computes `out` at (t, z) if it is not up to date; lanes whose solution is not sound leave. */
void noslip_saddle_lanes_solve(NoslipSaddleLanes *lanes, const double *t, const double *z, guint32 *in);
/* Fills `in`, an input of the programs, with t and z. */
void noslip_saddle_lanes_place(const NoslipSaddle *saddle, double *in, const double *t, const double *z);
/* The lanes whose first n values are all finite. */
guint32 noslip_saddle_lanes_finite(guint width, gsize n, const double *values);
