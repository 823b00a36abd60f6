/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The Hamiltonian flow of vakonomic extremals, with its exact Jacobian.
 *
 * The state is z = (x, p), p_alpha = dL/dy^alpha + mu_A Phi^A_alpha (core/dynamics/vakonomic-regular.c has the
 * equations). At each point (y, mu) is the solution of g(x, y, mu) = (momentum - p, phi) = 0. Differentiating this, K
 * d(y, mu) = (dp, 0) - dg/dx dx, and with it the slopes of zdot by (x, p) follow from the partial slopes of zdot. */
#pragma once

#include "core/system/system.h"

typedef struct {
  guint m, n, k, size;     /* size = m + n, of z */
  double *y, *mu;          /* at the last point: n and k */
  double *slopes;          /* dzdot/dz, size x size, if requested */
  double *y_slopes;        /* dy/dz, n x size, if requested */
  double *structure;       /* C^gamma_alpha beta, n x n x n */
  double *anchor;          /* rho^i_alpha, m x n */
  double *anchor_slopes;   /* d rho^i_alpha / dx^j, m x n x m */
  double *extended_slopes; /* d(L + mu phi)/dx, m */
  double lagrangian;       /* L */
  struct _NoslipExtremalPrograms *programs;
} NoslipExtremal;

/* Used by one thread; the system must outlive it. NULL if the equations exceed the limit of a graph. */
NoslipExtremal *noslip_extremal_new(const NoslipSystem *system, const double *parameters);
void noslip_extremal_free(NoslipExtremal *extremal);
/* z at (x, y, mu); xy has m + n numbers, mu k. The search at the next point starts from here. */
gboolean noslip_extremal_enter(NoslipExtremal *extremal, double t, const double *xy, const double *mu, double *z);
/* zdot at z, and the fields above. FALSE if (y, mu) are not determined or a value is not finite. */
gboolean noslip_extremal_rates(NoslipExtremal *extremal, double t, const double *z, double *zdot, gboolean slopes);
/* The kinetic metric W (n x n) and Phi (k x n) at (x, y, mu). */
gboolean noslip_extremal_metric(NoslipExtremal *extremal, double t, const double *xy, double *metric, double *phi);
/* ydot at (x, y, mu), n. */
gboolean noslip_extremal_acceleration(NoslipExtremal *extremal, double t, const double *xy, const double *mu,
                                      double *ydot);
/* <p, y> - L at the last point. */
double noslip_extremal_hamiltonian(const NoslipExtremal *extremal, const double *z);
/* The largest term at the last point among L, p_a y^a and y^a W_ab y^b: the size of the terms that cancel where the
 * Hamiltonian vanishes, also if L and p are 0 there. */
double noslip_extremal_energy_size(const NoslipExtremal *extremal, const double *z);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipExtremal, noslip_extremal_free)
