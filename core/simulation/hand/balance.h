/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The claim that the energy changes by the work of the hand, dE/dt = P, judged while a hand pulls a body. P is the
 * power of the hand, plus that of everything else that changes the energy. The left side is measured along the motion,
 * from its accelerations; the right side is computed from the state and the multipliers.
 *
 * The residual is max |dE/dt - P| / S, where S is the largest |dE/dt| + |power of the hand| + |other power| plus max|E|
 * over the time in which a hand pulled, as in verdict/claims.h. The sensitivity is the smallest relative error of the
 * hand's power that the motion would have shown. */
#pragma once

#include "core/simulation/runs.h"

/* The claim itself, with its title; its sides are not expressions of the system. */
extern const NoslipClaim noslip_hand_claim;
/* FALSE if no hand has pulled, or the other power is not known. */
gboolean noslip_hand_judge(const NoslipRuns *runs, const NoslipGestures *gestures, NoslipVerdict *verdict);
/* Both sides in a row of the primary run, P[0] = dE/dt and P[1]; NaN if they are not known. */
void noslip_hand_sides(const NoslipRunView *primary, guint row, double sides[2]);
