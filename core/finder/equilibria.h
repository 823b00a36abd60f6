/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equilibria and relative equilibria, with the linearization of the motion on M there.
 *
 * A relative equilibrium rests but for its symmetries: coordinates that nothing else depends on may move, and a rotation may
 * turn about an axis that is fixed in space or in the body, at a steady rate c: zdot = c xi(z). States z = (x, y) are found
 * by Newton's method (steps of least norm) from random states. With T an orthonormal basis of the tangent space of M at
 * the state and A the exact Jacobian of zdot - c xi, the linearization is T^t A T: M is invariant, so A maps its tangent
 * space into itself. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  double *state;     /* x, y; m + n */
  gboolean relative; /* something moves */
  guint n_symmetries;
  double *rates;       /* of the rotation symmetries, n_symmetries */
  double residual;     /* largest |zdot - c xi| against the size of the velocities and accelerations looked at */
  guint n;             /* dimension of M */
  double *eigenvalues; /* n x 2: real and imaginary part; the forced zeros last, the others by falling real part */
  double rate;         /* 1/s: of the motion, which real parts are compared with */
  guint forced;        /* zeros that symmetry and family force */
  double *modes;       /* (n - forced) x (m + n) x 2 */
  int stable;          /* 1: every other real part is negative; 0: one is positive; -1: this does not decide */
} NoslipEquilibrium;

typedef struct {
  const char *kind; /* "fold", "hopf", "zero" */
  double parameter;
  NoslipEquilibrium *at;
} NoslipEquilibriumEvent;

typedef struct {
  GPtrArray *points; /* of NoslipEquilibrium */
  GArray *values;    /* of double: the parameter at each */
} NoslipEquilibriumBranch;

typedef struct {
  char **symmetries;     /* names of the rotation symmetries, NULL-terminated: "turn of R about the space axis 3" */
  gboolean *cyclic;      /* m: coordinates that nothing else depends on */
  GPtrArray *equilibria; /* of NoslipEquilibrium */
  GPtrArray *branches;   /* of NoslipEquilibriumBranch */
  GArray *events;        /* of NoslipEquilibriumEvent */
} NoslipEquilibria;

typedef struct {
  gboolean relative;
  int along;        /* a parameter, or -1 */
  double low, high; /* its range, n_values of them */
  guint n_values;
  const double *near; /* m + n: starts there alone; or NULL */
  guint64 seed;
} NoslipEquilibriaOptions;

NoslipEquilibria *noslip_equilibria_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                         const double *xy, const NoslipEquilibriaOptions *options, const int *cancel,
                                         NoslipDiagnostic **error);
void noslip_equilibria_free(NoslipEquilibria *equilibria);
/* The steady state and a little of one of its n - forced modes: xy[m + n] = state + c Re(mode), c such that no coordinate
 * moves by more than `amplitude` of its own size (of 1 where it is smaller) and no velocity by more than `amplitude` of
 * its own (of the motion's rate where it is smaller). To first order the motion from there is that mode beside the
 * steady one: state(t) + c Re(exp(eigenvalue t) mode). */
void noslip_equilibrium_displaced(const NoslipEquilibrium *equilibrium, guint m, guint n, guint mode, double amplitude,
                                  double *xy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEquilibria, noslip_equilibria_free)
