/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The texts about a verdict in the claims view. */
#pragma once

#include "core/verdict/claims.h"

typedef enum {
  NOSLIP_CLAIM_HOLDS,
  NOSLIP_CLAIM_HARDLY_TESTED,
  NOSLIP_CLAIM_FAILS_AS_EXPECTED,
  NOSLIP_CLAIM_FAILS,
  NOSLIP_CLAIM_NOT_HERE,   /* a claim for other dynamics */
  NOSLIP_CLAIM_NOT_JUDGED, /* no formula contains the force of a hand */
} NoslipClaimStanding;
NoslipClaimStanding noslip_claim_standing(const NoslipVerdict *verdict);

#define NOSLIP_CLAIM_GAP "   " /* between the sides and the verdict */
/* The sides, the verdict, and its number. Free with g_free(). */
char *noslip_claim_words_with(const NoslipVerdict *verdict, const char *sides, const char *number, const char *when);
/* The same with the verdict's own numbers; sides[2] are the present ones, or NULL: those at the last row. */
char *noslip_claim_words(const NoslipVerdict *verdict, const double *sides);
/* While a hand pulls: the sides, of which nothing is said. Free with g_free(). */
char *noslip_claim_words_unjudged(const NoslipVerdict *verdict, const char *left, const char *right);
/* The meaning of the verdict, and for a weak claim the term that the motion hardly tests; NULL if the verdict needs no
 * explanation. claims may be NULL. Free with g_free(). */
char *noslip_claim_explanation(const NoslipClaims *claims, const NoslipVerdict *verdict);
/* Whether there is a time at which the sides differ most. */
gboolean noslip_claim_has_worst(const NoslipVerdict *verdict);
