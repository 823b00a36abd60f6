/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Claims: formulas that must hold along a motion, and their verdicts (data/help/language.md, "claim").
 *
 * The residual is max |left - right| / S, where S, the scale, is the largest sum of the absolute additive terms of both
 * sides (d( ) expanded, products of sums multiplied out), plus max|c f| / T for every c d(f); where every term has a
 * multiplier and all are round-off of the forces, the size that the terms have with these. The sensitivity is the
 * smallest relative error in one term's coefficient that the motion would have shown, for the term with the weakest
 * test: max over terms k of TOL S / max|term_k|. Terms that vanish symbolically on the constraints are left out,
 * because no motion can test them. The drift of d(f) = 0 is max|f(t) - f(0)| over the larger of the largest sum of
 * |terms of f| and the widest range of a term of f. */
#pragma once

#include "core/trajectory/observer.h"
#include "core/verdict/verdict.h"

typedef struct {
  const NoslipClaim *claim;
  gboolean applies; /* FALSE: meant for other dynamics, not evaluated */
  NoslipVerdictKind kind;
  gboolean judged;    /* FALSE: there were no rows so far */
  gboolean good;      /* noslip_verdict_is_good(kind, FALSE), or it does not apply */
  double residual;    /* NaN if undefined */
  double scale;       /* S */
  double sensitivity; /* infinite if a term was always 0; NaN if there is no term, or no scale */
  double drift;       /* NaN if the claim is not d(f) = 0 */
  guint weakest;      /* the term with the weakest test, for noslip_claims_term(); G_MAXUINT if there is none */
  gboolean in_symbols;
  double worst_time;  /* when |left - right| was largest, or a side first was not a number */
  double left, right; /* at the last row seen */
} NoslipVerdict;

typedef struct _NoslipClaims NoslipClaims; /* accumulates over rows; one thread */
/* The claims of the system, for motions of this kind of dynamics. NULL with errors in `diagnostics` if one cannot be
 * evaluated. */
NoslipClaims *noslip_claims_new(NoslipSystem *system, NoslipDynamicsKind kind, NoslipDiagnostics *diagnostics);
void noslip_claims_free(NoslipClaims *claims);
/* Drops all rows. */
void noslip_claims_reset(NoslipClaims *claims);
/* Adds n_rows rows of the motion (system/row.h), in order of time, computed with these parameters. */
void noslip_claims_add_rows(NoslipClaims *claims, const double *parameters, guint n_rows, const double *rows);
/* Before the next rows something acts that no formula contains, such as a hand: what is claimed to be kept is kept from
 * them on. */
void noslip_claims_interrupt(NoslipClaims *claims);
/* Both sides of every claim at one row: sides[2 * claim] and sides[2 * claim + 1], NaN if it does not apply.
 * Accumulated values are not changed. */
void noslip_claims_sides(NoslipClaims *claims, const double *parameters, const double *row, double *sides);
guint noslip_claims_n(const NoslipClaims *claims);
const NoslipSystem *noslip_claims_system(const NoslipClaims *claims);
/* The verdict on a claim from the rows so far. */
void noslip_claims_verdict(const NoslipClaims *claims, guint claim, NoslipVerdict *verdict);
/* A term in the system language: `weakest` of a verdict of these claims, or of others of the same system and dynamics.
 * NULL for G_MAXUINT. Free with g_free(). */
char *noslip_claims_term(const NoslipClaims *claims, guint term);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipClaims, noslip_claims_free)
