/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The names of verdicts on claims (data/help/language.md, "claim"), in one table. */
#pragma once

#include <glib.h>

typedef enum {
  NOSLIP_VERDICT_PROVED,
  NOSLIP_VERDICT_UNDEFINED,
  NOSLIP_VERDICT_FAILS,
  NOSLIP_VERDICT_DRIFTS,
  NOSLIP_VERDICT_VACUOUS,
  NOSLIP_VERDICT_WEAK,
  NOSLIP_VERDICT_HOLDS,
  NOSLIP_VERDICT_FAILS_AS_EXPECTED,
  NOSLIP_VERDICT_HOLDS_UNEXPECTED,
  NOSLIP_N_VERDICTS
} NoslipVerdictKind;

/* "proved"; marked for translation in the context "verdict". */
const char *noslip_verdict_word(NoslipVerdictKind kind);
/* The same, translated. */
const char *noslip_verdict_words(NoslipVerdictKind kind);
/* Its meaning, a sentence marked for translation. */
const char *noslip_verdict_meaning(NoslipVerdictKind kind);
/* Whether the verdict is a pass; `strict`: vacuous ones do not pass. */
gboolean noslip_verdict_is_good(NoslipVerdictKind kind, gboolean strict);
