/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Private to the finder: the equations of a (relative) equilibrium, and Newton's method for them. */
#pragma once

#include "core/finder/equilibria.h"
#include "core/finder/states.h"
#include "core/finder/vanishing.h"

/* A symmetry: a turn of a rotation or of an angle, together with a turn of two coordinates and their velocities as
 * plane vectors. */
typedef struct {
  guint rotation; /* index among the system's, or G_MAXUINT */
  gboolean space; /* turns about an axis fixed in space, else fixed in the body */
  guint axis;     /* 0 .. 2 */
  guint angle;    /* a coordinate, if there is no rotation */
  guint plane[2]; /* coordinates that turn too, the first towards the second, or G_MAXUINT */
} NoslipSymmetry;

/* Units of what is solved for and of the equations. */
typedef struct {
  double *states; /* size + n_symmetries */
  double *rows;   /* of the equations: size, then the functions that vanish on M */
  double rate;    /* 1/s */
} NoslipSteadyUnits;

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
  gboolean *idle;          /* n_symmetries: not used in a linearization, as others turn the state in the same way */
  double *sizes;           /* size: the largest value of each coordinate and velocity at a few states */
  double *terms;           /* 2 x size: the largest term of each rate, at those of a few states where it is largest and
                            * least */
  double rate;             /* 1/s: the largest eigenvalue of the motion's Jacobian at a few states, for comparison */
  gboolean is_rounding;    /* the eigenvalues may be 0; `rate` is then the largest rate of a coordinate */
  double fastest;          /* 1/s: the largest rate of a coordinate, in its size, at the states */
  double at_rest;          /* factor of the velocities of the states if the motion starts at rest, else 1 */
  NoslipSteadyUnits units; /* in which equations are solved: all 1 if all sizes are ordinary */
  NoslipSteadyUnits fine_units; /* the powers of 2 nearest to the sizes */
} NoslipSteady;

/* The dynamics outlives it. Finds the symmetries if `relative`. */
NoslipSteady *noslip_steady_new(NoslipDynamics *dynamics, const double *parameters, const double *xy, gboolean relative,
                                guint64 seed, NoslipDiagnostic **error);
void noslip_steady_free(NoslipSteady *steady);
void noslip_steady_set_parameters(NoslipSteady *steady, const double *parameters);
/* steady-size.c: the largest |eigenvalue| of a (n x n). */
double noslip_steady_spectral_radius(guint n, const double *a);
/* The largest |value| of each coordinate and velocity at the states; one that is only rounding has the size of the
 * others of its kind. */
void noslip_steady_find_sizes(NoslipSteady *steady, const NoslipStates *states);
/* steady-units.c: enlarges largest[1] to the largest of `slopes` (size x size, of zdot) of coordinates by velocities,
 * and largest[0] to that of velocities by coordinates, by their sizes, in 1/s. */
void noslip_steady_compare(const NoslipSteady *steady, const double *slopes, double largest[2]);
/* Fills the units from sizes, rates, the states, and what noslip_steady_compare() found. */
void noslip_steady_find_units(NoslipSteady *steady, const NoslipStates *states, const double largest[2]);
/* If the motion starts at rest, at xy, the states have the kinetic energy 1, whatever its unit: multiplies their
 * velocities by the factor that gives the rates of coordinates by velocities the size of those of velocities by
 * coordinates, both at rest. */
void noslip_steady_slow_down(NoslipSteady *steady, NoslipStates *states, const double *xy);
/* steady-rates.c: zdot at z, and its exact Jacobian (size x size, or NULL). FALSE if a value is not finite. */
gboolean noslip_steady_rates(NoslipSteady *steady, const double *z, double *zdot, double *slopes);
/* steady-size.c: fills rate, fastest and is_rounding from the states; `largest` as in noslip_steady_compare(). */
void noslip_steady_find_rate(NoslipSteady *steady, const NoslipStates *states, double largest[2]);
/* Brings the first equations and their Jacobian (rows x (size + n_symmetries)) into the units; what is solved for is
 * then a number of units. */
void noslip_steady_scale(const NoslipSteady *steady, guint rows, double *f, double *jacobian);
/* steady-generator.c: the fibre coordinate that is the coordinate's natural velocity, as an index of z; G_MAXUINT if
 * there is none. */
guint noslip_steady_velocity(const NoslipSteady *steady, guint coordinate);
/* xi of a symmetry at z, and its Jacobian (size x size, or NULL). */
void noslip_steady_generator(const NoslipSteady *steady, guint symmetry, const double *z, double *xi, double *slopes);
/* steady-idle.c: chooses symmetries, `first` and those after it before others, so that without them the generators at z are
 * independent: marks them in steady->idle, and moves their rates to others with the same sum of generators. Returns
 * their number. */
guint noslip_steady_leave_idle(NoslipSteady *steady, const double *z, guint first, double *rates);
/* The rates of the symmetries that fit the motion at z best, as a start for Newton's method. */
void noslip_steady_guess_rates(NoslipSteady *steady, const double *z, double *rates);
guint noslip_steady_n_equations(const NoslipSteady *steady);
/* The equations at (z, rates): zdot - c xi except for cyclic rows (size), then the functions that vanish on M; their
 * Jacobian by (z, rates), and the reference size of each. FALSE if a value is not finite. */
gboolean noslip_steady_equations(NoslipSteady *steady, const double *z, const double *rates, double *f, double *scale,
                                 double *jacobian);
/* noslip_steady_solve() with the parameter `along` free: u (size + n_symmetries + 1) holds z and the rates in
 * their units, and the parameter divided by `span`. Moves u onto an equilibrium in the plane through u perpendicular to `normal` (of the
 * same length); this works at folds of branches too (H. B. Keller, 1977). The found value is stored in `parameters`,
 * which are set. */
gboolean noslip_steady_solve_along(NoslipSteady *steady, double *parameters, guint along, double span,
                                   const double *normal, double *u, double *residual);
/* Fills orthonormal rows (size + n_symmetries + 1) by the directions in which the equations at u do not change, with
 * the parameter free: singular values up to `least`, relative, count as 0. Coordinates on which nothing depends do not
 * move. At most that many rows; returns their number. The parameters are set. */
guint noslip_steady_tangents(NoslipSteady *steady, double *parameters, guint along, double span, const double *u,
                             double least, double *rows);
/* Fills u from z, the rates and the parameter. */
void noslip_steady_gather(const NoslipSteady *steady, const double *z, const double *rates, double parameter,
                          double *u);
/* Fills z and the rates from u. */
void noslip_steady_scatter(const NoslipSteady *steady, const double *u, double *z, double *rates);
/* The largest difference of two states in sizes of coordinates and velocities, except for coordinates on which nothing
 * depends; angles are compared modulo 2 pi. */
double noslip_steady_distance(const NoslipSteady *steady, const double *z, const double *other);
/* The distance of two u, except for coordinates on which nothing depends; normal (may be NULL) is the direction from
 * one to the other, of length 1. */
double noslip_steady_direction(const NoslipSteady *steady, const double *from, const double *to, double *normal);
/* steady-newton.c: moves z (size) and rates (n_symmetries) onto an equilibrium near them; FALSE if there is none, as where
 * a force only tends to 0. */
gboolean noslip_steady_solve(NoslipSteady *steady, double *z, double *rates, double *residual);
/* Whether the equations, however small at z, fall step by step on Newton's way from there, all slopes counted: towards a
 * multiple root, or for ever, by steps of at most `longest`, relative to the sizes: along slopes that are rounding they are
 * longer. Moves z and the rates by these steps. */
gboolean noslip_steady_falls(NoslipSteady *steady, double longest, double *z, double *rates);
/* noslip_steady_solve() with the speed of z kept. If forces are quadratic in the velocities, rest is a double root, to which
 * Newton's method converges from everywhere, also from near steady motions. FALSE too if z is at rest. */
gboolean noslip_steady_solve_moving(NoslipSteady *steady, double *z, double *rates, double *residual);
/* Sets velocities and rates that are 0 up to the accuracy of a double root to 0, if that is an equilibrium. */
void noslip_steady_stop(NoslipSteady *steady, double *z, double *rates, double *residual);
/* steady-push.c: whether an equation that hardly changes with z does not hold to within rounding, as it changes between
 * numbers next to each other: there is a weak force across the strong ones. FALSE too if rounding does not tell, or if
 * a step of at most `longest`, in the fine units, makes the force less, as near a multiple root. */
gboolean noslip_steady_is_pushed(NoslipSteady *steady, double longest, const double *z, const double *rates);
/* linearize.c: whether the motion on M has a linearization at z: at a pole of the coordinates, which Newton's method only
 * comes near to, it is another one on each side. */
gboolean noslip_steady_is_smooth(NoslipSteady *steady, const double *z, const double *rates);
/* Fills in everything from z and rates. NULL if a value is not finite. */
NoslipEquilibrium *noslip_steady_linearize(NoslipSteady *steady, const double *z, const double *rates, double residual);
void noslip_equilibrium_free(NoslipEquilibrium *equilibrium);
