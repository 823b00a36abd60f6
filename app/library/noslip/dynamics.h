/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A formulation compiled for a system: the rates of its state, for integrators of your own, and values of
 * expressions at a state. */
#pragma once

#include <noslip/system.h>

G_BEGIN_DECLS

#ifndef NOSLIP_CORE
/**
 * NoslipDynamics:
 *
 * An immutable formulation of a system's dynamics.
 */
typedef struct _NoslipDynamics NoslipDynamics;
#endif

GType noslip_dynamics_get_type(void);

/**
 * noslip_dynamics_compile:
 * @system: a system
 * @dynamics: (nullable): "nonholonomic", "vakonomic" or "free"; %NULL: the system's own
 * @formulation: (nullable): "multipliers", …; %NULL: the usual one
 * @diagnostics: receives the errors
 *
 * Returns: (transfer full) (nullable): the dynamics.
 */
NoslipDynamics *noslip_dynamics_compile(NoslipSystem *system, const char *dynamics, const char *formulation,
                                        NoslipDiagnostics *diagnostics);
/**
 * noslip_dynamics_ref: (skip)
 * @dynamics: dynamics
 *
 * Returns: (transfer full): the dynamics.
 */
NoslipDynamics *noslip_dynamics_ref(NoslipDynamics *dynamics);
/**
 * noslip_dynamics_unref: (skip)
 * @dynamics: (nullable): dynamics
 */
void noslip_dynamics_unref(NoslipDynamics *dynamics);
/**
 * noslip_dynamics_get_name:
 * @dynamics: dynamics
 *
 * Returns: the id of the formulation.
 */
const char *noslip_dynamics_get_name(const NoslipDynamics *dynamics);
/**
 * noslip_dynamics_rates:
 * @dynamics: nonholonomic or free dynamics
 * @t: the time
 * @parameters: (array length=n_parameters): values of all parameters
 * @n_parameters: how many
 * @state: (array length=n_state): coordinates x, then velocities y
 * @n_state: how many
 * @n: (out): how many rates, as many as the state has entries
 * @diagnostics: receives the errors
 *
 * Returns: (transfer full) (nullable) (array length=n): the rates of the state; free with g_free().
 */
double *noslip_dynamics_rates(NoslipDynamics *dynamics, double t, const double *parameters, guint n_parameters,
                              const double *state, guint n_state, guint *n, NoslipDiagnostics *diagnostics);
/**
 * noslip_dynamics_observe:
 * @dynamics: nonholonomic or free dynamics
 * @of: expressions of the language, separated by commas: "energy, p(v1), d(x), lambda(blade)"
 * @t: the time
 * @parameters: (array length=n_parameters): values of all parameters
 * @n_parameters: how many
 * @state: (array length=n_state): coordinates x, then velocities y
 * @n_state: how many
 * @n: (out): how many values, as many as expressions
 * @diagnostics: receives the errors
 *
 * The state is taken as it is, on the constraints or not. d(f) is the rate of f along the motion from there.
 *
 * Returns: (transfer full) (nullable) (array length=n): the values, not a number where they are not defined; free with
 *   g_free().
 */
double *noslip_dynamics_observe(NoslipDynamics *dynamics, const char *of, double t, const double *parameters,
                                guint n_parameters, const double *state, guint n_state, guint *n,
                                NoslipDiagnostics *diagnostics);

G_END_DECLS
