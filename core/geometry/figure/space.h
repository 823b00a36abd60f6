/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system's geometry at a state of its motion, as surfaces, curves and points in spaces of two or three dimensions:
 *
 *   velocities  E_x at the present point x: the level set of the energy through the velocity, D or M = {phi = 0}, where
 *               the two meet, and in vakonomic dynamics the covector mu_A dphi^A/dy, raised by W (ML 5.5, I 5);
 *   momenta     E*_x: coadjoint orbits of so(3), that is spheres |p| = const, where three sections have its brackets; the
 *               level set of the Hamiltonian on leg(D); the sphere of a vector that so(3) acts on, and the plane
 *               Gamma.p = const of its other Casimir function;
 *   legendre    velocities and momenta of the same sections side by side: leg_L carries one picture to the other (I (2.11));
 *   states      E_1, E_2, ..., S^X of a degenerate Lagrangian, M or W_1 = {phi = 0} otherwise, in the space of three
 *               coordinates or velocities (I 3-5).
 *
 * More dimensions than three are projected. What is a level set of a quadratic energy casts a shadow, which is exact;
 * anything else is cut: what is on no axis keeps its present value. */
#pragma once

#include "core/geometry/figure/mesh.h"
#include "core/system/system.h"

typedef enum {
  NOSLIP_SPACE_VELOCITIES,
  NOSLIP_SPACE_MOMENTA,
  NOSLIP_SPACE_LEGENDRE,
  NOSLIP_SPACE_STATES,
  NOSLIP_N_SPACES,
} NoslipSpaceKind;

typedef enum {
  NOSLIP_PART_ENERGY,   /* level set of the energy */
  NOSLIP_PART_ALLOWED,  /* D or M, or its image under leg_L */
  NOSLIP_PART_LEVEL,    /* where the two meet */
  NOSLIP_PART_ORBIT,    /* a coadjoint orbit, or the sphere of the vector that is carried along */
  NOSLIP_PART_CASIMIR,  /* the plane Gamma.p = const */
  NOSLIP_PART_STEP,     /* E_k, S^X, M or W_1 */
  NOSLIP_PART_MOTION,   /* the motion up to now */
  NOSLIP_PART_NOW,      /* the present point; an arrow to it from 0 where it is a velocity or momentum */
  NOSLIP_PART_COVECTOR, /* an arrow from the present point */
} NoslipPartRole;

typedef struct {
  NoslipPartRole role;
  guint nth;        /* of several parts of a role */
  char *name;       /* "E_1"; or NULL */
  NoslipMesh *mesh; /* of an arrow: one segment */
} NoslipPart;

/* How a space shows what has more dimensions than it. */
typedef enum { NOSLIP_SHOWN_WHOLE, NOSLIP_SHOWN_SHADOW, NOSLIP_SHOWN_CUT } NoslipShown;

typedef struct {
  guint dimension; /* 2 or 3; 0: there is nothing */
  char *axes[3];   /* names */
  gboolean equal;  /* one unit is as long on all axes */
  NoslipShown shown;
  double low[3], high[3];
  double now[3];
  GPtrArray *parts; /* of NoslipPart */
} NoslipSpace;
void noslip_space_clear(NoslipSpace *space);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipSpace, noslip_space_clear)
const NoslipPart *noslip_space_part(const NoslipSpace *space, NoslipPartRole role, guint nth); /* or NULL */

typedef struct _NoslipSpaces NoslipSpaces; /* compiled for a system and its dynamics; used by one thread */

/* Runs the constraint algorithm where the Lagrangian is degenerate, which may take a second. Keeps a reference. */
NoslipSpaces *noslip_spaces_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_spaces_free(NoslipSpaces *spaces);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSpaces, noslip_spaces_free)
/* Whether the system has such a space. */
gboolean noslip_spaces_has(const NoslipSpaces *spaces, NoslipSpaceKind kind);
/* The one that tells most of it: states of degenerate Lagrangians, momenta where they lie on spheres, else velocities.
 */
NoslipSpaceKind noslip_spaces_default(const NoslipSpaces *spaces);

/* What may be on an axis of this space: coordinates, velocities, and multipliers mu of vakonomic dynamics, by their
 * places among them (m + n + k). */
gboolean noslip_spaces_may_be_axis(const NoslipSpaces *spaces, NoslipSpaceKind kind, guint index);
const char *noslip_spaces_axis_name(const NoslipSpaces *spaces, guint index);

typedef struct {
  const double *parameters;
  const double *row;         /* of the present; core/system/row.h */
  guint n_rows;              /* of the motion up to now, as many as are to be drawn */
  const double *const *rows; /* n_rows */
  guint n_axes;              /* 0: those above */
  guint axes[3];
} NoslipSpaceQuery;

/* Fills up to two spaces, which the caller clears; returns how many. 0 where something is not finite. */
guint noslip_spaces_evaluate(NoslipSpaces *spaces, NoslipSpaceKind kind, const NoslipSpaceQuery *query,
                             NoslipSpace space[2]);
