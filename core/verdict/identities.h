/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Two equations between forms from the papers, which every motion under constraints satisfies, measured along a motion.
 *
 * With the section of the motion Gamma = y^a X_a + ydot^a V_a and omega_L = W_ab X^a ^ V^b + 1/2 B_ab X^a ^ X^b,
 * B_ab = p_c C^c_ab - rho_a(p_b) + rho_b(p_a) (ML (13), I (2.6)):
 *
 *   i_Gamma omega_L = dE_L - lambda_A S*dphi^A - Q             (Q (15), ML (15), M "Constrained dynamics")
 *   dE_L/dt = lambda_A Delta(phi^A) + Q_a y^a                  (M "Conservation of the energy")
 *
 * W, B, E_L and Phi are those of the model; ydot and lambda are the motion's. */
#pragma once

#include "core/system/system.h"

typedef struct _NoslipIdentities NoslipIdentities;

typedef enum {
  NOSLIP_IDENTITY_FORMS,
  NOSLIP_IDENTITY_ENERGY,
  NOSLIP_N_IDENTITIES,
} NoslipIdentity;

#define NOSLIP_IDENTITY_TOLERANCE 1e-9

/* NULL if the equations do not apply: other dynamics, a time in L or in a constraint, dry friction and bounces, a
 * degenerate Lagrangian, a tensor that is not skew. Keeps a reference to the system. */
NoslipIdentities *noslip_identities_new(NoslipSystem *system, NoslipDynamicsKind kind);
void noslip_identities_free(NoslipIdentities *identities);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipIdentities, noslip_identities_free)

/* Adds a row of the motion (system/row.h). */
void noslip_identities_add_row(NoslipIdentities *identities, const double *parameters, const double *row);
/* The largest residual so far, relative to the size of the terms; NaN if a value was not finite, or there was no
 * row. */
double noslip_identities_residual(const NoslipIdentities *identities, NoslipIdentity identity);
/* "i_Gamma omega_L = ..." */
const char *noslip_identity_title(NoslipIdentity identity);
