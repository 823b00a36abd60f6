/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "ui/widgets/views/formulas/claims-known.h"

#include "core/base/words.h"
#include "core/simulation/hand/balance.h"

#include <glib/gi18n.h>
#include <math.h>
#include <string.h>

NoslipClaimsKnown *
noslip_claims_known_new(const NoslipSimulation *simulation)
{
  const NoslipRunView *primary = noslip_runs_primary(noslip_simulation_runs(simulation));
  NoslipClaimsKnown *known = g_new0(NoslipClaimsKnown, 1);
  if (!primary || !primary->report.verdicts)
    return known;
  guint n = primary->report.n_verdicts;
  known->list = g_new0(NoslipVerdict, n + 1);
  memcpy(known->list, primary->report.verdicts, n * sizeof *known->list);
  known->n = n + (noslip_hands_verdict(noslip_simulation_hands(simulation), &known->list[n]) ? 1 : 0);
  return known;
}

void
noslip_claims_known_free(NoslipClaimsKnown *known)
{
  g_free(known->list);
  g_free(known);
}

gboolean
noslip_claims_known_is_hand(const NoslipVerdict *verdict)
{
  return verdict->claim == &noslip_hand_claim;
}

const char *
noslip_claims_known_title(const NoslipVerdict *verdict)
{
  return noslip_claims_known_is_hand(verdict) ? _(verdict->claim->title) : noslip_words(verdict->claim->title);
}

void
noslip_claims_known_hand_sides(const NoslipSimulation *simulation, double sides[2])
{
  const NoslipRuns *runs = noslip_simulation_runs(simulation);
  double cursor = noslip_runs_cursor(runs, 0);
  sides[0] = sides[1] = (double) NAN;
  if (isfinite(cursor))
    noslip_hand_sides(noslip_runs_primary(runs), (guint) cursor, sides);
}
