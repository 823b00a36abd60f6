/* SPDX-License-Identifier: GPL-3.0-or-later */
#pragma once

#include "core/geometry/figure/space.h"

#include "core/base/linear.h"
#include "core/system/program.h"
#include "core/system/row.h"

/* The outputs of a tape over rows. */
typedef struct {
  NoslipTape *tape;
  NoslipTapeWorkspace *work;
  double *out;
} NoslipSpaceTape;

typedef struct {
  char *name;     /* "E_1", "S^X", "M", "W_1" */
  guint first, n; /* its functions among the outputs of the chain */
} NoslipSpaceStep;

struct _NoslipSpaces {
  NoslipSystem *system;
  NoslipDynamicsKind kind;
  guint m, n, k, size;     /* size of a row */
  gboolean quadratic;      /* the energy is a polynomial of degree two in the velocities */
  gboolean affine;         /* the constraints are linear or affine */
  NoslipSpaceTape state;   /* energy, p (n), phi (k), W (n x n), Phi (k x n) */
  NoslipSpaceTape energy;  /* energy, phi (k) */
  NoslipSpaceTape momenta; /* p + mu dphi/dy, n */
  NoslipSpaceTape chain;   /* functions of all steps */
  guint n_steps, n_functions;
  NoslipSpaceStep *steps;
  gboolean *occurs; /* m + n + k: whether the functions of the steps contain it */
  gboolean has_orbits, has_vector;
  guint orbit[3];  /* fibre coordinates with the brackets of so(3) */
  guint vector[3]; /* coordinates of the vector that it rotates */
  double *at;      /* a row: workspace */
  NoslipLu *mass;
};

/* Values at a row: pointers into spaces->state.out. */
typedef struct {
  const double *energy, *p, *phi, *mass, *jacobian;
} NoslipSpaceState;
gboolean noslip_spaces_state(NoslipSpaces *spaces, const double *row, NoslipSpaceState *state);

/* Level sets of a quadratic energy: velocities with energy E are centre + z, z^T shape^-1 z = 1, for all of E_x and for
 * M_x; shape is 0 below the least energy. `spread` is the shape of M_x for the speed 1. */
typedef struct {
  gboolean known;           /* the level set within the constraints is known */
  gboolean full;            /* the level set in all of E_x is known */
  double *shape;            /* n x n */
  double *centre, *allowed; /* n; n x n: of M_x */
  double *spread;           /* n x n */
  double *momentum;         /* n: p at the velocity 0 */
  double *mass;             /* n x n */
} NoslipSpaceLevels;
void noslip_space_levels_init(NoslipSpaces *spaces, const double *row, NoslipSpaceLevels *levels);
void noslip_space_levels_clear(NoslipSpaceLevels *levels);
G_DEFINE_AUTO_CLEANUP_CLEAR_FUNC(NoslipSpaceLevels, noslip_space_levels_clear)

void noslip_space_init(NoslipSpace *space, guint dimension);
NoslipMesh *noslip_space_add(NoslipSpace *space, NoslipPartRole role, const char *name); /* returns its mesh, which is
                                                                                          * empty */
void noslip_space_reach(NoslipSpace *space, const double point[3]); /* extends the box to this point */
/* Sets the box around all meshes, with a margin; no side is 0. */
void noslip_space_fit(NoslipSpace *space);
/* Adds the present point, its arrow from 0 (if `arrow`) and the motion: n_rows points. */
void noslip_space_add_motion(NoslipSpace *space, guint n, const double (*points)[3], const double now[3],
                             gboolean arrow);
/* value * ((R A R^T), R = the rows `axes` of the unit matrix), A n x n; 3 x 3, filled up with 0. */
void noslip_space_restrict(guint n, const double *matrix, guint n_axes, const guint *axes, double value,
                           double shape[9]);

guint noslip_space_velocities(NoslipSpaces *spaces, const NoslipSpaceQuery *query, guint n_axes, const guint *axes,
                              NoslipSpace *space);
guint noslip_space_momenta(NoslipSpaces *spaces, const NoslipSpaceQuery *query, guint n_axes, const guint *axes,
                           gboolean orbits, NoslipSpace *space);
guint noslip_space_vector(NoslipSpaces *spaces, const NoslipSpaceQuery *query, NoslipSpace *space);
guint noslip_space_states(NoslipSpaces *spaces, const NoslipSpaceQuery *query, guint n_axes, const guint *axes,
                          NoslipSpace *space);
