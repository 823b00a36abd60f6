/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Shared by the files of the search for an initial state. */
#pragma once

#include "core/expr/tape.h"
#include "core/system/conditions.h"
#include "core/system/manifold.h"
#include "core/system/state.h"

/* A given velocity: from an `initial` statement, or from an override. */
typedef struct {
  const char *name;
  NoslipPlace place;
  NoslipExpr target;
  NoslipExpr value; /* used if not overridden */
  gboolean overridden;
  double number;
} Given;

struct _NoslipStarter {
  const NoslipSystem *system;
  GArray *compiled;                 /* of Given: the entries for which `given` was compiled */
  NoslipTapeWorkspace *given;       /* x -> their slopes (q x n), their values (q); NULL until needed */
  NoslipTapeWorkspace *problem;     /* see noslip_state_compile_problem() */
  NoslipConditions *conditions;     /* conditions in addition to the constraints; or NULL */
  NoslipTapeWorkspace *conditioned; /* like `problem`, for the conditions */
  gboolean conditioned_nonlinear;
  gboolean consistent; /* given values that contradict a constraint are replaced */
  gboolean moved;      /* the coordinates were moved onto the manifold: given velocities may change too */
  gboolean *chosen;    /* m + n: entries that were not given and are not 0 */
  NoslipManifold *manifold;
  NoslipManifoldWorkspace *manifold_work;
  NoslipStarter *whole; /* finds (x, (y, mu)); or NULL */
  gpointer owner;       /* owner of the system of `whole` */
  GDestroyNotify free_owner;
};

/* Adds an error and frees the cause. */
void noslip_state_error(NoslipDiagnostics *diagnostics, const NoslipPlace *place, const char *remedy, char *cause);
/* Whether `name` may have an initial value; *velocity is the expression that it fixes, or NOSLIP_ZERO. */
gboolean noslip_state_is_entry(const NoslipSystem *system, const char *name, NoslipExpr *velocity);
/* The given velocities, of Given. */
GArray *noslip_state_given(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides);
gboolean noslip_state_is_given(const NoslipSystem *system, const GArray *given, guint fibre);
/* given_x: m, the coordinates that are given. */
void noslip_state_given_coordinates(const NoslipSystem *system, guint n_overrides, const NoslipOverride *overrides,
                                    gboolean *given_x);
/* state-positions.c: moves x onto the manifolds and holonomic constraints; FALSE after an error. */
gboolean noslip_state_positions(NoslipStarter *starter, const double *parameters, guint n_overrides,
                                const NoslipOverride *overrides, double *x, NoslipDiagnostics *diagnostics);
/* The velocities at x: the given ones, and the others by least kinetic energy. Moves (x, y) onto the starter's
 * conditions if it has any. */
gboolean noslip_state_velocities(NoslipStarter *starter, const double *parameters, guint n_overrides,
                                 const NoslipOverride *overrides, double *x, double *y, NoslipDiagnostics *diagnostics);
