/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The effect of the constraints on a point in space. A point P(t, x) moves with the velocity
 *
 *   v = dP/dt + J y,   J_alpha = rho^i_alpha dP/dx^i   (3 x n),
 *
 * linear in the fibre velocities. Virtual velocities are those of D = ker Phi, so that at this state the possible
 * velocities of the point are v + J(D): a line, a plane or all of space, through the origin if the constraints are
 * linear, shifted by their drift if they are affine. The directions of J(E) that are orthogonal to J(D) are forbidden.
 * The reaction Phi^T lambda is shown as the force f at the point that accelerates it as the reaction does, J W^-1 J^T f
 * = J W^-1 Phi^T lambda; it does not depend on the units of the velocities. If W has no inverse it is the f with J^T f
 * = Phi^T lambda, if that exists. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipAllowed NoslipAllowed; /* compiled for some points of a system; used by one thread */

typedef struct {
  double at[3], velocity[3];
  double drift[3];        /* the point of v + J(D) nearest to 0 */
  guint n_allowed;        /* dimension of J(D) */
  double allowed[3][3];   /* an orthonormal basis of J(D), one vector per row */
  guint n_forbidden;      /* dimension of J(E) minus n_allowed */
  double forbidden[3][3]; /* an orthonormal basis of the complement of J(D) in J(E), one vector per row */
  gboolean has_reaction;
  double reaction[3]; /* of lambda, or of mu in a vakonomic motion */
} NoslipAllowedAt;

/* A place of the picture: the point of a trail, the foot of an arrow, the centre of a body (the middle of what goes from
 * one point to another). With a body, the body's point there is meant, which goes on with the body; without `draw`, the
 * lowest point of the body. */
typedef struct {
  const NoslipDraw *draw, *body; /* either may be NULL */
} NoslipAllowedPlace;
/* Whether it is a body with a lowest point: a sphere, an ellipsoid or a disk. */
gboolean noslip_allowed_has_lowest(const NoslipDraw *draw);
/* As noslip_allowed_new(), for places. */
NoslipAllowed *noslip_allowed_new_of_places(const NoslipSystem *system, guint n_places,
                                            const NoslipAllowedPlace *places);
/* The places at which the constraints act. A constraint Phi_A y = b acts at a point of a body if its reaction is a force
 * there, without a moment: Phi_A = f V for some f, with the slopes V (3 x n) of the velocity of that point of the body.
 * Of the places where the same constraints act, the first is taken; those where more act come before others, and places
 * where only constraints of earlier ones act are left out. Writes their indices to acts, in that order, and returns
 * their number; *all says whether every constraint acts at one of them. The row should be a generic one. */
guint noslip_allowed_contacts(NoslipAllowed *allowed, const double *row, guint *acts, gboolean *all);

/* points: three expressions of the system's graph each. NULL if there is no constraint. For a point that depends on
 * velocities these are not defined: noslip_allowed_evaluate() returns FALSE. */
NoslipAllowed *noslip_allowed_new(const NoslipSystem *system, guint n_points, const NoslipExpr *points);
void noslip_allowed_free(NoslipAllowed *allowed);
void noslip_allowed_set_parameters(NoslipAllowed *allowed, const double *parameters);
/* Evaluates a point at a row (core/system/row.h) of a motion; FALSE if a value is not finite. */
gboolean noslip_allowed_evaluate(NoslipAllowed *allowed, guint point, const double *row, NoslipAllowedAt *at);
/* TRUE if the point consists of three coordinates of the system: index[3]. Then D_q is a field in space, and the
 * functions above may be called for rows with any coordinates. */
gboolean noslip_allowed_is_field(const NoslipAllowed *allowed, guint point, guint index[3]);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipAllowed, noslip_allowed_free)
