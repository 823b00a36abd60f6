/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/base/linear.h"
#include "core/dynamics/saddle.h"
#include "core/expr/elimination.h"
#include "core/expr/tape.h"
#include "core/system/manifold.h"
#include "core/system/model.h"

#include <pthread.h>

/* The dense solver: W and Phi are scaled to unit size before they are factored, so that units do not matter. */
typedef struct {
  guint n, k;
  NoslipQr *qr;
  double *matrix;         /* (n + k) x (n + k) */
  double *right;          /* n + k */
  double *column_scale;   /* n: 1 / sqrt |W_aa| */
  double *row_scale;      /* k */
  double *row_reference;  /* k: |Phi_A| in the metric at the start of the motion; 0 before */
  double *row_decay;      /* k: the fall of log |Phi_A| from the last accepted state but one to the last, in a second */
  double t_start, t_last; /* s, of the motion and of the last accepted state; NaN before */
  double *gram;           /* k x n, for naming the dependent constraint */
  int failure;
} NoslipSaddleDense;

NoslipSaddleDense *noslip_saddle_dense_new(guint n, guint k);
void noslip_saddle_dense_free(NoslipSaddleDense *dense);
/* Resets the sizes of the constraints: the next factorisation sets the reference. */
void noslip_saddle_dense_enter(NoslipSaddleDense *dense);
/* To be called at each accepted state, with Phi there and, after the first, at the one before. */
void noslip_saddle_dense_follow(NoslipSaddleDense *dense, double t, const double *before, const double *phi);
/* W n x n, phi k x n. RANK_LOST sets `failure`. */
NoslipStepStatus noslip_saddle_dense_factor(NoslipSaddleDense *dense, const double *mass, const double *phi);
/* (f, g) -> (ydot, lambda), in place of f (n) and g (k). FALSE if the result is not finite. */
gboolean noslip_saddle_dense_solve(NoslipSaddleDense *dense, double *f, double *g);
/* The row of phi (k x n, columns times `scale`) with the smallest component outside the span of the rows before it, and
 * that component relative to its size. `gram` is scratch, k x n. */
guint noslip_saddle_weakest_row(guint n, guint k, const double *phi, const double *scale, double *gram, double *part);

typedef struct {
  const NoslipSystem *system;
  gboolean constrained;
  guint m, n, k; /* k = 0 for free motions */
  NoslipManifold *manifold;
  NoslipTape *rates;                     /* (t, x, y) -> xdot m, ydot n, lambda k, pivots n + k; NULL: dense only */
  NoslipTape *projection;                /* -> the change of y that brings phi to 0, n; NULL: dense only */
  NoslipTape *dense;                     /* -> xdot m, F n, -drift k, W n x n, Phi k x n */
  NoslipTape *constraints;               /* -> phi k, absolute terms k, Phi k x n */
  gboolean pivots_vary, directions_vary; /* whether pivots, and the directions of constraints, vary with the state */
  pthread_mutex_t lock;                  /* protects the rest; see saddle-jacobian.c */
  NoslipTape *slopes;                    /* compiled at first use */
  /* -> xdot m, ydot n, d(xdot, ydot)/dz, lambda k, pivots n + k: those of `rates`. Compiled at first use (`linear_known`);
   * NULL: dense only. */
  NoslipTape *linear;
  gboolean linear_known;
} NoslipSaddle;

typedef struct {
  const NoslipSaddle *saddle;
  NoslipManifoldWorkspace *manifold;
  NoslipTapeWorkspace *rates, *projection, *dense_tape, *constraints, *slopes;
  NoslipTapeWorkspace *linear; /* or NULL, before the first use */
  double *parameters;
  double *in;        /* t, x, y of the last noslip_saddle_solve() */
  double *out;       /* outputs of `rates` */
  double *dense_out; /* outputs of `dense_tape` */
  double *phi_out;   /* outputs of `constraints` */
  double *delta;     /* n + k */
  double *reference; /* n + k: pivots at the start of the motion */
  double *before;    /* k x n: Phi at the last accepted state */
  double *bases;     /* 2 x k x n: orthonormal bases of the span of Phi at two states */
  double *state;     /* m + n: the last accepted state */
  double *slopes_in, *slopes_out;
  double *by_time; /* m + n: the slopes by t, where only the others are needed */
  gboolean parity; /* parity of the number of negative pivots at the last accepted state */
  gboolean solved; /* `out` is the symbolic solution at `in`, and sound */
  gboolean steady; /* the pivots do not vary, and are sound */
  gboolean dense_only;
  NoslipSaddleDense *dense;
  int failure;
} NoslipSaddleWorkspace;

/* Solves K z = right (n + k rows, r columns) in symbols, K the matrix of the saddle point problem. choice: NULL for that
 * of `rates`. */
NoslipEliminationStatus noslip_saddle_eliminate(const NoslipSaddle *saddle, NoslipModel *model,
                                                const NoslipPivots *choice, guint r, const NoslipExpr *right,
                                                NoslipExpr *z, NoslipExpr *pivots);
/* saddle->linear, compiled if it is not yet; or NULL. */
NoslipTape *noslip_saddle_linear(const NoslipSaddle *saddle);
/* Solves in symbols again, with the velocities as the first pivots and then the constraints. Nothing changes if that is
 * impossible or too large. */
void noslip_saddle_take_velocities_first(NoslipSaddle *saddle);
/* The saddle point problem for a program, which has no dense factorisation to change to, of a motion that starts at xy
 * (m + n): its symbolic solution is valid as long as the motion is, if W is positive definite. NULL with *error set if
 * there is none. */
NoslipSaddle *noslip_saddle_new_for_program(const NoslipSystem *system, gboolean constrained, const double *parameters,
                                            const double *xy, NoslipDiagnostic **error);

/* Whether the constraints or the mass matrix lost rank between the last accepted state and z. */
NoslipStepStatus noslip_saddle_watch(NoslipSaddleWorkspace *work, double t, const double *z);
/* Takes z as the last accepted state. */
void noslip_saddle_remember(NoslipSaddleWorkspace *work, double t, const double *z);
/* Evaluates the constraints' program at (t, z) into work->phi_out. */
void noslip_saddle_constraints(NoslipSaddleWorkspace *work, double t, const double *z);
/* Evaluates the dense program at (t, z) and factors. */
NoslipStepStatus noslip_saddle_factor(NoslipSaddleWorkspace *work, double t, const double *z);
/* Whether the pivots in work->out are large enough, as the symbolic solution needs. */
gboolean noslip_saddle_pivots_sound(const NoslipSaddleWorkspace *work);
/* Whether work->out is the symbolic solution at (t, z). */
gboolean noslip_saddle_is_solved(const NoslipSaddleWorkspace *work, double t, const double *z);
/* xdot, ydot, lambda at (t, z) in work->out, by the dense factorisation. */
NoslipStepStatus noslip_saddle_solve_dense(NoslipSaddleWorkspace *work, double t, const double *z);
/* The same, by the symbolic solution if its pivots are sound. */
NoslipStepStatus noslip_saddle_solve(NoslipSaddleWorkspace *work, double t, const double *z);

/* Evaluates a program whose outputs are `n_first` for the integrator, xdot and ydot among them, then lambda and pivots;
 * those are written to their place in work->out. Whether all are finite, and the pivots sound. */
gboolean noslip_saddle_evaluate(NoslipSaddleWorkspace *work, NoslipTapeWorkspace *tape, double t, const double *z,
                                gsize n_first, double *first);

/* Thresholds shared by the scalar code and the lanes. */
#define NOSLIP_SADDLE_PIVOT_SHRUNK 1e-2 /* relative to a pivot on entering: below it the dense solver takes over */
#define NOSLIP_SADDLE_ROUND_OFF 1e-15   /* a constraint's residual below this fraction of its terms is not corrected */
#define NOSLIP_SADDLE_PROJECTIONS_MOST 4
#define NOSLIP_SADDLE_CHORD_STATES 64 /* systems with more constraints are watched by their pivots only */

/* Whether noslip_saddle_watch() checks the orientation of the constraints' directions. */
gboolean noslip_saddle_watches_directions(const NoslipSaddle *saddle);
