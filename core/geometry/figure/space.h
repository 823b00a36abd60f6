/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A system's geometry at a state of its motion, as surfaces, curves and points in spaces of two or three dimensions:
 *
 *   velocities  E_x at the present point x: the level set of the energy through the velocity, D or M = {phi = 0}, where
 *               the two meet, and in vakonomic dynamics the covector mu_A dphi^A/dy, raised by W (ML 5.5, I 5);
 *   momenta     E*_x: coadjoint orbits of so(3), that is spheres |p| = const, where three sections have its brackets; the
 *               level set of the Hamiltonian on leg(D); the sphere of a vector that so(3) acts on, and the plane
 *               Gamma.p = const of its other Casimir function;
 *   legendre    velocities and momenta of the same sections side by side: leg_L maps one to the other (I (2.11));
 *   states      E_1, E_2, ..., S^X of a degenerate Lagrangian, M or W_1 = {phi = 0} otherwise, in the space of three
 *               coordinates or velocities (I 3-5).
 *
 * More than three dimensions are projected. Level sets of a quadratic energy are shown by their exact projection;
 * everything else is cut: variables on no axis keep their present values. */
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
  NOSLIP_PART_LEVEL,    /* intersection of the two */
  NOSLIP_PART_ORBIT,    /* a coadjoint orbit, or the sphere of the vector that is rotated */
  NOSLIP_PART_CASIMIR,  /* the plane Gamma.p = const */
  NOSLIP_PART_STEP,     /* E_k, S^X, M or W_1 */
  NOSLIP_PART_MOTION,   /* the motion so far */
  NOSLIP_PART_NOW,      /* the present point; with an arrow from 0 if it is a velocity or momentum */
  NOSLIP_PART_COVECTOR, /* an arrow from the present point */
} NoslipPartRole;

typedef struct {
  NoslipPartRole role;
  guint nth;        /* number among several parts of a role, from 0 */
  char *name;       /* "E_1"; or NULL */
  NoslipMesh *mesh; /* for an arrow: one segment */
} NoslipPart;

/* How a space shows objects of more dimensions. */
typedef enum { NOSLIP_SHOWN_WHOLE, NOSLIP_SHOWN_SHADOW, NOSLIP_SHOWN_CUT } NoslipShown;

typedef struct {
  guint dimension; /* 2 or 3; 0: nothing to show */
  char *axes[3];   /* names */
  gboolean equal;  /* one unit has the same length on all axes */
  NoslipShown shown;
  double low[3], high[3];
  double now[3];
  GPtrArray *parts; /* of NoslipPart */
} NoslipSpace;
void noslip_space_clear(NoslipSpace *space);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipSpace, noslip_space_clear)
const NoslipPart *noslip_space_part(const NoslipSpace *space, NoslipPartRole role, guint nth); /* or NULL */

typedef struct _NoslipSpaces NoslipSpaces; /* compiled for a system and its dynamics; used by one thread */

/* Runs the constraint algorithm if the Lagrangian is degenerate, which may take a second. Keeps a reference. */
NoslipSpaces *noslip_spaces_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_spaces_free(NoslipSpaces *spaces);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipSpaces, noslip_spaces_free)
/* Whether the system has such a space. */
gboolean noslip_spaces_has(const NoslipSpaces *spaces, NoslipSpaceKind kind);
/* The most informative space: states for degenerate Lagrangians, momenta if they lie on spheres, else
 * velocities. */
NoslipSpaceKind noslip_spaces_default(const NoslipSpaces *spaces);

/* The variables that may be on an axis of this space: coordinates, velocities, and multipliers mu of vakonomic
 * dynamics, by their index among these (m + n + k). */
gboolean noslip_spaces_may_be_axis(const NoslipSpaces *spaces, NoslipSpaceKind kind, guint index);
const char *noslip_spaces_axis_name(const NoslipSpaces *spaces, guint index);

typedef struct {
  const double *parameters;
  const double *row;         /* the present row; core/system/row.h */
  guint n_rows;              /* number of rows of the motion so far that are drawn */
  const double *const *rows; /* n_rows */
  guint n_axes;              /* 0: 0: the default axes */
  guint axes[3];
} NoslipSpaceQuery;

/* Fills up to two spaces, which the caller clears; returns their number, 0 if a value is not finite. */
guint noslip_spaces_evaluate(NoslipSpaces *spaces, NoslipSpaceKind kind, const NoslipSpaceQuery *query,
                             NoslipSpace space[2]);
