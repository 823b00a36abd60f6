/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Invariant measures of the motion on D*, and whether a multiplier makes the bracket a Poisson bracket. theta_b y^b is
 * the rate of the logarithm of the phase volume dx dp (geometry/divergence.h). exp(sigma) dx dp is invariant if X_b
 * sigma = -theta_b for the sections e_b of D, and for the drift of affine constraints. The multiplier: phi = exp(s) with
 * s a function of the reduced coordinates, which are those on which the metric, the potential and the brackets of D depend, and those that these
 * need. phi{ , } satisfies the Jacobi identity if, with X_a s = u_a, T^i_ab + u_a rho^i_b - u_b rho^i_a = 0, T^i_ab =
 * X_a rho^i_b - X_b rho^i_a - rho^i_c C^c_ab, cyclic sum over a, b, c of X_a C^e_bc + C^d_bc C^e_ad + u_a C^e_bc = 0.
 * (From J(f, g, h) + cyclic {f, s}{g, h} = 0 for f, g, h among x^i, p_a, with {p_a, s} = -u_a.) */
#pragma once

#include "core/finder/measure/jacobi.h"

typedef struct {
  guint r;
  char **basis;              /* sections e_a, NULL-terminated */
  char **theta;              /* r, NULL-terminated */
  char *drift, *drift_theta; /* y0 and theta_0 of affine constraints, or NULL */
  char **zeros;              /* parameters that are 0, without which theta would be another; NULL-terminated */
  NoslipAnswer exact;
  gboolean locally; /* a density exists in a neighbourhood of each state */
  gboolean proved;  /* in symbols, with the present parameters; otherwise by numbers at states */
  char *density;    /* or NULL */
  char *singular;   /* "z = 0": the initial values at which the density is not finite and positive; or NULL */
  NoslipHindrance hindrance;
  NoslipMultiplier multiplier;
} NoslipMeasure;

/* NULL with *error set. */
NoslipMeasure *noslip_measure_find(NoslipSystem *system, NoslipDynamicsKind kind, const double *parameters,
                                   const double *xy, guint64 seed, NoslipDiagnostic **error);
/* The claim that the density gives an invariant measure, a line of the system language without its end; NULL if the
 * density was not found in symbols, or is singular at the initial state, where the claim is not defined. */
char *noslip_measure_claim(const NoslipMeasure *measure);
void noslip_measure_free(NoslipMeasure *measure);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipMeasure, noslip_measure_free)
