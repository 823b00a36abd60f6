/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Initial states (data/help/language.md, "initial") and the conditions on them. */
#pragma once

#include "core/system/conditions.h"
#include "core/system/system.h"

/* One entry that replaces the system's `initial` of the same name. */
typedef struct {
  const char *name; /* "x", "x'", "omega", "mu(blade)" */
  double value;
} NoslipOverride;

/* Whether masses and moments of inertia of bodies are not negative at these parameters; one error for each body. */
gboolean noslip_state_check_bodies(const NoslipSystem *system, const double *parameters,
                                   NoslipDiagnostics *diagnostics);
/* x[m], y[n], mu[k] (mu may be NULL) from the system's `initial` statements, with `overrides` instead of the entries of
 * the same name, at these parameter values. Coordinates near a manifold are moved onto it (with a note in
 * `diagnostics`); velocities that are not given are chosen: constraints satisfied, kinetic energy least; notes list the
 * chosen values. FALSE and an error in `diagnostics` if that is impossible. For FREE dynamics the state is the same as
 * for nonholonomic. */
gboolean noslip_state_initial(const NoslipSystem *system, const double *parameters, guint n_overrides,
                              const NoslipOverride *overrides, double *x, double *y, double *mu,
                              NoslipDiagnostics *diagnostics);

/* The same for many parameter values and values of overrides: the part that depends only on the system and on the names
 * of the overrides is compiled once. Used by one thread; the system must outlive it. */
typedef struct _NoslipStarter NoslipStarter;
NoslipStarter *noslip_starter_new(const NoslipSystem *system);
void noslip_starter_free(NoslipStarter *starter);
/* noslip_state_initial() for these values. */
gboolean noslip_starter_state(NoslipStarter *starter, const double *parameters, guint n_overrides,
                              const NoslipOverride *overrides, double *x, double *y, double *mu,
                              NoslipDiagnostics *diagnostics);
/* Further conditions on states; takes ownership. Coordinates that are not given are then chosen by the least change
 * from 0. See dynamics/start.h. */
void noslip_starter_require(NoslipStarter *starter, NoslipConditions *conditions);
/* Takes states from `whole`, whose system has the multipliers mu as its last k fibre coordinates, if the starter's own
 * system has a state. Takes ownership of `whole`, and of `owner`, which owns its system. See dynamics/start.h. */
void noslip_starter_extend(NoslipStarter *starter, NoslipStarter *whole, gpointer owner, GDestroyNotify free_owner);
/* Given values that contradict a constraint are replaced by the nearest consistent ones, with a note; otherwise they
 * are an error. */
void noslip_starter_take_consistent(NoslipStarter *starter, gboolean consistent);
/* m + n: the entries of the last state that were chosen, because they were not given (except those that are 0). */
const gboolean *noslip_starter_chosen(const NoslipStarter *starter);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipStarter, noslip_starter_free)

/* Independence of the constraints and regularity at a state. */
gboolean noslip_state_is_regular(const NoslipSystem *system, const double *parameters, const double *x, const double *y,
                                 NoslipDiagnostics *diagnostics);
/* Stores these values in the system: defaults of the parameters, and `initial` statements. Only for a system that is
 * not shared. */
void noslip_system_take_values(NoslipSystem *system, const double *parameters, guint n_overrides,
                               const NoslipOverride *overrides);
/* The name of an entry of (x, y): coordinates, then fibre coordinates. */
const char *noslip_state_name(const NoslipSystem *system, guint index);
/* parameters[n_parameters] at their defaults; free with g_free(). */
double *noslip_system_default_parameters(const NoslipSystem *system);
