/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims: formulas that must hold along a motion, and their verdicts (data/help/language.md, "claim"). */
#pragma once

#include "core/trajectory/observer.h"

typedef struct {
  const NoslipClaim *claim;
  gboolean applies;     /* FALSE: for other dynamics, not evaluated */
  gboolean holds;       /* the residual is within the tolerance */
  gboolean as_expected; /* holds, or fails where it is expected to fail */
  double residual;      /* relative: max |left - right| / scale */
  double scale;         /* absolute size that the residual is relative to */
  double worst_time;    /* where |left - right| was largest */
  double left, right;   /* at the last row seen */
} NoslipVerdict;

typedef struct _NoslipClaims NoslipClaims; /* accumulates over rows; one thread */
NoslipClaims *noslip_claims_new(NoslipSystem *system, NoslipDynamicsKind kind, NoslipDiagnostics *diagnostics);
void noslip_claims_free(NoslipClaims *claims);
void noslip_claims_reset(NoslipClaims *claims);
void noslip_claims_add_rows(NoslipClaims *claims, const double *parameters, guint n_rows, const double *rows);
/* Both sides of every claim at one row: sides[2 * claim] and sides[2 * claim + 1], NaN where it does not apply. What
 * was accumulated stays. */
void noslip_claims_sides(NoslipClaims *claims, const double *parameters, const double *row, double *sides);
guint noslip_claims_n(const NoslipClaims *claims);
/* duration: the time span seen, T in max|f|/T. */
void noslip_claims_verdict(const NoslipClaims *claims, guint claim, NoslipVerdict *verdict);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipClaims, noslip_claims_free)
