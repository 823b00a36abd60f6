/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Equilibria and relative equilibria, with the linearization of the motion on M there.
 *
 * A relative equilibrium is at rest up to its symmetries: coordinates on which nothing else depends may move, and a
 * rotation may turn about an axis that is fixed in space or in the body, at a constant rate c: zdot = c xi(z). States z
 * = (x, y) are found by Newton's method (steps of least norm) from random states. With T an orthonormal basis of the
 * tangent space of M at the state and A the exact Jacobian of zdot - c xi, the linearization is T^t A T: M is
 * invariant, so A maps its tangent space into itself. */
#pragma once

#include "core/dynamics/formulation.h"

typedef struct {
  double *state;     /* x, y; m + n */
  gboolean relative; /* a relative equilibrium: a coordinate or a rotation moves */
  guint n_symmetries;
  double *rates;   /* of the rotation symmetries, n_symmetries */
  double residual; /* largest |zdot - c xi| relative to the size of the velocities and accelerations considered */
  guint n;         /* dimension of M */
  double
      *eigenvalues; /* n x 2: real and imaginary part; the forced zeros last, the others by decreasing real part, with
                        * conjugate ones side by side, the one with positive imaginary part first */
  double rate;      /* 1/s: the motion's rate, relative to which real parts are judged */
  guint forced;     /* number of zeros forced by symmetry and family */
  double *modes;    /* (n - forced) x (m + n) x 2 */
  int stable;       /* 1: 1: all real parts except the forced zeros are negative; 0: one is positive; -1:
                        * undecided */
  guint members;    /* number of equilibria of its family found from the states tried, itself included */
  guint dimension;  /* of the family */
} NoslipEquilibrium;

typedef struct {
  const char *kind; /* "fold", "hopf", "branch", "zero" */
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
  GPtrArray *equilibria; /* of NoslipEquilibrium; one for each family, and for each stability within it */
  guint
      n_singular; /* searches that led to states left out, which have no linearization: constraints lose rank there, or
                     * the coordinates have a pole */
  guint n_undecided_joins; /* pairs of families listed apart though a path between them was given up: they may be one */
  GPtrArray *branches;     /* of NoslipEquilibriumBranch */
  GArray *events;          /* of NoslipEquilibriumEvent */
} NoslipEquilibria;

typedef struct {
  gboolean relative;
  int along;        /* index of the parameter that varies, or -1 */
  double low, high; /* range of that parameter */
  guint n_values;
  const double *near; /* m + n: the only start of the search; NULL: random starts */
  guint64 seed;
} NoslipEquilibriaOptions;

/* Finds equilibria from several starts: xy (m + n), random states about it and others, or only options->near. With
 * options->along >= 0 they are followed over the values of that parameter, and, without options->near, those found at
 * four more of the values: they need not be on a branch that passes the first. NULL with *error set if the
 * search is not possible, or *cancel is set (CANCELLED). */
NoslipEquilibria *noslip_equilibria_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                         const double *xy, const NoslipEquilibriaOptions *options, const int *cancel,
                                         NoslipDiagnostic **error);
void noslip_equilibria_free(NoslipEquilibria *equilibria);
/* The steady state plus a small part of one of its n - forced modes: xy[m + n] = state + c Re(mode), c such that no
 * coordinate moves by more than `amplitude` of its own size (at least 1) and no velocity by more than `amplitude` of
 * its own (at least the motion's rate). To first order the motion from there is that mode added to the steady one:
 * state(t) + c Re(exp(eigenvalue t) mode). */
void noslip_equilibrium_displaced(const NoslipEquilibrium *equilibrium, guint m, guint n, guint mode, double amplitude,
                                  double *xy);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipEquilibria, noslip_equilibria_free)
