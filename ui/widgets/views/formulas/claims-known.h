/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The entries of the claims view: the verdicts on the system's claims and, after them, if a hand has pulled at a body,
 * the one on its work (core/simulation/hand/balance.h). */
#pragma once

#include "core/simulation/simulation.h"

typedef struct {
  guint n;
  NoslipVerdict *list;
} NoslipClaimsKnown;

NoslipClaimsKnown *noslip_claims_known_new(const NoslipSimulation *simulation); /* never NULL */
void noslip_claims_known_free(NoslipClaimsKnown *known);
gboolean noslip_claims_known_is_hand(const NoslipVerdict *verdict);
/* In the reader's language. */
const char *noslip_claims_known_title(const NoslipVerdict *verdict);
/* Both sides of the claim about the hand's work at the last sample not after the shared time; NaN if there is none. */
void noslip_claims_known_hand_sides(const NoslipSimulation *simulation, double sides[2]);
G_DEFINE_AUTOPTR_CLEANUP_FUNC(NoslipClaimsKnown, noslip_claims_known_free)
