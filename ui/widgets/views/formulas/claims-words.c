/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/formulas/claims-words.h"

#include "core/base/words.h"
#include "ui/picture/plot/ticks.h"

#include <glib/gi18n.h>
#include <math.h>

#define MOST_DIGITS 4
#define LEAST_DIGITS 2

NoslipClaimStanding
noslip_claim_standing(const NoslipVerdict *verdict)
{
  if (!verdict->applies)
    return NOSLIP_CLAIM_NOT_HERE;
  if (!verdict->good)
    return NOSLIP_CLAIM_FAILS;
  if (verdict->claim->expected_to_fail)
    return NOSLIP_CLAIM_FAILS_AS_EXPECTED;
  return noslip_verdict_is_good(verdict->kind, TRUE) ? NOSLIP_CLAIM_HOLDS : NOSLIP_CLAIM_HARDLY_TESTED;
}

static gboolean
are_apart(const NoslipVerdict *verdict)
{
  return verdict->kind == NOSLIP_VERDICT_FAILS || verdict->kind == NOSLIP_VERDICT_FAILS_AS_EXPECTED ||
         verdict->kind == NOSLIP_VERDICT_UNDEFINED;
}

/* Both sides, with as many digits as they share if they are claimed to be equal; a nonzero side is never shown as 0.
 * Free with g_free(). */
static char *
sides_text(const NoslipVerdict *verdict, double left, double right)
{
  for (guint digits = MOST_DIGITS; digits >= LEAST_DIGITS; digits--) {
    g_autofree char *one = noslip_number_text(left, digits), *other = noslip_number_text(right, digits);
    if (are_apart(verdict))
      return g_strdup_printf("%s, %s", one, other);
    if (g_str_equal(one, other))
      return g_strdup_printf("%s = %s", one, other);
    if (digits == LEAST_DIGITS)
      return g_strdup_printf("%s ≈ %s", one, other);
  }
  return g_strdup("");
}

char *
noslip_claim_words_unjudged(const NoslipVerdict *verdict, const char *left, const char *right)
{
  return verdict->applies
             ? g_strdup_printf("%s, %s" NOSLIP_CLAIM_GAP "%s", left, right, _("not judged while a hand pulls"))
             : g_strdup(_("not for these dynamics"));
}

char *
noslip_claim_words_with(const NoslipVerdict *verdict, const char *sides, const char *number, const char *when)
{
  if (!verdict->applies)
    return g_strdup(_("not for these dynamics"));
  const char *verdict_words = noslip_verdict_words(verdict->kind);
  g_autofree char *about = NULL;
  if (verdict->kind == NOSLIP_VERDICT_UNDEFINED)
    about = g_strdup_printf(_("at %s s"), when);
  else if (verdict->kind == NOSLIP_VERDICT_WEAK)
    about = g_strdup_printf(_("sensitivity %s"), number);
  else if (verdict->kind == NOSLIP_VERDICT_DRIFTS)
    about = g_strdup_printf(_("drift %s"), number);
  else if (are_apart(verdict))
    about = g_strdup_printf(_("residual %s at %s s"), number, when);
  else
    about = g_strdup_printf(_("residual %s"), number);
  return g_strdup_printf("%s" NOSLIP_CLAIM_GAP "%s; %s", sides, verdict_words, about);
}

char *
noslip_claim_words(const NoslipVerdict *verdict, const double *sides)
{
  double about = verdict->kind == NOSLIP_VERDICT_WEAK     ? verdict->sensitivity
                 : verdict->kind == NOSLIP_VERDICT_DRIFTS ? verdict->drift
                                                          : verdict->residual;
  g_autofree char *number = noslip_number_text(about, 2);
  g_autofree char *both = sides_text(verdict, sides ? sides[0] : verdict->left, sides ? sides[1] : verdict->right);
  g_autofree char *when = noslip_number_text(verdict->worst_time, 3);
  return noslip_claim_words_with(verdict, both, number, when);
}

char *
noslip_claim_explanation(const NoslipClaims *claims, const NoslipVerdict *verdict)
{
  if (!verdict->applies || noslip_claim_standing(verdict) == NOSLIP_CLAIM_HOLDS ||
      noslip_claim_standing(verdict) == NOSLIP_CLAIM_FAILS_AS_EXPECTED)
    return NULL;
  const char *meaning = _(noslip_verdict_meaning(verdict->kind));
  g_autofree char *term =
      claims && verdict->kind == NOSLIP_VERDICT_WEAK ? noslip_claims_term(claims, verdict->weakest) : NULL;
  return term ? g_strdup_printf("%s: %s", meaning, term) : g_strdup(meaning);
}

gboolean
noslip_claim_has_worst(const NoslipVerdict *verdict)
{
  return verdict->applies && verdict->residual != 0 && isfinite(verdict->worst_time);
}
