/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The claims of a view's system as formulas, and their present sides: evaluated here, at the last sample not after the
 * shared time; residuals come with the motion. */
#pragma once

#include "ui/picture/math/mathtext.h"
#include "ui/widgets/views/formulas/formulas.h"

/* NULL while they are compiled. */
NoslipClaims *noslip_claims_compiled(NoslipView *view);
/* sides[2 * claim], the claim about a hand's work after those of the system; NULL while there is no motion, or while
 * the claims are compiled. Free with g_free(). */
double *noslip_claims_sides_now(NoslipView *view);
/* The formula of the claim with this index and the values of its sides; FALSE if there is no such claim. */
gboolean noslip_claims_find_formula(NoslipView *view, guint id, NoslipFormula *formula);
/* The claim as mathematics, with the numbers written into it, broken if it is wider than this; NULL if it does not fit
 * even then. */
NoslipMath *noslip_claims_set_formula(NoslipView *view, const NoslipTheme *theme, guint id, const NoslipClaim *claim,
                                      double width);
