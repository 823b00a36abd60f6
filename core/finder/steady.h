/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Inside the finder: the equations of a (relative) equilibrium, and Newton's method for them. */
#pragma once

#include "core/finder/equilibria.h"
#include "core/finder/vanishing.h"

/* A turn of a rotation or of an angle, together with one of two coordinates and their velocities as a plane vector. */
typedef struct {
  guint rotation; /* index of the system's, or G_MAXUINT */
  gboolean space; /* turns about an axis in space, else in the body */
  guint axis;     /* 0 .. 2 */
  guint angle;    /* a coordinate, where there is no rotation */
  guint plane[2]; /* coordinates that turn from the first to the second, or G_MAXUINT */
} NoslipSymmetry;

typedef struct {
  const NoslipSystem *system;
  const NoslipFormulation *formulation;
  gpointer work;
  guint m, n, size;           /* size = m + n */
  NoslipVanishing *vanishing; /* of M */
  gboolean relative;
  gboolean *cyclic; /* m */
  NoslipSymmetry *symmetries;
  guint n_symmetries;
  double *sizes; /* size: the largest that each coordinate and velocity is at a few states */
  double rate;   /* 1/s: the largest eigenvalue of the motion's Jacobian at a few states, for comparison */
} NoslipSteady;

/* The dynamics outlives it. Finds the symmetries where `relative`. */
NoslipSteady *noslip_steady_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, gboolean relative,
                                guint64 seed, NoslipDiagnostic **error);
void noslip_steady_free(NoslipSteady *steady);
void noslip_steady_set_parameters(NoslipSteady *steady, const double *parameters);
/* xi of a symmetry at z, and its Jacobian (size x size, or NULL). */
void noslip_steady_generator(const NoslipSteady *steady, guint symmetry, const double *z, double *xi, double *slopes);
/* The rates that fit the motion at z best: where Newton's method starts. */
void noslip_steady_guess_rates(NoslipSteady *steady, const double *z, double *rates);
guint noslip_steady_n_equations(const NoslipSteady *steady);
/* The equations at (z, rates): zdot - c xi but for cyclic rows (size), then the functions that vanish on M; their Jacobian by (z,
 * rates), and the size that each is measured by. FALSE where a value is not finite. */
gboolean noslip_steady_equations(NoslipSteady *steady, const double *z, const double *rates, double *f, double *scale,
                                 double *jacobian);
/* The same for the parameter `along`, which is free: u holds z, the rates and the parameter over `span` (size + n_symmetries +
 * 1). It moves onto an equilibrium in the plane through it that `normal` (as long) is perpendicular to, which may be where
 * branches turn back (H. B. Keller, 1977). `parameters` are overwritten with it, and set. */
gboolean noslip_steady_solve_along(NoslipSteady *steady, double *parameters, guint along, double span,
                                   const double *normal, double *u, double *residual);
/* u from its parts. */
void noslip_steady_gather(const NoslipSteady *steady, const double *z, const double *rates, double parameter,
                          double *u);
/* How far two u are apart, but for coordinates that nothing depends on; normal (NULL: not wanted) is the direction from
 * one to the other, of length 1. */
double noslip_steady_direction(const NoslipSteady *steady, const double *from, const double *to, double *normal);
/* z (size) and rates (n_symmetries) onto an equilibrium near them; FALSE where there is none. */
gboolean noslip_steady_solve(NoslipSteady *steady, double *z, double *rates, double *residual);
/* Fills in everything from z and rates. NULL where a value is not finite. */
NoslipEquilibrium *noslip_steady_linearize(NoslipSteady *steady, const double *z, const double *rates, double residual);
void noslip_equilibrium_free(NoslipEquilibrium *equilibrium);
