/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the parts of the search for an initial state share. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/conditions.h"
#include "core/system/manifold.h"
#include "core/system/state.h"

/* A velocity that is given: by an `initial` statement, or by an override of its own. */
typedef struct {
  const char *name;
  NoslipPlace place;
  NoslipExpr target;
  NoslipExpr value; /* where not overridden */
  gboolean overridden;
  double number;
} Given;

struct _NoslipStarter {
  const NoslipSystem *system;
  GArray *compiled;             /* of Given: those that `given` was compiled for */
  NoslipTapeWork *given;        /* x -> their slopes (q x n), their values (q); NULL until it is needed */
  NoslipTapeWork *problem;      /* see compile_problem() */
  NoslipConditions *conditions; /* beside the constraints; or NULL */
  NoslipTapeWork *conditioned;  /* as `problem`, for the conditions */
  gboolean conditioned_nonlinear;
  gboolean consistent; /* given values that contradict a constraint are replaced */
  gboolean moved;      /* the coordinates were brought onto what binds them: given velocities follow */
  gboolean *chosen;    /* m + n: what was not given and is not 0 */
  NoslipManifold *manifold;
  NoslipManifoldWork *manifold_work;
  NoslipStarter *whole; /* finds (x, (y, mu)); or NULL */
  gpointer owner;       /* of the system of `whole` */
  GDestroyNotify free_owner;
};

/* Adds an error and frees the cause. */
void noslip_state_error(NoslipDiagnostics *diagnostics, const NoslipPlace *place, const char *remedy, char *cause);
/* Whether `name` may have an initial value; *velocity: what it gives a value to, or NOSLIP_ZERO. */
gboolean noslip_state_is_entry(const NoslipSystem *system, const char *name, NoslipExpr *velocity);
/* The given velocities, of Given. */
GArray *noslip_state_given(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides);
gboolean noslip_state_is_given(const NoslipSystem *system, const GArray *given, guint fibre);
/* given_x: m, the coordinates that are given. */
void noslip_state_given_coordinates(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides,
                                    gboolean *given_x);
/* state-positions.c: brings x onto the manifolds and holonomic constraints; FALSE after an error. */
gboolean noslip_state_positions(NoslipStarter *starter, const double *parameters, guint n_overrides,
                                const NoslipOverride *overrides, double *x, NoslipDiagnostics *diagnostics);
/* The velocities at x: those that are given, and the others by least kinetic energy. Brings (x, y) onto the starter's
 * conditions where it has any. */
gboolean noslip_state_velocities(NoslipStarter *starter, const double *parameters, guint n_overrides,
                                 const NoslipOverride *overrides, double *x, double *y, NoslipDiagnostics *diagnostics);
