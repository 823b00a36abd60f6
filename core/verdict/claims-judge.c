/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The verdict on a claim from measurements along the motion. */
#include "core/verdict/claims-private.h"
#include "core/verdict/claims.h"

#include <math.h>
#include <string.h>

/* A motion tests a claim if it would show a smaller relative error in each term; the same limit is used for a drift. */
#define SENSITIVE 1e-6
#define MOST_DRIFT 1e-6
/* A multiplier below this fraction of the forces that it balances is their round-off. */
#define REACTION_ROUND_OFF 1e-12

static double
term_size(const ClaimTerms *terms, guint k)
{
  return terms->high[k] >= terms->low[k] ? fmax(fabs(terms->low[k]), fabs(terms->high[k])) : 0;
}

/* Finds the sensitivity, and the term with the weakest test. */
static void
find_weakest(const ClaimEntry *entry, NoslipVerdict *verdict)
{
  double least = INFINITY;
  verdict->weakest = G_MAXUINT;
  verdict->sensitivity = (double) NAN;
  for (guint side = 0; side < 2 && !entry->undefined; side++)
    for (guint k = 0; k < entry->terms[side].n; k++) {
      double size = term_size(&entry->terms[side], k);
      if (entry->terms[side].vanishes[k] || (verdict->weakest != G_MAXUINT && size >= least))
        continue;
      least = size;
      verdict->weakest = entry->terms[side].first + k;
    }
  if (verdict->weakest != G_MAXUINT && verdict->scale > 0)
    verdict->sensitivity = least > 0 ? entry->claim->tolerance * verdict->scale / least : INFINITY;
}

static double
drift_of(const ClaimKept *kept)
{
  double size = kept->largest_sum > 0 ? kept->largest_sum : kept->largest_size;
  if (!kept->exists || isnan(kept->start))
    return (double) NAN;
  for (guint k = 0; k < kept->terms.n; k++)
    size = fmax(size, kept->terms.high[k] - kept->terms.low[k]);
  return kept->apart > 0 ? kept->apart / size : 0;
}

static gboolean
is_vacuous(const ClaimEntry *entry)
{
  gboolean any = FALSE;
  for (guint side = 0; side < 2; side++)
    for (guint k = 0; k < entry->terms[side].n; k++)
      any = any || term_size(&entry->terms[side], k) > 0;
  return !any || !entry->moves;
}

/* The first verdict that applies. A symbolic proof counts only if the numbers do not contradict it. */
static NoslipVerdictKind
judge(const ClaimEntry *entry, const NoslipVerdict *verdict)
{
  const NoslipClaim *claim = entry->claim;
  double bound = claim->has_tolerance ? fmax(SENSITIVE, 10 * claim->tolerance) : SENSITIVE;
  if (isnan(verdict->residual))
    return NOSLIP_VERDICT_UNDEFINED;
  if (claim->expected_to_fail)
    return verdict->residual > claim->tolerance ? NOSLIP_VERDICT_FAILS_AS_EXPECTED : NOSLIP_VERDICT_HOLDS_UNEXPECTED;
  if (verdict->residual > claim->tolerance)
    return NOSLIP_VERDICT_FAILS;
  if (verdict->drift > MOST_DRIFT)
    return NOSLIP_VERDICT_DRIFTS;
  if (entry->in_symbols)
    return NOSLIP_VERDICT_PROVED;
  if (is_vacuous(entry))
    return NOSLIP_VERDICT_VACUOUS;
  return verdict->sensitivity > bound ? NOSLIP_VERDICT_WEAK : NOSLIP_VERDICT_HOLDS;
}

void
noslip_claims_verdict(const NoslipClaims *claims, guint claim, NoslipVerdict *verdict)
{
  const ClaimEntry *entry = &claims->entries[claim];
  double duration = fabs(claims->last_time - claims->first_time);
  memset(verdict, 0, sizeof *verdict);
  verdict->claim = entry->claim;
  verdict->applies = entry->applies;
  verdict->judged = claims->n_rows > 0;
  verdict->in_symbols = entry->in_symbols;
  verdict->worst_time = entry->worst_time;
  verdict->left = entry->last_left;
  verdict->right = entry->last_right;
  verdict->scale = entry->size;
  for (guint j = 0; j < entry->n_rates; j++)
    if (duration > 0)
      verdict->scale += entry->rate_size[j] / duration;
  if (entry->largest > entry->claim->tolerance * verdict->scale &&
      entry->largest <= REACTION_ROUND_OFF * entry->reaction_size)
    verdict->scale = entry->reaction_size;
  if (entry->undefined || entry->largest < 0)
    verdict->residual = (double) NAN;
  else if (entry->largest == 0)
    verdict->residual = 0; /* also if all terms vanish: 0/0 */
  else
    verdict->residual = entry->largest / verdict->scale;
  find_weakest(entry, verdict);
  verdict->drift = entry->undefined ? (double) NAN : drift_of(&entry->kept);
  verdict->kind = judge(entry, verdict);
  verdict->good = !entry->applies || noslip_verdict_is_good(verdict->kind, FALSE);
}

char *
noslip_claims_term(const NoslipClaims *claims, guint term)
{
  if (term >= noslip_observer_n(claims->observer))
    return NULL;
  return noslip_symbolic_print(noslip_observer_graph(claims->observer), noslip_observer_expr(claims->observer, term),
                               noslip_expr_text);
}
