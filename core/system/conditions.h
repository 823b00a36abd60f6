/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of (x, y) that must vanish at an initial state, and two searches for such states: one that keeps the given
 * values, one for the state nearest to them. */
#pragma once

#include "core/system/system.h"

/* Relative: a function is satisfied if it is at most this fraction of its terms. */
#define NOSLIP_CONDITION_CONSISTENT 1e-9

typedef struct _NoslipConditions NoslipConditions;

/* `functions` are handles of `graph`, which is grown from a copy of the system's; names[i] describes functions[i]
 * ("E_1"), or is NULL. Used by one thread; the system must outlive it. */
NoslipConditions *noslip_conditions_new(const NoslipSystem *system, const NoslipGraph *graph, guint n,
                                        const NoslipExpr *functions, const char *const *names);
void noslip_conditions_free(NoslipConditions *conditions);
guint noslip_conditions_n(const NoslipConditions *conditions);
const NoslipGraph *noslip_conditions_graph(const NoslipConditions *conditions);
const NoslipExpr *noslip_conditions_functions(const NoslipConditions *conditions);
/* "E_1: x^2 + y^2 - l^2 = 0"; free with g_free(). */
char *noslip_conditions_text(const NoslipConditions *conditions, guint function);

/* The given values in the search for a state. */
typedef struct {
  const double *parameters;
  const gboolean *given_x;   /* m: coordinates that are kept */
  guint q;                   /* number of given velocities */
  const NoslipExpr *targets; /* q: linear in the fibre; handles of the system's graph */
  const NoslipExpr *values;  /* q: in coordinates and parameters; ignored if `overridden` */
  const gboolean *overridden;
  const double *numbers; /* q: the values if overridden */
} NoslipKnown;

typedef enum {
  NOSLIP_CONDITIONS_MET,
  NOSLIP_CONDITIONS_NOT_MET, /* no state keeps the given values */
  NOSLIP_CONDITIONS_NOT_UNIQUE,
} NoslipConditionsStatus;

/* Moves the coordinates that are not given, as little as possible from 0, and the velocities that are not given, until
 * all conditions and the given velocities hold. (x, y) in: given coordinates, 0 for the others, and a first guess of y.
 * If NOT_MET, *which is the first function that cannot be satisfied together with those before it, *residual its value,
 * and (x, y) a state that satisfies those before it. */
NoslipConditionsStatus noslip_conditions_keep(NoslipConditions *conditions, const NoslipKnown *known, double *x,
                                              double *y, guint *which, double *residual);
/* Moves (x, y) to the nearest state that satisfies all conditions; entries that were not given move freely. `fixed_x`
 * keeps all coordinates. If NOT_UNIQUE, (x, y) is one of several. */
NoslipConditionsStatus noslip_conditions_nearest(NoslipConditions *conditions, const NoslipKnown *known,
                                                 gboolean fixed_x, double *x, double *y);
/* The largest |function| relative to its terms at (x, y). */
double noslip_conditions_residual(NoslipConditions *conditions, const double *parameters, const double *x,
                                  const double *y);

G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipConditions, noslip_conditions_free)
