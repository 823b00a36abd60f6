/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the view of claims says about a verdict. */
#pragma once

#include "core/verdict/claims.h"

typedef enum {
  NOSLIP_CLAIM_HOLDS,
  NOSLIP_CLAIM_HARDLY_TESTED,
  NOSLIP_CLAIM_FAILS_AS_EXPECTED,
  NOSLIP_CLAIM_FAILS,
  NOSLIP_CLAIM_NOT_HERE, /* not a claim about these dynamics */
} NoslipClaimStanding;
NoslipClaimStanding noslip_claim_standing(const NoslipVerdict *verdict);

#define NOSLIP_CLAIM_GAP "   " /* between the sides and the verdict */
/* The sides, the verdict, and the number that it is about. Free with g_free(). */
char *noslip_claim_words_with(const NoslipVerdict *verdict, const char *sides, const char *number, const char *when);
/* The same with the verdict's own numbers; sides[2] are those now, or NULL: those at the last row seen. */
char *noslip_claim_words(const NoslipVerdict *verdict, const double *sides);
/* What the verdict's word means, and for a weak claim the term that the motion hardly tests; NULL where the word says
 * all. claims may be NULL. Free with g_free(). */
char *noslip_claim_explanation(const NoslipClaims *claims, const NoslipVerdict *verdict);
/* Whether there is a moment at which the sides are furthest apart. */
gboolean noslip_claim_has_worst(const NoslipVerdict *verdict);
