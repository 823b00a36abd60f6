/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random systems: an algebroid, a Lagrangian and constraints with random coefficients, as a text for the
 * program and as numbers for the test. The numbers come from polynomials of degree two that are differentiated by hand
 * here; no expression, no graph and no formula of core/ takes part.
 *
 *   L = 1/2 W_ab(x) y^a y^b + l_a(x) y^a - V(x),   phi^A = S^A_a(x) y^a + s^A(x) + 1/2 N^A_ab y^a y^b */
#pragma once

#include <glib.h>

#define RANDOM_MOST 4 /* coordinates, and sections */
#define RANDOM_K 2    /* constraints, at most */

typedef enum {
  RANDOM_TANGENT, /* TR^3 in natural velocities */
  RANDOM_FRAME,   /* TR^3 in quasi-velocities w = f(x) x', f lower triangular with ones on the diagonal */
  RANDOM_ACTION,  /* so(3) acting on R^3, with a further coordinate in natural velocity: m = n = 4 */
} RandomAlgebroid;

typedef enum { RANDOM_LINEAR, RANDOM_AFFINE, RANDOM_NONLINEAR } RandomConstraints;

typedef struct {
  double c, b[RANDOM_MOST], a[RANDOM_MOST][RANDOM_MOST]; /* c + b_i x_i + sum_(i <= j) a_ij x_i x_j */
} Quadric;

typedef struct {
  RandomAlgebroid algebroid;
  RandomConstraints constraints;
  gboolean gyroscopic; /* whether there is a term linear in the velocities */
  guint m, n, k;
  Quadric frame[RANDOM_MOST][RANDOM_MOST]; /* f, below the diagonal */
  Quadric w[RANDOM_MOST][RANDOM_MOST], l[RANDOM_MOST], v;
  Quadric s[RANDOM_K][RANDOM_MOST], s0[RANDOM_K];
  double bend[RANDOM_K][RANDOM_MOST][RANDOM_MOST]; /* N, symmetric */
  Quadric force[RANDOM_MOST];
  char *text;
} RandomSystem;

RandomSystem *random_system_new(RandomAlgebroid algebroid, RandomConstraints constraints, gboolean gyroscopic,
                                guint32 seed);
void random_system_free(RandomSystem *system);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(RandomSystem, random_system_free)

/* Everything at one state, in the notation of core/README.md. */
typedef struct {
  double x[RANDOM_MOST], y[RANDOM_MOST];
  double rho[RANDOM_MOST][RANDOM_MOST];                                                /* rho^i_a: [i][a] */
  double c[RANDOM_MOST][RANDOM_MOST][RANDOM_MOST];                                     /* C^c_ab: [c][a][b] */
  double w[RANDOM_MOST][RANDOM_MOST], p[RANDOM_MOST], dp[RANDOM_MOST][RANDOM_MOST];    /* dp_a/dx^i: [a][i] */
  double phi[RANDOM_K], jacobian[RANDOM_K][RANDOM_MOST], slope[RANDOM_K][RANDOM_MOST]; /* phi, Phi, dphi/dx */
  double xdot[RANDOM_MOST], f[RANDOM_MOST];
  double ydot[RANDOM_MOST], lambda[RANDOM_K]; /* of the constrained motion */
} RandomState;

/* Fills in all but ydot and lambda from x and y. */
void random_state_evaluate(const RandomSystem *system, RandomState *state);
/* A state on phi = 0, with coordinates in -1/2 .. 1/2, and its motion: W ydot = F + Phi^T lambda, d phi/dt = 0. */
void random_state_draw(const RandomSystem *system, GRand *random, RandomState *state);
/* {f, g} from its definition omega_L(Pbar X_f, Pbar X_g) (M "The nonholonomic bracket"), with the differentials
 * df = (df/dx, df/dy) as m and then n numbers. */
double random_state_bracket(const RandomSystem *system, const RandomState *state, const double *df, const double *dg);
