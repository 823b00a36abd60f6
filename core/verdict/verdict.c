/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "core/verdict/verdict.h"

#include <glib/gi18n-lib.h>

typedef struct {
  const char *word, *meaning;
  gboolean good, strictly_good;
} Row;

static const Row rows[NOSLIP_N_VERDICTS] = {
    [NOSLIP_VERDICT_PROVED] = {NC_("verdict", "proved"),
                               N_("both sides are equal in symbols, and along the motion too"), TRUE, TRUE},
    [NOSLIP_VERDICT_UNDEFINED] = {NC_("verdict", "undefined"), N_("a side is not a number at some moment"), FALSE,
                                  FALSE},
    [NOSLIP_VERDICT_FAILS] = {NC_("verdict", "fails"), N_("the sides differ by more than the tolerance"), FALSE, FALSE},
    [NOSLIP_VERDICT_DRIFTS] = {NC_("verdict", "drifts"),
                               N_("the formula holds at each moment, but the computed motion does not keep the value"),
                               FALSE, FALSE},
    [NOSLIP_VERDICT_VACUOUS] = {NC_("verdict", "vacuous"), N_("every term is zero, or no term depends on the motion"),
                                TRUE, FALSE},
    [NOSLIP_VERDICT_WEAK] = {NC_("verdict", "weak"),
                             N_("it holds, but a wrong coefficient of some term would hardly be noticed"), TRUE, FALSE},
    [NOSLIP_VERDICT_HOLDS] = {NC_("verdict", "holds"),
                              N_("the sides are equal along the motion, and a wrong term would be noticed"), TRUE,
                              TRUE},
    [NOSLIP_VERDICT_FAILS_AS_EXPECTED] = {NC_("verdict", "fails, as expected"),
                                          N_("expected to fail, and the sides differ"), TRUE, TRUE},
    [NOSLIP_VERDICT_HOLDS_UNEXPECTED] = {NC_("verdict", "holds, though expected to fail"),
                                         N_("expected to fail, but the sides agree along this motion"), FALSE, FALSE},
};

const char *
noslip_verdict_word(NoslipVerdictKind kind)
{
  return rows[kind].word;
}

const char *
noslip_verdict_words(NoslipVerdictKind kind)
{
  return g_dpgettext2(GETTEXT_PACKAGE, "verdict", rows[kind].word);
}

const char *
noslip_verdict_meaning(NoslipVerdictKind kind)
{
  return rows[kind].meaning;
}

gboolean
noslip_verdict_is_good(NoslipVerdictKind kind, gboolean strict)
{
  return strict ? rows[kind].strictly_good : rows[kind].good;
}
